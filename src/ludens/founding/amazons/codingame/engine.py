"""The search of our Amazons bot, in a process of its own: whatever it is busy with, the bot answers in time.

Imports nothing heavy: the process is a fork of the bot's, taken before anything is loaded, and loads everything then.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from ludens.founding.amazons.codingame.protocol import COLOURS, NOTHING, SIZE, Request
from ludens.founding.amazons.turn import Turn, parse_turn
from ludens.system import scheduling
from ludens.system.pipes import source
from ludens.system.processes import child, paused, serve_as_child

if TYPE_CHECKING:
    from ludens.agents import Agent, Analysis
    from ludens.game import Move, State

_WARM = 0.005
_REVIVALS = 2
#: seconds for which the search waited for a core, after which it tells what it would play
_BUSY = 0.003


class Misused(ValueError):
    """The engine cannot be what was asked for, an agent that does not exist for example; the message says why."""


class Engine:
    """The process that searches, from the side of the bot. It ends with `close`, or when the bot's process does.

    Fork it while the process has one thread. `is_alive` tells whether it can still answer.
    """

    def __init__(self, agent: str, *, seed: int | None = None) -> None:
        self._agent, self._seed = agent, seed
        self._number, self._revivals = 0, _REVIVALS
        self._fork()

    def _fork(self) -> None:
        self.is_alive, self._received = True, b""
        self._child = child(_serve_pipes, __name__, (self._agent, "" if self._seed is None else str(self._seed)))
        self._answers = source(self._child.output)

    def revive(self) -> None:
        """Start the process again if it has ended, for a second and a third time at most."""
        if not self.is_alive and self._revivals:
            self._revivals -= 1
            self.close()
            self._fork()

    def think(self, request: Request, until: float, latest: float) -> Turn | None:
        """The agent's turn; the agent may think until `until`, and at `latest` it is the best so far, None without any.

        Both are `time.monotonic`. Raises Misused.
        """
        so_far: Turn | None = None
        self._number += 1
        board = f"{request.colour} {'/'.join(request.rows)} {request.last or NOTHING}"
        job = f"{self._number} {until!r} {latest!r} {board}\n"
        try:
            if self.is_alive:
                os.write(self._child.input, job.encode())
        except BrokenPipeError:
            self.is_alive = False
        while (line := self._line(latest)) is not None:
            word, _, rest = line.partition(" ")
            if word == "misused":
                raise Misused(rest)
            if word == f"{self._number}?":
                so_far = parse_turn(rest)
            if word == str(self._number):
                return parse_turn(rest) if rest else so_far
        return so_far

    def _line(self, latest: float) -> str | None:
        """The next line of an answer; None at the end of the time, or of the process."""
        while b"\n" not in self._received:
            if not self.is_alive or latest <= time.monotonic():
                return None
            data = self._answers.read(latest)
            if data is not None:
                self._received += data
                self.is_alive = bool(data)
        line, self._received = self._received.split(b"\n", 1)
        return line.decode()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Stop the process meanwhile, so that the bot has the core for itself, if there is but one."""
        with paused(self._child.pid):
            yield

    def close(self) -> None:
        """End the process, whatever it does; more than once is harmless."""
        self._child.close()


class AmazonsSearcher:
    """The agent that searches, with the compiled game; loaded when it is first needed for a size of the board.

    It follows the game, so that an agent finds again what it thought about the position before. `tell` hears of the
    best turn so far where the machine is busy.
    """

    def __init__(self, agent: str, seed: int | None = None, tell: Callable[[Turn], object] = lambda turn: None) -> None:
        self._spec, self._seed, self._tell = agent, seed, tell
        self._agents: dict[int, Agent] = {}
        self._state: State | None = None
        self._chosen: list[Move] = []

    def load(self, size: int = SIZE) -> Agent:
        """The agent for boards of this size, warm: it has played a turn. Raises Misused for one that does not exist."""
        if size not in self._agents:
            from ludens import agents
            from ludens.founding.amazons.position import game

            amazons = game(size, "Random")
            try:
                agent = agents.make(self._spec, amazons, seed=self._seed)
            except agents.AgentError as error:
                raise Misused(str(error)) from None
            agent.choose_turn(amazons.start(seed=0), _WARM)
            self._agents[size] = agent
        return self._agents[size]

    def turn(self, request: Request, until: float, latest: float) -> Turn | None:
        """The agent's turn, after a glance at least; None where nobody waits for it any more."""
        self._chosen = []  # first: where this turn fails, there is none to follow
        agent = self.load(len(request.rows))
        self._state = self._position(agent, request)
        now = time.monotonic()
        if latest <= now:
            return None
        self._listen(agent, self._state, len(request.rows))
        self._chosen = agent.choose_turn(self._state, max(until - now, (latest - now) / 4))
        move, shot = self._chosen
        return Turn.at(move.from_site, move.to_site, shot.to_site, len(request.rows))

    def _listen(self, agent: Agent, state: State, size: int) -> None:
        """Tell what the agent would play, now and then, once it had to wait for a core."""
        from ludens.agents import Searcher

        if not isinstance(agent, Searcher):
            return
        first = {(move.from_site, move.to_site) for move in state.legal_moves()}
        heard = scheduling.waited()

        def listen(analysis: Callable[[], Analysis]) -> None:
            nonlocal heard
            if scheduling.waited() - heard < _BUSY:
                return
            heard, line = scheduling.waited(), analysis().line
            if len(line) > 1 and (line[0].from_site, line[0].to_site) in first:  # not yet about the arrow only
                self._tell(Turn.at(line[0].from_site, line[0].to_site, line[1].to_site, size))

        agent.listener = listen

    def follow(self) -> None:
        """Go on to the position after the turn that was given last."""
        if self._state is not None:
            for move in self._chosen:
                self._state.play(move)

    def _position(self, agent: Agent, request: Request) -> State:
        """The position of a request: the one followed so far with the opponent's action, if that is it."""
        from ludens.founding.amazons.notation import play_turn
        from ludens.founding.amazons.position import Position

        mover = COLOURS.index(request.colour) + 1
        position = replace(Position.parse("\n".join(request.rows)), mover=mover)
        if self._state is not None and request.last is not None:
            with suppress(ValueError):  # the stopgap played meanwhile, or another game has begun
                play_turn(self._state, request.last)
                if Position.of(self._state) == position:
                    return self._state
        return position.state_of(agent.game, seed=0)


def _serve_pipes(jobs: int, answers: int, agent: str, seed: str) -> int:
    """Be the engine's process, which gets its jobs and gives its answers by these descriptors; gives its exit code."""
    try:
        with open(jobs, encoding="utf-8") as lines:
            _serve(lines.readline, lambda text: os.write(answers, text.encode()), agent, int(seed) if seed else None)
    except Misused as error:
        os.write(answers, f"misused {error}\n".encode())
        return 1
    except BrokenPipeError:
        return 0
    except Exception as error:
        complain(f"the agent {agent} cannot be used: {type(error).__name__}: {error}")
        return 1
    return 0


def _serve(read: Callable[[], str], write: Callable[[str], object], agent: str, seed: int | None) -> None:
    """Answer jobs: lines of a number, the time to be done and the latest, and what the bot was told.

    An answer is the number and a turn, or nothing where none is found; before it may come the best turn so far, with a
    question mark behind the number.
    """
    number = ""
    thinker = AmazonsSearcher(agent, seed, lambda turn: write(f"{number}? {turn.compact}\n"))
    thinker.load()
    gc.collect()
    gc.freeze()  # what is loaded stays: no collection needs to look at it again
    while job := read():
        number, until, latest, colour, rows, last = job.split()
        request = Request(colour, tuple(rows.split("/")), None if last == NOTHING else last, 0)
        try:
            turn = thinker.turn(request, float(until), float(latest))
        except Exception as error:  # this turn is the stopgap's, and the next one may be better
            complain(f"no turn found: {type(error).__name__}: {error}")
            turn = None
        write(f"{number} {turn.compact if turn else ''}\n")
        thinker.follow()
        gc.collect()


def complain(message: str) -> None:
    """A line on standard error."""
    sys.stderr.write(f"ludens bot: {message}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    serve_as_child(_serve_pipes)
