"""Whoever plays in a language meets no word of another: prompts, options, the board, the log, `show` and `why`.

An English word is one that stands in English words, names and titles of the game, of the core and of the interface, and
nowhere in what the language says.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from io import StringIO
from typing import Any

import loaded
import pytest
from plain import read_plain
from rich.console import Console
from sample import sample

from rulewright.cli.table.table import Table, result
from rulewright.play.bots.bot import RandomBot
from rulewright.play.session import Session
from rulewright.resources import data_dir
from rulewright.ruleset.files.discovery import shipped_rulesets
from rulewright.ruleset.translations.doctor import interface_files
from rulewright.ruleset.translations.sources import attributes, sources

SPOKEN = [  # what programs say in a language without a file for it is told in English (`rulewright i18n status`)
    (name, lang)
    for name in shipped_rulesets()
    for lang in loaded.ruleset(name).languages
    if lang != "en" and interface_files(lang)["interface"]
]
CHOICES = sample(few=10, all=40)
COMMANDS = {"board", "map", "all", "show", "why", "log", "undo", "save", "quit", "help", "journal"}
"""What is typed at the table is the same in every language."""


def words(text: str) -> set[str]:
    return {word.casefold() for word in re.findall(r"[^\W\d_]{3,}", text)}


def strings(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for value in data.values():
            yield from strings(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from strings(value)
    else:
        yield str(data)


@cache
def core(lang: str) -> set[str]:
    """The words of the core and of the interface in a language."""
    texts = [(data_dir("grammar") / f"core.{lang}.lark").read_text(encoding="utf-8")]
    for name in ("words", "interface"):
        texts += strings(read_plain(data_dir("grammar") / f"{name}.{lang}.yaml"))
    return set().union(*map(words, texts))


def vocabulary(name: str, lang: str) -> tuple[set[str], set[str]]:
    """The English words of a game, and those of a language of it."""
    ruleset = loaded.ruleset(name)
    english = core("en").union(*(words(source.text) for source in sources(ruleset)))
    for entries in ruleset.lexicon.values():
        english |= set().union(*(words(" ".join(strings(entry.get("en", "")))) for entry in entries.values()))
    english |= words(" ".join(attributes(ruleset)).replace("_", " "))
    own = core(lang).union(*map(words, strings(ruleset.content.data["locale"][lang])))
    phrases = ruleset.language(lang).lexicon.phrases()
    own |= {word for phrase in phrases for part in phrase.words for word in words(part)}
    return english, own


def played(name: str, lang: str, seed: int) -> str:
    """What somebody sees who chooses at random and asks for all that the table tells."""
    rules = loaded.rules(name)
    luck = random.Random(seed)
    made = 0

    def read(prompt: str) -> str:
        nonlocal made
        made += 1
        if made > CHOICES * 2:
            raise EOFError
        decision = session.game.decision
        assert decision is not None
        if made % 2:
            numbers = list(session.game.view(decision.seat, lang)["seats"][decision.seat]["numbers"])
            asked = [f"why {noun}" for noun in numbers if "." not in noun]
            return luck.choice(["board", "map all", "log", "undo", *asked[:4], f"show {luck.choice(components)}"])
        return str(luck.randrange(len(decision.options)) + 1)

    named = [component.id for component in rules.ruleset.components.values() if component.name != component.id]
    components = named or ["board"]
    players = min(rules.players)
    session = Session(lambda: rules.new_game(players, seed), [None, *[RandomBot(1)] * (players - 1)])
    stream = StringIO()
    out = Console(file=stream, width=160, highlight=False, soft_wrap=True, markup=False)
    if Table(session, out, lang, read, None).play():
        result(session.game, out, lang)
    return stream.getvalue()


@pytest.mark.parametrize(("name", "lang"), SPOKEN)
def test_nobody_meets_an_english_word(name: str, lang: str) -> None:
    english, own = vocabulary(name, lang)
    text = played(name, lang, 3)
    foreign = (words(text) & english) - own - COMMANDS
    lines = {word: next(line.strip() for line in text.splitlines() if word in words(line)) for word in sorted(foreign)}
    assert not lines
