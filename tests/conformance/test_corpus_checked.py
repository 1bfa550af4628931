"""Some games of the corpus, from every part of it, in the checking mode: no access to memory leaves its object."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

import ludens

HERE = Path(__file__).resolve().parent
GAMES, SEEDS, PLIES = 60, 3, 60


def corpus() -> Path:
    """The folder of the corpus's games, which is no part of this repository: see `ratchet.py`."""
    beside = HERE.parents[2] / "shared" / "conformance"
    return Path(os.environ.get("LUDENS_CONFORMANCE", beside)) / "corpus" / "lud"


def sample() -> list[str]:
    """An even spread of the games that replay."""
    rows = [line.split("\t") for line in (HERE / "levels.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    replayed = [path for path, level, *_ in rows if int(level) >= 4]
    return [replayed[(2 * n + 1) * len(replayed) // (2 * GAMES)] for n in range(GAMES)]


def play(game: ludens.Game, seed: int) -> None:
    """Random moves, traced."""
    state, rng = game.start(seed=seed), random.Random(seed)
    for _ in range(PLIES):
        moves = list(state.legal_moves())
        if state.is_over or not moves:
            return
        by_mover = [[m for m in moves if m.mover == p] for p in sorted({m.mover for m in moves})]
        state.play([rng.choice(own) for own in by_mover] if state.is_simultaneous else rng.choice(moves))


@pytest.mark.slow
@pytest.mark.skipif(not corpus().is_dir(), reason="the corpus is not there")
@pytest.mark.parametrize("path", sample())
def test_games_stay_within_their_memory(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_CHECKS", "1")
    for game in ludens.load(corpus() / path).games:
        assert game.traced.is_checked
        for seed in range(SEEDS):
            play(game, seed)
            game.fast.playout(game.start(seed=seed), PLIES)
