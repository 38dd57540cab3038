"""What lies where, and what can be done with it there."""
