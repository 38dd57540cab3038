"""The words of a game by the parts that they can take in a sentence: a good, a kind of card, a hand, a place …

A part has several words, the likeliest first: what the game has, and what its cards speak of most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulewright.language import nodes as n
from rulewright.language.lexicon import Lexicon, noun_to, split_pattern
from rulewright.language.lexicon.named_values import named_values
from rulewright.language.lexicon.words import Noun, VerbWord
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.where_cards_lie import kinds_by_zone, kinds_in
from rulewright.ruleset.whole_deeds import not_for_cards
from rulewright.ruleset.words_of_trees import words_in

NAMES = Mapping[str, str]
"""The forms of a word that sentences ask for, such as `one`, `many`, `your`."""


@dataclass
class Cast:
    """By part, the words that can take it, each with its forms."""

    parts: dict[str, list[NAMES]] = field(default_factory=dict)

    def of(self, part: str) -> list[NAMES]:
        """The words for a part."""
        return self.parts.get(part, [])


def cast(ruleset: Ruleset) -> Cast:
    """The English words of a game by their parts."""
    return _Casting(ruleset).cast()


class _Casting:
    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.lexicon: Lexicon = ruleset.language("en").lexicon
        given = ruleset.lexicon.get("nouns") or {}
        self.nouns = [noun for name, noun in self.lexicon.nouns.items() if name in given and noun.forms.get("one")]
        self.kinds = {noun.kind_of for noun in self.nouns if noun.kind_of}
        self.used = Counter(component.kind for component in ruleset.components.values() if not component.later)
        self.cards = [noun for noun in self._of("card") if noun.id not in self.kinds]
        self.cards.sort(key=lambda noun: -self.used[noun.id])
        self.box = ruleset.content.data["ruleset"].get("out of the game")

    def cast(self) -> Cast:
        found = Cast()
        for some in (self._things(), self._zones(), self._numbers(), self._others()):
            for name, words in some:
                found.parts[name] = list(words)
        for zone in ("hand", "table", "deck", "shared"):
            found.parts[f"{zone}_card"] = self._lying_in([zone["id"] for zone in found.of(zone)[:1]])
        return found

    def _lying_in(self, zones: list[str]) -> list[NAMES]:
        """The kinds of card that may come to some zones; all that there are where no card of the game tells."""
        there = kinds_in(self.ruleset, zones) or frozenset()
        return [_named(noun) for noun in self.cards if noun.id in there] or list(map(_named, self.cards))

    def _of(self, *types: str) -> list[Noun]:
        return [noun for noun in self.nouns if noun.type in types]

    def _things(self) -> Iterator[tuple[str, Iterator[NAMES]]]:
        held = [noun for noun in self._of("resource") if noun.entry.get("held") in (None, "player")]
        plain = sorted((noun for noun in held if noun.id not in self.kinds), key=self._likely())
        yield "good", map(_named, plain)
        yield "other_good", map(_named, [*plain[1:], *plain[:1]] if len(plain) > 1 else [])
        yield "goods", map(_named, [noun for noun in held if noun.id in self.kinds])
        yield "card", map(_named, self.cards)
        for part, kind in (("space", "space"), ("region", "region")):
            yield part, map(_named, self._of(kind))
        owned = [noun for noun in self._of("piece") if noun.entry.get("owned") and noun.id not in self.kinds]
        free = [noun for noun in self._of("piece") if not noun.entry.get("owned") and noun.id not in self.kinds]
        yield "piece", map(_named, owned)
        yield "free_piece", map(_named, free)
        yield "supply", (self._zone(noun) for piece in owned for noun in self._supplies(piece))

    def _likely(self) -> Callable[[Noun], tuple[bool, int, bool]]:
        """What comes first: goods that are gained, then what cards speak of most, then what is counted."""
        trees = [words.tree for words in self.ruleset.all_words if words.tree is not None]
        gains = [act for tree in trees for act in tree.walk() if isinstance(act, n.Perform) and act.verb == "gain"]
        gained = {getattr(act.slot("object"), "noun", None) for act in gains}
        on_cards = [c.text.tree for c in self.ruleset.components.values() if c.text is not None and not c.later]
        spoken = Counter(word for tree in on_cards if tree is not None for _, word in set(words_in(tree)))
        return lambda noun: (noun.id not in gained, -spoken[noun.id], not noun.counts)

    def _supplies(self, piece: Noun) -> list[Noun]:
        inside = piece.entry.get("in") or ()
        names = [inside] if isinstance(inside, str) else list(inside)
        return [noun for noun in self._of("zone") if noun.id in names and "player" in noun.of]

    def _zones(self) -> Iterator[tuple[str, Iterator[NAMES]]]:
        zones = [noun for noun in self._of("zone") if noun.id != self.box and not noun.entry.get("pieces only")]
        drawn = {str(rule.get("from")) for rule in self._rules() if isinstance(rule, Mapping)}
        there = kinds_by_zone(self.ruleset)
        zones.sort(key=lambda noun: (noun.id not in drawn, -sum(self.used[kind] for kind in there.get(noun.id, ()))))

        def such(test: Callable[[Noun, bool], bool]) -> Iterator[NAMES]:
            return (self._zone(noun) for noun in zones if test(noun, "player" in noun.of))

        def is_(noun: Noun, key: str, *values: str) -> bool:
            return str(noun.entry.get(key)) in values

        def pile(noun: Noun) -> bool:
            return is_(noun, "order", "pile")

        yield "hand", such(lambda noun, own: own and not pile(noun) and is_(noun, "visible", "owner"))
        yield "table", such(lambda noun, own: own and not pile(noun) and is_(noun, "visible", "public"))
        yield (
            "deck",
            such(
                lambda noun, own: is_(noun, "visible", "nobody") or (pile(noun) and not is_(noun, "visible", "public"))
            ),
        )
        yield "shared", such(lambda noun, own: not own and not pile(noun) and is_(noun, "visible", "public"))

    def _rules(self) -> list[Any]:
        rules = self.ruleset.content.data["ruleset"].get("zones") or {}
        return [rules[name] for name in ("draw", "discard", "play") if name in rules]

    def _zone(self, noun: Noun) -> NAMES:
        one, to = noun.forms.get("one") or "", noun_to(self.lexicon, noun.id)
        own = "player" in noun.of
        return {
            "id": noun.id, "one": one, "to": to, "in": self.lexicon.core.get("places", {}).get(to, "in"),
            "your": f"your {one}" if own else f"the {one}", "their": f"their {one}" if own else f"the {one}",
            "anothers": f"another player's {one}" if own else f"the {one}",
        }  # fmt: skip

    def _numbers(self) -> Iterator[tuple[str, Iterator[NAMES]]]:
        numbers = [noun for noun in self._of("number") if noun.entry.get("values") is None]
        saved = [noun for noun in numbers if noun.of == ("player",) and noun.entry.get("kept")]
        told = [noun for noun in numbers if noun.of == ("player",) and not noun.entry.get("kept")]
        told.sort(key=lambda noun: bool(noun.entry.get("price")) or "sum" in noun.entry)
        yield "number", map(_named, told)
        yield "kept_number", map(_named, saved)
        cards = {noun.id for noun in self._of("card")}
        on_cards = [noun for noun in numbers if noun.of and set(noun.of) <= cards]
        yield "worth", ({**_named(noun), "of": self._one(noun.of[0]), "ofs": self._one(noun.of[0], "many")}
                        for noun in on_cards)  # fmt: skip
        prices = [noun for noun in numbers if noun.entry.get("price") and noun.entry.get("price") in self.lexicon.nouns]
        yield "price", (
            {**_named(noun), "of": self._one(what[0]), "ofs": self._one(what[0], "many"),
             "good": self._one(str(noun.entry["price"])), "goods": self._one(str(noun.entry["price"]), "many")}
            for noun in prices if "player" in noun.of and (what := [one for one in noun.of if one != "player"])
        )  # fmt: skip
        spaces = {noun.id for noun in self._of("space")}
        yield "space_number", (
            {**_named(noun), "of": self._one(what[0])} for noun in numbers
            if "player" in noun.of and (what := [one for one in noun.of if one in spaces])
        )  # fmt: skip
        for part, type_ in (("valued_space", "space"), ("valued_card", "card")):
            yield part, (
                {"one": f"{one.name} {self._one(one.kind)}", "many": f"{one.name} {self._one(one.kind, 'many')}",
                 "number": self._one(one.number), "value": one.name, "of": self._one(one.kind)}
                for one in named_values(self.lexicon) if one.called and self.lexicon.nouns[one.kind].type == type_
            )  # fmt: skip

    def _one(self, noun: str, form: str = "one") -> str:
        word = self.lexicon.nouns.get(noun)
        return (word.forms.get(form, "one") if word is not None else None) or noun.replace("_", " ")

    def _others(self) -> Iterator[tuple[str, Iterator[NAMES]]]:
        given = self.ruleset.lexicon.get("verbs") or {}
        own = [self.lexicon.verbs[name] for name in given if name in self.lexicon.verbs]
        ways = {self.ruleset.content.data["ruleset"].get(name) for name in ("turn", "round")}  # how play goes on
        ways |= set(not_for_cards(self.ruleset))
        own = [verb for verb in own if not verb.entry.get("internal") and verb.id not in ways]
        nouns = self.lexicon.nouns
        for part, kind in (("to_player", "player"), ("to_space", "space"), ("to_card", "card"), ("to_piece", "piece")):
            yield part, (
                {**forms, "of": self._one(what), "ofs": self._one(what, "many")}
                for verb in own if not verb.state and (forms := _verb(verb))
                for what in verb.slots.values()
                if what == kind or (what in nouns and self._type(what) == kind)
                for what in [self._base(what)]
            )  # fmt: skip
        yield "plain_verb", (forms for verb in own if not verb.state and not verb.slots and (forms := _plain(verb)))
        yield "owns", (
            {**forms, "of": self._one(what)}
            for verb in own if verb.state and (forms := _verb(verb))
            for what in verb.slots.values() if what in nouns and nouns[what].type == "space"
        )  # fmt: skip
        for part, type_ in (("space_adjective", "space"), ("card_adjective", "card")):
            yield part, (
                {"one": word.forms.get("one", *word.forms.forms) or "", "of": self._one(word.of[0]),
                 "ofs": self._one(word.of[0], "many")}
                for word in self.lexicon.adjectives.values()
                if word.id in (self.ruleset.lexicon.get("adjectives") or {}) and not word.after and word.of
                and self._type(word.of[0]) == type_
            )  # fmt: skip

    def _type(self, noun: str) -> str:
        base = self._base(noun)
        return self.lexicon.nouns[base].type if base in self.lexicon.nouns else base

    def _base(self, noun: str) -> str:
        """What a role is of; any other noun itself."""
        word = self.lexicon.nouns.get(noun)
        return word.of[0] if word is not None and word.type == "role" and word.of else noun


def _named(noun: Noun) -> NAMES:
    one = noun.forms.get("one") or noun.id
    return {"one": one, "many": noun.forms.get("many") or one}


def _verb(verb: VerbWord) -> NAMES | None:
    """The forms of a verb that is done to one thing, which stands in each as a gap; None where it has other slots."""
    parts = split_pattern(verb.patterns[0])
    slots = [part for part in parts if part.startswith("{")]
    if len(slots) != 1 or len(verb.slots) != 1 or "[" in parts or ":" in slots[0] or parts[0] != "V":
        return None
    forms = verb.forms[0]
    rest = " ".join("{}" if part.startswith("{") else part for part in parts[1:])
    if slots[0].strip("{}") not in ("object", "by", "as"):
        return None  # its preposition is the noun's
    return {name: f"{said} {rest}" for name in ("base", "s", "ing", "ed") if (said := forms.get(name))}


def _plain(verb: VerbWord) -> NAMES | None:
    parts = split_pattern(verb.patterns[0])
    if "V" not in parts or "[" in parts:
        return None
    forms = verb.forms[0]
    rest = [" ".join(parts[parts.index("V") + 1 :])]
    return {
        name: " ".join([said, *filter(None, rest)]) for name in ("base", "s", "ing", "ed") if (said := forms.get(name))
    }
