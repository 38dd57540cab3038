"""What texts hear of pieces that the core's verbs put, move, return, remove or take."""
