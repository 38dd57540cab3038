"""From checked content to the Ruleset: plain data becomes frozen dataclasses, texts become trees."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path as FilePath
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from rulewright.language.nodes import Node
from rulewright.ruleset.blocks import Action as StepAction
from rulewright.ruleset.blocks import (
    After,
    AllOf,
    AnyOf,
    Award,
    Block,
    Branch,
    Choose,
    ChooseNumber,
    Condition,
    ForEach,
    If,
    IfPossible,
    Let,
    Not,
    Offer,
    OneOf,
    OptionIs,
    Path,
    Repeat,
    Require,
    Resolve,
    Say,
    Secretly,
    SetNumber,
    Step,
    While,
    Words,
    WordsKind,
    walk,
)
from rulewright.ruleset.files.content import Content
from rulewright.ruleset.game_map import Border, GameMap, Region, Space
from rulewright.ruleset.model import (
    BORDER_KEYS,
    COMPONENT_KEYS,
    REGION_KEYS,
    SPACE_KEYS,
    Addend,
    Component,
    Invariant,
    Option,
    Procedure,
    Ruleset,
    Ruling,
    Word,
)

if TYPE_CHECKING:
    from rulewright.language.language import Language

Read = Callable[[str, WordsKind, Path], Node | None]
"""What reads words: text, kind and path in; the tree out, or None when the problem was recorded."""


def build_ruleset(
    content: Content,
    folder: FilePath,
    scenarios: tuple[FilePath, ...],
    languages: dict[str, Language],
    read: Read,
) -> Ruleset:
    """Build a ruleset from content that fits the schemas; `languages` are those made already."""
    return _Builder(content, read).ruleset(folder, scenarios, languages)


def words_of(content: Content, path: Path, read: Read) -> list[Words]:
    """The pieces of the language in one entry of content that fits its schema, such as `("components", "spell")`."""
    builder, name = _Builder(content, read), str(path[-1])
    entry: Any = content.data
    for key in path:
        entry = entry[key]
    part: object
    if path[0] == "components":
        part = builder.component(entry)
    elif path[0] == "procedures":
        part = builder.procedure(name, entry)
    elif path[0] == "always":
        part = builder.invariant(name, entry)
    else:
        part = builder.word(str(path[1]), name, entry)
    return [found for found in walk(part) if isinstance(found, Words)]


def _with_roles(nouns: Mapping[str, Any], verbs: Mapping[str, Any]) -> dict[str, Any]:
    """Verbs, each of whose slots keeps a name of its own.

    Where two slots take the same kind of thing, the kind tells them apart no more: one that is called like a role of
    that kind takes the role, as if it said so.
    """

    def filled(slots: Mapping[str, str]) -> dict[str, str]:
        taken = list(slots.values())
        return {
            slot: slot
            if kind != "amount" and taken.count(kind) > 1 and (nouns.get(slot) or {}).get("type") == "role"
            else kind
            for slot, kind in slots.items()
        }

    return {
        name: {**entry, "slots": filled(entry["slots"])} if (entry or {}).get("slots") else entry
        for name, entry in verbs.items()
    }


class _Builder:
    def __init__(self, content: Content, read: Read) -> None:
        self.content = content
        self.read = read

    def ruleset(self, folder: FilePath, scenarios: tuple[FilePath, ...], languages: dict[str, Language]) -> Ruleset:
        data = self.content.data
        lexicon = {**data["lexicon"], "verbs": _with_roles(data["lexicon"]["nouns"], data["lexicon"]["verbs"])}
        head = data["ruleset"]
        players = head["players"]
        return Ruleset(
            id=head["id"],
            title=head["title"],
            version=head["version"],
            folder=folder,
            players=tuple(players) if isinstance(players, list) else (players,),
            procedure_order=MappingProxyType(head.get("procedures", {})),
            turn_order=head.get("turn order", "clockwise"),
            turn=head.get("turn", ""),
            round=head.get("round", ""),
            first_player=head.get("first player", ""),
            out_of_game=head.get("out of the game", ""),
            result=MappingProxyType(head.get("result", {})),
            zones=MappingProxyType(head.get("zones", {})),
            options=_frozen({name: self.option(name, entry) for name, entry in head.get("options", {}).items()}),
            rulings=tuple(
                Ruling(entry["rule"], entry["decision"], entry.get("where", "")) for entry in head.get("rulings", ())
            ),
            lexicon=MappingProxyType(lexicon),
            words=_frozen(
                {
                    section: _frozen({name: self.word(section, name, entry) for name, entry in entries.items()})
                    for section, entries in lexicon.items()
                }
            ),
            components=_frozen({name: self.component(entry) for name, entry in data["components"].items()}),
            map=self.map(data["map"]),
            procedures=_frozen({name: self.procedure(name, entry) for name, entry in data["procedures"].items()}),
            always=_frozen({name: self.invariant(name, entry) for name, entry in data["always"].items()}),
            languages=("en", *sorted(data["locale"])),
            scenarios=scenarios,
            content=self.content,
            hash=self.content.hash(),
            _languages=languages,
        )

    # -------------------------------------------------------------- parts

    def option(self, name: str, entry: Mapping[str, Any]) -> Option:
        return Option(
            id=name,
            type=entry["type"],
            title=entry["title"],
            default=entry["default"],
            values=tuple(entry.get("values", ())),
            minimum=entry.get("minimum", 0),
            maximum=entry.get("maximum", 0),
            rule=entry.get("rule", ""),
        )

    def component(self, entry: Mapping[str, Any]) -> Component:
        path = ("components", entry["id"])
        return Component(
            id=entry["id"],
            kind=entry["kind"],
            name=entry.get("name", entry["id"]),
            attributes=_rest(entry, COMPONENT_KEYS),
            copies=_by_players(entry.get("copies", 1)),
            per_player=entry.get("per player", False),
            start=entry.get("start"),
            holds=_frozen({piece: _by_players(count) for piece, count in entry.get("holds", {}).items()}),
            text=self.words(entry["text"], "text", (*path, "text")) if entry.get("text") else None,
            rules=tuple(entry.get("rules", ())),
            provenance=entry.get("provenance", "unknown"),
            later=entry.get("later", False),
        )

    def map(self, data: Mapping[str, Any]) -> GameMap:
        spaces = {
            name: Space(
                name,
                entry["kind"],
                entry.get("name", name),
                _rest(entry, SPACE_KEYS),
                entry.get("provenance", "unknown"),
            )
            for name, entry in data["spaces"].items()
        }
        borders = {
            name: Border(
                name,
                entry["kind"],
                (entry["between"][0], entry["between"][1]),
                _rest(entry, BORDER_KEYS),
                entry.get("provenance", "unknown"),
            )
            for name, entry in data["borders"].items()
        }
        regions = {
            name: Region(
                name,
                entry["kind"],
                entry.get("name", name),
                tuple(entry["spaces"]),
                _rest(entry, REGION_KEYS),
                entry.get("provenance", "unknown"),
            )
            for name, entry in data["regions"].items()
        }
        pairs = [(one, other) for one, other in (entry["between"] for entry in data["adjacent"].values())]
        known = set(pairs)
        nouns = self.content.data["lexicon"]["nouns"]
        for border in borders.values():
            at_times = nouns.get(border.kind, {}).get("joins")  # its ends are neighbours only while that holds
            if not at_times and known.isdisjoint((border.between, border.between[::-1])):
                known.add(border.between)
                pairs.append(border.between)
        lying = self.content.directions, self.content.cells
        return GameMap(_frozen(spaces), _frozen(borders), _frozen(regions), tuple(pairs), *lying)

    def procedure(self, name: str, entry: Mapping[str, Any]) -> Procedure:
        path = ("procedures", name)
        return Procedure(
            id=name,
            title=entry.get("title", name),
            heading=entry.get("heading"),
            limits=_as_tuple(entry.get("limit", ())),
            condition=self.optional_condition(entry, "if", path),
            do=self.block(entry.get("do", []), (*path, "do")),
            text=self.words(entry["text"], "text", (*path, "text")) if "text" in entry else None,
            rules=tuple(entry.get("rules", ())),
        )

    def invariant(self, name: str, entry: Mapping[str, Any]) -> Invariant:
        path = ("always", name)
        event = next((key for key in ("whenever", "before", "never") if key in entry), None)
        return Invariant(
            id=name,
            says=self.optional_condition(entry, "says", path),
            event=self.words(entry[event], "event", (*path, event)) if event is not None else None,
            before=event in ("before", "never"),
            each=self.optional_words(entry, "for each", "phrase", path),
            condition=self.optional_condition(entry, "if", path),
            set_up=entry.get("set up", False),
            rules=tuple(entry.get("rules", ())),
        )

    def word(self, section: str, name: str, entry: Any) -> Word:
        path = ("lexicon", section, name)
        if not isinstance(entry, dict):  # a time: its words and nothing else
            return Word(section, name, "", MappingProxyType({"en": entry}))
        kind = entry.get("type", "")
        is_number = section == "nouns" and kind == "number"
        within = entry.get("within")
        heading = entry if section == "headings" else {}
        sources = heading.get("from", ())
        if isinstance(sources, str):
            sources = (sources,)
        return Word(
            section=section,
            id=name,
            type=kind,
            data=MappingProxyType(entry),
            means=self.meaning(entry["means"], is_number, (*path, "means")) if "means" in entry else None,
            total=tuple(self.addend(part, (*path, "sum", at)) for at, part in enumerate(entry.get("sum", ()))),
            highest=self.optional_words(entry, "highest", "amount", path),
            lowest=self.optional_words(entry, "lowest", "amount", path),
            count=self.optional_words(entry, "count", "phrase", path),
            groups=self.optional_words(entry, "groups", "phrase", path),
            among=self.optional_words(entry, "among", "phrase", path),
            condition=self.optional_condition(entry, "if", path),
            within=self.condition(within, (*path, "within")) if within is not None else None,
            through=self.optional_words(entry, "through", "phrase", path),
            direction=self.optional_words(entry, "direction", "amount", path),
            tile=self.optional_words(entry, "tile", "phrase", path),
            place=self.optional_words(entry, "at", "phrase", path),
            turned=self.optional_words(entry, "turned", "amount", path),
            joins=self.optional_condition(entry, "joins", path),
            distance=self.distance(entry["distance"], (*path, "distance")) if "distance" in entry else None,
            start=self.optional_words(entry, "from", "phrase", path) if "steps" in entry else None,
            order=tuple(
                (which, self.words(str(amount), "amount", (*path, "order", at, which)))
                for at, part in enumerate(entry.get("order", ()) if section == "adjectives" else ())
                for which, amount in part.items()
            ),
            least=self.optional_words(entry, "least", "amount", path),
            most=self.optional_words(entry, "most", "amount", path),
            deeds=_frozen(
                {verb: self.block(deed, (*path, "deeds", verb)) for verb, deed in entry.get("deeds", {}).items()}
            ),
            do=self.block(entry["do"], (*path, "do")) if "do" in entry else None,
            cost=self.block(heading.get("cost", []), (*path, "cost")),
            after=self.block(heading.get("after", []), (*path, "after")),
            otherwise=self.block(heading["otherwise"], (*path, "otherwise")) if "otherwise" in heading else None,
            sources=_frozen({zone: self.source(sources, zone, (*path, "from", zone)) for zone in sources}),
        )

    def source(self, sources: Any, zone: str, path: Path) -> Block:
        """What using a heading's ability from a zone costs, beside the heading's own cost."""
        sentence = sources[zone] if isinstance(sources, dict) else ""
        return self.block(sentence or [], path)

    def meaning(self, data: Any, is_number: bool, path: Path) -> Condition:
        return self.words(str(data), "amount", path) if is_number else self.condition(data, path)

    def distance(self, data: Mapping[str, Any], path: Path) -> tuple[Words, Words]:
        return (
            self.words(str(data["from"]), "amount", (*path, "from")),
            self.words(str(data["to"]), "amount", (*path, "to")),
        )

    def addend(self, data: Any, path: Path) -> Addend:
        if isinstance(data, dict):
            return Addend(
                self.words(str(data["add"]), "amount", (*path, "add")), self.optional_condition(data, "if", path)
            )
        return Addend(self.words(str(data), "amount", path), None)

    # -------------------------------------------------------------- words and conditions

    def words(self, text: str, kind: WordsKind, path: Path) -> Words:
        return Words(text, kind, path, self.read)

    def optional_words(self, data: Mapping[str, Any], key: str, kind: WordsKind, path: Path) -> Words | None:
        return self.words(str(data[key]), kind, (*path, key)) if key in data else None

    def condition(self, data: Any, path: Path) -> Condition:
        if isinstance(data, str):
            return self.words(data, "condition", path)
        for key, together in (("all", AllOf), ("any", AnyOf)):
            if key in data:
                parts = tuple(self.condition(part, (*path, key, at)) for at, part in enumerate(data[key]))
                return together(parts)
        if "not" in data:
            return Not(self.condition(data["not"], (*path, "not")))
        if "after" in data:
            return After(self.block(data["after"], (*path, "after")), self.condition(data["if"], (*path, "if")))
        return OptionIs(data["option"], data.get("is", True), (*path, "option"))

    def optional_condition(self, data: Mapping[str, Any], key: str, path: Path) -> Condition | None:
        return self.condition(data[key], (*path, key)) if key in data else None

    # -------------------------------------------------------------- blocks

    def block(self, data: Any, path: Path) -> Block:
        if not isinstance(data, list):
            return Block((Step(self.step(data, path), path),))
        return Block(tuple(Step(self.step(part, (*path, at)), (*path, at)) for at, part in enumerate(data)))

    def inner(self, data: Mapping[str, Any], key: str, path: Path) -> Block:
        return self.block(data.get(key, []), (*path, key))

    def step(self, data: Any, path: Path) -> StepAction:
        if isinstance(data, str):
            return Say(self.words(data, "sentence", path))
        for head, build in _STEPS.items():
            if head in data:
                return build(self, data, path)
        raise AssertionError(f"a step that the schema lets pass has no head: {path}")

    def if_(self, data: Mapping[str, Any], path: Path) -> If:
        return If(
            self.condition(data["if"], (*path, "if")), self.inner(data, "then", path), self.inner(data, "else", path)
        )

    def while_(self, data: Mapping[str, Any], path: Path) -> While:
        return While(self.condition(data["while"], (*path, "while")), self.inner(data, "do", path))

    def repeat(self, data: Mapping[str, Any], path: Path) -> Repeat:
        return Repeat(self.words(str(data["repeat"]), "times", (*path, "repeat")), self.inner(data, "do", path))

    def for_each(self, data: Mapping[str, Any], path: Path) -> ForEach:
        each = self.words(data["for each"], "phrase", (*path, "for each"))
        return ForEach(each, data.get("as"), self.inner(data, "do", path), data.get("in reverse", False))

    def secretly(self, data: Mapping[str, Any], path: Path) -> Secretly:
        return Secretly(self.inner(data, "each player secretly", path), self.inner(data, "then", path))

    def choose(self, data: Mapping[str, Any], path: Path) -> Choose:
        return Choose(
            phrase=self.words(data["choose"], "phrase", (*path, "choose")),
            role=data.get("as"),
            by=self.optional_words(data, "by", "phrase", path),
            where=self.optional_condition(data, "where", path),
            secretly=data.get("secretly", False),
            at_random=data.get("at random", False),
        )

    def choose_number(self, data: Mapping[str, Any], path: Path) -> ChooseNumber:
        limits = data["choose number"]
        inside = (*path, "choose number")
        return ChooseNumber(
            low=self.words(str(limits["from"]), "amount", (*inside, "from")),
            high=self.words(str(limits["to"]), "amount", (*inside, "to")),
            role=data["as"],
            by=self.optional_words(data, "by", "phrase", path),
        )

    def let(self, data: Mapping[str, Any], path: Path) -> Let:
        return Let(data["let"], self.words(str(data["be"]), "value", (*path, "be")))

    def set_number(self, data: Mapping[str, Any], path: Path) -> SetNumber:
        how: Literal["to", "by", "towards"] = "to" if "to" in data else "by" if "by" in data else "towards"
        number = self.words(data["set"], "phrase", (*path, "set"))
        if data[how] == "nobody":
            return SetNumber(number, "to", None)
        kind: WordsKind = "value" if how == "to" else "amount"
        return SetNumber(number, how, self.words(str(data[how]), kind, (*path, how)))

    def award(self, data: Mapping[str, Any], path: Path) -> Award:
        value = self.words(str(data["for"]), "amount", (*path, "for"))
        against = data.get("against", [])
        return Award(
            prizes=tuple(data["award"]),
            noun=data["of"],
            value=value,
            least=self.optional_words(data, "least", "amount", path),
            against=tuple(self.words(str(words), "amount", (*path, "against", at)) for at, words in enumerate(against)),
        )

    def one_of(self, data: Mapping[str, Any], path: Path) -> OneOf:
        return OneOf(
            branches=tuple(self.branch(part, (*path, "one of", at)) for at, part in enumerate(data["one of"])),
            optional=data.get("optional", False),
            by=self.optional_words(data, "by", "phrase", path),
        )

    def branch(self, data: Mapping[str, Any], path: Path) -> Branch:
        return Branch(
            data.get("title", ""), self.optional_condition(data, "if", path), self.inner(data, "do", path), path
        )

    def require(self, data: Mapping[str, Any], path: Path) -> Require:
        return Require(self.condition(data["require"], (*path, "require")))

    def if_possible(self, data: Mapping[str, Any], path: Path) -> IfPossible:
        return IfPossible(self.inner(data, "if possible", path), self.inner(data, "else", path))

    def offer(self, data: Mapping[str, Any], path: Path) -> Offer:
        end = self.branch(data["end"], (*path, "end")) if "end" in data else None
        return Offer(_as_tuple(data["offer"]), end)

    def resolve(self, data: Mapping[str, Any], path: Path) -> Resolve:
        of, any_order = data.get("of"), bool(data.get("in any order"))
        if isinstance(of, list):
            return Resolve(data["resolve"], tuple(of), any_order)
        phrase = self.words(of, "phrase", (*path, "of")) if of is not None else None
        return Resolve(data["resolve"], phrase, any_order)


_STEPS: dict[str, Callable[[_Builder, Mapping[str, Any], Path], StepAction]] = {
    "if": _Builder.if_,
    "while": _Builder.while_,
    "repeat": _Builder.repeat,
    "for each": _Builder.for_each,
    "each player secretly": _Builder.secretly,
    "choose": _Builder.choose,
    "choose number": _Builder.choose_number,
    "let": _Builder.let,
    "set": _Builder.set_number,
    "award": _Builder.award,
    "one of": _Builder.one_of,
    "require": _Builder.require,
    "if possible": _Builder.if_possible,
    "offer": _Builder.offer,
    "resolve": _Builder.resolve,
}


def _frozen(data: dict[str, Any]) -> Mapping[str, Any]:
    return MappingProxyType(data)


def _rest(entry: Mapping[str, Any], keys: frozenset[str]) -> Mapping[str, Any]:
    """The attributes: whatever has no meaning to the engine itself."""
    return MappingProxyType({key: value for key, value in entry.items() if key not in keys})


def _as_tuple(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _by_players(count: Any) -> Mapping[int, int]:
    """`6` or `{2: 6, 3: 7}`; 0 stands for any number of players."""
    if isinstance(count, dict):
        return MappingProxyType({int(players): number for players, number in count.items()})
    return MappingProxyType({0: count})
