"""Texts that wait for what nothing in the ruleset ever does, and texts about things of which the game has none."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.language import nodes as n
from rulewright.problems import Problem, problem
from rulewright.ruleset.blocks import Words, walk
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.whole_deeds import done_in
from rulewright.ruleset.words_of_trees import words_in

_DONE = ("text", "sentence")
"""The kinds of words in which something is done."""
_ONLY_SAID = ("roll", "reveal", "shuffle", "discard", "draw", "exchange", "search", "look_at")
"""Verbs of the core that are done only where a sentence says so."""
_COUNTED = ("gain", "lose", "pay")


def never_done(ruleset: Ruleset) -> Iterator[Problem]:
    """Yield a finding for each text that waits for what is never done: a verb of the lexicon, or one of the core."""
    if not ruleset.procedure_order:
        return  # no rule runs yet
    for words in walk((tuple(ruleset.components.values()), tuple(ruleset.procedures.values()))):
        tree = words.tree if isinstance(words, Words) and words.kind == "text" else None
        for node in tree.walk() if tree is not None else ():
            if isinstance(node, n.Trigger) and node.event.span is not None and _is_never_done(ruleset, node.event):
                start, end = node.event.span.start, node.event.span.end
                place = ruleset.text_place(words, start, end)
                said = " ".join(words.text[start:end].split())
                yield problem("RW0518", place=place, offset=start, end=end, found=said)


def none_there(ruleset: Ruleset) -> Iterator[Problem]:
    """Yield a finding for each text of a card about cards or spaces of a kind of which the game has none."""
    if not ruleset.procedure_order:
        return
    kinds = {component.kind for component in ruleset.components.values()}
    kinds |= {space.kind for space in ruleset.map.spaces.values()}
    there = {above for kind in kinds for above in _kinds(ruleset, kind)} | set(ruleset.components)
    for component in ruleset.components.values():
        words = component.text
        if words is None or words.tree is None or component.later:
            continue
        for node in words.tree.walk():
            if isinstance(node, n.NounPhrase) and isinstance(node.noun, str) and node.span is not None:
                entry = ruleset.lexicon["nouns"].get(node.noun) or {}
                plain = entry.get("type") in ("card", "space") and not {"means", "kept", "in"} & set(entry)
                if plain and node.noun not in there:
                    start, end = node.span.start, node.span.end
                    place, said = ruleset.text_place(words, start, end), " ".join(words.text[start:end].split())
                    yield problem("RW0520", place=place, offset=start, end=end, found=said)


def _is_never_done(ruleset: Ruleset, event: n.Condition) -> bool:
    """Whether nothing in the ruleset does what is waited for."""
    match event:
        case n.Does(act=n.Perform(verb=verb) as act):
            thing = act.slot("object")
        case n.Passive(verb=verb, subject=thing):
            pass
        case _:
            return False
    word = ruleset.words["verbs"].get(verb)
    if word is not None:
        unwritten = word.do is None or word.data.get("later") or word.data.get("state")
        return not unwritten and verb not in _done(ruleset)
    if verb in _ONLY_SAID:
        return verb not in _done(ruleset)
    noun = getattr(thing, "noun", None)
    if verb in _COUNTED and isinstance(noun, str) and (ruleset.lexicon["nouns"].get(noun) or {}).get("held"):
        return _spoken_of(ruleset).isdisjoint(_akin(ruleset, noun))
    return False


def _akin(ruleset: Ruleset, noun: str) -> set[str]:
    """A noun with all that it is, and all that is it."""
    others = (other for other in ruleset.lexicon["nouns"] if noun in _kinds(ruleset, other))
    return {*_kinds(ruleset, noun), *others}


def _kinds(ruleset: Ruleset, noun: str) -> list[str]:
    """A noun and all that it is."""
    found: list[str] = []
    while noun and noun not in found:
        found.append(noun)
        noun = str((ruleset.lexicon["nouns"].get(noun) or {}).get("is") or "")
    return found


def _done(ruleset: Ruleset) -> set[str]:
    """The verbs that something does, with those of which they are kinds."""
    if "what is done" not in ruleset.derived:
        found = {ruleset.turn, ruleset.round}
        for words in ruleset.all_words:
            if words.tree is not None and words.kind in _DONE:
                found.update(act.verb for act in done_in(words.tree))
        for verb in [*found]:
            kinds = (ruleset.lexicon.get("verbs") or {}).get(verb, {}).get("is") or ()
            found.update([kinds] if isinstance(kinds, str) else kinds)
        ruleset.derived["what is done"] = found
    known: set[str] = ruleset.derived["what is done"]
    return known


def _spoken_of(ruleset: Ruleset) -> set[str]:
    """The nouns that stand where something is done, or is counted: only of these something may be gained or lost."""
    if "what is spoken of" not in ruleset.derived:
        found: set[tuple[str, str]] = set()
        for words in ruleset.all_words:
            if words.tree is not None and words.kind in _DONE:
                for act in done_in(words.tree):
                    found |= words_in(act)
            elif words.tree is not None:
                found |= words_in(words.tree)
        ruleset.derived["what is spoken of"] = {noun for section, noun in found if section == "nouns"}
    known: set[str] = ruleset.derived["what is spoken of"]
    return known
