"""Parse texts with Lark's LALR parser and the phrase lexer; nodes are built at each reduction.

Lark drives the parse; its parse table is filled from our own table builder (`tables.py`), which is many times as fast
and is held to Lark's result by a test. What a phrase may be depends on what can come next, so the phrase lexer works as
Lark's contextual lexers do: it reads the parser's state before each token.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import lark
from lark.grammar import NonTerminal, Rule, Terminal
from lark.lexer import Lexer, LexerThread
from lark.parsers.lalr_analysis import IntParseTable, Reduce, Shift
from lark.parsers.lalr_parser import LALR_Parser, _Parser
from lark.parsers.lalr_parser_state import ParserState

from rulewright.language.grammar.parse_tables import END, Tables
from rulewright.language.grammar.productions import Grammar, Production, Styled
from rulewright.language.lexicon import Phrase
from rulewright.language.node_fields import FIELDS
from rulewright.language.nodes import Node, NounPhrase, Span
from rulewright.language.parsing.lexer import PhraseLexer, Stuck
from rulewright.language.parsing.words import Word

MAX_OTHERS = 40  # other ways to take the words of one text that are tried
OTHERS_IN_ONE = 2  # words that are taken otherwise in one of them
MAX_DEPTH = 40  # of nodes in one text: deeper nesting nobody can read, and it would exhaust the stack of tree walkers


class Token(lark.Token):
    """A phrase as the parser takes it: `type` is its terminal, its text what the phrase means."""

    __slots__ = ("form",)
    form: str
    start_pos: int
    end_pos: int


def _token(terminal: str, value: str, form: str, start: int, end: int) -> Token:
    token = Token(terminal, value, start_pos=start, end_pos=end)
    token.form = form
    return token


DerivationStep = Token | Production


def parse_table(tables: Tables, rules: Sequence[Rule]) -> Any:
    """Lark's `IntParseTable`, filled from ours; `rules` are Lark's for our productions, in their order."""
    reduces = [(Reduce, rule) for rule in rules]
    shifts = [(Shift, state) for state in range(len(tables.actions))]
    states = {}
    for number, (actions, gotos) in enumerate(zip(tables.actions, tables.gotos, strict=True)):
        states[number] = {
            **{name: shifts[do - 1] if do > 0 else reduces[-do - 1] for name, do in actions.items()},
            **{name: shifts[state] for name, state in gotos.items()},
        }
    return _TABLE(states, tables.starts, tables.ends)


_TABLE: Any = IntParseTable  # whose constructor Lark does not type


def lark_rule(production: Production) -> Rule:
    """A production as Lark knows it: the terminals with their words in quotes as names."""
    symbols = [Terminal(s.name) if s.terminal else NonTerminal(s.name) for s in production.symbols]
    return Rule(NonTerminal(production.rule), symbols)


class _OwnRule(Rule):
    """A rule that only is itself: it is compared with states and looked up at each reduction."""

    __slots__ = ("made",)
    made: _Made
    __eq__ = object.__eq__
    __hash__ = object.__hash__


def _own_rule(production: Production) -> _OwnRule:
    """A production's rule, with what makes its values."""
    rule = lark_rule(production)
    own = _OwnRule(rule.origin, rule.expansion)
    own.made = _Made(production)
    return own


class _LarkParser(LALR_Parser):
    """Lark's LALR parser over a table that is already there, as when Lark loads a saved one."""

    def __init__(self, table: Any, callbacks: Any) -> None:
        self._parse_table = table
        self.parser = _Parser(table, callbacks)


@dataclass(slots=True)
class _Value:
    """What a symbol yielded: a node, a token, or (a bundle) pairs of field and value."""

    value: Any
    start: int
    end: int
    depth: int = 0
    plural: bool = False


@dataclass(slots=True)
class Another:
    """A text with some of its words taken for something else: how many, its tree, and what is to be checked of it.

    cut: of how many a wording of several words is not taken as a whole: "steps taken" as "steps" that are "taken".
    """

    changes: int
    cut: int
    node: Node | None
    disagreeing: list[NounPhrase]
    in_case: dict[tuple[int, int], str] | None


class Parser:
    """Parses words as one of several kinds of text. `finish` puts a new node into its normal form.

    Args:
        starts: the rule that each kind of text begins with.
    """

    def __init__(
        self,
        grammar: Grammar,
        tables: Tables,
        lexer: PhraseLexer,
        starts: Mapping[str, str],
        finish: Callable[[Node, bool, list[NounPhrase] | None], Node],
    ) -> None:
        rules = [_own_rule(production) for production in grammar.productions]
        self.lexer, self.finish = lexer, finish
        self._table = parse_table(tables, rules)
        self._terminals = tables.actions
        self._ends = frozenset(tables.ends.values())
        self._starts = starts

    def accepts(self, stack: list[int], *terminals: str) -> bool:
        """Whether terminals can be shifted, perhaps after reductions: exact, where tables alone promise too much."""
        states = self._table.states
        copied = False
        for terminal in terminals:
            while True:
                action, to = states[stack[-1]].get(terminal, _NOTHING)
                if action is None:
                    return terminal == END and stack[-1] in self._ends
                if not copied and (action is Reduce or len(terminals) > 1):
                    stack, copied = stack.copy(), True
                if action is Shift:
                    if len(terminals) > 1:
                        stack.append(to)
                    break
                if to.expansion:
                    del stack[-len(to.expansion) :]
                stack.append(states[stack[-1]][to.origin.name][1])
        return True

    def shifted(self, stack: list[int], *terminals: str) -> list[int] | None:
        """The stack after terminals were read; None if they cannot be."""
        if not self.accepts(stack, *terminals):
            return None
        states, after = self._table.states, stack.copy()
        for terminal in terminals:
            action, to = states[after[-1]][terminal]
            while action is Reduce:
                if to.expansion:
                    del after[-len(to.expansion) :]
                after.append(states[after[-1]][to.origin.name][1])
                action, to = states[after[-1]][terminal]
            after.append(to)
        return after

    def expected(self, stack: list[int]) -> list[str]:
        """All terminals that can come next."""
        return [t for t in dict.fromkeys((END, *self._terminals[stack[-1]])) if self.accepts(stack, t)]

    def parse(
        self,
        words: list[Word],
        kind: str,
        stop_optional: bool = False,
        derivation: list[DerivationStep] | None = None,
        disagreeing: list[NounPhrase] | None = None,
        in_case: dict[tuple[int, int], str] | None = None,
    ) -> Node:
        """Parse words as one kind of text.

        Args:
            derivation: receives each token and production of the parse, in order.
            disagreeing: receives the phrases whose noun and determiner differ in number.
            in_case: receives, by where a part begins and ends, the form that the grammar names for it: its case.

        Raises:
            Stuck: at the first word that nothing can be made of (its index may be one past the last).
        """
        if stop_optional and (not words or words[-1].text != "."):
            at = words[-1].end if words else 0
            words = [*words, Word(".", at, at)]
        return self._read(_Reading(self, words, derivation, disagreeing, in_case), kind)

    def _read(self, reading: _Reading, kind: str) -> Node:
        parser: Any = _LarkParser(self._table, reading)
        node = parser.parse(LexerThread(reading, _NO_STATE), self._starts[kind]).value
        assert isinstance(node, Node)
        return node

    def others(self, words: list[Word], kind: str, stop_optional: bool = False) -> Iterator[Another]:
        """What a text says where a word of it is taken for another of the things that it may be.

        Words are chosen by what stands near them; of a text that cannot be read so, or that makes no sense, the choice
        may have been a wrong one. First come those where one word is taken otherwise, the last of them first; at most
        `MAX_OTHERS` are tried.
        """
        if stop_optional and (not words or words[-1].text != "."):
            at = words[-1].end if words else 0
            words = [*words, Word(".", at, at)]
        waiting: deque[dict[int, Phrase]] = deque([{}])
        for _ in range(MAX_OTHERS + 1):
            if not waiting:
                return
            taken = waiting.popleft()
            cut = sum(self._cuts(words, at, phrase) for at, phrase in taken.items())
            another = Another(len(taken), cut, None, [], {} if self.lexer.in_cases else None)
            reading = _Reading(self, words, None, another.disagreeing, another.in_case, taken)
            with suppress(Stuck):
                another.node = self._read(reading, kind)
                if taken:
                    yield another
            if len(taken) < OTHERS_IN_ONE:
                last = max(taken, default=-1)
                waiting += [{**taken, at: phrase} for at, phrase in reversed(reading.choices) if at > last]

    def _cuts(self, words: list[Word], at: int, phrase: Phrase) -> bool:
        """Whether a phrase is fewer words than a wording that begins at the same one."""
        lower = [word.text.lower() for word in words]
        return any(len(p.words) > len(phrase.words) for p in self.lexer.candidates(lower, at, strict=False))


_NOTHING = (None, None)
_NO_STATE: Any = ()  # Lark's lexer state: the reading itself keeps where it is


class _Reading(Lexer):
    """One text while it is parsed: the lexer that Lark asks for tokens, and the callbacks that it reduces with."""

    def __init__(
        self,
        parser: Parser,
        words: list[Word],
        derivation: list[DerivationStep] | None,
        disagreeing: list[NounPhrase] | None,
        in_case: dict[tuple[int, int], str] | None,
        taken: Mapping[int, Phrase] | None = None,
    ) -> None:
        self.parser, self.words, self.derivation, self.disagreeing = parser, words, derivation, disagreeing
        self.in_case = in_case
        self.taken = taken  # by where it begins, what a word is taken for; None: no other choices are noted
        self.choices: list[tuple[int, Phrase]] = []  # where another phrase could have been taken
        self.lower = [word.text.lower() for word in words]
        self._candidates: dict[tuple[int, bool, bool], list[Phrase]] = {}
        self.index = 0
        self.before: list[int] = []  # the stack before the token that is being fed
        self.at = 0  # where this token begins

    # -------------------------------------------------------------- Lark's lexer

    def lex(self, lexer_state: Any, parser_state: ParserState[int]) -> Iterator[Token]:
        """The tokens of the text, each chosen by what the parser can take.

        Raises:
            Stuck: it can take none.
        """
        words, stack = self.words, parser_state.state_stack
        while self.index < len(words):
            phrase = self._phrase(stack)
            end = self.index + len(phrase.words)
            start, last = words[self.index].start, words[end - 1].end
            if phrase.before:
                yield from self._fed(stack, _token(phrase.before, "", "", start, start))
            yield from self._fed(stack, _token(phrase.terminal, phrase.value, phrase.form, start, last))
            for mark in phrase.after:
                yield from self._fed(stack, _token(mark, "", "", last, last))
            self.index = end
        if not self.parser.accepts(stack, END):
            closed = next((m for m in self.parser.lexer.closing if self.parser.accepts(stack, m, END)), None)
            if closed is None:
                raise Stuck(self.index, stack)
            yield from self._fed(stack, _token(closed, "", "", words[-1].end, words[-1].end))
        self.before, self.at = stack.copy(), words[-1].end if words else 0

    def _fed(self, stack: list[int], token: Token) -> Iterator[Token]:
        self.before, self.at = stack.copy(), token.start_pos
        yield token
        if self.derivation is not None:
            self.derivation.append(token)

    def _phrase(self, stack: list[int]) -> Phrase:
        """The phrase that stands here.

        Raises:
            Stuck: none does that the parser can take, or several.
        """
        accepts = self.parser.accepts
        if self.taken and self.index in self.taken:
            return self.taken[self.index]
        found = [p for p in self._begin(self.index) if accepts(stack, *p.terminals)]
        if not found:
            free = self._begin(self.index, strict=False)
            found = [p for p in free if accepts(stack, *p.terminals)]
            if len({p.terminals for p in found}) != 1:
                raise Stuck(self.index, stack)
        if len(found) > 1:
            found = self._told_by_the_next(stack, found)
        best = self.parser.lexer.best(found)
        if self.taken is not None:
            self._note_others(stack, best)
        return best

    def _begin(self, index: int, strict: bool = True, unseen: bool = False) -> list[Phrase]:
        """All phrases that begin at a word (see `PhraseLexer.candidates`); asked of the next word and again there."""
        key = index, strict, unseen
        found = self._candidates.get(key)
        if found is None:
            found = self._candidates[key] = self.parser.lexer.candidates(self.lower, index, strict, unseen)
        return found

    def _note_others(self, stack: list[int], best: Phrase) -> None:
        """Note what else the words here could be, if the next word can stand behind it."""
        accepts = self.parser.accepts
        free = [*self._begin(self.index, strict=False, unseen=True), *self._begin(self.index)]
        others = {(p.terminals, p.value, len(p.words)): p for p in free if accepts(stack, *p.terminals)}
        others.pop((best.terminals, best.value, len(best.words)), None)
        self.choices += [(self.index, phrase) for phrase in self._led(stack, list(others.values()), unseen=True)]

    def _told_by_the_next(self, stack: list[int], found: list[Phrase]) -> list[Phrase]:
        """Of the forms that one word may be, those after which the next word can stand; all if it can after none.

        A shorter noun is one of them: "cards" of "lost cards", where "this way" follows.
        """
        longest = found[0]
        alike = [p for p in found if len(p.words) == len(longest.words)]
        if any(p.marked for p in alike):
            return self._led(stack, alike) or found
        nouns = [p for p in found if p.terminal == "NOUN"] if longest.terminal == "NOUN" else []
        if len(nouns) > len(alike) and not self._led(stack, alike):
            return self._led(stack, nouns) or found
        return found

    def _led(self, stack: list[int], found: list[Phrase], unseen: bool = False) -> list[Phrase]:
        """The phrases after which the next word can stand; unseen: see `PhraseLexer.candidates`."""
        ends: dict[int, list[tuple[str, ...]]] = {}
        for size in {len(p.words) for p in found}:
            after = self.index + size
            if after < len(self.lower):
                strict, free = (self._begin(after, strict, unseen) for strict in (True, False))
                ends[size] = [q.terminals for q in (*strict, *free)]
            else:
                ends[size] = [(END,)]
        accepts = self.parser.accepts
        return [p for p in found if any(accepts(stack, *p.terminals, *end) for end in ends[len(p.words)])]

    # -------------------------------------------------------------- Lark's callbacks

    def __contains__(self, terminal: object) -> bool:
        """Whether tokens of a terminal are changed: none is."""
        return False

    def __getitem__(self, rule: _OwnRule) -> Callable[[list[Any]], _Value]:
        """What makes the value of a rule from those of its symbols."""
        return partial(self._reduce, rule.made)

    def _reduce(self, made_by: _Made, children: list[Any]) -> _Value:
        values = [  # Lark hands on tokens as they are
            one if one.__class__ is _Value else _Value(one, one.start_pos, one.end_pos, 0, one.form == "many")
            for one in children
        ]
        production = made_by.production
        if self.in_case is not None:
            for symbol, child in zip(production.symbols, values, strict=True):
                if isinstance(symbol, Styled):
                    self.in_case.setdefault((child.start, child.end), symbol.style)
        made = values[0] if made_by.passes_on and values[0].value.__class__ is not list else self._made(made_by, values)
        if made.depth > MAX_DEPTH:
            raise Stuck(self.index, self.before, too_deep=True)
        if self.derivation is not None:
            self.derivation.append(production)
        return made

    def _made(self, by: _Made, children: list[_Value]) -> _Value:
        pairs: list[tuple[str, Any]] = []
        plural = False
        depth, start, end = 0, -1, -1
        for (label, of_noun, is_rule), child in zip(by.symbols, children, strict=True):
            if label:
                pairs.append((label, child.value))
                if of_noun and child.plural:
                    plural = True
            elif is_rule:
                if child.value.__class__ is list:
                    pairs.extend(child.value)
                    plural = plural or child.plural
                elif by.hands_on:
                    return child
            if child.end > child.start:
                end = child.end
                if start < 0:
                    start = child.start
            if child.depth > depth:
                depth = child.depth
        if start < 0:
            start = end = self.at
        pairs.extend(by.constants)
        if by.node_class is None:
            return _Value(pairs, start, end, depth, plural)
        made: dict[str, Any] = {}
        several = []
        for name, value in pairs:
            many, number = by.fields[name]
            if value.__class__ is Token:
                value = int(value) if number else str(value)
            if not many:
                made[name] = value
            elif name in made:
                made[name].append(value)
            else:
                made[name] = [value]
                several.append(name)
        if plural and "plural" in by.fields:
            made["plural"] = True
        for name in several:
            made[name] = tuple(made[name])
        node = self.parser.finish(by.node_class(**made, span=Span(start, end)), plural, self.disagreeing)
        return _Value(node, start, end, depth + 1, plural)


class _Made:
    """What the reductions by a production make, worked out once.

    Attributes:
        symbols: of each its label, whether it names a noun, and whether it is a rule.
        hands_on: whether what a rule yielded is what this yields. passes_on: whether there is nothing else in it.
        node_class: of the node; None for a bundle of fields. fields: of each whether it holds several, and a number.
    """

    __slots__ = ("constants", "fields", "hands_on", "node_class", "passes_on", "production", "symbols")

    def __init__(self, production: Production) -> None:
        self.production = production
        self.symbols = [(s.label, s.label in ("noun", "nouns"), not s.terminal) for s in production.symbols]
        self.hands_on = not production.source.alias
        self.passes_on = self.hands_on and [(bool(label), rule) for label, _, rule in self.symbols] == [(False, True)]
        self.constants = () if production.helper else production.source.constants
        self.node_class = None if production.bundle else production.source.node_class
        kinds = FIELDS[self.node_class] if self.node_class else {}
        self.fields = {name: (kind.many, int in kind.kinds) for name, kind in kinds.items()}
