"""`rulewright read`: what a sentence means, whether it can be run, and how it is said in other languages."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from rulewright.cli.rulesets import Packs, readable, speaking
from rulewright.cli.text import trees
from rulewright.cli.text.report import as_data, out
from rulewright.compiler.trials import SHEET, Trials, Tried, headings_of, homes, waits
from rulewright.compiler.verified import checked, fits_anywhere
from rulewright.language.called import in_words
from rulewright.language.interface import said as words
from rulewright.language.interface import told
from rulewright.language.nodes import Ability, Article, Node, NounPhrase, Perform, Text
from rulewright.language.printing.by_name import by_name
from rulewright.problems import Place, Problem, RulewrightError, did_you_mean, problem
from rulewright.ruleset.model import Ruleset
from rulewright.runtime.rules import Rules

if TYPE_CHECKING:
    from rulewright.meaning import Meaning

MOST = 6
"""Kinds of card that a text is tried on."""


def read(
    game: Annotated[str, typer.Argument(help="The ruleset whose words are used: its name, or its folder.")],
    text: Annotated[str, typer.Argument(help="What a card would say.")],
    lang: Annotated[str, typer.Option(metavar="LANGUAGE", help="The language of the text.")] = "en",
    to: Annotated[
        list[str] | None, typer.Option(metavar="LANGUAGE", help="Another language, or all; may be repeated.")
    ] = None,
    packs: Packs = None,
    kind: Annotated[
        str | None, typer.Option(metavar="KIND", help="The kind of card that would say it; by default the likeliest.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the tree and the sentences as JSON.")] = False,
) -> None:
    """Read a text as the engine does: its tree, with brackets, its normal form, in other languages, said back.

    It is compiled as well, on a card or as a step of a rule: what `check` refuses is refused.
    """
    ruleset = Rules(readable(game, packs))
    tree = _parsed(ruleset, text, lang)
    own = lang if lang != "en" else speaking(ruleset.ruleset, None)  # in which the reader is told about it
    others = ruleset.ruleset.languages if to == ["all"] else to or []
    _has_words(ruleset, tree, text, lang)
    said = {language: _said(ruleset, tree, language) for language in dict.fromkeys([lang, *others])}
    tried = _in_words_of(ruleset, compiled_somewhere(ruleset.ruleset, text, tree, kind), text, own)
    understood, problems = (_Understood(), []) if tried.problems else _understood(ruleset, tree, tried, own)
    if as_json:
        data = {
            "text": text, "said": said, "understood": understood.card or understood.headed or understood.step or None,
            "understood_as_a_step": understood.step or None, "kind": tried.kind, "step": tried.step,
            "under": tried.under, "problems": [as_data(told(found, own)) for found in tried.problems],
            "tree": trees.data(tree),
        }  # fmt: skip
        out.print(json.dumps(data, ensure_ascii=False, indent=2))
        raise typer.Exit(1 if tried.problems else 0)
    for line in trees.lines(tree):
        out.print(line)
    out.print(f"\n[] {trees.brackets(tree, text)}")
    for language, sentences in said.items():
        out.print(f"{language} {sentences}")
    if tried.problems:
        if all(found.place.file != SHEET for found in tried.problems):
            out.print(f"\n{words('elsewhere', own)}")
        raise RulewrightError(*tried.problems)
    out.print(f"\n{_compiles(ruleset.ruleset, tried, own)}")
    if tried.of_others:
        out.print(words("wrong_without_it", own, count=tried.of_others))
    for line in understood.lines(own):
        out.print(line)
    for found in problems:
        out.print(f"{words('not_understood', own, text=found.message)} {found.hint}")


def _has_words(ruleset: Rules, tree: Node, text: str, lang: str) -> None:
    """Refuse a text of which a part has no normal form, at its words. Raises RulewrightError (RW0330)."""
    try:
        ruleset.print(tree, lang)
    except RulewrightError as error:
        (found,) = error.problems
        if found.code != "RW0330" or not found.end:
            raise
        words_of_it = f"“{text[found.offset : found.end]}”"
        where = {"offset": found.offset, "end": found.end}
        told_of_it = problem("RW0330", found=words_of_it, lang=ruleset.language(lang).lexicon.called, **where)  # type: ignore[arg-type]
        raise RulewrightError(_placed(told_of_it, text)) from None


def _said(ruleset: Rules, tree: Node, lang: str) -> str:
    """A tree in a language, with values by their names."""
    return by_name(ruleset.language(lang), ruleset.print(tree, lang), tree)


@dataclass(frozen=True)
class Outcome:
    """Where a text compiles, or what is wrong with it where it would be likeliest.

    kind: the kind of card whose whole text it can be; step: whether it can be a step of a rule; under: headings under
    which a card can say it; of_others: how many problems the game has without the text.
    """

    kind: str
    step: bool
    under: list[str]
    problems: list[Problem]
    of_others: int = 0


def _in_words_of(ruleset: Rules, tried: Outcome, text: str, lang: str) -> Outcome:
    """An outcome whose problems call nouns by their words in a language."""
    own, english = ruleset.language(lang).lexicon, ruleset.language("en").lexicon
    return replace(tried, problems=[in_words(found, own, text, english) for found in tried.problems])


def compiled_somewhere(ruleset: Ruleset, text: str, tree: Node, kind: str | None = None) -> Outcome:
    """Try a text where it may stand: on cards of a kind, without a heading also under those of the game, and in rules.

    Raises:
        RulewrightError: RW0840, no card is of the kind.
    """
    absent = _absent(ruleset)
    kinds = homes(ruleset, tree) + absent
    if kind is not None and kind not in kinds and all(one.kind != kind for one in ruleset.components.values()):
        kinds = list(dict.fromkeys([*kinds, *(one.kind for one in ruleset.components.values())]))
        unknown = problem("RW0840", found=kind, game=ruleset.id, suggestions=did_you_mean(kind, kinds), expected=kinds)
        raise RulewrightError(unknown)
    if kind is not None:
        kinds = [kind]
    else:
        kinds = _taking_this(ruleset, tree, kinds[: len(kinds) - len(absent)])[:MOST] + absent[:MOST]
    trials = Trials(ruleset)
    bare = isinstance(tree, Text) and not tree.abilities
    holding = isinstance(tree, Text) and any(map(waits, tree.sentences))
    tries = [Tried(text, tree, one) for one in kinds] + ([Tried(text, tree)] if bare and kind is None else [])
    headed = list(_under_headings(ruleset, text, tree, kinds, holding))
    every = [*tries, *(tried for _, tried in headed)]  # all in one go: the rules are compiled with them each time
    every_found = _tried(trials, every)
    found = [
        [one for one in problems if one.code != "RW0517" or tried.kind not in absent]
        for tried, problems in zip(tries, every_found, strict=False)
    ]
    on = next((tried.kind for tried, problems in zip(tries, found, strict=True) if tried.kind and not problems), "")
    step = bool(tries) and not tries[-1].kind and not found[-1]
    of_itself = any(part == Article(word="this") for part in tree.walk())
    shown = every_found[len(tries) :] if not on else []
    clean = (name for (name, _), problems in zip(headed, shown, strict=False) if not problems)
    under = list(dict.fromkeys(clean))
    if on or (kind is None and (step or under)):
        used = trials.of_what_it_uses(Tried(text, tree, on)) if on else []
        return Outcome("" if used else on, step, under, used, len(_faults(trials)))
    on_cards = shown if holding and shown else found[: len(kinds)]  # what waits is meant for where it holds
    if tries and not tries[-1].kind and not of_itself and not holding:  # only a card waits, or speaks of itself
        return Outcome("", False, under, found[-1])
    return Outcome("", False, under, min(on_cards, key=_misplaced) if on_cards else [])


def _under_headings(
    ruleset: Ruleset, text: str, tree: Node, kinds: Sequence[str], holding: bool
) -> Iterator[tuple[str, Tried]]:
    """A text that stands under no heading under each of those of some kinds of card."""
    if isinstance(tree, Text) and not tree.abilities:
        for kind in kinds:
            for heading in headings_of(ruleset, kind, holding):
                yield heading, Tried(text, _under(heading, tree), kind)


def _under(heading: str, tree: Node) -> Text:
    """A text that stands under no heading, under one."""
    assert isinstance(tree, Text)
    return Text(abilities=(Ability(heading=heading, sentences=tree.sentences),))


def _faults(trials: Trials) -> list[Problem]:
    """What is wrong with the game without the text: words that nothing uses yet are not."""
    return [found for found in trials.at_fault if found.code != "RW0245"]


def _absent(ruleset: Ruleset) -> list[str]:
    """The kinds of card of which the game has none yet: texts are tried on them as if there were one."""
    nouns = ruleset.lexicon.get("nouns") or {}
    there = {component.kind for component in ruleset.components.values()}
    wider = {entry.get("is") for entry in nouns.values()}
    return [name for name, entry in nouns.items() if entry.get("type") == "card" and name not in there | wider]


def _tried(trials: Trials, tries: Sequence[Tried]) -> list[list[Problem]]:
    """What is wrong with each of some tries of one text.

    What is wrong with most of them is so for any number of players; what is left is tried for all. What is the same in
    several of them may be told of one alone: those of which nothing is told are tried without it.
    """
    found = Trials(trials.ruleset, players=trials.players[-1:]).tried(tries)
    clean = [number for number, problems in enumerate(found) if not problems]
    while clean:
        again = trials.tried([tries[number] for number in clean])
        for number, problems in zip(clean, again, strict=True):
            found[number] = problems
        left = [number for number in clean if not found[number]]
        clean = left if len(left) < len(clean) else []
    return found


def _misplaced(problems: list[Problem]) -> tuple[bool, int]:
    """How little a kind of card is meant, by what is wrong there: least where its cards come to a place of the text."""
    return any(problem.code == "RW0517" for problem in problems), len(problems)


def _taking_this(ruleset: Ruleset, tree: Node, kinds: list[str]) -> list[str]:
    """The kinds of card, first those with which the verbs of a text that speaks of "this card" are done."""
    lexicon = ruleset.language("en").lexicon
    this = {
        str(kind) for act in tree.walk() if isinstance(act, Perform)
        for name, kind in lexicon.verbs[act.verb].slots.items()
        if isinstance(value := act.slot(name), NounPhrase) and value.determiner == Article(word="this")
    }  # fmt: skip
    return sorted(kinds, key=lambda kind: not any(lexicon.noun_is(kind, one) for one in this))


def _compiles(ruleset: Ruleset, tried: Outcome, lang: str) -> str:
    """Where a text can stand, in words."""
    under = [words("quoted", lang, word=f"{_heading(ruleset, name, lang)}:") for name in tried.under]
    if tried.kind:
        key = "compiles_on_none" if tried.kind in _absent(ruleset) else "compiles_on"
        return words(key, lang, kind=_noun(ruleset, tried.kind, lang))
    if tried.step and under:
        return words("compiles_under_and_step", lang, headings=", ".join(under))
    return words("compiles_under", lang, headings=", ".join(under)) if under else words("compiles_step", lang)


def _heading(ruleset: Ruleset, name: str, lang: str) -> str:
    word = ruleset.language(lang).lexicon.headings.get(name)
    said = (word.forms.get("any", *word.forms.forms) if word else None) or name.replace("_", " ")
    return said[:1].upper() + said[1:]


def _noun(ruleset: Ruleset, kind: str, lang: str) -> str:
    word = ruleset.language(lang).lexicon.nouns.get(kind)
    return (word.forms.get("one", "any", "one_m") if word else None) or kind.replace("_", " ")


@dataclass(frozen=True)
class _Understood:
    """What a text means where it compiles, in words.

    card: on a card, and under headings of which what they say is done as far as possible; headed: under the first of
    those whose text is whole; step: as a step of a rule, which is whole. "" where it is the same, or does not stand.
    """

    card: str = ""
    headed: str = ""
    step: str = ""

    def lines(self, lang: str) -> Iterator[str]:
        """The lines for a reader."""
        said = (("understood_as", self.card), ("understood_as", self.headed), ("understood_as_a_step", self.step))
        yield from (words(key, lang, text=text) for key, text in said if text)


def _understood(ruleset: Rules, tree: Node, tried: Outcome, lang: str) -> tuple[_Understood, list[Problem]]:
    """The Meaning of a text in words, by where it stands; none where it has none, and why."""
    from rulewright.meaning import (
        bind_step,
        bind_text,
        in_words_of,
        paraphrase,
    )  # many classes, which other commands need not make

    def said(meaning: Meaning) -> str:
        return in_words_of(ruleset.ruleset, lang, paraphrase(meaning, ruleset.ruleset, lang))

    try:
        card = said(bind_text(ruleset.ruleset, tree, tried.kind or "card"))
        if tried.kind:
            return _Understood(card), []
        headings = ruleset.ruleset.lexicon.get("headings") or {}
        whole = [name for name in tried.under if headings[name].get("whole") or headings[name].get("otherwise")]
        as_step = said(bind_step(ruleset.ruleset, tree)) if tried.step or whole else card
        if as_step == card:
            return _Understood(card), []
        headed = said(bind_text(ruleset.ruleset, _under(whole[0], tree))) if whole else ""
        partly = len(whole) < len(tried.under)
        return _Understood(card if partly else "", headed, as_step if tried.step else ""), []
    except RulewrightError as error:
        return _Understood(), [told(found, lang) for found in error.problems]


def _parsed(ruleset: Rules, text: str, lang: str) -> Node:
    if not text:
        raise RulewrightError(problem("RW0214", found="an empty text", limit=1))
    try:
        return ruleset.parse(text, lang)
    except RulewrightError as error:
        language, trials = ruleset.language(lang), Trials(ruleset.ruleset, players=ruleset.ruleset.players[-1:])
        kinds = list(dict.fromkeys(c.kind for c in ruleset.ruleset.components.values() if c.text is not None))[:MOST]

        def fits(other: str) -> bool:
            return fits_anywhere(trials, other, kinds) if lang == "en" else True

        found = [checked(one, language, text, fits) for one in error.problems]
        raise RulewrightError(*(_placed(one, text) for one in found)) from None


def _placed(found: Problem, text: str) -> Problem:
    """The problem with the line of the text that it is about."""
    before = text[: found.offset]
    line = before.count("\n")
    column = len(before) - before.rfind("\n")
    length = max(1, found.end - found.offset)
    return found.at(Place("text", line + 1, column, length, (text.split("\n"))[line]))
