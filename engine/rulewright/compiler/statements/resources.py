# mypy: disable-error-code="arg-type, assignment, list-item, no-any-return, return-value"
"""Gaining, losing and paying what is counted, and how much of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.decisions import Decision
from rulewright.language import nodes as N

if TYPE_CHECKING:
    from rulewright.compiler.statements.procedure import Procedure


HUGE = 10**6
HOW_MANY = "Say a number, “all”, “any number of”, “one or more”."


@dataclass(slots=True)
class Quant:
    """How many: expressions of the least and the most; `every` for all there are."""

    low: str
    high: str
    every: bool = False

    @property
    def one(self) -> bool:
        """Exactly one."""
        return str(self.low) == "1" and str(self.high) == "1"


class Resources:
    """Writes gains, losses and payments."""

    def __init__(self, procedure: Procedure) -> None:
        self.p = procedure
        self.b = procedure.b
        self.x = procedure.x

    def quantity(self, phrase: N.Phrase, scope: Scope) -> Quant:
        """How many of a phrase's things are meant."""
        if isinstance(phrase, N.AsMany):
            amount = str(self.x.amounts.amount(phrase.number, scope))
            return Quant(amount, amount)
        if isinstance(phrase, N.PartOf):
            return self.count(phrase.quantity, scope)
        if isinstance(phrase, N.NounPhrase):
            det = phrase.determiner
            if isinstance(det, N.Quantity):
                return self.count(det, scope)
            if det is None or phrase.plural or (isinstance(det, N.Article) and det.word in ("all", "each", "both")):
                return Quant("0", str(HUGE), True)
            return Quant("1", "1")
        return Quant("1", "1")

    @staticmethod
    def count(det: N.Quantity, scope: Scope) -> Quant:
        """How many a quantity asks for."""
        low, high = det.low, det.high if det.high is not None else det.low
        if det.kind == "any_number":
            return Quant("0", str(HUGE))
        if det.kind == "some":
            return Quant("1", str(HUGE))
        if det.kind in ("each", "all"):
            return Quant("0", str(HUGE), True)
        if det.kind == "up_to":
            return Quant("0", str(high))
        if det.kind == "at_least":
            return Quant(str(low), str(HUGE))
        return Quant(str(low), str(high))

    def change(self, node: N.Perform, scope: Scope) -> None:
        """Gain, lose or pay each thing that is named."""
        phrase = self.p.acts.object_of(node)
        items = phrase.items if isinstance(phrase, N.Phrases) else (phrase,)
        for item in items:
            named = item.whole if isinstance(item, N.PartOf) else item
            noun = named.noun if isinstance(named, N.NounPhrase | N.AsMany) else None
            if not isinstance(noun, str):
                raise refuse(node, f"{node.verb} what?")
            entry = self.x.entry(noun)
            count = self.quantity(item, scope)
            if count.every and isinstance(item, N.NounPhrase) and item.determiner is None:
                raise refuse(item, "how many are meant?", HOW_MANY)
            if count.every and node.verb == "gain":
                raise refuse(item, "how many are gained?", "Say a number, or “as many … as …”.")
            if node.verb == "gain":
                self.p.brings(self.held_cells(noun) if entry.get("held") else None)
            if entry.get("held") or entry.get("kept"):
                count = self._settled(noun, count, node, scope)
            if self.b.layout.held_kinds(noun):
                which = self._one_kind(item, scope)
                if which:
                    self._kind_of(noun, which, count.low, node, scope)
                else:
                    self._kinds_of(noun, count, node, scope, different(item))
            elif entry.get("held"):
                do = partial(self._held_change, noun, count, node, scope)
                self.b.announcements.counted(self.p, node.verb, noun, scope, do)
            elif entry.get("kept"):
                self._kept_change(noun, count, node, scope)
            elif node.verb == "pay" and noun in self.b.resources:
                self.pay(noun, count, node, scope)
            else:
                what = f"{noun.replace('_', ' ')} is no number that players have, so nobody can {node.verb} it"
                raise refuse(node, what, "Say where it comes from and goes: “take a … from …”, “put a … into …”.")

    def hand_over(self, node: N.Perform, giver: str, taker: str, scope: Scope) -> None:
        """Let one seat lose what another gains; it must have so many.

        Raises:
            MeaningError: it cannot be told apart what is handed over, or how many of it.
        """
        thing = self.p.acts.object_of(node)
        named = thing.whole if isinstance(thing, N.PartOf) else thing
        noun = named.noun if isinstance(named, N.NounPhrase) and isinstance(named.noun, str) else ""
        entry = self.x.entry(noun)
        if not (entry.get("held") or entry.get("kept")) or self.b.layout.held_kinds(noun):
            what = f"nobody can {node.verb} this to or from a player"
            raise refuse(thing, what, "Name what players have so much of, of one kind.", code="RW0604")
        count = self.quantity(thing, scope)
        giving, taking = scope.child(), scope.child()
        giving.you, taking.you = giver, taker
        kept = not entry.get("held")
        has = self.x.amounts.kept_cell(noun, [giver]) if kept else f"n[{self.b.layout.held[noun]} + {giver}]"
        if count.low != count.high and not count.every:
            raise refuse(thing, "how many of them?", "Say a number, or “all of …”.", code="RW0604")
        many = self.p.variable()
        self.p.emit(f"{many} = {has if count.every else count.low}")
        self.p.fail_if(f"{has} < {many}")
        for verb, inner in (("lose", giving), ("gain", taking)):
            one = N.Perform(verb=verb, slots=(N.Slot(name="object", value=thing),))
            self.p.brings(None if kept else self.held_cells(noun))
            if kept:
                self._kept_change(noun, Quant(many, many), one, inner)
            else:
                do = partial(self._held_change, noun, Quant(many, many), one, inner)
                self.b.announcements.counted(self.p, verb, noun, inner, do)

    def _held_change(self, noun: str, count: Quant, node: N.Perform, scope: Scope) -> None:
        """Gain, lose or pay what each seat holds so much of."""
        entry = self.x.entry(noun)
        cell = f"n[{self.b.layout.held[noun]} + {scope.you}]"
        if node.verb == "gain" and entry.get("limit"):
            limit = f"{self.b.definitions.number(entry['limit'])}(s, {scope.you})"
            self.p.emit(f"{cell} = max({cell}, min({limit}, {cell} + {count.low}))")
        elif node.verb == "gain":
            self.p.emit(f"{cell} += {count.low}")
        elif node.verb == "pay" and entry.get("substitute"):
            self._pay_or(noun, str(entry["substitute"]), count.low, scope)
        elif node.verb == "pay":
            self.p.need(self.held_cells(noun), count.low, scope.you)
            self.p.fail_if(f"{cell} < {count.low}")
            self.p.emit(f"{cell} -= {count.low}")
        else:
            self.p.emit(f"{cell} = max(0, {cell} - ({count.low}))")

    def _settled(self, noun: str, count: Quant, node: N.Perform, scope: Scope) -> Quant:
        """How many exactly: all that there is, or of `up to 3`, `any number of`, `2 to 4` what is chosen.

        Nobody can choose to lose more than there is.
        """
        if count.low == count.high:
            return count
        if self.b.layout.held.get(noun) is not None:
            kinds = self.b.layout.held_kinds(noun) or (noun,)
            has = " + ".join(f"n[{self.b.layout.held[kind]} + {scope.you}]" for kind in kinds)
        else:
            has = self.x.amounts.kept_cell(noun, [scope.you])
            least = self.b.definitions.word("nouns", noun).least
            if least is not None:
                has = f"{has} - ({self.x.amounts.amount(self.b.amount(least), scope)})"
        if count.every and not self.b.layout.held_kinds(noun):
            return Quant(has, has)
        if count.every:
            number = self.p.variable()
            self.p.emit(f"{number} = {has}")
            return Quant(number, number)
        return self.chosen(count.low, count.high if node.verb == "gain" else f"min({count.high}, {has})", node, scope)

    def chosen(self, low: str, high: str, node: N.Perform, scope: Scope) -> Quant:
        """How many of something, as whoever does it says."""
        number = self.p.variable()
        self.p.choose("number", node, f"list(range({low}, {high} + 1))", number, scope.you)
        scope.done[node.verb] = number
        return Quant(number, number)

    def _one_kind(self, item: N.Phrase, scope: Scope) -> str:
        """`2 fruits of that tree`: the thing that tells the kind; "" where nothing does."""
        for one in item.filters if isinstance(item, N.NounPhrase) else ():
            if isinstance(one, N.Of):
                which = self.x.references.ref(one.phrase, scope)
                noun = str(item.noun) if isinstance(item, N.NounPhrase) else ""
                known = self._things_with_a_kind(noun)
                things = self.b.layout.things_of(which.noun)
                lacking = [thing for thing in things if thing not in known]
                if lacking:
                    kind, name = which.noun.replace("_", " "), self._called(which, lacking)
                    what = f"not every {kind} tells a kind of {noun.replace('_', ' ')}: {name} does not"
                    hint = "Give each of them one, with a resource that is `of` it, or speak of those that have one."
                    raise refuse(one, what, hint, code="RW0603")
                return which.expr
        return ""

    def _things_with_a_kind(self, noun: str) -> dict[int, int]:
        """Where the kind of a resource is counted that is of a thing, by the thing."""
        return {
            thing: self.b.layout.held[kind] for kind in self.b.layout.held_kinds(noun)
            for of in as_list(self.x.entry(kind).get("of")) for thing in self.b.layout.things_of(of)
        }  # fmt: skip

    def _called(self, which: Ref, lacking: list[int]) -> str:
        """The first of some things by its id."""
        layout = self.b.layout
        if not lacking:
            return f"a {which.noun.replace('_', ' ')}"
        return layout.cards[lacking[0]].component if which.type == "card" else layout.names[lacking[0]]

    def _kind_of(self, noun: str, which: str, count: str, node: N.Perform, scope: Scope) -> None:
        """Gain, pay or lose the kind of a resource that is of a thing."""
        cell = f"n[{self.b.constant(self._things_with_a_kind(noun), f'KIND_{noun}')}[{which}] + {scope.you}]"
        if node.verb == "gain":
            self.p.emit(f"{cell} += {count}")
        else:
            self.p.fail_if(f"{cell} < {count}")
            self.p.emit(f"{cell} -= {count}")

    def held_cells(self, noun: str) -> tuple[int, ...] | None:
        """Where it is counted, for each seat, how much of a noun it holds; None where it is counted by kinds."""
        first = self.b.layout.held.get(noun)
        if first is None or self.b.layout.held_kinds(noun):
            return None
        return tuple(range(first, first + self.b.players))

    def _kinds_of(self, noun: str, count: Quant, node: N.Perform, scope: Scope, apart: bool) -> None:
        """`Gain 2 fruits of your choice`: somebody chooses the kinds, one after another in a fixed order."""
        kinds = self.b.layout.held_kinds(noun)
        cells = [f"n[{self.b.layout.held[kind]} + {scope.you}]" for kind in kinds]
        row = f"({', '.join(cells)},)"
        if apart:
            self.p.fail_if(f"{len(kinds) if node.verb == 'gain' else f'sum(map(bool, {row}))'} < {count.low}")
        elif node.verb != "gain":
            self.p.fail_if(f"{' + '.join(cells)} < {count.low}")
        self.p.must_stop()
        done, choice = self.p.variable(), self.p.variable()
        self.p.emit(f"{done} = 0; {choice} = 0")
        head = self.p.block()
        end = self.b.label(self.p)
        self.p.emit(f"if {done} >= {count.low}: f[0] = {end}; return")
        first = f"{choice} + ({done} > 0)" if apart else choice
        options = f"list(range({first}, {len(kinds)}))"
        if node.verb != "gain":
            many = f"sum(map(bool, {row}[k:]))" if apart else f"sum({row}[k:])"
            options = f"[k for k in range({first}, {len(kinds)}) if {row}[k] and {many} >= {count.low} - {done}]"
        elif apart:
            options = f"list(range({first}, {len(kinds) + 1} - ({count.low} - {done})))"
        titles = tuple(N.NounPhrase(noun=kind) for kind in kinds)
        self.p.decide(Decision("menu", node, self.p.slot_of(choice), 0, titles), options, self.p.asked(scope.you))
        table = self.b.constant(tuple(self.b.layout.held[kind] for kind in kinds), f"HELD_{noun}")
        sign = "+" if node.verb == "gain" else "-"
        self.p.emit(f"n[{table}[{choice}] + {scope.you}] {sign}= 1; {done} += 1")
        self.p.goto(head)
        self.p.start(end)

    def _pay_or(self, noun: str, substitute: str, amount: str, scope: Scope) -> None:
        """Pay what another resource may stand in for: whoever has both chooses how much of the other is paid."""
        cells = [f"n[{self.b.layout.held[name]} + {scope.you}]" for name in (noun, substitute)]
        self.p.must_stop()
        due, instead = self.p.variable(), self.p.variable()
        self.p.emit(f"{due} = max(0, {amount})")
        self.p.fail_if(f"{cells[0]} + {cells[1]} < {due}")
        some = N.NounPhrase(noun=substitute, determiner=N.Quantity(kind="any_number"))
        own = N.NounPhrase(noun=noun, plural=self.b.ruleset.language().lexicon.nouns[noun].counts)
        pay, paid = (N.Perform(verb="pay", slots=(N.Slot(name="object", value=what),)) for what in (some, own))
        other = N.RatherThan(act=pay, instead_of=paid)
        options = f"list(range(max(0, {due} - {cells[0]}), min({due}, {cells[1]}) + 1))"
        self.p.choose("number", other, options, instead, scope.you, substitute)
        self.p.emit(f"{cells[0]} -= {due} - {instead}; {cells[1]} -= {instead}")

    def _kept_change(self, noun: str, count: Quant, node: N.Perform, scope: Scope) -> None:
        """`Gain 2 points`: a kept number of a player goes up or down, within its limits."""
        if as_list(self.x.entry(noun).get("of")) != ["player"]:
            raise refuse(node, f"{noun.replace('_', ' ')} is not a number of a player", code="RW0606")
        cell = self.x.amounts.kept_cell(noun, [scope.you])
        word = self.b.definitions.word("nouns", noun)
        least = self.x.amounts.amount(self.b.amount(word.least), scope) if word.least is not None else ""
        if node.verb == "pay" and least:
            self.p.fail_if(f"{cell} - ({count.low}) < {least}")
        sign = "+" if node.verb == "gain" else "-"
        self.p.emit(f"{cell} = {self.p.steps.limited(noun, [scope.you], f'{cell} {sign} ({count.low})')}")

    def pay(self, noun: str, count: Quant, node: N.Perform, scope: Scope) -> None:
        """Pay with cards: a loop of plays until the amount is reached."""
        self.p.must_stop()
        paid = self.p.variable()
        self.p.can_fail = True
        if str(count.low).isdigit() and int(str(count.low)) > 0:
            self.p.needs[noun] += int(count.low)
            self.p.needs["card"] += 1
        self.p.gained = True  # what is played meanwhile may bring anything
        self.b.pay_prompts.append(node)
        then = self.b.label(self.p)
        self.p.emit(f"f[0] = {then}")
        self.p.emit(
            f"s.stack.append([PAY, {scope.you}, {self.b.resource(noun)}, {count.low}, {count.high}, 0, -1, "
            f"{len(self.b.pay_prompts) - 1}, 0])"
        )
        self.p.emit("return")
        self.p.start(then)
        self.p.emit(f"{paid} = s.result")
        scope.done["pay"] = paid


def different(phrase: N.Phrase) -> bool:
    """Whether things of different kinds are asked for: `2 different gems`."""
    return isinstance(phrase, N.NounPhrase) and phrase.adjectives == ("different",)
