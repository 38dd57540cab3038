"""`rulewright propose`: the nearest sentences that compile, for a text as somebody would say it."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from rulewright.cli.rulesets import Packs, readable, speaking
from rulewright.cli.text.missing_words import shown
from rulewright.cli.text.reader_language import reader, say
from rulewright.cli.text.report import out
from rulewright.language.interface import told
from rulewright.problems import RulewrightError
from rulewright.ruleset.model import Ruleset

if TYPE_CHECKING:
    from rulewright.compiler.proposing import Proposal, Proposer
    from rulewright.compiler.proposing.missing import Entry


def propose(
    game: Annotated[str, typer.Argument(help="The name of a ruleset, or its folder.")],
    text: Annotated[str, typer.Argument(help="What a card should say, in your own words.")],
    kind: Annotated[
        str | None, typer.Option(metavar="KIND", help="The kind of card that would say it; by default the likeliest.")
    ] = None,
    lang: Annotated[str | None, typer.Option(metavar="LANGUAGE", help="The language of the sentences.")] = None,
    packs: Packs = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the proposals as JSON.")] = False,
) -> None:
    """Propose the nearest sentences that compile, each with how it is understood."""
    from rulewright.compiler.proposing import Proposer  # much that other commands need not load
    from rulewright.compiler.proposing.judging.content_words import unknown_words

    ruleset = readable(game, packs)
    lang = speaking(ruleset, lang)
    looking = Proposer(ruleset, lang, kind)
    found = looking.proposals(text)
    if as_json:
        out.print(json.dumps([asdict(one) for one in found], ensure_ascii=False, indent=2))
        raise typer.Exit(0 if found else 1)
    fails = looking.failing(text)
    if fails:
        out.print(say("fails_here", text=fails))
    entries, spelled = _missing(looking, text)
    if not any(map(_is_whole, found)):
        found = [*spelled, *found]
    if not found:
        unknown = unknown_words(ruleset, text, lang)
        if unknown:
            out.print(say("no_word_for", words=", ".join(unknown)))
    if not found and not entries:
        out.print(say("nothing_near", game=game))
        alike = looking.like(fails or text)
        if alike:
            out.print("\n    ".join([say("said_alike"), *alike]))
        for lesson in _lessons(ruleset, text, lang):
            out.print(lesson)
    if all(one.without for one in found) and not entries:
        _clauses(looking, text)
    if looking.budget.ended:
        out.print(say("looked_so_long", seconds=round(looking.budget.seconds), count=looking.budget.tried))
    for one in filter(_is_whole, found):  # a word was spelled wrong, perhaps
        _print(one)
    for line in shown(entries):
        out.print(line)
    for one in found:
        if not _is_whole(one):
            _print(one)
    if not found and not entries:
        raise typer.Exit(1)


def _missing(looking: Proposer, text: str) -> tuple[list[Entry], list[Proposal]]:
    """Entries of the lexicon with which a text can be read, and the text with words of the game spelled so."""
    from rulewright.compiler.proposing.missing import MissingWords

    if looking.texts.read(text) is not None:
        return [], []
    words = MissingWords(looking.ruleset, looking.lang, looking.kind)
    entries = words.entries(text)
    return entries, words.spelled_right(text) if entries else []


def _is_whole(one: Proposal) -> bool:
    """Whether a proposal says all that was asked for, and no more."""
    return not one.without and not one.more


def _print(one: Proposal) -> None:
    """Print a sentence that compiles, where it can stand, what it leaves out and adds, and how it is understood."""
    where = say("says_it_card", kind=one.kind.replace("_", " ")) if one.kind else say("says_it_step")
    out.print("\n".join(one.text.rstrip().splitlines()))
    out.print(f"    {where}" + (f" {say('means_the_same')}" if one.same else ""))
    for key, words in (("says_nothing_of", one.without), ("says_also", one.more)):
        if words:
            out.print(f"    {say(key, words=', '.join(words))}")
    if one.understood:
        out.print(f"    {say('understood_as', text=one.understood)}")


def _clauses(looking: Proposer, text: str) -> None:
    """Tell which clauses of a text that cannot be read as a whole can be read by themselves, and which cannot."""
    if looking.texts.read(text) is not None:
        return
    clauses = looking.clauses(text)
    read, unread = ([clause for clause, is_read in clauses if is_read is wanted] for wanted in (True, False))
    if not read and len(unread) < 2:
        return  # there is but one clause, of which all has been told
    for key, some in (("read_by_itself", read), ("not_read_by_itself", unread)):
        if some:
            out.print("\n    ".join([say(key), *some]))


def _lessons(ruleset: Ruleset, text: str, lang: str) -> list[str]:
    """How such things are said as a text says in words that cannot be read (see `language.parsing.lessons`)."""
    try:
        ruleset.parse(text, lang)
    except RulewrightError as error:
        found = (told(one, reader()) for one in error.problems if one.code == "RW0334")
        return list(dict.fromkeys(f"{one.message} {one.hint}" for one in found))
    return []
