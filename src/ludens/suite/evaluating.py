"""Playing a list: an agent against the opponents of each game."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from ludens import agents
from ludens.arena import match
from ludens.arena.score import Score
from ludens.game import Game, Move, State
from ludens.suite.disguising import DisguiseError, disguise
from ludens.suite.lists import Entry, Suite, load
from ludens.suite.scoring import Evaluation, GameResult


class Chooser(Protocol):
    """Whoever chooses moves."""

    def choose(self, state: State) -> Move:
        """A legal move of the state."""


#: makes who plays a game, from the game and a seed
Maker = Callable[[Game, int], Chooser]
#: how the agent is called among the players of a match
_AGENT = "agent"
#: the rates of the strongest and of the weakest opponent have to lie so far apart
APART = 0.15
#: the seed of the games in which they are measured
MEASURED = 1


@dataclass(frozen=True)
class Progress:
    """What `evaluate` reports before each game: which one is played, and how many of all were."""

    entry: Entry
    done: int
    total: int


@dataclass(frozen=True)
class _Job:
    """What `evaluate` was asked for."""

    agent: str | Maker
    suite: Suite
    count: int
    seed: int
    disguised: int | None
    misere: bool
    threads: int


class _Seat:
    """A chooser at a seat of a match."""

    def __init__(self, chooser: Chooser) -> None:
        self.chooser = chooser

    def moves(self, state: State) -> Sequence[Move]:
        return [self.chooser.choose(state)]

    def see(self, state: State, move: Move) -> None:
        """Choosers look at the position only."""

    def close(self) -> str:
        return ""


def evaluate(
    agent: str | Maker,
    suite: str | Suite = "v1",
    *,
    games: Collection[str] = (),
    kinds: Collection[str] = (),
    difficulties: Collection[str] = (),
    n: int | None = None,
    seed: int = 0,
    disguised: int | None = None,
    misere: bool = False,
    threads: int = 1,
    report: Callable[[Progress], object] = lambda progress: None,
) -> Evaluation:
    """Let an agent play the games of a list, or those of some names, kinds and difficulties.

    The agent is a name and limit as for `ludens.agents.make`, or makes what chooses moves from a game and a seed.
    `n` games are played against each opponent, as many as the list says unless told. With a number for `disguised` each
    game is played in the disguise of that seed, if with `misere` with its goal turned round, for which the opponents'
    rates are measured anew; a game that has no such disguise is left out, and one whose goal turned round tells the
    opponents hardly apart. Errors and illegal moves of the agent lose the game, as does an agent that does not play it.
    Equal seeds give equal games, where the agent's choices depend on its seed alone; `threads` games are played at a
    time. Raises SuiteError, AgentError for an agent that there is not.
    """
    told = load(suite) if isinstance(suite, str) else suite
    entries = told.chosen(games, kinds, difficulties)
    count = told.games if n is None else n
    job = _Job(agent, told, count, seed, disguised, misere, threads)
    if isinstance(agent, str):
        agents.kind_of(agent)
    each = len(told.opponents) * count
    results = []
    for number, entry in enumerate(entries):
        step = partial(_report, report, entry, number * each, len(entries) * each)
        found = _result(job, entry, step)
        if found is not None:
            results.append(found)
    name = agent if isinstance(agent, str) else getattr(agent, "__name__", "agent")
    return Evaluation(told.name, name, seed, tuple(results))


def _report(report: Callable[[Progress], object], entry: Entry, before: int, total: int, at: int) -> None:
    report(Progress(entry, before + at, total))


def _result(job: _Job, entry: Entry, report: Callable[[int], None]) -> GameResult | None:
    """What the agent does in one game; None where the game has no such disguise."""
    report(0)
    game, hidden = entry.load(encoding=False), ""  # files of nets look at it themselves
    if job.disguised is not None or job.misere:
        try:
            found = disguise(game, job.disguised or 0, misere=job.misere)
        except DisguiseError:
            return None
        game, hidden = found.game, found.game.name
    if job.misere:
        lowest, highest = extremes(game, job.suite.opponents, job.suite.games, job.suite.plies, job.threads)
        if highest - lowest < APART:
            return None
        entry = replace(entry, measured=replace(entry.measured, lowest=lowest, highest=highest))
    if isinstance(job.agent, str) and not _plays(job.agent, game):
        lost = dict.fromkeys(job.suite.opponents, Score(losses=job.count))
        return GameResult(entry, lost, job.count * len(lost), hidden)
    scores, forfeits = {}, 0
    for number, opponent in enumerate(job.suite.opponents):
        score = Score()
        played = matches(game, job.agent, opponent, job.count, job.seed, job.suite.plies, job.threads)
        for at, (won, lost_by_fault) in enumerate(played, 1):
            score, forfeits = score + won, forfeits + lost_by_fault
            report(number * job.count + at)
        scores[opponent] = score
    return GameResult(entry, scores, forfeits, hidden)


def _plays(spec: str, game: Game) -> bool:
    try:
        agents.check(spec, game)
    except agents.AgentError:
        return False
    return True


def matches(
    game: Game, agent: str | Maker, opponent: str, count: int, seed: int, plies: int, threads: int = 1
) -> Iterator[tuple[Score, bool]]:
    """The results of games of an agent against an opponent, and whether each was lost by a fault.

    The agent sits first in every other game; two games that follow each other begin alike.
    """
    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(partial(_match, game, agent, opponent, seed, plies), range(count))


def _match(game: Game, agent: str | Maker, opponent: str, seed: int, plies: int, at: int) -> tuple[Score, bool]:
    """One of these games."""

    def make(spec: str, game: Game, seed: int) -> match.Player:
        if spec == _AGENT and not isinstance(agent, str):
            return _Seat(agent(game, seed))
        return match.seat(str(agent) if spec == _AGENT else spec, game, seed)

    seat = at % 2
    specs = [_AGENT, opponent] if seat == 0 else [opponent, _AGENT]
    outcome = match.play_game(game, specs, _seed(seed, opponent, at // 2), make=make, ply_limit=plies)
    assert outcome is not None
    lost = outcome.winner == 2 - seat
    score = Score(wins=int(outcome.winner == seat + 1), draws=int(outcome.winner == 0), losses=int(lost))
    return score, lost and outcome.reason not in ("rules", "ply-limit")


def extremes(game: Game, opponents: Sequence[str], n: int, plies: int, threads: int = 1) -> tuple[float, float]:
    """The rates of the first and of the last opponent against all of them, n games each; 0.5 against itself."""
    first, last = opponents[0], opponents[-1]

    def rate(spec: str) -> float:
        each = [0.5 if spec == other else points(spec, other) for other in opponents]
        return sum(each) / len(each)

    def points(spec: str, other: str) -> float:
        return sum((won for won, _ in matches(game, spec, other, n, MEASURED, plies, threads)), Score()).rate

    return rate(first), rate(last)


def _seed(seed: int, *told: object) -> int:
    """A number for each game, the same on any machine."""
    digest = hashlib.sha256("\n".join(map(str, (seed, *told))).encode()).digest()
    return int.from_bytes(digest[:4], "little")
