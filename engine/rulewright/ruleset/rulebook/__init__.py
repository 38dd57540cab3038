"""The rulebook: the rules of a game, printed from what runs."""
