"""Sentences that say that a number of the lexicon is higher or lower, the highest, or which of its named values it is.

A noun of the lexicon lists the first ("you may plough any field") as `raised` and `lowered`; `numbers` of
`grammar/wordings.<lang>.yaml` says how the language says the same of the number: "the fertility of each field is 1
higher", "the soil of that field is exactly 2". They are everyday wordings like the others: tried only where a text
cannot be read as it stands.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from rulewright.language.lexicon import Lexicon
from rulewright.language.lexicon.named_values import NamedValue, named_values
from rulewright.language.lexicon.words import Noun, Saying

_PARTS = re.compile(r"([^{]*)(?:\{(\w+)\})?")


def number_sayings(lexicon: Lexicon, ways: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What is said of the numbers of a lexicon, and what is said instead: patterns and texts of wordings.

    ways: what the language's wordings say under `numbers`.
    """
    for noun in lexicon.nouns.values():
        for way, sayings in (("higher", noun.raised), ("lower", noun.lowered)):
            for saying in sayings if noun.type == "number" else ():
                yield from _sayings(lexicon, noun, ways[way], saying, ways)
        for rank, said in (("highest", noun.highest), ("lowest", noun.lowest)) if "ranked" in ways else ():
            for words in said:
                number = noun.forms.get("one") or noun.id
                yield ways["ranked"].format(words=re.escape(words)), ways["with the"].format(rank=rank, number=number)
    values = list(named_values(lexicon)) if "named" in ways else []
    things = Counter(one.id for one in values)
    for one in values:
        noun = lexicon.nouns[one.number]
        named = {"number": noun.forms.get("one") or noun.id, "name": re.escape(one.name), "value": one.value}
        named["names"] = "|".join(re.escape(other.name) for other in values if other.number == one.number)
        yield ways["named"].format(**named), ways["is exactly"].format(**named)
        yield ways["with named"].format(**named), ways["with exactly"].format(**named)
        if one.called and things[one.id] == 1:  # else nobody could tell which things are meant
            yield from _called(lexicon, one, named, ways)
    for number in dict.fromkeys(one.number for one in values) if "either" in ways else ():
        names = [re.escape(one.name) for one in values if one.number == number and one.called]
        if len(names) > 1:
            kinds = kinds_called(lexicon, next(one.kind for one in values if one.number == number))
            several = {"names": "|".join(names), "kinds": "|".join(map(re.escape, kinds)), "n": ways["n"]}
            yield ways["either"].format(**several), ways["one of them"]
            yield ways["each of them"].format(**several), ways["one of each"]


def kinds_called(lexicon: Lexicon, kind: str) -> list[str]:
    """What things of a kind are called, and those of the kinds below it; the longest first."""
    nouns = (noun for noun in lexicon.nouns.values() if lexicon.noun_is(noun.id, kind) and noun.type != "role")
    texts = {text for noun in nouns for form in ("one", "many") for text in noun.forms.forms.get(form, ())}
    return sorted(texts, key=len, reverse=True)


def _called(
    lexicon: Lexicon, one: NamedValue, named: Mapping[str, object], ways: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """What is called by the name of a value alone: “that field is dry”, “each ram”, where no noun is called so."""
    kind = lexicon.nouns[one.kind]
    thing = {
        **named,
        "kind": kind.forms.get("one") or kind.id,
        "kinds": kind.forms.get("many") or kind.forms.get("one"),
    }
    yield ways["it is"].format(**thing), ways["its is exactly"].format(**thing)
    yield ways["that is"].format(**thing), ways["of it is exactly"].format(**thing)
    words = {text for noun in lexicon.nouns.values() for texts in noun.forms.forms.values() for text in texts}
    if one.name not in words:
        yield ways["one called"].format(**thing), r"\1{name} {kind}".format(**thing)
        yield ways["several called"].format(**thing), r"\1{name} {kinds}".format(**thing)


def _sayings(
    lexicon: Lexicon, noun: Noun, way: str, saying: Saying, ways: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """The wordings for one sentence, in which `{n}` is by how much (else 1), and another hole of what the number is."""
    whose = "your" if any(lexicon.noun_is(of, "player") for of in noun.of) else "the"
    number = noun.forms.get("one") or noun.id
    kind = next((hole for _, hole in _PARTS.findall(saying.text) if hole not in ("", "n")), "")
    if not kind:
        pattern, by, _ = _filled(saying.text, ways, "")
        yield from _conditional(pattern, ways[whose].format(number=number, by=by, way=way), saying, ways)
        return
    if kind not in lexicon.nouns:  # which `check` tells
        return
    space = lexicon.nouns[kind].forms.get("one") or kind
    things = (
        (ways["thing"].replace("{kind}", kind), r"\{0}\{1}:one\{2}"),
        (ways["your piece"], ways["where"].format(kind=space, piece=r"\{0}:one")),
        (ways["any piece"], ways["with it"].format(kind=space, piece=r"\{0}:one", rest=r"\{1}")),
    )
    for described, said in things:
        pattern, by, first = _filled(saying.text, ways, described)
        of_each = ways[f"{whose} of each"].format(number=number, by=by, way=way, thing=_numbered(said, first))
        yield from _conditional(pattern, of_each, saying, ways)


def _numbered(said: str, first: int) -> str:
    """A text with the groups of its pattern, of which `{0}` is the first."""
    return re.sub(r"\{(\d)\}", lambda group: str(first + int(group[1])), said)


def _filled(text: str, ways: Mapping[str, str], thing: str) -> tuple[str, str, int]:
    """The pattern of a sentence, the text of its amount, and which group of the pattern the thing begins with."""
    pattern, groups, by, first = "", 1, "1", 0
    for literal, hole in _PARTS.findall(text):
        pattern += re.escape(literal).replace(r"\ ", " ")
        if hole == "n":
            pattern, groups = pattern + ways["n"], groups + 1
            by = rf"\{groups}"
        elif hole:
            first = groups + 1
            pattern, groups = pattern + thing, groups + re.compile(re.sub(r"<[^>]*>", "", thing)).groups
    return pattern, by, first


def _conditional(pattern: str, said: str, saying: Saying, ways: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The sentence alone or while something holds; a condition of what holds says for how long.

    One that holds only under a condition of its own has no other.
    """
    if saying.condition:
        yield f"^(){pattern}$", ways["as long as"].replace(r"\1", saying.condition) + said
        return
    yield f"^{ways['while']}{pattern}$", rf"\1{said}"
    yield f"^{ways['if']}{pattern}$", f"{ways['as long as']}{said}"
