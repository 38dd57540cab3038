"""A game with room for sentences: a card for each, a zone where it lies, headings, a rule that offers them."""

from __future__ import annotations

import copy
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from rulewright.compiler.builder import Builder
from rulewright.compiler.pipeline import PASSES, _Pipeline, compile_ruleset
from rulewright.compiler.program import Program
from rulewright.compiler.scope import MeaningError
from rulewright.language import nodes as N
from rulewright.meaning.binder import Binder
from rulewright.meaning.corpus import card_box
from rulewright.meaning.resolution import resolve
from rulewright.meaning.vocabulary import Vocabulary
from rulewright.problems import RulewrightError
from rulewright.ruleset.blocks import Words
from rulewright.ruleset.loader import load_ruleset
from rulewright.ruleset.model import Component, Ruleset
from rulewright.runtime.game import Game
from rulewright.runtime.labels import Labels
from rulewright.runtime.programs import link
from rulewright.runtime.rules import Rules
from tests.reference.acts import Choice, Question
from tests.reference.forbidden import Forbidden
from tests.reference.game import Reference, Stuck
from tests.reference.meaning import Unclear
from tests.reference.oracle import differences
from tests.reference.state import Env, State
from tests.reference.texts import MOVES, Texts
from tests.reference.world import NotCarried, World

SMALL_GAMES = Path(__file__).parents[2] / "games"
PROBES = 160  # so many sentences of a small game are compiled at once: its rules take as long as some thirty of them
MANY_PROBES = 192  # and of a large one, whose rules take much longer
DEEP = 24  # a position lies at most so many decisions after the beginning
POSITIONS = 16  # of each game and number of players
KIND, ZONE, USED, HELD, RULE = "probe", "bench", "trial", "standing", "oracle_trial"
FEW = 12  # of a large game only so many options are compared: the reference tries each to its end
MUCH = 6_000  # so many steps the reference takes for one sentence


class TooLong(BaseException):
    """It would take too long. Not an Exception, of which the engine would make a problem of its own."""


def pack(game: str, version: str, probes: int) -> dict[str, Any]:
    """The files of the pack that makes room for so many sentences."""
    return {
        "pack.yaml": {"id": "oracle_probes", "title": "Room", "version": "0.1.0", "base": {game: f">={version}"}},
        "lexicon.yaml": {
            "nouns": {
                KIND: {"type": "card", "en": "probe"},
                ZONE: {
                    "type": "zone",
                    "of": "player",
                    "visible": "public",
                    "en": {"one": "bench", "many": "benches", "to": "into"},
                },
            },
            "headings": {
                USED: {"en": "Trial", "offered": True, "from": [ZONE]},
                HELD: {"en": "Standing", "active": [ZONE]},
            },
        },
        "components/probes.yaml": [
            {"id": probe(number), "kind": KIND, "name": f"Probe {number}"} for number in range(probes)
        ],
        "procedures/probes.yaml": {
            RULE: {"title": "Trial", "do": [{"offer": [USED], "end": {"title": "Done with trials"}}]}
        },
    }


def without_uncarried(ruleset: Ruleset) -> tuple[Ruleset, dict[str, str]]:
    """The game without those texts on cards that the reference does not carry, and why each of them is left out.

    Both play it so: what is compared are the sentences that are drawn, and they need a game that goes on.
    """
    rules = Rules(ruleset)
    components = ruleset.components
    bare = {name: replace(component, text=None) for name, component in components.items()}
    world = World(replace(ruleset, components=bare), min(ruleset.players), rules.options)
    silent = Texts(world)
    left_out: dict[str, str] = {}
    for name in [name for name, component in components.items() if component.text is not None]:
        text = components[name].text
        if name not in world.component or text is None or not isinstance(text.tree, N.Text):
            continue
        try:
            silent.with_more(world, {name: text.tree})
        except (NotCarried, Unclear) as missing:
            left_out[name] = str(missing)
    kept = {name: bare[name] if name in left_out else component for name, component in components.items()}
    return replace(ruleset, components=kept), left_out


def probe(number: int) -> str:
    """The id of the card for the sentence with a number."""
    return f"probe_{number}"


@dataclass(frozen=True)
class Position:
    """Where random play has come to: what was chosen, and the reference's own copy of it.

    seat: who is asked; calm: whether nothing was begun before that must be carried through; acting: the verb
    of the act that asks, which no text that comes now can replace any more.
    """

    players: int
    seed: int
    journal: tuple[tuple[str, int], ...]
    state: State
    seat: int
    calm: bool
    acting: str = ""


class Guided(Reference):
    """The reference that need not try what the engine offers.

    guide: what the engine asks now, by whom and which options; None: everything is tried.
    """

    guide: Callable[[], tuple[int, list[str]] | None] | None = None

    def legal(self, s: State, question: Question, most: int | None = None) -> list[Choice]:
        """The options; where only two are wanted, those of a question that the engine asks, too, are believed."""
        if most is not None and s is self.state and self._asked_by_engine(question):
            return question.options[:most]
        return super().legal(s, question, most)

    def _asked_by_engine(self, question: Question) -> bool:
        """Whether the engine asks the same player for one of two or more of these options."""
        asked = self.guide() if self.guide is not None else None
        if asked is None or asked[0] != question.seat or len(asked[1]) < 2:
            return False
        return not Counter(asked[1]) - Counter(told for told, _ in question.options)


class Patient(Guided):
    """The reference with a limit to its patience: `left` steps."""

    keeps = True
    left = MUCH
    most = 0  # so many options are found all at once; 0: however many there are
    asked: Question | None = None
    found: list[Choice]

    def step_on(self, s: State) -> None:
        """One step; too many of them end the trial."""
        self.left -= 1
        if self.left < 0:
            raise TooLong
        super().step_on(s)

    def left_open(self, question: Question) -> bool:
        """Whether there are too many options to find out which of them can be carried through."""
        return bool(self.most) and len(question.options) > self.most

    def legal(self, s: State, question: Question, most: int | None = None) -> list[Choice]:
        """All options at once where this game itself asks: they are compared anyway, and need be found once only."""
        if s is not self.state or self.left_open(question):
            return super().legal(s, question, most)
        if self.asked is not question:
            self.asked, self.found = question, super().legal(s, question)
        return self.found


def asked_in(game: Game) -> tuple[int, list[str]] | None:
    """Who is asked in a game, and the options."""
    if game.decision is None:
        return None
    return game.decision.seat, [option.id for option in game.decision.options]


class Stage:
    """One game with room for sentences, what was compiled of it, and the positions that play comes to."""

    def __init__(self, name: str) -> None:
        small = SMALL_GAMES / name
        self.name = name
        self.large = not small.exists()
        self.probes = MANY_PROBES if self.large else PROBES
        source = small if small.exists() else name
        plain = load_ruleset(source)
        with tempfile.TemporaryDirectory() as folder:
            for file, data in pack(plain.id, plain.version, self.probes).items():
                path = Path(folder) / "oracle_probes" / file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
            loaded = load_ruleset(source, [Path(folder) / "oracle_probes"])
        loaded = replace(loaded, procedure_order={**loaded.procedure_order, RULE: RULE})
        self.ruleset, self.silent = without_uncarried(loaded)
        self.rules = Rules(self.ruleset)
        self.language = self.ruleset.language("en")
        # What is drawn is printed in the normal form; trying everyday wordings of what is refused takes long.
        # So does looking for those that mean something else than they say: what both carry out is the tree.
        reader = self.language.reader
        reader.said_otherwise = lambda text, words, kind, wrong: None  # type: ignore[method-assign]
        reader._meant_instead = lambda text, words, kind: None  # type: ignore[method-assign]
        self.binder = Binder(Vocabulary(self.ruleset))
        self._worlds: dict[int, tuple[World, Texts]] = {}
        self._positions: dict[tuple[int, int], Position | None] = {}
        self._plain: dict[int, Program] = {}

    @property
    def rule_name(self) -> str:
        """What the program calls the rule that offers the sentences."""
        return f"act_{RULE}"

    @staticmethod
    def holds(text: N.Text) -> bool:
        """Whether a text holds while play goes on, instead of being used."""
        return any(ability.heading == HELD for ability in text.abilities)

    # ------------------------------------------------------------ compiling

    def means(self, tree: N.Text) -> None:
        """Bind a text as one of a card. Raises MeaningError where it means nothing."""
        self.binder.statement(tree, card_box(KIND))

    def with_texts(self, texts: Mapping[str, N.Text]) -> Ruleset:
        """The game with texts on the cards that are there for them; what its own words mean is found out once."""
        components = dict(self.ruleset.components)
        for name, tree in texts.items():
            components[name] = self.with_text(components[name], tree)
        ruleset = replace(self.ruleset, components=components)
        said = [("components", name) for name in texts]
        ruleset.derived["resolution"] = resolve(self.ruleset).with_more(ruleset, said)
        return ruleset

    @staticmethod
    def with_text(component: Component, tree: N.Text) -> Component:
        """A card with a text."""
        words = Words("", "text", ("components", component.id, "text"), lambda text, kind, path: tree)
        return replace(component, text=words)

    def program(self, texts: Mapping[str, N.Text], players: int, passes: bool = True) -> Program:
        """The compiled game with some texts, with all passes or none. Raises MeaningError."""
        without = () if passes else PASSES
        program = compile_ruleset(self.with_texts(texts), players, self.rules.options, without=without)
        program.labels = Labels(program, self.rules.print)
        return link(program)

    def compiled(
        self, texts: Mapping[str, N.Text], players: int, passes: bool = True
    ) -> tuple[Program, dict[str, N.Text], dict[str, RulewrightError]]:
        """The game with those texts that the engine binds and compiles, these, and why it refuses the others."""
        refused: dict[str, RulewrightError] = {}
        left = {}
        for name, tree in texts.items():
            try:
                self.means(tree)
                left[name] = tree
            except Exception as error:
                refused[name] = error
        held = {name: tree for name, tree in left.items() if self.holds(tree) or _waits(tree)}
        found = self._refused_among(held, players)
        refused.update(found)
        left = {name: tree for name, tree in left.items() if name not in found}
        while True:  # without those whose refusal can be told from the rest, until nothing else is in the way
            program, found = self._pruned(left, players, passes)
            refused.update(found)
            left = {name: tree for name, tree in left.items() if name not in found}
            if program is not None:
                return program, left, refused
            if not found:
                break
        while True:
            try:
                return self.program(left, players, passes), left, refused
            except MeaningError as error:
                found = dict(self._blamed(error, left, players))
            except Exception as error:
                if not left:
                    raise
                found = self._guilty(left, players) or dict.fromkeys(left, error)
            refused.update(found)
            left = {name: tree for name, tree in left.items() if name not in found}

    def _refused_among(self, texts: Mapping[str, N.Text], players: int) -> dict[str, Exception]:
        """Which of some texts are refused, as far as that is told where nothing else is compiled."""
        if not texts:
            return {}
        try:
            self._builder(texts, players, self.large).build()
        except MeaningError as error:
            found = self._named(error, texts)
            if len(found) < len({problem.place for problem in error.problems}):  # some are told of the game's words
                left = {name: tree for name, tree in texts.items() if name not in found}
                found.update(self._halved(left, players, self.large))
            return found
        except Exception:  # which of them breaks the engine is found out later
            return {}
        return {}

    def _pruned(
        self, texts: Mapping[str, N.Text], players: int, passes: bool
    ) -> tuple[Program | None, dict[str, Exception]]:  # fmt: skip
        """The game with texts, compiled once, and those that are refused: what was written of them is never begun.

        No game where that cannot be told apart from the rest: of texts that hold, and of problems that are nobody's.
        """
        builder = self._builder(texts, players, False)
        refused: dict[str, Exception] = {}
        try:
            builder.build()
        except MeaningError as error:
            refused = self._named(error, texts)
            lines = {self.ruleset.place(("components", name)).line for name in refused}
            if any(problem.place.line not in lines for problem in error.problems):
                return None, refused
        except Exception:
            return None, {}
        if any(self.holds(texts[name]) for name in refused):
            return None, refused
        compiled = builder.procedures.compiled
        cards = {card for name in refused for card in builder.services.layout.instances(name)}
        for table in builder.blocks.offers:
            for entry in [entry for entry in table if cards.intersection(entry.cards)]:
                compiled.pop(entry.procedure.name, None)
                table.remove(entry)
        start = [compiled[f"act_{name}"] for name in self.ruleset.procedure_order.values()]
        try:
            program = _Pipeline(builder, frozenset(PASSES if passes else ())).program(start)[0]
        except Exception:  # what was written of one of them was broken off
            return None, refused
        program.labels = Labels(program, self.rules.print)
        return link(program), refused

    def _named(self, error: MeaningError, texts: Mapping[str, N.Text]) -> dict[str, Exception]:
        """The texts in whose lines the compiler found problems."""
        lines = {self.ruleset.place(("components", name)).line: name for name in texts}
        file = self.ruleset.place(("components", probe(0))).file
        found: dict[str, Exception] = {}
        for problem in error.problems:
            name = lines.get(problem.place.line) if problem.place.file == file else None
            if name is not None:
                found.setdefault(name, MeaningError(problem))
        return found

    def _blamed(self, error: MeaningError, texts: Mapping[str, N.Text], players: int) -> dict[str, Exception]:
        """Which texts are to blame for what the compiler found: by their lines, or else each tried alone."""
        return self._named(error, texts) or self._guilty(texts, players) or dict.fromkeys(texts, error)

    def _guilty(self, texts: Mapping[str, N.Text], players: int) -> dict[str, Exception]:
        """Which texts are refused: all that would be so alone, found by halves."""
        found = self._halved(texts, players, True) if self.large else {}
        return found or self._halved(texts, players, False)

    def _halved(self, texts: Mapping[str, N.Text], players: int, alone: bool) -> dict[str, Exception]:
        try:
            self._builder(texts, players, alone).build()
        except Exception as error:
            if len(texts) == 1:
                return dict.fromkeys(texts, error)
            names = list(texts)
            halves = (names[: len(names) // 2], names[len(names) // 2 :])
            found: dict[str, Exception] = {}
            for half in halves:
                found |= self._halved({name: texts[name] for name in half}, players, alone)
            return found
        return {}

    def _builder(self, texts: Mapping[str, N.Text], players: int, alone: bool) -> Builder:
        """What compiles the game with some texts; alone: nothing is done in it but what they say."""
        ruleset = self.with_texts(texts)
        if alone:
            known = ruleset.derived
            ruleset = replace(ruleset, procedure_order={RULE: RULE})
            ruleset.derived.update(known)
        return Builder(ruleset, players, self.rules.options)

    # ------------------------------------------------------------ the reference

    def world(self, players: int) -> tuple[World, Texts]:
        """What does not change in a game of so many players, and its texts."""
        if players not in self._worlds:
            world = World(self.ruleset, players, self.rules.options)
            self._worlds[players] = world, Texts(world)
        return self._worlds[players]

    def not_carried(self, tree: N.Text) -> str:
        """Why the reference does not carry a text, as far as that is seen before it is played; "" if it does."""
        world, spoken = self.world(self.players[0])
        try:
            _only_what_is_seen(tree, world)
            spoken.with_more(world, {probe(0): tree})
        except NotCarried as missing:
            return str(missing)
        except Exception:  # whatever else is wrong is found out, and told, when it is played
            return ""
        return ""

    def reference(self, position: Position, texts: Mapping[str, N.Text]) -> Patient:
        """The reference at a position, in a game with some texts. Raises NotCarried."""
        plain, spoken = self.world(position.players)
        for tree in texts.values():
            _only_what_is_seen(tree, plain)
        world = copy.copy(plain)
        world.component = dict(world.component)
        for name, tree in texts.items():
            world.component[name] = self.with_text(world.component[name], tree)
        twin = Patient.__new__(Patient)
        twin.w = world
        twin.texts = spoken.with_more(world, texts)
        twin.forbidden = Forbidden(world, twin.texts)
        twin.leading = {"through": twin._chained, "direction": twin._ahead, "tile": twin._tiled}
        twin.state = position.state.copy()
        twin.question = None
        twin.tried = twin.come_again = 0
        twin.book = {}
        twin.most = FEW if self.large else 0
        return twin

    def begin(self, twin: Reference, card: str, seat: int, alone: bool) -> None:
        """Offer what is on a card to a seat, before what is asked; alone: in place of it."""
        s = twin.state
        twin.come_too_late(s, card)
        s.had.clear()
        if alone:
            s.tasks.clear()
            s.under_way, s.open = (), 0  # nobody's turn, as for the engine
        s.move(twin.w.copies(card)[0], twin.w.zone(ZONE, seat))
        twin.then(s, ("block", self.ruleset.procedures[RULE].do, Env(seat)))
        twin.advance()

    # ------------------------------------------------------------ the engine

    def game(self, program: Program, position: Position) -> Game:
        """The engine's game at a position."""
        game = Game.new(self.rules, program, position.seed, log=False)
        for told, number in position.journal:
            same = [at for at, option in enumerate(game.decision.options) if option.id == told]  # type: ignore[union-attr]
            game.choose_number(same[number])
        return game

    @staticmethod
    def offer(game: Game, card: str, seat: int, alone: bool) -> None:
        """Offer what is on a card to a seat, before what is asked; alone: in place of it."""
        program = game.program
        if alone:
            game.state.stack.clear()
            game.state.attempts.clear()
        rule = program.compiled[f"act_{RULE}"]
        game.state.move(program.layout.instances(card)[0], program.layout.zone[ZONE][seat])
        game.state.stack.append([rule.entry, seat, *program.names[rule.pad_name]])
        game.forget()
        game.values = game.machine.advance(game.state)

    # ------------------------------------------------------------ positions

    @staticmethod
    def _asked(twin: Reference) -> State:
        """A copy of a position with what is asked in it as the next thing to do."""
        assert twin.question is not None
        twin.state.tasks.append(twin.question.task)
        state = twin.state.copy()
        twin.state.tasks.pop()
        return state

    @cached_property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that are tried: the two smallest."""
        return tuple(sorted(self.ruleset.players)[:2])

    def position(self, players: int, number: int) -> Position | None:
        """A position that random play has come to; None where the two went apart before the first."""
        key = (players, number % POSITIONS)
        if key not in self._positions:
            self._positions[key] = self._played(players, key[1], self.large)
        return self._positions[key]

    def _played(self, players: int, number: int, guided: bool) -> Position | None:
        """Play to a position. guided: the reference tries nothing where many options are asked for; see Patient."""
        if players not in self._plain:
            self._plain[players] = self.program({}, players)
        chance = random.Random(f"{self.ruleset.id} {players} {number}")
        game = Game.new(self.rules, self._plain[players], number, log=False)
        twin = Guided.__new__(Guided)
        twin.guide = (lambda: asked_in(game)) if guided else None
        try:
            twin.__init__(self.ruleset, players, number, self.rules.options)  # type: ignore[misc]
        except (NotCarried, Unclear, Stuck):
            return None
        wanted = chance.randrange(DEEP)
        journal: list[tuple[str, int]] = []
        best: Position | None = None
        while game.decision is not None and twin.question is not None:
            if guided and any(differences(game, twin, False)):
                return self._played(players, number, False)
            calm = not game.state.attempts and twin.state.open == 0  # nothing was begun that must be carried through
            if calm or best is None or not best.calm:
                task = twin.question.task
                acting = task[1].verb if task[0] == "perform" else ""
                best = Position(players, number, tuple(journal), self._asked(twin), twin.question.seat, calm, acting)
            if calm and len(journal) >= wanted:
                break
            if len(journal) > 2 * DEEP:
                break
            ours = [option.id for option in game.decision.options]
            chosen = chance.randrange(len(ours))
            same = ours[:chosen].count(ours[chosen])
            if [told for told, _ in twin.question.options].count(ours[chosen]) <= same:
                return self._played(players, number, False) if guided else best
            journal.append((ours[chosen], same))
            game.choose_number(chosen)
            try:
                twin.choose(ours[chosen], same)
            except (NotCarried, Unclear, Stuck):
                return best
        return best


__all__ = ["Patient", "Position", "Stage", "TooLong", "probe"]


def _waits(tree: N.Text) -> bool:
    """Whether a text says what is done later, which is compiled where it may come to pass."""
    return any(isinstance(part, N.Trigger | N.Timed | N.While | N.Instead) for part in tree.walk())


def _only_what_is_seen(tree: N.Text, world: World) -> None:
    others = [part for part in tree.walk() if isinstance(part, N.Does) and part.subject != N.Pronoun(word="you")]
    by_others = {id(act) for said in others for act in said.act.walk()}
    acts = [part for part in tree.walk() if isinstance(part, N.Perform)]
    by_themselves = {id(act) for ability in tree.abilities for act in _by_themselves(ability)}
    if any(_looks_in_the_dark(act, world, id(act) in by_others, id(act) in by_themselves) for act in acts):
        raise NotCarried("cards of a kind that are looked for where they lie hidden")


def _by_themselves(ability: N.Ability) -> Iterator[N.Perform]:
    """The acts of yours that are done one after another, for which nothing is paid and on which nothing hangs."""
    if ability.heading != USED or any(isinstance(part, N.Did | N.DidSo) for part in ability.walk()):
        return
    for sentence in ability.sentences:
        for act in sentence.acts if isinstance(sentence, N.Sequence) else (sentence,):
            if isinstance(act, N.Perform) and act.verb in MOVES:
                yield act


def _looks_in_the_dark(act: N.Perform, world: World, by_others: bool, by_itself: bool) -> bool:
    """Whether cards of a kind are looked for in zones that not everybody sees: such an act is offered in any case.

    by_others: whether it is not "you" who acts, and so does not see what lies in "your" zones; by_itself: whether what
    is looked for in a pile that nobody sees is just left where there is none.
    """
    thing = act.slot("object")
    if not isinstance(thing, N.NounPhrase):
        return False
    places = [item.phrase for item in thing.filters if isinstance(item, N.At | N.Of)]
    if thing.noun == "card" and not thing.adjectives and len(places) == len(thing.filters):
        return False
    lying = [place for place in (*places, act.slot("from")) if isinstance(place, N.NounPhrase)]
    entries = [(world.nouns.get(str(place.noun)) or {}, place) for place in lying]
    seen = [(entry.get("visible", "public"), place) for entry, place in entries if entry.get("type") == "zone"]
    yours = N.Article(word="your")
    own = [not by_others and place.determiner == yours for _, place in seen]
    return any(
        (who == "nobody" and not by_itself) or (who == "owner" and not mine)
        for (who, _), mine in zip(seen, own, strict=True)
    )
