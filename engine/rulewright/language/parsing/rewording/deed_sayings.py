"""What was done this way, asked by who did it and how much: "if you discarded none", "each player who paid nothing".

The language asks for a number ("if the number of cards discarded this way is 0"), or who did so. `deeds` of
`grammar/wordings.<lang>.yaml` tells who may be said to have done it, and how much; each is crossed with each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.language.parsing.rewording.rules import Rule


def deed_sayings(ways: Mapping[str, Any]) -> Iterator[Rule]:
    """The wordings of what was done. ways: what the language's wordings say under `deeds`."""
    for who in ways["who"]:
        for much in ways["how much"]:
            for across in who.get("across", "1").split("|") if who["asks"] in much else ():
                yield _named(who, much, ways, int(across))
                yield _unnamed(who, much, ways, int(across))


def _named(who: Mapping[str, Any], much: Mapping[str, Any], ways: Mapping[str, Any], across: int) -> Rule:
    """With what it was done to: "no cards"; the sentence before says it, too, where who did it is asked."""
    before = who.get("before", "")
    said = rf"{before}{_did(who, much, ways)} {much['named']}{ways['what']}{who['named']}"
    verb, what = (4, 5 + _groups(much)) if before else (1, 2 + _groups(much))
    means = much[who["asks"]].format(
        what=rf"\{what}:many\{what + 1}", deed=rf"\{verb}:ed", so_often=_number(verb, much)
    )
    if not before:
        return Rule(said, f"{who['means']} {means}")
    same = ((verb, 2), *(((what, 3),) if who["asks"] == "who" else ()))
    only = verb if "alone" in who else 0
    return Rule(said, rf"\1{who['means']} {means}", across=across, same=same, alone=only, by=only)


def _unnamed(who: Mapping[str, Any], much: Mapping[str, Any], ways: Mapping[str, Any], across: int) -> Rule:
    """Without it: what the sentence before does it to."""
    said = rf"{who.get('before', ways['before'])}{_did(who, much, ways)} {much['alone']}{who['unnamed']}"
    means = much[who["asks"]].format(what=r"\3:many", deed=r"\2:ed", so_often=_number(4, much))
    same, only = ((4, 2),), 4 if "alone" in who else 0
    return Rule(said, rf"\1{who['means']} {means}", across=across, same=same, alone=only, by=only)


def _did(who: Mapping[str, Any], much: Mapping[str, Any], ways: Mapping[str, Any]) -> str:
    return f"{who['said']} {much.get('did', ways['did'])}"


def _groups(much: Mapping[str, Any]) -> int:
    return int(much.get("groups", 0))


def _number(verb: int, much: Mapping[str, Any]) -> str:
    """How often it was done: groups behind the verb, of which one stands."""
    return "".join(rf"\{verb + at}" for at in range(1, _groups(much) + 1))
