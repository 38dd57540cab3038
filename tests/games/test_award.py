"""An award may speak of what its block has named: a slot of the verb, or what was chosen."""

from pathlib import Path

import pytest

from rulewright.problems import RulewrightError
from rulewright.runtime.rules import load

FILES = {
    "ruleset.yaml": """
        id: regatta
        title: Regatta
        version: 0.1.0
        players: [3]
        procedures: {play: play}
        result: {score: point, wins: highest}
        """,
    "lexicon.yaml": """
        nouns:
          point: {type: number, of: player, kept: true, en: point}
          knots: {type: number, of: [player, lake], kept: true, en: {one: speed}}
          sail: {type: number, of: player, kept: true, en: {one: sail}}
          lake: {type: card, en: {one: lake, many: lakes, to: into}}
          shore: {type: zone, visible: public, en: {one: shore, to: onto}}
          first_lake: {type: role, of: lake, en: chosen lake}
        verbs:
          judge:
            slots: {object: lake}
            en: {pattern: "V {object}", forms: judge|judges|judging|judged}
            do: [{award: [9, 4], of: point, for: your speed in the lake, least: 1}]
        """,
    "components/lakes.yaml": """
        - {id: calm, kind: lake, name: Calm lake, start: shore, provenance: original}
        - {id: windy, kind: lake, name: Windy lake, start: shore, provenance: original}
        """,
    "procedures/play.yaml": """
        play:
          title: The regatta
          do:
            - for each: player
              do:
                - {choose: a lake in the shore, as: first_lake}
                - {set: your sail, to: your sail plus 1}
                - {set: your speed in the chosen lake, by: 2}
            - {for each: lake in the shore, as: first_lake, do: [Judge the chosen lake.]}
            - End the game.
        """,
}


def regatta(folder: Path, **changes: tuple[str, str]) -> Path:
    for name, text in FILES.items():
        old, new = changes.get(Path(name).stem, ("", ""))
        path = folder / "regatta" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(line[8:] for line in text.replace(old, new).splitlines()), encoding="utf-8")
    return folder / "regatta"


def test_each_thing_named_is_awarded_for_itself(tmp_path: Path) -> None:
    game = load(regatta(tmp_path)).new_game(3, seed=1)
    for lake in ("calm", "calm", "windy"):
        game.choose(lake)
    assert game.decision is None
    # two share the places of the calm lake, 13 points; the third is first, and alone, in the windy one
    assert list(game.scores) == [6, 6, 9]


def test_what_nobody_has_named_cannot_be_awarded(tmp_path: Path) -> None:
    wrong = ("- {for each: lake in the shore, as: first_lake, do: [Judge the chosen lake.]}",
             "- {award: [9, 4], of: point, for: your speed in the chosen lake}")  # fmt: skip
    with pytest.raises(RulewrightError) as told:
        load(regatta(tmp_path, play=wrong)).new_game(3, seed=1)
    assert [problem.code for problem in told.value.problems] == ["RW0621"]
