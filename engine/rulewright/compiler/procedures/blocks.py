"""The blocks of all procedures of one program, by their numbers, and what is asked and offered in them."""

from __future__ import annotations

from typing import Any

from rulewright.compiler.compiled import Entry
from rulewright.compiler.ir.statements import Body
from rulewright.compiler.procedures.decisions import Decision
from rulewright.compiler.services.report import Report
from rulewright.language import nodes as N
from rulewright.ruleset import blocks as B


class Blocks:
    """What the procedures of one program have in common while they are written.

    code: the blocks; owner: by block, its procedure; written: by block, the words that it begins with.
    decisions: by block, what it asks; offers: the tables that are offered from; whole: the numbers of those of which
        whatever is begun must be carried through.
    pay_prompts: what is paid for; pay_nouns: for each of these, what is paid.
    endings: conditions that end the game, by their words.
    no_stop: how many attempts to write something without a stop are under way.
    secret: how many choices that others do not see are under way.
    """

    def __init__(self, report: Report) -> None:
        self._report = report
        self.code: dict[int, Body] = {}
        self.owner: list[str] = []
        self.written: list[B.Path] = []
        self.decisions: dict[int, Decision] = {}
        self.offers: list[list[Entry]] = []
        self.whole: set[int] = set()
        self.pay_prompts: list[Any] = []
        self.pay_nouns: list[str] = []
        self.endings: dict[str, N.Node] = {}
        self.no_stop = 0
        self.secret = 0

    def label(self, name: str) -> int:
        """The number of a new block of a procedure."""
        self.owner.append(name)
        self.written.append(self._report.at)
        return len(self.owner) - 1
