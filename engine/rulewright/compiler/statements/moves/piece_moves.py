"""Pieces from one place to another: which are meant, whose they are, how many there are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rulewright.compiler.expressions.anaphora import is_one_piece, place_of
from rulewright.compiler.expressions.phrases import noun_words
from rulewright.compiler.expressions.pieces import PLACED, EverybodyBut, Owner
from rulewright.compiler.ir.expressions import Call, Expr, Item, Lit, Name, both, literal, total
from rulewright.compiler.ir.facts import calls, cells, fields
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.things import Things
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.refusals.owners.unkept_pieces import STAYS_ITS_OWNERS, how_it_is_said
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.moves.goals import WHERE
from rulewright.compiler.statements.objects import Quant, object_of
from rulewright.compiler.statements.ways import Ways
from rulewright.language import nodes as N
from rulewright.language import records
from rulewright.meaning.vocabulary import goes_back_to

NOBODY = Name("NOBODY")
"""Whose pieces those are that lie in a zone of all players."""

FROM_WHERE = "Say “from …”. What lies on the map already is moved: “move …”."


WHOSE = "Say “one of your …” or “another player's …”; for any of them, say to where: “… into its owner's …”."


@dataclass(slots=True)
class Groups:
    """Pieces that are meant: of which kinds, whose (None: anybody's), in one place or in each of several.

    but: the pieces that they are other than, each as its (kind, owner, place).
    """

    kinds: list[Expr]
    owner: Owner
    place: Expr | None
    places: Expr | None = None
    but: tuple[Ref, ...] = ()

    @property
    def single(self) -> tuple[Expr, Expr, Expr] | None:
        """(kind, owner, place) where there is only one."""
        if len(self.kinds) == 1 and isinstance(self.owner, Expr) and self.place is not None:
            return self.kinds[0], self.owner, self.place
        return None

    def listing(self) -> Expr:
        """All groups as a list expression of (kind, owner, place)."""
        return expr("[(k, o, p) for k in (*{},) for o in {} for p in {}]", self.kinds, self.rows(), self.spots())

    def rows(self) -> Expr:
        """The owners as an iterable."""
        match self.owner:
            case None:
                return Name("ROWS")
            case EverybodyBut(seat):
                return expr("[o for o in SEATS if o != {}]", seat)
            case owner:
                return expr("({},)", owner)

    def spots(self) -> Expr:
        """The places as an iterable."""
        match self.places:
            case None:
                return expr("({},)", self.place)
            case Call("list", (Name() as known,)):  # a constant need not be copied
                return known
            case places:
                return places


@records.dataclass(frozen=True, slots=True)
class Group:
    """Pieces of one kind, owner and place, as expressions."""

    kind: Expr
    owner: Expr
    place: Expr


class PieceMoves:
    """What one procedure does with pieces."""

    def __init__(self, p: Flow, c: Context, ways: Ways) -> None:
        self.p = p
        self.source = c.services.source
        self.resolution = c.services.texts.resolution
        self.language = c.services.ruleset.language()
        self.layout = c.services.layout
        self.module = c.services.module
        self.tables = c.services.tables
        self.definitions = c.definitions
        self.x = c.x
        self.objects = c.objects
        self.ways = ways
        self.up = c.up

    def move(self, node: N.Perform, phrase: N.Phrase, scope: Scope) -> None:
        """Move pieces as a verb says: so many of those that are meant, from where they lie to another place."""
        if "any_order" in node.adverbs:
            raise refuse(node, "pieces that are moved have no order", "Say it without “in any order”.", code="RW0604")
        known = self.spoken_of(phrase, scope)
        if known is not None:
            self._move_it(node, known, scope)
            return
        count = self.objects.how_many(phrase, scope)
        noun_phrase = self._it(phrase, scope) or self.pieces_of(phrase)
        others = tuple(item for item in noun_phrase.filters if not isinstance(item, N.OfChoice))
        if scope.spoken_to is None and others != noun_phrase.filters:  # whoever acts chooses, and that is you
            noun_phrase = replace(noun_phrase, filters=others)
        goal = node.slot("to")
        source = node.slot("from")
        if count.every and source is None and node.verb in ("put", "move"):
            self._must_tell_which(noun_phrase, goal, scope)
        if count.every and isinstance(source, N.Phrase):  # "all pieces from a space" are all of those that lie in one
            inside = N.At(preposition="in", phrase=source)
            chosen_phrase = self._chosen_source(replace(noun_phrase, filters=(inside,)), node, scope)
            source = next(item.phrase for item in chosen_phrase.filters if isinstance(item, N.At))
        elif count.every:
            noun_phrase = self._chosen_source(noun_phrase, node, scope)
        several = not count.every and not count.one
        if several and len(self.x.pieces.kinds(noun_phrase)) > 1:
            noun_phrase, source = self._one_source(noun_phrase, source, node, scope)
        dest_phrase = goal if isinstance(goal, N.Phrase) else None
        groups = self._own(self.groups(noun_phrase, source, node, scope), dest_phrase, scope)
        if not count.every and groups.owner is None and self._goes_back_to(node, str(noun_phrase.noun)):
            self._must_tell_whose_goes_back(noun_phrase)
        if groups.but and not (count.every or count.one):
            hint = "Say it of one, “return another …”, or of all of them, “return each other …”."
            raise refuse(phrase, "so many others of pieces of a kind are not told apart", hint, code="RW0604")
        if several and groups.single is None and not self._of_one_place(groups, noun_phrase, source):
            self._one_by_one(groups, count, dest_phrase, node, scope)
            return
        together = groups.place if count.every or groups.single is not None else None
        relative = together is None and dest_phrase is not None and self._mentions_it(dest_phrase, scope)
        # The destination first: it may itself be a choice. Unless it is told from where the piece is ("next to it").
        chosen: Expr | None = None
        if relative and not count.every:
            chosen = self.p.choice("pieces", node, self._present(groups), scope.you)
            self.x.references.know(phrase, Ref(expr("{}[2]", chosen), "space", "space"), scope)
            self._know_origin(noun_phrase, source, expr("{}[2]", chosen), scope)
        elif together is not None and dest_phrase is not None and self._lie_on_the_map(noun_phrase, source):
            self.x.references.know(phrase, Ref(together, "space", "space"), scope)
        dest = self._chosen_destination(dest_phrase, noun_phrase, node, scope)
        if relative and count.every:
            raise refuse(dest_phrase, "each of them would go elsewhere", "Say “for each … , …”.", code="RW0604")
        if count.every:
            self._move_every(groups, dest, dest_phrase, node, scope)
            return
        group = chosen if groups.single else chosen or self.p.choice("pieces", node, self._present(groups), scope.you)
        one = Group(*(groups.single or (expr("{}[{}]", group, number) for number in range(3))))
        if not relative:
            self._know_origin(noun_phrase, source, one.place, scope)
        self._carry(one, groups.owner, count, dest, phrase, noun_phrase, node, scope)

    def _carry(
        self, one: Group, known: Owner, count: Quant, dest: Expr | None, phrase: N.Phrase, what: N.NounPhrase,
        node: N.Perform, scope: Scope,
    ) -> None:  # fmt: skip
        """Move so many pieces of a group to a place, and let them be what "it" means from then on.

        known: whose they are, where that is told; dest: where they go, where somebody has chosen it.
        """
        slot = node.slot("to")
        goal = slot if isinstance(slot, N.Phrase) else None
        room = self._room(str(what.noun), goal, dest, scope)
        many = self._so_many(one, count, str(what.noun), node, scope, room)
        target = dest or self._destination(goal, node, what, scope, one.owner, known)
        if scope.owed and self._may_lie_there(one.place, target):
            self.p.fail_if(expr("{} == {}", one.place, target))  # a price of that costs nothing
        row = self._row_there(one, target, scope.you, goal)
        self._told(node, one, target, many, scope, partial(self._shift, one, target, many, scope.you, goal))
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
        dest = self._chosen_destination(phrase, what, node, scope)
        many = self._so_many(one, Quant.of(1, 1), piece.noun, node, scope)
        whose = self._whose_zone(phrase, scope)
        if whose is not None:  # no others lie there
            self.p.fail_if(expr("{} != {}", one.owner, whose))
        target = self.p.once(dest or self._destination(phrase, node, what, scope, one.owner, whose))

        def carry() -> None:
            row = self.p.once(self._row_there(one, target, scope.you, phrase))
            kind = self.p.once(one.kind)
            self._shift(one, target, many, scope.you, phrase)
            self.p.emit("{} = ({}, {}, {})", piece.expr, kind, row, target)

        self._told(node, one, target, many, scope, carry)

    def _must_tell_which(self, phrase: N.NounPhrase, goal: N.Node | None, scope: Scope) -> None:
        """Refuse “put all pawns into a room”: those that you keep, yours, or everybody's."""
        if isinstance(goal, N.NounPhrase) and self.source.type_of(str(goal.noun)) == "space":
            self.x.pieces.must_tell_whose(phrase, scope)

    def _know_origin(self, phrase: N.NounPhrase, source: Any, place: Expr, scope: Scope) -> None:
        """“From a field into another field”: the field, or the card, is where the chosen pieces lie."""
        at = next((item.phrase for item in phrase.filters if isinstance(item, N.At)), source)
        kind = self.source.type_of(at.noun) if isinstance(at, N.NounPhrase) and isinstance(at.noun, str) else ""
        if isinstance(at, N.NounPhrase) and kind in ("space", "card"):
            where = place if kind == "space" else expr("{} - CARD0", place)
            self.x.references.know(at, Ref(where, kind, str(at.noun)), scope)

    def _lie_on_the_map(self, phrase: N.NounPhrase, source: Any) -> bool:
        """Whether pieces are said to lie in a space: there "next to it" is next to them."""
        at = next((item.phrase for item in phrase.filters if isinstance(item, N.At)), source)
        return isinstance(at, N.NounPhrase) and isinstance(at.noun, str) and self.source.type_of(at.noun) == "space"

    def _own(self, groups: Groups, goal: N.Phrase | None, scope: Scope) -> Groups:
        """Pieces that go into somebody's own zone, "into your store", are that player's: no others lie there."""
        return groups if groups.owner is not None else replace(groups, owner=self._whose_zone(goal, scope))

    def _whose_zone(self, goal: N.Node | None, scope: Scope) -> Expr | None:
        """The player into whose own zone pieces go."""
        if not isinstance(goal, N.NounPhrase) or not self.source.is_zone(goal):
            return None
        mine = _says_whose(goal) and self.source.entry(str(goal.noun)).get("of") == "player"
        return self.x.references.possessor(goal, scope) if mine else None

    def _one_source(self, phrase: N.NounPhrase, source: Any, node: N.Perform, scope: Scope) -> tuple[N.NounPhrase, Any]:
        """Pieces of several kinds from “a field”, which is chosen first: all of them lie there."""
        if not isinstance(source, N.Phrase):
            return self._chosen_source(phrase, node, scope), source
        inside = N.At(preposition="in", phrase=source)
        chosen = self._chosen_source(replace(phrase, filters=(inside,)), node, scope)
        return phrase, next(item.phrase for item in chosen.filters if isinstance(item, N.At))

    @staticmethod
    def _of_one_place(groups: Groups, phrase: N.NounPhrase, source: Any) -> bool:
        """Whether all of them lie together, wherever that is: one kind of one owner in “a field”."""
        at = next((item.phrase for item in phrase.filters if isinstance(item, N.At)), source)
        alone = isinstance(at, N.NounPhrase) and not at.plural and (isinstance(at.determiner, N.Article) or one_of(at))
        return alone and len(groups.kinds) == 1 and isinstance(groups.owner, Expr)

    def _one_by_one(self, groups: Groups, count: Quant, goal: N.Phrase | None, node: N.Perform, scope: Scope) -> None:
        """So many pieces of several kinds, owners or places: each of them is chosen by itself."""
        if groups.place is not None and self._lie_on_the_map(self.pieces_of(object_of(node)), node.slot("from")):
            self.x.references.know(object_of(node), Ref(groups.place, "space", "space"), scope)
        elif goal is not None and self._mentions_it(goal, scope):
            hint = "Say whose they are, “any number of your …”, or say it of one piece: “up to 3 times, move …”."
            raise refuse(goal, "each of them would go elsewhere", hint, code="RW0604")
        what = self.pieces_of(object_of(node))
        dest = self._chosen_destination(goal, what, node, scope)
        present = self._present(self._as_they_lie(groups))

        def one(inner: Scope) -> None:
            group = self.p.choice("pieces", node, present, inner.you)
            piece = Group(*(expr("{}[{}]", group, number) for number in range(3)))
            target = dest or self._destination(goal, node, what, inner, piece.owner, groups.owner)
            if (room := self._room(str(what.noun), goal, dest, inner)) is not None:
                self.p.fail_if(expr("{} < 1", room))
            self._told(
                node, piece, target, Lit(1), inner, lambda: self._shift(piece, target, Lit(1), inner.you, goal)
            )  # fmt: skip

        if count.low != count.high:
            self.p.repeat(*count.limits, scope, one, node)
            return
        there = expr("sum([n[IX[k][o][p]] for k, o, p in {}])", present)
        many = self.p.once(expr("min({}, {})", count.low, there) if scope.partial else count.low)
        self.p.fail_if(expr("{} < 1", many) if scope.partial else expr("{} < {}", there, many))
        self.p.loop(expr("range({})", many), "number", "time", "time", scope, one)

    def _as_they_lie(self, groups: Groups) -> Groups:
        """The same pieces, in the places that are meant now: what is moved does not change which they are."""
        places = groups.places
        if places is None or not (cells(places) or fields(places) or calls(places) - {"list"}):
            return groups
        self.p.must_stop()
        known = self.p.variable()
        self.p.emit("{} = list({})", known, places)
        return replace(groups, places=known)

    def _chosen_destination(
        self, phrase: N.Phrase | None, what: N.NounPhrase, node: N.Perform, scope: Scope
    ) -> Expr | None:
        """Where pieces go, if somebody chooses it; else None."""
        if not isinstance(phrase, N.NounPhrase) or phrase.noun == "owner":
            return None
        if not self.x.phrases.open(phrase) or self.source.is_zone(phrase):
            return None
        self.x.pieces.must_lie(what, N.At(preposition="in", phrase=phrase))
        items, kind, noun = self.objects.things(phrase, scope)
        dest = self.p.choice(kind, node, self.with_room(items, what, kind), scope.you, noun)
        chosen = Ref(dest, kind, noun)
        self.x.references.know(phrase, chosen, scope)
        return place_of(chosen)

    def with_room(self, places: Expr, what: N.NounPhrase, kind: str = "space") -> Expr:
        """Those of some places to which one more piece may come, where its noun limits that."""
        limit = self.source.entry(str(what.noun)).get("limit")
        if not limit or kind not in [self.source.type_of(of) for of in as_list(self.source.entry(limit).get("of"))]:
            return places
        at = self.module.fresh()
        return expr("[{} for {} in {} if {}]", at, at, places, self._room_of(limit, at))

    def _room(self, noun: str, goal: N.Node | None, dest: Expr | None, scope: Scope) -> Expr | None:
        """How many more pieces of a kind may come to a place, where their noun limits that; None where nothing does.

        dest: the place, where somebody has chosen it.
        """
        limit = self.source.entry(noun).get("limit")
        if not limit or not isinstance(goal, N.NounPhrase | N.Pronoun) or self.source.is_zone(goal):
            return None
        place = dest
        if place is None:
            ref = self.x.references.ref(goal, scope)
            kind, place = ref.type, place_of(ref)
        else:
            kind = self.source.type_of(str(goal.noun)) if isinstance(goal, N.NounPhrase) else ""
        if kind not in [self.source.type_of(of) for of in as_list(self.source.entry(limit).get("of"))]:
            return None
        return self._room_of(limit, expr("{} - CARD0", place) if kind == "card" else place)

    def _room_of(self, limit: str, thing: Expr) -> Expr:
        return expr("max({}(s, {}), 0)", self.definitions.number(limit), thing)

    def _so_many(
        self, one: Group, count: Quant, noun: str, node: N.Perform, scope: Scope, room: Expr | None = None
    ) -> Expr:
        """How many of a group are moved; the act fails where there are too few, or room for too few."""
        cell = self.tables.piece_cell(one.kind, one.owner, one.place)
        if room is not None:
            cell = expr("min({}, {})", cell, room)
        if count.low != count.high:
            numbers = expr("list(range({}, min({}, {}) + 1))", count.low, count.high, cell)
            return self.p.choice("number", node, numbers, scope.you, noun)
        if scope.partial and count.low != Lit(1):
            many = self.p.once(expr("min({}, {})", count.low, cell))
            self.p.fail_if(expr("{} < 1", many))
            return many
        if scope.lenient and scope.tally is None:  # nobody asks whether any was moved
            return expr("min({}, {})", count.low, cell)
        if not self._unlimited(one):
            self.p.need(self._cells(one), count.low, scope.you)
            self.p.fail_if(expr("{} < {}", cell, count.low))
        return count.low

    def _chosen_source(self, phrase: N.NounPhrase, node: N.Perform, scope: Scope) -> N.NounPhrase:
        """`all of your pieces in a space`: the field, in which there are some, is chosen first."""
        at = next((item for item in phrase.filters if isinstance(item, N.At)), None)
        where = at.phrase if at is not None else None
        if at is None or not isinstance(where, N.NounPhrase) or where.determiner != N.Article(word="a"):
            return phrase
        items, kind, noun = self.objects.things(where, scope)
        if kind != "space":
            return phrase
        x = self.module.fresh()
        there = scope.child()
        there.place = Ref(x, kind, noun)
        bare = replace(phrase, filters=tuple(item for item in phrase.filters if item is not at))
        owner = self._whose_zone(node.slot("to"), scope) if self.x.pieces.owners(bare, there) is None else None
        items = Things(x, items, [self.x.pieces.piece_count(bare, there, owner)]).picked()
        place = self.p.choice(kind, node, items, scope.you, noun)
        scope.bind(noun, Ref(place, kind, noun))
        self.x.references.know(where, scope.names[noun], scope)
        chosen = N.NounPhrase(determiner=N.Article(word="that"), noun=noun)
        scope.stand_in(chosen, scope.names[noun])
        that = replace(at, phrase=chosen)
        return replace(phrase, filters=tuple(that if item is at else item for item in phrase.filters))

    def _shift(self, group: Group, target: Expr, many: Expr, you: Expr, goal: N.Phrase | None) -> None:
        """Move pieces of one kind; where all is known beforehand, by two additions."""
        kind = literal(group.kind)
        self.ways.moved_pieces(group.kind, many, you if group.owner == NOBODY else group.owner)
        if kind is None:
            self.p.unfollowed()
            pieces = (group.kind, group.owner, group.place)
            self.p.emit("MOVE_PIECES(s, *{}, {}, {}, {})", pieces, target, many, you)
            return
        row, to = group.owner, self._row_there(group, target, you, goal)
        if not self.layout.piece_kinds[kind].owned:
            row = Lit(0)
        elif row == NOBODY:
            row = Lit(self.layout.players)
        self.p.brings(self._cells(Group(group.kind, to, target)))
        if literal(many) is None:  # how many there are may depend on the very numbers that change
            once = self.module.fresh()
            self.p.set(once, many)
            many = once
        source, goal_cell = self.tables.piece_cell(kind, row, group.place), self.tables.piece_cell(kind, to, target)
        self.p.emit("{} -= {}; {} += {}", source, many, goal_cell, many)

    def _row_there(self, group: Group, target: Expr, you: Expr, goal: N.Phrase | None) -> Expr:
        """In which row pieces are counted where they come to: whose they are there."""
        kind = literal(group.kind)
        if kind is None:
            return group.owner
        if not self.layout.piece_kinds[kind].owned:
            return Lit(0)
        noun = goal.noun if isinstance(goal, N.NounPhrase) and isinstance(goal.noun, str) else ""
        entry = self.source.entry(noun)
        to = you if group.owner == NOBODY else group.owner
        if entry.get("type") == "zone" and entry.get("of") != "player":
            to = Lit(self.layout.players)
        match target:
            case Item(table, seat) if table in self.tables.zone_tables:  # what lies in a seat's zone is that seat's
                to = seat
        return to

    def _unlimited(self, group: Group) -> bool:
        """Whether there are as many of a kind in a zone as are needed."""
        kind = literal(group.kind)
        match group.place:
            case Item(table, _) if table in self.tables.zone_tables:
                place: int | None = self.tables.zone_tables[table][0]
            case at:
                place = literal(at)
        if kind is None or place is None:
            return False
        return self.layout.piece_kinds[kind].endless(self.layout, place)

    def _cells(self, group: Group) -> tuple[int, ...] | None:
        """Where pieces of a kind are counted, by the seat that acts; None where that is not known beforehand."""
        kind = literal(group.kind)
        if kind is None:
            return None
        match group.place:
            case Lit(int(place)):
                places: Sequence[int] = [place] * self.layout.players
            case Item(table, seat) if table in self.tables.zone_tables and self.p.own(seat):
                places = self.tables.zone_tables[table]
            case _:
                return None
        info = self.layout.piece_kinds[kind]
        if info.owned and not self.p.own(group.owner):
            return None
        cells = tuple(info.index[seat][places[seat]] for seat in range(self.layout.players))
        return cells if all(cells) else None

    def _present(self, groups: Groups) -> Expr:
        """Those of the groups in which there is a piece, as a list expression."""
        listed = "[({}, o, p) for o in {} for p in {} if {} > {}]"
        rows, spots = groups.rows(), groups.spots()
        found = []
        for kind in groups.kinds:
            cell = self.tables.piece_cell(kind, "o", "p")
            tests = (_where_found(piece, expr("({}, o, p) == {}", kind, piece.expr)) for piece in groups.but)
            others = total(*(expr("(1 if {} else 0)", test) for test in tests))
            found.append(expr(listed, kind, rows, spots, cell, others if groups.but else 0))
        return total(*found)

    def _mentions_it(self, phrase: N.Phrase, scope: Scope) -> bool:
        """Whether a place is told from where the piece lies: `next to it`, `another field`."""
        other = isinstance(phrase, N.NounPhrase) and phrase.determiner == N.Article(word="another")
        that = N.Article(word="that")
        said = (n for n in phrase.walk() if n == N.Pronoun(word="it") or getattr(n, "determiner", None) == that)
        return other or any(self.x.references.bound(node, scope) is None for node in said)

    def pieces_of(self, phrase: N.Phrase) -> N.NounPhrase:
        """The phrase that names the pieces, without how many of them are meant."""
        if isinstance(phrase, N.PartOf):
            return self.pieces_of(phrase.whole)
        if isinstance(phrase, N.AsMany):
            return N.NounPhrase(noun=phrase.noun)
        if isinstance(phrase, N.NounPhrase):
            return phrase
        raise refuse(phrase, "which pieces?")

    def groups(self, phrase: N.NounPhrase, source: Any, node: N.Perform, scope: Scope) -> Groups:
        """Which pieces a phrase names: their kinds, owner and places, and which they are other than."""
        found, but = self._groups(phrase, source, node, scope), tuple(self.x.pieces.left_out(phrase, scope))
        if not but:
            return found
        if found.place is not None:
            found = replace(found, place=None, places=expr("({},)", found.place))
        return replace(found, but=but)

    def _groups(self, phrase: N.NounPhrase, source: Any, node: N.Perform, scope: Scope) -> Groups:
        """The same, without those that they are other than."""
        self.x.pieces.hear(phrase)
        self._not_those(phrase, scope)
        infos = [self.layout.piece_kinds[kind] for kind in self.x.pieces.kinds(phrase)]
        named = self.x.pieces.named_kind(phrase, scope)
        kinds: list[Expr] = [Lit(kind) for kind in self.x.pieces.kinds(phrase)] if named is None else [named]
        whose = self.x.pieces.owners(phrase, scope)
        owned, noun = infos[0].owned, infos[0].noun
        owner = whose if owned else Lit(0)
        if isinstance(source, N.Phrase):
            for item in phrase.filters:
                if isinstance(item, PLACED):
                    hint = "Say it of the place they come from: “from a … next to …”."
                    raise refuse(item, "where these pieces are is told twice", hint, code="RW0603")
            return self._from(source, kinds, owner, phrase, scope)
        how, there = self.x.pieces.places(phrase, scope)
        if how:
            return Groups(kinds, owner, there) if how == "one" else Groups(kinds, owner, None, there)
        if isinstance(whose, EverybodyBut) and not owned:
            raise refuse(phrase, "which of them?", "Choose a player first: “choose another player”.", code="RW0604")
        if isinstance(whose, Expr) and not owned:
            return Groups(kinds, owner, self.x.pieces.home(noun, whose))
        det = phrase.determiner
        if isinstance(det, N.Article) and det.word in ("that", "those") and scope.place is None:
            known = self.x.references.known(phrase, scope, f"{det.word} {noun}")
            if known.type == "space":
                return Groups(kinds, owner, known.expr)
            if known.type == "pieces":
                if owner is None and det.word == "that":  # that one, and none of another player
                    owner = expr("{}[1]", known.expr)
                kinds = kinds if len(kinds) == 1 else [expr("{}[0]", known.expr)]
                return Groups(kinds, owner, expr("{}[2]", known.expr))
            raise refuse(phrase, f"where is {det.word} {noun.replace('_', ' ')}?", WHERE)
        if scope.place is not None:
            place = scope.place.expr
            return Groups(kinds, owner, None, place) if scope.place.type == "region" else Groups(kinds, owner, place)
        if node.verb == "put" and owned and owner in (None, scope.you) and self.x.pieces.has_home(noun):
            return Groups(kinds, scope.you, self.x.pieces.home(noun, scope.you))
        if node.verb == "put" and any(place < self.layout.zone_count for info in infos for place in info.places):
            raise refuse(phrase, f"from where is the {noun.replace('_', ' ')} put?", FROM_WHERE)
        spots = self.module.constant(
            tuple(p for p in infos[0].places if p >= self.layout.zone_count), f"P_{infos[0].name}"
        )
        return Groups(kinds, owner, None, Name(spots))

    def _not_those(self, phrase: N.NounPhrase, scope: Scope) -> None:
        """Refuse `those pieces` where they have no name: only their kind would be known, and other pieces are of it."""
        if self.x.selections.is_spoken_of(phrase) and str(phrase.noun) not in scope.names:
            what = "which of these pieces are meant is not told here"
            raise refuse(phrase, what, "Say how many of them, and where they lie: “2 of your … in it”.")

    def _from(self, source: N.Phrase, kinds: list[Expr], owner: Owner, phrase: N.NounPhrase, scope: Scope) -> Groups:
        """The pieces of some kinds that lie where a sentence says they come from."""
        self.x.pieces.must_lie(phrase, N.At(preposition="in", phrase=source))
        zones = self.x.references.zones_of(source, scope) if self.source.is_zone(source) else None
        if zones is not None:
            if len(zones) != 1:
                raise refuse(source, "from where?")
            who: Expr = NOBODY
            if isinstance(source, N.NounPhrase) and self.source.entry(str(source.noun)).get("of") == "player":
                who = self.x.references.possessor(source, scope) or who
            owned = self.layout.piece_kinds[self.x.pieces.kinds(phrase)[0]].owned
            return Groups(kinds, who if owned else Lit(0), zones[0])
        if not self.x.phrases.open(source) or isinstance(source, N.Pronoun):
            return Groups(kinds, owner, place_of(self.x.references.ref(source, scope)))
        among = self.x.selections.list_of(source, scope)
        if isinstance(source, N.NounPhrase) and self.source.type_of(str(source.noun)) == "card":
            among = expr("[CARD0 + c for c in {}]", among)
        return Groups(kinds, owner, None, among)

    def _destination(
        self, phrase: N.Phrase | None, node: N.Perform, what: N.NounPhrase, scope: Scope, owner: Expr, known: Owner
    ) -> Expr:
        """Where pieces go. owner: whose the piece at hand is; known: whose they all are, where that is told."""
        whose = what.determiner.owner if isinstance(what.determiner, N.Possessive) else None
        if whose is not None and self.x.phrases.open(whose):  # "another player's piece into their zone"
            self.x.references.know(whose, Ref(owner, "player", "player"), scope)
        if phrase is None:
            if node.verb == "take":
                return self.x.pieces.home(str(what.noun), scope.you)
            back = self._goes_back_to(node, str(what.noun))
            if back:
                return self.x.references.zone_of(back, owner)
            if node.verb == "remove" and self.source.out_of_game:
                away = N.NounPhrase(noun=self.source.out_of_game)
                self.x.pieces.must_lie(what, N.At(preposition="in", phrase=away))
                return self.x.references.zone(away, scope)
            how = how_it_is_said(self.language, str(what.noun), node.verb) if node.verb == "discard" else ""
            raise refuse(node, f"{node.verb} it where?", how or WHERE)
        if isinstance(phrase, N.NounPhrase) and isinstance(phrase.determiner, N.Possessive):
            inner = phrase.determiner.owner
            if isinstance(inner, N.NounPhrase) and inner.noun == "owner":
                return self.x.references.zone_of(str(phrase.noun), owner)
        self.x.pieces.must_lie(what, N.At(preposition="in", phrase=phrase))
        if self.source.is_zone(phrase):
            zone = self.x.references.zone(phrase, scope)
            self._stays_its_owners(zone, phrase, what, (owner, known))
            return zone
        return place_of(self.x.references.ref(phrase, scope))

    def _stays_its_owners(self, zone: Expr, phrase: N.Phrase, what: N.NounPhrase, owners: Sequence[Owner]) -> None:
        """Refuse to put a piece into a zone of another player than its owner, whose it would be there.

        One that was spoken of goes into “your …” where it is yours, and nowhere else.
        """
        owned = any(self.layout.piece_kinds[kind].owned for kind in self.x.pieces.kinds(what))
        match zone:
            case Item(table, seat) if owned and table in self.tables.zone_tables and seat not in owners:
                if NOBODY in owners:
                    return
                owner = owners[-1]
                if not isinstance(owner, Item) or owner.index != Lit(1) or not _says_whose(phrase):
                    what_is_wrong = f"in that place a {noun_words(what)} would be another player's"
                    raise refuse(phrase, what_is_wrong, STAYS_ITS_OWNERS)
                self.p.fail_if(expr("{} != {}", owner, seat))  # it was spoken of: who that is, play tells

    def _goes_back_to(self, node: N.Perform, noun: str) -> str:
        """The zone in which pieces are kept that a sentence returns or removes to nowhere that it says."""
        said = {slot.name for slot in node.slots}
        return goes_back_to(self.source.nouns, self.source.out_of_game, node.verb, noun, said)

    def _must_tell_whose_goes_back(self, phrase: N.NounPhrase) -> None:
        """Refuse “return a pawn”: one of yours, or anybody's."""
        named = isinstance(phrase.determiner, N.Article) and phrase.determiner.word in ("that", "those", "the", "this")
        if not named and any(self.layout.piece_kinds[kind].owned for kind in self.x.pieces.kinds(phrase)):
            raise refuse(phrase, f"whose {noun_words(phrase)} is meant?", WHOSE)

    def must_leave_the_game(self, phrase: N.Phrase, game: N.NounPhrase) -> None:
        """Refuse to remove pieces from the game that never lie outside it: they would only go back to their supply."""
        if self.x.phrases.is_piece(phrase) and self.source.out_of_game:
            away = N.At(preposition="in", phrase=N.NounPhrase(noun=self.source.out_of_game), span=game.span)
            self.x.pieces.must_lie(self.pieces_of(phrase), away)

    def _move_every(
        self, groups: Groups, dest: Expr | None, phrase: N.Phrase | None, node: N.Perform, scope: Scope
    ) -> None:
        what = self.pieces_of(object_of(node))
        group = self.module.fresh()
        self.p.unfollowed()

        def goal(group: Expr) -> Expr:
            return dest or self._destination(phrase, node, what, scope, expr("{}[1]", group), groups.owner)

        def meant(group: Expr) -> Expr:
            many = expr("n[IX[{}[0]][{}[1]][{}[2]]]", group, group, group)
            for piece in groups.but:
                one = _where_found(piece, expr("{} == {}", group, piece.expr))
                many = expr("max({} - (1 if {} else 0), 0)", many, one)
            return many

        def so_many(group: Expr) -> Expr:
            return expr("min({}, {})", meant(group), room) if room is not None else meant(group)

        room = self._room(str(what.noun), phrase, dest, scope)
        if room is not None and not scope.partial and (scope.tally is not None or not scope.lenient):
            self._must_all_fit(groups, room, meant, goal)

        if scope.owed and dest is not None:
            self._must_come(groups, dest, meant)

        def move() -> None:
            with self.p.each(group.name, groups.listing()):
                target, many = goal(group), so_many(group)
                self.ways.moved_pieces(expr("{}[0]", group), many, expr("{}[1]", group))
                self.p.emit("if {}: MOVE_PIECES(s, *{}, {}, {}, {})", many, group, target, many, scope.you)

        def pieces() -> Expr:
            g = self.module.fresh()
            those = expr(
                "[{} for {} in {} if {}]", g, g, groups.listing(), so_many(g)
            )  # others may have no place to go
            return expr("[({}[0], {}[1], {}[2], {}, {}) for {} in {}]", g, g, g, goal(g), so_many(g), g, those)

        self.up.telling.of_pieces(self.p, node.verb, pieces, scope, move)

    def _must_come(self, groups: Groups, target: Expr, many: Callable[[Expr], Expr]) -> None:
        """A price of all pieces costs nothing where all of them lie there already: fail then."""
        g = self.module.fresh()
        places = self.p.once(expr("[{}[2] for {} in {} if {}]", g, g, groups.listing(), many(g)))
        self.p.fail_if(expr("len({}) > 0 and {}.count({}) == len({})", places, places, target, places))

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

    def _must_all_fit(
        self, groups: Groups, room: Expr, many: Callable[[Expr], Expr], goal: Callable[[Expr], Expr]
    ) -> None:
        """A price is paid whole: fail where there is no room for all that come to a place; what lies there stays."""
        g = self.module.fresh()
        coming = expr("sum([{} for {} in {} if {}[2] != {}])", many(g), g, groups.listing(), g, goal(g))
        self.p.fail_if(expr("{} > {}", coming, room))

    def one_of(self, phrase: N.Phrase, node: N.Perform, scope: Scope) -> tuple[Expr, Expr, Expr]:
        """(kind, owner, place) of one of the pieces that a phrase names; where several could be, it is chosen."""
        groups = self.groups(self.pieces_of(phrase), None, node, scope)
        if groups.single is not None:
            return groups.single
        return self.chosen(groups, phrase, node, scope)

    def chosen(self, groups: Groups, phrase: N.Phrase, node: N.Perform, scope: Scope) -> tuple[Expr, Expr, Expr]:
        """(kind, owner, place) of one that is chosen from some groups."""
        group = self.p.choice("pieces", node, self._present(groups), scope.you)
        self.x.references.know(phrase, Ref(expr("{}[2]", group), "space", "space"), scope)
        return expr("{}[0]", group), expr("{}[1]", group), expr("{}[2]", group)


def one_of(phrase: N.NounPhrase) -> bool:
    """Whether a phrase is of one thing by its number: “1 heap”."""
    many = phrase.determiner
    return isinstance(many, N.Quantity) and many.kind == "count" and many.low == 1


def _where_found(piece: Ref, test: Expr) -> Expr:
    """A test of a piece that was spoken of, which holds of none where it was not found."""
    return test if piece.when is None else both(piece.when, test)


def _says_whose(goal: N.Phrase) -> bool:
    """Whether a place is yours, or that of those who were spoken of."""
    word = goal.determiner.word if isinstance(goal, N.NounPhrase) and isinstance(goal.determiner, N.Article) else ""
    return word in ("your", "their")
