# mypy: disable-error-code="arg-type, assignment, list-item, return-value"
"""Pieces from one place to another: which are meant, whose they are, how many there are."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rulewright.compiler.expressions.pieces import EverybodyBut
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.card_moves import WHERE
from rulewright.language import nodes as N

if TYPE_CHECKING:
    from rulewright.compiler.statements.procedure import Procedure


@dataclass(slots=True)
class Groups:
    """Pieces that are meant: kinds, owner (None: anybody's), one place or an iterable of places."""

    kinds: list[int | str]
    owner: Any
    place: Any
    places: Any

    @property
    def single(self) -> tuple[str, str, str] | None:
        """(kind, owner, place) where there is only one."""
        if (
            len(self.kinds) == 1
            and self.owner is not None
            and not isinstance(self.owner, EverybodyBut)
            and self.place is not None
        ):
            return str(self.kinds[0]), str(self.owner), str(self.place)
        return None

    def listing(self) -> str:
        """All groups as a list expression of (kind, owner, place)."""
        kinds = f"({', '.join(str(k) for k in self.kinds)},)"
        return f"[(k, o, p) for k in {kinds} for o in {self.rows()} for p in {self.spots()}]"

    def rows(self) -> str:
        """The owners as an iterable."""
        if self.owner is None:
            return "ROWS"
        if isinstance(self.owner, EverybodyBut):
            return f"[o for o in SEATS if o != {self.owner.seat}]"
        return f"({self.owner},)"

    def spots(self) -> str:
        """The places as an iterable."""
        if self.places is None:
            return f"({self.place},)"
        constant = re.fullmatch(r"list\((K_\w+)\)", str(self.places))
        return constant.group(1) if constant else self.places


class PieceMoves:
    """What one procedure does with pieces."""

    def __init__(self, procedure: Procedure) -> None:
        self.p = procedure
        self.b = procedure.b
        self.x = procedure.x

    def move(self, node: N.Perform, phrase: N.Phrase, scope: Scope) -> None:
        """Move pieces as a verb says: so many of those that are meant, from where they lie to another place."""
        count = self.p.transfers.how_many(phrase, scope)
        noun_phrase = self.pieces_of(phrase)
        goal = node.slot("to")
        source = node.slot("from")
        if count.every and isinstance(source, N.Phrase):  # "all pieces from a space" are all of those that lie in one
            inside = N.At(preposition="in", phrase=source)
            chosen_phrase = self._chosen_source(replace(noun_phrase, filters=(inside,)), node, scope)
            source = next(item.phrase for item in chosen_phrase.filters if isinstance(item, N.At))
        elif count.every:
            noun_phrase = self._chosen_source(noun_phrase, node, scope)
        groups = self.groups(noun_phrase, source, node, scope)
        dest_phrase = goal if isinstance(goal, N.Phrase) else None
        # The destination first: it may itself be a choice. Unless it is told from where the piece is ("next to it").
        dest = None
        chosen = ""
        if groups.single is None and not count.every and dest_phrase is not None and self._mentions_it(dest_phrase):
            chosen = self.p.variable()
            self.p.choose("pieces", node, self._present(groups), chosen, scope.you)
            scope.mention(Ref(f"{chosen}[2]", "space", "space"))
        if (
            isinstance(dest_phrase, N.NounPhrase)
            and dest_phrase.noun not in ("owner",)
            and self.x.selections.open(dest_phrase)
            and not (self.x.selections.is_zone(dest_phrase))
        ):
            self.x.pieces.must_lie(noun_phrase, N.At(preposition="in", phrase=dest_phrase))
            items, kind, noun = self.p.sentences.things(dest_phrase, scope)
            dest = self.p.variable()
            self.p.choose(kind, node, items, dest, scope.you, noun)
            scope.mention(Ref(dest, kind, noun))
        one = groups.single
        if count.every and groups.single is None and dest_phrase is not None and self._mentions_it(dest_phrase):
            raise refuse(dest_phrase, "each of them would go elsewhere", "Say “for each … , …”.", code="RW0604")
        if count.every:
            self._move_every(groups, dest, dest_phrase, node, scope)
            return
        if one is None:
            group = chosen or self.p.variable()
            if not chosen:
                self.p.choose("pieces", node, self._present(groups), group, scope.you)
            kind_expr, owner_expr, place_expr = f"{group}[0]", f"{group}[1]", f"{group}[2]"
        else:
            kind_expr, owner_expr, place_expr = one
            group = f"({', '.join(one)})"
        cell = f"n[{self.b.piece_table(kind_expr)}[{owner_expr}][{place_expr}]]"
        if count.low == count.high:
            many = count.low
            if scope.lenient:
                many = f"min({many}, {cell})"
            elif not self._unlimited(kind_expr, place_expr):
                self.p.need(self._cells(kind_expr, owner_expr, place_expr), many, scope.you)
                self.p.fail_if(f"{cell} < {many}")
        else:
            number = self.p.variable()
            self.p.choose(
                "number",
                node,
                f"list(range({count.low}, min({count.high}, {cell}) + 1))",
                number,
                scope.you,
                str(noun_phrase.noun),
            )
            many = number
        target = dest or self._destination(dest_phrase, node, noun_phrase, scope, owner_expr)
        self._shift(kind_expr, owner_expr, place_expr, target, many, scope.you, dest_phrase)
        # Only now are the pieces what "it" means: before, it could be where they go.
        scope.mention(Ref(group, "pieces", str(noun_phrase.noun)))

    def _chosen_source(self, phrase: N.NounPhrase, node: N.Perform, scope: Scope) -> N.NounPhrase:
        """`all of your pieces in a space`: the field, in which there are some, is chosen first."""
        at = next((item for item in phrase.filters if isinstance(item, N.At)), None)
        where = at.phrase if at is not None else None
        if at is None or not isinstance(where, N.NounPhrase) or where.determiner != N.Article(word="a"):
            return phrase
        items, kind, noun = self.p.sentences.things(where, scope)
        if kind != "space":
            return phrase
        x = self.x.fresh()
        there = scope.child()
        there.place = Ref(x, kind, noun)
        bare = replace(phrase, filters=tuple(item for item in phrase.filters if item is not at))
        place = self.p.variable()
        items = f"[{x} for {x} in {items} if {self.x.pieces.piece_count(bare, there)}]"
        self.p.choose(kind, node, items, place, scope.you, noun)
        scope.bind(noun, Ref(place, kind, noun))
        that = replace(at, phrase=N.NounPhrase(determiner=N.Article(word="that"), noun=noun))
        return replace(phrase, filters=tuple(that if item is at else item for item in phrase.filters))

    def _shift(
        self, kind: str, owner: str, source: str, target: str, many: str, you: str, goal: N.Phrase | None
    ) -> None:
        """Move pieces of one kind; where all is known beforehand, by two additions."""
        kind, owner, source, target, many, you = map(str, (kind, owner, source, target, many, you))
        if not kind.isdigit() or "[" in owner and "]" in owner and owner.startswith("g"):
            self.p.unfollowed()
            self.p.emit(f"MOVE_PIECES(s, {kind}, {owner}, {source}, {target}, {many}, {you})")
            return
        info = self.b.layout.piece_kinds[int(kind)]
        table = self.b.piece_table(int(kind))
        row, to = owner, owner
        if not info.owned:
            row = to = "0"
        else:
            noun = goal.noun if isinstance(goal, N.NounPhrase) and isinstance(goal.noun, str) else ""
            entry = self.x.entry(noun)
            nobody = str(self.b.layout.players)
            if owner == "NOBODY":
                row, to = nobody, you
            if entry.get("type") == "zone" and entry.get("of") != "player":
                to = nobody
        self.p.brings(self._cells(kind, to, target))
        if not many.isdigit():  # how many there are may depend on the very numbers that change
            once = self.x.fresh()
            self.p.emit(f"{once} = {many}")
            many = once
        self.p.emit(f"n[{table}[{row}][{source}]] -= {many}; n[{table}[{to}][{target}]] += {many}")

    def _unlimited(self, kind: str, place: str) -> bool:
        """Whether there are as many of a kind in a zone as are needed."""
        kind, place = str(kind), str(place)
        named = re.fullmatch(r"Z_(\w+)\[.+\]", place)
        at = str(self.b.layout.zone[named[1]][0]) if named else place
        known = kind.isdigit() and at.isdigit()
        return known and self.b.layout.piece_kinds[int(kind)].endless(self.b.layout, int(at))

    def _cells(self, kind: str, owner: str, place: str) -> tuple[int, ...] | None:
        """Where pieces of a kind are counted, by the seat that acts; None where that is not known beforehand."""
        kind, owner, place = str(kind), str(owner), str(place)
        zones = re.fullmatch(r"(Z_\w+)\[(.+)\]", place)
        if not kind.isdigit() or not (place.isdigit() or zones and self.p.own(zones.group(2))):
            return None
        info = self.b.layout.piece_kinds[int(kind)]
        if info.owned and not self.p.own(owner):
            return None
        seats = range(self.b.players)
        places = self.b.namespace[zones.group(1)] if zones else [int(place)] * len(seats)
        cells = tuple(info.index[seat][places[seat]] for seat in seats)
        return cells if all(cells) else None

    def _present(self, groups: Groups) -> str:
        """Those of the groups in which there is a piece, as a list expression."""
        parts = []
        for kind in groups.kinds:
            table = self.b.piece_table(kind)
            parts.append(f"[({kind}, o, p) for o in {groups.rows()} for p in {groups.spots()} if n[{table}[o][p]] > 0]")
        return " + ".join(parts)

    @staticmethod
    def _mentions_it(phrase: N.Phrase) -> bool:
        """Whether a place is told from another: `next to it`, `another field`."""
        other = isinstance(phrase, N.NounPhrase) and phrase.determiner == N.Article(word="another")
        return other or any(isinstance(node, N.Pronoun) and node.word == "it" for node in phrase.walk())

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
        """Which pieces a phrase names: their kinds, owner and places."""
        self.x.pieces.hear(phrase)
        kinds: list[int | str] = list(self.x.pieces.kinds(phrase))
        owner = self.x.pieces.owners(phrase, scope)
        infos = [self.b.layout.piece_kinds[kind] for kind in self.x.pieces.kinds(phrase)]
        named = self.x.pieces.named_kind(phrase, scope)
        if named is not None:
            kinds = [named]
        owned = infos[0].owned
        if isinstance(source, N.Phrase):
            self.x.pieces.must_lie(phrase, N.At(preposition="in", phrase=source))
            zones = self.x.references.zones_of(source, scope) if self.x.selections.is_zone(source) else None
            if zones is not None:
                if len(zones) != 1:
                    raise refuse(source, "from where?")
                place, noun = zones[0], source.noun if isinstance(source, N.NounPhrase) else ""
                entry = self.x.entry(str(noun))
                who = "NOBODY"
                if entry.get("of") == "player" and isinstance(source, N.NounPhrase):
                    who = self.x.references.possessor(source, scope) or scope.you
                owner = who if owned else "0"
                return Groups(kinds, owner, place, None)
            if not self.x.selections.open(source) or isinstance(source, N.Pronoun):
                ref = self.x.references.ref(source, scope)
                place = f"CARD0 + {ref.expr}" if ref.type == "card" else ref.expr
                return Groups(kinds, owner if owned else "0", place, None)
            among = self.x.selections.list_of(source, scope)
            if isinstance(source, N.NounPhrase) and self.x.type_of(str(source.noun)) == "card":
                among = f"[CARD0 + c for c in {among}]"
            return Groups(kinds, owner if owned else "0", None, among)
        how, place_or_list = self.x.pieces.places(phrase, scope)
        if how == "one":
            return Groups(kinds, owner if owned else "0", place_or_list, None)
        if how == "each":
            return Groups(kinds, owner if owned else "0", None, place_or_list)
        if not owned and owner is not None:
            return Groups(kinds, "0", self.x.pieces.home(infos[0].noun, owner), None)
        if (
            isinstance(phrase.determiner, N.Article)
            and phrase.determiner.word in ("that", "those")
            and scope.place is None
        ):
            for ref in reversed(scope.recent):
                if ref.type == "space":
                    return Groups(kinds, owner if owned else "0", ref.expr, None)
        if scope.place is not None:
            one, several = (None, scope.place.expr) if scope.place.type == "region" else (scope.place.expr, None)
            return Groups(kinds, owner if owned else "0", one, several)
        if node.verb == "put" and owned and owner in (None, scope.you) and self.x.pieces.has_home(infos[0].noun):
            return Groups(kinds, scope.you, self.x.pieces.home(infos[0].noun, scope.you), None)
        spots = f"P_{infos[0].name}"
        self.b.constant(tuple(p for p in infos[0].places if p >= self.b.layout.zone_count), spots)
        return Groups(kinds, owner if owned else "0", None, spots)

    def _destination(
        self, phrase: N.Phrase | None, node: N.Perform, what: N.NounPhrase, scope: Scope, owner: str
    ) -> str:
        if phrase is None:
            if node.verb == "take":
                return self.x.pieces.home(str(what.noun), scope.you)
            if node.verb == "remove":
                away = N.NounPhrase(noun=self.b.source.out_of_game)
                self.x.pieces.must_lie(what, N.At(preposition="in", phrase=away))
                return self.x.references.zone(away, scope)
            raise refuse(node, f"{node.verb} it where?", WHERE)
        if isinstance(phrase, N.NounPhrase) and isinstance(phrase.determiner, N.Possessive):
            inner = phrase.determiner.owner
            if isinstance(inner, N.NounPhrase) and inner.noun == "owner":
                zones = self.b.layout.zone[str(phrase.noun)]
                return f"{self.b.constant(tuple(zones), 'Z_' + str(phrase.noun))}[{owner}]"
        self.x.pieces.must_lie(what, N.At(preposition="in", phrase=phrase))
        if self.x.selections.is_zone(phrase):
            return self.x.references.zone(phrase, scope)
        ref = self.x.references.ref(phrase, scope)
        return f"CARD0 + {ref.expr}" if ref.type == "card" else ref.expr

    def _move_every(
        self, groups: Groups, dest: str | None, phrase: N.Phrase | None, node: N.Perform, scope: Scope
    ) -> None:
        what = self.pieces_of(self.p.acts.object_of(node))
        group = self.x.fresh()
        self.p.unfollowed()
        self.p.emit(f"for {group} in {groups.listing()}:")
        with self.p.nested():
            target = dest or self._destination(phrase, node, what, scope, f"{group}[1]")
            self.p.emit(
                f"if n[IX[{group}[0]][{group}[1]][{group}[2]]]: MOVE_PIECES(s, *{group}, {target}, "
                f"n[IX[{group}[0]][{group}[1]][{group}[2]]], {scope.you})"
            )

    def replace(self, node: N.Perform, scope: Scope) -> None:
        """`Replace their X there by a Y`: X goes home, a Y from home takes its place."""
        old, new = self.pieces_of(self.p.acts.object_of(node)), node.slot("by")
        if not isinstance(new, N.NounPhrase):
            raise refuse(node, "replace it by what?")
        kind, owner, place = self.groups(old, None, node, scope).single or ("", "", "")
        if not kind:
            raise refuse(node, "which piece is replaced?")
        new_kind = str(self.x.pieces.kinds(new)[0])
        home = self.x.pieces.home(str(new.noun), owner)
        self.p.unfollowed()
        table, new_table = self.b.piece_table(kind), self.b.piece_table(new_kind)
        self.p.fail_if(f"n[{table}[{owner}][{place}]] < 1 or n[{new_table}[{owner}][{home}]] < 1")
        self.p.emit(
            f"MOVE_PIECES(s, {kind}, {owner}, {place}, {self.x.pieces.home(str(old.noun), owner)}, 1, {scope.you})"
        )
        self.p.emit(f"MOVE_PIECES(s, {new_kind}, {owner}, {home}, {place}, 1, {scope.you})")
