"""What is done for each of several things, or by several players: loops, secret rounds, and who of them did it."""
