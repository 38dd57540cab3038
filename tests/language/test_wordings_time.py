"""How long an everyday wording is looked for: no pattern is tried in so many ways that a long text takes seconds.

Each is looked for in texts of its own words, in an order by chance, as they come in what cannot be read. Of a text that
is twice as long that may take a few times as long, but not as many times as several lazy stretches side by side need.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Sequence

import pytest

from rulewright.language.parsing.rewording.cost_sayings import cost_sayings
from rulewright.language.parsing.rewording.deed_sayings import deed_sayings
from rulewright.language.parsing.rewording.patterns import HOLE, Pattern, any_of
from rulewright.language.parsing.rewording.rules import deeds, prices, rules

LANGUAGES = ("en", "hu", "es", "fr", "de")
WORDS = ("wug", "dax pim", "blick")
"""What stands in each hole: words of no language."""
LONG = 25, 50, 100, 200
"""So many words have the texts, the shortest first, so that what grows too fast is told before it takes minutes."""
AT_MOST = 8.0
"""So many times as long may a text of twice as many words take: what is cubic, but no worse."""
STOPS = " ", "      ,", "          ,."
"""What stands between the words of a text."""
NOTHING = 0.03
"""Less than so many seconds are no matter, however they grow."""


def patterns(lang: str) -> list[str]:
    """All patterns of a language, those that are made of its tables included."""
    made = [*rules(lang)]
    made += cost_sayings(prices(lang)) if prices(lang) else ()
    made += deed_sayings(deeds(lang)) if deeds(lang) else ()
    return list(dict.fromkeys(rule.pattern for rule in made))


def own_text(pattern: str, chance: random.Random, number: int, stops: str) -> str:
    """So many words that stand in a pattern, in an order by chance. stops: what may stand between them."""
    plain = re.sub(r"\\[bdwsWS]|\(\?(?::|<?[=!])", "|", HOLE.sub(lambda _: "|", pattern))
    parts = [" ".join(part.split()) for part in re.findall(r"[^\W_][\w '-]*", plain)]
    said: list[str] = []
    while len(said) < number:
        part = chance.choice((chance.choice(parts or WORDS), chance.choice((*WORDS, "1", "2"))))
        said += (part + chance.choice(stops)).split()
    return " ".join(said[:number])


def seconds(pattern: str, text: str) -> float:
    """The processor time for which a pattern is looked for in a text: the least of two."""
    looked = Pattern(pattern, lambda _: any_of(WORDS))
    looked.finditer(text)  # made, which takes longer than to look for it
    taken = []
    for _ in range(2):
        begun = time.thread_time()
        list(looked.finditer(text))
        taken.append(time.thread_time() - begun)
    return min(taken)


def grows_too_fast(pattern: str, text: str) -> bool:
    """Whether a pattern is looked for too many times as long when twice as much of a text is there."""
    words = text.split()
    before = 0.0
    for number in LONG:
        now = seconds(pattern, " ".join(words[:number]))
        if now > max(NOTHING, AT_MOST * before):
            return True
        before = now
    return False


def too_long(found: Sequence[str]) -> list[str]:
    """The patterns that are looked for in too many ways in texts of their words, with few, some and many stops."""
    chance = random.Random(1)
    texts = ((pattern, own_text(pattern, chance, LONG[-1], stops)) for pattern in found for stops in STOPS)
    return [pattern for pattern, text in texts if grows_too_fast(pattern, text)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_wording_is_looked_for_in_too_many_ways(lang: str) -> None:
    assert not too_long(patterns(lang))


def test_what_is_looked_for_in_too_many_ways_is_told() -> None:
    assert too_long([r"^(.*?)(.*?)(.*?)(.*?)<noun> <noun> <noun> <noun>$"])
    assert not too_long([r"\b(<noun>) or (<noun>)\b"])
