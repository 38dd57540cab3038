"""What something costs somebody, said of the thing or of the deed: "building in a dry field costs you 1 less".

The price is a number of the lexicon: that of the thing, or the one that the verb asks for in what it does. `prices` of
`grammar/wordings.<lang>.yaml` tells what may be said to cost something, whom, and how much; each is crossed with each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.language.parsing.rewording.rules import Rule

_GROUPS = 9
"""So many groups a wording can have."""


def cost_sayings(ways: Mapping[str, Any]) -> Iterator[Rule]:
    """The wordings of what something costs. ways: what the language's wordings say under `prices`."""
    for thing in ways["things"]:
        for who in ways["who"]:
            for much in ways["how much"]:
                groups = sum(int(part.get("groups", 0)) for part in (thing, who, much))
                if much.get("who", who["whose"]) == who["whose"] and groups <= _GROUPS:
                    yield _rule(thing, who, much, ways)


def _rule(thing: Mapping[str, Any], who: Mapping[str, Any], much: Mapping[str, Any], ways: Mapping[str, Any]) -> Rule:
    first = int(thing["groups"]) + 1
    begins = first + int(who.get("groups", 0))
    by = {f"g{at}": rf"\{begins + at}" for at in range(6)}
    whom = who["said"].format(cost=ways["cost"])
    said = rf"{ways['begins']}{thing['said']} {much['said'].replace('{cost}', whom)}{ways['ends']}"
    price = {"price": f"{who['whose']} {thing['price']}", "of": thing["of"], "it": thing["it"], **by}
    instead = who.get("begins", "").replace(r"\w", rf"\{first}") + much["as"].format(**price)
    same = [(begins + int(at), int(thing["named"])) for at in much.get("same", ())]
    return Rule(said, instead, found=who.get("found", ""), because=ways["because"], same=tuple(same))
