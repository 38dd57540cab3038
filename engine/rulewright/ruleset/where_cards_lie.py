"""Where cards can come to lie, as the texts of a ruleset tell, and which texts never speak: elsewhere, or unheaded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from rulewright.language import nodes as n
from rulewright.language.called import noun_said
from rulewright.problems import Problem, problem
from rulewright.ruleset.blocks import Resolve, Words, walk
from rulewright.ruleset.building.headings_of_cards import words_that_are_used
from rulewright.ruleset.model import Component, Ruleset

# Verbs of the language that put a card somewhere: anywhere, where neither the sentence nor the ruleset says where.
_MOVES = frozenset(
    ("add", "attach", "deal", "discard", "draw", "exchange", "gain", "give", "keep", "move", "play", "put", "replace",
     "return", "swap", "take", "win")
)  # fmt: skip


@dataclass(frozen=True)
class _Move:
    """Something that may move cards: of these kinds (None: any) from these zones (None: any) to these (None: any)."""

    kinds: frozenset[str] | None
    sources: frozenset[str] | None
    goals: frozenset[str] | None


def never_there(ruleset: Ruleset) -> Iterator[Problem]:
    """Yield a finding for each text that is active, or offered, only in zones that its card never reaches.

    Cards that stay out of the game are none of it.
    """
    if not ruleset.procedure_order:
        return  # no rule runs yet
    where = where_cards_lie(ruleset)
    for component in ruleset.components.values():
        tree = component.text.tree if component.text is not None and not component.later else None
        if not isinstance(tree, n.Text) or component.text is None or where.type_of(component.kind) != "card":
            continue
        parts: list[tuple[n.Node, str]] = [(ability, ability.heading) for ability in tree.abilities]
        parts += [(tree.sentences[0], where.default)] if tree.sentences and where.default else []
        for node, heading in parts:
            speaks = where.speaks.get(heading)
            reached = where.reached(component)
            if not speaks or reached is None or speaks & reached or reached <= {ruleset.out_of_game}:
                continue
            start, end = (node.span.start, node.span.end) if node.span else (0, 1)
            place = ruleset.text_place(component.text, start, end)
            words = ruleset.language().lexicon
            there, lies = (
                ", ".join(sorted(noun_said(words, zone) or zone for zone in zones)) or "–"
                for zones in (speaks, reached)
            )
            yield problem("RW0517", place=place, offset=start, found=component.name, zones=there, lies=lies)


def without_heading(ruleset: Ruleset) -> Iterator[Problem]:
    """Yield a problem for each text with sentences under no heading, in a ruleset of which no heading is the default.

    It tells which headings work where such a card lies; those of anything else are not told apart by place.
    """
    if ruleset.default_heading:
        return
    where = where_cards_lie(ruleset)
    for component in ruleset.components.values():
        tree = component.text.tree if component.text is not None and not component.later else None
        if not isinstance(tree, n.Text) or not tree.sentences or component.text is None:
            continue
        span = tree.sentences[0].span
        start, end = (span.start, span.end) if span else (0, 1)
        place = ruleset.text_place(component.text, start, end)
        headings = ", ".join(f"“{name}:”" for name in where.headings_for(component))
        code = "RW0644" if headings else "RW0645"
        kind = component.kind.replace("_", " ")
        yield problem(code, place=place, offset=start, end=end, found=component.name, kind=kind, headings=headings)


def kinds_in(ruleset: Ruleset, zones: Iterable[str]) -> frozenset[str] | None:
    """The kinds of the cards that may come to some zones; None where nothing tells, or these are no zones."""
    return where_cards_lie(ruleset).kinds_in(zones)


def kinds_by_zone(ruleset: Ruleset) -> Mapping[str | None, frozenset[str]]:
    """The kinds of the cards that may come to each zone; under None those that may come to any: all of `kinds_in`."""
    return where_cards_lie(ruleset).kinds


def where_cards_lie(ruleset: Ruleset) -> Where:
    """Where the cards of a ruleset may come to; found out once."""
    if "where cards lie" not in ruleset.derived:
        ruleset.derived["where cards lie"] = Where(ruleset)
    known: Where = ruleset.derived["where cards lie"]
    return known


class Where:
    """The zones that each card of a ruleset may come to; without: as if a part of it were not there."""

    def __init__(self, ruleset: Ruleset, without: object = None) -> None:
        self.ruleset = ruleset
        self._without = without
        self._unsaid = {id(words) for words in walk(without) if isinstance(words, Words)}
        self.nouns: Mapping[str, Mapping[str, Any]] = ruleset.lexicon["nouns"]
        headings = ruleset.words["headings"]
        self.default = ruleset.default_heading
        elsewhere = {word.data["ability"] for word in words_that_are_used(ruleset) if "ability" in word.data}
        elsewhere |= {step.heading for step in walk(_parts(ruleset)) if isinstance(step, Resolve)}
        self.speaks = {
            name: self._zones([*_listed(word.data.get("active")), *word.sources, *_listed(word.data.get("from"))])
            for name, word in headings.items() if name not in elsewhere
        }  # fmt: skip
        self.moves = list(self._all_moves())
        self._reached: dict[tuple[str, str | None, frozenset[str]], frozenset[str] | None] = {}

    @cached_property
    def kinds(self) -> Mapping[str | None, frozenset[str]]:
        """The kinds of the cards that may come to each zone; under None those that may come to any."""
        found: dict[str | None, set[str]] = {}
        for component in self.ruleset.components.values():
            if self.type_of(component.kind) == "card" and component is not self._without:
                reached = self.reached(component)
                for zone in reached if reached is not None else (None,):
                    found.setdefault(zone, set()).add(component.kind)
        return {zone: frozenset(kinds) for zone, kinds in found.items()}

    def kinds_in(self, zones: Iterable[str]) -> frozenset[str] | None:
        """The kinds of the cards that may come to some zones; None where nothing tells, or these are no zones."""
        there = self.zones_of(zones)
        if not there:
            return None
        return frozenset().union(*(self.kinds.get(zone, ()) for zone in (*there, None)))

    def headings_for(self, component: Component) -> list[str]:
        """The headings, as texts say them, under which something can work where a component lies."""
        reached = self.reached(component) if self.type_of(component.kind) == "card" else None
        words = self.ruleset.words["headings"]
        there = [name for name in words if not (own := self.speaks.get(name)) or reached is None or own & reached]
        return [str(words[name].data.get("en", name)) for name in there]

    def in_force(self, component: Component, heading: str) -> bool:
        """Whether a component comes to where a heading is active or offered; True where it may come to any zone."""
        zones = self.where_in_force(component, heading)
        return zones is None or bool(zones)

    def where_in_force(self, component: Component, heading: str) -> frozenset[str] | None:
        """The zones to which a component comes, and in which a heading is active or offered; None where any may be."""
        word = self.ruleset.words["headings"].get(heading)
        if word is None or not (said := [*_listed(word.data.get("active")), *_listed(word.data.get("from"))]):
            return frozenset()
        reached = self.reached(component) if self.type_of(component.kind) == "card" else None
        return None if reached is None else self._zones(said) & reached

    def type_of(self, noun: str) -> str:
        """The type of what a noun names; that of a role is that of what plays it."""
        entry = self.nouns.get(noun, {"type": noun})
        if entry.get("type") == "role":
            return self.type_of(next(iter(_listed(entry.get("of"))), ""))
        return str(entry.get("type"))

    def zones_of(self, nouns: Iterable[str]) -> frozenset[str]:
        """The zones that nouns name; none where one of them names none."""
        nouns = list(nouns)
        if not all(self.nouns.get(noun, {}).get("type") == "zone" for noun in nouns):
            return frozenset()
        return self._zones(nouns)

    def reached(self, component: Component) -> frozenset[str] | None:
        """The zones that a component may come to; None where it may be any."""
        headings = self._headings(component)
        key = component.id, component.start, headings
        if key not in self._reached:
            self._reached[key] = self._follow(
                component, {component.id, *self.kinds_of(component.kind)} | {f":{h}" for h in headings}
            )
        return self._reached[key]

    def _follow(self, component: Component, called: set[str]) -> frozenset[str] | None:
        found = set(self._zones(_listed(component.start)))
        moves = [move for move in self.moves if move.kinds is None or move.kinds & called]
        while True:
            now = [move for move in moves if move.sources is None or move.sources & found]
            if any(move.goals is None for move in now):
                return None
            more = found.union(*(move.goals for move in now if move.goals is not None))
            if more == found:
                return frozenset(found)
            found = more

    def _headings(self, component: Component) -> frozenset[str]:
        tree = component.text.tree if component.text is not None else None
        if not isinstance(tree, n.Text):
            return frozenset()
        return frozenset(a.heading for a in tree.abilities) | ({self.default} if tree.sentences else set())

    def kinds_of(self, noun: str) -> Iterator[str]:
        """A noun and those of which it is a kind."""
        yield noun
        for above in _listed(self.nouns.get(noun, {}).get("is")):
            yield from self.kinds_of(above)

    # ------------------------------------------------------------ what moves cards

    def _all_moves(self) -> Iterator[_Move]:
        for noun, entry in self.nouns.items():
            if entry.get("type") == "zone" and entry.get("refill"):
                yield _Move(None, self._zones([entry["refill"]]), self._zones([noun]))
        for words, this in self._said():
            for node in words.tree.walk() if words.tree is not None else ():
                if isinstance(node, n.Perform):
                    yield from (self._spoken_of(move, node, words.tree) for move in self.moves_of(node, this))

    def _spoken_of(self, move: _Move, act: n.Perform, text: n.Node | None) -> _Move:
        """Of "it" and "the rest" the same move, from where the cards lay that the text speaks of, if it says where."""
        what = act.slot("object")
        what = what.whole if isinstance(what, n.PartOf) else what
        if not isinstance(what, n.Pronoun) or text is None:
            return move
        sources = set(move.sources or ())
        for node in text.walk():
            if isinstance(node, n.NounPhrase) and node.determiner == n.Article(word="this"):
                return move
            if isinstance(node, n.Perform):
                sources.update(_listed((self.ruleset.zones.get(node.verb) or {}).get("from")))
        sources |= self.named(text)
        return replace(move, sources=self._zones(sources)) if sources else move

    def _said(self) -> Iterator[tuple[Words, frozenset[str] | None]]:
        """Every piece of the language, with which cards “this card” can be in it; None: any."""
        headings = self.ruleset.words["headings"]
        own: list[tuple[frozenset[str], object]] = [
            (frozenset({component.id}), component) for component in self.ruleset.components.values()
        ]
        own += [(frozenset({f":{name}"}), word) for name, word in headings.items()]
        told = {id(words): this for this, part in own for words in walk(part) if isinstance(words, Words)}
        for words in self.ruleset.all_words:
            if id(words) in self._unsaid:
                continue
            yield words, told.get(id(words))

    def moves_of(self, act: n.Perform, this: frozenset[str] | None) -> Iterator[_Move]:
        """What an act may move, from where and to where. this: which cards “this card” can be; None: any."""
        if act.verb in ("leave", "come"):  # what is waited for, and done by no such verb
            return
        what = act.slot("object")
        kinds = self._objects(what, this)
        usual = self.ruleset.zones.get(act.verb) or {}
        goals, sources = set(), set()
        for slot in act.slots:
            named = self.named(slot.value)
            if slot.name == "from" or (slot.name == "object" and act.verb not in ("exchange", "swap")):
                sources |= named
            else:
                goals |= named
        if act.verb in ("exchange", "swap"):
            each_there = act.slots and all(map(self.named, (slot.value for slot in act.slots)))
            goals = goals | sources
            sources = set(goals) if each_there else set()  # each comes from where the other goes
            both = [kinds, *(self._objects(slot.value, this) for slot in act.slots if slot.name != "object")]
            kinds = None if None in both else frozenset().union(*(one for one in both if one is not None))
        if not goals and usual.get("to") and act.slot("to") is None:
            goals = set(_listed(usual["to"]))
        if not sources and usual.get("from"):
            sources = set(_listed(usual["from"]))
        if act.verb == "remove" and self.ruleset.out_of_game:
            goals = {self.ruleset.out_of_game}
        if not goals and (act.verb not in _MOVES or kinds == frozenset() or self._on_the_map(act.slot("to"))):
            return
        known = act.verb in _MOVES or act.verb == "remove"
        yield _Move(kinds, self._zones(sources) if sources and known else None, self._zones(goals) if goals else None)

    def _on_the_map(self, goal: n.Node | None) -> bool:
        """Whether something is put where no zone is: onto the map."""
        noun = goal.noun if isinstance(goal, n.NounPhrase) else None
        return isinstance(noun, str) and self.type_of(noun) in ("space", "border", "region")

    def _objects(self, what: n.Node | None, this: frozenset[str] | None) -> frozenset[str] | None:
        """Which cards an act is done to: kinds, ids of components, headings; none of them, or (None) any."""
        if isinstance(what, n.Phrases):
            several = [self._objects(item, this) for item in what.items]
            return None if None in several else frozenset().union(*(kinds for kinds in several if kinds is not None))
        if isinstance(what, n.PartOf):
            return self._objects(what.whole, this)
        if not isinstance(what, n.NounPhrase | n.AsMany):
            return None
        nouns = [bare.noun for bare in what.noun.nouns] if isinstance(what.noun, n.NounGroup) else [what.noun]
        if isinstance(what, n.NounPhrase) and isinstance(what.determiner, n.Article) and what.determiner.word == "this":
            return this
        nouns = [kind for noun in nouns for kind in self.played(noun)]
        cards = {noun for noun in nouns if isinstance(noun, str) and self.type_of(noun) == "card"}
        if not cards and all(
            isinstance(noun, str) and self.type_of(noun) in ("resource", "piece", "number", "track") for noun in nouns
        ):
            return frozenset()
        if any(self.nouns.get(noun, {}).get("type") is None for noun in cards) or len(cards) < len(nouns):
            return None
        return frozenset(cards)

    def played(self, noun: object) -> list[str]:
        """The kinds of what can play a role; a noun that names none by itself."""
        entry = self.nouns.get(str(noun), {})
        return _listed(entry.get("of")) if entry.get("type") == "role" and entry.get("of") else [str(noun)]

    def named(self, value: n.Node | None) -> set[str]:
        """The zones that a part of a sentence names."""
        found: set[str] = set()
        for node in value.walk() if value is not None else ():
            nouns = [node.noun] if isinstance(node, n.NounPhrase | n.BareNoun) else []
            found |= {noun for noun in nouns if isinstance(noun, str) and self.type_of(noun) == "zone"}
        return found

    def _zones(self, nouns: Iterator[str] | Any) -> frozenset[str]:
        """Zones, with those that one of several includes; of a name that is no zone of its own every zone."""
        found: set[str] = set()
        for noun in nouns:
            entry = self.nouns.get(noun, {})
            if entry.get("includes"):
                found |= self._zones(_listed(entry["includes"]) if noun not in _listed(entry["includes"]) else [])
                found.add(noun)
            elif entry.get("type") == "zone":
                found.add(noun)
            else:
                found |= {name for name, other in self.nouns.items() if other.get("type") == "zone"}
        return frozenset(found)


def _parts(ruleset: Ruleset) -> tuple[Any, ...]:
    return (*ruleset.procedures.values(), *words_that_are_used(ruleset))


def _listed(value: Any) -> list[str]:
    """One name or several, as a list."""
    return [] if value is None else [value] if isinstance(value, str) else list(value)
