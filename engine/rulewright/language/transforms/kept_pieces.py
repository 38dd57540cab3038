"""Pieces that players keep, as money is kept: what is paid, lost, given, taken or gained of them is moved.

The lexicon says where such pieces lie: in one zone of each player (`in:`), and in one zone of all they come from
(`supply:`). So *pay a pearl* moves one out of your purse back to where it came from, and the tree says so, in every
language. Of pieces that players own, *lose* returns what stands on the map to where their supply is. A noun that says
itself what a verb means to it (`deeds:`) is left as it is, and so are pieces of which the lexicon does not tell both
places.

Each verb becomes another verb of moving, so that *whenever you pay a pearl* does not hear of one that is discarded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TypeVar

from rulewright.language import nodes as n
from rulewright.language.lexicon import Lexicon
from rulewright.language.records import replace
from rulewright.language.rewriting import rewritten
from rulewright.language.transforms.homes_of_pieces import Homes
from rulewright.language.trees.normal_form import head_noun

_N = TypeVar("_N", bound=n.Node)

MOVED: Mapping[str, str] = {
    "pay": "return", "discard": "put", "lose": "move", "give": "put", "take": "take", "gain": "take",
}  # fmt: skip
"""What is done with pieces that players keep: by which verb of moving it is said."""
BACK = ("pay", "discard", "lose")
"""Verbs by which something goes back to where it came from."""
OWN = (n.Article(word="your"), n.Article(word="their"))
YOURS, THEIRS = OWN
THE = n.Article(word="the")
PLACES = (n.At, n.There, n.NextTo, n.Within, n.Where, n.Related)
"""Filters that say where a thing is."""
ASKED = ("condition", "conditions", "clause", "event")
"""The parts of a sentence that ask, or tell what is heard."""
WHOLE = (n.Per, n.Repeat, n.RatherThan, n.Until)
"""What is said of one act, which is not split."""


class KeptPieces:
    """Says what is done with pieces that players keep as what moves them."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon, self._homes = lexicon, Homes(lexicon)

    def moved(self, node: _N) -> _N:
        """A tree in which all that is done with pieces that are kept tells from where to where they are moved."""
        if not self._homes.any:
            return node
        changed = self._changed(node, YOURS, "")
        assert isinstance(changed, type(node))
        return changed

    # -------------------------------------------------------------- sentences

    def _changed(self, node: n.Node, mine: n.Article, part: str) -> n.Node:
        """A node with its parts changed.

        mine: how is told whose is what the one has who acts here. part: `event` or `asked` within what is only heard or
        asked, else "".
        """
        match node:
            case n.Does(modal="cannot") | n.Does(negated=True) | n.Does(tense="would") | n.Instead() | n.RatherThan():
                return node
            case n.Does():
                return self._does(node, part)
            case n.Perform():
                return self._performed(node, mine, part)
            case n.Cost():
                return self._cost(node, mine)
            case n.Sequence() | n.Choice():
                return self._acts(node, mine, part)
            case n.CountOf(phrase=n.NounPhrase() as phrase):
                lying = self._lying(phrase)
                return self._parts(node if lying is phrase else replace(node, phrase=lying), mine, part)
            case n.NounPhrase():
                return self._parts(self._thing(node), mine, part)
        return self._parts(node, mine, part)

    def _parts(self, node: n.Node, mine: n.Article, part: str) -> n.Node:
        changed = {}
        for item in fields(node):
            value = getattr(node, item.name)
            inner = part or (item.name if item.name == "event" else "asked" if item.name in ASKED else "")
            new: object = value
            if isinstance(value, n.Node):
                new = self._changed(value, mine, inner)
                if isinstance(node, WHOLE) and isinstance(new, n.Sequence | n.Choice) and type(new) is not type(value):
                    new = value
            elif isinstance(value, tuple):
                new = tuple(self._changed(one, mine, inner) if isinstance(one, n.Node) else one for one in value)
                new = value if _same(new, value) else new
            if new is not value:
                changed[item.name] = new
        return replace(node, **changed) if changed else node

    def _does(self, node: n.Does, part: str) -> n.Node:
        """Somebody who does something: what they have is theirs."""
        heard = self._heard(node) if part == "event" else None
        mine = YOURS if node.subject == n.Pronoun(word="you") else THEIRS
        return heard or self._parts(node, mine, part)

    def _acts(self, node: n.Sequence | n.Choice, mine: n.Article, part: str) -> n.Node:
        """Acts of which one can have become several, all in one line."""
        acts = [self._changed(act, mine, part) for act in node.acts]
        flat = [one for act in acts for one in (act.acts if isinstance(act, type(node)) else (act,))]
        if isinstance(node, n.Sequence) and any(isinstance(act, n.Choice) for act in flat[:-1]):
            return node
        return node if _same(tuple(flat), node.acts) else replace(node, acts=tuple(flat))

    def _cost(self, node: n.Cost, mine: n.Article) -> n.Node:
        """A price: of two that can be chosen, each has the same effect."""
        cost, effect = self._changed(node.cost, mine, ""), self._changed(node.effect, mine, "")
        assert isinstance(effect, n.Act)
        if isinstance(cost, n.Choice) and not isinstance(node.cost, n.Choice):
            ways = [n.Cost(cost=one, effect=effect.copy()) for one in cost.acts if isinstance(one, n.Act)]
            return n.Choice(acts=tuple(ways), span=node.span)
        return node if cost is node.cost and effect is node.effect else replace(node, cost=cost, effect=effect)

    def _heard(self, node: n.Does) -> n.Does | None:
        """What is heard where somebody gains or loses such a piece: it comes to where they keep it, or leaves there."""
        act = node.act
        thing = act.slot("object") if isinstance(act, n.Perform) else None
        if not isinstance(act, n.Perform) or act.verb not in ("gain", "lose") or len(act.slots) != 1 or act.adverbs:
            return None
        if not isinstance(thing, n.NounPhrase) or not isinstance(thing.noun, str) or thing.filters:
            return None
        one = thing.determiner == n.Article(word="a") and not self._homes.means(thing.noun, act.verb)
        you = node.subject == n.Pronoun(word="you")
        if one and thing.noun in self._homes.purses:
            zone = self._zone_of(node.subject, self._homes.purses[thing.noun][0])
            slot = n.Slot(name="to" if act.verb == "gain" else "object", value=zone) if zone is not None else None
            verb = "come" if act.verb == "gain" else "leave"
            return replace(node, subject=thing, act=replace(act, verb=verb, slots=(slot,))) if slot else None
        if one and thing.noun in self._homes.stocks and act.verb == "lose":
            whose = replace(thing, filters=(n.OfYours(),)) if you else None
            if whose is None and node.subject == n.NounPhrase(determiner=n.Article(word="another"), noun="player"):
                whose = replace(thing, determiner=n.Possessive(owner=node.subject))
            stock = _of(YOURS if you else THEIRS, self._homes.stocks[thing.noun][0])
            to = n.Slot(name="to", value=stock)
            return replace(node, subject=whose, act=replace(act, verb="come", slots=(to,))) if whose else None
        return None

    # -------------------------------------------------------------- acts

    def _performed(self, act: n.Perform, mine: n.Article, part: str) -> n.Node:
        """An act: what is done with several things is done with each."""
        thing = self._of_each_kind(act.slot("object"))
        if isinstance(thing, n.Phrases) and act.verb in MOVED and not act.adverbs and not part:
            slots = [
                tuple(replace(s, value=one) if s.name == "object" else s for s in act.slots) for one in thing.items
            ]
            each = [replace(act, slots=some) for some in slots]
            moved = [self._moved(one, mine, part) for one in each]
            if any(moved) or thing is not act.slot("object"):
                acts = tuple(new or old for new, old in zip(moved, each, strict=True))
                kind = n.Choice if thing.conjunction == "or" else n.Sequence
                return kind(acts=tuple(one.copy() for one in acts), span=act.span)
        return self._moved(act, mine, part) or self._parts(act, mine, part)

    def _of_each_kind(self, thing: n.Phrase | n.Amount | None) -> n.Phrase | n.Amount | None:
        """“A pearl of each kind”: one of each of its kinds; anything else as it is."""
        if not isinstance(thing, n.NounPhrase) or len(thing.filters) != 1 or not isinstance(thing.noun, str):
            return thing
        of = thing.filters[0]
        each = n.NounPhrase(noun="kind", determiner=n.Article(word="each"))
        kinds = [kind for kind in self._homes.purses if self._homes.entry(kind).get("is") == thing.noun]
        if not isinstance(of, n.Of) or of.phrase != each or not kinds or thing.determiner is None:
            return thing
        some = (replace(thing.copy(), noun=kind, filters=()) for kind in kinds)
        return n.Phrases(conjunction="and", items=tuple(some), span=thing.span)

    def _moved(self, act: n.Perform, mine: n.Article, part: str) -> n.Perform | None:
        """What an act moves, and from where to where; None where it is left as it is."""
        thing = act.slot("object")
        noun = head_noun(thing) if isinstance(thing, n.Phrase) else None
        if noun is None or not isinstance(thing, n.Phrase):
            return None
        if act.verb == "return" and not part and noun in self._homes.purses:
            return self._given_back(act, thing, mine, *self._homes.purses[noun])
        if act.verb not in MOVED:
            return None
        if isinstance(thing, n.Pronoun | n.Phrases) or self._homes.means(noun, act.verb):
            return None
        if part and act.verb in ("gain", "lose"):
            return None  # also what is taken by others, or given away, would have been gained or lost
        if noun in self._homes.purses:
            if act.verb == "take" and act.slot("from") is None and (part or not self._homes.only_there(noun)):
                return None  # from anywhere
            return self._kept(act, thing, mine, *self._homes.purses[noun])
        if act.verb in BACK and noun in self._homes.back and act.slot("to") is None:
            return self._returned(act, thing, noun, mine)
        return None

    def _kept(self, act: n.Perform, thing: n.Phrase, mine: n.Article, purse: str, origin: str) -> n.Perform | None:
        """What is done with a piece of nobody that players keep."""
        own, source, goal = _of(mine, purse), act.slot("from"), act.slot("to")
        back = n.NounPhrase(noun=origin, determiner=THE.copy())
        if act.verb == "give" or (act.verb == "pay" and goal is not None):
            receives = self._zone_of(goal, purse) if isinstance(goal, n.Phrase) else None
            if receives is None or (receives.determiner == mine == THEIRS):
                return None
            return self._from_to(act, thing, source or own, receives, "put" if act.verb == "pay" else "")
        if act.verb in BACK:
            return self._from_to(act, thing, source or own, back) if goal is None else None
        if source is None:
            return self._from_to(act, thing, back, goal or own) if not located(thing) else None
        player = self._zone_of(source, purse) if isinstance(source, n.Phrase) else None
        if player is None and act.verb == "take":
            return None
        return self._from_to(act, thing, player or source, goal or own)

    def _given_back(
        self, act: n.Perform, thing: n.Phrase, mine: n.Article, purse: str, origin: str
    ) -> n.Perform | None:
        """So many that are returned to where they come from are your own, and nobody else's."""
        goal, many = act.slot("to"), counted(thing)
        there = goal is None or (isinstance(goal, n.NounPhrase) and goal.noun == origin and not goal.filters)
        every = isinstance(many, n.NounPhrase) and many.determiner == n.Article(word="all")
        if act.slot("from") is not None or not there or many is None or every and not isinstance(thing, n.PartOf):
            return None
        if (
            isinstance(thing, n.NounPhrase)
            and thing.determiner != n.Article(word="a")
            and not _counts(thing.determiner)
        ):
            return None
        if located(thing):
            return None
        slots = (
            n.Slot(name="object", value=self._told(many), span=thing.span),
            n.Slot(name="from", value=_of(mine, purse)),
            n.Slot(name="to", value=goal or n.NounPhrase(noun=origin, determiner=THE.copy())),
        )  # fmt: skip
        return replace(act, slots=slots)

    def _from_to(
        self, act: n.Perform, thing: n.Phrase, source: n.Node, goal: n.Node, verb: str = ""
    ) -> n.Perform | None:  # fmt: skip
        """An act that moves something from one place to another; where it lies is not told twice."""
        told = located(thing) or isinstance(thing, n.NounPhrase) and thing.determiner in _SPOKEN_OF
        said = thing if told else counted(thing)
        if said is None or not isinstance(source, n.Phrase) or not isinstance(goal, n.Phrase):
            return None
        some = self._told(said)
        come = () if told else (n.Slot(name="from", value=source),)
        slots = (n.Slot(name="object", value=some, span=thing.span), *come, n.Slot(name="to", value=goal))
        return replace(act, verb=verb or MOVED[act.verb], slots=slots)

    def _returned(self, act: n.Perform, thing: n.Phrase, noun: str, mine: n.Article) -> n.Perform | None:
        """What is paid, discarded or lost of pieces that stand on the map goes back to where they came from."""
        if located(thing) or act.slot("from") is not None:
            source = act.slot("from")
            zone = self._lexicon.nouns.get(head_noun(source) or "") if isinstance(source, n.Phrase) else None
            if zone is not None and zone.type == "zone":
                return None
            whose = isinstance(thing, n.AsMany) and noun in self._homes.stocks
            home = (n.Slot(name="to", value=_of(mine, self._homes.stocks[noun][0])),) if whose else ()
            return replace(act, verb="return", slots=(*act.slots, *home))
        if act.verb != "lose" or noun not in self._homes.stocks:
            return None
        stock, space = self._homes.stocks[noun]
        to = n.Slot(name="to", value=_of(mine, stock))
        if isinstance(thing, n.AsMany):
            of_them = n.Slot(name="object", value=self._standing(thing, noun, space), span=thing.span)
            come = n.Slot(name="from", value=n.NounPhrase(noun=space, plural=True))
            return replace(act, verb="return", slots=(of_them, come, to))
        alone = counted(thing)
        many = alone.determiner if isinstance(alone, n.NounPhrase) else None
        if not isinstance(alone, n.NounPhrase) or alone.filters:
            return None
        if many == n.Article(word="a"):
            many = n.Quantity(kind="count", low=1)
        elif many == n.Article(word="all"):
            many = n.Quantity(kind="all")
        if not isinstance(many, n.Quantity) or many.article is not None:
            return None
        there = n.At(preposition="in", phrase=n.NounPhrase(noun=space, plural=True))
        whole = replace(alone, determiner=mine.copy(), filters=(there,), plural=True)
        some = n.Slot(name="object", value=n.PartOf(quantity=many, whole=whole, span=thing.span), span=thing.span)
        return replace(act, verb="return", slots=(some, to))

    @staticmethod
    def _standing(many: n.AsMany, noun: str, space: str) -> n.AsMany:
        """So many pieces, of those on the map where it is told how many somebody has of them."""

        def there(node: n.Node, _: n.Node) -> n.Node:
            if not isinstance(node, n.CountOf) or not isinstance(thing := node.phrase, n.NounPhrase):
                return node
            if thing.noun != noun or thing.determiner not in OWN or located(thing):
                return node
            where = n.At(preposition="in", phrase=n.NounPhrase(noun=space, plural=True))
            return replace(node, phrase=replace(thing, filters=(*thing.filters, where)))

        found = rewritten(many, there)
        assert isinstance(found, n.AsMany)
        return found

    # -------------------------------------------------------------- things

    def _lying(self, thing: n.NounPhrase) -> n.NounPhrase:
        """“The number of their pearls”, which nobody owns: of those that lie in their purse."""
        whose, others = thing.determiner, thing.filters
        if not isinstance(thing.noun, str) or thing.noun not in self._homes.purses:
            return thing
        purse = self._homes.purses[thing.noun][0]
        if whose in OWN or isinstance(whose, n.Possessive):
            zone: n.NounPhrase | None = n.NounPhrase(noun=purse, determiner=whose)
        else:
            owners = [item for item in others if isinstance(item, n.Of)]
            zone = self._zone_of(owners[0].phrase, purse) if len(owners) == 1 and whose is None else None
            others = tuple(item for item in others if item not in owners)
        if zone is None:
            return thing
        return replace(thing, determiner=None, filters=(*others, n.At(preposition="in", phrase=zone)))

    def _told(self, many: n.Phrase) -> n.Phrase:
        """So many things, and where those lie that are counted."""
        told = self._parts(many, YOURS, "asked") if isinstance(many, n.AsMany) else self._thing(many)
        assert isinstance(told, n.Phrase)
        return told

    def _thing(self, thing: _N) -> _N:
        """A thing of which is told what was done with it: “paid this way”."""
        if not isinstance(thing, n.NounPhrase) or not isinstance(thing.noun, str):
            return thing
        new = tuple(self._done(item, thing.noun) for item in thing.filters)
        return thing if _same(new, thing.filters) else replace(thing, filters=new)

    def _done(self, item: n.Filter, noun: str) -> n.Filter:
        if not isinstance(item, n.Participle) or item.verb not in MOVED or self._homes.means(noun, item.verb):
            return item
        if noun in self._homes.purses:
            return replace(item, verb=MOVED[item.verb])
        return replace(item, verb="return") if item.verb in BACK and noun in self._homes.back else item

    def _zone_of(self, player: n.Phrase, zone: str) -> n.NounPhrase | None:
        """The zone in which somebody keeps such pieces; None of what is no player."""
        if isinstance(player, n.Pronoun):
            whose = {"you": YOURS, "they": THEIRS, "them": THEIRS}.get(player.word)
            return _of(whose, zone) if whose is not None else None
        if not isinstance(player, n.NounPhrase) or not isinstance(player.noun, str) or not self._is_player(player.noun):
            return None
        if player.noun in ("player", "owner") and not player.filters:
            return n.NounPhrase(noun=zone, determiner=n.Possessive(owner=player))
        return n.NounPhrase(noun=zone, determiner=THE.copy(), filters=(n.Of(phrase=player),))

    def _is_player(self, noun: str) -> bool:
        word = self._lexicon.nouns.get(noun)
        if word is None:
            return False
        return word.type == "player" or (word.type == "role" and "player" in word.of)


_SPOKEN_OF = (n.Article(word="that"), n.Article(word="this"), THE)


def _counts(many: n.Determiner | None) -> bool:
    return isinstance(many, n.Quantity) and many.article is None


def _of(whose: n.Determiner, zone: str) -> n.NounPhrase:
    return n.NounPhrase(noun=zone, determiner=whose.copy())  # no node stands in two trees


def located(thing: n.Phrase) -> bool:
    """Whether a phrase says where its thing is."""
    whole = thing.whole if isinstance(thing, n.PartOf) else thing
    return isinstance(whole, n.NounPhrase) and any(isinstance(item, PLACES) for item in whole.filters)


def counted(thing: n.Phrase) -> n.Phrase | None:
    """So many things, without the word for whose they are; None where how many they are is not told so."""
    if isinstance(thing, n.AsMany):
        return thing
    if isinstance(thing, n.PartOf):
        whole = thing.whole
        if not isinstance(whole, n.NounPhrase) or whole.determiner not in OWN or thing.quantity.kind == "each":
            return None
        every = thing.quantity.kind == "all"
        return replace(whole, determiner=n.Article(word="all") if every else thing.quantity, plural=False)
    if not isinstance(thing, n.NounPhrase) or isinstance(thing.determiner, n.Possessive) or thing.determiner in OWN:
        return None
    return thing if thing.determiner is not None else None


def _same(new: object, old: object) -> bool:
    if not isinstance(new, tuple) or not isinstance(old, tuple) or len(new) != len(old):
        return False
    return all(a is b for a, b in zip(new, old, strict=True))
