"""Meaning to program: state layout, generated Python source and the passes that make it fast."""
