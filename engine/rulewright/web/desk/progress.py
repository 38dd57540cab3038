"""Progress: how far a language is, with a game and with each of its files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.translations.proofs import STATES, summary
from rulewright.ruleset.translations.sources import sources


@dataclass(slots=True)
class FileProgress:
    """What of one file is in a language.

    Attributes:
        file: as it is called inside its game or pack; states: of its texts, how many are in each.
        names: how many names and titles stand in it; named: how many of them the language gives.
    """

    file: str
    states: dict[str, int] = field(default_factory=lambda: dict.fromkeys(STATES, 0))
    names: int = 0
    named: int = 0

    @property
    def share(self) -> int:
        """How much of it is in the language, in whole percent."""
        whole = sum(self.states.values()) + self.names
        return 100 * (self.states["proved"] + self.named) // whole if whole else 100


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a language is with a game: the share of all a reader meets, in percent; its files; what they do not hold.

    Attributes:
        words: how many words lack forms; unsaid: sentences of the rules that are said in English.
        states: of all texts; names, unnamed: names and titles that it gives, and does not.
    """

    share: int
    states: dict[str, int]
    names: int
    unnamed: int
    words: Sequence[str]
    unsaid: Sequence[str]
    files: tuple[FileProgress, ...] = ()


def progress(ruleset: Ruleset, lang: str) -> Progress:
    """How far a language is with a game. Raises RulewrightError: the words of the language are not right."""
    told = summary(ruleset, lang)
    states = {text.context: text.state for text in told.texts}
    unnamed = set(told.unnamed)
    files: dict[str, FileProgress] = {}
    for source in sources(ruleset):
        file = _inside(ruleset, source.place[0])
        one = files.setdefault(file, FileProgress(file))
        if source.context in states:
            one.states[states[source.context]] += 1
        elif source.tree is None:
            one.names += 1
            one.named += source.context not in unnamed
    counts = {state: sum(one == state for one in states.values()) for state in STATES}
    return Progress(
        told.share, counts, told.nameable - len(unnamed), len(unnamed),
        [f"{section}.{word}" for section, word in told.words], told.unsaid, tuple(files.values()),
    )  # fmt: skip


def _inside(ruleset: Ruleset, file: str) -> str:
    """A file's name inside of its game: a pack's keeps the pack's folder."""
    marker = f"{ruleset.folder.name}/"
    return file.rpartition(marker)[2] if marker in file else file
