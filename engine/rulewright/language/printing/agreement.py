"""What words agree with: the number, gender and case of the phrases around them, and whether a thing is known."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any

from rulewright.language import nodes as n
from rulewright.language.lexicon import Forms, Lexicon
from rulewright.language.lexicon.declension import CARRIES
from rulewright.language.records import dataclass
from rulewright.language.trees.normal_form import Normaliser, head_noun


@dataclass(frozen=True, slots=True)
class Context:
    """What stands around a node that words of it agree with."""

    mood: str | None = None  # of the verbs below
    subject: str = "one"  # number of the subject that they agree with
    noun: str = "one"  # number of the noun phrase around
    case: str = ""  # form of the noun phrase around, in languages that have cases
    head: str = ""  # its noun
    gender: str = ""  # of what the words here agree with
    way: str = ""  # how the words before the noun are declined, in languages that have several ways
    determiner: str = ""  # its article, in languages that look at it


class Agreement:
    """What the words of a node agree with, in one language.

    told: whether a log tells the text of somebody else; meant: the nouns that pronouns stand for, by their ids.
    """

    def __init__(self, lexicon: Lexicon, normaliser: Normaliser) -> None:
        self.lexicon, self.normaliser = lexicon, normaliser
        self.declension = lexicon.declension
        self.genders: Sequence[str] = lexicon.core.get("genders", ())
        self.not_behind: Mapping[str, Sequence[str]] = lexicon.core.get("not_behind", {})
        self._definite = lexicon.core.get("definite", {})
        self._vague: Mapping[str, Any] = lexicon.core.get("vague", {})
        self.told = False
        self.meant: Mapping[int, str] = {}

    def of_text(self, told: bool, meant: Mapping[int, str]) -> Agreement:
        """The same for the words of one text."""
        own = copy(self)
        own.told, own.meant = told, meant
        return own

    def agree(self, node: n.Node, context: Context) -> Context:
        """What the words of a node agree with, in what stands around it."""
        if self.genders:
            gender = self._gender_around(node)
            if gender:
                context = replace(context, gender=gender)
        if self.declension.cases:
            context = self._declining(node, context)
        match node:
            case n.NounPhrase():
                fixed = self.normaliser.own_number(node.determiner)
                head = head_noun(node) or ""
                noun = "many" if self._is_measured(node) else fixed or ("many" if node.plural else "one")
                mood = self._vague["mood"] if self._is_vague(node) else None
                number = self.number(node)
                det = node.determiner
                word = det.word if self.not_behind and isinstance(det, n.Article) else ""
                return Context(mood, number, noun, context.case, head, context.gender, context.way, word)
            case n.BareNoun():
                return replace(context, head=node.noun)
            case n.PartOf():
                return replace(context, head=head_noun(node) or "")
            case n.Pronoun() if self.declension.cases:  # it has its own number, whatever noun phrase it stands in
                return replace(context, head="", noun=self.number(node))
            case n.Pronoun() | n.Amount():
                return replace(context, head="")
            case n.Exists():
                return replace(context, subject=self.number(node.object), case="")
            case n.Has():
                return replace(context, subject=self.number(node.subject), case="")
            case n.Is() if self.genders:
                number = self.number(node.subject)
                return replace(context, subject=number, noun=number)
            case n.Does() | n.Is() | n.Passive() | n.Relative():
                return replace(context, subject=self.number(node.subject))
            case n.AsMany():
                number = self.number(node)
                return replace(context, subject=number, noun=number, head=node.noun)
            case n.Whose() | n.Measured() | n.DidSo(noun=str()):
                return replace(context, subject="one", noun="one")
        return context

    def _is_measured(self, node: n.NounPhrase) -> bool:
        """Whether a noun is said with a word before it behind every number: "1 de tiempo" as "2 de tiempo"."""
        of = self.lexicon.core.get("measured_with")
        if not of or not isinstance(node.determiner, n.Quantity) or not isinstance(node.noun, str):
            return False
        return any(form.startswith(f"{of} ") for form in self.lexicon.nouns[node.noun].forms.forms.get("many", ()))

    def _declining(self, node: n.Node, context: Context) -> Context:
        """The context of the words of a node in a language with cases."""
        if not isinstance(node, CARRIES):
            context = replace(context, case="")
        if isinstance(node, n.NounPhrase):
            return replace(context, way=self.declension.way(node.determiner))
        if isinstance(node, n.Is | n.That | n.Whose):
            return replace(context, way=self.declension.predicative)
        return context

    def number(self, phrase: n.Node) -> str:
        """`one` or `many`: what a verb agrees with."""
        match phrase:
            case n.Pronoun(word=word):
                for name in ("ME", "SUBJECT", "PRON"):
                    forms = self.lexicon.classes.get(name, {}).get(word)
                    if forms:
                        return "many" if any(form.startswith("many") for form in forms.forms) else "one"
            case n.NounPhrase():
                fixed = self.normaliser.own_number(phrase.determiner)
                number = fixed or ("many" if phrase.plural else "one")
                if isinstance(phrase.noun, str):
                    return number if self.lexicon.nouns[phrase.noun].forms.get("many") else "one"
                return "many" if phrase.noun.conjunction == "and" else number
            case n.Phrases(conjunction="and" | "and_also"):
                return "many"
            case n.Phrases(items=items):
                return self.number(items[-1])
            case n.PartOf(quantity=n.Quantity(kind="each")):
                return "one"
            case n.PartOf(quantity=quantity):
                return self.normaliser.own_number(quantity) or "one"
            case n.AsMany(noun=noun):
                return str(
                    self.lexicon.core.get("quantity_number", "many" if self.lexicon.nouns[noun].counts else "one")
                )
            case n.MoreThan(phrase=inner):
                return self.number(inner)
            case n.Value(phrase=inner):
                return self.number(inner)
        return "one"

    def gender(self, phrase: n.Node) -> str:
        """The gender of what a phrase names; of a pronoun, that of what it stands for."""
        noun = self.meant.get(id(phrase)) if isinstance(phrase, n.Pronoun) else head_noun(phrase)
        if noun in self.lexicon.nouns:
            return self.lexicon.nouns[noun].gender
        return self.genders[0] if self.genders else ""

    def _gender_around(self, node: n.Node) -> str:
        """The gender that the words of a node agree with; none if they go on agreeing with what is around it."""
        match node:
            case n.NounPhrase() | n.AsMany() | n.PartOf() | n.Pronoun():
                return self.gender(node)
            case n.BareNoun(noun=noun) | n.Whose(noun=noun):
                return self.lexicon.nouns[noun].gender
            case n.Is():
                return self.gender(node.subject)
        return ""

    def _is_vague(self, node: n.NounPhrase) -> bool:
        """Whether what a phrase means is not known yet: clauses that describe it stand in a form of their own."""
        if self.told:  # a log tells of what is there: "una carta que tiene"
            return False
        det = node.determiner
        if isinstance(det, n.Quantity):
            return bool(self._vague) and det.article is None
        if node.adjectives and node.adjectives[0] in self._vague.get("adjectives", ()):  # "la siguiente que juegues"
            return True
        return isinstance(det, n.Article) and det.word in self._vague.get("determiners", ())

    def uncounted(self, node: n.Node) -> bool:
        """Whether things of a phrase are not counted: "luggage"."""
        node = node.phrase if isinstance(node, n.CountOf) else node
        return (
            isinstance(node, n.NounPhrase)
            and isinstance(node.noun, str)
            and not self.normaliser.lexicon.nouns[node.noun].counts
        )

    def agreeing(self, forms: Forms, number: str, context: Context) -> str | None:
        """The form of a word of a closed class that fits the noun phrase around it."""
        if self.declension.cases:
            case = context.case or self.declension.subject
            found = forms.fitting({number, context.gender, case, context.way, context.mood or ""})
            return found[0] if found else forms.get(*forms.forms)
        if self.genders:
            named = (
                (number, "any", "") if not context.mood else (f"{context.mood}_{number}", f"{context.mood}_any", number)
            )
            ends = (f"_{context.gender}" if context.gender else f"_{self.genders[0]}", "")
            wanted = [name + end for name in named for end in ends]
            return forms.get(*wanted, *(name for name in forms.forms if name.endswith(ends[0])), *forms.forms)
        noun = self.lexicon.nouns.get(context.head)
        place = noun.place if noun else "in"
        if not context.case:
            return forms.get(number, place, "any", *forms.forms)
        case = self.lexicon.inflection.marks[context.case].form(place)
        return forms.get(f"{number}_{context.case}", f"{number}_{case}", number, place, "any", *forms.forms)

    def known_object(self, node: n.Node) -> bool:
        """Whether a verb takes the forms for a known object."""
        if not self._definite:
            return False
        if isinstance(node, n.Passive):
            return self._is_definite(node.subject)
        if isinstance(node, n.Relative):
            return True
        if not isinstance(node, n.Perform):
            return False
        patterns = " ".join(self.lexicon.verbs[node.verb].patterns)
        slot = "object" if "{object}" in patterns else next(iter(re.findall(r"\{(\w+):ACC\}", patterns)), "")
        value = node.slot(slot) if slot else None
        return value is not None and self._is_definite(value)

    def _is_definite(self, node: n.Node) -> bool:
        known = self._definite
        match node:
            case n.Pronoun(word=word):
                return word in known["pronouns"]
            case n.NounPhrase(determiner=n.Article(word=word)) if word in known["determiners"]:
                return True
            case n.NounPhrase(determiner=n.Possessive()):
                return True
            case n.NounPhrase(determiner=n.Quantity(article=str())):
                return True
            case n.NounPhrase(determiner=n.Quantity(), filters=filters) if any(isinstance(x, n.Of) for x in filters):
                return any(isinstance(item, n.Of) and isinstance(item.phrase, n.Pronoun) for item in filters)
            case n.NounPhrase(filters=filters):
                return any(isinstance(item, n.Of | n.OfYours) for item in filters)
            case n.Phrases(items=items):
                return self._is_definite(items[0])
            case n.Value(phrase=phrase):
                return self._is_definite(phrase)
            case n.PartOf(quantity=n.Quantity(kind=kind)):
                return kind in known["parts"]
        return False
