"""Pieces from one place to another: one that was spoken of, so many of some, all of them, or one by one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from rulewright.compiler.expressions.anaphora import is_one_piece
from rulewright.compiler.expressions.pieces import Owner
from rulewright.compiler.ir.expressions import Expr, Item, Lit
from rulewright.compiler.ir.facts import calls, cells, fields
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.moves.pieces.all_of_them import AllOfThem
from rulewright.compiler.statements.moves.pieces.counted import Counted
from rulewright.compiler.statements.moves.pieces.destinations import Destinations, goes_anywhere
from rulewright.compiler.statements.moves.pieces.meant import Group, Groups, Meant, pieces_of
from rulewright.compiler.statements.moves.pieces.origins import Origins
from rulewright.compiler.statements.objects import Quant, object_of
from rulewright.compiler.statements.ways import Ways
from rulewright.language import nodes as N


class PieceMoves:
    """What one procedure does with pieces."""

    def __init__(self, p: Flow, c: Context, ways: Ways) -> None:
        self.p = p
        self.source = c.services.source
        self.resolution = c.services.texts.resolution
        self.layout = c.services.layout
        self.tables = c.services.tables
        self.x = c.x
        self.objects = c.objects
        self.up = c.up
        self.meant = Meant(p, c)
        self.destinations = Destinations(p, c)
        self.origins = Origins(p, c, self.destinations)
        self.counted = Counted(p, c, ways)
        self.all_of_them = AllOfThem(p, c, self.destinations, ways)

    def move(self, node: N.Perform, phrase: N.Phrase, scope: Scope) -> None:
        """Move pieces as a verb says: so many of those that are meant, from where they lie to another place."""
        if "any_order" in node.adverbs:
            raise refuse(node, "pieces that are moved have no order", "Say it without “in any order”.", code="RW0604")
        known = self.spoken_of(phrase, scope)
        if known is not None:
            self._move_it(node, known, scope)
            return
        count = self.objects.how_many(phrase, scope)
        noun_phrase = self._it(phrase, scope) or pieces_of(phrase)
        others = tuple(item for item in noun_phrase.filters if not isinstance(item, N.OfChoice))
        if scope.spoken_to is None and others != noun_phrase.filters:  # whoever acts chooses, and that is you
            noun_phrase = replace(noun_phrase, filters=others)
        goal = node.slot("to")
        several = not count.every and not count.one
        noun_phrase, source = self._origin(noun_phrase, count, node, scope)
        dest_phrase = goal if isinstance(goal, N.Phrase) else None
        groups = self._own(self.meant.groups(noun_phrase, source, node, scope), dest_phrase, scope)
        if not count.every and groups.owner is None and self.destinations.goes_back_to(node, str(noun_phrase.noun)):
            self.destinations.must_tell_whose_goes_back(noun_phrase)
        if groups.but and not (count.every or count.one):
            hint = "Say it of one, “return another …”, or of all of them, “return each other …”."
            raise refuse(phrase, "so many others of pieces of a kind are not told apart", hint, code="RW0604")
        spread = not count.one and goes_anywhere(goal, self.source)
        if spread or (several and groups.single is None and not self.origins.of_one_place(groups, noun_phrase, source)):
            self._one_by_one(groups, count, dest_phrase, node, scope)
            return
        together = groups.place if count.every or groups.single is not None else None
        relative = together is None and dest_phrase is not None and self.destinations.mentions_it(dest_phrase, scope)
        # The destination first: it may itself be a choice. Unless it is told from where the piece is ("next to it").
        chosen: Expr | None = None
        if relative and not count.every:
            chosen = self.p.choice("pieces", node, self.meant.present(groups), scope.you)
            self.x.references.know(phrase, Ref(expr("{}[2]", chosen), "space", "space"), scope)
            self.origins.know(noun_phrase, source, expr("{}[2]", chosen), scope)
        elif together is not None and dest_phrase is not None and self.origins.on_the_map(noun_phrase, source):
            self.x.references.know(phrase, Ref(together, "space", "space"), scope)
        dest = self.destinations.chosen(dest_phrase, noun_phrase, node, scope)
        if relative and count.every:
            raise refuse(dest_phrase, "each of them would go elsewhere", "Say “for each … , …”.", code="RW0604")
        if count.every:
            self.all_of_them.move(groups, dest, dest_phrase, node, scope)
            return
        if chosen is None and groups.single is None:
            chosen = self.p.choice("pieces", node, self.meant.present(groups), scope.you)
        one = Group(*(groups.single or (expr("{}[{}]", chosen, number) for number in range(3))))
        if not relative:
            self.origins.know(noun_phrase, source, one.place, scope)
        self._carry(one, groups.owner, count, dest, phrase, noun_phrase, node, scope)

    def _origin(
        self, noun_phrase: N.NounPhrase, count: Quant, node: N.Perform, scope: Scope
    ) -> tuple[N.NounPhrase, N.Node | None]:
        """The pieces and where they come from, where one place for all of them is chosen first."""
        goal = node.slot("to")
        source = node.slot("from")
        if count.every and source is None and node.verb in ("put", "move"):
            self._must_tell_which(noun_phrase, goal, scope)
        if count.every and isinstance(source, N.Phrase):  # "all pieces from a space" are all of those that lie in one
            inside = N.At(preposition="in", phrase=source)
            chosen_phrase = self.origins.chosen(replace(noun_phrase, filters=(inside,)), node, scope)
            source = next(item.phrase for item in chosen_phrase.filters if isinstance(item, N.At))
        elif count.every:
            noun_phrase = self.origins.chosen(noun_phrase, node, scope)
        of_anybody = self.x.pieces.owners(noun_phrase, scope) is None and isinstance(goal, N.Phrase)
        elsewhere = of_anybody and isinstance(goal, N.Phrase) and self.destinations.mentions_it(goal, scope)
        if not count.every and not count.one and (elsewhere or len(self.x.pieces.kinds(noun_phrase)) > 1):
            noun_phrase, source = self.origins.one_source(noun_phrase, source, node, scope)
        return noun_phrase, source

    def _carry(
        self, one: Group, known: Owner, count: Quant, dest: Expr | None, phrase: N.Phrase, what: N.NounPhrase,
        node: N.Perform, scope: Scope,
    ) -> None:  # fmt: skip
        """Move so many pieces of a group to a place, and let them be what "it" means from then on.

        known: whose they are, where that is told; dest: where they go, where somebody has chosen it.
        """
        slot = node.slot("to")
        goal = slot if isinstance(slot, N.Phrase) else None
        room = self.destinations.room(str(what.noun), goal, dest, scope)
        many = self.counted.so_many(one, count, str(what.noun), node, scope, room)
        target = dest or self.destinations.place(goal, node, what, scope, one.owner, known)
        if scope.owed and self._may_lie_there(one.place, target):
            self.p.fail_if(expr("{} == {}", one.place, target))  # a price of that costs nothing
        row = self.counted.row_there(one, target, scope.you, goal)
        self._told(node, one, target, many, scope, partial(self.counted.shift, one, target, many, scope.you, goal))
        # Only now are the pieces what "it" means: before, it could be where they go. They lie there now.
        moved = expr("({}, {}, {})", one.kind, row, target)
        self.x.references.know(phrase, Ref(moved, "pieces", str(what.noun)), scope)

    def _told(
        self, node: N.Perform, one: Group, target: Expr, many: Expr, scope: Scope, do: Callable[[], None]
    ) -> None:  # fmt: skip
        """Move pieces, and tell of each of them where a text listens."""
        pieces = partial(expr, "[({}, {}, {}, {}, {})]", one.kind, one.owner, one.place, target, many)
        self.up.telling.of_pieces(self.p, node.verb, pieces, scope, do)

    def _it(self, phrase: N.Phrase, scope: Scope) -> N.NounPhrase | None:
        """The piece that “it” is, as “that …”."""
        if phrase != N.Pronoun(word="it"):
            return None
        ref = self.x.references.ref(phrase, scope)
        if ref.type != "pieces":
            return None
        that = N.NounPhrase(determiner=N.Article(word="that"), noun=ref.noun, span=phrase.span)
        scope.stand_in(that, ref)
        return that

    def spoken_of(self, phrase: N.Phrase, scope: Scope) -> Ref | None:
        """The one piece that “it” or “that piece” means, which was chosen or is gone through."""
        if isinstance(phrase, N.NounPhrase) and phrase.determiner != N.Article(word="that"):
            return None
        found = self.x.references.bound(phrase, scope) if isinstance(phrase, N.Pronoun | N.NounPhrase) else None
        return found if found is not None and is_one_piece(found) else None

    def _move_it(self, node: N.Perform, piece: Ref, scope: Scope) -> None:
        """Move one piece that was spoken of, from wherever it lies now; it is followed there."""
        source, goal = node.slot("from"), node.slot("to")
        if source is not None:
            assert isinstance(source, N.Node)
            raise refuse(source, "where these pieces are is told twice", "Say it without “from …”.", code="RW0603")
        what = N.NounPhrase(noun=piece.noun)
        kinds = self.x.pieces.kinds(what)
        kind = Lit(kinds[0]) if len(kinds) == 1 else expr("{}[0]", piece.expr)
        one = Group(kind, expr("{}[1]", piece.expr), expr("{}[2]", piece.expr))
        phrase = goal if isinstance(goal, N.Phrase) else None
        dest = self.destinations.chosen(phrase, what, node, scope)
        many = self.counted.so_many(one, Quant.of(1, 1), piece.noun, node, scope)
        whose = self.destinations.whose_zone(phrase, scope)
        if whose is not None:  # no others lie there
            self.p.fail_if(expr("{} != {}", one.owner, whose))
        target = self.p.once(dest or self.destinations.place(phrase, node, what, scope, one.owner, whose))

        def carry() -> None:
            row = self.p.once(self.counted.row_there(one, target, scope.you, phrase))
            kind = self.p.once(one.kind)
            self.counted.shift(one, target, many, scope.you, phrase)
            self.p.emit("{} = ({}, {}, {})", piece.expr, kind, row, target)

        self._told(node, one, target, many, scope, carry)

    def _must_tell_which(self, phrase: N.NounPhrase, goal: N.Node | None, scope: Scope) -> None:
        """Refuse “put all pawns into a room”: those that you keep, yours, or everybody's."""
        if isinstance(goal, N.NounPhrase) and self.source.type_of(str(goal.noun)) == "space":
            self.x.pieces.must_tell_whose(phrase, scope)

    def _own(self, groups: Groups, goal: N.Phrase | None, scope: Scope) -> Groups:
        """Pieces that go into somebody's own zone, "into your store", are that player's: no others lie there."""
        return groups if groups.owner is not None else replace(groups, owner=self.destinations.whose_zone(goal, scope))

    def _one_by_one(self, groups: Groups, count: Quant, goal: N.Phrase | None, node: N.Perform, scope: Scope) -> None:
        """So many pieces of several kinds, owners or places: each of them is chosen by itself."""
        spread = goes_anywhere(goal, self.source)
        if groups.place is not None and self.origins.on_the_map(pieces_of(object_of(node)), node.slot("from")):
            self.x.references.know(object_of(node), Ref(groups.place, "space", "space"), scope)
        elif goal is not None and self.destinations.mentions_it(goal, scope):
            hint = "Say whose they are, “any number of your …”, or say it of one piece: “up to 3 times, move …”."
            raise refuse(goal, "each of them would go elsewhere", hint, code="RW0604")
        what = pieces_of(object_of(node))
        somewhere = None if spread else self.destinations.chosen(goal, what, node, scope)
        come = self._come(groups, goal)
        present = self.meant.present(self._as_they_lie(groups), come)
        if spread:
            present = self.destinations.that_can_go(present, goal, what, scope)

        def one(inner: Scope) -> None:
            group = self.p.choice("pieces", node, present, inner.you)
            piece = Group(*(expr("{}[{}]", group, number) for number in range(3)))
            dest = self.destinations.one_of(goal, what, node, inner, piece.place) if spread else somewhere
            target = dest or self.destinations.place(goal, node, what, inner, piece.owner, groups.owner)
            if (room := self.destinations.room(str(what.noun), goal, dest, inner)) is not None:
                self.p.fail_if(expr("{} < 1", room))
            if scope.owed and self._may_lie_there(piece.place, target):
                self.p.fail_if(expr("{} == {}", piece.place, target))  # a price of that costs nothing

            def shift() -> None:
                self.counted.shift(piece, target, Lit(1), inner.you, goal)
                if come is not None:
                    self.p.emit("{} = {} + [({}, {}, {})]", come, come, piece.kind, piece.owner, target)

            self._told(node, piece, target, Lit(1), inner, shift)

        if count.low != count.high and not count.every:
            self.p.repeat(*count.limits, scope, one, node)
            return
        there = expr("sum([n[IX[k][o][p]] for k, o, p in {}])", present)
        if scope.partial and (room := self.destinations.room_for_all(goal, what, somewhere, scope)) is not None:
            there = expr("min({}, {})", there, room)
        many = there if count.every else expr("min({}, {})", count.low, there) if scope.partial else count.low
        many = self.p.once(many)
        self.p.fail_if(expr("{} < 1", many) if scope.partial or count.every else expr("{} < {}", there, many))
        self.p.loop(expr("range({})", many), "number", "time", "time", scope, one)

    def _come(self, groups: Groups, goal: N.Phrase | None) -> Expr | None:
        """A list of the pieces that have come to where they go, as (kind, owner, place): none of them is moved again.

        None where pieces never come to where such pieces are taken from.
        """
        if goal is None or self.source.is_zone(goal) or (groups.place is not None and self._is_zone(groups.place)):
            return None
        self.p.must_stop()
        come = self.p.variable()
        self.p.emit("{} = []", come)
        return come

    def _as_they_lie(self, groups: Groups) -> Groups:
        """The same pieces, in the places that are meant now: what is moved does not change which they are."""
        places = groups.places
        if places is None or not (cells(places) or fields(places) or calls(places) - {"list"}):
            return groups
        self.p.must_stop()
        known = self.p.variable()
        self.p.emit("{} = list({})", known, places)
        return replace(groups, places=known)

    def _may_lie_there(self, place: Expr, target: Expr) -> bool:
        """Whether pieces may be moved to where they lie: both are zones, or both are on the map."""
        return self._is_zone(place) == self._is_zone(target) and place != target

    def _is_zone(self, place: Expr) -> bool:
        match place:
            case Item(table, _):
                return table in self.tables.zone_tables
            case Lit(int(number)):
                return number < self.layout.zone_count
        return False
