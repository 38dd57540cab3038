"""Programs, compiled or taken from the cache.

A program is stored as the tables and trees that the machine and the labels read, and the bytecode of its functions;
`link` makes the functions anew. What only compiling needs is left out, and so is the ruleset.
"""

from __future__ import annotations

import io
import json
import linecache
import marshal
import pickle
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from types import CodeType, MappingProxyType
from typing import Any

from rulewright import cache
from rulewright.compiler.program import Program
from rulewright.garbage import no_garbage
from rulewright.language.nodes import Node
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.files.texts import TextReader
from rulewright.ruleset.model import Ruleset
from rulewright.runtime import support
from rulewright.runtime.machine import Machine
from rulewright.runtime.state import State

_KIND = "programs"
_LINKED = ("names", "blocks", "machine", "labels", "dealt", "played_by", "native")


def program_for(ruleset: Ruleset, players: int, options: Mapping[str, Any], checked: bool = False) -> Program:
    """Return the program of a ruleset for a number of players.

    checked: whether the ruleset's invariants are tested in play.

    Raises:
        MeaningError: sentences that parse but cannot be run.
    """
    tested = json.dumps(ruleset.content.data["always"]) if checked else ""
    name = cache.name_of(ruleset.id, ruleset.hash, str(players), repr(sorted(options.items())), tested)
    with no_garbage():
        program = cache.revived(_KIND, name, lambda data: link(_read(data, ruleset)))
        if program is None:
            from rulewright.compiler.pipeline import compile_ruleset  # not needed for what comes from the cache

            program = compile_ruleset(ruleset, players, options, checked)
            cache.store(_KIND, name, _write(program))
            link(program)
    return program


def link(program: Program) -> Program:
    """Make a program's functions: of the runtime over its tables, and of its generated source."""
    program.machine = Machine.__new__(Machine)  # functions hold it before it is ready: it needs some of them
    names = program.names = dict(program.constants)
    names.update(support.namespace(program, program.machine))
    exec(program.code, names)
    _show_in_tracebacks(program)
    program.blocks = [names.get(f"b{label}", missing) for label in range(len(program.owner))]
    program.blocks[program.pay] = names["PAY_ASK"]
    program.blocks[program.pay + 1] = names["PAY_TAKE"]
    program.machine.__init__(program)
    return program


def _show_in_tracebacks(program: Program) -> None:
    """Have Python find the generated source, so that a traceback or a debugger shows its lines."""
    linecache.cache[program.code.co_filename] = (lambda: program.text,)  # read only when somebody looks


def missing(s: State, f: list[Any]) -> Any:
    """The block of a number that no code was kept for."""
    raise AssertionError("a block without code was entered")


def _write(program: Program) -> bytes:
    stream = io.BytesIO()
    _Writer(stream, protocol=5).dump(program)
    return stream.getvalue()


def _read(data: bytes, ruleset: Ruleset) -> Program:
    token = _its_ruleset.set(ruleset)
    try:
        program: Program = pickle.loads(data)
    finally:
        _its_ruleset.reset(token)
    return program


def _rest(thing: Any, without: tuple[str, ...]) -> tuple[Any, ...]:
    """How a thing is made again with all of its attributes but some."""
    kept = {name: value for name, value in thing.__dict__.items() if name not in without}
    return object.__new__, (type(thing),), kept


class _Writer(pickle.Pickler):
    def reducer_override(self, thing: Any) -> Any:
        if isinstance(thing, Ruleset):
            return its_ruleset, ()
        if isinstance(thing, TextReader):
            return its_reader, ()
        if isinstance(thing, Program):
            return _rest(thing, _LINKED)
        if isinstance(thing, CodeType):
            return marshal.loads, (marshal.dumps(thing),)
        if isinstance(thing, MappingProxyType):
            return frozen, (dict(thing),)
        return NotImplemented


_its_ruleset: ContextVar[Ruleset] = ContextVar("ruleset of the program that is being read")


def its_ruleset() -> Ruleset:
    """The ruleset of the program that is being read."""
    return _its_ruleset.get()


def its_reader() -> Callable[[str, str, Path], Node]:
    """What reads the words of the ruleset of the program that is being read."""
    ruleset = _its_ruleset.get()

    def read(text: str, kind: str, path: Path) -> Node:
        return ruleset.parse(text, kind="block_sentence" if kind == "sentence" else kind)

    return read


def frozen(mapping: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    """A mapping that cannot be changed (the type cannot be named in a pickle)."""
    return MappingProxyType(mapping)
