"""Build LALR parse tables. Every conflict is an error. The tables are cached.

Nothing is resolved by priority or by preferring a shift: of two readings the tables never pick one silently (law 4).
"""

from __future__ import annotations

import marshal
from bisect import bisect_right
from collections.abc import Sequence

from rulewright import cache
from rulewright.language.grammar.productions import Production
from rulewright.language.records import dataclass
from rulewright.problems import GrammarError, problem

END = "$END"
START = "$START"
KIND = "tables"


@dataclass(frozen=True, slots=True)
class Tables:
    """actions[state][terminal]: n > 0 shifts to state n - 1, n < 0 reduces production -n - 1.

    gotos[state][rule]: the state after a reduction. starts[rule] and ends[rule]: where a text of that rule begins, and
    where it is whole.
    """

    actions: list[dict[str, int]]
    gotos: list[dict[str, int]]
    starts: dict[str, int]
    ends: dict[str, int]


def build_tables(productions: Sequence[Production], starts: Sequence[str]) -> Tables:
    """Tables for the productions; `starts` are the rules that a text may begin with.

    Raises:
        GrammarError: two productions conflict; names both and the terminal, for every conflict.
    """
    key = _key(productions, starts)
    cached = _load(key)
    if cached is None:
        cached = compute_tables(productions, starts)
        _store(key, cached)
    return cached


def compute_tables(productions: Sequence[Production], starts: Sequence[str]) -> Tables:
    """The LALR(1) automaton: LR(0) states, with lookaheads as DeRemer and Pennello find them (TOPLAS 4(4), 1982).

    Rules and terminals are numbers, sets of them are the bits of one number. It takes a fifth
    of the time of Lark's own analysis or less, with the same result (docs/decisions/0001-lark.md).

    Raises:
        GrammarError: as `build_tables`, which asks the cache first.
    """
    return _Automaton(productions, starts).tables()


class _Automaton:
    """The states of a grammar, by number; state 0 is where everything begins.

    An item is a production with a place in it, numbered so that the one after it has the number after its own.
    """

    def __init__(self, productions: Sequence[Production], starts: Sequence[str]) -> None:
        self.names = [(p.rule, [s.name for s in p.symbols]) for p in productions]
        # A marker of its own before each start keeps them apart; it is no part of the tables.
        self.names += [(START, [f"{START} {rule}", rule]) for rule in starts]
        self.rules = {rule: number for number, rule in enumerate(dict.fromkeys(rule for rule, _ in self.names))}
        self.terminals: dict[str, int] = {END: 0}
        self.right: list[list[int]] = []  # rules as they are numbered, terminals as -1 - number
        terminal = [[s.terminal for s in p.symbols] for p in productions] + [[True, False] for _ in starts]
        for (_, names), flags in zip(self.names, terminal, strict=True):
            self.right.append([
                -1 - self.terminals.setdefault(name, len(self.terminals)) if flag else self.rules[name]
                for name, flag in zip(names, flags, strict=True)
            ])  # fmt: skip
        self.of_rule: list[list[int]] = [[] for _ in self.rules]
        for number, (rule, _) in enumerate(self.names):
            self.of_rule[self.rules[rule]].append(number)
        self.first: list[int] = []  # the item at the beginning of each production
        self.next: list[int | None] = []  # the symbol after each item
        self.whole: dict[int, int] = {}  # the production of each item that is at its end
        for number, symbols in enumerate(self.right):
            self.first.append(len(self.next))
            self.next += [*symbols, None]
            self.whole[len(self.next) - 1] = number
        self.empty = self._nullable()
        self.kernels: list[tuple[int, ...]] = []
        self.goes: list[dict[int, int]] = []  # by state: the state after each symbol
        self._states()
        self.reduces: list[dict[int, int]] = [{} for _ in self.kernels]  # by state and production: lookaheads
        self._lookaheads()

    def _nullable(self) -> set[int]:
        """The rules that may say nothing."""
        found: set[int] = set()
        while True:
            more = {
                rule for rule, numbers in enumerate(self.of_rule)
                if rule not in found and any(found.issuperset(self.right[number]) for number in numbers)
            }  # fmt: skip
            if not more:
                return found
            found |= more

    def _states(self) -> None:
        """All sets of items that can be come to, with what leads where."""
        begins: list[frozenset[int]] = []  # for each rule the rules that it may begin with, itself among them
        for rule in range(len(self.rules)):
            reached, todo = {rule}, [rule]
            while todo:
                for number in self.of_rule[todo.pop()]:
                    head = self.right[number][0] if self.right[number] else -1
                    if head >= 0 and head not in reached:
                        reached.add(head)
                        todo.append(head)
            begins.append(frozenset(reached))
        known: dict[tuple[int, ...], int] = {}
        closures: dict[frozenset[int], dict[int, list[int]]] = {}

        def state(kernel: tuple[int, ...]) -> int:
            if kernel not in known:
                known[kernel] = len(self.kernels)
                self.kernels.append(kernel)
            return known[kernel]

        state(tuple(self.first[number] for number in self.of_rule[self.rules[START]]))
        for kernel in self.kernels:  # it grows
            heads = frozenset(symbol for item in kernel if (symbol := self.next[item]) is not None and symbol >= 0)
            begun = closures.get(heads)
            if begun is None:
                begun = closures[heads] = {}
                for rule in frozenset().union(*(begins[head] for head in heads)):
                    for number in self.of_rule[rule]:
                        item = self.first[number]
                        if (symbol := self.next[item]) is not None:
                            begun.setdefault(symbol, []).append(item + 1)
            after = {symbol: items[:] for symbol, items in begun.items()} if len(kernel) > 1 else dict(begun)
            for item in kernel:
                if (symbol := self.next[item]) is not None:
                    after[symbol] = [*after.get(symbol, ()), item + 1]
            self.goes.append({symbol: state(tuple(sorted(items))) for symbol, items in after.items()})

    def _lookaheads(self) -> None:
        """For each state and production that may end there: the terminals (as bits) that may follow it."""
        goes, empty = self.goes, self.empty
        moves = [(at, symbol) for at, after in enumerate(goes) for symbol in after if symbol >= 0]
        number: list[dict[int, int]] = [{} for _ in goes]  # of each move, by state and rule
        for index, (at, rule) in enumerate(moves):
            number[at][rule] = index
        shifted = [sum(1 << (-1 - symbol) for symbol in after if symbol < 0) for after in goes]
        skipped = [[of[symbol] for symbol in of if symbol in empty] for of in number]
        follow = [shifted[goes[at][rule]] for at, rule in moves]
        reads = [skipped[goes[at][rule]] for at, rule in moves]
        root = self.rules[START]
        for production in self.of_rule[root]:  # what is parsed as a whole ends with the text
            marker, whole = self.right[production]
            follow[number[goes[0][marker]][whole]] |= 1
        _spread(reads, follow)
        includes: list[list[int]] = [[] for _ in moves]
        ends: list[tuple[int, int, int]] = []
        ending = [self._ending(symbols) for symbols in self.right]
        for move, (start, rule) in enumerate(moves):
            for production in self.of_rule[rule]:
                at = start
                for symbol, last in ending[production]:
                    if last:
                        includes[number[at][symbol]].append(move)
                    at = goes[at][symbol]
                ends.append((at, production, move))
        _spread(includes, follow)
        for at, production, move in ends:
            row = self.reduces[at]
            row[production] = row.get(production, 0) | follow[move]

    def _ending(self, symbols: list[int]) -> list[tuple[int, bool]]:
        """The symbols of a production, and whether each is a rule after which nothing need come.

        What follows the whole follows those.
        """
        last = len(symbols) - 1
        while last > 0 and symbols[last] in self.empty:
            last -= 1
        return [(symbol, place >= last and symbol >= 0) for place, symbol in enumerate(symbols)]

    def tables(self) -> Tables:
        """Actions and gotos.

        Raises:
            GrammarError: a terminal may be followed by two things in a state.
        """
        rule_names, terminal_names = list(self.rules), list(self.terminals)
        starts: dict[str, int] = {}
        ends: dict[str, int] = {}
        final = self.of_rule[self.rules[START]]
        for production in final:
            marker, whole = self.right[production]
            begin = starts[rule_names[whole]] = self.goes[0][marker]
            end = ends[rule_names[whole]] = self.goes[begin][whole]
            self.reduces[end][production] = 1  # a whole text is read at its end: anything else there is a conflict
        actions: list[dict[str, int]] = []
        gotos: list[dict[str, int]] = []
        conflicts: dict[str, set[str]] = {}
        for at, after in enumerate(self.goes):
            row = {terminal_names[-1 - symbol]: to + 1 for symbol, to in after.items() if symbol < 0 and at}
            gotos.append({rule_names[symbol]: to for symbol, to in after.items() if symbol >= 0})
            for production, bits in sorted(self.reduces[at].items()):
                while bits:
                    terminal = terminal_names[(bits & -bits).bit_length() - 1]
                    bits &= bits - 1
                    if terminal in row:
                        conflicts.setdefault(self._sides(at, terminal), set()).add(terminal)
                    row[terminal] = 0 if production in final else -production - 1
            actions.append({terminal: action for terminal, action in row.items() if action})
        if conflicts:
            raise GrammarError(
                *(
                    problem("RW0512", terminals=", ".join(sorted(terminals)), found=sides)
                    for sides, terminals in conflicts.items()
                )
            )
        return Tables(actions, gotos, starts, ends)

    def _sides(self, at: int, terminal: str) -> str:
        """What a terminal could be followed by in a state: productions that end before it, and those that go on."""
        bit = self.terminals[terminal]
        sides = [
            self._written(production, len(self.right[production]))
            for production, bits in sorted(self.reduces[at].items()) if bits >> bit & 1
        ]  # fmt: skip
        after = self.goes[at].get(-1 - bit)
        if after is not None:
            before = [item - 1 for item in self.kernels[after]]
            sides += sorted(self._written(*self._place(item)) for item in before)
        return " / ".join(sides)

    def _place(self, item: int) -> tuple[int, int]:
        """An item's production, and the place in it."""
        production = bisect_right(self.first, item) - 1
        return production, item - self.first[production]

    def _written(self, production: int, place: int) -> str:
        rule, names = self.names[production]
        return f"{rule}: {' '.join([*names[:place], '·', *names[place:]])}"


def _spread(relation: list[list[int]], sets: list[int]) -> None:
    """Add to each set those of everything it is related to, near and far (the digraph algorithm, without recursion)."""
    depth = [0] * len(sets)
    path: list[int] = []
    done = len(sets) + 1
    for root in range(len(sets)):
        if depth[root]:
            continue
        path.append(root)
        depth[root] = len(path)
        walk = [(root, len(path), iter(relation[root]))]
        while walk:
            node, level, rest = walk[-1]
            for other in rest:
                if not depth[other]:
                    path.append(other)
                    depth[other] = len(path)
                    walk.append((other, len(path), iter(relation[other])))
                    break
                depth[node] = min(depth[node], depth[other])
                sets[node] |= sets[other]
            else:
                walk.pop()
                if depth[node] == level:  # a circle, or a node by itself, is done: all in it have the same
                    while True:
                        top = path.pop()
                        depth[top] = done
                        sets[top] = sets[node]
                        if top == node:
                            break
                if walk:
                    above = walk[-1][0]
                    depth[above] = min(depth[above], depth[node])
                    sets[above] |= sets[node]


# ------------------------------------------------------------------ the cache


def _key(productions: Sequence[Production], starts: Sequence[str]) -> str:
    return cache.name_of(*map(str, productions), *starts)


def _load(key: str) -> Tables | None:
    return cache.revived(KIND, key, lambda data: Tables(*marshal.loads(data)))


def _store(key: str, tables: Tables) -> None:
    cache.store(KIND, key, marshal.dumps((tables.actions, tables.gotos, tables.starts, tables.ends)))
