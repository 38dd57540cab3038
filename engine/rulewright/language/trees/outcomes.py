"""Who did so: of which sentence “each player who did so” and “if no player did so” ask.

“Each other player may do something. If there is no player who did so, do something else.” They ask of the sentence
right before them in which several players do something, each in turn; between the two stand only others that ask of it,
too.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.language import nodes as N
from rulewright.language.trees.past import asks_if_done


def asks_who_did(node: N.Node) -> bool:
    """Whether a part of a text asks which players did what was said before.

    >>> asks_who_did(N.NounPhrase(noun="player", filters=(N.DidSo(negated=True),)))
    True
    """
    return any(isinstance(part, N.DidSo) for part in node.walk())


def asked_of(parts: Sequence[N.Node], number: int) -> N.Does | None:
    """What the players did of whom one of some parts asks; None where nothing tells.

    Behind “each player who did so may …” it could be this or what was said before it.
    """
    if not asks_who_did(parts[number]):
        return None
    for part in reversed(parts[:number]):
        if asks_who_did(part):
            if any(isinstance(one, N.Does) and one.modal == "may" for one in part.walk()):
                return None
        elif not asks_if_done(part):
            return deed_in(part)
    return None


def asked_later(parts: Sequence[N.Node], number: int) -> N.Does | None:
    """What players do in one of some parts, where parts after it ask who of them did it."""
    deed = deed_in(parts[number])
    later = range(number + 1, len(parts))
    return deed if deed is not None and any(asked_of(parts, one) is deed for one in later) else None


def deed_in(part: N.Node) -> N.Does | None:
    """What somebody does in a sentence, at once or whenever something happens."""
    while isinstance(part, N.Trigger | N.Timed | N.While):
        part = part.then
    return part if isinstance(part, N.Does) else None
