"""Which agent plays a game best: a small tournament between the candidates, whose result the cache keeps.

The tournament takes seconds. It is played on request (`choose`, `ludens choose`; `challenge`, `ludens tune --seconds`),
and beside a person's first game of a description without a champion (`ludens play`, `ludens web`). From then on
`ludens.agents.strongest` gives its winner. A game that is small enough is solved instead. The first champion is what
`strongest` gives without a tournament. Challengers meet the champion one after the other, and take its place where a
sequential test (Wald 1945), by normalized Elo (Van den Bergh 2020), shows them to be stronger.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from typing import Final

import numpy as np

from ludens import solve
from ludens.agents import expected, forget, kinds, names, strongest, strongest_table, tuned
from ludens.agents.agent import TABLE
from ludens.agents.champion import Champion, Contest, read_champion, write_champion
from ludens.agents.search import Searcher
from ludens.agents.solved import Solved
from ludens.agents.timing import plies_to_come
from ludens.agents.tuned import SHIPPED
from ludens.arena.match import check_players, play_game
from ludens.arena.rating import Seating, bounds_of, clearness, verdict_of
from ludens.game import Game
from ludens.game.single import SingleGame

#: a challenger is so many normalized Elo points stronger than the champion, or as strong: the test decides between the
#: two, and says either in vain with this probability
ELO: Final = 150.0
WRONG: Final = 0.05
#: as many games as the test needs about, where the challenger wins three of four; in four times
#: these seconds there are twice as many, with turns twice as long
_USUAL, _SHORT = 24, 20.0
#: the share of these that is still to be paid for where all of them are played and told nothing
_REST: Final = 0.25
#: the share of the seconds that the games of the first start may take, however long they are
_FIRST: Final = 0.25
#: moves at random before the players', and those after which a game is a draw
OPENING: Final = 2
PLIES: Final = 300
#: seconds for a turn, at least and at most
_LEAST, _MOST = 0.005, 0.1
#: seconds that may go into guessing how long games are
_GUESSING: Final = 0.2
#: the share of the seconds, and how many at most, in which a game is solved, if it can be; and the bytes for it
_SOLVING, _MOST_SOLVING, _SOLVING_MEMORY = 0.25, 60.0, 1 << 28

Report = Callable[[Contest], object]


def candidates(game: SingleGame) -> list[str]:
    """The agents that search and play a game as well as they can, the one that is expected to be the best first."""
    first, by_name = expected(game), kinds()
    rest = [
        name
        for name in names(game)
        if issubclass(by_name[name], Searcher) and not by_name[name].fallible and by_name[name].needs != TABLE
    ]
    return [first, *(name for name in rest if name != first)]


def is_open(game: Game) -> bool:
    """Whether a tournament could show who plays this game best, and none was played yet, here or elsewhere."""
    return (
        isinstance(game, SingleGame)
        and game.num_players > 1
        and read_champion(game) is None
        and tuned.shipped(game) is None
        and strongest_table.agent_of(game) is None
        and strongest(game) != Solved.kind
        and len(candidates(game)) > 1
    )


def choose(
    game: SingleGame,
    seconds: float = 20.0,
    *,
    seed: int = 0,
    report: Report = lambda met: None,
    solving: bool = True,
) -> Champion:
    """Let the candidates play for about `seconds`, and keep the champion for `ludens.agents.strongest`.

    A game that can be solved in a quarter of that time is solved, unless `solving` is False: nobody needs to play then.
    A match that time cuts short changes nothing. `report` is called after each game. Raises UnfitGame for one player.
    """
    check_players(game)
    end, matches = time.perf_counter() + seconds, list[Contest]()
    if solving and solved(game, min(_SOLVING * seconds, _MOST_SOLVING)):
        return Champion(game.name, Solved.kind)
    champion, *challengers = candidates(game)
    for number, challenger in enumerate(challengers):
        share = (end - time.perf_counter()) / (len(challengers) - number)
        met = _match(game, challenger, champion, share, seed, report)
        matches.append(met)
        if met.verdict == "stronger":
            champion = challenger
    chosen = Champion(game.name, champion, tuple(matches))
    write_champion(game, chosen)
    forget(game)
    return chosen


def solved(game: SingleGame, seconds: float) -> bool:
    """Whether a game is solved, or can be solved in so many seconds; the files of an attempt that fails are removed."""
    root = game.start(seed=0)
    try:
        folder = solve.place_of(root)
        began = folder.exists()
        result = solve.solve(root, limits=solve.Limits(seconds=seconds, memory=_SOLVING_MEMORY))
    except solve.SolveError:
        return False
    if result.table is None and not began:
        shutil.rmtree(folder, ignore_errors=True)
    forget(game)
    return result.table is not None


def challenge(
    game: SingleGame, challenger: str, seconds: float = 20.0, *, seed: int = 0, report: Report = lambda met: None
) -> Contest:
    """Let an agent meet the champion among the others for about `seconds`; the stronger one is the champion from now on
    (`ludens.agents.strongest`).

    Heuristics learnt here meet those that come with ludens, where there are any; they are forgotten if they are not
    stronger.
    `report` is called after each game. Raises UnfitGame for one player.
    """
    check_players(game)
    before = read_champion(game)
    champion = before.agent if before is not None and before.agent != challenger else expected(game)
    anew = champion == challenger
    met = _match(game, challenger, f"{champion}:{SHIPPED}=yes" if anew else champion, seconds, seed, report)
    if anew and met.verdict != "stronger":
        tuned.forget(game)
    write_champion(game, Champion(game.name, challenger if met.verdict == "stronger" else champion, (met,)))
    forget(game)
    return met


def _match(game: SingleGame, challenger: str, champion: str, seconds: float, seed: int, report: Report) -> Contest:
    """A match that ends as soon as it is clear who is stronger, or the seconds are over."""
    players, end = game.num_players, time.perf_counter() + seconds
    turns = min(plies_to_come(game.start(seed=seed), np.random.default_rng(seed), _GUESSING), PLIES)
    usual = _USUAL * max(seconds / _SHORT, 1.0) ** 0.5
    met, starts = Contest(challenger, champion), list[float]()
    while met.verdict == "undecided":
        began = time.perf_counter()
        if met.games % players == 0:  # who plays all seats of a start has the same time in each
            share = (end - began) / max(usual - met.games, _REST * usual)
            most = _MOST if met.games else min(_FIRST * seconds / (players * PLIES), _MOST)
            turn = max(min(share / max(turns, 1.0), most), _LEAST)
            starts.append(0.0)
        limit = f"{1000 * turn:.1f}ms"
        seating = Seating(timed(challenger, limit), timed(champion, limit), met.games)
        outcome = play_game(
            game,
            seating.seats(players),
            seating.seed(players, seed),
            opening=OPENING,
            ply_limit=PLIES,
            stopped=lambda: time.perf_counter() > end,
            forfeit_errors=True,  # who fails at a game is not who plays it best
        )
        if outcome is None:
            break
        points, games = outcome.points(seating.seat(players)), met.games + 1
        turns += ((time.perf_counter() - began) / turn - turns) / (games + 1)  # the guess counts as one game
        starts[-1] += points
        ratio = 0.0 if games % players else clearness(starts, players, ELO)
        met = Contest(challenger, champion, met.points + points, games, verdict_of(ratio, *bounds_of(WRONG)))
        report(met)
    return met


def timed(agent: str, turn: str) -> str:
    """An agent with the time of a turn, before its settings."""
    kind, colon, settings = agent.partition(":")
    return f"{kind}:{turn}{colon}{settings}"
