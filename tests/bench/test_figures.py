"""The tables of docs/figures.md are written from saved runs."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from ludens.bench.rows import OTHER, OWN, Metric, Row

HERE = Path(__file__).resolve().parents[2]


@pytest.fixture
def figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, which finds figures of one game."""
    spec = importlib.util.spec_from_file_location("figures", HERE / "benchmarks" / "figures.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    known = tmp_path / "figures.tsv"
    known.write_text("game\treference\tpeer_rbg\nHex\t100\t\nChess\t10\t40\n")
    monkeypatch.setattr(module, "FIGURES", known)
    return module


def row(suite: str, game: str, system: str, metric: Metric, *samples: float) -> Row:
    return Row(suite, game, system, metric, samples)


GAMES, PLIES = Metric("games", "games/s"), Metric("plies", "plies/s")
THREADS, LOAD = Metric("two threads", "x one", ratio=True), Metric("empty cache, processor", "s", more=False)
PAGE = "a\n<!-- table: games -->\nold\n<!-- end -->\nb\n<!-- table: python -->\nkept\n<!-- end -->\n"


def test_games_have_rates_and_times_to_load(figures: ModuleType) -> None:
    run = [
        row("playouts", "Chess", OWN, GAMES, 200, 190),
        row("playouts", "Chess", OTHER, GAMES, 100, 95),
        row("playouts", "Chess", OWN, THREADS, 1.9, 2.0),
        row("load", "Chess", OWN, LOAD, 0.3),
        row("load", "Chess", OTHER, LOAD, 0.4),
    ]
    page = figures.tables(PAGE, [run])
    assert "| Chess | 200 | 0.30 |" in page
    assert "Hex" not in page and "old" not in page and "kept" in page
    assert figures.tables(page, [run]) == page


def test_systems_stand_by_their_ratio(figures: ModuleType) -> None:
    rows = [
        row("python", game, system, PLIES, rate)
        for game, system, rate in (
            ("Hex", OWN, 3000), ("Hex", "openspiel", 2000), ("Chess", OWN, 400), ("Chess", "openspiel", 100)
        )
    ]  # fmt: skip
    page = figures.tables(PAGE, [rows])
    assert page.index("| Chess | 400 | 100 | 4.00 |") < page.index("| Hex | 3,000 | 2,000 | 1.50 |")
    assert "old" in page and "kept" not in page


def test_a_page_without_a_place_is_refused(figures: ModuleType) -> None:
    with pytest.raises(ValueError, match="table games"):
        figures.renewed("nothing", "games", [])


def test_the_page_has_a_place_for_each_table(figures: ModuleType) -> None:
    page = figures.PAGE.read_text(encoding="utf-8")
    for name in figures.TABLES:
        assert "| new |" in figures.renewed(page, name, ["| new |"])
