"""Which steps of a verb ask for a number, such as the price that is paid in it: there its first use ends."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.source import Source
from rulewright.ruleset import blocks as B
from rulewright.ruleset.words_of_trees import WordId


class Asking:
    """Looks for where the rules of one ruleset ask for a number, by whatever words and verbs."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def last_step(self, block: B.Block | None, number: str) -> int:
        """The number of the last step of a block that asks for a number; 0 where none does."""
        steps = block.steps if block is not None else ()
        return max((at for at, step in enumerate(steps, 1) if self._asks(step, number)), default=0)

    def only_afterwards(self, verb: str, said: str, number: str) -> bool:
        """Whether some rule asks for a number only behind a step that does a verb, and not in or before it.

        said: the verb as texts say it; verb: as it is told, which may be the deed of a noun.
        """
        if self._asks(self.source.done_by(verb), number):
            return False
        ruleset = self.source.ruleset
        for part in B.walk((tuple(ruleset.procedures.values()), *(tuple(x.values()) for x in ruleset.words.values()))):
            if not isinstance(part, B.Block):
                continue
            does = [at for at, step in enumerate(part.steps) if ("verbs", said) in self._named(step)]
            asks = [at for at, step in enumerate(part.steps) if self._asks(step, number)]
            if does and asks and min(asks) > min(does):
                return True
        return False

    def _asks(self, part: object, number: str) -> bool:
        return number in self._named_within(part)

    def _named_within(self, part: object) -> set[str]:
        """The nouns that a part of the rules names, also in the verbs it does and in what gives numbers a meaning."""
        found: set[WordId] = set()
        todo = list(self._named(part))
        while todo:
            word = todo.pop()
            if word in found:
                continue
            found.add(word)
            section, name = word
            if section == "verbs":
                deeds = [name, *(deed for deed in self.source.deeds if deed.startswith(f"{name}_"))]
                for block in map(self.source.done_by, deeds):
                    todo += self._named(block)
            elif section == "nouns" and self.source.type_of(name) == "number":
                todo += self._named(self.source.ruleset.words["nouns"].get(name))
        return {name for section, name in found if section == "nouns"}

    @staticmethod
    def _named(part: object) -> Iterator[WordId]:
        for words in B.walk(part):
            if isinstance(words, B.Words):
                yield from words.named
