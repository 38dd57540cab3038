"""What texts say all the time, for a time, or later: how it is read, and what it remembers of what was said before."""
