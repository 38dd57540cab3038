"""Checks of one sentence beyond its grammar: types, agreement, ambiguous references."""
