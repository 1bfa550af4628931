"""PTX of recorded games: it assembles for all kinds of cards, as that of the library does."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import ludens
from ludens.game.single import SingleGame
from ludens.gpu import DeviceError, kernel_of
from ludens.stage.targets.cuda import ARCHITECTURES
from tests.gpu.assembling import checked, needs_assembler

HERE = Path(__file__).resolve().parents[2]
GAMES = 100


def corpus() -> Path:
    """The folder of the recorded games, which is no part of this repository."""
    beside = HERE.parent / "shared" / "conformance"
    return Path(os.environ.get("LUDENS_CONFORMANCE", beside)) / "corpus" / "lud"


def sample() -> list[str]:
    """An even spread of the games that replay."""
    file = HERE / "tests" / "conformance" / "levels.tsv"
    rows = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()[1:]]
    replayed = [path for path, level, *_ in rows if int(level) >= 4]
    return [replayed[(2 * n + 1) * len(replayed) // (2 * GAMES)] for n in range(GAMES)]


@pytest.mark.slow
@needs_assembler
@pytest.mark.skipif(not corpus().is_dir(), reason="the corpus is not there")
@pytest.mark.parametrize("path", sample())
def test_the_assembler_takes_recorded_games(path: str) -> None:
    for game in ludens.load(corpus() / path).games:
        assert isinstance(game, SingleGame)
        kernel = kernel_of(game)
        for architecture in ARCHITECTURES:
            try:
                checked(kernel, architecture, level=0)
            except DeviceError as error:  # said before anything is launched
                assert "KB of a thread's own memory" in str(error)
