"""Names of things, and words for trees, in a language; in English where a language lacks them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulewright.language import nodes as N
from rulewright.language.interface import said
from rulewright.language.trees.third_person import third_person
from rulewright.problems import RulewrightError
from rulewright.ruleset.blocks import Words
from rulewright.ruleset.files.grids import cell_name

if TYPE_CHECKING:
    from rulewright.compiler.layout.layout import Layout, PieceKind
    from rulewright.compiler.program import Program
    from rulewright.runtime.state import State

PRINTED = 4096
"""Trees of which a program's labels keep the words: titles, prompts and sentences of cards."""
_NAMING = ("id", "name", "kind", "provenance")


class Names:
    """Names for the things of one program."""

    def __init__(self, program: Program, printer: Any) -> None:
        self.program = program
        self.layout = program.layout
        self.issued = program.layout.issued()
        self.print = printer  # (node, lang) -> str
        ruleset = program.ruleset
        self.names: dict[str, str] = {c.id: c.name for c in ruleset.components.values()}
        self.places: dict[str, str] = {s.id: s.name for s in ruleset.map.spaces.values()}
        self.texts: dict[str, str] = {c.id: c.text.text.strip() for c in ruleset.components.values() if c.text}
        self.locales: Mapping[str, Any] = ruleset.content.data["locale"]
        self.unsaid = {  # by noun, and by the attribute that it is printed as: values that are not told
            name: frozenset(map(str, entry["unsaid"]))
            for noun, entry in self.layout.nouns.items()
            if entry.get("unsaid")
            for name in (noun, entry.get("attribute", noun))
        }
        self._titles: dict[str, dict[str, str]] = {}
        self._printed: dict[tuple[N.Node, str], str] = {}
        self._cells = _cells(self.layout)
        self._differing = len({self.layout.attributes[place]["kind"] for place in self._cells}) > 1
        self._named_values = [
            (noun, kept)
            for noun, kept in self.layout.kept.items()
            if kept.names and len(kept.things) == 1 and not self._cells.keys().isdisjoint(kept.things[0])
        ]

    def said(self, lang: str, section: str, key: str, default: str) -> str:
        """What a language's texts call something; what English calls it where they do not."""
        entry = ((self.locales.get(lang) or {}).get("texts") or {}).get(section, {}).get(key)
        if isinstance(entry, dict):
            entry = entry.get("name") or entry.get("title")
        return str(entry) if entry else default

    def node(self, node: Any, lang: str) -> str:
        """A title or a tree in a language; without words for it, in English."""
        if isinstance(node, str):
            return node
        if not isinstance(node, N.Node):
            return str(node)
        told = self._printed.get((node, lang))
        if told is None:
            if len(self._printed) >= PRINTED:
                self._printed.clear()
            told = self._printed[node, lang] = self._print(node, lang)
        return told

    def _print(self, node: N.Node, lang: str) -> str:
        for language in (lang, "en"):
            try:
                return self.by_name(str(self.print(node, language)), node, language).rstrip(".")
            except (RulewrightError, KeyError):
                continue
        return type(node).__name__

    def by_name(self, text: str, node: N.Node, lang: str) -> str:
        """What is printed of a tree, with values by name: "a spring field" for "a field with season exactly 1"."""
        if not any(map(str.isdigit, text)) or lang not in self.program.ruleset.languages:
            return text
        from rulewright.language.printing.by_name import things_by_name  # it reads, which a warm start does not import

        return things_by_name(self.program.ruleset.language(lang), text, node)

    def part(self, noun: str, label: str, lang: str = "en", brief: bool = False) -> str:
        """What makes a part of a number, as the program knows it: a component's id, or English words of the rule.

        brief: as a log tells it of somebody, without the condition under which it counts.
        """
        if label in self.names:
            return self.component(label, lang)
        word = self.program.ruleset.words["nouns"][noun]
        for addend in word.total:
            amount, condition = addend.amount, addend.condition
            if label == amount.text:
                return self.words(amount, lang, word.about, told=brief)
            if isinstance(condition, Words) and label == f"{amount.text} ({condition.text})":
                if brief:  # "+8" is told before it: of a plain number only what it makes is said
                    plain = isinstance(amount.tree, N.Number)
                    return self.noun(noun, lang) if plain else self.words(amount, lang, word.about, told=True)
                return f"{self.words(amount, lang, word.about)} ({self.words(condition, lang, word.about)})"
        if isinstance(word.means, Words) and label == word.means.text:
            return self.words(word.means, lang, word.about, told=brief)
        return self.noun(noun, lang)

    def words(self, words: Words, lang: str, about: str = "", told: bool = False) -> str:
        """Some words of the rules in a language, about a thing of a kind; in English where it has none for them.

        told: as a log tells them of somebody: "their cards".
        """
        if words.tree is None:
            return words.text
        tree = (third_person(words.tree) if told else None) or words.tree
        if lang == "en" and tree == words.tree:
            return words.text
        try:
            return self.program.ruleset.print(tree, lang, words.kind, about)
        except RulewrightError:
            return words.text

    def seat(self, seat: int, lang: str = "en") -> str:
        """A seat by number, counted from 1; one that the rules play by the name it has."""
        if self.program.asked[seat] != seat:
            return self.noun(str(self.program.ruleset.unattended), lang)
        return said("seat", lang, number=seat + 1)

    def card(self, card: int, lang: str = "en") -> str:
        """A card's name, and whose it is where that matters."""
        name = self.component(self.layout.cards[card].component, lang)
        return f"{name} ({self.seat(self.layout.cards[card].owner, lang)})" if card in self.issued else name

    def component(self, component: str, lang: str = "en") -> str:
        """A component's name."""
        return self.said(lang, "components", component, self.names.get(component, component))

    def text(self, component: str, lang: str = "en") -> str:
        """What stands on a component; in English where a language lacks it."""
        texts = ((self.locales.get(lang) or {}).get("texts") or {}).get("components", {})
        said = texts.get(component, {}).get("text") or self.texts.get(component, "")
        return str(said).strip()

    def titles(self, lang: str = "en") -> dict[str, str]:
        """What a language calls everything that has an id: components, spaces, words of the lexicon, attributes."""
        if lang not in self._titles:
            ruleset = self.program.ruleset
            lexicon = ruleset.language(lang if lang in ruleset.languages else "en").lexicon
            titles = {component: self.component(component, lang) for component in self.names}
            titles |= {place: self.said(lang, "spaces", place, name) for place, name in self.places.items()}
            titles |= {self.layout.names[place]: cell for place, cell in self._cells.items()}
            titles |= {noun: self.noun(noun, lang) for noun in {**lexicon.nouns, **self.layout.nouns}}
            kinds = (kind for kind in self.layout.piece_kinds if kind.worth)
            titles |= {kind.name: self.worth(titles[kind.noun], kind.worth, lang) for kind in kinds}
            words = lexicon.adjectives.items()
            titles |= {name: form for name, word in words if (form := word.forms.get("any", "one", "one_m"))}
            titles |= ((self.locales.get(lang) or {}).get("texts") or {}).get("titles", {})
            self._titles[lang] = titles
        return self._titles[lang]

    def value(self, name: str, lang: str = "en") -> str:
        """The name of a value of a number that names its values."""
        return self.titles(lang).get(name, name.replace("_", " "))

    def number_chosen(self, value: int, noun: str, lang: str = "en") -> str:
        """A number that somebody can choose; of one with named values, its name."""
        names = self.layout.nouns.get(noun, {}).get("values") or ()
        return self.value(str(names[value - 1]), lang) if 1 <= value <= len(names) else str(value)

    def pieces(self, kind: PieceKind, count: int, lang: str = "en") -> str:
        """So many pieces of a kind; "" in front of one."""
        name = self.worth(self.noun(kind.noun, lang, count), kind.worth, lang)
        sign = " ×" if name[:1].isdigit() else ""  # "12 × 1-es jelző"
        return name if count == 1 else f"{count}{sign} {name}"

    def worth(self, name: str, worth: int | None, lang: str = "en") -> str:
        """The name of pieces with what they are worth: "counter 2", "2-es jelző" where a language has a form for it."""
        if not worth:
            return name
        ruleset = self.program.ruleset
        lexicon = ruleset.language(lang if lang in ruleset.languages else "en").lexicon
        if "WORTH" in lexicon.inflection.marks:
            return f"{lexicon.inflected('INT', str(worth), 'one', ['WORTH'])} {name}"
        return f"{name} {worth}"

    def noun(self, noun: str, lang: str = "en", count: int = 1) -> str:
        """A noun without article, as it stands behind a number; in English where a language lacks it."""
        ruleset = self.program.ruleset
        for language in (lang, "en"):
            lexicon = ruleset.language(language).lexicon if language in ruleset.languages else None
            known = lexicon.nouns if lexicon else {}
            many = count != 1 and lexicon is not None and lexicon.core.get("quantity_number", "many") == "many"
            word = known[noun].forms.get("many" if many else "one", "one", "many") if noun in known else None
            if word:
                return word
        return noun.replace("_", " ")

    def place(self, place: int, lang: str = "en", s: State | None = None) -> str:
        """A zone, space, border or card that pieces lie on; with a state, what is said of a space there."""
        if place < self.layout.zone_count:
            owner = self.layout.zone_owner[place]
            noun = self.noun(self.layout.zone_noun[place], lang)
            return f"{noun} ({self.seat(owner, lang)})" if owner >= 0 else noun
        if place >= self.layout.card_place:
            return self.card(place - self.layout.card_place, lang)
        if place in self.layout.border_ends:
            return " – ".join(self.cell(end, lang) for end in self.layout.border_ends[place])
        about = self.about(place, lang, s) if place in self._cells else []
        return self.cell(place, lang) + (f" ({', '.join(about)})" if about else "")

    def cell(self, place: int, lang: str = "en") -> str:
        """A space by its name; one without by its column and row, as on a chess board."""
        name = self.layout.names[place]
        return self._cells.get(place) or self.said(lang, "spaces", name, self.places.get(name, name))

    def about(self, place: int, lang: str, s: State | None = None) -> list[str]:
        """What a space shows in words, or else its kind where spaces differ in it.

        Words that can change are told of a state only.
        """
        data = self.layout.attributes[place]
        words = {key: value for key, value in data.items() if isinstance(value, str) and key not in _NAMING}
        changing = False
        for noun, kept in self._named_values:
            printed = self.layout.nouns[noun].get("attribute", noun)
            changing |= words.pop(printed, None) is not None
            value = s.n[kept.cell(place)] if s is not None and place in kept.things[0] else 0
            if 1 <= value <= len(kept.names):
                words[printed] = kept.names[value - 1]
        words = {key: word for key, word in words.items() if word not in self.unsaid.get(key, ())}
        if words:
            return list(dict.fromkeys(self.value(word, lang) for word in words.values()))
        return [self.noun(data["kind"], lang)] if self._differing and not changing else []

    def thing(self, kind: str, value: Any, lang: str = "en") -> str:
        """A thing of a type: a seat, a card, a number, or a place."""
        if kind == "player":
            return self.seat(value, lang)
        if kind == "card":
            return self.card(value, lang)
        if kind == "piece":
            return self.noun(self.layout.piece_kinds[value].noun, lang)
        return str(value) if kind == "number" else self.place(value, lang)

    def heading(self, heading: str, lang: str) -> str:
        """A heading; in English where a language lacks it."""
        english = (self.program.ruleset.lexicon.get("headings") or {}).get(heading, {}).get("en", heading)
        forms = ((self.locales.get(lang) or {}).get("lexicon") or {}).get("headings") or {}
        said = forms.get(heading, english)
        return str(said["forms"] if isinstance(said, Mapping) and "forms" in said else said)


def _cells(layout: Layout) -> dict[int, str]:
    """Spaces without a name of their own, by column and row; by their ids, where two would be called alike."""
    found = {}
    for place in layout.spaces:
        data = layout.attributes[place]
        if data.get("name", data["id"]) == data["id"] and {"column", "row"} <= data.keys():
            found[place] = cell_name(data["column"], data["row"])
    unique = len(set(found.values())) == len(found)
    return found if unique else {place: layout.names[place] for place in found}
