"""Compare the expectations of a scenario with a game.

A scenario sees everything: what lies on the table, what each seat has for itself, and what lies hidden.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rulewright.play.choosing import matching
from rulewright.problems import Problem, did_you_mean, problem
from rulewright.runtime.facts import Facts
from rulewright.runtime.game import Game

Path = tuple[str | int, ...]
Found = Iterator[tuple[Path, Problem]]

_RELATIVE = re.compile(r"(?P<count>\d+) (?P<word>more|fewer|less)|(?P<bound>at least|at most) (?P<limit>-?\d+)")


class Expectations:
    """Compares a game with what is expected; made at the position from which changes are counted."""

    def __init__(self, game: Game) -> None:
        self._before = game.copy().facts()
        self._log_before = len(game.log_lines())

    def check(self, expect: Mapping[str, Any], game: Game) -> Found:
        """Yield each expectation that does not hold: its path in `expect`, and the problem."""
        now = game.facts()
        yield from self._numbers(expect.get("numbers", {}), now)
        yield from self._zones(expect.get("zones", {}), now)
        yield from self._pieces(expect.get("pieces", {}), now)
        yield from _decision(expect, game)
        yield from _end(expect, game)
        yield from _lines(expect, game.log_lines(start=self._log_before))

    def _numbers(self, expect: Mapping[str, Mapping[str, Any]], now: Facts) -> Found:
        for seat, numbers in expect.items():
            for name, wanted in numbers.items():
                path = ("numbers", seat, name)
                known = now.numbers.get(seat, {})
                if name not in known:
                    yield path, _unknown(name, known)
                elif len({ask() for ask in now.copies[seat].get(name, {}).values()}) > 1:
                    each = [f"{one} {ask()}" for one, ask in now.copies[seat][name].items()]
                    yield path, problem("RW0838", found=name, expected=each)
                else:
                    before = self._before.numbers[seat][name]() if _relative(wanted) else 0
                    yield from _compare(path, name, wanted, known[name](), before)

    def _pieces(self, expect: Mapping[str, Mapping[str, Mapping[str, Any]]], now: Facts) -> Found:
        for seat, places in expect.items():
            for place, pieces in places.items():
                if place not in now.places:
                    yield ("pieces", seat, place), _unknown(place, now.places)
                    continue
                for piece, wanted in pieces.items():
                    found = now.pieces.get(seat, {}).get(place, Counter())[piece]
                    before = self._before.pieces.get(seat, {}).get(place, Counter())[piece]
                    yield from _compare(("pieces", seat, place, piece), f"{piece} in {place}", wanted, found, before)

    def _zones(self, expect: Mapping[str, Mapping[str, Any]], now: Facts) -> Found:
        for seat, zones in expect.items():
            for name, wanted in zones.items():
                path: Path = ("zones", seat, name)
                known = now.zones.get(seat, {})
                if name not in known:
                    yield path, _unknown(name, known)
                    continue
                cards = known[name]
                count, before = len(cards), len(self._before.zones[seat].get(name, ()))
                if isinstance(wanted, list):
                    if Counter(wanted) != Counter(cards):
                        yield path, _differs(name, ", ".join(wanted) or "empty", ", ".join(cards) or "empty")
                elif not isinstance(wanted, Mapping):
                    yield from _compare(path, f"the number of cards in {name}", wanted, count, before)
                else:
                    yield from _contents(path, name, wanted, cards, count, before)


def _contents(path: Path, name: str, wanted: Mapping[str, Any], cards: list[str], count: int, before: int) -> Found:
    if "count" in wanted:
        yield from _compare((*path, "count"), f"the number of cards in {name}", wanted["count"], count, before)
    missing = Counter(wanted.get("has", ())) - Counter(cards)
    if missing:
        yield (*path, "has"), _differs(name, "with " + ", ".join(missing.elements()), ", ".join(cards) or "empty")
    top = cards[: -len(wanted["top"]) - 1 : -1] if "top" in wanted else []
    if top != wanted.get("top", []):
        yield (*path, "top"), _differs(f"the top of {name}", ", ".join(wanted["top"]), ", ".join(top) or "empty")
    present = sorted(set(wanted.get("lacks", ())) & set(cards))
    if present:
        yield (*path, "lacks"), _differs(name, "without " + ", ".join(present), ", ".join(cards))


def _decision(expect: Mapping[str, Any], game: Game) -> Found:
    decision = game.decision
    if decision is None:
        for key in ("seat", "prompt", "offered", "not offered"):
            if key in expect:
                yield (key,), _differs("the game", "to be going on", "over")
        return
    if "seat" in expect:
        yield from _compare(("seat",), "the seat to choose", expect["seat"], decision.seat + 1, 0)
    if expect.get("prompt", "").casefold() not in decision.prompt().casefold():
        yield ("prompt",), _differs("the question", expect["prompt"], decision.prompt())
    offered = "; ".join(option.text() for option in decision.options)
    for index, words in enumerate(expect.get("offered", ())):
        if not matching(decision, words, exactly=True):
            yield ("offered", index), _differs("what is offered", words, offered)
    for index, words in enumerate(expect.get("not offered", ())):
        found = matching(decision, words, exactly=True)
        if found:
            yield ("not offered", index), _differs("what is offered", f"nothing like {words}", found[0].text())


def _end(expect: Mapping[str, Any], game: Game) -> Found:
    for seat, wanted in expect.get("scores", {}).items():
        if not 1 <= int(seat) <= len(game.scores):
            yield ("scores", seat), _unknown(seat, [str(number + 1) for number in range(len(game.scores))])
        else:
            yield from _compare(("scores", seat), f"the score of seat {seat}", wanted, game.scores[int(seat) - 1], 0)
    reason = "going on" if game.decision is not None else game.end_reason or ""
    if "end" in expect and (game.decision is not None or expect["end"].casefold() not in reason.casefold()):
        yield ("end",), _differs("the game", f"over ({expect['end']})", reason)
    if "winner" in expect:
        wanted = expect["winner"] if isinstance(expect["winner"], list) else [expect["winner"]]
        found = [seat + 1 for seat in game.winners]
        if sorted(wanted) != sorted(found):
            yield ("winner",), _differs("the winner", str(wanted), str(found))


def _lines(expect: Mapping[str, Any], lines: Sequence[str]) -> Found:
    log = "\n".join(lines).casefold()
    for index, words in enumerate(expect.get("log", ())):
        if words.casefold() not in log:
            yield ("log", index), _differs("the log", words, " / ".join(lines) or "empty")
    for index, words in enumerate(expect.get("not log", ())):
        if words.casefold() in log:
            line = next(line for line in lines if words.casefold() in line.casefold())
            yield ("not log", index), _differs("the log", f"nothing like {words}", line)


def _relative(wanted: int | str) -> bool:
    match = None if isinstance(wanted, int) else _RELATIVE.fullmatch(wanted)
    return match is not None and match["word"] is not None


def _compare(path: Path, what: str, wanted: int | str, found: int, before: int) -> Found:
    """`wanted` is a number, or `3 more`, `1 fewer` (than before), `at least 2`, `at most 2`."""
    match = None if isinstance(wanted, int) else _RELATIVE.fullmatch(wanted)
    if match is None:
        holds = found == wanted
    elif match["bound"]:
        holds = found >= int(match["limit"]) if match["bound"] == "at least" else found <= int(match["limit"])
    else:
        change = int(match["count"])
        holds = found - before == (change if match["word"] == "more" else -change)
    if not holds:
        was = f" (it was {before})" if match and match["word"] else ""
        yield path, _differs(what, str(wanted), f"{found}{was}")


def _differs(what: str, wanted: str, found: str) -> Problem:
    return problem("RW0822", what=what, found=found, expected=[wanted])


def _unknown(name: str, known: Iterable[str]) -> Problem:
    return problem("RW0823", found=name, suggestions=did_you_mean(name, known))
