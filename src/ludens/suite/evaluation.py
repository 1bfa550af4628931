"""Playing a list: an agent against the opponents of each game."""

from __future__ import annotations

import hashlib
import threading
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Literal

from ludens import agents
from ludens.arena import match
from ludens.arena.entrants import Entrant, name_of
from ludens.arena.score import Score
from ludens.game import Game
from ludens.suite.disguise_levels import OTHER_GOAL, disguise_at, level_of
from ludens.suite.disguises import DisguiseError
from ludens.suite.lists import Entry, Suite, load
from ludens.suite.retry import Retry, SpeakerFailed
from ludens.suite.scoring import Evaluation, GameResult
from ludens.suite.speakers import Speaker
from ludens.suite.splits import UNMEASURED
from ludens.suite.transcripts import (
    FAILED,
    UNPLAYED,
    Book,
    Budget,
    OutOfBudget,
    Recorder,
    Refused,
    Transcript,
    ended,
    identity,
    is_counted,
    transcript,
    uncounted,
)

#: the rates of the strongest and of the weakest opponent have to lie so far apart
APART = 0.15
#: the seed of the games in which they are measured
MEASURED = 1
#: who sits opposite in a puzzle
NOBODY = "nobody"


@dataclass(frozen=True)
class Progress:
    """What `evaluate` reports before each game: which one is played, and how many of all were."""

    entry: Entry
    done: int
    total: int


@dataclass(frozen=True)
class _Job:
    """What `evaluate` was asked for."""

    agent: Entrant
    suite: Suite
    count: int
    seed: int
    disguised: int | None
    misere: bool
    threads: int
    retry: Retry
    skips: bool
    budget: Budget
    book: Book
    level: int = 2

    def opponents(self, game: Game) -> tuple[str, ...]:
        """Who plays the other seats of a game: those of the list's opponents that play it, nobody in a puzzle."""
        if game.num_players == 1:
            return (NOBODY,)
        return tuple(one for one in self.suite.opponents if _plays(one, game))

    def key(self, entry: Entry, opponent: str, number: int) -> dict[str, Any]:
        """What makes a game the same one."""
        return {
            "suite": self.suite.name, "agent": name_of(self.agent), "protocol": getattr(self.agent, "protocol", ""),
            "game": entry.game, "options": list(entry.options), "rules": entry.rules, "opponent": opponent,
            "base_seed": self.seed, "number": number, "disguised": self.disguised, "misere": self.misere,
            "level": self.level if self.level in (1, 4) and self.disguised is not None else 0,
        }  # fmt: skip


def evaluate(
    agent: Entrant,
    suite: str | Suite = "v1",
    *,
    games: Collection[str] = (),
    kinds: Collection[str] = (),
    difficulties: Collection[str] = (),
    splits: Collection[str] = (),
    n: int | None = None,
    seed: int = 0,
    disguised: int | None = None,
    misere: bool = False,
    level: int | None = None,
    threads: int = 1,
    report: Callable[[Progress], object] = lambda progress: None,
    transcripts: Path | str | None = None,
    retry: Retry | None = None,
    failures: Literal["stop", "skip"] = "stop",
    budget: Budget | None = None,
) -> Evaluation:
    """Let an agent play the games of a list, or those of some names, kinds, difficulties and splits.

    The agent is a name and limit as for `ludens.agents.make`, whoever chooses moves, or makes one from a game and a
    seed; what it chooses with may be a coroutine. `n` games are played against each opponent, as many as the list says
    by default, the agent in each seat in turn, the opponent in the others; a puzzle is solved alone. With a number for
    `disguised` each game is played in the disguise of that seed, of the `level` that `disguise_at` has, if with
    `misere` with its goal turned round. Where the goal is another one the opponents' rates are measured anew; a game
    that has no such disguise is left out, and one whose new goal tells the opponents hardly apart. Illegal moves of the
    agent lose the game, as does a name of an agent that does not play it. Equal seeds give equal games, where the
    agent's choices depend on its seed alone; `threads` games are played at a time, however many opponents and games
    they belong to.

    An agent that fails, as an API does that has a limit of requests, has lost nothing: errors that may pass are tried
    again as `retry` says, and others raise SpeakerFailed, whose cause is the error. With `failures="skip"` such a game
    is not counted, and the others go on. What `budget` no longer allows is not counted, either. `transcripts` is a file
    that has a line of JSON for each game; those in it that count are not played again, so that an evaluation can be
    resumed. Raises SuiteError, AgentError for an agent that there is not, ValueError for `failures` that there is not.
    """
    if failures not in ("stop", "skip"):
        raise ValueError(f"failures are 'stop' or 'skip', not {failures!r}")
    frozen = load(suite) if isinstance(suite, str) else suite
    entries = frozen.chosen(games, kinds, difficulties, splits)
    depth, disguised = level_of(level, misere), 0 if level and disguised is None else disguised
    if isinstance(agent, str):
        agents.kind_of(agent)
    if isinstance(agent, Speaker):  # each game has one of its own
        agent = agent.maker()
    limits, book = budget or Budget(), Book(transcripts)
    limits.begin()
    job = _Job(
        agent, frozen, frozen.games if n is None else n, seed, disguised, depth >= OTHER_GOAL, threads,
        retry or Retry(), failures == "skip", limits, book, depth,
    )  # fmt: skip
    try:
        results = list(_Run(job, entries, report).results())
    finally:
        book.close()
    return Evaluation(
        frozen.name, name_of(agent), seed, tuple(results), getattr(agent, "protocol", ""), frozen.protocol
    )


@dataclass(frozen=True)
class _Prepared:
    """A game of the list as it is played, and its games, each on its way."""

    entry: Entry
    disguise: str
    games: Mapping[str, list[Future[Transcript]]]


class _Run:
    """The games of an evaluation, so many at a time; results come in the order of the list."""

    def __init__(self, job: _Job, entries: Sequence[Entry], report: Callable[[Progress], object]) -> None:
        self.job, self.entries, self.report = job, entries, report
        self.each = len(job.suite.opponents) * job.count  # fewer where some do not play a game
        self.stopped = threading.Event()
        self.failure: Exception | None = None

    def results(self) -> Iterator[GameResult]:
        """What the agent did in each game. Raises what it raised, when the games under way have ended."""
        pool = ThreadPoolExecutor(self.job.threads)
        waiting, left = deque[tuple[int, _Prepared | GameResult | None]](), iter(enumerate(self.entries))
        try:
            while True:
                while not waiting or sum(_unfinished(one) for _, one in waiting) < self.job.threads:
                    if (following := next(left, None)) is None:
                        break
                    waiting.append((following[0], self._prepared(pool, following[1])))
                if not waiting:
                    return
                number, prepared = waiting.popleft()
                self._say(number, 0)
                if isinstance(prepared, _Prepared):
                    yield self._result_of(number, prepared)
                elif prepared is not None:
                    yield prepared
        finally:
            self.stopped.set()
            pool.shutdown(cancel_futures=True)

    def _say(self, number: int, done: int) -> None:
        self.report(Progress(self.entries[number], number * self.each + done, len(self.entries) * self.each))

    def _prepared(self, pool: ThreadPoolExecutor, entry: Entry) -> _Prepared | GameResult | None:
        """The games of an entry, begun; its result where the agent plays none, None where there is no such disguise."""
        job = self.job
        game, hidden = entry.load(encoding=False), ""  # files of nets look at it themselves
        if job.disguised is not None or job.misere:
            try:
                game = disguise_at(game, job.level, job.disguised or 0)
            except DisguiseError:
                return None
            hidden = game.name
        if job.misere and entry.measured != UNMEASURED:
            lowest, highest = extremes(game, job.suite.opponents, job.suite.games, job.suite.plies, job.threads)
            if highest - lowest < APART:
                return None
            entry = replace(entry, measured=replace(entry.measured, lowest=lowest, highest=highest))
        opponents = job.opponents(game)
        if isinstance(job.agent, str) and not _plays(job.agent, game):
            lost = dict.fromkeys(opponents, Score(losses=job.count))
            count = job.count * len(lost)
            return GameResult(entry, lost, count, hidden, reasons={"unfit": count})
        one = partial(self._game, game, entry, bool(hidden))
        return _Prepared(entry, hidden, {o: [pool.submit(one, o, at) for at in range(job.count)] for o in opponents})

    def _game(self, game: Game, entry: Entry, is_disguised: bool, opponent: str, number: int) -> Transcript:
        """One game, or what the file has of it."""
        job = self.job
        key = job.key(entry, opponent, number)
        if (earlier := job.book.earlier.get(identity(key))) is not None:
            return earlier
        if self.stopped.is_set():
            raise CancelledError
        try:
            seed = seed_of(job.seed, opponent, number // 2)
            played, error = _played(job, game, key, seed, is_disguised, self.stopped.is_set)
            job.book.add(played)
            if error is not None and not job.skips:
                raise error
        except Exception as error:
            self.failure = self.failure or error
            self.stopped.set()
            raise
        return played

    def _result_of(self, number: int, prepared: _Prepared) -> GameResult:
        """The result of an entry. Raises the first error of a game."""
        transcripts = list[Transcript]()
        for future in chain.from_iterable(prepared.games.values()):
            transcripts.append(self._awaited(future))
            self._say(number, len(transcripts))
        return replace(result_of(prepared.entry, transcripts, prepared.disguise), transcripts=tuple(transcripts))

    def _awaited(self, future: Future[Transcript]) -> Transcript:
        try:
            played = future.result()
        except CancelledError:
            raise self.failure or CancelledError() from None
        if self.failure is not None:  # this one was broken off for another
            raise self.failure
        return played


def _unfinished(prepared: _Prepared | GameResult | None) -> int:
    """How many games of an entry are still to be played."""
    if not isinstance(prepared, _Prepared):
        return 0
    return sum(not future.done() for games in prepared.games.values() for future in games)


def result_of(entry: Entry, games: Sequence[Mapping[str, Any]], disguise: str = "") -> GameResult:
    """What comes of the games of an entry, against each opponent."""
    scores = {one["opponent"]: Score() for one in games}
    reasons, left_out = Counter[str](), Counter[str]()
    for one in games:
        result, seat = one["result"], one["seat"]
        if is_counted(one):
            scores[one["opponent"]] += score_of(result["winner"], seat)
            reasons.update([result["reason"]] if result["fault"] == seat else [])
        else:
            left_out[result["detail"]] += 1
    return GameResult(entry, scores, reasons.total(), disguise, dict(reasons), dict(left_out))


def score_of(winner: int, seat: int) -> Score:
    """A game as a score of a seat: a draw where nobody won alone."""
    return Score(wins=int(winner == seat), draws=int(winner == 0), losses=int(winner not in (0, seat)))


@dataclass(frozen=True)
class _Agent:
    """The agent's place among the players of a match."""

    name: str


def _played(
    job: _Job, game: Game, key: dict[str, Any], seed: int, is_disguised: bool, stopped: Callable[[], bool]
) -> tuple[Transcript, SpeakerFailed | None]:
    """The transcript of a game, and the error where the agent could not be asked."""
    seat, name = 1 + key["number"] % game.num_players, name_of(job.agent)
    entrants: list[Any] = [key["opponent"]] * game.num_players
    entrants[seat - 1] = _Agent(name)
    recorders = list[Recorder]()

    def make(entrant: Any, game: Game, seed: int) -> match.Player:
        if not isinstance(entrant, _Agent):
            return match.seat(entrant, game, seed)
        recorders.append(Recorder(match.seat(job.agent, game, seed), name, job.retry, job.budget))
        return recorders[0]

    def so_far() -> Transcript:
        return transcript(key, seat, seed, recorders[0], game.description.source.text if is_disguised else "")

    try:
        if game.num_players == 1:
            outcome = solved(game, make(entrants[0], game, seed), seed, job.suite.plies, stopped)
        else:
            outcome = match.play_game(game, entrants, seed, make=make, ply_limit=job.suite.plies, stopped=stopped)
    except match.UnfitGame as error:
        return uncounted(so_far(), UNPLAYED, str(error)), None
    except SpeakerFailed as error:
        if isinstance(error.__cause__, OutOfBudget):
            return uncounted(so_far(), UNPLAYED, str(error)), None
        return uncounted(so_far(), FAILED, str(error)), error
    if outcome is None:
        return uncounted(so_far(), UNPLAYED, "broken off, as another game failed"), None
    return ended(so_far(), outcome), None


def solved(
    game: Game, player: match.Player, seed: int, plies: int, stopped: Callable[[], bool] = lambda: False
) -> match.Outcome | None:
    """A puzzle: it is won where it is solved, within so many plies. None where it was stopped."""
    state, moves = game.start(seed=seed), list[str]()

    def ended(winner: int, reason: str, detail: str) -> match.Outcome:
        return match.Outcome(
            winner, reason, detail, tuple(moves), ((),), ("",), (1.0,), 0 if reason in ("rules", "ply-limit") else 1
        )

    while not state.is_over:
        if stopped():
            return None
        if len(moves) >= plies:
            return ended(-1, "ply-limit", f"broken off after {len(moves)} plies")
        try:
            chosen = player.moves(state)
        except Refused as fault:
            return ended(-1, fault.name, str(fault))
        for move in chosen:
            player.see(state, move)
            moves.append(state.play(move).to_trial())
    return ended(1 if state.winner == 1 else -1, "rules", "")


def _plays(spec: str, game: Game) -> bool:
    try:
        agents.check(spec, game)
    except agents.AgentError:
        return False
    return True


def _points(game: Game, one: str, other: str, count: int, plies: int, threads: int) -> float:
    """The share of the points of games between two agents; the first sits first in every other game."""

    def points(number: int) -> Score:
        specs = [one, other] if number % 2 == 0 else [other, one]
        outcome = match.play_game(game, specs, seed_of(MEASURED, other, number // 2), ply_limit=plies)
        assert outcome is not None
        return score_of(outcome.winner, 1 + number % 2)

    with ThreadPoolExecutor(threads) as pool:
        return sum(pool.map(points, range(count)), Score()).rate


def extremes(game: Game, opponents: Sequence[str], n: int, plies: int, threads: int = 1) -> tuple[float, float]:
    """The rates of the first and of the last opponent against all of them, n games each; 0.5 against itself."""
    first, last = opponents[0], opponents[-1]

    def rate(spec: str) -> float:
        each = [0.5 if spec == other else points(spec, other) for other in opponents]
        return sum(each) / len(each)

    def points(spec: str, other: str) -> float:
        return _points(game, spec, other, n, plies, threads)

    return rate(first), rate(last)


def seed_of(seed: int, *parts: object) -> int:
    """A number for each game, the same on any machine."""
    digest = hashlib.sha256("\n".join(map(str, (seed, *parts))).encode()).digest()
    return int.from_bytes(digest[:4], "little")
