"""What listens to a deed: the tests of triggers, what each of them is told, and what it does, how often."""
