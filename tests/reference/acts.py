"""What sentences and steps do to a position.

What is still to be done stands in `State.tasks`: the name of a method here, and its arguments. A method that needs a
choice asks for it (`Answers.take`) before it changes anything; it is then run again with the choice as one argument
more. So a position can be copied at any question, and every way of answering can be tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from typing import Any

from rulewright.language import nodes as N
from rulewright.language.rewriting import rewritten
from rulewright.language.trees.alternatives import done_by_several
from rulewright.language.trees.likeness import Likeness, parted
from rulewright.language.trees.past import GOING_ON
from rulewright.ruleset import blocks as B
from tests.reference.answers import InEachPass, asks_if_done, may_avoid, offers_if
from tests.reference.meaning import (
    ACTORS,
    CALLED_ANOTHER,
    EVERY,
    MANY,
    OTHERS_SAID,
    SEVERAL,
    Unclear,
    others_said,
    says_another,
)
from tests.reference.partial import CHANGES_NOTHING, NOTHING, WHOLE, Failed, Missing, one_of, position
from tests.reference.prices import ALONE, FIRST, LATER, pays, prices
from tests.reference.replacing import Replacing
from tests.reference.state import Env, Ref, State, note_done
from tests.reference.telling import Telling, waits_for_first
from tests.reference.texts import MOVES, Ability, Spoken, deed_of
from tests.reference.world import NotCarried, Thing, listed

SETS = {"card": "cards", "player": "players", "space": "spaces"}  # what several things are called
REST = ("the_rest", "the_others")  # what is left of cards
PER_TURN = {"once_per_turn", "twice_per_turn", "first_time_each_turn"}
PER_ROUND = {"once_per_round", "first_time_each_round"}
Task = tuple[Any, ...]
Choice = tuple[str, Any]
LOOKS = ("look_at", "look", "reveal")
_WHOEVER = N.Pronoun(word="they")
_YOURS = (N.Pronoun(word="you"), N.Article(word="your"), N.OfYours())
_ONES_OWN = ("gain", "lose", "pay", "draw", "take", "discard", "play", "give", "look", "choose")
THEIRS = "their one"  # by which name the player is known whom "their" means


@dataclass
class Question(Exception):
    """Somebody must choose: (id, value) of each option; after the choice, `task` goes on with it.

    tried: whether each option must be tried whatever was begun before (an offer).
    """

    seat: int
    options: list[Choice]
    tried: bool = False
    task: Task = ()


class Answers:
    """The choices made so far in one act."""

    def __init__(self, given: Sequence[Any]) -> None:
        self.given = list(given)

    def take(self, seat: int, options: Callable[[], list[Choice]], tried: bool = False) -> Any:
        """The next choice. Raises Question where it was not made yet."""
        if not self.given:
            raise Question(seat, options(), tried)
        return self.given.pop(0)


TWO = N.Quantity(kind="count", low=2)
ONE_PIECE = (N.Quantity(kind="count", low=1),)


@dataclass(frozen=True)
class Many:
    """How many: at least, at most; `every` for all there are."""

    low: int
    high: int
    every: bool = False

    def key(self) -> tuple[int, int]:
        """What tells it from others."""
        return (self.low, self.high)


@dataclass(frozen=True)
class Use:
    """Something that can be begun: a rule, an ability, or a sentence that listens. `task` does it."""

    id: str
    limit: str  # what it counts as used
    limits: tuple[str, ...]
    shared: bool
    task: Task

    def key(self) -> tuple[Any, ...]:
        """What tells it from others."""
        return (self.id, self.limit, *(part for part in self.task if isinstance(part, str | int | tuple)))


class Acts(Replacing, Telling):
    """Carries out sentences and steps."""

    # ------------------------------------------------------------ tasks

    @staticmethod
    def then(s: State, *tasks: Task) -> None:
        """Do these tasks next, in this order."""
        s.tasks.extend(reversed(tasks))

    def step_on(self, s: State) -> None:
        """Carry out one task. Raises Question, with the task that asks, or Failed."""
        task = s.tasks.pop()
        try:
            getattr(self, task[0])(s, *task[1:])
        except Question as question:
            question.task = task
            raise

    def begun(self, s: State) -> None:
        """From here on something must be carried through, until `carried_through`."""
        s.open += 1

    def carried_through(self, s: State) -> None:
        """The end of something that was begun."""
        s.open -= 1

    def card_options(self, cards: Sequence[Thing], s: State) -> list[Choice]:
        """Options of cards: of copies that lie together and are alike one is enough."""
        found: dict[Any, Thing] = {}
        for card in cards:
            numbers = () if len(self.w.copies(card.name)) == 1 else self._numbers_of(s, card)
            found.setdefault((card.name, s.where.get(card), *numbers), card)
        return [(self.w.card_id(card), card) for card in found.values()]

    def _numbers_of(self, s: State, card: Thing) -> tuple[Any, ...]:
        """What one copy of a card may have of its own: kept numbers and things, whose set it is from, pieces on it."""
        numbers = tuple(value for cell, value in s.kept.items() if cell[1:] == (card,))
        issued = [entry["of"] for entry in self.w.nouns.values() if entry.get("set")]
        owner = self.w.owner[card] if any(self.w.is_kind(card, noun) for noun in issued) else -1
        pieces = tuple((*spot[:2], count) for spot, count in s.pieces.items() if spot[2] == card and count)
        return (*numbers, owner, *pieces)

    def thing_options(self, things: Sequence[Any], kind: str, s: State) -> list[Choice]:
        """Options of things of a type."""
        if kind == "card":
            return self.card_options(things, s)
        if kind in ("player", "number"):
            return [(str(thing), thing) for thing in things]
        return [(self.w.place_id(thing), thing) for thing in things]

    # ------------------------------------------------------------ blocks

    def block(self, s: State, block: B.Block | None, env: Env) -> None:
        """Steps, one after another."""
        self.steps(s, block.steps if block is not None else (), env)

    def steps(self, s: State, steps: tuple[B.Step, ...], env: Env) -> None:
        """Steps; what a text may forbid is looked ahead at from the choice before it, where nothing was begun."""
        for number, step in enumerate(steps):
            ahead = self._looked_at(steps[number:]) if isinstance(step.action, B.Choose) and not s.open else 0
            if ahead:
                done = tuple(("step", one.action, env) for one in steps[:number])
                self.then(s, *done, ("choose_ahead", steps[number:], ahead, env))
                return
        self.then(s, *(("step", step.action, env) for step in steps))

    def choose_ahead(self, s: State, steps: tuple[B.Step, ...], ahead: int, env: Env) -> None:
        """A choice with what comes of it: only what can be carried through, if anything can."""
        first, rest = tuple(("step", step.action, env) for step in steps[:ahead]), steps[ahead:]
        trial = s.ahead()
        trial.open += 1
        inner = env.copy()
        trial.tasks = [("carried_through",), *(("step", step.action, inner) for step in reversed(steps[:ahead]))]
        if not s.open and self.can_be_done(trial, s.open):
            first = (("begun",), *first, ("carried_through",))
        self.then(s, *first, ("steps", rest, env))

    def _looked_at(self, steps: tuple[B.Step, ...]) -> int:
        """How many steps there are up to the last that a text may forbid, if players are offered nothing in them."""
        found = 0
        for number, step in enumerate(steps, 1):
            if number > 1 and self.forbidden.steps_open((step,)):
                break
            if number > 1 and self.forbidden.steps_do((step,)):
                found = number
        return found

    def must(self, s: State, sentence: N.Statement, env: Env) -> None:
        """A step that must be done; where nothing was begun, what a text forbids of it is left undone, act by act."""
        if s.open or not self.forbidden.does(sentence):
            self.then(s, ("say", sentence, env))
        elif any(pays(part) for part in sentence.walk()):
            if self.can_do(s, ("say", sentence), env):
                self.then(s, ("begun",), ("say", sentence, env), ("carried_through",))
        else:
            inner = env.child(lenient=True, partial=False, counts=False)
            self.then(s, ("say", sentence, inner), ("learn_more", env, inner))

    def step(self, s: State, action: B.Action, env: Env, *given: Any) -> None:
        """One step of a block."""
        answers = Answers(given)
        match action:
            case B.Say(words=words):
                tree = words.tree
                sentences = tree.sentences if isinstance(tree, N.Text) else (tree,)
                env.done[OTHERS_SAID] = others_said(sentences)
                self.then(s, *(("must", sentence, env) for sentence in sentences))
            case B.If(condition=condition, then=then, otherwise=otherwise):
                branch = then if self.block_holds(s, condition, env) else otherwise
                self.block(s, branch, env.child())
            case B.While(condition=condition, do=do):
                if self.block_holds(s, condition, env):
                    forbidden = self.forbidden.steps_do(do.steps)
                    after = ("unless_same", position(s), action, env) if forbidden else ("step", action, env)
                    self.then(s, ("block", do, env.child()), after)
            case B.Repeat(times=times, do=do):
                self._often(s, ("block", do), env, *self._times(times.text))
            case B.AsOften(number=words, do=do):
                count = self.amount(s, self.said_amount(words), env)
                self._often(s, ("block", do), env, count, count)
            case B.ForEach():
                phrase = action.each.tree
                assert isinstance(phrase, N.NounPhrase)
                items, kind, noun = self.listing(s, phrase, env)
                if action.reverse:
                    items = items[::-1]
                self.then(s, ("each", items, kind, noun, action.role, env, ("block", action.do)))
            case B.Secretly(do=do, then=then):
                self._secretly(s, [("block", do)], [("block", then)], env, self._who_can_choose(s, do, env))
            case B.Choose():
                self._choose(s, action, env, answers)
            case B.ChooseNumber():
                low, high = (self.amount(s, self.said_amount(words), env) for words in (action.low, action.high))
                seat = self._chooser(s, action.by, env)
                number = answers.take(seat, lambda: [(str(n), n) for n in range(low, high + 1)])
                env.assign(action.role, Ref(number, "number", action.role))
            case B.Let(role=role, value=words):
                kind = self.w.type_of(role)
                tree = words.tree
                if kind == "number":
                    value: Any = self.amount(s, self.said_amount(words), env)
                else:
                    assert isinstance(tree, N.Phrase)
                    value = self.thing(s, tree, env).value
                ref = Ref(value, kind, role)
                env.assign(role, ref)
                env.recent.append(ref)
            case B.SetNumber():
                self._set(s, action, env)
            case B.Award():
                self._award(s, action, env)
            case B.OneOf(branches=branches, optional=optional):
                free = not optional and not s.open and all(self.forbidden.steps_do(b.do.steps) for b in branches)
                if free and not self.can_do(s, ("one_of", action), env):
                    self.then(s, ("one_of", action, env))
                else:
                    self._wholly(s, ("one_of", action, env))
            case B.Require(condition=condition):
                if not self.block_holds(s, condition, env):
                    raise Failed
            case B.IfPossible(do=do, otherwise=otherwise):
                if self.can_do(s, ("block", do), env):
                    self.then(s, ("begun",), ("block", do, env.child()), ("carried_through",))
                else:
                    self.block(s, otherwise, env.child())
            case B.Offer():
                self.then(s, ("offer", action, env))
            case B.Resolve():
                self._resolve(s, action, env)
            case _:
                raise NotCarried(f"the step {action}")

    def unless_same(self, s: State, before: Any, action: B.While, env: Env) -> None:
        """Again what goes on while something is so, unless nothing of it could be done."""
        if position(s) != before:
            self.then(s, ("step", action, env))

    @staticmethod
    def _times(words: str) -> tuple[int, int]:
        said = {"forever": (MANY, MANY), "any number of times": (0, MANY), "one or more times": (1, MANY)}
        if words in said:
            return said[words]
        numbers = [int(word) for word in words.split() if word.isdigit()]
        if not numbers:
            raise NotCarried(f"repeating {words}")
        return (0 if words.startswith("up to") else numbers[0]), numbers[-1]

    def _wholly(self, s: State, task: Task) -> None:
        """A task that asks what is done: only what can be carried through, also where nothing was begun before."""
        if s.open:
            self.then(s, task)
        else:
            self.then(s, ("begun",), task, ("carried_through",))

    def one_act(self, s: State, node: N.Choice, env: Env, *given: Any) -> None:
        """One of several acts that can be done whole; as far as possible where none can."""
        in_part = env.partial and any(self.in_part(act) for act in node.acts)
        if in_part and self.can_do(s, ("one_whole", node), env):
            self.then(s, ("begun",), ("one_whole", node, env), ("carried_through",))
        elif self._loses_nothing(s, node, env):
            return
        else:
            self.then(s, ("one_in_part", node, env, *given))

    def _loses_nothing(self, s: State, node: N.Choice, env: Env) -> bool:
        """Whether none of several ways can be chosen but to lose what there is none of: that can always be done."""
        if env.partial or env.owed or all(self.any_to_lose(s, act, env) for act in node.acts):
            return False
        return not self.can_do(s, ("one_in_part", node), env)

    def one_whole(self, s: State, node: N.Choice, env: Env, *given: Any) -> None:
        """One of several acts, whole."""
        options: list[Choice] = [(str(number), act) for number, act in enumerate(node.acts)]
        chosen = Answers(given).take(env.you, lambda: options)
        if not self.any_lost_first(s, chosen, env) or (env.partial and not self.any_to_draw(s, chosen, env)):
            raise Failed
        if done_by_several(chosen):
            self.then(s, ("as_far", (chosen,), env.child(), True))
        else:
            self.then(s, ("say", chosen, env.child(**WHOLE)))

    def one_in_part(self, s: State, node: N.Choice, env: Env, *given: Any) -> None:
        """One of several acts, as far as possible where texts are."""
        options: list[Choice] = [(str(number), act) for number, act in enumerate(node.acts)]
        chosen = Answers(given).take(env.you, lambda: options)
        if not self.any_lost_first(s, chosen, env) or (env.partial and not self.any_to_draw(s, chosen, env)):
            raise Failed
        inner = env.child(chooser=env.you)
        self.then(s, ("as_far", (chosen,), inner, True) if env.partial else ("say", chosen, inner))

    def any_lost_first(self, s: State, act: N.Node, env: Env) -> bool:
        """Whether there is any of what one of several ways loses before it does something else."""
        acts = act.acts if isinstance(act, N.Sequence) else (act,)
        lost = takewhile(lambda one: one is act or (isinstance(one, N.Perform) and one.verb == "lose"), acts)
        return all(self.any_to_lose(s, one, env) for one in lost)

    def any_to_lose(self, s: State, act: N.Node, env: Env) -> bool:
        """Whether who is to lose something has any: else to lose it is nothing that could be chosen."""
        thing = act.slot("object") if isinstance(act, N.Perform) and act.verb == "lose" else None
        thing = thing.whole if isinstance(thing, N.PartOf) else thing  # “all your coins”
        noun = getattr(thing, "noun", None)
        if not isinstance(noun, str) or deed_of(self.w, act):
            return True
        entry = self.w.entry(noun)
        if entry.get("held") or self.held_kinds(noun):
            return self.held(s, noun, env.you) > 0
        least = self.w.word("nouns", noun).least if entry.get("kept") and entry.get("of") == "player" else None
        return least is None or s.kept[noun, env.you] > self.amount(s, self.said_amount(least), env)

    @staticmethod
    def draws_the_topmost(act: N.Perform) -> bool:
        """Whether so many cards are drawn from the top: what was named before is drawn from where it lies."""
        thing = act.slot("object")
        if act.verb != "draw" or isinstance(thing, N.Pronoun | N.PartOf):
            return False
        said = thing.determiner if isinstance(thing, N.NounPhrase) else None
        return not (isinstance(said, N.Article) and said.word in ("that", "this", "the"))

    def any_to_draw(self, s: State, act: N.Node, env: Env) -> bool:
        """Whether there is a card to draw, where one is to be drawn and nothing is put in the place of that now."""
        if not isinstance(act, N.Perform) or not self.draws_the_topmost(act) or self.made_possible(s, act, env):
            return True
        said, usual = act.slot("from"), (self.w.ruleset.zones.get("draw") or {}).get("from")
        named = said if isinstance(said, N.Phrase) else N.NounPhrase(determiner=ACTORS, noun=usual)
        pile = self.zone_named(s, named, env)
        refill = self.w.entry(pile.name).get("refill")
        return bool(s.zones.get(pile) or (refill and s.zones.get(self.w.zone(refill, pile.number))))

    def _often(self, s: State, body: Task, env: Env, low: int, high: int) -> None:
        """A task several times; where somebody says how often, going on is offered only if that can be done."""
        again = ("again", body, env, low, high, 0)
        if low >= high:
            self.then(s, again)
        else:
            self._wholly(s, again)

    def again(self, s: State, body: Task, env: Env, low: int, high: int, count: int, *given: Any) -> None:
        """A task once more: as long as it must be, then as often as somebody likes."""
        if count >= high:
            return
        if count >= low and not Answers(given).take(env.you, lambda: [("0", 0), ("1", 1)]):
            return
        inner = env.child()
        self.then(s, (*body, inner), ("hand_on", inner, env), ("again", body, env, low, high, count + 1))

    def hand_on(self, s: State, env: Env, outer: Env) -> None:
        """What a deed has handed back is known where it was done, and so is which of some cards it was done to."""
        if "handed back" in env.done:
            outer.recent.append(env.done["handed back"])
        if "come" in env.done:
            outer.done["come"] = env.done["come"]
        if "taken" in outer.done and env.done.get("look") == outer.done.get("look"):
            outer.done["taken"] = env.done.get("taken", ())
            outer.done["used"] = env.done.get("used", ())

    def each(
        self, s: State, items: Sequence[Any], kind: str, noun: str, name: str | None, env: Env, body: Task
    ) -> None:
        """A task for each of several things; for seats without a name, "you" is each of them in turn."""
        if not items:
            return
        ref = Ref(items[0], kind, noun)
        inner = env.child()
        spoken_of = env.name(noun) is not None or any(one.type == "player" for one in env.recent)
        if kind == "player" and name is None and spoken_of:
            inner.recent.append(ref)  # "that player" is not who acts, where another was spoken of
        else:
            inner.bind(name or noun, ref)
            inner.names[noun] = ref
        if kind == "player" and name is None:
            inner.you, inner.among, inner.rules = items[0], True, False
            if body[0] == "block":  # a loop of a sentence does not change who "you" is
                inner.mine = items[0]
        self.then(s, (*body, inner), ("each", tuple(items[1:]), kind, noun, name, env, body))

    def _chooser(self, s: State, by: B.Words | None, env: Env) -> int:
        if by is None:
            return env.you
        assert isinstance(by.tree, N.Phrase)
        return int(self.thing(s, by.tree, env).value)

    def _choose(self, s: State, step: B.Choose, env: Env, answers: Answers) -> None:
        phrase = step.phrase.tree
        assert isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str)
        kind, noun = self.w.type_of(phrase.noun), phrase.noun
        found = self._to_choose_from(s, step, env)
        if step.at_random:
            if not found:
                raise Failed
            chosen = found[s.random(len(found))]
        else:
            chosen = answers.take(self._chooser(s, step.by, env), lambda: self.thing_options(found, kind, s))
        ref = Ref(chosen, kind, noun)
        if step.role is not None:
            env.assign(step.role, ref)
            if step.role == self.w.ruleset.first_player:
                s.changed()
                s.first_player = chosen
                if self.w.entry(step.role).get("kept"):
                    s.keep((step.role,), chosen)
        env.recent.append(ref)

    def _to_choose_from(self, s: State, step: B.Choose, env: Env) -> list[Any]:
        """What a step lets somebody choose from."""
        phrase = step.phrase.tree
        assert isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str)
        kind, noun = self.w.type_of(phrase.noun), phrase.noun
        found = []
        for thing in self._described(s, phrase, env):
            inner = env.child()
            inner.bind(step.role or noun, Ref(thing, kind, noun))
            if step.where is None or self.block_holds(s, step.where, inner):
                found.append(thing)
        return found

    def _who_can_choose(self, s: State, do: B.Block, env: Env) -> list[int]:
        """Who chooses in secret: all who have something to choose from at first."""
        first = do.steps[0].action if do.steps else None
        seats = list(self.turn_order(s))
        if not isinstance(first, B.Choose) or first.by is not None:
            return seats
        return [seat for seat in seats if self._to_choose_from(s, first, env.child(you=seat, mine=seat))]

    def _set(self, s: State, step: B.SetNumber, env: Env) -> None:
        phrase = step.number.tree
        assert isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str)
        entry = self.w.entry(phrase.noun)
        if not entry.get("kept"):
            raise NotCarried(f"setting {phrase.noun}")
        args = [self._argument(s, kind, phrase, env) for kind in listed(entry.get("of"))]
        if entry["type"] != "number":
            what = step.value.tree if step.value is not None else None  # `to: nobody`
            nobody = what is None or (isinstance(what, N.Pronoun) and what.word == "nobody")
            s.keep((phrase.noun, *args), None if nobody else self.thing(s, what, env).value)
            return
        self.itself = phrase.noun, args
        value, old = self.amount(s, self.said_amount(step.value), env), s.kept[(phrase.noun, *args)]
        self.itself = None
        if step.how == "by":
            value += old
        elif step.how == "towards":
            value = self._nearer(len(entry["values"]), old, value)
        self._keep(s, phrase.noun, args, value)

    @staticmethod
    def _nearer(size: int, old: int, goal: int) -> int:
        """One step towards a value, the shorter way round; upwards where both ways are as long."""
        up, down = (goal - old) % size, (old - goal) % size
        return old if not up else (old + (1 if up <= down else -1) - 1) % size + 1

    def _keep(self, s: State, noun: str, args: Sequence[Any], value: int) -> None:
        """Set a kept number, within its limits."""
        word = self.w.word("nouns", noun)
        env = Env(args[0] if args and isinstance(args[0], int) else 0)
        if word.most is not None:
            value = min(value, self.amount(s, self.said_amount(word.most), env))
        if word.least is not None:
            value = max(value, self.amount(s, self.said_amount(word.least), env))
        s.keep((noun, *args), value)

    def _award(self, s: State, step: B.Award, env: Env) -> None:
        """Prizes by rank; seats with equally much share what their places bring."""
        of_each = [env.child(you=seat, mine=seat) for seat in self.w.seats]
        values = [self.amount(s, self.said_amount(step.value), each) for each in of_each]
        least = self.amount(s, self.said_amount(step.least), env) if step.least is not None else 0
        others = [self.amount(s, self.said_amount(words), env) for words in step.against]
        ranked = sorted([*values, *others], reverse=True)
        gains = []
        for value in values:
            places = [place for place, other in enumerate(ranked) if other == value]
            prize = sum(step.prizes[place] for place in places if place < len(step.prizes)) // len(places)
            gains.append(prize if value >= least else 0)
        for seat, gain in enumerate(gains):
            if self.w.entry(step.noun).get("kept"):
                self._keep(s, step.noun, [seat], s.kept[step.noun, seat] + gain)
            else:
                s.hold(step.noun, seat, s.held[step.noun, seat] + gain)

    def one_of(self, s: State, step: B.OneOf, env: Env, *given: Any) -> None:
        """A choice between blocks, or none of them."""
        allowed = [
            number for number, branch in enumerate(step.branches)
            if branch.condition is None or self.block_holds(s, branch.condition, env)
        ]  # fmt: skip
        some = [self._any_of_what_is_lost(s, branch.do, env) for branch in step.branches]
        if step.optional or None in some or any(some[number] for number in allowed):
            allowed = [number for number in allowed if some[number] is not False]
        options: list[Choice] = [("none", None)] if step.optional else []
        options += [(str(number), number) for number in allowed]
        chosen = Answers(given).take(self._chooser(s, step.by, env), lambda: options)
        if chosen is not None:
            self.block(s, step.branches[chosen].do, env.child())

    def _any_of_what_is_lost(self, s: State, block: B.Block, env: Env) -> bool | None:
        """Whether there is any of what steps say to lose; None where they lose nothing that is counted."""
        found: list[bool] = []
        for step in block.steps:
            said = step.action.words.tree if isinstance(step.action, B.Say) else None
            thing = said.slot("object") if isinstance(said, N.Perform) and said.verb == "lose" else None
            many = thing.determiner if isinstance(thing, N.NounPhrase) else None
            if isinstance(many, N.Quantity) and many.low or many == N.Article(word="a"):
                found.append(self.any_to_lose(s, said, env))
        return all(found) if found else None

    def _secretly(
        self, s: State, first: list[Task], last: list[Task], env: Env, seats: Sequence[int] | None = None
    ) -> None:
        """All seats, or some, choose in turn order, each in an environment of its own; then what was chosen happens."""
        own = []
        for seat in self.turn_order(s) if seats is None else seats:
            inner = env.child(you=seat, mine=seat if first[0][0] == "block" else env.mine)
            inner.roles = dict(env.roles)
            inner.recent.append(Ref(seat, "player", "player"))
            own.append(inner)
        self.then(
            s, *((*task, inner) for inner in own for task in first), *((*t, inner) for inner in own for t in last)
        )

    # ------------------------------------------------------------ offers

    def offer(self, s: State, step: B.Offer, env: Env, *given: Any) -> None:
        """Abilities and rules under some headings, again and again until the seat ends it."""
        news = [] if given else self.effects(s, env.you)
        if news:
            self.then(s, *news, ("offer", step, env))
            return
        end = step.end
        uses: list[Choice] = [(use.id, use) for use in self.offered(s, step.headings, env.you)]
        if end is None or end.condition is None or self.block_holds(s, end.condition, env):
            uses.append(("end", None))
        use = Answers(given).take(env.you, lambda: uses, tried=True)
        if use is None:
            return
        self.mark(s, use, env.you)
        self.then(s, ("begun",), use.task, ("carried_through",), ("offer", step, env))

    def mark(self, s: State, use: Use, seat: int) -> None:
        """Remember that something with a limit was used; of a shared thing, by nobody else either."""
        if use.limits:
            for other in self.w.seats if use.shared else [seat]:
                s.use(use.limit, other, use.limits)

    def offered(self, s: State, headings: Sequence[str], seat: int) -> list[Use]:
        """All that a seat may try to begin under some headings."""
        found = []
        for heading in headings:
            entry = self.w.headings[heading]
            for rule in self.w.ruleset.procedures.values():
                if rule.heading != heading or (f"rule {rule.id}", seat) in s.used:
                    continue
                if rule.condition is None or self.block_holds(s, rule.condition, Env(seat)):
                    own = self.w.ruleset.content.data["procedures"][rule.id].get("limit", entry.get("limit", ()))
                    often = (own,) if isinstance(own, str) else tuple(own)
                    shared = bool(entry.get("shared"))
                    found.append(Use(rule.id, f"rule {rule.id}", often, shared, ("use_rule", rule, seat)))
            sources = list(entry.get("from") or ())
            for ability in self.texts.with_heading(heading):
                name = f"ability {ability.heading} {ability.component}"
                if ability.own_limit:
                    name += f" {ability.number}"
                if (name, seat) in s.used:
                    continue
                for number, source in enumerate(sources):
                    zone = self.w.zone(source, seat)
                    lying = [card for card in self.w.copies(ability.component) if s.where.get(card) == zone]
                    if lying:
                        told = f"{ability.component}:{heading}" + (f":{source}" if number else "")
                        first = self._first_that_can(s, ability, source, lying, seat)
                        task = ("use_ability", ability, source, first, seat)
                        found.append(Use(told, name, ability.limits, bool(entry.get("shared")), task))
        return found

    def _first_that_can(self, s: State, ability: Ability, source: str, cards: list[Thing], seat: int) -> Thing:
        """Of several copies of a card the first with which its ability can be carried through; else the last."""
        for card in cards[:-1]:
            trial = s.ahead()
            trial.open += 1
            trial.tasks = [("carried_through",), ("use_ability", ability, source, card, seat)]
            if self.can_be_done(trial, s.open):
                return card
        return cards[-1]

    def use_rule(self, s: State, rule: Any, seat: int) -> None:
        """Carry out a rule that was offered."""
        env = Env(seat)
        word = self.w.word("headings", rule.heading)
        self.then(s, ("block", word.cost, env), ("block", rule.do, env), ("block", word.after, env))

    def use_ability(self, s: State, ability: Ability, source: str, card: Thing, seat: int) -> None:
        """Carry out an ability that was offered."""
        env = Env(seat, card)
        env.used_from = s.where.get(card)
        word = self.w.word("headings", ability.heading)
        sentences = self._card_says(ability, env, offered=True)
        self.then(
            s, ("block", word.cost, env), ("block", word.sources.get(source), env), ("used", card, env), *sentences,
            ("block", word.after, env),
        )  # fmt: skip

    def used(self, s: State, card: Thing, env: Env) -> None:
        """Note whether a card lies elsewhere because it is used, and not where its own text may have put it."""
        if s.where.get(card) == env.used_from:
            env.used_from = None

    def _resolve(self, s: State, step: B.Resolve, env: Env) -> None:
        """The abilities under a heading that runs when the rules say so."""
        if step.any_order:
            self.then(s, ("resolve_one", step.heading, tuple(self._with_heading(s, step, env)), env))
            return
        if isinstance(step.of, B.Words):
            phrase = step.of.tree
            assert isinstance(phrase, N.Phrase)
            cards = self.things(s, phrase, env)
            for card in reversed(cards):
                for ability in reversed(self.texts.with_heading(step.heading, card.name)):
                    self.then(s, ("resolve", ability, card, env.you, False))
            return
        found = [a for a in self.texts.with_heading(step.heading) if step.of is None or a.component in step.of]
        self.then(s, *(("resolve", a, card, env.you, True) for a in found for card in self.w.copies(a.component)))

    def _with_heading(self, s: State, step: B.Resolve, env: Env) -> Iterator[Thing]:
        """The cards whose abilities a rule carries out in any order."""
        if isinstance(step.of, B.Words):
            assert isinstance(step.of.tree, N.Phrase)
            cards = self.things(s, step.of.tree, env)
        else:
            cards = [card for card in self.w.cards if self._in_play(s, card)]
        for card in cards:
            named = step.of is None or isinstance(step.of, B.Words) or card.name in step.of
            if named and self.texts.with_heading(step.heading, card.name):
                yield card

    def resolve_one(self, s: State, heading: str, left: tuple[Thing, ...], env: Env, *given: Any) -> None:
        """The abilities of several cards, in an order that is chosen."""
        if not left:
            return
        card = Answers(given).take(env.you, lambda: self.thing_options(list(left), "card", s))
        told = self.texts.with_heading(heading, card.name)
        rest = tuple(other for other in left if other != card)
        self.then(s, *(("resolve", a, card, env.you, False) for a in told), ("resolve_one", heading, rest, env))

    def _in_play(self, s: State, card: Thing) -> bool:
        """Whether a card lies open on the table."""
        zone = s.where.get(card)
        return (
            zone is not None and zone.name != self.w.ruleset.out_of_game
            and self.w.entry(zone.name).get("visible") == "public"
        )  # fmt: skip

    def resolve(self, s: State, ability: Ability, card: Thing, seat: int, in_play: bool) -> None:
        """One ability of one card; where a rule names the component, only if the card lies open on the table."""
        if in_play and not self._in_play(s, card):
            return
        env = Env(seat, card)
        if any(card in args for _, _, args in s.under_way):  # what is done to it has brought it to where it lies now
            env.used_from = Thing("zone", "")
        self.then(s, *self._card_says(ability, env, offered=False))

    def _card_says(self, ability: Ability, env: Env, offered: bool) -> list[Task]:
        """What a card says under a heading: whole where the heading says so, otherwise as far as possible."""
        env.done[OTHERS_SAID] = others_said(ability.sentences)
        if self.w.headings[ability.heading].get("whole"):
            env.wholly = True
            return self.told(ability.sentences, env)
        word = self.w.word("headings", ability.heading)
        return [("as_far", ability.sentences, env, offered, bool(word.cost.steps), offered)]

    # ------------------------------------------------------------ sentences

    def say(self, s: State, node: N.Statement, env: Env, *given: Any) -> None:
        """A sentence, or an act, that is carried out now; what asks about what was not found is passed over."""
        try:
            self._say(s, node, env)
        except Missing:
            if not env.counts and not env.partial:
                raise

    def _say(self, s: State, node: N.Statement, env: Env) -> None:
        match one_of(node):
            case N.If(condition=condition, then=then, otherwise=otherwise):
                if self._asks_nobody(condition, env):
                    return
                if not isinstance(condition, N.Did):
                    self.tries(s, condition, env)
                holds = self.holds(s, condition, env)
                self.speak_of_neighbours(condition, env)
                if offers_if(node):  # "if you do not" is said only of whoever was asked
                    env.done["asked"] = holds
                if holds:
                    self.then(s, ("say", then, env.child()))
                elif otherwise is not None:
                    self.then(s, ("say", otherwise, env.child()))
            case N.Unless(then=then) as unless if (may := may_avoid(self.w, unless)) is not None:
                asked = env.child()
                asked.done.pop("did", None)
                self.then(s, ("say", may, asked), ("unless_done", then, may.subject, asked, env.child()))
            case InEachPass(loop=N.Does() as loop, answers=answers, who_did=who_did):
                self._somebody_does(s, loop, env, answers, who_did)
            case InEachPass(loop=N.ForEach(each=N.NounPhrase() as phrase, then=then), answers=answers):
                self.not_counted(phrase)
                self._not_one_by_one(phrase, then)
                items, kind, noun = self.listing(s, phrase, env)
                if not items:
                    self.tries(s, phrase, env)
                body = ("settled", then, answers, env.you, env.among)
                if kind == "player":
                    self._lies_before(s, env)
                self.then(s, ("each", items, kind, noun, noun, env, body), ("followed", env))
            case N.Unless(condition=condition, then=then):
                if self._asks_nobody(condition, env):
                    return
                self.tries(s, condition, env)
                asked = env.done.get("asked", True) if asks_if_done(node) else True
                if asked and not self.holds(s, condition, env):
                    self.then(s, ("say", then, env.child()))
            case N.Possible(then=then, otherwise=otherwise):
                whole = env.child(**(WHOLE if env.counts or env.partial else {}), owed=True, possible=True)
                # who may leave it can always "do" it: asked is whether there is something that may be done
                if isinstance(then, N.Does) and then.modal == "may" and not self.is_open(then.subject):
                    if self.can_do(s, ("say", replace(then, modal=None)), whole):
                        self.then(s, ("say", then, env.child()))
                        return
                elif self.can_do(s, ("say", then), whole):
                    noted = [("noted", True)] if env.counts else []
                    self.then(s, ("begun",), ("say", then, whole), ("carried_through",), *noted)
                    return
                if env.counts:
                    self.noted(s, False)
                if otherwise is not None:
                    self.then(s, ("say", otherwise, env.child()))
            case N.ForEach(each=N.NounPhrase() as phrase, then=then):
                self.not_counted(phrase)
                self._not_one_by_one(phrase, then)
                items, kind, noun = self.listing(s, phrase, env)
                if not items:
                    self.tries(s, phrase, env)
                if kind == "player":
                    self._lies_before(s, env)
                self.then(s, ("each", items, kind, noun, noun, env, ("say", then)), ("followed", env))
            case N.Both(clauses=clauses):
                self.then(s, *(("say", clause, env) for clause in clauses))
            case N.Does():
                self._somebody_does(s, node, env)
            case N.Sequence(acts=acts):
                self.then(s, *(("say", act, env) for act in acts))
            case N.Choice() as choice if env.counts and pays(choice) and env.addressed and self.price(choice) != ALONE:
                self._wholly(s, ("one_act", choice, env.child(**WHOLE)))
            case N.Choice() as choice if env.counts:
                self.attempt(s, ("one_act", choice), env)
            case N.Choice() | N.Cost() | N.AnyOrder() as one if env.lenient and not env.counts:
                inner = env.child(lenient=False)
                if self.can_do(s, ("say", one), inner):
                    self.then(s, ("begun",), ("say", one, inner), ("carried_through",), ("learn_more", env, inner))
            case N.Choice() as choice:
                self._wholly(s, ("one_act", choice, env))
            case N.Cost() if env.counts and env.addressed and self.price(node) == FIRST:
                self.then(s, ("paid", node, env), ("noted", True))
            case N.Cost() if env.counts:
                self.attempt(s, ("paid", node), env)
            case N.Cost() if env.partial:
                self.then(s, ("paid", node, env))
            case N.Cost(cost=cost, effect=effect):
                inner = env.child(owed=True)
                self.then(s, *self.with_its_effect(s, node, env, ("say", cost, inner), ("say", effect, env)))
            case N.Repeat(times=times, act=act):
                many = self._many(times)
                each = self.may_be_done(s, env) if many.low < many.high and env.counts else env
                self._often(s, ("say", act), each, many.low, many.high)
            case N.AnyOrder(acts=acts) if env.counts:
                self.attempt(s, ("any_order", node, tuple(range(len(acts)))), env)
            case N.AnyOrder(acts=acts):
                self._wholly(s, ("any_order", node, tuple(range(len(acts))), env))
            case N.Per() if self._one_payment(s, node, env):
                self.attempt(s, ("say", node), env)
            case N.Per(act=act, each=N.NounPhrase() as phrase, most=most):
                self.not_counted(phrase)
                if isinstance(act, N.Perform) and self.hears_how_much(act.verb):
                    raise NotCarried("how much it is at once that is done again and again")
                if isinstance(act, N.Perform) and self.waiting(act, env):
                    raise NotCarried("how much is replaced that is done again and again")
                self.tries(s, phrase, env)
                try:
                    items, kind, noun = self.listing(s, phrase, env)
                except Missing:
                    if env.counts or env.lenient:
                        raise
                    return  # a rule goes on where a text has put something in the place of what it speaks of
                items = items[:most]
                self.then(s, ("each", items, kind, noun, noun, env, ("say", act)))
            case N.Until(act=act, event=event):
                if env.counts and isinstance(act, N.Perform) and act.verb in ("draw", "reveal"):
                    self.noted(s, True)
                self._until(s, act, event, env)
            case N.Perform():
                if env.counts:
                    self.by_itself(s, node, env)
                elif env.lenient:
                    self._as_far_as_possible(s, node, env)
                else:
                    self.then(s, ("perform", node, env))
            case _:
                raise NotCarried(f"the sentence {node}")

    def _who(self, s: State, subject: N.Phrase, env: Env) -> Ref:
        """Who does something. Raises Missing where nobody was found, of whom "if they do" does not ask either."""
        try:
            return self.thing(s, subject, env)
        except Missing:
            env.done["nobody"] = True
            raise

    @staticmethod
    def _asks_nobody(condition: N.Node, env: Env) -> bool:
        """Whether it is asked if somebody did something who was not found."""
        return bool(env.done.get("nobody")) and any(isinstance(part, N.Did) for part in condition.walk())

    def _one_payment(self, s: State, node: N.Per, env: Env) -> bool:
        """Whether an act is a payment so many times, which is one payment; none where there is nothing to pay for."""
        if not (env.counts and pays(node.act)) or (env.addressed and self.price(node.act) != ALONE):
            return False
        if not isinstance(node.each, N.NounPhrase):
            return True
        self.tries(s, node.each, env)
        try:
            items, _, _ = self.listing(s, node.each, env)
        except Missing:
            return False
        return bool(items[: node.most])

    def listing(self, s: State, phrase: N.NounPhrase, env: Env) -> tuple[list[Any], str, str]:
        """(things, type, noun) of what a phrase names, players in turn order; what cannot be told apart is counted."""
        noun = phrase.noun if isinstance(phrase.noun, str) else "thing"
        if noun == "thing" and not self.names_pieces(phrase):
            noun = self.w.type_of(self.ways(phrase)[0].noun)
        top = self.top_cards(s, phrase, env)
        if top is not None:
            return top, "card", noun
        det = phrase.determiner
        size = det.low if isinstance(det, N.Quantity) and det.low else 1
        if self.w.entry(noun).get("type") == "number":
            return list(range(self.value(s, replace(phrase, determiner=None), env) // size)), "number", noun
        if self.w.entry(noun).get("held"):
            return list(range(self.count(s, phrase, env) // size)), "number", noun
        if self.names_pieces(phrase) or any(isinstance(item, N.Participle) for item in phrase.filters):
            return list(range(self.count(s, phrase, env))), "number", noun
        if parted(phrase) is not None and self.w.type_of(noun) == "card":
            each = replace(phrase, determiner=None) if det == N.Article(word="each") else phrase
            return list(range(self.count(s, each, env))), "number", noun
        things, kind = self.things(s, phrase, env), self.w.type_of(noun)
        if size > 1 and det.kind == "count":  # `for each 2 cards`
            return list(range(len(things) // size)), "number", noun
        return self.in_turn_order(s, things) if kind == "player" else things, kind, noun

    def _somebody_does(
        self, s: State, node: N.Does, env: Env, answers: tuple[N.Statement, ...] = (), who_did: bool = False
    ) -> None:  # fmt: skip
        subject, act = node.subject, node.act
        several = isinstance(subject, N.NounPhrase) and self.is_open(subject)
        chosen = self.set_meant(subject.whole if isinstance(subject, N.PartOf) else subject, env)
        env.done.pop("nobody", None)
        if chosen is not None and chosen.type == SETS["player"] and node.modal in (None, "may"):
            one = replace(node, subject=N.Pronoun(word="you")) if node.modal == "may" else act
            body = ("settled", one, answers, env.you, env.among) if answers else ("say", one)
            body = ("who_does", one, answers, env) if who_did else body
            items = tuple(self.in_turn_order(s, list(chosen.value)))
            self._lies_before(s, env)
            self.then(s, ("each", items, "player", chosen.noun, None, env, body), ("followed", env))
            return
        if node.modal == "may" and not several:
            inner = env.child(**WHOLE)
            if not (isinstance(subject, N.Pronoun) and subject.word == "you"):
                inner.you = int(self._who(s, subject, env).value)
            inner.lenient, inner.owed = False, True
            if env.counts:
                self.noted(s, self.can_do(s, ("say", act), inner) and self._can_go_on(s, act, inner, env))
            self.then(s, ("begun",), ("perhaps", act, inner, env), ("carried_through",))
            return
        if node.modal in ("cannot", "need_not") or node.negated:
            raise NotCarried(f"carrying out {node}")
        if isinstance(subject, N.NounPhrase) and self.is_open(subject):
            orders = {N.Adjective(word="leftwards"): 1, N.Adjective(word="from_you"): 0}
            begins = [item.phrase for item in subject.filters if isinstance(item, N.StartingWith)]
            rest = tuple(x for x in subject.filters if x not in orders and not isinstance(x, N.StartingWith))
            plain = replace(subject, filters=rest)
            items, kind, noun = self.listing(s, plain, env)
            for phrase in begins:
                named = (
                    self.things(s, phrase, env)
                    if self.is_open(phrase) or any(map(self.is_extreme, phrase.filters))
                    else [self.thing(s, phrase, env).value]
                )
                several = self.is_open(phrase) or any(map(self.is_extreme, getattr(phrase, "filters", ())))
                named = self._described(s, phrase, env) if several else [self.thing(s, phrase, env).value]
                begin = [*self.in_turn_order(s, named), *self.in_turn_order(s, list(range(self.w.players)))][0]
                items = [seat for step in range(self.w.players) if (seat := (begin + step) % self.w.players) in items]
            for first in (orders[item] for item in subject.filters if item in orders):
                round_the_table = [(env.you + step) % self.w.players for step in range(first, self.w.players + first)]
                items = [seat for seat in round_the_table if seat in items]
            if not items:
                self.tries(s, subject, env)
            first = act.acts[0] if isinstance(act, N.Sequence) else act
            if isinstance(first, N.Perform) and "together" in first.adverbs:
                if answers or who_did or first is not act:
                    raise NotCarried("who did what several do at the same time")
                self._at_once(s, first, env, items)
                return
            if isinstance(first, N.Perform) and "secretly" in first.adverbs:
                rest = act.acts[1:] if isinstance(act, N.Sequence) else ()
                self._secretly(s, [("choose_unseen", first)], [("say", one) for one in rest], env, items)
                return
            one = replace(node, subject=N.Pronoun(word="you")) if node.modal == "may" else act
            body = ("settled", one, answers, env.you, env.among) if answers else ("say", one)
            body = ("who_does", one, answers, env) if who_did else body
            described = tuple(items) if plain.filters or plain.adjectives else None
            self._lies_before(s, env)
            each = ("each", items, kind, noun, None, env, body)
            self.then(s, each, ("followed", env), ("told_apart", described, env))
            return
        if isinstance(act, N.Perform) and act.verb == "end" and getattr(subject, "noun", "") == "game":
            self.then(s, ("end_game", env.you, -1))
            return
        if isinstance(act, N.Perform) and act.verb == "count_as" and self.on_next_card(subject):
            s.next_card |= {("convert", env.you)}
            return
        ref = self._who(s, subject, env)
        if ref.value == env.you and subject == N.Pronoun(word="you"):
            self.then(s, ("say", act, env))
            return
        inner = env.child(you=ref.value, among=env.among or ref.value == env.you)  # who is named is not addressed
        inner.rules = False
        inner.recent.append(Ref(ref.value, "player", ref.noun))
        self.then(s, ("say", act, inner), ("learn", env, inner))

    def _at_once(self, s: State, act: N.Perform, env: Env, seats: Sequence[int]) -> None:
        """Each has chosen a card before anything happens to any of them; who has none does nothing."""
        phrase, source = self.object_of(act), act.slot("from")
        if not isinstance(phrase, N.NounPhrase) or self.quantity(s, phrase, env).key() != (1, 1):
            raise NotCarried("what several do at the same time with more than one card")
        usual = (self.w.ruleset.zones.get(act.verb) or {}).get("from")
        if source is None and not any(isinstance(item, N.At) for item in phrase.filters):
            if usual is None:
                raise NotCarried("from where, at the same time?")
            source = N.NounPhrase(determiner=ACTORS, noun=usual)
        if source is not None:
            phrase = replace(phrase, filters=(*phrase.filters, N.At(preposition="in", phrase=source)))
        choice = N.Perform(verb="choose", slots=(N.Slot(name="object", value=phrase),))
        it = N.Slot(name="object", value=N.Pronoun(word="it"))
        rest = tuple(slot for slot in act.slots if slot.name not in ("object", "from"))
        able = [seat for seat in seats if self.things(s, phrase, env.child(you=seat))]
        if not able:
            self.tries(s, act, env)
        own = N.Perform(verb=act.verb, slots=(it, *rest))
        self._secretly(s, [("choose_unseen", choice)], [("say", own)], env, able)

    def _until(self, s: State, act: N.Act, event: N.Node, env: Env) -> None:
        """Again and again until something is so; what is drawn or revealed until then is a search."""
        does = event.act if isinstance(event, N.Does) else None
        if isinstance(act, N.Perform) and isinstance(does, N.Perform) and act.verb == does.verb in ("draw", "reveal"):
            wanted = does.slot("object")
            if not isinstance(wanted, N.NounPhrase):
                raise NotCarried(f"until which card? {event}")
            many = self.quantity(s, wanted, env)
            if act.verb == "reveal":
                self._reveal_until(s, act, wanted, many.low, env)
            else:
                self.then(s, ("draw_until", act, wanted, many.low, (), None, env))
            return
        if isinstance(act, N.Perform) and act.verb == "draw":
            act = self._with_object(act, N.NounPhrase(determiner=N.Article(word="a"), noun="card"))
        self.then(s, ("until_so", act, event, env, None))

    def until_so(self, s: State, act: N.Act, event: N.Statement, env: Env, before: Any) -> None:
        """One act more, as long as a condition is not so and the act before has changed anything."""
        if before == position(s) or self.holds(s, event, env):
            return
        whole = env.child(**WHOLE)
        if self.can_do(s, ("say", act), whole):
            again = ("until_so", act, event, env, position(s))
            self.then(s, ("begun",), ("say", act, whole), ("carried_through",), again)

    def _fitting(self, s: State, wanted: N.NounPhrase, cards: Sequence[Thing], env: Env) -> list[Thing]:
        """Those of some cards that are such as end a search."""
        any_ = replace(wanted, determiner=None)
        return [card for card in cards if self._is_such(s, card, any_, env)]

    def _reveal_until(self, s: State, act: N.Perform, wanted: N.NounPhrase, many: int, env: Env) -> None:
        """The cards of a pile from its top until so many fit, or all of them; they stay where they lie."""
        source = act.slot("from")
        if isinstance(source, N.NounPhrase) and source.noun == "top":
            source = next((item.phrase for item in source.filters if isinstance(item, N.Of)), None)
        if not isinstance(source, N.Phrase):
            raise NotCarried("revealing cards of which pile?")
        zone = self._whose_zone(s, source, env)
        pile = list(s.zones.get(zone, []))[::-1]
        found = self._fitting(s, wanted, pile, env)[:many]
        seen = pile[: pile.index(found[-1]) + 1] if len(found) == many else pile
        self._speak_of(seen, zone, env)
        self._found(wanted, found, many, env)

    def _found(self, wanted: N.NounPhrase, found: Sequence[Thing], many: int, env: Env) -> None:
        """What has ended a search is "it", or "them", and none of the rest."""
        if many == 1:
            env.bind(str(wanted.noun), Ref(found[0] if found else NOTHING, "card", str(wanted.noun)))
        else:
            env.recent.append(Ref(tuple(found), "cards", str(wanted.noun)))
            env.done[SEVERAL] = (*env.done.get(SEVERAL, ()), env.recent[-1])
        if not env.done.get("found is moved"):
            env.done["taken"] = tuple(found)

    def draw_until(
        self, s: State, act: N.Perform, wanted: N.NounPhrase, many: int, drawn: tuple[Thing, ...], before: Any, env: Env
    ) -> None:  # fmt: skip
        """One card more is drawn, until so many of those that were drawn fit, or there are no more."""
        if before is not None:
            news = [card for card in self.w.cards if card in s.where and before.get(card) != s.where[card]]
            zone = self._card_goal(s, act, env)[0]
            news = [card for card in news if s.where[card] == zone]
            drawn = (*drawn, *news)
            found = self._fitting(s, wanted, drawn, env)
            if not news or len(found) >= many:
                self._speak_of(list(drawn), zone, env, drawn=True)
                env.done["taken"] = tuple(self._fitting(s, wanted, drawn, env))
                self._found(wanted, found[-1:] if many == 1 else found, many, env)
                return
        one = N.NounPhrase(determiner=N.Quantity(kind="count", low=1), noun="card")
        self.then(
            s, ("perform", self._with_object(act, one), env.child()),
            ("draw_until", act, wanted, many, drawn, dict(s.where), env),
        )  # fmt: skip

    def _can_go_on(self, s: State, act: N.Act, inner: Env, env: Env) -> bool:
        """Whether what comes after an act that may be done can be paid for, where what was begun has a price (R16)."""
        if not s.open or all(price != LATER for price, _ in self.known_prices.values()):
            return True
        self.then(s, ("begun",), ("perhaps", act, inner, env, True), ("carried_through",))
        trial = s.ahead()
        del s.tasks[-3:]
        self.noted(trial, True)
        return self.can_be_done(trial, s.open - 1)

    def settled(
        self, s: State, body: N.Statement, answers: tuple[N.Statement, ...], you: int, among: bool, env: Env
    ) -> None:
        """A pass of a loop, and what is said about whether it was done; there, "you" act again."""
        *done, _ = self.told((body, answers[0]), env) if asks_if_done(answers[0]) else [("say", body, env), None]
        self.then(s, *done, ("acts_again", env.recent[-1], you, among, env), *self.told(answers, env))

    def nobody_yet(self, s: State, env: Env) -> None:
        """Nobody has done, or left, what each of several players is to do next."""
        env.done["who"] = ((), ())

    def who_does(self, s: State, body: N.Statement, answers: tuple[N.Statement, ...], outer: Env, env: Env) -> None:
        """A pass of a loop of which it is asked later which players did what it says."""
        asking = N.If(condition=N.Did(word="they"), then=N.Perform(verb="draw"))
        may = isinstance(body, N.Does) and body.modal == "may"
        told = body if env.partial or may else N.Possible(then=body)  # who cannot do it leaves it
        *done, _ = self.told((told, asking), env)
        again = [("acts_again", env.recent[-1], outer.you, outer.among, env)] if answers else []
        self.then(s, *done, ("note_who", env.you, outer, env), *again, *self.told(answers, env))

    def note_who(self, s: State, seat: int, outer: Env, env: Env) -> None:
        """A player did what each of several was to do, or did not."""
        did, did_not = outer.done["who"]
        outer.done["who"] = ((*did, seat), did_not) if env.done["did"] else (did, (*did_not, seat))

    def acts_again(self, s: State, of_pass: Ref, you: int, among: bool, env: Env) -> None:
        """Who acts is who acted before; "they" is whose pass it is, whomever they have done something to (R2)."""
        env.you, env.among = you, among
        if of_pass.type == "player":
            env.recent.append(of_pass)

    def unless_done(self, s: State, then: N.Statement, subject: N.Phrase, asked: Env, env: Env) -> None:
        """What is done unless somebody did what they were asked; who that was is known."""
        if asked.done.get("did"):
            return
        if isinstance(subject, N.NounPhrase):
            ref = self.thing(s, subject, env)
            env.recent.append(Ref(ref.value, "player", ref.noun))
        self.then(s, ("say", then, env))

    def told_apart(self, s: State, described: tuple[int, ...] | None, env: Env) -> None:
        """After a sentence about described players "each other player" is whoever was not among them."""
        env.done["described"] = described

    def learn(self, s: State, env: Env, inner: Env) -> None:
        """What was done in a clause with a subject of its own, and spoken of in it, is known after it."""
        self.learn_more(s, env, inner)

    def choose_unseen(self, s: State, node: N.Perform, env: Env, *given: Any) -> None:
        """A secret choice of a seat, of which the rest of its sentence speaks."""
        phrase = node.slot("object")
        assert isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str)
        kind = self.w.type_of(phrase.noun)
        found = self.things(s, phrase, env)
        ref = Ref(Answers(given).take(env.you, lambda: self.thing_options(found, kind, s)), kind, phrase.noun)
        env.recent.append(ref)
        env.place = ref if kind == "space" else None

    def perhaps(self, s: State, act: N.Act, env: Env, outer: Env, *given: Any) -> None:
        """An act that may be done."""
        options: list[Choice] = [("none", False), ("0", True)]
        outer.done["did"] = Answers(given).take(env.you, lambda: options)
        outer.done.pop("nobody", None)
        if outer.done["did"]:
            self._some_to_draw(s, act, env)
            nothing_at_all = isinstance(act, N.Perform) and act.verb == "do_nothing"  # no text replaces it
            if self.may_be_replaced() and not pays(act) and not nothing_at_all:
                after = ("after", act, outer, not self._perhaps_none(act))
                self.then(s, ("before", outer), ("say", act, env), ("spoken_of", env, outer), after)
                return
            nothing = position(s) if self._perhaps_none(act) else None
            self.then(s, ("say", act, env), ("spoken_of", env, outer), ("not_for_nothing", nothing, outer))

    def _some_to_draw(self, s: State, act: N.Act, env: Env) -> None:
        """What is done to draw, and for nothing else, may be done only where there is a card."""
        acts = [one for one in (act.acts if isinstance(act, N.Sequence) else (act,)) if not pays(one)]
        acts = [one.effect if isinstance(one, N.Cost) else one for one in acts]
        only = all(isinstance(one, N.Perform) and self.draws_the_topmost(one) and not one.slot("from") for one in acts)
        if acts and only and not any(self.any_to_draw(s, one, env) for one in acts):
            raise Failed

    def _perhaps_none(self, act: N.Act) -> bool:
        """Whether it may be done with none of what it names: `up to 3 cards`, `as many coins as …`."""
        if isinstance(act, N.Choice):
            quiet = any(isinstance(one, N.Perform) and one.verb in CHANGES_NOTHING for one in act.acts)
            return not quiet and any(map(self._perhaps_none, act.acts))
        if not isinstance(act, N.Perform) or act.verb in CHANGES_NOTHING:
            return False
        if self.draws_the_topmost(act):
            return True  # there may be no card to draw
        counts = [part for slot in act.slots for part in slot.value.walk() if isinstance(part, N.Quantity)]
        if not pays(act) and any(isinstance(slot.value, N.AsMany) for slot in act.slots):
            return True  # as many as there are of something may be none; a price of nothing is paid
        thing = act.slot("object")
        if isinstance(thing, N.PartOf) and thing.quantity.kind in ("all", "each"):
            return True
        if isinstance(thing, N.NounPhrase) and isinstance(thing.determiner, N.Article):
            word = thing.determiner.word
            if word in ("all", "each", "all_other") or (
                word in ("your", "their") and (thing.plural or self.w.type_of(str(thing.noun)) == "zone")
            ):
                return True
        at_most = ("up_to", "any_number", "fewer_than")
        return any(one.kind in at_most or (one.low == 0 and bool(one.high)) for one in counts)

    def not_for_nothing(self, s: State, nothing: Any, env: Env) -> None:
        """To do something with none of what it may be done with is not to have done it (R18)."""
        if nothing is not None:
            env.done["did"] = nothing != position(s)

    def spoken_of(self, s: State, env: Env, outer: Env) -> None:
        """What an optional act spoke of is there where it was done."""
        outer.recent[:] = env.recent
        outer.names.update(env.names)
        outer.done["own"] = env.done.get("own", ())

    @staticmethod
    def _lies_before(s: State, env: Env) -> None:
        """Note where the cards lie that were spoken of, before the first of several players does anything (R21)."""
        spoken = [ref for ref in (*env.recent, *env.names.values()) if ref.type in ("card", "cards")]
        cards = [card for ref in spoken for card in (ref.value if ref.type == "cards" else (ref.value,))]
        env.done["lay"] = tuple((card, s.where[card]) for card in dict.fromkeys(cards) if card in s.where)
        env.done["own"] = ()

    def followed(self, s: State, env: Env) -> None:
        """After the last of several players what was spoken of is followed again, wherever it lies."""
        env.done.pop("lay", None)
        env.done.pop("own", None)

    @staticmethod
    def _not_taken(s: State, cards: list[Thing], env: Env) -> list[Thing]:
        """Of some cards those that no other of several players has moved since (R21)."""
        lay, own = dict(env.done.get("lay", ())), env.done.get("own", ())
        left = [card for card in cards if card in own or lay.get(card, s.where.get(card)) == s.where.get(card)]
        if cards and not left:
            raise Failed
        env.done["own"] = (*own, *left)
        return left

    def any_order(self, s: State, node: N.AnyOrder, left: tuple[int, ...], env: Env, *given: Any) -> None:
        """Those of several acts that are left, in an order that is chosen."""
        if not left:
            return
        chosen = Answers(given).take(env.you, lambda: [(str(number), number) for number in left])
        rest = tuple(number for number in left if number != chosen)
        self.then(s, ("say", node.acts[chosen], env.child()), ("any_order", node, rest, env))

    def can_do(self, s: State, task: Task, env: Env) -> bool:
        """Whether a task can be carried through from here."""
        trial = s.ahead()
        trial.open += 1
        trial.tasks = [("carried_through",), (*task, env.copy())]
        return self.can_be_done(trial, s.open)

    def _as_far_as_possible(self, s: State, node: N.Perform, env: Env) -> None:
        """Do it if it can be carried through (of pieces: as many as there are), and nothing otherwise."""
        if self.through(node) or (env.partial and self.so_often(node)):
            self.then(s, ("perform", node, env))
        elif self.can_do(s, ("perform", node), env):
            self.then(s, ("begun",), ("perform", node, env), ("carried_through",))
        else:
            self.left_undone(node, env)

    def can_be_done(self, s: State, depth: int) -> bool:
        """Whether some way leads to where no more than `depth` begun things are open."""
        raise NotImplementedError

    # ------------------------------------------------------------ verbs

    def object_of(self, node: N.Perform) -> N.Phrase:
        """What a verb is done to."""
        value = node.slot("object")
        if not isinstance(value, N.Phrase):
            raise NotCarried(f"{node.verb} what?")
        return value

    def _has_meaning(self, node: N.Perform) -> bool:
        """Whether the lexicon says what a verb does (a verb of the core: for this kind of thing)."""
        entry = self.w.verbs.get(node.verb)
        if entry is None or entry.get("state"):
            return False
        if entry.get("en") is not None:
            return True
        kind = next(iter((entry.get("slots") or {}).values()), "")
        value = node.slot("object")
        if isinstance(value, N.NounPhrase):
            nouns = [bare.noun for bare in self.nouns_in(value)]
            return any(self.w.fits(noun, kind) or self.w.type_of(noun) == self.w.type_of(kind) for noun in nouns)
        return isinstance(value, N.Pronoun)

    def taken(self, given: tuple[Any, ...], seat: int, options: list[Choice]) -> Any:
        """What somebody chooses."""
        return Answers(given).take(seat, lambda: options)

    def perform_plain(self, s: State, node: N.Perform, env: Env, *given: Any) -> None:
        """A verb with its slots."""
        verb, value = node.verb, node.slot("object")
        if self._with_each(s, node, env):
            return
        for slot in node.slots if not self._has_meaning(node) else ():
            place = slot.value.whole if isinstance(slot.value, N.PartOf) else slot.value
            many = place.determiner if slot.name in ("from", "to") and isinstance(place, N.NounPhrase) else None
            of_map = isinstance(many, N.Quantity) and self.w.type_of(str(getattr(place, "noun", ""))) in (
                "space",
                "border",
                "player",
            )
            if of_map and (many.kind, many.low) != ("count", 1):
                raise NotCarried("so many different places")
        if (
            verb in ("gain", "lose", "pay", "use", "give")
            and isinstance(value, N.Phrases)
            and value.conjunction == "and"
        ):
            self.then(s, *(("perform", self._with_object(node, item), env) for item in value.items))
            return
        moves = (*MOVES, *LOOKS, "exchange")
        owners = [self._owner_left_open(slot.value) for slot in node.slots] if verb not in moves else []
        if any(owner is not None and self.word(owner) in ("a", "another") for owner in owners):
            raise NotCarried("whose zone it is, chosen for another verb")
        deed = deed_of(self.w, node)
        if deed is not None:
            self._deed(s, node, deed[1], env, Answers(given))
        elif self._has_meaning(node):
            self._call(s, node, env, Answers(given))
        elif verb == "gain" and self.gains_cards(node, env):
            self._transfer(s, node, env, Answers(given))
        elif self._changes_hands(node):
            self._hand_over(s, node, env, Answers(given))
        elif verb in ("gain", "lose", "pay"):
            phrase = self.object_of(node)
            named = phrase.items if isinstance(phrase, N.Phrases) else (phrase,)
            for item in reversed([kind for one in named for kind in self._of_each_kind(one)]):
                self.then(s, ("resource", verb, item, env))
        elif verb == "play":
            self._play(s, node, env, Answers(given))
        elif verb in MOVES:
            self._transfer(s, node, env, Answers(given))
        elif verb == "shuffle":
            for zone in self.zones_named(s, self.object_of(node), env):
                s.shuffle(zone)
        elif verb == "exchange":
            self._exchange(s, node, env, Answers(given))
        elif verb == "swap":
            self._swap(s, node, env, Answers(given))
        elif verb == "replace":
            self._replace_piece(s, node, env)
        elif verb == "fill":
            self._fill(s, node, env)
        elif verb in ("end", "win") and isinstance(value, N.NounPhrase) and value.noun == "game":
            self.then(s, ("end_game", env.you, env.you if verb == "win" else -1))
        elif verb == "double" and self.on_next_card(self.object_of(node)):
            s.next_card |= {("double", env.you)}
        elif verb in LOOKS:
            self._look(s, node, env, Answers(given))
        elif verb == "roll":
            self._roll(s, node, env)
        elif verb == "choose":
            self._choose_act(s, node, env, Answers(given))
        elif verb == "keep":
            self._keep_some(s, node, env)
        elif verb != "do_nothing":
            raise NotCarried(f"the verb {verb}")

    def _changes_hands(self, node: N.Perform) -> bool:
        """Whether what is counted goes from one player to another."""
        kind = self.w.type_of(str(getattr(node.slot("object"), "noun", "")))
        other = node.slot("from" if node.verb == "take" else "to")
        player = isinstance(other, N.Phrase) and not self.names_zones(other)
        return node.verb in ("give", "take", "pay") and player and kind in ("resource", "number")

    def _hand_over(self, s: State, node: N.Perform, env: Env, answers: Answers) -> None:
        """`Give 1 coin to another player`, `take 1 coin from each of them`: as much as there is, as a price all."""
        thing, other = self.object_of(node), node.slot("from" if node.verb == "take" else "to")
        noun, many = getattr(thing, "noun", None), self.quantity(s, thing, env)
        heard = any(self.texts.told.get(v) or self.texts.replacements.get(v) for v in ("gain", "lose", "give", "take"))
        if not isinstance(noun, str) or heard or many.every or many.low != many.high or len(node.slots) != 2:
            raise NotCarried(f"what changes hands: {node}")
        if not self.w.entry(noun).get("held") or self.held_kinds(noun) or self.w.entry(noun).get("limit"):
            raise NotCarried(f"what changes hands: {node}")
        if isinstance(other, N.NounPhrase) and self.is_open(other):
            if isinstance(other.determiner, N.Quantity):
                raise NotCarried("so many different places")
            seats, _, called = self.listing(s, other, env)
            seats = [seat for seat in seats if seat != env.you]
            if self.word(other) in EVERY:
                that = N.NounPhrase(determiner=N.Article(word="that"), noun=called)
                slots = tuple(replace(slot, value=that) if slot.value is other else slot for slot in node.slots)
                once = replace(node, slots=slots)
                self.then(s, ("each", tuple(seats), "player", called, called, env, (self._one(env), once)))
                return
            seat = answers.take(env.you, lambda: self.thing_options(seats, "player", s))
            env.bind(called, Ref(seat, "player", called))
        else:
            assert isinstance(other, N.Phrase)
            seat = int(self.thing(s, other, env).value)
            self.speak_of_neighbours(node, env)
        if seat == env.you:  # nobody gives themselves anything
            raise Failed
        giver, taker = (seat, env.you) if node.verb == "take" else (env.you, seat)
        count = min(many.low, s.held[noun, giver]) if env.partial and node.verb != "pay" else many.low
        if s.held[noun, giver] < count or (count < 1 and many.low > 0):
            raise Failed
        s.hold(noun, giver, s.held[noun, giver] - count)
        s.hold(noun, taker, s.held[noun, taker] + count)
        if count > 0:  # who gives loses, who is given gains
            self.count_done(s, [("lose", giver, noun, count), ("gain", taker, noun, count)])

    @staticmethod
    def _with_object(node: N.Perform, item: N.Phrase) -> N.Perform:
        slots = tuple(N.Slot(name="object", value=item) if slot.name == "object" else slot for slot in node.slots)
        return replace(node, slots=slots)

    def on_next_card(self, phrase: N.Phrase) -> bool:
        """Whether a phrase speaks of what is printed on the next card that is played."""
        return (
            isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str)
            and bool(self.w.entry(phrase.noun).get("for"))
            and any("next" in getattr(getattr(item, "phrase", None), "adjectives", ()) for item in phrase.filters)
        )  # fmt: skip

    def end_game(self, s: State, seat: int, winner: int) -> None:
        """The game is over; what has just come true still counts."""
        news = self.effects(s, seat)
        if news:
            self.then(s, *news, ("end_game", seat, winner))
            return
        s.winner, s.over = winner, True
        s.tasks.clear()
        s.open = 0

    # ------------------------------------------------------------ verbs of the lexicon

    def _call(self, s: State, node: N.Perform, env: Env, answers: Answers) -> None:
        """Do what the lexicon says a verb means; to several things, one after another."""
        for slot in node.slots:
            if self.of_so_many(node.verb, slot):
                assert isinstance(slot.value, N.NounPhrase | N.AsMany)
                many = self.quantity(s, slot.value, env)
                one = N.NounPhrase(determiner=N.Article(word="a"), noun=slot.value.noun)
                once = replace(node, slots=tuple(replace(x, value=one) if x is slot else x for x in node.slots))
                self._one_by_one_as_liked(s, once, env, many)
                return
            if self._of_several(slot.value):
                assert isinstance(slot.value, N.NounPhrase)
                self._call_for_each(s, node, slot, slot.value, env)
                return
            if isinstance(slot.value, N.PartOf) and isinstance(slot.value.whole, N.Pronoun):
                many = self.quantity(s, slot.value, env)
                if many.every or many.low != 1 or many.high != 1:
                    self._call_on_some(s, node, slot, slot.value, many, env)
                    return
            if isinstance(slot.value, N.Pronoun) and slot.value.word in ("them", *REST):
                ref = self.thing(s, slot.value, env) if slot.value.word == "them" else None
                if ref is None or ref.type == "cards":
                    cards = self._left(s, env) if ref is None else list(ref.value)
                    that = N.NounPhrase(determiner=N.Article(word="that"), noun="card")
                    slots = tuple(replace(x, value=that) if x is slot else x for x in node.slots)
                    told = (self._one(env), replace(node, slots=slots))
                    self.then(s, ("each", cards, "card", "card", "card", env, told))
                    return
        entry = self.w.verbs[node.verb]
        args: list[Any] = []
        mentions: list[Ref] = []
        for slot, kind in (entry.get("slots") or {}).items():
            value = node.slot(slot)
            base = self.w.type_of(kind)
            if value is None and slot == "place":
                value = self._place_said(node)
            one_of = isinstance(value, N.PartOf) and (value.quantity.kind, value.quantity.low) == ("count", 1)
            if one_of and isinstance(value, N.PartOf) and isinstance(value.whole, N.NounPhrase):
                value = replace(value.whole, determiner=value.whole.determiner if base == "piece" else None)
            if base == "piece":
                assert isinstance(value, N.NounPhrase)
                kinds = self.kinds(value, env)
                named = env.name(str(value.noun))
                kinds = [named.value] if named is not None and named.type == "piece" else kinds
                if not kinds or (len(kinds) > 1 and not self.w.entry(str(value.noun)).get("supply")):
                    raise NotCarried(f"which kind of {value.noun}?")
                args.append(kinds[0])
            elif base == "resource":
                args.append(self._how_many(s, value, env) if isinstance(value, N.Phrase) else 0)
            elif value is None:
                args.append(self.implied(kind, env).value)
            elif isinstance(value, N.Amount) or base == "number":
                args.append(self.amount(s, value, env))
            elif isinstance(value, N.PartOf) and isinstance(value.whole, N.Pronoun):
                cards = self._some_of(s, value.whole, env)
                args.append(answers.take(env.you, lambda c=cards: self.card_options(c, s)))
                self._take([args[-1]], env)
                mentions.append(Ref(args[-1], "card", "card"))
            elif self.is_open(value):
                assert isinstance(value, N.NounPhrase)
                items, type_, noun = self.listing(s, value, env)
                chosen = answers.take(env.you, lambda i=items, t=type_: self.thing_options(i, t, s))
                mentions.append(Ref(chosen, type_, noun))
                args.append(chosen)
            else:
                args.append(self.if_found(self.alone(self.thing(s, value, env), env)).value)
        env.recent += mentions
        thing = dict(zip(entry.get("slots") or {}, args, strict=True)).get("object")
        own = self._own_deed(node.verb, thing)
        if own is not None:
            args = [thing] if self._slots(own) == [("object", own.partition("_")[2])] else []
        rules = env.rules and not self._somebodys(node)
        self.do_verb(s, own or node.verb, env.you, args, free="free" in node.adverbs, rules=rules)

    def _somebodys(self, act: N.Perform) -> bool:
        """Whether a deed of the rules gives somebody something, or asks somebody: the first player does it."""
        if any(part in _YOURS for part in act.walk()):
            return True
        if act.verb not in self.w.ruleset.words["verbs"]:
            return act.verb in _ONES_OWN
        block = self._done_by(act.verb)
        return act.verb == self.w.ruleset.turn or (block is not None and self._asks_somebody(block))

    def _asks_somebody(self, block: B.Block) -> bool:
        """Whether steps give somebody something or ask somebody, other than each player or one who is named."""
        for step in block.steps:
            action = step.action
            if isinstance(action, B.ForEach) and getattr(action.each.tree, "noun", "") == "player":
                continue
            if isinstance(action, B.Offer | B.OneOf | B.Choose | B.ChooseNumber | B.Resolve):
                return True
            for part in B.walk(action):
                tree = part.tree if isinstance(part, B.Words) else None
                named = tree is None or isinstance(tree, N.Does | N.ForEach)
                acts = [] if named else [one for one in tree.walk() if isinstance(one, N.Perform)]
                if not named and (any(one in _YOURS for one in tree.walk()) or any(map(self._somebodys, acts))):
                    return True
        return False

    def _own_deed(self, verb: str, thing: Any) -> str | None:
        """The deed of the kind that a thing turns out to be; of the most special kind that has one."""
        found = []
        for noun, word in self.w.ruleset.words["nouns"].items():
            pieces = thing in self.w.piece_kinds.get(noun, ())
            cards = thing in self.w.cards and self.w.is_kind(thing, noun)
            if verb in word.deeds and (pieces or cards):
                found.append(noun)
        return f"{verb}_{min(found, key=lambda noun: len(self.w.kinds_of(noun)))}" if found else None

    def of_so_many(self, verb: str, slot: N.Slot) -> bool:
        """Whether a verb is done as often as there is of a resource, since its block asks no amount."""
        kind = (self.w.verbs[verb].get("slots") or {}).get(slot.name, "")
        value = slot.value
        if self.w.type_of(kind) != "resource" or not isinstance(value, N.NounPhrase | N.AsMany):
            return False
        det = getattr(value, "determiner", None)
        if isinstance(det, N.Article) or (isinstance(det, N.Quantity) and det.kind == "count" and det.low == 1):
            return False
        return not self._amount_is_asked(verb, kind if slot.name == "object" else slot.name)

    def _amount_is_asked(self, verb: str, noun: str) -> bool:
        """Whether the block of a verb speaks of "the number of" what it is done with."""
        block = self.w.ruleset.words["verbs"][verb].do
        trees = [part.tree for part in B.walk(block) if isinstance(part, B.Words)] if block is not None else []
        said = [node for tree in trees if tree for node in tree.walk() if isinstance(node, N.NounPhrase)]
        return any(
            x.noun == noun and (x.determiner is None or getattr(x.determiner, "word", "a") not in ("a", "any"))
            for x in said
        )

    def _of_several(self, phrase: N.Node) -> bool:
        """Whether a verb of the lexicon is done to more or fewer things than one."""
        if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str):
            return False
        if self.w.type_of(phrase.noun) not in ("space", "card", "player", "border", "piece"):
            return False
        det = phrase.determiner
        if isinstance(det, N.Quantity) and det.article is None:
            return not (det.kind == "count" and det.low == 1)
        return self.w.type_of(phrase.noun) != "piece" and isinstance(det, N.Article) and det.word in EVERY

    def _call_for_each(self, s: State, node: N.Perform, slot: N.Slot, phrase: N.NounPhrase, env: Env) -> None:
        def on(value: N.NounPhrase) -> N.Perform:
            return replace(node, slots=tuple(replace(x, value=value) if x is slot else x for x in node.slots))

        many = self.quantity(s, phrase, env)
        if many.every:
            others = isinstance(phrase.determiner, N.Article) and phrase.determiner.word in ("each_other", "all_other")
            everything = phrase if others else replace(phrase, determiner=None, plural=True)
            items, kind, noun = self.listing(s, everything, env)
            that = on(N.NounPhrase(determiner=N.Article(word="that"), noun=noun))
            self.then(s, ("each", items, kind, noun, noun, env, (self._one(env), that)))
        else:
            one = on(replace(phrase, determiner=N.Article(word="a"), plural=False))
            if self.w.type_of(str(phrase.noun)) == "player" or "different" in phrase.adjectives:
                raise NotCarried("several different ones")
            self._one_by_one_as_liked(s, one, env, many)

    def _one_by_one_as_liked(self, s: State, act: N.Perform, env: Env, many: Many) -> None:
        """A verb with so many things; where somebody says how many, with each only if it can be done (R16)."""
        if many.low >= many.high or not env.counts:
            self._often(s, (self._one(env), act), env, many.low, many.high)
            return
        whole = env.child(**WHOLE)
        self.noted(s, self.can_do(s, ("perform", act), whole))
        self.then(s, ("learn_more", env, whole))
        self._often(s, ("perform", act), whole, many.low, many.high)

    def _call_on_some(self, s: State, node: N.Perform, slot: N.Slot, part: N.PartOf, many: Many, env: Env) -> None:
        """Do something to several of some cards that were spoken of, or to all of them."""
        value = part.whole if many.every else replace(part, quantity=N.Quantity(kind="count", low=1))
        act = replace(node, slots=tuple(replace(x, value=value) if x is slot else x for x in node.slots))
        times = replace(many, low=1, high=1) if many.every else many
        self._one_by_one_as_liked(s, act, env, times)

    @staticmethod
    def _one(env: Env) -> str:
        """How one of several acts is done: by itself, if each is done as far as possible."""
        return "say" if env.lenient else "perform"

    @staticmethod
    def _place_said(node: N.Perform) -> N.Phrase | None:
        """Where something is done: "build a fence in that field" says it of the fence."""
        for slot in node.slots:
            for item in getattr(slot.value, "filters", ()):
                if isinstance(item, N.At):
                    return item.phrase
        return None

    def _slots(self, verb: str) -> list[tuple[str, str]]:
        """(slot, noun) of a verb; of what a noun says a verb does to it, what the noun is of."""
        if verb in self.w.verbs:
            return list((self.w.verbs[verb].get("slots") or {}).items())
        deed, _, noun = verb.partition("_")
        if self.w.type_of(noun) == "card" and "object" in (self.w.verbs.get(deed, {}).get("slots") or {}):
            return [("object", noun)]  # the card that it is done to
        of = self.w.entry(noun).get("of")
        return [("object", of)] if of else []

    def _verb_env(self, verb: str, seat: int, args: Sequence[Any]) -> Env:
        env = Env(seat)
        for (slot, kind), value in zip(self._slots(verb), args, strict=True):
            base = self.w.type_of(kind)
            env.bind(kind, Ref(value, "number" if base == "resource" else base, kind))
            env.names[slot] = env.names[kind]
        return env

    def do_verb(
        self, s: State, verb: str, seat: int, args: Sequence[Any], outer: Env | None = None, free: bool = False,
        rules: bool = False,
    ) -> None:  # fmt: skip
        """Do a verb: what forbids it, what may be played into it, what listens before and after it.

        outer: where "it" can then mean what the verb hands back; free: whether its one payment is left out.
        rules: the rules do it, and no player.
        """
        s.changed()
        within = any((done, of) == (verb, tuple(args)) for done, _, of in s.under_way)
        if within and "of heading" in (self.w.verbs.get(verb) or {}):  # nothing is carried out within itself
            raise Failed
        s.under_way = (*s.under_way, (verb, seat, tuple(args)))
        env = self._verb_env(verb, seat, args)
        env.free, env.rules = free, rules
        begins = ("verb_begins", verb, seat, tuple(args), env)
        self.then(s, begins, ("verb_ends", rules), ("hand_back", verb, env, outer))

    def hand_back(self, s: State, verb: str, env: Env, outer: Env | None) -> None:
        """What a deed of a noun has found or made can be spoken of."""
        deed, _, noun = verb.partition("_")
        role = (self.w.entry(noun).get("gives") or {}).get(deed) if verb not in self.w.verbs else None
        found = env.name(role) if role else None
        if found is not None and outer is not None:
            outer.done["handed back"] = found

    def verb_ends(self, s: State, rules: bool) -> None:
        """The end of the verb that was begun last; rules: the rules did it, and no player."""
        verb, seat, args = s.under_way[-1]
        if verb in (self.w.ruleset.turn, self.w.ruleset.round):
            pending = self._triggered(s, verb, seat, args, "end", rules)
            if pending:
                self.then(s, ("triggers", pending), ("verb_is_over",))
                return
        self.verb_is_over(s)

    def verb_is_over(self, s: State) -> None:
        """The verb that was begun last is done, with all that is done at its end."""
        s.changed()
        s.under_way = s.under_way[:-1]

    def verb_begins(self, s: State, verb: str, seat: int, args: tuple[Any, ...], env: Env) -> None:
        """What comes before a verb's own steps."""
        for said in self.texts.bans:
            assert isinstance(said.node, N.Does) and isinstance(said.node.act, N.Perform)
            if said.node.act.verb in self._called(verb):
                self._forbid(s, said, said.node, said.node.act, verb, seat, args)
        self.then(s, ("interject", verb, seat, args), ("verb_before", verb, seat, args, env))

    def _called(self, verb: str) -> tuple[str, ...]:
        """A verb and what it is a kind of."""
        return (verb, *listed((self.w.verbs.get(verb) or {}).get("is")))

    def _forbid(
        self, s: State, said: Spoken, node: N.Does, act: N.Perform, verb: str, seat: int, args: tuple[Any, ...]
    ) -> None:
        """`You cannot …`, `Nobody may …`."""
        for other in self.w.seats:
            everybody = isinstance(node.subject, N.Pronoun) and node.subject.word == "nobody"
            if not everybody and other != seat:
                continue
            env = self._verb_env(verb, seat, args)
            env.you = env.mine = other
            if self.speaks(s, said, other, env) and self._hears(s, act, verb, args, env):
                raise Failed

    def verb_before(self, s: State, verb: str, seat: int, args: tuple[Any, ...], env: Env) -> None:
        """What listens is noted before the deed; `before` comes first, then the deed, then all other triggers.

        With a turn or round all that is limited to it begins anew, before anything listens.
        """
        if verb == self.w.ruleset.turn:
            s.past.pop("this_turn", None)
            s.counted.pop("this_turn", None)
            s.used = {k: v for k, v in s.used.items() if not PER_TURN.intersection(v)}
        if verb == self.w.ruleset.round:
            s.past["last_round"] = s.past.pop("this_round", frozenset())
            s.counted["last_round"] = s.counted.pop("this_round", ())
            s.used = {k: v for k, v in s.used.items() if not PER_ROUND.intersection(v)}
        early, late = (self._triggered(s, verb, seat, args, when, env.rules) for when in ("before", "after"))
        # What the rules do by themselves nobody has done: texts ask what a player, or nobody, has done.
        noted = (("note_done", verb, seat, args),) if self.is_noted(verb) and not env.rules else ()
        does, last = ("verb_does", verb, env, noted), noted
        if self.uses_its_object(verb):
            last = ()
        over = (("turn_over", seat),) if verb == self.w.ruleset.turn else ()
        self.then(s, ("triggers", early), does, *last, ("triggers", late), *over)

    def turn_over(self, s: State, seat: int) -> None:
        """What somebody did on their turn was done on their last one from now on; what is done since begins anew."""
        s.changed()
        done, counted = s.past, s.counted
        before = frozenset(one for one in done.get("last_turn", ()) if one[1] != seat)
        done["last_turn"] = before.union(one for one in done.get("this_turn", ()) if one[1] == seat)
        done["since_last_turn"] = frozenset(one for one in done.get("since_last_turn", ()) if one[1] != seat)
        others = tuple(one for one in counted.get("last_turn", ()) if one[1] != seat)
        counted["last_turn"] = (*others, *(one for one in counted.get("this_turn", ()) if one[1] == seat))
        counted["since_last_turn"] = tuple(one for one in counted.get("since_last_turn", ()) if one[1] != seat)

    def uses_its_object(self, verb: str) -> bool:
        """Whether a verb carries out what is printed on what it is done to, which then counts as done."""
        return self._carries_out(self._done_by(verb), verb)

    def _done_by(self, verb: str) -> B.Block | None:
        """A verb's own steps."""
        if verb in self.w.ruleset.words["verbs"]:
            return self.w.word("verbs", verb).do
        deed, _, noun = verb.partition("_")
        return self.w.word("nouns", noun).deeds[deed]

    def _carries_out(self, steps: B.Block | B.Step | None, verb: str) -> bool:
        """Whether some steps of a verb carry out what is printed on what it is done to."""
        slots = dict(self._slots(verb))
        if steps is None or "object" not in slots:
            return False
        it = N.NounPhrase(determiner=N.Article(word="the"), noun=slots["object"])
        for part in B.walk(steps):
            if isinstance(part, B.Resolve) and isinstance(part.of, B.Words) and part.of.tree == it:
                return True
            act = part.tree if isinstance(part, B.Words) else None
            inner = isinstance(act, N.Perform) and act.verb in self.w.ruleset.words["verbs"] and act.verb != verb
            if inner and act.slot("object") == it and self.uses_its_object(act.verb):
                return True
        return False

    def note_done(self, s: State, verb: str, seat: int, args: tuple[Any, ...]) -> None:
        """Note to what something has been done, for texts that ask for it."""
        s.changed()
        thing = next(
            (value for (slot, _), value in zip(self._slots(verb), args, strict=True) if slot == "object"), None
        )
        for since in GOING_ON:
            done = ((name, seat, thing) for name in self._called(verb))
            s.past[since] = s.past.get(since, frozenset()).union(done)

    def verb_does(self, s: State, verb: str, env: Env, noted: tuple[Task, ...] = ()) -> None:
        """A verb's own steps; what carries out the text of its object finds it noted, what is paid before does not."""
        block = self._done_by(verb)
        if env.free and block is not None:
            paid = [step for step in block.steps if _pays(step)]
            left = tuple(step for step in block.steps if step not in paid)
            block = replace(block, steps=left) if len(paid) == 1 else block
        steps = block.steps if block is not None else ()
        at = next((at for at, step in enumerate(steps) if self._carries_out(step, verb)), len(steps))
        if at == len(steps) or not noted:
            self.steps(s, steps, env)
        else:
            self.then(s, ("steps", steps[:at], env), *noted, ("steps", steps[at:], env))

    def _deed(self, s: State, node: N.Perform, deed: N.Perform, env: Env, answers: Answers) -> None:
        """Do what a noun says a verb of the core does to it: once for each of them."""
        phrase = self.object_of(node)
        slots = self._slots(deed.verb)
        if env.lenient and env.partial and self.so_often(node):
            assert isinstance(phrase, N.NounPhrase | N.AsMany)
            many = self.quantity(s, phrase, env)
            single = N.NounPhrase(
                determiner=N.Article(word="a"), noun=phrase.noun, adjectives=phrase.adjectives,
                filters=getattr(phrase, "filters", ()),
            )  # fmt: skip
            self._often(s, ("say", self._with_object(node, single)), env, many.low, many.low)
            return
        if not slots:
            self._as_often(s, phrase, ("deed", deed.verb, ()), env)
            return
        kind = slots[0][1]
        place = deed.slot("object")
        if place is None:
            self._as_often(s, phrase, ("deed_anywhere", deed.verb, kind), env)
            return
        assert isinstance(place, N.Phrase)
        det = getattr(place, "determiner", None)
        if not self.is_open(place):
            places = [self.thing(s, place, env).value]
        else:
            assert isinstance(place, N.NounPhrase)
            items, base, _ = self.listing(s, place, env)
            if isinstance(det, N.Article) and det.word in ("each", "all", "every"):
                places = items
            else:
                places = [answers.take(env.you, lambda: self.thing_options(items, base, s))]
        for one in reversed(places):
            inner = env.child()
            inner.bind(kind, Ref(one, self.w.type_of(kind), kind))
            self._as_often(s, phrase, ("deed", deed.verb, (one,)), inner)

    def _as_often(self, s: State, phrase: N.Phrase, body: Task, env: Env) -> None:
        """A task as many times as a phrase says; within limits somebody chooses."""
        many = self.quantity(s, phrase, env)
        if many.every:
            many = Many(1, 1)
        if many.low < many.high and env.counts:  # each is whole (R16); that one can be done is enough
            whole = env.child(**WHOLE)
            self.noted(s, self.can_do(s, body, whole))
            self.then(s, ("learn_more", env, whole))
            env = whole
        self._often(s, body, env, many.low, many.high)

    def deed(self, s: State, verb: str, args: tuple[Any, ...], env: Env) -> None:
        """Do once what a noun says a verb does to it."""
        self.do_verb(s, verb, env.you, args, env)

    def deed_anywhere(self, s: State, verb: str, kind: str, env: Env, *given: Any) -> None:
        """The same, to one that the seat chooses."""
        base = self.w.type_of(kind)
        chosen = Answers(given).take(env.you, lambda: self.thing_options(self.w.everything(kind), base, s))
        self.do_verb(s, verb, env.you, (chosen,))

    def _how_many(self, s: State, phrase: N.Phrase, env: Env) -> int:
        many = self.quantity(s, phrase, env)
        return 1 if many.every else max(0, many.low)

    # ------------------------------------------------------------ listening

    def _hears(self, s: State, act: N.Perform, verb: str, args: Sequence[Any], env: Env) -> bool:
        """Whether a deed's things are what a text says of them; what it names is then what "it" can mean."""
        for (slot, kind), value in zip(self._slots(verb), args, strict=True):
            said = act.slot(slot)
            if said is None and slot == "place":
                said = self._place_said(act)
            if said is None or isinstance(said, N.Pronoun):
                continue
            base = self.w.type_of(kind)
            if base == "piece":
                phrases = said.items if isinstance(said, N.Phrases) else (said,)
                if not any(value in self.kinds(p) for p in phrases if isinstance(p, N.NounPhrase)):
                    return False
                continue
            if not isinstance(said, N.NounPhrase) or not isinstance(said.noun, str):
                raise NotCarried(f"listening for {said}")
            env.recent.append(Ref(value, base, said.noun))
            word = self.word(said)
            if word == "this" or self.w.entry(said.noun).get("set") or self.w.entry(said.noun).get("kept"):
                if self.thing(s, said, env).value != value:  # it says which
                    return False
                continue
            if word in ("the", "that") and not said.filters:
                continue
            if base in ("card", "space", "border") and not self.w.is_kind(value, said.noun):
                return False
            plain = said if isinstance(said.determiner, N.Possessive) or self.word(said) == "your" else replace(
                said, determiner=None
            )  # fmt: skip
            if not self.fits_phrase(s, value, plain, env):
                return False
        return True

    def _listening(
        self, s: State, said: Spoken, verb: str, seat: int, actor: int, card: Thing | None, args: Sequence[Any],
        in_force: bool = True,
    ) -> bool:  # fmt: skip
        """Whether a text of a seat listens to a deed of an actor; in_force: only where its conditions are so."""
        trigger = said.node
        assert isinstance(trigger, N.Trigger) and isinstance(trigger.event, N.Does)
        event = trigger.event
        assert isinstance(event.act, N.Perform)
        env = self._verb_env(verb, seat, args)
        env.this = card
        subject = event.subject
        if isinstance(subject, N.Pronoun):
            if subject.word == "you" and actor != seat:
                return False
        elif isinstance(subject, N.NounPhrase) and self.is_open(subject):
            if not self.fits_phrase(s, actor, subject, env):
                return False
        elif actor != self.thing(s, subject, env).value:
            return False
        env.recent.append(Ref(actor, "player", "player"))
        conditions = said.conditions if in_force else ()
        return all(self.holds(s, c, env) for c in conditions) and self._hears(s, event.act, verb, args, env)

    def hears_of_deed(self, s: State, said: Spoken, verb: str, seat: int, actor: int) -> bool:
        """Whether a text of a seat would listen to a verb by itself, wherever its card lies."""
        return self._listening(s, said, verb, seat, actor, None, (), in_force=False)

    def _triggered(
        self, s: State, verb: str, actor: int, args: tuple[Any, ...], when: str, rules: bool = False
    ) -> tuple[tuple[int, Use], ...]:
        """(seat, use) of every trigger that a deed sets off: the actor's, then those of the others in turn order.

        when: before the deed, after it, or (of turns and rounds) at its end. rules: no player has done it.
        """
        line = self.turn_order(s)
        at = line.index(actor)
        found = []
        for seat in (*line[at:], *line[:at]):
            for name in self._called(verb):
                for said in self.texts.triggers.get(name, []):
                    assert isinstance(said.node, N.Trigger)
                    ends = verb in (self.w.ruleset.turn, self.w.ruleset.round)  # asked when it is over
                    timing = said.node.timing if said.node.timing in ("before", "end") else "end" if ends else "after"
                    event = said.node.event
                    named = isinstance(event, N.Does) and event.subject not in (_WHOEVER, N.Pronoun(word="nobody"))
                    if timing != when or (f"text {said.number}", seat) in s.used or (rules and named):
                        continue
                    for card in self.w.copies(said.component) if said.component else [None]:
                        if card is not None and s.where.get(card) not in [self.w.zone(z, seat) for z in said.zones]:
                            event = said.node.event
                            if card in args and any(part == N.Article(word="this") for part in event.walk()):
                                raise NotCarried(f"a card that hears of its own coming: {event}")
                            continue
                        if self._listening(s, said, verb, seat, actor, card, args):
                            told = f"{said.component}:{said.heading}:{seat}"
                            task = ("trigger", said, verb, seat, card, args, actor)
                            found.append((seat, Use(told, f"text {said.number}", said.limits, False, task)))
                    heard = any(who == seat and use.limit == f"text {said.number}" for who, use in found)
                    missed = waits_for_first(said) and not heard
                    if missed and self._listening(s, said, verb, seat, actor, None, args, in_force=False):
                        s.use(f"text {said.number}", seat, said.limits)
        return tuple(found)

    def triggers(self, s: State, pending: tuple[tuple[int, Use], ...], *given: Any) -> None:
        """What a deed sets off, seat by seat; a seat puts its own in order."""
        pending = tuple(item for item in pending if (item[1].limit, item[0]) not in s.used)  # used up meanwhile
        if not pending:
            return
        seat = pending[0][0]
        own = [item for item in pending if item[0] == seat]
        chosen = Answers(given).take(seat, lambda: [(item[1].id, item) for item in own])
        rest = list(pending)
        rest.remove(chosen)
        said, verb, _, card, args, actor = chosen[1].task[1:]
        if not self.in_vain(s, said, self._trigger_env(said, verb, seat, card, args, actor)):
            self.mark(s, chosen[1], seat)
        self.then(s, chosen[1].task, ("triggers", tuple(rest)))

    def trigger(
        self, s: State, said: Spoken, verb: str, seat: int, card: Thing | None, args: tuple[Any, ...], actor: int
    ) -> None:
        """What a text does when it has heard a deed: as much as can be done."""
        assert isinstance(said.node, N.Trigger)
        env = self._trigger_env(said, verb, seat, card, args, actor)
        self.heard(s, said, env)

    def heard(self, s: State, said: Spoken, env: Env) -> None:
        """What a text does that has heard something; with a price to pay only where all of it can be paid."""
        assert isinstance(said.node, N.Trigger)
        self.as_much_as_possible(said, env)
        parts = (said.node.then,)
        self.know_prices(parts)
        then = said.node.then
        if said.node.timing == "before" and isinstance(then, N.Does) and then.modal == "must" and pays(then.act):
            self.then(s, ("say", then, env.child(**WHOLE)))  # who cannot pay it cannot do what it is paid for
            return
        if env.partial and any(price != ALONE and pays(act) for act, price in prices(parts)):
            if self.can_do(s, ("of_trigger", parts), env):
                self.then(s, ("begun",), ("of_trigger", parts, env), ("carried_through",))
            return
        self.then(s, ("say", said.node.then, env))

    def _trigger_env(
        self, said: Spoken, verb: str, seat: int, card: Thing | None, args: tuple[Any, ...], actor: int
    ) -> Env:
        """What is known where a text has heard a deed: what it was done to, and who did it."""
        assert isinstance(said.node, N.Trigger) and isinstance(said.node.event, N.Does)
        env = self._heard_env(said.node.event.act, verb, seat, card, args)
        if isinstance(said.node.event.subject, N.NounPhrase):
            env.recent.insert(0, Ref(actor, "player", str(said.node.event.subject.noun)))
        return env

    def as_much_as_possible(self, said: Spoken, env: Env) -> None:
        """What a text does that has heard something: act by act, and numbers fall, where its heading is not whole."""
        env.lenient = True
        env.partial = not self.w.headings.get(said.heading, {}).get("whole")

    def _heard_env(self, act: N.Act, verb: str, seat: int, card: Thing | None, args: Sequence[Any]) -> Env:
        assert isinstance(act, N.Perform)
        env = Env(seat, card)
        slots = self._slots(verb)
        for (_, kind), value in zip(slots, args, strict=True):
            env.bind(kind, Ref(value, self.w.type_of(kind), kind))
        for (slot, kind), value in zip(slots, args, strict=True):
            said = act.slot(slot)
            if isinstance(said, N.NounPhrase) and isinstance(said.noun, str):
                env.recent.append(Ref(value, self.w.type_of(kind), said.noun))
        return env

    def interject(self, s: State, verb: str, seat: int, args: tuple[Any, ...], *given: Any) -> None:
        """Cards that may be played into a deed as it begins, one after another."""
        if not any(name in self.texts.interjections for name in self._called(verb)):
            return
        uses = self._interjections(s, verb, seat, args, "")
        options: list[Choice] = [("none", None), *((use.id, use) for use in uses)]
        use = Answers(given).take(seat, lambda: options)
        if use is not None:
            self.mark(s, use, seat)
            self.then(s, use.task, ("interject", verb, seat, args))

    def _interjections(self, s: State, verb: str, seat: int, args: Sequence[Any], paid: str) -> list[Use]:
        """What a seat may play into a deed, where it would do anything; paid: the resource that is being paid."""
        found = []
        for name in self._called(verb):
            for said in self.texts.interjections.get(name, []):
                trigger = said.node
                assert isinstance(trigger, N.Trigger) and isinstance(trigger.event, N.Does)
                act = trigger.event.act
                assert isinstance(act, N.Perform)
                if (f"text {said.number}", seat) in s.used:
                    continue
                lying = [c for zone in said.zones for c in self.w.copies(said.component)
                         if s.where.get(c) == self.w.zone(zone, seat)]  # fmt: skip
                for card in lying[:1]:
                    if self._would_help(s, said, trigger, act, verb, seat, card, args, paid):
                        task = ("interjection", said, verb, seat, card, tuple(args))
                        found.append(
                            Use(f"{said.component}:{said.heading}", f"text {said.number}", said.limits, False, task)
                        )
        return found

    def _would_help(
        self, s: State, said: Spoken, trigger: N.Trigger, act: N.Perform, verb: str, seat: int, card: Thing,
        args: Sequence[Any], paid: str,
    ) -> bool:  # fmt: skip
        if paid:
            value = act.slot("object")
            noun = value.noun if isinstance(value, N.NounPhrase) else None
            if not isinstance(noun, str) or not self.w.fits(paid, noun):
                return False
            env = Env(seat, card)
        else:
            env = self._verb_env(verb, seat, args)
            env.this = card
            if not self._hears(s, act, verb, args, env):
                return False
        if not all(self.holds(s, condition, env) for condition in said.conditions):
            return False
        then = trigger.then
        if isinstance(then, N.If) and then.otherwise is None and not self.holds(s, then.condition, env):
            return False
        verbs = {part.verb for part in then.walk() if isinstance(part, N.Perform)}
        holding = {"double": ("double", seat), "count_as": ("convert", seat)}
        return not any(holding[verb] in s.next_card for verb in verbs & holding.keys())

    def interjection(self, s: State, said: Spoken, verb: str, seat: int, card: Thing, args: tuple[Any, ...]) -> None:
        """A card that is played into a deed: its heading's cost, then what it says."""
        assert isinstance(said.node, N.Trigger) and isinstance(said.node.event, N.Does)
        paying = verb == "pay"
        env = Env(seat, card) if paying else self._heard_env(said.node.event.act, verb, seat, card, args)
        self.then(s, ("block", said.cost, env), ("say", said.node.then, env))

    # ------------------------------------------------------------ what comes true

    def effects(self, s: State, first: int) -> list[Task]:
        """What texts do on something that has come true since this was last asked, as tasks."""
        tasks: list[Task] = []
        now = set()
        for said in self.texts.states:
            assert isinstance(said.node, N.Trigger)
            for turn in self.w.seats:
                seat, name = (first + turn) % self.w.players, f"text {said.number}"
                if not self.speaks(s, said, seat, Env(seat)) or not self.holds(s, said.node.event, Env(seat)):
                    continue
                now.add((said.number, seat))
                if (said.number, seat) in s.true_before or (name, seat) in s.used:
                    continue
                if "once_per_game" in said.limits:
                    s.use(name, seat, said.limits)
                env = Env(seat, next(iter(self.w.copies(said.component)), None))
                tasks.insert(0, ("heard", said, env))
        s.true_before = frozenset(now)
        return tasks

    # ------------------------------------------------------------ quantities and resources

    def quantity(self, s: State, phrase: N.Phrase, env: Env) -> Many:
        """How many of a phrase's things are meant."""
        if isinstance(phrase, N.AsMany):
            number = max(0, self.amount(s, phrase.number, env))
            return Many(number, number)
        det = phrase.quantity if isinstance(phrase, N.PartOf) else getattr(phrase, "determiner", None)
        if isinstance(det, N.Quantity):
            return self._many(det)
        if isinstance(phrase, N.NounPhrase):
            word = det.word if isinstance(det, N.Article) else None
            if det is None or phrase.plural or word in EVERY or self.names_zones(phrase):
                return Many(0, MANY, True)
        return Many(1, 1)

    @staticmethod
    def _many(det: N.Quantity) -> Many:
        low, high = det.low, det.high if det.high is not None else det.low
        kinds = {
            "any_number": Many(0, MANY), "some": Many(1, MANY), "each": Many(0, MANY, True),
            "all": Many(0, MANY, True), "up_to": Many(0, high or 0), "at_least": Many(low or 0, MANY),
            "more_than": Many((low or 0) + 1, MANY), "fewer_than": Many(0, max((high or 0) - 1, 0)),
        }  # fmt: skip
        return kinds.get(det.kind, Many(low or 0, high or 0))

    def _of_each_kind(self, item: N.Phrase) -> list[N.Phrase]:
        """`1 of each good`: so much of each kind."""
        whole = item.whole if isinstance(item, N.PartOf) else None
        if not isinstance(item, N.PartOf) or not isinstance(whole, N.NounPhrase):
            return [item]
        if whole.determiner != N.Article(word="each"):
            return [item]
        return [replace(whole, noun=kind, determiner=item.quantity) for kind in self.held_kinds(str(whole.noun))]

    def resource(self, s: State, verb: str, item: N.Phrase, env: Env, *given: Any) -> None:
        """Gain, lose or pay one resource or kept number."""
        named = item.whole if isinstance(item, N.PartOf) else item
        noun = getattr(named, "noun", None)
        if not isinstance(noun, str):
            raise NotCarried(f"{verb} {item}")
        entry, many, seat = self.w.entry(noun), self.quantity(s, item, env), env.you
        if many.every and isinstance(item, N.NounPhrase) and item.determiner is None:
            many = Many(1, 1)
        if many.low != many.high and not many.every and not (verb == "pay" and entry.get("paid by")):
            many, given = self._said_how_many(s, verb, noun, many, seat, given), given[1:]
        which = [f.phrase for f in item.filters if isinstance(f, N.Of)] if isinstance(item, N.NounPhrase) else []
        if self.held_kinds(noun) and which:
            thing = self.thing(s, which[0], env).value
            kind = next(k for k in self.held_kinds(noun) for of in listed(self.w.entry(k).get("of"))
                        if thing in self.w.everything(of))  # fmt: skip
            low = s.held[kind, seat] if many.every and verb != "gain" else many.low
            if verb == "lose" and env.partial:
                low = min(low, s.held[kind, seat])
            if verb != "gain" and s.held[kind, seat] < low:
                raise Failed
            s.hold(kind, seat, self._limited(s, kind, seat, low) if verb == "gain" else s.held[kind, seat] - low)
            self.tell_of_amount(s, verb, seat, kind, low)
        elif self.held_kinds(noun):
            if many.every:
                many = Many(self.held(s, noun, seat), many.high)
            apart = getattr(item, "adjectives", ()) == ("different",)
            there = self._kinds_there(s, verb, noun, seat) if apart else self.held(s, noun, seat)
            computed = apart and isinstance(item, N.AsMany)
            if (computed and verb == "gain") or (verb == "lose" and env.partial and (computed or not apart)):
                many = Many(min(many.low, there), many.high)
            if (apart or verb != "gain") and there < many.low:
                raise Failed
            had = {kind: s.held[kind, seat] for kind in self.held_kinds(noun)}
            self.then(s, ("resource_kinds", verb, noun, seat, many.low, 0, apart), ("tell_of_kinds", verb, seat, had))
        elif entry.get("held"):
            have = s.held[noun, seat]
            count = have if many.every and verb != "gain" else many.low
            if verb == "pay" and entry.get("substitute"):
                self._pay_or(s, noun, str(entry["substitute"]), max(0, count), seat, Answers(given))
                return
            if (verb == "pay" or (verb == "lose" and env.owed)) and have < count:
                raise Failed
            new = self._limited(s, noun, seat, count) if verb == "gain" else max(0, have - count)
            s.hold(noun, seat, new)
            self.tell_of_amount(s, verb, seat, noun, abs(new - have) if verb == "lose" else count)
        elif entry.get("kept"):
            before = s.kept[noun, seat]
            count = max(0, before) if many.every and verb != "gain" else many.low
            self._change_kept(s, "pay" if verb == "lose" and env.owed else verb, noun, count, seat)
            changed = abs(s.kept[noun, seat] - before)
            self.tell_of_amount(s, verb, seat, noun, changed if verb == "lose" else count)
        elif verb == "pay":
            self.then(s, ("pay_more", env, noun, many.low, many.high, 0))
        else:
            raise NotCarried(f"{verb} {noun}")

    def _said_how_many(self, s: State, verb: str, noun: str, many: Many, seat: int, given: Sequence[Any]) -> Many:
        """How much of something a seat says that it gains, loses or pays: of what it has if it loses it."""
        most = many.high
        if verb == "gain" and most == MANY:
            raise NotCarried(f"gaining any number of {noun}")
        if verb != "gain":
            held = self.w.entry(noun).get("held") or self.held_kinds(noun)
            has = self.held(s, noun, seat) if held else max(0, s.kept[noun, seat])
            stand_in = self.w.entry(noun).get("substitute") if verb == "pay" else None
            most = min(most, has + (s.held[stand_in, seat] if stand_in else 0))
        if most < many.low:
            raise Failed
        number = Answers(given).take(seat, lambda: [(str(n), n) for n in range(many.low, most + 1)])
        return Many(number, number)

    def _limited(self, s: State, noun: str, seat: int, count: int) -> int:
        """How much of something a seat has when it has gained so much more, within its limit."""
        have, limit = s.held[noun, seat], self.w.entry(noun).get("limit")
        return max(have, min(have + count, self.number(s, limit, [seat]))) if limit else have + count

    def tell_of_kinds(self, s: State, verb: str, seat: int, had: dict[str, int]) -> None:
        """What has come of a change of a resource with kinds, kind by kind."""
        for kind, before in reversed(had.items()):
            self.tell_of_amount(s, verb, seat, kind, abs(s.held[kind, seat] - before))

    def _pay_or(self, s: State, noun: str, other: str, due: int, seat: int, answers: Answers) -> None:
        """Pay what something else may stand in for: the seat says how much of the other it pays."""
        have, instead = s.held[noun, seat], s.held[other, seat]
        if have + instead < due:
            raise Failed
        numbers = range(max(0, due - have), min(due, instead) + 1)
        paid = answers.take(seat, lambda: [(str(number), number) for number in numbers])
        s.hold(noun, seat, have - due + paid)
        s.hold(other, seat, instead - paid)
        self.tell_of_amount(s, "pay", seat, other, paid)
        self.tell_of_amount(s, "pay", seat, noun, due - paid)

    def _change_kept(self, s: State, verb: str, noun: str, count: int, seat: int) -> None:
        if listed(self.w.entry(noun).get("of")) != ["player"]:
            raise NotCarried(f"{verb} {noun}")
        value = s.kept[noun, seat] + (count if verb == "gain" else -count)
        least = self.w.word("nouns", noun).least
        if verb == "pay" and least is not None and value < self.amount(s, self.said_amount(least), Env(seat)):
            raise Failed
        self._keep(s, noun, [seat], value)

    def _kinds_there(self, s: State, verb: str, noun: str, seat: int) -> int:
        """Of how many kinds of a resource a seat can gain, lose or pay one."""
        kinds = self.held_kinds(noun)
        return len(kinds) if verb == "gain" else sum(s.held[kind, seat] > 0 for kind in kinds)

    def resource_kinds(
        self, s: State, verb: str, noun: str, seat: int, left: int, first: int, apart: bool, *given: Any
    ) -> None:  # fmt: skip
        """Of a resource with kinds: the seat chooses the kinds, in their order; apart: of each one at most."""
        if left <= 0:
            return
        kinds = self.held_kinds(noun)
        have = [s.held[kind, seat] if verb != "gain" else left for kind in kinds]
        if apart:
            have = [min(1, many) for many in have]
        fitting = [number for number in range(first, len(kinds)) if have[number] and sum(have[number:]) >= left]
        chosen = Answers(given).take(seat, lambda: [(str(number), number) for number in fitting])
        kind = kinds[chosen]
        s.hold(kind, seat, self._limited(s, kind, seat, 1) if verb == "gain" else s.held[kind, seat] - 1)
        self.then(s, ("resource_kinds", verb, noun, seat, left - 1, chosen + apart, apart))

    # ------------------------------------------------------------ paying with cards

    def playable(self, s: State, seat: int) -> list[Thing]:
        """The cards that a seat can play."""
        zones = self.w.ruleset.zones.get("play") or {}
        return [card for noun in zones.get("from") or () for card in s.zones.get(self.w.zone(noun, seat), [])]

    def play_card(self, s: State, seat: int, card: Thing) -> None:
        """Play a card: it goes where played cards lie."""
        s.move(card, self.w.zone(self.w.ruleset.zones["play"]["to"], seat))

    def worth(self, s: State, seat: int, card: Thing, resource: str) -> int:
        """What a card is worth in a resource, with what holds for the next card that is played."""
        value = self.symbols(card, resource)
        like = self.w.entry(resource).get("is")
        if like:
            if ("convert", seat) in s.next_card:
                others = [n for n, e in self.w.nouns.items() if e.get("is") == like and e.get("type") == "resource"]
                value = max(self.symbols(card, other) for other in others)
            if ("double", seat) in s.next_card:
                value *= 2
        return value

    def pay_more(self, s: State, env: Env, noun: str, least: int, most: int, paid: int, *given: Any) -> None:
        """Play one card more for a payment, or play something into it, or stop where it is enough."""
        seat = env.you
        if paid >= most or most <= 0:
            note_done(env, "pay", paid)
            return
        options: list[Choice] = [("enough", None)] if least <= paid and least < most else []
        if self.w.entry(noun).get("paid by"):
            cards = [card for _, card in self.card_options(self.playable(s, seat), s)]
            for card in cards:
                value = self.worth(s, seat, card, noun)
                if value:
                    options.append((f"{self.w.card_id(card)}:{value}", (card, value, "")))
        options += self._ways(s, seat, noun)
        for use in self._interjections(s, "pay", seat, (), noun) if self.w.entry(noun).get("is") else ():
            options.append((use.id, use))
        chosen = Answers(given).take(seat, lambda: options)
        if chosen is None:
            note_done(env, "pay", paid)
            return
        if isinstance(chosen, Use):
            self.mark(s, chosen, seat)
            self.then(s, chosen.task, ("pay_more", env, noun, least, most, paid))
            return
        card, value, way = chosen
        if way:
            s.used[way, seat] = ("once_per_turn",)
        self.play_card(s, seat, card)
        s.next_card -= {("double", seat), ("convert", seat)}
        self.then(s, ("pay_more", env, noun, least, most, paid + value))

    def _ways(self, s: State, seat: int, noun: str) -> list[Choice]:
        """`A card you play may count as 1 food`, `this card counts as 2 gold`."""
        options: list[Choice] = []
        for number, said in enumerate(self.texts.ways):
            node = said.node
            assert isinstance(node, N.Does) and isinstance(node.act, N.Perform)
            goal = node.act.slot("object") or node.act.slot("as")
            assert isinstance(goal, N.NounPhrase) and isinstance(node.subject, N.NounPhrase)
            name = f"text {said.number}"
            if goal.noun != noun or (name, seat) in s.used or not self.speaks(s, said, seat, Env(seat)):
                continue
            det = goal.determiner
            value = det.low if isinstance(det, N.Quantity) and det.low is not None else 1
            own = self.w.copies(said.component)
            if self.word(node.subject) == "this":
                zones = [self.w.zone(zone, seat) for zone in said.zones]
                cards = [card for card in own if s.where.get(card) in zones]
            else:  # the card itself, played, would lie where its text works no longer
                kind = replace(node.subject, determiner=None, filters=())
                playable = [card for card in self.playable(s, seat) if card not in own]
                cards = [card for card in playable if self._is_such(s, card, kind, Env(seat))]
            earlier = sum(other.component == said.component for other in self.texts.ways[:number])
            told = f"{said.component}.{earlier}" if earlier else said.component
            limit = name if said.limits else ""
            options += [(f"{self.w.card_id(card)}:{told}:{value}", (card, value, limit)) for card in cards]
        return options

    def _is_such(self, s: State, card: Thing, kind: N.NounPhrase, env: Env) -> bool:
        return self.w.is_kind(card, str(kind.noun)) and self.fits_phrase(s, card, kind, env)

    def _play(self, s: State, node: N.Perform, env: Env, answers: Answers) -> None:
        """`Play this card`, `Play the card of the field`."""
        phrase = self.object_of(node)
        assert isinstance(phrase, N.NounPhrase)
        if isinstance(phrase.determiner, N.Article) and phrase.determiner.word == "this":
            self.play_card(s, env.you, self.thing(s, phrase, env).value)
            return
        of = next((item.phrase for item in phrase.filters if isinstance(item, N.Of)), None)
        if of is None:
            if node.slot("from") is None:
                raise NotCarried(f"playing {phrase}")
            self._transfer(s, node, env, answers)
            return
        place = self.thing(s, of, env).value
        cards = [card for card in self.playable(s, env.you) if self._stands_for(s, card, place, env.you)]
        options = [(self.w.card_id(card), card) for card in cards]
        self.play_card(s, env.you, answers.take(env.you, lambda: options))

    def _stands_for(self, s: State, card: Thing, place: Thing, seat: int) -> bool:
        """Whether a card can be played as the card of a space: its own card, or one that a text says counts as it."""
        own = self.w.space_on(card)
        return own == place or any(self._stands_in(s, said, card, own, place, seat) for said in self.texts.stand_ins)

    def _stands_in(self, s: State, said: Spoken, card: Thing, own: Thing | None, place: Thing, seat: int) -> bool:
        node = said.node
        assert isinstance(node, N.Does) and isinstance(node.act, N.Perform)
        subject, goal = node.subject, node.act.slot("object") or node.act.slot("as")
        assert isinstance(subject, N.NounPhrase) and isinstance(goal, N.NounPhrase)
        of = next((item.phrase for item in goal.filters if isinstance(item, N.Of)), None)
        assert isinstance(of, N.NounPhrase) and isinstance(of.noun, str)
        env = Env(seat)
        if not self.speaks(s, said, seat, env):
            return False
        if self.word(subject) == "this":
            if card.name != said.component:
                return False
        else:
            base = next((item.phrase for item in subject.filters if isinstance(item, N.Of)), None)
            assert isinstance(base, N.NounPhrase) and isinstance(base.noun, str)
            if own is None or not all(
                self.filter(s, item, Ref(own, "space", base.noun), env, env) for item in base.filters
            ):
                return False
            env.recent.append(Ref(own, "space", base.noun))
        if self.is_open(of):
            return self.w.is_kind(place, of.noun) and self.fits_phrase(s, place, of, env)
        for condition in said.conditions:  # while a verb is under way, what it is done to can be named
            for part in condition.walk():
                if isinstance(part, N.Perform):
                    for verb, who, args in self.being_done(s, part.verb):
                        if who == seat:
                            env.names.update(self._verb_env(verb, seat, args).names)
        return bool(place == self.thing(s, of, env).value)

    # ------------------------------------------------------------ small verbs

    def _look(self, s: State, node: N.Perform, env: Env, answers: Answers) -> None:
        """`Look at the top 3 cards of the deck`, `reveal your hand`: they stay there, and are what "them" means."""
        phrase = self.object_of(node)
        if not isinstance(phrase, N.NounPhrase):
            raise NotCarried(f"looking at {phrase}")
        if self.names_zones(phrase):
            zone = self._whose_zone(s, phrase, env)
            self._speak_of(list(s.zones.get(zone, [])), zone, env)
            env.done["seen"] = env.recent[-1].value, zone
            return
        of = next((item.phrase for item in phrase.filters if isinstance(item, N.Of | N.At)), None)
        zone = self._whose_zone(s, of, env) if of is not None else None
        cards = self.top_cards(s, phrase, env)
        if cards is not None and zone is not None:
            self._speak_of(cards, zone, env)
            env.done["seen"] = env.recent[-1].value, zone
            return
        many = self.quantity(s, phrase, env)
        if node.verb != "reveal" or many.low != 1 or many.high != 1 or not self.is_open(phrase):
            raise NotCarried(f"looking at {phrase}")
        source = node.slot("from")
        found, _ = self._cards_named(s, phrase, source if isinstance(source, N.Phrase) else None, None, env)
        env.recent.append(Ref(answers.take(env.you, lambda: self.card_options(found, s)), "card", "card"))

    def _whose_zone(self, s: State, phrase: N.Phrase, env: Env) -> Thing:
        """The one zone that a phrase names, of somebody who is known."""
        try:
            return self.zone_named(s, phrase, env)
        except Unclear as error:
            raise NotCarried(f"whose zone is shown? {phrase}") from error

    def _roll(self, s: State, node: N.Perform, env: Env) -> None:
        phrase = self.object_of(node)
        known = env.roles.get("dice") if isinstance(phrase, N.Pronoun) else None  # "roll it again"
        if "thrown" in env.roles and "again" in node.adverbs:
            raise NotCarried("some of several dice, rolled again")
        noun = str(getattr(phrase, "noun", known.noun if known is not None else "die"))
        sides = int(self.w.entry(noun).get("sides", 6))
        many = self.quantity(s, phrase, env)
        dice = [s.random(sides) + 1 for _ in range(many.low if many.low == many.high else 1)]
        env.roles["result"] = Ref(sum(dice), "number", "result")  # of what was rolled last
        env.roles["dice"] = Ref(sum(dice), "number", noun)
        if len(dice) > 1:
            env.roles["thrown"] = Ref(tuple(dice), "thrown", noun)
        self.tell_of_dice(s, env.you, noun, dice)

    def _not_one_by_one(self, each: N.NounPhrase, then: N.Node) -> None:
        """Pieces are only counted here: what speaks of each of them, or of whose it is, is not carried."""
        that = N.Article(word="that")
        spoken_of = (
            part in (N.Pronoun(word="it"), N.Article(word="its"))
            or (isinstance(part, N.NounPhrase) and part.noun == each.noun and part.determiner == that)
            for part in then.walk()
        )
        if self.names_pieces(each) and any(spoken_of):
            raise NotCarried(f"pieces one by one: {each}")

    def _choose_act(self, s: State, node: N.Perform, env: Env, answers: Answers) -> None:
        """`Choose another player.`: who was chosen is then "that player"."""
        phrase = self.object_of(node)
        if isinstance(phrase, N.PartOf) and isinstance(phrase.whole, N.Pronoun):  # "choose 1 of them"
            cards = self._some_of(s, phrase.whole, env)
            one = answers.take(env.you, lambda: self.card_options(cards, s))
            self._take((one,), env, put=False)
            env.recent.append(Ref(one, "card", "card"))
            return
        if self.names_pieces(phrase):
            raise NotCarried(f"pieces that are chosen: {phrase}")
        assert isinstance(phrase, N.NounPhrase)
        if self.w.entry(str(phrase.noun)).get("type") == "number":
            raise NotCarried(f"a value that is chosen: {phrase}")
        many = self.quantity(s, phrase, env)
        if many.key() != (1, 1) and self.w.type_of(str(phrase.noun)) != "zone":
            self._choose_several(s, replace(phrase, determiner=None, plural=True), many, env)
            return
        items, kind, noun = self.listing(s, phrase, env)
        if "random" in node.adverbs:
            if not items:
                raise Failed
            chosen = items[s.random(len(items))]
        else:
            chosen = answers.take(env.you, lambda: self.thing_options(items, kind, s))
        if says_another(phrase):
            env.done[CALLED_ANOTHER] = (*env.done.get(CALLED_ANOTHER, ()), (kind, chosen))
        env.bind(noun, Ref(chosen, kind, noun))

    def _choose_several(self, s: State, phrase: N.NounPhrase, many: Many, env: Env) -> None:
        """`Choose up to 2 fields`: one after another, each another one; they are "them" from here on."""
        items, kind, noun = self.listing(s, phrase, env)
        low, high = many.low, many.high
        if low == high:
            if len(items) < (1 if env.partial else low):
                raise Failed
            low = high = min(low, len(items))
        env.done["chosen"] = ()
        self.then(s, ("chosen_all", kind, noun, env))
        self._often(s, ("choose_one", tuple(items), kind, env), env, low, high)

    def choose_one(self, s: State, items: Sequence[Any], kind: str, outer: Env, env: Env, *given: Any) -> None:
        """One more of several things."""
        chosen = outer.done["chosen"]
        left = [thing for thing in items if thing not in chosen]
        pick = Answers(given).take(env.you, lambda: self.thing_options(left, kind, s))
        outer.done["chosen"] = (*chosen, pick)

    def chosen_all(self, s: State, kind: str, noun: str, env: Env) -> None:
        """What was chosen is spoken of."""
        env.recent.append(Ref(env.done["chosen"], SETS[kind], noun))

    def _with_each(self, s: State, node: N.Perform, env: Env) -> bool:
        """Do something with each of the players or spaces that were chosen, or with one of them; False without any."""
        for slot in node.slots:
            whole = slot.value.whole if isinstance(slot.value, N.PartOf) else slot.value
            ref = self.set_meant(whole, env)
            if ref is None:
                continue
            kind = "player" if ref.type == SETS["player"] else "space"
            that = N.NounPhrase(determiner=N.Article(word="that"), noun=ref.noun)
            act = replace(node, slots=tuple(replace(x, value=that) if x is slot else x for x in node.slots))
            many = self.quantity(s, slot.value, env) if isinstance(slot.value, N.PartOf) else Many(0, 0, True)
            if many.every:
                items = self.in_turn_order(s, list(ref.value)) if kind == "player" else list(ref.value)
                self.then(s, ("each", tuple(items), kind, ref.noun, ref.noun, env, ("say", act)))
            elif many.key() == (1, 1):
                self.then(s, ("with_one", tuple(ref.value), kind, ref.noun, act, env))
            else:
                raise NotCarried("some of those chosen")
            return True
        return False

    def with_one(
        self, s: State, items: Sequence[Any], kind: str, noun: str, act: N.Perform, env: Env, *given: Any
    ) -> None:  # fmt: skip
        """Do something with one of several things, chosen now."""
        pick = Answers(given).take(env.you, lambda: self.thing_options(items, kind, s))
        env.bind(noun, Ref(pick, kind, noun))
        self.then(s, ("say", act, env))

    def _fill(self, s: State, node: N.Perform, env: Env) -> None:
        """Put on cards the pieces that they hold, from where such pieces are common."""
        phrase = self.object_of(node)
        assert isinstance(phrase, N.NounPhrase)
        for card in self.things(s, phrase, env):
            for name, figures in self.w.component[card.name].holds.items():
                kind = next(kind for kind in self.w.all_kinds if self.w.kind_id(kind) == name)
                count = figures.get(self.w.players, figures.get(0, 0))
                source = next(z for z in self.w.all_zones if z.number < 0 and self.w.can_lie(kind, z))
                s.add(kind, -1, source, -count)
                s.add(kind, -1, card, count)

    # ------------------------------------------------------------ moving

    def top_cards(self, s: State, phrase: N.Phrase, env: Env) -> list[Thing] | None:
        """`the top 3 cards of X`, `the bottom card of X`: the outermost first; None for other phrases."""
        ends = {"top": -1, "the_top": -1, "bottom": 1, "the_bottom": 1}
        way = ends.get(self.word(phrase) or "") if isinstance(phrase, N.NounPhrase) else None
        if way is None:
            return None
        det = phrase.determiner
        many = det.low if isinstance(det, N.Quantity) else 1
        for item in phrase.filters:
            if isinstance(item, N.Of | N.At):
                pile = s.zones.get(self.zone_named(s, item.phrase, env), [])[::way]
                if env.used_from is not None and env.this in pile and self.only_used(s, env):
                    pile = [card for card in pile if card != env.this]
                return pile[: many or 0]
        raise NotCarried(f"the top of what? {phrase}")

    def _owner_left_open(self, phrase: N.Node) -> N.NounPhrase | None:
        """Whose the zone is that a phrase names or speaks of, where that is left open."""
        if not isinstance(phrase, N.NounPhrase):
            return None
        if not self.names_zones(phrase):
            places = (item.phrase for item in phrase.filters if isinstance(item, N.At | N.Of))
            return next((owner for owner in map(self._owner_left_open, places) if owner is not None), None)
        det = phrase.determiner
        owners = [item.phrase for item in phrase.filters if isinstance(item, N.Of)]
        owners += [det.owner] if isinstance(det, N.Possessive) else []
        return next((owner for owner in owners if isinstance(owner, N.NounPhrase) and self.is_open(owner)), None)

    def _transfer(self, s: State, node: N.Perform, env: Env, answers: Answers) -> None:
        """put, move, return, take, remove, discard, draw: cards or pieces from one place to another."""
        origin = node.slot("from")
        if isinstance(origin, N.NounPhrase) and origin.noun == "game":
            node = N.Perform(verb="remove", slots=tuple(slot for slot in node.slots if slot.name == "object"))
        node, env_here = self._their_known(node, env)
        for slot in node.slots:  # "from another player's hand", "a card in theirs": which player is chosen first
            owner = self._owner_left_open(slot.value)
            if owner is not None:
                seats, noun = self.things(s, owner, env), str(owner.noun)
                node = self._of_that_owner(node, slot, owner)
                if self.word(owner) in EVERY:  # "from each other player's hand": one after another
                    players = self.in_turn_order(s, seats)
                    self.then(s, ("each", players, "player", noun, noun, env, (self._one(env), node)))
                    return
                if self._none_of_them(s, self.object_of(node), env):
                    raise Failed  # nobody is chosen where nothing is left
                seat = answers.take(env.you, lambda seats=seats: self.thing_options(seats, "player", s))
                env_here = env_here.child()
                env_here.bind(noun, Ref(seat, "player", noun))  # nearer than the player of a loop
        phrase = self.object_of(node)
        if isinstance(phrase, N.Phrases):
            self.then(s, *(("perform", self._with_object(node, item), env) for item in phrase.items))
            return
        if phrase == N.Pronoun(word="it"):
            phrase, env_here = self._it_that_moves(phrase, env_here)
            node = self._with_object(node, phrase)
        if self.names_pieces(phrase) or self._means_pieces(phrase, env_here):
            self._move_pieces(s, node, phrase, env_here, answers)
        else:
            self._move_cards(s, node, phrase, env_here, answers)
        if env_here is not env:
            env.recent[:] = env_here.recent
            env.done.update(env_here.done)
        self.speak_of_neighbours(node, env)

    def _none_of_them(self, s: State, thing: N.Phrase, env: Env) -> bool:
        """Whether "the rest", or "them", are no cards."""
        if not isinstance(thing, N.Pronoun):
            return False
        if thing.word in REST:
            return not self._left(s, env)
        several = next((ref for ref in reversed(env.recent) if ref.type in ("cards", "pieces", "several pieces")), None)
        return thing.word == "them" and several is not None and several.type == "cards" and not several.value

    def _their_known(self, node: N.Perform, env: Env) -> tuple[N.Perform, Env]:
        """An act in which "their" is said of a player by a name, where a player of the same act is still to be chosen.

        What plays another role of the act is never meant (R5): "from their hand into another player's hand".
        """
        if all(self._owner_left_open(slot.value) is None for slot in node.slots):
            return node, env
        seat = self.possessor(State(0), N.NounPhrase(determiner=N.Article(word="their"), noun="card"), env)
        inner = env.child()
        inner.names[THEIRS] = Ref(seat, "player", "player")
        owner = N.NounPhrase(determiner=N.Article(word="that"), noun=THEIRS)

        def named(new: Any, old: Any) -> Any:
            if isinstance(old, N.NounPhrase) and old.determiner == N.Article(word="their") and self.names_zones(old):
                return replace(new, determiner=N.Possessive(owner=owner))
            return new

        first = next(at for at, slot in enumerate(node.slots) if self._owner_left_open(slot.value) is not None)
        before = tuple(replace(slot, value=rewritten(slot.value, named)) for slot in node.slots[:first])
        return replace(node, slots=(*before, *node.slots[first:])), inner

    @staticmethod
    def _it_that_moves(it: N.Phrase, env: Env) -> tuple[N.Phrase, Env]:
        """What "it" is where it is put somewhere: no place, and this card where nothing else was spoken of."""
        places = ("space", "border", "region", "zone")
        known = [ref for ref in env.recent if ref.type not in places]
        if env.this is not None and not any(ref.type in ("card", "cards", "pieces") for ref in known):
            return N.NounPhrase(determiner=N.Article(word="this"), noun="card"), env
        env.recent.sort(key=lambda ref: ref.type not in places)  # no place is nearer than what can be put
        return it, env

    def _means_pieces(self, phrase: N.Phrase, env: Env) -> bool:
        if isinstance(phrase, N.Pronoun) and phrase.word in ("it", "them"):
            try:
                return self._pronoun(phrase.word, env).type in ("pieces", "several pieces")
            except Unclear:
                return False
        return False

    # ------------------------------------------------------------ moving pieces

    @staticmethod
    def _pieces_of(phrase: N.Phrase) -> N.NounPhrase:
        """The noun phrase behind "2 of them", "as many armies as …"."""
        if isinstance(phrase, N.PartOf):
            return Acts._pieces_of(phrase.whole)
        if isinstance(phrase, N.AsMany):
            return N.NounPhrase(noun=phrase.noun)
        if isinstance(phrase, N.NounPhrase):
            return phrase
        raise NotCarried(f"which pieces? {phrase}")

    def _sources(self, s: State, phrase: N.NounPhrase, source: Any, env: Env) -> list[tuple[Thing, int, Thing]]:
        """(kind, owner, place) of what may be moved, empty or not."""
        if not isinstance(source, N.Phrase):
            det = phrase.determiner
            bare = self.places(s, phrase, env) is None and env.place is None
            if bare and isinstance(det, N.Article) and det.word in ("that", "those"):
                for ref in reversed(env.recent):
                    if ref.type == "space":
                        return self.spots(s, phrase, env.child(place=ref))
            return self.spots(s, phrase, env)
        places = self.places_at(s, source, env)
        owners = self.owners(s, phrase, env)
        found = []
        for kind in self.kinds(phrase, env):
            for place in places:
                if not self.w.owned(kind):
                    rows = [-1]
                elif place.type == "zone":
                    rows = [place.number]
                else:
                    rows = [*self.w.seats] if owners is None else owners
                found += [(kind, row, place) for row in rows]
        return found

    def _destination(
        self, s: State, goal: N.Phrase | None, verb: str, phrase: N.NounPhrase, env: Env, owner: int
    ) -> Thing:
        if goal is None:
            if verb == "take":
                return self.home(str(phrase.noun), env.you)
            back = self._kept_in(verb, str(phrase.noun))
            if back:
                return self.w.zone(back, owner if self.w.entry(back).get("of") == "player" else -1)
            if verb == "remove":
                return self.w.zone(self.w.ruleset.out_of_game, -1)
            raise NotCarried(f"{verb} it where?")
        if isinstance(goal, N.NounPhrase) and isinstance(goal.determiner, N.Possessive):
            whose = goal.determiner.owner
            if isinstance(whose, N.NounPhrase) and whose.noun == "owner":
                return self.w.zone(str(goal.noun), owner)
        if self.names_zones(goal):
            return self.zone_named(s, goal, env)
        if isinstance(goal, N.Pronoun):  # "put a stone onto it": onto the newest of what a stone can lie on
            types = {self.w.type_of(place) for place in listed(self.w.entry(str(phrase.noun)).get("in"))} - {"zone"}
            found = next((ref for ref in reversed(env.recent) if ref.type in types), None)
            if found is not None and found.value is NOTHING:
                raise Missing
            if found is not None:
                place: Thing = self.place_of(found)
                return place
        place = self.place_of(self.thing(s, goal, env))
        return place

    def _kept_in(self, verb: str, noun: str) -> str:
        """The zone of the supply of pieces that are returned, or removed and never lie outside the game."""
        kinds = {kind.name for kind in self.w.piece_kinds.get(self.w.base(noun), ())}
        if verb == "remove" and any(
            self.w.ruleset.out_of_game in listed(self.w.entry(kind).get("in")) for kind in kinds
        ):
            return ""
        zones = {zone for kind in kinds for zone in self.w.entry(kind).get("supply") or ()}
        return zones.pop() if verb in ("return", "remove") and len(zones) == 1 else ""

    def _shift(self, s: State, spot: tuple[Thing, int, Thing], goal: Thing, count: int, actor: int) -> None:
        """Move pieces; in a common zone they are nobody's, and whoever takes nobody's pieces has them from then on."""
        kind, owner, place = spot
        if not self.w.can_lie(kind, goal):
            raise NotCarried(f"a {kind.name} on {goal}")
        new = owner
        if self.w.owned(kind):
            if goal.type == "zone":
                new = goal.number
            elif owner < 0:
                new = actor
        s.add(kind, owner, place, -count)
        s.add(kind, new, goal, count)

    def _where_too_few(self, s: State, places: list[Thing], there: int, env: Env, answers: Answers) -> list[Thing]:
        """Of places that one piece each is to be put into, those that who acts chooses where there are too few."""
        if not 0 < there < len(places):
            return places
        chosen: list[Thing] = []
        for _ in range(there):
            left = [place for place in places if place not in chosen]
            chosen.append(answers.take(env.you, partial(self.thing_options, left, "space", s)))
        return chosen

    def _move_pieces(self, s: State, node: N.Perform, phrase: N.Phrase, env: Env, answers: Answers) -> None:
        if isinstance(phrase, N.Pronoun):
            raise NotCarried(f"moving {phrase}")
        what, goal, many = self._pieces_of(phrase), node.slot("to"), self.quantity(s, phrase, env)
        goal = goal if isinstance(goal, N.Phrase) else None
        anywhere = self._goes_anywhere(goal) and (many.low, many.high) != (1, 1)
        if self._to_each(goal):
            assert isinstance(goal, N.NounPhrase)
            items, kind, noun = self.listing(s, goal, env)
            if env.lenient and kind == "space" and node.slot("from") is not None and (many.low, many.high) == (1, 1):
                spots = self._sources(s, what, node.slot("from"), env)
                items = [item for item in items if self._room_for(s, what, item) > 0]
                items = self._where_too_few(s, list(items), sum(s.count(*spot) for spot in spots), env, answers)
            that = N.NounPhrase(determiner=N.Article(word="that"), noun=noun)
            slots = tuple(replace(slot, value=that) if slot.name == "to" else slot for slot in node.slots)
            self.then(s, ("each", tuple(items), kind, noun, noun, env, (self._one(env), replace(node, slots=slots))))
            return
        spots = self._kept_ready(s, node, what, env) or self._sources(s, what, node.slot("from"), env)
        if self.owners(s, what, env) is None and self._ones_own(goal):
            number = self.zone_named(s, goal, env).number  # no others' pieces lie there
            spots = [spot for spot in spots if spot[1] in (number, -1)]
        told = env.child()
        several = not many.every and (many.low, many.high) != (1, 1)
        elsewhere = self.owners(s, what, env) is None and self._told_from_there(goal)
        if (anywhere and many.every) or (several and (elsewhere or len({spot[0] for spot in spots}) > 1)):
            spots = self._in_one_place(s, what, node.slot("from"), spots, told, answers)
        if anywhere or self._of_several_groups(what, node, many, spots):
            self._one_by_one(s, node, spots, many, told, answers)
            env.recent[:] = told.recent
            return
        if many.every:
            spots = self._in_one_place(s, what, node.slot("from"), spots, told, answers)
            dest = self._chosen_goal(s, what, goal, told, answers)
            if dest is None and isinstance(goal, N.NounPhrase) and self.w.type_of(str(goal.noun)) == "space":
                self.thing(s, goal, told)  # where that was not found nothing is done, however many there are
            others = self.left_out(what, env)
            if dest is not None and not env.partial and not env.lenient:  # a price is paid whole
                coming = sum(s.count(*spot) - (spot in others) for spot in spots if spot[2] != dest)
                if coming > self._room_for(s, what, dest):
                    raise Failed
            there = [spot[2] for spot in spots if s.count(*spot) > (spot in others)]
            if env.owed and dest is not None and there and set(there) == {dest}:  # it would cost nothing
                raise Failed
            for spot in spots:
                so_many = s.count(*spot) - (spot in others)
                if so_many > 0:
                    target = dest or self._destination(s, goal, node.verb, what, told, spot[1])
                    self._shift(s, spot, target, min(so_many, self._room_for(s, what, target)), env.you)
            env.recent[:] = told.recent
            return

        left_out = self.left_out(what, env)

        def spot_chosen() -> tuple[Thing, int, Thing]:
            if len(spots) == 1 and not left_out:
                return spots[0]
            here = [spot for spot in spots if s.count(*spot) > (spot in left_out)]
            chosen: tuple[Thing, int, Thing] = answers.take(env.you, lambda: [(self._spot_id(x), x) for x in here])
            return chosen

        # Where to comes first, unless it is told from where the piece is ("next to it", "another field").
        spot = None
        # "To it" is to what was spoken of before: nothing is moved to where it is.
        of_it = isinstance(goal, N.NounPhrase) and any(isinstance(n, N.Pronoun) and n.word == "it" for n in goal.walk())
        of_it = of_it or (isinstance(goal, N.NounPhrase) and self.word(goal) == "another")
        if of_it and (len(spots) > 1 or (len(spots) == 1 and spots[0][2].type == "space")):
            spot = spot_chosen()
            told.recent.append(Ref(spot[2], "space", "space"))
        dest = self._chosen_goal(s, what, goal, told, answers)
        spot = spot or spot_chosen()
        at = next((item.phrase for item in what.filters if isinstance(item, N.At)), node.slot("from"))
        if not of_it and isinstance(at, N.NounPhrase) and self.w.type_of(str(at.noun)) == "space":
            told.recent.append(Ref(spot[2], "space", str(at.noun)))  # "that field" is where they lay
        known = dest or (
            self._destination(s, goal, node.verb, what, told, spot[1]) if self._fits_so_many(what) else None
        )
        have, count = min(s.count(*spot), self._room_for(s, what, known)), many.low
        if many.low != many.high:
            most = min(many.high, have)
            count = answers.take(env.you, lambda: [(str(n), n) for n in range(many.low, most + 1)])
        elif env.partial and count != 1:
            count = min(count, have)
            if count < 1:
                raise Failed
        elif env.lenient and len(spots) == 1 and dest is None:
            count = min(count, have)
        elif have < count:
            raise Failed
        # What plays another role of the act is never "it", nor is where it takes a piece from "that field" into which.
        that = isinstance(goal, N.NounPhrase) and self.word(goal) == "that" and not goal.filters
        meant = env if isinstance(goal, N.Pronoun) or that else told
        target = dest or self._destination(s, goal, node.verb, what, meant, spot[1])
        if env.owed and target == spot[2]:  # a price of that costs nothing
            raise Failed
        self._shift(s, spot, target, count, env.you)
        if dest is not None and isinstance(goal, N.NounPhrase) and str(goal.noun) in env.names:
            env.names[str(goal.noun)] = Ref(dest, "space", str(goal.noun))  # the nearest one from here on
        kind = "pieces" if (many.low, many.high) == (1, 1) else "several pieces"  # which are "them", and not "it"
        env.recent[:] = [*told.recent, Ref((*spot[:2], target), kind, str(what.noun))]  # they lie there now

    def _goes_anywhere(self, goal: N.Phrase | None) -> bool:
        """Whether several pieces go into places of which none is told, each into one: `into dry fields`."""
        bare = isinstance(goal, N.NounPhrase) and goal.plural and goal.determiner is None
        return bare and self.w.type_of(str(getattr(goal, "noun", ""))) == "space"

    def _told_from_there(self, goal: N.Phrase | None) -> bool:
        """Whether a place is told from where a piece lies: `next to it`, `another field`."""
        if not isinstance(goal, N.Phrase):
            return False
        of_it = any(isinstance(part, N.Pronoun) and part.word == "it" for part in goal.walk())
        return of_it or (isinstance(goal, N.NounPhrase) and self.word(goal) == "another")

    def _ones_own(self, goal: N.Phrase | None) -> bool:
        """Whether a phrase names a zone of which each player has one, as somebody's own."""
        if not isinstance(goal, N.NounPhrase) or self.word(goal) not in ("your", "their"):
            return False
        return self.names_zones(goal) and self.w.entry(str(goal.noun)).get("of") == "player"

    def _of_several_groups(self, what: N.NounPhrase, node: N.Perform, many: Many, spots: list[Any]) -> bool:
        """Whether more or fewer pieces than one are meant that need not lie together, or are of several kinds."""
        if many.every or (many.low, many.high) == (1, 1) or len(spots) < 2:
            return False
        at = next((item.phrase for item in what.filters if isinstance(item, N.At)), node.slot("from"))
        one_place = isinstance(at, N.NounPhrase) and not at.plural
        one_place = one_place and (isinstance(at.determiner, N.Article) or at.determiner in ONE_PIECE)
        owners = {  # in a space, owned pieces are somebody's
            owner for kind, owner, place in spots if owner >= 0 or place.type == "zone" or not self.w.owned(kind)
        }
        return not (one_place and len({spot[0] for spot in spots}) == 1 and len(owners) == 1)

    def _one_by_one(
        self, s: State, node: N.Perform, spots: list[tuple[Thing, int, Thing]], many: Many, env: Env, answers: Answers
    ) -> None:
        """So many pieces, each chosen by itself; where to is chosen once, before."""
        goal = node.slot("to")
        goal = goal if isinstance(goal, N.Phrase) else None
        # several pieces are "them": a space is meant, or where a card lies that was spoken of
        known = any(ref.type == "space" or (ref.type == "card" and self.w.lies_about(ref.value)) for ref in env.recent)
        known = known and not (isinstance(goal, N.NounPhrase) and self.word(goal) == "another")
        together = {spot[2] for spot in spots if spot[2].type == "space"}  # "it" is the field in which all of them lie
        if self._told_from_there(goal) and not known and len(together) != 1:
            raise Unclear("each of them would go elsewhere")
        anywhere = self._goes_anywhere(goal)
        dest = self._chosen_goal(s, self._pieces_of(self.object_of(node)), goal, env, answers) if not anywhere else None
        env.done["come"] = ()
        low, high = many.low, many.high
        if many.every:
            low = high = sum(s.count(*spot) for spot in spots)
            if low < 1:
                raise Failed
        elif low == high:
            there = sum(s.count(*spot) for spot in spots)
            low = high = min(low, there) if env.partial else low
            if there < low or (env.partial and not low):
                raise Failed
        self._often(s, ("one_piece", node, goal, dest, tuple(spots)), env, low, high)

    def one_piece(
        self, s: State, node: N.Perform, goal: N.Phrase | None, dest: Thing | None, spots: tuple[Any, ...], env: Env,
        *given: Any,
    ) -> None:  # fmt: skip
        """One of several pieces goes where all of them go."""
        come = env.done.get("come", ())  # none of these is moved again
        here = [spot for spot in spots if s.count(*spot) > come.count(spot)]
        answers = Answers(given)
        spot = answers.take(env.you, lambda: [(self._spot_id(x), x) for x in here])
        what = self._pieces_of(self.object_of(node))
        if isinstance(goal, N.NounPhrase) and self._goes_anywhere(goal):  # each into one of its own, not where it is
            one = replace(goal, plural=False, determiner=N.Article(word="a"))
            items = [place for place in self.listing(s, one, env)[0] if place != spot[2]]
            roomy = [place for place in items if self._room_for(s, what, place) > 0]
            dest = answers.take(env.you, lambda: self.thing_options(roomy, "space", s))
        target = dest or self._destination(s, goal, node.verb, what, env, spot[1])
        if self._room_for(s, what, target) < 1:
            raise Failed
        if env.owed and target == spot[2]:  # a price of that costs nothing
            raise Failed
        self._shift(s, spot, target, 1, env.you)
        env.done["come"] = (*come, (spot[0], spot[1], target))

    def _kept_ready(self, s: State, node: N.Perform, phrase: N.NounPhrase, env: Env) -> list[tuple[Thing, int, Thing]]:
        """Where pieces that are put somewhere come from if no word tells: where who acts keeps such."""
        told = node.slot("from") is not None or self.places(s, phrase, env) is not None or env.place is not None
        counted = isinstance(phrase.determiner, N.Quantity) and phrase.determiner.article is None
        if node.verb != "put" or told or not (counted or self.word(phrase) == "a"):
            return []
        kinds = self.kinds(phrase, env)
        if not all(self.w.owned(kind) for kind in kinds):
            return []
        return [(kind, env.you, self.home(kind.name, env.you)) for kind in kinds]

    def _in_one_place(
        self, s: State, phrase: N.NounPhrase, source: N.Node | None, spots: list[tuple[Thing, int, Thing]], env: Env,
        answers: Answers,
    ) -> list[tuple[Thing, int, Thing]]:  # fmt: skip
        """Of all pieces in "a field" those in one field, which who acts chooses among those where there are any."""
        at = next((item.phrase for item in phrase.filters if isinstance(item, N.At)), source)
        if not isinstance(at, N.NounPhrase) or not self.is_open(at) or self.names_zones(at) or at.plural:
            return spots
        if not isinstance(at.determiner, N.Article) or at.determiner.word in ("each", "all", "no"):
            return spots
        kind = self.w.type_of(str(at.noun))
        there = [
            place for place in self.things(s, at, env) if any(s.count(*spot) for spot in spots if spot[2] == place)
        ]
        chosen = answers.take(env.you, lambda: self.thing_options(there, kind, s))
        env.recent.append(Ref(chosen, kind, str(at.noun)))
        return [spot for spot in spots if spot[2] == chosen]

    def _to_each(self, goal: N.Phrase | None) -> bool:
        """Whether pieces go to each of several places, and not to one that somebody chooses."""
        word = goal.determiner.word if isinstance(goal, N.NounPhrase) and isinstance(goal.determiner, N.Article) else ""
        return word in EVERY and goal is not None and not self.names_zones(goal)

    def _spot_id(self, spot: tuple[Thing, int, Thing]) -> str:
        kind, owner, place = spot
        row = owner if owner >= 0 else self.w.players if self.w.owned(kind) else 0
        return f"{self.w.kind_id(kind)}:{row}:{self.w.place_id(place)}"

    def _chosen_goal(
        self, s: State, what: N.NounPhrase, goal: N.Phrase | None, env: Env, answers: Answers
    ) -> Thing | None:
        """Where pieces go, if somebody chooses it; it is then what "it" and "that field" can mean."""
        if not isinstance(goal, N.NounPhrase) or goal.noun == "owner":
            return None
        if not self.is_open(goal) or self.names_zones(goal):
            return None
        items, kind, noun = self.listing(s, goal, env)
        roomy = [item for item in items if self._room_for(s, what, item) > 0]
        chosen: Thing = answers.take(env.you, lambda: self.thing_options(roomy, kind, s))
        env.recent.append(Ref(chosen, kind, noun))
        return chosen

    def _fits_so_many(self, what: N.NounPhrase) -> bool:
        return bool(self.w.entry(str(what.noun)).get("limit"))

    def _room_for(self, s: State, what: N.NounPhrase, place: Thing | None) -> int:
        """How many more such pieces fit where they go, by the limit of their noun."""
        limit = self.w.entry(str(what.noun)).get("limit") if place is not None else None
        kinds = [self.w.type_of(kind) for kind in listed(self.w.entry(limit).get("of"))] if limit else []
        if place is None or place.type not in kinds:
            return MANY
        return max(0, self.number(s, str(limit), [place]))

    def _exchange(self, s: State, node: N.Perform, env: Env, answers: Answers) -> None:
        """`Exchange X for Y`: X goes where Y is, and Y where X was."""
        theirs = node.slot("for")
        assert isinstance(theirs, N.Phrase)
        if not self.names_pieces(self.object_of(node)) and not self._means_pieces(self.object_of(node), env):
            self._exchange_cards(s, node, env, answers)
            return
        pair = [self._sources(s, self._pieces_of(p), None, env) for p in (self.object_of(node), theirs)]
        if any(len(spots) != 1 for spots in pair):
            raise NotCarried(f"exchanging {node}")
        (first,), (second,) = pair
        if not s.count(*first) or not s.count(*second):
            raise Failed
        if first[2] == second[2] or first[:2] == second[:2]:  # nothing would change
            raise Failed
        self._shift(s, first, second[2], 1, env.you)
        self._shift(s, second, first[2], 1, env.you)

    def _exchange_cards(self, s: State, node: N.Perform, env: Env, answers: Answers) -> None:
        """One card for another that lies elsewhere, or all that lie in two zones, which may be none."""
        node, here = self._their_known(node, env)
        for slot in node.slots:
            owner = self._owner_left_open(slot.value)
            if owner is None:
                continue
            if self.word(owner) in EVERY:
                raise NotCarried("what is exchanged with each of several")
            seats, noun = self.things(s, owner, env), str(owner.noun)
            node = self._of_that_owner(node, slot, owner)
            seat = answers.take(env.you, lambda seats=seats: self.thing_options(seats, "player", s))
            here = here.child()
            here.bind(noun, Ref(seat, "player", noun))
        pair = [self.object_of(node), node.slot("for")]
        zones = [self._all_that_lies_in(s, phrase, here) for phrase in pair]
        if None not in zones:
            lots = [list(s.zones.get(zone, [])) for zone in zones]
            if env.owed and not any(lots):
                raise Failed
            for lot, zone in zip(lots, reversed(zones), strict=True):
                for card in lot:
                    s.move(card, zone)
        else:
            self._exchange_two(s, pair, here, answers)
        if here is not env:
            env.recent[:] = here.recent
            env.done.update(here.done)

    def _exchange_two(self, s: State, pair: Sequence[Any], env: Env, answers: Answers) -> None:
        picked: list[Thing] = []
        for phrase in pair:
            if isinstance(phrase, N.NounPhrase) and self.is_open(phrase):
                if self.quantity(s, phrase, env).key() != (1, 1):
                    raise NotCarried("several cards that are exchanged")
                cards, _ = self._cards_named(s, phrase, None, None, env)
                cards = [card for card in cards if all(s.where.get(card) != s.where.get(other) for other in picked)]
                card = answers.take(env.you, lambda cards=cards: self.card_options(cards, s))
            else:
                card = self.thing(s, phrase, env).value
            picked.append(card)
            env.bind(str(getattr(phrase, "noun", "card")), Ref(card, "card", "card"))
        first, second = picked
        places = s.where.get(first), s.where.get(second)
        if None in places or places[0] == places[1]:
            raise Failed
        s.move(second, places[0])
        s.move(first, places[1])

    def _all_that_lies_in(self, s: State, phrase: N.Phrase, env: Env) -> Thing | None:
        """The zone of which all cards are meant: `your hand`, `all cards in your hand`."""
        if self.names_zones(phrase):
            return self.zone_named(s, phrase, env)
        if not isinstance(phrase, N.NounPhrase) or phrase.adjectives or len(phrase.filters) != 1:
            return None
        place = phrase.filters[0]
        named = isinstance(place, N.At | N.Of) and self.names_zones(place.phrase)
        if not named or phrase.noun != "card" or not self.quantity(s, phrase, env).every:
            return None
        return self.zone_named(s, place.phrase, env)

    @staticmethod
    def _of_that_owner(node: N.Perform, slot: N.Slot, owner: N.NounPhrase) -> N.Perform:
        """An act in which whose zone it was left open is known: that player's."""
        that = N.NounPhrase(determiner=N.Article(word="that"), noun=str(owner.noun))
        said = replace(slot, value=rewritten(slot.value, lambda new, old: that if old is owner else new))
        return replace(node, slots=tuple(said if one is slot else one for one in node.slots))

    def _swap(self, s: State, node: N.Perform, env: Env, answers: Answers) -> None:
        """`Swap 2 of your pieces`, `swap all pieces in 2 fields`: they change places, all at once."""
        phrase = self.object_of(node)
        if not self.names_pieces(phrase):
            raise NotCarried("cards that change places")
        what = self._pieces_of(phrase)
        many = phrase.quantity if isinstance(phrase, N.PartOf) else what.determiner
        moved = (self._two_unlike if many == TWO else self._two_lots)(s, what, env, answers)
        if not moved:
            raise Failed
        for spot, goal, count in moved:
            self._shift(s, spot, goal, count, env.you)

    def _two_unlike(self, s: State, what: N.NounPhrase, env: Env, answers: Answers) -> list[Any]:
        """Two pieces of different kinds or players, in different places."""
        there = [spot for spot in self._sources(s, what, None, env) if s.count(*spot) > 0]

        def unlike(one: tuple[Thing, int, Thing]) -> list[tuple[Thing, int, Thing]]:
            return [other for other in there if other[2] != one[2] and other[:2] != one[:2]]

        first = answers.take(env.you, lambda: [(self._spot_id(spot), spot) for spot in there if unlike(spot)])
        second = answers.take(env.you, lambda: [(self._spot_id(spot), spot) for spot in unlike(first)])
        return [(first, second[2], 1), (second, first[2], 1)]

    def _two_lots(self, s: State, what: N.NounPhrase, env: Env, answers: Answers) -> list[Any]:
        """All pieces in two places that who acts chooses; in one of them there may be none."""
        at = next(item.phrase for item in what.filters if isinstance(item, N.At))
        places = at.whole if isinstance(at, N.PartOf) else replace(at, determiner=N.Article(word="a"))
        items, kind, _ = self.listing(s, places, env)
        bare = replace(
            what, determiner=None, filters=tuple(item for item in what.filters if not isinstance(item, N.At))
        )

        def lot(place: Thing) -> list[tuple[Thing, int, Thing]]:
            spots = self.spots(s, bare, env.child(place=Ref(place, "space", "space")))
            return [spot for spot in spots if s.count(*spot) > 0]

        first = answers.take(env.you, lambda: self.thing_options(items, kind, s))
        others = [place for place in items if place != first and (lot(place) or lot(first))]
        second = answers.take(env.you, lambda: self.thing_options(others, kind, s))
        both = [(spot, second) for spot in lot(first)] + [(spot, first) for spot in lot(second)]
        return [(spot, goal, s.count(*spot)) for spot, goal in both]

    def _replace_piece(self, s: State, node: N.Perform, env: Env) -> None:
        """`Replace their X there by a Y`: X goes home, a Y from home takes its place."""
        old, new = self._pieces_of(self.object_of(node)), node.slot("by")
        assert isinstance(new, N.NounPhrase)
        spots = self._sources(s, old, None, env)
        if len(spots) != 1:
            raise NotCarried(f"replacing {node}")
        kind, owner, place = spots[0]
        det, whose = new.determiner, owner
        if det == N.Article(word="your") or N.OfYours() in new.filters:
            whose = env.mine
        elif isinstance(det, N.Possessive) and getattr(det.owner, "noun", "") != "owner":
            whose = self.thing(s, det.owner, env).value
        new_kind = self.kinds(new)[0]
        home = self.home(new_kind.name, whose)
        if not s.count(kind, owner, place) or not s.count(new_kind, whose, home):
            raise Failed
        self._shift(s, spots[0], self.home(kind.name, owner), 1, env.you)
        self._shift(s, (new_kind, whose, home), place, 1, env.you)

    # ------------------------------------------------------------ moving cards

    def _card_goal(self, s: State, node: N.Perform, env: Env) -> tuple[Thing, bool, int]:
        """(zone, to the bottom, how many more fit) for cards that a verb moves."""
        goal = node.slot("to")
        default = (self.w.ruleset.zones.get(node.verb) or {}).get("to")
        if isinstance(goal, N.NounPhrase) and goal.noun in ("bottom", "top"):
            of = next(item.phrase for item in goal.filters if isinstance(item, N.Of))
            return self.zone_named(s, of, env), goal.noun == "bottom", MANY
        if goal is None and node.verb == "remove":
            return self.w.zone(self.w.ruleset.out_of_game, -1), False, MANY
        if goal is None and default:
            if node.verb == "discard" and self.w.entry(default).get("of") == "player":
                return self.w.zone(default, self._whose_pile(s, node, env)), False, MANY
            goal = N.NounPhrase(determiner=ACTORS, noun=default)
        if not isinstance(goal, N.Phrase):
            raise NotCarried(f"{node.verb} it where?")
        if not self.names_zones(goal):
            return self.place_of(self.thing(s, goal, env)), False, MANY
        zone = self.zone_named(s, goal, env)
        limit = self.w.entry(zone.name).get("limit")
        room = self.number(s, limit, [zone.number]) - len(s.zones.get(zone, [])) if limit else MANY
        return zone, "bottom" in node.adverbs, room

    def _whose_pile(self, s: State, node: N.Perform, env: Env) -> int:
        """The player onto whose pile a card goes that is discarded: who has it, or else who acts."""
        phrase = self.object_of(node)
        inside = [item.phrase for item in getattr(phrase, "filters", ()) if isinstance(item, N.At | N.Of)]
        place = node.slot("from") or next((part for part in inside if self.names_zones(part)), None)
        part = phrase.whole if isinstance(phrase, N.PartOf) else phrase
        if isinstance(place, N.Phrase):
            seats = {zone.number for zone in self.zones_named(s, place, env)}
            if len(seats) != 1 or -1 in seats:
                raise NotCarried(f"onto whose pile? {node}")
            return seats.pop()
        if isinstance(part, N.Pronoun) and part.word in (*REST, "them"):
            lying = self._left(s, env) if part.word in REST else self._some_of(s, part, env)
        elif isinstance(phrase, N.PartOf) or self.is_open(phrase):
            return env.you
        else:
            lying = [self.thing(s, phrase, env).value]
        where = s.where.get(lying[0]) if lying else None
        seat = getattr(where, "number", -1) if where in s.zones else -1
        return seat if seat >= 0 else env.you

    def _chosen_place(self, s: State, node: N.Perform, phrase: N.Phrase, env: Env, answers: Answers) -> N.Perform:
        """Where a card goes that is put into one of several spaces or onto one of several cards: first which card."""
        goal = node.slot("to")
        if not isinstance(goal, N.NounPhrase) or self.names_zones(goal) or not self.is_open(goal):
            return node
        if goal.noun in ("top", "bottom") or not isinstance(phrase, N.NounPhrase | N.Pronoun):
            return node
        if isinstance(phrase, N.NounPhrase) and self.is_open(phrase):
            cards, kind, noun = self.listing(s, phrase, env)
            card = answers.take(env.you, lambda: self.thing_options(cards, kind, s))
        else:
            card, kind, noun = self.thing(s, phrase, env)
        env.bind(noun, Ref(card, kind, noun))
        places, where, called = self.listing(s, goal, env)
        place = answers.take(env.you, lambda: self.thing_options(places, where, s))
        env.bind(called, Ref(place, where, called))
        that = N.Article(word="that")
        named = {"object": N.NounPhrase(determiner=that, noun=noun), "to": N.NounPhrase(determiner=that, noun=called)}
        return replace(node, slots=tuple(replace(slot, value=named.get(slot.name, slot.value)) for slot in node.slots))

    def _move_cards(self, s: State, node: N.Perform, phrase: N.Phrase, env: Env, answers: Answers) -> None:
        node = self._chosen_place(s, node, phrase, env, answers)
        phrase = self.object_of(node)
        zone, bottom, room = self._card_goal(s, node, env)
        source = node.slot("from")
        default = (self.w.ruleset.zones.get(node.verb) or {}).get("from")
        mine = N.NounPhrase(determiner=ACTORS, noun=default) if default else None
        if isinstance(phrase, N.Pronoun) and phrase.word in REST:
            left = self._left(s, env)
            if "any_order" in node.adverbs:
                self.then(s, ("in_any_order", node, env, tuple(left), ()))
                return
            for card in reversed(left):  # in their order: the last one put back is the topmost
                s.move(card, zone, bottom)
            self.tell_of_cards(s, node.verb, env.you, left)
            return
        top = self.top_cards(s, phrase, env)
        if top is not None:
            if env.partial and not top:
                raise Failed
            asked = self.quantity(s, phrase, env)
            if (env.wholly or env.owed) and not env.partial and not asked.every and len(top) < (asked.low or 1):
                raise Failed
            for card in top:
                s.move(card, zone, bottom)
            self._moved(top, env)
            self.tell_of_cards(s, node.verb, env.you, top)
            return
        many = self.quantity(s, phrase, env)
        if self.draws_the_topmost(node):
            pile = source if isinstance(source, N.Phrase) else mine
            assert pile is not None
            count = many.low
            if many.low != many.high:
                if many.every or many.high == MANY:
                    raise NotCarried(f"drawing {phrase}")
                count = answers.take(env.you, lambda: [(str(n), n) for n in range(many.low, many.high + 1)])
            drawn = self._draw(s, self.zone_named(s, pile, env), zone, count)
            if env.possible and not env.partial and len(drawn) < count:
                raise Failed
            if many.low == many.high == 1:
                env.bind(str(getattr(phrase, "noun", "card")), Ref(drawn[0] if drawn else NOTHING, "card", "card"))
            else:
                self._speak_of(drawn, zone, env, drawn=True)
                env.done[SEVERAL] = (*env.done.get(SEVERAL, ()), env.recent[-1])
            self.tell_of_cards(s, node.verb, env.you, drawn)
            return
        told = self.told_of_all(phrase)
        named = phrase if told is None else told[0]
        cards, definite = self._cards_named(s, named, source if isinstance(source, N.Phrase) else None, mine, env)
        left = self._still_there(s, phrase, cards, env)
        if cards and not left and "lay" in env.done:
            raise Failed  # another of several players has it
        cards = self._not_taken(s, left, env)
        if told is not None:
            self._move_alike(s, node, phrase, told[1], cards, env, many)
            return
        if isinstance(phrase, N.Pronoun) and not definite:  # "them"
            many = Many(0, MANY, True)
        if "any_order" in node.adverbs and not many.every:
            raise NotCarried("so many in any order")
        if "any_order" in node.adverbs and len(cards) > 1:
            self.then(s, ("in_any_order", node, env, tuple(cards), ()))
        elif definite:
            if room < 1:
                raise Failed
            if isinstance(source, N.Phrase) and self.names_zones(source):
                lying = [card for place in self.zones_named(s, source, env) for card in s.zones.get(place, [])]
                if any(card not in lying for card in cards if card != NOTHING):
                    raise Failed
            for card in cards:
                s.move(card, zone, bottom)
            self._take(cards, env)
            self.tell_of_cards(s, node.verb, env.you, cards)
        elif many.every:
            for card in cards:
                s.move(card, zone, bottom)
            if not isinstance(phrase, N.Pronoun) and (source is not None or not self.names_zones(phrase)):
                noun = phrase.noun if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str) else "card"
                self._moved(cards, env, several=True, noun=noun)  # what is done to a zone names no cards
            self.tell_of_cards(s, node.verb, env.you, cards)
        elif many.low == many.high == 1:
            if room < 1:
                raise Failed
            picked = self._picked(s, node, cards, env, answers)
            s.move(picked, zone, bottom)
            self._take([picked], env)
            shown, there = env.done.get("seen", ((), None))
            env.done["seen"] = tuple(card for card in shown if card != picked), there  # followed from where it is now
            if isinstance(phrase, N.AsMany):  # words for several, and for one by chance
                self._moved([picked], env, several=True)
            else:
                env.bind(str(getattr(phrase, "noun", "card")), Ref(picked, "card", "card"))
            self.tell_of_cards(s, node.verb, env.you, [picked])
        else:
            if env.partial and many.low > 0:
                low = min(many.low, len(cards))
                if low < 1:
                    raise Failed
                many = Many(low, low if many.low == many.high else many.high)
            self.then(s, ("move_more", node, phrase, env, many, ()))

    def _still_there(self, s: State, phrase: N.Phrase, cards: list[Thing], env: Env) -> list[Thing]:
        """Of cards that were shown those that no act in between has taken from where they lay."""
        shown, zone = env.done.get("seen", ((), None))
        if zone is not None and phrase == N.Pronoun(word="them"):  # without those of them that were put elsewhere
            cards = [card for card in cards if card not in env.done.get("put away", ())]
        that = getattr(phrase, "determiner", None) == N.Article(word="that")
        if not (isinstance(phrase, N.Pronoun | N.PartOf) or that) or not cards or not set(cards) <= set(shown):
            return cards
        if not isinstance(phrase, N.PartOf):  # all of them: they lie elsewhere afterwards
            env.done["seen"] = (), None
        return [card for card in cards if card in s.zones.get(zone, [])]

    def in_any_order(
        self, s: State, node: N.Perform, env: Env, left: tuple[Thing, ...], moved: tuple[Thing, ...], *given: Any
    ) -> None:  # fmt: skip
        """One card more of several that are put somewhere in an order that is chosen."""
        if not left:
            self.tell_of_cards(s, node.verb, env.you, moved)
            return
        card = Answers(given).take(env.you, lambda: self.card_options(left, s))
        zone, bottom, _ = self._card_goal(s, node, env)
        s.move(card, zone, bottom)
        rest = tuple(other for other in left if other != card)
        self.then(s, ("in_any_order", node, env, rest, (*moved, card)))

    def _move_alike(
        self, s: State, node: N.Perform, phrase: N.Phrase, likeness: Likeness, cards: list[Thing], env: Env, many: Many
    ) -> None:
        """So many cards that all differ or all agree, of those that there are now."""
        most = self.most_alike(s, cards, likeness, env)
        low = min(many.low, most) if env.partial else many.low
        if low > most or (env.partial and many.low > 0 and low < (1 if likeness.differ else 2)):
            raise Failed
        many = Many(low, low if many.low == many.high else many.high)
        keys = [self.in_what(s, likeness, card, env) for card in cards]
        listed_ = tuple((card, key) for card, key in zip(cards, keys, strict=True) if key is not None)
        self.then(s, ("move_more_alike", node, env, many, likeness, listed_, ()))

    def move_more_alike(
        self, s: State, node: N.Perform, env: Env, many: Many, likeness: Likeness,
        cards: tuple[tuple[Thing, Any], ...], moved: tuple[tuple[Thing, Any], ...], *given: Any,
    ) -> None:  # fmt: skip
        """One card more of a set that differs or agrees."""
        if node.slot("to") is not None and self.w.entry(self._card_goal(s, node, env)[0].name).get("limit"):
            raise NotCarried("a set of cards for a zone with a limit")
        taken = [key for _, key in moved]
        left = [(card, key) for card, key in cards if (card, key) not in moved]
        if likeness.differ:
            left = [(card, key) for card, key in left if key not in taken]
        elif moved:
            left = [(card, key) for card, key in left if key in taken]
        else:
            keys = [key for _, key in cards]
            left = [(card, key) for card, key in left if keys.count(key) >= many.low]
        chosen = None
        if len(moved) < many.high:
            options: list[Choice] = [("enough", None)] if len(moved) >= many.low else []
            offered = self.card_options([card for card, _ in left], s)
            chosen = Answers(given).take(env.you, lambda: [*options, *offered])
        if chosen is None:
            done = tuple(card for card, _ in moved)
            note_done(env, node.verb, done)
            self._moved(done, env, several=True)
            self.tell_of_cards(s, node.verb, env.you, done)
            return
        zone, bottom, _ = self._card_goal(s, node, env)
        s.move(chosen, zone, bottom)
        self._take([chosen], env)
        key = next(key for card, key in left if card == chosen)
        self.then(s, ("move_more_alike", node, env, many, likeness, cards, (*moved, (chosen, key))))

    def _picked(self, s: State, node: N.Perform, cards: list[Thing], env: Env, answers: Answers) -> Thing:
        """One of some cards: chosen by who acts, or by chance."""
        if "random" not in node.adverbs:
            chosen: Thing = answers.take(env.you, lambda: self.card_options(cards, s))
            return chosen
        if not cards:
            raise Failed
        return cards[s.random(len(cards))]

    def _cards_named(
        self, s: State, phrase: N.Phrase, source: N.Phrase | None, mine: N.Phrase | None, env: Env
    ) -> tuple[list[Thing], bool]:
        """The cards that a phrase names, and whether it is one known card."""
        if isinstance(phrase, N.PartOf) and isinstance(phrase.whole, N.Pronoun):
            return self._some_of(s, phrase.whole, env), False
        if source is None and self.names_zones(phrase):  # a pile is all that lies in it
            return [card for zone in self.zones_named(s, phrase, env) for card in s.zones.get(zone, [])], False
        what: N.Phrase = phrase
        if isinstance(phrase, N.AsMany):
            what = N.NounPhrase(noun=phrase.noun, adjectives=phrase.adjectives, plural=True)
        if isinstance(what, N.NounPhrase):
            placed = any(
                isinstance(i, N.There) or (isinstance(i, N.At | N.Of) and self.names_zones(i.phrase))
                for i in what.filters
            )
            if source is None and self.is_open(what) and not placed:
                if mine is None:
                    raise NotCarried(f"from where? {phrase}")
                source = mine
            if source is not None:
                what = replace(what, filters=(*what.filters, N.At(preposition="in", phrase=source)))
            if not self.is_open(what) and not what.plural and not isinstance(what.determiner, N.Quantity):
                try:
                    return [self.thing(s, what, env).value], True
                except Unclear:
                    if self.word(what) == "that":
                        raise
        elif isinstance(what, N.Pronoun):
            ref = self.thing(s, what, env)
            return (list(ref.value), False) if ref.type == "cards" else ([ref.value], True)
        return self.things(s, what, env), False

    def _some_of(self, s: State, phrase: N.Pronoun, env: Env) -> list[Thing]:
        """The cards of which some are meant: “them”, without those that were taken before, or “the rest”."""
        if phrase.word in REST:
            return self._left(s, env)
        return [card for card in self._cards_meant(env) if card not in env.done.get("used", ())]

    @staticmethod
    def _cards_meant(env: Env) -> list[Thing]:
        for ref in reversed(env.recent):
            if ref.type == "cards":
                return list(ref.value)
        raise NotCarried("of which cards?")

    def _speak_of(self, cards: list[Thing], zone: Thing, env: Env, drawn: bool = False) -> None:
        """Cards of a zone are "them" from here on, and nothing of them is taken yet."""
        env.done["look"], env.done["taken"], env.done["drawn"] = zone, (), drawn
        if drawn:  # in the order of the ruleset
            cards = sorted(cards, key=self.w.everything("card").index)
        env.done["shown"] = tuple(cards)
        self._moved(cards, env)

    @staticmethod
    def _moved(cards: Sequence[Thing], env: Env, several: bool = False, noun: str = "card") -> None:
        """Several cards are "them" from here on, wherever they lie, and nothing was done with some of them yet.

        several: whether the words are for more than one, which "it" never means, however many there were.
        """
        env.done["used"], env.done["put away"], env.done["seen"] = (), (), ((), None)
        env.recent.append(Ref(tuple(cards), "cards", noun))
        if several:
            env.done[SEVERAL] = (*env.done.get(SEVERAL, ()), env.recent[-1])

    @staticmethod
    def _take(cards: Sequence[Thing], env: Env, put: bool = True) -> None:
        """Cards are none of the rest from here on; put: they were put somewhere, and not only chosen or kept."""
        env.done["taken"] = (*env.done.get("taken", ()), *cards)
        env.done["used"] = (*env.done.get("used", ()), *cards)
        env.done["put away"] = (*env.done.get("put away", ()), *(cards if put else ()))

    def _left(self, s: State, env: Env) -> list[Thing]:
        """The rest: those of what was spoken of that lie where all of them lay, and were not taken."""
        if "look" not in env.done:
            raise NotCarried("the rest of what?")
        there, taken = env.done["look"], env.done["taken"]
        return [card for card in env.done["shown"] if s.where.get(card) == there and card not in taken]

    def _keep_some(self, s: State, node: N.Perform, env: Env) -> None:
        """`Keep 1 of them`, of cards that were drawn: as many as there are."""
        phrase = self.object_of(node)
        if not isinstance(phrase, N.PartOf) or not env.done.get("drawn"):
            raise NotCarried("keeping what was not drawn")
        many, cards = self.quantity(s, phrase, env), self._cards_meant(env)
        low = min(many.low, len(cards))
        self.then(s, ("keep_more", env, cards, Many(low, low if many.low == many.high else many.high), 0))

    def keep_more(self, s: State, env: Env, cards: list[Thing], many: Many, count: int, *given: Any) -> None:
        """One card more of several that are kept, as long as there must or may be more."""
        if count >= many.high:
            return
        left = [card for card in cards if card not in env.done["taken"]]
        options: list[Choice] = [("enough", None)] if count >= many.low else []
        chosen = Answers(given).take(env.you, lambda: [*options, *self.card_options(left, s)])
        if chosen is not None:
            self._take([chosen], env, put=False)
            self.then(s, ("keep_more", env, cards, many, count + 1))

    def move_more(
        self, s: State, node: N.Perform, phrase: N.Phrase, env: Env, many: Many, moved: tuple[Thing, ...], *given: Any
    ) -> None:
        """One card more of several that are moved, as long as there must or may be more."""
        count = len(moved)
        zone, bottom, room = self._card_goal(s, node, env)
        most = min(many.high, count + room)
        if count >= most:
            if count < many.low:
                raise Failed
            note_done(env, node.verb, moved)
            self._moved(moved, env, several=many.high > 1)
            self.tell_of_cards(s, node.verb, env.you, moved)
            return
        source = node.slot("from")
        default = (self.w.ruleset.zones.get(node.verb) or {}).get("from")
        mine = N.NounPhrase(determiner=ACTORS, noun=default) if default else None
        cards, _ = self._cards_named(s, phrase, source if isinstance(source, N.Phrase) else None, mine, env)
        cards = [card for card in cards if card not in moved]  # which may lie already where they are moved to
        options: list[Choice] = [("enough", None)] if count >= many.low else []
        if "random" in node.adverbs:
            if many.low != many.high:
                raise NotCarried("a number of cards at random that somebody chooses")
            chosen = self._picked(s, node, cards, env, Answers(()))
        else:
            chosen = Answers(given).take(env.you, lambda: [*options, *self.card_options(cards, s)])
        if chosen is None:
            note_done(env, node.verb, moved)
            self._moved(moved, env, several=many.high > 1)
            self.tell_of_cards(s, node.verb, env.you, moved)
            return
        s.move(chosen, zone, bottom)
        self._take([chosen], env)
        self.then(s, ("move_more", node, phrase, env, many, (*moved, chosen)))

    def _draw(self, s: State, pile: Thing, goal: Thing, count: int) -> list[Thing]:
        """Draw from the top; an empty pile is made anew from the zone that refills it. The cards drawn."""
        drawn: list[Thing] = []
        refill = self.w.entry(pile.name).get("refill")
        for _ in range(count):
            if not s.zones.get(pile):
                if not refill:
                    return drawn
                old = self.w.zone(refill, pile.number)
                for card in list(s.zones.get(old, [])):
                    s.move(card, pile)
                if not s.zones.get(pile):
                    return drawn
                s.shuffle(pile)
            drawn.append(s.zones[pile][-1])
            s.move(s.zones[pile][-1], goal)
        return drawn


def _pays(step: B.Step) -> bool:
    """Whether a step is a payment, and nothing else."""
    said = step.action.words.tree if isinstance(step.action, B.Say) else None
    return isinstance(said, N.Perform) and said.verb == "pay"
