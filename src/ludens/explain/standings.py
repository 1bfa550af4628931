"""What the end rules would count if a game ended now, where they count nothing before: discs of Reversi."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, cast

from ludens.explain.end_rules import UNANSWERED, bench, end_rules
from ludens.game.hidden import hides
from ludens.ludemes.effects.scores import AddScore, AddScores, SetScore
from ludens.ludemes.ends import ByScore
from ludens.ludemes.integers.groups import SizeTerritory
from ludens.ludemes.integers.players import Score
from ludens.rules.roles import role_index
from ludens.stage.direct import plain_value

if TYPE_CHECKING:
    from ludens.game.game import Game
    from ludens.game.state import State

#: games that keep a score tell that one, and territories are nobody's before they are closed
_OTHERWISE: Final = (AddScore, AddScores, SetScore, Score, SizeTerritory)


def standing(state: State) -> list[int] | None:
    """The points of each player if the game ended now; None where that is no use, or would tell what is hidden."""
    playing = state.playing
    game = playing.game
    if playing.is_over or not _counts(game):
        return None
    return _of_block(game, playing.tobytes())


@lru_cache(maxsize=64)
def _counts(game: Game) -> bool:
    """Whether a game counts at the end alone, what everybody sees, and for each player."""
    ludemes = list(game.ludemes())
    counted = [one for one in ludemes if isinstance(one, ByScore) and one.scores]
    return bool(counted) and not hides(game) and not any(isinstance(one, _OTHERWISE) for one in ludemes)


@lru_cache(maxsize=256)
def _of_block(game: Game, block: bytes) -> list[int] | None:
    state, points = game.from_bytes(block), dict[int, int]()
    c = bench().opened(cast(Any, game).rulebook, bytearray(block)).context.unbound()
    rules = (one for rule in end_rules(game.model, state) for one in rule.walk())
    result = next((one for one in rules if isinstance(one, ByScore) and one.scores), None)
    if result is None:
        return None
    try:
        for final in result.scores or ():
            points[plain_value(role_index(c, final.role))] = plain_value(final.score.emit(c))
    except UNANSWERED:
        return None
    players = range(1, game.num_players + 1)
    return [points[player] for player in players] if points.keys() == set(players) else None
