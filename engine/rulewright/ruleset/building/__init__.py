"""From checked content to the Ruleset: plain data becomes frozen dataclasses, texts become trees when asked for."""
