"""The command line: nothing but presentation."""
