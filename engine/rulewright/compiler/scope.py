"""What the words of a text can refer to while it is compiled."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.ir.statements import Body
from rulewright.language import records
from rulewright.language.nodes import Node, NounPhrase, Phrase
from rulewright.language.records import replace
from rulewright.meaning.resolution import Key
from rulewright.problems import RulewrightError, problem


class MeaningError(RulewrightError):
    """A sentence that parses but has no meaning that can be run."""


DICE = "dice"
"""The type of a reference to several dice that were rolled: a list of what each shows, by which a die is known."""

SETS = {"card": "cards", "player": "players", "space": "spaces", "die": DICE, "pieces": "units"}
"""By the type of things: the type of a reference to several of them, whose expression is a list."""

CHOOSE_BEFORE = "Choose one before, “choose a …”, and say “that …” or “it”."
ANY_SUCH = (
    "Whether there is such a player says nothing of which: each of them, “for each player, if they have …, they …”, "
    "or one, “choose a player with …”, in a sentence before."
)
ONE_SUCH = "Whether there is one says nothing of which: “choose a …” in a sentence before, or do it to “a …” at once."
EACH_SINCE = "Each of several players was spoken of since: of one that was chosen before them say “the chosen player”."


def refuse(node: Node | None, message: str, hint: str = "", code: str = "RW0601") -> MeaningError:
    """The error for a node that cannot be compiled; its span places it in the text."""
    span = node.span if node is not None else None
    found = problem(
        code, what=message[0].upper() + message[1:], offset=span.start if span else 0, end=span.end if span else 0
    )
    return MeaningError(replace(found, hint=hint) if hint else found)


def stands_for_nothing(node: Node, word: str, hint: str = "") -> MeaningError:
    """The error for a word that refers to nothing that can be told at this point."""
    span = node.span
    found = problem("RW0621", found=word, offset=span.start if span else 0, end=span.end if span else 0)
    return MeaningError(replace(found, hint=hint) if hint else found)


def left_out(node: Node, verb: str, slot: str, noun: str) -> MeaningError:
    """The error for an act that is said without a part of its verb, where nothing tells what is meant by it."""
    span = node.span
    part = "…" if slot == "object" else f"{'in' if slot == 'place' else slot} …"
    names = {"found": part, "verb": verb.replace("_", " "), "noun": noun.replace("_", " ")}
    where = {"offset": span.start if span else 0, "end": span.end if span else 0}
    return MeaningError(problem("RW0609", **names, **where))  # type: ignore[arg-type]


def of_nobody(node: Node, noun: str) -> MeaningError:
    """The error for something of which nothing says of what or of whom it is."""
    span = node.span
    what = noun.replace("_", " ")
    return MeaningError(problem("RW0624", found=what, offset=span.start if span else 0, end=span.end if span else 0))


@records.dataclass(frozen=True, slots=True)
class Ref:
    """A thing that a word refers to: an expression, its type, and the noun it was called by.

    sure: whether there is such a thing; otherwise the expression may be -1.
    when: whether it was found at all, where what finds it may be left undone.
    lies: where it was when the text last spoke of it to be there, in a variable; None where nothing asks.
    was: where it lay before what was done to it, as an event tells; of a kind of pieces, where it was done.
    """

    expr: Expr
    type: str
    noun: str
    sure: bool = True
    when: Expr | None = None
    lies: Expr | None = None
    was: Expr | None = None


class Tally(NamedTuple):
    """Where it is noted that something could be done, and that something could not.

    asked: whether that matters; choosing: whether to have chosen something is to have done something.
    """

    done: Expr
    failed: Expr
    asked: bool
    choosing: Expr


@dataclass(slots=True)
class Scope:
    """Who "you" is, which names are bound, and what "it" and "that field" may mean.

    you: expression of the seat; this: expression of the card whose text it is, or None; names: by noun or role;
    refs: the things that the text has introduced, by what the Meaning calls them;
    stand_ins: the same of nodes that are in no text, by identity;
    made_of: the phrases of the text of which others were made, by the identity of those, whose meaning is theirs;
    place: where pieces are meant when none is said;
    found: what the last optional act spoke of, which "if you do" can speak of;
    done: what "if you do" asks, and by phrase how many there are of what was done "this way";
    lenient: each act by itself, as far as possible, instead of all or nothing; must: only where nothing has been begun,
    since it is a step that must be done and that a text may forbid.
    set_before: the described players of the sentence before, than whom "each other player" is another.
    partial: numbers fall to what there is; tally: where it is noted what could be done, where somebody asks.
    owed: what is lost must be there: it is a price, or somebody may do it, or it is done if possible.
    possible: it is done if possible, so that what is drawn must be there, too.
    spoken_to: whom "you" and "your" mean where somebody else acts: in "each other player puts a card into your hand".
    lay: where all cards lay before what was done, the latest first, where a text asks whose a card was.
    unseen: in a text that is whole, what its acts bring to light: things, and the zones that cards come to which nobody
            knew; None elsewhere. dark: whether what is done hangs on that.
    seen: zones that whoever acts was shown, each with its owner.
    by_rules: who "you" is where the rules act of themselves: is it still that seat, no player does what is done.
    under_way: the deeds by which this text is carried out, or of which it has heard: what tells of each, with what it
            is done to and by whom; None where nothing tells who that is, or whether it is being done.
    doer: who does what a text forbids: of that player its condition is asked, and of no other.
    taken: what notes that what a trigger offers is taken.
    taken_before: of several different things that something is done to, the phrase for one of them, and the list of
            those that had their turn.
    """

    you: Expr
    this: Expr | None = None
    names: dict[str, Ref] = field(default_factory=dict)
    refs: dict[Key, Ref] = field(default_factory=dict)
    stand_ins: dict[int, tuple[Node, Ref]] = field(default_factory=dict)
    made_of: dict[int, tuple[Node, Node]] = field(default_factory=dict)
    place: Ref | None = None
    done: dict[str | NounPhrase, Expr] = field(default_factory=dict)
    lenient: bool = False
    spoken_to: Expr | None = None
    taken: Body = ()
    taken_before: tuple[Phrase, Expr] | None = None
    set_before: Expr | None = None
    partial: bool = False
    tally: Tally | None = None
    must: bool = False
    owed: bool = False
    possible: bool = False
    found: dict[Key, Ref] = field(default_factory=dict)
    lay: tuple[Expr, ...] = ()
    unseen: frozenset[Key | str] | None = None
    dark: bool = False
    seen: frozenset[tuple[str, Expr]] = frozenset()
    by_rules: Expr | None = None
    under_way: tuple[tuple[str, tuple[Expr, ...], Expr | None], ...] = ()
    doer: Key | None = None

    @property
    def nobody(self) -> bool:
        """Whether the rules act, and no player."""
        return self.by_rules is not None and self.by_rules == self.you

    def child(self) -> Scope:
        """A scope inside this one: what it binds ends with it."""
        return Scope(
            self.you, self.this, dict(self.names), dict(self.refs), dict(self.stand_ins), dict(self.made_of),
            self.place, dict(self.done), self.lenient, self.spoken_to, self.taken,
            self.taken_before, self.set_before, self.partial, self.tally, self.must, self.owed, self.possible,
            dict(self.found), self.lay, self.unseen, self.dark, self.seen, self.by_rules, self.under_way,
            self.doer,
        )  # fmt: skip

    def may_lack(self) -> bool:
        """Whether anything that was spoken of may not have been found."""
        return (
            any(ref.when is not None for ref in self.refs.values())
            or any(ref.when is not None for ref in self.names.values())
            or any(ref.when is not None for _, ref in self.stand_ins.values())
        )

    def acting(self, seat: Expr) -> Scope:
        """A scope inside this one in which another seat acts, while "you" is still who is spoken to."""
        inner = self.child()
        inner.spoken_to = self.spoken_to or self.you
        inner.you = seat
        return inner

    def join(self, *branches: Scope) -> None:
        """Take over the names that every one of several branches has given."""
        for name, ref in branches[0].names.items():
            if all(branch.names.get(name) == ref for branch in branches[1:]):
                self.names[name] = ref

    def bind(self, name: str, ref: Ref) -> None:
        """Give a thing a name."""
        self.names[name] = ref

    def stand_in(self, node: Node | None, ref: Ref) -> None:
        """Let a node that is in no text mean something."""
        if node is not None:
            self.stand_ins[id(node)] = node, ref

    def make(self, phrase: NounPhrase, of: NounPhrase) -> NounPhrase:
        """Note of which phrase of the text another was made."""
        self.made_of[id(phrase)] = phrase, self.said(of)
        return phrase

    def said(self, phrase: NounPhrase) -> NounPhrase:
        """The phrase of the text of which one was made; itself, if it is one."""
        found = self.made_of.get(id(phrase), (phrase, phrase))[1]
        assert isinstance(found, NounPhrase)
        return found
