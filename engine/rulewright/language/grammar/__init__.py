"""Grammar files, the productions they and the verbs of a lexicon make, and the parse tables."""
