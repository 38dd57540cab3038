"""What can be played but should not be there: words that nothing uses, and meanings that go round in circles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from graphlib import CycleError, TopologicalSorter
from pathlib import Path as FilePath

from rulewright.language.nodes import Ability, Does, Node, Perform, Text, Trigger
from rulewright.problems import Problem, problem
from rulewright.ruleset.blocks import Offer, Resolve, Words, walk
from rulewright.ruleset.building.extra_turns import SAID_BY_TEXTS, has_extra_turns
from rulewright.ruleset.building.headings_of_cards import ADDED, words_that_are_used
from rulewright.ruleset.by_more_words import by_more_words
from rulewright.ruleset.idle_texts.never_carried_out import never_carried_out
from rulewright.ruleset.idle_texts.never_done import never_done, none_there
from rulewright.ruleset.idle_texts.never_then import never_then
from rulewright.ruleset.loader import read_ruleset
from rulewright.ruleset.map_lint import map_findings
from rulewright.ruleset.model import Ruleset, Word
from rulewright.ruleset.references.references import named_words
from rulewright.ruleset.translations.renaming import old_texts
from rulewright.ruleset.where_cards_lie import never_there, without_heading
from rulewright.ruleset.words_of_trees import WordId


def check(paths: Iterable[str | FilePath], packs: Sequence[str | FilePath] = ()) -> list[Problem]:
    """Return everything that is wrong with some rulesets: what keeps them from loading, or else what is left over.

    Args:
        packs: with which each of them is loaded.

    >>> check(["tic_tac_toe"])
    []
    """
    found: list[Problem] = []
    for path in paths:
        ruleset, problems = read_ruleset(path, packs)
        found += problems
        if ruleset is not None:
            found += lint(ruleset)
    return found


def lint(ruleset: Ruleset) -> list[Problem]:
    """Return the findings in a ruleset that could be read."""
    findings = list(_circles(ruleset))
    if all(words.tree is not None for words in ruleset.all_words if words.kind != "times"):
        findings += _unused(ruleset)  # an unread text may use anything
    findings += _idle(ruleset)
    findings += without_heading(ruleset)
    findings += never_there(ruleset)
    findings += never_carried_out(ruleset)
    findings += never_done(ruleset)
    findings += by_more_words(ruleset)
    findings += none_there(ruleset)
    findings += never_then(ruleset)
    findings += map_findings(ruleset)
    findings += _unwatched(ruleset)
    findings += (old.problem(ruleset) for old in old_texts(ruleset))
    return findings


def about_texts(ruleset: Ruleset) -> list[Problem]:
    """The findings that one text of a card can be about, whatever else the ruleset says: much quicker to look for."""
    return [
        *_idle(ruleset),
        *without_heading(ruleset),
        *never_there(ruleset),
        *never_then(ruleset),
        *_unwatched(ruleset),
    ]


def _words_of(part: object) -> set[WordId]:
    found: set[WordId] = set()
    for words in walk(part):
        if isinstance(words, Words):
            found |= words.named
    return found


def _unused(ruleset: Ruleset) -> Iterator[Problem]:
    """Words that no text, block, component or other word names."""
    used = named_words(ruleset) | _words_of((ruleset.components, ruleset.procedures, ruleset.always))
    words = {(section, name): word for section, entries in ruleset.words.items() for name, word in entries.items()}
    uses = {key: (_words_of(word) | _places_of(word)) - {key} for key, word in words.items()}
    # A verb of the core whose meaning the lexicon gives is used by the core itself, and so on.
    todo = [key for key in words if key in used]
    used = set(todo)
    while todo:
        for key in uses[todo.pop()]:
            if key in words and key not in used:
                used.add(key)
                todo.append(key)
    added = {("verbs", name) for name in SAID_BY_TEXTS} if has_extra_turns(ruleset.content.data["ruleset"]) else set()
    for (section, name), word in words.items():
        if (section, name) not in used | added and ADDED not in word.data:
            place = ruleset.content.key_place(("lexicon", section, name))
            yield problem("RW0245", place=place, found=name, what=section.removesuffix("s"))


def _idle(ruleset: Ruleset) -> Iterator[Problem]:
    """Procedures that are neither run nor offered, and do not hold all the time; headings under which nothing works."""
    parts = (*ruleset.procedures.values(), *words_that_are_used(ruleset))
    steps = [step for part in parts for step in walk(part)]
    offered = {heading for step in steps if isinstance(step, Offer) for heading in step.headings}
    for procedure in ruleset.procedures.values():
        run = procedure.id in ruleset.procedure_order.values() or procedure.heading in offered
        if not run and procedure.text is None:
            place = ruleset.content.key_place(("procedures", procedure.id))
            yield problem("RW0248", place=place, found=procedure.id)
    resolved = [step for step in steps if isinstance(step, Resolve)]
    called = offered | {step.heading for step in resolved}
    called |= _of_adjectives(ruleset)
    for_some = called - offered - {step.heading for step in resolved if not isinstance(step.of, tuple)}
    some = {(step.heading, name) for step in resolved if isinstance(step.of, tuple) for name in step.of}
    yield from _never(ruleset, called, for_some - _of_adjectives(ruleset), some)
    for name in _headings(ruleset):
        if name not in called and not ruleset.words["headings"][name].data.get("active"):
            place = ruleset.content.key_place(("lexicon", "headings", name))
            yield problem("RW0513", place=place, found=name)


def _of_adjectives(ruleset: Ruleset) -> set[str]:
    return {word.data["ability"] for word in words_that_are_used(ruleset) if "ability" in word.data}


def _never(ruleset: Ruleset, called: set[str], for_some: set[str], some: set[tuple[str, str]]) -> Iterator[Problem]:
    """Texts that nothing carries out: under the default heading where nothing does, or not among those resolved.

    Args:
        called: headings that some rule offers or resolves; for_some: of them those resolved for named components only,
            which some lists.
    """
    if not called and not ruleset.procedure_order:
        return  # no rule runs yet
    headings = ruleset.words["headings"]
    default = ruleset.default_heading
    for component in ruleset.components.values():
        tree = component.text.tree if component.text is not None and not component.later else None
        if not isinstance(tree, Text) or component.text is None:
            continue
        parts: list[tuple[Node, str]] = [(ability, ability.heading) for ability in tree.abilities]
        parts += [(tree.sentences[0], default)] if tree.sentences and default else []
        for node, heading in parts:
            active = heading in headings and headings[heading].data.get("active")
            plain = heading == default and heading not in called and not active
            if plain and isinstance(node, Ability):
                continue  # RW0513 tells
            if plain or (heading in for_some and (heading, component.id) not in some and not active):
                start, end = (node.span.start, node.span.end) if node.span else (0, 1)
                place = ruleset.text_place(component.text, start, end)
                yield problem("RW0516", place=place, found=component.name, offset=start)


def _unwatched(ruleset: Ruleset) -> Iterator[Problem]:
    """Texts that wait for something to come true, in a game that never looks whether it has: only offers do."""
    parts = [part for section in (ruleset.procedures, *ruleset.words.values()) for part in section.values()]
    if any(isinstance(step, Offer) for part in parts for step in walk(part)):
        return
    for words in walk((tuple(ruleset.components.values()), tuple(ruleset.procedures.values()))):
        if not isinstance(words, Words) or words.kind != "text" or words.tree is None:
            continue
        for node in words.tree.walk():
            if isinstance(node, Trigger) and node.event.span and not _is_done(node, ruleset):
                start, end = node.event.span.start, node.event.span.end
                said = " ".join(words.text[start:end].split())
                yield problem("RW0640", place=ruleset.text_place(words, start, end), found=said)


def _is_done(node: Trigger, ruleset: Ruleset) -> bool:
    """Whether what a text waits for is something that is done, not something that is so."""
    act = node.event.act if isinstance(node.event, Does) else None
    if not isinstance(act, Perform):
        return False
    word = ruleset.words["verbs"].get(act.verb)
    return word is None or not word.data.get("state")


def _headings(ruleset: Ruleset) -> dict[str, None]:
    """The headings of this ruleset that stand over something that a component says."""
    texts = [component.text.tree for component in ruleset.components.values() if component.text is not None]
    found = [node.heading for tree in texts if tree is not None for node in tree.walk() if isinstance(node, Ability)]
    return dict.fromkeys(name for name in found if name in ruleset.words["headings"])


def _places_of(word: Word) -> set[WordId]:
    """Where the pieces that a noun names may be: naming the pieces uses these words too."""
    places = word.data.get("in") or []
    return {("nouns", place) for place in ([places] if isinstance(places, str) else places)}


def _circles(ruleset: Ruleset) -> Iterator[Problem]:
    """Conditions and numbers that are explained by themselves, so that they could never be worked out."""
    explained = {
        (section, name): _explained_by(word)
        for section, entries in ruleset.words.items() for name, word in entries.items()
    }  # fmt: skip
    try:
        TopologicalSorter(explained).prepare()
        return
    except CycleError:
        import networkx as nx  # which finds all circles, and takes long to import

    graph: nx.DiGraph[WordId] = nx.DiGraph()
    graph.add_edges_from((word, other) for word, others in explained.items() for other in others)
    for circle in nx.simple_cycles(graph):
        section, name = circle[0]
        place = ruleset.content.key_place(("lexicon", section, name))
        names = " → ".join([name for _, name in circle] + [name])
        yield problem("RW0244", place=place, found=names)


def _explained_by(word: Word) -> set[WordId]:
    """The words in the meaning of a condition or number (what a verb does may come back to it)."""
    numbers = (word.total, word.highest, word.lowest, word.count, word.groups, word.start, word.order)
    return _words_of((word.means, *numbers, word.condition, word.within))
