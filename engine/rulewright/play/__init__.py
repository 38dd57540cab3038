"""Seats, bots, sessions, journals and scenarios."""
