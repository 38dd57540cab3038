"""Parse tables: Lark builds the LALR automaton, every conflict is an error, the result is cached.

Nothing is resolved by priority or by preferring a shift: of two readings the tables never pick one silently (law 4).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

import lark
from lark.common import ParserConf
from lark.grammar import NonTerminal, Rule, Terminal
from lark.parsers.lalr_analysis import LALR_Analyzer

from rulewright import cache
from rulewright.language.grammar import Production
from rulewright.language.problems import GrammarError, problem

END = "$END"
START = "start"
FORMAT = 1
KIND = "tables"


@dataclass(frozen=True, slots=True)
class Tables:
    """actions[state][terminal]: n > 0 shifts to state n - 1, n < 0 reduces production -n - 1, 0 accepts.

    gotos[state][rule]: the state after a reduction.
    """

    actions: list[dict[str, int]]
    gotos: list[dict[str, int]]


def build_tables(productions: Sequence[Production], starts: Sequence[tuple[str, str]]) -> Tables:
    """Tables for the productions; `starts` are (marker terminal, rule): a hidden first token picks what is parsed.

    Raises:
        GrammarError: two productions conflict; names both and the terminal, for every conflict.
    """
    key = _key(productions, starts)
    cached = _load(key)
    if cached is None:
        cached = _compute(productions, starts)
        _store(key, cached)
    return cached


class _Terminal(Terminal):
    """Lark's, compared by identity: that alone makes the tables twice as fast."""

    __slots__ = ()
    __eq__ = object.__eq__
    __ne__ = object.__ne__
    __hash__ = object.__hash__


class _NonTerminal(NonTerminal):
    """The same for rules."""

    __slots__ = ()
    __eq__ = object.__eq__
    __ne__ = object.__ne__
    __hash__ = object.__hash__


def _compute(productions: Sequence[Production], starts: Sequence[tuple[str, str]]) -> Tables:
    rules: list[Rule] = []
    # one object for each name, so that identity is equality
    terminals = {s.name: _Terminal(s.name) for p in productions for s in p.symbols if s.terminal}
    nonterminals = {p.rule: _NonTerminal(p.rule) for p in productions}
    for production in productions:
        symbols = [terminals[s.name] if s.terminal else nonterminals[s.name] for s in production.symbols]
        rules.append(Rule(nonterminals[production.rule], symbols))
    number = {rule: index for index, rule in enumerate(rules)}
    for marker, rule_name in starts:
        rules.append(Rule(NonTerminal(START), [_Terminal(marker), nonterminals[rule_name]]))
    try:
        analyzer = LALR_Analyzer(ParserConf(rules, {}, [START]), strict=True)
        analyzer.compute_lr0_states()
        analyzer.compute_reads_relations()  # type: ignore[no-untyped-call]
        analyzer.compute_includes_lookback()  # type: ignore[no-untyped-call]
        analyzer.compute_lookaheads()  # type: ignore[no-untyped-call]
    except lark.exceptions.GrammarError as error:
        raise GrammarError(problem("RW0511", file="grammar", line=0, found="", wrong=str(error))) from error
    root = analyzer.lr0_start_states[START]
    states = [
        root,
        *sorted((s for s in analyzer.lr0_itemsets if s is not root), key=lambda s: sorted(map(_item, s.kernel))),
    ]
    index = {state.kernel: i for i, state in enumerate(states)}
    actions: list[dict[str, int]] = []
    gotos: list[dict[str, int]] = []
    conflicts: dict[str, set[str]] = {}
    for state in states:
        row: dict[str, int] = {}
        after: dict[str, int] = {}
        for symbol, target in state.transitions.items():
            if symbol.is_term:
                row[symbol.name] = index[target.kernel] + 1
            else:
                after[symbol.name] = index[target.kernel]
        for terminal, reduced in state.lookaheads.items():
            found = sorted(reduced, key=lambda r: number.get(r, -1))
            if len(found) > 1 or terminal.name in row:
                going_on = (
                    []
                    if terminal.name not in row
                    else [p for p in state.closure if not p.is_satisfied and p.next == terminal]
                )
                sides = [_rule(r) + " ·" for r in found] + sorted({_item(p) for p in going_on})
                conflicts.setdefault(" / ".join(sides), set()).add(terminal.name)
                continue
            rule = found[0]
            row[terminal.name] = -number[rule] - 1 if rule in number else 0
        actions.append(row)
        gotos.append(after)
    if conflicts:
        raise GrammarError(
            *(
                problem("RW0512", terminals=", ".join(sorted(terminals)), found=sides)
                for sides, terminals in conflicts.items()
            )
        )
    return Tables(actions, gotos)


def _rule(rule: Rule) -> str:
    return f"{rule.origin.name}: {' '.join(s.name for s in rule.expansion)}"


def _item(pointer: object) -> str:
    rule, index = pointer.rule, pointer.index  # type: ignore[attr-defined]
    names = [s.name for s in rule.expansion]
    return f"{rule.origin.name}: {' '.join([*names[:index], '·', *names[index:]])}"


# ------------------------------------------------------------------ the cache


def _key(productions: Sequence[Production], starts: Sequence[tuple[str, str]]) -> str:
    text = "\n".join([f"{FORMAT} {lark.__version__}", *map(str, productions), *map(str, starts)])
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _load(key: str) -> Tables | None:
    stored = cache.load(KIND, key)
    if stored is None:
        return None
    try:
        data = json.loads(stored)
        names, rules = data["terminals"], data["rules"]
        actions = [{names[t]: a for t, a in zip(row[0::2], row[1::2], strict=True)} for row in data["actions"]]
        gotos = [{rules[r]: s for r, s in zip(row[0::2], row[1::2], strict=True)} for row in data["gotos"]]
        if not all(isinstance(a, int) for row in (*actions, *gotos) for a in row.values()):
            return None
        return Tables(actions, gotos)
    except (ValueError, LookupError, TypeError):
        return None  # written by another version: the tables are computed


def _store(key: str, tables: Tables) -> None:
    terminals = sorted({t for row in tables.actions for t in row})
    rules = sorted({r for row in tables.gotos for r in row})
    terminal_index = {t: i for i, t in enumerate(terminals)}
    rule_index = {r: i for i, r in enumerate(rules)}
    data = {
        "terminals": terminals,
        "rules": rules,
        "actions": [[x for t, a in row.items() for x in (terminal_index[t], a)] for row in tables.actions],
        "gotos": [[x for r, s in row.items() for x in (rule_index[r], s)] for row in tables.gotos],
    }
    cache.store(KIND, key, json.dumps(data).encode())
