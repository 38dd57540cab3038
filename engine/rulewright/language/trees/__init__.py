"""Syntax trees: normal form, comparison, likely antecedents."""
