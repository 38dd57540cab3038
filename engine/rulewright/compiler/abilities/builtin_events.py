"""What texts hear of the core's verbs: cards and pieces that are moved, cards played, resources gained, lost or paid.

A verb of the lexicon is an event by itself. A verb of the core becomes one where a text listens for it: what is
listened for gets a verb of its own (`draw_card`), told after the deed; where nobody listens nothing is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.compiler.abilities.pieces.deeds import AFTERWARDS, ANYHOW, SLOTS, done_to_a_piece, told_as
from rulewright.compiler.layout.layout import Layout
from rulewright.compiler.scope import refuse
from rulewright.compiler.source import Source
from rulewright.language import nodes as N

OF_CARDS = {"draw", "discard", "take", "put", "move", "return", "remove", "play", "gain"}
HEARD_OF_CARDS = OF_CARDS.union(ANYHOW)
"""What is done with cards, and what they do by that."""
COUNTED = {"gain", "lose", "pay"}
PASSED = {"take": "from", "give": "to", "pay": "to"}
"""With which verbs so much of something passes between two players, and the slot that says with whom."""
SHOWN = {"exchange", "look_at", "reveal"}
"""What is done with cards besides, and can be forbidden."""
AT_ONCE = {"at_least": "at_least", "more_than": "higher_than", "exactly": "exactly"}
"""How much there may be said to be of what is gained, lost or paid at once, by the relation that is asked."""
ONE_OF_THEM = (N.Article(word="a"), N.Article(word="another"), N.Quantity(kind="count", low=1))
ANY = tuple(N.Article(word=word) for word in ("a", "any", "this"))
GOAL = "zone it comes to"
"""What holds the zone into which a card comes: nothing in a game is called so."""
ZONES_TOLD = {"from": {"from": "zone"}, "to": {"to": GOAL}}
"""What is told of where a card lay and where it comes, each with its slot and what that holds."""
REMOVED = "this would hear of what a text removes, and not of what is returned or put elsewhere"
LEAVES = "Say “whenever a … leaves a …”, which hears of each; or who removes it: “whenever you remove a …”."
FROM = "Say “from”: “discard a card from your hand”."
LAY = "Say “a card in your hand” of where it lay before."
PUT = "Say “from” or “into”: “put a card from your hand”."


def by_whatever(node: N.Trigger) -> N.Trigger:
    """`Whenever a card leaves your hand` hears of whoever moves such a card out of there, by whatever verb."""
    event = node.event
    if not isinstance(event, N.Does) or event != N.Does(subject=event.subject, act=event.act):
        return node
    act, said = event.act, {"leave": "object", "come": "to"}
    if not isinstance(act, N.Perform) or act.adverbs or [slot.name for slot in act.slots] != [said.get(act.verb, "")]:
        return node
    place = N.Slot(name="from" if act.verb == "leave" else "to", value=act.slots[0].value)
    moved = N.Perform(verb=act.verb, slots=(N.Slot(name="object", value=event.subject), place))
    return replace(node, event=N.Does(subject=N.Pronoun(word="they"), act=moved))


def _by_anybody(event: N.Condition) -> bool:
    """Whether nobody is named who does it: “whenever a hut is removed”."""
    return isinstance(event, N.Passive) or (isinstance(event, N.Does) and event.subject == N.Pronoun(word="they"))


class BuiltinEvents:
    """Recognises the deeds of the core that texts listen for, in one program. told: the verbs that tell of them."""

    def __init__(self, source: Source, layout: Layout) -> None:
        self.source = source
        self.layout = layout
        self.told: set[str] = set()

    def listened_for(self, trigger: N.Trigger, more: Sequence[N.Statement] = ()) -> N.Perform | None:
        """The act as which a deed of the core is told to a trigger; None for what is not told.

        more: what goes on from what the trigger does. Cards are told one by one (`whenever you draw a spell`, `when
        you play this card`); `whenever you gain a wood` is told of each one, `whenever you gain wood` of all at once.
        """
        piece = done_to_a_piece(self.source, trigger.event)
        if piece is not None and trigger.timing in ("before", "end"):
            raise refuse(trigger.event, "of pieces nothing is told at that time", AFTERWARDS, code="RW0602")
        if trigger.timing in ("before", "end"):
            return None
        if piece is not None and piece.verb == "remove" and _by_anybody(trigger.event):
            raise refuse(trigger.event, REMOVED, LEAVES, code="RW0602")
        if piece is not None:
            return self._told(piece, told_as(piece.verb), SLOTS)
        trigger = replace(trigger, event=self._where_it_lay(trigger.event))
        told = self._so_much(trigger, more) or self._rolled(trigger.event) or self.event(trigger.event)
        if told is not None and told[2] == {"object": "card"} and of_this_card(told[0]):
            told = told[0], with_where(told[1], ("from",)), {"object": "card", **ZONES_TOLD["from"]}
        return self._told(*told) if told is not None else None

    def _where_it_lay(self, event: N.Condition) -> N.Condition:
        """A deed that moves a card, with where that lay: `discard a card in your hand` is to discard one from there.

        Raises:
            MeaningError: RW0602 where it may as well be said of where the card comes to.
        """
        act = event.act if isinstance(event, N.Does) else None
        if not isinstance(act, N.Perform) or act.verb not in HEARD_OF_CARDS or self.source.defines(act.verb, act):
            return event
        thing = act.slot("object")
        if act.verb in COUNTED and not self.source.of_cards(thing):
            return event
        if isinstance(thing, N.Phrases):
            within = next((at for item in thing.items for at in self._zones_said(item)), None)
            if within is not None:
                raise refuse(within, "of which of them this is said is not clear", FROM, code="RW0602")
        said = self._zones_said(thing)
        if clause := self._clause_of_zone(thing):
            raise refuse(clause, "whether it lies there before this or after it is not clear", LAY, code="RW0602")
        if not said or not isinstance(thing, N.NounPhrase):
            return event
        if act.slot("from") is not None:
            raise refuse(said[0], "where it lay is said twice", "Say it once.", code="RW0602")
        if act.verb == "put" and act.slot("to") is None:
            raise refuse(said[0], "whether it lay there or is put there is not clear", PUT, code="RW0602")
        bare = replace(thing, filters=tuple(item for item in thing.filters if item is not said[0]))
        slots = tuple(replace(slot, value=bare) if slot.value is thing else slot for slot in act.slots)
        assert isinstance(event, N.Does)
        return replace(event, act=replace(act, slots=(*slots, N.Slot(name="from", value=said[0].phrase))))

    def _zones_said(self, thing: N.Node | None) -> list[N.At]:
        """Where a thing is said to lie, as far as these are zones."""
        filters = thing.filters if isinstance(thing, N.NounPhrase) else ()
        return [item for item in filters if isinstance(item, N.At) and self.source.is_zone(item.phrase)]

    def _clause_of_zone(self, thing: N.Node | None) -> N.That | None:
        """A clause that says where a thing lies: `a card that is in your hand`."""
        for item in thing.filters if isinstance(thing, N.NounPhrase) else ():
            at = item.predicate if isinstance(item, N.That) else None
            if isinstance(item, N.That) and isinstance(at, N.At) and self.source.is_zone(at.phrase):
                return item
        return None

    def _so_much(self, trigger: N.Trigger, more: Sequence[N.Statement]) -> tuple[N.Perform, str, dict[str, str]] | None:
        """What is told with how much it is: `whenever you gain at least 3 gems`; `… the gems gained this way`."""
        event = trigger.event
        if not isinstance(event, N.Does) or event != N.Does(subject=event.subject, act=event.act):
            return None
        if isinstance(event.act, N.Perform) and event.act.slot(PASSED.get(event.act.verb, "")) is not None:
            return self._so_much_passed(event.act, (trigger.then, *more))
        act, thing, noun = self._deed(event)
        if act is not None and thing is not None and self.source.type_of(noun) == "card":
            return self._so_many_cards(act, thing, _asks(act.verb, (trigger.then, *more)))
        if act is None or thing is None or act.verb not in COUNTED or not self._counted(noun):
            return None
        many = thing.determiner
        if thing != N.NounPhrase(noun=noun, determiner=many, plural=thing.plural):
            return None
        asked = _asks(act.verb, (trigger.then, *more))
        if isinstance(many, N.Quantity) and many.kind in AT_ONCE and many.article is None:
            return act, how_told(act.verb, noun, "many"), {"object": "number"}
        return (
            (replace(act, slots=()), how_told(act.verb, noun, "many"), {"object": "number"})
            if asked and many is None
            else None
        )

    def _so_many_cards(
        self, act: N.Perform, thing: N.NounPhrase, asked: bool
    ) -> tuple[N.Perform, str, dict[str, str]] | None:
        """So many cards with which something is done at once: `discard one or more cards`, `draw at least 2 beasts`."""
        many, noun = thing.determiner, str(thing.noun)
        if not self._done_to_cards(act.verb) or thing != N.NounPhrase(noun=noun, determiner=many, plural=thing.plural):
            return None
        told = at_once(act.verb, noun), {"object": "number"}
        if isinstance(many, N.Quantity) and many.kind in (*AT_ONCE, "some") and many.article is None:
            least = many if many.kind in AT_ONCE else N.Quantity(kind="at_least", low=1)
            return replace(act, slots=(N.Slot(name="object", value=replace(thing, determiner=least)),)), *told
        return (replace(act, slots=()), *told) if asked and many is None and thing.plural else None

    def _so_much_passed(self, act: N.Perform, done: Sequence[N.Node]) -> tuple[N.Perform, str, dict[str, str]] | None:
        """What is taken from a player or given to one, told with how much it is: `take at least 2 gems from you`."""
        thing, bare = self._of_what(act)
        many = thing.determiner if thing is not None else None
        at_once = isinstance(many, N.Quantity) and many.kind in AT_ONCE and many.article is None
        asked = many is None and _asks(act.verb, done)
        noun = self._passed(bare) if at_once or asked else ""
        if not noun:
            return None
        whom = PASSED[act.verb]
        told = act if at_once else replace(act, slots=tuple(slot for slot in act.slots if slot.name == whom))
        return told, how_passed(act.verb, noun, "many"), {whom: "player", "object": "number"}

    @staticmethod
    def _of_what(act: N.Perform) -> tuple[N.NounPhrase | None, N.Perform]:
        """What an act is done to, and the act with that of no number."""
        thing = act.slot("object")
        if not isinstance(thing, N.NounPhrase):
            return None, act
        bare = replace(thing, determiner=None, plural=True)
        return thing, replace(
            act, slots=tuple(replace(slot, value=bare) if slot.value is thing else slot for slot in act.slots)
        )

    def _rolled(self, event: N.Condition) -> tuple[N.Perform, str, dict[str, str]] | None:
        """A die that is rolled, told with what it shows: `whenever you roll a die, if the result is 6, …`."""
        if not isinstance(event, N.Does) or event != N.Does(subject=event.subject, act=event.act):
            return None
        act, thing, noun = self._deed(event)
        one = thing == N.NounPhrase(noun=noun, determiner=N.Article(word="a"))
        return (
            (replace(act, slots=()), f"roll_{noun}", {"object": "number"})
            if act and one and act.verb == "roll"
            else None
        )

    def event(self, event: N.Condition) -> tuple[N.Perform, str, dict[str, str]] | None:
        """A deed of the core as an event: the act, the verb that tells of it, and its slots; None for any other."""
        if not isinstance(event, N.Does) or event != N.Does(subject=event.subject, act=event.act):
            return None
        act, thing, noun = self._deed(event)
        if act is None or thing is None:
            return self._of_cards(event.act) or self._with_zones(event.act) or self._between_players(event.act)
        one = thing.determiner == N.Article(word="a")
        single = thing.determiner in (N.Article(word="this"), *ONE_OF_THEM)
        if self._done_to_cards(act.verb) and single and self.source.type_of(noun) == "card":
            return act, f"{act.verb}_card", {"object": "card"}
        plain = thing == N.NounPhrase(noun=thing.noun, determiner=thing.determiner, plural=thing.plural)
        if act.verb in COUNTED and plain and (one or thing.determiner is None) and self._counted(noun):
            return replace(act, slots=()), how_told(act.verb, noun, "a" if one else "any"), {}
        return None

    def _of_cards(self, act: N.Act) -> tuple[N.Perform, str, dict[str, str]] | None:
        """A deed that is done to a card of one kind or another: `draw a spell or a beast`."""
        if not isinstance(act, N.Perform) or not self._done_to_cards(act.verb) or self.source.defines(act.verb, act):
            return None
        thing = act.slot("object") if len(act.slots) == 1 and not act.adverbs else None
        items = thing.items if isinstance(thing, N.Phrases) and thing.conjunction == "or" else (thing,)
        cards = {"card"}
        for item in items:
            if not isinstance(item, N.NounPhrase) or item.determiner not in (N.Article(word="this"), *ONE_OF_THEM):
                return None
            group = item.noun.nouns if isinstance(item.noun, N.NounGroup) else (N.BareNoun(noun=item.noun),)
            cards |= {self.source.type_of(bare.noun) for bare in group}
        return (act, f"{act.verb}_card", {"object": "card"}) if cards == {"card"} else None

    def _with_zones(self, act: N.Act) -> tuple[N.Perform, str, dict[str, str]] | None:
        """A deed that is done to a card which lay in a zone, or comes into one: `take a card from your hand`."""
        if not isinstance(act, N.Perform) or not act.slots or act.slots[0].name != "object":
            return None
        where = {slot.name: slot.value for slot in act.slots[1:]}
        if not where or not where.keys() <= ZONES_TOLD.keys():
            return None
        for name, place in where.items():
            if not self._whole_zone(place) and not (name == "from" and self.source.is_somebody(place)):
                return None
        told = self._of_cards(replace(act, slots=act.slots[:1]))
        if told is None:
            return None
        if act.verb in ANYHOW:
            self._not_shuffled(act.verb, act.slots[1].value)
        said = sorted({*where, *(("from",) if of_this_card(act) or act.verb == "come" else ())})
        return (
            act,
            with_where(told[1], said),
            {**told[2], **{name: kind for one in said for name, kind in ZONES_TOLD[one].items()}},
        )

    def _not_shuffled(self, verb: str, place: N.Node) -> None:
        """Refuse to wait for what comes to pass by shuffling cards into another zone, too, of which nothing tells.

        Raises:
            MeaningError: RW0602.
        """
        noun = place.noun if isinstance(place, N.NounPhrase) else None
        refills = {name: entry.get("refill") for name, entry in self.source.nouns.items() if entry.get("refill")}
        if noun in (refills if verb == "come" else refills.values()):
            what = "of cards that are shuffled into a pile nothing tells"
            raise refuse(place, what, "Say what is done with them: “whenever you discard a card, …”.", code="RW0602")

    def _whole_zone(self, place: N.Node) -> bool:
        """Whether something is a zone, of which no more is said than whose it is."""
        if not isinstance(place, N.NounPhrase) or not self.source.is_zone(place) or place.adjectives:
            return False
        return all(isinstance(item, N.Of) for item in place.filters)

    def _between_players(self, act: N.Act) -> tuple[N.Perform, str, dict[str, str]] | None:
        """So much that passes between two players: `take gems from you`, `pay a gem to another player`."""
        thing = act.slot("object") if isinstance(act, N.Perform) else None
        one = isinstance(thing, N.NounPhrase) and thing.determiner == N.Article(word="a")
        bare = replace(thing, determiner=None) if isinstance(thing, N.NounPhrase) and one else thing
        slots = tuple(replace(slot, value=bare) if slot.value is thing else slot for slot in getattr(act, "slots", ()))
        noun = self._passed(replace(act, slots=slots)) if isinstance(act, N.Perform) else ""
        if not noun:
            return None
        assert isinstance(act, N.Perform)
        whom = PASSED[act.verb]
        other = replace(act, slots=tuple(slot for slot in act.slots if slot.name == whom))
        return other, how_passed(act.verb, noun, "a" if one else "any"), {whom: "player"}

    def forbidden(self, ban: N.Does) -> N.Perform | None:
        """The act as which `you cannot draw cards` or `you cannot lose wood` forbids a deed of the core; else None.

        Which cards would be drawn is not known before, so it is all of them that are forbidden. Of what else is done
        with cards more may be said: `other players cannot take beasts from your hand`.
        """
        if isinstance(ban.act, N.Perform) and ban.act.verb in ANYHOW:
            return None
        taken = self._taken(ban.act)
        if taken:
            assert isinstance(ban.act, N.Perform)
            others = tuple(slot for slot in ban.act.slots if slot.name == "from")
            return self._told(replace(ban.act, slots=others), f"no_take_{taken}", {"from": "player"})
        act, thing, noun = self._deed(ban)
        if act is not None and thing is not None and thing == N.NounPhrase(noun=noun, plural=thing.plural):
            if self._done_to_cards(act.verb) and noun == "card":
                return self._told(replace(act, slots=()), f"no_{act.verb}", {})
            if act.verb in COUNTED and self._counted(noun):
                return self._told(replace(act, slots=()), f"no_{act.verb}_{noun}", {})
        return self._of_some_cards(ban.act)

    def _of_some_cards(self, act: N.Act) -> N.Perform | None:
        """A deed that is forbidden with such cards: `take cards from your hand`, `discard curses`."""
        if not isinstance(act, N.Perform) or act.adverbs or self.source.defines(act.verb, act):
            return None
        if act.verb == "draw" or not (self._done_to_cards(act.verb) or act.verb in SHOWN):
            return None
        thing = act.slot("object")
        if isinstance(thing, N.NounPhrase) and self.source.is_zone(thing):  # all that lies there
            lying = N.At(preposition="in", phrase=thing)
            thing = N.NounPhrase(noun="card", plural=True, filters=(lying,), span=thing.span)
        kinds = thing.items if isinstance(thing, N.Phrases) and thing.conjunction == "or" else (thing,)
        if not all(isinstance(kind, N.NounPhrase) and self._some_cards(kind) for kind in kinds):
            return None
        any_card = N.NounPhrase(noun="card", plural=True)
        others = tuple(
            slot for slot in act.slots if slot.name != "object" and (slot.name, slot.value) != ("for", any_card)
        )
        if not all(slot.name in ("from", "to") and self._zone_only(slot.value) for slot in others):
            return None
        assert isinstance(thing, N.Phrase)
        there = self._zones_said(thing) if not any(slot.name == "from" for slot in others) else []
        if there and isinstance(thing, N.NounPhrase):  # where it lies is told as where it comes from
            thing = replace(thing, filters=tuple(item for item in thing.filters if item is not there[0]))
            others = (*others, N.Slot(name="from", value=there[0].phrase))
        told = replace(act, slots=(N.Slot(name="object", value=thing), *others))
        return self._told(told, some_cards(act.verb), {"object": "card"})

    def _done_to_cards(self, verb: str) -> bool:
        """Whether a verb of the core is done to cards in this game: cards are gained where it says where to."""
        return verb in HEARD_OF_CARDS and (verb != "gain" or bool((self.source.zones.get("gain") or {}).get("to")))

    def _some_cards(self, thing: N.NounPhrase) -> bool:
        """Whether a phrase is of any cards of a kind, or of this card."""
        det = thing.determiner
        if thing.index is not None or thing.noun in ("top", "bottom") or det not in (None, *ANY):
            return False
        nouns = [one.noun for one in thing.noun.nouns] if isinstance(thing.noun, N.NounGroup) else [thing.noun]
        return all(isinstance(noun, str) and self.source.type_of(noun) == "card" for noun in nouns)

    def _zone_only(self, place: N.Node) -> bool:
        """Whether something is a zone, and no end of one."""
        return isinstance(place, N.NounPhrase) and self.source.is_zone(place) and place.noun not in ("top", "bottom")

    def _taken(self, act: N.Act) -> str:
        """What it is of which all is taken from a player, where it is counted: `take gems from you`; "" for others."""
        return self._passed(act) if isinstance(act, N.Perform) and act.verb == "take" else ""

    def _passed(self, act: N.Perform) -> str:
        """What it is that passes between two players, all of it, where it is counted; "" for others."""
        if act.verb not in PASSED or act.adverbs or self.source.defines(act.verb, act):
            return ""
        thing, giver = act.slot("object"), act.slot(PASSED[act.verb])
        if len(act.slots) != 2 or not isinstance(thing, N.NounPhrase) or not isinstance(thing.noun, str):
            return ""
        of = giver.noun if isinstance(giver, N.NounPhrase) else "player" if isinstance(giver, N.Pronoun) else ""
        from_player = isinstance(of, str) and self.source.type_of(of) == "player"
        bare = thing == N.NounPhrase(noun=thing.noun, plural=thing.plural)
        return thing.noun if from_player and bare and self._counted(thing.noun) else ""

    def _deed(self, does: N.Does) -> tuple[N.Perform | None, N.NounPhrase | None, str]:
        """What is done to which thing, of which kind, where it is a deed of the core that says no more than that."""
        act = does.act
        thing = act.slot("object") if isinstance(act, N.Perform) else None
        if not isinstance(act, N.Perform) or not isinstance(thing, N.NounPhrase) or not isinstance(thing.noun, str):
            return None, None, ""
        if len(act.slots) != 1 or act.adverbs or self.source.defines(act.verb, act):
            return None, None, ""
        return act, thing, thing.noun

    def _told(self, act: N.Perform, name: str, slots: dict[str, str]) -> N.Perform:
        self.told.add(name)
        self.source.verbs[name] = {"slots": dict(slots)}
        return replace(act, verb=name)

    def _counted(self, noun: str) -> bool:
        """Whether seats hold so much of something, each a number."""
        return self.layout.held.get(noun) is not None and not self.layout.held_kinds(noun)


def how_told(verb: str, noun: str, how: str) -> str:
    """The verb that tells of each one that is gained, lost or paid (`a`), of all at once (`any`), or how many."""
    return f"{verb}_{how}_{noun}"


def how_passed(verb: str, noun: str, how: str) -> str:
    """The verb that tells of what passes between two players; what is paid to nobody is told by another."""
    return how_told("pay_over" if verb == "pay" else verb, noun, how)


def with_where(name: str, said: Sequence[str]) -> str:
    """The verb that tells of what is done to a card together with where it lay (`from`), or where it comes (`to`)."""
    return "_".join((name, *sorted(said)))


def of_a_card(name: str) -> dict[str, list[tuple[str, str]]]:
    """The verbs that tell of what is done to a card, with their slots: of the card, and of where it lay and came."""
    ways: tuple[tuple[str, ...], ...] = ((), ("from",), ("to",), ("from", "to"))
    card = ("object", "card")
    return {with_where(name, said): [card, *(one for way in said for one in ZONES_TOLD[way].items())] for said in ways}


def of_this_card(act: N.Act) -> bool:
    """Whether something is done to the card on which a text stands: `discard this card`."""
    thing = act.slot("object") if isinstance(act, N.Perform) else None
    return isinstance(thing, N.NounPhrase) and thing.determiner == N.Article(word="this")


def at_once(verb: str, noun: str) -> str:
    """The verb that tells with how many cards of a kind something was done at once."""
    return f"{verb}_at_once_{noun}"


def some_cards(verb: str) -> str:
    """The verb under which a deed is forbidden that is done with some cards."""
    return f"no_{verb}__cards"


def _asks(verb: str, done: Sequence[N.Node]) -> bool:
    """Whether some sentences ask how much was, say, gained this way."""
    return any(part == N.Participle(verb=verb) for sentence in done for part in sentence.walk())
