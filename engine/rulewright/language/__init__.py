"""Text to syntax tree and back, in any language that has a grammar; knows no game and no state."""
