"""Law 6: the engine and the core grammars know no game.

Every id and every word form of every ruleset's lexicon, and every id of its components, spaces and regions, is looked
for among the words of all files in `engine/` and `grammar/`: names, strings, comments and docstrings alike. Only the
examples in the catalogue of problems are left out, which are files of an example ruleset.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import loaded
import pytest
from plain import read_plain

from rulewright.resources import data_dir
from rulewright.ruleset.building.headings_of_cards import ADDED
from rulewright.ruleset.files.discovery import shipped_rulesets

ENGINE = Path(__file__).parent.parent / "engine" / "rulewright"
CATALOGUE = ENGINE / "problems.yaml"
NOT_TEXT = {".pyc", ".typed", ".woff2"}

# Words that games use and the engine may too, by the id that a game gives them.
# Words of the field at large: what the engine and the core language are made of, whatever the game.
OF_THE_FIELD = {
    "action", "active", "advance", "border", "copy", "cost", "counter", "deck", "die", "draw", "event",
    "first_player", "hand", "hold", "level", "line", "neighbour", "opponent", "pass", "point", "reset", "resolve",
    "resource", "round", "set_up", "space", "supply", "take_turn", "target", "tied", "tile", "track", "win", "winner",
}  # fmt: skip
# Plain words of English and of programming; none of them is meant as the game means it.
PLAIN = {
    "adjoin", "always", "bank", "bare", "box", "branch", "break", "build", "building", "cancel", "capital",
    "card_depth",
    "clear", "control", "cover", "destination", "draft", "drive", "edge", "empty", "end", "expand", "expansion",
    "finish", "found", "free_or_keep", "general", "goal", "heading", "home", "honour", "joined_to", "keep", "know",
    "law", "lay", "lay_out", "learn", "load", "mark", "merge", "mine", "native", "neighbouring", "normal", "open",
    "opening", "origin", "pool",
    "pay_for", "possess", "production", "reach", "ready", "remote", "reserve", "reward", "review", "rise", "rival",
    "room", "sealed",
    "section", "seek", "send", "settle", "shape", "shift", "ship", "sign", "slot", "spot", "step", "store", "strip",
    "spend", "spending", "succeed", "take_over", "tool", "trade", "transform", "unit", "use", "use_up", "visit",
    "writing",
}  # fmt: skip
# What people say for a verb of any game, where `propose` looks for the game's own.
SYNONYMS = {
    "develop", "difficulty", "spent",
    "acquire", "activate", "archive", "assault", "attack", "beat", "capture", "conquer", "defeat", "erect", "fight",
    "improve", "inhabit", "occupy", "raid", "recall", "upgrade",
}  # fmt: skip
# Everyday words of the languages that the engine speaks: "was", "file", "place", "area", "at once".
EVERYDAY = {
    "abandona", "agua", "annuler", "antigua", "arrive", "helyén", "on", "turn",
    "helyéről", "helynek", "helyére", "llega", "llegar", "veszített",
    "annulé", "archivo", "archivos", "arrives", "at", "azonnal", "camino", "complete",
    "el", "elfogadja", "era",
    "fogadja", "győzelmek", "hely", "helye", "helyeken", "helyen", "helyet", "helyre", "helyük", "illenek", "illik",
    "kiadott", "kihúzott", "libres", "lugar", "lugares", "megfelelő", "mise", "or", "para", "participe", "port",
    "route", "routes", "sacrifice", "sustituir",
    "szabad", "tableau", "visszautasít", "válido", "victorias", "vár", "área", "út",
}  # fmt: skip

# Words of German that are words of games in other languages; they count in the German files only: "war" is "was".
GERMAN = {"war", "siege", "machen", "mache", "macht"}

# Words of HTML, CSS and HTTP, which count in the pages, the panes and what serves them only.
OF_THE_WEB = {
    "area",
    "areas",
    "display",
    "focus",
    "icon",
    "host",
    "hosts",
    "policy",
    "site",
    "found",
    "stroke",
    "refresh",
}
FACES = {"web", "serve.py", "static", "templates", "panes"}

# Words of C and of what is built with it, which count in the room of native programs only.
NATIVE = {"native", "c", "translation"}
OF_C = {"capture", "libraries", "library", "native", "permanent", "power", "switch"}
LICENCES = "LICENCES.txt"

Wording = tuple[str, ...]


def tokens(text: str) -> list[tuple[str, int]]:
    """The words of a text with their lines, names in snake and camel case taken apart."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        for word in re.findall(r"[^\W\d_]+\d*", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", line)):
            found.append((word.lower(), number))
    return found


@cache
def wordings() -> dict[Wording, set[str]]:
    """Every id and form of every game, taken apart, with the ids of the words it belongs to."""
    found: dict[Wording, set[str]] = {}

    def add(text: str, word: str) -> None:
        wording = tuple(token for token, _ in tokens(text))
        if wording:
            found.setdefault(wording, set()).add(word)

    for game in shipped_rulesets():
        ruleset = loaded.ruleset(game)
        own = {  # what its headings bring with them has its words from the core
            name for section in ruleset.lexicon.values() for name, entry in section.items()
            if not isinstance(entry, dict) or ADDED not in entry
        }  # fmt: skip
        spaces = [space.id for space in ruleset.map.spaces.values() if "column" not in space.attributes]
        for word in [*own, *ruleset.components, *spaces, *ruleset.map.regions]:
            add(word, word)
        for lang in ruleset.languages:
            for phrase in ruleset.language(lang).lexicon.phrases():
                if phrase.value in own:
                    add(" ".join(phrase.words), phrase.value)
    return found


@cache
def lengths() -> dict[str, set[int]]:
    """How many words the wordings have that begin with a word."""
    found: dict[str, set[int]] = {}
    for wording in wordings():
        found.setdefault(wording[0], set()).add(len(wording))
    return found


def used(text: str) -> Iterator[tuple[set[str], Wording, int]]:
    """The wordings that a text uses: ids of the words, the wording, the line."""
    found, words = tokens(text), wordings()
    for index, (first, line) in enumerate(found):
        for end in (index + length for length in lengths().get(first, ())):
            wording = tuple(word for word, _ in found[index:end])
            if wording in words:
                yield words[wording], wording, line


def texts() -> Iterator[tuple[str, str]]:
    """Every file of the engine and the grammars with its text."""
    for folder in (ENGINE, data_dir("grammar")):
        for path in sorted(folder.rglob("*")):
            if path == CATALOGUE:
                yield path.name, messages(path)
            elif path.is_file() and path.suffix not in NOT_TEXT and path.name != LICENCES:
                yield f"{path.parent.name}/{path.name}", path.read_text(encoding="utf-8")


def messages(catalogue: Path) -> str:
    """The catalogue without its examples."""
    entries = read_plain(catalogue).items()
    return "\n".join(f"{code} {entry['title']} {entry['message']} {entry['hint']}" for code, entry in entries)


@cache
def uses() -> list[tuple[str, set[str], Wording, int]]:
    """The wordings that all files use: the file, ids of the words, the wording, the line."""
    return [(file, *use) for file, text in texts() for use in used(text)]


def test_no_file_uses_a_word_of_a_game() -> None:
    wrong: dict[str, list[str]] = {}
    for file, ids, wording, line in uses():
        german = ".de." in file and GERMAN.issuperset(wording)
        of_the_web = not FACES.isdisjoint(file.split("/")) and OF_THE_WEB.issuperset(wording)
        of_c = (file.split("/")[0] in NATIVE or file.endswith(".h")) and OF_C.issuperset(wording)
        synonym = "words.en" in file or "wordings.en" in file
        if (
            not (synonym and SYNONYMS.issuperset(wording))
            and not of_the_web
            and not of_c
            and not german
            and not ids & (OF_THE_FIELD | PLAIN)
            and not EVERYDAY.issuperset(wording)
        ):
            wrong.setdefault(" ".join(wording), []).append(f"{file}:{line}")
    assert not wrong, "\n".join(f"{word}: {', '.join(places[:5])}" for word, places in sorted(wrong.items()))


def test_the_lists_hold_nothing_needless() -> None:
    needed = {word for _, ids, _, _ in uses() for word in ids}
    assert sorted((OF_THE_FIELD | PLAIN) - needed) == []


@pytest.mark.parametrize(
    "text",
    [
        "def province_of(card): ...",
        "class ImprovementCard:",
        'if noun == "armies":',
        "# a workshop costs more",
        "the hand\nlimit",
        "NATURAL_WONDERS = ()",
        "card_blore",
        '  | "archive" object=nps -> archive',
    ],
)
def test_a_word_of_a_game_is_found(text: str) -> None:
    listed = OF_THE_FIELD | PLAIN
    assert any(not ids & listed for ids, _, _ in used(text))


def test_words_of_no_game_are_not_found() -> None:
    assert list(used("def fold(leaf): yield leaf.quagmire")) == []
