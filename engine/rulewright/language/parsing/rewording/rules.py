"""The everyday wordings of a language, as `grammar/wordings.<lang>.yaml` lists them, and what else stands there.

Where they are many, that file names for each of its lists `parts`: files of the folder `wordings.<lang>/`, in the order
in which they are tried.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import yaml

from rulewright.language.records import dataclass
from rulewright.resources import data_dir

THOUGH_READ, WORDINGS = "though read", "wordings"
UNLESS = ("unless adjective", "unless verb", "unless noun")


@dataclass(frozen=True, slots=True)
class Rule:
    """One everyday wording.

    pattern: of the body of a sentence, without its heading and its full stop; holes such as `<noun>` stand for words
        of the lexicon. instead: what is said; `\\1:base` is a group with its verb in another form.
    free_of: by group, words that may not stand in it.
    found: a pattern by which a text is known that can be read as it stands, but only as what stands for nothing, and
        because: why it does; or "".
    unless: words that may have a meaning of their own in a lexicon, with `|` between them, where it is not applied.
    opens: whether the match must begin a text or ability: it speaks of all that stands before.
    same: pairs of groups of which the first, where it stands, must name what the second does, or what that costs.
    apart: groups that must name kinds of things of which none can be another, too.
    under: ids of headings; what is said under another one, or under none, is not what the rule takes it for. Under
        these it is tried even where a text can be read, and no other is where it applies.
    alone: a group with a verb of which a form stands once before it in the text, and no more; 0 for none.
    by: a group with a verb; who is said to have done it must be the only one who did it in the text before; 0 for none.
    anywhere: whether it is tried behind the place where the parser is stuck, too: its words are never read themselves.
    """

    pattern: str
    instead: str
    across: int = 0
    free_of: tuple[tuple[int, str], ...] = ()
    found: str = ""
    because: str = ""
    unless: str = ""
    opens: bool = False
    same: tuple[tuple[int, int], ...] = ()
    under: tuple[str, ...] = ()
    apart: tuple[int, ...] = ()
    alone: int = 0
    by: int = 0
    anywhere: bool = False


def rules(lang: str) -> tuple[Rule, ...]:
    """The everyday wordings of a language."""
    return (*though_read(lang), *_listed(lang, WORDINGS))


def though_read(lang: str) -> tuple[Rule, ...]:
    """Those that are tried though a text can be read: every text is looked through for them, for the others few are."""
    return _listed(lang, THOUGH_READ)


@cache
def _listed(lang: str, name: str) -> tuple[Rule, ...]:
    filled = _fill(lang)
    found = []
    for entry in _entries(lang, name):
        free = tuple((int(group), filled(text)) for group, text in entry.get("free of", {}).items())
        read = entry.get("found", ""), entry.get("because", "")
        own = next((entry[key] for key in UNLESS if key in entry), "")
        opens = entry.get("opens") == "true"
        same = tuple((int(one), int(other)) for one, other in entry.get("same", {}).items())
        apart = tuple(int(group) for group in entry.get("apart", ()))
        alone = int(entry.get("alone", 0))
        for across in entry.get("across", "0").split("|"):
            found.append(
                Rule(
                    filled(entry["said"]),
                    entry["as"],
                    int(across),
                    free,
                    *read,
                    own,
                    opens,
                    same,
                    apart=apart,
                    alone=alone,
                    by=int(entry.get("by", 0)),
                    anywhere=entry.get("anywhere") == "true",
                )  # fmt: skip
            )
    return tuple(found)


def _entries(lang: str, name: str) -> Iterator[Mapping[str, Any]]:
    """The wordings of a list, of the language's file and of those that are parts of it."""
    return one_by_one(chain.from_iterable(data.get(name, ()) for data in files(lang, name)))


def files(lang: str, name: str) -> Iterator[Mapping[str, Any]]:
    """What stands in the file of a language, and in those of its parts that hold a list."""
    whole = _file(lang)
    yield whole
    yield from (_part(lang, part) for part in whole.get("parts", {}).get(name, ()))


def one_by_one(entries: Iterable[Any]) -> Iterator[Mapping[str, Any]]:
    """Wordings as they are written; of those that stand as `ways` under what they share, each has all of that."""
    for entry in entries:
        if isinstance(entry, list):
            yield {"said": entry[0], "as": entry[1]}
        elif "ways" in entry:
            yield from ({**entry, **way} for way in entry["ways"])
        else:
            yield entry


@cache
def _fill(lang: str) -> Callable[[str], str]:
    """What writes groups of words, and all ways of a fragment, for their names in a pattern."""
    words: dict[str, str] = {}

    def filled(text: str) -> str:
        return re.sub(r"\{(\w+)\}", lambda m: f"(?:{words[m[1]]})" if m[1] in words else m[0], text)

    for name, text in _file(lang).get("words", {}).items():  # each may stand in those behind it
        words[name] = filled(text)
    for name, ways in _file(lang).get("fragments", {}).items():
        words[name] = "|".join(re.sub(r"(?<!\\)\((?!\?)", "(?:", filled(said)) for said in ways)
    return filled


@cache
def fragments(lang: str) -> Mapping[str, tuple[tuple[str, str], ...]]:
    """What is written in several ways, by name: each way as a regular expression, and what is said for it."""
    filled, told = _fill(lang), _file(lang).get("fragments", {})
    return {name: tuple((filled(said), text) for said, text in ways.items()) for name, ways in told.items()}


@cache
def single(lang: str) -> str:
    """The words and numbers behind which one thing is named, as a regular expression."""
    return str(_file(lang).get("single", "1"))


@cache
def numbers(lang: str) -> Mapping[str, str]:
    """How a language says that a number is higher or lower, for the sentences of a lexicon that say it otherwise."""
    words: Mapping[str, str] = _file(lang).get("words", {})
    ways = _file(lang).get("numbers", {})
    return {name: text.replace("{n}", f"(?:{words.get('n', '')})") for name, text in ways.items()}


@cache
def verbs(lang: str) -> Mapping[str, str]:
    """How a language says a verb without what it is done to, and how often; {} where nothing tells."""
    said = dict(_file(lang).get("verbs", {}))
    return {**said, **{name: _file(lang).get("words", {}).get(name, "") for name in ("n", "opener")}} if said else {}


@cache
def kinds(lang: str) -> Mapping[str, Any]:
    """How a language says that one kind of a resource is chosen; {} where nothing tells."""
    words: Mapping[str, str] = _file(lang).get("words", {})
    said = _file(lang).get("kinds", {})
    ways = [{**way, "said": way["said"].replace("{n}", f"(?:{words.get('n', '')})")} for way in said.get("ways", ())]
    return {**said, "ways": ways} if said else {}


@cache
def prices(lang: str) -> Mapping[str, Any]:
    """How a language says what something costs whom; {} where nothing tells."""
    return _table(lang, "prices")


@cache
def done_by(lang: str) -> Mapping[str, str]:
    """How a language says who does something, for what is asked of one of them; {} where no wording asks that."""
    return {name: str(said) for name, said in _table(lang, "done by").items()}


@cache
def deeds(lang: str) -> Mapping[str, Any]:
    """How a language asks who did something, and how much of it; {} where nothing tells."""
    return _table(lang, "deeds")


def _table(lang: str, name: str) -> Mapping[str, Any]:
    """A table of the wordings, of which each part is crossed with each, with its words filled in."""
    fill = _fill(lang)

    def filled(said: Any) -> Any:
        if isinstance(said, str):
            return fill(said)
        return {key: filled(part) for key, part in said.items()} if isinstance(said, dict) else list(map(filled, said))

    told: Mapping[str, Any] = filled(_file(lang).get(name, {}))
    return told


@cache
def commas(lang: str) -> tuple[str, str]:
    """How bodies begin in which a comma may be missing, and before which words none is, as regular expressions."""
    said = _file(lang).get("comma", {})
    return str(said.get("missing", "")), str(said.get("never", "(?!)"))


@cache
def purposes(lang: str) -> tuple[str, str]:
    """What stands between a resource and its purpose in a noun, and where that is told in a sentence of its own."""
    said = _file(lang)["purpose"]
    return said["together"], said["apart"]


@cache
def either_word(lang: str) -> str:
    """What stands between the numbers of which one is meant: "or"."""
    return str(_file(lang).get("either", ""))


@cache
def exactly(lang: str) -> str:
    """How a language says that a number is a value and no other: "exactly"."""
    return str(_file(lang).get("exactly", ""))


@cache
def tally(lang: str) -> tuple[str, str]:
    """How the name of a number begins that says what it counts, and what people put behind that: "bird count"."""
    begins, ends = _file(lang).get("tally", ("", ""))
    return begins, ends


@cache
def apiece(lang: str) -> tuple[str, str]:
    """The ending that says "for each", and that of the plural for which it stands."""
    ends, many = _file(lang).get("apiece", ("", ""))
    return ends, many


@cache
def spoken_to(lang: str) -> Mapping[str, str]:
    """The words for what others have, each with that for what whoever is spoken to has."""
    return dict(_file(lang).get("spoken to", {}))


@cache
def costs(lang: str) -> str:
    """The words by which what a thing costs is called, as a regular expression."""
    return str(_file(lang).get("costs", "(?!)"))


@cache
def articles(lang: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The articles that change before the name of a value, as a regular expression; which, by how the name begins."""
    said = dict(_file(lang).get("article", {}))
    return said.pop("said", "(?!)"), tuple(said.items())


@cache
def _file(lang: str) -> Mapping[str, Any]:
    path = data_dir("grammar") / f"wordings.{lang}.yaml"
    return _plain(path) if path.is_file() else {}


@cache
def _part(lang: str, name: str) -> Mapping[str, Any]:
    return _plain(data_dir("grammar") / f"wordings.{lang}" / f"{name}.yaml")


def _plain(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.load(
        path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    )
    return loaded
