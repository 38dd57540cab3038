"""Blocks: the steps of procedures and verbs, bound one after another, with the names that they give."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from rulewright.language import nodes as n
from rulewright.language.called import in_words
from rulewright.language.lexicon import Lexicon
from rulewright.language.records import dataclass
from rulewright.meaning import model as m
from rulewright.meaning.binder import Binder
from rulewright.meaning.cited import uncited
from rulewright.meaning.rules.kinds import narrow
from rulewright.meaning.rules.picking import referent
from rulewright.meaning.rules.statements import end_branches, in_order
from rulewright.meaning.scope import LOOP, SUBJECT, Box, Notes
from rulewright.problems import Problem, RulewrightError, problem
from rulewright.ruleset import blocks as B

NOTHING = m.Text(sentences=())
Bind = Callable[[n.Node, Box], m.Meaning]


@dataclass(frozen=True, slots=True)
class Bound:
    """A piece of the language with its Meaning; None where it could not be bound, and why.

    Attributes:
        notes: what its words stand for.
        names: what nouns mean by name where it begins.
    """

    words: B.Words
    meaning: m.Meaning | None
    notes: Notes
    names: Mapping[str, m.Referent]
    problems: tuple[Problem, ...] = ()


class Blocks:
    """Binds blocks; `found` holds every piece of the language that they contain."""

    def __init__(self, binder: Binder) -> None:
        self.b = binder
        self.found: list[Bound] = []

    # -------------------------------------------------------------- words

    def words(self, words: B.Words, box: Box, bind: Bind) -> m.Meaning:
        """Bind a piece of the language and note what came of it; NOTHING where it could not be bound."""
        tree = words.tree
        if tree is None:
            return NOTHING
        notes, names = box.notes, dict(box.names)
        try:
            meaning = bind(tree, box)
            lost = uncited(tree, meaning)
        except RulewrightError as error:
            told = tuple(_in_their_words(found, words.text, self.b.lexicon) for found in error.problems)
            self.found.append(Bound(words, None, notes, names, told))
            return NOTHING
        problems = tuple(
            problem("RW0638", found=type(node).__name__, offset=node.span.start, end=node.span.end)
            for node in lost
            if node.span is not None
        )
        self.found.append(Bound(words, meaning, notes, names, problems))
        return meaning

    def sentence(self, words: B.Words, box: Box) -> m.Meaning:
        """A sentence that is carried out."""

        def bind(tree: n.Node, inner: Box) -> m.Meaning:
            if isinstance(tree, n.Text) and not tree.abilities:
                return m.Text(sentences=in_order(self.b, tree.sentences, inner), said=(tree,))
            return self.b.statement(tree, inner)

        return self.words(words, box, bind)

    def phrase(self, words: B.Words, box: Box, mode: str, rank: int) -> m.Thing:
        """A phrase by itself."""

        def bind(tree: n.Node, inner: Box) -> m.Meaning:
            inner.next_clause()
            with inner.at(mode=mode, rank=rank):
                return self.b.thing(tree, inner)

        found = self.words(words, box, bind)
        return found if isinstance(found, m.Thing) else m.Anybody()

    def amount(self, words: B.Words, box: Box) -> m.Meaning:
        """A number by itself; a phrase where a number or a thing can stand."""

        def bind(tree: n.Node, inner: Box) -> m.Meaning:
            inner.next_clause()
            if isinstance(tree, n.Amount):
                return self.b.number(tree, inner)
            with inner.at(mode="count", rank=LOOP):
                return self.b.thing(tree, inner)

        return self.words(words, box, bind)

    def condition(self, data: B.Condition, box: Box) -> m.Meaning:
        """A condition; parts of `any` do not see each other (R5 in boxes), those of `all` do, in order."""
        match data:
            case B.Words():
                return self.words(data, box, self.b.test)
            case B.AllOf():
                return m.AllOf(tests=tuple(self.condition(item, box) for item in data.conditions))
            case B.AnyOf():
                return m.AnyOf(tests=tuple(self.condition(item, self._apart(box)) for item in data.conditions))
            case B.Not():
                return m.Not(test=self.condition(data.condition, self._apart(box)))
            case B.After():
                inner = box.child()
                return m.Hypothesis(do=self.block(data.do, inner), test=self.condition(data.condition, inner))
            case B.OptionIs():
                return m.OptionIs(option=data.option, value=data.value)

    @staticmethod
    def _apart(box: Box) -> Box:
        return box.child()

    # -------------------------------------------------------------- steps

    def block(self, block: B.Block | None, box: Box) -> m.Meaning:
        """Steps, one after another."""
        steps = block.steps if block is not None else ()
        return m.Sequence(acts=tuple(self.step(step.action, box) for step in steps))

    def step(self, action: B.Action, box: Box) -> m.Meaning:
        """One step."""
        match action:
            case B.Say():
                return self.sentence(action.words, box)
            case B.If():
                return self._if(action, box)
            case B.While():
                return self._while(action, box)
            case B.Repeat():
                inner = box.child()
                do = self.block(action.do, inner)
                end_branches(box, inner)
                return m.Times(many=how_often(action.times.text), do=do, by=m.Known(to=box.you))
            case B.AsOften():
                many, inner = m.Many(kind="as_many", number=self.amount(action.number, box)), box.child()
                do = self.block(action.do, inner)
                end_branches(box, inner)
                return m.Times(many=many, do=do, by=m.Known(to=box.you))
            case B.ForEach():
                return self._for_each(action, box)
            case B.Secretly():
                return self._secretly(action, box)
            case B.Choose():
                return self._choose(action, box)
            case B.ChooseNumber():
                by = self._by(action.by, box)
                low, high = self.amount(action.low, box), self.amount(action.high, box)
                role = self._named(action.role, box, "number")
                return m.Pick(what=low, high=high, by=by, role=role)
            case B.Let():
                value = self.amount(action.value, box)
                return m.Name(role=self._named(action.role, box, self.b.words.type_of(action.role)), value=value)
            case B.SetNumber():
                what = self.amount(action.number, box)
                given = self.amount(action.value, box) if action.value is not None else None
                return m.SetTo(what=what, how=action.how, value=given)
            case B.Award():
                return self._award(action, box)
            case B.OneOf():
                return self._one_of(action, box)
            case B.Require():
                test = self.condition(action.condition, box)
                narrow(box, test)
                return m.Require(test=test)
            case B.IfPossible():
                first, second = box.child(whole=True), box.child()
                possible = m.Possible(then=self.block(action.do, first), otherwise=self.block(action.otherwise, second))
                end_branches(box, first, second)
                return possible
            case B.Offer():
                return m.Offer(headings=action.headings, end=self._branch(action.end, box) if action.end else None)
            case B.Resolve():
                of = self.phrase(action.of, box, "loop", LOOP) if isinstance(action.of, B.Words) else None
                ids = action.of if isinstance(action.of, tuple) else ()
                return m.Resolve(heading=action.heading, of=of, components=ids, any_order=action.any_order)

    def _if(self, action: B.If, box: Box) -> m.Meaning:
        first, second = box.child(), box.child()
        test = self.condition(action.condition, first)
        narrow(first, test)
        narrow(second, test, so=False)
        then = self.block(action.then, first)
        otherwise = self.block(action.otherwise, second) if action.otherwise else None
        end_branches(box, first, second)
        return m.If(test=test, then=then, otherwise=otherwise)

    def _while(self, action: B.While, box: Box) -> m.Meaning:
        inner = box.child()
        test = self.condition(action.condition, inner)
        narrow(inner, test)
        result = m.While(test=test, then=self.block(action.do, inner))
        end_branches(box, inner)
        return result

    def _for_each(self, action: B.ForEach, box: Box) -> m.Meaning:
        """A loop; over players without a name its player is "you" inside, until the blocks say who (§7, step 6)."""
        inner = box.child()
        domain = self.phrase(action.each, inner, "loop", LOOP)
        to = referent(domain)
        you = False
        if to is not None:
            if action.role:
                known = [*(item.to for item in box.mentions if item.open), *box.names.values()]
                to = replace(to, introduced="named")
                inner.name(action.role, to)
                inner.mention(replace(to, noun=action.role), LOOP)
            inner.name(to.noun, to)
            if action.role and any(self.b.words.fits(other.noun, to.noun) for other in known):
                inner.doubtful[to.noun] = f"the {action.role.replace('_', ' ')}"
            if to.type == "player" and action.role is None:
                inner.you = inner.actor = to
                you = True
        do = self.block(action.do, inner)
        end_branches(box, inner)
        return m.Each(domain=domain, do=do, you=you, reverse=action.reverse)

    def _secretly(self, action: B.Secretly, box: Box) -> m.Meaning:
        inner = box.child()
        player = inner.new("player", "player", introduced="loop")
        inner.you = inner.actor = player
        do = self.block(action.do, inner)
        then = self.block(action.then, inner)
        end_branches(box, inner)
        return m.Secretly(do=do, then=then, player=player)

    def _by(self, words: B.Words | None, box: Box) -> m.Thing:
        return m.Known(to=box.you) if words is None else self.phrase(words, box, "condition", SUBJECT)

    def _choose(self, action: B.Choose, box: Box) -> m.Meaning:
        by = self._by(action.by, box)
        what = self.phrase(action.phrase, box, "loop", LOOP)
        to = referent(what)
        role = None
        where = None
        if to is not None:
            if action.where is not None:
                inner = box.child()
                inner.name(action.role or to.noun, to)
                where = self.condition(action.where, inner)
            if action.role:
                role = replace(to, noun=action.role, introduced="named")
                box.name(action.role, role)
                box.mention(role, LOOP)
            elif to.noun in box.names:
                box.doubtful[to.noun] = "the one that was chosen"
        manner = "at_random" if action.at_random else "secretly" if action.secretly else "by_choice"
        return m.Pick(what=what, by=by, role=role, where=where, manner=manner)

    def _named(self, role: str, box: Box, kind: str) -> m.Referent:
        """From here on a role means what was found."""
        to = box.new(role, kind, introduced="named")
        box.name(role, to)
        box.mention(to, LOOP)
        return to

    def _award(self, action: B.Award, box: Box) -> m.Meaning:
        inner = box.child()
        inner.you = inner.actor = inner.new("player", "player", introduced="loop")
        value = self.amount(action.value, inner)
        least = self.amount(action.least, box.child()) if action.least is not None else None
        against = tuple(self.amount(words, box.child()) for words in action.against)
        return m.Award(prizes=action.prizes, noun=action.noun, value=value, least=least, against=against)

    def _one_of(self, action: B.OneOf, box: Box) -> m.Meaning:
        by = self._by(action.by, box)
        inner = [box.child() for _ in action.branches]
        branches = tuple(self._branch(branch, each) for branch, each in zip(action.branches, inner, strict=True))
        end_branches(box, *inner)
        return m.Choose(by=by, of=branches, optional=action.optional)

    def _branch(self, branch: B.Branch, box: Box) -> m.Branch:
        test = self.condition(branch.condition, box) if branch.condition is not None else None
        return m.Branch(title=branch.title, test=test, do=self.block(branch.do, box))


def how_often(text: str) -> m.Many:
    """How often a repeat says, as a quantity.

    >>> how_often("up to 3 times").high
    3
    """
    numbers = [int(word) for word in text.split() if word.isdigit()]
    match text:
        case "forever":
            return m.Many(kind="all")
        case "any number of times":
            return m.Many(kind="any_number")
        case "one or more times":
            return m.Many(kind="some")
    if text.startswith("up to") and numbers:
        return m.Many(kind="up_to", high=numbers[0])
    return m.Many(kind="count", low=numbers[0] if numbers else None)


def _in_their_words(found: Problem, text: str, lexicon: Lexicon) -> Problem:
    """What nothing can be made of, called by the words of the text; else nouns by the words of the lexicon."""
    said = " ".join(text[found.offset : found.end].split())
    if found.code != "RW0620" or not said:
        return in_words(found, lexicon, text)
    return problem("RW0620", found=said, offset=found.offset, end=found.end)
