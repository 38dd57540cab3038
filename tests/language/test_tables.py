"""The parse table is the one that Lark makes of the same grammar, whatever its states are called."""

import pytest
from lark.common import ParserConf
from lark.parsers.lalr_analysis import IntParseTable, LALR_Analyzer, Shift

import rulewright as rw
from rulewright.language.grammar.grammar_file import Symbol
from rulewright.language.grammar.kinds import KINDS
from rulewright.language.grammar.parse_tables import compute_tables
from rulewright.language.grammar.productions import Grammar, Production
from rulewright.language.parsing.parser import lark_rule, parse_table


def tables_by_lark(productions: list[Production], starts: list[str]) -> IntParseTable:
    analyzer = LALR_Analyzer(ParserConf([lark_rule(p) for p in productions], {}, starts), strict=True)
    analyzer.compute_lalr()
    return analyzer.parse_table


SMALL = [  # rule, and its symbols: capitals are terminals; c may say nothing, and a and d say each other
    ("a", "b X"), ("a", "Y a"), ("a", "d Z b"), ("b", "B"), ("b", "d W c"), ("c", ""), ("c", "C c"), ("d", "D c E c"),
    ("d", "V a"),
]  # fmt: skip


def small() -> list[Production]:
    source = Grammar('a: "x" -> did').productions[0].source
    return [Production(rule, tuple(Symbol(name) for name in right.split()), source) for rule, right in SMALL]


def agree(judge: IntParseTable, own: IntParseTable, starts: list[str]) -> None:
    """Compare two tables state by state, whatever the states are called."""
    assert sorted(judge.start_states) == sorted(own.start_states) == starts
    same = {judge.start_states[rule]: own.start_states[rule] for rule in starts}
    todo = list(same)
    while todo:
        state = todo.pop()
        row, ours = judge.states[state], own.states[same[state]]
        assert row.keys() == ours.keys()
        for name, (action, to) in row.items():
            assert ours[name][0] is action
            if action is not Shift:
                assert ours[name][1] == to
            elif to not in same:
                same[to] = ours[name][1]
                todo.append(to)
            else:
                assert same[to] == ours[name][1]
    assert {rule: same[state] for rule, state in judge.end_states.items()} == own.end_states
    assert sorted(same.values()) == list(range(1, len(own.states)))  # 0 is before the starts


@pytest.mark.parametrize("lang", ["", "en", "es", "hu"])
def test_lark_makes_the_same(lang: str) -> None:
    """Of a small grammar, and of the languages with the words of a game; computed here, not taken from the cache."""
    productions = rw.load("tic_tac_toe").ruleset.language(lang).grammar.productions if lang else small()
    starts = sorted(set(KINDS.values())) if lang else ["a", "c"]
    own = parse_table(compute_tables(productions, starts), [lark_rule(p) for p in productions])
    judge = tables_by_lark(productions, starts)
    agree(judge, own, starts)


def test_a_table_with_one_action_changed_does_not_agree() -> None:
    productions, starts = small(), ["a", "c"]
    tables = compute_tables(productions, starts)
    judge, rules = tables_by_lark(productions, starts), [lark_rule(p) for p in productions]
    agree(judge, parse_table(tables, rules), starts)
    state, terminal = next((at, name) for at, row in enumerate(tables.actions) for name, do in row.items() if do < 0)
    tables.actions[state][terminal] = 1
    with pytest.raises(AssertionError):
        agree(judge, parse_table(tables, rules), starts)
