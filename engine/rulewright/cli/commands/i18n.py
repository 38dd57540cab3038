"""`rulewright i18n`: the translator's tools."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Any

import typer

from rulewright import disk
from rulewright.cli.rulesets import Packs, named, readable
from rulewright.cli.text.help import Commands
from rulewright.cli.text.reader_language import say
from rulewright.cli.text.report import err, out, report
from rulewright.language.interface import languages
from rulewright.problems import Problem, RulewrightError, problem
from rulewright.resources import data_dir
from rulewright.ruleset.files.discovery import shipped_rulesets
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.packs.pack_files import packs_in
from rulewright.ruleset.translations.doctor import examine, interface_files
from rulewright.ruleset.translations.drafts import Draft, draft, written
from rulewright.ruleset.translations.free_texts import note_reviewed, reviewable
from rulewright.ruleset.translations.po import exported, imported
from rulewright.ruleset.translations.proofs import STATES, Summary, record, summary
from rulewright.ruleset.translations.review import approved_in, page, review
from rulewright.ruleset.translations.text_locations import homes
from rulewright.ruleset.translations.writing import unwritten, write_texts

app = Commands(help="The translator's tools.")

Game = Annotated[str, typer.Argument(help="The name of a ruleset, or its folder.")]
Lang = Annotated[str, typer.Argument(help="The code of a language, as in grammar/core.<code>.lark.")]


@app.command("draft")
def draft_command(
    game: Game,
    lang: Lang,
    write: Annotated[bool, typer.Option("--write", help="Write locale/<lang>/texts.yaml instead of printing.")] = False,
    again: Annotated[bool, typer.Option("--again", help="Draft also what has a translation.")] = False,
    packs: Packs = None,
) -> None:
    """Print every mechanical text from its tree, already proved, and tell which words still lack their forms.

    With packs, what is new is written into the last of them: so somebody else's game gets a language.
    """
    spoken(lang)
    ruleset = readable(game, packs)
    found = draft(ruleset, lang, again)
    if write:
        for path in write_texts(ruleset, lang, found.texts):
            err.print(say("drafted", file=path, count=found.drafted))
        drafted = readable(game, packs)
        if lang in drafted.languages:
            record(drafted, lang)
    else:
        out.print(written(found, ruleset, lang), end="")
    _tell(found, ruleset, lang)
    left = list(unwritten(ruleset, lang, found.texts)) if write else []
    report(left)
    if left:
        raise typer.Exit(1)


def spoken(lang: str) -> None:
    """Refuse a language for which there is no grammar. Raises RulewrightError."""
    if lang not in languages():
        raise RulewrightError(problem("RW0246", found=lang, title="Rulewright", expected=languages()))


def _tell(found: Draft, ruleset: Ruleset, lang: str) -> None:
    for (section, word), users in found.missing.items():
        more = "used_in_more" if len(users) > 1 else "used_in"
        where = say(more, first=users[0], count=len(users) - 1) if users else ""
        err.print(say("formless", lang=lang, section=section, word=word, count=len(users), where=where))
    for form in found.forms:
        err.print(say("form_missing", lang=lang, form=form))
    for name in found.unsaid:
        err.print(say("sentence_missing", game=ruleset.id, lang=lang, name=name))
    for name, printed, different in found.misread:
        err.print(say("sentence_misread", game=ruleset.id, lang=lang, name=name, text=printed, different=different))


@app.command("export")
def export_command(
    game: Game,
    lang: Lang,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="The file; locale/<lang>/texts.po if left out."),
    ] = None,
    packs: Packs = None,
) -> None:
    """Write the texts of a language as a PO file for translators' editors, and note what changed since the last one."""
    spoken(lang)
    ruleset = readable(game, packs)
    path = output or homes(ruleset)[-1] / "locale" / lang / "texts.po"
    before = disk.read_text(path) if path.is_file() else ""
    if output is None:
        disk.make_folder(path.parent)
    disk.write(path, exported(ruleset, lang, before))
    if lang in ruleset.languages:
        record(ruleset, lang)
    err.print(say("file_written", file=path))


@app.command("import")
def import_command(
    game: Game,
    lang: Lang,
    file: Annotated[Path, typer.Argument(help="A PO file, as `i18n export` writes it.")],
    packs: Packs = None,
) -> None:
    """Take the translations of a PO file into locale/<lang>/texts.yaml, and check them."""
    spoken(lang)
    ruleset = readable(game, packs)
    texts, unknown = imported(ruleset, lang, disk.read_text(file))
    for context in unknown:
        err.print(say("context_unknown", file=file, game=ruleset.id, context=context))
    for path in write_texts(ruleset, lang, texts):
        err.print(say("file_written", file=path))
    again = readable(game, packs)
    record(again, lang)
    found = summary(again, lang)
    left = list(unwritten(ruleset, lang, texts))
    report([*left, *(item for text in found.texts for item in text.problems)])
    for line in _table([_score(again, lang, found)]):
        out.print(line)
    if left:
        raise typer.Exit(1)


SIGNS = {"proved": "✓", "different": "≠", "unparsed": "?", "stale": "~", "missing": "·"}
"""A sign beside each state that is told in one line: no state is told by colour alone."""


@app.command("check")
def check_command(
    game: Annotated[
        str | None, typer.Argument(help="A ruleset or its folder; all that ship, if none is given.")
    ] = None,
    lang: Annotated[
        str | None, typer.Argument(help="A language; all that the ruleset speaks, if none is given.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the state of every text as JSON.")] = False,
    badges: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write an SVG badge for each ruleset and language here.")
    ] = None,
    keep: Annotated[bool, typer.Option("--record", help="Note in locale/<lang>/proved.txt what is proved.")] = False,
    packs: Packs = None,
) -> None:
    """Give every text of a language its state, and name what differs from the English one.

    Its share is of all that a reader meets: texts, sentences of the rules, names and words. For one game and language
    it also lists what is still said in English. Without a game it takes each with all of its packs.
    """
    if game is not None and lang is None and game in languages() and not Path(game).exists():
        game, lang = None, game
    if lang is not None:
        spoken(lang)
    scores: list[dict[str, Any]] = []
    problems: list[Problem] = []
    labels = False
    for name in named([game] if game else []):
        ruleset = readable(name, packs) if game or packs else _whole(name)
        for code in [lang] if lang else [code for code in ruleset.languages if code != "en"]:
            found = summary(ruleset, code)
            problems += (*(item for text in found.texts for item in text.problems), *found.labels)
            labels |= bool(found.labels)
            scores.append(_score(ruleset, code, found))
            if keep and code in ruleset.languages:
                record(ruleset, code)
    if as_json:
        out.print(json.dumps(scores, ensure_ascii=False, indent=2))
    else:
        report(problems)
        for line in _table(scores):
            out.print(line)
        for what, key in LACKS.items() if game and lang else ():
            for name in scores[0][what] if scores else ():
                out.print(f"  {say(key)}: {name}")
    if badges:
        disk.make_folder(badges)
        for score in scores:
            path = badges / f"{score['game']}-{score['lang']}.svg"
            disk.write(path, badge(f"{score['game']} {score['lang']}", score["proved"]))
    if labels or any(score["proved"] < 100 for score in scores):
        raise typer.Exit(1)


@app.command("review")
def review_command(
    lang: Lang,
    games: Annotated[
        list[str] | None, typer.Argument(help="Rulesets or their folders; all that ship with their packs, if none is.")
    ] = None,
    approved: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="A page that a reader has approved: what it shows is left out."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write the page into this file.")
    ] = None,
    packs: Packs = None,
) -> None:
    """Print the fewest sentences that show all constructs and forms of a language, for a reader to approve."""
    spoken(lang)
    rulesets = [readable(name, packs) for name in games or ()] or [_whole(name) for name in shipped_rulesets()]
    known = {text for path in approved or () for text in approved_in(disk.read_text(path))}
    found = review([item for item in rulesets if lang in item.languages], lang, known)
    text = "\n".join(page(found, lang)) + "\n"
    if output:
        disk.write(output, text)
        err.print(say("file_written", file=output))
    else:
        out.print(text, end="")


@app.command("free")
def free_command(
    game: Game,
    lang: Lang,
    reviewed: Annotated[
        list[str] | None,
        typer.Option(help="Record that these texts were reviewed, such as titles.* or components.*.name."),
    ] = None,
    packs: Packs = None,
) -> None:
    """List the names, titles and own words, which nothing proves, that nobody has reviewed or that changed since."""
    spoken(lang)
    ruleset = readable(game, packs)
    if reviewed:
        patterns = tuple(reviewed)

        def chosen(context: str) -> bool:
            return any(context == pattern or fnmatchcase(context, pattern) for pattern in patterns)

        noted = note_reviewed(ruleset, lang, chosen)
        err.print(say("free_noted", count=noted))
    found = list(reviewable(ruleset, lang))
    left = [text for text in found if text.state != "reviewed"]
    for text in left:
        changed = f" ({say('free_changed')})" if text.state == "changed" else ""
        out.print(f"{text.context}{changed}")
        out.print(f"  {text.english}")
        out.print(f"> {text.said}")
    out.print(say("free_left", left=len(left), reviewed=len(found) - len(left)))


def _whole(name: str) -> Ruleset:
    """A ruleset with all packs that lie in its folder."""
    folder = shipped_rulesets().get(name, Path(name))
    return readable(name, [str(path) for path in packs_in([folder / "packs"])])


def _score(ruleset: Ruleset, lang: str, found: Summary) -> dict[str, Any]:
    """What was found of one language, as plain data.

    proved: the share of what a reader meets that is in the language: texts that are proved, sentences of the rules,
    names and titles, words; free: names and titles, which mean nothing to the rules.
    """
    counts = {state: sum(text.state == state for text in found.texts) for state in STATES}
    return {
        "game": ruleset.id,
        "lang": lang,
        "proved": found.share,
        "states": counts,
        "rules": found.said,
        "free": found.names,
        "words without forms": [f"{section}.{name}" for section, name in found.words],
        "names in English": list(found.unnamed),
        "rules in English": list(found.unsaid),
        "texts": {text.id: text.state for text in found.texts},
    }


LACKS = {"words without forms": "lacks_words", "names in English": "lacks_names", "rules in English": "lacks_rules"}
"""What a language lacks that is no text of its own, and the word of the interface for it."""


def _table(scores: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    width = max((len(score["game"]) for score in scores), default=0)
    for score in scores:
        told = "  ".join(f"{SIGNS[state]} {score['states'][state]} {say(f'state_{state}')}" for state in STATES)
        told += f"  {score['rules']} {say('state_rules')}  {score['free']} {say('state_free')}"
        lacks = "".join(f"; {len(score[what])} {say(key)}" for what, key in LACKS.items() if score[what])
        yield f"{score['game']:{width}}  {score['lang']}  {score['proved']:3} %  {told}{lacks}"


def badge(name: str, share: int) -> str:
    """A picture that tells how much of a language is proved."""
    left, right = 7 * len(name) + 12, 62
    colour = "#2c7a2c" if share == 100 else "#8a6d00" if share else "#a12a2a"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" '
        f'aria-label="{name}: {share} % proved" font-family="sans-serif" font-size="11" fill="#fff">'
        f'<rect width="{left + right}" height="20" rx="3" fill="#444"/>'
        f'<rect x="{left}" width="{right}" height="20" rx="3" fill="{colour}"/>'
        f'<text x="6" y="14">{name}</text><text x="{left + 6}" y="14">{share} % {"✓" if share == 100 else ""}</text>'
        "</svg>\n"
    )


@app.command("doctor")
def doctor_command(
    lang: Lang,
    game: Annotated[
        str | None, typer.Argument(help="A ruleset, or its folder, whose sentences are tried; it has words in it.")
    ] = None,
    packs: Packs = None,
) -> None:
    """Tell what the grammar of a language cannot say yet, and what it says that is understood as something else."""
    spoken(lang)
    found = examine(lang, readable(game, packs) if game else None)
    for text in found.constructs:
        out.print(say("doctor_construct", text=text))
    for kind, words in found.words.items():
        out.print(say("doctor_words", kind=kind, names=", ".join(words)))
    for gap in found.forms:
        key = "doctor_ruled" if gap.given else "doctor_form"
        told = {name: str(getattr(gap, name)) for name in ("english", "own", "form", "made", "given", "other")}
        out.print(say(key, **told))
    report(found.clashes)
    for text, reason in found.unsaid:
        out.print(say("doctor_unsaid", text=text, reason=reason))
    for english, said, back in found.misread:
        out.print(say("doctor_misread", english=english, said=said, back=back))
    for part in found.borrowed:
        counted = {"file": part.file, "same": part.same, "all": part.all, "other": part.other}
        out.print(say("doctor_borrowed", **counted))
    if found:
        raise typer.Exit(1)
    out.print(say("doctor_well", lang=lang))


@app.command("new")
def new_command(
    lang: Annotated[str, typer.Argument(help="The code of the new language: two or three small letters.")],
    like: Annotated[str, typer.Option(help="A language that is near: its grammar and words are where one begins.")],
) -> None:
    """Make the files of a new language, as those of another: it works at once, and each word is yours to change."""
    spoken(like)
    folder = data_dir("grammar")
    paths = {folder / name.format(like): folder / name.format(lang) for name in ("core.{}.lark", "words.{}.yaml")}
    if not re.fullmatch("[a-z]{2,3}", lang):
        raise RulewrightError(problem("RW0246", found=lang, title="Rulewright", expected=languages()))
    for path, new in paths.items():
        disk.write(new, disk.read_text(path), new=True)
        err.print(say("file_written", file=new))


@app.command("status")
def status_command() -> None:
    """Tell of each language which games speak it, and what of the programs is told in it; the rest is in English."""
    rulesets = [readable(name, None) for name in shipped_rulesets()]
    for lang in languages():
        parts = interface_files(lang)
        lacking = [f"{table}.{lang}.yaml" for table, there in parts.items() if not there]
        games = ", ".join(ruleset.id for ruleset in rulesets if lang in ruleset.languages)
        told = say("status_in_english", names=", ".join(lacking)) if lacking else say("status_whole")
        out.print(f"{lang}  {games}; {told}")
