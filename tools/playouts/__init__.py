"""Random games of rulesets, looked at closely."""
