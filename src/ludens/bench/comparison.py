"""A run against what it was measured beside, and against a saved one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludens.bench import statistics
from ludens.bench.report import Report, SavedError
from ludens.bench.rows import OTHER, OWN, Key, Row
from ludens.bench.statistics import TOLERANCE, Ratio

#: what the saved run is called
SAVED = "saved"


class Comparison:
    """How many times faster ludens is than the other systems of a run, and than it was in a saved one."""

    def __init__(self, systems: Sequence[str], saved: Report | None = None, tolerance: float = TOLERANCE) -> None:
        """`systems` are those of the run. Raises SavedError where the saved run was measured beside another loop."""
        self._tolerance, self.saved = tolerance, saved.of(OWN) if saved is not None else {}
        self.names = [name for name in systems if name != OWN]
        if saved is not None:
            self.names.insert(OTHER in self.names, SAVED)
            if saved.yardstick != Report({}).yardstick:
                raise SavedError("the saved run was measured beside another loop: the two cannot be compared")

    def ratios(self, rows: Sequence[Row]) -> dict[str, dict[Key, Ratio]]:
        """By what is compared with, and by row. Systems took turns; for a saved run the yardstick stands in."""
        own = [row for row in rows if row.system == OWN]
        ratios: dict[str, dict[Key, Ratio]] = {}
        for name in self.names:
            if name == SAVED:
                ratios[name] = {row.key: self._since(row) for row in own if self._is_comparable(row)}
            else:
                theirs = {row.key: row for row in rows if row.system == name}
                ratios[name] = {row.key: self._beside(theirs[row.key], row) for row in own if row.key in theirs}
        return ratios

    def changes(self, rows: Sequence[Row]) -> dict[str, dict[Key, Ratio]]:
        """Those that tell of changes: against the other tree and the saved run."""
        return {name: by for name, by in self.ratios(rows).items() if name in (OTHER, SAVED) and by}

    def other_games(self, rows: Sequence[Row]) -> dict[str, list[str]]:
        """Where equal seeds gave other games than here: the games, by what is compared with."""
        games: dict[str, list[str]] = {}
        for name in (OTHER, SAVED):
            theirs = self.saved if name == SAVED else {row.key: row for row in rows if row.system == OTHER}
            played = [row.game for row in rows if row.system == OWN and _differ(row, theirs.get(row.key))]
            if played:
                games[name] = list(dict.fromkeys(played))
        return games

    def not_saved(self, rows: Sequence[Row]) -> list[str]:
        """The games, by suite, of which the saved run tells nothing; none where there is no saved run."""
        if SAVED not in self.names:
            return []
        saved = {(key.suite, key.game) for key in self.saved}
        measured = dict.fromkeys((row.suite, row.game) for row in rows if row.system == OWN)
        return [f"{game} ({suite})" for suite, game in measured if (suite, game) not in saved]

    def _beside(self, then: Row, now: Row) -> Ratio:
        return statistics.paired(then.samples, now.samples, more=now.metric.more, tolerance=self._tolerance)

    def _since(self, now: Row) -> Ratio:
        then = self.saved[now.key]
        return statistics.unpaired(then.calibrated, now.calibrated, more=now.metric.more, tolerance=self._tolerance)

    def _is_comparable(self, now: Row) -> bool:
        """What a second thread adds depends on what else the machine did, of which no yardstick tells."""
        then = self.saved.get(now.key)
        if then is None or now.metric.ratio:
            return False
        return bool(then.yardstick and now.yardstick) and then.metric == now.metric


def _differ(now: Row, then: Row | None) -> bool:
    return then is not None and bool(then.played and now.played) and then.played != now.played


def means(ratios: Mapping[Key, Ratio]) -> dict[tuple[str, str], tuple[float, int]]:
    """The geometric mean of the ratios of each metric of each suite, and how many games it is of."""
    groups: dict[tuple[str, str], list[float]] = {}
    for key, ratio in ratios.items():
        groups.setdefault((key.suite, key.metric), []).append(ratio.middle)
    return {key: (statistics.geometric_mean(values), len(values)) for key, values in groups.items()}
