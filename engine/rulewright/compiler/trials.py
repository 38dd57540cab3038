"""Whether a text would compile where it would stand: on a card of a kind, or in the place of words that are there.

A trial is the ruleset with the text in it, compiled as `check` compiles it; what is wrong with the ruleset without the
text is not the text's fault. Several texts can be tried in one go, each on a card of its own.
"""

from __future__ import annotations

import copy
import pickle
import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from rulewright import cache
from rulewright.compiler.builder import Builder
from rulewright.compiler.layout.shape import Shape, shape
from rulewright.compiler.refusals.unsupported import keep_supported
from rulewright.compiler.scope import MeaningError
from rulewright.compiler.times import TIMES
from rulewright.garbage import no_garbage
from rulewright.language import nodes as n
from rulewright.meaning.resolution import resolve
from rulewright.meaning.vocabulary import basis
from rulewright.problems import Problem, RulewrightError, mistake
from rulewright.ruleset.blocks import Block, Path, Say, Step, Words, WordsKind
from rulewright.ruleset.building.building import build_ruleset
from rulewright.ruleset.files.document import Document
from rulewright.ruleset.lint import about_texts, lint
from rulewright.ruleset.model import Component, Procedure, Ruleset

SHEET = "text"
"""The file that a tried text is said to stand in."""
_ID = "tried_{}"
_KIND = "faults"
_AS_A_NAME = 70
"""So many letters of a text are its card's name."""
WAITED = ("start_of_turn", "end_of_turn", "start_of_round", "end_of_round", "end_of_game")


@dataclass(frozen=True)
class Tried:
    """A text to try, on a card of a kind or (without one) as a step of a rule."""

    text: str
    tree: n.Node
    kind: str = ""


class _Sheet(Document):
    """A text that stands in no file."""

    def __init__(self, text: str, name: str) -> None:
        super().__init__(name, text, text, (0, len(text), "", None))

    def text_span(self, path: Sequence[str | int], offset: int, end: int | None = None) -> tuple[int, int]:
        return offset, end or offset + 1


def homes(ruleset: Ruleset, tree: n.Node) -> list[str]:
    """The kinds of card that a text may be meant for, the likeliest first.

    What stands under headings is meant for the kinds on whose cards they stand, if there are any: elsewhere nothing may
    ever carry it out, and nothing would be wrong with it.
    """
    default = ruleset.default_heading
    wanted = _headings(tree, default)
    fitting: Counter[str] = Counter()
    with_text: Counter[str] = Counter()
    for component in ruleset.components.values():
        if component.text is not None and not component.later:
            with_text[component.kind] += 1
            own = component.text.tree
            if own is not None and wanted <= _headings(own, default):
                fitting[component.kind] += 1
    if fitting and wanted - {default}:
        return [kind for kind, _ in fitting.most_common()]
    every = Counter(component.kind for component in ruleset.components.values())
    ranked = [kind for counter in (fitting, with_text, every) for kind, _ in counter.most_common()]
    return list(dict.fromkeys(ranked))


def waits(tree: n.Node) -> bool:
    """Whether a text waits for something or holds all the time, so that nobody uses it."""
    first = next(iter(getattr(tree, "sentences", ())), tree)
    if isinstance(first, n.Timed):
        return first.time in WAITED or (first.time in TIMES and waits(first.then))
    if isinstance(first, n.Does):
        return first.modal == "cannot"
    return isinstance(first, n.Trigger | n.While | n.Is | n.Instead)


def headings_of(ruleset: Ruleset, kind: str, holding: bool = False) -> list[str]:
    """The headings under which cards of a kind say what they do when they are used, the most frequent first.

    holding: under which they say what holds, or waits, while a card lies where it does.
    """
    entries: Mapping[str, Any] = ruleset.lexicon.get("headings") or {}
    found: Counter[str] = Counter()
    for component in ruleset.components.values():
        if component.kind == kind and component.text is not None and not component.later:
            found.update(_headings(component.text.tree, "") if component.text.tree is not None else ())
    return [name for name, _ in found.most_common() if name in entries and bool(entries[name].get("active")) == holding]


def _headings(tree: n.Node, default: str) -> set[str]:
    found = {node.heading for node in tree.walk() if isinstance(node, n.Ability)}
    return found | ({default} if isinstance(tree, n.Text) and tree.sentences else set())


NOT_YET = ("RW0518", "RW0520")
"""A text waits for what nothing does, or is about what there is none of: that may be still to be written."""


class Trials:
    """Tries texts in one ruleset.

    Args:
        players: the numbers of players that a text is compiled for; by default each that the game has.
        linted: whether what `check` finds beside what can be compiled counts as well.
        alone: whether the game's own cards say nothing meanwhile. That is quicker, and tells nearly always the same.
        parted: how often texts of which one must be wrong are parted, at most, to find out which; then all are.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        players: Iterable[int] | None = None,
        linted: bool = True,
        alone: bool = False,
        parted: int | None = None,
    ) -> None:
        self.ruleset = _without_texts(ruleset) if alone else ruleset
        self.players = tuple(players) if players is not None else ruleset.players
        self.linted, self.alone, self.parted = linted, alone, parted
        self._parts = 0
        self.options = {option.id: option.default for option in ruleset.options.values()}
        self._known: dict[bool, set[Problem]] = {}

    def tried(self, texts: Sequence[Tried]) -> list[list[Problem]]:
        """What is wrong with each of some texts, each on a further card or in a further rule; its place is in `SHEET`.

        Those of one text are in the order of its words.
        """
        self._parts = 0
        return self._tried(texts)

    def _tried(self, texts: Sequence[Tried]) -> list[list[Problem]]:
        if not texts:
            return []
        found = self._wrong(self._with(texts), whole=False)
        names = {_ID.format(number): number for number in range(len(texts))}
        if any(problem.place.file not in names for problem in found):
            found = self._unknown(found, whole=False)
        own: list[list[Problem]] = [[] for _ in texts]
        strange = []
        for problem in found:
            number = names.get(problem.place.file)
            if number is None:
                strange.append(problem)
            else:
                own[number].append(problem.at(replace(problem.place, file=SHEET)))
        for number, tried in enumerate(texts):
            if not own[number]:
                own[number] = self._unbound(tried)
        if strange:  # which of the texts they are about is not told: likely one in which something else is wrong, too
            clean = [number for number in range(len(texts)) if not own[number]]
            again = self._singled_out([texts[number] for number in clean], strange, all_of=len(clean) == len(texts))
            for number, problems in zip(clean, again, strict=True):
                own[number] = problems
        return [sorted(problems, key=lambda problem: problem.offset) for problems in own]

    def findings(self, texts: Sequence[Tried]) -> list[list[Problem]]:
        """What `check` finds in each of some texts, beside what cannot be compiled; nothing about all of the rules."""
        own: list[list[Problem]] = [[] for _ in texts]
        names = {_ID.format(number): problems for number, problems in enumerate(own)}
        for problem in about_texts(self._with(texts)) if texts else ():
            if problem.place.file in names:
                names[problem.place.file].append(problem.at(replace(problem.place, file=SHEET)))
        return own

    def _singled_out(self, texts: list[Tried], strange: list[Problem], all_of: bool) -> list[list[Problem]]:
        if not all_of:
            return self._tried(texts)
        if len(texts) == 1 or self._parts == self.parted:
            return [strange for _ in texts]
        self._parts += 1
        half = len(texts) // 2
        return self._tried(texts[:half]) + self._tried(texts[half:])

    def _unbound(self, tried: Tried) -> list[Problem]:
        """What the rules of interpretation refuse in the text of a card; the compiler asks them about steps itself."""
        if not tried.kind:
            return []
        from rulewright.meaning import bind_text  # many classes, which are not needed to compile what was bound

        try:
            bind_text(self.ruleset, tried.tree, tried.kind)
        except RulewrightError as error:
            sheet = _Sheet(tried.text, SHEET)
            return [problem.at(sheet.text_place((), problem.offset, problem.end or None)) for problem in error.problems]
        return []

    def of_what_it_uses(self, text: Tried) -> list[Problem]:
        """What is wrong with the words of the game that a text uses, where other texts use them, too.

        It is wrong with the game without the text, so `tried` does not tell of it; yet the text cannot be carried out.
        """
        if not self._known.get(False):
            return []
        alone = Trials(self.ruleset, self.players, linted=False, alone=True)
        return [found for found in alone.tried([text])[0] if found.place.file != SHEET]

    @property
    def at_fault(self) -> list[Problem]:
        """What is wrong with the ruleset by itself, as far as trials have come upon it."""
        return sorted(self._known.get(False, ()), key=lambda found: (found.place.file, found.place.line, found.code))

    def in_place(self, given: Mapping[Path, tuple[str, n.Node]]) -> list[Problem]:
        """What is wrong with the ruleset where words at some paths are others, beside what is wrong with it now."""
        content = copy.copy(self.ruleset.content)
        content.sources = dict(content.sources)
        known = {words.path: words for words in self.ruleset.all_words}
        for path, (text, _) in given.items():
            content.sources[path] = (_Sheet(text, self.ruleset.place(path).file), ())

        def read(text: str, kind: WordsKind, path: Path) -> n.Node | None:
            return given[path][1] if path in given else known[path].tree if path in known else None

        own = self.ruleset
        return self._new(build_ruleset(content, own.folder, own.scenarios, own._languages, read))

    def _with(self, texts: Sequence[Tried]) -> Ruleset:
        content = copy.copy(self.ruleset.content)
        content.sources = dict(content.sources)
        components, procedures = dict(self.ruleset.components), dict(self.ruleset.procedures)
        order = dict(self.ruleset.procedure_order)
        for number, given in enumerate(texts):
            tried = replace(given, tree=given.tree.copy())  # what is known of a node is known of the node itself
            name = _ID.format(number)
            section = "components" if tried.kind else "procedures"
            content.sources[(section, name)] = (_Sheet(tried.text, name), ())
            if tried.kind:
                components[name] = self._card(name, tried)
            else:
                procedures[name] = _rule(name, tried)
                order[name] = name
        more = replace(
            self.ruleset, components=MappingProxyType(components), procedures=MappingProxyType(procedures),
            procedure_order=MappingProxyType(order), content=content,
        )  # fmt: skip
        paths = [("components" if given.kind else "procedures", _ID.format(n)) for n, given in enumerate(texts)]
        more.derived["resolution"] = resolve(self.ruleset).with_more(more, paths)
        more.derived["supported"] = self.ruleset.derived.setdefault("supported", {})
        return more

    def _card(self, name: str, card: Tried) -> Component:
        """A further card of a kind, like one that is there; in no zone, so that it is in no game's way."""
        like = next((c for c in self.ruleset.components.values() if c.kind == card.kind and not c.later), None)
        return Component(
            id=name, kind=card.kind, name=_short(card.text), attributes=like.attributes if like else {}, copies={0: 1},
            per_player=bool(like and like.per_player), start=like.start if like else None, holds={},
            text=Words(card.text, "text", ("components", name, "text"), lambda text, kind, path: card.tree),
            rules=(), provenance="unknown", later=False,
        )  # fmt: skip

    def _new(self, ruleset: Ruleset, whole: bool = True) -> list[Problem]:
        return self._unknown(self._wrong(ruleset, whole), whole)

    def _unknown(self, found: list[Problem], whole: bool) -> list[Problem]:
        """Those of some problems that the ruleset has not by itself."""
        if found and whole not in self._known:
            self._known[whole] = self._of_itself(whole)
        return [problem for problem in found if problem not in self._known[whole]]

    def _of_itself(self, whole: bool) -> set[Problem]:
        """What is wrong with the ruleset by itself, found out once for its files as they are."""
        documents = {id(source[0]): source[0] for source in self.ruleset.content.sources.values()}
        written = sorted(f"{one.file}\0{one.text}" for one in documents.values())
        how = repr((self.players, self.linted, self.alone, whole, sorted(self.options.items())))
        name = cache.name_of("faults", self.ruleset.hash, how, *written)
        known: set[Problem] | None = cache.revived(_KIND, name, pickle.loads)
        if known is None:
            known = set(self._wrong(self.ruleset, whole))
            cache.store(_KIND, name, pickle.dumps(known, protocol=5))
        return known

    def _wrong(self, ruleset: Ruleset, whole: bool) -> list[Problem]:
        """What is wrong with a ruleset. whole: whether every text of it is bound, even those that nothing compiles."""
        by_players = compiled(ruleset, self.players if ruleset.procedure_order else (), self.options)
        problems = [problem for problems in by_players.values() for problem in problems]
        if ruleset.procedure_order and whole:
            problems += not_understood(ruleset, problems)
        found = lint(ruleset) if self.linted else []
        return list(dict.fromkeys([*problems, *(one for one in found if one.code not in NOT_YET)]))


def _short(text: str) -> str:
    """A text as other problems name it: a card that is only tried has no name."""
    return textwrap.shorten(text, _AS_A_NAME, placeholder=" …")


def _without_texts(ruleset: Ruleset) -> Ruleset:
    """The same ruleset with cards that say nothing."""
    silent = {name: replace(component, text=None) for name, component in ruleset.components.items()}
    bare = replace(ruleset, components=MappingProxyType(silent))
    bare.derived["resolution"] = resolve(ruleset)
    return bare


def _rule(name: str, tried: Tried) -> Procedure:
    path = ("procedures", name, "do", 0)
    tree = tried.tree
    if isinstance(tree, n.Text) and len(tree.sentences) == 1 and not tree.abilities:
        tree = tree.sentences[0]
    words = Words(tried.text, "sentence", path, lambda text, kind, path: tree)
    return Procedure(name, name, None, (), None, Block((Step(Say(words), path),)), None, ())


def compiled(ruleset: Ruleset, players: Iterable[int], options: Mapping[str, Any]) -> dict[int, list[Problem]]:
    """What parses but cannot be run, by number of players.

    A number of players whose layout has the shape of one that was compiled is not compiled once more: the same is wrong
    with it. Nor is one that is covered by another with which nothing is wrong.
    """
    found: dict[int, list[Problem]] = {number: [] for number in players}
    builders: list[tuple[int, Shape, Builder]] = []
    for number in found:
        try:
            with no_garbage():
                builder = Builder(ruleset, number, options, checked=True)
                builders.append((number, shape(ruleset, builder.services.layout), builder))
        except MeaningError as error:
            found[number] = list(error.problems)
        except Exception as error:
            found[number] = [mistake(error)]
    by_shape: dict[Shape, list[Problem]] = {}
    for number, form, builder in sorted(builders, key=lambda one: -len(one[1].cards)):
        if form not in by_shape:
            right = any(not wrong and other.covers(form) for other, wrong in by_shape.items())
            by_shape[form] = [] if right else _wrong_in(builder)
        found[number] = list(by_shape[form])
    return found


def keep_supported_after_an_edit(ruleset: Ruleset, before: Ruleset) -> None:
    """Check no tree again that was supported in the ruleset before, where only texts of cards are others."""
    if ruleset.words is before.words and _only_texts_of_cards_differ(ruleset, before):
        keep_supported(ruleset, before)


def _only_texts_of_cards_differ(ruleset: Ruleset, before: Ruleset) -> bool:
    """Whether two rulesets say the same but for texts of cards, and these put cards into the same zones."""

    def rest(of: Ruleset) -> dict[str, Any]:
        silent = {
            name: {key: value for key, value in entry.items() if key != "text"}
            for name, entry in of.content.data["components"].items()
        }
        return {**of.content.data, "components": silent}

    return basis(ruleset) == basis(before) and rest(ruleset) == rest(before)


def _wrong_in(builder: Builder) -> list[Problem]:
    """What a builder refuses."""
    try:
        with no_garbage():
            builder.build(unasked=True)  # its code is not needed to know
    except MeaningError as error:
        return list(error.problems)
    except Exception as error:
        return [mistake(error)]
    return []


def not_understood(ruleset: Ruleset, known: Iterable[Problem]) -> list[Problem]:
    """What the rules of interpretation refuse, where nothing that is known already is wrong on the same line."""
    from rulewright.meaning.refused import refused  # many classes, which a ruleset that is unchanged need not make

    told = {(problem.place.file, problem.place.line) for problem in known}
    return [problem for problem in refused(ruleset) if (problem.place.file, problem.place.line) not in told]
