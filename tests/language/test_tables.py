"""The parse tables are those that Lark makes of the same grammar, whatever its states are called."""

from typing import Any

import pytest
from lark.common import ParserConf
from lark.grammar import NonTerminal, Rule, Terminal
from lark.parsers.lalr_analysis import LALR_Analyzer, Shift

import rulewright as rw
from rulewright.language.grammar import Grammar, Production, Symbol
from rulewright.language.language import KINDS
from rulewright.language.tables import build_tables


def lark_tables(productions: list[Production], starts: list[tuple[str, str]]) -> tuple[Any, dict[Any, Any]]:
    """Lark's first state, and its actions by state: the state after a symbol, or the number of what is reduced."""
    rules = [
        Rule(NonTerminal(p.rule), [Terminal(s.name) if s.terminal else NonTerminal(s.name) for s in p.symbols])
        for p in productions
    ]
    number = {rule: index for index, rule in enumerate(rules)}
    rules += [Rule(NonTerminal("start"), [Terminal(marker), NonTerminal(rule)]) for marker, rule in starts]
    analyzer = LALR_Analyzer(ParserConf(rules, {}, ["start"]), strict=True)
    analyzer.compute_lalr()
    table = analyzer.parse_table
    states = {
        state: {name: to if does is Shift else ("reduce", number.get(to, -1)) for name, (does, to) in row.items()}
        for state, row in table.states.items()
    }
    return table.start_states["start"], states


SMALL = [  # rule, and its symbols: capitals are terminals; c may say nothing, and a and d say each other
    ("a", "b X"), ("a", "Y a"), ("a", "d Z b"), ("b", "B"), ("b", "d W c"), ("c", ""), ("c", "C c"), ("d", "D c E c"),
    ("d", "V a"),
]  # fmt: skip


def small() -> list[Production]:
    source = Grammar('a: "x" -> did').productions[0].source
    return [Production(rule, tuple(Symbol(name) for name in right.split()), source) for rule, right in SMALL]


@pytest.mark.parametrize("lang", ["", "en", "es", "hu"])
def test_lark_makes_the_same(lang: str) -> None:
    """Of a small grammar, and of the languages with the words of a game."""
    productions = rw.load("tic_tac_toe").ruleset.language(lang).grammar.productions if lang else small()
    starts = [(f"BEGIN_{rule}", rule) for rule in (sorted(set(KINDS.values())) if lang else ["a", "c"])]
    tables = build_tables(productions, starts)
    first, states = lark_tables(productions, starts)
    same = {first: 0}
    todo = [first]
    while todo:
        state = todo.pop()
        row, own = states[state], {**tables.actions[same[state]], **tables.gotos[same[state]]}
        row.pop("start", None)  # Lark's state after everything; ours accepts before it
        own = {name: to for name, to in own.items() if name != "$END" or to}
        row = {name: to for name, to in row.items() if to != ("reduce", -1)}
        assert set(row) == set(own)
        for name, to in row.items():
            reached = own[name]
            if isinstance(to, tuple):
                assert reached == -to[1] - 1
                continue
            reached -= name in tables.actions[same[state]]
            if to not in same:
                same[to] = reached
                todo.append(to)
            assert same[to] == reached
    assert sorted(same.values()) == list(range(len(tables.actions)))
