"""Alpha-beta search with heuristics learnt from searches of a game (`ludens.tuning`).

The cache has them; some of the library's games come with theirs.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final

from ludens.agents import heuristics, tuned_text
from ludens.agents.agent import TUNING, AgentError
from ludens.agents.informed import Informed
from ludens.agents.library_table import LibraryTable
from ludens.agents.settings import Setting
from ludens.game import portable
from ludens.game.single import SingleGame
from ludens.stage.cache import read_cache, write_cache

if TYPE_CHECKING:
    from ludens.game import Game

#: changes with what the terms mean
_FORMAT = "2"


@dataclass(frozen=True)
class Tuning:
    """Heuristics as text in the language, and from how many positions of how many games they were learnt.

    `loss` is the cross-entropy of their values in positions that they were not fitted to, `untold` the same without any
    term.
    """

    text: str
    games: int
    positions: int
    loss: float
    untold: float


#: the setting by which an agent takes the heuristics that come with ludens, whatever was learnt here
SHIPPED: Final = "shipped"
#: the games of the library that `tuned` plays best; their heuristics are files of their own (`tuned_text`)
_TABLE: Final = LibraryTable("tuned.tsv", "games", "positions", "loss", "untold", "matches")


def read(game: Game) -> Tuning | None:
    """What was learnt of a game on this machine, or comes with ludens; None where there is neither."""
    cached = read_cache(_key(game)) if isinstance(game, SingleGame) else None
    return Tuning(**json.loads(cached)) if cached else shipped(game)


def shipped(game: Game) -> Tuning | None:
    """What comes with ludens; None for most games."""
    row = _TABLE.of(game)
    if row is None:
        return None
    counts, losses = (int(row["games"]), int(row["positions"])), (float(row["loss"]), float(row["untold"]))
    return Tuning(tuned_text.read(tuned_text.path_of(game.name)), *counts, *losses)


def write(game: SingleGame, tuning: Tuning) -> None:
    """Keep it for the next time."""
    write_cache(_key(game), json.dumps(asdict(tuning)).encode())


def forget(game: SingleGame) -> None:
    """Forget what was learnt on this machine; what comes with ludens stays."""
    write_cache(_key(game), b"")


def ship(game: SingleGame, tuning: Tuning, matches: str) -> None:
    """Let heuristics come with ludens, in the place of those of that game; `matches` are those that they won."""
    tuned_text.write(tuned_text.path_of(game.name), game.name, tuning.text)
    numbers = {name: repr(value) for name, value in asdict(tuning).items() if name != "text"}
    _TABLE.put(game, **numbers, matches=matches)


def _key(game: SingleGame) -> str:
    return portable.digest("tuned", _FORMAT, game.digest)


class Tuned(Informed):
    """Alpha-beta with the heuristics that `ludens tune GAME --seconds` learnt and kept. Limits: as `alphabeta`."""

    kind, quick = "tuned", "tuned:1s"
    title = "Alpha-beta search with heuristics learnt from searches"
    strength = 44
    needs = TUNING
    settable = (*Informed.settable, Setting(SHIPPED, False, "what comes with ludens, whatever was learnt here"))

    @classmethod
    def check(cls, game: Game) -> None:
        super().check(game)
        cls._tuning(game)

    @classmethod
    def _tuning(cls, game: Game) -> Tuning:
        tuning = read(game)
        if tuning is None:
            raise AgentError(f"nobody tuned {game.name} here: `ludens tune` with `--seconds` does")
        return tuning

    @classmethod
    def suits(cls, game: Game) -> bool:
        return False  # games between agents decide whether it plays better than others

    def evaluation(self) -> heuristics.Evaluation | None:
        tuning = shipped(self.game) if self.settings[SHIPPED] else self._tuning(self.game)
        if tuning is None:
            raise AgentError(f"no heuristics of {self.game.name} come with ludens")
        assert isinstance(self.game, SingleGame)  # no other game is tuned
        return heuristics.evaluation(self.game, tuning.text)
