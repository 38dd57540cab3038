"""Conditions: whether something is so, by what is asked: who has what, who does what, what there is and what it is."""
