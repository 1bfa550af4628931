"""Self-play by other workers: each gets the weights and its games, and returns the games after an iteration."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy.typing as npt

from ludens.game import Game
from ludens.learning.nets.model import Net, Size, set_weights
from ludens.learning.replay import Sample
from ludens.learning.selfplay import SelfPlay, Tally
from ludens.learning.settings import Settings

Arrays = Mapping[str, npt.NDArray[Any]]
#: under which name games are saved on their way
NAME = "games"


@dataclass(frozen=True)
class Share:
    """A part of the games that are played at once: how many, their seed, and their positions (`SelfPlay.save`)."""

    games: int
    seed: int
    saved: Arrays


@dataclass(frozen=True)
class PlayedShare:
    """The samples of an iteration of a share, and its positions after it; `seconds` are processor time."""

    samples: list[Sample]
    tally: Tally
    saved: Arrays
    seconds: float


def play_share(game: Game, settings: Settings, weights: Arrays, share: Share) -> PlayedShare:
    """Play an iteration of a share, the same as its own SelfPlay plays."""
    began = time.process_time()
    worker, net = _worker(game, settings, share.games, share.seed)
    set_weights(net, weights)
    worker.restore(NAME, share.saved)
    samples, tally = worker.play(net)
    return PlayedShare(samples, tally, worker.save(NAME), time.process_time() - began)


@lru_cache(maxsize=4)
def _worker(game: Game, settings: Settings, games: int, seed: int) -> tuple[SelfPlay, Net]:
    net = Net(game, Size(settings.channels, settings.blocks))
    return SelfPlay(game, settings, net, games, seed), net
