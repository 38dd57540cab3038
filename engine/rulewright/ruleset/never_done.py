"""Texts that wait for what nothing in the ruleset ever does: no rule, no verb and no card."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.language import nodes as n
from rulewright.problems import Problem, problem
from rulewright.ruleset.blocks import Words, walk
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.whole_deeds import done_in

_DONE = ("text", "sentence")
"""The kinds of words in which something is done."""


def never_done(ruleset: Ruleset) -> Iterator[Problem]:
    """Yield a finding for each text that waits for a verb of the lexicon that is never done."""
    if not ruleset.procedure_order:
        return  # no rule runs yet
    done = _done(ruleset)
    for words in walk((tuple(ruleset.components.values()), tuple(ruleset.procedures.values()))):
        tree = words.tree if isinstance(words, Words) and words.kind == "text" else None
        for node in tree.walk() if tree is not None else ():
            if not isinstance(node, n.Trigger) or node.event.span is None:
                continue
            verb = _waited_for(node.event)
            word = ruleset.words["verbs"].get(verb)
            if word is None or word.do is None or word.data.get("later") or word.data.get("state") or verb in done:
                continue
            start, end = node.event.span.start, node.event.span.end
            place = ruleset.text_place(words, start, end)
            yield problem("RW0518", place=place, offset=start, end=end, found=" ".join(words.text[start:end].split()))


def _waited_for(event: n.Condition) -> str:
    match event:
        case n.Does(act=n.Perform(verb=verb)) | n.Passive(verb=verb):
            return verb
    return ""


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
