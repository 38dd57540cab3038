"""Pieces from one place to another: which are meant, from where and to where, and how many."""
