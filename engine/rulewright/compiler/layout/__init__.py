"""Where everything of a game stands in a state: numbers, zones, pieces, spaces, cards, tiles."""
