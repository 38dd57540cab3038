"""Results as tables for other programs: Parquet, one row a game and one row a thing taken. Needs the extra `sim`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from rulewright.simulate.games import Played

ROWS = 10_000
"""Rows that are written together."""
OF_GAMES = pa.schema(
    [
        ("game", pa.int64()), ("seed", pa.int64()), ("end", pa.string()), ("decisions", pa.int64()),
        ("options", pa.int64()), ("failure", pa.string()), ("seats", pa.list_(pa.string())),
        ("scores", pa.list_(pa.int64())), ("winners", pa.list_(pa.int64())),
    ]
)  # fmt: skip
OF_THINGS = pa.schema(
    [
        ("game", pa.int64()), ("seat", pa.int64()), ("bot", pa.string()), ("thing", pa.string()),
        ("offered", pa.int64()), ("taken", pa.int64()), ("first", pa.int64()), ("points", pa.int64()),
        ("win", pa.float64()), ("score", pa.int64()),
    ]
)  # fmt: skip


def write(folder: Path, games: Iterable[Played]) -> None:
    """Write `games.parquet` and `things.parquet` into a folder.

    `offered`, `first` (the choice of the game at which it was first taken, from 0) and `points` are there for games
    that were played in detail, and null for others; `win` is the seat's share of the win.
    """
    with (
        pq.ParquetWriter(folder / "games.parquet", OF_GAMES) as of_games,
        pq.ParquetWriter(folder / "things.parquet", OF_THINGS) as of_things,
    ):
        rows: list[dict[str, Any]] = []
        things: list[dict[str, Any]] = []
        for game in games:
            rows.append(_row(game))
            things += _things(game)
            if len(things) + len(rows) >= ROWS:
                _put(of_games, rows)
                _put(of_things, things)
        _put(of_games, rows)
        _put(of_things, things)


def _put(writer: Any, rows: list[dict[str, Any]]) -> None:
    if rows:
        writer.write_table(pa.Table.from_pylist(rows, schema=writer.schema))
        rows.clear()


def _row(game: Played) -> dict[str, Any]:
    return {
        "game": game.index, "seed": game.seed, "end": game.end, "decisions": game.decisions, "options": game.options,
        "failure": game.failure, "seats": game.seats, "scores": game.scores, "winners": game.winners,
    }  # fmt: skip


def _things(game: Played) -> Iterator[dict[str, Any]]:
    for seat, taken in enumerate(game.taken):
        offered = game.offered[seat] if game.offered else {}
        for thing in {**offered, **taken}:
            yield {
                "game": game.index, "seat": seat, "bot": game.seats[seat] if seat < len(game.seats) else "",
                "thing": thing, "offered": offered.get(thing, 0) if game.offered else None,
                "taken": taken.get(thing, 0), "first": game.first[seat].get(thing) if game.first else None,
                "points": game.points[seat].get(thing, 0) if game.points else None,
                "win": game.share(seat), "score": game.scores[seat],
            }  # fmt: skip
