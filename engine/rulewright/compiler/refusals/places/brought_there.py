"""Cards of another kind that a pack brings to a place: what is wrong with it is told at the pack, and not at the game.

A text of the game may rest on what lies in a zone (“copy another card in your row”, where all cards are of one kind).
Where a part of a pack brings cards of another kind there, that text is refused; what is at fault is the newer file.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.meaning.binder import Binder
from rulewright.meaning.blocks import Blocks
from rulewright.meaning.corpus import bind_with
from rulewright.meaning.vocabulary import Vocabulary
from rulewright.problems import Place, Problem, problem
from rulewright.ruleset.blocks import Words, walk
from rulewright.ruleset.model import Component, Ruleset
from rulewright.ruleset.where_cards_lie import Where, kinds_by_zone

OF_A_KIND = ("RW0649", "RW0650")
"""What is told of a thing that can be of another kind than a verb is done to."""


def told_of_packs(ruleset: Ruleset, problems: list[Problem]) -> list[Problem]:
    """The problems, where a pack is at fault told at the pack: one for each of its parts, and not one for each text."""
    ours = {id(document) for pack in ruleset.packs for _, document in pack.documents}
    doubtful = [one for one in problems if one.code in OF_A_KIND] if ours else []
    texts = {id(one): words for one in doubtful for words in _of_the_game(ruleset, ours) if _is_of(ruleset, one, words)}
    if not texts:
        return problems
    told: list[Problem] = []
    settled: set[int] = set()
    for part in _of_packs(ruleset, ours):
        without = Where(ruleset, without=part)
        mended = [one for one in doubtful if id(one) in texts and _binds(ruleset, without, texts[id(one)])]
        strange = _brought(ruleset, without)
        if mended and strange is not None:
            kind, zone = (name.replace("_", " ") for name in strange)
            text = texts[id(mended[0])]
            said = " ".join(text.text[mended[0].offset : mended[0].end].split())
            where = f"{mended[0].place.file}:{mended[0].place.line}"
            told.append(problem("RW0928", place=_place(ruleset, part), found=kind, zone=zone, said=said, where=where))
            settled |= set(map(id, mended))
    return [*told, *(one for one in problems if id(one) not in settled)]


def _of_packs(ruleset: Ruleset, ours: set[int]) -> Iterator[object]:
    """The parts of a ruleset that a pack has brought, or whose text it has changed."""
    for section in (ruleset.components, ruleset.procedures, *ruleset.words.values()):
        for part in section.values():
            paths = [words.path for words in walk(part) if isinstance(words, Words)]
            paths += [("components", part.id)] if isinstance(part, Component) else []
            if any(id(ruleset.content.document(path)) in ours for path in paths):
                yield part


def _of_the_game(ruleset: Ruleset, ours: set[int]) -> Iterator[Words]:
    return (words for words in ruleset.all_words if id(ruleset.content.document(words.path)) not in ours)


def _is_of(ruleset: Ruleset, one: Problem, words: Words) -> bool:
    """Whether a problem is one of a text."""
    return ruleset.text_place(words, one.offset, one.end or None) == one.place


def _binds(ruleset: Ruleset, where: Where, words: Words) -> bool:
    """Whether a text can be bound where cards come to lie so."""
    vocabulary = Vocabulary(ruleset)
    vocabulary.lying_in = where.kinds_in
    blocks = Blocks(Binder(vocabulary))
    bind_with(blocks, ruleset, words.path)
    return not any(one.code in OF_A_KIND for bound in blocks.found for one in bound.problems)


def _brought(ruleset: Ruleset, without: Where) -> tuple[str, str] | None:
    """A kind of card that comes to a zone only by what is left out, and that zone."""
    for zone, kinds in kinds_by_zone(ruleset).items():
        more = sorted(kinds - without.kinds.get(zone, frozenset()))
        if more:
            return more[0], zone or "zone"
    return None


def _place(ruleset: Ruleset, part: object) -> Place:
    words = next((words for words in walk(part) if isinstance(words, Words)), None)
    if words is not None:
        return ruleset.text_place(words, 0, len(words.text))
    return ruleset.place(("components", part.id)) if isinstance(part, Component) else Place()
