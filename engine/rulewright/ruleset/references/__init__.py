"""References: whether everything that a ruleset names is there, and is what it must be."""
