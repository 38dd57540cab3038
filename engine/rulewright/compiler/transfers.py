"""Moving cards and pieces: put, move, return, take, remove, discard, draw, exchange, replace, look at."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from rulewright.compiler.decisions import Decision
from rulewright.compiler.layout import as_list
from rulewright.compiler.references import ACTOR
from rulewright.compiler.resources import HOW_MANY, Quant
from rulewright.compiler.scope import MeaningError, Ref, Scope, refuse
from rulewright.compiler.selections import quantifier
from rulewright.language import nodes as N

if TYPE_CHECKING:
    from rulewright.compiler.procedure import Procedure

WHERE = (
    "Say where to: “put … into …”, “put … onto …” (“in a field”, “on top of the pile” only describe what is put). What "
    "is counted is gained, or taken from a player."
)
MOVES = {"put", "move", "return", "take", "remove", "discard", "draw"}


@dataclass(slots=True)
class Groups:
    """Pieces that are meant: kinds, owner (None: anybody's; "!x": not x's), one place or an iterable of places."""

    kinds: list[int | str]
    owner: str | None
    place: str | None
    places: str | None

    @property
    def single(self) -> tuple[str, str, str] | None:
        """(kind, owner, place) where there is only one."""
        if (
            len(self.kinds) == 1
            and self.owner is not None
            and not self.owner.startswith("!")
            and self.place is not None
        ):
            return str(self.kinds[0]), self.owner, self.place
        return None

    def listing(self) -> str:
        """All groups as a list expression of (kind, owner, place)."""
        kinds = f"({', '.join(str(k) for k in self.kinds)},)"
        return f"[(k, o, p) for k in {kinds} for o in {self.rows()} for p in {self.spots()}]"

    def rows(self) -> str:
        """The owners as an iterable."""
        if self.owner is None:
            return "ROWS"
        if self.owner.startswith("!"):
            return f"[o for o in SEATS if o != {self.owner[1:]}]"
        return f"({self.owner},)"

    def spots(self) -> str:
        """The places as an iterable."""
        if self.places is None:
            return f"({self.place},)"
        constant = re.fullmatch(r"list\((K_\w+)\)", self.places)
        return constant.group(1) if constant else self.places


class Transfers:
    """What one procedure moves."""

    def __init__(self, procedure: Procedure) -> None:
        self.p = procedure
        self.b = procedure.b
        self.x = procedure.x

    def transfer(self, node: N.Perform, scope: Scope) -> None:
        """put, move, return, take, remove, discard, draw: cards or pieces from one place to another."""
        origin = node.slot("from")
        if isinstance(origin, N.NounPhrase) and origin.noun == "game":
            node = N.Perform(verb="remove", slots=tuple(slot for slot in node.slots if slot.name == "object"))
        if self._in_each(node, scope):
            return
        node = self._choose_owners(node, scope)
        phrase = self.p.acts.object_of(node)
        if isinstance(phrase, N.Phrases):
            for item in phrase.items:
                slots = tuple(N.Slot(name="object", value=item) if s.name == "object" else s for s in node.slots)
                self.transfer(N.Perform(verb=node.verb, slots=slots, adverbs=node.adverbs), scope)
            return
        if isinstance(phrase, N.NounPhrase) and self.x.selections.is_zone(phrase):
            phrase = self._all_in(phrase)
            node = replace(node, slots=tuple(replace(s, value=phrase) if s.name == "object" else s for s in node.slots))
        if self.x.pieces.is_piece(phrase) or self._piece_ref(phrase, scope):
            self._move_pieces(node, phrase, scope)
        else:
            move = partial(self._move_cards, node, phrase, scope)
            self.b.announcements.of_cards(self.p, node, scope, move)

    def _how_many(self, phrase: N.Phrase, scope: Scope) -> Quant:
        """How many are moved: a plural by itself does not say."""
        if isinstance(phrase, N.NounPhrase) and phrase.determiner is None and phrase.plural:
            raise refuse(phrase, "how many are meant?", HOW_MANY)
        return self.p.resources.quantity(phrase, scope)

    def _in_each(self, node: N.Perform, scope: Scope) -> bool:
        """`Put a worker into each field`, `take a card from each player's hand`: once for each place; else False."""
        for slot in node.slots:
            place = slot.value
            if slot.name not in ("to", "from") or not isinstance(place, N.NounPhrase):
                continue
            whose = place.determiner.owner if isinstance(place.determiner, N.Possessive) else None
            several = whose if isinstance(whose, N.NounPhrase) else place
            if not self.x.selections.open(several) or quantifier(several) == "some":
                continue
            if quantifier(several) != "each":
                raise refuse(several, "which of them?", "Choose them first, or say “each”.", code="RW0604")
            items, kind, noun = self.p.sentences.things(several, scope)
            that = N.NounPhrase(determiner=N.Article(word="that"), noun=noun)
            one = that if several is place else replace(place, determiner=N.Possessive(owner=that))
            slots = tuple(replace(other, value=one) if other is slot else other for other in node.slots)
            once = replace(node, slots=slots)

            def move(inner: Scope, once: N.Perform = once) -> None:
                inner.you = scope.you  # whoever acts still does, in each player's zone
                self.transfer(once, inner)

            self.p.loop(items, kind, noun, None, scope, move)
            return True
        return False

    def _all_in(self, zone: N.NounPhrase) -> N.NounPhrase:
        """What is moved when a zone is: `put your hand into the deck` moves all cards in it."""
        if any(zone.noun in as_list(self.x.entry(info.noun).get("in")) for info in self.b.layout.piece_kinds):
            raise refuse(zone, "pieces may lie there as well as cards: which is moved?", "Say “all … in” it.")
        inside = N.At(preposition="in", phrase=zone)
        return N.NounPhrase(determiner=N.Article(word="all"), noun="card", plural=True, filters=(inside,))

    def _choose_owners(self, node: N.Perform, scope: Scope) -> N.Perform:
        """`… from another player's hand`: which player is chosen first, and is "that player" from then on."""
        slots = []
        for slot in node.slots:
            value = slot.value
            if isinstance(value, N.NounPhrase) and isinstance(value.determiner, N.Possessive):
                owner = value.determiner.owner
                if (
                    self.x.selections.is_zone(value)
                    and isinstance(owner, N.NounPhrase)
                    and self.x.selections.open(owner)
                ):
                    items, kind, noun = self.p.sentences.things(owner, scope)
                    if kind == "player":
                        seat = self.p.variable()
                        self.p.choose(kind, node, items, seat, scope.you, noun)
                        scope.mention(Ref(seat, "player", noun))
                        that = N.NounPhrase(determiner=N.Article(word="that"), noun=owner.noun)
                        slot = replace(slot, value=replace(value, determiner=N.Possessive(owner=that)))
            slots.append(slot)
        return replace(node, slots=tuple(slots))

    def _piece_ref(self, phrase: N.Phrase, scope: Scope) -> bool:
        if isinstance(phrase, N.Pronoun) and phrase.word in ("it", "them"):
            try:
                return self.x.references.ref(phrase, scope).type == "pieces"
            except MeaningError:
                return False
        return False

    def _move_pieces(self, node: N.Perform, phrase: N.Phrase, scope: Scope) -> None:
        count = self._how_many(phrase, scope)
        noun_phrase = self._pieces_of(phrase)
        goal = node.slot("to")
        source = node.slot("from")
        if count.every and isinstance(source, N.Phrase):  # "all pieces from a space" are all of those that lie in one
            inside = N.At(preposition="in", phrase=source)
            chosen_phrase = self._chosen_source(replace(noun_phrase, filters=(inside,)), node, scope)
            source = next(item.phrase for item in chosen_phrase.filters if isinstance(item, N.At))
        elif count.every:
            noun_phrase = self._chosen_source(noun_phrase, node, scope)
        groups = self._groups(noun_phrase, source, node, scope)
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
        cell = f"n[IX[{kind_expr}][{owner_expr}][{place_expr}]]"
        if count.low == count.high:
            many = count.low
            if scope.lenient:
                self.p.exact = False
                many = f"min({many}, {cell})"
            else:
                counted = self.p.need(self._cells(kind_expr, owner_expr, place_expr), many, scope.you)
                self.p.fail_if(f"{cell} < {many}", counted)
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

    def _cells(self, kind: str, owner: str, place: str) -> tuple[int, ...] | None:
        """Where pieces of a kind are counted, by the seat that acts; None where that is not known beforehand."""
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
            table = self.b.piece_table(kind) if isinstance(kind, int) else f"IX[{kind}]"
            parts.append(f"[({kind}, o, p) for o in {groups.rows()} for p in {groups.spots()} if n[{table}[o][p]] > 0]")
        return " + ".join(parts)

    @staticmethod
    def _mentions_it(phrase: N.Phrase) -> bool:
        """Whether a place is told from another: `next to it`, `another field`."""
        other = isinstance(phrase, N.NounPhrase) and phrase.determiner == N.Article(word="another")
        return other or any(isinstance(node, N.Pronoun) and node.word == "it" for node in phrase.walk())

    def _pieces_of(self, phrase: N.Phrase) -> N.NounPhrase:
        if isinstance(phrase, N.PartOf):
            return self._pieces_of(phrase.whole)
        if isinstance(phrase, N.AsMany):
            return N.NounPhrase(noun=phrase.noun)
        if isinstance(phrase, N.NounPhrase):
            return phrase
        raise refuse(phrase, "which pieces?")

    def _groups(self, phrase: N.NounPhrase, source: Any, node: N.Perform, scope: Scope) -> Groups:
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
            return Groups(kinds, owner if owned else "0", None, self.x.selections.list_of(source, scope))
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
                return self.x.references.zone(N.NounPhrase(noun=self.b.source.out_of_game), scope)
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
        what = self._pieces_of(self.p.acts.object_of(node))
        group = self.x.fresh()
        self.p.unfollowed()
        self.p.emit(f"for {group} in {groups.listing()}:")
        with self.p.nested():
            target = dest or self._destination(phrase, node, what, scope, f"{group}[1]")
            self.p.emit(
                f"if n[IX[{group}[0]][{group}[1]][{group}[2]]]: MOVE_PIECES(s, *{group}, {target}, "
                f"n[IX[{group}[0]][{group}[1]][{group}[2]]], {scope.you})"
            )

    def exchange(self, node: N.Perform, scope: Scope) -> None:
        """`Exchange X for Y`: X goes where Y is, and Y where X was."""
        mine, theirs = self.p.acts.object_of(node), node.slot("for")
        if not isinstance(theirs, N.Phrase):
            raise refuse(node, "exchange it for what?")
        if not self.x.pieces.is_piece(mine):
            self._exchange_cards(mine, theirs, node, scope)
            return
        first = self._groups(self._pieces_of(mine), None, node, scope).single
        second = self._groups(self._pieces_of(theirs), None, node, scope).single
        if first is None or second is None:
            raise refuse(node, "it is not clear which pieces are exchanged")
        self.p.unfollowed()
        for kind, owner, place in (first, second):
            self.p.fail_if(f"n[IX[{kind}][{owner}][{place}]] < 1")
        self.p.emit(f"MOVE_PIECES(s, {', '.join(first)}, {second[2]}, 1, {scope.you})")
        self.p.emit(f"MOVE_PIECES(s, {', '.join(second)}, {first[2]}, 1, {scope.you})")

    def _exchange_cards(self, mine: N.Phrase, theirs: N.Phrase, node: N.Perform, scope: Scope) -> None:
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

    def replace_piece(self, node: N.Perform, scope: Scope) -> None:
        """`Replace their X there by a Y`: X goes home, a Y from home takes its place."""
        old, new = self._pieces_of(self.p.acts.object_of(node)), node.slot("by")
        if not isinstance(new, N.NounPhrase):
            raise refuse(node, "replace it by what?")
        kind, owner, place = self._groups(old, None, node, scope).single or ("", "", "")
        if not kind:
            raise refuse(node, "which piece is replaced?")
        new_kind = str(self.x.pieces.kinds(new)[0])
        home = self.x.pieces.home(str(new.noun), owner)
        self.p.unfollowed()
        self.p.fail_if(f"n[IX[{kind}][{owner}][{place}]] < 1 or n[IX[{new_kind}][{owner}][{home}]] < 1")
        self.p.emit(
            f"MOVE_PIECES(s, {kind}, {owner}, {place}, {self.x.pieces.home(str(old.noun), owner)}, 1, {scope.you})"
        )
        self.p.emit(f"MOVE_PIECES(s, {new_kind}, {owner}, {home}, {place}, 1, {scope.you})")

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

    def _move_cards(self, node: N.Perform, phrase: N.Phrase, scope: Scope) -> None:
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
        count = self._how_many(phrase, scope)
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
            options = self.x.selections.list_of(what, scope)
            if options.startswith("[") and " for " not in options:  # one definite card
                card = options[1:-1]
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
            node = self._choose_owners(node, scope)
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
