# mypy: disable-error-code="arg-type, assignment, no-any-return, return-value"
"""Cards from one zone to another, looked at, revealed, exchanged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulewright.compiler.expressions.anaphora import ACTOR
from rulewright.compiler.ir.expressions import Collection
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.decisions import Decision
from rulewright.compiler.statements.resources import Quant
from rulewright.language import nodes as N

if TYPE_CHECKING:
    from rulewright.compiler.statements.procedure import Procedure

WHERE = (
    "Say where to: “put … into …”, “put … onto …” (“in a field”, “on top of the pile” only describe what is put). What "
    "is counted is gained, or taken from a player."
)


class CardMoves:
    """What one procedure does with cards."""

    def __init__(self, procedure: Procedure) -> None:
        self.p = procedure
        self.b = procedure.b
        self.x = procedure.x

    def move(self, node: N.Perform, phrase: N.Phrase, scope: Scope) -> None:
        """Move cards as a verb says: so many of those that are meant, from where they lie to a zone."""
        node = self._chosen_place(node, phrase, scope)
        phrase = self.p.acts.object_of(node)
        zone, bottom, room = self._card_target(node, scope)
        under = ", True" if bottom else ""
        source = node.slot("from")
        defaults = self.b.source.zones.get(node.verb) or {}
        if isinstance(phrase, N.Pronoun) and phrase.word == "the_rest":
            ref = self._antecedent_cards(scope, node)
            # What is left lies in its order: the last one put back is the topmost.
            self.p.emit(
                f"for c in [c for c in {ref} if s.where[c] == {scope.done['look']}][::-1]: s.move(c, {zone}{under})"
            )
            return
        top = self.p.acts.top_cards(phrase, scope)
        if top is not None and self.p.resources.quantity(phrase, scope).one:
            card = self.p.variable()
            self.p.emit(f"{card} = next(iter({top}), -1)")
            self.p.emit(f"if {card} >= 0: s.move({card}, {zone}{under})")
            scope.mention(Ref(card, "card", "card"))
            return
        if top is not None:
            self.p.emit(f"for c in {top}: s.move(c, {zone}{under})")
            return
        count = self.p.transfers.how_many(phrase, scope)
        if node.verb == "draw":
            pile = (
                self.x.references.zone(source, scope)
                if isinstance(source, N.Phrase)
                else self.x.references.zone(self._usual(defaults["from"]), scope)
            )
            if count.every:
                raise refuse(phrase, "how many cards are drawn?", "Say “draw a card” or “draw 2 cards”.")
            if count.low != count.high:
                count = self.p.resources.chosen(count.low, count.high, node, scope)
            self.p.emit(f"DRAW(s, {pile}, {zone}, {count.low})")
            return
        if isinstance(phrase, N.PartOf) and isinstance(phrase.whole, N.Pronoun):
            options = self._antecedent_cards(scope, node)
        else:
            what: N.Phrase = phrase
            if isinstance(phrase, N.AsMany):
                what = N.NounPhrase(noun=phrase.noun, adjectives=phrase.adjectives, plural=True)
            if (
                source is None
                and isinstance(what, N.NounPhrase)
                and self.x.selections.open(what)
                and not self._placed(what)
            ):
                if not defaults.get("from"):
                    raise refuse(
                        node, "from where?", f"Say “from …”, or say it under `zones: {node.verb}:` in ruleset.yaml."
                    )
                source = self._usual(defaults["from"])
            if isinstance(source, N.Phrase) and isinstance(what, N.NounPhrase):
                what = N.NounPhrase(
                    determiner=what.determiner,
                    adjectives=what.adjectives,
                    noun=what.noun,
                    filters=(*what.filters, N.At(preposition="in", phrase=source)),
                    plural=what.plural,
                )
            if isinstance(what, N.Pronoun):
                self.x.references.of_type(what, scope, "card", "cards")
            noun = what.noun if isinstance(what, N.NounPhrase) else None
            kind = self.x.type_of(noun) if isinstance(noun, str) else "card"
            if kind != "card":
                raise refuse(what, f"a {kind} cannot be moved", "Only cards and pieces can be.", code="RW0606")
            listed = self.x.selections.list_of(what, scope)
            options = str(listed)
            if isinstance(listed, Collection):  # one definite card
                card = listed.items[0]
                if room:
                    self.p.fail_if(f"{room} < 1")
                self.p.emit(f"if {card} >= 0: s.move({card}, {zone}{under})")
                scope.mention(Ref(card, "card", noun if isinstance(noun, str) else "card"))
                return
        if count.every:
            self.p.emit(f"for c in {options}: s.move(c, {zone}{under})")
            return
        if "random" in node.adverbs:
            self._move_random(options, count, f"{zone}{under}", node, scope)
            return
        picked = self.p.variable()
        if count.one:
            if room:
                self.p.fail_if(f"{room} < 1")
            self.p.choose("card", node, self.p.steps.distinct(options), picked, scope.you, "card")
            self.p.emit(f"s.move({picked}, {zone}{under})")
            scope.mention(Ref(picked, "card", "card"))
            return
        number = self.p.variable()
        self.p.must_stop()
        self.p.emit(f"{number} = 0")
        head = self.p.block()
        end = self.b.label(self.p)
        most = f"min({count.high}, {number} + {room})" if room else count.high
        self.p.emit(f"if {number} >= {most}: f[0] = {end}; return")
        stop = f"([-1] if {number} >= {count.low} else []) + "
        self.p.decide(
            Decision("card", node, self.p.slot_of(picked), 0, noun="card"),
            f"{stop}{self.p.steps.distinct(options)}",
            self.p.asked(scope.you),
        )
        self.p.emit(f"if {picked} == -1: f[0] = {end}; return")
        self.p.emit(f"s.move({picked}, {zone}{under}); {number} += 1")
        self.p.goto(head)
        self.p.start(end)
        if room and count.low != "0":  # without a limit there is no way out before there are enough
            self.p.fail_if(f"{number} < {count.low}")
        scope.done[node.verb] = number

    def exchange(self, mine: N.Phrase, theirs: N.Phrase, node: N.Perform, scope: Scope) -> None:
        """The same of two cards; somebody chooses each that is not named."""
        cards = []
        for phrase in (mine, theirs):
            if isinstance(phrase, N.NounPhrase) and self.x.selections.open(phrase):
                items, kind, noun = self.p.sentences.things(phrase, scope)
                card = self.p.variable()
                self.p.choose(kind, node, self.p.steps.distinct(items), card, scope.you, noun)
                ref = Ref(card, kind, noun)
            else:
                ref = self.x.references.ref(phrase, scope)
            if ref.type != "card":
                raise refuse(phrase, "only cards and pieces can be exchanged", code="RW0604")
            cards.append(ref)
        first, second = (ref.expr for ref in cards)
        self.p.unfollowed()
        self.p.fail_if(f"{first} < 0 or {second} < 0")
        there = self.x.fresh()
        self.p.emit(f"{there} = s.where[{second}]; s.move({second}, s.where[{first}]); s.move({first}, {there})")
        for ref in cards:
            scope.mention(ref)

    def _card_target(self, node: N.Perform, scope: Scope) -> tuple[str, bool, str]:
        """(zone, to the bottom, capacity test or "") for cards that a verb moves."""
        goal = node.slot("to")
        defaults = self.b.source.zones.get(node.verb) or {}
        if isinstance(goal, N.NounPhrase) and goal.noun in ("bottom", "top"):
            for item in goal.filters:
                if isinstance(item, N.Of):
                    return self.x.references.zone(item.phrase, scope), goal.noun == "bottom", ""
        if goal is None:
            if node.verb == "remove":
                goal = N.NounPhrase(noun=self.b.source.out_of_game)
            elif defaults.get("to"):
                goal = N.NounPhrase(determiner=N.Article(word=ACTOR), noun=defaults["to"])
            else:
                usual = f"Or, for all such sentences, write `zones: {{{node.verb}: {{to: …}}}}` in ruleset.yaml."
                raise refuse(node, f"{node.verb} it where?", f"{WHERE} {usual}")
        assert isinstance(goal, N.Phrase)
        if not self.x.selections.is_zone(goal):
            return self.x.selections.place(self.x.references.ref(goal, scope)), False, ""
        zone = self.x.references.zone(goal, scope)
        limit = (
            self.x.entry(goal.noun).get("limit")
            if isinstance(goal, N.NounPhrase) and isinstance(goal.noun, str)
            else None
        )
        room = f"{self.b.definitions.number(limit)}(s, ZONE_OWNER[{zone}]) - len(s.zones[{zone}])" if limit else ""
        return zone, "bottom" in node.adverbs, room

    def _chosen_place(self, node: N.Perform, phrase: N.Phrase, scope: Scope) -> N.Perform:
        """`Move a wanderer into a dry field next to it`: where it goes is chosen, after which card it is."""
        goal = node.slot("to")
        if not isinstance(goal, N.NounPhrase) or self.x.selections.is_zone(goal) or not self.x.selections.open(goal):
            return node
        if goal.noun in ("top", "bottom") or not isinstance(phrase, N.NounPhrase | N.Pronoun):
            return node
        slots = {slot.name: slot for slot in node.slots}
        that = N.Article(word="that")
        if isinstance(phrase, N.NounPhrase) and self.x.selections.open(phrase):
            items, kind, noun = self.p.sentences.things(phrase, scope)
            card = self.p.variable()
            self.p.choose(kind, node, self.p.steps.distinct(items), card, scope.you, noun)
            scope.bind(noun, Ref(card, kind, noun))
        else:
            ref = self.x.references.ref(phrase, scope)
            noun = ref.noun
            scope.bind(noun, ref)
        slots["object"] = N.Slot(name="object", value=N.NounPhrase(determiner=that, noun=noun))
        items, kind, noun = self.p.sentences.things(goal, scope)
        place = self.p.variable()
        self.p.choose(kind, node, items, place, scope.you, noun)
        scope.bind(noun, Ref(place, kind, noun))
        slots["to"] = N.Slot(name="to", value=N.NounPhrase(determiner=that, noun=noun))
        return replace(node, slots=tuple(slots.values()))

    def drawn(self, node: N.Perform, scope: Scope, draw: Callable[[], None]) -> None:
        """Draw cards of which more is said: those that come to where they are drawn to are "it" or "them" then."""
        one = self.p.resources.quantity(self.p.acts.object_of(node), scope).one
        if not self.p.sentences.told_later(*(("it",) if one else ("them", "the_rest"))):
            draw()
            return
        zone = self._card_target(node, scope)[0]
        self.p.must_stop()
        cards = self.p.variable()
        self.p.emit(f"{cards} = s.where[:]")
        draw()
        self.p.emit(f"{cards} = [c for c in DRAWN(s, {cards}) if s.where[c] == {zone}]")
        scope.mention(Ref(f"({cards} or [-1])[0]", "card", "card") if one else Ref(cards, "cards", "card"))
        scope.done["look"] = zone

    def _move_random(self, options: str, count: Quant, goal: str, node: N.Perform, scope: Scope) -> None:
        """So many of some cards, as chance has it; as many as there are where nothing has to be carried through."""
        if count.low != count.high:
            raise refuse(node, "at random, how many cards it is must be known", code="RW0604")
        pool, card = self.x.fresh(), self.x.fresh()
        self.p.emit(f"{pool} = {options}")
        if not scope.lenient:
            self.p.fail_if(f"len({pool}) < {count.low}")
        self.p.emit(f"for {card} in s.pick({pool}, {count.low}): s.move({card}, {goal})")

    @staticmethod
    def _usual(zones: Any) -> N.Phrase:
        """The zones that a verb means where a sentence names none."""
        named = [N.NounPhrase(determiner=N.Article(word=ACTOR), noun=zone) for zone in as_list(zones)]
        return named[0] if len(named) == 1 else N.Phrases(items=tuple(named), conjunction="and")

    def _placed(self, phrase: N.NounPhrase) -> bool:
        """Whether a phrase says where its cards are."""
        return any(
            (isinstance(item, N.At | N.Of) and self.x.selections.is_zone(item.phrase)) or isinstance(item, N.There)
            for item in phrase.filters
        )

    def _antecedent_cards(self, scope: Scope, node: N.Perform) -> str:
        for ref in reversed(scope.recent):
            if ref.type == "cards":
                return ref.expr
        raise refuse(node, "of which cards?")

    def look(self, node: N.Perform, scope: Scope) -> None:
        """`Look at the top 3 cards of X`, `at their hand`: they stay where they are, and are what "them" means."""
        phrase = self.p.acts.object_of(node)
        cards = self.p.acts.top_cards(phrase, scope)
        if cards is None and isinstance(phrase, N.NounPhrase) and self.x.selections.is_zone(phrase):
            node = self.p.transfers.choose_owners(node, scope)
            zone = self.x.references.zone(self.p.acts.object_of(node), scope)
            self.show(node, f"s.zones[{zone}]", scope)
            scope.done["look"] = zone
            return
        if cards is None or not isinstance(phrase, N.NounPhrase):
            raise refuse(node, "look at what?", "Say of which pile: “look at the top 3 cards of …”.")
        for item in phrase.filters:
            if isinstance(item, N.Of | N.At):
                scope.done["look"] = self.x.references.zone(item.phrase, scope)
        seen = self.p.variable()
        self.p.emit(f"{seen} = list({cards})")
        scope.mention(Ref(seen, "cards", "card"))

    def reveal(self, node: N.Perform, scope: Scope) -> None:
        """`Reveal the top card of the deck`, `reveal a card from your hand`: the log names it, and it stays there."""
        phrase = self.p.acts.object_of(node)
        cards = self.p.acts.top_cards(phrase, scope)
        if cards is None and not isinstance(phrase, N.Phrases) and self.x.selections.is_zone(phrase):
            cards = f"s.zones[{self.x.references.zone(phrase, scope)}]"
        source = node.slot("from")
        if cards is None and isinstance(phrase, N.NounPhrase) and self.x.selections.open(phrase):
            where = (N.At(preposition="in", phrase=source),) if isinstance(source, N.Phrase) else ()
            items, kind, noun = self.p.sentences.things(replace(phrase, filters=(*phrase.filters, *where)), scope)
            count = self.p.resources.quantity(phrase, scope)
            if kind != "card" or not (count.one or count.every):
                raise refuse(node, "reveal which cards?", "Say “a card”, “all cards”, or “the top 3 cards of …”.")
            cards = items
            if count.one:
                picked = self.p.variable()
                self.p.choose("card", node, self.p.steps.distinct(items), picked, scope.you, noun)
                cards = f"[{picked}]"
        if cards is None:
            cards = f"[c for c in [{self.x.references.of_type(phrase, scope, 'card').expr}] if c >= 0]"
        seen = self.show(node, cards, scope)
        if self.p.resources.quantity(phrase, scope).one:
            scope.mention(Ref(f"({seen} or [-1])[0]", "card", "card"))
        for item in phrase.filters if isinstance(phrase, N.NounPhrase) else ():
            if isinstance(item, N.Of | N.At) and self.x.selections.is_zone(item.phrase):
                scope.done["look"] = self.x.references.zone(item.phrase, scope)

    def show(self, node: N.Act, cards: str, scope: Scope) -> str:
        """Name some cards in the log; they are what "them" means. The variable that holds them."""
        shown = self.p.variable()
        self.p.emit(f"{shown} = list({cards})")
        told = self.b.label(self.p)
        self.b.decisions[told] = Decision("card", node, 0, noun="card")
        self.p.emit(f"if s.log is not None: s.log += [({scope.you}, {told}, c, -1) for c in {shown}]")
        scope.mention(Ref(shown, "cards", "card"))
        return shown
