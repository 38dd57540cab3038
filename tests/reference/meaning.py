"""What phrases name, what amounts come to and whether conditions hold, found by walking the trees over a position."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, ClassVar

import networkx as nx

from rulewright.language import nodes as N
from rulewright.language.trees.likeness import KINDS, Likeness, parted, says_likeness, told_of_a_set
from rulewright.language.trees.past import OF_ONES_TURN, SINCE, is_past, turn_asked_of
from rulewright.ruleset import blocks as B
from rulewright.ruleset.model import Word
from tests.reference.forbidden import Forbidden
from tests.reference.state import Env, Ref, State
from tests.reference.texts import IsNotSo, Spoken, Texts, deed_of
from tests.reference.world import NotCarried, Thing, Unclear, World, listed, rebuilt

EVERY = {"each", "all", "every", "each_other", "all_other", "both"}
OTHERS = {"another", "the_other", "all_other", "each_other"}
OTHERS_SAID = "others said"  # the nouns of which sentences say "that other …"
CALLED_ANOTHER = "called another"  # what was chosen as another one: its type and value
SEVERAL = "several"  # what was spoken of by a word for more than one: "it" never means that
PAIRED = "the other"  # by which name the second of two things is known that a relation compares
KNOWN = {"the", "that", "this", "its", "their", "your", "actors"}  # determiners that say which
ACTORS = N.Article(word="actors")  # of who acts, where a sentence does not name the zone that a verb means
COMPARE: dict[str, Callable[[int, int], bool]] = {
    "equal": operator.eq, "exactly": operator.eq, "at_least": operator.ge, "at_most": operator.le,
    "higher_than": operator.gt, "lower_than": operator.lt, "more_than": operator.gt, "fewer_than": operator.lt,
}  # fmt: skip
BESIDE = {"left_neighbour": 1, "right_neighbour": -1}  # how many seats further on, as players sit
BESIDE_THEM = {f"their_{noun}": far for noun, far in BESIDE.items()}  # of who was spoken of
MANY = 10**6


def sets_of(told: Sequence[Any], size: int) -> int:
    """How many sets of so many that all differ can be made, one after another of what there is most of."""
    left, made = Counter(told), 0
    while len(most := left.most_common(size)) == size:
        left = +(left - Counter(one for one, _ in most))
        made += 1
    return made


THEIR_OWN = N.NounPhrase(determiner=N.Article(word="their"), noun="player")
THEIRS = (N.Article(word="your"), N.Article(word="their"))


def others_said(sentences: Iterable[N.Node]) -> tuple[str, ...]:
    """The nouns of which sentences say "that other …"."""
    said = (part for sentence in sentences for part in sentence.walk() if isinstance(part, N.NounPhrase))
    that = N.Article(word="that")
    return tuple(str(part.noun) for part in said if part.determiner == that and "other" in part.adjectives)


def says_whose(phrase: N.NounPhrase) -> bool:
    """Whether a determiner says whose things are meant."""
    det = phrase.determiner
    word = det.word if isinstance(det, N.Article) else getattr(det, "article", None)
    return isinstance(det, N.Possessive) or word in ("your", "their", "its")


def says_another(phrase: N.NounPhrase) -> bool:
    """Whether a phrase is "another …", or one "other than …"."""
    word = phrase.determiner.word if isinstance(phrase.determiner, N.Article) else None
    return word == "another" or any(isinstance(item, N.OtherThan) for item in phrase.filters)


AS_MANY: dict[str, Callable[[int, int], bool]] = {
    "more": operator.gt, "fewer": operator.lt, "just_as_many": operator.eq, "at_least_as_many": operator.ge,
    "twice_as_many": lambda mine, theirs: mine >= 2 * theirs,
    "over_twice_as_many": lambda mine, theirs: mine > 2 * theirs,
    "just_twice_as_many": lambda mine, theirs: mine == 2 * theirs,
    "half_as_many": lambda mine, theirs: 2 * mine <= theirs,
}  # fmt: skip


class Meaning:
    """Answers what sentences ask; nothing here changes a position.

    Attributes:
        itself: the kept number that is set now, with what it is of.
        known_prices: of what payments are the price, by the payment, with the sentences that hold it.
    """

    itself: tuple[str, list[Any]] | None = None
    known_prices: ClassVar[dict[int, tuple[str, Any]]] = {}

    def __init__(self, world: World) -> None:
        self.w = world
        self.texts = Texts(world)
        self.forbidden = Forbidden(world, self.texts)
        self.leading = {"through": self._chained, "direction": self._ahead, "tile": self._tiled}

    # ------------------------------------------------------------ small words

    @staticmethod
    def word(phrase: N.NounPhrase) -> str | None:
        """The article of a phrase, also of one with a quantity ("the 2 cards")."""
        det = phrase.determiner
        return det.word if isinstance(det, N.Article) else det.article if isinstance(det, N.Quantity) else None

    def is_open(self, phrase: N.Phrase) -> bool:
        """Whether a phrase leaves open which thing is meant."""
        if isinstance(phrase, N.Pronoun):
            return phrase.word == "nobody"
        if not isinstance(phrase, N.NounPhrase):
            return True
        det = phrase.determiner
        if isinstance(det, N.Possessive):
            return False
        if isinstance(det, N.Article):
            if det.word == "the_other" and isinstance(phrase.noun, str):  # the one of two that was not just named
                return self.w.type_of(phrase.noun) == "player"
            return det.word not in KNOWN
        if det is None and isinstance(phrase.noun, str) and self.w.type_of(phrase.noun) == "card":
            return phrase.noun == "card" or len(self.w.everything(phrase.noun)) != 1
        return True

    @staticmethod
    def nouns_in(phrase: N.NounPhrase) -> tuple[N.BareNoun, ...]:
        """The nouns of a phrase: of a group each of them."""
        return phrase.noun.nouns if isinstance(phrase.noun, N.NounGroup) else (N.BareNoun(noun=phrase.noun),)

    def ways(self, phrase: N.NounPhrase) -> list[N.NounPhrase]:
        """A phrase of several kinds of cards or spaces, said of each of them. Raises NotCarried for other things."""
        group = self.nouns_in(phrase)
        types = {self.w.type_of(bare.noun) for bare in group}
        joined = phrase.noun.conjunction == "and" and isinstance(phrase.determiner, N.Quantity)
        if types not in ({"card"}, {"space"}) or joined or any(bare.index is not None for bare in group):
            raise NotCarried(f"several kinds: {phrase}")
        return [replace(phrase, noun=bare.noun, adjectives=(*phrase.adjectives, *bare.adjectives)) for bare in group]

    def names_zones(self, phrase: N.Phrase) -> bool:
        """Whether a phrase names zones."""
        if isinstance(phrase, N.Phrases):
            return all(self.names_zones(item) for item in phrase.items)
        if not isinstance(phrase, N.NounPhrase):
            return False
        return all(self.w.type_of(bare.noun) == "zone" for bare in self.nouns_in(phrase))

    def gains_cards(self, node: N.Perform, env: Env | None = None) -> bool:
        """Whether what is gained are cards; without an environment, whether it may be."""
        thing = node.slot("object")
        thing = thing.whole if isinstance(thing, N.PartOf) else thing
        if isinstance(thing, N.Pronoun):
            return env is None or any(ref.type in ("card", "cards") for ref in env.recent)
        items = thing.items if isinstance(thing, N.Phrases) else (thing,)
        nouns = [
            one.noun for item in items if isinstance(item, N.NounPhrase | N.AsMany)
            for one in (item.noun.nouns if isinstance(item.noun, N.NounGroup) else (item,))
        ]  # fmt: skip
        return bool(nouns) and all(self.w.type_of(str(noun)) == "card" for noun in nouns)

    def names_pieces(self, phrase: N.Phrase) -> bool:
        """Whether a phrase names pieces."""
        match phrase:
            case N.PartOf(whole=whole):
                return self.names_pieces(whole)
            case N.AsMany(noun=noun):
                return self.w.type_of(noun) == "piece"
            case N.Phrases(items=items):
                return all(self.names_pieces(item) for item in items)
            case N.NounPhrase():
                return all(self.w.type_of(bare.noun) == "piece" for bare in self.nouns_in(phrase))
        return False

    # ------------------------------------------------------------ zones and seats

    def zones_named(self, s: State, phrase: N.Phrase, env: Env) -> list[Thing]:
        """The zones that a phrase names."""
        if isinstance(phrase, N.Phrases):
            return [zone for item in phrase.items for zone in self.zones_named(s, item, env)]
        if not isinstance(phrase, N.NounPhrase):
            raise NotCarried(f"zones: {phrase}")
        found = []
        for bare in self.nouns_in(phrase):
            for part in self.w.entry(bare.noun).get("includes") or [bare.noun]:
                if self.w.entry(part).get("of") != "player" or self.word(phrase) in ("a", "any", "each"):
                    found += self.w.zones(part)
                    continue
                for seat in self._owners(s, phrase, env):
                    found.append(self.w.zone(part, seat))
        return found

    def _owners(self, s: State, phrase: N.NounPhrase, env: Env) -> list[int]:
        """Whose zone is meant: of several players together, or of the one who is named."""
        said = [item.phrase for item in phrase.filters if isinstance(item, N.Of)]
        owner = phrase.determiner.owner if isinstance(phrase.determiner, N.Possessive) else next(iter(said), None)
        if isinstance(owner, N.NounPhrase) and owner.noun == "player" and not owner.filters:
            word, others = self.word(owner), "other" in owner.adjectives
            if word in ("each_other", "all_other") or (others and (word in ("each", "all", "any") or owner.plural)):
                return [seat for seat in self.w.seats if seat != env.you]
            if word in ("each", "all", "any"):
                return list(self.w.seats)
        seat = self.possessor(s, phrase, env)
        if seat is None:
            raise NotCarried(f"whose zone? {phrase}")
        return [seat]

    def zone_named(self, s: State, phrase: N.Phrase, env: Env) -> Thing:
        """The one zone that a phrase names."""
        found = self.zones_named(s, phrase, env)
        if len(found) != 1:
            raise NotCarried(f"one zone: {phrase}")
        return found[0]

    def possessor(self, s: State, phrase: N.NounPhrase, env: Env) -> int | None:
        """The seat that a phrase names as owner."""
        if isinstance(phrase.determiner, N.Possessive):
            owner = self.thing(s, phrase.determiner.owner, env)
            return owner.value if owner.type == "player" else None
        word = self.word(phrase)
        if word == "your":
            return env.mine
        if word == ACTORS.word:
            return env.you
        if word == "their" and not env.addressed:  # the subject of the clause (R2)
            return env.you
        if word in ("their", "its"):
            seat = next((ref.value for ref in reversed(env.recent) if ref.type == "player"), None)
            if seat is not None or word == "their":
                return env.you if seat is None else int(seat)
        for item in phrase.filters:
            if isinstance(item, N.Of):
                with suppress(Unclear):
                    owner = self.thing(s, item.phrase, env)
                    if owner.type == "player":
                        return int(owner.value)
        return None

    def turn_order(self, s: State) -> list[int]:
        """All seats, in turn order."""
        place = self.w.ruleset.turn_order
        if (place, 0) in s.kept:
            return sorted(self.w.seats, key=lambda seat: s.kept[place, seat])
        return [(s.first_player + turn) % self.w.players for turn in self.w.seats]

    def in_turn_order(self, s: State, seats: Iterable[int]) -> list[int]:
        """Some seats, in turn order."""
        chosen = set(seats)
        return [seat for seat in self.turn_order(s) if seat in chosen]

    # ------------------------------------------------------------ the map

    def map_now(self, s: State) -> nx.Graph[Thing]:
        """The map with the borders that join their ends at present."""
        if "map" not in s.known:
            graph = self.w.graph
            joined = [border for border in self.w.crossings if self._joins(s, border)]
            if joined:
                graph = graph.copy()
                graph.add_edges_from(self.w.ends[border] for border in joined)
            s.known["map"] = graph
        return s.known["map"]

    def _joins(self, s: State, border: Thing) -> bool:
        kind = self.w.kind[border]
        condition = self.w.word("nouns", kind).joins
        assert condition is not None
        env = Env(0)
        env.bind(kind, Ref(border, "border", kind))
        return self.block_holds(s, condition, env)

    def next_to(self, s: State, one: Thing | None, other: Thing | None) -> bool:
        """Whether two spaces are neighbours now; nowhere has none."""
        return bool(self.map_now(s).has_edge(one, other))

    # ------------------------------------------------------------ one thing

    def thing(self, s: State, phrase: N.Phrase, env: Env) -> Ref:
        """The one thing that a phrase names. Raises Unclear when it names none, or leaves open which."""
        if isinstance(phrase, N.Pronoun):
            return self._pronoun(phrase.word, env)
        if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str):
            found = self._known_thing(s, phrase, phrase.noun, env)
            if found is not None:
                return found
        raise Unclear(str(phrase))

    def set_meant(self, phrase: N.Node, env: Env) -> Ref | None:
        """The players or spaces, chosen before, that "them" or "those fields" means; None for anything else."""
        pronoun = isinstance(phrase, N.Pronoun) and phrase.word in ("them", "they")
        said = isinstance(phrase, N.NounPhrase) and phrase.plural and self.word(phrase) in ("that", "the")
        if not pronoun and not said:
            return None
        several = [ref for ref in env.recent if ref.type != "number"][-1:]
        found = several[0] if several and several[0].type in ("players", "spaces") else None
        noun = phrase.noun if isinstance(phrase, N.NounPhrase) else ""
        if found is not None and said and (phrase.filters or not self.w.fits(found.noun, str(noun))):
            return None
        return found

    def _pronoun(self, word: str, env: Env) -> Ref:
        if word == "you":
            return Ref(env.mine, "player", "player")
        if word == "they":
            seats = [ref for ref in env.recent if ref.type == "player"]
            return seats[-1] if seats else Ref(env.you, "player", "player")
        if word == "there" and env.place is not None:
            return env.place
        if word == "them":
            several = [ref for ref in env.recent if ref.type in ("cards", "pieces", "several pieces")]
            if several:
                return several[-1]
        if word in ("it", "itself", "them", "there"):
            several = env.done.get(SEVERAL, ()) if word != "them" else ()
            known = list(env.recent)
            doer = next((ref for ref in known if ref.type == "player" and ref.value == env.you), None)
            if word == "them" and not env.addressed and doer is not None:  # nobody does it to themselves (R2)
                known.pop(next(at for at, ref in enumerate(known) if ref is doer))
            for ref in (one for one in reversed(known) if one not in several):
                if ref.type not in ("number", "several pieces") and (ref.type != "player" or word == "them"):
                    return ref
        raise Unclear(word)

    def _known_thing(self, s: State, phrase: N.NounPhrase, noun: str, env: Env) -> Ref | None:
        kind, word = self.w.type_of(noun), self.word(phrase) if isinstance(phrase.determiner, N.Article) else None
        bare = not (phrase.filters or phrase.adjectives)
        if phrase.plural and kind != "zone":
            return None
        if env.this is not None and ((kind == "card" and word == "this") or noun == "this_card"):
            return Ref(env.this, "card", noun)
        if noun in BESIDE and word == "the" and bare:
            return Ref((env.mine + BESIDE[noun]) % self.w.players, "player", noun)
        if noun in BESIDE_THEM and word == "the" and bare:
            seat = self.possessor(s, THEIR_OWN, env)
            return Ref((seat + BESIDE_THEM[noun]) % self.w.players, "player", "player")
        if noun == "first_player" and word == "the" and bare and env.name(noun) is None and (noun, 0) not in s.kept:
            return Ref(self.turn_order(s)[0], "player", noun)
        if word in ("the", "that") and not phrase.filters:
            told = self._told_apart(phrase, noun, kind, env)
            if told is not None:
                return told
        named = env.name(noun)
        if named is not None and bare and word in ("the", "that", "this", None):
            return named
        if word == "the_other" and bare and kind != "player" and (paired := env.name(PAIRED)) is not None:
            return paired
        if word == "the_other" and bare and kind != "player":
            known = [ref for ref in reversed(env.recent) if self.w.fits(ref.noun, noun) or self.w.fits(noun, ref.noun)]
            return next((ref for ref in known if ref.value != known[0].value), None)
        if kind == "zone":
            zones = self.zones_named(s, phrase, env)
            return Ref(zones[0], "zone", noun) if len(zones) == 1 else None
        if kind == "card" and phrase.determiner is None and bare and len(self.w.everything(noun)) == 1:
            return Ref(self.w.everything(noun)[0], "card", noun)
        if kind == "region" and noun in self.w.regions:
            return Ref(Thing("region", noun), "region", noun)
        if kind == "border":
            for item in phrase.filters:
                if isinstance(item, N.Between):
                    ends = frozenset(self.thing(s, end, env).value for end in (item.first, item.second))
                    return Ref(self.w.border_between.get(ends), "border", noun)
        entry = self.w.entry(noun)
        if entry.get("kept") and kind != "number":
            args = [self._argument(s, of, phrase, env) for of in listed(entry.get("of"))]
            return Ref(s.kept[(noun, *args)], kind, noun)
        if entry.get("set"):  # whose own set it is from
            return Ref(self.w.owner[self._argument(s, entry["of"], phrase, env)], "player", noun)
        carried = self._carried(s, phrase, noun, env)
        if carried is not None:
            return carried
        if noun == "owner":
            return self._owner(s, phrase, env)
        if word in ("the", "its", "their", "that") or isinstance(phrase.determiner, N.Possessive):
            if entry.get("of") and entry.get("means") and word != "that":
                return Ref(next(iter(self._described(s, phrase, env)), None), kind, noun)
            if word in ("the", "that") and bare:
                known = [
                    ref for ref in reversed(env.recent)
                    if (self.w.fits(ref.noun, noun) or self.w.fits(noun, ref.noun))
                    and not (word == "that" and kind == "card" and ref.value == env.this)  # which is called this card
                ]  # fmt: skip
                if word == "that" and kind == "player" and env.among and len(known) > 1 and known[0].value == env.you:
                    return known[1]  # who acts is not "that player" where somebody else was spoken of (R7)
                if known:
                    return known[0]
            if any(isinstance(item, N.Participle) for item in phrase.filters):  # which was chosen is not kept apart
                raise NotCarried("the one chosen this way")
            if word == "the" and not bare and kind in ("player", "card", "space", "border"):
                return Ref(next(iter(self._described(s, phrase, env)), None), kind, noun)
        return None

    def _told_apart(self, phrase: N.NounPhrase, noun: str, kind: str, env: Env) -> Ref | None:
        """`That other field` is the one that was chosen as another one, and `that field` beside it the one before."""
        another = env.done.get(CALLED_ANOTHER, ())
        known = [
            ref for ref in reversed(env.recent)
            if ref.type == kind and self.w.fits(ref.noun, noun) and noun not in env.roles and ref.value != env.this
        ]  # fmt: skip
        other = next((ref for ref in known if (kind, ref.value) in another), None)
        if phrase.adjectives == ("other",):
            return other
        if (
            other is None
            or phrase.adjectives
            or not any(self.w.fits(other.noun, said) for said in env.done[OTHERS_SAID])
        ):
            return None
        return next((ref for ref in known if ref.value != other.value), None)

    def _holder(self, s: State, phrase: N.NounPhrase, env: Env) -> Ref | None:
        """What a thing is of: `its X`, `the target's X`, `X of the target`."""
        if isinstance(phrase.determiner, N.Possessive):
            return self.thing(s, phrase.determiner.owner, env)
        if isinstance(phrase.determiner, N.Article) and phrase.determiner.word in ("its", "their"):
            theirs = phrase.determiner.word == "their"
            for ref in reversed(env.recent):
                if (ref.type == "player") == theirs and (theirs or ref not in env.done.get(SEVERAL, ())):
                    return ref
        for item in phrase.filters:
            if isinstance(item, N.Of):
                return self.thing(s, item.phrase, env)
        return None

    def _carried(self, s: State, phrase: N.NounPhrase, noun: str, env: Env) -> Ref | None:
        """`the field of the spell`: a space or card that a card carries as an attribute."""
        kind = self.w.type_of(noun)
        if kind not in ("space", "region", "card"):
            return None
        if kind == "space":
            lying = self._holder(s, phrase, env)
            if lying is not None and lying.type == "card" and self.w.lies_about(lying.value):
                return Ref(self.spot(s, lying), "space", noun)
        if kind == "card" and not any(noun in self.w.attributes[card] for card in self.w.cards):
            return None
        holder = self._holder(s, phrase, env)
        if holder is None or holder.type != "card":
            return None
        told = str(self.w.attributes[holder.value].get(noun, ""))
        if kind == "card":
            return Ref(next(iter(self.w.copies(told)), None), "card", noun)
        place = Thing("space", told)
        return Ref(place if place in self.w.kind else None, "space", noun)

    @staticmethod
    def spot(s: State, ref: Ref) -> Thing | None:
        """A space, or the one on which a card lies; None for none."""
        if ref.type != "card":
            return ref.value  # type: ignore[no-any-return]
        place = s.where.get(ref.value)
        return place if place is not None and place.type == "space" else None

    def _owner(self, s: State, phrase: N.NounPhrase, env: Env) -> Ref:
        holder = self._holder(s, phrase, env) or next(
            (ref for ref in reversed(env.recent) if ref.type in ("pieces", "several pieces", "card", "piece")), None
        )
        if holder is not None and holder.type == "cards":
            holder = self.alone(holder, env)
        if holder is not None and not isinstance(holder.value, tuple):
            return Ref(holder.value, "player", "player")  # of what was not found
        if holder is None or holder.type not in ("pieces", "several pieces", "card"):
            raise Unclear("owner")
        seat = s.where[holder.value].number if holder.type == "card" else holder.value[1]
        if holder.type == "card" and seat < 0:  # nobody has it any more: whoever had it when it was taken
            seat = s.had.get(holder.value, -1)
        return Ref(seat, "player", "player")

    def implied(self, noun: str, env: Env) -> Ref:
        """The newest thing that a noun fits, where a sentence does not name it."""
        for ref in (*reversed(env.recent), *([env.place] if env.place else ())):
            if self.w.fits(ref.noun, noun):
                return ref
        raise Unclear(noun)

    # ------------------------------------------------------------ several things

    def things(self, s: State, phrase: N.Phrase, env: Env) -> list[Any]:
        """All things that a phrase describes, in their order."""
        if isinstance(phrase, N.Phrases):
            return [thing for item in phrase.items for thing in self.things(s, item, env)]
        if isinstance(phrase, N.PartOf):
            return self.things(s, phrase.whole, env)
        if isinstance(phrase, N.Pronoun):
            ref = self.thing(s, phrase, env)
            return list(ref.value) if ref.type in ("cards", "players", "spaces") else [ref.value]
        if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, N.NounGroup) and not self.names_pieces(phrase):
            each = [self.things(s, way, env) for way in self.ways(phrase)]
            among = self._pool(s, replace(phrase, noun=self.w.type_of(phrase.noun.nouns[0].noun)), env)
            return [thing for thing in among if any(thing in some for some in each)]
        if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str):
            raise NotCarried(f"things: {phrase}")
        if self.w.fits(phrase.noun, "die"):
            return self._dice(s, phrase, env)
        if not self.is_open(phrase) and not phrase.plural:
            with suppress(Unclear):
                return [self.thing(s, phrase, env).value]
        if self.names_pieces(phrase):
            raise NotCarried(f"pieces one by one: {phrase}")
        return self._described(s, phrase, env)

    def _dice(self, s: State, phrase: N.NounPhrase, env: Env) -> list[int]:
        """`those dice whose result is 6`: what each of the dice shows that were rolled last."""
        thrown = env.roles.get("thrown")
        word = phrase.determiner.word if isinstance(phrase.determiner, N.Article) else ""
        if thrown is None or not phrase.plural or word not in ("the", "that") or phrase.adjectives:
            raise NotCarried(f"dice: {phrase}")

        def shows(value: int, item: N.Filter) -> bool:
            match item:
                case N.Measured(noun="result", relation=relation, number=number, or_else=others):
                    return any(COMPARE[relation](value, self.amount(s, one, env)) for one in (number, *others))
                case N.Whose(noun="result", clause=N.Compare(relation=relation, number=number)):
                    return COMPARE[relation](value, self.amount(s, number, env))
                case N.Whose(noun="result", clause=N.IsPhrase(phrase=N.Amount() as number)):
                    return value == self.amount(s, number, env)
            raise NotCarried(f"dice: {phrase}")

        return [value for value in thrown.value if all(shows(value, item) for item in phrase.filters)]

    def _described(self, s: State, phrase: N.NounPhrase, env: Env) -> list[Any]:
        extremes = [item for item in phrase.filters if self.is_extreme(item)]
        if extremes:
            return self._with_most(s, phrase, extremes, env)
        found = [thing for thing in self._pool(s, phrase, env) if self.fits_phrase(s, thing, phrase, env)]
        if env.used_from is not None and env.this in found and self.only_used(s, env):
            found.remove(env.this)
        return found

    @staticmethod
    def is_extreme(item: N.Node) -> bool:
        """`with the most spears`, `with the fewest coins`."""
        det = getattr(item.phrase, "determiner", None) if isinstance(item, N.With) else None
        return isinstance(det, N.Article) and det.word in ("most", "fewest")

    def _with_most(self, s: State, phrase: N.NounPhrase, extremes: list[N.With], env: Env) -> list[Any]:
        """Of all things that the rest of a phrase describes those that have most or fewest of something, with ties."""
        if len(extremes) > 1 or extremes[0].negated:
            raise NotCarried(f"the most of what is without: {phrase}")
        (extreme,) = extremes
        what = extreme.phrase
        rest = replace(phrase, filters=tuple(item for item in phrase.filters if item is not extreme))
        assert isinstance(what, N.NounPhrase) and isinstance(what.determiner, N.Article)
        of = replace(what, determiner=None, plural=True)
        kind = self.w.type_of(str(phrase.noun))
        had = {
            thing: self._had(s, of, Ref(thing, kind, str(phrase.noun)), env) for thing in self._described(s, rest, env)
        }
        if what.determiner.word == "most" and self.w.type_of(str(what.noun)) != "number":
            had = {thing: count for thing, count in had.items() if count > 0}  # most of nothing is nobody's
        best = (max if what.determiner.word == "most" else min)(had.values(), default=0)
        return [thing for thing, count in had.items() if count == best]

    def _had(self, s: State, of: N.NounPhrase, ref: Ref, env: Env) -> int:
        """How much a player has of something, or how many pieces or cards lie on a thing."""
        if ref.type == "player":
            return self.amount_had(s, of, ref, env.child(you=ref.value))
        if self.names_pieces(of):
            return self.pieces_counted(s, of, env.child(place=Ref(ref.value, "space", "space")))
        if self.w.type_of(str(of.noun)) == "card":
            return sum(s.where.get(card) == ref.value for card in self.things(s, of, env))
        raise NotCarried(f"how many {of}")

    def only_used(self, s: State, env: Env) -> bool:
        """Whether this card lies on a pile of discarded ones since it is being used."""
        where = s.where.get(env.this)
        if where is None or where == env.used_from:
            return False
        goal = (self.w.ruleset.zones.get("discard") or {}).get("to") or ()
        piles = {goal} if isinstance(goal, str) else {*goal}
        return where.name in piles or any(entry.get("refill") == where.name for entry in self.w.nouns.values())

    def _pool(self, s: State, phrase: N.NounPhrase, env: Env) -> list[Any]:
        """The things to look among: what is where a phrase says, or else all that the noun can name."""
        assert isinstance(phrase.noun, str)
        kind = self.w.type_of(phrase.noun)
        for item in phrase.filters:
            if kind == "card" and isinstance(item, N.At | N.Of) and self.names_zones(item.phrase):
                return [
                    card for zone in self.zones_named(s, item.phrase, env) for card in s.zones.get(zone, [])
                    if self.w.is_kind(card, phrase.noun)
                ]  # fmt: skip
            with suppress(Unclear):
                near = self._near(s, kind, item, env)
                if near is not None:
                    return self.w.in_order(near, phrase.noun)
        return self.w.everything(phrase.noun)

    def _near(self, s: State, kind: str, item: N.Node, env: Env) -> Iterable[Thing] | None:
        """The few things of a type among which a filter's own must be; None where it does not tell."""
        phrase = getattr(item, "phrase", None)
        if not isinstance(phrase, N.Phrase) or self.is_open(phrase) or self.names_pieces(phrase):
            return None
        if kind == "card" and isinstance(item, N.At):
            place = self.thing(s, phrase, env).value
            return [card for card in s.zones.get(place, ()) if self.w.lies_about(card)]
        if kind == "space" and isinstance(item, N.NextTo):
            here = self.spot(s, self.thing(s, phrase, env))
            return self.map_now(s)[here] if here in self.w.graph else ()
        if kind == "space" and isinstance(item, N.Related) and self._reaches(item.relation):
            several = isinstance(phrase, N.NounPhrase) and phrase.plural
            return None if several else self.reached(s, item.relation, self.thing(s, phrase, env).value, env.you)
        return None

    def fits_phrase(self, s: State, thing: Any, phrase: N.NounPhrase, env: Env) -> bool:
        """Whether a thing is what a phrase describes (its noun's kind is known to be right)."""
        assert isinstance(phrase.noun, str)
        noun = phrase.noun
        ref = Ref(thing, self.w.type_of(noun), noun)
        det = phrase.determiner
        if (isinstance(det, N.Article) and det.word in OTHERS) or "other" in phrase.adjectives:
            described = env.done.get("described") if ref.type == "player" and self.word(phrase) in EVERY else None
            if described is None:
                several = self.word(phrase) not in ("another", "the_other")
                described = (env.you,) if ref.type == "player" else self._others_than(ref, env, several)
            if thing in described:
                return False
        filters = list(phrase.filters)
        entry = self.w.entry(noun)
        if entry.get("of") and entry.get("type") == "player" and entry.get("means"):
            filters = [item for item in filters if not isinstance(item, N.Of)]
        inner = env.child() if filters else env
        if filters:
            inner.recent.append(ref)
        return (  # what is found out fastest comes first
            all(self.filter(s, item, ref, env, inner) for item in filters if isinstance(item, N.NextTo))
            and self._is_noun(s, ref, noun, phrase, env)
            and self._possessed(s, ref, phrase, env)
            and all(self.adjective(s, word, ref, env) for word in phrase.adjectives if word != "other")
            and all(self.filter(s, item, ref, env, inner) for item in filters if not isinstance(item, N.NextTo))
        )

    def _others_than(self, ref: Ref, env: Env, several: bool) -> tuple[Any, ...]:
        """Than what "another beast" is another: what was spoken of last, one or several, or the card that speaks.

        several: whether it is "all other beasts", which are all of them where the one was not found.
        """
        own = self.w.component[env.this.name].kind if env.this is not None else ""
        wide: tuple[Any, ...] | None = None
        for other in reversed(env.recent):
            if other.type == ref.type:
                return (other.value if several else self.if_found(other).value,)
            if ref.type == "card" and other.type == "cards":
                if self.w.fits(other.noun, ref.noun):
                    return tuple(other.value)
                if wide is None and self.w.fits(ref.noun, other.noun) and not self.w.fits(own, ref.noun):
                    wide = tuple(other.value)
        if wide is not None:
            return wide
        return (env.this,) if ref.type == "card" else ()

    def _is_noun(self, s: State, ref: Ref, noun: str, phrase: N.NounPhrase | None, env: Env) -> bool:
        """Whether the condition of a noun with one holds for a thing."""
        entry = self.w.entry(noun)
        if not entry.get("means") or self.w.type_of(noun) == "number":
            return True
        told = ("noun", noun, ref.value) if not entry.get("of") else None
        if told in s.known:
            return bool(s.known[told])
        means = self.w.word("nouns", noun).means
        assert means is not None
        inner = Env(ref.value if ref.type == "player" else 0)
        if entry.get("of") and entry.get("type") == "player":
            holder = self._holder(s, phrase, env) if phrase is not None else None
            holder = holder or self.implied(entry["of"], env)
            inner.bind(entry["of"], Ref(holder.value, self.w.type_of(entry["of"]), entry["of"]))
        inner.bind(noun, Ref(ref.value, ref.type, str(entry.get("is") or noun)))
        holds = self.block_holds(s, means, inner)
        if told:
            s.known[told] = holds
        return holds

    def _possessed(self, s: State, ref: Ref, phrase: N.NounPhrase, env: Env) -> bool:
        """`your fields`, `another player's field`: by the verb with which such things are owned."""
        det = phrase.determiner
        owned = isinstance(det, N.Possessive) or (isinstance(det, N.Article) and det.word in ("your", "their"))
        if ref.type != "space" or not owned:
            return True
        noun = ref.noun
        while noun and not self.w.entry(noun).get("owned by"):
            noun = self.w.entry(noun).get("is") or ""
        if not noun:
            raise NotCarried(f"who owns a {ref.noun}")
        verb = self.w.entry(noun)["owned by"]
        if isinstance(det, N.Possessive) and isinstance(det.owner, N.NounPhrase) and self.is_open(det.owner):
            return any(self.state_verb(s, verb, seat, [ref]) for seat in self.things(s, det.owner, env))
        seat = self.possessor(s, phrase, env)
        return self.state_verb(s, verb, env.you if seat is None else seat, [ref])

    # ------------------------------------------------------------ adjectives and filters

    def adjective(self, s: State, word: str, ref: Ref, env: Env) -> bool:
        """Whether an adjective is true of a thing."""
        entry = self.w.adjectives.get(word)
        if entry is None:
            return self._core_adjective(s, word, ref)
        if entry.get("attribute"):
            return self._printed_or_counting(s, word, ref, env.you)
        if entry.get("ability"):  # "with a Work"
            card = self.if_found(self.alone(ref, env))
            return card.type == "card" and bool(self.texts.with_heading(entry["ability"], card.value.name))
        if entry.get("among"):
            key = ("among", word, env.you)
            if key not in s.known:
                among = self.w.word("adjectives", word).among
                assert among is not None and isinstance(among.tree, N.Phrase)
                s.known[key] = frozenset(self.things(s, among.tree, Env(env.you)))
            return ref.value in s.known[key]
        told = ("adjective", word, ref.value, env.you)
        if told not in s.known:
            means = self.w.word("adjectives", word).means
            assert means is not None
            inner = Env(env.you)
            inner.bind(entry["of"], Ref(ref.value, ref.type, entry["of"]))
            s.known[told] = self.block_holds(s, means, inner)
        return bool(s.known[told])

    def _core_adjective(self, s: State, word: str, ref: Ref) -> bool:
        if word in ("first", "last") and ref.type == "player":
            first = self.turn_order(s)[0]
            return bool(ref.value == (first if word == "first" else (first - 1) % self.w.players))
        if word == "empty":
            if ref.type == "zone":
                return not s.zones.get(ref.value)
            if ref.type not in ("space", "border"):
                raise Unclear(f"an empty {ref.noun}")
            return not any(count for (_, _, place), count in s.pieces.items() if place == ref.value)
        if word == "different" and ref.type == "card":
            raise NotCarried("of one card alone: different")
        if word in ("different", "own"):
            return True
        raise NotCarried(f"the adjective {word}")

    def _printed(self, word: str, thing: Any) -> bool:
        entry = self.w.adjectives[word]
        return entry.get("value", True) in listed(self.w.attributes.get(thing, {}).get(entry["attribute"]))

    def _printed_or_counting(self, s: State, word: str, ref: Ref, you: int) -> bool:
        """An adjective as it is printed, or as a text says that such things count."""
        value = self._printed(word, ref.value)
        for said in self.texts.adjectives.get(word, []):
            assert isinstance(said.node, N.Does) and isinstance(said.node.act, N.Perform)
            subject, goal = said.node.subject, said.node.act.slot("object")
            assert isinstance(subject, N.NounPhrase) and isinstance(goal, N.NounPhrase)
            gains = word in goal.adjectives
            env = Env(you)
            env.bind(self.w.adjectives[word]["of"], ref)
            if self._printed(subject.adjectives[0], ref.value) and self.speaks(s, said, you, env):
                value = gains
        return value

    def filter(self, s: State, item: N.Node, ref: Ref, outer: Env, inner: Env) -> bool:
        """Whether a description fits a thing; "it" in a clause of its own is that thing (`inner`)."""
        if isinstance(item, N.Filter) and told_of_a_set(item) is not None:
            raise NotCarried(f"of one thing alone: {item}")
        match item:
            case N.Relative():
                return self._relative(s, item, ref, inner)
            case N.NextTo(phrase=phrase):
                return self._is_next_to(s, ref, phrase, outer, inner)
            case N.Within():
                return self._is_within(s, item, ref, outer, inner)
            case N.With(phrase=phrase, negated=negated):
                there, alone = self._where_they_lie(phrase, ref)
                lies = all(self.filter(s, one, ref, outer, inner) for one in there)
                return lies and self._with(s, alone, ref, outer) != negated
            case N.ThatHas(object=phrase):
                return self.filter(s, N.With(phrase=phrase), ref, outer, inner)
            case N.Where(clause=clause):
                return self._is_so_there(s, clause, ref, outer, inner)
            case N.Related(relation=relation, phrase=phrase):
                return self._is_related(s, relation, ref, phrase, outer, inner)
            case N.OtherThan(phrase=phrase):
                return bool(ref.value != self.either(s, phrase, outer, inner).value)
            case N.Adjective(word=word):
                return self.adjective(s, word, ref, outer)
            case N.That(predicate=predicate, negated=negated):
                return self.predicate(s, ref, predicate, inner) != negated
            case N.OfChoice() | N.Participle() | N.OfYours():
                return True
            case N.DidSo(rank=str()):
                raise NotCarried("who of several players did it most")
            case N.DidSo(negated=negated):
                return ref.value in outer.done["who"][negated]
            case N.At(preposition="in_or_next_to", phrase=phrase) if ref.type != "card" or self.w.lies_about(ref.value):
                one = N.Within(distance=N.Number(value=1), phrase=phrase)
                return self._is_within(s, one, ref, outer, inner)
            case N.At(phrase=phrase) | N.Of(phrase=phrase):
                return self._is_at(s, ref, phrase, outer, inner)
            case N.Whose():
                return self._whose(s, item, ref, outer, inner)
            case N.Measured(noun=noun, relation=relation, number=number, or_else=others):
                value = self.value(s, N.NounPhrase(noun=noun), inner)
                return any(COMPARE[relation](value, self.amount(s, one, outer)) for one in (number, *others))
        raise NotCarried(f"the filter {item}")

    def _is_so_there(self, s: State, clause: N.Condition, ref: Ref, outer: Env, inner: Env) -> bool:
        """Whether something is so at a place; what says where pieces are that are there tells of the place."""
        there: list[N.Filter] = []
        if isinstance(clause, N.Has | N.Exists) and isinstance(clause.object, N.Phrase):
            there, alone = self._where_they_lie(clause.object, ref)
            clause = replace(clause, object=alone)
        lies = all(self.filter(s, one, ref, outer, inner) for one in there)
        return lies and self.holds(s, clause, inner.child(place=ref))

    def either(self, s: State, phrase: N.Phrase, outer: Env, inner: Env) -> Ref:
        """A thing named in a description: from before it, or else the thing that is described."""
        try:
            return self.thing(s, phrase, outer)
        except Unclear:
            return self.thing(s, phrase, inner)

    def _is_at(self, s: State, ref: Ref, phrase: N.Phrase, outer: Env, inner: Env) -> bool:
        if ref.type == "card" and self.names_zones(phrase):
            return s.where.get(ref.value) in self.zones_named(s, phrase, outer)
        noun = str(getattr(phrase, "noun", ""))
        if self.w.type_of(noun) == "region" and self.is_open(phrase) and noun not in self.w.regions:
            return any(ref.value in self.w.regions[region.name] for region in self.things(s, phrase, outer))
        if ref.type == "card" and self.w.lies_about(ref.value) and self.is_open(phrase):
            return s.where.get(ref.value) in self.things(s, phrase, outer)
        if ref.type == "space" and self.w.type_of(noun) == "space" and self.is_open(phrase):
            return ref.value in self.things(s, phrase, outer)
        place = self.either(s, phrase, outer, inner)
        if place.type == "region":
            return ref.value in self.w.regions[place.value.name]
        if place.type == "border":
            return ref.value in self.w.ends.get(place.value, ())
        if ref.type == "card" and self.w.lies_about(ref.value):
            return place.value is not None and s.where.get(ref.value) == place.value
        if ref.type == "card" and place.type == "space":
            return self.w.space_on(ref.value) == place.value
        raise NotCarried(f"a {ref.type} at a {place.type}")

    def _is_next_to(self, s: State, ref: Ref, phrase: N.Phrase, outer: Env, inner: Env) -> bool:
        here = self.spot(s, ref)
        if isinstance(phrase, N.PartOf) and phrase.quantity == N.Quantity(kind="count", low=1):
            phrase = phrase.whole  # "next to one of your huts": next to some of them
        if not self.is_open(phrase) and not self.names_pieces(phrase) and not self._all_of_somebody(phrase):
            other = self.either(s, phrase, outer, inner)
            if other.type == "region":
                return self._beside_region(s, here, other)
            return self.next_to(s, here, self.spot(s, other))
        near = set(self.map_now(s)[here]) if here in self.w.graph else set()
        return self._is_among(s, near, phrase, outer)

    def _beside_region(self, s: State, here: Any, region: Ref) -> bool:
        """Whether a space is next to one of those of a region, and is none of them."""
        spaces = self.w.regions[region.value.name]
        return here not in spaces and any(self.next_to(s, here, space) for space in spaces)

    def _all_of_somebody(self, phrase: N.Phrase) -> bool:
        """`your fields`: all of them."""
        whose = isinstance(phrase, N.NounPhrase) and phrase.plural and self.word(phrase) in ("your", "their")
        return whose and isinstance(phrase.noun, str) and self.w.type_of(phrase.noun) == "space"

    def _is_within(self, s: State, item: N.Within, ref: Ref, outer: Env, inner: Env) -> bool:
        """At most so many steps away: the thing's own space is none."""
        assert isinstance(item.distance, N.Number)
        here = self.spot(s, ref)
        near = {here} if here in self.w.graph else set()
        for _ in range(item.distance.value):
            near |= {space for one in near for space in self.map_now(s)[one]}
        if not self.is_open(item.phrase) and not self.names_pieces(item.phrase):
            other = self.either(s, item.phrase, outer, inner)
            if other.type == "region":
                return bool(near & set(self.w.regions[other.value.name]))
            return self.spot(s, other) in near
        return self._is_among(s, near, item.phrase, outer)

    def _is_among(self, s: State, near: set[Any], phrase: N.Phrase, outer: Env) -> bool:
        """Whether as many of the things that a phrase describes as it asks for are on these spaces."""
        assert isinstance(phrase, N.NounPhrase)
        if self.names_pieces(phrase):
            return self.enough(phrase, sum(self._counted_on(s, phrase, space, outer) for space in near))
        things = self.things(s, phrase, outer)
        if self.w.type_of(str(phrase.noun)) == "region":
            raise NotCarried("next to one of several regions")
        spots = [s.where.get(x) if self.w.type_of(str(phrase.noun)) == "card" else x for x in things]
        return self.of_enough(phrase, [spot in near for spot in spots])

    def _counted_on(self, s: State, phrase: N.NounPhrase, space: Any, outer: Env) -> int:
        """How many pieces of a phrase lie on a space, of which it may say where it is."""
        spot = Ref(space, "space", "space")
        there, alone = self._where_they_lie(phrase, spot)
        lies = all(self.filter(s, one, spot, outer, outer) for one in there)
        return self.pieces_counted(s, alone, outer.child(place=spot)) if lies else 0

    def of_enough(self, phrase: N.NounPhrase, held: list[bool]) -> bool:
        """Whether something holds of as many things as the phrase that describes them asks for: each, 2, any."""
        return all(held) if self.word(phrase) in EVERY else self.enough(phrase, sum(held))

    def _is_related(self, s: State, relation: str, ref: Ref, phrase: N.Phrase, outer: Env, inner: Env) -> bool:
        if not self.is_open(phrase) and not (isinstance(phrase, N.NounPhrase) and phrase.plural):
            return self.related(s, relation, ref.value, self.either(s, phrase, outer, inner).value, outer.you)
        key = ("related", relation, phrase, outer.key()) if ref.type == "space" else None
        others = s.known.get(key) if key else None
        if others is None:
            others = self.things(s, phrase, outer)
            if key:
                s.known[key] = others
        different = [other for other in others if ref.type != "player" or other != ref.value]
        held = [self.related(s, relation, ref.value, other, outer.you) for other in different]
        return self.of_enough(phrase, held) if isinstance(phrase, N.NounPhrase) else any(held)

    def related(self, s: State, relation: str, one: Any, other: Any, you: int) -> bool:
        """Whether a relation of the lexicon holds between two things."""
        if self._reaches(relation):
            return one in self.reached(s, relation, other, you)
        told = ("held between", relation, one, other, you)
        if told not in s.known:
            s.known[told] = self._held_between(s, relation, one, other, you)
        return bool(s.known[told])

    def _held_between(self, s: State, relation: str, one: Any, other: Any, you: int) -> bool:
        entry = self.w.relations[relation]
        means = self.w.word("relations", relation).means
        assert means is not None
        kinds = [self.w.type_of(entry["of"]), self.w.type_of(entry["with"])]
        env = Env(one if kinds[0] == "player" else you)
        env.bind(entry["of"], Ref(one, kinds[0], entry["of"]))
        env.bind(entry["with"], Ref(other, kinds[1], entry["with"]))
        env.names[PAIRED] = Ref(other, kinds[1], entry["with"])  # also where it is the first one itself
        return self.block_holds(s, means, env)

    def _reaches(self, relation: str) -> bool:
        """Whether a relation names spaces from one on, instead of comparing two."""
        entry = self.w.relations[relation]
        return bool(entry.get("closure")) or any(entry.get(name) for name in self.leading)

    def reached(self, s: State, relation: str, start: Thing | None, you: int) -> frozenset[Thing]:
        """Whatever a relation reaches from a space, step by step, over chains, ahead or under a tile."""
        key = ("reached", relation, start, you)
        if key not in s.known:
            entry = self.w.relations[relation]
            find = next((find for name, find in self.leading.items() if entry.get(name)), self._closed)
            s.known[key] = frozenset(find(s, relation, start, you) if start is not None else ())
        return s.known[key]

    def _closed(self, s: State, relation: str, start: Thing, you: int) -> set[Thing]:
        """What can be reached in a graph whose nodes are the spaces that count, and whose edges are single steps."""
        entry, word = self.w.relations[relation], self.w.word("relations", relation)
        nodes = [start]
        for space in self.w.everything(entry["of"]):
            env = Env(you)
            env.bind(entry["of"], Ref(space, "space", entry["of"]))
            if space != start and (word.within is None or self.block_holds(s, word.within, env)):
                nodes.append(space)
        graph: nx.DiGraph[Thing] = nx.DiGraph()
        graph.add_nodes_from(nodes)
        for base in listed(entry["closure"]):
            graph.add_edges_from(
                (here, there) for here in nodes for there in nodes
                if here != there and self.related(s, base, *self._step(base, here, there), you)
            )  # fmt: skip
        most = None if word.most is None else self.amount(s, self.said_amount(word.most), Env(you))
        return set(nx.single_source_shortest_path_length(graph, start, cutoff=most)) - {start}

    def _step(self, relation: str, here: Thing, there: Thing) -> tuple[Thing, Thing]:
        """The ends of a single step: what is reached comes first ("a space in reach of your spaces")."""
        return (there, here) if self._reaches(relation) else (here, there)

    def _chained(self, s: State, relation: str, start: Thing, you: int) -> set[Thing]:
        """Neighbours, and whatever lies next to a chain of at most so many spaces of a kind that begins beside it."""
        word = self.w.word("relations", relation)
        assert word.through is not None and isinstance(word.through.tree, N.NounPhrase)
        links = set(self.things(s, word.through.tree, Env(you)))
        most = MANY if word.most is None else self.amount(s, self.said_amount(word.most), Env(you))
        graph = self.map_now(s)
        steps = nx.single_source_shortest_path_length(graph.subgraph(links | {start}), start, cutoff=most)
        return {neighbour for space in steps for neighbour in graph[space]} - {start}

    def _ahead(self, s: State, relation: str, start: Thing, you: int) -> set[Thing]:
        """The neighbour in a direction."""
        word, env = self.w.word("relations", relation), Env(you)
        assert word.direction is not None
        env.bind(word.data["with"], Ref(start, "space", word.data["with"]))
        there = self.w.ahead.get((start, self.amount(s, self.said_amount(word.direction), env)))
        return set() if there is None else {there}

    def _tiled(self, s: State, relation: str, start: Thing, you: int) -> set[Thing]:
        """The spaces under a tile that would lie at a space, or beside it."""
        word = self.w.word("relations", relation)
        under = set(self.laid(s, word, start))
        if not word.data.get("beside"):
            return under
        return {other for space in under for other in self.map_now(s)[space]} - under

    def laid(self, s: State, word: Word, at: Thing | None) -> dict[Thing, Mapping[str, Any]]:
        """What the tile of which a word speaks prints on the spaces under it."""
        assert word.tile is not None and isinstance(word.tile.tree, N.Phrase)
        tile = self.thing(s, word.tile.tree, Env(0)).value
        turned = 0 if word.turned is None else self.amount(s, self.said_amount(word.turned), Env(0))
        return self.w.laid(tile, at, turned)

    def _where_they_lie(self, phrase: N.Phrase, ref: Ref) -> tuple[list[N.Filter], N.Phrase]:
        """What pieces that a place has say of it, since they lie there; and the pieces alone."""
        if ref.type != "space" or not isinstance(phrase, N.NounPhrase) or not self.names_pieces(phrase):
            return [], phrase
        said = [
            item for item in phrase.filters
            if isinstance(item, N.NextTo | N.Within) or (isinstance(item, N.At) and not self.names_zones(item.phrase))
        ]  # fmt: skip
        return said, replace(phrase, filters=tuple(item for item in phrase.filters if item not in said))

    def _with(self, s: State, phrase: N.Phrase, ref: Ref, env: Env) -> bool:
        if ref.type == "player":
            return self.has(s, phrase, ref, env)
        if isinstance(phrase, N.NounPhrase) and self.names_pieces(phrase):
            there = env.child(place=Ref(ref.value, "space", "space"))
            return self.enough(phrase, self.pieces_counted(s, phrase, there))
        if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str):
            if self.w.type_of(phrase.noun) == "card":
                lying = [card for card in self.things(s, phrase, env) if s.where.get(card) == ref.value]
                return self.enough(phrase, len(lying))
            if ref.type == "card" and self.w.type_of(phrase.noun) == "resource":
                return self.symbols(ref.value, phrase.noun) > 0
        raise NotCarried(f"with {phrase}")

    def symbols(self, card: Thing, resource: str) -> int:
        """How much of a resource is printed on a card."""
        attribute = self.w.entry(resource).get("paid by")
        return int((self.w.attributes[card].get(attribute) or {}).get(resource, 0)) if attribute else 0

    def _whose(self, s: State, item: N.Whose, ref: Ref, outer: Env, inner: Env) -> bool:
        if item.negated:
            raise NotCarried(f"whose {item.noun} is not {item.clause}")
        phrase = N.NounPhrase(determiner=N.Article(word="its"), noun=item.noun)
        if self.w.type_of(item.noun) == "number":
            value = self.value(s, phrase, inner)
            match item.clause:
                case N.Compare(relation=relation, number=number):
                    return COMPARE[relation](value, self.amount(s, number, outer))
                case N.IsPhrase(phrase=N.Amount() as number):
                    known = not isinstance(number, N.Value) or value not in self._no_values(item.noun)
                    return known and value == self.amount(s, number, outer)
            raise NotCarried(f"whose {item.noun} {item.clause}")
        thing = self.thing(s, phrase, inner)
        if isinstance(item.clause, N.Relative):
            return self._relative(s, item.clause, thing, inner)
        return self.predicate(s, thing, item.clause, inner)

    def is_noted(self, verb: str) -> bool:
        """Whether it is noted to which cards and spaces a verb has been done: of the lexicon's own verbs it is.

        It is noted, too, that one was done which is done to nothing.
        """
        slots = (self.w.verbs.get(verb) or {}).get("slots") or {}
        kind = slots.get("object")
        own = self.w.ruleset.words["verbs"].get(verb)
        if not slots and own is not None and own.do is not None:
            return verb not in (self.w.ruleset.turn, self.w.ruleset.round)
        return own is not None and own.do is not None and kind is not None and self.w.type_of(kind) in ("card", "space")

    def not_counted(self, phrase: N.Phrase) -> None:
        """Refuse to count things by what was done to them: how often that was is not noted."""
        lying = isinstance(phrase, N.NounPhrase) and any(isinstance(item, N.At) for item in phrase.filters)
        if lying and self.w.type_of(str(phrase.noun)) == "card":
            return  # the cards there, of which it is so
        if isinstance(phrase, N.NounPhrase) and any(map(is_past, phrase.filters)):
            raise NotCarried(f"how often it was done: {phrase}")

    def _relative(self, s: State, item: N.Relative, ref: Ref, env: Env) -> bool:
        """`fields you do not control`: the thing is the object of a condition; `fields you have ploughed this turn`."""
        told = item.verb not in self.w.verbs and ref.type == "card"  # of cards by themselves it is kept who did what
        if is_past(item) and item.time is not None and (told or self.is_noted(item.verb)):
            self._of_ones_own_turn(item.time, item.subject)
            done = s.past.get(item.time, frozenset())
            if told:
                done = {(verb, seat, what) for verb, seat, what, _ in s.counted.get(item.time, ())}
            if isinstance(item.subject, N.Pronoun) and item.subject.word == "nobody":
                holds = not any((item.verb, seat, ref.value) in done for seat in self.w.seats)
            elif self.is_open(item.subject):
                holds = any((item.verb, seat, ref.value) in done for seat in self.things(s, item.subject, env))
            else:
                holds = (item.verb, self.thing(s, item.subject, env).value, ref.value) in done
            return holds != item.negated
        if not (self.w.verbs.get(item.verb) or {}).get("state"):
            raise NotCarried(f"the relative clause {item}")
        if isinstance(item.subject, N.Pronoun) and item.subject.word == "nobody":
            holds = not any(self.state_verb(s, item.verb, seat, [ref]) for seat in self.w.seats)
        elif self.is_open(item.subject):
            holds = any(self.state_verb(s, item.verb, seat, [ref]) for seat in self.things(s, item.subject, env))
        else:
            holds = self.state_verb(s, item.verb, self.thing(s, item.subject, env).value, [ref])
        return holds != item.negated

    def predicate(self, s: State, ref: Ref, predicate: N.Predicate, env: Env) -> bool:
        """Whether a thing is what a predicate says."""
        match predicate:
            case N.IsPhrase(phrase=N.Phrases(conjunction="or", items=items)):
                return any(self.predicate(s, ref, N.IsPhrase(phrase=item), env) for item in items)
            case N.IsPhrase(phrase=N.NounPhrase(noun=N.NounGroup(conjunction="or")) as phrase):
                return any(self.predicate(s, ref, N.IsPhrase(phrase=way), env) for way in self.ways(phrase))
            case N.IsPhrase(phrase=N.NounPhrase(noun=str(noun)) as phrase):
                if not self.is_open(phrase):
                    return bool(ref.value == self.thing(s, phrase, env).value)
                if ref.type in ("card", "space", "border") and not self.w.is_kind(ref.value, noun):
                    return False
                plain = replace(phrase, determiner=N.Article(word="a"))
                return self.fits_phrase(s, ref.value, plain, env)
            case N.Compare(relation=relation, number=number):
                return COMPARE[relation](ref.value, self.amount(s, number, env))
            case N.Filter():
                return self.filter(s, predicate, ref, env, env)
        raise NotCarried(f"the predicate {predicate}")

    # ------------------------------------------------------------ pieces

    def kinds(self, phrase: N.NounPhrase, env: Env | None = None) -> list[Thing]:
        """The kinds of piece that a phrase names."""
        if env is not None and isinstance(phrase.noun, str) and phrase.determiner is not None:
            named = env.name(phrase.noun)
            kind = (
                named.value if named is not None and named.type == "piece" else None
            )  # "this kind": one that was found
            if isinstance(kind, Thing) and not isinstance(phrase.determiner, N.Possessive):
                return [kind]
        worths = [item.value for item in phrase.filters if isinstance(item, N.Worth)]
        found = []
        for bare in self.nouns_in(phrase):
            found += [
                kind for kind in self.w.piece_kinds[self.w.base(bare.noun)] if kind.number in (worths or [kind.number])
            ]
        return found

    def owners(self, s: State, phrase: N.NounPhrase, env: Env) -> list[int] | None:
        """The seats whose pieces are meant; None for anybody's."""
        if isinstance(phrase.determiner, N.Possessive):
            owner = phrase.determiner.owner
            if isinstance(owner, N.NounPhrase) and self.is_open(owner):
                return list(self.things(s, owner, env))
            return [self.thing(s, owner, env).value]
        if any(isinstance(item, N.OfYours) for item in phrase.filters):
            return [env.mine]
        for item in phrase.filters:  # "… you have"
            if isinstance(item, N.Relative) and item == N.Relative(subject=item.subject, verb="have"):
                who = item.subject
                if isinstance(who, N.NounPhrase) and self.is_open(who):
                    return list(self.things(s, who, env))
                return [self.thing(s, who, env).value]
        if self.word(phrase) in ("your", "their"):
            seat = self.possessor(s, phrase, env)
            return None if seat is None else [seat]
        return None

    def place_of(self, ref: Ref) -> Any:
        """Where pieces lie that are said to be at something."""
        if ref.type in ("space", "border", "zone", "card"):
            return ref.value
        raise NotCarried(f"pieces at a {ref.type}")

    def places_at(self, s: State, phrase: N.Phrase, env: Env) -> list[Thing]:
        """The places that "in X" means."""
        if self.names_zones(phrase):
            return self.zones_named(s, phrase, env)
        several = isinstance(phrase, N.NounPhrase) and phrase.plural
        if isinstance(phrase, N.Pronoun) or not (several or self.is_open(phrase)):
            return [self.place_of(self.thing(s, phrase, env))]
        return self.things(s, phrase, env)

    def places(self, s: State, phrase: N.NounPhrase, env: Env) -> list[Thing] | None:
        """Where the pieces of a phrase are, as it says itself."""
        found: list[Thing] | None = None
        for item in phrase.filters:
            here = self._places_of(s, item, phrase, env)
            if here is not None:
                found = here if found is None else [place for place in found if place in here]
        return found

    def _places_of(self, s: State, item: N.Filter, phrase: N.NounPhrase, env: Env) -> list[Thing] | None:
        """Where pieces are by one filter; None where it does not tell."""
        if isinstance(item, N.At):
            return self.places_at(s, item.phrase, env)
        if isinstance(item, N.There):
            return [self.place_of(self.if_found(env.place or self._pronoun("it", env)))]
        if isinstance(item, N.NextTo | N.Within | N.Related) and env.place is None:
            spaces = [
                place for place in self.w.spaces if any(self.w.can_lie(x, place) for x in self.kinds(phrase, env))
            ]
            return [x for x in spaces if self.filter(s, item, Ref(x, "space", "space"), env, env)]
        return None

    def home(self, noun: str, seat: int) -> Thing:
        """The zone where a seat keeps its pieces of a kind."""
        for where in listed(self.w.entry(noun).get("in")):
            if self.w.entry(where).get("type") == "zone" and self.w.entry(where).get("of") == "player":
                return self.w.zone(where, seat)
        raise NotCarried(f"where a seat keeps its {noun}")

    def spots(
        self, s: State, phrase: N.NounPhrase, env: Env, whose: list[int] | None = None
    ) -> list[tuple[Thing, int, Thing]]:
        """(kind, owner, place) of everything that a phrase of pieces can mean, empty or not.

        whose: the owners where the sentence's subject says it.
        """
        owners = whose if whose is not None else self.owners(s, phrase, env)
        places = self.places(s, phrase, env)
        if places is None and env.place is not None:
            places = [env.place.value]
        found = []
        for kind in self.kinds(phrase, env):
            here = places
            if here is None and not self.w.owned(kind) and owners is not None:
                here = [self.home(kind.name, seat) for seat in owners]
            if here is None:
                here = [p for p in (*self.w.spaces, *self.w.borders, *self.w.cards) if self.w.can_lie(kind, p)]
            rows = ([*self.w.seats, -1] if owners is None else owners) if self.w.owned(kind) else [-1]
            found += [(kind, row, place) for row in rows for place in here]
        return found

    def pieces_counted(self, s: State, phrase: N.NounPhrase, env: Env, whose: list[int] | None = None) -> int:
        """How many pieces a phrase names."""
        spots = self.spots(s, phrase, env, whose)
        left_out = self.left_out(phrase, env)
        return max(0, sum(s.count(*spot) for spot in spots) - sum(spot in spots for spot in left_out))

    def left_out(self, phrase: N.NounPhrase, env: Env) -> list[Any]:
        """The (kind, owner, place) of the piece that “another hut”, or “other huts”, are other than."""
        if self.word(phrase) not in OTHERS and "other" not in phrase.adjectives:
            return []
        one = self.word(phrase) in ("another", "the_other")
        for ref in reversed(env.recent):
            if ref.type == "pieces" and self.w.fits(ref.noun, str(phrase.noun)):
                return [ref.value]
            if ref.type == "piece" and ref.noun == phrase.noun and not isinstance(ref.value, tuple):  # was not found
                return [self.if_found(ref).value] if one else []
        raise NotCarried(f"other than which? {phrase}")

    # ------------------------------------------------------------ amounts

    def said_amount(self, words: B.Words) -> N.Amount | N.Phrase:
        """The tree of some words that are an amount."""
        tree = words.tree
        if not isinstance(tree, N.Amount | N.Phrase):
            raise NotCarried(f"the amount {words.text}")
        return tree

    def amount(self, s: State, node: N.Amount | N.Phrase, env: Env) -> int:
        """What an amount comes to."""
        match node:
            case N.Number(value=value):
                return value
            case N.Plus(left=left, right=right):
                return self.amount(s, left, env) + self.amount(s, right, env)
            case N.Minus(left=left, right=right):
                return self.amount(s, left, env) - self.amount(s, right, env)
            case N.Times(factor=factor, number=number):
                return factor * self.amount(s, number, env)
            case N.Bounded(number=number, most=most, least=least):
                found = self.amount(s, number, env)
                most, least = (self.amount(s, one, env) if isinstance(one, N.Amount) else one for one in (most, least))
                found = found if most is None else min(found, most)
                return found if least is None else max(found, least)
            case N.Half(number=number, rounded=rounded):
                return (self.amount(s, number, env) + (rounded == "up")) // 2
            case N.CountOf(phrase=phrase):
                self.not_counted(phrase)
                return self.count(s, phrase, env)
            case N.Value(phrase=phrase):
                return self.value(s, phrase, env)
            case N.Phrase():
                return self.value(s, node, env)
        raise NotCarried(f"the amount {node}")

    def count(self, s: State, phrase: N.Phrase, env: Env) -> int:
        """How many things a phrase names."""
        if isinstance(phrase, N.Phrases):
            return sum(self.count(s, item, env) for item in phrase.items)
        if not isinstance(phrase, N.NounPhrase):
            raise NotCarried(f"counting {phrase}")
        for item in phrase.filters:
            if isinstance(item, N.Participle):
                done = env.done.get(item.verb)
                env.done[f"{item.verb} asked"] = True
                if says_whose(phrase):
                    raise NotCarried("whose it was that something was done to")
                if done is None or phrase.adjectives or len(phrase.filters) > 1:
                    raise NotCarried(f"how often {item.verb} was done, and to what")
                if isinstance(done, tuple):  # cards, of which those count that are named
                    return sum(self.w.is_kind(card, str(phrase.noun)) for card in done)
                return int(done)
        if self.names_pieces(phrase):
            return self.pieces_counted(s, phrase, env)
        if self.w.entry(str(phrase.noun)).get("held"):
            seat = self.possessor(s, phrase, env)
            return self.held(s, str(phrase.noun), env.you if seat is None else seat)
        if self.w.type_of(str(phrase.noun)) == "number":
            return self.value(s, phrase, env)
        told = parted(phrase)
        if told is not None and self.w.type_of(str(phrase.noun)) == "card":
            return self._of_a_set(s, phrase, *told, env)
        return len(self.things(s, phrase, env))

    def _of_a_set(self, s: State, phrase: N.NounPhrase, alone: N.NounPhrase, likeness: Likeness, env: Env) -> int:
        """How many different cards there are; of so many that agree, how often so many can be put together."""
        many = phrase.determiner
        size = many.low if isinstance(many, N.Quantity) and many.kind == "count" and many.low else 1
        found = self.things(s, replace(alone, determiner=None, plural=True), env)
        if likeness.differ and not likeness.noun and size < 2:
            return self.most_alike(s, found, likeness, env)
        if size < 2 or (likeness.differ and not likeness.noun):
            raise NotCarried(f"a set: {phrase}")
        told = [one for one in (self.in_what(s, likeness, card, env) for card in found) if one is not None]
        if likeness.differ:
            return sets_of(told, size)
        return sum(told.count(one) // size for one in set(told))

    def value(self, s: State, phrase: N.Phrase, env: Env) -> int:
        """The value of a number noun."""
        if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str):
            raise NotCarried(f"the number {phrase}")
        noun, entry = phrase.noun, self.w.entry(phrase.noun)
        det = phrase.determiner
        if noun == "result" and (isinstance(det, N.Possessive) or det in THEIRS):
            raise NotCarried("what each of two players rolled")
        named = env.name(noun)
        if named is not None and named.type == "number":
            return self._of_dice(s, phrase, env) if phrase.adjectives else int(named.value)
        if entry.get("held"):
            seat = self.possessor(s, phrase, env)
            return self.held(s, noun, env.you if seat is None else seat)
        if entry.get("type") == "role":
            raise Unclear(noun)
        if entry.get("type") != "number":
            return self.count(s, phrase, env)
        if entry.get("table"):
            return self.w.figure(entry["table"])
        if phrase.adjectives:
            return self._together(s, phrase, env)
        args = [self._argument(s, kind, phrase, env) for kind in listed(entry.get("of"))]
        if self.itself == (noun, args):  # what texts add to a number is not added for good
            return int(s.kept[(noun, *args)])
        return self.number(s, noun, args)

    def _of_dice(self, s: State, phrase: N.NounPhrase, env: Env) -> int:
        """`the highest result of those dice`."""
        of = phrase.filters[0] if len(phrase.filters) == 1 else None
        together = {("total",): sum, ("highest",): max, ("lowest",): min}.get(phrase.adjectives)
        if phrase.noun != "result" or together is None or not isinstance(of, N.Of):
            raise NotCarried(f"the number {phrase}")
        return int(together(self.things(s, of.phrase, env) or [0]))

    def held(self, s: State, noun: str, seat: int) -> int:
        """How much of a resource a seat holds, of all its kinds together."""
        return sum(s.held[kind, seat] for kind in self.held_kinds(noun) or [noun])

    def held_kinds(self, noun: str) -> list[str]:
        """The kinds of a resource of which seats hold each by itself."""
        return [k for k, e in self.w.nouns.items() if k != noun and e.get("held") and k in self.w.kinds_of(noun)]

    def _argument(self, s: State, kind: str, phrase: N.NounPhrase, env: Env) -> Any:
        """What a number is of, as the phrase tells, or what was spoken of last."""
        base = self.w.type_of(kind)
        if base == "player":
            seat = self.possessor(s, phrase, env)
            if seat is not None:
                return seat
        else:
            with suppress(Unclear):
                holder = self._holder(s, phrase, env)
                holder = self.alone(holder, env) if holder is not None else None
                if holder is not None and holder.type == base:
                    return self.if_found(holder).value
            for item in phrase.filters:
                if isinstance(item, N.At | N.Of):
                    ref = self.thing(s, item.phrase, env)
                    if ref.type == base:
                        return ref.value
        for ref in (*reversed(env.recent), *([env.place] if env.place else ())):
            if ref.type == base and (base != "space" or self.w.fits(ref.noun, kind)):
                return self.if_found(ref).value
        if base == "player":
            return env.you
        raise Unclear(kind)

    def if_found(self, ref: Ref) -> Ref:
        """A thing that was spoken of; for what may be left undone, only where it was found."""
        return ref

    def alone(self, ref: Ref, env: Env) -> Ref:
        """The one card of what was spoken of by a word for one: `the top card`."""
        raise NotImplementedError

    def _together(self, s: State, phrase: N.NounPhrase, env: Env) -> int:
        """`the total worth of your cards`, `the highest price of …`: one number of several things."""
        noun, of = str(phrase.noun), next((i.phrase for i in phrase.filters if isinstance(i, N.Of)), None)
        if phrase.adjectives not in (("total",), ("highest",), ("lowest",), ("different",)) or not isinstance(
            of, N.NounPhrase
        ):
            raise NotCarried(f"the number {phrase}")
        kind = self.w.type_of(str(of.noun))
        found = []
        for thing in self.things(s, of, env):
            args = [
                thing if self.w.type_of(base) == kind else self._argument(s, base, N.NounPhrase(noun=noun), env)
                for base in listed(self.w.entry(noun).get("of"))
            ]
            found.append(self.number(s, noun, args))
        if phrase.adjectives == ("different",):
            return len(set(found) - self._no_values(noun))
        return {"total": sum, "highest": max, "lowest": min}[phrase.adjectives[0]](found or [0])

    # ------------------------------------------------------------ numbers of the lexicon

    def number(self, s: State, noun: str, args: list[Any]) -> int:
        """A number, with all that texts change about it: first those that set it, then those that add to it."""
        told = ("number", noun, *args)
        if told not in s.known:
            s.known[told] = self._added_up(s, noun, args)
        return int(s.known[told])

    def _added_up(self, s: State, noun: str, args: list[Any]) -> int:
        kinds = listed(self.w.entry(noun).get("of"))
        types = [self.w.type_of(kind) for kind in kinds]
        env = Env(args[types.index("player")] if "player" in types else 0)
        for kind, base, arg in zip(kinds, types, args, strict=True):
            env.bind(kind, Ref(arg, base, kind))
        value = self._plain_number(s, noun, args, env)
        changes = self.texts.numbers.get(noun, [])
        for said in sorted(changes, key=self._in_order):
            value = self._changed(s, said, value, kinds, env, "player" in types)
        return value

    def _plain_number(self, s: State, noun: str, args: list[Any], env: Env) -> int:
        entry, word = self.w.entry(noun), self.w.word("nouns", noun)
        if entry.get("option"):
            return int(self.w.options[entry["option"]])
        if word.total:
            return sum(
                self.amount(s, self.said_amount(part.amount), env.child()) for part in word.total
                if part.condition is None or self.block_holds(s, part.condition, env.child())
            )  # fmt: skip
        if entry.get("kept"):
            return s.kept[(noun, *args)]
        if word.distance is not None:
            start, goal = (self.amount(s, self.said_amount(end), env) for end in word.distance)
            return self.around(entry, start, goal) if entry.get("around") else abs(start - goal)
        if word.tile is not None:
            assert word.place is not None and isinstance(word.place.tree, N.Phrase)
            printed = self.laid(s, word, self.thing(s, word.place.tree, Env(0)).value).get(args[0]) or {}
            return self.w.value_named(noun, printed.get(entry["attribute"]))
        if entry.get("attribute"):
            printed = self.w.attributes.get(args[0], {})
            return self.w.value_named(noun, printed.get(entry["attribute"], entry.get("default") if printed else None))
        if word.highest is not None or word.lowest is not None:
            of, pick = (word.highest, max) if word.highest is not None else (word.lowest, min)
            assert word.among is not None and of is not None
            row = sorted(self.amount(s, self.said_amount(of), inner) for inner in self._among(s, word.among, env))
            place = int(entry.get("place", 1))
            return (row[::-1] if pick is max else row)[place - 1] if len(row) >= place else 0
        if word.groups is not None:
            return self._groups(s, word.groups, entry["by"], env)
        if word.count is not None:
            test = word.condition
            return sum(test is None or self.block_holds(s, test, inner) for inner in self._among(s, word.count, env))
        if isinstance(word.means, B.Words):
            return self.amount(s, self.said_amount(word.means), env)
        raise NotCarried(f"the number {noun}")

    def _groups(self, s: State, words: B.Words, relation: str, env: Env) -> int:
        """How many groups things fall into."""
        assert isinstance(words.tree, N.Phrase)
        graph: nx.Graph[Thing] = nx.Graph()
        graph.add_nodes_from(self.things(s, words.tree, env))
        for one in list(graph):
            reached = self.reached(s, relation, one, env.you)
            graph.add_edges_from((one, other) for other in reached if other in graph)
        return int(nx.number_connected_components(graph))

    def _among(self, s: State, words: B.Words, env: Env) -> Iterable[Env]:
        """An environment for each thing that a phrase names, in which it is what was spoken of last."""
        phrase = words.tree
        assert isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str)
        for thing in self.things(s, phrase, env):
            inner = env.child()
            inner.recent.append(Ref(thing, self.w.type_of(phrase.noun), phrase.noun))
            yield inner

    def circle(self, entry: Any) -> int:
        """How many values there are around the circle that a number goes round."""
        around = entry["around"]
        return len(self.w.entry(around)["values"]) if isinstance(around, str) else int(around)

    def around(self, entry: Any, start: int, goal: int) -> int:
        """The shorter way on a circle."""
        circle = nx.cycle_graph(self.circle(entry))
        return int(nx.shortest_path_length(circle, (start - 1) % len(circle), (goal - 1) % len(circle)))

    def _changed(self, s: State, said: Spoken, value: int, kinds: list[str], env: Env, of_player: bool) -> int:
        """A number after one text has changed it, once for each copy of its card that is active."""
        assert isinstance(said.node, N.Is)
        told = [self.w.type_of(str(phrase.noun)) for phrase in self._said_of(said.node.subject)]
        others = "player" in told if of_player else bool(told)  # then "you" is whoever has the text
        for card in self.speakers(s, said, env.you if said.owned and of_player and not others else None):
            inner = env.child(this=card)
            zone = s.where.get(card) if card is not None else None
            if others and said.owned and zone is not None:
                inner.you = inner.mine = zone.number
            value = self._changed_by(s, said, value, kinds, inner)
        return value

    @staticmethod
    def _said_of(subject: N.Node) -> list[N.NounPhrase]:
        """The things that a number is said to be of."""
        if not isinstance(subject, N.NounPhrase):
            return []
        phrases = [item.phrase for item in subject.filters if isinstance(item, N.Of | N.At)]
        phrases += [subject.determiner.owner] if isinstance(subject.determiner, N.Possessive) else []
        return [phrase for phrase in phrases if isinstance(phrase, N.NounPhrase)]

    @classmethod
    def _in_order(cls, said: Spoken) -> int:
        """What sets a number comes first, then what adds to it, at last what is half or twice that."""
        if not isinstance(said.node, N.Is):
            return 0
        return 1 if isinstance(said.node.predicate, N.Change) else 2 * cls._multiplies(said.node)

    @staticmethod
    def _multiplies(node: N.Is) -> bool:
        """Whether a number is said to be half or so many times itself."""
        whole = node.predicate.phrase if isinstance(node.predicate, N.IsPhrase) else None
        inner = whole.number if isinstance(whole, N.Half | N.Times) else None
        again, subject = inner.phrase if isinstance(inner, N.Value) else None, node.subject
        if not isinstance(again, N.NounPhrase) or not isinstance(subject, N.NounPhrase) or again.noun != subject.noun:
            return False
        of_it = not again.filters or again.filters == (N.Of(phrase=N.Pronoun(word="it")),)
        return of_it and again.determiner == subject.determiner

    def _changed_by(self, s: State, said: Spoken, value: int, kinds: list[str], env: Env) -> int:
        assert isinstance(said.node, N.Is)
        if getattr(said.node.subject, "determiner", None) == N.Article(word="their"):
            raise NotCarried("a number of every player of whom something is so")
        if not self._which(s, said.node.subject, kinds, env):
            return value
        for condition in said.conditions:
            own = [kind for kind in kinds if not self._said_of_each(said.node.subject, kind)]
            narrowed = self._about(s, condition, own, env)
            if narrowed is None or not self.holds(s, narrowed, env):
                return value
        predicate = said.node.predicate
        whole = predicate.phrase if isinstance(predicate, N.IsPhrase) else None
        change = whole.number if isinstance(whole, N.Bounded) else whole
        if isinstance(change, N.Minus | N.Plus) and self._is_itself(change.left, said.node.subject):
            so_far = replace(change, left=N.Number(value=value))
            return self.amount(s, replace(whole, number=so_far) if isinstance(whole, N.Bounded) else so_far, env)
        if self._multiplies(said.node):  # half of its own price, say: of what that is so far
            assert isinstance(whole, N.Half | N.Times)
            return self.amount(s, replace(whole, number=N.Number(value=value)), env)
        if isinstance(predicate, N.SetTo):
            return self.amount(s, predicate.value, env)
        if isinstance(predicate, N.IsPhrase) and isinstance(predicate.phrase, N.Amount):
            return self.amount(s, predicate.phrase, env)
        assert isinstance(predicate, N.Change)
        by = self.amount(s, predicate.by, env)
        return value + by if predicate.relation == "higher" else value - by

    def _is_itself(self, amount: N.Amount, subject: N.Node) -> bool:
        """Whether a number is said of itself: `its price is the price of it minus 2`."""
        again = amount.phrase if isinstance(amount, N.Value) else None
        if not isinstance(again, N.NounPhrase) or not isinstance(subject, N.NounPhrase):
            return False
        of_it = again.filters == ((N.Of(phrase=N.Pronoun(word="it")),) if subject.filters else ())
        return again.noun == subject.noun and again.determiner == subject.determiner and of_it

    def _which(self, s: State, subject: N.Node, kinds: list[str], env: Env) -> bool:
        """`Your price of each dry field is …`: whether the number's own thing is one of these."""
        for phrase in self._said_of(subject):
            if not isinstance(phrase.noun, str):
                continue
            for kind in kinds:
                base = self.w.type_of(kind)
                if base == self.w.type_of(phrase.noun):
                    thing = env.names[kind].value
                    if base in ("card", "space", "border") and not self.w.is_kind(thing, phrase.noun):
                        return False
                    left_out = env.you if base == "player" else env.this
                    if self._but_one(phrase) and thing == left_out:
                        return False
                    words = tuple(word for word in phrase.adjectives if word != "other")
                    if not self.fits_phrase(s, thing, replace(phrase, determiner=None, adjectives=words), env):
                        return False
                    env.recent.append(Ref(thing, base, phrase.noun))
        return True

    def _said_of_each(self, subject: N.Node, kind: str) -> bool:
        """`The defence of each field is …`: "a field" beside that is any field at all."""
        for phrase in self._said_of(subject):
            if self.w.type_of(str(phrase.noun)) != self.w.type_of(kind):
                continue
            if self.word(phrase) in ("each", "all") or self._but_one(phrase):
                return True
            if phrase.determiner is None and phrase.plural:
                return True
        return False

    def _but_one(self, phrase: N.NounPhrase) -> bool:
        """Whether one of the things is left out: `each other player`, `other spells`."""
        return self.word(phrase) in ("each_other", "all_other") or "other" in phrase.adjectives

    def _about(self, s: State, condition: N.Condition, kinds: list[str], env: Env) -> N.Condition | None:
        """A `while` about "a field" speaks of the number's own field; None where that is not such a field."""
        before = [part for node in condition.walk() if is_past(node) for part in node.walk()]
        for node in condition.walk():
            if any(node is part for part in before):
                continue
            if not isinstance(node, N.NounPhrase) or not isinstance(node.noun, str):
                continue
            if not (isinstance(node.determiner, N.Article) and node.determiner.word == "a"):
                continue
            for kind in kinds:
                if kind != "player" and self.w.fits(node.noun, kind):
                    thing = env.names[kind].value
                    if not self.w.is_kind(thing, node.noun) or not self.fits_phrase(s, thing, node, env):
                        return None
                    env.recent.append(Ref(thing, self.w.type_of(kind), node.noun))
                    that = N.NounPhrase(determiner=N.Article(word="that"), noun=node.noun)
                    narrowed = rebuilt(condition, node, that)
                    assert isinstance(narrowed, N.Condition)
                    return narrowed
        return condition

    # ------------------------------------------------------------ texts that speak now

    def speakers(self, s: State, said: Spoken, seat: int | None) -> list[Thing | None]:
        """The copies of a text's card that lie where it is active (of a seat, or of anybody); None for a rule."""
        if not said.component:
            return [None]
        found: list[Thing | None] = []
        for card in self.w.copies(said.component):
            zone = s.where.get(card)
            if zone is None or zone.name not in said.zones:
                continue
            if not said.owned or seat is None or zone.number in (seat, -1):
                found.append(card)
        return found

    def speaks(self, s: State, said: Spoken, seat: int, env: Env) -> bool:
        """Whether a text holds for a seat now."""
        return bool(self.speakers(s, said, seat)) and all(self.holds(s, c, env) for c in said.conditions)

    # ------------------------------------------------------------ conditions

    def block_holds(self, s: State, data: B.Condition, env: Env) -> bool:
        """Whether a condition holds, as it stands in a block."""
        match data:
            case B.Words():
                if not isinstance(data.tree, N.Statement):
                    raise NotCarried(f"the condition {data.text}")
                return self.holds(s, data.tree, env)
            case B.AllOf(conditions=conditions):
                return all(self.block_holds(s, item, env) for item in conditions)
            case B.AnyOf(conditions=conditions):
                return any(self.block_holds(s, item, env) for item in conditions)
            case B.Not(condition=condition):
                return not self.block_holds(s, condition, env)
            case B.OptionIs(option=option, value=value):
                return bool(self.w.options.get(option) == value)
            case B.After():
                return self.would_hold(s, data, env)
        raise NotCarried(f"the condition {data}")

    def would_hold(self, s: State, data: B.After, env: Env) -> bool:
        """Whether a condition would hold after a block: for whoever can carry blocks out."""
        raise NotImplementedError

    def holds(self, s: State, node: N.Statement, env: Env) -> bool:
        """Whether a condition holds."""
        match node:
            case N.AllConditions(conditions=conditions):
                return all(self.holds(s, item, env) for item in conditions)
            case N.AnyCondition(conditions=conditions):
                return any(self.holds(s, item, env) for item in conditions)
            case IsNotSo(condition=condition):
                return not self.holds(s, condition, env)
            case N.Does():
                return self._does(s, node, env)
            case N.Has(subject=subject, object=thing, negated=negated) if (alike := says_likeness(thing)) is not None:
                return self._all_alike(s, subject, alike, negated, env)
            case N.Is(subject=N.Phrase() as subject, predicate=N.Adjective(word="different"), negated=negated):
                alike = Likeness(True, "", node)
                return self._all_alike(s, subject, alike, negated, env)
            case N.Is(predicate=N.Adjective(word="even" | "odd")):
                raise NotCarried("even and odd")
            case N.Has(subject=subject, object=thing, negated=negated):
                return self._of_subject(s, subject, env, lambda who, inner: self.has(s, thing, who, inner), negated)
            case N.Exists(object=phrase, negated=negated):
                return self._exists(s, phrase, env) != negated
            case N.Is(tense="past"):
                raise NotCarried("where something was")
            case N.Is():
                return self._is(s, node, env)
            case N.Passive(subject=N.NounPhrase() as subject, verb=verb, tense="perfect", time=str(time), modal=None):
                self._what_was_done(
                    N.Perform(verb=verb, slots=(N.Slot(name="object", value=subject),), adverbs=(time,))
                )
                self._of_ones_own_turn(time, None)
                often = self._how_often(s, verb, [*self.w.seats], subject, time)
                return self.enough(subject, often) != node.negated
            case N.Did():
                return bool(env.done.get("did", False))
        raise NotCarried(f"the condition {node}")

    def in_what(self, s: State, likeness: Likeness, thing: Any, env: Env) -> Any:
        """What a thing of a set differs or agrees in; None where it has no such thing."""
        noun = likeness.noun
        if noun == "":
            return thing.name if isinstance(thing, Thing) else thing
        if noun in KINDS:
            return self.w.kind[thing]
        entry = self.w.entry(noun)
        attribute = entry.get("attribute")
        if attribute and thing.type == "card" and not {attribute, "default"} & {*self.w.attributes[thing], *entry}:
            return None
        kinds = listed(entry.get("of"))
        if len(kinds) != 1:
            raise NotCarried(f"a set that differs in {noun}")
        value = self.number(s, noun, [thing])
        return None if value in self._no_values(noun) else value

    def _no_values(self, noun: str) -> set[int]:
        """The values of a number that has named ones that stand for none."""
        names = listed(self.w.entry(noun).get("values"))
        return {0, *(names.index(name) + 1 for name in listed(self.w.entry(noun).get("unsaid")))} if names else set()

    def most_alike(self, s: State, things: list[Any], likeness: Likeness, env: Env) -> int:
        """How many of some things there are at most that all differ, or all agree."""
        told = [self.in_what(s, likeness, thing, env) for thing in things]
        told = [one for one in told if one is not None]
        return len(set(told)) if likeness.differ else max(map(told.count, told), default=0)

    def _all_alike(self, s: State, subject: N.Phrase, likeness: Likeness, negated: bool, env: Env) -> bool:
        """Whether all agree, or differ; of what was spoken of, one alone does neither."""
        things = self.things(s, subject, env)
        said = isinstance(subject, N.NounPhrase) and subject.plural and self.word(subject) == "that"
        if (said or isinstance(subject, N.Pronoun)) and len(things) < 2:
            return False
        return (self.most_alike(s, things, likeness, env) == len(things)) != negated

    def _enough_alike(
        self, s: State, phrase: N.NounPhrase, told: tuple[N.NounPhrase, Likeness], env: Env, seat: int | None = None
    ) -> bool:
        """Whether there are so many that differ, or agree; seat: whose they must be, of spaces."""
        alone, likeness = told
        if self.word(alone) is not None or not isinstance(alone.determiner, N.Quantity):
            raise NotCarried(f"a set: {phrase}")
        found = self.things(s, alone, env)
        noun = str(alone.noun)
        if seat is not None and self.w.type_of(noun) == "space":
            found = [x for x in found if self._spaces_had(s, phrase, noun, seat, env, x)]
        return self.enough(phrase, self.most_alike(s, found, likeness, env))

    def told_of_all(self, phrase: N.Node | None) -> tuple[N.NounPhrase, Likeness] | None:
        """A phrase of cards or spaces without what it tells of all of them together, and that; else None."""
        told = parted(phrase)
        if told is None or not isinstance(told[0].noun, str):
            return None
        return told if self.w.type_of(told[0].noun) in ("card", "space") else None

    def _of_subject(
        self, s: State, phrase: N.Phrase, env: Env, test: Callable[[Ref, Env], bool], negated: bool
    ) -> bool:  # fmt: skip
        """A test of a subject: one thing, nobody, anybody, or each of several; denied of each that counts (R12)."""
        if isinstance(phrase, N.Pronoun) and phrase.word == "nobody":
            return any(test(Ref(seat, "player", "player"), env) for seat in self.w.seats) == negated
        if isinstance(phrase, N.NounPhrase) and self.is_open(phrase):
            noun = str(phrase.noun)
            results = []
            for thing in self.things(s, phrase, env):
                ref = Ref(thing, self.w.type_of(noun), noun)
                inner = env.child()
                inner.recent.append(ref)
                results.append(test(ref, inner) != negated)
            if isinstance(phrase.determiner, N.Quantity):  # "if 2 players have an apple": so many of them
                return self.enough(phrase, sum(results))
            word = phrase.determiner.word if isinstance(phrase.determiner, N.Article) else ""
            if word == "no":
                return not any(results)
            return all(results) if word in EVERY else any(results)
        ref = self.thing(s, phrase, env)
        if phrase == N.Pronoun(word="it"):
            ref = self.if_found(self.alone(ref, env))
        inner = env.child()
        if not (ref.type == "player" and ref.value == env.you):
            inner.recent.append(ref)
        return test(ref, inner) != negated

    def _does(self, s: State, node: N.Does, env: Env) -> bool:
        act = node.act
        if node.tense == "perfect" and isinstance(act, N.Perform) and not act.slots and self.is_noted(act.verb):
            since = next((word for word in act.adverbs if word in SINCE), None)
            self._of_ones_own_turn(since, node.subject)
            if since is None or len(act.adverbs) > 1 or self.w.verbs[act.verb].get("slots"):
                raise NotCarried(f"what has been done: {act}")

            def has_done(who: Ref, inner: Env) -> bool:
                return (act.verb, who.value, None) in s.past.get(since, ())

            return self._of_subject(s, node.subject, env, has_done, node.negated)
        if node.tense == "perfect":
            time, phrase = self._what_was_done(act)
            self._of_ones_own_turn(time, node.subject)
            asked = act.verb if isinstance(act, N.Perform) else ""

            def did(who: Ref, inner: Env) -> bool:
                return self.enough(phrase, self._how_often(s, asked, [who.value], phrase, time))

            return self._of_subject(s, node.subject, env, did, node.negated)
        if isinstance(act, N.Choice | N.Sequence):
            if node.negated and self.is_open(node.subject):
                raise NotCarried(f"of whom several things are denied: {node}")
            parts = [self._does(s, replace(node, act=part, negated=False), env) for part in act.acts]
            return (any(parts) if isinstance(act, N.Choice) else all(parts)) != node.negated
        if not isinstance(act, N.Perform) or act.verb not in self.w.verbs:
            raise NotCarried(f"whether {node}")
        if not self.w.verbs[act.verb].get("state"):
            seat = self.thing(s, node.subject, env).value
            return any(who == seat for _, who, _ in self.being_done(s, act.verb)) != node.negated

        def holds(who: Ref, inner: Env) -> bool:
            return self._state_act(s, act, who, inner)

        return self._of_subject(s, node.subject, env, holds, node.negated)

    def _of_ones_own_turn(self, time: str | None, who: N.Phrase | None) -> None:
        """Refuse what is asked of anybody but you since a turn of yours."""
        if time in OF_ONES_TURN and who != N.Pronoun(word="you"):
            raise NotCarried("whose last turn is meant")

    def _what_was_done(self, act: N.Act) -> tuple[str, N.NounPhrase]:
        """Since when it is asked what has been done, and to what. Raises NotCarried where more is asked."""
        time = next((word for word in getattr(act, "adverbs", ()) if word in SINCE), None)
        if not isinstance(act, N.Perform) or time is None or len(act.adverbs) > 1:
            raise NotCarried(f"what has been done: {act}")
        phrase = act.slot("object")
        if len(act.slots) != 1 or not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str):
            raise NotCarried(f"what has been done: {act}")
        self._counts_done(act.verb, phrase)
        return time, phrase

    def _counts_done(self, verb: str, phrase: N.NounPhrase) -> None:
        """Refuse to count what is not kept: only what was done with cards, or with what is counted."""
        kind = self.w.type_of(str(phrase.noun))
        cards = kind == "card" and verb in ("draw", "discard", "put", "move", "return", "take", "remove")
        counted = verb in ("gain", "lose", "pay") and kind in ("resource", "number")
        word = self.word(phrase)
        if not (cards or counted) or phrase.filters or phrase.adjectives or word not in (None, "a", "no"):
            raise NotCarried(f"whether somebody has done this: {verb} {phrase}")
        if deed_of(self.w, N.Perform(verb=verb, slots=(N.Slot(name="object", value=phrase),))) is not None:
            raise NotCarried(f"whether somebody has done this: {verb} {phrase}")

    def _how_often(self, s: State, verb: str, seats: list[int], phrase: N.NounPhrase, time: str) -> int:
        """How much of something some players have done since then."""
        found = 0
        for done, seat, what, count in s.counted.get(time, ()):
            if done == verb and seat in seats:
                same = self.w.is_kind(what, str(phrase.noun)) if isinstance(what, Thing) else self._named(what, phrase)
                found += count if same else 0
        return found

    def _named(self, noun: str, phrase: N.NounPhrase) -> bool:
        return self.w.fits(noun, str(phrase.noun))

    def being_done(self, s: State, verb: str) -> list[tuple[str, int, tuple[Any, ...]]]:
        """The uses of a verb, or of one that is a kind of it, that are going on."""
        return [use for use in s.under_way if verb in (use[0], (self.w.verbs.get(use[0]) or {}).get("is"))]

    def _state_act(self, s: State, act: N.Perform, who: Ref, env: Env) -> bool:
        """Whether a verb that is a condition holds for a seat; its object may be any, or each, of several things."""
        slots = self.w.verbs[act.verb].get("slots") or {}
        choices: list[tuple[list[Ref], bool]] = []
        counted: N.NounPhrase | None = None
        for slot, kind in slots.items():
            value = act.slot(slot)
            if value is None:
                choices.append(([self.implied(kind, env)], False))
            elif isinstance(value, N.MoreThan):
                refs = [Ref(t, self.w.type_of(kind), kind) for t in self._of_all(s, value.phrase, env)]

                def had(seat: int, refs: list[Ref] = refs) -> int:
                    return sum(self.state_verb(s, act.verb, seat, [ref]) for ref in refs)

                return self._more(s, value, who, env, env.child(you=who.value), had(who.value), had)
            elif isinstance(value, N.NounPhrase) and self.word(value) in ("most", "fewest"):
                all_of_them = replace(value, determiner=None, plural=True)
                things = [Ref(t, self.w.type_of(kind), kind) for t in self.things(s, all_of_them, env)]
                totals = [sum(self.state_verb(s, act.verb, seat, [ref]) for ref in things) for seat in self.w.seats]
                mine = totals[who.value]
                return mine == min(totals) if self.word(value) == "fewest" else 0 < mine == max(totals)
            elif isinstance(value, N.NounPhrase) and (told := self.told_of_all(value)) is not None:
                alone, likeness = told
                noun = str(alone.noun)
                found = [
                    thing for thing in self.things(s, alone, env)
                    if self.state_verb(s, act.verb, who.value, [Ref(thing, self.w.type_of(noun), noun)])
                ]  # fmt: skip
                return self.enough(value, self.most_alike(s, found, likeness, env))
            elif isinstance(value, N.NounPhrase) and (at := self._in_so_many_regions(value)) is not None:
                return self._in_each_region(s, act, slot, value, at, who, env)
            elif isinstance(value, N.NounPhrase) and self.is_open(value):
                every = isinstance(value.determiner, N.Article) and value.determiner.word in EVERY
                noun = str(value.noun)
                counted = value if isinstance(value.determiner, N.Quantity) else None
                choices.append(([Ref(t, self.w.type_of(noun), noun) for t in self.things(s, value, env)], every))
            else:
                assert isinstance(value, N.Phrase)
                choices.append(([self.thing(s, value, env)], False))
        if not choices:
            return self.state_verb(s, act.verb, who.value, [])
        if len(choices) > 1:
            raise NotCarried(f"a condition with several things: {act.verb}")
        refs, every = choices[0]
        results = [self.state_verb(s, act.verb, who.value, [ref]) for ref in refs]
        if counted is not None:
            return self.enough(counted, sum(results))
        return all(results) if every else any(results)

    def _in_so_many_regions(self, phrase: N.NounPhrase) -> N.At | None:
        """The filter of a thing that is looked for in each region, or in so many."""
        for item in phrase.filters:
            where = item.phrase if isinstance(item, N.At) else None
            if isinstance(where, N.NounPhrase) and self.w.type_of(str(where.noun)) == "region":
                det = where.determiner
                if isinstance(det, N.Quantity) or (isinstance(det, N.Article) and det.word in EVERY):
                    return item if isinstance(item, N.At) else None
        return None

    def _in_each_region(
        self, s: State, act: N.Perform, slot: str, value: N.NounPhrase, at: N.At, who: Ref, env: Env
    ) -> bool:  # fmt: skip
        """Whether a verb that is a condition holds of something in each region, or in so many of them."""
        where = at.phrase
        assert isinstance(where, N.NounPhrase)
        bare = replace(
            where, determiner=None, plural=True, adjectives=tuple(x for x in where.adjectives if x != "different")
        )
        that = N.NounPhrase(determiner=N.Article(word="that"), noun=where.noun)
        filters = tuple(replace(at, phrase=that) if item is at else item for item in value.filters)
        det = value.determiner or N.Article(word="a")
        there = replace(value, determiner=det, filters=filters)
        one = replace(act, slots=tuple(replace(x, value=there) if x.name == slot else x for x in act.slots))
        results = []
        for region in self.things(s, bare, env):
            inner = env.child()
            inner.bind(str(where.noun), Ref(region, "region", str(where.noun)))
            results.append(self._state_act(s, one, who, inner))
        return self.enough(where, sum(results)) if isinstance(where.determiner, N.Quantity) else all(results)

    def _of_all(self, s: State, phrase: N.Phrase, env: Env) -> list[Any]:
        """All that a phrase without an article describes."""
        assert isinstance(phrase, N.NounPhrase)
        return list(self.things(s, phrase, env))

    def state_verb(self, s: State, verb: str, seat: int, args: list[Ref]) -> bool:
        """Whether a verb that is a condition holds."""
        key = ("verb", verb, seat, tuple(ref.value for ref in args))
        if key not in s.known:
            env = Env(seat)
            for (slot, kind), ref in zip((self.w.verbs[verb].get("slots") or {}).items(), args, strict=True):
                env.bind(kind, Ref(ref.value, self.w.type_of(kind), kind))
                env.names[slot] = env.names[kind]
            means = self.w.word("verbs", verb).means
            assert means is not None
            s.known[key] = self.block_holds(s, means, env)
        return bool(s.known[key])

    @staticmethod
    def enough(phrase: N.NounPhrase, count: int) -> bool:
        """Whether a count is what a phrase's determiner asks for."""
        det = phrase.determiner
        if isinstance(det, N.Article) and det.word == "no":
            return count == 0
        if isinstance(det, N.Article) and det.word in ("most", "fewest"):
            raise NotCarried(f"{det.word} by itself: {phrase}")
        if isinstance(det, N.Quantity):
            low = det.low if det.low is not None else 0
            high = det.high if det.high is not None else low
            tests: dict[str, Callable[[], bool]] = {
                "exactly": lambda: count == low, "at_most": lambda: count <= high, "up_to": lambda: count <= high,
                "more_than": lambda: count > low, "fewer_than": lambda: count < (det.low or high),
                "either": lambda: count in (low, high), "range": lambda: low <= count <= high,
            }  # fmt: skip
            if det.kind in tests:
                return tests[det.kind]()
            if det.low is not None:
                return count >= low
        return count > 0

    def has_of_each(self, s: State, phrase: N.PartOf, who: Ref, env: Env) -> bool:
        """`1 of each good`: so much of each kind."""
        whole = phrase.whole
        kinds = self.held_kinds(str(whole.noun)) if isinstance(whole, N.NounPhrase) else []
        if not kinds or whole.determiner != N.Article(word="each") or whole.filters or whole.adjectives:
            raise NotCarried(f"having {phrase}")
        one = replace(whole, determiner=phrase.quantity)
        return all(self.has(s, replace(one, noun=kind), who, env) for kind in kinds)

    def has(self, s: State, phrase: N.Phrase, who: Ref, env: Env) -> bool:
        """Whether somebody (or a space) has something."""
        if isinstance(phrase, N.Phrases):
            parts = [self.has(s, item, who, env) for item in phrase.items]
            return any(parts) if phrase.conjunction == "or" else all(parts)
        inner = env.child(you=who.value) if who.type == "player" else env.child()
        if isinstance(phrase, N.MoreThan):
            return self._has_more(s, phrase, who, env, inner)
        if isinstance(phrase, N.PartOf):
            return self.has_of_each(s, phrase, who, env)
        if not isinstance(phrase, N.NounPhrase):
            raise NotCarried(f"having {phrase}")
        if any(isinstance(item, N.Participle) for item in phrase.filters):
            raise NotCarried("whose it was that something was done to")
        if who.type == "player" and (told := self.told_of_all(phrase)) is not None:
            return self._enough_alike(s, phrase, told, inner, who.value)
        if who.type != "player":
            there, alone = self._where_they_lie(phrase, who)
            lies = all(self.filter(s, one, who, inner, inner) for one in there)
            return lies and self.enough(phrase, self.pieces_counted(s, alone, env.child(place=who)))
        for item in phrase.filters:
            if isinstance(item, N.At) and isinstance(item.phrase, N.MoreThan):
                return self._has_in_more_places(s, phrase, item, item.phrase, who, env)
            if isinstance(item, N.At) and isinstance(item.phrase, N.NounPhrase):
                det = item.phrase.determiner
                if isinstance(det, N.Quantity) or (isinstance(det, N.Article) and det.word in EVERY):
                    return self._has_in_each(s, phrase, item, item.phrase, who, inner)
        if self.word(phrase) in EVERY:  # each of some spaces, both of them
            bare = replace(phrase, determiner=None, plural=True)
            return self.amount_had(s, bare, who, inner) == len(self.things(s, bare, inner))
        if self.word(phrase) in ("most", "fewest"):
            return self._has_most(s, phrase, who, inner)
        return self.enough(phrase, self.amount_had(s, phrase, who, inner))

    def _had_by(self, s: State, phrase: N.Phrase, seat: int, who: Ref, env: Env) -> int:
        """What a seat has that is compared with somebody: of "cards in your hand" those in its own hand."""
        word = "your" if who.value == env.mine else "their"
        seen = Ref(seat, "player", "player")
        filters = phrase.filters if isinstance(phrase, N.NounPhrase) else ()
        own = [item for item in filters if isinstance(item, N.At) and self._own_zone(item.phrase, word)]
        if not own:
            return self.amount_had(s, phrase, seen, env.child(you=seat))
        yours = N.Article(word="your")
        there = tuple(
            replace(item, phrase=replace(item.phrase, determiner=yours)) if item in own else item for item in filters
        )
        return self.amount_had(s, replace(phrase, filters=there), seen, env.child(you=seat, mine=seat))

    def _own_zone(self, phrase: N.Phrase, word: str) -> bool:
        """Whether a phrase names a zone of the player whom a word names."""
        return isinstance(phrase, N.NounPhrase) and self.word(phrase) == word and self.names_zones(phrase)

    def _has_most(self, s: State, phrase: N.NounPhrase, who: Ref, env: Env) -> bool:
        """`If you have the most coins`: no player has more (or fewer); most of nothing is nobody's (R14)."""
        bare = replace(phrase, determiner=None, plural=True)
        had = [self._had_by(s, bare, seat, who, env) for seat in self.w.seats]
        mine = had[who.value]
        if self.word(phrase) == "fewest":
            return mine == min(had)
        return mine == max(had) and (mine > 0 or self.w.type_of(str(phrase.noun)) == "number")

    def _has_more(self, s: State, phrase: N.MoreThan, who: Ref, env: Env, inner: Env) -> bool:
        def had(seat: int) -> int:
            return self._had_by(s, phrase.phrase, seat, who, inner)

        return self._more(s, phrase, who, env, inner, self.amount_had(s, phrase.phrase, who, inner), had)

    def _more(
        self, s: State, phrase: N.MoreThan, who: Ref, env: Env, inner: Env, mine: int, had: Callable[[int], int]
    ) -> bool:
        sign = AS_MANY[phrase.relation]
        other = phrase.number.phrase if isinstance(phrase.number, N.Value) else None
        if isinstance(other, N.Pronoun):
            return bool(sign(mine, had(self.thing(s, other, env).value)))
        if not (isinstance(other, N.NounPhrase) and self.w.type_of(str(other.noun)) == "player"):
            return bool(sign(mine, self.amount(s, phrase.number, env)))
        if isinstance(other.determiner, N.Article) and other.determiner.word in ("all", "all_other", "any"):
            raise NotCarried("more than each, than some or than all together")
        open_ = self.is_open(other)
        seats = [seat for seat in self.things(s, other, inner) if not (open_ and seat == who.value)]
        results = [sign(mine, had(seat)) for seat in seats]
        if isinstance(other.determiner, N.Quantity):
            return self.enough(other, sum(results))
        every = isinstance(other.determiner, N.Article) and other.determiner.word in EVERY
        return all(results) if every else any(results)

    def _has_in_more_places(
        self, s: State, phrase: N.NounPhrase, at: N.At, more: N.MoreThan, who: Ref, env: Env
    ) -> bool:  # fmt: skip
        """`workers in more fields than you`: in how many fields one has any, beside in how many others do."""
        bare = replace(phrase, determiner=None, filters=tuple(f for f in phrase.filters if f is not at), plural=True)
        places = more.phrase
        if not isinstance(places, N.NounPhrase) or not self.names_pieces(bare) or not self.w.owned(self.kinds(bare)[0]):
            raise NotCarried(f"having {phrase}")
        every = replace(places, determiner=None, plural=True)

        def had(seat: int) -> int:
            inner = env.child(you=seat)
            found = self.things(s, every, inner)
            spots = [self.w.regions[place.name] if place.type == "region" else (place,) for place in found]
            return sum(
                any(self.pieces_counted(s, bare, inner.child(place=Ref(x, "space", "space")), [seat]) for x in several)
                for several in spots
            )

        return self._more(s, more, who, env, env.child(you=who.value), had(who.value), had)

    def _has_in_each(self, s: State, phrase: N.NounPhrase, at: N.At, places: N.NounPhrase, who: Ref, env: Env) -> bool:
        """`workers in 3 different fields`, `workers in each field of a valley`."""
        bare = replace(phrase, determiner=None, filters=tuple(f for f in phrase.filters if f is not at), plural=True)

        def present(place: Thing) -> bool:
            spots = self.w.regions[place.name] if place.type == "region" else (place,)
            return any(
                self.pieces_counted(s, bare, env.child(place=Ref(x, "space", "space")), [who.value]) for x in spots
            )

        def satisfied(named: N.NounPhrase, inner: Env) -> bool:
            found = [present(place) for place in self.things(s, named, inner)]
            return self.enough(places, sum(found)) if isinstance(places.determiner, N.Quantity) else all(found)

        for item in places.filters:
            region = item.phrase if isinstance(item, N.Of) else None
            if (
                isinstance(region, N.NounPhrase)
                and self.w.type_of(str(region.noun)) == "region"
                and self.is_open(region)
            ):
                that = N.Of(phrase=N.NounPhrase(determiner=N.Article(word="that"), noun=region.noun))
                named = replace(places, filters=tuple(that if f is item else f for f in places.filters))
                for one in self.things(s, region, env):
                    inner = env.child()
                    inner.bind(str(region.noun), Ref(one, "region", str(region.noun)))
                    if satisfied(named, inner):
                        return True
                return False
        return satisfied(places, env)

    def amount_had(self, s: State, phrase: N.Phrase, who: Ref, env: Env) -> int:
        """How much of something a seat has."""
        if isinstance(phrase, N.NounPhrase) and any(isinstance(item, N.Participle) for item in phrase.filters):
            raise NotCarried("whose it was that something was done to")
        if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str):
            entry = self.w.entry(phrase.noun)
            if entry.get("held"):
                return self.held(s, phrase.noun, who.value)
            if entry.get("type") == "number":
                return self.value(s, replace(phrase, determiner=N.Article(word="your")), env.child(mine=who.value))
            if self.names_pieces(phrase):
                return self._pieces_had(s, phrase, who, env)
            if entry.get("type") == "space":
                return self._spaces_had(s, phrase, phrase.noun, who.value, env)
        elif isinstance(phrase, N.NounPhrase) and self.names_pieces(phrase):
            return self._pieces_had(s, phrase, who, env)
        return self.count(s, phrase, env)

    def _spaces_had(
        self, s: State, phrase: N.NounPhrase, noun: str, seat: int, env: Env, one: Any = None
    ) -> int:  # fmt: skip
        """How many spaces a seat has: those that it owns, as the noun says."""
        named = noun
        while named and not self.w.entry(named).get("owned by"):
            named = self.w.entry(named).get("is") or ""
        if not named:
            raise Unclear(f"nobody has a {noun}")
        verb = self.w.entry(named)["owned by"]
        found = [one] if one is not None else self.things(s, replace(phrase, determiner=None, plural=True), env)
        return sum(self.state_verb(s, verb, seat, [Ref(x, "space", noun)]) for x in found)

    def _pieces_had(self, s: State, phrase: N.NounPhrase, who: Ref, env: Env) -> int:
        """How many of some pieces a seat has: its own; of those that are nobody's, what lies in its zones."""
        if self.w.owned(self.kinds(phrase)[0]):
            return self.pieces_counted(s, phrase, env, [who.value])
        there = [
            (kind, -1, self.w.zone(zone, who.value))
            for kind in self.kinds(phrase, env)
            for zone in listed(self.w.entry(kind.name).get("in")) if self._players_zone(zone)
        ]  # fmt: skip
        if any(isinstance(item, N.At) for item in phrase.filters) or not there:
            return self.pieces_counted(s, phrase, env)
        return sum(s.count(*spot) for spot in there)

    def _players_zone(self, noun: str) -> bool:
        entry = self.w.entry(noun)
        return entry.get("type") == "zone" and bool(entry.get("of"))

    def _exists(self, s: State, phrase: N.Phrase, env: Env) -> bool:
        if isinstance(phrase, N.MoreThan):
            sign = AS_MANY[phrase.relation]
            return bool(sign(self.count(s, phrase.phrase, env), self.amount(s, phrase.number, env)))
        if not isinstance(phrase, N.NounPhrase):
            raise NotCarried(f"there is {phrase}")
        if (told := self.told_of_all(phrase)) is not None:
            return self._enough_alike(s, phrase, told, env)
        if self._anywhere(phrase):
            away = self.w.ruleset.out_of_game
            cards = self.things(s, phrase, env)
            return self.enough(phrase, sum(getattr(s.where.get(card), "name", None) != away for card in cards))
        return self.enough(phrase, self.count(s, phrase, env))

    def _anywhere(self, phrase: N.NounPhrase) -> bool:
        """Whether cards are said to be there, and nothing says where."""
        said = any(isinstance(item, N.At | N.Of | N.Participle | N.There) for item in phrase.filters)
        return not said and isinstance(phrase.noun, str) and self.w.type_of(phrase.noun) == "card"

    def _turn(self, s: State, turn: N.NounPhrase, env: Env) -> bool:
        """Whether it is the turn of whoever is named."""
        taking = [use[1] for use in self.being_done(s, self.w.ruleset.turn)]
        if isinstance(turn.determiner, N.Possessive):
            return self._of_subject(s, turn.determiner.owner, env, lambda who, inner: who.value in taking, False)
        return self.possessor(s, turn, env) in taking

    def _is(self, s: State, node: N.Is, env: Env) -> bool:
        subject, predicate = node.subject, node.predicate
        if (turn := turn_asked_of(node)) is not None:
            return self._turn(s, turn, env) != node.negated
        if isinstance(predicate, N.IsPhrase) and isinstance(predicate.phrase, N.Amount):
            predicate = N.Compare(relation="equal", number=predicate.phrase)
        if isinstance(predicate, N.Compare):
            left = self._as_amount(s, subject, env)
            return COMPARE[predicate.relation](left, self.amount(s, predicate.number, env)) != node.negated
        if isinstance(subject, N.Amount):
            raise NotCarried(f"an amount that is {predicate}")

        def holds(who: Ref, inner: Env) -> bool:
            return self.predicate(s, who, predicate, inner)

        return self._of_subject(s, subject, env, holds, node.negated)

    def _as_amount(self, s: State, subject: N.Phrase | N.Amount, env: Env) -> int:
        if isinstance(subject, N.Amount):
            return self.amount(s, subject, env)
        if isinstance(subject, N.NounPhrase) and isinstance(subject.noun, str):
            named = env.name(subject.noun)
            if (named is not None and named.type == "number") or self.w.type_of(subject.noun) in ("number", "resource"):
                return self.value(s, subject, env)
        return self.count(s, subject, env)
