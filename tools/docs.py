"""Write the pages of docs/ that are made from the program itself.

    tools/docs            # after the catalogue, the grammar, the compiler or the files of the engine have changed
    tools/docs --check    # 1 if a page is not what the program says
    tools/docs modding.md # only this page

errors.md is made from the catalogue of problems. In language.md and architecture.md the parts between `<!-- name -->`
and `<!-- end -->` are written, in designers.md, modding.md and enter-your-own-cards.md what the commands print, after
all that the page tells the reader to do has been done.
"""

from __future__ import annotations

import ast
import inspect
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from difflib import unified_diff
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from command_server import script

from rulewright.cli.text import trees
from rulewright.compiler.builder import Builder
from rulewright.compiler.pipeline import compile_ruleset
from rulewright.compiler.program import Program
from rulewright.language import nodes
from rulewright.language.language import Language
from rulewright.language.lexicon import core_words
from rulewright.language.nodes import acts, amounts, conditions, filters, noun_phrases, statements
from rulewright.language.printing.patterns import first_form, pattern
from rulewright.problems import RulewrightError, catalogue
from rulewright.ruleset.blocks import Block, Say, Step, Words
from rulewright.ruleset.loader import load_ruleset, read_ruleset
from rulewright.ruleset.model import Ruleset

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
SAMPLES = ROOT / "tests" / "docs"
Lines = list[str]

# ------------------------------------------------------------------ errors.md

AREAS = {
    "RW01": "YAML",
    "RW02": "Schemas and references",
    "RW03": "Sentences",
    "RW04": "What a sentence says",
    "RW05": "Words and grammars",
    "RW06": "Compiling",
    "RW07": "Playing the rules",
    "RW08": "Commands, scenarios and journals",
    "RW09": "Packs",
}


def errors_page() -> Lines:
    """Every code with its meaning, how to mend it, and its examples."""
    parts = [
        "# Problems and how to mend them",
        "",
        "Written by `tools/docs` from the catalogue (`engine/rulewright/problems.yaml`).",
        "What stands in braces comes from the place where the problem is found.",
    ]
    for area, title in AREAS.items():
        entries = {code: entry for code, entry in sorted(catalogue().items()) if code.startswith(area)}
        if entries:
            parts += ["", f"## {area}: {title}"]
        for code, entry in entries.items():
            parts += ["", f"### {code} {entry['title']}", "", plain(entry["message"]), "", plain(entry["hint"])]
            for name in ("broken", "mended"):
                if name in entry:
                    parts += ["", f"{name.capitalize()}:", "", *example(entry[name])]
    return parts


def plain(text: str) -> str:
    """A message with its doubled braces undone."""
    return text.replace("{{", "{").replace("}}", "}")


def example(data: dict[str, Any]) -> Lines:
    """An example as a block of YAML: each file under its name, or what else it consists of."""
    lines: Lines = []
    for key, value in data.items():
        if key == "command":
            lines.append(f"# rulewright {value}")
        elif key not in ("files", "packs"):
            lines += yaml.safe_dump({key: value}, allow_unicode=True, sort_keys=False, width=110).splitlines()
        else:
            for file, content in value.items():
                lines.append(f"# {file}")
                if isinstance(content, str):
                    lines += content.replace("\u202e", "\\u202e").splitlines()
                else:
                    lines += yaml.safe_dump(content, allow_unicode=True, sort_keys=False, width=110).splitlines()
    return ["```yaml", *(lines or ["# the file as it was"]), "```"]


# ------------------------------------------------------------------ language.md

KINDS = {
    "DET": "determiners",
    "PRON": "pronouns",
    "PLACE": "prepositions of places",
    "TIMING": "words before an event",
    "ADV": "adverbs after the verb",
    "ADVPRE": "adverbs before the verb",
}
HOW = {"action": "done", "always": "holds", "step": "step", "": "read only"}


def sentences() -> dict[str, Any]:
    """The sample sentences: of constructs by class, of verbs by id."""
    data: dict[str, Any] = yaml.safe_load((SAMPLES / "sentences.yaml").read_text(encoding="utf-8"))
    return data


def example_ruleset() -> Ruleset:
    """The ruleset in whose words the examples speak."""
    ruleset, problems = read_ruleset(SAMPLES / "example")
    if ruleset is None or problems:
        raise RulewrightError(*problems)
    return ruleset


@cache
def today() -> tuple[dict[str, list[tuple[str, str]]], dict[str, tuple[str, str]]]:
    """What becomes of the sample sentences: of constructs by class, of verbs by id."""
    ruleset, samples = example_ruleset(), sentences()
    constructs = {name: [(t, HOW[runs(ruleset, t)]) for t in texts] for name, texts in samples["constructs"].items()}
    return constructs, {verb: (text, HOW[runs(ruleset, text)]) for verb, text in samples["verbs"].items()}


def not_yet_part() -> Lines:
    """Constructs and verbs that do not run, and constructs that run in some examples only."""
    constructs, verbs = today()
    none = [name for name, texts in constructs.items() if all(how == HOW[""] for _, how in texts)]
    some = [name for name, texts in constructs.items() if any(how == HOW[""] for _, how in texts) and name not in none]
    unrun = [verb for verb, (_, how) in verbs.items() if how == HOW[""]]
    return [
        f"Of {len(constructs)} constructs, {len(constructs) - len(none)} run; of {len(verbs)} verbs, "
        f"{len(verbs) - len(unrun)}.",
        "",
        *listed("constructs that are only read", none),
        *listed("constructs of which an example below is only read", some),
        *listed("verbs that need a meaning in the lexicon", unrun),
    ]


def constructs_part() -> Lines:
    """Every class of nodes: what it means, how it is said, examples."""
    language, lines = example_ruleset().language(), []
    for section, classes in sections():
        lines += ["", f"### {section[0].upper()}{section[1:]}"]
        for node_class in classes:
            lines += ["", f"#### {node_class.__name__}", "", *(inspect.getdoc(node_class) or "").splitlines()]
            lines += ["", "```text", *said(language, node_class), "```", ""]
            lines += [f"- {text} (**{how}**)" for text, how in today()[0][node_class.__name__]]
    return lines[1:]


def example_lexicon_part() -> Lines:
    """The words of the examples."""
    lexicon = (SAMPLES / "example" / "lexicon.yaml").read_text(encoding="utf-8")
    return ["```yaml", *lexicon.splitlines()[1:], "```"]


def sections() -> Iterator[tuple[str, list[type[nodes.Node]]]]:
    """The concrete node classes, under the headings of the modules of `nodes`."""
    rooms = (statements, conditions, acts, filters, noun_phrases, amounts)
    source = "\n".join(map(inspect.getsource, rooms))
    parts = re.split(r"^# -{10,} (.+)$", source, flags=re.MULTILINE)
    for title, code in zip(parts[1::2], parts[2::2], strict=True):
        classes = [getattr(nodes, name) for name in re.findall(r"^class (\w+)", code, flags=re.MULTILINE)]
        concrete = [item for item in classes if not item.__subclasses__()]
        if concrete:
            yield title, concrete


def said(language: Language, node_class: type[nodes.Node]) -> Iterator[str]:
    """The ways to say a construct, each once."""
    alternatives = (item for group in language.grammar.alternatives.values() for item in group)
    return iter(dict.fromkeys(pattern(item, "en") for item in alternatives if item.node_class is node_class))


def runs(ruleset: Ruleset, text: str) -> str:
    """Where a text can be compiled: `action`, `always`, `step`, or nowhere."""
    inner = text[0].lower() + text[1:]
    tries: list[tuple[str, Callable[[], Ruleset]]] = [
        ("action", lambda: with_card_text(ruleset, f"Action: {inner}")),
        ("always", lambda: with_card_text(ruleset, f"Always: {inner}")),
        ("step", lambda: with_step(ruleset, text)),
    ]
    if re.match(r"\w+(, [\w ]+)?: ", text):  # it has a heading of its own
        tries = [("action", lambda: with_card_text(ruleset, text))] + tries[2:]
    for where, changed in tries:
        try:
            Builder(changed(), 2, {}).build()  # what cannot be compiled is refused here; the passes refuse nothing
            return where
        except RulewrightError:
            pass
    return ""


def with_card_text(ruleset: Ruleset, text: str) -> Ruleset:
    """The ruleset with another text on its trial card."""
    card = ruleset.components["trial"]
    words = Words(text, "text", ("components", "trial", "text"), lambda said, kind, path: ruleset.parse(said))
    return replace(ruleset, components={**ruleset.components, "trial": replace(card, text=words)})


def with_step(ruleset: Ruleset, text: str) -> Ruleset:
    """The ruleset with a sentence as the last step of its procedure."""
    procedure = ruleset.procedures["harvest"]
    path = ("procedures", "harvest", "do", 2)
    words = Words(text, "sentence", path, lambda said, kind, path: ruleset.parse(said, kind="block_sentence"))
    steps = (*procedure.do.steps[:2], Step(Say(words), path))
    return replace(ruleset, procedures={**ruleset.procedures, "harvest": replace(procedure, do=Block(steps))})


def verbs_part() -> Lines:
    """The verbs of the core with their patterns and what becomes of an example."""
    lines = ["| verb | said | example | today |", "| --- | --- | --- | --- |"]
    for verb, entry in core_words("en")["verbs"].items():
        patterns = entry["en"]["pattern"]
        ways = " or ".join(f"`{pattern}`" for pattern in ([patterns] if isinstance(patterns, str) else patterns))
        text, how = today()[1][verb]
        lines.append(f"| {verb} | {ways} | {text} | {how} |")
    return lines


def core_words_part() -> Lines:
    """The core's own words, by kind."""
    core, lines = core_words("en"), []
    for section in ("nouns", "adjectives", "relations", "times"):
        lines += listed(section, (first_form(entry["en"]) for entry in core[section].values()))
    for name, title in KINDS.items():
        lines += listed(title, (first_form(forms) for forms in core["classes"][name].values()))
    return lines


def listed(title: str, words: Iterable[str]) -> Lines:
    """One kind of words as a point of a list."""
    return [f"- **{title}**: {', '.join(words) or 'none'}"]


# ------------------------------------------------------------------ architecture.md


def folders_part() -> Lines:
    """One line for each folder of the engine, in the order of the layers: the first sentence of its docstring."""
    engine = ROOT / "engine" / "rulewright"
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    layers = re.findall(r"^cli -> .+$", page, flags=re.MULTILINE)[0].split(" -> ")
    lines = ["| folder | what it does |", "| --- | --- |"]
    for layer in layers:
        for path in sorted((engine / layer).rglob("__init__.py")):
            docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
            first = re.split(r"\n\n|(?<=[.!?])\s", docstring)[0].replace("\n", " ")
            lines.append(f"| {path.parent.relative_to(engine)}/ | {first} |")
    return lines


def cavalry_yaml_part() -> Lines:
    """The card as its file has it."""
    text = (ROOT / "rulesets/mythotopia/components/improvement_cards.yaml").read_text(encoding="utf-8")
    card = next(part for part in re.split(r"\n(?=- id: )", text) if part.startswith("- id: cavalry\n"))
    return ["```yaml", *card.strip().splitlines(), "```"]


def cavalry_tree_part() -> Lines:
    """The tree of the card's text."""
    words = mythotopia().components["cavalry"].text
    assert words is not None and words.tree is not None
    return ["```text", *trees.lines(words.tree), "```"]


def mythotopia() -> Ruleset:
    """The ruleset whose cards the page follows."""
    return load_ruleset("mythotopia")


def program() -> Program:
    """Its program for two players."""
    ruleset = mythotopia()
    return compile_ruleset(ruleset, 2, {option.id: option.default for option in ruleset.options.values()})


def cavalry_source_part() -> Lines:
    """The function of the number that the card changes."""
    return functions(program(), ["num_combat_strength", "new_num_combat_strength"])


def mystic_source_part() -> Lines:
    """The blocks of the action."""
    made = program()
    labels = [label for label, owner in enumerate(made.owner) if owner == "use_mystic_free_action_hand"]
    return functions(made, [f"b{label}" for label in labels])


def functions(made: Program, names: Lines) -> Lines:
    """Functions of a generated program."""
    every = re.finditer(r"def (\w+)\(.*?(?=\ndef |\Z)", made.text, flags=re.DOTALL)
    found = {match[1]: match[0].rstrip() for match in every}
    return ["```python", *"\n\n".join(found[name] for name in names if name in found).splitlines(), "```"]


SESSION = """\
import rulewright as rw
ruleset = rw.load("mythotopia")
games = (ruleset.new_game(players=2, seed=seed) for seed in range(100))
game = next(game for game in games if game.decision.seat == 0 and not game.setting_up)
game.arrange({"seats": [{"zones": {"hand": ["mystic", "start_market"], "discard_pile": ["limes", "queen"]}}]})
[option.text() for option in game.decision.options if "Mystic" in option.text()]
game.choose("mystic:free_action")
game.decision.prompt()
[(option.id, option.text()) for option in game.decision.options]
before = game.hash()
game.choose("queen")
game.hash() != before
game.journal
game.log_lines()[-3:]
game.view(0)["seats"][0]["zones"]["hand"]
"""


def session_part() -> Lines:
    """The action, played by API."""
    lines: Lines = []
    names: dict[str, Any] = {}
    for line in SESSION.splitlines():
        lines.append(f">>> {line}")
        try:
            value = eval(line, names)
        except SyntaxError:
            exec(line, names)
        else:
            lines += [] if value is None else repr(value).splitlines()
    return ["```pycon", *lines, "```"]


# ------------------------------------------------------------------ pages with commands


def page_carried_out(name: str) -> Lines:
    """A page as it stands, with what its commands print today."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "rulesets").symlink_to(ROOT / "rulesets")
        return carried_out((DOCS / name).read_text(encoding="utf-8"), Path(folder)).splitlines()


def carried_out(page: str, folder: Path) -> str:
    """Do in a folder what a page tells the reader to do, and return the page with what was printed.

    A `console` block is run, command by command; a `diff` block is an edit of the file that it names; a `yaml` block
    begins with the name of the file that it is.
    """

    def do(block: re.Match[str]) -> str:
        language, body = block.groups()
        if language == "console":
            commands = re.findall(r"^\$ (.+)$", body, flags=re.MULTILINE)
            lines = [line for command in commands for line in (f"$ {command}", *printed(command, folder))]
            return "\n".join(["```console", *lines, "```"])
        if language == "diff":
            edit(body, folder)
        elif language == "yaml":
            name, _, text = body.removeprefix("# ").partition("\n")
            (folder / name).write_text(text, encoding="utf-8")
        return block[0]

    return re.sub(r"^```(\w+)\n(.*?)^```$", do, page, flags=re.MULTILINE | re.DOTALL)


def printed(command: str, folder: Path) -> Lines:
    """What a command prints, errors included; how long it took is left out. The cache is the usual one.

    Raises:
        LookupError: it exits otherwise than the page says: with 0, or as behind "# exits with".
    """
    own_commands = folder / ".bin"
    if not own_commands.exists():
        own_commands.mkdir()
        script(str(own_commands))
    path = os.pathsep.join(map(str, (own_commands, Path(sys.executable).parent, os.environ["PATH"])))
    own = {
        "XDG_DATA_HOME": str(folder / ".data"),
        "COLUMNS": "100",
        "RULEWRIGHT_LANG": "en",
    }
    own["PYTHONPATH"] = str(ROOT / "engine")  # of this checkout, whichever is installed
    environment = {**os.environ, "PATH": path, **own}
    run = subprocess.run(
        command, shell=True, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    status = re.search(r"  # exits with (\d+)$", command)
    if run.returncode != (int(status[1]) if status else 0):
        raise LookupError(f"{command} exits with {run.returncode}:\n{run.stdout}")
    said = run.stdout.replace(f"{ROOT}/", "")
    return [re.sub(r" \(\d+\.\d+ s\)$", "", line.rstrip()) for line in said.splitlines()]


def edit(body: str, folder: Path) -> None:
    """Change a file as a diff without line numbers says."""
    name, *lines = body.splitlines()
    path = folder / name.removeprefix("--- ")
    text = path.read_text(encoding="utf-8")
    old = "".join(f"{line[1:]}\n" for line in lines if line[0] in " -")
    new = "".join(f"{line[1:]}\n" for line in lines if line[0] in " +")
    if text.count(old) != 1:
        raise LookupError(f"{name}: these lines stand there {text.count(old)} times:\n{old}")
    path.write_text(text.replace(old, new), encoding="utf-8")


# ------------------------------------------------------------------ all of them

PARTS: dict[str, Callable[[], Lines]] = {
    "not_yet": not_yet_part,
    "constructs": constructs_part,
    "verbs": verbs_part,
    "core_words": core_words_part,
    "example_lexicon": example_lexicon_part,
    "folders": folders_part,
    "cavalry_yaml": cavalry_yaml_part,
    "cavalry_tree": cavalry_tree_part,
    "cavalry_source": cavalry_source_part,
    "mystic_source": mystic_source_part,
    "session": session_part,
}


def with_parts(name: str) -> Lines:
    """A page as it stands, with its generated parts made anew."""

    def fill(part: re.Match[str]) -> str:
        return "\n".join([f"<!-- {part[1]} -->", "", *PARTS[part[1]](), "", "<!-- end -->"])

    text = (DOCS / name).read_text(encoding="utf-8")
    return re.sub(r"<!-- (\w+) -->\n.*?<!-- end -->", fill, text, flags=re.DOTALL).splitlines()


PAGES: dict[str, Callable[[], Lines]] = {
    "errors.md": errors_page,
    "language.md": lambda: with_parts("language.md"),
    "architecture.md": lambda: with_parts("architecture.md"),
    "designers.md": lambda: page_carried_out("designers.md"),
    "modding.md": lambda: page_carried_out("modding.md"),
    "enter-your-own-cards.md": lambda: page_carried_out("enter-your-own-cards.md"),
}


def main(arguments: list[str]) -> int:
    """Write the pages, or compare them (`--check`): those that are named, or else all."""
    status = 0
    named = [argument for argument in arguments if argument in PAGES] or list(PAGES)
    for name in named:
        make = PAGES[name]
        path, text = DOCS / name, "\n".join(make()) + "\n"
        if "--check" not in arguments:
            path.write_text(text, encoding="utf-8")
        elif (old := path.read_text(encoding="utf-8")) != text:
            changes = unified_diff(old.splitlines(), text.splitlines(), "there", "now", lineterm="", n=0)
            print(f"docs/{name} is stale: run tools/docs", *changes, sep="\n", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
