"""What an editor asks, over the wire: meaning, completion, places, names, actions, commands."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from rulewright.ruleset.loader import read_ruleset
from tests.lsp.client import Editor

Copy = Callable[[str], Path]


def cards(game: Path) -> Path:
    return next((game / "components").glob("*.yaml"))


def at(path: Path, text: str, words: str, inside: int = 1, nth: int = 0) -> dict[str, Any]:
    """The place of some words in a file, as requests name it."""
    offset = -1
    for _ in range(nth + 1):
        offset = text.index(words, offset + 1)
    before = text[: offset + inside]
    line = before.count("\n")
    column = len(before.rpartition("\n")[2].encode("utf-16-le")) // 2
    return {
        "text_document": types.TextDocumentIdentifier(path.as_uri()),
        "position": types.Position(line, column),
    }


def document(path: Path) -> types.TextDocumentIdentifier:
    return types.TextDocumentIdentifier(path.as_uri())


def applied(edit: types.WorkspaceEdit, texts: dict[Path, str]) -> dict[Path, str]:
    """The files after an edit: open ones as they are in the editor, others as on the disk."""
    done = dict(texts)
    for change in edit.document_changes or ():
        if not isinstance(change, types.TextDocumentEdit):
            continue
        path = Path(change.text_document.uri.removeprefix("file://"))
        text = done.get(path)
        if text is None:
            text = path.read_text(encoding="utf-8") if path.exists() else ""
        done[path] = edited(text, [one for one in change.edits if isinstance(one, types.TextEdit)])
    return done


def edited(text: str, edits: list[types.TextEdit]) -> str:
    lines = text.split("\n")

    def offset(place: types.Position) -> int:
        column = len(lines[place.line].encode("utf-16-le")[: 2 * place.character].decode("utf-16-le"))
        return sum(len(line) + 1 for line in lines[: place.line]) + column

    spots = sorted(((offset(one.range.start), offset(one.range.end), one.new_text) for one in edits), reverse=True)
    for start, end, new in spots:
        text = text[:start] + new + text[end:]
    return text


@pytest.fixture
def opened(editor: Editor, copy: Copy) -> tuple[Path, str]:
    path = cards(copy("orchard"))
    text = editor.open(path)
    editor.checked(path)
    return path, text


# ---------------------------------------------------------------------- asking


def test_hover_tells_the_word_the_meaning_and_other_languages(editor: Editor, copy: Copy) -> None:
    path = copy("mythotopia") / "components" / "improvement_cards.yaml"
    text = editor.open(path)
    editor.checked(path)
    hover = editor.ask(types.TEXT_DOCUMENT_HOVER, types.HoverParams(**at(path, text, "combat strength is")))
    told = hover.contents.value
    assert "**combat_strength**" in told and "Understood as:" in told and "`hu`" in told and "harci er" in told
    hover = editor.ask(types.TEXT_DOCUMENT_HOVER, types.HoverParams(**at(path, text, "start: improvement_deck", 9)))
    assert "**improvement_deck**" in hover.contents.value


def test_hover_tells_how_a_card_did_in_play(editor: Editor, opened: tuple[Path, str]) -> None:
    path, text = opened
    report = path.parents[1] / ".report" / "summary.json"
    report.parent.mkdir()
    held = {"name": "pears", "games": 20, "wins": 5.0, "mean_score": 7.0}
    report.write_text(json.dumps({"components": [held]}), encoding="utf-8")
    hover = editor.ask(types.TEXT_DOCUMENT_HOVER, types.HoverParams(**at(path, text, "id: pears", 5)))
    assert "20 seats held it at the end, 25% of them won" in hover.contents.value


def completed(editor: Editor, path: Path, text: str, words: str) -> list[str]:
    found = editor.ask(types.TEXT_DOCUMENT_COMPLETION, types.CompletionParams(**at(path, text, words, len(words))))
    return [item.label for item in found.items]


def test_completion_knows_the_grammar_and_the_forms(editor: Editor, opened: tuple[Path, str]) -> None:
    path, text = opened
    text = text.replace("gain 2 fruits of the tree of this press.", "gain 2 fr")
    editor.type(path, text)
    offered = completed(editor, path, text, "gain 2 fr")
    assert "fruits" in offered and "fruit" not in offered
    text = text.replace("gain 2 fr", "gain 1 fr")
    editor.type(path, text)
    offered = completed(editor, path, text, "gain 1 fr")
    assert "fruit" in offered and "fruits" not in offered


def test_completion_in_a_text_that_is_not_there_yet(editor: Editor, opened: tuple[Path, str]) -> None:
    path, text = opened
    text += "- id: mill\n  kind: press\n  tree: apples\n  start: yard\n  text: Squ"
    editor.type(path, text)
    assert "Squeeze" in completed(editor, path, text, "text: Squ")
    assert "yard" in completed(editor, path, text, "tree: apples\n  start: ya")


def test_definition_and_references(editor: Editor, opened: tuple[Path, str]) -> None:
    path, text = opened
    [where] = editor.ask(types.TEXT_DOCUMENT_DEFINITION, types.DefinitionParams(**at(path, text, "fruits")))
    lexicon = path.parents[1] / "lexicon.yaml"
    line = lexicon.read_text(encoding="utf-8").split("\n")[where.range.start.line]
    assert where.uri == lexicon.as_uri() and line.strip().startswith("fruit")
    params = types.ReferenceParams(types.ReferenceContext(True), **at(path, text, "fruits"))
    found = editor.ask(types.TEXT_DOCUMENT_REFERENCES, params)
    lines = text.split("\n")
    said = [lines[one.range.start.line][one.range.start.character : one.range.end.character] for one in found
            if one.uri == path.as_uri()]  # fmt: skip
    assert said == ["fruits", "fruit"]
    assert any(one.uri == lexicon.as_uri() for one in found)


def test_outline_folds_tokens_hints_and_lenses(editor: Editor, opened: tuple[Path, str]) -> None:
    path, text = opened
    symbols = editor.ask(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, types.DocumentSymbolParams(document(path)))
    assert [one.name for one in symbols] == ["apples", "pears", "cider_press", "perry_press", "many_birds"]
    lexicon = path.parents[1] / "lexicon.yaml"
    editor.open(lexicon)
    [nouns, *_] = editor.ask(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, types.DocumentSymbolParams(document(lexicon)))
    assert nouns.name == "nouns" and "fruit" in [one.name for one in nouns.children]
    folds = editor.ask(types.TEXT_DOCUMENT_FOLDING_RANGE, types.FoldingRangeParams(document(lexicon)))
    assert all(one.end_line > one.start_line for one in folds)
    tokens = editor.ask(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, types.SemanticTokensParams(document(path)))
    lines, line, column, said = text.split("\n"), 0, 0, []
    for number in range(0, len(tokens.data), 5):
        down, right, length, kind, _ = tokens.data[number : number + 5]
        line, column = line + down, right + (0 if down else column)
        said.append((lines[line][column : column + length], kind))
    assert ("Squeeze", 5) in said and ("gain", 2) in said and ("fruits", 1) in said and ("2", 7) in said
    lenses = editor.ask(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensParams(document(path)))
    assert [one.command.arguments[1] for one in lenses] == ["cider_press", "perry_press", "many_birds"]


def test_hints_say_what_pronouns_stand_for_and_who_chooses(editor: Editor, copy: Copy) -> None:
    path = copy("mythotopia") / "components" / "improvement_cards.yaml"
    text = editor.open(path)
    editor.checked(path)
    whole = types.Range(types.Position(0, 0), types.Position(text.count("\n"), 0))
    found = editor.ask(types.TEXT_DOCUMENT_INLAY_HINT, types.InlayHintParams(document(path), whole))
    lines = text.split("\n")
    assert found
    bound = [one for one in found if one.label.startswith("= ")]
    for one in bound:
        assert lines[one.position.line][: one.position.character].split()[-1].lower() in ("it", "them", "itself")
    assert bound and any(one.label == "you choose" for one in found)


# ---------------------------------------------------------------------- changing


def renamed(editor: Editor, path: Path, text: str, words: str, new: str, inside: int = 1) -> types.WorkspaceEdit:
    place = at(path, text, words, inside)
    return editor.ask(
        types.TEXT_DOCUMENT_RENAME,
        types.RenameParams(text_document=place["text_document"], position=place["position"], new_name=new),
    )


def clean_after(edit: types.WorkspaceEdit, path: Path) -> dict[Path, str]:
    """Write an edit to the disk; nothing may be wrong with the ruleset afterwards."""
    after = applied(edit, {})
    for file, text in after.items():
        file.write_text(text, encoding="utf-8")
    _, problems = read_ruleset(path.parents[1])
    assert not problems
    return after


def test_a_word_is_renamed_in_all_texts(editor: Editor, opened: tuple[Path, str]) -> None:
    path, text = opened
    after = clean_after(renamed(editor, path, text, "fruits", "olive"), path)
    assert "gain 2 olives" in after[path] and "gain 1 olive of" in after[path]
    assert "fruit:" in after[path.parents[1] / "lexicon.yaml"]


def test_a_word_is_renamed_where_its_forms_are_written(editor: Editor, opened: tuple[Path, str]) -> None:
    path, _ = opened
    lexicon = path.parents[1] / "lexicon.yaml"
    words = editor.open(lexicon)
    editor.checked(lexicon)
    place = at(lexicon, words, "en: fruit}", 6)
    found = editor.ask(types.TEXT_DOCUMENT_PREPARE_RENAME, types.PrepareRenameParams(**place))
    line = words.split("\n")[found.start.line]
    assert line[found.start.character : found.end.character] == "fruit"
    after = clean_after(renamed(editor, lexicon, words, "en: fruit}", "berry|berries", 6), path)
    assert "gain 2 berries" in after[path] and "gain 1 berry of" in after[path]
    assert "fruit: {" in after[lexicon] and "berry" in after[lexicon]


def test_an_article_agrees_with_the_new_word(editor: Editor, copy: Copy) -> None:
    path = copy("mythotopia") / "components" / "improvement_cards.yaml"
    text = editor.open(path)
    editor.checked(path)
    after = clean_after(renamed(editor, path, text, "a counter worth", "omen", 3), path)
    assert "for an omen worth 2" in after[path] and "1 of your omens worth 1" in after[path]


def test_a_hungarian_word_is_renamed_in_hungarian_texts(editor: Editor, copy: Copy) -> None:
    game = copy("mythotopia")
    path = game / "locale" / "hu" / "texts.yaml"
    text = editor.open(path)
    editor.checked(path)
    edit = renamed(editor, path, text, "pontkártyáról", "sorslap")
    after = applied(edit, {})
    assert "pontjelzőt vennél el egy sorslapról" in after[path]
    for file, new in after.items():
        file.write_text(new, encoding="utf-8")
    ruleset, problems = read_ruleset(game)
    assert not problems and ruleset is not None
    ruleset.parse(ruleset.content.data["locale"]["hu"]["texts"]["components"]["scribe"]["text"], "hu")


def test_a_word_in_a_text_that_only_an_everyday_wording_reads_is_not_renamed(editor: Editor, copy: Copy) -> None:
    """The wording names the word by its letters, so that the text could not be read any more."""
    path = copy("mythotopia") / "locale" / "hu" / "texts.yaml"
    text = editor.open(path)
    editor.checked(path)
    with pytest.raises(JsonRpcException, match="written by hand"):
        renamed(editor, path, text, "pontjelzőt", "zseton")


def test_a_form_that_is_left_out_may_be_left_out_again(editor: Editor, copy: Copy) -> None:
    game = copy("mythotopia")
    path = game / "locale" / "fr" / "lexicon.yaml"
    words = editor.open(path)
    editor.checked(path)
    with pytest.raises(JsonRpcException, match="empty"):
        renamed(editor, path, words, "army: armée||f", "||f", 7)
    after = applied(renamed(editor, path, words, "army: armée||f", "troupe||f", 7), {path: words})
    assert "army: troupe||f" in after[path]
    texts = after[game / "locale" / "fr" / "texts.yaml"]
    assert "une troupe" in texts and "une armée" not in texts


def test_an_id_is_renamed_in_all_files(editor: Editor, opened: tuple[Path, str]) -> None:
    path, text = opened
    after = clean_after(renamed(editor, path, text, "start: yard", "shed", 8), path)
    assert "yard" not in after[path].replace("graveyard", "") and "start: shed" in after[path]


def test_what_cannot_be_renamed_is_refused(editor: Editor, opened: tuple[Path, str]) -> None:
    path, text = opened
    with pytest.raises(JsonRpcException, match="taken"):
        renamed(editor, path, text, "start: yard", "fruit", 8)


def actions(editor: Editor, path: Path, found: list[types.Diagnostic], text: str, words: str) -> dict[str, Any]:
    place = at(path, text, words)["position"]
    params = types.CodeActionParams(document(path), types.Range(place, place), types.CodeActionContext(found))
    return {one.title: one for one in editor.ask(types.TEXT_DOCUMENT_CODE_ACTION, params)}


def test_a_suggestion_is_applied(editor: Editor, opened: tuple[Path, str]) -> None:
    path, text = opened
    broken = text.replace("gain 2 fruits", "gain 2 fruitz")
    editor.type(path, broken)
    found = editor.wait(path, bool)
    offered = actions(editor, path, found, broken, "fruitz")
    assert applied(offered["Write “fruits”"].edit, {path: broken})[path] == text


def test_a_word_of_the_game_is_made(editor: Editor, opened: tuple[Path, str]) -> None:
    path, text = opened
    broken = text.replace("gain 2 fruits of the tree of this press", "gain 2 quinces")
    editor.type(path, broken)
    found = editor.wait(path, bool)
    offered = actions(editor, path, found, broken, "quinces")
    after = applied(offered["Make “quinces” a word of the game (resource)"].edit, {path: broken})
    assert "quinces: {type: resource, en: quinces}" in after[path.parents[1] / "lexicon.yaml"]


def test_a_scenario_and_drafts_are_begun(editor: Editor, copy: Copy) -> None:
    game = copy("mythotopia")
    texts = game / "locale" / "hu" / "texts.yaml"
    own = texts.read_text(encoding="utf-8")
    start = own.index("  cavalry:")
    texts.write_text(own[:start] + own[own.index("  counsellor:") :], encoding="utf-8")
    path = game / "components" / "improvement_cards.yaml"
    text = editor.open(path)
    editor.checked(path)
    offered = actions(editor, path, [], text, "id: cavalry")
    after = applied(offered["Draft Cavalry in hu"].edit, {})
    assert "  cavalry:\n    text: |\n      Tartalék: amíg támadsz" in after[texts]
    after = applied(offered["Write the skeleton of a scenario for Cavalry"].edit, {})
    assert "shows: [cavalry]" in after[game / "scenarios" / "improvement_cards.yaml"]


def test_formatting_writes_the_normal_form(editor: Editor, opened: tuple[Path, str]) -> None:
    path, text = opened
    other = text.replace("gain 1 fruit of the tree", "gain  one fruit of the tree")
    editor.type(path, other)
    editor.checked(path)
    edits = editor.ask(
        types.TEXT_DOCUMENT_FORMATTING,
        types.DocumentFormattingParams(document(path), types.FormattingOptions(tab_size=2, insert_spaces=True)),
    )
    assert edited(other, edits) == text


def test_a_scenario_is_run_and_its_outcome_accepted(editor: Editor, copy: Copy) -> None:
    game = copy("mythotopia")
    path = game / "scenarios" / "cards_vp.yaml"
    text = editor.open(path)
    broken = text.replace("{counter_2: 6}, castle", "{counter_2: 5}, castle", 1)
    editor.type(path, broken)
    editor.checked(path)

    def run() -> int:
        command = types.ExecuteCommandParams("rulewright.runScenario", [path.as_uri(), "fixed_vp_cards_for_two"])
        return editor.ask(types.WORKSPACE_EXECUTE_COMMAND, command)

    assert run() == 1
    [found] = editor.codes(path, "RW0822")
    offered = actions(editor, path, [found], broken, "{counter_2: 5}")
    place = types.Range(found.range.start, found.range.start)
    params = types.CodeActionParams(document(path), place, types.CodeActionContext([found]))
    offered = {one.title: one for one in editor.ask(types.TEXT_DOCUMENT_CODE_ACTION, params)}
    assert applied(offered["Expect 6"].edit, {path: broken})[path] == text
    editor.type(path, text)
    editor.checked(path)
    assert run() == 0
    editor.codes(path)
