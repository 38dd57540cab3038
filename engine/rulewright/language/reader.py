"""Reads the texts of one language: as they stand, or as an everyday wording of them says it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rulewright.language import nodes as n
from rulewright.language.checks.agreement import agreement_errors
from rulewright.language.checks.cases import in_number
from rulewright.language.checks.types import type_errors
from rulewright.language.checks.verb_forms import form_errors
from rulewright.language.elided.named_before import NOT_NAMED, THE_SAME_DEED, not_named, with_things_named
from rulewright.language.elided.said_once import both_ways, placed_apart, said_in_full, unsaid
from rulewright.language.elided.that_number import unclear, with_counts
from rulewright.language.elided.whose_own import OwnVerbs, somebody_elses, whose_is_told
from rulewright.language.grammar.kinds import KINDS
from rulewright.language.lexicon import Lexicon
from rulewright.language.limits import up_to_so_many
from rulewright.language.parsing.diagnostics import Diagnostician
from rulewright.language.parsing.faults import real_fault
from rulewright.language.parsing.known_words import known_otherwise, with_its_clause
from rulewright.language.parsing.lessons import known_elsewhere, with_lesson
from rulewright.language.parsing.lexer import PhraseLexer, Stuck
from rulewright.language.parsing.parser import Parser
from rulewright.language.parsing.rewording.paid import ReadsSteps
from rulewright.language.parsing.rewording.reading_budget import TooMuch, go_on, is_hurried, reading_budget
from rulewright.language.parsing.rewording.word_forms import joined
from rulewright.language.parsing.rewording.wordings import Wordings, said_otherwise
from rulewright.language.parsing.words import Word
from rulewright.language.prices_in_lists import apart, bought_lists, each_its_price
from rulewright.language.printing.pieces import PrintError
from rulewright.language.remembered import Remembered
from rulewright.language.transforms.kept_pieces import KeptPieces
from rulewright.language.transforms.known_objects import counting_things
from rulewright.language.trees.measures import counted_by_itself
from rulewright.language.trees.normal_form import Normaliser, head_noun
from rulewright.problems import Problem, TextError, problem

SAY_THEIRS = "if theirs, say “that player …s their …”; if yours, say what they do to it without this verb"

MAX_PROBLEMS = 20  # told of one text
KEPT = 512  # texts of which it is known where they cannot be read on
MAX_LENGTH = 20_000  # characters in one text; a whole rulebook's page has three thousand


@dataclass(frozen=True)
class _Read:
    """A text that the parser could take: its tree as it was read, and as it is meant."""

    reader: Reader
    text: str
    words: Sequence[Word]
    surface: n.Node
    tree: n.Node
    disagreeing: Sequence[n.NounPhrase]
    in_case: dict[tuple[int, int], str] | None

    def faults(self) -> Iterator[Problem]:
        """Numbers that disagree with their nouns, and things of the wrong type."""
        yield from map(self.reader.number_error, self.disagreeing)
        either = [self.reader.two_ways(*found) for found in placed_apart(self.tree, self.reader.lexicon)]
        if either:
            yield from either
            return
        left = [number_unclear(part, "more of the same") for part in unsaid(self.tree)]
        left += [number_unclear(part, "their", "RW0621") for part in somebody_elses(self.tree)]
        left += map(whose_unclear, self.reader.own_verbs.yours_of_others(self.surface, self.words))
        left += [number_unclear(part, *NOT_NAMED.get(part, THE_SAME_DEED)) for part in not_named(self.tree)]
        if left:
            yield from left
            return
        yield from map(self.reader.or_and, choices_and_more(self.tree))
        yield from map(self.reader.price_of_list, bought_lists(self.tree))
        yield from (
            number_unclear(number, "that number" if isinstance(number, n.Value) else "the number")
            for number in unclear(self.tree)
        )
        yield from type_errors(self.tree, self.reader.lexicon)

    def disagreements(self) -> Iterator[Problem]:
        """Words that do not agree with each other."""
        yield from agreement_errors(self.text, self.surface, self.reader.lexicon, self.in_case)

    def problems(self) -> Iterator[Problem]:
        """All that is wrong with the text."""
        yield from self.faults()
        yield from self.disagreements()
        yield from form_errors(self.words, self.surface, self.reader.lexicon)


class Reader:
    """Reads texts into trees, and tells what is wrong with those that it cannot read.

    Args:
        lexicon: the words of the language.
        lang: its code.
        lexer: what cuts its texts into phrases.
        parser: what reads these.
        meant: the tree that is meant by one as it was read, where the language says it otherwise than English.
        printed: says a tree in the language (see `Language.print`).
        remembered: what was read before.
        reads_steps: reads a step of a verb as it stands, in the language in which steps are written.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        lang: str,
        lexer: PhraseLexer,
        parser: Parser,
        normaliser: Normaliser,
        meant: Callable[[n.Node], n.Node],
        printed: Callable[[n.Node, str], str],
        remembered: Remembered,
        reads_steps: ReadsSteps,
    ) -> None:
        self.lexicon, self.lang, self.lexer, self.parser = lexicon, lang, lexer, parser
        self._normaliser, self._meant, self._print = normaliser, meant, printed
        self.remembered, self._reads_steps = remembered, reads_steps
        self._kept_pieces = KeptPieces(lexicon)
        self.own_verbs = OwnVerbs(lexicon)
        self._by_verb = "definite" in lexicon.core  # verbs tell whether their object is known

    def parse(self, text: str, kind: str, everyday: bool = True, explained: bool = True) -> n.Node:
        """Read a text (see `Language.parse`)."""
        if len(text) > MAX_LENGTH:
            raise TextError(problem("RW0317", length=len(text), limit=MAX_LENGTH, end=1))
        if text.isspace():  # nobody would see that it says nothing
            raise TextError(problem("RW0214", found="an empty text", limit=1, end=len(text)))
        known = self.remembered.get(kind, text) if everyday else None
        if isinstance(known, tuple):
            raise TextError(*known)
        if known is not None:
            return known
        try:
            with reading_budget() as begins:
                try:
                    node, stands = self._said(text, kind, everyday, explained)
                except TooMuch:
                    if not begins:
                        raise
                    raise self._too_much(text, kind) from None
        except TextError as error:
            whole = not is_hurried()
            if whole and everyday and error.problems and error.problems[0].code != "RW0324":  # else one may tell more
                self.remembered.put(kind, text, error.problems)
            raise
        if everyday and not stands and not is_hurried():
            self.remembered.put(kind, text, node)
        return node

    def _too_much(self, text: str, kind: str) -> TextError:
        """What is told of a text for which there was not time enough: where it cannot be read as it stands."""
        words = self.lexer.split(text)
        stuck = self._stuck_among(tuple(word.text for word in words), kind)
        at = min(stuck.index, len(words) - 1) if stuck is not None else 0
        begin, stop = _sentence(words, at)
        sentence = words[begin : max(stop, begin + 1)]
        found = text[sentence[0].start : sentence[-1].end]
        return TextError(problem("RW0324", found=found, offset=sentence[0].start, end=sentence[-1].end))

    def _said(self, text: str, kind: str, everyday: bool, explained: bool) -> tuple[n.Node, bool]:
        """The tree of a text (see `parse`), and whether it means what it says as it stands."""
        words = self.lexer.split(text)
        stands = True
        try:
            read = self._taken(text, words, kind, kind == "block_sentence")
        except Stuck as stuck:
            said = self._otherwise(text, words, kind, stuck.index) if everyday else None
            if said is None:
                raise TextError(*(self.problems(text, words, kind, stuck) if explained else ())) from None
            node, stands = said, False
        else:
            node = read.tree
            problems = list(read.problems())
            if problems:
                said = self._otherwise(text, words, kind, _word_of(problems, words)) if everyday else None
                if said is None:
                    raise TextError(*problems)
                node, stands = said, False
            elif self.wordings.maybe_unmeant(text):
                node, stands = self._meant_instead(text, words, kind) or node, False
        return _as_kind(node, kind, self.lexicon), stands

    def reading(self, text: str, kind: str) -> n.Node | None:
        """The tree of a text as it stands; None if there is any problem with it, of which nothing is told."""
        read = self._parsed(text[:MAX_LENGTH], kind)
        if read is None or any(True for _ in read.disagreements()):
            return None
        return _as_kind(read.tree, kind, self.lexicon) if kind == "block_sentence" else read.tree

    @cached_property
    def wordings(self) -> Wordings:
        """The everyday wordings of the language. Made at first use: most texts are in the normal form."""
        return Wordings(self.lexicon, self.lexer, self._reads_steps)

    def _taken(self, text: str, words: list[Word], kind: str, stop_optional: bool) -> _Read:
        """What the parser makes of some words.

        Raises:
            Stuck: they cannot be read.
            TextError: what was read cannot be meant.
        """
        disagreeing: list[n.NounPhrase] = []
        in_case: dict[tuple[int, int], str] | None = {} if self.lexicon.declension.cases else None
        surface = self.parser.parse(words, kind, stop_optional, disagreeing=disagreeing, in_case=in_case)
        return self._read(text, words, surface, kind, disagreeing, in_case)

    def _read(
        self,
        text: str,
        words: Sequence[Word],
        surface: n.Node,
        kind: str,
        disagreeing: Sequence[n.NounPhrase],
        in_case: dict[tuple[int, int], str] | None,
    ) -> _Read:
        """A text as read; nouns that have one form for both numbers are in that which their case tells."""
        surface = in_number(text, surface, self.lexicon, in_case) if in_case else surface
        surface = counting_things(surface, words, self.lexicon, self._normaliser) if self._by_verb else surface
        meant = whose_is_told(self._meant(surface))
        if KINDS[kind] in ("text", "sentence"):
            meant = with_things_named(up_to_so_many(meant, self.lexicon), self.lexicon)
            meant = said_in_full(meant, self.lexicon)
            meant = self._with_its_price(with_counts(self._kept_pieces.moved(meant), self.lexicon), kind)
            meant = counted_by_itself(meant, self._is_sayable)
        return _Read(self, text, words, surface, meant, disagreeing, in_case)

    def _with_its_price(self, node: n.Node, kind: str) -> n.Node:
        """A tree in which each price buys what stands behind it; as it was where no sentence says it so."""
        said = each_its_price(node, self.lexicon)
        return said if said is node or self._is_sayable(said, kind) else node

    def _is_sayable(self, node: n.Node, kind: str) -> bool:
        """Whether the language has words for a tree."""
        try:
            self._print(node, kind)
        except PrintError:
            return False
        return True

    def _otherwise(self, text: str, words: list[Word], kind: str, wrong: int) -> n.Node | None:
        """The tree of a text that cannot be read as it stands, said or taken otherwise; `wrong`: the word where."""
        return self.said_otherwise(text, words, kind, wrong) or self._taken_otherwise(text, words, kind)

    def _taken_otherwise(self, text: str, words: list[Word], kind: str) -> n.Node | None:
        """The one tree of a text with as few words as can be taken for something else; None for none, or several.

        Of several those are left in which no wording of several words is cut.
        """
        trees: list[n.Node] = []
        whole: list[n.Node] = []
        fewest = 0
        for another in self.parser.others(words, kind, kind == "block_sentence"):
            go_on()
            assert another.node is not None
            if trees and another.changes > fewest:
                break
            try:
                read = self._read(text, words, another.node, kind, another.disagreeing, another.in_case)
            except TextError:
                continue
            if any(True for _ in read.problems()):
                continue
            if read.tree not in trees:
                trees.append(read.tree)
                whole += [] if another.cut else [read.tree]
                fewest = another.changes
        left = trees if len(trees) == 1 else whole
        return left[0] if len(left) == 1 else None

    def said_otherwise(self, text: str, words: list[Word], kind: str, wrong: int) -> n.Node | None:
        """The tree of a text that cannot be read, where an everyday wording says the same as one that can.

        text: in which its words must agree as they stand, or "".
        wrong: the word at which it cannot be read.

        Raises:
            TextError: two trees could be meant.
        """
        trees, stuck = self._trying(text, kind)
        found = said_otherwise(self.wordings, words, wrong, stuck)
        if len(trees) > 1:
            one, other = (self._print(tree, kind) for tree in trees[:2])
            start, end = words[0].start, words[-1].end
            raise TextError(problem("RW0322", one=one, other=other, offset=start, end=end))
        if not trees:
            return None
        said = joined(found[0])[0]  # which may stand for nothing as what was written may
        if self.wordings.maybe_unmeant(f"{text} {said}"):
            return self._meant_instead(text, found[0], kind, said) or trees[0]
        return trees[0]

    def _meant_instead(self, text: str, words: list[Word], kind: str, said_as: str = "") -> n.Node | None:
        """The tree of a text that can be read only as what stands for nothing, said otherwise; None if it cannot be.

        Each wording that is meant is applied to what those before it have made of the text. said_as: the words, where
        they are not those of the text any more.
        """
        meant: n.Node | None = None
        lower = joined(words)[0].lower()
        for rule in self.wordings.though_read(f"{text} {said_as}"):
            trees, stuck = self._trying(text, kind)
            readable: list[list[Word]] = []
            for said in self.wordings.anywhere(rule, words, lower):
                where = stuck(said)
                readable += [said] if where is None else said_otherwise(self.wordings, said, where, stuck)
            if len(trees) > 1:
                return None
            if trees:
                meant, words = trees[0], readable[0]
                lower = joined(words)[0].lower()
        return meant

    def means_another(self, text: str, node: n.Node, kind: str) -> bool:
        """Whether a text that says a tree has the words of an everyday wording, with which another tree is meant."""
        meant = self._meant_instead(text, self.lexer.split(text), kind)
        return meant is not None and meant != node

    def _trying(self, text: str, kind: str) -> tuple[list[n.Node], Callable[[list[Word]], int | None]]:
        """The trees of the texts that can be read, and what reads one: the word at which it cannot be, or None."""
        trees: list[n.Node] = []

        def stuck(said: list[Word]) -> int | None:
            go_on()
            ends = kind == "block_sentence" or (bool(said) and said[-1].text == ".")  # whether it has its full stop
            known = self._stuck_among(tuple(word.text for word in said), kind, ends)
            if known is not None:
                return known.index
            try:
                read = self._taken(text, said, kind, kind == "block_sentence")
            except Stuck as where:
                return where.index
            except TextError:
                return 0
            problems = list(read.problems())
            if problems:
                return _word_of(problems, said)
            if read.tree not in trees:
                trees.append(read.tree)
            return None

        return trees, stuck

    def _may_be_said(self, sentence: list[Word]) -> bool:
        """Whether a sentence that cannot be read as it stands can be said otherwise."""
        try:
            self.parser.parse(sentence, "text")
        except Stuck as stuck:
            try:
                return self.said_otherwise("", sentence, "text", stuck.index) is not None
            except TextError:
                return False
        return False

    def problems(self, text: str, words: list[Word], kind: str, stuck: Stuck) -> list[Problem]:
        """Problems of a text that cannot be parsed: one for each of its sentences, up to `MAX_PROBLEMS`."""
        whole = KINDS[kind] in ("text", "sentence")
        explain = Diagnostician(self.parser, self.lexer, self._tree, self._normal_form)
        found: list[Problem] = []
        first, rest = stuck, words
        while len(found) < MAX_PROBLEMS:
            go_on()
            begin, stop = _sentence(rest, stuck.index)
            alone = [*rest[begin:stop], Word(".", rest[stop - 1].end, rest[stop - 1].end)] if stop > begin else []
            if not (whole and alone and self._may_be_said(alone)):
                told = explain.explain(text, rest, stuck, whole)
                if whole and alone:
                    told = real_fault(self.wordings, told, explain, alone[:-1], stuck.index - begin, self._stuck_among)
                told = self._taught(known_otherwise(told, self.lexicon, rest), text, alone[:-1])
                found.append(with_its_clause(told, text, words))
            rest = rest[stop + 1 :]
            if not whole or not rest:
                break
            again = self._stuck_among(tuple(word.text for word in rest), kind)
            if again is None:
                break
            stuck = again
        if not found:  # each of its sentences could be read by itself
            begin, stop = _sentence(words, first.index)
            told = known_otherwise(explain.explain(text, words, first, whole), self.lexicon, words)
            found.append(self._taught(told, text, words[begin:stop]) if whole else told)
        return found

    def _taught(self, told: Problem, text: str, sentence: Sequence[Word]) -> Problem:
        """What is said of a sentence with how such a thing is said, or where a word of it is read."""
        colon = next((at for at, word in enumerate(sentence) if word.text == ":"), -1)

        def reads(said: str) -> bool:
            try:
                self.parse(said, "text", explained=False)
            except TextError:
                return False
            return True

        told = with_lesson(told, self.lexicon, text, sentence[colon + 1 :], reads)
        return known_elsewhere(told, self.lexicon, self.lexer, reads)

    @cached_property
    def _stuck_among(self) -> Callable[..., Stuck | None]:
        """Where words cannot be read on; None if they can. Who writes a sentence leaves those behind it as they are.

        What a refused text could say is tried for the text, for its sentence alone, and to tell what is wrong with it.
        """

        def stuck(texts: tuple[str, ...], kind: str, stop_optional: bool = True) -> Stuck | None:
            try:
                self.parser.parse([Word(text, 0, 1) for text in texts], kind, stop_optional)
            except Stuck as found:
                return found.with_traceback(None)
            return None

        known = lru_cache(KEPT)(stuck)
        return lambda texts, kind, stop_optional=True: known(texts, kind, stop_optional)

    def number_error(self, node: n.NounPhrase) -> Problem:
        """What is told of a noun that disagrees with its number."""
        span = node.span or n.Span(0, 1)
        word = self.lexicon.nouns[str(node.noun)]
        fixed = self._normaliser.number(node.determiner) or "one"
        wrong = word.forms.get("one" if fixed == "many" else "many", "one") or word.id
        right = word.forms.get(fixed, "one") or word.id
        return problem("RW0412", found=wrong, suggestions=[right], offset=span.start, end=span.end)

    def or_and(self, both: n.Both) -> Problem:
        """What is told of "a or b, and c": whether c is done in any case, nobody can tell."""
        first, *more = both.clauses
        assert isinstance(first, n.Choice)
        *others, last = first.acts
        assert isinstance(last, n.Act)
        after = n.Sequence(acts=(last, *(act for act in more if isinstance(act, n.Act))))
        trees = n.Text(sentences=tuple(both.clauses)), n.Text(sentences=(n.Choice(acts=(*others, after)),))
        one, other = (self._print(tree, "text") for tree in trees)
        span = both.span or n.Span(0, 1)
        return problem("RW0322", one=one, other=other, offset=span.start, end=span.end)

    def _proposed(self, tree: n.Node) -> str:
        """A text as it is proposed; “…” where the language has no sentence for it."""
        try:
            return self._print(tree, "text")
        except PrintError:
            return "…"

    def two_ways(self, several: n.Sequence, who: n.Node | None) -> Problem:
        """What is told of "for each a and … for each b there": where the first are counted, nobody can tell."""
        one, other = (self._proposed(tree) for tree in both_ways(several, who, self.lexicon))
        span = several.span or n.Span(0, 1)
        return problem("RW0322", one=one, other=other, offset=span.start, end=span.end)

    def price_of_list(self, cost: n.Cost) -> Problem:
        """What is told of a list that is bought and is the price of something: where it ends, nobody can tell."""
        found, how = self._proposed(n.Text(sentences=(cost,))), self._proposed(apart(cost, self.lexicon))
        span = cost.span or n.Span(0, 1)
        return problem("RW0334", found=found.rstrip("."), how=f"“{how}”", offset=span.start, end=span.end)

    def _parsed(self, text: str, kind: str) -> _Read | None:
        """A text as it stands, whether or not its words agree; None if it has any other problem."""
        try:
            read = self._taken(text, self.lexer.split(text), kind, kind in ("text", "block_sentence"))
        except (Stuck, TextError):
            return None
        return None if any(True for _ in read.faults()) else read

    def _tree(self, text: str) -> n.Node | None:
        """The tree of a text, whether or not its words agree; None if it has any other problem."""
        read = self._parsed(text, "text")
        return read.tree if read else None

    def _normal_form(self, text: str) -> str | None:
        """The normal form of a text that has no problem, or None."""
        tree = self._tree(text)
        try:
            return self._print(tree, "text") if tree else None
        except PrintError:
            return None


def choices_and_more(tree: n.Node) -> Iterator[n.Both]:
    """What is joined to a choice by "and", so that it could belong to its last part."""
    for node in tree.walk():
        acts = node.clauses if isinstance(node, n.Both) else ()
        if not isinstance(node, n.Both) or not isinstance(acts[0], n.Choice):
            continue
        if all(isinstance(one, n.Act) for one in (*acts, acts[0].acts[-1])):
            yield node


def number_unclear(node: n.Node, found: str, code: str = "RW0331") -> Problem:
    """What is told of a number, or of other words, of which it is not clear of what they are."""
    span = node.span or n.Span(0, 1)
    return problem(code, found=found, offset=span.start, end=span.end)


def whose_unclear(node: n.Node) -> Problem:
    """What is told of an act of others with something that could be yours or theirs."""
    span = node.span or n.Span(0, 1)
    return problem("RW0622", found="your", one="yours", other="theirs", how=SAY_THEIRS, offset=span.start, end=span.end)


def _as_kind(node: n.Node, kind: str, lexicon: Lexicon) -> n.Node:
    """A tree as what it was read as: a value that is a number, the one sentence of a step."""
    if kind == "value" and isinstance(node, n.Phrase) and lexicon.is_number(head_noun(node) or ""):
        return n.Value(phrase=node, span=node.span)
    if kind == "block_sentence" and isinstance(node, n.Text) and len(node.sentences) == 1 and not node.abilities:
        return node.sentences[0]
    return node


def _word_of(problems: Sequence[Problem], words: Sequence[Word]) -> int:
    """The word at which the first of some problems is."""
    wrong = min(found.offset for found in problems)
    return sum(word.end <= wrong for word in words)


def _sentence(words: list[Word], place: int) -> tuple[int, int]:
    """Where the sentence begins that a word stands in, and where its full stop is."""
    begin = max((i + 1 for i in range(min(place, len(words))) if words[i].text == "."), default=0)
    return begin, next((i for i in range(place, len(words)) if words[i].text == "."), len(words))
