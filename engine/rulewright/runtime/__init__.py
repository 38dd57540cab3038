"""State, decisions, events, and the machine that runs programs."""
