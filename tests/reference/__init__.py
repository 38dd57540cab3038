"""A slow second reading of the rules, for tests only: a tree visitor over plain data, which tries everything.

The engine turns sentences into source code, keeps a position in one list of integers and looks ahead with short cuts.
Here the trees themselves are walked, a position is dictionaries, the map is a networkx graph, and an option is legal
when some way of going on carries through what was begun, found by going all of them. Both play the same game from the
same seed and choices (`oracle.py`); where they disagree, one of them is wrong.

What a construct means was taken from `docs/`. A construct that is not carried raises `NotCarried`; it is never skipped.
"""
