"""What a language cannot say yet: constructs and words of the core, and sentences of a game, each in plain English."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulewright.language.grammar.grammar_file import Alternative, Item, Symbol
from rulewright.language.grammar.productions import Grammar
from rulewright.language.lexicon import Lexicon, core_words
from rulewright.language.lexicon.words import VerbWord
from rulewright.language.printing.patterns import first_form, pattern
from rulewright.problems import LexiconError, Problem, RulewrightError
from rulewright.resources import data_dir
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.spoken import language_of

KINDS = ("nouns", "adjectives", "relations", "verbs", "times")
NUMBERS = ("one", "many")
SMALL_WORDS = ("DET", "PRON", "SUBJECT")
"""The terminals of determiners and pronouns; a rule of a grammar may say one without a word of its own."""
TABLES = ("interface", "problems", "phrases", "commands")
"""The files that hold what programs say beside the sentences of games; what one lacks is said in English."""


@dataclass(frozen=True, slots=True)
class Borrowed:
    """A file of a language with how many of its lines are as those of another, of how many."""

    file: str
    other: str
    same: int
    all: int


@dataclass(frozen=True, slots=True)
class FormGap:
    """A word of the core that lacks a form, or has one by rule where the language it was made from has another.

    Attributes:
        english: the word in English; own: its first form.
        form: what the form says, as the language's file of words names it: "you do"; or several, of a word without any.
        made: what the rule makes, and given: what the other language has; both "" where there is no form at all.
        other: the code of that language.
    """

    english: str
    own: str
    form: str
    made: str = ""
    given: str = ""
    other: str = ""


@dataclass(frozen=True, slots=True)
class Findings:
    """What a language lacks.

    Attributes:
        constructs: constructs that no rule of its grammar builds, each as English says it, with gaps in braces.
        words: words of the core that have no form, by kind, in English.
        forms: words of the core that lack a form that the grammar can ask for.
        unsaid: sentences of the game that it has no words for, in English, each with what it lacks.
        misread: sentences of the game that are understood as something else: in English, as the language says them, and
            what that means, in English again, or why it is not understood.
        borrowed: files most of whose lines are still those of another language.
        clashes: words of the core that can be taken for each other.
    """

    constructs: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]]
    unsaid: tuple[tuple[str, str], ...] = ()
    misread: tuple[tuple[str, str, str], ...] = ()
    borrowed: tuple[Borrowed, ...] = ()
    forms: tuple[FormGap, ...] = ()
    clashes: tuple[Problem, ...] = ()

    def __bool__(self) -> bool:
        """Whether anything is lacking."""
        return bool(self.constructs or self.words or self.forms or self.unsaid or self.misread or self.clashes)


def examine(lang: str, game: Ruleset | None = None) -> Findings:
    """What a language that has a grammar cannot say, of the core and of one game.

    Raises:
        RulewrightError: its files cannot be read, or two readings fit the same words.
    """
    unsaid: list[tuple[str, str]] = []
    misread: list[tuple[str, str, str]] = []
    for english, said, back in _sentences(lang, game) if game else ():
        if said is None:
            unsaid.append((english, back or ""))
        elif back is not None:
            misread.append((english, said, back))
    one, other = (tuple(dict.fromkeys(unsaid)), tuple(dict.fromkeys(misread)))
    borrowed = tuple(_borrowed(lang))
    words_of = next((file.other for file in borrowed if file.file.startswith("words.")), "")
    forms = tuple(dict.fromkeys(_forms(lang, words_of)))
    return Findings(tuple(_constructs(lang)), dict(_words(lang)), one, other, borrowed, forms, tuple(_clashes(lang)))


def _clashes(lang: str) -> Iterator[Problem]:
    """Words of the core of which no game can tell which is meant."""
    try:
        language_of({}, lang, {})
    except LexiconError as error:
        yield from error.problems


def _forms(lang: str, other: str) -> Iterator[FormGap]:
    """Forms that verbs of the core lack, and those of all words that a rule makes otherwise than they are elsewhere.

    other: the language that most lines of the file of words are still from, or "": in words of its own a language has
        rules of its own, too.
    """
    lexicon = Lexicon.from_mapping({}, lang, {})
    for verb in lexicon.verbs.values():
        own = next(iter(verb.forms[0].forms.values()))[0]
        lacking = dict.fromkeys(_asked(lexicon, verb))
        bases = [form for form in lacking if lexicon.inflection.derived.get(form, ("",))[0] not in lacking]
        if bases:
            told = ", ".join(map(lexicon.form_name, bases))
            yield FormGap(_in_english("verbs", verb.id), own, told)
    if other:
        yield from _ruled_otherwise(lexicon, Lexicon.from_mapping({}, other, {}))


def _asked(lexicon: Lexicon, verb: VerbWord) -> Iterator[str]:
    """The forms that the grammar can ask for and a verb does not have."""
    for mood in lexicon.inflection.moods.values():
        for form in dict.fromkeys(mood.form(number, style) for number in NUMBERS for style in ("", *mood.styles)):
            if not verb.forms[0].get(form):
                yield form


def _ruled_otherwise(lexicon: Lexicon, other: Lexicon) -> Iterator[FormGap]:
    """Words with the same first form in two languages of which one has another form besides, by its rules."""
    derived = lexicon.inflection.derived
    for kind in ("nouns", "adjectives", "verbs"):
        there = getattr(other, kind)
        for id_, word in getattr(lexicon, kind).items():
            mine, its = (w.forms[0].forms if kind == "verbs" else w.forms.forms for w in (word, there.get(id_, word)))
            first = next(iter(mine))
            for form, texts in mine.items():
                base = derived[form][0] if form in derived else form
                told = mine[first] == its.get(first) and mine[base] == its.get(base)  # the form that it follows from
                if told and form in its and texts != its[form]:
                    yield FormGap(
                        _in_english(kind, id_), mine[first][0], lexicon.form_name(form), texts[0], its[form][0],
                        other.lang,
                    )  # fmt: skip


def _in_english(kind: str, word: str) -> str:
    return _english(core_words("en")[kind][word]["en"])


def _borrowed(lang: str) -> Iterator[Borrowed]:
    """The files of a language that it has from another, as `i18n new` makes them, and that are not yet its own."""
    if all(interface_files(lang).values()):  # it has long been a language of its own
        return
    for name, suffix in (("core", "lark"), ("words", "yaml")):
        own = _told_in(f"{name}.{lang}.{suffix}")
        others = [path.name.split(".")[1] for path in data_dir("grammar").glob(f"{name}.*.{suffix}")]
        shared = {other: len(own & _told_in(f"{name}.{other}.{suffix}")) for other in others if other != lang}
        other = max(shared, key=lambda other: shared[other])
        if 2 * shared[other] > len(own):
            yield Borrowed(f"{name}.{lang}.{suffix}", other, shared[other], len(own))


def _told_in(file: str) -> set[str]:
    """The lines of a file of the grammar that say something."""
    lines = (data_dir("grammar") / file).read_text(encoding="utf-8").splitlines()
    return {line.strip() for line in lines if line.strip() and not line.lstrip().startswith(("#", "//"))}


def _constructs(lang: str) -> Iterator[str]:
    """What English has rules for, and a language none: each construct once, in the first of its wordings."""
    own = _alternatives(lang)
    seen: set[tuple[str | None, frozenset[tuple[str, object]]]] = set()
    for alternative in _alternatives("en"):
        key = alternative.alias, frozenset(_fixed(alternative).items())
        if alternative.alias and key not in seen and not any(_as_much(mine, alternative) for mine in own):
            seen.add(key)
            yield pattern(alternative, "en")


def _as_much(own: Alternative, english: Alternative) -> bool:
    """Whether an alternative can build what another does: what one fixes the other fixes alike, or leaves open."""
    mine, its = _fixed(own), _fixed(english)
    return own.alias == english.alias and all(
        mine[name] == its[name] if name in mine and name in its else _open(english if name in mine else own, name)
        for name in {*mine, *its}
    )


def _fixed(alternative: Alternative) -> dict[str, object]:
    """What is fixed in what an alternative builds; number and words are not: grammars tell them apart elsewhere."""
    return {name: value for name, value in alternative.constants if name not in ("plural", "word")}


def _open(alternative: Alternative, field: str) -> bool:
    """Whether the words decide a field of what an alternative builds, or a rule may that hands fields on."""
    return any(symbol.label == field or symbol.rule.startswith("_") for symbol in _symbols(alternative.items))


def _symbols(items: Sequence[Item]) -> Iterator[Symbol]:
    for item in items:
        if isinstance(item, Symbol):
            yield item
        else:
            for branch in item.branches:
                yield from _symbols(branch)


def _alternatives(lang: str) -> list[Alternative]:
    text = (data_dir("grammar") / f"core.{lang}.lark").read_text(encoding="utf-8")
    grammar = Grammar(text, Lexicon.from_mapping({}, lang, {}).alternatives, f"core.{lang}.lark")
    return [alternative for alternatives in grammar.alternatives.values() for alternative in alternatives]


def _words(lang: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The words of the core that a language has no forms of, by kind, as English says them."""
    for kind in KINDS:
        known = core_words(lang).get(kind) or {}
        lacking = [_english(entry["en"]) for word, entry in core_words("en")[kind].items() if word not in known]
        if lacking:
            yield kind, tuple(lacking)
    own = {word for words in core_words(lang)["classes"].values() for word in words}
    own |= {
        str(value) for alternative in _alternatives(lang) for name, value in alternative.constants if name == "word"
    }
    english = {word: said for name in SMALL_WORDS for word, said in core_words("en")["classes"].get(name, {}).items()}
    small = [_english(said) for word, said in english.items() if word not in own]
    if small:
        yield "small words", tuple(small)


def _english(forms: object) -> str:
    """The first form of an English word; of a verb without what stands beside it."""
    if isinstance(forms, dict) and "forms" in forms:
        forms = forms["forms"]
    return first_form(forms).partition("|")[0]


def _sentences(lang: str, game: Ruleset) -> Iterator[tuple[str, str | None, str | None]]:
    """Every sentence of a game in English, as a language says it, and what that means where it is something else.

    What it does not say has None and what is lacking.
    """
    for words in game.all_words:
        tree = words.tree
        if tree is None:
            continue
        kind = "block_sentence" if words.kind == "sentence" else words.kind
        english = " ".join(game.print(tree, "en", kind).split())
        try:
            said = game.print(tree, lang, kind)
        except RulewrightError as error:
            yield english, None, error.problems[0].message
            continue
        try:
            found = game.parse(said, lang, kind)
            back = None if found == tree else " ".join(game.print(found, "en", kind).split())
        except RulewrightError as error:
            back = error.problems[0].message
        yield english, " ".join(said.split()), back


def interface_files(lang: str) -> dict[str, bool]:
    """Which of the files with what programs say a language has; each that is there holds all (a test tells)."""
    return {table: lang == "en" or (data_dir("grammar") / f"{table}.{lang}.yaml").is_file() for table in TABLES}
