"""Break the rules of a ruleset on purpose, one word or number at a time, to see what notices."""
