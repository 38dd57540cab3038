"""The rulebook: what a ruleset says to players, printed in a language from what runs, as lines with depths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from rulewright.language import nodes as n
from rulewright.problems import RulewrightError
from rulewright.ruleset import blocks as b
from rulewright.ruleset.model import Addend, Component, Invariant, Ruleset, Word
from rulewright.ruleset.rulebook.condition_text import named
from rulewright.ruleset.rulebook.definitions import said_of_a_thing, the_one_named
from rulewright.ruleset.rulebook.own_words import in_own_words
from rulewright.ruleset.rulebook.steps import Line, Steps


def rulebook(ruleset: Ruleset, lang: str = "en", internal: bool = False) -> list[Line]:
    """The rules of a game from set-up to the end, then its words and its components.

    internal: with what players do not need, too: what is `internal` in the lexicon, and what always holds; all as the
        grammar says it, without the lines that a game tells in words of its own.

    Raises:
        RulewrightError: the ruleset does not speak the language.
    """
    language = ruleset.language(lang)
    lines = list(_Document(ruleset, lang, internal).document())
    language.remembered.keep()
    return lines


def invariant_text(ruleset: Ruleset, name: str, lang: str = "en") -> str:
    """An invariant in one sentence."""
    return _Document(ruleset, lang).invariant(ruleset.always[name])


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
        yield from ((number, line) for line in _Document(ruleset, "en").step(step.action, 0))


def step_text(ruleset: Ruleset, path: b.Path, lang: str = "en") -> str:
    """The step at or around a path, in a language: its first line, with what that opens; "" where there is none."""
    step = _step_around(ruleset, path)
    document = _Document(ruleset, lang)
    lines = [*in_own_words([*document.step(step.action, 0)], document.own_words)] if step is not None else []
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
            return _Document(ruleset, lang).say(after.words) if isinstance(after, b.Say) else ""
    return ""


def sentence_at(ruleset: Ruleset, path: b.Path, lang: str = "en") -> str:
    """The sentence of a rule that a path leads to or into; "" where there is none, or it is no sentence."""
    step = _step_around(ruleset, path)
    return (
        _Document(ruleset, lang).say(step.action.words) if step is not None and isinstance(step.action, b.Say) else ""
    )


def condition_text(ruleset: Ruleset, condition: b.Condition, lang: str = "en") -> str:
    """A condition in one line of a language."""
    return _Document(ruleset, lang).condition(condition)


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


_NOTHING = n.Number(value=0)


class _Document(Steps):
    def document(self) -> Iterator[Line]:
        yield Line("title", str(self.texts.get("title", self.ruleset.title)))
        yield from in_own_words([*self.rules()], {} if self.internal else self.own_words)
        yield from self.things()

    def rules(self) -> Iterator[Line]:
        """All that is told but the components."""
        chapters = self.words["chapters"]
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
        yield from self.chapter(chapters["meanings"], [w for w in words if not w.do])
        if self.ruleset.always and self.internal:
            yield Line("chapter", chapters["always"])
            yield from (Line("step", self.invariant(invariant)) for invariant in self.ruleset.always.values())

    def things(self) -> Iterator[Line]:
        """The components."""
        yield Line("chapter", self.words["chapters"]["things"])
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
            self.given_things = self.pieces_given(word)
            yield from self.block(word.do, 0)
            self.given_things = frozenset()
        addends = word.total
        if isinstance(word.means, b.Words) and word.means.kind != "condition":
            addends = (Addend(amount=word.means, condition=None),)
        elif word.means is not None:
            what = self.said_of(word)
            said = said_of_a_thing(word, self.ruleset.language(self.lang).lexicon) if what else None
            self.defined = the_one_named(said, word.id)
            yield from self.only_if("defined" if what else "meant", word.means, 0, what=what)
            self.defined = ""
        yield from self.total(word, addends, word.data.get("per", 1))
        if table := word.data.get("table"):
            counts = [self.fill("table", count=str(count), players=str(players)) for players, count in table.items()]
            value = named(counts, self.words["joined"]["all"])
            yield self.line(0, "let", role=self.capital(self.name(word)), value=value)
        self.about = ""

    def pieces_given(self, word: Word) -> frozenset[str]:
        """The nouns of the pieces that a verb is told what to do with."""
        lexicon = self.ruleset.language("en").lexicon
        verb = lexicon.verbs.get(word.id)
        slots = verb.slots.items() if verb is not None else ()
        nouns = (name if name in lexicon.nouns else kind for name, kind in slots)
        return frozenset(noun for noun in nouns if noun in lexicon.nouns and lexicon.nouns[noun].type == "piece")

    def total(self, word: Word, addends: Sequence[Addend], per: int = 1) -> Iterator[Line]:
        """How much a number is: its value, or the parts of the sum, each with the condition on which it counts.

        per: so many of what it counts are 1.
        """
        match [(*term, addend.condition) for addend in addends for term in _terms(addend)]:
            case []:
                return
            case [(str() as sign, n.Node() as tree, None)]:
                value = self.part(tree, sign, alone=True, per=per)
                yield self.line(0, "let", role=self.capital(self.name(word)), value=value)
            case parts:
                yield Line("step", str(self.words["total"]))
                for sign, tree, condition in parts:
                    text = self.part(tree, sign)
                    if condition is not None:
                        text = self.fill("part_if", part=text, condition=self.condition(condition, line="if"))
                    yield Line("step", text, 1)

    def part(self, tree: n.Node, sign: str, alone: bool = False, per: int = 1) -> str:
        """A part of a sum with its sign: "+1", "−3 for each X"; alone: all there is, so that "+" is not said."""
        factor, counted = (tree.factor, tree.number) if isinstance(tree, n.Times) else (1, tree)
        text = ""
        match counted:
            case n.Number(value=value):
                text = str(factor * value)
            case n.CountOf(phrase=n.NounPhrase(determiner=None | n.Article(word="your")) as things) if (
                things.plural or per > 1
            ):
                yours = (n.Relative(subject=n.Pronoun(word="you"), verb="have"),) if things.determiner else ()
                several = n.Quantity(kind="count", low=per) if per > 1 else None
                one = replace(things, determiner=several, plural=False, filters=(*yours, *things.filters))
                each = self.by_rule("per_rule", one)
                text = self.fill("per", count=str(factor), each=each) if each else ""
        if text:
            return text if alone and sign == "+" else f"{sign}{text}"
        if sign != "+" and "part_less" in self.words:
            return self.fill("part_less", part=self.amount(tree))
        return f"{'' if sign == '+' else f'{sign} '}{self.amount(tree)}"

    def procedure(self, name: str) -> Iterator[Line]:
        procedure = self.ruleset.procedures[name]
        title = self.given("procedures", name, "title", procedure.title)
        if procedure.heading:
            limits = map(self.time, self.ruleset.limits_of(procedure))
            title = ", ".join([title, self.heading(procedure.heading), *limits])
        yield Line("section", title)
        if procedure.condition is not None:
            yield from self.only_if("require", procedure.condition, 0)
        if procedure.text is not None:
            yield from (Line("text", line) for line in self.text("procedures", name, procedure.text))
        yield from self.block(procedure.do, 0)

    def invariant(self, invariant: Invariant) -> str:
        """What always holds, in one sentence."""
        given = {} if invariant.event is None else self.when(invariant)
        key = given.pop("key", "always")
        if invariant.says is not None:
            self.defined = the_one_named(invariant.event.tree) if key == "always_may" and invariant.event else ""
            given["condition"] = self.condition(invariant.says, self.words.get(f"{key}_needs", ""), key)
            self.defined = ""
        else:
            key = "always_may_not" if key == "always_may" else "always_never"
        text = self.fill(key, **given)
        if invariant.each is not None:
            key = "always_each" if "always_each" in self.words else "for_each"
            each = self.each(invariant.each, f"{key}_rule")
            told = self.fill(key, each=each, text=text[:1].lower() + text[1:])
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


def _terms(addend: Addend) -> Iterator[tuple[str, n.Node]]:
    """What an amount adds up, each with its sign; what counts on a condition is one, so that this is not said again."""
    match addend.amount.tree:
        case n.Plus() | n.Minus() as tree if addend.condition is None or getattr(tree, "left", None) == _NOTHING:
            yield from _added(tree, "+")
        case n.Node() as tree:
            yield "+", tree


def _added(tree: n.Node, sign: str) -> Iterator[tuple[str, n.Node]]:
    if isinstance(tree, n.Plus | n.Minus):
        yield from _added(tree.left, sign)
        yield from _added(tree.right, sign if isinstance(tree, n.Plus) else "−+"["+−".index(sign)])
    elif tree != _NOTHING:
        yield sign, tree
