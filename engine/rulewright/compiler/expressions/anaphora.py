"""Phrases that mean one thing: pronouns, definite descriptions, possessors, zones."""

from __future__ import annotations

from dataclasses import replace

from rulewright.compiler.expressions.phrases import ACTOR, Phrases, is_described, noun_words, says_who_has
from rulewright.compiler.expressions.recursion import Recursion
from rulewright.compiler.ir.expressions import Collection, Expr, Lit, Name, both
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.scope import (
    ANY_SUCH,
    CHOOSE_BEFORE,
    EACH_SINCE,
    ONE_SUCH,
    SETS,
    Ref,
    Scope,
    of_nobody,
    refuse,
    stands_for_nothing,
)
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N
from rulewright.language.trees.past import was_somewhere
from rulewright.meaning import model as m
from rulewright.meaning.rules.noun_phrases import BESIDE_THEM

ENDS = ("top", "bottom")  # articles of the one card at an end of a zone
LEFT_OVER = ("the_rest", "the_others")  # pronouns for what is left of cards, which only those know who move it
NAME_THE_SPACE = "Name the space."
WHEN_IT_LEAVES = "Hear of what is moved: “whenever a … leaves a …, … next to that …”, “… comes into a …, …”."
EACH_OR_ONE = "Say “each of them” or “one of them”."
BESIDE = {
    "left_neighbour": 1,
    "right_neighbour": -1,
    "their_left_neighbour": 1,
    "their_right_neighbour": -1,
}  # seats are numbered to the left


class References:
    """Says which one thing a phrase means."""

    def __init__(self, s: Services, up: Recursion, phrases: Phrases) -> None:
        self.source = s.source
        self.layout = s.layout
        self.texts = s.texts
        self.module = s.module
        self.tables = s.tables
        self.up = up
        self.phrases = phrases
        self._whose: dict[int, tuple[N.Node, bool]] = {}

    # -------------------------------------------------------------- what the Meaning has bound

    def know(self, node: N.Node, ref: Ref, scope: Scope) -> None:
        """From here on what a node of the text means is this."""
        key = self.texts.resolution.of(node)
        if key is None:
            return
        known = scope.refs.get(key)
        if known is not None and known.expr == ref.expr and ref.lies is None:
            ref = replace(ref, lies=known.lies)
        scope.refs[key] = ref

    def know_beside(self, place: N.NounPhrase, ref: Ref, scope: Scope) -> None:
        """What a space is described by is there: with "a field with a horse", that horse."""
        for item in place.filters if ref.type == "space" else ():
            if isinstance(item, N.With) and isinstance(item.phrase, N.NounPhrase):
                self.know(item.phrase, Ref(ref.expr, "space", str(item.phrase.noun)), scope)

    def owner_of(self, zone: Expr) -> Ref:
        """The player whose zone it is."""
        owners = self.module.constant(tuple(self.layout.zone_owner), "ZONE_OWNERS")
        return Ref(expr("{}[{}]", owners, zone), "player", "player")

    def know_slot(self, act: N.Perform, slot: str, ref: Ref, scope: Scope) -> None:
        """What stands in a slot that an act leaves open is this."""
        key = self.texts.resolution.slot(act, slot)
        if key is not None:
            scope.refs[key] = ref

    def bound(self, node: N.Node, scope: Scope) -> Ref | None:
        """What a word means by the Meaning; None where nothing says which expression that is."""
        if id(node) in scope.stand_ins:
            return scope.stand_ins[id(node)][1]
        key = self.texts.resolution.of(node)
        found = scope.refs.get(key) if key is not None else None
        if found is None and scope.this is not None:
            meant = self.texts.resolution.meant(node)
            if isinstance(meant, m.Known) and meant.to.introduced == "this":  # also where it was named as a place
                return Ref(scope.this, "card", meant.to.noun)
        return found

    def known(self, node: N.Node, scope: Scope, word: str) -> Ref:
        """The same, where there must be something."""
        found = self.bound(node, scope)
        if found is None:
            meant = self.texts.resolution.meant(node)
            to = meant.to if isinstance(meant, m.Known) else None
            each = to is not None and to.type == "player" and to.introduced == "loop"
            said = f"that {word}" if each and isinstance(node, N.NounPhrase) else word
            raise stands_for_nothing(node, said.replace("_", " "), EACH_SINCE if each else _any_of_them(to))
        return found

    def zones_of(self, phrase: N.Phrase, scope: Scope) -> list[Expr] | None:
        """The zones a phrase names; None when it names none."""
        if isinstance(phrase, N.Phrases):
            found: list[Expr] = []
            for item in phrase.items:
                zones = self.zones_of(item, scope)
                if zones is None:
                    return None
                found += zones
            return found
        if not isinstance(phrase, N.NounPhrase):
            return None
        nouns = phrase.noun.nouns if isinstance(phrase.noun, N.NounGroup) else (N.BareNoun(noun=phrase.noun),)
        found = []
        for bare in nouns:
            if self.source.entry(bare.noun).get("type") != "zone":
                return None
            for described in phrase.filters:
                if not isinstance(described, N.Of):
                    raise refuse(
                        described,
                        f"this describes the {bare.noun.replace('_', ' ')}, which needs no description",
                        "Put these words next to the noun they belong to.",
                        code="RW0603",
                    )
            for part in self.layout.includes(bare.noun):
                found += self._instances(part, bare.noun, phrase, scope)
        return found

    def _instances(self, part: str, noun: str, phrase: N.NounPhrase, scope: Scope) -> list[Expr]:
        """The zones that a phrase means with one noun for a zone; noun: the word that stands in it."""
        instances = self.layout.zone[part]
        if self.source.entry(part).get("of") != "player":
            return [Lit(instances[0])]
        if isinstance(phrase.determiner, N.Article) and phrase.determiner.word in ("a", "any", "each"):
            return [Lit(zone) for zone in instances]
        several = "" if self._is_chosen(phrase, scope) else self._of_several(phrase)
        if several == "all":
            return [Lit(zone) for zone in instances]
        if several == "others":
            seats = [expr("({} + {}) % {}", scope.you, by, len(instances)) for by in range(1, len(instances))]
            return [self.zone_of(part, seat) for seat in seats]
        match self.possessor(phrase, scope):
            case None:
                raise refuse(phrase, f"whose {noun.replace('_', ' ')} is meant?", "Say “your …” or “their …”.")
            case Lit(int(seat)):
                return [Lit(instances[seat])]
            case seat:
                return [self.zone_of(part, seat)]

    def _of_several(self, phrase: N.NounPhrase) -> str:
        """Of which players together a zone is meant: "all" of them, the "others", or "" for one who is named."""
        said = [item.phrase for item in phrase.filters if isinstance(item, N.Of)]
        owner = phrase.determiner.owner if isinstance(phrase.determiner, N.Possessive) else next(iter(said), None)
        if not isinstance(owner, N.NounPhrase) or owner.noun != "player" or owner.filters:
            return ""
        word = owner.determiner.word if isinstance(owner.determiner, N.Article) else ""
        meant = self.texts.resolution.meant(owner.determiner or owner)
        than = meant.others if isinstance(meant, m.Selection) else ()
        if any(isinstance(other, m.Known) and other.to.several for other in than):
            return ""  # others than those of the sentence before
        if word in ("each", "all", "any") and owner.adjectives in ((), ("other",)):
            return "others" if owner.adjectives else "all"
        plain = owner.determiner is None and owner.plural and owner.adjectives == ("other",)
        return "others" if plain or (word in ("each_other", "all_other") and not owner.adjectives) else ""

    @staticmethod
    def _is_chosen(phrase: N.NounPhrase, scope: Scope) -> bool:
        """Whether somebody has chosen whose zone it is: `put a card into any player's circle`."""
        det = phrase.determiner
        owners = [item.phrase for item in phrase.filters if isinstance(item, N.Of)]
        owners += [det.owner] if isinstance(det, N.Possessive) else []
        return any(id(owner) in scope.stand_ins for owner in owners)

    def zone_of(self, noun: str, seat: Expr) -> Expr:
        """A seat's own zone of a kind of which each seat has one."""
        return expr("{}[{}]", self.tables.zone_table(noun), seat)

    def zone(self, phrase: N.Phrase, scope: Scope) -> Expr:
        """The one zone a phrase names."""
        zones = self.zones_of(phrase, scope)
        if not zones or len(zones) != 1:
            raise refuse(phrase, "one zone was expected here")
        return zones[0]

    def possessor(self, phrase: N.NounPhrase, scope: Scope) -> Expr | None:
        """The seat that a determiner names as owner, or None."""
        det = phrase.determiner
        if isinstance(det, N.Possessive):
            owner = self.ref(det.owner, scope)
            return owner.expr if owner.type == "player" else None
        word = det.word if isinstance(det, N.Article) else det.article if isinstance(det, N.Quantity) else None
        if word == "your":
            return scope.spoken_to or scope.you
        if word == ACTOR:
            return scope.you
        if word in ("their", "its"):
            assert det is not None
            holder = self.known(det, scope, word)
            return holder.expr if holder.type == "player" else None
        for item in phrase.filters:
            if isinstance(item, N.Of):
                owner = self.ref(item.phrase, scope)
                if owner.type == "player":
                    return owner.expr
        return None

    def having(self, phrase: N.NounPhrase, scope: Scope) -> Expr | None:
        """The seat that a number is said to be had by: `2 fruits you have`, `fruits of the offered tree you have`."""
        for item in phrase.filters:
            if says_who_has(item):
                return self.of_type(item.subject, scope, "player").expr
            if isinstance(item, N.Of) and isinstance(item.phrase, N.NounPhrase) and self._kept(item.phrase):
                return self.having(item.phrase, scope)  # nobody has what the game keeps: the fruits are meant
        return None

    def _kept(self, phrase: N.NounPhrase) -> bool:
        return isinstance(phrase.noun, str) and bool(self.source.entry(phrase.noun).get("kept"))

    def of_type(self, phrase: N.Phrase, scope: Scope, *types: str) -> Ref:
        """The same, where only things of some types make sense. Raises MeaningError (RW0606) for others."""
        ref = self.ref(phrase, scope)
        if ref.type not in types:
            found = f"a {types[0]} was expected here, not a {ref.type}"
            raise refuse(phrase, found, f"Say which {types[0]} is meant.", code="RW0606")
        return ref

    def ref(self, phrase: N.Phrase, scope: Scope) -> Ref:
        """The single thing that a phrase names. Raises MeaningError when it names none or several."""
        if isinstance(phrase, N.Pronoun):
            return self.pronoun(phrase, scope)
        if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str):
            found = self.definite(phrase, scope)
            if found is not None:
                return found
        raise refuse(phrase, f"it is not clear which {noun_words(phrase)} is meant", CHOOSE_BEFORE)

    def pronoun(self, phrase: N.Pronoun, scope: Scope) -> Ref:
        """What a pronoun means."""
        if phrase.word == "you":
            return Ref(scope.spoken_to or scope.you, "player", "player")
        if phrase.word in (*LEFT_OVER, "the_other"):
            hint = "Say “put the rest into …”, “discard the rest”, or say which card: “choose a card in …”."
            raise refuse(phrase, "the rest is only put or discarded, all of it", hint, code="RW0604")
        found = self.known(phrase, scope, phrase.word)
        if found.type in (SETS["player"], SETS["space"], SETS["pieces"]):
            raise refuse(phrase, "several were chosen, and here one is meant", EACH_OR_ONE, code="RW0604")
        return found

    def several(self, phrase: N.Node, scope: Scope) -> Ref | None:
        """The several things, chosen or seen before, that a pronoun means; None for anything else."""
        ref = self.bound(phrase, scope) if isinstance(phrase, N.Pronoun) and phrase.word != "you" else None
        return ref if ref is not None and ref.type in SETS.values() else None

    def definite(self, phrase: N.NounPhrase, scope: Scope) -> Ref | None:
        """The one thing that a definite phrase describes, or None where it describes none by itself."""
        noun = phrase.noun
        assert isinstance(noun, str)
        if noun in BESIDE:
            of = self.holder(phrase, scope, "player")
            if of is None and noun in BESIDE_THEM:
                raise stands_for_nothing(phrase, "their")
            seat = of.expr if of is not None else scope.you
            beside = Ref(expr("({} + {}) % {}", seat, BESIDE[noun], self.layout.players), "player", "player")
            self.know(phrase, beside, scope)
            return beside
        if (phrase.plural and self.source.type_of(noun) != "zone") or self.phrases.ordered(phrase):
            return None
        found = self._named(phrase, noun, scope) or self._one_of_the_game(phrase, noun, scope)
        if found is not None or self.source.type_of(noun) == "zone":
            return found
        return self._belonging(phrase, noun, scope) or self._described(phrase, noun, scope)

    def _named(self, phrase: N.NounPhrase, noun: str, scope: Scope) -> Ref | None:
        """What the text itself has a name for: its card, a role, something chosen."""
        if noun == "this_card" and scope.this is not None:
            return Ref(scope.this, "card", "card")
        if (
            phrase.determiner == N.Article(word="this")
            and self.source.type_of(noun) == "card"
            and scope.this is not None
        ):
            return Ref(scope.this, "card", noun)
        meant = self.texts.resolution.meant(phrase)
        if isinstance(meant, m.Known) or id(phrase) in scope.stand_ins:
            return self.known(phrase, scope, noun)
        return None

    def _one_of_the_game(self, phrase: N.NounPhrase, noun: str, scope: Scope) -> Ref | None:
        """What there is one of: a seat, a kept thing, a zone, a card, a region, the border between two spaces."""
        kind, entry = self.source.type_of(noun), self.source.entry(noun)
        if entry.get("seat"):
            return Ref(Lit(self.tables.seat_of(entry)), kind, noun)
        if entry.get("kept") and kind != "number":
            return Ref(self.up.amounts.kept_cell(noun, self.up.amounts.arguments(phrase, scope)), kind, noun, False)
        named = noun in ("first_player", self.source.first_player)  # by the core, or by the role that the rules give
        if named and phrase.determiner == N.Article(word="the") and not is_described(phrase):
            return Ref(expr("FIRST(s)"), "player", noun, False)  # whoever comes first in turn order now
        if kind == "zone":
            zones = self.zones_of(phrase, scope)
            return Ref(zones[0], "zone", noun) if zones and len(zones) == 1 else None
        if kind == "card" and phrase.determiner is None and not is_described(phrase):
            cards = self.layout.cards_of(noun)
            if len(cards) == 1:
                return Ref(Lit(cards[0]), "card", noun)
        if kind == "region" and noun in self.layout.regions:
            if is_described(phrase):  # there is one, so nothing that is said of it could pick it
                what = f"this describes the {noun.replace('_', ' ')}, which needs no description"
                raise refuse(
                    (*phrase.filters, phrase)[0],
                    what,
                    "Put these words right behind the noun that they are to describe.",
                    code="RW0603",
                )
            return Ref(Name(self.module.constant(self.layout.regions[noun][1], "R_" + noun)), "region", noun)
        if kind == "border":
            for item in phrase.filters:
                if isinstance(item, N.Between):
                    a, b = (self.of_type(end, scope, "space").expr for end in (item.first, item.second))
                    return Ref(expr("BORDER.get(({}, {}), -1)", a, b), "border", noun)
        return None

    def _belonging(self, phrase: N.NounPhrase, noun: str, scope: Scope) -> Ref | None:
        """What belongs to something else: an attribute, an owner, whoever's set a card is from."""
        attribute = self._attribute(phrase, scope)
        if attribute is not None:
            return attribute
        if noun == "owner":
            _needs_no_description(phrase)
            return self._owner(phrase, scope)
        entry = self.source.entry(noun)
        if entry.get("set"):
            card = self.possessed_by(phrase, scope) or self.implied(phrase, entry["of"], scope)
            sets = self.module.constant(tuple(card.owner for card in self.layout.cards), "SET_OF")
            return Ref(expr("{}[{}]", sets, card.expr), "player", noun, False)
        return None

    def _described(self, phrase: N.NounPhrase, noun: str, scope: Scope) -> Ref | None:
        """The first thing that fits the description, or the newest antecedent that is called so."""
        det, kind, entry = phrase.determiner, self.source.type_of(noun), self.source.entry(noun)
        word = det.word if isinstance(det, N.Article) else None
        if word in ENDS and kind == "card":
            return Ref(self.up.selections.each(phrase, scope).first(), kind, noun, False)
        if word not in ("the", "its", "their", "that") and not isinstance(det, N.Possessive):
            return None
        if entry.get("of") and entry.get("means") and word != "that":
            return Ref(self.up.selections.each(phrase, scope).first(), kind, noun, False)
        if word == "the" and kind in ("player", "card", "space", "border") and is_described(phrase):
            always = kind == "player" and not phrase.filters and set(phrase.adjectives) <= {"first", "last"}
            return Ref(self.up.selections.each(phrase, scope).first(), kind, noun, always)
        return None

    def possessed_by(self, phrase: N.NounPhrase, scope: Scope) -> Ref | None:
        """The thing a phrase belongs to: `its X`, `the target's X`, `X of the target`."""
        det = phrase.determiner
        if isinstance(det, N.Possessive):
            return self.ref(det.owner, scope)
        if isinstance(det, N.Article) and det.word in ("its", "their"):
            return self.known(det, scope, det.word)
        for item in phrase.filters:
            if isinstance(item, N.Of):
                return self.ref(item.phrase, scope)
        return None

    def _attribute(self, phrase: N.NounPhrase, scope: Scope) -> Ref | None:
        """`its field`, `the field of the spell`: an attribute that names a space or a card."""
        noun = phrase.noun
        assert isinstance(noun, str)
        kind = self.source.type_of(noun)
        if kind not in ("space", "region", "card"):
            return None
        owner = self.possessed_by(phrase, scope)
        if owner is None or owner.type != "card":
            return None
        if noun == "space" and self.phrases.can_lie(owner.noun):
            return Ref(on_map(owner), "space", noun)
        if kind == "card":
            if not any(noun in card.attributes for card in self.layout.cards):
                return None
            first: dict[str, int] = {}
            for number, card in enumerate(self.layout.cards):
                first.setdefault(card.component, number)
            things = tuple(first.get(str(card.attributes.get(noun)), -1) for card in self.layout.cards)
        else:
            things = tuple(self.layout.ids.get(str(card.attributes.get(noun, "")), -1) for card in self.layout.cards)
        lacking = [card for card in self.layout.cards_of(owner.noun) if things[card] < 0]
        if lacking and owner.noun != "card":
            names = noun.replace("_", " "), self.layout.cards[lacking[0]].component
            what = f"not every {owner.noun.replace('_', ' ')} has a {names[0]}: {names[1]} has none"
            hint = "Give each of them one, or make those that have one a kind of their own."
            raise refuse(phrase, what, hint, code="RW0603")
        named = {card: thing for card, thing in enumerate(things) if thing >= 0}  # asked of another card, it fails
        table = self.module.constant(named if lacking else things, "A_" + noun)
        return Ref(expr("{}[{}]", table, owner.expr), "card" if kind == "card" else "space", noun)

    def _owner(self, phrase: N.NounPhrase, scope: Scope) -> Ref:
        thing = self.possessed_by(phrase, scope)
        if thing is None:
            thing = self.holder(phrase, scope, "pieces", "card")
        if thing is not None and thing.type == "pieces":
            kinds = self.layout.kinds_of_piece.get(thing.noun, ())
            if kinds and not any(self.layout.piece_kinds[kind].owned for kind in kinds):
                what = f"nobody owns a {thing.noun.replace('_', ' ')}"
                raise refuse(phrase, what, "Say in whose places: “for each … in a … you …, …”.", code="RW0603")
            return Ref(expr("{}[1]", thing.expr), "player", "player")
        if thing is not None and thing.type == "card":
            whose = expr("ZONE_OWNER[s.where[{}]]", thing.expr)
            for lay in reversed(scope.lay):  # of a card that nobody has now: who had it when it was taken
                whose = expr("({} if {} >= 0 else {})", whose, whose, expr("ZONE_OWNER[{}[{}]]", lay, thing.expr))
            somebody = expr("{} >= 0", whose)
            found = somebody if thing.when is None else both(thing.when, somebody)
            return Ref(whose, "player", "player", False, found)
        raise refuse(phrase, "whose owner is meant?", "Choose the thing before, “choose a …”, and say “its owner”.")

    def asks_whose(self, node: N.Node) -> bool:
        """Whether a sentence asks whose a card was, or where it was; asked again at each step before it."""
        known = self._whose.get(id(node))
        if known is None or known[0] is not node:
            known = self._whose[id(node)] = node, self._speaks_of_an_owner(node)
        return known[1]

    def _speaks_of_an_owner(self, node: N.Node) -> bool:
        for part in node.walk():
            if was_somewhere(part):
                return True
            meant = self.texts.resolution.meant(part) if isinstance(part, N.NounPhrase) else None
            if isinstance(meant, m.Attribute) and meant.noun == "owner":
                holders = (one.to for one in meant.holders if isinstance(one, m.Known))
                if any(one.type == "card" for one in holders):
                    return True
        return False

    def holder(self, node: N.Node, scope: Scope, *types: str) -> Ref | None:
        """What something belongs to that does not say so itself, where the Meaning has found one of some types."""
        meant = self.texts.resolution.meant(node)
        for thing in meant.holders if isinstance(meant, m.Attribute) else ():
            ref = self._holding(node, thing, scope)
            if ref is not None and ref.type in types:
                return ref
        return None

    def _holding(self, node: N.Node, thing: m.Thing, scope: Scope) -> Ref | None:
        """One holder of what a node names."""
        key = self.texts.resolution.key(node, thing)
        if key in scope.refs:
            return scope.refs[key]
        if isinstance(thing, m.Known) and thing.to.introduced == "you":
            return Ref(scope.spoken_to or scope.you, "player", "player")
        return None

    def implied(self, node: N.Node, noun: str, scope: Scope) -> Ref:
        """The thing that a phrase leaves out (`the price` of what?). Raises MeaningError (RW0624) without one."""
        found = self.left_open(node, noun, scope)
        if found is None:
            raise of_nobody(node, noun)
        return found

    def left_open(self, node: N.Node, noun: str, scope: Scope) -> Ref | None:
        """What a phrase or act leaves out: its holder, or what has a name here; None where nothing is it."""
        kind = self.source.type_of(noun)
        found = self.holder(node, scope, kind) or scope.names.get(noun)
        return found if found is not None and found.type == kind else None


def _needs_no_description(phrase: N.NounPhrase) -> None:
    """Refuse what is said of somebody of whom there is one: “its first owner”, “its owner with a hut”.

    Raises:
        MeaningError: RW0603.
    """
    said = [item for item in phrase.filters if not isinstance(item, N.Of)]
    if phrase.adjectives or said:
        what = f"this describes the {str(phrase.noun).replace('_', ' ')}, which needs no description"
        hint = "Put these words next to the noun they belong to."
        raise refuse((*said, phrase)[0], what, hint, code="RW0603")


def _any_of_them(to: m.Referent | None) -> str:
    """What to say instead of a word for something of which it was only asked whether there is one; "" for another."""
    if to is None or to.introduced != "described" or to.several:
        return ""
    return ANY_SUCH if to.type == "player" else ONE_SUCH


def on_map(thing: Ref) -> Expr:
    """The space of a thing: itself, or of a card the space that it lies on.

    What an event has taken from the map is where it lay before that.

    Raises MeaningError (RW0601) of what lies in no one place: pieces moved or only counted, several cards, a region.
    """
    if thing.type == "space":
        return thing.expr
    if thing.type == "piece" and thing.was is not None:  # a kind of pieces, with which something was done there
        return thing.was
    now = lying(thing)
    if now is None:
        told = thing.noun.replace("_", " ")
        hint = WHEN_IT_LEAVES if thing.type == "piece" else NAME_THE_SPACE
        raise refuse(None, f"which space this {told} is in is not told", hint)
    here = expr("ON_MAP[{}]", now)
    return here if thing.was is None else expr("({} if {} >= 0 else ON_MAP[{}])", here, here, thing.was)


def lying(ref: Ref) -> Expr | None:
    """Where one card or one piece lies now; None of what lies in no one place, or is no such thing."""
    if is_one_piece(ref):
        return expr("{}[2]", ref.expr)
    return expr("s.where[{}]", ref.expr) if ref.type == "card" else None


def is_one_piece(ref: Ref) -> bool:
    """Whether a reference is to one piece that was chosen or gone through, and follows it where it goes."""
    return ref.type == "pieces" and not isinstance(ref.expr, Collection)


def place_of(ref: Ref) -> Expr:
    """Where something is, or the place that it is: a space, border or zone; of a card, the place on it."""
    return on_card(ref.expr) if ref.type == "card" else ref.expr


def on_card(card: Expr) -> Expr:
    """The place on a card."""
    return expr("CARD0 + {}", card)
