"""Names for people: options, prompts and log lines, in a language. Ids for programs: the same in every language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.compiler.compiled import ALWAYS
from rulewright.compiler.procedures.decisions import STOP_OR_GO
from rulewright.language import nodes as N
from rulewright.language.interface import said
from rulewright.language.problems import RulewrightError
from rulewright.language.trees.third_person import third_person
from rulewright.ruleset.blocks import Words
from rulewright.ruleset.files.grids import cell_name

if TYPE_CHECKING:
    from rulewright.compiler.layout.layout import Layout, PieceKind
    from rulewright.compiler.program import Program
    from rulewright.runtime.state import State

COUNTED = "#"
"""Between an id that several options of a decision would have and the number of one that is not the first of them."""

PRINTED = 4096
"""Trees of which a program's labels keep the words: titles, prompts and sentences of cards."""
_NAMING = ("id", "name", "kind", "provenance")


class Labels:
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
        self._option_ids: dict[tuple[int, Any], str] = {}
        self._values: dict[tuple[int, str], Any] = {}  # by block and id, the only value that can have it there
        self._shared: dict[int, frozenset[str]] = {}  # by table, the ids that several of its entries or copies have
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
                return str(self.print(node, language)).rstrip(".")
            except (RulewrightError, KeyError):
                continue
        return type(node).__name__

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

    def place_id(self, place: int) -> str:
        """A place for programs."""
        if place < self.layout.zone_count:
            owner = self.layout.zone_owner[place]
            return f"{self.layout.zone_noun[place]}.{owner}" if owner >= 0 else self.layout.zone_noun[place]
        return self.layout.names[place]

    def event(self, seat: int, block: int | str, value: Any, detail: Any, lang: str = "en", told: bool = True) -> str:
        """A line of the log: a choice (block and value), a deed (verb and what it was done to), or chance (seat -1).

        detail: of a payment, what is paid; of a deed, the parts of a number; of chance, for which of several, or -1.
        told: whether cards are named. Of a card that chance takes and that is not named nothing is said: "".
        """
        if block == ALWAYS:
            return said("broken_invariant", lang, id=value)
        if isinstance(block, str):
            made = detail if isinstance(detail, tuple) else ()
            parts = [f"{by:+} {self.part(noun, label, lang, brief=True)}" for noun, label, by in made]
            line = f"{self.seat(seat, lang)} {self._deed(block, value, lang, told)}"
            return labelled(line, ", ".join(parts), lang) if parts else line
        text = self.option(block, value, lang) if told else "…"
        if seat < 0:
            if not told:
                return ""
            name = self.noun(self._prompt(block, lang), lang)
            line = labelled(f"{name[:1].upper()}{name[1:]}", text, lang)
            return labelled(self.seat(detail, lang), line, lang) if detail >= 0 else line
        asking = self.program.decisions[block]
        asked = self.program.pay_prompts[detail] if detail >= 0 else asking.prompt
        if asking.is_nothing(value) and (declined := self._declined(seat, asking, asked, value, lang)):
            return declined
        if value != -1 and asking.kind == "menu" and (done := self._told_of(seat, asking.titles[value], lang)):
            return done
        if value != -1 and (deed := self._told_of(seat, asked, lang)):
            return labelled(deed, text, lang)
        prompt = self.node(asked, lang) if detail >= 0 else self.prompt(block, lang)
        line = labelled(prompt, text, lang) if prompt and prompt != text else text
        return labelled(self.seat(seat, lang), line, lang)

    def _declined(self, seat: int, asking: Any, asked: Any, value: Any, lang: str) -> str | None:
        """That a seat has had enough, or does not do what it was asked to."""
        if asking.titles == STOP_OR_GO or asking.kind in ("card", "pay"):
            return said("no_more", lang, seat=self.seat(seat, lang))
        return self._told_of(seat, asked, lang, negated=True) if asking.kind == "menu" else None

    def _told_of(self, seat: int, asked: Any, lang: str, negated: bool = False) -> str | None:
        """What a seat was asked to do, as something that it does; None for what is no deed, or speaks to "you".

        The lexicon's English words tell that a term is said of "you": other languages may say so by an ending.
        """
        ruleset = self.program.ruleset
        if not isinstance(asked, N.Act) or lang not in ruleset.languages:
            return None
        name = self.seat(seat, lang)
        if lang != "en" and ruleset.language("en").told_of(name, self._asked(asked, "en"), negated) is None:
            return None
        return ruleset.language(lang).told_of(name, self._asked(asked, lang), negated)

    def _deed(self, verb: str, things: tuple[Any, ...], lang: str, told: bool) -> str:
        slots = list(zip(self.program.verbs[verb], things, strict=True))
        named = {
            slot.name: self._done_to(slot.type, thing, lang)
            if told or slot.type != "card"
            else self.noun(slot.noun, lang)
            for slot, thing in slots
        }
        pieces = {slot.name: self.layout.piece_kinds[thing].noun for slot, thing in slots if slot.type == "piece"}
        spoken = lang in self.program.ruleset.languages
        said = self.program.ruleset.language(lang).said_of(verb, named, pieces) if spoken else None
        if said:
            return said
        entry = self.program.ruleset.lexicon["verbs"].get(verb) or {}
        forms = str((entry.get("en") or {}).get("forms", verb)).split("|")
        return " ".join([forms[1] if len(forms) > 1 else forms[0], *named.values()])

    def _done_to(self, kind: str, thing: Any, lang: str) -> str:
        """A thing within a sentence; a kind of piece with its article where names do not stand behind the sentence."""
        ruleset = self.program.ruleset
        own = ruleset.language(lang if lang in ruleset.languages else "en")
        if kind == "piece" and not own.lexicon.core.get("before_names"):
            article = N.Article(word="a")
            return self.node(N.NounPhrase(determiner=article, noun=self.layout.piece_kinds[thing].noun), lang)
        return self.thing(kind, thing, lang)

    def thing(self, kind: str, value: Any, lang: str = "en") -> str:
        """A thing of a type: a seat, a card, a number, or a place."""
        if kind == "player":
            return self.seat(value, lang)
        if kind == "card":
            return self.card(value, lang)
        if kind == "piece":
            return self.noun(self.layout.piece_kinds[value].noun, lang)
        return str(value) if kind == "number" else self.place(value, lang)

    # ------------------------------------------------------------ options

    def option(self, block: int, value: Any, lang: str, s: State | None = None) -> str:
        """An option in words; with a state, what is said of a space there."""
        asking = self.program.decisions[block]
        kind = asking.kind
        if kind in ("offer", "entry"):
            return self._entry(value, asking, lang)
        if kind == "trigger":
            return self._trigger(value, lang)
        if kind == "pay":
            if value == -1:
                return said("enough", lang)
            if value[0] == 1:
                return self._entry(value[1:], asking, lang)
            _, way, card, amount = value
            return f"{self.card(card, lang)} ({amount})" + ("" if way < 0 else f", {self._way(way, lang)}")
        if kind == "menu":
            if value == -1:
                return said("none", lang)
            if asking.titles == STOP_OR_GO:
                return said("on" if value else "stop", lang)
            title = asking.titles[value]
            return self.said(lang, "titles", title, title) if isinstance(title, str) else self.node(title, lang)
        if kind == "number":
            return str(value)
        if kind == "player":
            return self.seat(value, lang)
        if kind == "card":
            return said("enough", lang) if value == -1 else self.card(value, lang)
        if kind == "pieces":
            number, owner, place = value
            info = self.layout.piece_kinds[number]
            whose = f" ({self.seat(owner, lang)})" if info.owned and owner < self.layout.players else ""
            return f"{self.noun(info.noun, lang)}{whose}, {self.place(place, lang, s)}"
        if kind == "region":
            for name, (_, spaces) in self.layout.regions.items():
                if spaces == tuple(value):
                    return self.said(lang, "regions", name, name.replace("_", " "))
        return self.place(value, lang, s)

    def detail(self, block: int, value: Any, frame: list[Any], lang: str = "en") -> str:
        """What the card says that an option names: the ability that is offered or resolved, or all of its text."""
        asking = self.program.decisions[block]
        if value == -1:
            return ""
        if asking.kind in ("offer", "entry") and value[2] >= 0:
            return self.ability(value[2], self.program.offers[value[0]][value[1]].heading, lang)
        if asking.kind == "card":
            return self.text(self.layout.cards[value].component, lang)
        if asking.kind == "menu" and asking.resolved:
            return " ".join(self.ability(frame[slot], heading, lang) for heading, slot in asking.resolved[value])
        return ""

    def ability(self, card: int, heading: str, lang: str = "en") -> str:
        """What a card says under a heading."""
        text = self.program.ruleset.components[self.layout.cards[card].component].text
        abilities = text.tree.abilities if text and isinstance(text.tree, N.Text) else ()
        sentences = [said for ability in abilities if ability.heading == heading for said in ability.sentences]
        return " ".join(f"{self.node(said, lang)}." for said in sentences)

    def _trigger(self, value: Any, lang: str) -> str:
        entry = self.program.offers[value[0]][value[1]]
        text = self.node(entry.title, lang)
        return text if value[2] < 0 else labelled(self.card(value[2], lang), text, lang)

    def _way(self, way: int, lang: str) -> str:
        return self.component(self.program.ways[way].component, lang)

    def _way_id(self, way: int) -> str:
        """A way to pay for programs: the component that opens it, and which of its ways where it opens several."""
        ways = self.program.ways
        earlier = sum(other.component == ways[way].component for other in ways[:way])
        return f"{ways[way].component}.{earlier}" if earlier else str(ways[way].component)

    def _entry(self, value: Any, asking: Any, lang: str) -> str:
        if value == -1:
            title = str(asking.titles[0]) if asking.titles else ""
            return self.said(lang, "titles", title, title) or said("none", lang)
        table, number, card = value
        entry = self.program.offers[table][number]
        if card < 0:
            name = entry.procedure.name.partition("_")[2]
            return self.said(lang, "procedures", name, self.node(entry.title, lang))
        return labelled(self.card(card, lang), self.heading(entry.heading, lang), lang)

    def heading(self, heading: str, lang: str) -> str:
        """A heading; in English where a language lacks it."""
        english = (self.program.ruleset.lexicon.get("headings") or {}).get(heading, {}).get("en", heading)
        forms = ((self.locales.get(lang) or {}).get("lexicon") or {}).get("headings") or {}
        return str(forms.get(heading, english))

    def option_id(self, block: int, value: Any) -> str:
        """An option for programs and journals, stable across languages and runs; of copies each has the same."""
        told = self._option_ids.get((block, value))
        if told is None:
            told = self._option_ids[block, value] = self._option_id(block, value)
            if not self._shares(block, value, told):
                self._values[block, told] = value
        return told

    def known_value(self, block: int, option_id: str) -> Any:
        """A value that had this id in a block before, if no other can have it there; or None."""
        return self._values.get((block, option_id))

    def ids(self, block: int, values: Sequence[Any]) -> list[str]:
        """The ids of the options of one decision: where several would have the same, all but the first are counted."""
        seen: Counter[str] = Counter()
        found = []
        for value in values:
            told = self.option_id(block, value)
            seen[told] += 1
            found.append(told if seen[told] == 1 else f"{told}{COUNTED}{seen[told]}")
        return found

    def id_among(self, block: int, values: Sequence[Any], number: int) -> str:
        """The id of one of the options of a decision, as `ids` has it."""
        told = self.option_id(block, values[number])
        return told if (block, told) in self._values else self.ids(block, values[: number + 1])[-1]

    def _shares(self, block: int, value: Any, told: str) -> bool:
        """Whether another option of a block can have this id: a copy, or an ability under the same heading."""
        kind = self.program.decisions[block].kind
        if kind == "pieces":
            return self._is_copy(value[2])
        if kind in ("number", "player", "menu", "region", "card") or value == -1:
            return False
        if kind == "pay" and value[0] != 1:
            return False
        if kind not in ("offer", "entry", "trigger", "pay"):
            return self._is_copy(value)
        table = value[1] if kind == "pay" else value[0]
        if table not in self._shared:
            counts = Counter(
                self._entry_id((table, number, card))
                for number, entry in enumerate(self.program.offers[table]) for card in entry.cards or (-1,)
            )  # fmt: skip
            self._shared[table] = frozenset(name for name, times in counts.items() if times > 1)
        return (told.rpartition(":")[0] if kind == "trigger" else told) in self._shared[table]

    def _is_copy(self, place: int) -> bool:
        """Whether a place is a card of which there are several."""
        card = place - self.layout.card_place
        return card >= 0 and len(self.layout.instances(self.layout.cards[card].component)) > 1

    def _option_id(self, block: int, value: Any) -> str:
        asking = self.program.decisions[block]
        kind = asking.kind
        if value == -1 and kind in ("offer", "entry", "pay", "menu", "card"):
            return {"offer": "end", "entry": "none", "pay": "enough", "menu": "none", "card": "enough"}[kind]
        if kind in ("offer", "entry"):
            return self._entry_id(value)
        if kind == "pay":
            if value[0] == 1:
                return self._entry_id(value[1:])
            _, way, card, amount = value
            source = "" if way < 0 else f":{self._way_id(way)}"
            return f"{self.card_id(card)}{source}:{amount}"
        if kind == "trigger":
            return f"{self._entry_id(value[:3])}:{value[3]}"
        if kind == "card":
            return self.card_id(value)
        if kind == "pieces":
            number, owner, place = value
            return f"{self.layout.piece_kinds[number].name}:{owner}:{self.place_id(place)}"
        if kind in ("number", "player", "menu"):
            return str(value)
        if kind == "region":
            return "-".join(self.layout.names[space] for space in value)
        return self.place_id(value)

    def card_id(self, card: int) -> str:
        """A card: its component, and which copy where there are several."""
        component = self.layout.cards[card].component
        copies = self.layout.instances(component)
        return component if len(copies) == 1 else f"{component}.{copies.index(card)}"

    def _entry_id(self, value: Any) -> str:
        table, number, card = value
        entry = self.program.offers[table][number]
        name: str = entry.procedure.name.partition("_")[2]
        if card < 0:
            return name
        # Copies that lie together are offered once, so the component names them.
        where = f":{entry.zone}" if entry.zone else ""
        return f"{self.layout.cards[card].component}:{entry.heading}{where}"

    def reason(self, reason: str, lang: str = "en") -> str:
        """Why the game is over, as the state has it, in a language."""
        tree = self.program.endings.get(reason)
        if tree is not None:
            return self.node(tree, lang)
        if reason in ("ended", "won"):  # no text and no rule says why
            return said(reason, lang)
        card = next((name for name, said_so in self.names.items() if said_so == reason), "")
        if card:
            return self.said(lang, "components", card, reason)
        procedures = self.program.ruleset.procedures.values()
        ending = next((procedure.id for procedure in procedures if procedure.title == reason), "")
        return self.said(lang, "procedures" if ending else "titles", ending or reason, reason)

    def prompt(self, block: int, lang: str, s: Any = None) -> str:
        """What is asked, as a sentence begins."""
        prompt = self._prompt(block, lang, s)
        return prompt[:1].upper() + prompt[1:]

    def _prompt(self, block: int, lang: str, s: Any = None) -> str:
        asking = self.program.decisions[block]
        if asking.kind == "pay" and s is not None:
            f = s.stack[-1]
            prompt = self.node(self.program.pay_prompts[f[7]], lang)
            return said("paid_so_far", lang, prompt=prompt, count=f[5]) if f[5] else prompt
        if isinstance(asking.prompt, N.Ability):
            return self.heading(asking.prompt.heading, lang)
        return self.node(self._asked(asking.prompt, lang), lang) if asking.prompt else ""

    def _asked(self, prompt: Any, lang: str) -> Any:
        """What a prompt asks for; what is to be chosen, as the language says where from."""
        match prompt:
            case N.Perform(verb="choose", slots=(N.Slot(name="object", value=N.Phrase() as chosen),)):
                return self.program.ruleset.language(lang).choosing(chosen)
        return prompt


def _cells(layout: Layout) -> dict[int, str]:
    """Spaces without a name of their own, by column and row; by their ids, where two would be called alike."""
    found = {}
    for place in layout.spaces:
        data = layout.attributes[place]
        if data.get("name", data["id"]) == data["id"] and {"column", "row"} <= data.keys():
            found[place] = cell_name(data["column"], data["row"])
    unique = len(set(found.values())) == len(found)
    return found if unique else {place: layout.names[place] for place in found}


def labelled(what: str, text: str, lang: str) -> str:
    """A text with what it is about before it, as a language writes that.

    >>> labelled("Player 2", "Pass", "en")
    'Player 2: Pass'
    """
    return said("labelled", lang, what=what, text=text)
