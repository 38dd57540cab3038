"""Recognises deeds of the core that are done to pieces, where texts listen for them."""

from __future__ import annotations

from dataclasses import replace

from rulewright.compiler.scope import refuse
from rulewright.compiler.source import OF_A_PIECE, Source
from rulewright.language import nodes as N

DONE = ("put", "move", "return", "remove", "take")
ANYHOW = ("leave", "come")
"""What pieces and cards do when they are moved by whatever verb: they leave a place, and come into one."""
PIECE, OWNER, LAY, GOAL = OF_A_PIECE
SLOTS = {"object": PIECE, "whose": OWNER, "from": LAY, "to": GOAL}
"""What is told of a piece, each with its slot and what that holds."""
PLACES = ("from", "to")

AFTERWARDS = "Say “whenever …”: it is told when the piece lies where it came to."
ONCE = "Say it once."


def told_as(verb: str) -> str:
    """The verb that tells of what is done to a piece: no verb of a lexicon is called so."""
    return f"{verb}__piece"


TOLD = frozenset(told_as(verb) for verb in (*DONE, *ANYHOW))
"""The verbs that tell of pieces."""


def done_to_a_piece(source: Source, event: N.Condition) -> N.Perform | None:
    """The act of an event that the core does to a piece, with where that lay in its own slot; None for any other.

    Raises:
        MeaningError: RW0602 where it is said twice.
    """
    act = event.act if isinstance(event, N.Does) else None
    if not isinstance(act, N.Perform) or not isinstance(event, N.Does):
        return None
    if event != N.Does(subject=event.subject, act=act) or act.verb not in (*DONE, *ANYHOW):
        return None
    thing = act.slot("object")
    if source.defines(act.verb, act) or not _is_piece(source, thing):
        return None
    said = [item for item in thing.filters if isinstance(item, N.At)] if isinstance(thing, N.NounPhrase) else []
    if not said or not isinstance(thing, N.NounPhrase):
        return act
    where = "to" if act.verb == "put" and act.slot("to") is None else "from"  # "put a piece in …" is "into …"
    if len(said) > 1 or act.slot(where) is not None:
        raise refuse(said[0], "where it lay is said twice", ONCE, code="RW0602")
    bare = replace(thing, filters=tuple(item for item in thing.filters if item is not said[0]))
    slots = tuple(replace(slot, value=bare) if slot.value is thing else slot for slot in act.slots)
    return replace(act, slots=(*slots, N.Slot(name=where, value=said[0].phrase)))


def _is_piece(source: Source, thing: N.Node | None) -> bool:
    """Whether a phrase names pieces only."""
    match thing:
        case N.Phrases(items=items):
            return all(_is_piece(source, item) for item in items)
        case N.PartOf(whole=whole):
            return _is_piece(source, whole)
        case N.NounPhrase(noun=N.NounGroup(nouns=nouns)):
            return all(source.type_of(one.noun) == "piece" for one in nouns)
        case N.NounPhrase(noun=str(noun)):
            return source.type_of(noun) == "piece"
    return False
