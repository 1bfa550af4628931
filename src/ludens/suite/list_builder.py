"""New lists: games are measured, and what they are is written down."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from ludens import library
from ludens.arena.match import UnfitGame, check_fit
from ludens.game import Game
from ludens.suite.evaluation import APART, extremes
from ludens.suite.lists import Entry, Measured, Suite, SuiteError, rules_of

OPPONENTS, GAMES, PLIES = ("random", "uct:10", "uct:50"), 20, 400
_SEED, _PLAYED, _SEEN = 1, 200, 16
_EASY, _MEDIUM = 20, 80


def make(
    name: str,
    about: str,
    sources: Sequence[tuple[str, Sequence[str]]],
    *,
    opponents: Sequence[str] = OPPONENTS,
    games: int = GAMES,
    plies: int = PLIES,
    measured: int = GAMES,
    folder: Path | None = None,
    report: Callable[[str], object] = lambda line: None,
) -> Suite:
    """A list of games, each a name or a file with its options; files are named relative to `folder`.

    Games that are not of two players in turn, and those in which the strongest opponent is hardly better than the
    weakest, are left out; `report` hears why. `measured` games of every two opponents are played.
    """
    entries = []
    for source, options in sources:
        text = library.read(source) if not source.endswith(".lud") else ((folder or Path()) / source).read_text("utf-8")
        game = library.load(text, options=list(options))
        try:
            check_fit(game)
            entry = _entry(source, options, text, game, opponents, measured, plies)
        except (UnfitGame, SuiteError) as error:
            report(f"{source} is left out: {error}")
            continue
        report(f"{source}: {entry.difficulty}, {entry.measured}")
        entries.append(entry)
    return Suite(name, about, tuple(opponents), games, plies, tuple(entries))


def _entry(
    source: str, options: Sequence[str], text: str, game: Game, opponents: Sequence[str], n: int, plies: int
) -> Entry:
    branching, length = _tree(game)
    lowest, highest = extremes(game, opponents, n, plies)
    if highest - lowest < APART:
        raise SuiteError(f"{opponents[-1]} gets {highest:.2f} of the points, and {opponents[0]} {lowest:.2f}")
    size = length * math.log10(max(branching, 1))
    difficulty = "easy" if size < _EASY else "medium" if size < _MEDIUM else "hard"
    path = Path(source) if source.endswith(".lud") else library.find(source)
    measured = Measured(round(branching, 1), round(length, 1), round(lowest, 3), round(highest, 3))
    kind = path.parent.name or "games"
    return Entry(source, tuple(options), kind, difficulty, rules_of(text, options), game.encoding.version, measured)


def _tree(game: Game) -> tuple[float, float]:
    """Legal moves at a position and plies of a game, both of random games."""
    length = float(game.playouts(_PLAYED, seed=_SEED).lengths.mean())
    rows = game.vector(_SEEN, seed=_SEED, threads=1, autoreset=False, observe=False)
    counts: list[int] = []
    for ply in range(_PLAYED):
        here = rows.mask.sum(axis=1)
        counts += here[here > 0].tolist()
        if rows.terminated.all():
            break
        rows.step(rows.random_actions(seed=ply))
    return float(np.mean(counts)), length
