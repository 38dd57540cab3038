"""Everyday wordings: what people write is said otherwise, in words that the grammar reads."""
