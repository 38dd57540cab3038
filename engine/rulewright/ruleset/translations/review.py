"""Review: the fewest sentences of some games that show a reader all that a language's grammar prints.

What there is to show is found in the sentences: each is printed from its tree and read again, and it shows the
productions, words and forms that it was read with, the rules by which its words took their endings, and what changed
for the sound of it. A greedy choice of sentences then shows each of these at least once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rulewright.language import nodes as n
from rulewright.language.grammar.productions import Production
from rulewright.language.language import Language
from rulewright.language.parsing.parser import DerivationStep, Token
from rulewright.language.printing.patterns import pattern
from rulewright.problems import RulewrightError
from rulewright.ruleset.model import Ruleset

HEAD = 6  # words: what a sentence costs a reader beside its own words

Shown = Mapping[str, str]
"""What a sentence shows: the name of each construct or form, and how it is told to a reader."""


@dataclass(frozen=True)
class Sentence:
    """A sentence to be read: whose it is, in English and in the language, and what it shows."""

    where: str
    english: str
    text: str
    shows: Shown


@dataclass(frozen=True)
class Review:
    """What a reader is to read.

    Attributes:
        sentences: the most telling one first; each shows what none of the others does.
        shown: how many constructs and forms all sentences of the games show.
        approved: how many of them are in sentences that were approved before.
        unused: patterns of the grammar that no sentence of the games needs.
    """

    sentences: tuple[Sentence, ...]
    shown: int
    approved: int
    unused: tuple[str, ...]


def review(rulesets: Iterable[Ruleset], lang: str, approved: Collection[str] = ()) -> Review:
    """Choose the sentences that a reader has to read.

    Args:
        rulesets: games that speak the language.
        approved: sentences that a reader has approved. What those show that are still printed so is not shown again.

    Raises:
        RulewrightError: a ruleset does not speak the language, or its words are not right.
    """
    found: dict[str, Sentence] = {}
    unused: dict[str, None] = {}
    for ruleset in rulesets:
        for sentence in sentences(ruleset, lang):
            same = found.setdefault(sentence.text, sentence)
            found[sentence.text] = replace(same, shows={**sentence.shows, **same.shows})
        unused |= dict.fromkeys(_patterns(ruleset.language(lang)))
    told = {name for sentence in found.values() for name in sentence.shows}
    known = {name for text in approved if text in found for name in found[text].shows}
    return Review(
        tuple(_chosen(found.values(), known)), len(told), len(known), tuple(name for name in unused if name not in told)
    )


def page(found: Review, lang: str) -> Iterator[str]:
    """A review as lines of Markdown; `approved_in` reads the sentences back from it."""
    words = sum(len(sentence.text.split()) for sentence in found.sentences)
    yield f"# {lang}: {len(found.sentences)} sentences, {words} words"
    yield ""
    yield (
        f"All that these games say shows {found.shown} constructs and forms of the language; {found.approved} of them "
        "were approved before, and each of the others is shown below. What the sentences mean is proved already: read "
        "whether somebody would say them so. Delete a line with `>` that is not right, and keep the page: with "
        f"`rulewright i18n review {lang} --approved PAGE` only what is new or said otherwise is printed."
    )
    for number, sentence in enumerate(found.sentences, 1):
        yield from ("", f"## {number}. {sentence.where}", "", sentence.english.replace("\n", " ").strip(), "")
        yield from (f"> {sentence.text}", "", f"Shows {' · '.join(dict.fromkeys(sentence.shows.values()))}.")
    if found.unused and not found.approved:
        yield from ("", f"## {len(found.unused)} patterns that no sentence of these games needs", "")
        yield from (f"- {name}" for name in found.unused)


def approved_in(text: str) -> set[str]:
    """The sentences of a page that nobody has struck out.

    >>> approved_in("Draw a card.\\n\\n> Húzz egy kártyát.\\n")
    {'Húzz egy kártyát.'}
    """
    return {line[1:].strip() for line in text.splitlines() if line.startswith(">")}


def _chosen(found: Iterable[Sentence], known: set[str]) -> Iterator[Sentence]:
    """The sentences to be read, each with what none before it shows."""
    seen = set(known)
    for sentence in _needed(list(_greedily(found, known)), known):
        yield replace(sentence, shows={name: told for name, told in sorted(sentence.shows.items()) if name not in seen})
        seen |= sentence.shows.keys()


def _greedily(found: Iterable[Sentence], known: set[str]) -> Iterator[Sentence]:
    """The sentence that shows the most for its length, again and again until everything is shown."""
    left = [(sentence, sentence.shows.keys() - known) for sentence in found]
    while True:
        left = [(sentence, new) for sentence, new in left if new]
        if not left:
            return
        best, shows = max(left, key=lambda item: (len(item[1]) / (len(item[0].text.split()) + HEAD), item[0].text))
        yield best
        left = [(sentence, new - shows) for sentence, new in left]


def _needed(chosen: list[Sentence], known: set[str]) -> list[Sentence]:
    """The sentences without those that later ones have made needless."""
    for sentence in chosen.copy():
        others = {name for other in chosen if other is not sentence for name in other.shows}
        if sentence.shows.keys() - known <= others:
            chosen.remove(sentence)
    return chosen


# ---------------------------------------------------------------------- the sentences of a game


def sentences(ruleset: Ruleset, lang: str) -> Iterator[Sentence]:
    """Everything that a game says in a language, sentence by sentence, with what each shows."""
    language, english = ruleset.language(lang), ruleset.language("en")
    for words in ruleset.all_words:
        if words.tree is None:
            continue
        kind = "block_sentence" if words.kind == "sentence" else words.kind
        parts = list(_parts(words.tree)) or [words.tree]
        try:
            whole = language.print(words.tree, kind)
            for tree in parts:
                drawn: dict[str, str] = {}
                text = language.print(tree, kind, sounds=drawn)
                if text not in whole or language.parse(text, kind) != tree:
                    continue  # what it refers to stands outside of it
                shows = dict(_shown(language, text, language.derivation(text, kind)))
                shows |= {f"sound {rule}": f"*{said}* for the sound" for rule, said in drawn.items()}
                where = f"{ruleset.title}: {'.'.join(map(str, words.path[:2]))}"
                yield Sentence(where, english.print(tree, kind), " ".join(text.split()), shows)
        except RulewrightError:  # `i18n check` tells what a language cannot say
            continue


def _parts(tree: n.Node) -> Iterator[n.Node]:
    """The sentences and abilities of a text, each as a text of its own."""
    if isinstance(tree, n.Text) and len(tree.sentences) + len(tree.abilities) > 1:
        yield from (n.Text(sentences=(part,)) for part in tree.sentences)
        yield from (n.Text(abilities=(part,)) for part in tree.abilities)


def _patterns(language: Language) -> Iterator[str]:
    """All patterns of a grammar itself, without those of the verbs of games."""
    for production in language.grammar.productions:
        yield from _pattern(production, language.lang)


def _pattern(production: Production, lang: str) -> Iterator[str]:
    """The pattern of a production, if it stands in the grammar and says something."""
    source = production.source
    if source.line and source.alias and source.items and not production.helper:
        yield f"{source.alias.replace('_', ' ')}: `{pattern(source, lang)}`"


# ---------------------------------------------------------------------- what a sentence shows


def _shown(language: Language, text: str, derivation: Sequence[DerivationStep]) -> Iterator[tuple[str, str]]:
    """Names of what a text shows, each with how it is told."""
    tokens = [item for item in derivation if isinstance(item, Token)]
    for item in derivation:
        if isinstance(item, Production):
            yield from ((name, name) for name in _pattern(item, language.lang))
    inflection = language.lexicon.inflection
    for place, token in enumerate(tokens):
        word = text[token.start_pos : token.end_pos]
        if not word:
            continue
        before = tokens[place - 1].type if place and tokens[place - 1].type in inflection.moods else ""
        marks = []
        for later in tokens[place + 1 :]:
            if later.start_pos < later.end_pos or not later.type.strip() or later.type in inflection.moods:
                break
            marks.append(later.type)
        yield from _forms(language, token, word, before, marks)


def _forms(language: Language, token: Token, word: str, mood: str, marks: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The form that a word stands in, and the rules that made it."""
    lexicon, inflection = language.lexicon, language.lexicon.inflection
    terminal = token.type
    if mood:
        number = token.form.partition(" ")[2]
        clitic = next((mark for mark in marks if mark in inflection.clitics), "")
        if clitic:
            yield f"{mood} with {clitic}", f"*{word}* ({mood} with {clitic})"
            return
        verb = lexicon.verbs[str(token)]
        for style in {"", *inflection.moods[mood].styles}:
            one = inflection.moods[mood].form(number, style)
            for known, form in ((False, one), (True, f"{one}_def")):
                if form in verb.forms[0].forms and lexicon.mood(verb, mood, number, known, style) == word.lower():
                    yield f"{mood} {form}", f"*{word}* ({mood}: {form})"
                    yield from _made(language, verb.forms[0].forms, form)
        return
    forms = _all_forms(language, token)
    if terminal in inflection.layers and forms:
        number = token.form if token.form in forms else next(iter(forms))
        noun = lexicon.nouns.get(str(token)) if terminal == "NOUN" else None
        place, key, base = noun.place if noun else "in", number, forms[number]
        yield from _made(language, forms, number)
        for mark in (inflection.marks[name] for name in marks if name in inflection.marks):
            form = mark.form(place)
            yield f"{terminal} {number} {mark.name}", f"*{word}* ({mark.name})"
            if f"{key}_{mark.name}" in forms:
                key = f"{key}_{mark.name}"
            elif form and f"{key}_{form}" in forms:
                key = f"{key}_{form}"
                yield from _made(language, forms, key)
            elif form and base:
                key = f"{key}_{form}"
                yield from _rule(language, form, base[0], inflection.ending(form, base[0]))
                base = tuple(filter(None, (inflection.ending(form, text) for text in base)))
                continue
            base = forms.get(key, base)
    elif terminal in lexicon.classes:
        yield f"{terminal} {str(token)} {token.form}", f"*{word}*"
    elif forms and token.form in forms:
        yield f"{terminal} {token.form}", f"*{word}* ({terminal.lower().replace('_', ' ')} {token.form})"
        yield from _made(language, forms, token.form)


def _all_forms(language: Language, token: Token) -> Mapping[str, tuple[str, ...]]:
    """The forms of the word that a token stands for."""
    lexicon = language.lexicon
    if token.type == "INT":
        return {"one": (str(token),)}
    if token.type == "PART":
        return lexicon.verbs[str(token)].forms[0].forms
    if token.type in lexicon.classes:
        return lexicon.classes[token.type][str(token)].forms
    nouns = lexicon.nouns if token.type in ("NOUN", "GROUPED") else {}
    word = nouns.get(str(token)) or lexicon.adjectives.get(str(token)) if token.type != "TIME" else None
    return word.forms.forms if word else {}


def _made(language: Language, forms: Mapping[str, tuple[str, ...]], form: str) -> Iterator[tuple[str, str]]:
    """The rules that made a form of a word from another one."""
    base, ending = language.lexicon.inflection.derived.get(form, ("", ""))
    if base in forms and form in forms:
        yield from _rule(language, ending, forms[base][0], forms[form][0])
        yield from _made(language, forms, base)


def _rule(language: Language, ending: str, text: str, made: str | None) -> Iterator[tuple[str, str]]:
    """The rule that makes a form of a word, if it is made by it."""
    inflection = language.lexicon.inflection
    rule = inflection.rule(ending, text)
    if rule and made and inflection.ending(ending, text) == made:
        yield f"ending {ending} {rule[0].pattern} {rule[1]}", f"{text} → {made}"
