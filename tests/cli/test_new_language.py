"""`rulewright i18n new`, `doctor`, `status`: a language is begun as another; its gaps are told in plain words."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.resources import data_dir

RUN = """
import sys
from pathlib import Path
import rulewright.resources as resources
from rulewright.cli import main
real, own = resources.data_dir, Path(sys.argv.pop(1))
for module in [m for m in sys.modules.values() if getattr(m, "data_dir", None) is real]:
    module.data_dir = lambda kind: own if kind == "grammar" else real(kind)
main()
"""
INTERNAL = re.compile(r"\b[A-Z]\w+\(|<rulewright|[a-z]+_[a-z]+\(|\bNone\b|\w+\{\w|\bNP\b|\bslot_\w+")
"""A node's repr, the name of a rule: nothing for a translator's eyes."""


@pytest.fixture
def grammar(tmp_path: Path) -> Path:
    """A copy of the grammars that a test may change."""
    return Path(shutil.copytree(data_dir("grammar"), tmp_path / "grammar"))


def rulewright(grammar: Path, *arguments: str) -> tuple[int, str]:
    """The exit code of a command and all that it prints, with these grammars."""
    command = [sys.executable, "-c", RUN, str(grammar), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, cwd=grammar.parent)
    return done.returncode, done.stdout + done.stderr


def test_a_new_language_begins_as_another_and_works_at_once(grammar: Path) -> None:
    code, told = rulewright(grammar, "i18n", "new", "it", "--like", "es")
    assert code == 0 and "core.it.lark" in told and "words.it.yaml" in told
    for name in ("core.{}.lark", "words.{}.yaml"):
        assert (grammar / name.format("it")).read_bytes() == (grammar / name.format("es")).read_bytes()
    code, told = rulewright(grammar, "i18n", "doctor", "it")
    assert code == 0
    same = re.findall(r"(\S+): (\d+) of (\d+) lines are still those of (\w+)", told)
    assert {(file, other) for file, _, _, other in same} == {("core.it.lark", "es"), ("words.it.yaml", "es")}
    assert all(part == whole for _, part, whole, _ in same)
    assert "still" not in rulewright(grammar, "i18n", "doctor", "es")[1]


@pytest.mark.parametrize(("lang", "like"), [("es", "fr"), ("it", "xx"), ("Italian", "es"), ("../it", "es")])
def test_what_is_no_new_language_is_refused(grammar: Path, lang: str, like: str) -> None:
    before = {path.name: path.read_bytes() for path in grammar.rglob("*.*.*")}
    code, told = rulewright(grammar, "i18n", "new", lang, "--like", like)
    assert code != 0 and re.search(r"RW0\d+", told) and "Traceback" not in told
    assert {path.name: path.read_bytes() for path in grammar.rglob("*.*.*")} == before


def test_the_doctor_tells_what_a_language_cannot_say(grammar: Path) -> None:
    rulewright(grammar, "i18n", "new", "it", "--like", "es")
    rules, words = grammar / "core.it.lark", grammar / "words.it.yaml"
    text = rules.read_text(encoding="utf-8")
    rules.write_text("".join(s for s in text.splitlines(keepends=True) if "-> until" not in s), encoding="utf-8")
    text = words.read_text(encoding="utf-8")
    words.write_text(re.sub(r"^  (player|gain): .*\n", "", text, flags=re.MULTILINE), encoding="utf-8")
    code, told = rulewright(grammar, "i18n", "doctor", "it")
    lines = told.splitlines()
    assert code == 1
    assert len([s for s in lines if s.startswith("No rule says:") and " until " in s]) == 1
    assert any(s.startswith("No words of the core for (nouns): player") for s in lines)
    assert any(s.startswith("No words of the core for (verbs): gain") for s in lines)
    assert len([s for s in lines if "are still those of es" not in s]) == 3 and not INTERNAL.search(told)


def test_the_doctor_tells_which_small_words_are_lacking(grammar: Path) -> None:
    words = grammar / "words.es.yaml"
    text = words.read_text(encoding="utf-8")
    changed = text.replace(", nobody: {one: nadie}", "").replace("    both: {many_m: ambos, many_f: ambas}\n", "")
    assert len(text) - len(changed) > 50
    words.write_text(changed, encoding="utf-8")
    code, told = rulewright(grammar, "i18n", "doctor", "es")
    assert code == 1 and "No words of the core for (small words): both, nobody" in told


def test_the_doctor_tells_what_is_understood_as_something_else(grammar: Path) -> None:
    """Two words of a language are exchanged in its grammar, so that it says the one and means the other."""
    rules = grammar / "core.de.lark"
    text = rules.read_text(encoding="utf-8")
    ways = ("  | object=nps THERE_IS ", "  | ES object=nps__acc GIVES ")
    said = [line for line in text.splitlines(keepends=True) if line.startswith(ways)]
    assert len(said) == 2
    for line in said:
        text = text.replace(line, "")
    rules.write_text(text, encoding="utf-8")
    code, told = rulewright(grammar, "i18n", "doctor", "de", "tic_tac_toe")
    assert code == 1 and "there are no empty spaces" in told and not INTERNAL.search(told)


def test_the_doctor_tells_which_form_is_lacking(grammar: Path) -> None:
    words = grammar / "words.fr.yaml"
    text = words.read_text(encoding="utf-8")
    changed = re.sub(r"^(  win: \{.*forms: )[^}]*", r'\1"remporter|"', text, flags=re.MULTILINE)
    changed = re.sub(r"^  pres2: \[.*\n", "", changed, flags=re.MULTILINE)
    assert changed.count("\n") < text.count("\n")
    words.write_text(changed, encoding="utf-8")
    code, told = rulewright(grammar, "i18n", "doctor", "fr", "tic_tac_toe")
    assert code == 1 and "The verb “remporter” (win) lacks a form: you do." in told
    assert "It has no words for: You win the game." in told


def test_the_doctor_tells_each_verb_of_the_core_that_lacks_a_form(grammar: Path) -> None:
    """One form that no rule makes, and one that a rule makes otherwise than in the language that it is from."""
    rulewright(grammar, "i18n", "new", "xx", "--like", "fr")
    words = grammar / "words.xx.yaml"
    text = words.read_text(encoding="utf-8")
    changed = text.replace("prendre|prenez|", "prendre||").replace("forms: piocher,", "forms: pioche,")
    words.write_text(changed, encoding="utf-8")
    code, told = rulewright(grammar, "i18n", "doctor", "xx")
    lines = [line for line in told.splitlines() if "lines are still those" not in line]
    assert code == 1 and len(lines) == 2, told
    assert lines[0].startswith("The verb “pioche” (draw) lacks a form: you do, he does")
    assert lines[1].startswith("“prendre” (take) has no form of its own for “you do”") and "“prenez”" in lines[1]
    assert not INTERNAL.search(told) and "pres2" not in told


def test_a_verb_without_forms_and_a_file_that_cannot_be_read_are_told_with_their_place(grammar: Path) -> None:
    words = grammar / "words.fr.yaml"
    text = words.read_text(encoding="utf-8")
    words.write_text(text.replace(", forms: piocher,", ", "), encoding="utf-8")
    code, told = rulewright(grammar, "i18n", "doctor", "fr")
    assert code == 1 and "The verb draw has no pattern and forms" in told and "you do|he does" in told
    words.write_text(text.replace(", forms: piocher,", ", , "), encoding="utf-8")
    line = next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith("  draw: "))
    code, told = rulewright(grammar, "i18n", "doctor", "fr")
    assert code == 1 and "RW0105" in told and f"words.fr.yaml:{line}:" in told


def test_two_words_that_look_alike_are_told_in_the_file_of_words(grammar: Path) -> None:
    words = grammar / "words.de.yaml"
    text = words.read_text(encoding="utf-8")
    words.write_text(text.replace("\n  new: neu\n", "\n  new: leer\n"), encoding="utf-8")
    code, told = rulewright(grammar, "rulebook", "tic_tac_toe", "--lang", "de")
    line = next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith("  empty: leer"))
    assert code == 1 and "RW0504" in told and f"words.de.yaml:{line}:" in told, told


def test_the_status_counts_what_each_language_has(grammar: Path) -> None:
    rulewright(grammar, "i18n", "new", "it", "--like", "es")
    (grammar / "commands.fr.yaml").unlink()
    code, told = rulewright(grammar, "i18n", "status")
    lines = {line.split()[0]: line for line in told.splitlines() if line.strip()}
    assert code == 0 and {"de", "en", "es", "fr", "hu", "it"} <= set(lines)
    assert "tic_tac_toe" in lines["de"] and "tic_tac_toe" not in lines["it"]
    assert "commands.fr.yaml" in lines["fr"] and "interface.fr.yaml" not in lines["fr"]
    assert all(f"{table}.it.yaml" in lines["it"] for table in ("interface", "problems", "phrases", "commands"))
    assert ".yaml" not in lines["hu"]


def test_the_doctor_tells_words_of_the_core_that_can_be_taken_for_each_other(grammar: Path) -> None:
    words = grammar / "words.es.yaml"
    text = words.read_text(encoding="utf-8")
    changed = re.sub(r"^  die: .*$", "  die: nuevo", text, flags=re.MULTILINE)  # which is an adjective, too
    assert changed != text
    words.write_text(changed, encoding="utf-8")
    code, told = rulewright(grammar, "i18n", "doctor", "es")
    assert code == 1 and "RW0505" in told and "nuevo" in told and " die" in told and " new" in told


def test_rules_of_a_language_with_words_of_its_own_are_not_compared(grammar: Path) -> None:
    """Of two near languages a word is the same in both, and its plural is not."""
    rulewright(grammar, "i18n", "new", "xx", "--like", "es")
    words = grammar / "words.xx.yaml"
    lines = words.read_text(encoding="utf-8").splitlines()
    words.write_text(
        "\n".join(f"{line}  # mine" if line.startswith("  ") else line for line in lines), encoding="utf-8"
    )
    text = words.read_text(encoding="utf-8")
    words.write_text(
        re.sub(r"^  card: carta  # mine$", "  card: carta|carte", text, flags=re.MULTILINE), encoding="utf-8"
    )
    told = rulewright(grammar, "i18n", "doctor", "xx")[1]
    assert "carte" not in told and "core.xx.lark" in told
