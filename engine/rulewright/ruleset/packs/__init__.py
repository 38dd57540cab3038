"""Packs: which ones a game is loaded with, and how they change what it says."""
