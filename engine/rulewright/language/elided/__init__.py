"""What is said once and meant again: numbers, things, verbs and deeds that a text leaves out the next time."""
