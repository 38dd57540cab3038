"""Procedures as blocks over a stack: their code, where they branch, what they cost and what they ask."""
