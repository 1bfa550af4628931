"""The common net in a few minutes: trains it, and measures it at three points of the way, on cards or without.

    python benchmarks/common.py --minutes 8 --device cuda --out common-card      what a card makes of eight minutes
    python benchmarks/common.py --minutes 0.2 --small --out /tmp/common          a short run on any processor

At each point the net plays the same search that knows nothing (all moves alike, positions worth nothing), both with
equally many visits a move: on trained games, and on games of families that it was never trained on. Each line is a
game with its score and 95 % interval; `results.jsonl` in the folder has them, too. Measuring takes time of its own
beside the minutes. The lists are those of `ludens train common`; nothing here looks at the results to choose them.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from ludens import library
from ludens.game import Game
from ludens.learning.common.games import HELD_OUT, TRAIN, games_of
from ludens.learning.common.measure import UNTAUGHT, strength
from ludens.learning.common.run import CommonRun, key_of
from ludens.learning.settings import Settings

#: points of the way at which is measured
POINTS = 3
#: how many games of each list a small run has, in their order
_FEW = 3


def main(arguments: Sequence[str] | None = None) -> list[dict[str, Any]]:
    """Train and measure; gives what was measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=8.0, help="minutes of training (8)")
    parser.add_argument("--cpu", action="store_true", help="count minutes of processor time, for busy machines")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--small", action="store_true", help=f"{_FEW} games of each list, and a small net")
    parser.add_argument("--rated-games", type=int, default=20, help="games of each measurement (20)")
    parser.add_argument("--iterations", type=int, default=32, help="visits a move of both players (32)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True, help="a new folder")
    given = parser.parse_args(arguments)
    torch.set_num_threads(1)
    few = _FEW if given.small else None
    lists = {name: [library.load(one.game, options=one.options) for one in games_of(name)[:few]] for name in
             (TRAIN, HELD_OUT)}  # fmt: skip
    run = CommonRun(lists[TRAIN], _settings(given), given.out, device=given.device)
    results = list[dict[str, Any]]()
    for point in range(1, POINTS + 1):
        while run.progress < point / POINTS:
            run.iterate()
        run.save()
        results += _measured(run, lists, given)
    (given.out / "results.jsonl").write_text("".join(json.dumps(line) + "\n" for line in results), encoding="utf-8")
    return results


def _settings(given: argparse.Namespace) -> Settings:
    end: dict[str, Any] = {"cpu_minutes" if given.cpu else "minutes": given.minutes}
    if given.small:
        return Settings(channels=32, blocks=2, games=16, batch=64, simulations=8, considered=4, seed=given.seed, **end)
    wide = given.device != "cpu"
    return Settings(
        channels=128 if wide else 48, blocks=6 if wide else 4, games=256 if wide else 32, batch=512 if wide else 128,
        seed=given.seed, **end,
    )  # fmt: skip


def _measured(run: CommonRun, lists: dict[str, list[Game]], given: argparse.Namespace) -> list[dict[str, Any]]:
    """The net against the search that knows nothing, in each game of two players."""
    lines, net = list[dict[str, Any]](), run.learner.average.eval()
    before = time.monotonic(), time.process_time()
    for name, games in lists.items():
        for game in games:
            if game.num_players != 2:
                continue
            score = strength(net, game, UNTAUGHT, given.rated_games, iterations=given.iterations)
            low, high = score.interval()
            line = {
                "set": name, "game": key_of(game), "score": round(score.rate, 3), "low": round(low, 3),
                "high": round(high, 3), "of": score.games, "cpu_minutes": round(run.cpu_seconds / 60, 2),
                "minutes": round(run.seconds / 60, 2), "positions": run.tally.positions, "steps": run.learner.steps,
                "device": given.device, "machine": platform.processor() or platform.machine(),
            }  # fmt: skip
            print(json.dumps(line), flush=True)
            lines.append(line)
    run.pause(time.monotonic() - before[0], time.process_time() - before[1])
    return lines


if __name__ == "__main__":
    main()
