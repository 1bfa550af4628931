"""The players of the other seats: random moves, agents of ludens, or the learner's own functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ludens import agents
from ludens.agents import Agent, AgentError, Random
from ludens.agents.batched import SuccessiveSearches, batch_of
from ludens.encoding import Encoding, Vector
from ludens.encoding.encoding import Floats, Mask
from ludens.envs.play import Play
from ludens.game import Game, IllegalMove, State

Rows = npt.NDArray[np.int64]
#: a function of what a player sees and may do, which gives an action; for many plays, of arrays with an axis of plays
Policy = Callable[[Floats, Mask], Any]
#: the name of an agent with its limit (`uct:50`), an agent, or a policy
Opponent = str | Agent | Policy

#: gives what a seat sees in some rows, what it may do there, and what makes its actions those of the vector
View = Callable[[int, Rows], tuple[Floats, Mask, Callable[[Rows], Rows]]]

RANDOM = Random.kind


class Opponents:
    """The players of the seats that are not the learner's.

    One opponent plays them all, or a mapping has one for each seat; seats without one play at random. Policies see
    what the rules let their seat see; agents see the state. Raises AgentError for an agent that is unknown, or
    that does not play the game; ValueError for a seat that the game does not have.
    """

    def __init__(self, game: Game, opponents: Opponent | Mapping[int, Opponent]) -> None:
        seats = range(1, max(game.num_players, 1) + 1)
        by_seat = dict(opponents) if isinstance(opponents, Mapping) else dict.fromkeys(seats, opponents)
        for seat, opponent in by_seat.items():
            if seat not in seats:
                raise ValueError(f"{game.name} has the seats 1 to {len(seats)}, not {seat!r}")
            by_seat[seat] = _checked(opponent, game)
        self.game = game
        self._specs: dict[int, Opponent] = {seat: by_seat.get(seat, RANDOM) for seat in seats}
        self._agents: dict[int, Agent] = {}
        self._batches: dict[int, SuccessiveSearches | None] = {}

    def is_random(self, seat: int) -> bool:
        """Whether a seat plays any legal move."""
        return self._specs[seat] == RANDOM

    def begin(self, rng: np.random.Generator) -> None:
        """A new play: agents forget the last one, and have random numbers from a generator."""
        self._agents, self._batches = {}, {}
        for opponent in self._specs.values():
            if isinstance(opponent, Agent):
                opponent.rng = np.random.default_rng(int(rng.integers(1 << 63)))
        self._seed = int(rng.integers(1 << 63))

    def actions(self, play: Play, seats: Iterable[int], rng: np.random.Generator) -> dict[int, int]:
        """The action of each of some seats, all to choose now.

        Raises IllegalMove for a policy that gives an illegal action: it names the seat, the state and what is legal.
        """
        active = list(seats)
        drawn = play.random_actions(rng) if any(self.is_random(seat) for seat in active) else {}
        return {seat: drawn[seat] if self.is_random(seat) else self._action(play, seat) for seat in active}

    def _action(self, play: Play, seat: int) -> int:
        opponent = self._opponent(seat)
        if isinstance(opponent, Agent):
            return play.form.action(_choose(opponent, play.encoding, play.state, seat))
        action = int(opponent(play.observation(seat), play.mask(seat)))
        if not play.is_legal(seat, action):
            raise IllegalMove(f"the opponent of seat {seat}: {play.objection(seat, action)}")
        return action

    @property
    def thinking(self) -> list[int]:
        """The seats that do not play at random."""
        return [seat for seat in self._specs if not self.is_random(seat)]

    def choose(self, vector: Vector, seat: int, rows: Rows, view: View) -> Rows:
        """The actions of a seat that is to move in some rows of a vector, as the vector numbers them.

        The seat does not play at random. A policy receives what it sees in all of these rows, as `view` has it, and
        gives an action for each. Raises IllegalMove as `actions` does, ValueError for actions of another shape.
        """
        opponent, encoding = self._opponent(seat), vector.encoding
        if isinstance(opponent, Agent):
            if (batch := self._batch(opponent, seat)) is not None:
                return _choose_batch(batch, vector, rows)
            return np.array([_choose(opponent, encoding, vector.row(row), seat) for row in rows.tolist()])
        seen, mask, stable = view(seat, rows)
        answer = np.asarray(opponent(seen, mask.copy()))
        if answer.shape != rows.shape:
            raise ValueError(f"the opponent of seat {seat} gave actions of shape {answer.shape}, not {rows.shape}")
        actions: Rows = answer.astype(np.int64)
        wrong = np.flatnonzero(~legal(mask, actions))
        if len(wrong):
            row, action = int(rows[wrong[0]]), int(stable(actions[wrong[:1]])[0])
            raise IllegalMove(f"the opponent of seat {seat}: row {row}: {encoding.illegal(vector.row(row), action)}")
        return stable(actions)

    def _opponent(self, seat: int) -> Agent | Callable[..., Any]:
        opponent = self._specs[seat]
        return self._agent(opponent, seat) if isinstance(opponent, str) else opponent

    def _agent(self, spec: str, seat: int) -> Agent:
        if seat not in self._agents:
            self._agents[seat] = agents.make(spec, self.game, seed=self._seed + seat)
        return self._agents[seat]

    def _batch(self, agent: Agent, seat: int) -> SuccessiveSearches | None:
        """The batch search of an agent, if it has one."""
        if seat not in self._batches:
            self._batches[seat] = batch_of(agent)
        return self._batches[seat]

    def __getstate__(self) -> dict[str, Any]:
        """The fields for a pickle. Agents hold memory of native code: only their generators go with it."""
        places = {seat: agent.rng for seat, agent in self._agents.items()}
        return vars(self) | {"_agents": {}, "_batches": {}, "places": places}

    def __setstate__(self, fields: dict[str, Any]) -> None:
        places = fields.pop("places")
        vars(self).update(fields)
        for seat, rng in places.items():
            spec = self._specs[seat]
            assert isinstance(spec, str)
            self._agent(spec, seat).rng = rng


def _choose(agent: Agent, encoding: Encoding, state: State, seat: int) -> int:
    """The action of an agent that is to move."""
    return encoding.action(agent.choose_for(state, seat) if state.is_simultaneous else agent.choose(state))


def _choose_batch(batch: SuccessiveSearches, vector: Vector, rows: Rows) -> Rows:
    """The actions of an agent that is to move in some rows: it searches where there is a choice."""
    numbers = {row: vector.stepper.numbers(row) for row in rows.tolist()}
    open_rows = [row for row, own in numbers.items() if len(own) > 1]
    best = dict(zip(open_rows, batch.best([vector.states[row] for row in open_rows]), strict=True))
    return np.array([int(own[best.get(row, 0)]) for row, own in numbers.items()], np.int64)


def legal(mask: Mask, actions: Rows) -> Mask:
    """Which of some actions their masks allow."""
    inside = (actions >= 0) & (actions < mask.shape[1])
    return np.asarray(inside & mask[np.arange(len(actions)), np.where(inside, actions, 0)])


def _checked(opponent: Opponent, game: Game) -> Opponent:
    """An opponent that plays the game; all names of the random agent become one."""
    if isinstance(opponent, str):
        agents.check(opponent, game)
        return RANDOM if agents.kind_of(opponent) is Random else opponent
    if isinstance(opponent, Agent) and opponent.game != game:
        raise AgentError(f"this agent plays {opponent.game.name}, not {game.name}")
    if not (isinstance(opponent, Agent) or callable(opponent)):
        raise TypeError(f"an opponent is the name of an agent, an agent, or a function, not {opponent!r}")
    return opponent
