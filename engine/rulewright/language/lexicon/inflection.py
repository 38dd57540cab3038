"""Inflection: the rules by which words take their forms, declared in `words.<lang>.yaml`.

A form that the grammar can ask for has a name of its own there, a *mark*: a terminal that stands for the ending of the
word before it, or for the form of the verb after it. So a grammar says `noun=NOUN YOUR INTO` where the text says one
word, and "kezedbe" is read as three terminals; printing goes the other way. Three sections of the words file say how:

* `layers`: for each layer (whose it is; the case) its marks, each with the name of its form; a form may depend on how
  the noun names places (`{in: …, on: …, at: …}`), a mark may be `only` or `never` for certain nouns, and `next` is a
  rule of the lexer for what must follow;
* `inflected`: the terminals that take marks, each with its layers;
* `derived`: forms that follow from another one of the same word by an ending;
* `endings`: for each form a list of [pattern, replacement]: the first pattern that fits a whole word makes the form
  that an entry does not give itself; `{name}` in a pattern stands for one of the `sounds`.

`moods` are the marks of verbs: the form, and where the preverb stands (`before`: joined; `after`: as its own word;
`apart`: where the pattern has it, see `verb_last`); `last`, `outside`, `inside`: see `Mood`;
`sub` and `sub_many`, or any other name, are its forms below a `rule__sub` of the grammar. `clitics` are objects that
are said as part of the verb: a mark behind it for each, with its forms. They stand before the verb, or behind those
moods that name a `clitic`: joined to the ending that `joined_<that name>` makes ready; a mood with `clitic_behind:
[pattern, instead]` has them behind what stands there before the verb itself: "ne **la** prenez pas".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rulewright.language.records import dataclass

MOOD_KEYS = (
    "form",
    "many",
    "preverb",
    "clitic",
    "clitic_behind",
    "last",
    "outside",
    "inside",
)  # the others name styles


@dataclass(frozen=True, slots=True)
class Mark:
    """A terminal for a form. `forms`: the form's name by the place class of the noun (`""`: always)."""

    name: str
    forms: Mapping[str, str]
    only: str = ""
    never: str = ""
    next: str = ""
    before: bool = False  # it is read before the word

    def form(self, place: str) -> str:
        """The form's name for a noun of this place class; empty: the word as it is."""
        return self.forms.get(place, self.forms.get("", ""))


@dataclass(frozen=True, slots=True)
class Mood:
    """A mark of verbs. `many`: the form for a subject in the plural, if it has one of its own.

    styles: other forms by style and number (`sub`, `sub_many`); clitic: the ending that an object is joined to, or "";
    clitic_behind: the words before the verb that it stands behind, as a pattern, and how they are written then;
    last: the verb ends its clause, so that its mark is read behind it; outside, inside: words before it, and between
    it and its preverb.
    """

    name: str
    one: str
    many: str
    preverb: str
    styles: Mapping[str, str]
    clitic: str
    clitic_behind: tuple[str, str]
    last: bool = False
    outside: str = ""
    inside: str = ""

    def said(self, text: str, preverb: str) -> str:
        """A form of a verb with its preverb where this mood has it. In a preverb, `_` is a space at its end."""
        if self.preverb == "after":
            return f"{text} {preverb.strip('_')}" if preverb else text
        if self.preverb == "before, apart":
            return " ".join(part for part in (preverb.strip("_"), self.inside, text) if part)
        joined = preverb.replace("_", " ") if self.preverb == "before" else ""
        inside = f"{self.inside}{'' if joined and not joined.endswith(' ') else ' '}" if self.inside else ""
        return f"{self.outside} {joined}{inside}{text}".strip()

    def form(self, number: str, style: str = "") -> str:
        """The form's name for a subject in a number, in a style."""
        one = self.styles.get(style)
        if one:
            return self.styles.get(f"{style}_many", one) if number == "many" else one
        return self.many if number == "many" else self.one


class Inflection:
    """The marks and endings of one language."""

    def __init__(self, core: Mapping[str, Any]) -> None:
        self.layers: dict[str, tuple[tuple[Mark, ...], ...]] = {}
        layers = {
            name: tuple(_mark(m, e or {}) for m, e in marks.items()) for name, marks in core.get("layers", {}).items()
        }
        for terminal, names in core.get("inflected", {}).items():
            self.layers[terminal] = tuple(layers[name] for name in names)
        numbers = tuple(mark for name in core.get("inflected_numbers", ()) for mark in layers[name])
        if numbers:
            self.layers["INT"] = (numbers,)
        self.marks = {mark.name: mark for marks in layers.values() for mark in marks}
        self.moods = {
            name: Mood(
                name, str(e["form"]), str(e.get("many", e["form"])), str(e.get("preverb", "before")),
                {k: str(v) for k, v in e.items() if k not in MOOD_KEYS},
                str(e.get("clitic", "")), tuple(e.get("clitic_behind", ("", ""))),
                "last" in e, str(e.get("outside", "")), str(e.get("inside", "")),
            )
            for name, e in core.get("moods", {}).items()
        }  # fmt: skip
        self.clitics: Mapping[str, dict[str, tuple[str, ...]]] = {
            mark: {form: (text,) if isinstance(text, str) else tuple(text) for form, text in forms.items()}
            for mark, forms in core.get("clitics", {}).items()
        }
        sounds = core.get("sounds", {})
        self.endings = {form: _rules(rules, sounds) for form, rules in core.get("endings", {}).items()}
        harmony = core.get("harmony")
        if harmony:  # the endings of words whose own vowels do not tell: as if none of them had the sound, or all
            self._tells, self._open = str(harmony["by"]), re.compile(str(harmony["open"]), re.IGNORECASE)
            self._sound = re.compile(str(harmony["ends"]), re.IGNORECASE)
            for form, rules in core["endings"].items():
                without = [rule for rule in rules if f"{{{harmony['sound']}}}" not in rule[0]]
                self.endings[f"{form} without"] = _rules(without, sounds)
                self.endings[f"{form} with"] = _rules(rules, {**sounds, str(harmony["sound"]): ""})
        else:
            self._tells = ""
        self._made: dict[tuple[str, str], str | None] = {}
        self.derived = {form: tuple(map(str, rule)) for form, rule in core.get("derived", {}).items()}

    def derive(self, forms: dict[str, tuple[str, ...]]) -> None:
        """Add the forms that follow from others by rule and that an entry does not give."""
        for form, (base, ending, *genders) in self.derived.items():
            if genders and not set(genders).intersection(forms.get("gender", ())):
                continue
            if form not in forms and base in forms:
                made = tuple(text for text in (self.ending(ending, x) for x in forms[base]) if text)
                if made:
                    forms[form] = made

    def with_clitic(self, mood: Mood, text: str, clitic: str) -> str:
        """A verb with the pronoun that is its object."""
        behind, instead = mood.clitic_behind
        if behind and (match := re.match(behind, text)):
            return f"{instead} {clitic} {text[match.end() :]}"
        if not mood.clitic:
            return f"{clitic} {text}"
        return f"{self.ending(f'joined_{mood.clitic}', text) or text}{clitic}"

    def ending(self, form: str, text: str) -> str | None:
        """A word in a form, by rule; None if no rule fits."""
        if (form, text) not in self._made:
            rule = self.rule(form, text)
            self._made[form, text] = rule and rule[0].sub(rule[1], text, count=1)
        return self._made[form, text]

    def rule(self, form: str, text: str) -> tuple[re.Pattern[str], str] | None:
        """The rule that makes a form of a word: the first that fits."""
        return next((rule for rule in self.endings.get(form, ()) if rule[0].match(text)), None)

    def wordings(
        self, forms: Mapping[str, tuple[str, ...]], start: str, marks: Sequence[Mark], place: str
    ) -> tuple[str, ...]:
        """A word with marks: its own forms (`one_p2_acc`) where it has them, otherwise by rule. The first is printed.

        Args:
            forms: the entry's forms.
            start: `one` or `many`.
            marks: one of each layer.
            place: the place class of the noun.
        """
        key, texts = start, forms.get(start, ())
        for mark in marks:
            key, texts = self._with(mark, key, texts, forms, place)
        return texts

    def _with(
        self, mark: Mark, key: str, texts: tuple[str, ...], forms: Mapping[str, tuple[str, ...]], place: str
    ) -> tuple[str, tuple[str, ...]]:
        """The wordings of a form with one more mark, and what that form is called."""
        own = f"{key}_{mark.name}"
        if own in forms:
            return own, forms[own]
        form = mark.form(place)
        if not form:
            return key, texts
        key = f"{key}_{form}"
        made = (self.ending(self._harmonic(form, text, forms), text) for text in texts)
        return key, forms.get(key) or tuple(text for text in made if text is not None)

    def _harmonic(self, form: str, text: str, forms: Mapping[str, tuple[str, ...]]) -> str:
        """The rules that make a form: of a word whose last vowel fits every ending, those that another form shows."""
        shown = forms.get(self._tells, ())
        if not shown or not self._open.search(text):
            return form
        return f"{form} with" if self._sound.search(shown[0]) else f"{form} without"

    def all_wordings(
        self, terminal: str, forms: Mapping[str, tuple[str, ...]], start: str, fits: Callable[[Mark], bool], place: str
    ) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
        """A word with all marks that it can take: their names, one of each layer, and the wordings (see `wordings`)."""
        found: list[tuple[tuple[str, ...], str, tuple[str, ...]]] = [((), start, forms.get(start, ()))]
        for layer in self.layers[terminal]:
            fitting = [mark for mark in layer if fits(mark)]
            found = [
                ((*names, mark.name), *self._with(mark, key, texts, forms, place))
                for names, key, texts in found
                for mark in fitting
            ]
        return ((names, texts) for names, _, texts in found)


def _mark(name: str, entry: Mapping[str, Any]) -> Mark:
    form = entry.get("form", "")
    forms = {str(k): str(v) for k, v in form.items()} if isinstance(form, Mapping) else {"": str(form)}
    return Mark(
        name,
        forms,
        str(entry.get("only", "")),
        str(entry.get("never", "")),
        str(entry.get("next", "")),
        "before" in entry,
    )


def _rules(rules: Sequence[Sequence[str]], sounds: Mapping[str, str]) -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(_with_sounds(pattern, sounds), re.IGNORECASE), ending) for pattern, ending in rules]


def _with_sounds(pattern: str, sounds: Mapping[str, str]) -> str:
    for name, sound in sounds.items():
        pattern = pattern.replace(f"{{{name}}}", sound)
    return pattern
