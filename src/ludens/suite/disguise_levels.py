"""How far a game is from what anybody may have read about it: four levels of disguise.

1. other names;
2. other names on a board that is mirrored, or turned, so that no square is called what it was;
3. that, and another goal: who would have won loses;
4. a game that nobody has seen: a change of the rules, which the designer's search made and its measures let pass.
"""

from __future__ import annotations

import random

from ludens.board import BoardError
from ludens.game import Game, LimitExceeded, Limits, Stopped, compile_text
from ludens.game.single import SingleGame
from ludens.lab.variation import mutated
from ludens.language import Clause, LudError
from ludens.suite.disguises import DisguiseError, disguise
from ludens.suite.layout import lay_out

#: the levels; from `OTHER_GOAL` on what was known of the opponents' strength is no longer so
LEVELS = {1: "names", 2: "names and board", 3: "names, board and goal", 4: "a game that nobody has seen"}
OTHER_GOAL = 3
#: changes that are tried, random games by which they are judged, and what these may take
_TRIED, _GAMES, _WORK = 80, 100, 200_000_000
#: how many random games may be draws, how seldom either player may win, and how long games are, beside the original's
_MOST_DRAWS, _LEAST_WON, _LENGTHS = 0.6, 0.15, (0.3, 3.0)


def level_of(level: int | None, misere: bool) -> int:
    """The level that is meant where none is named, and a goal may be turned round."""
    return level or (OTHER_GOAL if misere else 2)


def disguise_at(game: Game, level: int, seed: int = 0) -> Game:
    """The game in a disguise of a level; equal seeds give equal ones.

    Raises DisguiseError where there is none, ValueError for a level that there is not.
    """
    if level not in LEVELS:
        raise ValueError(f"there is no level {level} of disguise; there are {', '.join(map(str, LEVELS))}")
    if level == max(LEVELS):
        return disguise(unseen(game, seed), seed).game
    return disguise(game, seed, mirror=level > 1, misere=level >= OTHER_GOAL).game


def unseen(game: Game, seed: int = 0) -> Game:
    """A game with one rule changed that plays otherwise, ends, and that both players win. Raises DisguiseError."""
    if not isinstance(game, SingleGame) or not isinstance(game.description.game, Clause):
        raise DisguiseError(f"{game.name} is a match: its games can be changed, see Game.games")
    chance, before = random.Random(seed), game.playouts(_GAMES, seed=seed)
    for _ in range(_TRIED):
        try:
            other = compile_text(lay_out(mutated(game.description.game, chance).tree), "<unseen>")
            with Limits(work=_WORK):
                after = other.playouts(_GAMES, seed=seed)
        except (LudError, BoardError, LimitExceeded, Stopped, ValueError):
            continue
        if other.num_players != game.num_players or (after.winners == before.winners).all():
            continue
        length = after.lengths.mean() / max(before.lengths.mean(), 1.0)
        won = [float((after.winners == player).mean()) for player in range(1, game.num_players + 1)]
        draws = 1.0 - sum(won)
        if _LENGTHS[0] <= length <= _LENGTHS[1] and draws <= _MOST_DRAWS and min(won) >= _LEAST_WON / len(won) * 2:
            return other
    raise DisguiseError(f"no change of {game.name} was found that is a game of its own")
