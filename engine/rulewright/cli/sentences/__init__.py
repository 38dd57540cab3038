"""The commands about sentences: reading one, proposing some, and all that can be said."""
