"""The service of one game: it is described, measured and reviewed, and played at one table.

A service does jobs by their names, with arguments and answers that are ready for JSON, so that it may run in a process
of its own.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

from ludens import agents, notation, render
from ludens.arena.score import Score
from ludens.board.errors import BoardError
from ludens.envs.tables import reviews
from ludens.envs.tables.answers import (
    Answer,
    Checked,
    Choice,
    Clause,
    Hint,
    Legal,
    Measured,
    Piece,
    Position,
    Problem,
    Reasons,
    Review,
    Rules,
    Share,
    Trial,
)
from ludens.envs.tables.bounds import Bounds, Refused
from ludens.envs.tables.table import AgentTable
from ludens.explain import Refusal, Step, Why, points_called, told_to
from ludens.game import Game, LimitExceeded, Series, Stopped, compile_text
from ludens.game.hidden import hides
from ludens.game.trial import read_trial
from ludens.language import LudError
from ludens.suite.layout import lay_out

#: the seeds of the random games that try a description out
_SEEDS = range(1, 6)
_EXAMPLES = 12
#: how much of a call's time random games may take
_SHARE = 0.8


class GameService:
    """One game, and a table for it."""

    def __init__(self, text: str, name: str, options: Sequence[str], bounds: Bounds) -> None:
        self.text, self.name, self.options, self.bounds = text, name, tuple(options), bounds
        self._game: Game | None = None
        self._table: AgentTable | None = None

    @classmethod
    def beside(cls, other: GameService) -> GameService:
        """Another service for the same game, which is compiled once."""
        service = cls(other.text, other.name, other.options, other.bounds)
        service._game = other.game
        return service

    @property
    def game(self) -> Game:
        """The game, compiled when first asked for. Raises LudError."""
        if self._game is None:
            self._game = compile_text(self.text, self.name, self.options)
        return self._game

    @property
    def table(self) -> AgentTable:
        """The table. Raises Refused if no game was started."""
        if self._table is None:
            raise Refused("no game was started here")
        return self._table

    # --- about the game

    def rules(self) -> Rules:
        """All facts about the game."""
        game, metadata = self.game, self.game.metadata
        description, state = game.description, game.start(seed=1)
        return Rules(
            name=game.name,
            players=game.num_players,
            about=metadata.text("description"),
            rules=metadata.text("rules"),
            history=metadata.text("origin"),
            description=lay_out(description.game),
            options=[
                Choice(
                    heading=option.heading,
                    items=option.full_names(),
                    selected=next((n for n in option.full_names() if n in description.selected), None),
                )
                for option in description.options
            ],
            rulesets=[ruleset.heading for ruleset in description.rulesets],
            pieces=[Piece(name=one.name, owner=one.owner) for part in game.games for one in part.components],
            containers=[one.name for part in game.games for one in part.containers],
            start=_drawn(state),
            notation=_notation(state),
            kinds=list(game.traits),
            agents=agents.names(game),
            warnings=[str(warning) for warning in game.warnings],
        )

    def check(self) -> Checked:
        """Every error with its place; if there is none, random games are played."""
        try:
            game = self.game
            state = game.start(seed=1)
            state.notations()
            lengths = [int(length) for seed in _SEEDS for length in game.playouts(1, seed=seed).lengths]
            warnings = [problem for warning in game.warnings for problem in _problems(warning)]
            facts: dict[str, Any] = {
                "name": game.name,
                "players": game.num_players,
                "warnings": warnings,
                "lengths": lengths,
            }
            return Checked(is_playable=True, start=_drawn(state), **facts)
        except Stopped:
            raise
        except (LudError, BoardError, LimitExceeded) as error:
            return Checked(is_playable=False, errors=_problems(error))

    def measure(self, n: int, seed: int) -> Measured:
        """Statistics of n random games, or of as many as there is time for."""
        game, series = self.game, Series(min(n, self.bounds.playouts), seed)
        began, done, size = time.perf_counter(), 0, 1
        until = began + self.bounds.call_seconds * _SHARE
        while done < len(series.winners) and time.perf_counter() < until:
            end, start = min(done + size, len(series.winners)), time.perf_counter()
            game.play_part(series, done, end)
            done, size = end, size * 2 if time.perf_counter() - start < 1 else size
        winners, lengths, count = series.winners[:done], series.lengths[:done], game.num_players
        results = [(f"player {player} wins", winners == player) for player in range(1, count + 1)]
        results += [("draws", (winners == 0) | (winners > count)), ("not finished", winners < 0)]
        return Measured(
            name=game.name,
            games=done,
            results=[_share(what, int(which.sum()), done) for what, which in results],
            mean_length=round(float(lengths.mean()), 2),
            shortest=int(lengths.min()),
            longest=int(lengths.max()),
            moves_at_start=len(game.start(seed=seed).legal_moves()),
            seconds=round(time.perf_counter() - began, 3),
        )

    def review(
        self, trial: str, agent: str, seconds: float, seats: Sequence[int], first: int, last: int | None
    ) -> Review:
        """A recorded game, judged by an agent."""
        if len(trial) > self.bounds.trial_size:
            raise Refused(f"a trial has {self.bounds.trial_size} characters at most")
        read = read_trial(trial, "trial")
        return reviews.review(self.game, read, agent, self.bounds, seconds, seats, first, last)

    # --- at the table

    def begin(self, seats: Sequence[int], opponents: Sequence[str], seed: int | None) -> Position:
        """Begin a game."""
        self._table = AgentTable(self.game, self.bounds, seats, opponents, seed)
        return self._table.position()

    def state(self) -> Position:
        """The position."""
        return self.table.position()

    def legal(self, containing: str) -> Legal:
        """The legal moves."""
        return self.table.legal(containing)

    def play(self, move: str) -> Position:
        """Make a move."""
        return self.table.play(move)

    def undo(self) -> Position:
        """Take the last move back."""
        return self.table.undo()

    def hint(self, agent: str, seconds: float) -> Hint:
        """What an agent would play."""
        table = self.table
        movers = [seat for seat in table.position().to_move if seat in table.seats]
        if not movers:
            raise Refused("the game is over, or you are not to move")
        return reviews.hint(table.state.copy(), agent, self.bounds, seconds, movers[0])

    def why(self, from_site: str, to_site: str) -> Reasons:
        """Why there is a move between two sites, or none."""
        table = self.table
        style = notation.of(table.state.playing.game)
        try:
            with points_called(style.point) if style.renames else nullcontext():
                to = style.place(to_site) if to_site else None
                explanation = told_to(table.state, table.viewer, style.place(from_site), to)
        except ValueError as error:
            raise Refused(str(error)) from None
        if isinstance(explanation, Why):
            first = [Clause(words=explanation.note)] if explanation.note else []
            return Reasons(move=explanation.move, legal=True, reasons=[*first, *map(_clause, explanation.steps)])
        return Reasons(move=explanation.move, legal=False, reasons=[_clause(one) for one in explanation.refusals])

    def trial(self) -> Trial:
        """The game so far, as a trial."""
        return Trial(name=self.game.name, trial=self.table.trial())

    def review_table(self, agent: str, seconds: float, seats: Sequence[int], first: int, last: int | None) -> Review:
        """The game at the table, judged by an agent."""
        if hides(self.game) and not self.table.state.is_over:
            raise Refused("a review would show what this game hides: ask for it at the end")
        return self.review(self.table.trial(), agent, seconds, seats, first, last)

    # --- by name

    def do(self, job: str, arguments: dict[str, Any]) -> Answer:
        """The answer to a job. Raises what the job raises."""
        answer: Answer = getattr(self, job)(**arguments)
        return answer


#: the jobs of a service, and the types of their answers
JOBS: dict[str, type[Answer]] = {
    "rules": Rules,
    "check": Checked,
    "measure": Measured,
    "review": Review,
    "begin": Position,
    "state": Position,
    "legal": Legal,
    "play": Position,
    "undo": Position,
    "hint": Hint,
    "why": Reasons,
    "trial": Trial,
    "review_table": Review,
}


def _clause(part: Step | Refusal) -> Clause:
    words = part.words if isinstance(part, Refusal) else part.text
    if part.place is None:
        return Clause(words=words)
    return Clause(words=words, text=part.place.text, line=part.place.line, column=part.place.column)


def _drawn(state: Any) -> str:
    drawn: str = render.text(state.playing, coordinates=True, viewer=state.mover, standard=True)
    return drawn


def _notation(state: Any) -> str:
    names = notation.names_of(state)
    examples = ", ".join(names[:_EXAMPLES]) + (" ..." if len(names) > _EXAMPLES else "")
    text = "Moves are written as the sites they go from and to, or the site where something happens"
    if state.playing.is_simultaneous:
        text += "; players move at once, and each one's part begins with its number and a colon"
    else:
        text += "; what players of the game write is read, too"
    return f"{text}. At the start {len(names)} are legal: {examples}" if names else f"{text}."


def _share(what: str, count: int, games: int) -> Share:
    low, high = Score(wins=count, draws=0, losses=games - count).interval()
    return Share(what=what, count=count, share=round(count / games, 4), low=round(low, 4), high=round(high, 4))


def _problems(error: Exception) -> list[Problem]:
    """An error, and those related to it."""
    if not isinstance(error, LudError):
        return [Problem(message=str(error))]
    return [
        Problem(message=one.message, line=one.line, column=one.column, text=str(one), hint=one.hint or "")
        for one in (error, *error.related)
    ]
