"""Alpha-beta search with heuristics that searches of a game taught (`ludens.agents.tuning`).

They are kept in the cache; some of the library's games come with theirs.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final

from ludens.agents import heuristics
from ludens.agents.agent import TUNING, AgentError
from ludens.agents.informed import Informed
from ludens.agents.settings import Setting
from ludens.agents.shipped import Shipped
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

    `loss` is the cross-entropy of what they say of positions that they were not fitted to, `untold` where no term says
    anything.
    """

    text: str
    games: int
    positions: int
    loss: float
    untold: float


#: the setting that tells what comes with ludens from what was learnt here
SHIPPED: Final = "shipped"
#: of games of the library that it plays best what was learnt, as JSON, and the games that told so
_SHIPPED: Final = Shipped("tuned.tsv")


def known(game: Game) -> Tuning | None:
    """What was learnt of a game on this machine, or comes with ludens; None where nobody asked."""
    kept = read_cache(_key(game)) if isinstance(game, SingleGame) else None
    return Tuning(**json.loads(kept)) if kept else shipped(game)


def shipped(game: Game) -> Tuning | None:
    """What comes with ludens; None for most games."""
    found = _SHIPPED.of(game)
    return None if found is None else Tuning(**json.loads(found[0]))


def keep(game: SingleGame, found: Tuning) -> None:
    """Keep it for the next time."""
    write_cache(_key(game), json.dumps(asdict(found)).encode())


def forget(game: SingleGame) -> None:
    """Forget what was learnt on this machine; what comes with ludens stays."""
    write_cache(_key(game), b"")


def ship(game: SingleGame, found: Tuning, played: str) -> None:
    """Let them come with ludens, in the place of what the game has under that name."""
    _SHIPPED.put(game, json.dumps(asdict(found)), played)


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
        cls._found(game)

    @classmethod
    def _found(cls, game: Game) -> Tuning:
        found = known(game)
        if found is None:
            raise AgentError(f"nobody tuned {game.name} here: `ludens tune` with `--seconds` does")
        return found

    @classmethod
    def suits(cls, game: Game) -> bool:
        return False  # games between agents tell whether it plays better than others

    def evaluation(self) -> heuristics.Evaluation | None:
        found = shipped(self.game) if self.settings[SHIPPED] else self._found(self.game)
        if found is None:
            raise AgentError(f"no heuristics of {self.game.name} come with ludens")
        assert isinstance(self.game, SingleGame)  # no other game is tuned
        return heuristics.evaluation(self.game, found.text)
