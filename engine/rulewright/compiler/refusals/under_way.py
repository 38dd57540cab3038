"""Conditions that a verb is under way, where it never is: behind the act itself, or where nobody does it meanwhile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.compiler.source import Source
from rulewright.language import nodes as N
from rulewright.language.trees.past import is_past
from rulewright.ruleset import blocks as B


class UnderWay:
    """Finds them in the texts of one ruleset."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._within: dict[str, frozenset[str]] = {}
        self._begun: dict[str, frozenset[str]] = {}

    def never(self, text: N.Text) -> Iterator[N.Does]:
        """The conditions of a text that a verb is under way which never come true."""
        usual = next((name for name, entry in self.source.headings.items() if entry.get("default")), "")
        parts = [(usual, text.sentences), *((ability.heading, ability.sentences) for ability in text.abilities)]
        for heading, sentences in parts:
            offered = self.source.headings.get(heading, {}).get("offered")
            yield from self._of(sentences, [], heading if offered else "")

    def _of(self, parts: Sequence[N.Node], done: list[str], heading: str) -> Iterator[N.Does]:
        """Those in parts of a text, in the order in which they are carried out.

        done: the verbs of what has been done or waited for by then; heading: under which it is offered, "" for what
        waits for something or holds meanwhile.
        """
        for part in parts:
            match part:
                case N.Trigger(event=event, then=then):
                    yield from self._of((then,), [act.verb for act in _acts(event)], "")
                case N.While():
                    yield from self._of((part.then,), done, "")
                case N.If(condition=condition) | N.Unless(condition=condition):
                    yield from (test for test in self._tests(condition) if self._is_over(test, done, heading))
                    rest = [child for name, child in part.children() if name != "condition"]
                    yield from self._of(rest, done, heading)
                case N.Perform(verb=verb):
                    done.append(verb)
                case _:
                    yield from self._of([child for _, child in part.children()], done, heading)

    def _tests(self, condition: N.Node) -> Iterator[N.Does]:
        """What of a condition asks whether a verb of the lexicon is under way."""
        for part in condition.walk():
            now = isinstance(part, N.Does) and not is_past(part) and part.tense == "present"
            if isinstance(part, N.Does) and now and any(self._does(act.verb) for act in _acts(part.act)):
                yield part

    def _does(self, verb: str) -> bool:
        entry = self.source.verbs.get(verb)
        return entry is not None and not entry.get("state")

    def _is_over(self, test: N.Does, done: list[str], heading: str) -> bool:
        """Whether what is asked has been done by then, or is never under way while this is carried out."""
        for act in _acts(test.act):
            kinds = {act.verb, *(name for name, entry in self.source.verbs.items() if entry.get("is") == act.verb)}
            if any(kinds & {verb, *self.within(verb)} for verb in done):
                return True
            if heading and not any(kind in self.begins(heading) or self.source.uses(kind) for kind in kinds):
                return True
        return False

    def within(self, verb: str) -> frozenset[str]:
        """The verbs that are done within a verb of the lexicon, at any depth."""
        if verb not in self._within:
            found, todo = set[str](), [verb]
            while todo:
                new = self._done_by(todo.pop()) - found
                found |= new
                todo += new
            self._within[verb] = frozenset(found)
        return self._within[verb]

    def _done_by(self, verb: str) -> set[str]:
        """The verbs that stand in what a verb does."""
        block = self.source.done_by(verb)
        trees = [part.tree for part in B.walk(block) if isinstance(part, B.Words)] if block is not None else []
        return {act.verb for tree in trees if tree is not None for act in _acts(tree)}

    def begins(self, heading: str) -> frozenset[str]:
        """The verbs that are under way while abilities with a heading are offered or carried out."""
        if heading not in self._begun:
            begun = {verb for verb in self.source.verbs if self._offers(verb, heading)}
            around = {verb for verb in self.source.verbs if self.within(verb) & begun}
            self._begun[heading] = frozenset(begun | around)
        return self._begun[heading]

    def _offers(self, verb: str, heading: str) -> bool:
        block = self.source.done_by(verb)
        for part in B.walk(block) if block is not None else ():
            if isinstance(part, B.Offer) and heading in part.headings:
                return True
            if isinstance(part, B.Resolve) and part.heading == heading:
                return True
        return False


def _acts(node: N.Node) -> Iterator[N.Perform]:
    return (part for part in node.walk() if isinstance(part, N.Perform))
