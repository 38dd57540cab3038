"""Verbs as events: what forbids them, what may be played into them, what listens to them, what may replace them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, partial

from rulewright.compiler.abilities.builtin_events import COUNTED, OF_CARDS, PASSED, SHOWN
from rulewright.compiler.abilities.continuous_effects import ContinuousEffect, is_ban
from rulewright.compiler.abilities.history import History
from rulewright.compiler.abilities.invariants import Invariants
from rulewright.compiler.abilities.matching import Matching, asks_who, untold
from rulewright.compiler.abilities.replacing.replacements import Replacements
from rulewright.compiler.abilities.triggers.said_meanwhile import SaidMeanwhile
from rulewright.compiler.abilities.triggers.triggers import Triggers
from rulewright.compiler.compiled import Compiled, Entry
from rulewright.compiler.expressions.phrases import noun_words
from rulewright.compiler.ir.expressions import FALSE, Collection, Expr, Lit, Name, both, either
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.layout.kept_things import KeptThings
from rulewright.compiler.procedures.decisions import Decision
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.refusals.owners.unkept_pieces import how_it_is_said
from rulewright.compiler.scope import MeaningError, Ref, Scope, refuse
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.procedure import Procedure, Procedures
from rulewright.compiler.times import GAME_END
from rulewright.language import nodes as N
from rulewright.language.trees.normal_form import head_noun
from rulewright.ruleset import blocks as B
from rulewright.ruleset.building.headings_of_cards import ADDED

OF_ANY = "Say it of any cards: “you cannot discard curses”, “… take cards from your hand”, “… look at your hand”."

GAINED = "Cards are gained where `zones: {gain: {to: …}}` in ruleset.yaml says where they go."

AT_THE_END = "Say “at the end of the game, …”."

ANOTHER_CARD = ("another", "the_other", "all_other", "each_other")
"""Articles that, before a card, mean one other than that whose text it is."""

PLAYED = "play_card"
"""What tells that a card is played, whatever its kind says that playing it is."""


class Events:
    """The verbs of one program."""

    def __init__(
        self,
        c: Context,
        procedures: Procedures,
        matching: Matching,
        history: History,
        invariants: Invariants,
        replacements: Replacements,
    ) -> None:
        s = c.services
        self.source = s.source
        self.language = s.ruleset.language()
        self.layout = s.layout
        self.report = s.report
        self.texts = s.texts
        self.module = s.module
        self.tables = s.tables
        self.limits = s.limits
        self.continuous = s.continuous
        self.by_the_rules = s.by_the_rules
        self.activity = s.activity
        self.x = c.x
        self.definitions = c.definitions
        self.bans_in = c.forbidden
        self.offers = c.blocks.offers
        self.procedures = procedures
        self.matching = matching
        self.history = history
        self.invariants = invariants
        self.replacements = replacements
        self.triggers = Triggers(c, procedures, matching)
        self.said_meanwhile = SaidMeanwhile(s, self.triggers.told)
        self._own_deeds: dict[str, list[str]] = {}
        self._carried_out: dict[str, int] = {}  # by verb, where it is noted which cards are being carried out

    def own_deeds(self, verb: str) -> list[str]:
        """The nouns that give a verb a meaning of their own; a kind comes before the kinds of it."""
        if verb not in self._own_deeds:
            nouns = self.source.nouns
            found = [noun for noun in nouns if verb in (nouns[noun].get("deeds") or {})]
            self._own_deeds[verb] = sorted(
                found, key=lambda noun: sum(self.source.fits(noun, other) for other in found)
            )
        return self._own_deeds[verb]

    def check(self) -> None:
        """Refuse sentences about deeds that nothing tells of: they would silently do nothing."""
        told = {name for name in self.source.verbs if self.source.is_told(name)} | {GAME_END}
        said = self.continuous
        for table, heard in ((said.triggers, told), (said.bans, told), (said.replacements, told | OF_CARDS | COUNTED)):
            for verb, texts in table.items():
                for spoken in texts:
                    unheard = verb not in heard or _ends_nothing(spoken.node)
                    if unheard and not (verb == "pay" and spoken.cost is not None):
                        self.report.at = spoken.path
                        kinds = self._of_all_kinds(spoken.node, verb)
                        self.report.record(kinds or _unheard(spoken.node, verb, self.source.of_cards))
        for spoken in said.triggers.get(GAME_END, ()):
            if isinstance(spoken.node, N.Trigger) and spoken.node.timing != "before":
                self.report.at = spoken.path
                message = "nothing is done any more when the game has ended"
                self.report.record(refuse(spoken.node, message, AT_THE_END, code="RW0602"))
        for verb, texts in said.replacements.items():
            for spoken in texts:
                with self.report.recorded(spoken.path):
                    self._can_be_done(spoken.node, verb)
        self.replacements.check()

    def _of_all_kinds(self, node: N.Node, verb: str) -> MeaningError | None:
        """The error for what waits for, or forbids, a deed with a resource of which only the kinds are told."""
        event = node.event if isinstance(node, N.Trigger) else node
        act = event.act if isinstance(event, N.Does) and isinstance(event.act, N.Perform) else None
        thing = act.slot("object") if act is not None else None
        noun = thing.noun if isinstance(thing, N.NounPhrase) and isinstance(thing.noun, str) else ""
        kinds = self.layout.held_kinds(noun) if noun and verb in COUNTED | PASSED.keys() else ()
        if not kinds or not isinstance(thing, N.NounPhrase):
            return None
        what = f"“{noun_words(thing)}” has kinds, and only of each kind it is told when somebody does this"
        return refuse(thing, what, "Say it of a kind, in a sentence for each.", code="RW0602")

    def _can_be_done(self, node: N.Node, verb: str) -> None:
        """Refuse to replace what nobody can do with such a thing: cards are not gained, and pieces are not drawn.

        Raises:
            MeaningError: RW0602.
        """
        act = node.event.act if isinstance(node, N.Trigger) and isinstance(node.event, N.Does) else None
        thing = act.slot("object") if isinstance(act, N.Perform) and not self.source.defines(verb, act) else None
        if isinstance(thing, N.NounPhrase) and isinstance(thing.noun, str) and not self._with(verb, thing.noun):
            what = f"“{noun_words(thing)}” is nothing that anybody can {verb}, so this never comes to pass"
            hint = "Say what is done with it: “whenever you would take a card, …”, “… put a card into your hand, …”."
            hint = GAINED if verb == "gain" and self.source.of_cards(thing) else hint
            hint = how_it_is_said(self.language, thing.noun, verb) or hint
            raise refuse(thing, what, hint, code="RW0602")

    def _with(self, verb: str, noun: str) -> bool:
        """Whether a verb of the core can be done with such a thing."""
        entry, kind = self.source.entry(noun), self.source.type_of(noun)
        if verb == "gain" and kind == "card":
            return bool((self.source.zones.get("gain") or {}).get("to"))
        if verb in COUNTED:
            counted = entry.get("held") or entry.get("kept") or self.layout.held_kinds(noun)
            return bool(counted) or (verb == "pay" and noun in self.tables.resources)
        return kind == "card" if verb in ("draw", "play") else verb not in OF_CARDS or kind not in ("player", "space")

    def write_spoken_of(self) -> None:
        """Write what texts forbid or wait for, though nothing may do it: what is wrong with a text is told at once."""
        replaced = [verb for verb in self.continuous.replacements if self.replacements.inside(verb)]
        for verb in dict.fromkeys((*self.continuous.bans, *self.continuous.triggers, *replaced)):
            entry = self.source.verbs.get(verb, {})
            with self.report.recorded():
                if (entry.get("do") or verb in self.source.deeds) and not entry.get("later"):
                    self.verb(verb)
                elif verb not in OF_CARDS and verb not in COUNTED:  # of these `check` says what is too much
                    self.triggers.write_unheard(verb)

    def verb(self, verb: str, free: bool = False, nobody: bool = False) -> Compiled:
        """The procedure of a verb, with its bans, interjections and triggers; free: without what is paid for it.

        nobody: the rules do it, and no player; where no text asks who does it, that is the same.
        """
        unpaid = self.source.unpaid(verb) if free else None
        nobody = nobody and self.by_the_rules.asked_of(verb, self._by_somebody)
        name = f"verb_{verb}" if unpaid is None else f"free_{verb}"
        name = f"rules_{name}" if nobody else name
        if name in self.procedures.compiled:
            return self.procedures.compiled[name]
        entry = self.source.verbs[verb]
        if entry.get("later"):
            raise refuse(
                None,
                f"the meaning of “{verb.replace('_', ' ')}” follows later",
                "Give the verb a `do:`.",
                code="RW0604",
            )
        # An amount is called by its slot, which is a role noun of a number.
        slots = [(slot, slot if kind == "amount" else kind) for slot, kind in (entry.get("slots") or {}).items()]
        params = [(kind, self._param_type(kind)) for _, kind in slots]
        do = self.source.deeds[verb] if verb in self.source.deeds else self.texts.word("verbs", verb).do
        do = do if unpaid is None else unpaid

        def body(p: Procedure, scope: Scope) -> None:
            scope.by_rules = scope.you if nobody else None
            scope.names.update({slot: scope.names[kind] for slot, kind in slots})
            if entry.get("logged"):
                args = Collection("tuple", tuple(scope.names[kind].expr for _, kind in slots))
                # With the parts of a number, where the lexicon names one.
                told = self._parts_of(entry["logged"]) if isinstance(entry["logged"], str) else -1
                p.log("({}, {}, {}, {})", scope.you, Lit(verb), args, told)
            over = self._skipped(verb, p, scope, slots)
            self.bans(verb, p, scope, slots)
            self.invariants.test(verb, p, scope, slots, before=True)
            self.replacements.in_the_verb(verb, p, scope, slots, partial(self._done, verb, p, scope, slots, do))
            if over is not None:
                p.goto(over)
                p.start(over)

        watched = any(
            verb in table or entry.get("is") in table for table in (self.continuous.triggers, self.continuous.bans)
        ) or bool(self.replacements.inside(verb))
        return self.procedures.procedure(name, params, body, frames=watched or verb == self.source.turn_verb)

    @cached_property
    def _by_somebody(self) -> frozenset[str]:
        """The events of which texts ask who does it."""
        said = self.continuous
        texts = (item for table in (said.triggers, said.bans, said.replacements) for item in table.items())
        asked = {verb for verb, spoken in texts if any(map(asks_who, spoken))}
        return frozenset(asked | set(self.history.notes))

    def _done(self, verb: str, p: Procedure, scope: Scope, slots: list[tuple[str, str]], do: B.Block) -> None:
        """What is done where nothing is put in its place: interjections, what goes before, the deed, what listens."""
        entry = self.source.verbs[verb]
        self._interject(verb, p, scope, slots)
        if verb == self.source.turn_verb:  # what is limited is known only when all is compiled
            p.emit("RESET(s, TURN_FLAGS, SEATS)")  # a turn is whoever's it is
        if verb == self.source.round_verb:
            p.emit("RESET(s, ROUND_FLAGS, SEATS)")
        self._ended(verb, "start", p, scope)
        before = self.triggers.triggers(verb, p, scope, slots, "before")
        if before is not None:
            before()
        said = self.said_meanwhile.begins(verb, p)
        after = self.triggers.triggers(verb, p, scope, slots, "whenever")
        self._do_and_note(verb, p, scope, slots, do)
        self.invariants.test(verb, p, scope, slots, before=False)
        if after is not None:
            self.said_meanwhile.hear(p, said, after)
        last = self.triggers.triggers(verb, p, scope, slots, "end")
        if last is not None:
            last()
        self._ended(verb, "end", p, scope)
        self._hand_back(str(entry.get("gives") or ""), p, scope)

    def _do_and_note(self, verb: str, p: Procedure, scope: Scope, slots: list[tuple[str, str]], do: B.Block) -> None:
        """Do the steps of a deed; what asks of the past knows of it from where its card's text is carried out.

        Where no step carries out what is printed on a card, that is behind all steps. What is paid is paid before.
        """
        told = [(verb, scope, slots)]
        if verb in self.source.deeds_of_cards and verb.startswith("play_"):  # to do it is to play a card
            (slot, kind), *_ = slots
            inner = scope.child()
            inner.bind("card", Ref(scope.names[kind].expr, "card", "card"))
            told.append((PLAYED, inner, [(slot, "card")]))
        noted = [self.history.note(name, p, of, its_slots) for name, of, its_slots in told]
        uses: dict[int, list[Callable[[], None]]] = {}
        for name, of, its_slots in told:
            for at, some in self.history.first_uses(name, do, p, of, its_slots).items():
                uses.setdefault(at, []).extend(some)
        used_at = self.source.used_at(verb)
        if used_at:
            uses.setdefault(used_at - 1, []).extend(noted)
        for use in uses.pop(0, ()):
            use()
        if ADDED in self.source.verbs[verb]:
            self._once_at_a_time(verb, scope.names[slots[0][1]].expr, p, partial(p.steps.block, do, scope, uses))
        else:
            p.steps.block(do, scope, uses)
        if not used_at:
            for note in noted:
                note()

    def _once_at_a_time(self, verb: str, card: Expr, p: Procedure, do: Callable[[], None]) -> None:
        """Carry out what stands on a card, unless that is under way: two cards that name each other come to an end."""
        if verb not in self._carried_out:
            self._carried_out[verb] = self.layout.reserve(len(self.layout.cards))
        flag = self._carried_out[verb]
        p.fail_if(expr("n[{} + {}]", flag, card))
        p.emit("n[{} + {}] = 1", flag, card)
        do()
        p.emit("n[{} + {}] = 0", flag, card)

    def _skipped(self, verb: str, p: Flow, scope: Scope, slots: list[tuple[str, str]]) -> int | None:
        """Where a turn that a text forbids goes on, if the rules say that it must be taken: at its end."""
        tests = self.forbidden(verb, scope, slots) if self.bans_in.open_verb(verb) else []
        if not tests:
            return None
        p.must_stop()
        over = p.label()
        p.goto_if(both(expr("not s.attempts"), either(*tests)), over)
        return over

    def _hand_back(self, role: str, p: Flow, scope: Scope) -> None:
        """Leave what a deed has made or found to whoever did it, where a text speaks of it."""
        if not role or not self.texts.resolution.awaits(role):
            return
        found = scope.names.get(role)
        if found is None:
            what = f"no step always finds the {role.replace('_', ' ')} that the deed gives"
            raise refuse(None, what, "Let a step choose it: “{choose: …, as: …}”.", code="RW0601")
        p.emit("s.result = {}", found.expr)

    def _parts_of(self, noun: str) -> Expr:
        """The parts of a number, for the log."""
        if self.source.nouns[noun].get("of"):
            raise refuse(
                None,
                f"the log cannot tell whose {noun.replace('_', ' ')} it is",
                "Name a number that is `of` nothing.",
                code="RW0603",
            )
        self.definitions.number(noun)
        return expr("tuple({}(s) or ())", f"why_{noun}")

    def _ended(self, verb: str, when: str, p: Flow, scope: Scope) -> None:
        """What was to hold until now is over."""
        kind = str((self.source.verbs.get(verb) or {}).get("is"))
        deeds = ((f"deed {verb}", verb), (f"deed {kind}", verb))
        for what, name in (("turn", self.source.turn_verb), ("round", self.source.round_verb), *deeds):
            if verb != name:
                continue
            for cells, counting, count in self.continuous.handed_on if (what, when) == ("round", "start") else []:
                p.emit("for o in range({}): n[{} + o] = n[{} + o]", count, cells, counting)
            for past in self.continuous.turn_over if (what, when) == ("turn", "end") else []:
                self._turn_over(past, p, scope)
            for cells, count in self.continuous.forgotten_at.get(what, []) if when == "start" else []:
                p.emit("for o in range({}): n[{} + o] = 0", count, cells)
            for row, block in self.continuous.theirs if (what, when) == ("turn", "start") else []:
                one = expr("n[{} + o * {} + {}]", block, self.layout.players, scope.you)
                p.emit("for o in SEATS: n[{} + o] = n[{} + o] - {}", row, row, one)
                p.emit("for o in SEATS: n[{} + o * {} + {}] = 0", block, self.layout.players, scope.you)
            for cells, own in self.continuous.ends_at.get((what, when), []):
                if own:
                    p.emit("n[{} + {}] = 0", cells, scope.you)
                else:
                    p.emit("for o in SEATS: n[{} + o] = 0", cells)
            for certain, own in self.continuous.over_at.get((what, when), []):
                if own:
                    block = certain.block
                    p.emit("for o in range({}): n[{} + {} * {} + o] = 0", block, certain.cells, scope.you, block)
                else:
                    p.emit("for o in range({}): n[{} + o] = 0", certain.block * self.layout.players, certain.cells)

    @staticmethod
    def _turn_over(past: tuple[int, int, int, bool], p: Flow, scope: Scope) -> None:
        """What somebody has done since the last turn is asked from the next time on, now that a turn is over."""
        cells, counting, each, to_you = past
        at = expr("o * {} + {}", each, scope.you) if to_you else expr("{} * {} + o", scope.you, each)
        seen = expr("n[{} + {}]", counting, at) if counting >= 0 else expr("0")
        if to_you:
            p.emit("for o in SEATS: n[{} + {}] = {}", cells, at, seen)
        else:
            p.emit("for o in range({}): n[{} + {}] = {}", each, cells, at, seen)

    def _param_type(self, kind: str) -> str:
        """The type of a slot's value: of a resource it is how much."""
        found = self.source.type_of(kind)
        return "number" if found == "resource" else found

    def bans(self, verb: str, p: Flow, scope: Scope, slots: list[tuple[str, str]]) -> None:
        """`You cannot …`, `Nobody may …`: the act fails."""
        for test in self.forbidden(verb, scope, slots):
            p.fail_if(test)

    def forbidden(self, verb: str, scope: Scope, slots: list[tuple[str, str]]) -> list[Expr]:
        """For each text that forbids a deed whether it does so now."""
        found = []
        for spoken in self.triggers.told.about(self.continuous.bans, verb):
            w = self.module.fresh()
            inner = scope.child()
            inner.you = w
            if spoken.those is not None:
                found.append(self._of_those(spoken, spoken.those, scope.you, slots, inner))
                continue
            with self.report.recorded(spoken.path):
                tests = []
                for inner.this, speaks in self._speakers(spoken, w):
                    tests.append(both(speaks, *self._is_forbidden(spoken, scope.you, slots, inner)))
                found.append(expr("any({} for {} in SEATS)", either(*tests), w))
        return found

    def _of_those(
        self, spoken: ContinuousEffect, those: KeptThings, actor: Expr, slots: list[tuple[str, str]], scope: Scope
    ) -> Expr:
        """Whether a text that speaks of things that were chosen forbids a deed now, of any of them."""
        number = self.module.fresh()
        things = those.things(number)
        for key, noun, kind, thing in zip(those.keys, those.nouns, those.types, things, strict=True):
            scope.refs[key] = Ref(thing, kind, noun)
        if those.this >= 0:
            scope.this = things[those.this]
        with self.report.recorded(spoken.path):
            tests = both(those.counter(scope.you, number), *self._is_forbidden(spoken, actor, slots, scope))
            said = expr("n[{} + {}]", spoken.lasting, scope.you)
            one = expr("any({} for {} in range({}))", tests, number, those.at.block)
            return expr("any({} for {} in SEATS)", both(said, one), scope.you)
        return FALSE

    def _speakers(self, spoken: ContinuousEffect, seat: Expr) -> list[tuple[Expr | None, Expr]]:
        """Whether a text speaks to a seat; for each copy of its card, with that card, where it says “this card”."""
        if not any(map(self._speaks_of_this, spoken.node.walk())):
            return [(None, self.activity.active(spoken, seat))]
        copies = self.layout.instances(spoken.component) if spoken.component else []
        speaks = self.activity.active_copies(spoken, seat)
        if len(copies) != len(speaks):  # it has been said and holds for a time, by which of them nobody knows
            raise refuse(spoken.node, "which of several copies of this card it is, is not known then", code="RW0602")
        return [(Lit(copy), test) for copy, test in zip(copies, speaks, strict=True)]

    def _speaks_of_this(self, part: N.Node) -> bool:
        """Whether a text names its card: “this card”, or “another card”, which is one other than this."""
        if isinstance(part, N.NounPhrase) and not isinstance(part.noun, N.NounGroup):
            word = part.determiner.word if isinstance(part.determiner, N.Article) else ""
            other = word in ANOTHER_CARD or "other" in part.adjectives
            return other and self.source.type_of(part.noun) == "card"
        return part == N.Article(word="this")

    def _is_forbidden(
        self, spoken: ContinuousEffect, actor: Expr, slots: list[tuple[str, str]], scope: Scope
    ) -> list[Expr]:
        """Whether a deed is what a text forbids."""
        node = spoken.node
        assert isinstance(node, N.Does) and isinstance(node.act, N.Perform)
        kept, resolution = spoken.kept, self.texts.resolution
        whose = None
        if kept is not None and resolution.of(node.subject) == kept:  # the one who was spoken of when it was said
            scope.refs[kept] = Ref(actor, "player", "player")
            tests = [self._said_of(spoken, scope.you, actor)]
        elif kept is not None and kept in resolution.spoken_of(node):  # others, of whom it is said with that one
            whose = self.module.fresh()
            scope.refs[kept] = Ref(whose, "player", "player")
            tests = [self._said_of(spoken, scope.you, whose), *self.matching.by(node.subject, node.act, actor, scope)]
        elif (they := self.matching.who_is_so(node.subject, spoken.condition)) is not None:
            scope.doer = resolution.of(they)
            assert scope.doer is not None
            scope.refs[scope.doer] = Ref(actor, "player", "player")
            tests = self.matching.by(they, node.act, actor, scope)
        else:
            tests = self.matching.by(node.subject, node.act, actor, scope)
        if spoken.condition is not None:
            tests.append(self.x.conditions.condition(spoken.condition, scope))
        tests += self.matching.matches(node.act, slots, scope)
        return tests if whose is None else [expr("any({} for {} in SEATS)", both(*tests), whose)]

    def _said_of(self, spoken: ContinuousEffect, speaker: Expr, player: Expr) -> Expr:
        """Whether somebody has said what a text forbids for a time of a player who was spoken of before."""
        players = self.layout.players
        return expr("n[{} + {} * {} + {}]", spoken.lasting + players, speaker, players, player)

    def before_the_end(self, p: Flow, scope: Scope) -> None:
        """What happens at the end of the game, before it is over."""
        triggers = self.triggers.triggers(GAME_END, p, scope, [], "before")
        if triggers is not None:
            triggers()

    def _interject(self, verb: str, p: Flow, scope: Scope, slots: list[tuple[str, str]]) -> None:
        """Cards that may be played into a deed as it begins."""
        table = self.interjections(verb, slots)
        if not table:
            return
        p.must_stop()
        self.triggers.brought(p, table)
        choice = p.slot()
        number = len(self.offers)
        self.offers.append(table)
        head = p.block()
        end = p.label()
        args = [scope.names[kind].expr for _, kind in slots]
        options = expr("[-1, *ENTRIES(s, {}, {}, (*{},))]", scope.you, number, args)
        p.decide(Decision("entry", "", choice.number, 0), options, p.asked(p.you))
        p.goto_if(expr("{} == -1", choice), end)
        p.emit("f[0] = {}; START(s, {}, {}, (*{},)); return", head, scope.you, choice, args)
        p.start(end)

    def interjections(self, verb: str, slots: list[tuple[str, str]]) -> list[Entry]:
        """What may be played into a deed as it begins, as a table to offer from."""
        table = []
        for spoken in self.triggers.told.about(self.continuous.triggers, verb):
            node = spoken.node
            if spoken.cost is None or not isinstance(node, N.Trigger) or not isinstance(node.event, N.Does):
                continue
            act = node.event.act
            assert isinstance(act, N.Perform)
            if verb == "pay" and not self._any_resource(act):
                what = "only paying any resource is listened for, not paying this one"
                self.report.at = spoken.path
                self.report.record(refuse(act.slot("object") or act, what, code="RW0602"))
                continue
            if verb == "pay":
                act = replace(act, slots=())
            name = f"interject_{verb}_{spoken.number}"
            params = [(kind, self.source.type_of(kind)) for _, kind in slots]
            test = self._entry_test(name, spoken, node, act, slots)

            def body(
                p: Procedure,
                scope: Scope,
                spoken: ContinuousEffect = spoken,
                node: N.Trigger = node,
                act: N.Perform = act,
            ) -> None:
                for slot, kind in slots:
                    self.triggers.told.know_slot(act, slot, scope.names[kind], scope)
                p.steps.block(spoken.cost, scope)
                self.report.at = spoken.path
                for sentence in (node.then, *spoken.more):
                    p.sentences.statement(sentence, scope)

            procedure = self.procedures.procedure(name, params, body, this=True, frames=True)
            cards = tuple(self.layout.instances(spoken.component))
            table.append(
                Entry(
                    node,
                    procedure,
                    cards,
                    self.tables.zones_by_seat(spoken.zones),
                    test,
                    self.limits.flag(name, spoken.limits),
                    spoken.heading,
                )
            )
        return table

    def _any_resource(self, act: N.Perform) -> bool:
        """Whether an act names any of the resources whose payment can be changed: nothing tells them apart."""
        thing = act.slot("object")
        noun = thing.noun if isinstance(thing, N.NounPhrase) and not thing.filters else None
        kinds = [name for name, entry in self.source.nouns.items() if entry.get("is") == "resource"]
        return isinstance(noun, str) and all(self.source.fits(kind, noun) for kind in kinds)

    def _entry_test(
        self, name: str, spoken: ContinuousEffect, node: N.Trigger, act: N.Perform, slots: list[tuple[str, str]]
    ) -> str:
        """The function that says whether an interjection would do anything: (s, you, card, slots …)."""
        params = ("s", "you", "card", *(f"a{i}" for i in range(len(slots))))

        def write() -> Expr:
            self.report.at = spoken.path
            scope = Scope(Name("you"), Name("card"))
            for number, (slot, kind) in enumerate(slots):
                self.definitions.bind_slot(scope, slot, kind, f"a{number}")
            tests = [self.x.conditions.condition(spoken.condition, scope)] if spoken.condition is not None else []
            tests += self.matching.matches(act, slots, scope)
            if isinstance(node.then, N.If) and node.then.otherwise is None:
                tests.append(self.x.conditions.condition(node.then.condition, scope))
            for part in node.then.walk():
                if isinstance(part, N.Perform) and part.verb in ("double", "count_as"):
                    kind = "double" if part.verb == "double" else "convert"
                    tests.append(expr("not n[{} + you]", self.limits.next_flags[kind]))
            return both(*tests)

        return self.module.function(f"may_{name}", params, write)


def _unheard(node: N.Node, verb: str, of_cards: Callable[[N.Node | None], bool]) -> MeaningError:
    """The error for what waits for a deed that nothing tells of, or for more of a deed of cards than is told."""
    event = node.event if isinstance(node, N.Trigger) else node
    act = event.act if isinstance(event, N.Does) and isinstance(event.act, N.Perform) else None
    more = next((slot for slot in act.slots if slot.name != "object"), None) if act is not None else None
    thing = act.slot("object") if act is not None else None
    counted = verb in COUNTED and not of_cards(thing)
    if _ends_nothing(node):
        return refuse(node, "what ends is not told", AT_THE_END, code="RW0602")
    if verb in OF_CARDS | SHOWN and not counted and isinstance(node, N.Does) and is_ban(node):
        what = f"of which cards “{verb.replace('_', ' ')}” is forbidden is not clear before it is done"
        return refuse(more or node, what, OF_ANY, code="RW0602")
    if verb in OF_CARDS and more is not None:
        return untold(more, str(more.name))
    if isinstance(node, N.Trigger) and node.timing == "before" and verb in OF_CARDS | SHOWN | COUNTED:
        what = f"nothing tells of “{verb.replace('_', ' ')}” before it is done"
        return refuse(node, what, "Say “whenever …”, or “whenever you would …, … instead”.", code="RW0602")
    if verb in COUNTED and isinstance(thing, N.Phrase):  # of what is kept for a player, or of so much at once
        told = f"{verb.replace('_', ' ')} {(head_noun(thing) or '').replace('_', ' ')}"
        hint = GAINED if verb == "gain" and of_cards(thing) else ""
        return refuse(thing, f"nothing tells when somebody does “{told}”", hint, code="RW0602")
    return refuse(node, f"nothing tells when somebody does “{verb.replace('_', ' ')}”", code="RW0602")


def _ends_nothing(node: N.Node) -> bool:
    """Whether a text waits for something to end, and does not say what."""
    match node:
        case N.Trigger(event=N.Does(act=N.Perform(verb="end") as act)):
            return act.slot("object") is None
    return False
