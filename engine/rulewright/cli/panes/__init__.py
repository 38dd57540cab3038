"""The table in panes that stay in place, on a terminal."""
