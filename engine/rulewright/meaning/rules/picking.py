"""How things are picked, by whom, and what later words mean by them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.language import nodes as n
from rulewright.language.trees.normal_form import head_noun
from rulewright.meaning import anaphora
from rulewright.meaning import model as m
from rulewright.meaning.binder import Binder, cite
from rulewright.meaning.determiners import determined
from rulewright.meaning.scope import DETAIL, Box
from rulewright.meaning.take import refuse, take
from rulewright.meaning.vocabulary import Vocabulary


def picked(box: Box, kind: str) -> tuple[str, m.Thing | None]:
    """R10: how things are picked here, and by whom."""
    if kind in ("each", "all"):
        return "each", None
    if box.mode == "act":
        return "chosen", m.Known(to=box.actor, how="chooser")
    if box.mode == "random":
        return "random", None
    return ("each", None) if box.mode == "loop" else ("any", None)


def not_all_in_a_place(filters: Iterable[n.Filter], noun: str) -> None:
    """R12: “return each spear in a fen” could be all of them in one fen, or in every fen.

    Raises:
        RulewrightError: RW0659 where it is open.
    """
    for item in filters:
        phrase = item.phrase if isinstance(item, n.At) else None
        if isinstance(phrase, n.NounPhrase):
            det = phrase.determiner
            owner = det.owner if isinstance(det, n.Possessive) else None
            det = owner.determiner if isinstance(owner, n.NounPhrase) else det
            any_one = isinstance(det, n.Article) and det.word in ("a", "another", "any")
            if any_one or in_one_of_them(det):
                each = (head_noun(phrase) or "").replace("_", " ")
                raise refuse("RW0659", phrase, found=noun.replace("_", " "), each=each)


def in_one_of_them(det: n.Determiner | None) -> bool:
    """Whether a determiner says “1”, of which nobody tells which one it is: “in 1 fen”."""
    return isinstance(det, n.Quantity) and det.kind == "count" and det.low == 1 and det.article is None


def each_place(filters: Iterable[n.Filter]) -> tuple[n.Node, str] | None:
    """R12: where in each place so many could be meant, or so many in all of them; each of what."""
    for item in filters:
        phrase = item.phrase if isinstance(item, n.At | n.Of) else None
        det = phrase.determiner if isinstance(phrase, n.NounPhrase) else None
        owner = det.owner if isinstance(det, n.Possessive) else None
        if isinstance(owner, n.NounPhrase):
            phrase, det = owner, owner.determiner
        if isinstance(det, n.Article) and det.word in ("each", "each_other", "every", "all", "all_other"):
            return item, head_noun(phrase) or "" if phrase is not None else ""
    return None


def not_of_all(phrase: n.Phrase) -> None:
    """R12: refuse “all …” where each of them, or all of them together, could be meant.

    Raises:
        RulewrightError: it says “all” (RW0636).
    """
    det = phrase.determiner if isinstance(phrase, n.NounPhrase) else None
    if isinstance(det, n.Article) and det.word in ("all", "all_other"):
        raise refuse("RW0636", phrase, found=head_noun(phrase) or "")


def not_of_some(words: Vocabulary, phrase: n.Node) -> None:
    """R12: refuse “if the other players have no cards”: one of them, or each of them.

    Raises:
        RulewrightError: several things are named, and nothing says how many of them (RW0684).
    """
    noun = head_noun(phrase) if isinstance(phrase, n.NounPhrase) else None
    if not isinstance(phrase, n.NounPhrase) or not phrase.plural or noun is None or phrase.index is not None:
        return
    det = phrase.determiner
    if det is None or isinstance(det, n.Possessive) or (isinstance(det, n.Article) and det.word in OF_SEVERAL):
        forms = words.nouns[noun].forms
        raise refuse("RW0684", phrase, found=forms.get("many", "one"), each=forms.get("one"))


OF_SEVERAL = ("the", "the_other", "other", "your", "their", "its")
EVERY_ONE = ("each", "each_other", "all", "all_other")
ONE_OF_THEM = ("a", "another", "any")


def not_compared_by_each(words: Vocabulary, said: n.Node) -> None:
    """R12: refuse “the number of fields where another player has a hut” in what is compared: of one, or of all others.

    Raises:
        RulewrightError: what is counted is said to be some players' (RW0683).
    """
    for part in said.walk():
        if isinstance(part, n.CountOf):
            not_by_each(words, part.phrase, compared=True)


def not_by_each(words: Vocabulary, counted: n.Phrase, compared: bool = False) -> None:
    """R12: refuse “the number of fields where each other player has a hut”: each by itself, or where all of them have.

    Args:
        counted: what is counted.
        compared: whether the number is compared; then “where another player has” could be of one player alone, too.

    Raises:
        RulewrightError: what is counted is said to be some players' (RW0683).
    """
    for item in counted.filters if isinstance(counted, n.NounPhrase) else ():
        clause = item.clause if isinstance(item, n.Where) else item
        who = clause.subject if isinstance(clause, n.Relative | n.Has | n.Does) else None
        det = who.determiner if isinstance(who, n.NounPhrase) else None
        if not isinstance(who, n.NounPhrase) or not isinstance(det, n.Article):
            continue
        owned = isinstance(item, n.Relative) and item.verb == "have"  # “huts any player has” are everybody's huts
        if det.word in EVERY_ONE or (compared and det.word in ONE_OF_THEM and not owned):
            not_of_each(words, who, head_noun(counted) or "", (*EVERY_ONE, *ONE_OF_THEM))


def not_of_each(words: Vocabulary, who: n.Phrase, noun: str, open_words: Sequence[str] = EVERY_ONE) -> None:
    """R12: refuse “each field each other player holds”: one of them, or all of them.

    Raises:
        RulewrightError: it is said to be each player's (RW0683).
    """
    det = who.determiner if isinstance(who, n.NounPhrase) else None
    if not isinstance(det, n.Article) or det.word not in open_words or words.type_of(head_noun(who) or "") != "player":
        return
    forms = words.nouns[noun].forms
    raise refuse("RW0683", who, found=forms.get("many", "one"), each=forms.get("one"))


def most_or_fewest(filters: Sequence[n.Filter]) -> bool:
    """Whether one of these descriptions asks who or what has the most or the fewest of something."""
    for item in filters:
        inner = item.phrase if isinstance(item, n.With) else item.object if isinstance(item, n.ThatHas) else None
        det = inner.determiner if isinstance(inner, n.NounPhrase) else None
        if isinstance(det, n.Article) and det.word in ("most", "fewest"):
            return True
        if isinstance(inner, n.NounPhrase) and {"highest", "lowest"} & set(inner.adjectives):
            return True
    return False


def referent(thing: m.Meaning) -> m.Referent | None:
    """What later words would mean by a thing; None where it is nothing that can be spoken of."""
    match thing:
        case m.Known():
            return thing.to
        case m.Selection() | m.Attribute() | m.Parts():
            return thing.new
        case m.Several() if thing.items:
            return referent(thing.items[0])
        case m.Rest():
            return referent(thing.of)
    return None


def extreme(b: Binder, phrase: n.Phrase, box: Box, of: m.Referent) -> m.Thing | None:
    """R14: `the highest size`, had by somebody or something; None where a phrase says something else."""
    if not isinstance(phrase, n.NounPhrase) or phrase.adjectives not in (("highest",), ("lowest",)):
        return None
    if not isinstance(phrase.noun, str) or not b.words.is_number(phrase.noun) or phrase.filters:
        return None
    if of.type not in {b.words.type_of(kind) for kind in b.words.of(phrase.noun)}:
        raise refuse("RW0624", phrase, found=phrase.noun.replace("_", " "))
    with take(phrase) as t:
        det = determined(t.maybe("determiner", n.Determiner))
        if det.word != "the" or det.many is not None:
            raise refuse("RW0620", phrase, found=det.word or "a number", what=phrase.adjectives[0])
        rank = t.words("adjectives", b.lexicon.adjectives)
        noun = t.word("noun", b.words.nouns)
        t.none("index")
        t.none("filters")
        t.none("plural")
    return m.Selection(
        kinds=(m.Kind(noun=noun),), many=m.Many(kind="count", low=1), pick="the", new=box.new(noun, "number"),
        rank=rank, said=(phrase, *det.nodes),
    )  # fmt: skip


def in_something(b: Binder, phrase: n.Phrase) -> bool:
    """Whether it is a number that somebody has in something, and in what is said: `level in 1 subject`."""
    if not isinstance(phrase, n.NounPhrase) or not isinstance(phrase.noun, str) or not b.words.is_number(phrase.noun):
        return False
    kinds = [b.words.type_of(kind) for kind in b.words.of(phrase.noun)]
    if "player" not in kinds or len(kinds) < 2 or len(kinds) != len(phrase.filters) + 1:
        return False
    return all(isinstance(item, n.At | n.Of) for item in phrase.filters)


def number_in(b: Binder, phrase: n.NounPhrase, box: Box) -> m.Selection:
    """R8: of which whoever is compared has so much: a number that one has in something, without whose it is.

    Raises:
        RulewrightError: RW0624 where it is of something else.
    """
    with take(phrase) as t:
        t.none("determiner")
        t.none("index")
        t.none("plural")
        t.none("adjectives")
        noun = t.word("noun", b.words.nouns)
        new = box.new(noun, "number")
        tests = tuple(_in_which(b, item, box, new) for item in t.children("filters", n.Filter))
    return m.Selection(
        kinds=(m.Kind(noun=noun),), many=m.Many(kind="mass"), pick="described", new=new, tests=tests, said=(phrase,)
    )


def _in_which(b: Binder, item: n.Filter, box: Box, number: m.Referent) -> m.Test:
    """What a number is in or of, beside who has it."""
    types = {b.words.type_of(kind) for kind in b.words.of(number.noun)} - {"player"}
    with take(item) as t, box.at(rank=DETAIL):
        if isinstance(item, n.At):
            t.only("preposition", "in", "on", "at")
        thing = b.thing(t.child("phrase", n.Phrase), box)
    to = referent(thing)
    if to is None or to.type not in types or (isinstance(thing, m.Selection) and thing.pick != "the"):
        raise refuse("RW0624", item, found=number.noun.replace("_", " "))
    return cite(m.Test(kind="of", args=(m.Known(to=number), thing)), item)


def holders(
    words: Vocabulary, box: Box, node: n.Node, noun: str, given: Sequence[m.Thing], implies: bool = True
) -> tuple[m.Thing, ...]:
    """R8: what an attribute, a zone or a number belongs to: what is said, else the name or the nearest thing.

    Args:
        given: what its determiner and its description name.
        implies: whether what is not said can be found; otherwise it is refused.

    Raises:
        RulewrightError: RW0624 where a holder is not said and nothing that was spoken of can be it.
    """
    found: list[m.Thing] = []
    left = list(given)
    for kind in words.of(noun):
        base = words.type_of(kind)
        said = next((thing for thing in left if _can_be(words, thing, kind, base, noun)), None)
        if said is not None:
            left.remove(said)
            found.append(said)
            continue
        known = anaphora.implied(words, box, kind) if implies and kind != "any" else None
        if known is not None:
            found.append(known)
        elif box.mode == "event" and box.counted == "when_asked":
            found.append(m.Whichever(noun=kind))
        elif kind != "any" or not (found or left):
            raise refuse("RW0624", node, found=noun.replace("_", " "))
    if left and "any" not in words.of(noun):  # "your hand of another player", "the deck of that suit"
        to = referent(left[0])
        raise refuse("RW0620", node, found=f"of {to.noun if to else noun}".replace("_", " "), what=noun)
    return (*found, *left)


def _can_be(words: Vocabulary, thing: m.Thing, kind: str, base: str, noun: str) -> bool:
    to = referent(thing)
    name = to.noun if to else thing.noun if isinstance(thing, m.Whichever) else None
    if isinstance(thing, m.Nobody | m.Anybody):
        return base == "player"
    if name is None:
        return kind == "any"
    own = words.type_of(name) if not to or to.type == "deed" else to.type
    return kind == "any" or own in (base, "word") or base == "word" or (kind in words.line(name))


def not_of_either(phrase: n.Phrase) -> None:
    """Refuse what somebody has or what is there, “huts and fences”, of which one could do or all be needed.

    Raises:
        RulewrightError: several kinds are joined by “and”, without a number or an article (RW0656).
    """
    match phrase:
        case n.NounPhrase(determiner=None, plural=True, noun=n.NounGroup(conjunction="and", nouns=nouns)):
            kinds = tuple(m.Kind(noun=one.noun) for one in nouns)
            raise refuse("RW0656", phrase, found=listed(kinds, "or"), each=listed(kinds, "and"))


def listed(kinds: tuple[m.Kind, ...], word: str) -> str:
    """Things side by side, each with an article: `a hut or a barn`."""
    return f" {word} ".join(
        f"{'an' if kind.noun[0] in 'aeiou' else 'a'} {kind.noun.replace('_', ' ')}" for kind in kinds
    )
