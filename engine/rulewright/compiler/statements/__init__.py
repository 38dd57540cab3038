"""What acts: the steps, sentences and acts that procedures are made of, each room built on those before it."""
