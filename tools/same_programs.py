"""The code of one piece of the language in its place: compiled again, over and over, while the rest stands.

`tools/meanings --programs` asks it whether another Meaning becomes another program. A whole ruleset is built once;
what compiles a piece of it is then done again with another tree, and all that this changed is put back. What cannot be
compiled by itself (headings, what always holds) is built with the whole ruleset.
"""

from __future__ import annotations

import copy
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, is_dataclass
from typing import Any

from meanings import Change, Pool, Snapshots, changes

from rulewright.compiler.abilities.invariants import _events
from rulewright.compiler.abilities.replacing.texts import Replacement
from rulewright.compiler.builder import Builder
from rulewright.compiler.compiled import Entry
from rulewright.compiler.ir.expressions import Name
from rulewright.compiler.scope import MeaningError, Scope
from rulewright.compiler.statements.procedure import Procedure
from rulewright.compiler.times import GAME_END
from rulewright.language import nodes as n
from rulewright.meaning.binder import Binder
from rulewright.meaning.corpus import bind_with
from rulewright.meaning.vocabulary import Vocabulary
from rulewright.problems import RulewrightError
from rulewright.ruleset.blocks import Path, Words
from rulewright.ruleset.model import Ruleset, _is_of_time
from rulewright.runtime.rules import Rules

Code = tuple[Any, ...]
STAGES = ("before", "whenever", "end")
UNSEEN = {"prompt", "titles", "title", "procedure", "resolved"}
"""What decisions and entries show to people: it is the text itself, so it says nothing of what is done."""


class Reached:
    """Notes which pieces of the language the compiler has taken up."""

    def __init__(self, builder: Builder) -> None:
        self.pieces: set[int] = set()
        self.tree = builder.services.texts.tree
        builder.services.texts.tree = self.taken  # type: ignore[method-assign]

    def taken(self, words: Words, scope: Scope | None = None) -> n.Node:
        """The tree of some words, as the builder gives it."""
        self.pieces.add(id(words))
        return self.tree(words, scope)


class Kept:
    """What a builder and its rooms know, to be put back."""

    def __init__(self, builder: Builder) -> None:
        self.known: list[tuple[Any, str, Any, Any]] = []
        for room in _rooms(builder):
            for name, value in list(vars(room).items()):
                if isinstance(value, dict | list | set):
                    self.known.append((room, name, value, _copied(value)))
                elif isinstance(value, int | str | tuple | frozenset | None):
                    self.known.append((room, name, value, None))

    def put_back(self) -> None:
        """Make everything as it was."""
        for room, name, value, before in self.known:
            if before is not None and (name == "functions" or value != before):
                again = _copied(before)
                if isinstance(value, list):
                    value[:] = again
                else:
                    value.clear()
                    value.update(again)
            setattr(room, name, value)


def _copied(value: Any) -> Any:
    """A copy of a table, with the tables in it."""
    if isinstance(value, dict):
        return {key: copy.copy(item) if isinstance(item, dict | list | set) else item for key, item in value.items()}
    if isinstance(value, list):
        return [copy.copy(item) if isinstance(item, dict | list | set) else item for item in value]
    return copy.copy(value)


def _rooms(builder: Builder) -> list[Any]:
    """The builder and everything of the compiler that it keeps."""
    found: list[Any] = []
    waiting: list[Any] = [builder]
    while waiting:
        room = waiting.pop()
        if any(room is other for other in found) or not hasattr(room, "__dict__"):
            continue
        if not type(room).__module__.startswith("rulewright.compiler") or isinstance(room, type):
            continue
        found.append(room)
        waiting += vars(room).values()
    return found


class Workshop:
    """One ruleset, built, in which pieces are compiled again.

    Attributes:
        whole: where pieces had to be built with the whole ruleset, and how often.
    """

    def __init__(self, ruleset: Ruleset, players: int | None = None) -> None:
        self.ruleset = ruleset
        self.options = Rules(ruleset).options
        self.players = players or min(ruleset.players)
        self.builder = Builder(ruleset, self.players, self.options)
        self.reached = Reached(self.builder)
        self.builder.build()
        self.resolution = self.builder.services.texts.resolution
        self.first = (
            len(self.builder.blocks.owner),
            len(self.builder.blocks.offers),
            self.builder.reading.sorting.count,
        )
        self.kept = Kept(self.builder)
        self.whole: Counter[Path] = Counter()
        self.acts = [
            node
            for words in ruleset.all_words if words.tree is not None
            for node in words.tree.walk() if isinstance(node, n.Perform)
        ]  # fmt: skip

    def code(self, words: Words, tree: n.Node) -> Code | None:
        """What a piece becomes with a tree; None where nothing takes it up.

        Raises:
            MeaningError: it is refused.
        """
        own = words.tree
        words.__dict__["tree"] = tree
        self.ruleset.__dict__["_of_time"] = tuple((words, node) for node in tree.walk() if _is_of_time(node))
        self._forget_times()
        self.reached.pieces.clear()
        self.builder.services.texts.resolution = self.resolution.again(self.ruleset, words.path[:3])
        try:
            place = self._place(words)
            if place is None:
                return self._all_of_it(words)
            try:
                self.builder.history.read()
                place()
                return self._written() if id(words) in self.reached.pieces else None
            finally:
                self.kept.put_back()
        finally:
            words.__dict__["tree"] = own
            del self.ruleset.__dict__["_of_time"]
            self._forget_times()

    def _forget_times(self) -> None:
        for name in ("timed", "past"):
            self.ruleset.__dict__.pop(name, None)

    def _all_of_it(self, words: Words) -> Code | None:
        del self.ruleset.__dict__["_of_time"]
        self._forget_times()
        self.whole[words.path[:4]] += 1
        builder = Builder(
            self.ruleset, self.players, self.options, checked=words.path[0] == "always",
            resolution=self.builder.services.texts.resolution,
        )  # fmt: skip
        reached = Reached(builder)
        builder.build()
        _ = self.ruleset._of_time
        return _code(builder, builder.services.module.functions, (0, 0, 0)) if id(words) in reached.pieces else None

    def _written(self) -> Code:
        """What was written since everything was built."""
        if self.builder.services.report.problems:
            raise MeaningError(*self.builder.services.report.problems)
        before: dict[str, Any] = next(
            copied
            for room, name, _, copied in self.kept.known
            if room is self.builder.services.module and name == "functions"
        )
        functions = self.builder.services.module.functions
        new = {name: of for name, of in functions.items() if before.get(name) is not of}
        return _code(self.builder, new, self.first)

    # ------------------------------------------------------------ places

    def _place(self, words: Words) -> Callable[[], None] | None:
        """What compiles a piece by itself; None for what is compiled with all the rest."""
        section, name = words.path[0], str(words.path[1])
        if section == "components":
            return lambda: self._text(words, name)
        if section == "procedures":
            return (lambda: self._rule(words)) if "text" in words.path[2:3] else lambda: self._procedure(name)
        if section == "always":
            return lambda: self._invariant(name)
        if name == "headings":
            return lambda: self._heading(str(words.path[2]))
        return self._word(name, str(words.path[2]), words.path[3:])

    def _forget(self) -> None:
        """Forget all texts, so that one is compiled alone."""
        said, b = self.builder.services.continuous, self.builder
        for table in (said.numbers, said.adjectives, said.bans, said.triggers, said.replacements):
            table.clear()
        for row in (
            said.ways,
            said.stand_ins,
            said.states,
            b.abilities.listed,
            b.payments.ways,
            b.events.triggers.state_triggers,
        ):
            row.clear()
        b.replacements._read.clear()
        b.builtin_events.told.clear()
        b.services.continuous.lasting.clear()
        b.services.continuous.ends_at.clear()

    def _text(self, words: Words, component: str) -> None:
        """The text of a component: what it says all the time, and what its abilities do."""
        self._forget()
        abilities = self.builder.abilities
        self.builder.reading.read_text(self.ruleset.components[component])
        self._heard()
        for number, (of, ability) in enumerate(abilities.listed):

            def body(p: Procedure, scope: Scope, of: str = of, ability: n.Ability = ability) -> None:
                abilities._carry_out(of, ability, p, scope)

            self.builder.procedures.procedure(f"alone_{number}", [], body, this=True, frames=True)
            self._note(ability.heading, ability.limits)

    def _rule(self, words: Words) -> None:
        """What a procedure says all the time."""
        self._forget()
        self.builder.reading.read_rule(words)
        self._heard()

    def _heard(self) -> None:
        """Compile what listens, forbids, changes and replaces."""
        b = self.builder
        b.reading.lasting.read()
        b.events.check()
        said = b.services.continuous
        for verb in list(said.triggers):
            for name, slots in self._verbs(verb):
                for stage in STAGES:
                    for entry in b.events.triggers.table(name, slots, stage):
                        self._note(stage, name, entry)
                for entry in b.events.interjections(name, slots):
                    self._note("interjection", name, entry)
        for verb in list(said.bans):
            for name, slots in self._verbs(verb):
                self._note("ban", name)
                self._by_itself(f"bans_{name}", slots, lambda p, s, v=name, sl=slots: b.events.bans(v, p, s, sl))
        for noun in said.numbers:
            self._again(f"num_{noun}", f"why_{noun}", do=lambda noun=noun: b.definitions.number(noun))
        for word in said.adjectives:
            self._again(f"adj_{word}", do=lambda word=word: b.definitions.adjective(word))
        self._replaced()
        for write in (b.payments.write_ways, b.payments.write_stand_ins, b.events.triggers.write_states):
            with b.services.report.recorded():
                write()

    def _replaced(self) -> None:
        """What texts put in the place of acts: of which acts of the game, when, and what it is."""
        others = self.builder.replacements
        for verb, texts in list(others._read.items()):
            for other in texts:
                replaced = [others.of(act) == [other] for act in self.acts if verb.startswith(act.verb)]

                def write(p: Procedure, scope: Scope, other: Replacement = other) -> None:
                    p.fail_if(others.speaking.holds(p, other, other.event, scope))
                    others.done.by_you(p, other, other.event, scope, None)

                self._by_itself(f"instead_{other.spoken.number}", [], write, this=True)
                self._note(verb, other.spoken.limits, other.spoken.zones, other.may, repr(replaced))

    def _verbs(self, verb: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        """Verbs that are one, or of a kind, each with its slots as an event tells them."""
        verbs = self.builder.services.source.verbs
        for name in [verb, *(other for other, entry in verbs.items() if entry.get("is") == verb)]:
            if name == verb and name not in verbs and name != GAME_END:
                continue
            slots = (verbs.get(name, {}).get("slots") or {}).items()
            yield name, [(slot, slot if kind == "amount" else kind) for slot, kind in slots]

    def _by_itself(
        self, name: str, slots: list[tuple[str, str]], write: Callable[[Procedure, Scope], None], this: bool = False
    ) -> None:
        params = [(kind, self.builder.events._param_type(kind)) for _, kind in slots]

        def body(p: Procedure, scope: Scope) -> None:
            for slot, kind in slots:
                scope.names[slot] = scope.names[kind]
            write(p, scope)

        self.builder.procedures.procedure(f"alone_{name}", params, body, this=this, frames=True)

    def _procedure(self, name: str) -> None:
        b, procedure = self.builder, self.ruleset.procedures[name]
        b.procedures.compiled.pop(f"act_{name}", None)
        if procedure.heading:
            b.services.module.made.discard(f"may_{name}")
            self._note(
                b.abilities._rule_entry(
                    procedure, procedure.heading, b.services.texts.word("headings", procedure.heading)
                )
            )
            return
        b.procedures.procedure(f"act_{name}", [], lambda p, scope: p.steps.block(procedure.do, scope), frames=True)

    def _heading(self, name: str) -> None:
        """What using something under a heading costs, what comes after it, and what is done where it cannot be."""
        word = self.builder.services.texts.word("headings", name)
        blocks = (word.cost, *word.sources.values(), word.after, word.otherwise)

        def body(p: Procedure, scope: Scope) -> None:
            for block in blocks:
                p.steps.block(block, scope)

        self.builder.procedures.procedure("alone_heading", [], body, this=True, frames=True)

    def _invariant(self, name: str) -> None:
        """What always holds, of a position or of an event."""
        invariants, invariant = self.builder.invariants, self.ruleset.always[name]
        if invariant.event is None:
            self.builder.services.module.function(
                "always", ("s", "you"), lambda: invariants._broken(invariant, Scope(Name("you")))
            )
            return
        tree = self.builder.services.texts.tree(invariant.event)
        invariants.of_events.clear()
        for event in _events(tree):
            invariants._listen(invariant, event)
        for verb, about in list(invariants.of_events.items()):
            for verb_of, slots in self._verbs(verb):
                for one, event in about:
                    invariants._event_test(f"always_{verb_of}", one, event, slots)

    def _word(self, section: str, name: str, rest: Path) -> Callable[[], None] | None:
        b = self.builder
        makes: dict[str, Callable[[], Any]] = {
            f"num_{name}": lambda: b.definitions.number(name), f"is_{name}": lambda: b.definitions.noun_test(name),
            f"adj_{name}": lambda: b.definitions.adjective(name), f"order_{name}": lambda: b.definitions.order(name),
            f"among_{name}": lambda: b.definitions.among(name), f"rel_{name}": lambda: b.definitions.relation(name),
            f"all_{name}": lambda: b.definitions.closure(name), f"st_{name}": lambda: b.definitions.state_verb(name),
        }  # fmt: skip
        if section == "nouns" and rest[:1] == ("deeds",):
            deed = f"{rest[1]}_{name}"
            if f"verb_{deed}" in b.procedures.compiled:
                return lambda: (b.procedures.compiled.pop(f"verb_{deed}"), b.events.verb(deed), None)[-1]
            return None
        if section == "verbs" and f"verb_{name}" in b.procedures.compiled:
            return lambda: (b.procedures.compiled.pop(f"verb_{name}"), b.events.verb(name), None)[-1]
        made = [function for function in makes if function in b.services.module.made]
        if (
            not made
            or section == "headings"
            or any(f"{other}_{name}" in b.services.module.made for other in ("steps", "joins"))
        ):
            return None

        def again() -> None:
            for function in made:
                self._again(function, do=makes[function])

        return again

    def _again(self, *names: str, do: Callable[[], Any]) -> None:
        for name in names:
            self.builder.services.module.made.discard(name)
        do()

    def _note(self, *what: Any) -> None:
        """Keep something of what was made that is no code."""
        number = len(self.builder.services.module.namespace)
        self.builder.services.module.namespace[f"noted_{number}"] = tuple(map(_shown, what))


def _shown(value: Any) -> Any:
    """What of a decision or an entry says what is done, not how it is called."""
    if isinstance(value, Entry) or (is_dataclass(value) and not isinstance(value, type) and hasattr(value, "prompt")):
        return tuple((name, getattr(value, name)) for name in type(value).__dataclass_fields__ if name not in UNSEEN)
    return repr(value) if isinstance(value, dict | list | set) else value


def _code(b: Builder, functions: dict[str, Any], first: tuple[int, int, int]) -> Code:
    """Everything that was written, but for what people read of it."""
    blocks = tuple((label, body) for label, body in sorted(b.blocks.code.items()) if label >= first[0])
    asked = tuple((label, _shown(of)) for label, of in sorted(b.blocks.decisions.items()) if label >= first[0])
    offers = tuple(tuple(map(_shown, table)) for table in b.blocks.offers[first[1] :])
    noted = tuple(value for name, value in b.services.module.namespace.items() if name.startswith("noted_"))
    states = tuple((test, flag, card) for test, _, flag, card in b.events.triggers.state_triggers)
    waits = tuple(sorted((str(key), tuple(cells)) for key, cells in b.services.continuous.ends_at.items()))
    flags = (
        tuple(b.services.limits.turn_flags),
        tuple(b.services.limits.round_flags),
        tuple(sorted(b.services.limits.twice)),
    )
    return (functions, blocks, asked, offers, noted, states, waits, flags, repr(b.payments.ways))


@dataclass
class Result:
    """What came of the changes of one ruleset that mean something else.

    Attributes:
        kinds: by class and field, how many were tried, refused, other and the same.
        same: changes that left the program as it was and that no synonym explains, with the text.
        synonyms: how often a synonym explained one, by its reason.
    """

    kinds: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)
    same: list[tuple[Words, Change]] = field(default_factory=list)
    synonyms: Counter[str] = field(default_factory=Counter)
    whole: Counter[Path] = field(default_factory=Counter)

    def count(self, change: Change, what: str) -> None:
        """Count one change."""
        self.kinds.setdefault((type(change.node).__name__, change.name), Counter())[what] += 1

    def total(self, what: str) -> int:
        """How many there are of all kinds."""
        return sum(kind[what] for kind in self.kinds.values())

    def __str__(self) -> str:
        parts = {
            "become other code": self.total("other"), "are refused": self.total("refused"),
            "are synonyms": self.total("synonym"), "cannot be said": self.total("unsaid"),
            "stand where nothing is compiled": self.total("unused"), "are passed over": len(self.same),
        }  # fmt: skip
        told = ", ".join(f"{count:5} {what}" for what, count in parts.items())
        return f"{sum(map(Counter.total, self.kinds.values())):6} other meanings: {told}"

    def table(self) -> Iterator[str]:
        """Lines by class and field, those with the most passed over first."""
        yield f"    {'changed':28}{'other':>8}{'refused':>8}{'synonym':>8}{'unsaid':>8}{'same':>8}"
        for (kind, name), found in sorted(self.kinds.items(), key=lambda item: (-item[1]["same"], item[0])):
            row = "".join(f"{found[what]:8}" for what in ("other", "refused", "synonym", "unsaid", "same"))
            yield f"    {kind + '.' + name:28}{row}"


def judge(ruleset: Ruleset, synonym: Any, every: int = 1) -> Result:
    """Compile all changes, or each Nth of a kind, that bind to another Meaning.

    Args:
        synonym: says why a change may leave the program as it was, or None.
    """
    words = Vocabulary(ruleset)
    blocks = Snapshots(Binder(words))
    bind_with(blocks, ruleset)
    shop, pool = Workshop(ruleset), Pool(ruleset, words)
    result = Result(whole=shop.whole)
    kinds: Counter[str] = Counter()
    for said, tree, box, bind, meaning in blocks.kept:
        own: list[Code | None] = []
        for change in changes(tree, pool):
            kinds[str(change)] += 1
            if every > 1 and kinds[str(change)] % every != 1:
                continue
            try:
                if bind(change.tree, box.copy()) == meaning:
                    continue
            except RulewrightError:
                continue
            if not own:
                own = [shop.code(said, tree), shop.code(said, tree)]
                assert own[0] == own[1], f"compiling {said.text!r} once more gives another program"
            _try(shop, said, change, own[0], synonym, words, result)
    return result


def _sayable(ruleset: Ruleset, said: Words, tree: n.Node) -> bool:
    """Whether there is a sentence that says a tree."""
    language = ruleset.language("en")
    try:
        return bool(language.parse(language.print(tree), said.kind) == tree)
    except (RulewrightError, KeyError, AssertionError, TypeError, AttributeError):
        return False


def _try(
    shop: Workshop, said: Words, change: Change, own: Code | None, synonym: Any, words: Vocabulary, result: Result
) -> None:
    """Compile one change and say what came of it."""
    if own is None:
        result.count(change, "unused")
        return
    try:
        other = shop.code(said, change.tree)
    except MeaningError:
        result.count(change, "refused")
        return
    if other != own:
        result.count(change, "other")
        return
    if not _sayable(shop.ruleset, said, change.tree):
        result.count(change, "unsaid")
        return
    why = synonym(change, said.tree, words)
    result.count(change, "same" if why is None else "synonym")
    if why is None:
        result.same.append((said, change))
    else:
        result.synonyms[why] += 1


def main(arguments: Sequence[str]) -> int:
    """Run the tool; the number of changes that are passed over decides."""
    from tests.meaning.same_programs import synonym
    from tests.meaning.texts import GAMES, ruleset

    every = int(arguments[arguments.index("--every") + 1]) if "--every" in arguments else 1
    passed = 0
    for game in [word for word in arguments if word in GAMES] or list(GAMES):
        result = judge(ruleset(game), synonym, every)
        passed += len(result.same)
        print(f"{game:28}{result}")
        print(*result.table(), sep="\n")
        for said, change in result.same[: None if "-v" in arguments else 40]:
            print(f"    {'/'.join(map(str, said.path))}: {change}\n        {said.text.strip()}")
        if "-v" in arguments:
            print(*(f"    {count:5} {why}" for why, count in result.synonyms.most_common()), sep="\n")
    return int(passed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
