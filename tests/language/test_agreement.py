"""Articles and agreement: what nobody would print is refused, and nothing that is proved."""

from __future__ import annotations

import re

import pytest

from rulewright.language.problems import RulewrightError
from rulewright.ruleset.files import shipped_rulesets
from rulewright.ruleset.loader import load_ruleset


@pytest.mark.parametrize(
    ("lang", "wrong", "right"),
    [
        ("es", "Roba un carta.", "Roba una carta."),
        ("es", "Roba 1 carta de el mazo de robo.", "Roba 1 carta del mazo de robo."),
        ("es", "Retira la ejército de la provincia.", "Retira el ejército de la provincia."),
        ("hu", "Amíg a ellenfél támad, húzz 1 kártyát.", "Amíg az ellenfél támad, húzz 1 kártyát."),
    ],
)
def test_what_does_not_agree_is_refused_with_the_right_words(lang: str, wrong: str, right: str) -> None:
    ruleset = load_ruleset("mythotopia")
    with pytest.raises(RulewrightError) as caught:
        ruleset.parse(wrong, lang)
    (found,) = caught.value.problems
    mended = wrong[: found.offset] + found.suggestions[0] + wrong[found.end :]
    assert found.code == "RW0417" and mended == right
    ruleset.parse(right, lang)


@pytest.mark.parametrize("lang", ["es", "hu"])
def test_errors_seeded_into_proved_texts_are_found(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In every text each article is changed for that of the other gender or sound; the text as it is was no alarm."""
    genders = {"un": "una", "una": "un", "el": "la", "la": "el", "los": "las", "las": "los"}
    pairs = {"es": genders, "hu": {"az": "a"}}[lang]
    seeded = found = 0
    missed = []
    for name in shipped_rulesets():
        ruleset = load_ruleset(name)
        texts = ruleset.content.data["locale"].get(lang, {}).get("texts", {}).get("components", {})
        for entry in texts.values():
            text = entry.get("text", "")
            for match in re.finditer(rf"\b({'|'.join(pairs)})(?= (?!a\b|az\b|que\b))", text):
                wrong = text[: match.start()] + pairs[match[1]] + text[match.end() :]
                seeded += 1
                try:
                    ruleset.parse(wrong, lang)
                    missed.append(wrong[max(0, match.start() - 20) : match.end() + 20])
                except RulewrightError:
                    found += 1
    with capsys.disabled():
        print(f"\n{lang}: {found} of {seeded} wrong articles found")
    assert seeded >= 30 and len(missed) <= seeded // 25, missed
