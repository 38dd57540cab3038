"""What each word of a ruleset's texts refers to, for whoever reads the syntax trees: the result of name resolution.

    resolution = resolve(ruleset)
    resolution.settled(node)        the sentences that ask what each pass of a loop did
    resolution.of(node)             what a pronoun, a phrase or "its" means: a key, the same for all words that mean it

A key is the number of the text (a card's text, a whole block, a definition) and that of the referent in it. Nodes are
known by identity: a ruleset keeps its trees, and no two of its texts share a node.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulewright.language.nodes import Node, Statement
from rulewright.meaning.blocks import Bound
from rulewright.meaning.corpus import bind, bind_more
from rulewright.meaning.model import Known, Meaning, Parts, Referent, Selection, Test, Thing
from rulewright.meaning.rules.picking import referent
from rulewright.problems import Problem
from rulewright.ruleset.blocks import Path, Words
from rulewright.ruleset.model import Ruleset

Key = tuple[int, int]
"""What a word refers to: the number of the text, and that of the referent in the text."""


class Resolution:
    """What the words of one ruleset refer to.

    Args:
        found: its texts, bound.
        others: what the words of its other texts refer to.
    """

    def __init__(self, found: Iterable[Bound], others: Resolution | None = None) -> None:
        self._others = others
        self._bound = {id(bound.words): bound for bound in found}
        self._meant: dict[int, tuple[int, Meaning | Referent]] = {}
        self._slots: dict[tuple[int, str], Key] = {}
        self._settled: dict[int, tuple[Statement, ...]] = {}
        for notes in {id(bound.notes): bound.notes for bound in self._bound.values()}.values():
            self._meant.update((node, (notes.number, thing)) for node, thing in notes.meant.items())
            self._slots.update((slot, (notes.number, to.id)) for slot, to in notes.slots.items())
            self._settled.update(notes.settled)
        self._answers = {id(answer) for answers in self._settled.values() for answer in answers}

    def meant(self, node: Node) -> Meaning | Referent | None:
        """What a word or phrase was bound to; None for what is of no text."""
        found = self._find(node)
        return found[1] if found is not None else None

    def of(self, node: Node) -> Key | None:
        """What a word refers to; None where it refers to nothing, or is of no text."""
        found = self._find(node)
        if found is None:
            return None
        text, thing = found
        to = thing if isinstance(thing, Referent) else referent(thing)
        return (text, to.id) if to is not None else None

    def key(self, node: Node, thing: Meaning) -> Key | None:
        """What a part of the meaning of a node refers to: a holder of what it names, or what it is other than."""
        found, to = self._find(node), referent(thing)
        return (found[0], to.id) if found is not None and to is not None else None

    def is_player(self, node: Node) -> bool:
        """Whether a word means one player, who is not “you”."""
        thing = self.meant(node)
        to = thing if thing is None or isinstance(thing, Referent) else referent(thing)
        return to is not None and to.type == "player" and not to.several and to.introduced != "you"

    def owner(self, key: Key) -> tuple[bool, Thing | None]:
        """Whose something was said to be where it was introduced, and whether it can be anybody's where that is None.

        What a text hears of by itself is of whoever did it: of who has the text, where that names no other player.
        """
        here = [thing for text, thing in self._meant.values() if text == key[0]]
        for thing in here:
            if isinstance(thing, Selection | Parts) and thing.new.id == key[1]:
                whole = thing.of if isinstance(thing, Parts) else thing
                tests = whole.tests if isinstance(whole, Selection) else ()
                owners = (one.args[1] for one in tests if isinstance(one, Test) and one.kind == "owned")
                others = any(isinstance(one, Selection) and one.new.type == "player" for one in here)
                return others or thing.pick != "any", next((one for one in owners if isinstance(one, Thing)), None)
        return self._others.owner(key) if self._others is not None else (False, None)

    def spoken_of(self, tree: Node) -> set[Key]:
        """Everything that a tree refers to, but for “you” and “this card”, which are known everywhere."""
        found = set()
        for node in tree.walk():
            text, thing = self._find(node) or (0, None)
            to = thing if thing is None or isinstance(thing, Referent) else referent(thing)
            if to is not None and to.introduced not in ("you", "this"):
                found.add((text, to.id))
        return found

    def settled(self, loop: Node) -> tuple[Statement, ...]:
        """The sentences after a loop that ask whether what it does was done, and belong to each of its passes."""
        found = self._settled.get(id(loop), ())
        return self._others.settled(loop) if not found and self._others is not None else found

    def settles(self, sentence: Node) -> bool:
        """Whether a sentence belongs to each pass of the loop before it."""
        return id(sentence) in self._answers or (self._others is not None and self._others.settles(sentence))

    def slot(self, act: Node, slot: str) -> Key | None:
        """What stands in a slot that an act leaves open."""
        found = self._slots.get((id(act), slot))
        return self._others.slot(act, slot) if found is None and self._others is not None else found

    def awaits(self, role: str) -> bool:
        """Whether any text speaks of what a deed has handed back in a role."""
        meant = (thing.to for _, thing in self._meant.values() if isinstance(thing, Known))
        here = any(to.introduced == "handed back" and to.noun == role for to in meant)
        return here or (self._others is not None and self._others.awaits(role))

    def tells_apart(self, noun: str) -> bool:
        """Whether any text speaks of several things of a kind behind what brought them, as of dice that were rolled."""
        wholes = (thing.among if isinstance(thing, Selection) else thing for _, thing in self._meant.values())
        here = any(isinstance(thing, Known) and thing.to.several and thing.to.noun == noun for thing in wholes)
        return here or (self._others is not None and self._others.tells_apart(noun))

    def problems(self, words: Words) -> tuple[Problem, ...]:
        """Why a piece of the language has no meaning; empty where it has one."""
        bound = self._text(words)
        return bound.problems if bound is not None else ()

    def names(self, words: Words) -> Mapping[str, Key]:
        """What nouns mean by name where a piece of the language begins: roles, slots, subjects."""
        bound = self._text(words)
        return {name: (bound.notes.number, to.id) for name, to in bound.names.items()} if bound is not None else {}

    def again(self, ruleset: Ruleset, path: Path) -> Resolution:
        """The same after one component, procedure, word or invariant was changed: whatever stands at a path."""
        return Resolution(bind(ruleset, path), self)

    def with_more(self, ruleset: Ruleset, paths: Iterable[Path]) -> Resolution:
        """The same, with the texts of some more components and procedures."""
        return Resolution(bind_more(ruleset, paths), self)

    def _find(self, node: Node) -> tuple[int, Meaning | Referent] | None:
        found = self._meant.get(id(node))
        return self._others._find(node) if found is None and self._others is not None else found

    def _text(self, words: Words) -> Bound | None:
        found = self._bound.get(id(words))
        return self._others._text(words) if found is None and self._others is not None else found


def resolve(ruleset: Ruleset) -> Resolution:
    """What the words of all texts of a ruleset refer to; found out once for all numbers of players."""
    if "resolution" not in ruleset.derived:
        ruleset.derived["resolution"] = Resolution(bind(ruleset))
    known: Resolution = ruleset.derived["resolution"]
    return known
