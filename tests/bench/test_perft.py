"""`ludens bench perft`: what is counted, and that others count the same."""

from __future__ import annotations

import pytest

from ludens.bench import systems
from ludens.bench.suites import perft

KIWIPETE = next(game for game in perft.GAMES if game.position == "Kiwipete")


def test_others_count_the_same_leaves() -> None:
    pytest.importorskip("chess")
    own, other = perft.Ludens(KIWIPETE), perft.PythonChess(KIWIPETE)
    assert own.played == other.played == "2039"
    assert own.count(3)[0] == other.count(3)[0] == 97862


def test_a_round_has_a_sample_of_each_metric() -> None:
    (hex_game,) = (game for game in perft.GAMES if game.ludens == "Hex")
    probe = perft.Ludens(hex_game)
    assert probe.played == str(121 * 121)  # the swap is one
    rates = probe.round({"depth": 2, "times": 1})
    assert set(rates) == {metric.name for metric in perft.SUITE.metrics} and min(rates.values()) > 0


def test_a_size_is_a_depth_and_how_often() -> None:
    (amazons,) = (game for game in perft.GAMES if game.ludens == "Amazons")
    sizes = perft.Ludens(amazons).sizes(0.001)
    assert sizes["depth"] >= 1 and sizes["times"] >= 1


def test_a_program_that_is_not_there_is_no_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(perft.Stockfish, "program", "no-such-program")
    with pytest.raises(FileNotFoundError, match="there is no program no-such-program"):
        perft.Stockfish(KIWIPETE)
    monkeypatch.setattr(systems.shutil, "which", lambda name, path: None)
    assert systems.missing(["ludens", "stockfish", "fairystockfish"]) == {
        "stockfish": "stockfish", "fairystockfish": "fairy-stockfish"
    }  # fmt: skip
