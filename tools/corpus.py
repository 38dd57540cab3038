"""The corpus gate: every text of every ruleset compiles, comes back as it was, and leaves nothing unsaid.

    tools/corpus [-v] [--lang LANG] [--pack PACK ...] [GAME ...]

A text *compiles* when it parses; it *comes back* when its tree, printed and parsed again, is the same tree, and prints
the same words once more. A component *says everything* when somebody has compared it with the rules: `coverage.yaml`
lists it with what it leaves to which rule, or with nothing. `-v` shows texts that print in other words.

With `--lang` a language's texts are compared with the English ones: each is proved (its tree is the same), different,
unparsed or missing; and every tree of the ruleset, drafted in that language, must come back. `-v` shows the drafts.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rulewright.cli.text.report import report
from rulewright.problems import Problem, RulewrightError
from rulewright.ruleset.blocks import Words
from rulewright.ruleset.files.discovery import shipped_rulesets
from rulewright.ruleset.loader import read_ruleset
from rulewright.ruleset.model import Component, Ruleset
from rulewright.ruleset.translations.proofs import STATES, translations


@dataclass
class Score:
    """What was found in one ruleset.

    Attributes:
        problems: of its files, its texts among them.
        lost: texts that come back otherwise, with what comes back.
        otherwise: texts whose normal form is in other words.
        unsaid: ids of components that nobody has compared with the rules.
    """

    game: str
    texts: int = 0
    compiled: int = 0
    components: int = 0
    problems: list[Problem] = field(default_factory=list)
    lost: list[tuple[Words, str]] = field(default_factory=list)
    otherwise: list[tuple[Words, str]] = field(default_factory=list)
    unsaid: list[str] = field(default_factory=list)

    @property
    def perfect(self) -> bool:
        """Whether the gate is open."""
        return self.texts == self.compiled and not (self.problems or self.lost or self.unsaid)

    def __str__(self) -> str:
        said = self.components - len(self.unsaid)
        back = self.compiled - len(self.lost)
        return (
            f"{self.game:20}{self.texts:5} texts: {share(self.compiled, self.texts)} compile, "
            f"{share(back, self.texts)} come back ({len(self.otherwise)} in other words);"
            f"{self.components:4} components: {share(said, self.components)} say everything"
        )


@dataclass
class Translation:
    """What was found of one language of a ruleset.

    Attributes:
        states: the texts by state: proved, different, unparsed, missing.
        drafts: how many trees there are, and how many come back.
        lost: the others, each with what went wrong.
        missing_forms: forms that the grammar can ask for and a word lacks.
    """

    game: str
    lang: str
    states: dict[str, list[str]] = field(default_factory=lambda: {s: [] for s in STATES})
    trees: int = 0
    drafts: list[tuple[Words, str]] = field(default_factory=list)
    lost: list[tuple[Words, str]] = field(default_factory=list)
    missing_forms: list[str] = field(default_factory=list)

    @property
    def perfect(self) -> bool:
        """Whether the gate is open."""
        return not (any(self.states[s] for s in STATES[1:]) or self.lost or self.missing_forms)

    def __str__(self) -> str:
        texts = ", ".join(f"{len(names)} {state}" for state, names in self.states.items())
        return (
            f"{self.game:20} {self.lang}: texts {texts}; {len(self.drafts)} of {self.trees} trees print and come back; "
            f"{len(self.missing_forms)} forms missing"
        )


def measure_language(game: str, lang: str, packs: Sequence[str] = ()) -> Translation | None:
    """Compare the texts of a language with those of the ruleset, and draft them all; None if it does not speak it."""
    ruleset, _ = read_ruleset(game, packs)
    if ruleset is None or lang not in ruleset.languages:
        return None
    found = Translation(" + ".join([game, *packs]), lang)
    for text in translations(ruleset, lang):
        found.states[text.state].append(text.id)
    for words in ruleset.all_words:
        if words.tree is not None:
            found.trees += 1
            kind = "block_sentence" if words.kind == "sentence" else words.kind
            try:
                printed = ruleset.print(words.tree, lang, kind)
                again = ruleset.parse(printed, lang, kind)
                (found.drafts if again == words.tree else found.lost).append((words, printed))
            except RulewrightError as error:
                found.lost.append((words, str(error)))
    found.missing_forms = ruleset.language(lang).lexicon.missing_forms()
    return found


def share(part: int, whole: int) -> str:
    """A share in percent; never 100 % of something less than all."""
    return f"{100 * part // whole if whole else 100} %"


def measure(game: str, packs: Sequence[str] = ()) -> Score:
    """Read a ruleset with packs and try all of its texts."""
    score = Score(" + ".join([game, *packs]))
    ruleset, score.problems = read_ruleset(game, packs)
    if ruleset is None:
        return score
    for words in ruleset.all_words:
        if words.kind != "times":
            score.texts += 1
            if words.tree is not None:
                score.compiled += 1
                _back(ruleset, words, score)
    score.components = len(ruleset.components)
    score.unsaid = [component.id for component in unsaid(ruleset)]
    return score


def _back(ruleset: Ruleset, words: Words, score: Score) -> None:
    assert words.tree is not None
    kind = "block_sentence" if words.kind == "sentence" else words.kind
    try:
        printed = ruleset.print(words.tree, kind=kind)
        again = ruleset.parse(printed, kind=kind)
        if again != words.tree or ruleset.print(again, kind=kind) != printed:
            score.lost.append((words, printed))
        elif _bare(printed) != _bare(words.text):
            score.otherwise.append((words, printed))
    except RulewrightError as error:
        score.lost.append((words, str(error)))


def _bare(text: str) -> str:
    """A text without what the YAML decides: line ends, the full stop of a step, the first letter's size."""
    return " ".join(text.split()).rstrip(".").lower()


def unsaid(ruleset: Ruleset) -> Iterator[Component]:
    """The components that coverage.yaml is silent about.

    One without a text leaves all that it is for to rules; its kind may tell which, and nothing is no answer.
    """
    coverage = ruleset.content.data["coverage"]
    for component in ruleset.components.values():
        if component.text is None:
            said = bool(coverage.get(component.id) or coverage.get(component.kind))
        else:
            said = component.id in coverage
        if not said:
            yield component


def main(arguments: list[str]) -> int:
    """Print what is not well, and a score for each ruleset."""
    games = [argument for argument in arguments if argument != "-v"]
    packs = []
    while "--pack" in games:
        at = games.index("--pack")
        packs.append(games[at + 1])
        del games[at : at + 2]
    if "--lang" in games:
        at = games.index("--lang")
        _, lang = games[at : at + 2]
        return languages(games[:at] + games[at + 2 :] or shipped_rulesets(), lang, packs, "-v" in arguments)
    scores = [measure(game, packs) for game in games or shipped_rulesets()]
    for score in scores:
        report(score.problems)
        for words, printed in score.lost:
            print(f"{'.'.join(map(str, words.path))} does not come back:\n    {words.text}\n    {printed}")
        for name in score.unsaid:
            print(f"{score.game}: coverage.yaml does not tell what {name} leaves to the rules")
        for words, printed in score.otherwise if "-v" in arguments else ():
            print(f"{'.'.join(map(str, words.path))} prints otherwise:\n    {words.text}\n    {printed}")
    for score in scores:
        print(score)
    return 0 if all(score.perfect for score in scores) else 1


def languages(games: Iterable[str], lang: str, packs: Sequence[str], verbose: bool) -> int:
    """Print what a language lacks, and a score for each ruleset that speaks it."""
    scores = [score for score in (measure_language(game, lang, packs) for game in games) if score]
    for score in scores:
        for state in STATES[1:]:
            for name in score.states[state]:
                print(f"{score.game}: {name} is {state}")
        for words, printed in score.lost:
            print(f"{'.'.join(map(str, words.path))} does not come back:\n    {words.text}\n    {printed}")
        for words, printed in score.drafts if verbose else ():
            print(f"{'.'.join(map(str, words.path))}:\n    {' '.join(words.text.split())}\n    {printed}")
        for form in score.missing_forms:
            print(f"{score.game}: {form}")
    for score in scores:
        print(score)
    return 0 if all(score.perfect for score in scores) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
