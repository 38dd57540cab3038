"""What was drawn, and what came of it: by production, node, slot, filter, determiner, pronoun, event and time."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator

from rulewright.language import nodes as N
from rulewright.language.grammar.productions import Production
from rulewright.language.language import Language

OUTCOMES = ("drawn", "refused", "not carried", "agreed", "disagreed")
GROUPS = ("production", "node", "filter", "determiner", "pronoun", "slot", "verb", "event", "adverb", "time", "modal")


NODES = {
    ("filter" if issubclass(kind, N.Filter) else "node", name)
    for name, kind in vars(N).items()
    if isinstance(kind, type)
    and issubclass(kind, N.Node)
    and dataclasses.is_dataclass(kind)
    and not kind.__subclasses__()
}
"""All that a tree may be made of."""


def parts(tree: N.Node) -> Iterator[tuple[str, str]]:
    """What a tree is made of: (group, name)."""
    for node in tree.walk():
        kind = type(node).__name__
        yield ("filter" if isinstance(node, N.Filter) else "node", kind)
        match node:
            case N.Article(word=word):
                yield ("determiner", word)
            case N.Quantity(kind=of, article=article):
                yield ("determiner", f"{of} {article}" if article else of)
            case N.Possessive():
                yield ("determiner", "possessive")
            case N.Pronoun(word=word):
                yield ("pronoun", word)
            case N.Slot(name=name):
                yield ("slot", name)
            case N.Perform(verb=verb, adverbs=adverbs):
                yield ("verb", verb)
                yield from (("adverb", adverb) for adverb in adverbs)
            case N.Trigger(timing=timing, event=event):
                yield from (("event", f"{timing} {what}") for what in happening(event))
            case N.Timed(time=time):
                yield ("time", time)
            case N.Ability(limits=limits):
                yield from (("time", time) for time in limits)
            case N.Does(modal=modal, tense=tense):
                yield ("modal", f"{modal or 'does'}, {tense}")


def happening(event: N.Condition) -> Iterator[str]:
    """What an event is of."""
    if isinstance(event, N.AnyCondition):
        for part in event.conditions:
            yield from happening(part)
    elif isinstance(event, N.Does):
        for act in event.act.acts if isinstance(event.act, N.Choice | N.Sequence) else (event.act,):
            yield act.verb if isinstance(act, N.Perform) else type(act).__name__
    else:
        yield event.verb if isinstance(event, N.Passive) else type(event).__name__


class Coverage:
    """Counts what sentences are made of, by what came of them."""

    def __init__(self) -> None:
        self.counts: dict[tuple[str, str], Counter[str]] = {}
        self.outcomes: Counter[str] = Counter()
        self.missing: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.stopped: Counter[str] = Counter()
        self.known: set[tuple[str, str]] = set()
        self.kept: dict[str, Counter[str]] = {}

    def knows(self, language: Language) -> None:
        """Take in which productions, nodes, times, verbs and slots there are: those never drawn are told, too."""
        self.known |= NODES
        self.known |= {("time", time) for time in language.lexicon.times}
        for name, verb in language.lexicon.verbs.items():
            self.known |= {("verb", name), *(("slot", slot) for slot in dict(verb.slots))}
        for production in language.grammar.productions:
            if not production.helper and production.rule != "_verb":
                self.known.add(("production", told(production)))

    def take_in(self, kept: dict[str, Counter[str]]) -> None:
        """Go on counting what was counted before; `kept` has the same rows from now on, by group and name."""
        for part, row in kept.items():
            group, _, name = part.partition(": ")
            self.counts[group, name] = row
        self.kept = kept

    def add(self, tree: N.Node, steps: Iterable[object], outcome: str) -> None:
        """Count one sentence."""
        self.outcomes[outcome] += 1
        made = {
            ("production", told(s)) for s in steps if isinstance(s, Production) and not s.helper and s.rule != "_verb"
        }
        for part in {*parts(tree), *made}:
            row = self.counts.setdefault(part, Counter())
            self.kept.setdefault(": ".join(part), row)
            row["drawn"] += 1
            row[outcome] += 1

    def gaps(self) -> list[str]:
        """What was never drawn, and what was drawn and never carried out by both, a line for each group."""
        lines = []
        for group in GROUPS:
            names = sorted({name for kind, name in {*self.counts, *self.known} if kind == group})
            rows = {name: self.counts.get((group, name), Counter()) for name in names}
            never = [name for name, row in rows.items() if not row["drawn"]]
            left = [f"{name} ({row['drawn']})" for name, row in rows.items() if row["drawn"] and not row["agreed"]]
            lines += [f"{group}, never drawn: {'; '.join(never)}"] if never else []
            lines += [f"{group}, never carried out: {'; '.join(left)}"] if left else []
        return lines

    def table(self, groups: Iterable[str] = GROUPS, every: bool = False) -> list[str]:
        """The table as lines. every: each production, and not only those that were never drawn or never agreed."""
        lines = [f"{'':46}" + "".join(f"{name:>13}" for name in OUTCOMES)]
        for group in groups:
            known = {name for kind, name in self.known if kind == group}
            names = sorted({name for kind, name in self.counts if kind == group} | known)
            rows = [(name, self.counts.get((group, name), Counter())) for name in names]
            drawn, agreed = (sum(bool(row[what]) for _, row in rows) for what in ("drawn", "agreed"))
            lines.append(f"{group}: {drawn} of {len(names)} drawn, {agreed} agreed on")
            for name, row in rows:
                if every or group != "production" or not row["agreed"]:
                    lines.append(f"  {name[:44]:44}" + "".join(f"{row[what]:13}" for what in OUTCOMES))
        return lines


def told(production: Production) -> str:
    """A production on one line."""
    return str(production)
