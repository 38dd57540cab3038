"""Selections: things picked from all that fit, how many, by whom, and other than which."""

from __future__ import annotations

from dataclasses import replace

from rulewright.language import nodes as n
from rulewright.language.trees.normal_form import head_noun
from rulewright.meaning import anaphora
from rulewright.meaning import model as m
from rulewright.meaning.binder import Binder
from rulewright.meaning.determiners import OTHERS, RANKS
from rulewright.meaning.rules.phrase_parts import Phrase, tests_of
from rulewright.meaning.rules.picking import each_place, most_or_fewest, not_all_in_a_place, picked
from rulewright.meaning.scope import LOOP, OBJECT, SUBJECT, Box, Mention
from rulewright.meaning.take import refuse

ORDINALS = ("first", "last", "next", "new")
ONE = ("count", "up_to", "exactly", "any")  # with 1, it is one thing
WITH_THIS, WITHOUT_THIS = "all that lies there with this card", "all that lies there besides this card"
ALL_CARDS = "“all cards in …” are those besides this card"
OF_A_PILE = ("top", "bottom")
EACH_OTHER = ("each_other", "all_other")


def select(b: Binder, p: Phrase, box: Box, owner: m.Thing | None = None, among: m.Thing | None = None) -> m.Selection:
    """Things picked from all that fit, or from a set that was spoken of."""
    word, kind = p.det.word, b.words.type_of(p.noun)
    many, pick, chooser = _how(b, p, box)
    if pick != "the" and (b.words.is_role(p.noun) or b.words.is_kept_thing(p.noun)):
        raise refuse("RW0648", p.node, found=p.noun.replace("_", " "))
    several = p.conjunction == "and" or not (many.kind in ONE and 1 in (many.low, many.high))
    if pick == "each":
        several = box.mode != "loop" and not (box.mode == "subject" or word in ("each", "each_other"))
    new = box.new(p.noun, kind, several, introduced=_came(pick))
    adjectives = tuple(item for item in p.adjectives if item != "other")
    others: tuple[m.Thing, ...] = ()
    if word in OTHERS or len(adjectives) < len(p.adjectives):
        others = _others(b, p, box, new)
    elif _in_use(b, p, box):
        others = (m.Known(to=box.this, how="others"),) if box.this is not None else ()
    if box.mode == "event":
        _no_ordinals(b, p)
    rank = tuple(item for item in adjectives if b.words.orders(item))
    if word in RANKS:
        rank = (*rank, word or "")
    with box.described(new):
        tests: tuple[m.Meaning, ...] = ()
        if owner is not None:
            tests = (m.Test(kind="owned", args=(m.Known(to=new), owner)),)
        if word in ("same", "different"):
            tests = (*tests, m.Test(kind="adjective", word=word, args=(m.Known(to=new),)))
        chosen_by_you = any(isinstance(item, n.OfChoice) for item in p.filters)
        tests = (*tests, *tests_of(b, p, box, new, p.filters, ("other", *rank)))
    if chosen_by_you and p.det.definite:
        raise refuse("RW0620", p.node, found=word or p.noun, what="of your choice")
    if chosen_by_you:
        pick, chooser = "chosen", m.Known(to=box.you if box.mode == "act" else box.actor, how="of your choice")
    one_of_these = pick in ("chosen", "random") and kind in ("card", "piece", "space")
    if one_of_these and (place := each_place(p.filters)) is not None:
        raise refuse("RW0641", place[0], found=p.noun.replace("_", " "), each=place[1].replace("_", " "))
    if pick == "each" and box.mode == "act" and kind in ("card", "piece"):
        not_all_in_a_place(p.filters, p.noun)
    if pick == "the" and _superlative(p) and not box.begins:
        raise refuse("RW0628", p.node, found=p.noun.replace("_", " "))
    several = not _superlative(p) and _one_of_several(p, kind, rank)
    if pick == "the" and word in ("the", "the_other") and box.this is not None and several:
        raise refuse("RW0643", p.node, found=p.noun.replace("_", " "))
    if pick != "none":  # there is nothing of which "no X" speaks
        box.mention(new)
    found = m.Selection(
        kinds=p.kinds, many=many, pick=pick, new=new, conjunction=p.conjunction, chooser=chooser, tests=tests,
        others=others, among=among, rank=rank,
    )  # fmt: skip
    box.notes.picked[new.id] = found, box.origin
    if among is not None:  # some of a set: the rest is what is left of all of it
        box.part(among)
        box.found = (*box.found, new.id)
    return found


def _came(pick: str) -> str:
    return {"chosen": "chosen", "each": "loop"}.get(pick, "described")


def _how(b: Binder, p: Phrase, box: Box) -> tuple[m.Many, str, m.Thing | None]:
    """How many, how they are picked, and by whom."""
    word, many = p.det.word, p.det.many
    if many is None and p.plural and word in OF_A_PILE:  # “the top cards of your deck”
        forms = b.words.nouns[p.noun].forms
        raise refuse("RW0690", p.node, found=forms.get("many", "one"), one=forms.get("one"), rank=word)
    if many is not None:
        if word in ("the", "your", "their", "its", "that", "this", *RANKS):
            return many, "the", None
        pick, chooser = picked(box, many.kind)
        return many, pick, chooser
    one = m.Many(kind="count", low=1)
    match word:
        case "a" | "another" | "any" | "different":
            pick, chooser = picked(box, "any" if word == "any" else "count")
            return (m.Many(kind="any", low=1) if word == "any" else one), pick, chooser
        case "each" | "all" | "each_other" | "all_other" | "both":
            kind = {"all_other": "all", "each_other": "each"}.get(word, word)
            return m.Many(kind=kind), "each", None
        case "no":
            return m.Many(kind="no"), "none", None
        case "most" | "fewest":
            return m.Many(kind=word), "extreme", None
        case None if p.det.owner is None and box.mode == "loop":
            return m.Many(kind="all"), "each", None
        case None if p.det.owner is None:
            return m.Many(kind="bare" if p.plural else "mass"), "described", None
    if p.plural:
        return m.Many(kind="all"), "each" if box.mode == "loop" else "described", None
    return one, "the", None


def _superlative(p: Phrase) -> bool:
    """R14: whether a description of one thing asks for the most or fewest, so that several can tie."""
    did_most = any(isinstance(item, n.DidSo) and item.rank is not None and not item.alone for item in p.filters)
    return did_most or most_or_fewest(p.filters)


def _one_of_several(p: Phrase, kind: str, rank: tuple[str, ...]) -> bool:
    """R7: whether a card says "the X …" where several can fit, so that nobody would choose which.

    Of pieces that are alike whoever acts is asked. In procedures and verbs the author knows that there is one.
    """
    known = rank or p.det.many is not None or any(isinstance(item, n.Of) for item in p.filters)
    return kind in ("card", "space", "border", "player") and not known and not set(ORDINALS) & set(p.adjectives)


def _no_ordinals(b: Binder, p: Phrase) -> None:
    """R21: an event's thing cannot be the first or last one where nothing counts them."""
    coming = any(isinstance(item, n.Relative) for item in p.filters)
    for word in p.adjectives:
        if word == "next" and coming:
            continue
        own = b.lexicon.adjectives[word].entry
        if word in ORDINALS and not (own.get("means") or own.get("attribute") or b.words.type_of(p.noun) == "player"):
            raise refuse("RW0629", p.node, found=word)


def _in_use(b: Binder, p: Phrase, box: Box) -> bool:
    """R9: whether the card whose text it is would lie among these cards only because it is being used."""
    if not box.used_to or box.this is None or b.words.type_of(p.noun) != "card":
        return False
    kind, zones = box.this.noun, []
    for item in p.filters:
        phrase = item.phrase if isinstance(item, n.At | n.Of) else None
        noun = head_noun(phrase) if phrase is not None else None
        zones += [noun] if noun is not None and b.words.type_of(noun) == "zone" else []
    return not box.used_to.isdisjoint(zones or box.origin) and (
        b.words.is_a(kind, p.noun) or b.words.is_a(p.noun, kind)
    )


def not_the_whole_pile(b: Binder, node: n.Node, box: Box) -> None:
    """R9: refuse a pile as a whole onto which the card whose text it is was put to use it: with that card, or without?

    Raises:
        RulewrightError: RW0622 where it is such a pile.
    """
    noun = head_noun(node) if isinstance(node, n.Phrase) else None
    if box.this is None or box.mode == "event" or noun not in box.used_to or b.words.type_of(noun) != "zone":
        return
    det = getattr(node, "determiner", None)
    yours = box.actor.id == box.you.id and isinstance(det, n.Article) and det.word in ("the", "your")
    if b.words.of_players(noun) and not yours:  # where this card does not lie
        return
    raise refuse("RW0622", node, found=noun.replace("_", " "), one=WITH_THIS, other=WITHOUT_THIS, how=ALL_CARDS)


def _somebody_else(box: Box) -> bool:
    """Whether a player other than you acts, or was spoken of, whom “no other player” could leave out."""
    return any(item.open and item.to.type == "player" and item.to.id != box.you.id for item in box.mentions)


def _named(box: Box) -> bool:
    """Whether one player was chosen or spoken of before, or has this pass, who may be left out of the others or not."""
    return any(
        item.open
        and item.to.type == "player"
        and (item.to.introduced in ("chosen", "attribute") or _of_this_pass(item, box))
        and item.clause < box.clause
        for item in box.mentions
    )


def _of_this_pass(item: Mention, box: Box) -> bool:
    """Whether a loop goes through players: each other player than the one of this pass, or than you?"""
    return item.rank == LOOP and item.to.introduced == "loop" and item.to.id != box.actor.id


def _beside_another(box: Box) -> bool:
    """Whether it is told, within a description, of a player beside the one whom the clause is about."""
    return bool(box.describing) and any(
        item.to.type == "player" and item.clause == box.clause and item.rank in (LOOP, SUBJECT)
        and item.to.id != box.you.id and item.to.id not in box.describing
        for item in box.mentions
    )  # fmt: skip


def _said_of_another(box: Box) -> bool:
    """Whether a condition is about a player other than you: each other one than that player, or than you?"""
    return box.mode == "condition" and any(
        item.to.type == "player" and item.clause == box.clause and item.rank == SUBJECT and item.to.id != box.you.id
        for item in box.mentions
    )


def _may_lie_elsewhere(moved: m.Referent, place: m.Referent, box: Box) -> bool:
    """Whether what is moved need not lie in a place that was spoken of: both are told of in different clauses."""
    before = any(item.to.id == moved.id and item.clause < box.clause for item in box.mentions)
    here = any(item.to.id == place.id and item.clause == box.clause for item in box.mentions)
    return not before and not here


def _than_several(b: Binder, p: Phrase, box: Box, one: m.Referent | None, kind: str) -> m.Referent | None:
    """R9: the several cards picked last, than which others are meant; None where one was spoken of since, or nothing.

    Raises:
        RulewrightError: RW0626 where each of several players picked, or some were picked only under a condition, so
        that the others could be others than those; and of several spaces.
    """
    if box.mode == "event":
        return None
    since = max((item.clause for item in box.mentions if one is not None and item.to.id == one.id), default=-1)
    own = box.this is not None and b.words.is_a(box.this.noun, p.noun)  # what was drawn may be of any kind
    for item in reversed(box.mentions):
        to, noun = item.to, item.to.noun
        if to.type != kind or item.clause <= since or item.clause == box.clause or to.id in box.describing:
            continue
        wider = one is None and b.words.is_a(p.noun, noun) and not own
        if not _picked(box, item) or not (wider or b.words.is_a(noun, p.noun)):
            continue
        if not item.open and one is None and kind == "card":
            raise refuse("RW0626", p.node, found=p.noun.replace("_", " "))
        if item.open and to.several and kind == "space":
            raise refuse("RW0626", p.node, found=p.noun.replace("_", " "))
        if item.open and to.several:
            return to
    return None


def _picked(box: Box, item: Mention) -> bool:
    """Whether something was picked by an act, and was not only asked about."""
    found = box.notes.picked.get(item.to.id, (None,))[0]
    return isinstance(found, m.Selection) and found.pick != "any" and item.rank == OBJECT


def _are_all_others(word: str | None, box: Box) -> bool:
    """Whether “the other players”, or “other players” who do something, are as open as “each other player”."""
    return (word in ("the", "the_other") and box.mode != "event") or (word is None and box.mode == "subject")


def _others(b: Binder, p: Phrase, box: Box, new: m.Referent) -> tuple[m.Thing, ...]:
    """R9: other than what."""
    kind = new.type
    if kind == "player":
        all_others = p.det.word in EACH_OTHER or (p.plural and _are_all_others(p.det.word, box))
        if all_others and box.asked_each:  # than those of whom it is so, or than you?
            raise refuse("RW0626", p.node, found=p.noun)
        if all_others and box.rival is not None:
            return (m.Known(to=box.rival, how="others"),)
        if (all_others or p.det.word == "another") and box.holder is not None and box.holder.id in box.describing:
            one = replace(box.holder, several=False)  # of several players each is compared with those other than it
            return (m.Known(to=one, how="others"),)
        if box.set_before is not None and all_others:
            if box.of_others:  # the rest of those others, or everybody but you?
                raise refuse("RW0626", p.node, found=p.noun)
            return (m.Known(to=box.set_before, how="others"),)
        others_act = box.mode == "event" and box.by_others or _beside_another(box) or _said_of_another(box)
        named = box.mode != "event" and (box.by_others or _named(box))
        said = any(isinstance(item, n.OtherThan) for item in p.filters)  # “another player other than that player”
        either = all_others or (p.plural and box.mode == "event") or (p.det.word == "another" and box.mode != "loop")
        if p.det.word == "no" and not said and _somebody_else(box):
            raise refuse("RW0626", p.node, found=p.noun)
        if either and not said and (others_act or named):
            raise refuse("RW0626", p.node, found=p.noun)  # than that player, or than you?
        theirs = bool(box.describing) and box.mode != "event"  # each one's own: “for each field where another player …”
        acts = theirs or box.mode in ("act", "subject", "loop")
        return (m.Known(to=box.actor if acts else box.you, how="others"),)

    def fits(to: m.Referent) -> bool:
        return to.type == kind and not to.several and (b.words.is_a(to.noun, p.noun) or b.words.is_a(p.noun, to.noun))

    found = anaphora.nearest(box, fits, p.node, f"another {p.noun.replace('_', ' ')}")
    if kind in ("card", "space"):
        found = _than_several(b, p, box, found, kind) or found
    if found is None and kind == "card":
        found = box.this
    moved = [item.to for item in box.mentions if item.clause == box.clause and item.rank == OBJECT and item.open]
    if found is not None and kind == "space" and moved and box.moving and _may_lie_elsewhere(moved[-1], found, box):
        raise refuse("RW0626", p.node, found=p.noun.replace("_", " "))  # than that one, or than where it is?
    if found is None and moved and box.moving:  # other than where it is
        where = box.new(kind, kind, introduced="attribute")
        return (m.Attribute(noun=kind, holders=(m.Known(to=moved[-1], how="moved"),), new=where),)
    if found is None:
        raise refuse("RW0626", p.node, found=p.noun.replace("_", " "))
    return (m.Known(to=found, how="others"),)
