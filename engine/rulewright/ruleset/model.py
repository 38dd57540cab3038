"""The Ruleset: everything that the files of a game say, read, checked and immutable.

Parts are frozen dataclasses; mappings keep the order of the files. Every part has a path, such as
`("components", "spell", "text")`, and `Ruleset.place` tells for every path the file, line and column it came from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from rulewright.language import records
from rulewright.language.nodes import Node, NounPhrase, Relative, Timed
from rulewright.language.trees.past import is_past
from rulewright.problems import LexiconError, Place, Problem, RulewrightError, problem
from rulewright.resources import data_dir
from rulewright.ruleset.blocks import Block, Condition, Kept, Offer, Path, Words, walk
from rulewright.ruleset.files.content import Content
from rulewright.ruleset.files.discovery import rule_numbers
from rulewright.ruleset.game_map import GameMap
from rulewright.ruleset.spoken import language_of

if TYPE_CHECKING:  # imported below where they are needed: they take longer than reading a ruleset
    from rulewright.language.language import Language
    from rulewright.language.lexicon import Lexicon
    from rulewright.ruleset.packs.selection import Pack

# The keys of an entry that are no attributes.
COMPONENT_KEYS = frozenset(
    ("id", "kind", "name", "copies", "per player", "start", "holds", "text", "rules", "provenance", "later")
)
SPACE_KEYS = frozenset(("id", "kind", "name", "provenance"))
BORDER_KEYS = frozenset(("id", "kind", "between", "provenance"))
REGION_KEYS = frozenset(("id", "kind", "name", "spaces", "provenance"))


@records.dataclass(frozen=True, slots=True)
class Component(Kept):
    """A card, tile or track.

    Attributes:
        copies: how many there are (of each player, if `per_player`), by number of players; 0 is for any number.
        start: id of the zone it starts in.
        holds: pieces put on it when it is filled: by piece id, then by number of players.
        rules: numbers of rules.md.
        later: its text is read but cannot be run yet, so it is not in the game.
    """

    id: str
    kind: str
    name: str
    attributes: Mapping[str, Any]
    copies: Mapping[int, int]
    per_player: bool
    start: str | None
    holds: Mapping[str, Mapping[int, int]]
    text: Words | None
    rules: tuple[str, ...]
    provenance: str
    later: bool


@records.dataclass(frozen=True, slots=True)
class Procedure(Kept):
    """A rule that runs: steps, or a text that always holds.

    Attributes:
        heading: with it, the procedure is offered like an ability.
        limits: ids of times, such as `once_per_turn`; None: those of its heading.
    """

    id: str
    title: str
    heading: str | None
    limits: tuple[str, ...] | None
    condition: Condition | None
    do: Block
    text: Words | None
    rules: tuple[str, ...]


@records.dataclass(frozen=True, slots=True)
class Invariant(Kept):
    """What always holds, so that playing tests the rules; nothing looks at it unless that is asked for.

    Attributes:
        says: what holds: in every position, or where there is an event just after it (or before it, if `before`).
            None: the event does not happen.
        event: what is done.
        each: things, for each of which it holds.
        condition: it is tested only while this holds.
        set_up: whether positions of the set-up are looked at, too.
    """

    id: str
    says: Condition | None
    event: Words | None
    before: bool
    each: Words | None
    condition: Condition | None
    set_up: bool
    rules: tuple[str, ...]


@records.dataclass(frozen=True, slots=True)
class Addend:
    """One part of a number that is a sum; counted while its condition holds."""

    amount: Words
    condition: Condition | None


@records.dataclass(frozen=True, slots=True)
class Word(Kept):
    """An entry of the lexicon, with whatever of it is written in the language.

    Attributes:
        section: `nouns`, `adjectives`, `relations`, `verbs`, `headings` or `times`.
        data: the entry as it stands in the file.
        means: a condition, or for a number an amount.
        total: the parts of a number written as `sum`.
        highest, lowest, count, among: a number written as `highest: amount` or `lowest: amount` `among: phrase`, or as
            `count: phrase`; condition: `if` of these; groups: as `groups: phrase` `by: relation`.
        within: the condition of a relation written as `closure`.
        through: of a relation, the spaces that its chains go through; direction: in which it leads;
            joins: when a border makes its ends neighbours.
        start: a number written as `steps: relation` `from: phrase`, the phrase.
        order: of an adjective such as “cheapest”, what decides between things: (`highest` or `lowest`, amount) …
        tile, place, turned: of a relation or number that speaks of the spaces under a tile: which tile, at which space
            (of a number), turned how often.
        distance: a number written as `distance: {from:, to:}`; least, most: the limits of a kept number, or how many
            steps a relation goes through.
        deeds: what doing a verb of the core to one of these does, by verb.
        do: what a verb does; also what a heading's `cost`, `after` and `otherwise` say.
        sources: of a heading, what using it from a zone costs, by zone id.
    """

    section: str
    id: str
    type: str
    data: Mapping[str, Any]
    means: Condition | None = None
    total: tuple[Addend, ...] = ()
    highest: Words | None = None
    lowest: Words | None = None
    count: Words | None = None
    groups: Words | None = None
    among: Words | None = None
    condition: Condition | None = None
    within: Condition | None = None
    through: Words | None = None
    direction: Words | None = None
    tile: Words | None = None
    place: Words | None = None
    turned: Words | None = None
    joins: Condition | None = None
    distance: tuple[Words, Words] | None = None
    start: Words | None = None
    order: tuple[tuple[str, Words], ...] = ()
    least: Words | None = None
    most: Words | None = None
    deeds: Mapping[str, Block] = field(default_factory=dict)
    do: Block | None = None
    cost: Block = Block()
    after: Block = Block()
    otherwise: Block | None = None
    sources: Mapping[str, Block] = field(default_factory=dict)

    @property
    def about(self) -> str:
        """What “it” is where the word is defined: a thing of the kind that the word is, or is of; "" for none."""
        kinds = self.data.get("is") or self.data.get("of") or ()
        return next((str(kind) for kind in ((kinds,) if isinstance(kinds, str) else kinds) if kind != "player"), "")


@records.dataclass(frozen=True, slots=True)
class Option:
    """A variant that players may set when a game starts. A number lies between `minimum` and `maximum`."""

    id: str
    type: str
    title: str
    default: bool | int | str
    values: tuple[int | str, ...]
    minimum: int
    maximum: int
    rule: str

    def allows(self, value: object) -> bool:
        """Whether it can have a value."""
        if self.type == "boolean":
            return isinstance(value, bool)
        if self.type == "number":
            return type(value) is int and self.minimum <= value <= self.maximum
        return value in self.values


@records.dataclass(frozen=True, slots=True)
class Ruling:
    """A question that the printed rules leave open, and how this ruleset decides it."""

    rule: str
    decision: str
    where: str


@dataclass(frozen=True)
class Ruleset:
    """A game as data, read from its files, checked and immutable.

    >>> from rulewright.ruleset.loader import load_ruleset
    >>> ruleset = load_ruleset("tic_tac_toe")
    >>> ruleset.title, list(ruleset.players), ruleset.languages
    ('Tic-tac-toe', [2], ('en', 'de', 'es', 'fr', 'hu'))
    >>> tree = ruleset.parse("Put a mark from the box onto an empty space.")
    >>> ruleset.print(tree)
    'Put a mark from the box onto an empty space.'

    Attributes:
        folder: where its files lie.
        players: the numbers of seats it can be played with; `people`: of people, who do not sit at every seat.
        procedure_order: ids of the procedures that run, in this order.
        turn: the verb that is one turn (limits such as `once per turn` begin anew with it), or "".
        round: the verb that is one round, likewise, or "". turn_order: clockwise, counterclockwise, or the kept number
            of a player that tells its place in it.
        first_player: the role that names the seat turn order begins with, or "".
        out_of_game: the zone of what has left the game, or "".
        zones: which zone the core's verbs mean when a sentence names none: by verb, then `from` or `to`.
        result: the number that ranks the players, which value wins, and what decides ties.
        words: the lexicon, by section and id; `lexicon` is the raw mapping of it.
        hash: SHA-256 of everything that has a meaning (comments, layout and translations have none).
        derived: what was worked out of it, by name, so that it need not be worked out again.
    """

    id: str
    title: str
    version: str
    folder: FilePath
    players: tuple[int, ...]
    procedure_order: Mapping[str, str]
    turn_order: str
    turn: str
    round: str
    first_player: str
    out_of_game: str
    result: Mapping[str, Any]
    zones: Mapping[str, Mapping[str, Any]]
    options: Mapping[str, Option]
    rulings: tuple[Ruling, ...]
    lexicon: Mapping[str, Any]
    words: Mapping[str, Mapping[str, Word]]
    components: Mapping[str, Component]
    map: GameMap
    procedures: Mapping[str, Procedure]
    always: Mapping[str, Invariant]
    languages: tuple[str, ...]
    scenarios: tuple[FilePath, ...]
    content: Content = field(repr=False)
    hash: str
    _languages: dict[str, Language] = field(repr=False, compare=False)
    derived: dict[str, Any] = field(init=False, repr=False, compare=False, default_factory=dict)

    def language(self, lang: str = "en") -> Language:
        """Return the parser and printer of a language, made when it is first asked for.

        Raises:
            RulewrightError: the ruleset or the engine does not speak it, or its words are not right.
        """
        if lang not in self._languages:
            if lang not in self.languages:
                raise RulewrightError(problem("RW0246", found=lang, title=self.title, expected=self.languages))
            forms = self.content.data["locale"].get(lang, {}).get("lexicon", {})
            try:
                self._languages[lang] = language_of(self.content.data["lexicon"], lang, forms, self._english_words())
            except LexiconError as error:
                raise LexiconError(*(self._in_lexicon(item, lang) for item in error.problems)) from None
        return self._languages[lang]

    def _english_words(self) -> Lexicon | None:
        """The English lexicon, if it has been made and lacks nothing: other languages need not make it again."""
        english = self._languages.get("en")
        return english.lexicon if english and not english.lexicon.missing else None

    def _in_lexicon(self, item: Problem, lang: str) -> Problem:
        """A problem with the words of a language, at the word that it names or at the start of the file."""
        if item.place.file:
            return item
        around: Path = ("locale", lang, "lexicon")
        words_told = [word for word in item.words.values() if isinstance(word, str)]  # others are lists of them
        named = {item.found, item.found.rpartition(" ")[2], *words_told}
        for section, words in self.content.data["locale"].get(lang, {}).get("lexicon", {}).items():
            for name in words:
                if name in named:
                    return item.at(self.content.key_place((*around, section, name)))
        if item.code in ("RW0504", "RW0505"):  # two words of the language itself
            core = data_dir("grammar") / f"words.{lang}.yaml"
            word = re.compile(rf"\s+(?:{'|'.join(map(re.escape, words_told))}):")
            lines = enumerate(core.read_text(encoding="utf-8").splitlines(), 1)
            told = (number for number, line in lines if word.match(line))
            return item.at(Place(str(core), next(told, 1), 1))
        files = [source[0] for path, source in self.content.sources.items() if path[:3] == around]
        return item.at(files[0].place() if files else Place())

    @property
    def default_heading(self) -> str:
        """The heading of sentences that stand under none, or ""."""
        return next((name for name, word in self.words["headings"].items() if word.data.get("default")), "")

    def limits_of(self, procedure: Procedure) -> tuple[str, ...]:
        """How often a procedure may be used: as it says itself, else as its heading says."""
        heading = self.words["headings"].get(procedure.heading or "")
        if procedure.limits is not None or heading is None:
            return procedure.limits or ()
        limit = heading.data.get("limit", ())
        return (limit,) if isinstance(limit, str) else tuple(limit)

    @property
    def unattended(self) -> str | None:
        """The noun of the seat at which nobody sits because the rules play it; None where people sit at all seats."""
        nouns = self.lexicon.get("nouns", {})
        return next((name for name, entry in nouns.items() if entry.get("asks")), None)

    @property
    def people(self) -> tuple[int, ...]:
        """The numbers of people it can be played by."""
        absent = int(self.unattended is not None)
        return tuple(seats - absent for seats in self.players if seats > absent)

    @property
    def packs(self) -> tuple[Pack, ...]:
        """The packs that it was loaded with, in the order in which they have changed it."""
        return self.content.order.packs if self.content.order else ()

    def check_packs(self, recorded: Sequence[Mapping[str, str]]) -> None:
        """Compare the packs with those that a journal or a save names.

        Raises:
            RulewrightError: RW0930, with every difference.
        """
        if recorded or self.packs:
            from rulewright.ruleset.packs.selection import differences

            found = differences(recorded, self.packs)
            if found:
                raise RulewrightError(problem("RW0930", game=self.title, found="; ".join(found)))

    def has_file(self, name: str) -> bool:
        """Whether a file or folder is there, in its own folder or in a pack."""
        inside = (file.inside for pack in self.packs for file in pack.files)
        return (self.folder / name).exists() or any(f"{file}/".startswith(f"{name}/") for file in inside)

    def rule_numbers(self) -> list[str] | None:
        """The numbers of the rules that its rules.md tells, and those of its packs; None where there is none."""
        own = rule_numbers(self.folder)
        more = [number for pack in self.packs for number in pack.rule_numbers]
        return [*(own or ()), *more] if own is not None or more else None

    def parse(self, text: str, lang: str = "en", kind: str = "text") -> Node:
        """Return the tree of a text; see `Language.parse`."""
        return self.language(lang).parse(text, kind)

    def print(self, tree: Node, lang: str = "en", kind: str | None = None, about: str = "") -> str:
        """Return a tree in the words of a language; see `Language.print`."""
        return self.language(lang).print(tree, kind, about)

    def place(self, path: Path) -> Place:
        """Return where a part of the ruleset stands.

        >>> from rulewright.ruleset.loader import load_ruleset
        >>> load_ruleset("tic_tac_toe").place(("procedures", "play", "title")).file.rpartition("/")[2]
        'rules.yaml'
        """
        return self.content.place(path)

    def text_place(self, words: Words, offset: int, end: int | None = None) -> Place:
        """Return where characters of some words stand: line and column inside the YAML scalar."""
        return self.content.text_place(words.path, offset, end)

    @cached_property
    def all_words(self) -> tuple[Words, ...]:
        """Every piece of the language in the ruleset: texts, sentences, conditions, phrases and amounts."""
        sections = (self.components, self.procedures, self.always, *self.words.values())
        parts = tuple(tuple(section.values()) for section in sections)
        return tuple(found for found in walk(parts) if isinstance(found, Words))

    @cached_property
    def played(self) -> str:
        """The procedure in which the game is played: the first in which turns are taken or something is offered.

        Those before it set the game up. Without such a one it is the last.
        """
        order = list(self.procedure_order.values())
        return next((name for name in order if self._is_played(self.procedures[name].do)), order[-1])

    def _is_played(self, block: Block) -> bool:
        todo: list[Block] = [block]
        seen: set[str] = set()
        while todo:
            for part in walk(todo.pop()):
                if isinstance(part, Offer):
                    return True
                verbs = {name for section, name in part.named if section == "verbs"} if isinstance(part, Words) else ()
                if self.turn and self.turn in verbs:
                    return True
                for verb in sorted({*verbs} - seen):
                    seen.add(verb)
                    word = self.words["verbs"].get(verb)
                    todo += [word.do] if word is not None and word.do is not None else []
        return False

    @cached_property
    def timed(self) -> tuple[tuple[Words, Timed], ...]:
        """Every sentence that says when or for how long, with the words that it stands in."""
        return tuple((words, node) for words, node in self._of_time if isinstance(node, Timed))

    @cached_property
    def past(self) -> tuple[tuple[Words, Node], ...]:
        """Every condition or phrase that asks what has been done, with the words that it stands in."""
        return tuple((words, node) for words, node in self._of_time if not isinstance(node, Timed))

    @cached_property
    def _of_time(self) -> tuple[tuple[Words, Node], ...]:
        return tuple(
            (words, node)
            for words in self.all_words if words.tree is not None
            for node in words.tree.walk() if _is_of_time(node)
        )  # fmt: skip

    def texts(self) -> Iterator[tuple[str, str, Place]]:
        """Yield the id, text and place of every component that has a text."""
        for component in self.components.values():
            if component.text is not None:
                yield component.id, component.text.text, self.place(component.text.path)

    def tree(self, component: str) -> Node | None:
        """Return what the text of a component says; None when it has no text.

        Raises:
            KeyError: there is no such component.
        """
        text = self.components[component].text
        return text.tree if text else None


def _is_of_time(node: Node) -> bool:
    """Whether a node says when something holds, or asks what has been done since some time."""
    if isinstance(node, NounPhrase):
        return any(map(is_past, node.filters))
    return isinstance(node, Timed) or (is_past(node) and not isinstance(node, Relative))
