"""Where a thing was when a text last spoke of it: what somebody else has moved since is moved by the text no more.

What the text itself moves is followed by whoever goes on from it: “discard a card. You may take it back”. Of several
players who may do something with one thing each finds it where it was before the first of them; who comes later cannot
take it from who has taken it (R21).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from rulewright.compiler.expressions.anaphora import lying
from rulewright.compiler.ir.expressions import Expr, either
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N
from rulewright.meaning.resolution import Key

MOVING = ("put", "move", "return", "take", "remove", "discard", "give", "gain", "exchange", "play")
"""Verbs of the core after which what they are done to lies elsewhere."""
EVERYWHERE = expr("s.where[:]")
"""Where all cards lie."""
FOUND = ("choose", "reveal", "look_at")
"""Verbs of the core that only find something, where it stays."""


class Followed:
    """Writes in one procedure where things were, and whether they still are there."""

    def __init__(self, p: Flow, s: Services) -> None:
        self.p = p
        self.source = s.source
        self.continuous = s.continuous
        self.resolution = s.texts.resolution
        self._others_move: bool | None = None

    def moves(self, part: N.Node) -> Key | None:
        """What an act moves that was spoken of before; None of what moves nothing of the kind."""
        if not isinstance(part, N.Perform):
            return None
        thing = part.slot("object")
        if thing is None or not (part.verb in MOVING or self.source.defines(part.verb, part)):
            return None
        return self.resolution.of(thing)

    def gone(self, node: N.Node, scope: Scope) -> Iterator[Expr]:
        """For each thing that is moved in a tree and that was somewhere: whether it still is there."""
        for part in node.walk():
            key = self.moves(part)
            ref = scope.refs.get(key) if key is not None else None
            if ref is None or ref.lies is None:
                continue
            if ref.type == "cards":
                yield expr("len({}) > 0", ref.expr)
            if (tracked := lying(ref)) is None:
                continue
            still = expr("{} == {}", tracked, ref.lies)
            if isinstance(part, N.Perform) and part.verb == "move":  # it is moved on, from where it is on the map
                on_map = [expr("ON_MAP[{}] >= 0", place) for place in (tracked, ref.lies)]
                still = either(still, expr("({} and {})", *on_map))
            yield still

    # -------------------------------------------------------------- where it is

    def each_from_there(
        self, body: N.Node, answers: tuple[N.Statement, ...], scope: Scope, write: Callable[[Scope], None]
    ) -> Callable[[Scope], None]:
        """A body for each of several players, each of whom finds what was spoken of where it is before the first.

        Where one of them has moved it, the text goes on from there behind the last of them.
        """
        found: dict[Key, tuple[Ref, Expr]] = {}
        for key in (key for one in (body, *answers) for part in one.walk() if (key := self.moves(part)) is not None):
            ref = scope.refs.get(key)
            where = EVERYWHERE if ref is not None and ref.type == "cards" else lying(ref) if ref is not None else None
            if ref is None or where is None or key in found:
                continue
            self.p.must_stop()
            first = self.p.variable()
            self.p.emit("{} = {}", first, where if ref.type == "cards" else ref.lies or where)
            found[key] = ref, first
        if not found:
            return write

        def one(inner: Scope) -> None:
            for key, (ref, first) in found.items():
                now = self.p.variable()
                inner.refs[key] = replace(ref, lies=now)
                if ref.type == "cards":
                    inner.refs[key] = replace(ref, expr=now, lies=first)
                    self.p.emit("{} = [c for c in {} if s.where[c] == {}[c]]", now, ref.expr, first)
                else:
                    self.p.set(now, first)
            write(inner)
            for key, (ref, first) in found.items():
                if ref.lies is not None:
                    left = inner.refs[key].lies
                    self.p.emit("{} = {} if {} != {} else {}", ref.lies, left, left, first, ref.lies)

        return one

    def moved(self, node: N.Perform, scope: Scope, heard: bool = True) -> None:
        """What an act was done to lies where it lies now, as the text knows.

        heard: whether texts hear of the act only now, and may move it before the text goes on.
        """
        thing = node.slot("object")
        key = self.resolution.of(thing) if thing is not None else None
        ref = scope.refs.get(key) if key is not None else None
        where = lying(ref) if ref is not None else None
        if key is None or ref is None or where is None:
            return
        if ref.lies is not None:
            self.p.emit("{} = {}", ref.lies, where)
        elif self._taken_later(key, heard):
            self.p.must_stop()
            lies = self.p.variable()
            self.p.set(lies, where)
            scope.refs[key] = replace(ref, lies=lies)

    def _taken_later(self, key: Key, between: bool) -> bool:
        """Whether something is moved later, and another text can move it before. between: whether it hears of this."""
        if not self._another_may():
            return False
        for node in (node for parts in reversed(self.p.later) for part in parts for node in part.walk()):
            if self.moves(node) == key:
                return between
            between = between or (isinstance(node, N.Perform) and node.verb not in FOUND)
        return False

    def _another_may(self) -> bool:
        """Whether any text waits for something, and moves something then."""
        if self._others_move is None:
            told = [one for texts in self.continuous.triggers.values() for one in texts]
            said = [part for one in told for part in (getattr(one.node, "then", one.node), *one.more)]
            self._others_move = any(self.moves(node) is not None for part in said for node in part.walk())
        return self._others_move
