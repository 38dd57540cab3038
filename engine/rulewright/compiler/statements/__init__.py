"""What acts: procedures as blocks over a stack, the steps, sentences and acts that they are made of, decisions."""
