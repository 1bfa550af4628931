"""Figures of other engines that were measured elsewhere: a table of playouts a second, one column an engine."""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping
from pathlib import Path

from ludens.bench.rows import Key, Row
from ludens.bench.statistics import Ratio

#: what rows they are compared with
_SUITE, _METRIC = "playouts", "games"


class NoFigures(ValueError):
    """A file has no figures of other engines."""


def read(path: Path) -> dict[str, dict[str, float]]:
    """The figures by column and game: the column `reference`, and those whose names begin with `peer_`.

    Columns are separated by tabulators. Raises NoFigures for a file without a column `game`, without any of these, or
    with something else than positive numbers in them; OSError.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file, delimiter="\t"))
        columns = [name for name in (rows[0] if rows else ()) if name and _is_engine(name)]
        figures = {column: {row["game"]: float(row[column]) for row in rows if row[column]} for column in columns}
    except (KeyError, ValueError, csv.Error) as error:
        raise NoFigures(f"{path} has no figures: {error}") from None
    if not figures or not all(0 < x < math.inf for by_game in figures.values() for x in by_game.values()):
        raise NoFigures(
            f"{path} has no figures: columns game and reference, or peer_.., of positive numbers are expected"
        )
    return figures


def _is_engine(column: str) -> bool:
    return column == "reference" or (column.startswith("peer_") and not column.endswith("_s"))


def ratios(rows: Mapping[Key, Row], figures: Mapping[str, Mapping[str, float]]) -> dict[str, dict[Key, Ratio]]:
    """How many times faster the best round is, by column. Other machine, other hour: there is no interval to tell."""
    by_column: dict[str, dict[Key, Ratio]] = {}
    for column, by_game in figures.items():
        pairs = {
            key: row.value / by_game[key.game]
            for key, row in rows.items()
            if (key.suite, key.metric) == (_SUITE, _METRIC) and key.game in by_game
        }
        by_column[column] = {key: Ratio(x, x, x, "unclear") for key, x in pairs.items()}
    return {column: by for column, by in by_column.items() if by}
