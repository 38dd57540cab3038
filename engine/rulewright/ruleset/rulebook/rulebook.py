"""The rulebook: everything that a ruleset says, printed in a language from what runs, as lines with depths."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from rulewright.language import nodes as n
from rulewright.language.lexicon import core_words
from rulewright.language.printing.sounds import sounds_of
from rulewright.language.problems import RulewrightError
from rulewright.language.trees.normal_form import head_noun
from rulewright.ruleset import blocks as b
from rulewright.ruleset.model import Addend, Component, Invariant, Ruleset, Word
from rulewright.ruleset.rulebook.condition_text import named, told

_LETTERS = "XYZ"
_STAND_IN = 9_000_000
"""Numbers from here on stand for letters until a sentence is printed."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line. kind: `title`, `chapter`, `section`, `text`, or `step` at a depth."""

    kind: str
    text: str
    depth: int = 0


def rulebook(ruleset: Ruleset, lang: str = "en", internal: bool = False) -> list[Line]:
    """The rules of a game from set-up to the end, then its words and its components.

    internal: with what players do not need, too: what is `internal` in the lexicon, and what always holds.

    Raises:
        RulewrightError: the ruleset does not speak the language.
    """
    ruleset.language(lang)
    return list(_Writer(ruleset, lang, internal).document())


def invariant_text(ruleset: Ruleset, name: str, lang: str = "en") -> str:
    """An invariant in one sentence."""
    return _Writer(ruleset, lang).invariant(ruleset.always[name])


def rule_lines(ruleset: Ruleset, path: b.Path) -> Iterator[tuple[int, Line]]:
    """The numbered steps of one procedure (`procedures`, id) or verb (`lexicon`, `verbs`, id), in English."""
    match path:
        case ("procedures", str(name)):
            block: b.Block | None = ruleset.procedures[name].do
        case ("lexicon", "verbs", str(name)):
            block = ruleset.words["verbs"][name].do
        case _:
            block = None
    for number, step in enumerate(block.steps if block is not None else (), 1):
        yield from ((number, line) for line in _Writer(ruleset, "en").step(step.action, 0))


def step_text(ruleset: Ruleset, path: b.Path, lang: str = "en") -> str:
    """The step at or around a path, in a language: its first line, with what that opens; "" where there is none."""
    step = _step_around(ruleset, path)
    lines = [*_Writer(ruleset, lang).step(step.action, 0)] if step is not None else []
    if not lines or not lines[0].text.endswith(":"):
        return lines[0].text if lines else ""
    return f"{lines[0].text} {'; '.join(line.text.rstrip('.:') for line in lines if line.depth == 1)}."


def following_sentence(ruleset: Ruleset, path: b.Path, lang: str = "en") -> str:
    """The sentence that is carried out after the step at or around a path, in the same block.

    It is "" where none comes after it, or only some time: under a condition, for each of some things. What only gives
    something a name is passed over.
    """
    step = _step_around(ruleset, path)
    for block in b.walk(_owner(ruleset, path)):
        if isinstance(block, b.Block) and step in block.steps:
            rest = (one.action for one in block.steps[block.steps.index(step) + 1 :])
            after = next((one for one in rest if not isinstance(one, b.Let | b.Require)), None)
            return _Writer(ruleset, lang).say(after.words) if isinstance(after, b.Say) else ""
    return ""


def sentence_at(ruleset: Ruleset, path: b.Path, lang: str = "en") -> str:
    """The sentence of a rule that a path leads to or into; "" where there is none, or it is no sentence."""
    step = _step_around(ruleset, path)
    return _Writer(ruleset, lang).say(step.action.words) if step is not None and isinstance(step.action, b.Say) else ""


def condition_text(ruleset: Ruleset, condition: b.Condition, lang: str = "en") -> str:
    """A condition in one line of a language."""
    return _Writer(ruleset, lang).condition(condition)


def _step_around(ruleset: Ruleset, path: b.Path) -> b.Step | None:
    """The innermost step that a path leads to or into."""
    parts = b.walk(_owner(ruleset, path))
    steps = (part for part in parts if isinstance(part, b.Step) and path[: len(part.path)] == part.path)
    return max(steps, key=lambda step: len(step.path), default=None)


def _owner(ruleset: Ruleset, path: b.Path) -> object:
    """The procedure or word that a path leads into."""
    match path:
        case ("procedures", str(name), *_):
            return ruleset.procedures.get(name)
        case ("lexicon", str(section), str(name), *_):
            return ruleset.words.get(section, {}).get(name)
    return None


class _Writer:
    def __init__(self, ruleset: Ruleset, lang: str, internal: bool = True) -> None:
        self.ruleset, self.lang, self.internal = ruleset, lang, internal
        self.words: Mapping[str, Any] = {**core_words("en")["blocks"], **core_words(lang).get("blocks", {})}
        self.about = ""  # the noun of what is being defined
        self.texts: Mapping[str, Any] = ruleset.content.data["locale"].get(lang, {}).get("texts", {})

    def document(self) -> Iterator[Line]:
        chapters = self.words["chapters"]
        yield Line("title", str(self.texts.get("title", self.ruleset.title)))
        running = [p for p in dict.fromkeys(self.ruleset.procedure_order.values()) if p in self.ruleset.procedures]
        others = [p for p in self.ruleset.procedures if p not in running]
        yield Line("chapter", chapters["rules"])
        for name in [*running, *(p for p in others if not self.ruleset.procedures[p].heading)]:
            yield from self.procedure(name)
        if any(self.ruleset.procedures[name].heading for name in others):
            yield Line("chapter", chapters["actions"])
        for name in others:
            if self.ruleset.procedures[name].heading:
                yield from self.procedure(name)
        words = [
            word
            for section in ("nouns", "adjectives", "relations", "verbs")
            for word in self.ruleset.words.get(section, {}).values()
            if self.internal or not word.data.get("internal")
        ]
        yield from self.chapter(chapters["deeds"], [w for w in words if w.section == "verbs" and w.do and w.do.steps])
        yield from self.chapter(chapters["meanings"], [w for w in words if w.means is not None or w.total])
        if self.ruleset.always and self.internal:
            yield Line("chapter", chapters["always"])
            yield from (Line("step", self.invariant(invariant)) for invariant in self.ruleset.always.values())
        yield Line("chapter", chapters["things"])
        kinds: dict[str, list[Component]] = {}
        for component in self.ruleset.components.values():
            kinds.setdefault(component.kind, []).append(component)
        for kind, components in kinds.items():
            lines = [line for component in components for line in self.component(component)]
            if lines:
                first = components[0]
                several = len(components) > 1 or first.per_player or max(first.copies.values(), default=1) > 1
                yield Line("section", self.capital(self.phrase(n.NounPhrase(noun=kind, plural=several))))
            yield from lines

    def chapter(self, title: str, words: list[Word]) -> Iterator[Line]:
        told = [(word, lines) for word in words if (lines := [*self.meaning(word)])]
        if told:
            yield Line("chapter", title)
        for word, lines in told:
            yield Line("section", self.capital(self.name(word)))
            yield from lines

    def meaning(self, word: Word) -> Iterator[Line]:
        """What a word means: what a verb does, when something is so, how much a number is."""
        self.about = word.about
        if word.do:
            yield from self.block(word.do, 0)
        if isinstance(word.means, b.Words) and word.means.kind != "condition":
            yield self.line(0, "let", role=self.capital(self.name(word)), value=self.part(word.means))
        elif word.means is not None:
            yield self.line(0, "meant", condition=self.condition(word.means, line="meant"))
        yield from self.total(word)
        self.about = ""

    def total(self, word: Word) -> Iterator[Line]:
        """A number that is a sum: its parts, each with the condition on which it counts."""
        match word.total:
            case (Addend(condition=None) as only,):
                yield self.line(0, "let", role=self.capital(self.name(word)), value=self.part(only.amount))
            case (_, *_):
                yield Line("step", str(self.words["total"]))
                for part in word.total:
                    text = self.part(part.amount, signed=True)
                    if part.condition is not None:
                        text = self.fill("part_if", part=text, condition=self.condition(part.condition, line="if"))
                    yield Line("step", text, 1)

    def part(self, amount: b.Words, signed: bool = False) -> str:
        """What a number is made of: "3 for each X"; signed: as a part of a sum, "+1" or "−1"."""
        match amount.tree:
            case n.Minus(left=n.Number(value=0), right=tree):
                sign = "−"
            case tree:
                sign = "+"
        factor, counted = (tree.factor, tree.number) if isinstance(tree, n.Times) else (1, tree)
        match counted:
            case n.Number(value=value):
                text = str(factor * value)
            case n.CountOf(phrase=n.NounPhrase(determiner=None | n.Article(word="your"), plural=True) as things):
                yours = (n.Relative(subject=n.Pronoun(word="you"), verb="have"),) if things.determiner else ()
                one = replace(things, determiner=None, plural=False, filters=(*yours, *things.filters))
                each = self.by_rule("per_rule", one)
                text = self.fill("per", count=str(factor), each=each) if each else ""
            case _:
                text = ""
        if not text:
            return self.say(amount)
        return f"{sign}{text}" if signed or sign == "−" else text

    def procedure(self, name: str) -> Iterator[Line]:
        procedure = self.ruleset.procedures[name]
        title = self.given("procedures", name, "title", procedure.title)
        if procedure.heading:
            title = ", ".join([title, self.heading(procedure.heading), *map(self.time, procedure.limits)])
        yield Line("section", title)
        if procedure.condition is not None:
            yield Line("step", self.fill("require", condition=self.condition(procedure.condition)))
        if procedure.text is not None:
            yield from (Line("text", line) for line in self.text("procedures", name, procedure.text))
        yield from self.block(procedure.do, 0)

    def invariant(self, invariant: Invariant) -> str:
        """What always holds, in one sentence."""
        given = {} if invariant.event is None else self.when(invariant)
        key = given.pop("key", "always")
        if invariant.says is not None:
            given["condition"] = self.condition(invariant.says, self.words.get(f"{key}_needs", ""), key)
        else:
            key = "always_may_not" if key == "always_may" else "always_never"
        text = self.fill(key, **given)
        if invariant.each is not None:
            key = "always_each" if "always_each" in self.words else "for_each"
            told = self.fill(key, each=self.each(invariant.each), text=text[:1].lower() + text[1:])
            text = told if key == "always_each" else f"{told} {text[:1].lower()}{text[1:]}"
        if invariant.condition is not None:
            guard = self.condition(invariant.condition, line="always_if")
            text = self.fill("always_if", guard=guard, text=text[:1].lower() + text[1:])
        return self.capital(self.sounded(text))

    def when(self, invariant: Invariant) -> dict[str, str]:
        """The event after or before which something is so, with the key of the words that tell it."""
        event, mood = invariant.event, self.words.get("always_mood", "")
        assert event is not None
        if not invariant.before:
            return {"key": "always_whenever", "event": self.event(event, mood)}
        rule = self.words.get("always_may_rule")
        if rule and event.tree is not None:  # what may be done then only
            with suppress(RulewrightError):
                return {"key": "always_may", "event": self.ruleset.print(event.tree, self.lang, rule, self.about)}
        return {"key": "always_before", "event": self.event(event, self.words.get("always_before_mood", mood))}

    def event(self, words: b.Words, mood: str) -> str:
        """An event in the language; in English, where that cannot say it. mood: the form of its verbs."""
        if mood and words.tree is not None:
            with suppress(RulewrightError):
                return self.ruleset.print(words.tree, self.lang, f"event__{mood}", self.about)
        return self.say(words)

    def component(self, component: Component) -> Iterator[Line]:
        name = self.given("components", component.id, "name", component.name)
        counts = set(component.copies.values())
        if counts == {0}:
            return  # only a stand-in
        if counts != {1}:
            count = "/".join(map(str, sorted(counts)))
            name += f" ({str(self.words['chapters']['copies']).format(count=count)})"
        yield Line("step", f"**{name}**")
        if component.text is not None:
            yield from (Line("step", line, 1) for line in self.text("components", component.id, component.text))

    # -------------------------------------------------------------- blocks

    def block(self, block: b.Block, depth: int) -> Iterator[Line]:
        for step in block.steps:
            if self.internal or not self.only_internal(step.action):
                yield from self.step(step.action, depth)

    def only_internal(self, action: Any) -> bool:
        """Whether nothing in a step is for players: it gives an internal number a value, or has only such steps."""
        match action:
            case b.SetNumber(number=b.Words(tree=n.Node() as number)):
                return self.is_internal(head_noun(number))
            case b.Let(role=role):
                return self.is_internal(role)
            case b.If() | b.While() | b.Repeat() | b.ForEach():
                blocks = [action.then, action.otherwise] if isinstance(action, b.If) else [action.do]
                return all(self.only_internal(step.action) for block in blocks for step in block.steps)
        return False

    def is_internal(self, noun: str | None) -> bool:
        """Whether only the program needs a noun."""
        word = self.ruleset.words.get("nouns", {}).get(noun or "")
        return word is not None and bool(word.data.get("internal"))

    def line(self, depth: int, key: str, **values: str) -> Line:
        """A step in the words under a key."""
        return Line("step", self.sounded(self.fill(key, **values)), depth)

    def step(self, action: Any, depth: int) -> Iterator[Line]:
        """A step with the steps in it."""
        match action:
            case b.Say():
                yield Line("step", self.say(action.words), depth)
            case b.If():
                yield self.line(depth, "if", condition=self.condition(action.condition, line="if"))
                yield from self.ways(action.then, action.otherwise, "otherwise", depth)
            case b.While():
                condition = self.condition(action.condition, self.words.get("while_mood", ""), "while")
                yield self.line(depth, "while", condition=condition)
                yield from self.block(action.do, depth + 1)
            case b.Repeat():
                yield self.line(depth, "repeat", times=self.capital(self.times(action.times.text)))
                yield from self.block(action.do, depth + 1)
            case b.ForEach():
                each = self.called(self.each(action.each), action.role).rstrip(".")
                told = self.fill(self.goes_through(action.each), each=each)
                yield Line("step", self.capital(self.sounded(told)), depth)
                yield from self.block(action.do, depth + 1)
            case b.Secretly():
                yield self.line(depth, "secretly")
                yield from self.ways(action.do, action.then, "then", depth)
            case b.OneOf():
                yield self.line(depth, "one_of_or_none" if action.optional else "one_of")
                for branch in action.branches:
                    yield from self.branch(branch, depth + 1)
            case b.Require():
                yield self.line(depth, "require", condition=self.condition(action.condition))
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

    def ways(self, first: b.Block, second: b.Block, between: str, depth: int) -> Iterator[Line]:
        """A block and, where there is one, the other with the words between them."""
        yield from self.block(first, depth + 1)
        if second.steps:
            yield self.line(depth, between)
            yield from self.block(second, depth + 1)

    def value_step(self, action: Any, depth: int) -> Iterator[Line]:
        """A step in which something is chosen, named or counted."""
        match action:
            case b.Choose():
                yield from self.choose(action, depth)
            case b.ChooseNumber():
                text = self.fill("number", low=self.say(action.low), high=self.say(action.high))
                yield Line("step", self.called(text, action.role), depth)
            case b.Let():
                tree, role = action.value.tree, n.NounPhrase(determiner=n.Article(word="the"), noun=action.role)
                if isinstance(tree, n.Plus | n.Minus) and tree.left == n.Value(phrase=role):  # it goes up, or down
                    how, value = self.by("by" if isinstance(tree, n.Plus) else "down", tree.right)
                    yield self.line(depth, how, number=self.capital(self.counted(role, "")), value=value)
                    return
                value = self.say(action.value)
                yield self.line(depth, "let", role=self.capital(self.role(action.role)), value=value)
            case b.SetNumber():
                yield self.set_number(action, depth)
            case b.Award():
                last = n.Quantity(kind="count", low=action.prizes[-1])
                prize = self.counted(n.NounPhrase(determiner=last, noun=action.noun, plural=action.prizes[-1] != 1))
                amounts = [*map(str, action.prizes[:-1]), prize]
                prizes = named(amounts, self.words["joined"]["all"])
                yield self.line(depth, "award", value=self.say(action.value), prizes=prizes)

    def choose(self, action: b.Choose, depth: int) -> Iterator[Line]:
        act = self.choice(action.phrase)
        if action.at_random:
            verb, _, what = act.partition(" ")
            act = self.fill("at_random", act=act, verb=verb, what=what)
        act = self.called(act, action.role)
        by = self.say(action.by) if action.by else ""
        yield self.line(depth, "choose_by" if by else "choose", act=act, by=self.capital(by))
        if action.where is not None:
            yield Line("step", self.fill("where", condition=self.condition(action.where, line="where")), depth + 1)

    def set_number(self, action: b.SetNumber, depth: int) -> Line:
        number = self.capital(self.say(action.number))
        if action.value is None:
            return self.line(depth, "set_to_none", number=number)
        if action.value.tree == n.Pronoun(word="you"):
            return self.line(depth, "set_to_you", number=self.say(action.number))
        how, value = self.change(action)
        return self.line(depth, how, number=number, value=value)

    def resolve(self, action: b.Resolve, depth: int) -> Line:
        of = self.resolved(action.of)
        names = isinstance(action.of, tuple) and "resolve_names" in self.words
        key = "resolve_names" if names else "resolve_of" if of else "resolve"
        told = self.fill(key, heading=self.heading(action.heading), of=of)
        return Line("step", self.sounded(self.fill("any_order", line=told) if action.any_order else told), depth)

    def change(self, action: b.SetNumber) -> tuple[str, str]:
        """How a number changes, as the key of its words, and by or to how much; "by 0 minus 1" is a decrease."""
        assert action.value is not None
        how, tree, value = f"set_{action.how}", action.value.tree, self.say(action.value)
        if action.how == "by" and isinstance(tree, n.Minus) and tree.left == n.Number(value=0):
            how, tree = "set_down", tree.right
            value = self.ruleset.print(tree, self.lang, "amount", self.about)
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
                return f"set_{way}_amount", self.ruleset.print(tree, self.lang, rule, self.about)
        return f"set_{way}", value or self.ruleset.print(tree, self.lang, "amount", self.about)

    def branch(self, branch: b.Branch, depth: int) -> Iterator[Line]:
        title = self.title(branch.title)
        if branch.condition is not None:
            title = self.fill("only_if", title=title, condition=self.condition(branch.condition, line="only_if"))
        yield Line("step", title if title.endswith(":") else self.sounded(f"{title}:"), depth)
        yield from self.block(branch.do, depth + 1)

    # -------------------------------------------------------------- conditions

    def condition(self, condition: Any, mood: str = "", line: str = "") -> str:
        """A condition in one line; mood: the form of its verbs; line: the key of the line that says it."""
        again = self.words.get("again", {}).get(line, "")
        return self.sounded(told(condition, mood, self.words, self.said, self.other_condition, again, self.lies))

    def said(self, tree: n.Node, mood: str) -> str:
        """A condition's tree in the language; in English, where that cannot say it."""
        kind = f"condition__{mood}" if mood else "condition"
        for language in (self.lang, "en"):
            try:
                text = self.ruleset.print(tree, language, kind, self.about)
            except RulewrightError:
                continue
            return text if language == self.lang else f"*{text}*"
        return repr(tree)

    def sounded(self, text: str) -> str:
        """A text as its words sound beside each other."""
        return sounds_of(self.lang).written(text)

    def other_condition(self, condition: Any, mood: str) -> str:
        """A condition that is not of several, nor the opposite of another."""
        match condition:
            case b.Words():
                return self.say(condition)
            case b.After():
                done = " ".join(line.text for line in self.block(condition.do, 0))
                return f"{self.condition(condition.condition, mood)} ({self.words['after']} {done})"
            case b.OptionIs():
                option = self.ruleset.options.get(condition.option)  # a rulebook may be had before all is right
                name = self.given("options", option.id, "title", option.title) if option else condition.option
                value = condition.value
                key = "option_on" if value is True else "option_off" if value is False else "option"
                key = key if key in self.words else "option"
                told = self.texts.get("titles", {}).get(value) if isinstance(value, str) else None
                return self.fill(key, option=name, value=str(told or str(value).lower()))
        return str(condition)

    # -------------------------------------------------------------- words

    def fill(self, key: str, **values: str) -> str:
        return self.sounded(str(self.words[key]).format(**values))

    def say(self, words: b.Words) -> str:
        """Some words of the ruleset in the language; in English, where that cannot say them."""
        if words.tree is None:
            return words.text
        kind = "block_sentence" if words.kind == "sentence" else words.kind
        try:
            return self.ruleset.print(words.tree, self.lang, kind, self.about)
        except RulewrightError:
            return f"*{' '.join(words.text.split())}*"

    def lies(self, noun: str) -> str:
        """How a noun names places in the language."""
        word = self.ruleset.language(self.lang).lexicon.nouns.get(noun)
        return word.place or "in" if word is not None else "in"

    def each(self, words: b.Words) -> str:
        """What a step goes through, in the words of the rule that `for_each_rule` names, if a language has one."""
        tree = words.tree
        if isinstance(tree, n.NounPhrase):
            if tree.determiner == n.Article(word="each"):  # "for each" says so
                tree = replace(tree, determiner=None)
            elif tree.determiner == n.Article(word="another"):
                tree = replace(tree, determiner=None, adjectives=("other", *tree.adjectives))
        return self.by_rule("for_each_rule", tree) or self.say(words)

    def goes_through(self, words: b.Words) -> str:
        """The words for a step that goes through things; others for one thing alone, where a language has them."""
        tree = words.tree
        one = isinstance(tree, n.NounPhrase) and not tree.plural and tree.determiner == n.Article(word="the")
        return "for_one" if one and "for_one" in self.words else "for_each"

    def by_rule(self, key: str, tree: n.Node | None) -> str:
        """A tree as the rule of the grammar says them that a language names under a key of `blocks`; or nothing."""
        rule = self.words.get(key)
        if rule and tree is not None:
            with suppress(RulewrightError):
                return self.ruleset.print(tree, self.lang, rule, self.about)
        return ""

    def resolved(self, of: b.Words | tuple[str, ...] | None) -> str:
        """Whose abilities a step carries out: a phrase, or the names of components; nothing where it is everybody's."""
        if isinstance(of, tuple):
            names = ((one, self.ruleset.components[one].name) for one in of)
            return ", ".join(self.given("components", one, "name", name) for one, name in names)
        return "" if of is None else self.by_rule("resolve_rule", of.tree) or self.say(of)

    def text(self, section: str, name: str, words: b.Words) -> list[str]:
        """The lines of a text: the language's own wording, if it says the same; otherwise what its tree says."""
        own = self.texts.get(section, {}).get(name, {}).get("text") if self.lang != "en" else words.text
        try:
            if own and (self.lang == "en" or self.ruleset.parse(own, self.lang) == words.tree):
                return _abilities(own)
        except RulewrightError:
            pass
        return self.say(words).split("\n")

    def phrase(self, node: n.Node) -> str:
        """A name of things, by the rule that `named_rule` names: without what a sentence would say before it."""
        try:
            return self.ruleset.print(node, self.lang, self.words.get("named_rule"))
        except RulewrightError:
            return self.ruleset.print(node)

    def counted(self, node: n.Node, case: str | None = None) -> str:
        """A phrase by itself, in the case of what is won, where a language has cases."""
        language = self.ruleset.language(self.lang)
        if case is None:
            case = language.lexicon.core.get("slot_case", "") if language.lexicon.declension.cases else ""
        try:
            return self.ruleset.print(node, self.lang, f"nps__{case}" if case else "phrase")
        except RulewrightError:
            return self.ruleset.print(node)

    def choice(self, words: b.Words) -> str:
        if not isinstance(words.tree, n.Phrase):
            return self.say(words)
        act = self.ruleset.language(self.lang).choosing(words.tree)
        try:
            return self.ruleset.print(act, self.lang, "block_sentence").rstrip(".")
        except RulewrightError:
            return self.say(words)

    def called(self, text: str, role: str | None) -> str:
        """A choice with the name that it has from there on."""
        if role is None:
            return f"{text}."
        the_role = self.counted(n.NounPhrase(determiner=n.Article(word="the"), noun=role), "")
        return self.fill("as", text=text, role=the_role)

    def role(self, noun: str) -> str:
        return self.phrase(n.NounPhrase(noun=noun))

    def name(self, word: Word) -> str:
        language = self.ruleset.language(self.lang)
        lexicon = language.lexicon
        if word.section == "verbs":
            return self.deed(word.id) or language.said_of(word.id) or word.id.replace("_", " ")
        if word.section == "nouns":
            return self.role(word.id)
        entries: Mapping[str, Any] = lexicon.adjectives if word.section == "adjectives" else lexicon.relations
        entry = entries.get(word.id)
        forms = (lexicon.declension.predicative, "any", *entry.forms.forms) if entry else ()
        return str(entry.forms.get(*forms)) if entry else word.id.replace("_", " ")

    def deed(self, verb: str) -> str:
        """A verb as one is told to do it, to what its slots take; nothing where no sentence says that.

        Numbers are told by letters, and what a letter stands for behind: "Look at X cards (X: …)". Where a sentence
        cannot say all slots in one (the field of "the piece on the field"), those that no pattern names are left out.
        """
        ways = ((letters, named) for named in (False, True) for letters in (True, False))
        return next((text for way in ways if (text := self._deed(verb, *way))), "")

    def _deed(self, verb: str, by_letters: bool, only_named: bool) -> str:
        lexicon = self.ruleset.language(self.lang).lexicon
        slots = []
        letters: dict[str, str] = {}
        word = lexicon.verbs.get(verb)
        for name, kind in word.slots.items() if word else ():
            if only_named and word and not any(re.search(rf"{{{name}\b", pattern) for pattern in word.patterns):
                continue
            noun = name if name in lexicon.nouns else kind
            phrase = n.NounPhrase(determiner=n.Article(word="the"), noun=noun)
            value: n.Phrase | n.Amount = n.Value(phrase=phrase) if lexicon.is_number(noun) else phrase
            if lexicon.is_number(noun) and by_letters:
                value = n.Number(value=_STAND_IN + len(letters))
                letters[str(value.value)] = self.role(noun)
            slots.append(n.Slot(name=name, value=value))
        try:
            tree = n.Perform(verb=verb, slots=tuple(slots))
            text = self.ruleset.print(tree, self.lang, "block_sentence").rstrip(".")
        except RulewrightError:
            return ""
        for letter, number in zip(_LETTERS, sorted(letters, key=text.find), strict=False):
            text = text.replace(number, letter)
            letters[letter] = letters.pop(number)
        return text + (f" ({', '.join(f'{letter}: {noun}' for letter, noun in letters.items())})" if letters else "")

    def heading(self, name: str) -> str:
        word = self.ruleset.language(self.lang).lexicon.headings.get(name)
        return str(word.forms.get("any", *word.forms.forms)) if word else name.replace("_", " ")

    def time(self, name: str) -> str:
        word = self.ruleset.language(self.lang).lexicon.times.get(name)
        return str(word.forms.get("any", *word.forms.forms)) if word else name.replace("_", " ")

    def title(self, title: str) -> str:
        return str(self.texts.get("titles", {}).get(title, title))

    def times(self, text: str) -> str:
        text = re.sub(r"\b1 times\b", "1 time", f"{text} times" if text.isdecimal() else text)
        for english, own in self.words.get("times", {}).items():
            text = re.sub(rf"\b{english}\b", own, text)
        return text

    def given(self, section: str, name: str, key: str, english: str) -> str:
        return str(self.texts.get(section, {}).get(name, {}).get(key, english))

    def capital(self, text: str) -> str:
        return text[:1].upper() + text[1:]


def _abilities(text: str) -> list[str]:
    """The lines of a text without the line ends that only the file has."""
    lines: list[str] = []
    for line in text.strip().split("\n"):
        starts = re.match(r"[^.:;]{1,60}:", line) or not lines or lines[-1].endswith(".")
        if starts:
            lines.append(line.strip())
        else:
            lines[-1] += f" {line.strip()}"
    return lines
