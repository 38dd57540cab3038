"""The patterns of verbs and the terminals of relations, as symbols of the grammar."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rulewright.language.grammar.grammar_file import Group, Item, Symbol
from rulewright.language.lexicon.words import (
    ROLES,
    VerbWord,
    split_pattern,
)

_PLACES = {"{from}", "{to}"}


def balanced(pattern: str) -> bool:
    """Whether each bracket that a pattern opens is closed after it."""
    depth = 0
    for sign in pattern:
        depth += (sign == "[") - (sign == "]")
        if depth < 0:
            return False
    return depth == 0


def first_and_last(pattern: str, preverb: str | None) -> Sequence[str]:
    """A verb's pattern in a clause that begins with the verb, where its preverb ends it, and in one that ends with it.

    >>> first_and_last("V {object} [{from}]", "ab")
    ('V {object} [{from}] ab', '{object} [{from}] V')
    >>> first_and_last("V", None)  # the second is told from the first by its space
    ('V', ' V')
    """
    if not pattern.startswith("V"):
        return (pattern,)
    rest = pattern.removeprefix("V").strip()
    apart = preverb.strip("_").replace(" ", "_") if preverb else ""
    return (f"V {rest} {apart}".replace("  ", " ").strip(), f"{rest} V")


def with_one_place(patterns: Sequence[str]) -> list[str]:
    """The same patterns where only one of two places is said: from wherever, or to wherever, it is.

    Events leave it open; of what is to be done it is refused, where nothing tells it.

    >>> with_one_place(["V {object} {from} {to}"])
    ['V {object} {to}', 'V {object} {from}']
    >>> with_one_place(["V {from} [{to}]"])
    []
    """
    both = [pattern for pattern in patterns if set(split_pattern(pattern)) >= _PLACES and "[" not in pattern]
    short = [re.sub(rf" *{re.escape(place)}", "", pattern).strip() for place in sorted(_PLACES) for pattern in both]
    return [pattern for pattern in short if pattern not in patterns and "V" in split_pattern(pattern)]


def without_object(patterns: Sequence[str]) -> list[str]:
    """What is said of a verb that shares its object with the one after it: "raise a fence or …", "spy or …".

    A verb that can be said alone has none: nothing is left out.

    >>> without_object(["V a fence in {object}"])
    ['V a fence in', 'V a fence']
    >>> without_object(["V [{object}]"])
    []
    """
    found: list[str] = []
    for pattern in patterns:
        parts = split_pattern(pattern)
        first = next((at for at, part in enumerate(parts) if part.startswith(("{", "["))), 0)
        needed = re.sub(r"\[[^\]]*\]", "", pattern)
        if not pattern.startswith("V") or not first or "{" not in needed:
            return []
        found += [" ".join(parts[:first]), " ".join(parts[: max(first - 1, 1)])]
    return list(dict.fromkeys(found))


def relation_terminal(form: str, case: str) -> str:
    """The terminal of a relation's wording: by the form and by the mark that it asks of its other end."""
    agrees = form == "any" or form.partition("_")[0] in ("one", "many")
    return "_".join(x for x in ("RELATION", "" if agrees else form.upper(), case) if x)


def pattern_items(parts: Sequence[str], terminal: str, verb: VerbWord, slots: dict[str, tuple[str, str]]) -> list[Item]:
    """The symbols that the parts of a verb's pattern are read by. slots: takes the slot and the case of each rule."""
    stack: list[list[Item]] = [[]]
    for part in parts:
        if part == "[":
            stack.append([])
        elif part == "]":
            inner = tuple(stack.pop())
            stack[-1].append(Group((inner,), optional=True))
        elif part == "V":
            stack[-1].append(Symbol(terminal, "verb"))
        elif part.startswith("{"):
            name, _, case = part[1:-1].partition(":")
            rule = slot_rule(name, case, verb)
            if not rule.startswith("role_"):
                slots[rule] = name, case
            stack[-1].append(Symbol(rule, "slots"))
        else:
            stack[-1].append(Symbol(f'"{part}"'))
    return stack[0]


def slot_rule(name: str, case: str, verb: VerbWord) -> str:
    """The rule by which the slot of a verb is read, in a case."""
    if name in ROLES and not case:
        return f"role_{name}"
    rule = f"amount_{name}" if verb.slots.get(name) == "amount" else f"slot_{name}"
    return f"{rule}_{case.lstrip('=')}" if case else rule


def into(items: Sequence[Item]) -> list[Item]:
    """The items with another way to say where things go: `role_to` or `into`."""
    either = Group(((Symbol("role_to", "slots"),), (Symbol("into", "slots"),)))
    return [
        (either if item.name == "role_to" else item)
        if isinstance(item, Symbol)
        else replace(item, branches=tuple(tuple(into(branch)) for branch in item.branches))
        for item in items
    ]


def renamed_slots(items: Sequence[Item], names: Mapping[str, str]) -> list[Item]:
    """The items with other rules for some of them."""
    return [
        replace(item, name=names.get(item.name, item.name))
        if isinstance(item, Symbol)
        else replace(item, branches=tuple(tuple(renamed_slots(b, names)) for b in item.branches))
        for item in items
    ]
