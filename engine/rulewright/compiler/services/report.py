"""Which words are being compiled, and what is wrong with them."""

from __future__ import annotations

from types import TracebackType

from rulewright.compiler.scope import MeaningError
from rulewright.language.called import in_words
from rulewright.problems import Problem, mistake
from rulewright.ruleset import blocks as B
from rulewright.ruleset.model import Ruleset


class Suspends(Exception):
    """Raised inside an inline attempt when a statement needs to stop."""


class _Recorded:
    """See `Report.recorded`."""

    __slots__ = ("_at", "_path", "_report")

    def __init__(self, report: Report, path: B.Path) -> None:
        self._report, self._path = report, path

    def __enter__(self) -> None:
        self._at = self._report.at
        self._report.at = self._path or self._at

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if isinstance(error, Suspends) or not isinstance(error, Exception | None):
            return False
        if error is not None:
            self._report.record(error if isinstance(error, MeaningError) else MeaningError(mistake(error)))
        self._report.at = self._at
        return error is not None


class Report:
    """The problems of one program, each at its place.

    at: the path of the words that are being compiled.
    span: where in these words the sentence stands that is being written, if that is known.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self.problems: list[Problem] = []
        self.at: B.Path = ()
        self.span = (0, 0)

    def recorded(self, path: B.Path = ()) -> _Recorded:
        """Keep what is wrong with the words that are compiled in here; everything after them is compiled all the same.

        A mistake of the compiler itself is a problem of these words too, so that it has a place and hides nothing.

        path: where the words stand, if not in what is compiled already.
        """
        return _Recorded(self, path)

    def record(self, error: MeaningError) -> None:
        """Keep the problems of a sentence that cannot be run, each at its place; the rest is compiled all the same."""
        for found in error.problems:
            placed = self._placed(found)
            if placed not in self.problems:
                self.problems.append(placed)

    def _placed(self, found: Problem) -> Problem:
        found = in_words(found, self._ruleset.language().lexicon)
        if found.place.file or not self.at:
            return found
        try:
            words = B.Words("", "text", self.at, lambda text, kind, path: None)
            return found.at(self._ruleset.text_place(words, found.offset, found.end or None))
        except (KeyError, IndexError, ValueError, TypeError):
            return found.at(self._ruleset.place(self.at))
