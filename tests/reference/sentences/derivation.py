"""Draws trees straight from the productions of the grammar, so that each of them is drawn, whatever it means."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from rulewright.language import nodes as N
from rulewright.language.grammar.productions import Production
from rulewright.language.language import Language
from rulewright.language.node_fields import FIELDS
from tests.reference.sentences.stage import HELD, USED
from tests.reference.sentences.wordlist import Wordlist

FAR = 10**6


class Derivation:
    """Derives statements at random; what has been drawn seldom is drawn first."""

    def __init__(self, language: Language, words: Wordlist, chance: random.Random) -> None:
        self.grammar, self.words, self.chance = language.grammar, words, chance
        self.drawn: dict[int, int] = {}
        self.classes = self._terminals(words)
        self.least = self._depths()

    @staticmethod
    def _terminals(words: Wordlist) -> dict[str, list[Any]]:
        lexicon = words.lexicon
        found: dict[str, list[Any]] = {name: sorted(forms) for name, forms in lexicon.classes.items()}
        found["NOUN"] = [*sorted(words.own), "player", "card", "space", "piece", "game", "owner", "top", "die"]
        found["ADJ"] = sorted(a for a, w in lexicon.adjectives.items() if not w.after)
        found["PRED"] = sorted(a for a, w in lexicon.adjectives.items() if w.after)
        found["RELATION"] = sorted(lexicon.relations)
        found["REL"] = found["PAST"] = sorted(words.verbs)
        found["HEADING"] = [USED, HELD]
        found["TIME"] = words.times
        found["INT"] = [1, 2, 3]
        found |= {terminal: [verb] for verb, terminal in lexicon.verb_terminals.items()}
        return found

    def _depths(self) -> dict[str, int]:
        """How deep each rule must go at least."""
        least: dict[str, int] = {}
        changed = True
        while changed:
            changed = False
            for production in self.grammar.productions:
                depth = 1 + max((least.get(s.rule, FAR) for s in production.symbols if not s.terminal), default=0)
                if depth < least.get(production.rule, FAR):
                    least[production.rule] = depth
                    changed = True
        return least

    def text(self) -> N.Text | None:
        """A text of one ability whose sentence is derived; None where it came to nothing."""
        heading = self.chance.choices((USED, HELD), (2, 1))[0]
        node = self.derive("statement", 7)
        if not isinstance(node, N.Statement):
            return None
        return N.Text(abilities=(N.Ability(heading=heading, sentences=(node,)),))

    def derive(self, rule: str, depth: int) -> Any:
        """What a rule yields: a node, or the fields of a bundle."""
        row = self.grammar.productions_of(rule)
        fitting = [p for p in row if self._least(p) <= depth] or [min(row, key=self._least)]
        production = min(self.chance.sample(fitting, min(2, len(fitting))), key=lambda p: self.drawn.get(id(p), 0))
        self.drawn[id(production)] = self.drawn.get(id(production), 0) + 1
        fields: dict[str, Any] = dict(production.source.constants) if not production.helper else {}
        handed: list[Any] = []
        for symbol in production.symbols:
            if symbol.terminal:
                if symbol.label:
                    self._put(fields, symbol.label, self._word(symbol.name))
                elif symbol.literal is None and self.classes.get(symbol.name):
                    handed.append(self._word(symbol.name))
                continue
            value = self.derive(symbol.rule, depth - 1)
            if self.grammar.bundles(symbol.rule):
                for name, part in value.items():
                    self._put(fields, name, part)
            elif symbol.label:
                self._put(fields, symbol.label, value)
            else:
                handed.append(value)
        return self._made(production, fields, handed)

    def _made(self, production: Production, fields: Mapping[str, Any], handed: list[Any]) -> Any:
        kind = production.source.node_class
        if production.bundle:
            return fields
        if kind is None or production.helper:
            return handed[0] if handed else None
        values = {}
        for name, known in FIELDS[kind].items():
            if name in fields:
                value = fields[name]
                parts = value if isinstance(value, list) else [value]
                values[name] = tuple(parts) if known.many else self._typed(parts[-1], known.kinds)
        return kind(**values)

    @staticmethod
    def _typed(value: Any, kinds: tuple[type, ...]) -> Any:
        if int in kinds and isinstance(value, str) and value.isdigit():
            return int(value)
        return value in ("true", True) if bool in kinds else value

    @staticmethod
    def _put(fields: dict[str, Any], name: str, value: Any) -> None:
        new = value if isinstance(value, list) else [value]
        fields[name] = [*fields[name], *new] if isinstance(fields.get(name), list) else new

    def _least(self, production: Production) -> int:
        return 1 + max((self.least.get(s.rule, FAR) for s in production.symbols if not s.terminal), default=0)

    def _word(self, terminal: str) -> Any:
        words = self.classes.get(terminal)
        return self.chance.choice(words) if words else None
