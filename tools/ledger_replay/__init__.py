"""Games that people played elsewhere, replayed from their ledgers and compared after each row."""
