"""Conditions of blocks in a rulebook: several of them in one sentence, and opposites with the verb itself.

`joined` under `blocks` of a language's words tells the words between them: "a and b"; one that begins with a comma
stands behind one, however many conditions there are: "a, és b". Where the word before the first is said before each
other as well (`again`), it is there in what one sentence says of several, too: "si a et si b". What is not so is said
with the verb: "the destination is not the origin". Where a language leaves out what is spoken of (`subject_once`), the
subject of the condition before is not said again: "si a es b y no es c". Where it says of several things at once what
is so of each (`objects_once`), two conditions that differ in one thing alone are one: "si tienes a o b en c".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rulewright.language import nodes as n
from rulewright.language.trees.normal_form import head_noun
from rulewright.ruleset import blocks as b

KNOWN = frozenset({"the", "your", "its", "their", "this", "that", "top", "bottom"})
Say = Callable[[n.Node, str], str]  # a condition in a mood
Tell = Callable[[Any, str], str]  # any other part of a condition
Lies = Callable[[str], str]  # how a noun names places in the language: in, on, at


def told(
    condition: Any, mood: str, words: Mapping[str, Any], say: Say, other: Tell, again: str = "", lies: Lies = str
) -> str:
    """A condition in a sentence: its parts joined, each in the mood; again: what is said before each but the first."""
    return _Teller(words, say, other, again, lies).tell(condition, mood, so=True)


class _Teller:
    def __init__(self, words: Mapping[str, Any], say: Say, other: Tell, again: str, lies: Lies) -> None:
        self.words, self.say, self.other, self.again, self.lies = words, say, other, again, lies

    def tell(self, condition: Any, mood: str, so: bool) -> str:
        """A condition; so: whether it holds, and not its opposite."""
        match condition:
            case b.Not(condition=inner):
                return self.tell(inner, mood, not so)
            case b.AllOf(conditions=parts) | b.AnyOf(conditions=parts):
                every = isinstance(condition, b.AllOf) == so  # that not all are so is that one of them is not
                told = self._together(parts, every, mood) if so and "objects_once" in self.words else [*parts]
                before = [None, *told]
                said = [
                    self._once(first, part, mood, so) or self._part(part, mood, so, len(told))
                    for first, part in zip(before, told, strict=False)
                ]
                return self._joined(said, every)
            case b.Words(tree=n.AllConditions() | n.AnyCondition() as several) if so and self.again:
                said = [self.say(part, mood) for part in several.conditions]
                return self._joined(said, isinstance(several, n.AllConditions))
            case b.Words(tree=n.AllConditions() | n.AnyCondition() as several) if so and "subject_once" in self.words:
                parts = tuple(replace(condition, read=lambda *_, one=one: one) for one in several.conditions)
                every = isinstance(several, n.AllConditions)
                return self.tell(b.AllOf(conditions=parts) if every else b.AnyOf(conditions=parts), mood, so=True)
            case b.Words(tree=n.Node() as tree):
                if so:
                    return self.say(tree, mood) if mood else self.other(condition, mood)
                contrary = opposite(tree)
                contrarily = "*" if contrary is None else self.say(contrary, mood)
                if not contrarily.startswith("*"):  # in English, where the language lacks the words
                    return contrarily
                return str(self.words["not"]).format(condition=self.say(tree, str(self.words.get("not_mood", ""))))
        if so:
            return self.other(condition, mood)
        if isinstance(condition, b.OptionIs) and condition.value is True and "option_off" in self.words:
            return self.other(replace(condition, value=False), mood)
        return str(self.words["not"]).format(condition=self.other(condition, str(self.words.get("not_mood", ""))))

    def _joined(self, parts: list[str], every: bool) -> str:
        """Conditions as one, with what is said before each again."""
        again = [*parts[:1], *(f"{self.again} {part}".lstrip() for part in parts[1:])]
        return joined(again, str(self.words["joined"]["all" if every else "any"]))

    def _once(self, before: Any, part: Any, mood: str, so: bool) -> str:
        """A condition without its subject, where that is the one of the condition before; "" for any other."""
        match _what_is(before, so), _what_is(part, so):
            case n.Exists(object=there), n.Exists(object=n.NounPhrase() as thing) as tree if "place_once" in self.words:
                place = _where(thing)
                if place is not None and _where(there) == place:
                    lies = self.lies(head_noun(place.phrase) or "")
                    here = replace(place, preposition=lies, phrase=n.Pronoun(word="it"))
                    told = self.say(replace(tree, object=replace(thing, filters=(*thing.filters[:-1], here))), mood)
                    return "" if told.startswith("*") else told
            case _ if "subject_once" not in self.words:
                return ""
            case n.Is(subject=n.NounPhrase(plural=False) as same), n.Is(subject=subject, predicate=predicate) as tree:
                if self.words["subject_once"] == "but of a thing" and isinstance(predicate, n.IsPhrase):
                    return ""  # "vagy a hely" would be another subject
                agrees = not isinstance(predicate, n.Adjective)  # or it would agree with another noun
                if same == subject and agrees and self._names_its_subject(before, mood, so):
                    return self.say(replace(tree, subject=n.Pronoun(word="it")), mood)
        return ""

    def _names_its_subject(self, condition: Any, mood: str, so: bool) -> bool:
        """Whether a condition begins with its subject: as it does, whatever is said of that."""
        tree = _what_is(condition, so)
        if not isinstance(tree, n.Is) or not isinstance(tree.predicate, n.Compare | n.IsPhrase):
            return True
        same_as_another = replace(tree, predicate=n.Compare(relation="higher_than", number=n.Number(value=1)))
        said, other = self.say(tree, mood).split(), self.say(same_as_another, mood).split()
        return other[:1] == ["*"] or said[:1] == other[:1]

    def _together(self, parts: Sequence[Any], every: bool, mood: str) -> list[Any]:
        """Conditions of which those that differ in one thing alone are one: "hay una carta o una ficha en tu mano"."""
        found: list[Any] = []
        for part in parts:
            before = found[-1] if found else None
            if isinstance(before, b.Words) and isinstance(part, b.Words):
                both = _of_both(before.tree, part.tree, "and" if every else "or")
                at_once = replace(before, read=lambda *_, both=both: both)
                if both is not None and not self.tell(at_once, mood, so=True).startswith("*"):
                    found[-1] = at_once
                    continue
            found.append(part)
        return found

    def _part(self, part: Any, mood: str, so: bool, count: int) -> str:
        said = self.tell(part, mood, so)
        inner = part
        while isinstance(inner, b.Not):
            inner = inner.condition
        several = isinstance(inner, b.AllOf | b.AnyOf) and len(inner.conditions) > 1
        if self.again and isinstance(inner, b.Words):
            several = isinstance(inner.tree, n.AllConditions | n.AnyCondition)
        return f"({said})" if several and count > 1 else said


def _where(phrase: Any) -> n.At | None:
    """Where a thing is, if that is one thing that is known."""
    match phrase:
        case n.NounPhrase(
            filters=(*_, n.At(phrase=n.NounPhrase(plural=False, determiner=n.Article(word=word))) as place)
        ):
            return place if word in KNOWN else None
    return None


def _what_is(condition: Any, so: bool) -> n.Node | None:
    """What a condition says in one clause, if it is so, or else its opposite."""
    while isinstance(condition, b.Not):
        condition, so = condition.condition, not so
    tree = condition.tree if isinstance(condition, b.Words) else None
    return tree if so or tree is None else opposite(tree)


def _of_both(one: n.Node | None, other: n.Node | None, conjunction: str) -> n.Node | None:
    """What says of two things what two conditions say of one each; None where they differ in anything else."""
    match one, other:
        case n.Exists(object=first), n.Exists(object=second):
            things = _both(first, second, conjunction)
        case n.Has(object=first, subject=subject), n.Has(object=second) if _known(subject) and one == replace(
            other, object=first
        ):
            things = _both(first, second, conjunction)
        case n.Is(predicate=n.NextTo(phrase=first) as near, subject=subject), n.Is(predicate=n.NextTo(phrase=second)):
            same = other == replace(one, predicate=replace(near, phrase=second)) and conjunction == "or"
            same = same and _known(subject) and not one.negated
            several = first.items if isinstance(first, n.Phrases) else (first,)
            things = n.Phrases(conjunction=conjunction, items=(*several, second)) if same else None
            return None if things is None else replace(one, predicate=replace(near, phrase=things))
        case _:
            return None
    return None if things is None else replace(one, object=things)


def _both(one: n.Node, other: n.Node, conjunction: str) -> n.Phrases | None:
    """Two things, of which the second says where both are; None where one would be read as being where the other is."""
    several = one.items if isinstance(one, n.Phrases) and one.conjunction == conjunction else (one,)
    *_, last = several
    if not isinstance(last, n.NounPhrase) or not isinstance(other, n.NounPhrase):
        return None
    if last.determiner == n.Article(word="no") or other.determiner == n.Article(word="no"):
        return None
    if last.filters and last.filters[-1:] != other.filters[-1:] or isinstance(last.noun, n.NounGroup):
        return None
    if any(part == n.Pronoun(word="it") for part in other.walk()):  # which would stand for the first
        return None
    if not last.filters and other.filters:
        return None
    items = (*several[:-1], replace(last, filters=last.filters[:-1]), other)
    return n.Phrases(conjunction=conjunction, items=items)


def joined(parts: Sequence[str], word: str) -> str:
    """Conditions as one: with commas and a word, or with semicolons where there are commas inside."""
    if len(parts) < 2:
        return "".join(parts)
    plain = not any("," in _outside(part) for part in parts)
    before = word if word.startswith(",") else f" {word}"
    if plain and len(parts) <= 4 or len(parts) == 2 and before == word:
        return f"{', '.join(parts[:-1])}{before} {parts[-1]}"
    return "; ".join([*parts[:-1], f"{word.lstrip(', ')} {parts[-1]}"])


def named(parts: Sequence[str], word: str) -> str:
    """Amounts or names as one: "18, 12 y 6"."""
    return joined(parts, word.lstrip(", "))


def _outside(text: str) -> str:
    """A text without what stands in brackets."""
    return re.sub(r"\([^()]*\)", "", text)


def opposite(tree: n.Node) -> n.Node | None:
    """What says that a condition is not so, if turning its verb round says exactly that."""
    match tree:
        case n.Is(modal=None, tense="present", subject=subject, negated=negated) if _known(subject):
            return replace(tree, negated=not negated)
        case n.Does(modal=None, tense="present", act=n.Perform(), subject=subject, negated=negated) if _known(subject):
            return replace(tree, negated=not negated)
        case n.Does(modal=None, tense="present", act=n.Perform(), negated=False, subject=subject) if _any_one(subject):
            nobody = _none(subject)
            return replace(tree, subject=nobody) if nobody is not None else None
        case n.Has(negated=False, subject=subject) if _any_one(subject):
            nobody = _none(subject)
            return replace(tree, subject=nobody) if nobody is not None else None
        case n.Has(subject=subject, object=thing, negated=False) if _known(subject):
            none = _none(thing)
            return replace(tree, object=none) if none is not None else None
        case n.Exists(object=thing):
            none = _none(thing)
            return replace(tree, object=none) if none is not None else None
    return None


def _none(thing: n.Node) -> n.NounPhrase | None:
    """No such thing for such a thing, and the other way round."""
    match thing:
        case n.NounPhrase(determiner=n.Quantity(kind="at_least", low=int(low), article=None)) if low > 1:
            fewer = n.Quantity(kind="at_most", high=low - 1)
            return replace(thing, determiner=fewer, plural=False)
    if not isinstance(thing, n.NounPhrase) or not isinstance(thing.determiner, n.Article):
        return None
    if thing.determiner.word == "another":
        none = replace(thing, determiner=n.Article(word="no"), adjectives=("other", *thing.adjectives))
        return replace(none, plural=False)
    other = {"a": "no", "no": "a"}.get(thing.determiner.word)
    return replace(thing, determiner=n.Article(word=other), plural=False) if other else None


def _any_one(subject: n.Node) -> bool:
    """Whether a subject is any one of its kind, so that the opposite is said of none."""
    return isinstance(subject, n.NounPhrase) and subject.determiner in (
        n.Article(word="a"),
        n.Article(word="another"),
    )


def _known(subject: n.Node) -> bool:
    """Whether a subject is one known thing, so that "it is not" is the opposite of "it is"."""
    match subject:
        case n.Pronoun(word=word):
            return word in ("you", "it", "they")
        case n.NounPhrase(determiner=n.Article(word=word), plural=False):
            return word in KNOWN
        case n.NounPhrase(determiner=n.Possessive(), plural=False) | n.Amount():
            return True
        case n.NounPhrase(determiner=None, noun=str(), plural=False):  # a name
            return True
    return False
