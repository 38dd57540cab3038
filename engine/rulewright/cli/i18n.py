"""`rulewright i18n`: the translator's tools."""

from __future__ import annotations

from typing import Annotated

import typer

from rulewright.cli.report import err, out
from rulewright.cli.rulesets import Packs, readable
from rulewright.language.problems import RulewrightError, problem
from rulewright.resources import data_dir
from rulewright.ruleset.drafts import Draft, draft, written
from rulewright.ruleset.model import Ruleset

app = typer.Typer(help="The translator's tools.", no_args_is_help=True)

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
    """Print every mechanical text from its tree, already proved, and tell which words still lack their forms."""
    spoken(lang)
    ruleset = readable(game, packs)
    found = draft(ruleset, lang, again)
    text = written(found, ruleset, lang)
    if write:
        path = ruleset.folder / "locale" / lang / "texts.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        err.print(f"{path}: {found.drafted} texts drafted")
    else:
        out.print(text, end="")
    _tell(found, ruleset, lang)


def spoken(lang: str) -> None:
    """Refuse a language for which there is no grammar. Raises RulewrightError."""
    codes = sorted(path.name.split(".")[1] for path in data_dir("grammar").glob("core.*.lark"))
    if lang not in codes:
        raise RulewrightError(problem("RW0246", found=lang, title="Rulewright", expected=codes))


def _tell(found: Draft, ruleset: Ruleset, lang: str) -> None:
    for (section, word), users in found.missing.items():
        where = f", in {users[0]}" + (f" and {len(users) - 1} more" if len(users) > 1 else "") if users else ""
        err.print(f"locale/{lang}/lexicon.yaml: {section}: {word} has no form: used {len(users)} times{where}")
    for form in found.forms:
        err.print(f"locale/{lang}/lexicon.yaml: {form} is missing")
    for name in found.unsaid:
        err.print(f"{ruleset.id}: {lang} has no sentence for the text of {name}")
