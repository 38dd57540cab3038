"""What was read in everyday wordings is remembered: the same tree, for the same words of the same language."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.language import remembered
from rulewright.language.language import Language
from rulewright.language.reader import Reader
from rulewright.problems import TextError

SAID, MEANT = "Gain 2 coins whenever you draw a card.", "Whenever you draw a card, gain 2 coins."


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def nothing_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Reader, "_otherwise", lambda *_: None)


def test_a_text_is_tried_otherwise_once(language: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = Language(language.lexicon)
    first = fresh.parse(SAID)
    nothing_is_tried(monkeypatch)
    again = fresh.parse(SAID)
    assert again == first == fresh.parse(MEANT)
    assert not {id(node) for node in first.walk()} & {id(node) for node in again.walk()}, "each has nodes of its own"
    assert [node.span for node in again.walk()] == [node.span for node in first.walk()]


def test_who_asks_for_texts_as_they_stand_gets_no_other(language: Language) -> None:
    fresh = Language(language.lexicon)
    fresh.parse(SAID)
    with pytest.raises(TextError):
        fresh.parse(SAID, everyday=False)
    with pytest.raises(TextError):
        fresh.parse(SAID, "condition")


def test_it_is_kept_for_other_processes_under_the_name_of_the_language(
    language: Language, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = (Language(language.lexicon, name="this") for _ in range(2))
    other.parse("Draw a card twice.")
    tree = one.parse(SAID)
    one.remembered.keep()
    other.remembered.keep()  # beside what is there
    nothing_is_tried(monkeypatch)
    later = Language(language.lexicon, name="this")
    assert later.parse(SAID) == tree
    assert later.parse("Draw a card twice.") == later.parse("2 times, draw a card.")
    with pytest.raises(TextError):
        Language(language.lexicon, name="that").parse(SAID)


def test_the_oldest_are_forgotten(language: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "MOST", 2)
    fresh = Language(language.lexicon)
    for text in (SAID, "Draw a card twice.", SAID, "Draw a card three times."):
        fresh.parse(text)
    nothing_is_tried(monkeypatch)
    assert fresh.parse(SAID)
    with pytest.raises(TextError):
        fresh.parse("Draw a card twice.")


def test_why_a_text_is_refused_is_found_out_once(
    language: Language, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = "Gain 2 coins whenever you sing a card."
    one = Language(language.lexicon, name="this")
    with pytest.raises(TextError) as first:
        one.parse(refused)
    one.remembered.keep()
    calls: list[str] = []
    monkeypatch.setattr(Reader, "_said", lambda _self, text, *_: calls.append(text))
    for again in (one, Language(language.lexicon, name="this")):
        with pytest.raises(TextError) as told:
            again.parse(refused)
        assert told.value.problems == first.value.problems
    assert not calls, "nothing is tried again"


def test_who_has_just_kept_something_rests(language: Language, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that makes one game after another would spend its time on keeping."""
    now = [100.0]
    monkeypatch.setattr(remembered.time, "monotonic", lambda: now.append(now[-1] + 1) or now[-1])
    one = Language(language.lexicon, name="this")
    kept: list[int] = []
    monkeypatch.setattr(remembered.cache, "store", lambda _kind, _name, data: kept.append(len(data)))
    for text in (SAID, "Draw a card twice."):
        one.parse(text)
        one.remembered.keep()
    assert len(kept) == 1
    now.append(now[-1] + 100)
    one.remembered.keep()
    assert len(kept) == 2 and kept[1] > kept[0], "what was new meanwhile is not lost"
