"""Checking a file against its JSON Schema, and saying in plain words what does not fit.

The schemas in `schemas/` are plain 2020-12 schemas, so that editors use them too. Two extensions: `x-problem` beside a
`pattern` or `oneOf` names the code of the problem that a misfit is, and `x-reason` says in plain words what is wrong
with a value that has no code of its own. No keyword or expression of a schema is ever shown to an author.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from rulewright import cache as kept
from rulewright.problems import Place, Problem, did_you_mean, problem
from rulewright.resources import data_dir
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.files.document import Document
from rulewright.ruleset.files.validated_cache import is_stamped, stamp

if TYPE_CHECKING:  # imported below where they are needed: they take longer than reading a ruleset
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError
    from referencing import Registry

# Of the keywords beside a `$ref`, those that check nothing.
_ANNOTATIONS = frozenset(("$ref", "title", "description", "examples"))

_NO_REASON = "it is nothing that can stand here"
_SEVERAL = "it is several things at once"
_TYPES = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
}


class Placed(Protocol):
    """What knows where its values stand: a document, or a part of several."""

    def place(self, path: Path = ()) -> Place:
        """The place of the value at a path."""
        ...

    def key_place(self, path: Path) -> Place:
        """The place of the key that a path ends with."""
        ...


@cache
def validator(kind: str) -> Draft202012Validator:
    """The validator of a kind of file, such as `lexicon`."""
    from jsonschema import Draft202012Validator, validators

    registry, name = _registry(), f"{kind}.schema.json"
    whole = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
    # A 2.0 is no whole number: nothing counts with it.
    strict: Any = validators.extend(Draft202012Validator, type_checker=whole)  # type: ignore[no-untyped-call]
    schema = _linked(registry[name].contents, registry.resolver(name), {})
    made: Draft202012Validator = strict(schema, registry=registry)
    return made


@cache
def _quick_validator(kind: str) -> Any:
    """The same of jsonschema-rs, a hundred times as fast, or None on machines for which there is none.

    It only says whether data fits: what is wrong, jsonschema tells.
    """
    try:
        import jsonschema_rs
    except ImportError:
        return None
    schemas = _schemas()
    registry = jsonschema_rs.Registry(list(schemas.items()))
    return jsonschema_rs.Draft202012Validator(schemas[f"{kind}.schema.json"], registry=registry)


@cache
def _schemas() -> dict[str, Any]:
    """All schemas by the name of their file, from the installation only."""
    files = data_dir("schemas").glob("*.schema.json")
    return {path.name: json.loads(path.read_text(encoding="utf-8")) for path in files}


@cache
def _registry() -> Registry[Any]:
    """The schemas, so that they can refer to each other."""
    from referencing import Registry, Resource
    from referencing.jsonschema import DRAFT202012

    resources = [
        (name, Resource.from_contents(schema, default_specification=DRAFT202012)) for name, schema in _schemas().items()
    ]
    return Registry().with_resources(resources)


def _linked(schema: Any, resolver: Any, known: dict[int, Any]) -> Any:
    """The schema with every `$ref` replaced by what it refers to; recursive parts become loops.

    Resolving references takes jsonschema half of its time.
    """
    if isinstance(schema, list):
        return [_linked(part, resolver, known) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if id(schema) in known:
        return known[id(schema)]
    rest, target = schema, None
    if isinstance(schema.get("$ref"), str):
        found = resolver.lookup(schema["$ref"])
        target = _linked(found.contents, found.resolver, known)
        rest = {key: part for key, part in schema.items() if key not in _ANNOTATIONS}
        if not rest:
            return target
    linked = known[id(schema)] = {}
    linked.update((key, _linked(part, resolver, known)) for key, part in rest.items())
    if isinstance(rest.get("pattern"), str):  # in a schema `$` is the very end, in Python also before a last line end
        linked["pattern"] = re.sub(r"\$$", r"\\Z", rest["pattern"])
    if target is not None:
        linked["allOf"] = [target, *linked.get("allOf", ())]
    return linked


def check_schema(kind: str, document: Document) -> list[Problem]:
    """Return everything in which a document differs from the schema of its kind, in the order of the file.

    A file that was found right is not checked again.
    """
    state = kept.name_of(kind, document.text)
    if is_stamped(state):
        return []
    found = misfits(kind, document.data, document)
    if not found:
        stamp(state)
    return found


def misfits(kind: str, data: Any, document: Placed) -> list[Problem]:
    """Return everything in which data differs from the schema of a kind of file, in the order of the file."""
    quick = _quick_validator(kind)
    try:
        if quick is not None and not _whole_fractions(data) and quick.is_valid(data):
            return []
        errors = list(validator(kind).iter_errors(data))
        if quick is not None and not errors and not quick.is_valid(data):  # both must find it right
            return [problem("RW0218", place=document.place(), found=_kind(data), reason=_NO_REASON)]
    except RecursionError:  # blocks inside conditions inside blocks … within the reader's depth, but too deep to check
        return [problem("RW0119", place=document.place(), limit="20")]
    found: dict[tuple[Any, ...], Problem] = {}
    for error in errors:
        for item in _explain(error, document):
            found.setdefault((item.code, item.place.line, item.place.column, item.found), item)
    return sorted(found.values(), key=lambda item: (item.place.line, item.place.column))


def _whole_fractions(data: Any) -> bool:
    """Whether a number such as 2.0 is anywhere in data: the quick validator takes it for a whole number.

    Numbers without an end count as such: nothing says what it takes them for.
    """
    todo = [data]
    while todo:
        value = todo.pop()
        if isinstance(value, float) and (value.is_integer() or not math.isfinite(value)):
            return True
        if isinstance(value, dict):
            todo += [part for part in value.values() if part.__class__ is not str]
        elif isinstance(value, list):
            todo += [part for part in value if part.__class__ is not str]
    return False


def _explain(error: ValidationError, document: Placed) -> Iterator[Problem]:
    """The problems that one error of jsonschema stands for."""
    path = tuple(error.absolute_path)
    value: Any = error.instance
    rule: Any = error.validator_value
    schema: Any = error.schema
    own_code = schema.get("x-problem", "")
    of_key = "propertyNames" in list(error.absolute_schema_path)[-3:]
    place = document.key_place((*path, value)) if of_key and isinstance(value, str) else document.place(path)
    match error.validator:
        case "additionalProperties" | "unevaluatedProperties":
            known = list(schema.get("properties", ()))
            for key in value:
                if key not in known:
                    yield problem(
                        "RW0201",
                        place=document.key_place((*path, key)),
                        found=key,
                        expected=known,
                        suggestions=did_you_mean(key, known),
                    )
        case "required":
            for key in rule:
                if key not in value:
                    yield problem("RW0202", place=document.key_place(path), found=key, expected=[key])
        case "type":
            types = [rule] if isinstance(rule, str) else rule
            expected = [_TYPES[name] for name in types]
            yield problem("RW0203", place=place, found=_kind(value), expected=expected, wanted=_either(expected))
        case "enum" | "const":
            known = [str(item) for item in (rule if error.validator == "enum" else [rule])]
            yield problem(
                "RW0204", place=place, found=_kind(value), expected=known, suggestions=did_you_mean(str(value), known)
            )
        case "pattern":
            yield problem(own_code or "RW0205", place=place, found=value, suggestions=_as_id(value, own_code))
        case "minLength" | "maxLength":
            yield problem("RW0214", place=place, found=_kind(value), limit=rule)
        case "minimum" | "maximum":
            bound = "at least" if error.validator == "minimum" else "at most"
            yield problem("RW0215", place=place, found=str(value), wanted=f"{bound} {rule}")
        case "minItems" | "maxItems" | "minProperties" | "maxProperties" | "contains":
            bound = "at most" if str(error.validator).startswith("max") else "at least"
            least = rule if isinstance(rule, int) else 1
            yield problem("RW0216", place=place, found=str(len(value)), wanted=f"{bound} {least}")
        case "uniqueItems":
            yield problem("RW0217", place=place, found=_twice(value))
        case "oneOf" | "anyOf" if own_code:
            if isinstance(value, dict):  # of anything else the type is told already
                yield _wrong_heads(own_code, list(value), [branch["required"][0] for branch in rule], path, document)
        case "oneOf" | "anyOf":
            yield from _closest_branch(error, document)
        case _:
            yield problem("RW0218", place=place, found=_kind(value), reason=schema.get("x-reason", _NO_REASON))


def _wrong_heads(code: str, keys: list[str], heads: list[str], path: Path, document: Placed) -> Problem:
    """A mapping that must have exactly one of some keys has none of them, or several."""
    several = [key for key in keys if key in heads]
    if several:
        place = document.key_place((*path, several[-1]))
        return problem(code, place=place, found=" and ".join(several), expected=heads)
    close = {key: did_you_mean(key, heads, 1) for key in keys}
    misspelt = next((key for key in keys if close[key]), keys[0] if keys else "")
    return problem(
        code,
        place=document.key_place((*path, misspelt)),
        found=misspelt or "an empty mapping",
        expected=heads,
        suggestions=close.get(misspelt, ()),
    )


def _closest_branch(error: ValidationError, document: Placed) -> Iterator[Problem]:
    """Of several forms that a value may have, explain the one it comes closest to."""
    branches: dict[int, list[ValidationError]] = {}
    for part in error.context or ():
        branches.setdefault(int(part.schema_path[0]), []).append(part)
    if not branches:  # it fits several of them
        place = document.place(tuple(error.absolute_path))
        reason = error.schema.get("x-reason", _SEVERAL)  # type: ignore[union-attr]
        yield problem("RW0218", place=place, found=_kind(error.instance), reason=reason)
        return

    def misfit(parts: list[ValidationError]) -> tuple[bool, bool, int]:
        here = {str(part.validator) for part in parts if not part.path}
        return "type" in here, "required" in here, -max(len(part.path) for part in parts)

    best = min(branches.values(), key=misfit)
    every = [part for parts in branches.values() for part in parts]
    types: list[Any] = [part.validator_value for part in every if part.validator == "type"]
    if misfit(best)[0] and all(isinstance(name, str) for name in types):
        expected = [_TYPES[name] for name in dict.fromkeys(types)]
        place = document.place(tuple(error.absolute_path))
        yield problem("RW0203", place=place, found=_kind(error.instance), expected=expected, wanted=_either(expected))
        return
    for part in best:
        yield from _explain(part, document)


def _kind(value: Any) -> str:
    """A value in words."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, str):
        return f"the text “{value[:40]}{'…' if len(value) > 40 else ''}”" if value else "an empty text"
    return "a list" if isinstance(value, list) else "a mapping"


def _either(words: Iterable[str]) -> str:
    listed = list(words)
    return " or ".join([", ".join(listed[:-1]), listed[-1]] if len(listed) > 1 else listed)


def _twice(values: list[Any]) -> str:
    return next((str(value) for at, value in enumerate(values) if value in values[:at]), "")


def _as_id(value: str, code: str) -> list[str]:
    """What a text would be as an id."""
    name = re.sub(r"[^a-z0-9]+", "_", value.lower()).strip("_")
    return [name] if code == "RW0206" and re.match("[a-z]", name) else []
