"""Where pieces go: which place that is, who chooses it, whose they are there, and for how many there is room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeGuard

from rulewright.compiler.expressions.anaphora import place_of
from rulewright.compiler.expressions.phrases import noun_words
from rulewright.compiler.expressions.pieces import Owner
from rulewright.compiler.ir.expressions import Expr, Item, Lit
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.refusals.owners.unkept_pieces import STAYS_ITS_OWNERS, how_it_is_said
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.source import Source
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.moves.goals import WHERE, one_place
from rulewright.compiler.statements.moves.pieces.meant import NOBODY, pieces_of
from rulewright.language import nodes as N
from rulewright.meaning.vocabulary import goes_back_to

WHOSE = "Say “one of your …” or “another player's …”; for any of them, say to where: “… into its owner's …”."


class Destinations:
    """Tells where pieces go, and refuses where they cannot."""

    def __init__(self, p: Flow, c: Context) -> None:
        self.p = p
        self.source = c.services.source
        self.language = c.services.ruleset.language()
        self.layout = c.services.layout
        self.module = c.services.module
        self.tables = c.services.tables
        self.definitions = c.definitions
        self.x = c.x
        self.objects = c.objects

    def place(
        self, phrase: N.Phrase | None, node: N.Perform, what: N.NounPhrase, scope: Scope, owner: Expr, known: Owner
    ) -> Expr:
        """Where pieces go. owner: whose the piece at hand is; known: whose they all are, where that is told."""
        whose = what.determiner.owner if isinstance(what.determiner, N.Possessive) else None
        if whose is not None and self.x.phrases.open(whose):  # "another player's piece into their zone"
            self.x.references.know(whose, Ref(owner, "player", "player"), scope)
        if phrase is None:
            if node.verb == "take":
                return self.x.pieces.home(str(what.noun), scope.you)
            back = self.goes_back_to(node, str(what.noun))
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
        return one_place(self.x.references.ref(phrase, scope), phrase)

    def chosen(
        self, phrase: N.Phrase | None, what: N.NounPhrase, node: N.Perform, scope: Scope, but: Expr | None = None
    ) -> Expr | None:
        """Where pieces go, if somebody chooses it; else None. but: a place where they do not go."""
        if not isinstance(phrase, N.NounPhrase) or phrase.noun == "owner":
            return None
        if not self.x.phrases.open(phrase) or self.source.is_zone(phrase):
            return None
        self.x.pieces.must_lie(what, N.At(preposition="in", phrase=phrase))
        self.objects.must_say_where(phrase)
        items, kind, noun = self.objects.things(phrase, scope)
        places = self.with_room(items, what, kind)
        if but is not None:
            at = self.module.fresh()
            places = expr("[{} for {} in {} if {} != {}]", at, at, places, at, but)
        dest = self.p.choice(kind, node, places, scope.you, noun)
        chosen = Ref(dest, kind, noun)
        self.x.references.know(phrase, chosen, scope)
        return place_of(chosen)

    def one_of(
        self, places: N.Phrase | None, what: N.NounPhrase, node: N.Perform, scope: Scope, lies: Expr
    ) -> Expr | None:
        """Where one of several pieces goes that go into “dry fields”: whoever acts chooses for each of them.

        lies: where it lies; to move it there is no move.
        """
        assert isinstance(places, N.NounPhrase)
        return self.chosen(self._one_place(places, scope), what, node, scope, lies)

    def that_can_go(self, groups: Expr, places: N.Phrase | None, what: N.NounPhrase, scope: Scope) -> Expr:
        """Those groups of pieces that have another place to go to, of several."""
        assert isinstance(places, N.NounPhrase)
        items, kind, _ = self.objects.things(self._one_place(places, scope), scope)
        group, at = self.module.fresh(), self.module.fresh()
        elsewhere = expr("[{} for {} in {} if {} != {}[2]]", at, at, self.with_room(items, what, kind), at, group)
        return expr("[{} for {} in {} if {}]", group, group, groups, elsewhere)

    def room_for_all(self, goal: N.Phrase | None, what: N.NounPhrase, place: Expr | None, scope: Scope) -> Expr | None:
        """How many more pieces may come to a place, or to several in all; None where nothing limits that."""
        if not goes_anywhere(goal, self.source):
            return self.room(str(what.noun), goal, place, scope)
        items, kind, _ = self.objects.things(self._one_place(goal, scope), scope)
        limit = self._limit(what, kind)
        at = self.module.fresh()
        return expr("sum([{} for {} in {}])", self._room_of(limit, at), at, items) if limit else None

    def _one_place(self, places: N.NounPhrase, scope: Scope) -> N.NounPhrase:
        """One of several places, as a phrase."""
        return scope.make(replace(places, plural=False, determiner=N.Article(word="a")), places)

    def _limit(self, what: N.NounPhrase, kind: str) -> str:
        """The number that limits how many pieces may come to a place of a kind; "" where none does."""
        limit = str(self.source.entry(str(what.noun)).get("limit") or "")
        of = as_list(self.source.entry(limit).get("of")) if limit else []
        return limit if kind in map(self.source.type_of, of) else ""

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

    def whose_zone(self, goal: N.Node | None, scope: Scope) -> Expr | None:
        """The player into whose own zone pieces go."""
        if not isinstance(goal, N.NounPhrase) or not self.source.is_zone(goal):
            return None
        mine = _says_whose(goal) and self.source.entry(str(goal.noun)).get("of") == "player"
        return self.x.references.possessor(goal, scope) if mine else None

    def goes_back_to(self, node: N.Perform, noun: str) -> str:
        """The zone in which pieces are kept that a sentence returns or removes to nowhere that it says."""
        said = {slot.name for slot in node.slots}
        return goes_back_to(self.source.nouns, self.source.out_of_game, node.verb, noun, said)

    def must_tell_whose_goes_back(self, phrase: N.NounPhrase) -> None:
        """Refuse “return a pawn”: one of yours, or anybody's."""
        named = isinstance(phrase.determiner, N.Article) and phrase.determiner.word in ("that", "those", "the", "this")
        if not named and any(self.layout.piece_kinds[kind].owned for kind in self.x.pieces.kinds(phrase)):
            raise refuse(phrase, f"whose {noun_words(phrase)} is meant?", WHOSE)

    def must_leave_the_game(self, phrase: N.Phrase, game: N.NounPhrase) -> None:
        """Refuse to remove pieces from the game that never lie outside it: they would only go back to their supply."""
        if self.x.phrases.is_piece(phrase) and self.source.out_of_game:
            away = N.At(preposition="in", phrase=N.NounPhrase(noun=self.source.out_of_game), span=game.span)
            self.x.pieces.must_lie(pieces_of(phrase), away)

    def mentions_it(self, phrase: N.Phrase, scope: Scope) -> bool:
        """Whether a place is told from where the piece lies: `next to it`, `another field`."""
        other = isinstance(phrase, N.NounPhrase) and phrase.determiner == N.Article(word="another")
        that = N.Article(word="that")
        said = (n for n in phrase.walk() if n == N.Pronoun(word="it") or getattr(n, "determiner", None) == that)
        return other or any(self.x.references.bound(node, scope) is None for node in said)

    def with_room(self, places: Expr, what: N.NounPhrase, kind: str = "space") -> Expr:
        """Those of some places to which one more piece may come, where its noun limits that."""
        limit = self._limit(what, kind)
        if not limit:
            return places
        at = self.module.fresh()
        return expr("[{} for {} in {} if {}]", at, at, places, self._room_of(limit, at))

    def room(self, noun: str, goal: N.Node | None, dest: Expr | None, scope: Scope) -> Expr | None:
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


def _says_whose(goal: N.Phrase) -> bool:
    """Whether a place is yours, or that of those who were spoken of."""
    word = goal.determiner.word if isinstance(goal, N.NounPhrase) and isinstance(goal.determiner, N.Article) else ""
    return word in ("your", "their")


def goes_anywhere(goal: N.Node | None, source: Source) -> TypeGuard[N.NounPhrase]:
    """Whether several things go into places of which none is told: “into dry fields”."""
    if not isinstance(goal, N.NounPhrase) or not goal.plural or goal.determiner is not None:
        return False
    return isinstance(goal.noun, str) and source.type_of(goal.noun) == "space"
