"""What functions do, with all that they call."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.compiler.ir.statements import Body, Function
from rulewright.compiler.passes.effects.locations import Locations, joined
from rulewright.compiler.passes.effects.nodes import NodeEffects
from rulewright.compiler.passes.effects.own import Own, together
from rulewright.compiler.passes.effects.setting import Setting
from rulewright.compiler.passes.graphs import components


class FunctionEffects:
    """The effects of a program's functions, and of the nodes in them."""

    def __init__(self, functions: Mapping[str, Function], blocks: Mapping[int, Body], setting: Setting) -> None:
        self.functions = functions
        self.nodes = NodeEffects(functions, blocks, setting, self.read_by)
        self._of_function: dict[str, Own] = {}

    def read_by(self, name: str) -> Locations | None:
        """What the values of a function rest on; None where it does more than read."""
        whole = self.of(name)
        return joined(whole.reads) if whole.told else None

    def of(self, name: str) -> Own:
        """What a function does with all that it calls; nothing is told of the value of one that calls itself."""
        if name in self._of_function:
            return self._of_function[name]
        for circle in components(name, self.called, self._of_function):
            whole = self._with_calls(together([self.nodes.all(self.functions[one].body) for one in circle]))
            calls_itself = len(circle) > 1 or circle[0] in self.called(circle[0])
            self._of_function.update(dict.fromkeys(circle, whole._replace(told=False) if calls_itself else whole))
        return self._of_function[name]

    def whole(self, own: Own) -> Own:
        """What code does with all functions that it calls, and they call."""
        return together([own, *map(self.of, own.calls)]) if own.calls else own

    def called(self, name: str) -> frozenset[str]:
        """The functions that a function itself calls or passes on."""
        return self.nodes.all(self.functions[name].body).calls

    def _with_calls(self, own: Own) -> Own:
        """What code does with all functions that it calls, of which those of its own circle are not known yet."""
        known = [self._of_function[name] for name in own.calls if name in self._of_function]
        return together([own, *known]) if known else own
