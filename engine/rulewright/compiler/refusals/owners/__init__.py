"""What belongs to somebody, and does not say to whom."""
