"""Acts that no text of a card does: parts of what the rules do, and signals that something has been done."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.scope import MeaningError
from rulewright.language import nodes as N
from rulewright.language.lexicon import Lexicon
from rulewright.problems import Problem, RulewrightError, problem
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.phrasebook import pattern
from rulewright.ruleset.whole_deeds import done_in, not_for_cards, wholes_of, wholly


def refuse_parts_of_deeds(tree: N.Node, text: str, ruleset: Ruleset) -> None:
    """Refuse the text of a card that does a part of a deed, or a signal.

    Args:
        text: the words that it was read from, which are quoted.

    Raises:
        MeaningError: RW0610 where a text can do the whole of it; RW0611 where only rules do; RW0612 of a signal.
    """
    refused = not_for_cards(ruleset)
    behind = {id(act) for act in _turns_behind_this(tree, ruleset)}
    acts = [act for act in done_in(tree) if id(act) not in behind]
    found = [_told(act, text, ruleset) for act in acts if act.verb in refused or wholes_of(act, ruleset)]
    if found:
        raise MeaningError(*found)


def _turns_behind_this(tree: N.Node, ruleset: Ruleset) -> Iterator[N.Perform]:
    """The turns that are taken when this one is over: nothing of any turn is left out by them."""
    for part in tree.walk():
        if isinstance(part, N.Timed) and part.time == "end_of_this_turn":
            yield from (act for act in part.then.walk() if isinstance(act, N.Perform) and act.verb == ruleset.turn)


def _told(act: N.Perform, text: str, ruleset: Ruleset) -> Problem:
    lexicon = ruleset.language("en").lexicon
    refused = not_for_cards(ruleset)
    start, end = (act.span.start, act.span.end) if act.span else (0, 0)
    said = " ".join(text[start:end].split()) or _said(act.verb, lexicon)
    whole = wholes_of(act, ruleset)
    rules = {*refused, ruleset.turn, ruleset.round}
    sayable = [verb for verb in whole if verb in lexicon.verbs and verb not in rules]
    if sayable:
        named = "; ".join(f"“{_instead(act, verb, ruleset) or _said(verb, lexicon)}”" for verb in sayable)
        return problem("RW0610", found=said, whole=named, offset=start, end=end)
    if whole:
        return problem("RW0611", found=said, whole=_titled(whole[0], ruleset, lexicon), offset=start, end=end)
    return problem("RW0612", found=said, offset=start, end=end)


def _instead(act: N.Perform, verb: str, ruleset: Ruleset) -> str | None:
    """What a card says instead of a part: the whole, done to the same; None where the part does not tell that."""
    word = ruleset.language("en").lexicon.verbs[verb]
    whole = wholly(act, word, ruleset)
    if whole is None or (word.slots and not whole.slots):
        return None
    try:
        said = ruleset.print(whole, "en").rstrip(".")
    except RulewrightError:
        return None
    return said[:1].lower() + said[1:]


def _said(verb: str, lexicon: Lexicon) -> str:
    return pattern(lexicon, lexicon.verbs[verb])


def _titled(whole: str, ruleset: Ruleset, lexicon: Lexicon) -> str:
    """How a deed is called that only rules do: a procedure by its title, a verb as it is said."""
    rule = ruleset.procedures.get(whole)
    return (rule.title or whole.replace("_", " ")) if rule is not None else _said(whole, lexicon)
