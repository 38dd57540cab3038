"""The C source of a native program, and the stream that fills its tables."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import FunctionType
from typing import Any

from rulewright.compiler.ir.facts import calls
from rulewright.compiler.ir.statements import Function
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.program import Program
from rulewright.native import tables
from rulewright.native.translation.module import RUNTIME, Module, bare, prototype
from rulewright.native.translation.statements import definition

MOST = 13
"""One more than the values that a function takes at most."""

BELOW = (
    "values", "memory", "sequences", "equality", "maps", "operations", "state", "nursery", "machine", "support/notes",
    "support/pieces", "support/orders", "support/cards", "support/offers", "support/triggers", "support/under_way",
    "support/probes", "support/paying", "support/memos",
)  # fmt: skip
"""The files of `c/` that generated code rests on, each on those before it."""
ABOVE = ("api/streams", "api/marshal", "api/game", "api/steps", "api/positions", "api/tables")
"""Those that rest on generated code: what Python calls."""

_KINDS = {
    "offer": "ASKS_OFFER", "card": "ASKS_CARD", "pay": "ASKS_PAY", "trigger": "ASKS_TRIGGER", "menu": "ASKS_MENU",
}  # fmt: skip


@dataclass(slots=True)
class Source:
    """A native program before a compiler has seen it.

    Attributes:
        text: the C; stream: what fills its tables; strings: the texts that values name by number.
        numbers: by noun, the number of the function that tells it: what decides who wins, and how bots judge.
        asks: whether it asks Python for tables (`translation/module.py`).
    """

    text: str
    stream: array[int]
    strings: list[str]
    numbers: dict[str, int]
    asks: bool


def source(program: Program, functions: Iterable[Function]) -> Source:
    """The C of a program.

    Args:
        program: linked.
        functions: those of its module, as the passes left them.

    Raises:
        CannotTranslate: it has something in it that C knows nothing of.
    """
    by_name = {of.name: of for of in functions}
    module = Module(by_name, program.names)
    result = program.ruleset.result
    judged = [result.get("score"), result.get("value"), *as_list(result.get("ties"))]
    numbers = {noun: module.value(f"num_{noun}") for noun in judged if noun and f"num_{noun}" in by_name}
    written = _Functions(program, module, by_name)
    written.run()
    streamed = written.stream
    layout = program.layout
    sizes = {
        "N_SIZE": layout.size,
        "ZONES": layout.zone_count,
        "CARDS": len(layout.cards),
        "MEMOS": len(program.memoised),
        "TALLIES": len(program.sums.made),
        "PLAYERS": program.players,
        "BLOCKS": len(program.owner),
        "RESOURCES": len(program.resources),
        "CONSTANTS": len(module.tables),
        "EMPTY_STRING": f"STRING({module.string('')})",
        "WORD_ENDED": f"STRING({module.string('ended')})",
        "WORD_WON": f"STRING({module.string('won')})",
    }
    owners = [module.string(name) for name in program.owner]
    parts = [
        "".join(f"#define {name} {value}\n" for name, value in sizes.items()),
        *map(_file, BELOW),
        "\n".join(module.flat.values()),
        "\n".join(f"{prototype(of)};" for of in written.needed),
        *written.texts,
        _function_table(module, by_name),
        _offered(program, by_name),
        _machine_tables(program, by_name, owners),
        *map(_file, ABOVE),
    ]
    asks = any("rt_asked(" in text for text in written.texts)
    return Source("\n".join(parts), streamed, list(module.strings), numbers, asks)


def _file(name: str) -> str:
    return (files("rulewright.native") / "c" / f"{name}.h").read_text("utf-8")


class _Functions:
    """Writes all functions that play can come to."""

    def __init__(self, program: Program, module: Module, by_name: Mapping[str, Function]) -> None:
        self.program, self.module, self.by_name = program, module, by_name
        self.names = {id(value): name for name, value in program.names.items() if isinstance(value, FunctionType)}
        self.needed: list[Function] = []
        self.texts: list[str] = []
        self._seen: set[str] = set()
        self.stream: array[int] = array("q")

    def run(self) -> None:
        """Write them, and what they name, until nothing new comes up; then stream the tables."""
        blocks = (f"b{label}" for label in range(len(self.program.owner)))
        offered = (f"offered_{number}" for number in range(len(self.program.offers)))
        waiting = [name for name in (*blocks, *self.program.probes.values(), *offered) if name in self.by_name]
        while True:
            while waiting:
                name = waiting.pop()
                if name not in self._seen:
                    self._seen.add(name)
                    of = self.by_name[name]
                    self.needed.append(of)
                    self.texts.append(definition(of, self.module))
                    waiting += [called for called in calls(of.body) if called in self.by_name]
            self.stream = self._streamed()
            waiting = [name for name in self.module.values if name in self.by_name and name not in self._seen]
            if not waiting:
                return

    def _streamed(self) -> array[int]:
        to: array[int] = array("q")
        constants = [self.program.names[name] for name in self.module.tables]
        tables.stream(tuple(constants), self.module, self.names, to)
        for table in tables.tables(self.program):
            tables.stream(table, self.module, self.names, to)
        return to


def _function_table(module: Module, by_name: Mapping[str, Function]) -> str:
    rows = []
    for name in module.values:
        if name in by_name:
            of = by_name[name]
            takes = len(of.params) - (not bare(of))
            star = int(bool(of.params) and of.params[-1].startswith("*"))
            rows.append(f"{{(void *)fn_{name}, {takes}, {int(bare(of))}, {star}}}")
        else:
            takes_state, _, most = RUNTIME[name]
            rows.append(f"{{(void *)rt_{name}, {most}, {int(not takes_state)}, 0}}")
    return f"static const Callable callables[] = {{{', '.join(rows) or '{0, 0, 0, 0}'}}};\n" + _CALL


def _switch(state: str) -> str:
    """A call of a function by how many values it takes."""
    rows = []
    for number in range(MOST):
        types = ", ".join(([state] if state else []) + ["V"] * number) or "void"
        given = ", ".join((["s"] if state else []) + [f"a[{at}]" for at in range(number)])
        rows.append(f"        case {number}: return ((V (*)({types}))of->code)({given});\n")
    return "        switch (count) {\n" + "".join(rows) + "        }\n"


_CALL = (
    """
static V call(V function, State *s, int count, const V *a)
{
    V packed[17];
    if (UNLIKELY(!IS_FUNCTION(function)))
        raise_(E_OTHER, "no function");
    const Callable *of = &callables[NUMBER_OF(function)];
    if (of->star && count >= of->takes - 1 && of->takes <= 16) {
        int fixed = of->takes - 1;
        V rest = new_tuple((uint32_t)(count - fixed));
        for (int i = fixed; i < count; i++)
            SEQ(rest)->items[i - fixed] = a[i];
        for (int i = 0; i < fixed; i++)
            packed[i] = a[i];
        packed[fixed] = rest;
        a = packed;
        count = of->takes;
    }
    if (count != of->takes)
        raise_(E_OTHER, "arguments");
"""
    + "    if (of->bare)\n"
    + _switch("")
    + "    else\n"
    + _switch("State *")
    + '    raise_(E_OTHER, "arguments");\n}\n'
)


def _offered(program: Program, by_name: Mapping[str, Function]) -> str:
    rows = []
    for number in range(len(program.offers)):
        of = by_name[f"offered_{number}"]
        more = ", args" if of.params[-1].startswith("*") else ""
        rows.append(f"    case {number}: return fn_offered_{number}(s, you, here{more});\n")
    return (
        "static V list_offers(State *s, int64_t table, V you, V here, V args)\n{\n    (void)args;\n"
        "    switch (table) {\n" + "".join(rows) + '    }\n    raise_(E_OTHER, "no such table");\n}\n'
    )


def _machine_tables(program: Program, by_name: Mapping[str, Function], owners: list[int]) -> str:
    labels = range(len(program.owner))
    blocks = [f"fn_b{label}" if f"b{label}" in by_name else "0" for label in labels]
    blocks[program.pay], blocks[program.pay + 1] = "pay_ask", "pay_take"
    probes = [f"fn_{program.probes[label]}" if label in program.probes else "0" for label in labels]

    def flags(of: Any) -> str:
        return ", ".join("1" if label in of else "0" for label in labels)

    rows = []
    for label in labels:
        asking = program.decisions.get(label)
        if asking is None:
            rows.append("{0}")
            continue
        nothing = 1 if asking.is_nothing(0) else 2 if asking.is_nothing(-1) else 0
        rows.append(
            f"{{{_KINDS.get(asking.kind, 'ASKS_OTHER')}, {nothing}, {asking.slot}, {asking.then}, {asking.seat}}}"
        )
    return (
        f"static const Block blocks[BLOCKS] = {{{', '.join(blocks)}}};\n"
        f"static const Block probes[BLOCKS] = {{{', '.join(probes)}}};\n"
        f"static const Decision decisions[BLOCKS] = {{{', '.join(rows)}}};\n"
        f"static const uint8_t sure[BLOCKS] = {{{flags(program.sure)}}}, safe[BLOCKS] = {{{flags(program.safe)}}};\n"
        f"static const int32_t owners[BLOCKS] = {{{', '.join(map(str, owners))}}};\n"
    )
