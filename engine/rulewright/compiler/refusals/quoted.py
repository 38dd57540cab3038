"""The error for a part of a sentence that nothing carries out, in the words of whoever wrote it.

What is not carried out has a name in the syntax tree: an adverb, an article, a slot. Nobody wrote that; so the message
quotes what stands in the text, and says what to write instead.
"""

from __future__ import annotations

from rulewright.compiler.scope import MeaningError, refuse
from rulewright.language import nodes as N

WHOSE = "whose number it is"
WHICH_ONE = ("a", "any", "no", "all", "another", "each", "top", "bottom", "your", "its", "their")
ARTICLES = (*WHICH_ONE, "same", "different", "most", "fewest")

WITHOUT = "Say it without, or give a verb of the lexicon this meaning."
WHICH = "Say which it is: “the …”, “your …”, or “choose a …” before and then “that …”."
OTHERWISE = "“Instead” needs “would” before it. Of what is so, say: “if …, …; otherwise, …”."
LEAVE = "Leave it out: what is paid is not free."
UNPAID = (
    "“For free” leaves out the one “Pay …” among the steps of what a verb of the lexicon does, and here more than one "
    "thing may be paid, or only on a condition. Leave it out, or say what is done without what is paid: “put … into …”."
)
NO_SLOT = "Leave this part out, or say it of the thing itself: “a … in …”."
TURNS = (
    "Write `extra turns: true` in ruleset.yaml, and “Each player has their turns.” in its rules; then texts can say "
    "“take another turn” and “skip a turn”."
)
NO_END = "No text breaks off a turn. Say what cannot be done any more: “this turn, you cannot …”."
OF_WHOM = "Say “your …”, “each player’s …” or “the … of that …”."


def unsupported(node: N.Node, what: str, text: str = "") -> MeaningError:
    """The error for a part of a sentence that nothing carries out.

    Args:
        what: the part: a word of the syntax tree, or what is not carried out of it, in words.
        text: the words that the tree was read from.
    """
    inner = what.replace("_", " ")
    said = _written(node, what, text)
    if what == WHOSE:
        message = f"nothing tells whose number “{said}” changes" if said else "nothing tells whose number changes"
        return refuse(node, message, OF_WHOM, code="RW0604")
    if not said or inner in said.lower().split() and inner not in ARTICLES and not isinstance(node, N.Slot):
        message = f"this is understood, but nothing carries out “{inner}” yet"
    elif " " in inner and not _is_word(node, what) and what != "end of turn":
        message = f"this is understood, but nothing carries out “{said}” yet: {inner}"
    else:
        message = f"this is understood, but nothing carries out “{said}” yet"
    return refuse(node, message, _instead(node, what), code="RW0604")


def is_of_turns(act: N.Perform) -> bool:
    """Whether an act is said of a turn of a player: one more of them, the next one, or the end of this one."""
    thing = act.slot("object")
    return (
        act.verb in ("take", "gain", "skip", "lose", "end") and isinstance(thing, N.NounPhrase) and thing.noun == "turn"
    )


def _written(node: N.Node, what: str, text: str) -> str:
    """What stands in a text where a node was read; of an adverb only what stands behind the rest of its act."""
    if node.span is None:
        return ""
    ends = [slot.span.end for slot in node.slots if slot.span] if isinstance(node, N.Perform) else []
    said = _plain(text[max(ends) : node.span.end]) if ends and _is_word(node, what) else ""
    return said or _plain(text[node.span.start : node.span.end])


def _plain(text: str) -> str:
    return " ".join(text.split()).strip(" .,;:")


def _is_word(node: N.Node, what: str) -> bool:
    """Whether a part is a word of the tree, such as an adverb, whose name says nothing."""
    return "_" in what or (isinstance(node, N.Perform) and what in node.adverbs)


def _instead(node: N.Node, what: str) -> str:
    if isinstance(node, N.Slot):
        return NO_SLOT
    if what in ("turns", "end of turn"):
        return TURNS if what == "turns" else NO_END
    if what in ("free", "instead"):
        paid = isinstance(node, N.Perform) and node.verb == "pay"
        return OTHERWISE if what == "instead" else LEAVE if paid else UNPAID
    return WHICH if what in WHICH_ONE and isinstance(node, N.NounPhrase) else WITHOUT
