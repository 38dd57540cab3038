"""`rulewright phrasebook`: all that can be said in a game: its words, and sentences that are made of them."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from typing import Annotated

import typer

from rulewright.cli.rulesets import Packs, readable, speaking
from rulewright.cli.text.reader_language import say
from rulewright.cli.text.report import out
from rulewright.language.called import noun_said
from rulewright.language.interface import said
from rulewright.problems import RulewrightError, problem
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.phrasebook import Entry, Section, Sentence, phrasebook

STYLE = (
    "body{font:9pt/1.25 sans-serif;margin:1.5rem}main{columns:3 20rem;column-gap:1.5rem}h1{margin:0 0 .5rem}"
    "h2{font-size:10pt;margin:.6rem 0 .2rem;break-after:avoid}dl{margin:0}dt{font-weight:bold;break-after:avoid}"
    "dd{margin:0 0 .15rem .8rem}i{color:#666}@page{size:A4;margin:1cm}"
)


def phrasebook_command(
    game: Annotated[str, typer.Argument(help="The name of a ruleset, or its folder.")],
    lang: Annotated[str | None, typer.Option(metavar="LANGUAGE", help="The language of the sentences.")] = None,
    packs: Packs = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON, for editors.")] = False,
    as_html: Annotated[bool, typer.Option("--html", help="Print one page of HTML.")] = False,
) -> None:
    """Print all that can be said in a game: its words, each with a sentence of it, and sentences made of them."""
    if as_json and as_html:
        raise RulewrightError(problem("RW0841"))
    ruleset = readable(game, packs)
    lang = speaking(ruleset, lang)
    sections = [*phrasebook(ruleset, lang), *made(ruleset, lang)]
    if as_json:
        data = {"game": ruleset.id, "language": lang, "sections": [_data(section, lang) for section in sections]}
        out.print(json.dumps(data, ensure_ascii=False, indent=2))
        return
    title = ruleset.content.data["locale"].get(lang, {}).get("texts", {}).get("title", ruleset.title)
    for line in page(sections, str(title), lang) if as_html else text(sections, str(title), lang):
        out.print(line)


def made(ruleset: Ruleset, lang: str) -> list[Section]:
    """Sections of sentences that were made of the game's words, each of which compiles in it."""
    from rulewright.compiler.sayable import sayable  # much that other commands need not load

    language = ruleset.language(lang)
    sections: dict[str, list[Entry]] = {}
    for one in sayable(ruleset, lang):
        sentence = Sentence(one.text, language.parse(one.text), "text", ())
        on = (("on", noun_said(language.lexicon, one.kind) or one.kind),) if one.only else ()
        entry = Entry(one.id, "", sentence, "made", (one.kind,) if one.kind else (), on)
        sections.setdefault(one.group, []).append(entry)
    return [Section(f"say_{group}", tuple(entries)) for group, entries in sections.items()]


def text(sections: list[Section], title: str, lang: str) -> Iterator[str]:
    """A line for each word, with its sentence and where that stands."""
    yield say("phrasebook_of", game=title)
    for section in sections:
        yield f"\n{said(f'phrases_{section.name}', lang)}"
        for entry in section.entries:
            said_of = f"{called(entry, lang)}{_noted(entry, lang)}".lstrip()
            shown = (f": {_shown(entry)}" if said_of else _shown(entry)) if entry.sentence else ""
            yield f"  {said_of}{shown}"


def _noted(entry: Entry, lang: str) -> str:
    """What is noted of a word, in brackets."""
    notes = "; ".join(said(f"phrase_{name}", lang).format(words=words) for name, words in entry.notes)
    return f" ({notes})" if notes else ""


def _shown(entry: Entry) -> str:
    source = _source(entry)
    return _example(entry) + (f"  [{source}]" if source else "")


def page(sections: list[Section], title: str, lang: str) -> Iterator[str]:
    """The same as one page of HTML, without anything from elsewhere."""
    heading = html.escape(say("phrasebook_of", game=title))
    yield f'<!doctype html>\n<html lang="{lang}">\n<meta charset="utf-8">\n<title>{heading}</title>'
    yield f"<style>{STYLE}</style>\n<h1>{heading}</h1>\n<main>"
    for section in sections:
        yield f"<h2>{html.escape(said(f'phrases_{section.name}', lang))}</h2>\n<dl>"
        for entry in section.entries:
            noted = f"<small>{html.escape(_noted(entry, lang))}</small>" if entry.notes else ""
            if entry.said:
                yield f"<dt>{html.escape(called(entry, lang))}{noted}</dt>"
            if entry.sentence:
                yield f"<dd>{html.escape(_example(entry))} <i>{html.escape(_source(entry))}</i></dd>"
        yield "</dl>"
    yield "</main>\n</html>"


def called(entry: Entry, lang: str) -> str:
    """What stands in front of the sentence: the word, or what a construct is for."""
    if entry.kind == "event" and entry.id == "others":
        return said("phrase_others", lang).format(words=entry.said)
    return said(f"way_{entry.id}", lang) if entry.kind == "way" else entry.said


def _example(entry: Entry) -> str:
    """The sentence in one line; what is a part of a sentence only, in the middle of one."""
    assert entry.sentence is not None
    sentence = " ".join(entry.sentence.text.split())
    return sentence if entry.sentence.kind in ("text", "sentence") else f"… {sentence} …"


def _source(entry: Entry) -> str:
    return entry.sentence.source if entry.sentence else ""


def _data(section: Section, lang: str) -> dict[str, object]:
    return {
        "section": section.name,
        "title": said(f"phrases_{section.name}", lang),
        "entries": [
            {
                "id": entry.id, "said": called(entry, lang), "kind": entry.kind, "of": list(entry.of),
                "notes": dict(entry.notes),
                "sentence": entry.sentence.text if entry.sentence else None,
                "read_as": entry.sentence.kind if entry.sentence else None,
                "from": list(entry.sentence.path) if entry.sentence else None,
            }
            for entry in section.entries
        ],
    }  # fmt: skip
