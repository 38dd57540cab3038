"""The table in a browser: pages made on the server, for each seat its own, from what `play.presentation` tells."""
