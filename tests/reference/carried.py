"""What the reference reads of a ruleset: every part that it does not know is told, so that none is passed over.

A field that was added to a node or a step after the reference learned about it, or a key of the lexicon that it does
not read, would otherwise be skipped, and the reference would play another game than the ruleset describes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from types import ModuleType

from rulewright.language import nodes
from rulewright.ruleset import blocks
from rulewright.ruleset.model import Ruleset

NODES = {
    "Ability": "heading limits sentences",
    "Adjective": "word",
    "AllConditions": "conditions",
    "AnyCondition": "conditions",
    "AnyOrder": "acts",
    "Article": "word",
    "AsMany": "noun number adjectives",
    "At": "preposition phrase",
    "BareNoun": "noun adjectives index",
    "Between": "first second",
    "Both": "clauses",
    "Bounded": "number most least",
    "Change": "relation by",
    "Choice": "acts",
    "Compare": "relation number",
    "Cost": "cost effect",
    "CountOf": "phrase",
    "Did": "word",
    "DidSo": "negated rank noun alone",
    "Does": "subject act modal tense negated",
    "Exists": "object negated",
    "ForEach": "each then",
    "Half": "number rounded",
    "Has": "subject object negated",
    "If": "condition then otherwise",
    "InPlace": "preposition place then",
    "Instead": "of then",
    "Is": "subject predicate modal tense negated",
    "IsPhrase": "phrase",
    "Measured": "noun relation number or_else",
    "Minus": "left right",
    "MoreThan": "relation phrase number",
    "NextTo": "phrase",
    "Within": "distance phrase",
    "NounGroup": "conjunction nouns",
    "NounPhrase": "determiner adjectives noun index filters plural",
    "Number": "value",
    "Of": "phrase",
    "OtherThan": "phrase",
    "PartOf": "quantity whole",
    "Participle": "verb",
    "Passive": "subject verb tense negated time modal",
    "Per": "act each most",
    "Perform": "verb slots adverbs",
    "Phrases": "conjunction items",
    "Plus": "left right",
    "Possible": "then otherwise",
    "Possessive": "owner",
    "Pronoun": "word",
    "Quantity": "kind low high article",
    "Related": "relation phrase",
    "Relative": "subject verb tense negated time",
    "Repeat": "times act",
    "Sequence": "acts",
    "StartingWith": "phrase",
    "SetTo": "value instead_of",
    "Slot": "name value",
    "Text": "sentences abilities",
    "That": "predicate negated",
    "ThatHas": "object",
    "Timed": "time then",
    "Times": "factor number",
    "Trigger": "timing event then",
    "Unless": "condition then",
    "Until": "act event",
    "Value": "phrase",
    "Where": "clause",
    "While": "condition then",
    "Whose": "noun clause negated",
    "With": "phrase negated",
    "Worth": "value",
}
STEPS = {
    "After": "do condition",
    "AllOf": "conditions",
    "AnyOf": "conditions",
    "AsOften": "number do",
    "Award": "prizes noun value least against",
    "Block": "steps",
    "Branch": "title condition do",
    "Choose": "phrase role by where secretly at_random",
    "ChooseNumber": "low high role by",
    "ForEach": "each role do reverse",
    "If": "condition then otherwise",
    "IfPossible": "do otherwise",
    "Let": "role value",
    "Not": "condition",
    "Offer": "headings end",
    "OneOf": "branches optional by",
    "OptionIs": "option value",
    "Repeat": "times do",
    "Require": "condition",
    "Resolve": "heading of any_order",
    "Say": "words",
    "Secretly": "do then",
    "SetNumber": "number how value",
    "Step": "action internal",
    "While": "condition do",
    "Words": "text kind read",
}
KEYS = {
    "nouns": "type is of en held limit deeds owned in supply worth visible order refill includes attributes table sum "
    "means kept start least most attribute values distance around highest lowest among count if groups by place option "
    "later internal joins sides for cells shape tile at turned set unsaid shown substitute price buys yours gives "
    "default",
    "adjectives": "of en after among attribute value means ability later internal",
    "relations": "of with en means closure through most within mutual later internal direction tile turned beside",
    "verbs": "state slots en means do is logged later internal",
    "headings": "en offered from active cost after for limit shared default later whole",
}
SPACED = {"part of", "paid by", "owned by", "lies at", "of heading"}


def unknown_fields() -> Iterator[str]:
    """The fields of nodes and steps that the reference was not made for."""
    for module, known in ((nodes, NODES), (blocks, STEPS)):
        yield from _unknown_in(module, known)


def _unknown_in(module: ModuleType, known: dict[str, str]) -> Iterator[str]:
    for name, kind in vars(module).items():
        if name in known and dataclasses.is_dataclass(kind):
            have = {field.name for field in dataclasses.fields(kind)} - {"span", "path"}
            yield from (f"{name}.{field}" for field in sorted(have - set(known[name].split())))


def unknown_words(ruleset: Ruleset) -> Iterator[str]:
    """What stands in the lexicon of a ruleset and is not read by the reference."""
    for section, known in KEYS.items():
        for name, entry in (ruleset.lexicon.get(section) or {}).items():
            for key in set(entry) - set(known.split()) - SPACED:
                yield f"{key} of {name}"
