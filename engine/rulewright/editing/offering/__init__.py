"""What can be written at a place of a file: completions, in the files of a ruleset and in those of a pack."""
