"""What the binder asks about words: the type of a noun, what can be meant by it, what can have what.

Of the ruleset around a text, what the text means rests on this alone: `basis` tells all of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial

from rulewright.language import nodes as n
from rulewright.language.lexicon import NOUN_TYPES, Lexicon, core_words, split_pattern
from rulewright.language.trees.normal_form import head_noun
from rulewright.meaning.used_cards import DeedsOfCards, Goal, put_by
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.where_cards_lie import kinds_by_zone, kinds_in

THINGS = ("card", "piece", "space", "border", "region", "word")


def as_tuple(value: object) -> tuple[str, ...]:
    """A word, a list of words or nothing, as a tuple of words."""
    if value is None:
        return ()
    return tuple(map(str, value)) if isinstance(value, list | tuple) else (str(value),)


class Vocabulary:
    """The words of one ruleset, as far as references need to know them: nothing that `basis` does not tell."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.lexicon: Lexicon = ruleset.language().lexicon
        self.zones = ruleset.zones
        self.lying_in: Callable[[Iterable[str]], Collection[str] | None] = partial(kinds_in, ruleset)
        self._entries = ruleset.lexicon
        self._headings = ruleset.words["headings"]
        self._deeds = DeedsOfCards(ruleset.words, ruleset.lexicon)
        self._first_player = ruleset.first_player
        self._out_of_game = ruleset.out_of_game
        self._kinds = [component.kind for component in ruleset.components.values()]
        self._spaces, self._regions = _on_map(ruleset)
        self.nouns = self.lexicon.nouns
        self.verbs = self.lexicon.verbs
        self.adverbs = frozenset((*self.lexicon.classes["ADV"], *self.lexicon.classes["ADVPRE"]))
        self.places = frozenset(self.lexicon.classes["PLACE"])
        self._lines: dict[str, tuple[str, ...]] = {}
        self._copies = self._components()
        lying = tuple(noun for noun in self.nouns if self.type_of(noun) == "card" and self.lies_on_the_map(noun))
        self.on_the_map = ("space", "border", "region", "piece", *lying)
        """Kinds of things that have a place on the map."""

    def _components(self) -> Mapping[str, int]:
        """How many components there are of each kind, kinds of kinds included."""
        found: dict[str, int] = {}
        for kind in self._kinds:
            for noun in self.line(kind):
                found[noun] = found.get(noun, 0) + 1
        return found

    def whole(self, heading: str) -> bool:
        """R16: whether what stands under a heading is done whole: it says so, or what is done instead of it."""
        entry = (self._entries.get("headings") or {}).get(heading) or {}
        return bool(entry.get("whole") or entry.get("otherwise"))

    def works_always(self, heading: str) -> bool:
        """Whether what stands under a heading holds all the time, wherever its card works."""
        return bool(((self._entries.get("headings") or {}).get(heading) or {}).get("active"))

    def used_to(self, heading: str) -> frozenset[str]:
        """R9: the piles of discarded cards onto which using what stands under a heading puts its card."""
        word = self._headings.get(heading)
        if word is None:
            return frozenset()
        goals = put_by((word.do, word.cost, tuple(word.sources.values())), _this_card)
        return self._piles_among((*goals, *self._deeds.put_to_carry_out(heading)))

    def paid_to(self, price: n.Node) -> frozenset[str]:
        """R9: the piles of discarded cards onto which a price puts the card of its text: “discard this card to …”."""
        acts = (node for node in price.walk() if isinstance(node, n.Perform))
        return self._piles_among([(act.verb, act.slot("to")) for act in acts if _this_card(act.slot("object"))])

    def _piles_among(self, goals: Iterable[Goal]) -> frozenset[str]:
        found: set[str] = set()
        for verb, goal in goals:
            usual = as_tuple((self.zones.get(verb) or {}).get("to"))
            found.update(usual if goal is None else (str(head_noun(goal)),) if isinstance(goal, n.Phrase) else ())
        piles = {*as_tuple((self.zones.get("discard") or {}).get("to"))}
        piles |= {entry["refill"] for entry in self._entries["nouns"].values() if entry.get("refill")}
        return frozenset(found & piles)

    def usual_goal(self, verb: str, noun: str) -> str:
        """The zone to which cards come by a verb where no words say it; "" where the cards say what the verb does."""
        for deeds in (self.entry(step).get("deeds") for step in self.line(noun)):
            if isinstance(deeds, Mapping) and verb in deeds:
                return ""
        return next(iter(as_tuple((self.zones.get(verb) or {}).get("to"))), "")

    def handed_back(self, verb: str, noun: str) -> str:
        """The role of what is there when a deed of a noun is done (`gives`); "" where nothing says it."""
        for step in self.line(noun):
            entry = self.entry(step)
            deeds, gives = entry.get("deeds"), entry.get("gives")
            if isinstance(deeds, Mapping) and verb in deeds:
                return str(gives[verb]) if isinstance(gives, Mapping) and verb in gives else ""
        return ""

    # -------------------------------------------------------------- nouns

    def entry(self, noun: str) -> Mapping[str, object]:
        """The lexicon's entry of a noun, that of the core included; empty for a word that is a type."""
        word = self.nouns.get(noun)
        return word.entry if word else {}

    def type_of(self, noun: str) -> str:
        """The type of what a noun names, such as `card`; `word` where it is of no type of things."""
        if noun == "amount":
            return "number"
        for step in self.line(noun):
            word = self.nouns.get(step)
            kind = word.type if word else step
            if kind in NOUN_TYPES and kind != "role":
                return kind
        return "word"

    def is_kept_thing(self, noun: str) -> bool:
        """Whether a noun names the one thing that the game remembers by it, as “the eldest” does."""
        return bool(self.entry(noun).get("kept")) and not self.of(noun) and self.type_of(noun) != "number"

    def is_role(self, noun: str) -> bool:
        """Whether a noun is a name that rules give to a thing."""
        word = self.nouns.get(noun)
        return word is not None and word.type == "role"

    def line(self, noun: str) -> tuple[str, ...]:
        """A noun, what it is a kind or role of, and so on to its type, the nearest first."""
        known = self._lines.get(noun)
        if known is None:
            known = self._lines[noun] = tuple(self._line(noun))
        return known

    def _line(self, noun: str) -> list[str]:
        found: list[str] = []
        todo = [noun]
        while todo:
            step = todo.pop(0)
            if step in found:
                continue
            found.append(step)
            word = self.nouns.get(step)
            if word is None:
                continue
            if word.kind_of:
                todo.append(word.kind_of)
            if word.type == "role":
                todo.extend(word.of)
            else:
                todo.append(word.type)
        return found

    def is_a(self, noun: str, kind: str) -> bool:
        """Whether what a noun names is of a kind, at any remove."""
        return kind == "any" or kind in self.line(noun)

    def fits(self, noun: str, kind: str) -> bool:
        """Whether a noun can name something of a kind: it is one, or is the wider word."""
        if kind in ("any", "amount") or self.type_of(noun) == "word" or self.type_of(kind) == "word":
            return True
        return kind in self.line(noun) or noun in self.line(kind)

    def always(self, noun: str, kind: str) -> bool:
        """Whether whatever a noun names is of a kind: by the lexicon, or since this game has nothing else of it."""
        if kind in ("any", "amount") or self.type_of(noun) == "word":
            return True
        kinds = self.entry(kind).get("of", ()) if self.is_role(kind) else (kind,)
        if any(self.is_a(noun, step) for step in as_tuple(kinds)):
            return True
        named = [other for other in {*self._kinds, *self._spaces} if self.fits(other, noun) and self.is_a(other, noun)]
        return all(any(self.is_a(other, step) for step in as_tuple(kinds)) for other in named)

    def has_goods(self, noun: str) -> bool:
        """Whether goods are counted by cards of a kind: “2 of that ware”."""
        goods = (self.entry(good) for good, word in self.nouns.items() if word.type == "resource")
        return any(self.fits(str(kind), noun) for entry in goods for kind in as_tuple(entry.get("of")))

    def holds(self, noun: str) -> tuple[str, ...]:
        """Kinds of things in which things of a noun can be: no piece holds a piece that never lies on one."""
        places = tuple(place for step in self.line(noun) for place in as_tuple(self.entry(step).get("in")))
        pieces = not places or any(self.type_of(place) == "piece" for place in places)
        return ("space", "border", "region", "card", "zone", *(("piece",) if pieces else ()))

    def lies_on_the_map(self, noun: str) -> bool:
        """Whether cards of a noun lie on spaces or borders, or on cards that do."""
        todo, seen = [noun], set[str]()
        while todo:
            for step in self.line(todo.pop()):
                if self.nouns.get(step) is None or step in seen:
                    continue
                seen.add(step)
                for place in as_tuple(self.entry(step).get("in")):
                    if self.type_of(place) in ("space", "border", "region"):
                        return True
                    todo.append(place)
        return False

    def is_number(self, noun: str) -> bool:
        """Whether a noun names a number."""
        return self.type_of(noun) == "number"

    def of(self, noun: str) -> tuple[str, ...]:
        """The nouns that things of a noun belong to, as its entry or that of what it is a kind of says."""
        for step in self.line(noun):
            word = self.nouns.get(step)
            if word and word.of and word.type != "role":
                return word.of
        return ()

    def one_of_a_kind(self, noun: str) -> bool:
        """Whether there is one thing only that a noun can name."""
        kind, entry = self.type_of(noun), self.entry(noun)
        if entry.get("seat") or noun in ("first_player", self._first_player):
            return True
        if entry.get("kept") and kind != "number":
            return self.is_kept_thing(noun)
        if kind == "zone":
            return not self.of_players(noun)
        if kind == "region":
            kinds = [*self._regions.values()]
            return noun in self._regions or kinds.count(noun) == 1 or noun in ("map", "board")
        if kind == "word":
            return True
        return kind == "card" and self._copies.get(noun, 0) == 1

    def of_players(self, noun: str) -> bool:
        """Whether each player has one, or some, of what a noun names."""
        entry = self.entry(noun)
        includes = as_tuple(entry.get("includes"))
        if includes:
            return any(self.of_players(part) for part in includes if part != noun)
        return any(self.type_of(kind) == "player" for kind in self.of(noun) if kind != "any")

    def owned(self, noun: str) -> bool:
        """Whether things of a noun can be somebody's: pieces and resources of players, spaces that a verb owns."""
        for step in self.line(noun):
            entry = self.entry(step)
            if entry.get("owned") or entry.get("held") or entry.get("owned by"):
                return True
        return self.type_of(noun) == "resource"

    def can_hold(self, holder: str, noun: str) -> bool:
        """Whether things called `holder` can have what `noun` names: its field, its owner, its price."""
        kinds = self.of(noun)
        types = {self.type_of(kind) for kind in kinds if kind != "any"}
        own = self.type_of(holder)
        if noun == "owner":
            return own in ("piece", "card")
        if any(kind != "any" and self.fits(holder, kind) for kind in kinds) and own in (*types, "word"):
            return True
        if own == "card" and self.attribute_of(holder, noun):
            return True
        if own == "card" and noun == "space":
            return True
        if own == "player":
            return self.owned(noun)
        if "any" in kinds or self.type_of(noun) == "number" and not kinds:
            return True
        return self.type_of(noun) in ("piece", "resource") and own in ("space", "region", "card")

    def attribute_of(self, holder: str, noun: str) -> bool:
        """Whether cards of a kind, or of a kind of it, have an attribute of this name."""
        nouns = [*self.line(holder), *(name for name in self.nouns if holder in self.line(name))]
        for step in nouns:
            attributes = self.entry(step).get("attributes")
            if isinstance(attributes, Mapping) and noun in attributes:
                return True
        return False

    def covers(self, noun: str) -> tuple[str, ...]:
        """The zones that a zone stands for."""
        return as_tuple(self.entry(noun).get("includes")) or (noun,)

    def goes_back_to(self, verb: str, noun: str, slots: Collection[str]) -> str:
        """The zone into which a verb moves pieces where no words say to where; "" where that is said, or unknown."""
        if self.type_of(noun) != "piece":
            return ""
        return goes_back_to(self._entries["nouns"], self._out_of_game, verb, noun, slots)

    # -------------------------------------------------------------- verbs and adjectives

    def slot_kind(self, verb: str, slot: str) -> str:
        """What a slot of a verb takes; `any` where it says nothing."""
        word = self.verbs.get(verb)
        return word.slots.get(slot, "any") if word else "any"

    def holders(self, noun: str = "") -> tuple[str, ...]:
        """What something can be put into or taken from: places and cards, and pieces that others lie in.

        noun: what it is; of pieces only what these can lie in.
        """
        of_it = [kind for kind in self.nouns if noun and (noun in self.line(kind) or kind in self.line(noun))]
        own = {place for kind in of_it for place in as_tuple(self.entry(kind).get("in"))}
        if own and self.type_of(noun) == "piece":
            return ("region", *sorted(own))
        named = {place for noun in self.nouns for place in as_tuple(self.entry(noun).get("in"))}
        return (
            "space",
            "border",
            "region",
            "card",
            *sorted(place for place in named if self.type_of(place) == "piece"),
        )

    def takes(self, verb: str, slot: str) -> bool:
        """R23: whether a verb has a slot: one that it declares; of a verb of the core one that its pattern names."""
        word = self.verbs.get(verb)
        if word is None:
            return False
        if slot in word.slots:
            return True
        if verb not in core_words("en")["verbs"]:
            return False
        return any(part.startswith(f"{{{slot}") for pattern in word.patterns for part in split_pattern(pattern))

    def is_state(self, verb: str) -> bool:
        """Whether a verb is a condition."""
        word = self.verbs.get(verb)
        return bool(word and word.state)

    def orders(self, adjective: str) -> bool:
        """Whether an adjective says which things come first."""
        word = self.lexicon.adjectives.get(adjective)
        return bool(word and word.entry.get("order"))

    def of_the_core(self, noun: str) -> bool:
        """Whether a noun is one of the language itself."""
        return noun in core_words("en")["nouns"]


def goes_back_to(
    nouns: Mapping[str, Mapping[str, object]], out_of_game: str, verb: str, noun: str, slots: Collection[str]
) -> str:
    """The zone in which pieces are kept that are returned, or removed, to nowhere that is said; "" where it is unclear.

    It is the one zone in which their supply lies: that of their owner, where players own them. What is removed goes
    there only where it never lies outside the game.

    slots: what is said of the act, such as "to".
    """
    if verb not in ("return", "remove") or "to" in slots:
        return ""
    kinds = [kind for kind in nouns if nouns[kind].get("supply") and _kind_of(nouns, kind, noun)]
    if verb == "remove" and any(out_of_game in as_tuple(nouns[kind].get("in")) for kind in kinds):
        return ""
    zones = {zone for kind in kinds for zone in _supply(nouns[kind])}
    owned = {bool(nouns[kind].get("owned")) for kind in kinds}
    if len(zones) != 1 or len(owned) != 1:
        return ""
    (zone,) = zones
    entry = nouns.get(zone) or {}
    plain = entry.get("type") == "zone" and not entry.get("includes")
    return zone if plain and owned == {entry.get("of") == "player"} else ""


def _supply(entry: Mapping[str, object]) -> tuple[str, ...]:
    supply = entry.get("supply")
    return tuple(map(str, supply)) if isinstance(supply, Mapping) else ()


def _kind_of(nouns: Mapping[str, Mapping[str, object]], kind: str, noun: str) -> bool:
    """Whether pieces of a kind are called by a noun: it is theirs, or that of what they are a kind of."""
    seen: set[str] = set()
    while kind and kind not in seen:
        if kind == noun:
            return True
        seen.add(kind)
        kind = str((nouns.get(kind) or {}).get("is") or "")
    return False


def basis(ruleset: Ruleset) -> tuple[str, ...]:
    """All of a ruleset that the meaning of a text rests on, beside the text and its place: a `Vocabulary` as data.

    A text means the same in rulesets whose basis is equal.
    """
    known: tuple[str, ...] | None = ruleset.derived.get("basis")
    if known is None:
        lying = sorted((str(zone), sorted(kinds)) for zone, kinds in kinds_by_zone(ruleset).items())
        kinds = Counter(component.kind for component in ruleset.components.values())
        head = (dict(ruleset.zones), ruleset.first_player, ruleset.out_of_game)
        # Keys keep their order, and 1 is not true: so it is what is written that is compared.
        parts = (ruleset.content.data["lexicon"], head, sorted(kinds.items()), _on_map(ruleset), lying)
        known = ruleset.derived["basis"] = tuple(map(repr, parts))
    return known


def _on_map(ruleset: Ruleset) -> tuple[list[str], dict[str, str]]:
    """The kinds of spaces, and the regions with their kinds."""
    spaces = sorted({space.kind for space in ruleset.map.spaces.values()})
    return spaces, {name: region.kind for name, region in ruleset.map.regions.items()}


def _this_card(phrase: n.Node | None) -> bool:
    det = phrase.determiner if isinstance(phrase, n.NounPhrase) else None
    return isinstance(det, n.Article) and det.word == "this"
