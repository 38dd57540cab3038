"""Text to tree: the LALR automaton driven over the phrases of a text, building nodes as it reduces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rulewright.language.grammar import FIELDS, Grammar, Production
from rulewright.language.lexer import PhraseLexer, Token, Word
from rulewright.language.lexicon import Phrase
from rulewright.language.nodes import Node, Span
from rulewright.language.tables import END, Tables

Heard = Token | Production
MAX_DEPTH = 40  # of nodes in one text: deeper nesting nobody can read, and it would exhaust the stack of tree walkers


@dataclass(slots=True)
class _Value:
    """What a symbol yielded: a node, a token, or (a bundle) pairs of field and value."""

    value: Any
    start: int
    end: int
    depth: int = 0
    plural: bool = False


class Stuck(Exception):
    """The parser cannot go on: at which word, and in what state of the stack."""

    def __init__(self, index: int, stack: list[int], too_deep: bool = False) -> None:
        super().__init__(index)
        self.index, self.stack, self.too_deep = index, stack, too_deep


class Parser:
    """Drives the tables. `finish` puts a new node into its normal form."""

    def __init__(
        self,
        grammar: Grammar,
        tables: Tables,
        lexer: PhraseLexer,
        starts: Mapping[str, str],
        finish: Callable[[Node, bool], Node],
    ) -> None:
        self.productions = grammar.productions
        self._actions, self._gotos = tables.actions, tables.gotos
        self._lexer, self._starts, self._finish = lexer, starts, finish
        self._sizes = [(p.rule, len(p.symbols)) for p in grammar.productions]

    def accepts(self, stack: list[int], *terminals: str) -> bool:
        """Whether terminals can be shifted, perhaps after reductions: exact, where tables alone promise too much."""
        copied = False
        for terminal in terminals:
            while True:
                action = self._actions[stack[-1]].get(terminal)
                if action is None:
                    return False
                if not copied and (action < 0 or len(terminals) > 1):
                    stack, copied = stack.copy(), True
                if action >= 0:
                    if len(terminals) > 1:
                        stack.append(action - 1)
                    break
                rule, size = self._sizes[-action - 1]
                if size:
                    del stack[-size:]
                stack.append(self._gotos[stack[-1]][rule])
        return True

    def expected(self, stack: list[int]) -> list[str]:
        """All terminals that can come next."""
        return [t for t in self._actions[stack[-1]] if self.accepts(stack, t)]

    def parse(
        self, words: list[Word], kind: str, stop_optional: bool = False, heard: list[Heard] | None = None
    ) -> Node:
        """Parse words as one kind of text.

        Args:
            heard: gets every token and production that the text is read with, in their order.

        Raises:
            Stuck: at the first word that nothing can be made of (its index may be one past the last).
        """
        lower = [w.text.lower() for w in words]
        if stop_optional and (not lower or lower[-1] != "."):
            at = words[-1].end if words else 0
            words, lower = [*words, Word(".", at, at)], [*lower, "."]
        stack = [0]
        values: list[_Value] = []
        self._feed(stack, values, Token(self._starts[kind], "", "", 0, 0, 0), 0, heard)
        index = 0
        while index < len(words):
            found = [p for p in self._lexer.candidates(lower, index) if self.accepts(stack, *p.terminals)]
            if not found:
                found = [
                    p for p in self._lexer.candidates(lower, index, strict=False) if self.accepts(stack, *p.terminals)
                ]
                if len({p.terminals for p in found}) != 1:
                    raise Stuck(index, stack)
            if len(found) > 1:
                found = self._told_by_the_next(stack, found, lower, index)
            phrase = self._lexer.best(found)
            size = len(phrase.words)
            token = Token(
                phrase.terminal, phrase.value, phrase.form, words[index].start, words[index + size - 1].end, size
            )
            if phrase.before:
                self._feed(stack, values, Token(phrase.before, "", "", token.start, token.start, 0), index, heard)
            self._feed(stack, values, token, index, heard)
            for mark in phrase.after:
                self._feed(stack, values, Token(mark, "", "", token.end, token.end, 0), index, heard)
            index += size
        end = words[-1].end if words else 0
        self._feed(stack, values, Token(END, "", "", end, end, 0), index, heard)
        node = values[-1].value
        assert isinstance(node, Node)
        return node

    def _told_by_the_next(self, stack: list[int], found: list[Phrase], words: list[str], index: int) -> list[Phrase]:
        """Of the forms that one word may be, those after which the next word can stand; all if it can after none.

        A shorter noun is one of them: "cards" of "lost cards", where "this way" follows.
        """
        longest = found[0]
        alike = [p for p in found if len(p.words) == len(longest.words)]
        if any(p.marked for p in alike):
            return self._led(stack, alike, words, index) or found
        nouns = [p for p in found if p.terminal == "NOUN"] if longest.terminal == "NOUN" else []
        if len(nouns) > len(alike) and not self._led(stack, alike, words, index):
            return self._led(stack, nouns, words, index) or found
        return found

    def _led(self, stack: list[int], found: list[Phrase], words: list[str], index: int) -> list[Phrase]:
        """The phrases after which the next word can stand."""
        ends: dict[int, list[tuple[str, ...]]] = {}
        for size in {len(p.words) for p in found}:
            if index + size < len(words):
                strict, free = (self._lexer.candidates(words, index + size, strict) for strict in (True, False))
                ends[size] = [q.terminals for q in (*strict, *free)]
            else:
                ends[size] = [(END,)]
        return [p for p in found if any(self.accepts(stack, *p.terminals, *end) for end in ends[len(p.words)])]

    def _feed(
        self, stack: list[int], values: list[_Value], token: Token, index: int, heard: list[Heard] | None
    ) -> None:
        before = stack.copy()
        while True:
            action = self._actions[stack[-1]].get(token.terminal)
            if action is None:
                raise Stuck(index, before)
            if action > 0:
                stack.append(action - 1)
                values.append(_Value(token, token.start, token.end, 0, token.form == "many"))
                if heard is not None:
                    heard.append(token)
                return
            if action == 0:
                return
            number = -action - 1
            rule, size = self._sizes[number]
            made = self._reduce(self.productions[number], values[len(values) - size :] if size else [], token.start)
            if made.depth > MAX_DEPTH:
                raise Stuck(index, before, too_deep=True)
            if size:
                del stack[-size:], values[-size:]
            stack.append(self._gotos[stack[-1]][rule])
            values.append(made)
            if heard is not None:
                heard.append(self.productions[number])

    def _reduce(self, production: Production, children: list[_Value], at: int) -> _Value:
        pairs: list[tuple[str, Any]] = []
        plural = False
        for symbol, child in zip(production.symbols, children, strict=True):
            if symbol.label:
                pairs.append((symbol.label, child.value))
                if symbol.label in ("noun", "nouns") and child.plural:
                    plural = True
            elif not symbol.terminal:
                if isinstance(child.value, list):
                    pairs.extend(child.value)
                    plural = plural or child.plural
                elif not production.source.alias:
                    return child
        said = [child for child in children if child.end > child.start]
        start, end = (said[0].start, said[-1].end) if said else (at, at)
        depth = max((child.depth for child in children), default=0)
        if production.bundle:
            if not production.helper:
                pairs.extend(production.source.constants)
            return _Value(pairs, start, end, depth, plural)
        pairs.extend(production.source.constants)
        node_class = production.source.node_class
        assert node_class is not None
        kinds = FIELDS[node_class]
        made: dict[str, Any] = {}
        for name, value in pairs:
            kind = kinds[name]
            if isinstance(value, Token):
                value = int(value.value) if int in kind.kinds else value.value
            if kind.many:
                made.setdefault(name, []).append(value)
            else:
                made[name] = value
        if "plural" in kinds and plural:
            made["plural"] = True
        for name, value in made.items():
            if isinstance(value, list):
                made[name] = tuple(value)
        node = self._finish(node_class(**made, span=Span(start, end)), plural)
        return _Value(node, start, end, depth + 1, plural)
