"""What stands before a noun: the word, how many, whose."""

from __future__ import annotations

from rulewright.language import nodes as n
from rulewright.language.records import dataclass
from rulewright.meaning import model as m
from rulewright.meaning.take import refuse, take

ARTICLES = (
    "a", "the", "each", "any", "another", "no", "this", "that", "your", "its", "their", "all", "all_other", "the_other",
    "each_other", "both", "same", "different", "most", "fewest", "top", "bottom",
)  # fmt: skip
KINDS = (
    "count", "up_to", "at_least", "at_most", "exactly", "either", "range", "more_than", "fewer_than", "any_number",
    "some", "each", "all",
)  # fmt: skip
BEFORE_NUMBER = (None, "the", "your", "its", "their", "top", "bottom", "first", "last", "next", "this", "that")
DEFINITE = ("the", "this", "that", "your", "its", "their", "both", "same", "the_other")
OTHERS = ("another", "each_other", "all_other", "the_other", "different")
RANKS = ("top", "bottom", "first", "last", "next")


@dataclass(frozen=True, slots=True)
class Determined:
    """A determiner taken apart: its word, how many, whose; and the nodes that it was read from."""

    word: str | None = None
    many: m.Many | None = None
    owner: n.Phrase | None = None
    nodes: tuple[n.Node, ...] = ()

    @property
    def definite(self) -> bool:
        """Whether it speaks of things that are known, or somebody's."""
        return self.word in DEFINITE or self.owner is not None


def determined(node: n.Determiner | None) -> Determined:
    """Read a determiner; None stands for none."""
    if node is None:
        return Determined()
    with take(node) as t:
        match node:
            case n.Article():
                return Determined(word=t.only("word", *ARTICLES), nodes=(node,))
            case n.Possessive():
                return Determined(owner=t.child("owner", n.Phrase), nodes=(node,))
            case n.Quantity():
                many = quantity(node, alone=False)
                t.only("kind", *KINDS)
                t.maybe_number("low")
                t.maybe_number("high")
                return Determined(t.only("article", *BEFORE_NUMBER), many, None, (node,))
            case _:
                raise refuse("RW0620", node, found=type(node).__name__, what="a determiner")


def quantity(node: n.Quantity, alone: bool = True) -> m.Many:
    """How many a quantity says; its limits must be those of its kind. alone: no article stands before it."""
    with take(node) as t:
        kind = t.only("kind", *KINDS) or ""
        low, high = t.maybe_number("low"), t.maybe_number("high")
        t.none("article") if alone else t.only("article", *BEFORE_NUMBER)
    wants_low = kind in ("count", "at_least", "exactly", "more_than", "either", "range")
    wants_high = kind in ("up_to", "at_most", "fewer_than", "either", "range")
    if (low is not None) != wants_low or (high is not None) != wants_high or (low or 0) < 0 or (high or 0) < 0:
        raise refuse("RW0620", node, found=f"{kind} {low} {high}", what="Quantity")
    if low is not None and high is not None and low > high:
        raise refuse("RW0620", node, found=f"{kind} {low} {high}", what="Quantity")
    return m.Many(kind=kind, low=low, high=high, said=(node,))
