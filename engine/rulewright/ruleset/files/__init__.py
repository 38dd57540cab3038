"""From files to content: finding, reading, checking and joining the files of a ruleset."""
