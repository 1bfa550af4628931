"""Runs are kept and read again; what is no run says so."""

from __future__ import annotations

import errno
import json
from pathlib import Path
from typing import Any

import pytest

from ludens.bench.comparison import SAVED, Comparison, means
from ludens.bench.report import Report, SavedError
from ludens.bench.rows import OTHER, OWN, Key, Metric, Row

PLIES, SECONDS = Metric("plies", "plies/s"), Metric("empty cache", "s", more=False)
HEX = Key("playouts", "Hex", "plies")


def row(samples: list[float], system: str = OWN, metric: Metric = PLIES, worth: float = 100.0, played: str = "") -> Row:
    yardstick = [worth] * len(samples) if system == OWN else []
    return Row("playouts", "Hex", system, metric, samples, yardstick, played)


def report(*rows: Row) -> Report:
    found = Report.new(seconds=1.0)
    found.rows = list(rows)
    return found


def test_a_run_is_read_as_it_was_written(tmp_path: Path) -> None:
    written = report(row([1.0, 2.0], played="abc"), row([3.0, 4.0], OTHER), row([0.1, 0.2], metric=SECONDS))
    path = tmp_path / "run.json"
    written.write(path)
    assert Report.read(path) == written
    assert written.about["processor"] and written.about["when"]
    assert [each.name for each in tmp_path.iterdir()] == ["run.json"]


def test_the_value_of_a_row() -> None:
    assert row([1.0, 3.0, 2.0]).value == 3.0
    assert row([0.3, 0.1, 0.2], metric=SECONDS).value == 0.1
    assert row([1.7, 9.0, 1.8], metric=Metric("two threads", "x one", ratio=True)).value == 1.8


@pytest.mark.parametrize(
    "change",
    [
        {"rows": [{"suite": "playouts"}]},
        {"rows": 7},
        {"rows": None},
        {"about": "me"},
        {"yardstick": None},
        {"format": 99},
        {"format": None},
    ],
    ids=str,
)
def test_a_damaged_run_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    path = tmp_path / "run.json"
    path.write_text(json.dumps(report(row([1.0])).to_dict() | change))
    with pytest.raises(SavedError, match=r"run\.json(: this is version | is no run that was saved)"):
        Report.read(path)


@pytest.mark.parametrize(
    "change",
    [
        {"samples": []},
        {"samples": [0.0]},
        {"samples": [float("nan")]},
        {"samples": ["fast"]},
        {"yardstick": [1.0, 2.0]},
        {"better": "yes"},
        {"game": 3},
    ],
    ids=str,
)
def test_a_damaged_row_is_refused(change: dict[str, Any]) -> None:
    told = row([1.0]).to_dict()
    assert Row.from_dict(told) == row([1.0])
    with pytest.raises((ValueError, TypeError)):
        Row.from_dict(told | change)


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '"run"', "[" * 5000, '{"rows": []}', "\xff"])
def test_other_files_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(SavedError, match=r"run\.json(: this is version | is no run that was saved)"):
        Report.read(path)


def test_a_full_disk_leaves_the_last_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.json"
    report().write(path)
    before = path.read_bytes()

    def full(place: Path, *_: object, **__: object) -> None:
        place.touch()
        raise OSError(errno.ENOSPC, "No space left on device", str(place))

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="No space left") as raised:
        report(row([1.0])).write(path)
    assert raised.value.filename == str(path)
    assert path.read_bytes() == before and len(list(tmp_path.iterdir())) == 1


def test_a_saved_run_is_compared_by_what_the_processor_was_worth() -> None:
    """The same code on a machine that is half as fast now is the same; twice the code is twice as fast."""
    then = report(row([1.00, 1.01, 0.99, 1.0, 1.0], worth=100.0))
    now = [row([0.50, 0.505, 0.495, 0.5, 0.5], worth=50.0), row([1.00, 1.01, 0.99, 1.0, 1.0], worth=50.0)]
    same, twice = (Comparison([OWN], then).changes([each])[SAVED][HEX] for each in now)
    assert same.verdict == "same" and same.middle == pytest.approx(1)
    assert twice.verdict == "faster" and twice.middle == pytest.approx(2)
    seconds = [row([s, s], metric=SECONDS, worth=w) for s, w in ((1.0, 100.0), (2.0, 50.0))]
    (ratio,) = Comparison([OWN], report(seconds[0])).changes(seconds[1:])[SAVED].values()
    assert ratio.middle == pytest.approx(1)


def test_what_a_second_thread_added_in_another_hour_is_not_compared() -> None:
    threads = row([1.9, 1.8], metric=Metric("two threads", "x one", ratio=True))
    assert Comparison([OWN], report(threads)).changes([threads]) == {}


def test_runs_beside_other_loops_are_not_compared() -> None:
    then = report(row([1.0]))
    then.yardstick = "other"
    with pytest.raises(SavedError, match="beside another loop"):
        Comparison([OWN], then)


def test_what_both_have_is_compared() -> None:
    other = Row("playouts", "Hex", OTHER, PLIES, [1.0, 1.0, 1.0])
    there = row([2.0, 2.0, 2.0])
    elsewhere = Row("playouts", "Go", OWN, PLIES, [2.0, 2.0, 2.0], [1.0] * 3)
    compared = Comparison([OWN, OTHER, "openspiel"])
    ratios = compared.ratios([there, elsewhere, other])
    assert ratios["openspiel"] == {} and set(ratios[OTHER]) == {HEX}
    assert ratios[OTHER][HEX].middle == 2.0
    assert means(ratios[OTHER]) == {("playouts", "plies"): (2.0, 1)}
    assert list(compared.changes([there, elsewhere, other])) == [OTHER]


def test_other_games_are_told_of() -> None:
    rows = [row([1.0], played="a"), row([1.0], OTHER, played="b")]
    assert Comparison([OWN, OTHER]).other_games(rows) == {OTHER: ["Hex"]}
    assert Comparison([OWN, OTHER]).other_games([rows[0], row([1.0], OTHER, played="a")]) == {}
    assert Comparison([OWN], report(row([1.0], played="c"))).other_games(rows[:1]) == {SAVED: ["Hex"]}
