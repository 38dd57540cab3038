"""The steps of procedures and verbs, and their conditions, as lines of a rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from rulewright.language import nodes as n
from rulewright.language.trees.clauses import clause_as_it_is_said
from rulewright.language.trees.normal_form import head_noun
from rulewright.problems import RulewrightError
from rulewright.ruleset import blocks as b
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.rulebook.condition_text import named, told
from rulewright.ruleset.rulebook.definitions import once_named
from rulewright.ruleset.rulebook.narrowing import narrowed
from rulewright.ruleset.rulebook.wording import Wording


@dataclass(frozen=True, slots=True)
class Line:
    """One line. kind: `title`, `chapter`, `section`, `text`, or `step` at a depth.

    narrows: whether it says what must be so of what the line before chooses, which a language may say there.
    stands_for: how many lines of the grammar it tells in one, without those that narrow; 0 for a part of one.
    """

    kind: str
    text: str
    depth: int = 0
    narrows: bool = False
    stands_for: int = 1


LONG = 4
"""A condition of so many clauses is told as a list, as is one that would need brackets."""


class Steps(Wording):
    """Tells steps. internal: with those that only give internal numbers a value."""

    def __init__(self, ruleset: Ruleset, lang: str, internal: bool = True) -> None:
        super().__init__(ruleset, lang)
        self.internal = internal

    def block(self, block: b.Block, depth: int) -> Iterator[Line]:
        """The steps of a block, without those that are only internal."""
        for step in block.steps:
            if self.internal or not self.only_internal(step):
                yield from self.step(step.action, depth)

    def only_internal(self, step: b.Step) -> bool:
        """Whether a step tells players nothing: it is internal, is of something internal, or has only such steps."""
        if step.internal:
            return True
        match action := step.action:
            case b.Say(words=b.Words(tree=n.Perform(verb="gain" | "lose" | "pay", slots=(n.Slot(value=held),)))):
                return self.is_internal(head_noun(held))
            case b.SetNumber(number=b.Words(tree=n.Node() as number)):
                return self.is_internal(head_noun(number))
            case b.Let(role=role):
                return self.is_internal(role)
            case b.If() | b.While() | b.Repeat() | b.AsOften() | b.ForEach():
                blocks = [action.then, action.otherwise] if isinstance(action, b.If) else [action.do]
                return all(self.only_internal(step) for block in blocks for step in block.steps)
        return False

    def is_internal(self, noun: str | None) -> bool:
        """Whether only the program needs a noun."""
        word = self.ruleset.words.get("nouns", {}).get(noun or "")
        return word is not None and bool(word.data.get("internal"))

    def line(self, depth: int, key: str, **values: str) -> Line:
        """A step in the words under a key."""
        return Line("step", self.capital(self.fill(key, **values)), depth)

    def step(self, action: Any, depth: int) -> Iterator[Line]:
        """A step with the steps in it."""
        match action:
            case b.Say(
                words=b.Words(tree=n.Does(subject=n.Pronoun(word="you"), modal=None, tense="present") as does)
            ) if not does.negated and (order := self.order(does.act)):
                yield Line("step", order, depth)
            case b.Say():
                yield Line("step", self.say(action.words), depth)
            case b.If():
                yield from self.conditional(action, "if", depth)
            case b.While():
                condition = self.condition(action.condition, self.words.get("while_mood", ""), "while")
                yield self.line(depth, "while", condition=condition)
                yield from self.block(action.do, depth + 1)
            case b.Repeat():
                once = action.times.text.removesuffix(" times") == "1" and "once" in self.words
                told = self.fill("once" if once else "repeat", times=self.times(action.times.text))
                yield Line("step", self.capital(told), depth)
                yield from self.block(action.do, depth + 1)
            case b.AsOften():
                yield self.line(depth, "as_often", number=self.say(action.number))
                yield from self.block(action.do, depth + 1)
            case b.ForEach():
                each = self.called(self.each(action.each), action.role, "as_each").rstrip(".")
                players = "" if action.role else self.each_player(action.each)
                acts = "each_does_reversed" if action.reverse else "each_does"
                told = self.fill(acts if players else self.goes_through(action.each), each=players or each)
                yield Line("step", self.capital(self.sounded(told)), depth)
                before = self.those
                self.those = {**before, **self.that_one(action)}
                yield from self.block(action.do, depth + 1)
                self.those = before
            case b.Secretly():
                yield self.line(depth, "secretly")
                yield from self.ways(action.do, action.then, "then", depth)
            case b.OneOf():
                yield self.line(depth, "one_of_or_none" if action.optional else "one_of")
                for branch in action.branches:
                    yield from self.branch(branch, depth + 1)
            case b.Require():
                yield from self.only_if("require", action.condition, depth)
            case b.IfPossible():
                yield self.line(depth, "if_possible")
                yield from self.ways(action.do, action.otherwise, "otherwise", depth)
            case b.Offer():
                yield self.line(depth, "offer", headings=", ".join(map(self.heading, action.headings)))
                if action.end is not None:
                    yield self.line(depth, "end", title=self.title(action.end.title))
            case b.Resolve():
                yield self.resolve(action, depth)
            case _:
                yield from self.value_step(action, depth)

    def conditional(self, action: b.If, key: str, depth: int) -> Iterator[Line]:
        """What is done if something is so, and what otherwise; of that, another condition stands in the same line."""
        yield self.line(depth, key, condition=self.condition(action.condition, line="if"))
        told = [step for step in action.otherwise.steps if self.internal or not self.only_internal(step)]
        if len(told) == 1 and isinstance(told[0].action, b.If):
            yield from self.block(action.then, depth + 1)
            yield from self.conditional(told[0].action, "otherwise_if", depth)
        else:
            yield from self.ways(action.then, action.otherwise, "otherwise", depth)

    def that_one(self, action: b.ForEach) -> dict[str, str]:
        """The name of what a loop is at, and its noun, where a language says "that card" of what has no other name."""
        noun = head_noun(action.each.tree) if action.each.tree is not None else None
        if "that_one" not in self.words or not action.role or noun is None or noun in self.those.values():
            return {}
        return {action.role: noun} if self.is_unnamed(action.role, each=True) else {}

    def ways(self, first: b.Block, second: b.Block, between: str, depth: int) -> Iterator[Line]:
        """A block and, where there is anything to tell of it, the other with the words between them."""
        yield from self.block(first, depth + 1)
        if others := [*self.block(second, depth + 1)]:
            yield self.line(depth, between)
            yield from others

    def value_step(self, action: Any, depth: int) -> Iterator[Line]:
        """A step in which something is chosen, named or counted."""
        match action:
            case b.Choose():
                yield from self.choose(action, depth)
            case b.ChooseNumber():
                between = {"low": self.say(action.low), "high": self.say(action.high)}
                if action.role and "number_of" in self.words:
                    number = self.counted(n.NounPhrase(determiner=n.Article(word="the"), noun=action.role), "")
                    yield self.line(depth, "number_of", number=number, **between)
                else:
                    yield Line("step", self.called(self.fill("number", **between), action.role), depth)
            case b.Let():
                tree, role = action.value.tree, n.NounPhrase(determiner=n.Article(word="the"), noun=action.role)
                if isinstance(tree, n.Plus | n.Minus) and tree.left == n.Value(phrase=role):  # it goes up, or down
                    how, value = self.by("by" if isinstance(tree, n.Plus) else "down", tree.right)
                    yield self.line(depth, how, number=self.counted(role, ""), value=value)
                    return
                value = self.say(action.value)
                if "named" in self.words:
                    yield self.line(depth, "named", role=self.counted(role, ""), value=value)
                else:
                    yield self.line(depth, "let", role=self.role(action.role), value=value)
            case b.SetNumber():
                yield self.set_number(action, depth)
            case b.Award():
                last = n.Quantity(kind="count", low=action.prizes[-1])
                prize = self.counted(n.NounPhrase(determiner=last, noun=action.noun, plural=action.prizes[-1] != 1))
                amounts = [*map(str, action.prizes[:-1]), prize]
                prizes = named(amounts, self.words["joined"]["all"])
                yield self.line(depth, "award", value=self.say(action.value), prizes=prizes)

    def choose(self, action: b.Choose, depth: int) -> Iterator[Line]:
        """What is chosen, by whom, and what it must be like."""
        phrase, among, where = self.told_choice(action)
        act = self.choice(action.phrase, phrase)
        if action.at_random:
            verb, _, what = act.partition(" ")
            act = self.fill("at_random", act=act, verb=verb, what=what)
        if among:
            act = self.fill("choose_among", from_where=among, act=act[:1].lower() + act[1:])
        told = self.chosen_by(action, phrase) if action.by and not action.at_random else ""
        if told:
            yield Line("step", self.called(self.capital(told), action.role), depth)
        else:
            by = self.say(action.by) if action.by else ""
            act = self.called(act, action.role)
            yield self.line(depth, "choose_by" if by else "choose", act=act, by=by)
        if where is not None:
            self.defined = action.role or "" if "narrowed" in self.words else ""
            for line in self.only_if("where", where, depth + 1):
                yield replace(line, narrows=True)
            self.defined = ""

    def told_choice(self, action: b.Choose) -> tuple[n.Node | None, str, b.Condition | None]:
        """What is chosen, with what of its condition the phrase can say; from where, if that is told first; the rest.

        Where a thing comes from is told first where more could not be said of it otherwise.
        """
        phrase, condition = action.phrase.tree, action.where
        if condition is None or not isinstance(phrase, n.NounPhrase) or "narrowed" not in self.words:
            return phrase, "", condition
        every, parts = _parts(condition)
        told, left = narrowed(phrase, action.role, parts, self.is_understood) if every else (phrase, parts)
        if clause_as_it_is_said(told, self.ruleset.language("en").lexicon) != told:
            told, left = phrase, parts  # behind where a thing lies, a clause is read of the thing, but reads badly
        among, slots = "", self.ruleset.language(self.lang).deeds.choosing(told).slots
        if every and left and len(slots) > 1 and "choose_among" in self.words and not action.by:
            bare, lying = slots[0].value, slots[1].value
            if isinstance(bare, n.NounPhrase):
                more, rest = narrowed(bare, action.role, left, self.is_understood)
                if len(rest) < len(left) and (among := self.by_rule("resolve_rule", lying)):
                    told, left = more, rest
        if len(left) == len(parts):
            return phrase, "", condition
        return told, among, None if not left else left[0] if len(left) == 1 else b.AllOf(conditions=tuple(left))

    def set_number(self, action: b.SetNumber, depth: int) -> Line:
        """How a number changes, or who or what it is now."""
        number = self.say(action.number)
        if action.value is None:
            return self.line(depth, "set_to_none", number=number)
        if action.value.tree == n.Pronoun(word="you"):
            return self.line(depth, "set_to_you", number=number)
        how, value = self.change(action)
        if how == "set_to" and "set_to_thing" in self.words and self.is_a_thing(action.number.tree):
            how = "set_to_thing"
        return self.line(depth, how, number=number, value=value)

    def is_a_thing(self, phrase: n.Node | None) -> bool:
        """Whether what a phrase names is no number, nor the name of one: a space, a card or a player."""
        word = self.ruleset.language("en").lexicon.nouns.get(head_noun(phrase) or "") if phrase else None
        return word is not None and word.type in ("space", "card", "player", "border")

    def resolve(self, action: b.Resolve, depth: int) -> Line:
        """Under which heading abilities are carried out, and whose."""
        of = self.resolved(action.of)
        names = isinstance(action.of, tuple) and "resolve_names" in self.words
        key = "resolve_names" if names else "resolve_of" if of else "resolve"
        own = self.carried_out(action.heading, key)
        told = own.format(of=of) if own else self.fill(key, heading=self.heading(action.heading), of=of)
        return Line("step", self.sounded(self.fill("any_order", line=told) if action.any_order else told), depth)

    def change(self, action: b.SetNumber) -> tuple[str, str]:
        """How a number changes, as the key of its words, and by or to how much; "by 0 minus 1" is a decrease."""
        assert action.value is not None
        how, tree, value = f"set_{action.how}", action.value.tree, self.say(action.value)
        if action.how == "by" and isinstance(tree, n.Minus) and tree.left == n.Number(value=0):
            how, tree = "set_down", tree.right
            value = self.ruleset.print(self.shown(tree), self.lang, "amount", self.about)
        changed = isinstance(tree, n.Plus | n.Minus) and isinstance(tree.left, n.Value) and tree.left.phrase
        if action.how == "to" and isinstance(tree, n.Plus | n.Minus) and changed == action.number.tree:
            return self.by("by" if isinstance(tree, n.Plus) else "down", tree.right)
        if tree is not None and how in ("set_by", "set_down"):
            return self.by(how.removeprefix("set_"), tree, value)
        return how, value

    def by(self, way: str, tree: n.Node, value: str | None = None) -> tuple[str, str]:
        """The key of the words for a number that goes up or down, and by how much."""
        rule = self.words.get("set_by_rule")
        if rule:
            with suppress(RulewrightError):
                return f"set_{way}_amount", self.ruleset.print(self.shown(tree), self.lang, rule, self.about)
        return f"set_{way}", value or self.ruleset.print(self.shown(tree), self.lang, "amount", self.about)

    def branch(self, branch: b.Branch, depth: int) -> Iterator[Line]:
        """One of several ways, with when there is it, and its steps."""
        title = self.title(branch.title)
        if branch.condition is not None:
            title = self.fill("only_if", title=title, condition=self.condition(branch.condition, line="only_if"))
        first = branch.do.steps[0].action if branch.do.steps else None
        said = isinstance(first, b.Say) and first.words.text.rstrip(".") == branch.title
        steps = [*self.block(replace(branch.do, steps=branch.do.steps[1:]) if said else branch.do, depth + 1)]
        title = title.removesuffix(":").rstrip()
        yield Line("step", self.sounded(f"{title}:" if steps else f"{title}."), depth)
        yield from steps

    # -------------------------------------------------------------- conditions

    def only_if(self, key: str, condition: b.Condition, depth: int, **words: str) -> Iterator[Line]:
        """A line of its own that says on what condition something is so; a long condition is a list below it.

        words: what stands in the braces under the key beside the condition.
        """
        every, parts = _parts(condition)
        if _clauses(condition) < LONG and not any(len(_parts(part)[1]) > 1 for part in parts):
            yield self.line(depth, key, condition=self.condition(condition, line=key), **words)
            return
        lead = self.fill(key, condition=str(self.words["all_of" if every else "any_of"]), **words)
        yield self.line(depth, "list", lead=lead.rstrip("."))
        for part in parts:
            yield from self.listed(part, depth + 1)

    def listed(self, condition: b.Condition, depth: int) -> Iterator[Line]:
        """A condition in a list; one that has several in it is a list again."""
        every, parts = _parts(condition)
        if len(parts) < 2 or _clauses(condition) < LONG:
            yield Line("step", self.capital(self.condition(condition)) + ".", depth)
            return
        yield self.line(depth, "list", lead=self.capital(str(self.words["all_of" if every else "any_of"])))
        for part in parts:
            yield from self.listed(part, depth + 1)

    def condition(self, condition: Any, mood: str = "", line: str = "") -> str:
        """A condition in one line; mood: the form of its verbs; line: the key of the line that says it."""
        again = self.words.get("again", {}).get(line, "")
        self.told_before = []
        text = told(condition, mood, self.words, self.said, self.other_condition, again, self.lies)
        return self.own(self.sounded(text))

    def said(self, tree: n.Node, mood: str) -> str:
        """A condition's tree in the language; in English, where that cannot say it."""
        if self.defined:
            lexicon = self.ruleset.language(self.lang).lexicon
            tree = once_named(tree, self.defined, self.lies(self.defined), lexicon, self.told_before)
            self.told_before += [tree]
        kind = f"condition__{mood}" if mood else "condition"
        for language in (self.lang, "en"):
            try:
                text = self.ruleset.print(self.shown(tree), language, kind, self.defined or self.about)
            except RulewrightError:
                continue
            return self.own(text) if language == self.lang else f"*{text}*"
        return f"*{tree!r}*"

    def other_condition(self, condition: Any, mood: str) -> str:
        """A condition that is not of several, nor the opposite of another."""
        match condition:
            case b.Words(tree=n.Node() as tree) if self.defined:
                return self.said(tree, mood)
            case b.Words():
                return self.say(condition)
            case b.After():
                done = "; ".join(line.text.rstrip(".") for line in self.block(condition.do, 0))
                return f"{self.condition(condition.condition, mood)} ({self.fill('after', done=done)})"
            case b.OptionIs():
                option = self.ruleset.options.get(condition.option)  # a rulebook may be had before all is right
                name = self.given("options", option.id, "title", option.title) if option else condition.option
                value = condition.value
                key = "option_on" if value is True else "option_off" if value is False else "option"
                key = key if key in self.words else "option"
                told = self.texts.get("titles", {}).get(value) if isinstance(value, str) else None
                return self.fill(key, option=name, value=str(told or str(value).lower()))
        return str(condition)


def _parts(condition: b.Condition) -> tuple[bool, list[b.Condition]]:
    """Whether all of several conditions must hold, or any of them, and these; one that is not of several is alone."""
    match condition:
        case b.AllOf(conditions=parts) | b.AnyOf(conditions=parts):
            return isinstance(condition, b.AllOf), [*parts]
        case b.Words(tree=n.AllConditions() | n.AnyCondition() as tree) as words:
            alone = [replace(words, read=lambda *_, tree=tree: tree) for tree in tree.conditions]
            return isinstance(tree, n.AllConditions), [*alone]
    return True, [condition]


def _clauses(condition: b.Condition) -> int:
    """How many clauses a condition has."""
    _, parts = _parts(condition)
    return sum(map(_clauses, parts)) if len(parts) > 1 else 1
