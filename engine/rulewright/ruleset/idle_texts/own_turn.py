"""What is done only by whoever's turn it is, and which zones of a player are empty when the turn is over.

Both are told where they are sure: what somebody is given to do by another's text, at the start or end of a turn, or in
a loop over players may come whenever it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from rulewright.language import nodes as n
from rulewright.ruleset.blocks import Block, ForEach, Offer, Resolve, Say, Secretly, Step, Words, walk
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.where_cards_lie import Where, where_cards_lie

Named = tuple[str, str]
"""A verb, a heading or a procedure, with which of these it is."""
_ALL = (n.Article(word="all"), n.Quantity(kind="all"))


@dataclass(frozen=True)
class _Call:
    """Something that is done somewhere.

    by: the verb, heading or procedure that does it; what: the verb that is done, or the heading that is carried out;
    heard: what the one who does it must have done for that; stranger: whether anybody may do it whenever it is.
    """

    by: Named
    what: Named
    act: n.Perform | None = None
    heard: tuple[str, ...] = ()
    stranger: bool = False


def own_turn(ruleset: Ruleset) -> OwnTurn:
    """What is done in one's own turn only; found out once."""
    if "own turn" not in ruleset.derived:
        ruleset.derived["own turn"] = OwnTurn(ruleset)
    known: OwnTurn = ruleset.derived["own turn"]
    return known


class OwnTurn:
    """What the players of a ruleset do in their own turns only."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._where: Where = where_cards_lie(ruleset)
        self._run = set(ruleset.procedure_order.values())
        self._calls = [*self._of_rules(), *self._of_texts()]
        self._only: dict[str, bool] = {}

    def ends_the_game(self) -> bool:
        """Whether the game may end within a turn."""
        return any(
            call.what == ("verb", "end") and not (call.by[0] == "procedure" and call.by[1] in self._run)
            for call in self._calls
        )

    def only(self, verb: str) -> bool:
        """Whether nobody does a verb in the turn of another player."""
        if verb not in self._only:
            self._only[verb] = True  # what it itself may lead to need not be asked again
            self._only[verb] = self._in_turn(lambda call: call.what == ("verb", verb), between=True)
        return self._only[verb]

    def empty_between(self, zone: str) -> bool:
        """Whether no card lies in a zone of a player but in that player's own turn."""

        def filled(call: _Call) -> bool:
            return call.act is not None and self._puts_into(call.act, zone)

        turn = self._ruleset.words["verbs"].get(self._ruleset.turn)
        if turn is None or turn.do is None or not self._in_turn(filled, between=False):
            return False
        start = [one.start for one in self._ruleset.components.values() if one.start and not one.later]
        if any(zone in self._where.zones_of([place]) for place in start):
            return False
        leading = self._leading_to(filled)
        heard = {verb for call in self._calls if filled(call) or call.what in leading for verb in call.heard}
        return not heard & self._done_in_each() and self._emptied(turn.do, zone, leading, frozenset()) is True

    def _done_in_each(self) -> set[str]:
        """The verbs that rules do in each turn, at its end, too; not what is offered or resolved there."""
        found = {self._ruleset.turn}
        while True:
            done = (call.what for call in self._calls if call.by[0] == "verb" and call.by[1] in found)
            more = {name for kind, name in done if kind == "verb"}
            if more <= found:
                return found
            found |= more

    # ------------------------------------------------------------ who does it

    def _in_turn(self, wanted: Callable[[_Call], bool], between: bool) -> bool:
        """Whether all calls that lead to some are of whoever's turn it is. between: or of no turn at all."""
        leading = self._leading_to(wanted)
        if between and not leading:
            return False  # nobody ever does it, which others tell
        for call in self._calls:
            if not wanted(call) and call.what not in leading:
                continue
            run = call.by[0] == "procedure" and call.by[1] in self._run
            if run and between:
                continue
            if run or call.stranger or not all(map(self.only, call.heard)):
                return False
        return True

    def _leading_to(self, wanted: Callable[[_Call], bool]) -> set[Named]:
        """The verbs and headings by which some calls come."""
        found: set[Named] = set()
        while True:
            more = {call.by for call in self._calls if wanted(call) or call.what in found}
            if more <= found:
                return found
            found |= more

    # ------------------------------------------------------------ what is emptied

    def _puts_into(self, act: n.Perform, zone: str) -> bool:
        return any(move.goals is None or zone in move.goals for move in self._where.moves_of(act, None))

    def _emptied(self, block: Block, zone: str, filling: set[Named], within: frozenset[str]) -> bool | None:
        """Whether a block leaves a zone of whoever does it empty; None where it leaves all as it was."""
        empty: bool | None = None
        for step in block.steps:
            done = self._emptied_by(step, zone, filling, within)
            empty = empty if done is None else done
        return empty

    def _emptied_by(self, step: Step, zone: str, filling: set[Named], within: frozenset[str]) -> bool | None:
        tree = step.action.words.tree if isinstance(step.action, Say) else None
        if isinstance(tree, n.Text) and len(tree.sentences) == 1 and not tree.abilities:
            tree = tree.sentences[0]
        if isinstance(tree, n.Perform):
            if self._clears(tree, zone):
                return True
            word = self._ruleset.words["verbs"].get(tree.verb)
            if word is not None and word.do is not None and tree.verb not in within:
                return self._emptied(word.do, zone, filling, within | {tree.verb})
        for call in self._in_block(Block((step,)), ("", "")):
            if call.what in filling or (call.act is not None and self._puts_into(call.act, zone)):
                return False
        return None

    def _clears(self, act: n.Perform, zone: str) -> bool:
        """Whether an act moves all cards out of a zone of who acts."""
        thing = act.slot("object")
        if not isinstance(thing, n.NounPhrase) or thing.noun != "card" or thing.determiner not in _ALL:
            return False
        if thing.adjectives or len(thing.filters) != 1 or self._puts_into(act, zone) or act.slot("to") is None:
            return False
        place = thing.filters[0].phrase if isinstance(thing.filters[0], n.At) else None
        own = isinstance(place, n.NounPhrase) and place.determiner == n.Article(word="your") and not place.filters
        return own and isinstance(place, n.NounPhrase) and zone in self._where.zones_of([str(place.noun)])

    # ------------------------------------------------------------ what is done where

    def _of_rules(self) -> Iterator[_Call]:
        for name, procedure in self._ruleset.procedures.items():
            by = ("heading", procedure.heading) if procedure.heading else ("procedure", name)
            yield from self._in_block(procedure.do, by)
            if isinstance(procedure.text, Words):
                yield from self._in_text(procedure.text.tree, "")
        for name, verb in self._ruleset.words["verbs"].items():
            yield from self._in_block(verb.do or Block(), ("verb", name))
        for noun in self._ruleset.words["nouns"].values():
            for name, block in noun.deeds.items():
                yield from self._in_block(block, ("verb", name))
        for name, heading in self._ruleset.words["headings"].items():
            parts = (heading.cost, heading.after, heading.otherwise, *heading.sources.values(), heading.do)
            for part in parts:
                yield from self._in_block(part or Block(), ("heading", name))

    def _of_texts(self) -> Iterator[_Call]:
        for component in self._ruleset.components.values():
            if component.text is not None and not component.later:
                yield from self._in_text(component.text.tree, self._ruleset.default_heading)

    def _in_text(self, tree: n.Node | None, default: str) -> Iterator[_Call]:
        if not isinstance(tree, n.Text):
            return
        for ability in tree.abilities:
            yield from self._said(ability, _Call(("heading", ability.heading), ("", "")))
        for sentence in tree.sentences:
            yield from self._said(sentence, _Call(("heading", default), ("", "")))

    def _in_block(self, block: Block, by: Named) -> Iterator[_Call]:
        strange = {id(part) for step in walk(block) if self._of_others(step) for part in walk(step)}
        for part in walk(block):
            call = _Call(by, ("", ""), stranger=id(part) in strange)
            match part:
                case Offer(headings=headings):
                    yield from (replace(call, what=("heading", name)) for name in headings)
                case Resolve(heading=heading):
                    yield replace(call, what=("heading", heading))
                case Say(words=words) if words.tree is not None:
                    yield from self._said(words.tree, call)

    def _of_others(self, part: object) -> bool:
        """Whether a step is done by several players."""
        if isinstance(part, Secretly):
            return True
        tree = part.each.tree if isinstance(part, ForEach) else None
        noun = tree.noun if isinstance(tree, n.NounPhrase) else None
        return isinstance(part, ForEach) and (not isinstance(noun, str) or self._where.type_of(noun) == "player")

    def _said(self, node: n.Node, call: _Call) -> Iterator[_Call]:
        """What a sentence does; not what it waits for, asks about, forbids or puts something in the place of."""
        match node:
            case n.Perform(verb=verb):
                if verb != self._ruleset.turn:
                    yield replace(call, what=("verb", verb), act=node)
                return
            case n.Filter() | n.Does(modal="cannot") | n.Does(negated=True) | n.Does(tense="perfect" | "would"):
                return
            case n.Does(subject=subject, act=act):
                own = subject is None or subject == n.Pronoun(word="you")
                yield from self._said(act, call if own else replace(call, stranger=True))
                return
            case n.Trigger(event=n.Does(subject=n.Pronoun(word="you"), act=n.Perform(verb=verb)), then=then):
                yield from self._said(then, replace(call, heard=(*call.heard, verb)))
                return
            case n.Trigger(then=then) | n.Instead(then=then) | n.Timed(then=then):
                yield from self._said(then, replace(call, stranger=True))
                return
            case n.While(then=then):
                yield from self._said(then, call)
                return
            case n.If(then=then, otherwise=otherwise):
                yield from self._said(then, call)
                yield from self._said(otherwise, call) if otherwise is not None else ()
                return
        for _, part in node.children():
            yield from self._said(part, call)
