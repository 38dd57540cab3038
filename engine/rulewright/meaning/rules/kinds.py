"""Of which kinds a thing can be: by its words, by where it lies, and by what a condition has told of it (R4)."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.meaning import model as m
from rulewright.meaning.binder import Binder
from rulewright.meaning.scope import Box

ONE_OF_A_KIND = ("card", "space", "border", "region")  # types of which things are of a kind; pieces lie in kinds


def kinds_said(test: m.Meaning) -> tuple[str, ...]:
    """The kinds of which a test says that something is one: a spell, a spell or a beast; none where it says another."""
    if not isinstance(test, m.Test) or test.kind != "is" or not isinstance(test.args[1], m.Selection):
        return ()
    return tuple(kind.noun for kind in test.args[1].kinds)


def narrow(box: Box, test: m.Meaning, so: bool = True) -> None:
    """From here on what a condition tells of things' kinds is known; so: whether it holds here, or does not."""
    match test:
        case m.Not(test=inner):
            narrow(box, inner, not so)
        case m.AllOf(tests=tests) if so:
            for one in tests:
                narrow(box, one)
        case m.AnyOf(tests=tests) if not so:
            for one in tests:
                narrow(box, one, so)
        case m.Test(kind="is", args=(m.Known(to=to), _)) if so and (kinds := kinds_said(test)):
            box.narrowed[to.id] = kinds
        case m.Test(kind="is", args=(m.Parts(of=m.Known() as of, many=many), _)) if so and asks_of_all(box, of, many):
            if kinds := kinds_said(test):
                box.narrowed[of.to.id] = kinds


def asks_of_all(box: Box, of: m.Known, many: m.Many) -> bool:
    """R20: whether what is so of so many of some things is so of all: "2 of them", of two that were looked at."""
    if many.kind in ("each", "all"):
        return True
    found = box.notes.picked.get(of.to.id, (None, ()))[0]
    if many.kind not in ("count", "exactly", "at_least") or not many.low or not isinstance(found, m.Selection):
        return False
    most = found.many.low if found.many.kind in ("count", "exactly") else found.many.high
    return most is not None and 1 < most <= many.low


def of_another_kind(b: Binder, thing: m.Meaning, kind: str, box: Box) -> str:
    """A kind of which a thing can be without being of the one that is asked for; "" where there is none."""
    if b.words.type_of(kind) not in ONE_OF_A_KIND:
        return ""
    others = ""
    for kinds in _told(b, thing, box, box.origin):
        other = next((noun for noun in kinds if not b.words.always(noun, kind)), "")
        if not other:
            return ""
        others = others or other
    return others


def _told(b: Binder, thing: m.Meaning, box: Box, origin: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The kinds of which a thing is one, once for each way in which that is known."""
    match thing:
        case m.Known(to=to):
            yield box.narrowed.get(to.id, (to.noun,))
            if to.id in box.notes.picked:
                found, zones = box.notes.picked[to.id]
                yield from _told(b, found, box, zones)
        case m.Selection(kinds=kinds, tests=tests):
            yield tuple(kind.noun for kind in kinds)
            for test in tests:
                yield from _asked(b, test)
            yield from _lying(b, origin)
        case m.Parts(of=of) | m.Rest(of=of):
            yield from _told(b, of, box, origin)
        case m.Several(items=items):
            yield tuple(noun for item in items for noun in next(_told(b, item, box, origin), ()))
        case m.Attribute(noun=noun, new=new) if new.type == "zone":  # the cards in it are told by where they lie
            yield from _lying(b, (noun,))
        case m.Attribute(noun=noun):
            yield (noun,)


def _asked(b: Binder, test: m.Meaning) -> Iterator[tuple[str, ...]]:
    """The kinds that a test leaves: those of which it says that it is one, can be said at all, or lie there."""
    if not isinstance(test, m.Test):
        return
    told = kinds_said(test)
    if test.kind == "adjective" and test.word in b.lexicon.adjectives:
        told = tuple(b.lexicon.adjectives[test.word].of)
    elif test.kind == "compare":
        told = tuple(
            kind for part in test.args[0].walk() if isinstance(part, m.Attribute) for kind in b.words.of(part.noun)
        )
    if told:
        yield told
    if test.kind in ("at", "of") and isinstance(test.args[1], m.Attribute) and test.args[1].new.type == "zone":
        yield from _lying(b, (test.args[1].noun,))


def _lying(b: Binder, zones: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The kinds of the cards that can come to lie in zones, where that is known."""
    found = b.words.lying_in(zones)
    if found:
        yield tuple(sorted(found))
