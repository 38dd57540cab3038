"""Sentences that are carried out: who acts, what they choose, on which condition, what is noted for later sentences."""
