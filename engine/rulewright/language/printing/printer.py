"""Print trees as text by applying the grammar's productions in reverse.

For a node the printer takes the alternatives of its class in file order; the first one that says everything the node
holds is the normal form. Words agree by what stands in `Context`: the number of the subject, the form of the verb.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import MISSING, replace
from functools import cached_property

from rulewright.language import nodes as n
from rulewright.language.compare import shown
from rulewright.language.grammar.grammar_file import Alternative, Group, Item, Symbol
from rulewright.language.grammar.productions import Grammar
from rulewright.language.lexicon import Lexicon
from rulewright.language.node_fields import ALIASES, FIELDS
from rulewright.language.printing.agreement import Agreement, Context
from rulewright.language.printing.misreadings import Misreadings
from rulewright.language.printing.pieces import PrintError, Writer
from rulewright.language.printing.terminals import Terminals
from rulewright.language.trees.antecedents import likely_antecedents
from rulewright.language.trees.normal_form import Normaliser
from rulewright.problems import problem

UNORDERED = frozenset({"slots", "adverbs", "filters"})  # their order in the tree is canonical, not that of the words

_State = dict[str, tuple[object, ...]]  # what of the node has not been said yet
_Said = tuple[list[str], _State]


class Printer:
    """Prints nodes with one grammar and lexicon."""

    _names_numbers = True  # whether what counts things may not be the name of a number

    def __init__(self, grammar: Grammar, lexicon: Lexicon, normaliser: Normaliser) -> None:
        self.grammar, self.lexicon, self.normaliser = grammar, lexicon, normaliser
        self._verbs: dict[str, list[Alternative]] = {}
        for alternative in grammar.alternatives.get("_verb", ()):
            for item in alternative.items:
                if isinstance(item, Symbol) and item.label == "verb":
                    self._verbs.setdefault(item.name, []).append(alternative)
        self._without_word: Mapping[str, str] = lexicon.core.get("without", {})
        self._not_counted: Sequence[str] = lexicon.core.get("not_counted", ())
        self._counted_only: Sequence[str] = lexicon.core.get("counted_only", ())
        self._declined_as: Mapping[str, str] = lexicon.core.get("declined_as", {})
        self.agreement = Agreement(lexicon, normaliser)
        self._writer = Writer(lexicon)
        self._misreadings = Misreadings(grammar, lexicon, self._writer)
        self._terminals = Terminals(lexicon, self.agreement, self._misreadings)
        for name, alternatives in grammar.alternatives.items():
            for alternative in alternatives if name.startswith("_late{") else ():
                for item in alternative.items:
                    if isinstance(item, Symbol) and item.label == "verb":
                        self._verbs.setdefault(f"{item.name} {name}", []).append(alternative)
        self._memo: dict[tuple[int, str, Context], list[str] | None] = {}

    def print(
        self,
        node: n.Node,
        rule: str,
        about: str = "",
        mood: str = "",
        sounds: dict[str, str] | None = None,
        told: bool = False,
    ) -> str:
        """The text of a node, as the given rule of the grammar.

        about: the noun that "it" stands for from outside; mood: the form of the verbs, if it is not the usual one;
        sounds: gets what the text is changed in for the sound of it: patterns, and what stands there instead;
        told: whether a log tells it of somebody else.

        Raises:
            PrintError: the language has no such sentence.
        """
        own = copy(self)  # what is noted of one text is nothing to others, which may be printed at the same time
        meant = likely_antecedents(node, self.lexicon, about) if self.agreement.genders else {}
        own._memo, own.agreement = {}, self.agreement.of_text(told, meant)
        own._terminals = self._terminals.of_text(own.agreement)
        pieces = own._emit(node, rule, Context(mood or None))
        if pieces is None:
            raise own._no_words(node)
        return own._writer.written(pieces, {} if sounds is None else sounds)

    @cached_property
    def counting(self) -> Printer:
        """This printer for texts that are read again before anybody sees them: it counts whatever is named so, too."""
        own = copy(self)
        own._names_numbers = False
        return own

    def _named(self, said: list[str]) -> bool:
        return self._names_numbers and self._misreadings.is_named(said)

    def _no_words(self, node: n.Node) -> PrintError:
        """The error that tells the smallest part that the language has no words for, and the phrase it stands in."""
        told = {key[0] for key, pieces in self._memo.items() if pieces is not None}
        tried = {key[0] for key in self._memo} - told
        parts = [part for part in node.walk() if id(part) in tried]
        smallest = [part for part in parts if not any(id(inner) in tried for inner in part.walk() if inner is not part)]
        untold = (smallest or [node])[0]
        around = [part for part in node.walk() if part.span is not None and any(one is untold for one in part.walk())]
        spans = [part.span for part in around if isinstance(part, n.NounPhrase)] or [part.span for part in around]
        span = spans[-1] if spans else None
        where = {"offset": span.start, "end": span.end} if span is not None else {}
        return PrintError(problem("RW0330", found=shown(untold), lang=self.lexicon.called, **where))  # type: ignore[arg-type]

    # -------------------------------------------------------------- one node

    def _emit(self, node: n.Node, rule: str, context: Context) -> list[str] | None:
        key = (id(node), rule, context)
        if key not in self._memo:
            self._memo[key] = None  # a rule that comes back to itself says nothing new
            said = self._first(node, rule, context)
            self._memo[key] = None if said and isinstance(node, n.CountOf) and self._named(said) else said
        return self._memo[key]

    def _first(self, node: n.Node, rule: str, context: Context) -> list[str] | None:
        yields = self.grammar.yields(rule)
        if isinstance(node, n.Value) and n.Value not in yields:
            node = node.phrase  # "is your score" is read as a phrase first
        if type(node) not in yields:
            return None
        if rule in self._without_word:
            head = self.lexicon.nouns.get(context.head)
            if head is None or head.own.get(self._without_word[rule]) != "":
                return None
        if context.determiner and context.determiner in self.agreement.not_behind.get(rule, ()):
            return None
        if rule in self._not_counted and not self.agreement.uncounted(node):
            return None
        if rule in self._counted_only and self.agreement.uncounted(node):
            return None
        case = (
            next((c for c in re.findall(r"\w+", rule)[1:] if c in self._terminals.cases), None) if "{" in rule else None
        )
        context = replace(context, case=case) if case else context
        for alternative in self.grammar.alternatives[rule]:
            if alternative.alias is None:
                for pieces in self._unit(alternative.items, node, context):
                    if not self._is_swallowed(pieces):
                        return pieces
            elif alternative.alias == ALIASES[type(node)]:
                state = self._left(alternative, node)
                if state is None:
                    continue
                inner = self.agreement.agree(node, context)
                if declined := self._declined_as.get(rule.partition("__")[0]):
                    inner = replace(inner, way=self.agreement.declension.way(n.Article(word=declined)))
                if ("plural", True) in alternative.constants:  # as after "more": the word itself is in the singular
                    inner = replace(inner, noun="one")
                for pieces, left in self._walk(alternative.items, state, inner, node):
                    if not left and not self._is_swallowed(pieces):
                        return ["\n", *pieces] if isinstance(node, n.Ability) else pieces
        return None

    def _is_swallowed(self, pieces: list[str]) -> bool:
        """Whether some words would be read as others; nobody reads what a log tells as a sentence."""
        return not self.agreement.told and self._misreadings.is_swallowed(pieces)

    def _styled(self, context: Context, item: Symbol) -> Context:
        """The context below a symbol that names the form of what is below it: that of verbs, or a case."""
        if not item.mood:
            return context
        return replace(context, **{"case" if item.mood in self.agreement.declension.cases else "mood": item.mood})

    def _unit(self, items: Sequence[Item], node: n.Node, context: Context) -> Iterator[list[str]]:
        before: list[str] = []
        found: list[str] | None = None
        for item in items:
            assert isinstance(item, Symbol)
            if item.terminal:
                word = self._terminals.fixed(item, node, context)
                if word is None:
                    return
                before_or_after = [word]
                if found is None:
                    before += before_or_after
                else:
                    found = found + before_or_after
            else:
                said = self._emit(node, item.rule, self._styled(context, item))
                if said is None:
                    return
                found = before + said
        if found is not None:
            yield found

    def _left(self, alternative: Alternative, node: n.Node) -> _State | None:
        """What is to be said of a node, less what the alternative's constants say; None if they say something else."""
        state: _State = {}
        for name, kind in FIELDS[type(node)].items():
            value = getattr(node, name)
            if name == "plural":
                known = dict(alternative.constants).get("plural", value)  # a noun without a plural has any number
                if value != known and not self.agreement.uncounted(node):
                    return None
            if name == "plural" or (kind.default is not MISSING and value == kind.default):
                continue
            state[name] = value if kind.many else (value,)
        return self._without(state, alternative)

    def _without(self, state: _State, alternative: Alternative) -> _State | None:
        for name, value in alternative.constants:
            if name == "plural":
                continue
            if state.get(name) != (value,):
                return None
            state = {k: v for k, v in state.items() if k != name}
        return state

    # -------------------------------------------------------------- the items of an alternative

    def _walk(self, items: Sequence[Item], state: _State, context: Context, node: n.Node) -> Iterator[_Said]:
        if not items:
            yield [], state
            return
        for pieces, left in self._item(items[0], state, context, node):
            for more, rest in self._walk(items[1:], left, context, node):
                yield pieces + more, rest

    def _item(self, item: Item, state: _State, context: Context, node: n.Node) -> Iterator[_Said]:
        if isinstance(item, Group):
            for branch in item.branches:
                for pieces, left in self._walk(branch, state, context, node):
                    if item.many and left != state:
                        again = Group(item.branches, optional=True, many=True)
                        for more, rest in self._item(again, left, context, node):
                            yield pieces + more, rest
                    else:
                        yield pieces, left
            if item.optional:
                yield [], state
        elif item.label:
            yield from self._labelled(item, state, context, node)
        elif item.terminal:
            word = self._terminals.fixed(item, node, context)
            if word is not None:
                yield [word], state
        else:
            inner = self._styled(context, item)
            for alternative in self._alternatives(item.rule, node):
                before = self._without(state, alternative)
                if before is not None:
                    yield from self._walk(alternative.items, before, inner, node)

    def _alternatives(self, rule: str, node: n.Node) -> Sequence[Alternative]:
        if rule == "_verb" and isinstance(node, n.Perform):
            return self._verbs.get(self.lexicon.verb_terminals[node.verb], ())
        if rule.startswith("_late{") and isinstance(node, n.Perform):
            return self._verbs.get(f"{self.lexicon.verb_terminals[node.verb]} {rule}", ())
        return self.grammar.alternatives[rule]

    def _labelled(self, item: Symbol, state: _State, context: Context, node: n.Node) -> Iterator[_Said]:
        label = item.label or ""
        values = state.get(label, ())
        for index in range(len(values) if label in UNORDERED else min(1, len(values))):
            value = values[index]
            rest = values[:index] + values[index + 1 :]
            left = {k: v for k, v in state.items() if k != label}
            if rest:
                left[label] = rest
            if item.terminal:
                word = None if isinstance(value, n.Node) else self._terminals.word(item.name, value, context, node)
                if word is not None:
                    yield [word], left
            elif isinstance(value, n.Node):
                pieces = self._emit(value, item.rule, self._styled(context, item))
                if pieces is not None:
                    yield pieces, left
