"""What a table shows, as plain data: options with their prices, the map, cards, goods and what has happened."""
