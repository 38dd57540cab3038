"""Text to tree, and what a problem says about a text that has none."""
