"""Moving cards and pieces: put, move, return, take, remove, discard, draw, exchange."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from rulewright.compiler.expressions.anaphora import LEFT_OVER
from rulewright.compiler.expressions.phrases import noun_words, quantifier
from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import MeaningError, Ref, Scope, refuse
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.moves.cards.card_moves import CardMoves
from rulewright.compiler.statements.moves.cards.exchanges import CardExchanges
from rulewright.compiler.statements.moves.followed import Followed
from rulewright.compiler.statements.moves.pieces.destinations import goes_anywhere
from rulewright.compiler.statements.moves.pieces.meant import pieces_of
from rulewright.compiler.statements.moves.pieces.piece_moves import PieceMoves
from rulewright.compiler.statements.objects import object_of
from rulewright.language import nodes as N

MOVES = {"put", "move", "return", "take", "remove", "discard", "draw"}


class Transfers:
    """Tells cards from pieces, and one place from several."""

    def __init__(self, p: Flow, c: Context, card_moves: CardMoves, piece_moves: PieceMoves, followed: Followed) -> None:
        self.p = p
        self.source = c.services.source
        self.layout = c.services.layout
        self.module = c.services.module
        self.tables = c.services.tables
        self.x = c.x
        self.objects = c.objects
        self.up = c.up
        self.card_moves = card_moves
        self.card_exchanges = CardExchanges(p, c)
        self.piece_moves = piece_moves
        self.followed = followed

    def transfer(self, node: N.Perform, scope: Scope) -> None:
        """put, move, return, take, remove, discard, draw: cards or pieces from one place to another."""
        origin = node.slot("from")
        if isinstance(origin, N.NounPhrase) and origin.noun == "game":
            self.piece_moves.destinations.must_leave_the_game(object_of(node), origin)
            node = N.Perform(verb="remove", slots=tuple(slot for slot in node.slots if slot.name == "object"))
        if self.in_each(node, scope, self.transfer):
            return
        phrase = object_of(node)
        self._lies_in_one_place(phrase, origin)
        if isinstance(phrase, N.Phrases):
            for item in phrase.items:
                slots = tuple(N.Slot(name="object", value=item) if s.name == "object" else s for s in node.slots)
                self.transfer(N.Perform(verb=node.verb, slots=slots, adverbs=node.adverbs), scope)
            return
        if isinstance(phrase, N.NounPhrase) and self.source.is_zone(phrase):
            phrase = self._all_in(phrase)
            node = replace(node, slots=tuple(replace(s, value=phrase) if s.name == "object" else s for s in node.slots))
        if self.x.phrases.is_piece(phrase) or self._piece_ref(phrase, scope):
            self.piece_moves.move(node, phrase, scope)
            self.followed.moved(node, scope)
        else:

            def move() -> None:
                self.card_moves.move(node, phrase, scope)
                self.followed.moved(node, scope)

            self.up.telling.of_cards(self.p, node, scope, move)

    def _lies_in_one_place(self, things: N.Phrase, origin: N.Node | None) -> None:
        """Refuse what is said to lie in one zone and to come from another: `a card in your hand and … from the row`."""
        if not isinstance(origin, N.NounPhrase) or not self.source.is_zone(origin):
            return
        for thing in things.items if isinstance(things, N.Phrases) else (things,):
            if isinstance(thing, N.NounPhrase) and self.source.is_zone(thing):  # “your hand from the deck”
                raise refuse(origin, "where these cards are is told twice", "Say it without “from …”.", code="RW0603")
            places = [item.phrase for item in getattr(thing, "filters", ()) if isinstance(item, N.At)]
            if any(
                isinstance(place, N.NounPhrase) and self.source.is_zone(place) and place != origin for place in places
            ):
                what = "it cannot lie there and come from another zone"
                raise refuse(thing, what, "Say “in” of each: “a … in … and a … in …”.", code="RW0604")

    def in_each(self, node: N.Perform, scope: Scope, do: Callable[[N.Perform, Scope], None]) -> bool:
        """`Put a horse into each field`, `take a card from each player's hand`: once for each place; else False."""
        for slot in node.slots:
            place = slot.value
            if slot.name not in ("to", "from") or not isinstance(place, N.NounPhrase):
                continue
            whose = place.determiner.owner if isinstance(place.determiner, N.Possessive) else None
            several = whose if isinstance(whose, N.NounPhrase) else place
            bare = several is place and place.plural and place.determiner is None
            if bare and slot.name == "to" and self._each_somewhere(node, scope):
                continue
            if bare and slot.name == "to" and not self.source.is_zone(place):
                raise refuse(place, "how many?", "Say “a …”, or “each …”, or do it “2 times, …”.", code="RW0604")
            freely = isinstance(several.determiner, N.Quantity) and several.determiner.kind in ("any_number", "some")
            if not self.x.phrases.open(several) or (quantifier(several) == "some" and not freely):
                continue
            if quantifier(several) != "each":
                raise refuse(several, "which of them?", "Choose them first, or say “each”.", code="RW0604")
            if slot.name == "to" and _is_one(object_of(node)):
                hint = "Say into which one: “into a …”, “into that …”."
                raise refuse(place, "one thing lies in one place", hint, code="RW0604")
            items, kind, noun = self.objects.things(several, scope)
            if scope.lenient:
                items = self.p.in_turn(items, kind)
                if several is place and slot.name == "to" and kind == "space":
                    items = self._where_too_few(items, noun, node, scope)
            that = N.NounPhrase(determiner=N.Article(word="that"), noun=noun)
            one = that if several is place else replace(place, determiner=N.Possessive(owner=that))
            slots = tuple(replace(other, value=one) if other is slot else other for other in node.slots)
            once = replace(node, slots=slots)

            def move(inner: Scope, once: N.Perform = once, that: N.NounPhrase = that, noun: str = noun) -> None:
                inner.stand_in(that, inner.names[noun])
                inner.you = scope.you  # whoever acts still does, in each player's zone
                if scope.lenient:
                    self.p.act(once, inner)
                else:
                    do(once, inner)

            self.p.loop(items, kind, noun, None, scope, move, several)
            return True
        return False

    def _each_somewhere(self, node: N.Perform, scope: Scope) -> bool:
        """Whether several pieces go into places of the map, each into one that whoever acts chooses."""
        thing = node.slot("object")
        several = isinstance(thing, N.NounPhrase | N.PartOf) and self.x.phrases.is_piece(thing)
        return several and node.verb in ("put", "move") and goes_anywhere(node.slot("to"), self.source) and not (
            self.objects.how_many(object_of(node), scope).one
        )  # fmt: skip

    def _where_too_few(self, places: Expr, noun: str, node: N.Perform, scope: Scope) -> Expr:
        """The places that one piece each is put into; who acts chooses which where there are too few pieces."""
        thing, origin = node.slot("object"), node.slot("from")
        one = (N.Article(word="a"), N.Quantity(kind="count", low=1))
        if not isinstance(thing, N.NounPhrase) or thing.determiner not in one or not self.x.phrases.is_piece(thing):
            return places
        if not isinstance(origin, N.NounPhrase) or self.x.phrases.open(origin):
            return places
        inside = N.At(preposition="in", phrase=origin)
        all_there = replace(thing, determiner=None, plural=True, filters=(*thing.filters, inside))
        count = self.x.amounts.amount(N.CountOf(phrase=scope.make(all_there, thing)), scope)
        self.p.must_stop()
        there, pieces, chosen = self.p.variable(), self.p.variable(), self.p.variable()
        self.p.set(pieces, count)
        self.p.emit("{} = list({})", there, self.piece_moves.destinations.with_room(places, thing))
        self.p.emit("{} = []", chosen)

        def one_place(inner: Scope) -> None:
            place = self.module.fresh()
            options = expr("[{} for {} in {} if {} not in {}]", place, place, there, place, chosen)
            target = self.p.choice("space", node, options, scope.you, noun)
            self.p.emit("{} = {} + [{}]", chosen, chosen, target)

        def choose() -> None:
            self.p.loop(expr("range({})", pieces), "number", "time", "time", scope, one_place)
            self.p.emit("{} = {}", there, chosen)

        self.p.branch(expr("0 < {} < len({})", pieces, there), choose)
        return there

    def _all_in(self, zone: N.NounPhrase) -> N.NounPhrase:
        """What is moved when a zone is: `put your hand into the deck` moves all cards in it."""
        if any(zone.noun in as_list(self.source.entry(info.noun).get("in")) for info in self.layout.piece_kinds):
            raise refuse(zone, "pieces may lie there as well as cards: which is moved?", "Say “all … in” it.")
        inside = N.At(preposition="in", phrase=zone)
        return N.NounPhrase(determiner=N.Article(word="all"), noun="card", plural=True, filters=(inside,))

    def choose_owners(self, node: N.Perform, scope: Scope, in_the_dark: bool = False) -> None:
        """`… from another player's hand`, `a card in another player's hand`: which player is chosen first.

        From then on they are "that player". in_the_dark: it is one who has any card there, as everybody sees.
        """
        for owner, zone in self._to_choose(node, scope):
            self._fail_if_there_are_none(node, scope)
            items, kind, noun = self.objects.things(owner, scope)
            if kind == "player":
                items = self._who_has_any(items, zone) if in_the_dark else items
                items = self._elsewhere(items, zone, node, scope)
                ref = Ref(self.p.choice(kind, node, items, scope.you, noun), "player", noun)
                self.x.references.know(owner, ref, scope)
                scope.stand_in(owner, ref)

    def _elsewhere(self, seats: Expr, zone: N.NounPhrase, node: N.Perform, scope: Scope) -> Expr:
        """Those players in whose zone a card does not lie yet where a price brings it: it would cost nothing."""
        goal = node.slot("to")
        if not scope.owed or not isinstance(goal, N.NounPhrase) or goal.noun != zone.noun or self.x.phrases.open(goal):
            return seats
        there, one = self.x.references.zones_of(goal, scope), self.module.fresh()
        if not there or len(there) != 1:  # still to be chosen
            return seats
        lies = self.x.references.zone_of(str(zone.noun), one)
        return expr("[{} for {} in {} if {} != {}]", one, one, seats, lies, there[0])

    def _fail_if_there_are_none(self, node: N.Perform, scope: Scope) -> None:
        """Fail where nobody needs to be chosen: nothing is left of the cards that an effect would bring there."""
        phrase = node.slot("object")
        if not scope.partial or not isinstance(phrase, N.Pronoun):
            return
        if phrase.word in LEFT_OVER:
            self.p.fail_if(expr("not {}", self.card_moves.rest.left(phrase, scope)))
        elif (several := self.x.references.several(phrase, scope)) is not None and several.type == "cards":
            self.p.fail_if(expr("not {}", several.expr))

    def some_owner(self, node: N.Perform, scope: Scope) -> list[Expr]:
        """Whether there is a player to be chosen who has any card there."""
        found = [(zone, *self.objects.things(owner, scope)) for owner, zone in self._to_choose(node, scope)]
        seats = [self._who_has_any(items, zone) for zone, items, kind, _ in found if kind == "player"]
        return [expr("len({}) > 0", some) for some in seats]

    def _who_has_any(self, seats: Expr, zone: N.NounPhrase) -> Expr:
        return expr("[o for o in {} if s.zones[{}[o]]]", seats, self.tables.zone_table(str(zone.noun)))

    def _to_choose(self, node: N.Perform, scope: Scope) -> Iterator[tuple[N.NounPhrase, N.NounPhrase]]:
        """The players whom somebody chooses, each with the zone of theirs that is spoken of."""
        for slot in node.slots:
            for owner, zone in self._whose(slot.value):
                of_cards = slot.name == "from" or (slot.name != "to" and zone is not slot.value)
                if of_cards and self._all_see(owner, zone):
                    continue
                one = not owner.plural and self.objects.quantity(owner, scope).one and quantifier(owner) != "each"
                if id(owner) not in scope.stand_ins and one and self.x.phrases.open(owner):
                    yield owner, zone

    def _all_see(self, owner: N.NounPhrase, zone: N.NounPhrase) -> bool:
        """Whether cards lie in `any player's circle`, all of which are seen: one is chosen, in whosever it is."""
        seen = self.source.entry(str(zone.noun)).get("visible", "public") == "public"
        return seen and isinstance(owner.determiner, N.Article) and owner.determiner.word == "any"

    def _whose(self, phrase: N.Node) -> list[tuple[N.NounPhrase, N.NounPhrase]]:
        """Whose the zones are that a phrase names or speaks of, each with the zone."""
        if isinstance(phrase, N.Phrases):
            return [both for item in phrase.items for both in self._whose(item)]
        if not isinstance(phrase, N.NounPhrase):
            return []
        if not self.source.is_zone(phrase):
            places = [item.phrase for item in phrase.filters if isinstance(item, N.At | N.Of)]
            return [both for place in places for both in self._whose(place)]
        det = phrase.determiner
        owners = [item.phrase for item in phrase.filters if isinstance(item, N.Of)]
        owners += [det.owner] if isinstance(det, N.Possessive) else []
        return [(owner, phrase) for owner in owners if isinstance(owner, N.NounPhrase)]

    def _piece_ref(self, phrase: N.Phrase, scope: Scope) -> bool:
        if isinstance(phrase, N.Pronoun) and phrase.word in ("it", "them"):
            try:
                return self.x.references.ref(phrase, scope).type == "pieces"
            except MeaningError:
                return False
        return False

    def exchange(self, node: N.Perform, scope: Scope) -> None:
        """`Exchange X for Y`: X goes where Y is, and Y where X was."""
        mine, theirs = object_of(node), node.slot("for")
        if not isinstance(theirs, N.Phrase):
            raise refuse(node, "exchange it for what?")
        if not self.x.phrases.is_piece(mine):
            self.card_exchanges.exchange(mine, theirs, node, scope)
            return
        for phrase in (mine, theirs):
            if not self.x.phrases.is_piece(phrase) or not self.objects.how_many(phrase, scope).one:
                raise refuse(phrase, "it is not clear which pieces are exchanged", "Say it of one piece for another.")
        for phrase, other in ((mine, theirs), (theirs, mine)):
            self._lies_with_its_owner(pieces_of(phrase), pieces_of(other))
        first, second = self.piece_moves.meant.two_unlike(mine, theirs, node, scope)
        self.p.unfollowed()
        for kind, owner, place in (first, second):
            self.p.fail_if(expr("{} < 1", self.tables.piece_cell(kind, owner, place)))

        def change_places() -> None:
            self.p.emit("MOVE_PIECES(s, *{}, {}, 1, {})", first, second[2], scope.you)
            self.p.emit("MOVE_PIECES(s, *{}, {}, 1, {})", second, first[2], scope.you)

        pieces = partial(expr, "[(*{}, {}, 1), (*{}, {}, 1)]", first, second[2], second, first[2])
        self.up.telling.of_pieces(self.p, node.verb, pieces, scope, change_places)

    def _lies_with_its_owner(self, phrase: N.NounPhrase, other: N.NounPhrase) -> None:
        """Refuse to bring a piece of one player to where another keeps theirs: it would be that player's then."""
        places = [item.phrase for item in phrase.filters if isinstance(item, N.At)]
        zones = [place for place in places if isinstance(place, N.NounPhrase) and self._of_a_player(place)]
        if not zones or not any(self.layout.piece_kinds[kind].owned for kind in self.x.pieces.kinds(other)):
            return
        whose = zones[0].determiner
        beside = [item.phrase for item in other.filters if isinstance(item, N.At)]
        alike = any(isinstance(place, N.NounPhrase) and place.determiner == whose for place in beside)
        mine = other.determiner == whose or (whose == N.Article(word="your") and N.OfYours() in other.filters)
        if not alike and not mine:
            thing = noun_words(other)
            hint = (
                "Say “replace another player's … with one from your …”, or both moves: “return … to its owner's …. "
                "If you do, put … into …”."
            )
            raise refuse(other, f"a {thing} of one player never lies where another keeps theirs", hint, code="RW0604")

    def _of_a_player(self, place: N.NounPhrase) -> bool:
        return isinstance(place.noun, str) and self.source.entry(place.noun).get("of") == "player"


def _is_one(thing: N.Phrase) -> bool:
    """Whether one certain thing is meant: `this card`, `it`, `that hut`."""
    if isinstance(thing, N.Pronoun):
        return thing.word == "it"
    if not isinstance(thing, N.NounPhrase) or thing.plural or not isinstance(thing.determiner, N.Article):
        return False
    return thing.determiner.word in ("this", "that")
