"""One kind of a resource that has several, chosen by what is done with it: "choose a kind of good", "of one kind".

Which kinds there are the lexicon tells. So each of them is one of the ways between which is chosen: "choose one: gain 2
silk; or gain 2 salt". `kinds` of `grammar/wordings.<lang>.yaml` lists how people say it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.language.lexicon import Lexicon
from rulewright.language.lexicon.words import Noun
from rulewright.language.parsing.rewording.rules import Rule

MOST = 8
"""So many kinds, at most, between which is chosen."""


def kinds_of_goods(lexicon: Lexicon, ways: Mapping[str, Any]) -> Iterator[Rule]:
    """Wordings for each resource of a lexicon that has kinds. ways: what the language's wordings say under `kinds`."""
    for whole in (noun for noun in lexicon.nouns.values() if noun.type == "resource"):
        kinds = [noun for noun in lexicon.nouns.values() if noun.entry.get("is") == whole.id]
        if 2 <= len(kinds) <= MOST:
            for way in ways["ways"]:
                yield _rule(whole, kinds, way, ways)


def _rule(whole: Noun, kinds: list[Noun], way: Mapping[str, Any], ways: Mapping[str, Any]) -> Rule:
    names = {form: re.escape(whole.forms.get(form, "one") or whole.id) for form in ("one", "many")}
    names["some"] = f"(?:{names['many']}|{names['one']})"
    first, *more = [way["part"].replace("{kind}", kind.forms.get(way["form"], "one") or kind.id) for kind in kinds]
    parts = "; ".join([first, *more[:-1]]) + f"; {ways['or']} {more[-1]}"
    said, found = (_filled(text, names) for text in (way["said"], ways["found"]))
    instead = f"{way['begins']}{ways['one of']} {parts}"
    opens = way.get("opens") == "true"  # “of that kind”: of which, if something was named before?
    return Rule(said, instead, int(way.get("across", 0)), (), found, ways["because"], opens=opens)


def _filled(text: str, names: Mapping[str, str]) -> str:
    return re.sub(r"\{(one|many|some)\}", lambda hole: names[hole[1]], text)
