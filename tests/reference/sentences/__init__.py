"""The oracle speaks sentences: random sentences on cards and in rules, said by the engine and by the slow reference.

Sentences are drawn as trees by the types of the nodes and the words of a lexicon (`drawing.py`, `phrases.py`), as
designers write them (`plain.py`, `idioms.py`), of fragments that speak of each other (`meetings.py`), or straight from
the productions of the grammar (`derivation.py`); only what is printed and read back counts. A sentence
stands on a card or in a rule of its own that is added to a game (`stage.py`), is offered in a position that random play
has come to, and is carried out by both (`trial.py`). `campaign.py` goes through many of them, `coverage.py` counts
what was drawn, `shrinking.py` makes a sentence short on which the two disagree.
"""
