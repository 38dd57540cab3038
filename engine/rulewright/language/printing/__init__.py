"""Tree to text, and grammar alternatives as people read them."""
