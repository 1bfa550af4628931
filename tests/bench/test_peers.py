"""Figures from elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludens.bench import peers
from ludens.bench.rows import OWN, Key, Metric, Row

TABLE = "game\treference\treference_length\tpeer_a\tpeer_a_compile_s\nHex\t10\t5\t\t1.5\nGo\t20\t5\t40\t1.5\n"


def test_figures_are_read(tmp_path: Path) -> None:
    (tmp_path / "figures.tsv").write_text(TABLE)
    figures = peers.read(tmp_path / "figures.tsv")
    assert figures == {"reference": {"Hex": 10, "Go": 20}, "peer_a": {"Go": 40}}
    games = Metric("games", "games/s")
    rows = [Row("playouts", name, OWN, games, [80.0, 100.0], [1.0, 1.0]) for name in ("Hex", "Go", "Dara")]
    found = peers.ratios({row.key: row for row in rows}, figures)
    hex_, go = (Key("playouts", name, "games") for name in ("Hex", "Go"))
    assert {name: {key: str(ratio) for key, ratio in by.items()} for name, by in found.items()} == {
        "reference": {hex_: "10.0", go: "5.00"},
        "peer_a": {go: "2.50"},
    }


@pytest.mark.parametrize(
    "text", ["", "game\tlength\nHex\t1\n", "name\treference\nHex\t1\n", "game\treference\nHex\tfast\n",
             "game\treference\nHex\t0\n", "\xff\xfe"]
)  # fmt: skip
def test_what_has_no_figures_says_so(tmp_path: Path, text: str) -> None:
    (tmp_path / "figures.tsv").write_bytes(text.encode("latin-1"))
    with pytest.raises(peers.NoFigures, match=r"figures\.tsv has no figures"):
        peers.read(tmp_path / "figures.tsv")
