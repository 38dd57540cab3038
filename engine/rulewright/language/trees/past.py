"""What asks what has been done: since a turn or a round began, or just before; what goes on from it; whose turn it is.

A sentence can ask somebody to do something ("unless they pay"); one behind a trigger can say what is done then, too.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.language import nodes as N

THEIRS = frozenset({"their_next_turn", "until_their_next_turn"})
"""Times of the player who was spoken of, and not of whoever says it."""
MOMENTS = ("start_of_turn", "end_of_turn", "start_of_round", "end_of_round", "end_of_game")
"""Times at which something happens."""
OF_ONES_TURN = ("last_turn", "since_last_turn")
"""On the last turn of whoever says it, and since that was over."""
GOING_ON = ("this_turn", "this_round", "this_game", "since_last_turn")
"""Since what somebody does counts as soon as it is done."""
SINCE = ("this_turn", "this_round", "this_game", "last_round", *OF_ONES_TURN)
ALREADY = "already"
"""Before what is being done: a card that is played does not ask of its own play whether one was played already."""
SINCE_SAID = "since_then"
"""Since what holds for a time was said: “this turn, unless you have drawn a card since then, …”."""

OTHERS = (N.Article(word="another"), N.Article(word="each_other"), N.Article(word="all_other"))
"""The determiners of things other than that with which something is being done."""


def is_past(node: N.Node) -> bool:
    """Whether a condition or a filter asks what has been done since then.

    >>> is_past(N.Passive(subject=N.Pronoun(word="it"), verb="play", tense="perfect", time="this_turn"))
    True
    """
    match node:
        case N.Does(tense="perfect", act=N.Perform(adverbs=adverbs)):
            return any(word in SINCE or word == SINCE_SAID for word in adverbs)
        case N.Passive(tense="perfect", time=str()) | N.Relative(tense="perfect", time=str()):
            return True
    return False


def says_others(things: N.Node | None) -> bool:
    """Whether things are other ones: than that with which it is being done now.

    >>> says_others(N.NounPhrase(noun="card", determiner=N.Article(word="another")))
    True
    """
    return isinstance(things, N.NounPhrase) and ("other" in things.adjectives or things.determiner in OTHERS)


def known_when_said(amount: N.Node, is_role: Callable[[str], bool]) -> bool:
    """Whether an amount is of what is known only as it is said: a role, “its price”, what was paid this way.

    >>> price = N.NounPhrase(noun="price", determiner=N.Article(word="its"))
    >>> known_when_said(N.Value(phrase=price), lambda noun: False)
    True
    """
    for part in amount.walk():
        match part:
            case N.Participle() | N.Pronoun(word="it" | "they" | "them"):
                return True
            case N.Article(word="that" | "its" | "their"):
                return True
            case N.NounPhrase(noun=str(noun)) if is_role(noun):
                return True
    return False


def ended_by(node: N.Node) -> tuple[N.Does, ...]:
    """What ends what holds for a time before that is over, the first time that any of it is done; else nothing.

    >>> you, draw = N.Pronoun(word="you"), N.Perform(verb="draw", adverbs=("since_then",))
    >>> drawn = N.Does(subject=you, act=draw, tense="perfect")
    >>> number = N.Is(subject=N.NounPhrase(noun="limit"), predicate=N.Change(relation="lower", by=N.Number(value=1)))
    >>> ended_by(N.Timed(time="this_turn", then=N.Unless(condition=drawn, then=number))) == (drawn,)
    True
    """
    said = node.then if isinstance(node, N.Timed) and node.time not in THEIRS else None
    if not isinstance(said, N.Unless) or replaces(said.then):
        return ()
    if any(isinstance(part, N.Timed) for part in said.then.walk()):
        return ()
    asked = said.condition.conditions if isinstance(said.condition, N.AnyCondition) else (said.condition,)
    ends = tuple(one for one in asked if isinstance(one, N.Does) and _ends(one))
    return ends if len(ends) == len(asked) else ()


def _ends(done: N.Does) -> bool:
    """Whether a condition is that somebody has done something since what holds for a time was said."""
    who = done.subject
    anyone = isinstance(who, N.NounPhrase) and who.noun == "player" and not who.plural
    anyone = anyone and getattr(who, "determiner", None) in (N.Article(word="a"), N.Article(word="another"))
    since = isinstance(done.act, N.Perform) and SINCE_SAID in done.act.adverbs
    return (
        since
        and (anyone or who == N.Pronoun(word="you"))
        and (done.tense, done.modal, done.negated) == ("perfect", None, False)
    )


def said_of_number(node: N.Timed) -> N.Statement:
    """What holds for a time, without what ends it before.

    >>> said_of_number(N.Timed(time="this_turn", then=N.Perform(verb="draw"))).verb
    'draw'
    """
    return node.then.then if ended_by(node) and isinstance(node.then, N.Unless) else node.then


def once(node: N.Timed, is_role: Callable[[str], bool]) -> N.Is | None:
    """What is said of a number for a time, where how much is counted once, as it is said; else None."""
    said = said_of_number(node)
    if not isinstance(said, N.Is) or not isinstance(said.predicate, N.Change):
        return None
    return said if known_when_said(said.predicate.by, is_role) else None


def asks_if_done(node: N.Node) -> bool:
    """Whether a sentence goes on from what the one before did: "if you do, …", "unless you do, …" (R18)."""
    if not isinstance(node, N.If | N.Unless) or not isinstance(node.condition, N.Condition):
        return False
    return any(isinstance(part, N.Did) for part in node.condition.walk())


def offers_if(node: N.Node) -> bool:
    """Whether somebody may do something only where a condition is so: "if you do not" is said only of whoever may.

    >>> may = N.Does(subject=N.Pronoun(word="you"), act=N.Perform(verb="draw"), modal="may")
    >>> offers_if(N.If(condition=N.Condition(), then=may)), offers_if(may)
    (True, False)
    """
    if not isinstance(node, N.If) or node.otherwise is not None or asks_if_done(node):
        return False
    return isinstance(node.then, N.Does) and node.then.modal == "may"


def asks_of_one(node: N.Node) -> bool:
    """Whether a sentence asks of one thing that was spoken of: "If it is a spell, …", "Unless that card is …".

    >>> asks_of_one(N.If(condition=N.Is(subject=N.Pronoun(word="it"), predicate=N.Adjective(word="dry")), then=N.Act()))
    True
    """
    if not isinstance(node, N.If | N.Unless) or not isinstance(node.condition, N.Is):
        return False
    subject = node.condition.subject
    that = isinstance(subject, N.NounPhrase) and subject.determiner == N.Article(word="that") and not subject.plural
    return that or subject == N.Pronoun(word="it")


def asks_of_roll(node: N.Node, condition: bool = False) -> bool:
    """Whether a sentence asks what the dice show that were rolled: "If the result is 6, they …", "They lose …".

    condition: whether only what is done under a condition counts, or by "them": so, several players can be meant.

    >>> shown = N.NounPhrase(noun="result", determiner=N.Article(word="the"))
    >>> odd = N.Is(subject=shown, predicate=N.Adjective(word="odd"))
    >>> asks_of_roll(N.If(condition=odd, then=N.Perform(verb="draw")))
    True
    """
    asked: N.Node | None = node
    if isinstance(node, N.If | N.Unless):
        asked = node.condition if condition else node
    elif condition:
        theirs = (N.Pronoun(word="they"), N.NounPhrase(noun="player", determiner=N.Article(word="that")))
        asked = node if isinstance(node, N.Does) and node.subject in theirs else None
    elif not isinstance(node, N.Does | N.Act):
        asked = None
    return any(is_result(part) for part in asked.walk()) if asked is not None else False


def is_result(node: N.Node) -> bool:
    """Whether a phrase is what dice show that were rolled: "the result", or what each of them shows."""
    if not isinstance(node, N.NounPhrase) or node.noun != "result":
        return False
    return isinstance(node.determiner, N.Article) and node.determiner.word == "the"


def is_result_of(node: N.Node) -> bool:
    """Whether a phrase is what somebody's die shows: "your result", "that player's result"."""
    if not isinstance(node, N.NounPhrase) or node.noun != "result" or node.adjectives or node.filters:
        return False
    det = node.determiner
    return isinstance(det, N.Possessive) or (isinstance(det, N.Article) and det.word in ("your", "their"))


def was_somewhere(node: N.Node) -> bool:
    """Whether a condition asks where one thing was that was spoken of: "if it was in your hand", "that card was in it".

    >>> was_somewhere(N.Is(subject=N.Pronoun(word="it"), predicate=N.Adjective(word="dry"), tense="past"))
    False
    """
    if not isinstance(node, N.Is) or node.tense != "past" or node.modal is not None:
        return False
    place = node.predicate
    there = isinstance(place, N.At) and place.preposition in ("in", "on") and isinstance(place.phrase, N.NounPhrase)
    subject = node.subject
    that = isinstance(subject, N.NounPhrase) and subject.determiner == N.Article(word="that") and not subject.plural
    return there and (that or subject == N.Pronoun(word="it"))


def asks_the_same(first: N.Node, second: N.Node) -> bool:
    """Whether two sentences ask of one deed: "If you do, …. If you do not, …"."""
    return (
        isinstance(first, N.If) and isinstance(second, N.Unless) and first.otherwise is None
        and isinstance(first.condition, N.Did) and first.condition == second.condition
    )  # fmt: skip


def avoided_by(node: N.Node, is_state: Callable[[str], bool]) -> N.Does | None:
    """What somebody may do so that something is not done: that of “unless they pay 1 gem, they discard a card”.

    Args:
        is_state: whether a verb tells how things are, so that “unless …” asks whether it is so.

    Returns:
        That they may do it; None where it is a condition, or where what follows holds all the time.

    >>> they, lose = N.Pronoun(word="they"), N.Perform(verb="lose")
    >>> node = N.Unless(condition=N.Does(subject=they, act=N.Perform(verb="pay")), then=lose)
    >>> avoided_by(node, lambda verb: False).modal, avoided_by(node, lambda verb: True)
    ('may', None)
    """
    asked = node.condition if isinstance(node, N.Unless) else None
    if not isinstance(node, N.Unless) or not isinstance(asked, N.Does) or not is_done(node.then):
        return None
    if asked.modal is not None or asked.negated or asked.tense != "present":
        return None
    if any(isinstance(part, N.Perform) and is_state(part.verb) for part in _deeds(asked.act)):
        return None
    return N.Does(subject=asked.subject, act=asked.act, modal="may", span=asked.span)


def is_done(node: N.Statement) -> bool:
    """Whether a sentence is carried out, and does not hold all the time."""
    match node:
        case N.Does(act=N.Perform(verb="count_as")):
            return False
        case N.Does(modal=modal):
            return modal in (None, "may", "must")
        case N.If() | N.Unless() | N.ForEach() | N.InPlace():
            return is_done(node.then)
    return isinstance(node, N.Act | N.Both | N.Possible)


def _deeds(act: N.Act) -> tuple[N.Statement, ...]:
    return act.acts if isinstance(act, N.Choice | N.Sequence) else (act,)


def waits(node: N.Statement) -> bool:
    """Whether a sentence waits for something and then does it, not instead of it."""
    while isinstance(node, N.While) or (isinstance(node, N.Timed) and node.time not in MOMENTS):
        node = node.then
    return isinstance(node, N.Timed | N.Trigger) and not replaces(node)


def replaces(node: N.Statement) -> bool:
    """Whether a sentence puts something in the place of what would be done.

    >>> event = N.Does(subject=N.Pronoun(word="you"), act=N.Perform(verb="draw"), tense="would")
    >>> replaces(N.Trigger(timing="whenever", event=event, then=N.Perform(verb="gain")))
    True
    """
    while isinstance(node, N.While) or (isinstance(node, N.Timed) and node.time not in MOMENTS):
        node = node.then
    return isinstance(node, N.Trigger) and isinstance(node.event, N.Does) and node.event.tense == "would"


def goes_on(first: N.Statement, second: N.Statement) -> bool:
    """Whether a sentence of a text that holds all the time says what is done then, too.

    By itself it would be done once, and nothing would say when: "At the start of your turn, look at the top card of
    your deck. You may discard it.", "Whenever you draw a card, gain 1 gem. If you have no cards in your hand, …".

    >>> may = N.Does(subject=N.Pronoun(word="you"), act=N.Perform(verb="draw"), modal="may")
    >>> goes_on(N.Timed(time="start_of_turn", then=N.Perform(verb="gain")), may), goes_on(N.Perform(verb="gain"), may)
    (True, False)
    """
    if isinstance(second, N.Does):
        asks = any(isinstance(part, N.DidSo) for part in second.walk())
        return waits(first) and (second.modal == "may" or asks) and is_done(second)
    if isinstance(second, N.ForEach):  # "for each of those dice, …": of what was rolled then
        each = second.each
        those = isinstance(each, N.NounPhrase) and each.determiner == N.Article(word="that") and each.plural
        return waits(first) and those and is_done(second)
    return waits(first) and isinstance(second, N.If | N.Unless) and is_done(second)


def turn_asked_of(node: N.Node) -> N.NounPhrase | None:
    """The phrase that says whose turn it is, in a condition that asks so: “it is your turn”, “it is not their turn”."""
    match node:
        case N.Is(
            subject=N.Pronoun(word="it"),
            predicate=N.IsPhrase(
                phrase=N.NounPhrase(noun="turn", adjectives=(), filters=(), index=None, plural=False) as turn
            ),
            modal=None,
            tense="present",
        ):
            det = turn.determiner
            known = isinstance(det, N.Article) and det.word in ("your", "their")
            return turn if known or isinstance(det, N.Possessive) else None
    return None
