"""Verbs that name something of whoever does it: “turn your wheel”, “each player turns their wheel”.

The tree has one verb for both: whose it is, who does it tells. Where “their” is said and you do it, it is somebody
else's, which such a verb does not say: that stays in the tree, and the reader refuses it (RW0621).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from typing import TypeVar, cast

from rulewright.language import nodes as n
from rulewright.language.lexicon import Lexicon
from rulewright.language.lexicon.words import VerbWord, split_pattern
from rulewright.language.parsing.words import Word
from rulewright.language.records import replace

THEIRS = "theirs"
"""What the grammar reads and prints, as an adverb, where others do it; no tree that is handed on has it."""
_N = TypeVar("_N", bound=n.Node)


def whose_is_told(node: _N) -> _N:
    """A tree without “their” where those who do it are others."""
    return node if not any(somebody_elses(node)) else _changed(node, _without)


def somebody_elses(node: n.Node) -> Iterator[n.Perform]:
    """Yield each act of which “their” is said."""
    return (part for part in node.walk() if isinstance(part, n.Perform) and THEIRS in part.adverbs)


class OwnVerbs:
    """The verbs of a lexicon that name something of whoever does it: found once, asked of every text.

    Attributes:
        own: those in whose pattern it stands.
        said: of the others, those of which a form says "your", with these forms.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        words = set(lexicon.core.get("own_in_verbs", {}))
        verbs = lexicon.verbs.values() if words else ()
        self.own = {verb.id for verb in verbs for text in verb.patterns if words & {*split_pattern(text)}}
        self.said = {verb.id: forms for verb in verbs if (forms := [*_forms_with(verb, words)])}

    def yours_of_others(self, node: n.Node, words: Sequence[Word]) -> Iterator[n.Perform]:
        """Yield each act that others do, of which "your" is said, in the verb's pattern or in its form."""
        if not any(isinstance(part, n.Does) for part in node.walk()):
            return
        found: list[n.Perform] = []

        def noted(act: n.Perform) -> n.Perform:
            in_pattern = act.verb in self.own and THEIRS not in act.adverbs
            if in_pattern or act.verb in self.said and _written(act, words, self.said[act.verb]):
                found.append(act)
            return act

        _changed(node, noted)
        yield from found

    def as_theirs(self, node: _N) -> _N:
        """A tree that says "their" where others do what such a verb says."""
        if not self.own or not any(isinstance(part, n.Perform) and part.verb in self.own for part in node.walk()):
            return node

        def said(act: n.Perform) -> n.Perform:
            return replace(act, adverbs=(*act.adverbs, THEIRS)) if act.verb in self.own else act

        return _changed(node, said)


def _forms_with(verb: VerbWord, words: set[str]) -> Iterator[str]:
    """The forms of a verb that say one of some words."""
    texts = (text for forms in verb.forms for several in forms.forms.values() for text in several)
    return (text for text in texts if words & {*text.split()})


def _written(act: n.Perform, words: Sequence[Word], forms: Sequence[str]) -> bool:
    """Whether an act is written with one of some forms."""
    if act.span is None:
        return False
    said = " ".join(word.text.lower() for word in words if word.start >= act.span.start)
    return any(f"{said} ".startswith(f"{form} ") for form in forms)


def _without(act: n.Perform) -> n.Perform:
    return replace(act, adverbs=tuple(word for word in act.adverbs if word != THEIRS))


def _changed(node: _N, change: Callable[[n.Perform], n.Perform], others: bool = False) -> _N:
    """A tree in which the acts of others are changed."""
    if isinstance(node, n.Does):
        others = node.subject != n.Pronoun(word="you")
    changed: dict[str, object] = {}
    for item in fields(node):
        value = getattr(node, item.name)
        new: object = value
        if isinstance(value, n.Node):
            new = _changed(value, change, others)
        elif isinstance(value, tuple) and any(isinstance(one, n.Node) for one in value):
            several = tuple(_changed(one, change, others) if isinstance(one, n.Node) else one for one in value)
            new = value if all(a is b for a, b in zip(several, value, strict=True)) else several
        if new is not value:
            changed[item.name] = new
    told = replace(node, **changed) if changed else node
    return cast(_N, change(told)) if others and isinstance(told, n.Perform) else told
