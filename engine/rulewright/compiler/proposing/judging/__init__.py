"""How a proposal stands to what was asked for: whether it is about the same, and which small words of it differ."""
