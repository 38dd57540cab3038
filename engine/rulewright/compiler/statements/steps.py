"""Steps of a block: what structured YAML says, with the sentences in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from functools import partial
from itertools import chain

from rulewright.compiler.ir.expressions import TRUE, Expr, Lit, Name, Slot, both, either, literals, negation
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.statements import Settle
from rulewright.compiler.ir.things import Things
from rulewright.compiler.procedures.decisions import Decision
from rulewright.compiler.procedures.flow import HUGE, Flow
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.acts import CHOOSE
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.partial import EVERYTHING
from rulewright.compiler.statements.sentences.sentences import Sentences
from rulewright.compiler.statements.several.secret_round import SecretRound
from rulewright.language import nodes as N
from rulewright.ruleset import blocks as B


class Steps:
    """Writes a block, step by step."""

    def __init__(self, p: Flow, c: Context, sentences: Sentences) -> None:
        self.p = p
        self.report = c.services.report
        self.texts = c.services.texts
        self.layout = c.services.layout
        self.continuous = c.services.continuous
        self.x = c.x
        self.source = c.services.source
        self.module = c.services.module
        self.objects = c.objects
        self.forbidden = c.forbidden
        self.up = c.up
        self.sentences = sentences

    def block(
        self, block: B.Block | None, scope: Scope, behind: Mapping[int, Sequence[Callable[[], None]]] | None = None
    ) -> None:
        """A block, step by step; behind: what else is done behind some of them, by their numbers from 1."""
        begun = ExitStack()  # it is closed where a step is refused, too
        with self.report.recorded(), begun:  # what follows may rest on a step that is refused: it is not looked at
            around = self.report.span
            steps = block.steps if block is not None else ()
            last = max((number for number, step in enumerate(steps) if _asks_what_was_done(step)), default=0)
            carried = 0
            trees = [tuple(_trees(step)) for step in steps]
            for number, step in enumerate(steps, 1):
                self.report.at, self.report.span = step.path, (0, 0)
                if isinstance(step.action, B.Choose) and number > carried:
                    carried = number + self._ahead(steps[number:])
                    if carried > number:
                        begun.enter_context(self.p.carried_through(perhaps=True))
                if not isinstance(step.action, B.Choose):
                    self.sentences.whose_they_were(None, chain.from_iterable(trees[number:]), scope)
                outer, self.p.next_steps = self.p.next_steps, list(chain.from_iterable(trees[number:]))
                with self._asked(step.action, trees[: number - 1], trees[number : last + 1], scope):
                    self._step(step.action, scope)
                self.p.next_steps = outer
                for then in (behind or {}).get(number, ()):
                    then()
                if number == carried:
                    begun.close()
            self.report.span = around

    def _ahead(self, later: tuple[B.Step, ...]) -> int:
        """How many steps behind a choice are looked ahead at: those up to the last that a text may forbid."""
        found = 0
        for number, step in enumerate(later, 1):
            if self.forbidden.open((step,)):
                break
            if self.forbidden.in_steps((step,)):
                found = number
        return found

    def _asked(
        self, action: B.Action, earlier: Sequence[Sequence[N.Node]], later: Sequence[Sequence[N.Node]], scope: Scope
    ) -> AbstractContextManager[None]:  # fmt: skip
        """While a step is written, count what the sentences of the steps after it ask of it.

        earlier, later: the trees of the steps before and after it.
        """
        if not later or not isinstance(action, B.Say):
            return nullcontext()
        tree = self.texts.tree(action.words, scope)
        return self.sentences.ways.asked(
            tree, list(chain.from_iterable(later)), scope, list(chain.from_iterable(earlier))
        )

    def _step(self, action: B.Action, scope: Scope) -> None:
        match action:
            case B.Say():
                tree = self.texts.tree(action.words, scope)
                sentences = tree.sentences if isinstance(tree, N.Text) else (tree,)
                say = partial(self.sentences.in_order, sentences, partial(self.sentences.step, scope=scope), scope)
                missing = self.sentences.attempts.unsure(tree, scope)
                if missing:  # something was done instead of what would have found it: nothing comes of it
                    self.p.branch(both(*missing), say)
                else:
                    say()
            case B.If():
                then, other = scope.child(), scope.child()
                self.p.branch(
                    self._condition(action.condition, scope),
                    lambda: self.p.because(action.condition, lambda: self.block(action.then, then)),
                    partial(self.block, action.otherwise, other),
                )
                scope.join(then, other)
            case B.While():
                self._while_step(action, scope)
            case B.Repeat():
                self._repeat_step(action, scope)
            case B.AsOften():
                count = expr("range({})", self._amount(action.number, scope))
                self.p.loop(count, "number", "time", "time", scope, lambda inner: self.block(action.do, inner))
            case B.ForEach():
                self._each_step(action, scope)
            case B.Secretly():
                self._secret_step(action, scope)
            case B.Choose():
                self._choose_step(action, scope)
            case B.ChooseNumber():
                self._number_step(action, scope)
            case B.Let():
                self._let_step(action, scope)
            case B.SetNumber():
                self._set_step(action, scope)
            case B.Award():
                self._award_step(action, scope)
            case B.OneOf():
                self._one_of_step(action, scope)
            case B.Require():
                self.p.fail_if(negation(self._condition(action.condition, scope)))
            case B.IfPossible():
                do = partial(self.block, action.do, scope.child())
                self.p.if_possible(do, partial(self.block, action.otherwise, scope.child()))
            case B.Offer():
                self._offer_step(action, scope)
            case B.Resolve():
                self._resolve_step(action, scope)

    def _condition(self, condition: B.Condition, scope: Scope) -> Expr:
        return self.x.conditions.block_condition(condition, scope)

    def _amount(self, words: B.Words, scope: Scope) -> Expr:
        return self.x.amounts.amount(self.texts.amount(words, scope), scope)

    def _chooser(self, by: B.Words | None, scope: Scope) -> Expr:
        """Who chooses: somebody who is named, or else whoever carries the step out."""
        return self.x.references.ref(self.texts.phrase(by, scope), scope).expr if by is not None else scope.you

    def _while_step(self, step: B.While, scope: Scope) -> None:
        self.p.must_stop()
        head = self.p.block()
        end = self.p.label()
        self.p.goto_if(negation(self._condition(step.condition, scope)), end)
        if self.forbidden.in_steps(step.do.steps):  # what is forbidden changes nothing, and would go on for ever
            before = self.p.variable()
            self.p.set(before, EVERYTHING)
            self.p.perhaps(lambda: self.block(step.do, scope.child()))
            self.p.goto_if(expr("{} == {}", before, EVERYTHING), end)
        else:
            self.p.perhaps(lambda: self.block(step.do, scope.child()))
        self.p.goto(head)
        self.p.start(end)

    def _repeat_step(self, step: B.Repeat, scope: Scope) -> None:
        words = step.times.text
        low, high = {"forever": (HUGE, HUGE), "any number of times": (0, HUGE), "one or more times": (1, HUGE)}.get(
            words, (-1, -1)
        )
        if low < 0:
            numbers = [int(word) for word in words.split() if word.isdigit()]
            if not numbers:
                raise refuse(None, f"“{words}” does not say how often", code="RW0606")
            low, high = (0 if words.startswith("up to") else numbers[0]), numbers[-1]
        perhaps = low > 0 and self.forbidden.in_steps(step.do.steps)
        self.p.repeat(low, high, scope, lambda inner: self.block(step.do, inner), self._acts_of(step.do), perhaps)

    def _acts_of(self, block: B.Block) -> N.Act | str:
        """What the sentences of a block say is done, for people."""
        said = [self.texts.tree(step.action.words) for step in block.steps if isinstance(step.action, B.Say)]
        sentences = [one for tree in said for one in (tree.sentences if isinstance(tree, N.Text) else (tree,))]
        acts = tuple(one for one in sentences if isinstance(one, N.Act))
        return N.Sequence(acts=acts) if len(acts) > 1 else acts[0] if acts else ""

    def _each_step(self, step: B.ForEach, scope: Scope) -> None:
        phrase = self.texts.tree(step.each, scope)
        if not isinstance(phrase, N.NounPhrase):
            raise refuse(phrase, "for each what?")
        items, kind, noun = self.objects.things(phrase, scope)
        if kind == "player" and _seen_too_early(step.do):
            hint = "Let all choose first: “each player secretly: [ … ]”, and then what comes of it: “then: [ … ]”."
            raise refuse(phrase, "what one player has chosen in secret, the next would see", hint)
        if kind == "player" and (of := _resolved_of(step)) is not None:
            role = str(step.role).replace("_", " ")
            hint = "Leave `as` out: then “you” is each of them: “for each: player”, “of: each … in your …”."
            raise refuse(of, f"“you” in what is carried out would be who acts, and not the {role}", hint, code="RW0604")
        items = self.p.in_turn(items, kind)
        if step.reverse:
            items = expr("list({})[::-1]", items)
        self.p.loop(items, kind, noun, step.role, scope, lambda inner: self.block(step.do, inner), phrase, acting=True)

    def _choose_step(self, step: B.Choose, scope: Scope) -> None:
        phrase = self.texts.tree(step.phrase, scope)
        if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str):
            raise refuse(phrase, "choose what?", CHOOSE)
        name, noun = step.role, phrase.noun
        chooser = self._chooser(step.by, scope)
        kind = self.source.type_of(noun)
        options: Expr = self._to_choose_from(step, phrase, scope).picked()
        target = self._place_of(name)
        if step.at_random:
            self.p.pick(target, options)
            told = self.p.told(Decision(kind, name or noun, 0, noun=noun))
            self.p.log("(-1, {}, {}, {})", told, target, -1 if self.p.own(scope.you) else scope.you)
        else:
            prompt = N.Perform(verb="choose", slots=(N.Slot(name="object", value=phrase),))
            if kind == "card":
                options = self.objects.distinct(options)
            self.p.choose(kind, prompt, options, target, chooser, noun, step.secretly)
        ref = Ref(target, kind, noun)
        if name:
            self._name(name, ref, scope)
        self.x.references.know(phrase, ref, scope)

    def _place_of(self, name: str | None) -> Expr:
        """Where something goes that is chosen under a name: what is kept goes there when it has been chosen."""
        kept = name is not None and self.source.entry(name).get("kept")
        if kept and self.source.entry(str(name)).get("of"):
            raise refuse(None, f"of which one is this the {str(name).replace('_', ' ')}?", "Use `set:` for it.")
        return self.p.target(None if kept else name)

    def _name(self, name: str, ref: Ref, scope: Scope) -> None:
        """From here on a name means this; a kept one keeps it.

        Raises MeaningError (RW0606) where the role is of another type.
        """
        if self.source.entry(name) and self.source.type_of(name) != ref.type:
            found = f"the {name.replace('_', ' ')} is a {self.source.type_of(name)}, not a {ref.type}"
            raise refuse(None, found, "Choose something of its type, or use another role.", code="RW0606")
        if self.source.entry(name).get("kept"):
            self.p.set(self.x.amounts.kept_cell(name, []), ref.expr)
        else:
            scope.names[name] = ref

    def _number_step(self, step: B.ChooseNumber, scope: Scope) -> None:
        first, last = self._amount(step.low, scope), self._amount(step.high, scope)
        chooser = self._chooser(step.by, scope)
        target = self._place_of(step.role)
        prompt = N.NounPhrase(noun=step.role, determiner=N.Article(word="the"))
        self.p.choose("number", prompt, expr("list(range({}, {} + 1))", first, last), target, chooser, step.role)
        self._name(step.role, Ref(target, "number", step.role), scope)

    def _let_step(self, step: B.Let, scope: Scope) -> None:
        kind = self.source.type_of(step.role)
        tree = self.texts.tree(step.value, scope)
        sure = True
        if kind == "number":
            assert isinstance(tree, N.Amount | N.Phrase)
            value = self.x.amounts.amount(tree, scope)
        else:
            thing = self.x.references.ref(self.texts.phrase(step.value, scope), scope)
            value, sure = thing.expr, thing.sure
        target = self._place_of(step.role)
        self.p.set(target, value)
        self._name(step.role, Ref(target, kind, step.role, sure), scope)

    def _set_step(self, step: B.SetNumber, scope: Scope) -> None:
        phrase = self.texts.phrase(step.number, scope)
        noun = phrase.noun if isinstance(phrase, N.NounPhrase) else ""
        if not isinstance(phrase, N.NounPhrase) or not isinstance(noun, str) or not self.source.entry(noun).get("kept"):
            raise refuse(phrase, "only what is kept can be set", "Give the noun `kept: true`.", code="RW0606")
        args = self.x.amounts.arguments(phrase, scope)
        cell = self.x.amounts.kept_cell(noun, args)
        if self.source.type_of(noun) != "number":
            self.p.set(
                cell,
                -1 if step.value is None else self.x.references.ref(self.texts.phrase(step.value, scope), scope).expr,
            )
            return
        if step.value is None:
            raise refuse(phrase, "a number cannot be set to nobody", code="RW0606")
        with self.x.amounts.itself(noun, args):
            value = self._amount(step.value, scope)
        if step.how == "by":
            value = expr("{} + {}", cell, value)
        elif step.how == "towards":
            names = self.source.entry(noun).get("values") or []
            value = expr("TOWARDS({}, {}, {})", cell, value, len(names))
        self.p.set(cell, self.x.amounts.limited(noun, args, value))

    def _award_step(self, step: B.Award, scope: Scope) -> None:
        """Prizes by rank: equals share what their places bring, rounded down."""
        self.p.unfollowed()
        inner = scope.child()
        inner.you = Name("o")  # of each seat; what the block has named keeps its name
        value = self._amount(step.value, inner)
        least = self._amount(step.least, scope.child()) if step.least is not None else 0
        others = [self._amount(words, scope.child()) for words in step.against]
        shares = self.module.fresh()
        values = expr("[*[{} for o in SEATS], *{}]", value, others)
        self.p.emit("{} = SHARES({}, {}, {})", shares, literals(step.prizes), values, least)
        for number in range(self.layout.players):
            seat, amount = Lit(number), expr("{}[{}]", shares, number)
            if self.source.entry(step.noun).get("kept"):
                cell = self.x.amounts.kept_cell(step.noun, [seat])
                self.p.set(cell, self.x.amounts.limited(step.noun, [seat], expr("{} + {}", cell, amount)))
            elif self.source.entry(step.noun).get("held"):
                self.p.emit("{} += {}", self.x.amounts.row(step.noun, seat), amount)
            else:
                raise refuse(None, "only what players hold or a kept number can be awarded", code="RW0606")

    def _one_of_step(self, step: B.OneOf, scope: Scope) -> None:
        tests = [
            TRUE if branch.condition is None else self._condition(branch.condition, scope) for branch in step.branches
        ]
        tests = self._with_any_to_lose(step, tests, scope)
        scopes = [scope.child() for _ in step.branches]
        bodies = [
            lambda b=b, inner=inner: self.block(b.do, inner) for b, inner in zip(step.branches, scopes, strict=True)
        ]
        chooser = self._chooser(step.by, scope)
        titles = tuple(b.title for b in step.branches)
        forbidden = (self.forbidden.in_steps(branch.do.steps) for branch in step.branches)
        with self.p.carried_through(perhaps=not step.optional and all(forbidden)):
            resolved = tuple(tuple(self._resolved(branch.do, scope)) for branch in step.branches)
            self.p.alternatives(titles, tests, bodies, step.optional, "", scope, chooser, resolved)
        if not step.optional:
            scope.join(*scopes)

    def _with_any_to_lose(self, step: B.OneOf, tests: list[Expr], scope: Scope) -> list[Expr]:
        """The tests of branches: who has none cannot choose to lose it, unless nothing else is left to choose."""
        some = [self._any_to_lose(branch.do, scope) for branch in step.branches]
        if all(some) and not step.optional:
            others = [both(test, any_to_lose) for test, any_to_lose in zip(tests, some, strict=True) if any_to_lose]
            some = [either(any_to_lose, negation(either(*others))) for any_to_lose in some if any_to_lose]
        return [both(test, *([] if one is None else [one])) for test, one in zip(tests, some, strict=True)]

    def _any_to_lose(self, block: B.Block, scope: Scope) -> Expr | None:
        """Whether there is any of what steps say to lose so much of; None where they lose nothing."""
        found = []
        for said in (step.action.words.tree for step in block.steps if isinstance(step.action, B.Say)):
            thing = said.slot("object") if isinstance(said, N.Perform) and said.verb == "lose" else None
            many = thing.determiner if isinstance(thing, N.NounPhrase) else None
            if isinstance(said, N.Perform) and (many == N.Article(word="a") or isinstance(many, N.Quantity)):
                least = many.low if isinstance(many, N.Quantity) else 1
                test = self.x.amounts.any_to_lose(said, scope) if least else None
                found += [] if test is None else [test]
        return both(*found) if found else None

    def _resolved(self, block: B.Block, scope: Scope) -> Iterator[tuple[str, int]]:
        """The abilities that a block carries out of cards that have a name: heading, and the slot of the card."""
        for action in (step.action for step in block.steps):
            if not isinstance(action, B.Resolve) or not isinstance(action.of, B.Words):
                continue
            phrase = action.of.tree
            if isinstance(phrase, N.NounPhrase) and isinstance(phrase.determiner, N.Article):
                card = scope.names.get(str(phrase.noun))
                if card is not None and card.type == "card" and isinstance(card.expr, Slot):
                    yield action.heading, card.expr.number

    def _offer_step(self, step: B.Offer, scope: Scope) -> None:
        """Abilities and procedures with certain headings, again and again until the seat ends it."""
        self.p.must_stop()
        ending = step.end
        may_end: Expr = TRUE
        if ending is not None and ending.condition is not None:
            may_end = self._condition(ending.condition, scope)
        choice, seat = self.p.slot(), self.p.asked(scope.you)
        head = self.p.block()
        end = self.p.label()
        if self.continuous.states:
            self.p.settle_states(seat)
        offer = self.up.abilities.offer(step.headings)
        ends = (ending.title,) if ending is not None else ()
        options = expr("OFFER(s, {}, {}, {})", seat, offer, may_end)
        self.p.decide(Decision("offer", "", choice.number, titles=ends), options, seat)
        self.p.goto_if(expr("{} == -1", choice), end)
        # What is begun must be carried through: the machine looks ahead to the matching pop.
        after = self.p.label()
        self.p.emit("s.attempts.append(len(s.stack))")
        self.p.emit("f[0] = {}; BEGIN(s, {}, {}); return", after, seat, choice)
        self.p.start(after)
        self.p.add(Settle())
        self.p.goto(head)
        self.p.start(end)

    def _resolve_step(self, step: B.Resolve, scope: Scope) -> None:
        """Abilities with a heading that runs when the rules say so, of named components that are in play."""
        if step.any_order:
            self._resolve_in_any_order(step, scope)
            return
        if isinstance(step.of, B.Words):
            self._resolve_each(step.heading, self.texts.tree(step.of, scope), scope)
            return
        for ability in self.up.abilities.abilities_with(step):
            self.p.must_stop()
            label = self.p.label()
            self.p.goto_if(expr("not IN_PLAY(s, {})", ability.card), label)
            self.p.call(ability.procedure, scope.you, [Lit(ability.card)])
            self.p.goto(label)
            self.p.start(label)

    def _resolve_each(self, heading: str, of: N.Node, scope: Scope) -> None:
        """Carry out the abilities of whichever cards a phrase names now, card by card."""
        if not isinstance(of, N.NounPhrase):
            raise refuse(of, "of which cards?")
        self.p.must_stop()
        self._start_each(self.up.abilities.by_card(heading), self.x.selections.list_of(of, scope), scope)

    def _start_each(self, table: str, cards: Expr, scope: Scope) -> None:
        """Carry out the abilities that a table has of some cards."""
        items = expr("[(c, *e) for c in {} for e in {}.get(c, ())]", cards, table)
        self.p.loop(items, "ability", "ability", "ability", scope, self._start_ability)

    def _resolve_in_any_order(self, step: B.Resolve, scope: Scope) -> None:
        """Carry out the abilities of several cards; whoever does so chooses the next among those that are left."""
        self.p.must_stop()
        table = self.up.abilities.by_card(step.heading)
        if isinstance(step.of, B.Words):
            of = self.texts.tree(step.of, scope)
            if not isinstance(of, N.NounPhrase):
                raise refuse(of, "of which cards?")
            cards, test = self.x.selections.list_of(of, scope), expr("c in {}", table)
        else:
            numbers = dict.fromkeys(ability.card for ability in self.up.abilities.abilities_with(step))
            cards, test = literals(numbers), expr("IN_PLAY(s, c)")
        left, choice = self.p.slot(), self.p.slot()
        self.p.emit("{} = [c for c in {} if {}]", left, cards, test)
        head = self.p.block()
        end = self.p.label()
        self.p.goto_if(expr("not {} or s.over is not None", left), end)
        prompt = N.Ability(heading=step.heading, sentences=())
        self.p.choose("card", prompt, self.objects.distinct(left), choice, scope.you, "card")
        self.p.emit("{} = [c for c in {} if c != {}]", left, left, choice)
        self.p.perhaps(lambda: self._start_each(table, expr("[{}]", choice), scope))
        self.p.goto(head)
        self.p.start(end)

    def _start_ability(self, scope: Scope) -> None:
        self.p.must_stop()
        then = self.p.label()
        self.p.unfollowed()
        self.p.emit("f[0] = {}; START_EACH(s, {}, {}); return", then, scope.you, scope.names["ability"].expr)
        self.p.start(then)

    def _who_can_choose(self, block: B.Block, scope: Scope) -> Expr:
        """The seats in turn order that have something to choose from in the first step of a block."""
        seats = expr("ORDER(s, SEATS)")
        first = block.steps[0].action if block.steps else None
        phrase = self.texts.tree(first.phrase, scope) if isinstance(first, B.Choose) and first.by is None else None
        if not isinstance(first, B.Choose) or not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str):
            return seats
        o = self.module.fresh()
        inner = scope.child()
        inner.you = o
        some = self.x.selections.some(self._to_choose_from(first, phrase, inner))
        return Things(o, seats, [some]).picked()

    def _to_choose_from(self, step: B.Choose, phrase: N.NounPhrase, scope: Scope) -> Things:
        """What a step lets somebody choose from."""
        things = self.x.selections.each(phrase, scope)
        if step.where is None:
            return things
        noun, inner = str(phrase.noun), scope.child()
        inner.bind(step.role or noun, Ref(things.thing, self.source.type_of(noun), noun))
        self.x.references.know(phrase, inner.names[step.role or noun], inner)
        return things.narrowed(self._condition(step.where, inner))

    def _secret_step(self, step: B.Secretly, scope: Scope) -> None:
        """Everybody chooses, then what was chosen happens: nobody knows of the others' choices.

        Who has nothing to choose from at first is passed over: until all have chosen, nothing changes.
        """
        round_ = SecretRound(self.p, self._who_can_choose(step.do, scope))
        inner = scope.child()
        inner.you = round_.seat
        first = self.p.slots
        self.p.blocks.secret += 1
        self.block(step.do, inner)
        self.p.blocks.secret -= 1
        last = self.p.slots
        chosen = expr("f[{}:{}]", first, last)
        round_.has_chosen(chosen)
        self.block(step.then, inner)
        round_.close()


def _seen_too_early(block: B.Block) -> bool:
    """Whether steps go on after a secret choice, before the next player has chosen."""
    secret = False
    for step in block.steps:
        chooses = isinstance(step.action, B.Choose) and step.action.secretly
        inner = [one for one in B.walk(step) if isinstance(one, B.Choose) and one.secretly]
        if secret and not chooses:
            return True
        if not chooses and any(_seen_too_early(one) for one in _blocks(step.action)):
            return True
        secret = secret or bool(inner)
    return False


def _blocks(action: B.Action) -> Iterator[B.Block]:
    """The blocks of a step that are carried out as a part of it."""
    inner = (getattr(action, name, None) for name in ("do", "then", "otherwise"))
    if not isinstance(action, B.Secretly):
        yield from (block for block in inner if isinstance(block, B.Block))


def _trees(step: B.Step) -> Iterator[N.Node]:
    """What all words in a step say."""
    for words in B.walk(step):
        if isinstance(words, B.Words) and words.tree is not None:
            yield words.tree


def _asks_what_was_done(step: B.Step) -> bool:
    """Whether words of a step speak of what was done "this way"."""
    return any(isinstance(words, B.Words) and words.looks_back for words in B.walk(step))


def _resolved_of(step: B.ForEach) -> N.Node | None:
    """What a loop over players has carried out of a player that it calls by a name: cards of theirs, say."""
    for part in B.walk(step.do):
        tree = part.of.tree if isinstance(part, B.Resolve) and isinstance(part.of, B.Words) else None
        if tree is not None and any(isinstance(one, N.NounPhrase) and one.noun == step.role for one in tree.walk()):
            return tree
    return None
