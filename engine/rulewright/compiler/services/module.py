"""The module that is generated: its constants, its functions, its variables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.compiler.ir.expressions import Expr, Lit, Name
from rulewright.compiler.ir.statements import Body, Function, Return
from rulewright.compiler.scope import refuse
from rulewright.compiler.services.report import Report


class Module:
    """What the generated module holds, each under a name of its own.

    namespace: its constants.
    functions: its functions; made: those that were asked for; writing: those being written, the innermost last.
    """

    def __init__(self, report: Report) -> None:
        self._report = report
        self.namespace: dict[str, Any] = {}
        self.functions: dict[str, Function] = {}
        self.made: set[str] = set()
        self.writing: list[str] = []
        self._fresh = 0

    def fresh(self) -> Name:
        """A variable that nothing else is called."""
        self._fresh += 1
        return Name(f"x{self._fresh}")

    def constant(self, value: Any, name: str) -> str:
        """A constant of the module, under a name of its own."""
        if name in self.namespace and self.namespace[name] != value:
            number = 2
            while f"{name}_{number}" in self.namespace and self.namespace[f"{name}_{number}"] != value:
                number += 1
            name = f"{name}_{number}"
        self.namespace[name] = value
        return name

    def function(self, name: str, params: tuple[str, ...], write: Callable[[], Expr | Body]) -> str:
        """A function of the module, written when first asked for: what it returns, or what it does.

        Raises:
            MeaningError: RW0608 where it would ask itself, perhaps by way of others.
        """
        if name in self.writing:
            raise refuse(None, "this is worked out from itself, so it could never be worked out", code="RW0608")
        if name not in self.made:
            self.made.add(name)
            body: Expr | Body = Lit(0)
            self.writing.append(name)
            try:
                with self._report.recorded():
                    body = write()
            finally:
                self.writing.pop()
            statements = (Return(body),) if isinstance(body, Expr) else body
            self.functions[name] = Function(name, params, statements)
        return name
