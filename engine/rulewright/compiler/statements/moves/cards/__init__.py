"""Cards from one zone to another: which are meant, who picks them, and what is drawn."""
