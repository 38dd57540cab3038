"""Which noun a clause describes: the one right before it, or the one before that where only that can be so."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar, cast

from rulewright.language import nodes as n
from rulewright.language.lexicon.word_list import WordList
from rulewright.language.rewriting import rewritten

_N = TypeVar("_N", bound=n.Node)

OPEN = (n.At, n.NextTo, n.Within)


def clause_where_it_fits(node: n.NounPhrase, lexicon: WordList) -> n.NounPhrase:
    """`A card in a zone whose price is 3`: a zone has no price, so that the card is meant."""
    node = _so_at_the_place(_place_where_it_fits(node, lexicon), lexicon)
    last = node.filters[-1] if node.filters else None
    inner = last.phrase if isinstance(last, OPEN) else None
    if not isinstance(inner, n.NounPhrase) or not inner.filters:
        return node
    clause = inner.filters[-1]
    kinds = _said_of(clause, lexicon)
    if not kinds or _fits(inner.noun, kinds, lexicon) or not _fits(node.noun, kinds, lexicon):
        return node
    assert isinstance(last, OPEN)
    place = replace(last, phrase=replace(inner, filters=inner.filters[:-1]))
    return replace(node, filters=(*node.filters[:-1], place, clause))


def asked(node: n.Node, lexicon: WordList) -> n.Node:
    """A statement whose condition asks of one thing of a kind, as if it asked whether there is one."""
    match node:
        case n.If() | n.Unless() | n.While():
            return replace(node, condition=_that_there_is(node.condition, lexicon))
        case n.Trigger(event=n.Is() as event):
            return replace(node, event=_that_there_is(event, lexicon))
        case n.Trigger(timing="before", event=n.Does(subject=n.NounPhrase() as who) as event) if _pays_you(node.then):
            if who.noun == "player" and who.determiner == n.Article(word="a"):  # nobody pays themselves
                return replace(node, event=replace(event, subject=replace(who, determiner=n.Article(word="another"))))
    return node


def _pays_you(then: n.Node) -> bool:
    """`They must pay so much to you`."""
    match then:
        case n.Does(modal="must", subject=n.Pronoun(word="they"), act=n.Perform(verb="pay") as act):
            return act.slot("to") == n.Pronoun(word="you")
    return False


def _that_there_is(node: n.Condition, lexicon: WordList) -> n.Condition:
    """`If a spell is in the shop`, of none that was spoken of: if there is one; `if one of your huts is in it`: if you
    have one there; `if the price of a card in the shop is 2`: if there is one with that price."""
    match node:
        case n.AllConditions() | n.AnyCondition():
            return replace(node, conditions=tuple(_that_there_is(one, lexicon) for one in node.conditions))
        case n.Is(modal=None, tense="present", negated=False):
            return _one_that_is(node, lexicon)
    return node


def _one_that_is(node: n.Is, lexicon: WordList) -> n.Condition:
    match node:
        case n.Is(subject=n.NounPhrase() as some, predicate=n.At() | n.NextTo() | n.Within() as place) if _any(some):
            return n.Exists(object=replace(some, filters=(*some.filters, place)), span=node.span)
        case n.Is(
            subject=n.PartOf(quantity=n.Quantity(kind="count", low=many), whole=n.NounPhrase() as whole),
            predicate=n.At() | n.NextTo() | n.Within() as place,
        ) if whole.determiner == n.Article(word="your"):
            so_many = n.Article(word="a") if many == 1 else n.Quantity(kind="count", low=many)
            yours = replace(whole, determiner=so_many, plural=many != 1, filters=(*whole.filters, place))
            return n.Has(subject=n.Pronoun(word="you"), object=yours, span=node.span)
        case n.Is(
            subject=n.NounPhrase(noun=str(number), adjectives=()) as its,
            predicate=n.Compare() | n.IsPhrase(phrase=n.Amount()) as predicate,
        ):
            holder = _holder(its)
            if holder is not None and _any(holder) and _of_one(number, lexicon):
                whose = n.Whose(noun=number, clause=predicate, span=predicate.span)
                return n.Exists(object=replace(holder, filters=(*holder.filters, whose)), span=node.span)
    return node


def _holder(number: n.NounPhrase) -> n.NounPhrase | None:
    """Of what a number is told: `the price of a card`, `a card's price`."""
    match number:
        case n.NounPhrase(determiner=n.Article(word="the"), filters=(n.Of(phrase=n.NounPhrase() as holder),)):
            return holder
        case n.NounPhrase(determiner=n.Possessive(owner=n.NounPhrase() as holder), filters=()):
            return holder
    return None


def _of_one(number: str, lexicon: WordList) -> bool:
    """Whether a number is of one thing, and not of two together: what each player has at each place."""
    noun = lexicon.nouns.get(number)
    return noun is not None and len(noun.of) == 1


def _any(some: n.NounPhrase) -> bool:
    """Whether a phrase means any one, or so many, of a kind."""
    det = some.determiner
    one = isinstance(det, n.Article) and det.word in ("a", "any", "another", "no")
    return isinstance(some.noun, str) and (one or isinstance(det, n.Quantity))


def _place_where_it_fits(node: n.NounPhrase, lexicon: WordList) -> n.NounPhrase:
    """`A card in your hand of that suit`, `a card of that suit in your hand`: both are said of the card.

    `A field in the valley next to a lake`: the field lies there, as the valley is the only one.
    """
    last = node.filters[-1] if node.filters else None
    inner = last.phrase if isinstance(last, n.At | n.Of) else None
    if not isinstance(inner, n.NounPhrase) or not inner.filters:
        return node
    clause = inner.filters[-1]
    beside = _beside(clause, inner, lexicon)
    kinds = beside or (_had_by(clause, lexicon) if isinstance(last, n.At) else _lying(clause, lexicon))
    if not kinds or not (beside or not _fits(inner.noun, kinds, lexicon)) or not _fits(node.noun, kinds, lexicon):
        return node
    if isinstance(last, n.Of) and _is_zone(inner, lexicon):  # "the top card of your pile on …": no card of that pile
        return node
    assert isinstance(last, n.At | n.Of)
    before = replace(last, phrase=replace(inner, filters=inner.filters[:-1]))
    parts = (clause, before) if isinstance(last, n.At) and not beside else (before, clause)
    return replace(node, filters=(*node.filters[:-1], *parts))


def _so_at_the_place(node: n.NounPhrase, lexicon: WordList) -> n.NounPhrase:
    """`A field where you have a hut where nobody has a stall`: what is so where a piece lies is so at that place."""
    last = node.filters[-1] if node.filters else None
    piece = _piece_there(last)
    clause = piece.filters[-1] if piece is not None and piece.filters else None
    if last is None or piece is None or not isinstance(clause, n.Where) or not _fits(node.noun, ("space",), lexicon):
        return node
    if not isinstance(piece.noun, str) or not lexicon.noun_is(piece.noun, "piece"):
        return node
    before = _with_piece_there(last, replace(piece, filters=piece.filters[:-1]))
    return replace(node, filters=(*node.filters[:-1], before, clause))


def _piece_there(item: n.Filter | None) -> n.NounPhrase | None:
    """What a place is said to have in it: “where you have a hut”, “with a hut”."""
    match item:
        case n.Where(clause=n.Has(object=n.NounPhrase() as piece)) | n.With(phrase=n.NounPhrase() as piece):
            return piece
    return None


def _with_piece_there(item: n.Filter, piece: n.NounPhrase) -> n.Filter:
    """The same with another piece."""
    if isinstance(item, n.Where):
        assert isinstance(item.clause, n.Has)
        return replace(item, clause=replace(item.clause, object=piece))
    assert isinstance(item, n.With)
    return replace(item, phrase=piece)


def clause_as_it_is_said(node: _N, lexicon: WordList) -> _N:
    """The inverse, for languages in which nothing may stand between a clause and the noun before it."""

    def said(part: n.Node, _: n.Node) -> n.Node:
        if not isinstance(part, n.NounPhrase) or len(part.filters) < 2:
            return part
        place, clause = part.filters[-2:]
        piece = _piece_there(place)
        if (
            isinstance(clause, n.Where)
            and piece is not None
            and _so_at_the_place(_nested(part, piece), lexicon) == part
        ):
            return _nested(part, piece)
        inner = place.phrase if isinstance(place, (*OPEN, n.Of)) else None
        beside = isinstance(inner, n.NounPhrase) and bool(_beside(clause, inner, lexicon))
        kinds = _lying(clause, lexicon) if isinstance(place, n.Of) else _said_of(clause, lexicon)
        if not isinstance(inner, n.NounPhrase) or not (beside or kinds and not _fits(inner.noun, kinds, lexicon)):
            return part
        assert isinstance(place, (*OPEN, n.Of))
        last = replace(place, phrase=replace(inner, filters=(*inner.filters, clause)))
        return replace(part, filters=(*part.filters[:-2], last))

    return cast(_N, rewritten(node, said))


def _nested(node: n.NounPhrase, piece: n.NounPhrase) -> n.NounPhrase:
    """A place with its last clause said of the piece in it."""
    last = _with_piece_there(node.filters[-2], replace(piece, filters=(*piece.filters, node.filters[-1])))
    return replace(node, filters=(*node.filters[:-2], last))


def _beside(clause: n.Filter, place: n.NounPhrase, lexicon: WordList) -> tuple[str, ...]:
    """The kinds of things that lie next to something, where that stands behind a region that is known without it."""
    det, noun = place.determiner, place.noun
    known = det is None or (isinstance(det, n.Article) and det.word in ("the", "that", "this"))
    if not isinstance(clause, n.NextTo | n.Within) or not known or place.plural or not isinstance(noun, str):
        return ()
    return ("space", "piece", "card") if lexicon.noun_is(noun, "region") else ()


def _said_of(clause: n.Filter, lexicon: WordList) -> tuple[str, ...]:
    """The kinds of things of which alone a clause can be said; none if that is not known."""
    match clause:
        case n.Whose(noun=number) if number in lexicon.nouns:
            return lexicon.nouns[number].of
        case n.That(predicate=n.Adjective(word=word)) if word in lexicon.adjectives:
            return lexicon.adjectives[word].of
        case n.That(predicate=n.IsPhrase(phrase=n.NounPhrase(noun=str(noun)))) if lexicon.noun_is(noun, "card"):
            return (noun,)
        case n.Related(relation=relation) | n.That(predicate=n.Related(relation=relation)):
            return lexicon.relations[relation].of if relation in lexicon.relations else ()
    return ()


def _had_by(clause: n.Filter, lexicon: WordList) -> tuple[str, ...]:
    """The kinds of things that have what a clause says they are of; none if nothing that is described has it."""
    said = clause.phrase if isinstance(clause, n.Of) else None
    noun = said.noun if isinstance(said, n.NounPhrase) else None
    if not isinstance(noun, str) or noun not in lexicon.nouns:
        return ()
    cards = tuple(name for name, word in lexicon.nouns.items() if noun in (word.entry.get("attributes") or ()))
    owned = tuple(name for name, word in lexicon.nouns.items() if noun in word.of or "any" in word.of)
    return (*cards, *owned) if cards else ()


def _lying(clause: n.Filter, lexicon: WordList) -> tuple[str, ...]:
    """The kinds of things that lie where a clause says, where that is a zone."""
    said = clause.phrase if isinstance(clause, n.At) else None
    return ("card", "piece") if said is not None and _is_zone(said, lexicon) else ()


def _is_zone(phrase: n.Phrase, lexicon: WordList) -> bool:
    noun = phrase.noun if isinstance(phrase, n.NounPhrase) else None
    return isinstance(noun, str) and noun in lexicon.nouns and lexicon.nouns[noun].type == "zone"


def _fits(noun: n.NounGroup | str, kinds: tuple[str, ...], lexicon: WordList) -> bool:
    """Whether a noun can name something of one of some kinds: it is one, or it is the wider word."""
    if isinstance(noun, n.NounGroup):
        return all(isinstance(one, n.BareNoun) and _fits(one.noun, kinds, lexicon) for one in noun.nouns)
    word = lexicon.nouns.get(noun)
    if word is None or word.type in ("role", "word", ""):
        return True
    return any(kind == "any" or lexicon.noun_is(noun, kind) or lexicon.noun_is(kind, noun) for kind in kinds)
