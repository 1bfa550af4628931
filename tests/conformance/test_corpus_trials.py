"""Recorded games of the corpus as trial files, which tell no positions: followed to those that were recorded."""

from __future__ import annotations

import json
import lzma
import os
from pathlib import Path
from typing import Any

import pytest

import ludens
from ludens.game import Game
from ludens.game.trial import Trial, follow, read_trial, write_trial
from ludens.game.trial.replay import played_again

HERE = Path(__file__).resolve().parent
CORPUS = Path(os.environ.get("LUDENS_CONFORMANCE", HERE.parents[2] / "shared" / "conformance")) / "corpus"
#: games so far apart in the list of those that replay exactly: of each kind some, and matches
STEP = 60
MATCHES = ["board/race/escape/Tavli.lud", "board/race/escape/Julbahar.lud"]


def sample() -> list[str]:
    rows = [line.split("\t") for line in (HERE / "levels.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    exact = [path for path, level, *_ in rows if level == "5"]
    small = [path for path in exact if not (CORPUS / "lud" / path).exists() or _size(path) < 4000]
    return [*small[::STEP], *(path for path in MATCHES if path in exact)]


def _size(path: str) -> int:
    return (CORPUS / "lud" / path).stat().st_size


def as_trial(told: dict[str, Any], one: dict[str, Any]) -> Trial:
    """A recorded game as the reference writes it: a match tells its start backwards, and announces none."""
    start, is_match, over = one["placements"], told["match"], one.get("over", False)
    moves = [*(start[::-1] if is_match else start), *(ply["applied"] for ply in one["plies"])]
    return Trial(
        f"../Common/res/lud/{told['path']}",
        bytes.fromhex(one["rng"]),
        tuple(moves),
        sizes=tuple(ply["n"] for ply in one["plies"]),
        placements=0 if is_match else len(start),
        winner=one.get("winner") if over else None,
        ranking=tuple(one["ranking"][1:]) if over and "ranking" in one else None,
    )


def last_position(game: Game, trial: Trial) -> list[Any]:
    followed = follow(game, trial)
    assert not followed.differences and followed.error is None
    *_, (state, _) = played_again(game, trial, followed)
    return sorted(map(list, state.sites()))


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not there")
@pytest.mark.parametrize("path", sample())
def test_positions_are_found_without_being_told(path: str) -> None:
    record = CORPUS / "trials" / path.replace(".lud", ".json.xz")
    told = json.loads(lzma.decompress(record.read_bytes()))
    game = ludens.load(CORPUS / "lud" / path)
    if game.num_players == 0:
        pytest.skip("a simulation's recorded moves are empty")
    for one in told["trials"]:
        if "error" not in one and one["plies"]:
            trial = read_trial(write_trial(as_trial(told, one)))
            assert last_position(game, trial) == sorted(one["plies"][-1]["state"]["sites"])
