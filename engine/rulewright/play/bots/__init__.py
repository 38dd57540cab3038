"""Bots: what chooses for a seat without a human."""
