"""What words that stand for other things mean: rules R2 to R9 of docs/interpretation.md.

All of them look in one list, the mentions of a box, and take the newest clause that names something fitting; in it the
best rank. Two of equal rank and type are an error, and so is reaching past a newer mention that has gone out of reach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulewright.language import nodes as n
from rulewright.meaning import model as m
from rulewright.meaning.scope import DETAIL, OBJECT, ROLE, SUBJECT, Box, Mention
from rulewright.meaning.take import refuse
from rulewright.meaning.vocabulary import THINGS, Vocabulary
from rulewright.problems import RulewrightError

Fits = Callable[[m.Referent], bool]
THIS = "this card"
NAME_IT = "name it"
WHO_ACTS = "“they” is whoever acts; of the other one speak in a sentence before, where nobody else is spoken of"
SAY_WHICH = "say “those …” with what they are, or ask “if all of them are …”"
NOW, BEFORE = "who has it now", "who had it"
SAY_WHOSE = "say “that player” of who had it, and otherwise who takes it"
THEIRS, YOURS = "the owner of the piece of another player", "the owner of the piece named last"
CHOOSE_WHO = "choose the player in a sentence before, “choose another player”, and say “that player”"
YOURS_OR_THEIRS = "the one of the first player", "the one of the other"
SAY_OF_ONE = "ask of each right behind what that player does, or of all, “if … this way”"
CHOOSE_ONE = "choose one in a sentence before, and say “it” of that one; “that …” is the other one then"
SAY_OTHER_THAN = (
    "say “you” if you act; or choose “a player”, “a player other than that player”: “that player”, “that other player”"
)
SAY_ANOTHER = "choose the first in a sentence before, call the later one “another …”, and then “that other …”"


def called(to: m.Referent) -> str:
    """How messages call a referent."""
    return to.noun.replace("_", " ")


def itself(node: n.Node, to: m.Referent) -> RulewrightError:
    """R7: the error of an act that two words of it say of one thing: another one was meant by one of them."""
    return either(node, f"that {called(to)}", to, to)


def either(node: n.Node, word: str, one: m.Referent, other: m.Referent) -> RulewrightError:
    """The error of a word that could stand for two things; of two called alike it says how to tell them apart."""
    if called(one) != called(other):
        return refuse("RW0622", node, found=word, one=called(one), other=called(other), how=NAME_IT)
    how = {"player": WHO_ACTS, "space": SAY_ANOTHER}.get(one.type, CHOOSE_ONE)
    if one is other:
        how = SAY_OTHER_THAN if one.type == "player" else SAY_ANOTHER
    return refuse("RW0622", node, found=word, one="the one", other="the other of the same kind", how=how)


def nearest(
    box: Box,
    fits: Fits,
    node: n.Node,
    word: str,
    blocked: Fits | None = None,
    fellows: bool = True,
    moved: bool = True,
    there: bool = False,
) -> m.Referent | None:
    """The nearest thing that a word can mean; None where there is none.

    Args:
        fits: what it must be.
        blocked: what blocks the way where it has gone out of reach; without it nothing does.
        fellows: whether things that play another role in the same act can be meant (R5).
        moved: whether a piece can be meant that the act does something with.
        there: whether the word tells where something is: where it was moved to, and no more where it was moved from.

    Raises:
        RulewrightError: RW0622 where two fit equally well, RW0623 where something blocks the way.
    """

    def usable(item: Mention) -> bool:
        if not item.open or item.to.id in box.describing or not fits(item.to):
            return False
        if not moved and item.clause == box.clause and item.rank == OBJECT and item.to.type == "piece":
            return False
        if fellows or item.clause != box.clause:
            return True
        return item.rank not in (OBJECT, ROLE) and not box.moving  # nothing is moved to where it is

    found = [item for item in box.mentions if usable(item)]
    if not found:
        return None
    clause = max(item.clause for item in found)
    rank = min(item.rank for item in found if item.clause == clause)
    best = {item.to.id: item.to for item in found if item.clause == clause and item.rank == rank}
    last = list(best.values())[-1]
    if blocked is not None:
        newer = box.mentions[max(i for i, item in enumerate(box.mentions) if item.to.id == last.id) :]
        for item in newer:
            if not item.open and item.clause > clause and blocked(item.to) and item.to.id not in best:
                since = f"{'another ' if called(last) == called(item.to) else ''}{called(item.to)}"
                raise refuse("RW0623", node, found=word, one=called(last), other=since)
    if rank in (OBJECT, ROLE):  # of one type in one act, rank decides nothing
        best |= {item.to.id: item.to for item in found if item.clause == clause and item.rank in (OBJECT, ROLE)}
    same = [to for to in best.values() if to.type == last.type]
    if there and len(same) > 1:
        came_to = [to for to in same if to.id in _goals(box)]
        if len(came_to) == 1:
            return came_to[0]
    spoken_of = clause > 0 or any(to.introduced == "slot" for to in same)  # no text says which slot comes first
    if len(same) > 1 and spoken_of and rank != DETAIL:
        raise either(node, word, same[0], same[1])
    return last


def _goals(box: Box) -> set[int]:
    """The numbers of what somebody or something was moved to from elsewhere."""
    found = set()
    for roles in box.notes.roles.values():
        if {"from", "to"} <= {role.name for role in roles}:
            found |= {role.value.new.id for role in roles if role.name == "to" and isinstance(role.value, m.Selection)}
    return found


def it(
    words: Vocabulary,
    box: Box,
    node: n.Node,
    kinds: tuple[str, ...],
    direct: bool,
    several: bool,
    word: str = "",
    there: bool = False,
) -> m.Known:
    """R4, R5, R6: what "it" or "them" means where one of some kinds is wanted.

    Args:
        direct: whether the word plays a role of the act by itself, so that fellow roles are no candidates.
        word: the word itself, where it is another.
        there: whether it tells where something is.

    Raises:
        RulewrightError: RW0621 where there is nothing.
    """
    rest = bool(word)
    word = word or ("them" if several else "it")

    def fits(to: m.Referent) -> bool:
        if to.type not in (*THINGS, *(("player", "resource", "zone") if several else ())):
            return False
        if rest and to.id in box.found:
            return False
        if words.is_a(to.noun, "die") and "die" not in kinds:  # dice are rolled again, and nothing else
            return False
        return to.several == several and any(words.fits(to.noun, kind) for kind in kinds)

    def blocks(to: m.Referent) -> bool:
        return to.type != "player" and fits(to)

    found = nearest(box, fits, node, word, blocks, fellows=not direct, moved=not box.from_said, there=there)
    if found is None:
        raise refuse("RW0621", node, found=word)
    _no_rival(box, fits, node, word, found, fellows=not direct)
    _not_what_was_given_up(box, fits, node, word, found, fellows=not direct)
    if not rest:
        _not_of_the_rest(box, node, word, found)
        _not_of_some(node, word, found)
        _not_of_either_player(box, node, word, found)
    return m.Known(to=found, how=word, said=(node,))


def _no_rival(box: Box, fits: Fits, node: n.Node, word: str, found: m.Referent, fellows: bool = True) -> None:
    """R4: where this card is named, and another was spoken of before, "it" could be either of them."""
    if box.this is None or found.id != box.this.id:
        return

    def another(to: m.Referent) -> bool:
        return to.id != found.id and to.type == found.type and fits(to)

    other = nearest(box, another, node, word, fellows=fellows)
    if other is not None:
        raise refuse("RW0622", node, found=word, one=THIS, other=f"that {called(other)}", how=NAME_IT)


def _not_of_your_own(box: Box, fits: Fits, node: n.Node, found: m.Referent) -> None:
    """R8: behind a piece of another player and one that is not, “its owner” could be of either."""

    def somebodys(to: m.Referent) -> bool:
        thing, _ = box.notes.picked.get(to.id, (None, ()))
        tests = thing.tests if isinstance(thing, m.Selection) else ()
        owned = [test.args[1] for test in tests if isinstance(test, m.Test) and test.kind == "owned"]
        owners = [
            one.new if isinstance(one, m.Selection) else one.to
            for one in owned
            if isinstance(one, m.Selection | m.Known)
        ]
        return any(to.id != box.you.id for to in owners)

    here = any(item.to.id == found.id and item.clause == box.clause for item in box.mentions)
    if here or somebodys(found):
        return
    rivals = [item.to for item in box.mentions if item.open and item.to.id != found.id and item.to.type == "piece"]
    other = next((to for to in rivals if fits(to) and somebodys(to)), None)
    if other is not None:
        raise refuse("RW0622", node, found="its owner", one=THEIRS, other=YOURS, how=CHOOSE_WHO)


def _not_what_was_given_up(box: Box, fits: Fits, node: n.Node, word: str, found: m.Referent, fellows: bool) -> None:
    """R4: behind a price that was given away, "it" could be that, or what was spoken of before it."""
    if found.id not in box.given_up:
        return

    def before(to: m.Referent) -> bool:
        return to.id not in box.given_up and to.type == found.type and fits(to)

    other = nearest(box, before, node, word, fellows=fellows)
    if other is not None:
        raise either(node, word, other, found)


def _not_of_either_player(box: Box, node: n.Node, word: str, found: m.Referent) -> None:
    """R4: where two did the same in turn, “you and that player each discard a card”, it could be of either."""
    last: m.Referent | None = None
    for deed in box.notes.deeds:
        thing = _done_to(box, deed)
        before = _done_to(box, last) if last is not None else None
        if thing is not None and thing.id == found.id and last is not None and before is not None:
            by_two = box.notes.done_by.get(deed.id) != box.notes.done_by.get(last.id)
            if by_two and (deed.noun, thing.noun, thing.several) == (last.noun, before.noun, before.several):
                raise refuse(
                    "RW0622", node, found=word, one=YOURS_OR_THEIRS[0], other=YOURS_OR_THEIRS[1], how=SAY_OF_ONE
                )
        by = box.notes.done_by.get(deed.id)
        last = deed if by is None or by.introduced != "loop" else None  # what each of several did is nothing known


def _done_to(box: Box, deed: m.Referent) -> m.Referent | None:
    """The one card that something was done to, where it was picked for that: “discard a card”, “draw 2 cards”."""
    for role in box.notes.roles.get(deed.id, ()):
        if role.name == "object" and isinstance(role.value, m.Selection) and role.value.new.type == "card":
            return role.value.new
    return None


def _not_of_the_rest(box: Box, node: n.Node, word: str, found: m.Referent) -> None:
    """R20: behind "the rest", "them" could be these or all of them."""
    if found.id in box.left:
        raise refuse("RW0622", node, found=word, one="the rest", other="all of them", how=NAME_IT)


def _not_of_some(node: n.Node, word: str, found: m.Referent) -> None:
    """R20: behind "if 2 of them are beasts", "them" could be these two or all of them."""
    if found.introduced == "tested" and found.several:
        raise refuse("RW0622", node, found=word, one="those that are so", other="all of them", how=SAY_WHICH)


def they(box: Box, node: n.Node, word: str = "they") -> m.Known:
    """R2, R3: the subject of the clause, else the nearest player that was spoken of; never "you".

    "Them" is never whoever does it to them: “each player chooses another player, then robs them”.

    Raises:
        RulewrightError: RW0621 where nobody was; RW0622 where it could only be whoever acts.
    """
    acts = {item.to.id: item.to for item in box.mentions if item.clause == box.clause and item.rank == SUBJECT}
    doers = acts if word == "them" and box.direct and box.mode in ("act", "random", "event") else {}

    def fits(to: m.Referent) -> bool:
        return to.type == "player" and to.id != box.you.id and to.id not in doers

    found = nearest(box, fits, node, word)
    if found is None and doers:
        raise itself(node, next(iter(doers.values())))
    if found is None:
        raise refuse("RW0621", node, found=word)
    return m.Known(to=found, how="them" if word == "themselves" else word, said=(node,))


def possessor(words: Vocabulary, box: Box, node: n.Node, noun: str, word: str) -> m.Known:
    """R8: the thing, or the player, that has what "its" or "their" stands before.

    Raises:
        RulewrightError: RW0624 where nothing that was spoken of can have it.
    """
    things = [*THINGS]

    def one(to: m.Referent) -> bool:
        if noun == "owner" and words.is_a(to.noun, "die"):
            return False
        return to.type in things and not to.several and words.can_hold(to.noun, noun)

    def many(to: m.Referent) -> bool:
        return to.type in things and to.several and words.can_hold(to.noun, noun)

    def player(to: m.Referent) -> bool:
        holds = words.can_hold(to.noun, noun) or words.type_of(noun) == "card"  # in which zone, is asked later
        return to.type == "player" and to.id != box.you.id and holds

    if word == "its":
        found = nearest(box, one, node, word, one)
        if found is not None:
            _no_rival(box, one, node, word, found)
            if noun == "owner" and found.type == "piece":
                _not_of_your_own(box, one, node, found)
            if noun == "owner" and found.id in box.notes.taken:  # R8: whose it was, or whose it is
                raise refuse("RW0622", node, found="its owner", one=NOW, other=BEFORE, how=SAY_WHOSE)
    elif noun == "owner":
        found = nearest(box, many, node, word)
    else:
        found = box.holder if box.holder is not None and player(box.holder) else None
        found = found or nearest(box, player, node, word) or nearest(box, many, node, word)
    if found is None:
        raise refuse("RW0624", node, found=noun.replace("_", " "))
    box.notes.meant[id(node)] = found
    return m.Known(to=found, how=word)


def named(box: Box, node: n.Node, noun: str) -> m.Referent:
    """What a noun means by name.

    Raises:
        RulewrightError: RW0607 where a step has found another thing of this noun since.
    """
    if noun in box.doubtful:
        known = f"the {noun}".replace("_", " ")
        raise refuse("RW0607", node, what=f"“{known}” could be {box.doubtful[noun]} or {known} from before")
    return box.names[noun]


def that(
    words: Vocabulary,
    box: Box,
    node: n.Node,
    noun: str,
    several: bool,
    word: str = "that",
    so_called: Fits | None = None,
    fellows: bool = True,
) -> m.Known | None:
    """R7: the name given, else the nearest of that noun, never "you"; None where nothing of it was spoken of.

    "That card" is never this card, for which one says "this card" or "it"; "the card" can be.

    so_called: whether something was spoken of with the adjectives that stand with the noun, where any do.
    fellows: whether what plays another role of the same act can be meant.

    Raises:
        RulewrightError: RW0622 where what was spoken of before, and is spoken of in this act already, could be meant.
    """
    if (
        so_called is None
        and noun in box.names
        and (box.names[noun].several == several or words.type_of(noun) == "number")
    ):
        return m.Known(to=named(box, node, noun), how=noun)

    def fits(to: m.Referent) -> bool:
        if to.several != several or to.type != words.type_of(noun) or to.id == box.you.id:
            return False
        if word == "that" and box.this is not None and to.id == box.this.id:
            return False
        return words.is_a(to.noun, noun) and (so_called is None or so_called(to))

    said = f"{word} {noun.replace('_', ' ')}"
    beside = None if several or _says_other(node) else _beside_another(words, box, fits)
    before = _the_one_before(box, fits, node, said, noun, beside) if beside is not None else None
    if before is not None:
        return before
    blocks = fits if several else None  # such as the dice that each other player rolled since
    found = nearest(box, fits, node, said, blocks, fellows=fellows)
    if found is not None and found.id == box.actor.id and not _said_so(box.acting, noun):
        other = nearest(box, lambda to: fits(to) and to.id != box.actor.id, node, noun, fellows=fellows)
        found = other or found  # who acts has another player's hand in mind, or would say "their"
    if found is not None:
        _one_in_this_act(box, fits, node, said, found)
        _one_of_two_players(box, fits, node, noun, found)
        _not_what_was_given_up(box, fits, node, said, found, fellows)
        _not_of_the_rest(box, node, said, found)
        if so_called is None:
            _not_of_either_player(box, node, said, found)
        _no_rival(box, fits, node, said, found)
        if words.entry(found.noun).get("type") != "role":  # a name that a rule gave to what was called so
            _called_so(box, fits, node, said, noun, found)
    return m.Known(to=found, how=noun) if found else None


def others_said(sentences: Iterable[n.Node]) -> frozenset[str]:
    """The nouns of which sentences say “that other …”."""
    said = (part for sentence in sentences for part in sentence.walk() if isinstance(part, n.NounPhrase))
    return frozenset(str(part.noun) for part in said if _says_other(part) and not part.plural)


def _says_other(node: n.Node) -> bool:
    """Whether a phrase is “that other …”."""
    if not isinstance(node, n.NounPhrase) or "other" not in node.adjectives:
        return False
    return isinstance(node.determiner, n.Article) and node.determiner.word == "that"


def called_another(box: Box, to: m.Referent) -> bool:
    """Whether something was called “another …”, or one “other than …”."""
    found = box.notes.picked.get(to.id, (None,))[0]
    if not isinstance(found, m.Selection):
        return False
    return bool(found.others) or any(
        isinstance(test, m.Test) and test.kind == "is" and test.negated for test in found.tests
    )


def _beside_another(words: Vocabulary, box: Box, fits: Fits) -> m.Referent | None:
    """R7: what “that other field” means where the sentences say so, too: “that field” is never that one."""
    if not box.others:
        return None
    found = [item for item in box.mentions if item.open and item.to.id not in box.describing and fits(item.to)]
    other = [
        item.to for item in found
        if called_another(box, item.to) and any(words.is_a(item.to.noun, noun) for noun in box.others)
    ]  # fmt: skip
    return other[-1] if other else None


def _the_one_before(
    box: Box, fits: Fits, node: n.Node, said: str, noun: str, other: m.Referent
) -> m.Known | None:  # fmt: skip
    """R7: beside “that other field”, “that field” is the one that was spoken of before that; None where none was.

    Raises:
        RulewrightError: RW0622 where that one was called another, too.
    """

    def before(to: m.Referent) -> bool:
        return to.id != other.id and fits(to)

    found = nearest(box, before, node, said)
    if found is None:
        return None
    if called_another(box, found):
        raise itself(node, found)
    _one_in_this_act(box, before, node, said, found)
    _no_rival(box, before, node, said, found)
    return m.Known(to=found, how=noun)


def _said_so(subject: m.Meaning | None, noun: str) -> bool:
    """Whether who acts was called by a noun: "that player" who acts is that player, too."""
    return isinstance(subject, m.Known) and subject.how == noun


def _one_in_this_act(box: Box, fits: Fits, node: n.Node, said: str, found: m.Referent) -> None:
    """R7: where an act has said “that field” of one from before, it is not said of one that the act itself names."""
    new = [item.to.id for item in box.mentions if item.clause < box.clause]
    if found.id in new:
        return
    for item in box.mentions:
        again = item.open and item.clause == box.clause and item.to.id in new and item.to.id != found.id
        if again and fits(item.to):
            raise either(node, said, item.to, found)


def _one_of_two_players(box: Box, fits: Fits, node: n.Node, noun: str, found: m.Referent) -> None:
    """R7: of two players in one clause, “that player” could be who acts or to whom it is done; “they” is who acts."""
    if found.type != "player":
        return
    clause = next(item.clause for item in reversed(box.mentions) if item.to.id == found.id)
    for item in box.mentions:
        other = item.open and item.clause == clause and item.to.id != found.id and item.to.type == "player"
        other = other and item.to.introduced != "loop"  # “each player chooses a player, …”: “that” is the other
        if other and item.rank != DETAIL and item.to.id not in box.describing and fits(item.to):
            raise either(node, f"that {called(found)}", item.to, found)


def _called_so(box: Box, fits: Fits, node: n.Node, said: str, noun: str, found: m.Referent) -> None:
    """R7: "that card" could be the beast that was spoken of last, or what was called a card before it."""
    if found.noun == noun:
        return
    other = nearest(box, lambda to: to.noun == noun and fits(to), node, said)
    if other is not None:
        raise either(node, said, found, other)


def implied(words: Vocabulary, box: Box, kind: str) -> m.Known | None:
    """R8: what is meant where a word belongs to a thing that is not said: what has a name here, or nothing.

    Of a number that holds while something is so it is the thing of which the "while" speaks.
    """
    if kind in box.names:
        return m.Known(to=box.names[kind])
    for item in reversed(box.mentions[box.about :] if box.about is not None else ()):
        if item.open and item.to.type == words.type_of(kind) and words.fits(item.to.noun, kind):
            return m.Known(to=item.to)
    return None
