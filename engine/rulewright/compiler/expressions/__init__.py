"""What asks a position: references, selections, filters, conditions, amounts, and the definitions of the lexicon."""
