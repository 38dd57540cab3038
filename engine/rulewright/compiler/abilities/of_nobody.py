"""Texts that nobody has: how often they are done when they wait for something, and for whom.

A card that lies in a zone of the game speaks to everybody. What it says is done once for what happened: for whoever did
it, or, where the event itself asks something of "you" ("in a space you hold"), for whoever that is so of.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.abilities.continuous_effects import ContinuousEffect
from rulewright.compiler.ir.expressions import TRUE, Expr
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.scope import refuse
from rulewright.compiler.source import Source
from rulewright.language import nodes as N
from rulewright.language.trees.past import MOMENTS

YOU = (N.Pronoun(word="you"), N.Article(word="your"), N.OfYours())
OTHERS = ("another", "each_other", "all_other", "the_other")
WHOSE = "Say “whenever you …” of whoever does it, “they …” of that player, or “each player …” of all."
OTHER_THAN_WHOM = "Say “whenever a player …”: nobody has this text, so that everybody is another player to somebody."


def nobodys_zones(spoken: ContinuousEffect, source: Source) -> tuple[str, ...]:
    """The zones in which nobody has the card of a text: those that are no player's, or all."""
    nouns = source.nouns
    single = [part for zone in spoken.zones for part in nouns[zone].get("includes") or [zone]]
    return tuple(zone for zone in single if not spoken.owned or nouns[zone].get("of") != "player")


def can_be_nobodys(spoken: ContinuousEffect, source: Source) -> bool:
    """Whether a text can be one that nobody has: for any player, a rule, or in a zone of the game."""
    return not spoken.lasting and (not spoken.owned or bool(nobodys_zones(spoken, source)))


def always_nobodys(spoken: ContinuousEffect, source: Source) -> bool:
    """Whether nobody ever has a text."""
    return not spoken.owned or all(source.nouns[zone].get("of") != "player" for zone in spoken.zones)


def once(spoken: ContinuousEffect, source: Source) -> Expr:
    """The test by which a trigger that nobody has is done once; always true where each seat is asked for itself.

    Raises:
        MeaningError: RW0602 where "you", or "another player", could be anybody.
    """
    trigger = spoken.node
    if not isinstance(trigger, N.Trigger) or not can_be_nobodys(spoken, source):
        return TRUE
    asked = [trigger.event, *((spoken.condition,) if spoken.condition is not None else ())]
    effect = (trigger.then, *spoken.more)
    if isinstance(trigger.event, N.Does) and trigger.event.subject == YOU[0]:
        return TRUE
    if any(map(_of_you, asked)):
        return TRUE
    others = next((part for item in asked for part in _of_others(item)), None)
    if others is not None:
        if any(map(_of_you, effect)) or any(map(_to_you, effect)):
            return TRUE
        raise refuse(others, "another player than whom?", OTHER_THAN_WHOM, code="RW0602")
    if isinstance(spoken.said, N.Timed) and spoken.said.time in MOMENTS or not isinstance(trigger.event, N.Does):
        addressed = any(map(_of_you, effect)) or any(map(_to_you, effect))
        return TRUE if addressed else expr("you == 0")
    you = next((part for item in effect for part in item.walk() if part in YOU), None)
    if you is not None:
        raise refuse(you, "nobody has this text: who is “you”?", WHOSE, code="RW0602")
    return expr("actor == you")


def _of_you(node: N.Node) -> bool:
    """Whether words speak of "you"."""
    return any(part in YOU for part in node.walk())


def _of_others(node: N.Node) -> Iterator[N.Node]:
    """The phrases that speak of other players."""
    for part in node.walk():
        if isinstance(part, N.NounPhrase) and part.noun == "player":
            word = part.determiner.word if isinstance(part.determiner, N.Article) else ""
            if word in OTHERS:
                yield part


def _to_you(node: N.Statement) -> bool:
    """Whether a sentence tells "you" to do something: an act without a subject."""
    match node:
        case N.Act():
            return True
        case N.If() | N.Unless() | N.Possible():
            other = getattr(node, "otherwise", None)
            return _to_you(node.then) or (other is not None and _to_you(other))
        case N.ForEach() | N.InPlace() | N.Timed() | N.While():
            return _to_you(node.then)
        case N.Both():
            return any(map(_to_you, node.clauses))
    return False
