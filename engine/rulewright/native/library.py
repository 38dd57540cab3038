"""The library of a native program: built by the machine's C compiler, kept in the cache, called through ctypes.

A library belongs to one program. Python's lock is held while it runs, so games may be played in threads; only where it
asks Python for a table could another thread come between, so then it has a lock of its own.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import pickle
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from array import array
from collections.abc import Sequence
from functools import cache as once
from pathlib import Path
from threading import RLock
from typing import Any, Final

from rulewright import cache
from rulewright.compiler.pipeline import compile_with_functions
from rulewright.compiler.program import Program
from rulewright.native import tables
from rulewright.native.problems import CannotTranslate
from rulewright.native.source import source
from rulewright.native.translation.module import Module
from rulewright.problems import RulewrightError, problem

_KIND = "native"
_FLAGS: Final = ("-O2", "-w", "-std=gnu11", "-shared", "-fPIC", "-fvisibility=hidden", "-fno-strict-aliasing")
_COMPILERS = ("cc", "gcc", "clang")
_SHOWN = 400  # characters of what a compiler complains about

Integer = ctypes.c_int64
Integers = ctypes.POINTER(ctypes.c_int64)
Asking = ctypes.CFUNCTYPE(None, Integer, Integers, ctypes.POINTER(Integers))

_CALLS: Final[dict[str, tuple[Any, tuple[Any, ...]]]] = {
    "rw_begin": (ctypes.c_int, (ctypes.c_void_p, ctypes.c_void_p, Asking)),
    "rw_new": (ctypes.c_void_p, (ctypes.c_void_p, Integer)),
    "rw_free": (None, (ctypes.c_void_p,)),
    "rw_copy": (ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_int)),
    "rw_step": (Integer, (ctypes.c_void_p, Integer)),
    "rw_why": (ctypes.c_char_p, ()),
    "rw_numbers": (ctypes.c_void_p, (ctypes.c_void_p,)),
    "rw_where": (ctypes.c_void_p, (ctypes.c_void_p,)),
    "rw_rng": (Integer, (ctypes.c_void_p,)),
    "rw_seed": (None, (ctypes.c_void_p, Integer)),
    "rw_go": (Integer, (ctypes.c_void_p, Integer, ctypes.c_int)),
    "rw_lay": (None, (ctypes.c_void_p, ctypes.c_void_p)),
    "rw_turn": (Integer, (ctypes.c_void_p, Integer)),
    "rw_number": (Integer, (ctypes.c_void_p, Integer, Integer)),
    "rw_tell": (Integer, (ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)),
}
SEAT, ACTOR, BLOCK, WINNER, LINES, MOVED, DEPTH, OPTIONS, ROOM, FACTS = range(10)
"""What a game tells without a call, by number, as in `api/game.h`."""
VALUES, REST, LOG = 0, 1, 2
"""What `rw_tell` is asked for, as in `api/positions.h`."""


class Library:
    """The library of one program.

    Attributes:
        calls: the functions of `c/api/`; strings: the texts that values name by number.
        numbers: by noun, the number of the function that tells it; opening: what games begin from;
            turn: the number of the text that names the procedure of a turn.
    """

    def __init__(self, program: Program, built: dict[str, Any]) -> None:
        self.strings: list[str] = built["strings"]
        self.numbers: dict[str, int] = built["numbers"]
        self._program = program
        self.opening: Any = None
        turn = f"verb_{program.ruleset.turn}"
        self.turn = self.strings.index(turn) if turn in self.strings else -1
        self._answers: list[array[int]] = []  # what C points to
        self._module = Module({}, {}, {text: number for number, text in enumerate(self.strings)})
        lock = RLock()
        self.calls: Any = _loaded(built["library"])
        for name, (result, arguments) in _CALLS.items():
            function = getattr(self.calls, name)
            function.restype, function.argtypes = result, arguments
            if built["asks"]:
                setattr(self.calls, name, _one_at_a_time(function, lock))
        self._asking = Asking(self._ask)
        self._stream: array[int] = built["stream"]
        self._texts = (ctypes.c_char_p * len(self.strings))(*(text.encode() for text in self.strings))
        if self.calls.rw_begin(self._stream.buffer_info()[0], self._texts, self._asking):
            raise RulewrightError(problem("RW0751", found=self.why))

    @property
    def why(self) -> str:
        """What went wrong in it last."""
        return str(self.calls.rw_why().decode())

    def stream(self, values: Sequence[Any], to: array[int]) -> None:
        """Append values to a stream.

        Raises:
            CannotTranslate: one of them is nothing that play can come to.
        """
        known = len(self._module.strings)
        for value in values:
            tables.stream(value, self._module, {}, to)
        if len(self._module.strings) > known:
            raise CannotTranslate("a text that the program does not have")

    def _ask(self, kind: int, args: Any, answer: Any) -> None:
        """Answer for a table that only Python makes (`translation/module.py`)."""
        tiles = self._program.layout.tiles
        function, takes = ((tiles.under, 3), (tiles.beside, 3), (tiles.cell, 4))[kind]
        told: array[int] = array("q")
        tables.stream(function(*args[:takes]), self._module, {}, told)
        self._answers.append(told)
        answer[0] = ctypes.cast(told.buffer_info()[0], Integers)


def library_for(program: Program) -> Library:
    """The library of a program: from the cache, or built now, which takes a compiler some seconds to a minute.

    Raises:
        RulewrightError: RW0750 when the machine has no C compiler, RW0751 when a program cannot be built.
    """
    if program.native is not None:
        known: Library = program.native
        return known
    name = cache.name_of(
        _KIND, _own_files(), " ".join(_flags()), program.ruleset.hash, hashlib.sha256(program.text.encode()).hexdigest()
    )
    library = cache.revived(_KIND, name, lambda data: Library(program, pickle.loads(data)))
    if library is None:
        built = _built(program)
        cache.store(_KIND, name, pickle.dumps(built))
        library = Library(program, built)
    program.native = library
    return library


@once
def _own_files() -> str:
    """What the files of this room and the machine are: they decide what is built."""
    files = sorted(file for file in Path(__file__).parent.rglob("*") if file.suffix in (".py", ".h"))
    digest = hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()
    return f"{digest} {sysconfig.get_platform()}"


def _flags() -> list[str]:
    """What the compiler is told; CFLAGS adds to it, as usual."""
    return [*_FLAGS, *shlex.split(os.environ.get("CFLAGS", ""))]


def compiler() -> list[str] | None:
    """The command of the machine's C compiler: what the variable CC names, or the first that is there."""
    named = os.environ.get("CC")
    if named:
        command = shlex.split(named)
        return command if command and shutil.which(command[0]) else None
    found = next((path for name in _COMPILERS if (path := shutil.which(name))), None)
    return [found] if found else None


def _built(program: Program) -> dict[str, Any]:
    command = compiler()
    if command is None:
        raise RulewrightError(problem("RW0750", expected=_COMPILERS, wanted=", ".join(_COMPILERS)))
    fresh, functions = compile_with_functions(program.ruleset, program.players, program.options)
    if fresh.text != program.text:
        raise RulewrightError(problem("RW0751", found="two compilations of the ruleset differ"))
    try:
        made = source(program, functions)
    except CannotTranslate as error:
        raise RulewrightError(problem("RW0751", found=str(error))) from None
    with tempfile.TemporaryDirectory() as folder:
        text, target = Path(folder, "program.c"), Path(folder, f"program{_suffix()}")
        text.write_text(made.text, encoding="utf-8")
        run = subprocess.run(
            [*command, *_flags(), "-o", str(target), str(text)], capture_output=True, text=True, errors="replace"
        )
        if run.returncode or not target.exists():
            raise RulewrightError(problem("RW0751", found=(run.stderr or run.stdout).strip()[:_SHOWN]))
        return {
            "library": target.read_bytes(),
            "stream": made.stream,
            "strings": made.strings,
            "numbers": made.numbers,
            "asks": made.asks,
        }


def _one_at_a_time(function: Any, lock: RLock) -> Any:
    def call(*args: Any) -> Any:
        with lock:
            return function(*args)

    return call


def _suffix() -> str:
    return {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")


def _loaded(data: bytes) -> Any:
    """The library of these bytes, loaded from a folder that nobody else may write to, and gone from it then."""
    folder = tempfile.mkdtemp(prefix="rulewright-")
    try:
        path = Path(folder, f"program{_suffix()}")
        path.write_bytes(data)
        path.chmod(0o700)
        return ctypes.PyDLL(str(path))
    except OSError as error:
        raise RulewrightError(problem("RW0751", found=str(error))) from None
    finally:
        shutil.rmtree(folder, ignore_errors=True)
