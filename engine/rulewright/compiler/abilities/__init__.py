"""What the texts of components bring: abilities, triggers, continuous and replacement effects, payments, invariants."""
