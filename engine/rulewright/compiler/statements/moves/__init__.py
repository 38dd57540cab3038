"""Cards and pieces from one place to another, and cards that are looked at."""
