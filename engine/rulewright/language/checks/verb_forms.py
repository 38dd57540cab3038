"""Acts that are joined under one subject, where the form of a verb says that the subject does not do it.

“Each other player discards a card, then draw a card”: whoever writes this may mean that you draw one, and may have left
out an “s”. To take it for either would be a guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.language import nodes as n
from rulewright.language.lexicon import Lexicon
from rulewright.language.parsing.words import Word
from rulewright.problems import Problem, problem


def form_errors(words: Sequence[Word], tree: n.Node, lexicon: Lexicon) -> Iterator[Problem]:
    """Yield the verbs that stand in the form of an order behind one that tells what its subject does.

    Args:
        words: of the text, with the places at which the nodes of its tree begin.
    """
    order, told = lexicon.core.get("order_forms", ("", ""))
    if not order:
        return
    for clause in tree.walk():
        if not isinstance(clause, n.Does) or clause.modal or not isinstance(clause.act, n.Sequence | n.Choice):
            continue
        first, *others = (_verb(act) for act in clause.act.acts)
        if first is None or not _written(words, first, lexicon, told, order):
            continue
        for act in others:
            if act is not None and act.span and (found := _written(words, act, lexicon, order, told)):
                verb = _written(words, first, lexicon, told, order)
                theirs = next(forms.get(told) for forms in lexicon.verbs[act.verb].forms if found in forms.forms[order])
                at = {"offset": act.span.start, "end": act.span.start + len(found)}
                yield problem("RW0418", found=found, first=verb, theirs=theirs or found, **at)  # type: ignore[arg-type]


def _verb(act: n.Node) -> n.Perform | None:
    """What is done in an act, or paid for it."""
    while not isinstance(act, n.Perform):
        match act:
            case n.Per(act=inner) | n.RatherThan(act=inner) | n.Until(act=inner) | n.Cost(cost=inner):
                act = inner
            case _:
                return None
    return act


def _written(words: Sequence[Word], act: n.Perform, lexicon: Lexicon, form: str, other: str) -> str:
    """A verb as it is written, if that is one of its forms and not another; "" if it is not."""
    if act.span is None or act.verb not in lexicon.verbs:  # it is not said again
        return ""
    said = " ".join(word.text.lower() for word in words if word.start >= act.span.start)
    for forms in lexicon.verbs[act.verb].forms:
        if any(f"{said} ".startswith(f"{text} ") for text in forms.forms.get(other, ())):
            return ""
    for forms in lexicon.verbs[act.verb].forms:
        for text in forms.forms.get(form, ()):
            if f"{said} ".startswith(f"{text} "):
                return text
    return ""
