"""What other programs play through: numbered actions, observations, and the interfaces that researchers use."""
