"""Gaining, losing and paying what is counted, and how much of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from rulewright.compiler.ir.expressions import Cell, Expr, Lit, both, either, literal, total
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.statements import Enter, Set
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.procedures.decisions import Decision
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.refusals.other_kinds import kinds_left_out
from rulewright.compiler.refusals.owners.unkept_pieces import how_it_is_said
from rulewright.compiler.scope import Scope, refuse
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.objects import HOW_MANY, Quant, object_of
from rulewright.compiler.statements.ways import Ways
from rulewright.language import nodes as N
from rulewright.meaning import model as m

FROM_AND_TO = "Say where it comes from and goes: “take a … from …”, “put a … into …”."
GIVEN = ("slot", "named", "subject")
"""How words give a thing itself: as the slot of a verb, under a name, or as what a definition speaks of."""


class Resources:
    """Writes gains, losses and payments."""

    def __init__(self, p: Flow, c: Context, ways: Ways) -> None:
        self.p = p
        self.ruleset = c.services.ruleset
        self.source = c.services.source
        self.layout = c.services.layout
        self.texts = c.services.texts
        self.module = c.services.module
        self.tables = c.services.tables
        self.x = c.x
        self.definitions = c.definitions
        self.objects = c.objects
        self.up = c.up
        self.ways = ways

    def change(self, node: N.Perform, scope: Scope) -> None:
        """Gain, lose or pay each thing that is named."""
        self.ways.changed(node.verb, scope.you, partial(self._change, node, scope))

    def _change(self, node: N.Perform, scope: Scope) -> None:
        phrase = object_of(node)
        said = phrase.items if isinstance(phrase, N.Phrases) else (phrase,)
        for item in (of_kind for one in said for of_kind in self._of_each_kind(one)):
            named = item.whole if isinstance(item, N.PartOf) else item
            noun = named.noun if isinstance(named, N.NounPhrase | N.AsMany) else None
            if not isinstance(noun, str):
                hint = "Say how much of each kind, the number once more before the second." if noun is not None else ""
                raise refuse(node, f"{node.verb} what?", hint)
            entry = self.source.entry(noun)
            self._never_spoken_of(named)
            count = self.objects.quantity(item, scope)
            if count.every and isinstance(item, N.NounPhrase) and item.determiner is None:
                raise refuse(item, "how many are meant?", HOW_MANY)
            if count.every and node.verb == "gain":
                raise refuse(item, "how many are gained?", "Say a number, or “as many … as …”.")
            if node.verb == "gain":
                self.p.brings(self.held_cells(noun) if entry.get("held") else None)
            every = count.every
            if entry.get("held") or entry.get("kept") or self.layout.held_kinds(noun):
                count = self._settled(noun, count, node, scope)
            if self.layout.held_kinds(noun):
                do = self._of_some_kind(noun, item, count, every, node, scope)
                if node.verb == "gain":
                    do = partial(self._within_limits, noun, scope, do)
                self.up.telling.of_any(self.p, node.verb, self.layout.held_kinds(noun), scope, do)
            elif entry.get("held"):
                do = partial(self._held_change, noun, count, node, scope)
                others = self._stand_in(noun, node)
                self.up.telling.counted(self.p, node.verb, noun, scope, do, others)
            elif entry.get("kept"):
                self._kept_change(noun, count, node, scope)
            elif node.verb == "pay" and noun in self.tables.resources:
                self.pay(noun, count, node, scope)
            else:
                what = f"{noun.replace('_', ' ')} is no number that players have, so nobody can {node.verb} it"
                raise refuse(node, what, how_it_is_said(self.ruleset.language(), noun, node.verb) or FROM_AND_TO)

    def _never_spoken_of(self, item: N.Phrase) -> None:
        """Refuse “the marks”, where no number is told: 1, all of it, or as much as something else?

        Of what was spoken of nothing keeps how much it was: “gain 2 marks. Lose the marks”.
        """
        the = isinstance(item, N.NounPhrase) and item.determiner in (N.Article(word="the"), N.Article(word="that"))
        if not the or not isinstance(item, N.NounPhrase) or item.filters or item.adjectives:
            return
        meant = self.texts.resolution.meant(item)
        if isinstance(meant, m.Selection) or (isinstance(meant, m.Known) and meant.to.introduced not in GIVEN):
            raise refuse(item, "how many are meant?", "Say a number, “all your …”, or “as many … as …”.")

    def _of_some_kind(
        self, noun: str, item: N.Phrase, count: Quant, every: bool, node: N.Perform, scope: Scope
    ) -> Callable[[], None]:
        """What writes a change of a resource with kinds: of the kind of a thing, or of those that somebody chooses."""
        which = self.x.amounts.which_kind(item, scope)
        if which is None:
            falls = isinstance(item, N.AsMany) and (node.verb == "gain" or (node.verb == "lose" and scope.partial))
            return partial(self._kinds_of, noun, count, node, scope, different(item), falls=falls)
        many = self.x.amounts.of_kind(noun, which, scope.you) if every else count.low
        return partial(self._kind_of, noun, which, many, node, scope)

    def _within_limits(self, noun: str, scope: Scope, gain: Callable[[], None]) -> None:
        """Gain some of a resource with kinds; of a kind with a limit no more than that."""
        limited = [kind for kind in self.layout.held_kinds(noun) if self.source.entry(kind).get("limit")]
        before = {kind: self.p.once(self._held(kind, scope.you)) for kind in limited}
        gain()
        for kind, had in before.items():
            cell, limit = self._held(kind, scope.you), self.definitions.number(self.source.entry(kind)["limit"])
            self.p.set(cell, expr("max({}, min({}(s, {}), {}))", had, limit, scope.you, cell))

    def _stand_in(self, noun: str, node: N.Perform) -> tuple[str, ...]:
        """What may be paid in the place of a resource, of which players hold so much each."""
        other = str(self.source.entry(noun).get("substitute", "")) if node.verb == "pay" else ""
        return (other,) if other in self.layout.held else ()

    def _of_each_kind(self, item: N.Phrase) -> tuple[N.Phrase, ...]:
        """`1 of each good`: so much of each kind; anything else as it is."""
        if not isinstance(item, N.PartOf) or not isinstance(item.whole, N.NounPhrase):
            return (item,)
        noun = item.whole.noun
        if item.whole.determiner != N.Article(word="each") or not isinstance(noun, str):
            return (item,)
        kinds = self.layout.held_kinds(noun)
        if not kinds or item.whole.adjectives or item.whole.filters:
            hint = "Say how much of it. “1 of each …” needs a resource that has kinds."
            raise refuse(item.whole, "each of what?", hint, code="RW0604")
        return tuple(N.NounPhrase(noun=kind, determiner=item.quantity) for kind in kinds)

    def hand_over(self, node: N.Perform, giver: Expr, taker: Expr, scope: Scope) -> None:
        """Let one seat lose what another gains; it must have so many.

        Raises:
            MeaningError: it cannot be told apart what is handed over, or how many of it.
        """
        thing = object_of(node)
        named = thing.whole if isinstance(thing, N.PartOf) else thing
        noun = named.noun if isinstance(named, N.NounPhrase | N.AsMany) and isinstance(named.noun, str) else ""
        entry = self.source.entry(noun)
        kinds = self.layout.held_kinds(noun)
        if not (entry.get("held") or entry.get("kept") or kinds):
            what = f"nobody can {node.verb} this to or from a player"
            raise refuse(thing, what, "Name what players have so much of, of one kind.", code="RW0604")
        self._never_spoken_of(named)
        count = self.objects.quantity(thing, scope)
        unsaid = (None, N.Article(word="your")) if node.verb == "take" else (None,)  # what is taken is not yours
        if count.every and isinstance(thing, N.NounPhrase) and thing.determiner in unsaid:
            raise refuse(thing, "how many are meant?", HOW_MANY)
        giving, taking = scope.child(), scope.child()
        giving.you, taking.you = giver, taker
        if kinds:
            if count.low != count.high and not count.every:
                raise refuse(thing, "how many of them?", "Say a number, or “all of …”.", code="RW0604")
            of_kinds = partial(self._kinds_handed, node, noun, kinds, count, giving, taking, scope.you)
            self.ways.changed(node.verb, taker, of_kinds, giver)
            return
        for forbidden in self.up.telling.taken(noun, taking, giver) if node.verb == "take" else ():
            self.p.fail_if(forbidden)
        kept = not entry.get("held")
        has = self._kept(noun, giver) if kept else self._held(noun, giver)
        chosen = count.low != count.high and not count.every
        if chosen:  # of "up to 3" as many as whoever does it says
            count = self.chosen(count.low, expr("min({}, {})", count.high, has), node, scope)
        many = self.p.variable()
        falls = not chosen and scope.partial and node.verb != "pay" and not count.every and count.low != Lit(1)
        self.p.set(many, has if count.every else expr("min({}, {})", count.low, has) if falls else count.low)
        self.p.fail_if(expr("{} < 1", many) if falls else expr("{} < {}", has, many))
        self.ways.changed(node.verb, taker, partial(self._handed, node, thing, noun, many, giving, taking), giver)

    def all_of_one_kind(self, thing: N.Phrase, scope: Scope) -> bool:
        """Whether all is handed over that somebody has of one kind, which nobody can have less of."""
        named = thing.whole if isinstance(thing, N.PartOf) else thing
        noun = named.noun if isinstance(named, N.NounPhrase) and isinstance(named.noun, str) else ""
        one = bool(self.source.entry(noun).get("held")) and not self.layout.held_kinds(noun)
        return one and self.objects.quantity(thing, scope).every

    def _handed(self, node: N.Perform, thing: N.Phrase, noun: str, many: Expr, giving: Scope, taking: Scope) -> None:
        """What one seat loses another gains."""
        kept = not self.source.entry(noun).get("held")
        for verb, inner in (("lose", giving), ("gain", taking)):
            one = N.Perform(verb=verb, slots=(N.Slot(name="object", value=thing),))
            self.p.brings(None if kept else self.held_cells(noun))
            if kept:
                self._kept_change(noun, Quant.exactly(many), one, inner)
            else:
                do = partial(self._held_change, noun, Quant.exactly(many), one, inner)
                self.up.telling.counted(self.p, verb, noun, inner, do)
        if kept:
            return
        self._tell_of_passed(node, noun, many, giving, taking)

    def _kinds_handed(
        self,
        node: N.Perform,
        noun: str,
        kinds: Sequence[str],
        count: Quant,
        giving: Scope,
        taking: Scope,
        chooser: Expr,
    ) -> None:
        """Of what has kinds one seat loses and another gains the same: those that whoever acts chooses."""
        thing = object_of(node)
        losing = N.Perform(verb="lose", slots=(N.Slot(name="object", value=thing),))
        before = {kind: self.p.once(self._held(kind, giving.you)) for kind in kinds}
        handed = {kind: self.p.variable() for kind in kinds}
        self.p.fail_if(expr("{} < 1", total(*before.values())))

        def lose() -> None:
            which = self.x.amounts.which_kind(thing, giving)
            if count.every and which is None:
                for kind in kinds:
                    self.p.set(self._held(kind, giving.you), 0)
            elif which is None:
                self._kinds_of(noun, count, losing, giving, different(thing), chooser)
            else:
                many = self.x.amounts.of_kind(noun, which, giving.you) if count.every else count.low
                self._kind_of(noun, which, many, losing, giving)

        def gain() -> None:
            for kind in kinds:
                self.p.emit("{} += {}", self._held(kind, taking.you), handed[kind])

        self.up.telling.of_any(self.p, "lose", kinds, giving, lose)
        for kind in kinds:
            self.p.set(handed[kind], expr("{} - {}", before[kind], self._held(kind, giving.you)))
            told = self.up.telling
            taken = told.taken(kind, taking, giving.you) if node.verb == "take" else []
            for forbidden in (*told.forbidden("gain", kind, taking), *taken):
                self.p.fail_if(both(expr("{} > 0", handed[kind]), forbidden))
        self.p.brings(None)
        self.up.telling.of_any(self.p, "gain", kinds, taking, partial(self._within_limits, noun, taking, gain))
        for kind in kinds:
            self._tell_of_passed(node, kind, handed[kind], giving, taking)

    def _tell_of_passed(self, node: N.Perform, noun: str, many: Expr, giving: Scope, taking: Scope) -> None:
        """Tell that so much of something was taken from a player, or given to one."""
        other, acting = (giving.you, taking) if node.verb == "take" else (taking.you, giving)
        self.up.telling.passed(self.p, node.verb, noun, many, other, acting)

    def _held(self, noun: str, seat: Expr) -> Cell:
        """The number of how much a seat holds of a noun that is counted in one row."""
        return Cell(expr("{} + {}", self.layout.held[noun], seat))

    def _kept(self, noun: str, seat: Expr) -> Expr:
        """The number that is kept for a seat."""
        return self.x.amounts.kept_cell(noun, [seat])

    def _held_change(self, noun: str, count: Quant, node: N.Perform, scope: Scope) -> None:
        """Gain, lose or pay what each seat holds so much of."""
        entry = self.source.entry(noun)
        cell = self._held(noun, scope.you)
        if node.verb == "gain" and entry.get("limit"):
            limit = expr("{}(s, {})", self.definitions.number(entry["limit"]), scope.you)
            self.p.set(cell, expr("max({}, min({}, {} + {}))", cell, limit, cell, count.low))
        elif node.verb == "gain":
            self.p.emit("{} += {}", cell, count.low)
        elif node.verb == "pay" and entry.get("substitute"):
            other = str(entry["substitute"])
            if other not in self.layout.held:
                what = f"{other.replace('_', ' ')} is no number that players have, so nobody can {node.verb} it"
                raise refuse(node, what, "Let players hold it, or name another `substitute` in the lexicon.")
            self._pay_or(noun, other, count.low, scope)
        elif node.verb == "pay":
            self.p.need(self.held_cells(noun), count.low, scope.you)
            self.p.fail_if(expr("{} < {}", cell, count.low))
            self.p.emit("{} -= {}", cell, count.low)
        else:
            if scope.owed:
                self.p.fail_if(expr("{} < {}", cell, count.low))
            self.p.set(cell, expr("max(0, {} - {})", cell, count.low))

    def _settled(self, noun: str, count: Quant, node: N.Perform, scope: Scope) -> Quant:
        """How many exactly: all that there is, or of `up to 3`, `any number of`, `2 to 4` what is chosen.

        Nobody can choose to lose more than there is, or to pay more than there is with what may stand in for it.
        """
        if count.low == count.high:
            return count
        kinds = self.layout.held_kinds(noun) or ((noun,) if noun in self.layout.held else ())
        if kinds:
            others = () if count.every else self._stand_in(noun, node)
            has = total(*(self._held(kind, scope.you) for kind in (*kinds, *others)))
        else:
            has = self._kept(noun, scope.you)
            least = self.texts.word("nouns", noun).least
            if least is not None:
                has = expr("{} - {}", has, self.x.amounts.amount(self.texts.amount(least), scope))
            else:  # of less than none nobody has any
                has = expr("max(0, {})", has)
        if count.every and not self.layout.held_kinds(noun):
            return Quant.exactly(has)
        if count.every:
            number = self.p.variable()
            self.p.set(number, has)
            return Quant.exactly(number)
        most = count.high if node.verb == "gain" else expr("min({}, {})", count.high, has)
        return self.chosen(count.low, most, node, scope)

    def chosen(self, low: Expr, high: Expr, node: N.Perform, scope: Scope) -> Quant:
        """How many of something, as whoever does it says."""
        number = self.p.choice("number", node, expr("list(range({}, {} + 1))", low, high), scope.you)
        return Quant.exactly(number)

    def _kind_of(self, noun: str, which: Expr, count: Expr, node: N.Perform, scope: Scope) -> None:
        """Gain, pay or lose the kind of a resource that is of a thing."""
        cell = self.x.amounts.of_kind(noun, which, scope.you)
        for kind in self.layout.held_kinds(noun):
            for forbidden in self.up.telling.forbidden(node.verb, kind, scope):
                self.p.fail_if(both(expr("{} == {}", cell.index, self._held(kind, scope.you).index), forbidden))
        if node.verb == "gain":
            self.p.emit("{} += {}", cell, count)
        elif scope.partial and node.verb == "lose":
            self.p.set(cell, expr("max(0, {} - {})", cell, count))
        else:
            self.p.fail_if(expr("{} < {}", cell, count))
            self.p.emit("{} -= {}", cell, count)

    def held_cells(self, noun: str) -> tuple[int, ...] | None:
        """Where it is counted, for each seat, how much of a noun it holds; None where it is counted by kinds."""
        first = self.layout.held.get(noun)
        if first is None or self.layout.held_kinds(noun):
            return None
        return tuple(range(first, first + self.layout.players))

    def _kinds_of(
        self, noun: str, count: Quant, node: N.Perform, scope: Scope, apart: bool, chooser: Expr | None = None,
        counted: Sequence[Expr] = (), falls: bool = False,
    ) -> None:  # fmt: skip
        """`Gain 2 fruits of your choice`: somebody chooses the kinds, one after another in a fixed order.

        apart: of each kind one at most.
        falls: whether so many different ones are as many as there are kinds, where there are fewer.
        chooser: who does, if not whoever gains or loses them.
        counted: where it is only counted how many of each kind are chosen, and nothing is gained or lost yet.
        """
        every, left_out = self.layout.held_kinds(noun), kinds_left_out(node)
        kinds = [kind for kind in every if kind not in left_out]
        if counted:
            counted = [one for kind, one in zip(every, counted, strict=True) if kind in kinds]
        gain, least = node.verb == "gain", self.p.once(count.low)
        row = self._most_of_each(kinds, least, node.verb, scope)
        if row is not None and scope.partial and node.verb == "lose" and not apart:
            least = self.p.once(expr("min({}, {})", least, total(*row)))
        if apart and falls:
            fitting = expr("sum(map(bool, (*{},)))", row) if row is not None else len(kinds)
            least = self.p.once(expr("min({}, {})", least, fitting))
        elif row is not None:
            self.p.fail_if(expr("{} < {}", expr("sum(map(bool, (*{},)))", row) if apart else total(*row), least))
        elif apart:
            self.p.fail_if(expr("{} < {}", len(kinds), least))
        self.p.must_stop()
        done, choice = self.p.slot(), self.p.slot()
        self.p.emit("{} = 0; {} = 0", done, choice)
        head = self.p.block()
        end = self.p.label()
        self.p.goto_if(expr("{} >= {}", done, least), end)
        first = expr("{} + ({} > 0)", choice, done) if apart else choice
        if row is not None:
            each = expr("(*{},)", row)
            many = expr("sum(map(bool, {}[k:]))" if apart else "sum({}[k:])", each)
            options = expr(
                "[k for k in range({}, {}) if {}[k] and {} >= {} - {}]", first, len(kinds), each, many, least, done
            )
        elif apart:
            options = expr("list(range({}, {} - ({} - {})))", first, len(kinds) + 1, least, done)
        else:
            options = expr("list(range({}, {}))", first, len(kinds))
        titles = tuple(N.NounPhrase(noun=kind) for kind in kinds)
        seat = scope.you if chooser is None else chooser
        self.p.decide(Decision("menu", node, choice.number, 0, titles), options, self.p.asked(seat))
        table = self.module.constant(tuple(self.layout.held[kind] for kind in kinds), f"HELD_{noun}")
        cell = expr("n[{}[{}] + {}]", table, choice, scope.you)
        for number, chosen in enumerate(counted):
            with self.p.when(expr("{} == {}", choice, number)):
                self.p.emit("{} += 1", chosen)
        if not counted:
            self.p.add(Set(cell, Lit(1), "+" if gain else "-"))
        self.p.add(Set(done, Lit(1), "+"))
        self.p.goto(head)
        self.p.start(end)

    def gain_by_kind(self, noun: str, node: N.Perform, scope: Scope) -> None:
        """`Gain 2 fruits of your choice` as so many of each kind, each gained by itself: texts may replace one kind."""
        kinds, count = self.layout.held_kinds(noun), self.objects.quantity(object_of(node), scope)
        counted = [self.p.variable() for _ in kinds]
        for chosen in counted:
            self.p.set(chosen, 0)
        thing = object_of(node)
        self._kinds_of(noun, count, node, scope, different(thing), counted=counted, falls=isinstance(thing, N.AsMany))
        few = isinstance(count.low, Lit) and count.limits[0] <= FEW
        for kind, chosen in zip(kinds, counted, strict=True):
            for many in range(1, count.limits[0] + 1) if few else ():
                thing = N.NounPhrase(noun=kind, determiner=N.Quantity(kind="count", low=many))
                act = replace(node, slots=(N.Slot(name="object", value=thing),), adverbs=())
                self.p.branch(expr("{} == {}", chosen, many), partial(self.p.act, act, scope.child()))
            if not few:
                inner = scope.child()
                so_many = N.NounPhrase(noun=kind, filters=(N.Participle(verb="gain"),))
                inner.done[so_many] = chosen
                as_many = N.AsMany(noun=kind, number=N.CountOf(phrase=replace(so_many, plural=True)))
                act = replace(node, slots=(N.Slot(name="object", value=as_many),), adverbs=())
                self.p.branch(expr("{} > 0", chosen), partial(self.p.act, act, inner))

    def _most_of_each(self, kinds: Sequence[str], least: Expr, verb: str, scope: Scope) -> list[Expr] | None:
        """How much of each kind may be gained, lost or paid at most; None where that is any number of each."""
        forbidden = [self.up.telling.forbidden(verb, kind, scope) for kind in kinds]
        if verb == "gain" and not any(forbidden):
            return None
        most = [least if verb == "gain" else self._held(kind, scope.you) for kind in kinds]
        return [
            expr("0 if {} else {}", either(*tests), one) if tests else one
            for tests, one in zip(forbidden, most, strict=True)
        ]

    def _pay_or(self, noun: str, substitute: str, amount: Expr, scope: Scope) -> None:
        """Pay what another resource may stand in for: whoever has both chooses how much of the other is paid."""
        has, other = (self._held(name, scope.you) for name in (noun, substitute))
        forbidden = self.up.telling.forbidden("pay", substitute, scope)
        other_has = expr("0 if {} else {}", either(*forbidden), other) if forbidden else other
        self.p.must_stop()
        due, instead = self.p.slot(), self.p.slot()
        self.p.emit("{} = max(0, {})", due, amount)
        self.p.fail_if(expr("{} + {} < {}", has, other_has, due))
        some = N.NounPhrase(noun=substitute, determiner=N.Quantity(kind="any_number"))
        own = N.NounPhrase(noun=noun, plural=self.ruleset.language().lexicon.nouns[noun].counts)
        pay, paid = (N.Perform(verb="pay", slots=(N.Slot(name="object", value=what),)) for what in (some, own))
        rather = N.RatherThan(act=pay, instead_of=paid)
        options = expr("list(range(max(0, {} - {}), min({}, {}) + 1))", due, has, due, other_has)
        self.p.choose("number", rather, options, instead, scope.you, substitute)
        self.p.emit("{} -= {} - {}; {} -= {}", has, due, instead, other, instead)

    def _kept_change(self, noun: str, count: Quant, node: N.Perform, scope: Scope) -> None:
        """`Gain 2 points`: a kept number of a player goes up or down, within its limits."""
        if as_list(self.source.entry(noun).get("of")) != ["player"]:
            raise refuse(node, f"{noun.replace('_', ' ')} is not a number of a player", code="RW0606")
        cell = self._kept(noun, scope.you)
        word = self.texts.word("nouns", noun)
        if (node.verb == "pay" or (node.verb == "lose" and scope.owed)) and word.least is not None:
            least = self.x.amounts.amount(self.texts.amount(word.least), scope)
            self.p.fail_if(expr("{} - {} < {}", cell, count.low, least))
        value = expr("{} + {}" if node.verb == "gain" else "{} - {}", cell, count.low)
        self.p.set(cell, self.x.amounts.limited(noun, [scope.you], value))

    def pay(self, noun: str, count: Quant, node: N.Perform, scope: Scope) -> None:
        """Pay with cards: a loop of plays until the amount is reached."""
        self.p.must_stop()
        paid = self.p.slot()
        self.p.can_fail = True
        least = literal(count.low)
        if least:
            self.p.pays(scope.you, {noun: least, "card": 1})
        self.p.gained = True  # what is played meanwhile may bring anything
        self.p.blocks.pay_prompts.append(node)
        self.p.blocks.pay_nouns.append(noun)
        then = self.p.label()
        resource, prompt = Lit(self.tables.resources[noun]), Lit(len(self.p.blocks.pay_prompts) - 1)
        frame = (scope.you, resource, count.low, count.high, Lit(0), Lit(-1), prompt, Lit(0))
        self.p.add(Enter("", frame, then))
        self.p.start(then)
        self.p.emit("{} = s.result", paid)
        self.ways.paid(noun, paid, scope.you)


FEW = 6
"""So many of one kind are written out, each number by itself."""


def different(phrase: N.Phrase) -> bool:
    """Whether things of different kinds are asked for: `2 different gems`."""
    return isinstance(phrase, N.NounPhrase | N.AsMany) and phrase.adjectives == ("different",)
