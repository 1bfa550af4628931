"""Self-play by other workers: one is told the weights and where its games stand, and tells where they stand then."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy.typing as npt

from ludens.game import Game
from ludens.learning.nets.model import Net, Size, put
from ludens.learning.replay import Sample
from ludens.learning.selfplay import SelfPlay, Tally
from ludens.learning.settings import Settings

Arrays = Mapping[str, npt.NDArray[Any]]
#: under which name games are saved on their way
NAME = "games"


@dataclass(frozen=True)
class Share:
    """Some of the games that are played at once: how many, their seed, and where they stand (`SelfPlay.save`)."""

    games: int
    seed: int
    saved: Arrays


@dataclass(frozen=True)
class Played:
    """What came of an iteration of a share, and where it stands after it; `seconds` are those of the processor."""

    samples: list[Sample]
    tally: Tally
    saved: Arrays
    seconds: float


def play_share(game: Game, settings: Settings, weights: Arrays, share: Share) -> Played:
    """Play an iteration of a share. The same as its own SelfPlay would play."""
    began = time.process_time()
    worker, net = _worker(game, settings, share.games, share.seed)
    put(net, weights)
    worker.restore(NAME, share.saved)
    samples, tally = worker.play(net)
    return Played(samples, tally, worker.save(NAME), time.process_time() - began)


@lru_cache(maxsize=4)
def _worker(game: Game, settings: Settings, games: int, seed: int) -> tuple[SelfPlay, Net]:
    net = Net(game, Size(settings.channels, settings.blocks))
    return SelfPlay(game, settings, net, games, seed), net
