"""Measurements of the engine beside its budgets and beside programs written by hand."""
