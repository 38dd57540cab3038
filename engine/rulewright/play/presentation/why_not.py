"""Why something is not offered, as data: where it lies, whether it was used, what it lacks, which sentence cannot be
carried out.

Nothing hidden is told: what a trial finds is told only where another position, in which everything that the seat cannot
see lies differently, would give the same reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.language import nodes as N
from rulewright.language.interface import said
from rulewright.play.presentation.changes import meanings, named, place_id
from rulewright.play.presentation.previews import shuffled
from rulewright.problems import RulewrightError, problem
from rulewright.ruleset import blocks as B
from rulewright.ruleset.rulebook.rulebook import condition_text, step_text
from rulewright.runtime.failures import Failure, failure
from rulewright.runtime.secrets import sees

if TYPE_CHECKING:
    from rulewright.compiler.compiled import Entry
    from rulewright.runtime.game import Game


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is not offered.

    Attributes:
        kind: `over`, `turn`, `offered`, `place`, `used`, `condition`, `price`, `sentence`, `question`, `asked`,
            `later`, `lasting` or `unsure`.
        words: a sentence that says it.
        sentence: what cannot be carried out, as the rules or the card have it; "" where that is not why.
    """

    kind: str
    words: str
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that a seat might want to choose.

    Attributes:
        id: as an option would be called, or that of the thing; name: for people.
        at: the id of the card or space that it is about, or "".
        reasons: why it cannot be chosen; several where it would be offered in several ways.
    """

    id: str
    name: str
    at: str
    reasons: tuple[Reason, ...]


def missing(game: Game, viewer: int | None, lang: str) -> list[Missing]:
    """What a seat that is to choose might look for among its options: what lies where it could be used and is not
    offered."""
    asker = _Asker(game, viewer, lang)
    if not asker.asked:
        return []
    return asker.entries() if asker.offers else asker.dropped()


def why_not(game: Game, viewer: int | None, wanted: str, lang: str) -> list[Missing]:
    """Why a card, space or action cannot be chosen.

    Args:
        viewer: the seat that asks; only what it sees is found.
        wanted: its id, or its name in the language.

    Raises:
        RulewrightError: RW0740, nothing that the seat sees is called so.
    """
    return _Asker(game, viewer, lang).of(wanted)


class _Asker:
    """Answers for one seat in one position."""

    def __init__(self, game: Game, viewer: int | None, lang: str) -> None:
        self.game, self.viewer, self.lang = game, viewer, lang
        self.program, self.labels = game.program, game.labels
        decision = game.decision
        self.asked = decision is not None and decision.seat == viewer
        self.secret = decision is not None and decision.secret
        self.block = decision.block if decision is not None else -1
        self.kind = self.program.decisions[self.block].kind if decision is not None else ""
        tables = [value[0] for value in game.values if value != -1] if self.kind == "offer" else []
        self.table = tables[0] if tables else -1
        self.offers: Sequence[Entry] = self.program.offers[self.table] if tables else ()
        self._twin: Game | None = None

    # ------------------------------------------------------------ what is asked about

    def of(self, wanted: str) -> list[Missing]:
        """All that is called so."""
        found = list(dict.fromkeys(self._called(wanted)))
        if not found:
            raise RulewrightError(problem("RW0740", found=wanted))
        telling = [one for one in found if any(reason.kind not in ("asked", "later") for reason in one.reasons)]
        return telling or found  # a card may be called as the space that the question is about

    def _called(self, wanted: str) -> Iterator[Missing]:
        folded = wanted.strip().casefold()
        for card in self._seen():
            names = (self.labels.ids.card(card), self._component(card), self.labels.card(card, self.lang))
            if folded in (name.casefold() for name in names):
                yield self._card(card)
        for number, entry in enumerate(self.offers):
            value = (self.table, number, -1)
            if not entry.zones and folded in (name.casefold() for name in self._names(value)):
                yield self._entry(number, -1)
        for place in self._places():
            names = (place_id(self.game, place), self.labels.place(place, self.lang), self._cell(place))
            if folded in (name.casefold() for name in names):
                yield self._thing(place_id(self.game, place), self.labels.place(place, self.lang), place)

    def _seen(self) -> list[int]:
        """Cards that the seat sees, one of each component in a place."""
        found: dict[tuple[str, int], int] = {}
        for card, place in enumerate(self.game.state.where):
            if place >= 0 and sees(self.program.layout, place, self.viewer):
                found.setdefault((self._component(card), place), card)
        return list(found.values())

    def _component(self, card: int) -> str:
        return str(self.program.layout.cards[card].component)

    def _places(self) -> Sequence[int]:
        return [*self.program.layout.spaces]

    def _cell(self, place: int) -> str:
        return self.labels.cell(place, self.lang)

    def _names(self, value: Any) -> tuple[str, str]:
        return self.labels.ids.option(self.block, value), self.labels.option(self.block, value, self.lang)

    # ------------------------------------------------------------ offers

    def entries(self) -> list[Missing]:
        """What the present offer lists and cannot be chosen: rules first, then cards that lie where they are used."""
        found = []
        offered = self._offered()
        for number, entry in enumerate(self.offers):
            cards = [card for card in self._seen() if card in entry.cards and self._lies(entry, card)]
            for card in cards if entry.zones else [-1]:
                if (number, self._same(card)) not in offered:
                    found.append(self._entry(number, card))
        return found

    def _offered(self) -> set[tuple[int, str]]:
        """What can be chosen of the present offer: the number of its entry, and of which component."""
        return {(value[1], self._same(value[2])) for value in self._values if value != -1}

    def _same(self, card: int) -> str:
        """What copies of a card have in common."""
        return self._component(card) if card >= 0 else ""

    def _lies(self, entry: Entry, card: int) -> bool:
        return not entry.zones or self.game.state.where[card] in entry.zones[self._actor]

    @property
    def _actor(self) -> int:
        return self.game.machine.actor(self.game.state)

    def _entry(self, number: int, card: int) -> Missing:
        value = (self.table, number, card)
        name, text = self._names(value)
        return Missing(name, text, self.labels.ids.card(card) if card >= 0 else "", (self._why(number, card),))

    def _why(self, number: int, card: int) -> Reason:
        """Why an entry of the present offer cannot be chosen."""
        entry = self.offers[number]
        if any(
            value != -1 and (value[1], self._same(value[2])) == (number, self._same(card)) for value in self._values
        ):
            return Reason("offered", self._say("why_not_offered"))
        if entry.zones and not self._lies(entry, card):
            wanted = [self._own_place(zone) for zone in entry.zones[self._actor]]
            lies = self._own_place(self.game.state.where[card])
            return Reason("place", self._say("why_not_place", place=lies, wanted=", ".join(wanted)))
        if entry.limit and self.game.state.n[entry.limit + self._actor]:
            when = "turn" if entry.limit in self.program.turn_flags else "game"
            when = "round" if entry.limit in self.program.round_flags else when
            return Reason("used", self._say(f"why_not_used_{when}"))
        lacking = [*self._lacking(entry)]
        if lacking:
            return Reason("price", "; ".join(lacking))
        return self._alike(lambda game: self._tried(game, number, card))

    @property
    def _values(self) -> list[Any]:
        return self.game.values

    def _lacking(self, entry: Entry) -> Iterator[str]:
        """What the seat has too little of for what using an entry costs at least."""
        known, n = meanings(self.program), self.game.state.n
        for cells, count in entry.procedure.begun.items():
            if isinstance(cells, str):
                continue
            cell = cells[self._actor]
            if n[cell] >= count:
                continue
            if (amount := known.amounts.get(cell)) is not None:
                name = named(self.game, amount[0], amount[2], self.lang)
            elif (piece := known.pieces.get(cell)) is not None:
                kind = self.program.layout.piece_kinds[piece[0]]
                name = f"{self.labels.noun(kind.noun, self.lang)}, {self._own_place(piece[2])}"
            else:
                continue
            yield self._say("why_not_price", what=name, count=count, has=n[cell])

    def _own_place(self, place: int) -> str:
        """A place, without whose it is where that is who asks."""
        layout = self.program.layout
        if place < layout.zone_count and layout.zone_owner[place] == self._actor:
            return self.labels.noun(layout.zone_noun[place], self.lang)
        return self.labels.place(place, self.lang)

    def _tried(self, game: Game, number: int, card: int) -> Reason:
        """What a trial of an entry finds in a position."""
        entry = self.offers[number]
        if entry.test and not self.program.names[entry.test](game.state, self._actor, card):
            name = entry.procedure.name.partition("_")[2]
            condition = self.program.ruleset.procedures[name].condition
            words = condition_text(self.program.ruleset, condition, self.lang) if condition is not None else ""
            return Reason("condition", self._say("why_not_condition"), words)
        return self._failed(failure(game.machine, game.state, (self.table, number, card)), game)

    # ------------------------------------------------------------ choices of things

    def dropped(self) -> list[Missing]:
        """What the question is about and cannot be chosen, since what comes then cannot be carried out."""
        found = []
        for value in self._raw(self.game):
            if value not in self._values:
                name, text = self._names(value)
                at = place_id(self.game, value) if self._is_place() else ""
                at = self.labels.ids.card(value) if self.kind == "card" else at
                found.append(Missing(name, text, at, (self._no_way(value),)))
        return found

    def _is_place(self) -> bool:
        return self.kind in ("space", "border", "zone")

    def _raw(self, game: Game) -> list[Any]:
        """What the present question lists before anything of it is tried; nothing of what the seat may not know."""
        if self.kind in ("", "pay", "trigger", "entry") or self.secret:
            return []
        state = game.state.copy()
        listed = game.machine.blocks[self.block](state, state.stack[-1])
        raw = [value for value in listed if value != -1] if isinstance(listed, list) else []
        if self.kind != "card":
            return raw
        here = self.game.state.where
        return [card for card in raw if sees(self.program.layout, here[card], self.viewer)]

    def _unfit(self, game: Game, value: Any, prompt: str) -> Reason:
        """What a trial of a thing finds; it may not even be what the question is about."""
        if value in self._raw(game):
            return self._failed(failure(game.machine, game.state, value), game)
        return Reason("question", self._say("why_not_question", question=prompt))

    def _no_way(self, value: Any) -> Reason:
        return self._alike(lambda game: self._failed(failure(game.machine, game.state, value), game))

    def _thing(self, name: str, text: str, value: Any) -> Missing:
        """A space."""
        return Missing(name, text, name, (self._unoffered(value, "space"),))

    def _unoffered(self, value: Any, kind: str) -> Reason:
        """Why a thing is not among what the present question offers."""
        decision = self.game.decision
        if decision is None:
            return Reason("over", said("over", self.lang))
        if not self.asked:
            return Reason("turn", self._say("web_waiting", who=self.labels.seat(decision.seat, self.lang)))
        if self.kind == kind and value in self._values:
            return Reason("offered", self._say("why_not_offered"))
        prompt = decision.prompt(self.lang) or said("what_now", self.lang)
        if self.kind == kind and self.secret:
            return Reason("question", self._say("why_not_question", question=prompt))
        if self.kind == kind:
            return self._alike(lambda game: self._unfit(game, value, prompt))
        return Reason("asked", self._say("why_not_asked", question=prompt))

    def _card(self, card: int) -> Missing:
        """A card: whatever may be offered of it, or that it is chosen."""
        name, text = self.labels.ids.card(card), self.labels.card(card, self.lang)
        numbers = [number for number, entry in enumerate(self.offers) if card in entry.cards] if self.asked else []
        if numbers:
            here = [number for number in numbers if self._lies(self.offers[number], card)]
            reasons = dict.fromkeys(self._why(number, card) for number in here or numbers)
            return Missing(name, text, name, tuple(reasons))
        reason = self._unoffered(card, "card")
        if reason.kind == "asked":
            reason = self._by_text(card) or reason
        return Missing(name, text, name, (reason,))

    def _by_text(self, card: int) -> Reason | None:
        """What the text of a card tells of when it is used."""
        words = self.program.ruleset.components[self._component(card)].text
        abilities = words.tree.abilities if words is not None and isinstance(words.tree, N.Text) else ()
        known = self.program.ruleset.lexicon.get("headings") or {}
        headings = dict.fromkeys(ability.heading for ability in abilities)
        offered = [heading for heading in headings if known.get(heading, {}).get("from")]
        if offered:
            names = ", ".join(self.labels.heading(heading, self.lang) for heading in offered)
            return Reason("later", self._say("why_not_later", heading=names))
        if any(known.get(heading, {}).get("active") for heading in headings):
            return Reason("lasting", self._say("why_not_lasting"))
        return None

    # ------------------------------------------------------------ what trials find

    def _alike(self, tried: Any) -> Reason:
        """What a trial finds, if it finds the same however hidden cards lie."""
        unsure = Reason("unsure", self._say("why_not_unsure"))
        if self.secret or self.viewer is None:
            return unsure
        if self._twin is None:
            cards = {option.card for option in self.game.decision.options} if self.game.decision is not None else set()
            self._twin = shuffled(self.game, self.viewer, {card for card in cards if card is not None})
        found: Reason = tried(self.game)
        return found if tried(self._twin) == found else unsure

    def _failed(self, found: Failure | None, game: Game) -> Reason:
        """A failure in words."""
        if found is None or found.state.rng != game.state.rng:
            return Reason("unsure", self._say("why_not_unsure"))
        program, state = self.program, found.state
        if found.block == program.pay or state.stack[-1][0] == program.pay:
            prompt = self.labels.payment(state.stack[-1], self.lang)
            return Reason("price", self._say("why_not_pay", price=prompt))
        if found.asked:
            prompt = self.labels.prompt(state.stack[-1][0], self.lang, state)
            match program.decisions[state.stack[-1][0]].prompt:
                case N.Perform(verb="choose") | N.Phrase() | "":
                    key = "why_not_choice"
                case _:
                    key = "why_not_sentence"
            return Reason("sentence", self._say(key), prompt or self._step(program.written[found.block]))
        places = program.failing.get(found.block, ())
        others = [place for place in places if "cost" not in place[0]]  # it has what is fixed of it, see `_lacking`
        sentences = dict.fromkeys(self._sentence(*place) for place in others or places[-1:])
        told = " / ".join(sentence for sentence in sentences if sentence)
        return Reason("sentence", self._say("why_not_sentence"), told or self._step(program.written[found.block]))

    def _sentence(self, path: B.Path, start: int, end: int) -> str:
        """The words that failed: of a card the sentence, of a rule the step."""
        if path[:1] != ("components",):
            return self._step(path)
        words = self.program.ruleset.components[str(path[1])].text
        tree = words.tree if words is not None else None
        for node in tree.walk() if tree is not None else ():
            if node.span is not None and (node.span.start, node.span.end) == (start, end):
                text = self.labels.node(node, self.lang)
                return text[:1].upper() + text[1:]
        return self.labels.component(str(path[1]), self.lang)

    def _step(self, path: B.Path) -> str:
        return step_text(self.program.ruleset, path, self.lang).strip()

    def _say(self, key: str, **words: object) -> str:
        return said(key, self.lang, **words)
