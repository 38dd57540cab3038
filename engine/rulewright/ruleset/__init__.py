"""YAML, schemas and packs to one immutable ruleset, every field with its place."""
