"""What a text may be changed into, on its way to one that compiles."""
