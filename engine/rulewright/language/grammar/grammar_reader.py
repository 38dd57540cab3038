"""Read grammar files: Lark's EBNF with field labels, and with aliases that name a node class.

A grammar of grammar files (below) is all that Rulewright adds to Lark's own notation; `productions.py` says what the
additions mean. What a file says is cached. Files without a fault are read by `quick_reader.py`, in a tenth of the time
that it takes to make Lark a parser of the notation and to read with it; Lark tells what is wrong with the others.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping, Sequence
from functools import cache as once
from typing import TYPE_CHECKING, Any

from rulewright import cache
from rulewright.language.grammar.grammar_file import Alternative, Group, Item, Symbol, instance
from rulewright.language.grammar.quick_reader import read_quickly
from rulewright.problems import GrammarError, problem

if TYPE_CHECKING:
    from lark import Lark

KIND = "grammars"

NOTATION = r"""
start: _NL? [definition (_NL definition)* _NL?]
?definition: "%declare" NAME+                                   -> declaration
    | "?"? NAME parameters? ":" alternative (_OR alternative)*  -> rule
parameters: "{" NAME ("," NAME)* "}"

alternative: item* ["->" alias]
alias: NAME constants? | constants
constants: "(" [constant ("," constant)*] _CLOSE
constant: NAME "=" (NAME | NUMBER)

item: unit MARK?
    | NAME "=" unit MARK?           -> labelled
?unit: NAME parameters?             -> symbol
    | STRING                        -> symbol
    | "(" branches _CLOSE           -> group
    | "[" branches _CLOSE_OPTIONAL  -> optional
branches: branch (_OR branch)*
branch: item*

NAME: /[A-Za-z_][A-Za-z_0-9]*/
NUMBER: /[0-9]+/
STRING: /"[^"\n]+"/
MARK: "?" | "*" | "+"
_NL: /([ \t]*(\/\/[^\n]*)?\n)+/
_OR.2: /([ \t]*(\/\/[^\n]*)?\n)*[ \t]*\|/
_CLOSE.2: /([ \t]*(\/\/[^\n]*)?\n)*[ \t]*\)/
_CLOSE_OPTIONAL.2: /([ \t]*(\/\/[^\n]*)?\n)*[ \t]*\]/
%ignore /[ \t]+/
%ignore /\/\/[^\n]*/
"""
"""An alternative, a closing bracket goes on over line ends and comments; anything else ends with its line."""

_SAID = {
    "NAME": "a name", "STRING": "words in quotes", "NUMBER": "a number", "MARK": "? * or +",
    "COLON": ":", "_NL": "a line end",
    "_OR": "|", "_CLOSE": ")", "_CLOSE_OPTIONAL": "]", "LPAR": "(", "LSQB": "[", "LBRACE": "{", "RBRACE": "}",
    "COMMA": ",", "EQUAL": "=", "QMARK": "?", "$END": "the end",
}  # fmt: skip


def read_grammar(text: str, file: str) -> Sequence[Alternative]:
    """All alternatives of a grammar file, as written and in their order.

    Raises:
        GrammarError: the text is not in the notation; says where, what was found and what could stand there.
    """
    name = cache.name_of(text)
    found: Sequence[Alternative] | None = cache.revived(KIND, name, pickle.loads)
    if found is None:
        found = read_quickly(text) or read_with_lark(text, file)
        cache.store(KIND, name, pickle.dumps(found, protocol=5))
    return found


@once
def _notation() -> Lark:
    from lark import Lark

    return Lark(NOTATION, parser="lalr", lexer="basic")


def read_with_lark(text: str, file: str) -> Sequence[Alternative]:
    """The same, without a cache and by Lark alone."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

    try:
        tree = _notation().parse(text)
    except UnexpectedInput as error:
        found, names = "the end", set()
        if isinstance(error, UnexpectedCharacters):
            found, names = error.char, error.allowed or set()
        elif isinstance(error, UnexpectedToken):
            found, names = str(error.token).strip(" \n") or found, error.accepts or error.expected
        wanted = ", ".join(sorted(_SAID.get(name, name) for name in names)) or "a rule"
        line = error.line if error.line > 0 else text.count("\n") + 1
        raise GrammarError(problem("RW0510", file=file, line=line, found=found, wanted=wanted)) from None
    return [item for definition in tree.children for item in _alternatives(definition)]


def _alternatives(definition: Any) -> Iterator[Alternative]:
    """The alternatives of one definition; `%declare` has none."""
    if definition is None or definition.data != "rule":
        return
    name, *rest = definition.children
    parameters = _words(rest.pop(0)) if rest[0].data == "parameters" else []
    for found in rest:
        items = [child for child in found.children if child is not None]
        alias, constants = _alias(items.pop()) if items and items[-1].data == "alias" else (None, ())
        line = _line(found) or name.line
        yield Alternative(instance(str(name), parameters), tuple(map(_item, items)), alias, constants, line)


def _line(tree: Any) -> int:
    """The line of the first word in a tree; 0 where there is none. To note all places takes Lark a third more time."""
    for child in tree.children:
        line = getattr(child, "line", 0) if isinstance(child, str) else _line(child) if child is not None else 0
        if line:
            return int(line)
    return 0


def _alias(tree: Any) -> tuple[str | None, tuple[tuple[str, object], ...]]:
    alias: str | None = None
    constants: list[tuple[str, object]] = []
    known: Mapping[str, object] = {"true": True, "false": False}
    for child in tree.children:
        if isinstance(child, str):
            alias = str(child)
        else:
            for key, value in (_words(pair) for pair in child.children if pair is not None):
                constants.append((key, int(value) if value.isdigit() else known.get(value, value)))
    return alias, tuple(constants)


def _item(tree: Any, label: str | None = None) -> Item:
    """An item; what is in labelled brackets has the label of the brackets unless it has its own."""
    children: list[Any] = tree.children
    if tree.data in ("item", "labelled"):
        if tree.data == "labelled":
            label, *children = children
        inner = _item(children[0], label and str(label))
        if len(children) == 1:
            return inner
        again = inner.branches if isinstance(inner, Group) else ((inner,),)
        return Group(again, optional=children[1] != "+", many=children[1] != "?")
    if tree.data == "symbol":
        name, *parameters = children
        return Symbol(instance(str(name), _words(parameters[0]) if parameters else []), label)
    branches = tuple(tuple(_item(item, label) for item in branch.children) for branch in children[0].children)
    return Group(branches, optional=tree.data == "optional")


def _words(tree: Any) -> list[str]:
    return [str(child) for child in tree.children]
