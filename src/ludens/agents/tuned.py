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


#: of games of the library that it plays best what was learnt, as JSON, and the games that told so
_SHIPPED: Final = Shipped("tuned.tsv")


def known(game: Game) -> Tuning | None:
    """What was learnt of a game on this machine, or comes with ludens; None where nobody asked."""
    if not isinstance(game, SingleGame):
        return None
    kept, shipped = read_cache(_key(game)), _SHIPPED.of(game)
    text = kept if kept is not None else shipped[0] if shipped is not None else None
    return None if text is None else Tuning(**json.loads(text))


def keep(game: SingleGame, found: Tuning) -> None:
    """Keep it for the next time."""
    write_cache(_key(game), json.dumps(asdict(found)).encode())


def ships(game: Game) -> bool:
    """Whether a game's heuristics come with ludens, which they do where `tuned` plays it best."""
    return _SHIPPED.of(game) is not None


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
        text = self._found(self.game).text
        assert isinstance(self.game, SingleGame)  # no other game is tuned
        return heuristics.evaluation(self.game, heuristics.read(text))
