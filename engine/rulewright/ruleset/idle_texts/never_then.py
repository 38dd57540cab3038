"""Texts that are in force in their owner's turn only, and are about what is only so outside of it."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.language import nodes as n
from rulewright.language.called import noun_said
from rulewright.problems import Problem, problem
from rulewright.ruleset.idle_texts.own_turn import OwnTurn, own_turn
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.where_cards_lie import where_cards_lie

_BETWEEN = ("start_of_turn", "end_of_turn", "start_of_round", "end_of_round", "end_of_game")


def never_then(ruleset: Ruleset) -> Iterator[Problem]:
    """Yield a finding for each text that would have to speak when none of its cards is where it speaks.

    That is sure of zones that are emptied in each turn, into which nothing comes but in their owner's turn.
    """
    if not ruleset.procedure_order or not ruleset.turn:
        return
    where = where_cards_lie(ruleset)
    for component in ruleset.components.values():
        tree = component.text.tree if component.text is not None and not component.later else None
        if not isinstance(tree, n.Text) or component.text is None or where.type_of(component.kind) != "card":
            continue
        parts = [(sentence, ability.heading) for ability in tree.abilities for sentence in ability.sentences]
        parts += [(sentence, where.default) for sentence in tree.sentences]
        for sentence, heading in parts:
            if not _may_be_outside(sentence):  # of most texts, told at once
                continue
            word = ruleset.words["headings"].get(heading)
            active = where.zones_of([str(zone) for zone in _listed(word.data.get("active"))]) if word else frozenset()
            reached = where.reached(component)
            speaks = active & reached if reached is not None else frozenset()
            about = _outside(sentence, own_turn(ruleset), ruleset)
            if about is None or about.span is None or not speaks:
                continue
            if all(map(own_turn(ruleset).empty_between, speaks)):
                lexicon = ruleset.language().lexicon
                start, end = about.span.start, about.span.end
                place = ruleset.text_place(component.text, start, end)
                said = " ".join(component.text.text[start:end].split())
                zones = ", ".join(sorted(noun_said(lexicon, zone) or zone for zone in speaks))
                yield problem("RW0521", place=place, offset=start, end=end, found=said, zones=zones)


def _may_be_outside(sentence: n.Node) -> bool:
    match sentence:
        case n.Timed(time=time):
            return time in _BETWEEN
        case n.Trigger(event=n.Does(subject=who)) | n.Does(modal="cannot", subject=who):
            return _is_other(who)
    return False


def _outside(sentence: n.Node, turns: OwnTurn, ruleset: Ruleset) -> n.Node | None:
    """What a text is about, where that is so only outside of the turn of who has the text."""
    match sentence:
        case n.Timed(time=time) if time in _BETWEEN:
            return None if time == "end_of_game" and turns.ends_the_game() else sentence
        case n.Trigger(event=n.Does(subject=who, act=n.Perform(verb=verb)) as event) if _is_other(who):
            return event if turns.only(verb) and verb != ruleset.turn else None
        case n.Does(modal="cannot", subject=who, act=n.Perform(verb=verb)) if _is_other(who):
            return sentence if turns.only(verb) else None
    return None


def _is_other(who: n.Node | None) -> bool:
    """Whether somebody is never “you”."""
    if not isinstance(who, n.NounPhrase) or who.noun != "player":
        return False
    determiner = getattr(who.determiner, "word", "")
    return determiner in ("another", "each_other") or "other" in who.adjectives


def _listed(value: object) -> list[object]:
    return [] if value is None else list(value) if isinstance(value, list | tuple) else [value]
