"""Pieces of the language in content: words, conditions, and the steps and blocks that procedures are made of."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Literal

from rulewright.language.nodes import Node
from rulewright.ruleset.blocks import Action as StepAction
from rulewright.ruleset.blocks import (
    After,
    AllOf,
    AnyOf,
    AsOften,
    Award,
    Block,
    Branch,
    Choose,
    ChooseNumber,
    Condition,
    ForEach,
    If,
    IfPossible,
    Let,
    Not,
    Offer,
    OneOf,
    OptionIs,
    Path,
    Repeat,
    Require,
    Resolve,
    Say,
    Secretly,
    SetNumber,
    Step,
    While,
    Words,
    WordsKind,
)
from rulewright.ruleset.building.plain_data import as_tuple

Read = Callable[[str, WordsKind, Path], Node | None]
"""What reads words: text, kind and path in; the tree out, or None when the problem was recorded."""


class Steps:
    """Makes the pieces of the language in content: words, conditions, steps and blocks. read: what reads words."""

    def __init__(self, read: Read) -> None:
        self._read = read

    # -------------------------------------------------------------- words and conditions

    def words(self, text: str, kind: WordsKind, path: Path) -> Words:
        """A piece of the language."""
        return Words(text, kind, path, self._read)

    def optional_words(self, data: Mapping[str, Any], key: str, kind: WordsKind, path: Path) -> Words | None:
        """The piece under a key, if it is there."""
        return self.words(str(data[key]), kind, (*path, key)) if key in data else None

    def condition(self, data: Any, path: Path) -> Condition:
        """A condition: a sentence, or several under `all`, `any`, `not`, `after`, or an option."""
        if isinstance(data, str):
            return self.words(data, "condition", path)
        for key, together in (("all", AllOf), ("any", AnyOf)):
            if key in data:
                parts = tuple(self.condition(part, (*path, key, at)) for at, part in enumerate(data[key]))
                return together(parts)
        if "not" in data:
            return Not(self.condition(data["not"], (*path, "not")))
        if "after" in data:
            return After(self.block(data["after"], (*path, "after")), self.condition(data["if"], (*path, "if")))
        return OptionIs(data["option"], data.get("is", True), (*path, "option"))

    def optional_condition(self, data: Mapping[str, Any], key: str, path: Path) -> Condition | None:
        """The condition under a key, if it is there."""
        return self.condition(data[key], (*path, key)) if key in data else None

    # -------------------------------------------------------------- blocks

    def block(self, data: Any, path: Path) -> Block:
        """The steps in a list; a step alone is a block, too."""
        parts = [(part, (*path, at)) for at, part in enumerate(data)] if isinstance(data, list) else [(data, path)]
        return Block(tuple(step for part, place in parts for step in self._steps(part, place)))

    def _steps(self, data: Any, path: Path) -> tuple[Step, ...]:
        """A step; or those under `internal`, which are steps of the block around them."""
        if isinstance(data, Mapping) and "internal" in data:
            return tuple(replace(step, internal=True) for step in self._inner(data, "internal", path).steps)
        return (Step(self._step(data, path), path),)

    def _inner(self, data: Mapping[str, Any], key: str, path: Path) -> Block:
        return self.block(data.get(key, []), (*path, key))

    def _step(self, data: Any, path: Path) -> StepAction:
        if isinstance(data, str):
            return Say(self.words(data, "sentence", path))
        for head, build in _STEPS.items():
            if head in data:
                return build(self, data, path)
        raise AssertionError(f"a step that the schema lets pass has no head: {path}")

    def _if(self, data: Mapping[str, Any], path: Path) -> If:
        return If(
            self.condition(data["if"], (*path, "if")), self._inner(data, "then", path), self._inner(data, "else", path)
        )

    def _while(self, data: Mapping[str, Any], path: Path) -> While:
        return While(self.condition(data["while"], (*path, "while")), self._inner(data, "do", path))

    def _repeat(self, data: Mapping[str, Any], path: Path) -> Repeat:
        return Repeat(self.words(str(data["repeat"]), "times", (*path, "repeat")), self._inner(data, "do", path))

    def _as_often(self, data: Mapping[str, Any], path: Path) -> AsOften:
        number = self.words(str(data["as often as"]), "amount", (*path, "as often as"))
        return AsOften(number, self._inner(data, "do", path))

    def _for_each(self, data: Mapping[str, Any], path: Path) -> ForEach:
        each = self.words(data["for each"], "phrase", (*path, "for each"))
        return ForEach(each, data.get("as"), self._inner(data, "do", path), data.get("in reverse", False))

    def _secretly(self, data: Mapping[str, Any], path: Path) -> Secretly:
        return Secretly(self._inner(data, "each player secretly", path), self._inner(data, "then", path))

    def _choose(self, data: Mapping[str, Any], path: Path) -> Choose:
        return Choose(
            phrase=self.words(data["choose"], "phrase", (*path, "choose")),
            role=data.get("as"),
            by=self.optional_words(data, "by", "phrase", path),
            where=self.optional_condition(data, "where", path),
            secretly=data.get("secretly", False),
            at_random=data.get("at random", False),
        )

    def _choose_number(self, data: Mapping[str, Any], path: Path) -> ChooseNumber:
        limits = data["choose number"]
        inside = (*path, "choose number")
        return ChooseNumber(
            low=self.words(str(limits["from"]), "amount", (*inside, "from")),
            high=self.words(str(limits["to"]), "amount", (*inside, "to")),
            role=data["as"],
            by=self.optional_words(data, "by", "phrase", path),
        )

    def _let(self, data: Mapping[str, Any], path: Path) -> Let:
        return Let(data["let"], self.words(str(data["be"]), "value", (*path, "be")))

    def _set_number(self, data: Mapping[str, Any], path: Path) -> SetNumber:
        how: Literal["to", "by", "towards"] = "to" if "to" in data else "by" if "by" in data else "towards"
        number = self.words(data["set"], "phrase", (*path, "set"))
        if data[how] == "nobody":
            return SetNumber(number, "to", None)
        kind: WordsKind = "value" if how == "to" else "amount"
        value = re.sub(r"^-(?=\d+$)", "0 minus ", str(data[how]))  # the language has no signs
        return SetNumber(number, how, self.words(value, kind, (*path, how)))

    def _award(self, data: Mapping[str, Any], path: Path) -> Award:
        value = self.words(str(data["for"]), "amount", (*path, "for"))
        against = data.get("against", [])
        return Award(
            prizes=tuple(data["award"]),
            noun=data["of"],
            value=value,
            least=self.optional_words(data, "least", "amount", path),
            against=tuple(self.words(str(words), "amount", (*path, "against", at)) for at, words in enumerate(against)),
        )

    def _one_of(self, data: Mapping[str, Any], path: Path) -> OneOf:
        return OneOf(
            branches=tuple(self._branch(part, (*path, "one of", at)) for at, part in enumerate(data["one of"])),
            optional=data.get("optional", False),
            by=self.optional_words(data, "by", "phrase", path),
        )

    def _branch(self, data: Mapping[str, Any], path: Path) -> Branch:
        return Branch(
            data.get("title", ""), self.optional_condition(data, "if", path), self._inner(data, "do", path), path
        )

    def _require(self, data: Mapping[str, Any], path: Path) -> Require:
        return Require(self.condition(data["require"], (*path, "require")))

    def _if_possible(self, data: Mapping[str, Any], path: Path) -> IfPossible:
        return IfPossible(self._inner(data, "if possible", path), self._inner(data, "else", path))

    def _offer(self, data: Mapping[str, Any], path: Path) -> Offer:
        end = self._branch(data["end"], (*path, "end")) if "end" in data else None
        return Offer(as_tuple(data["offer"]), end)

    def _resolve(self, data: Mapping[str, Any], path: Path) -> Resolve:
        of, any_order = data.get("of"), bool(data.get("in any order"))
        if isinstance(of, list):
            return Resolve(data["resolve"], tuple(of), any_order)
        phrase = self.words(of, "phrase", (*path, "of")) if of is not None else None
        return Resolve(data["resolve"], phrase, any_order)


_STEPS: dict[str, Callable[[Steps, Mapping[str, Any], Path], StepAction]] = {
    "if": Steps._if,
    "while": Steps._while,
    "repeat": Steps._repeat,
    "as often as": Steps._as_often,
    "for each": Steps._for_each,
    "each player secretly": Steps._secretly,
    "choose": Steps._choose,
    "choose number": Steps._choose_number,
    "let": Steps._let,
    "set": Steps._set_number,
    "award": Steps._award,
    "one of": Steps._one_of,
    "require": Steps._require,
    "if possible": Steps._if_possible,
    "offer": Steps._offer,
    "resolve": Steps._resolve,
}
