"""Who plays the seats that a learner does not: random moves, agents of ludens, or the learner's own functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from ludens import agents
from ludens.agents import Agent, AgentError, Random
from ludens.encoding.encoding import Floats, Mask
from ludens.envs.play import Play
from ludens.game import Game, IllegalMove

#: a function of what a player sees and may do, which gives an action
Policy = Callable[[Floats, Mask], int]
#: the name of an agent with its limit (`uct:50`), an agent, or a policy
Opponent = str | Agent | Policy

RANDOM = Random.kind


class Opponents:
    """The players of the seats that are not the learner's.

    One opponent plays them all, or a mapping tells one for each seat; who is not told plays at random. Policies see
    what the rules let their seat see; agents are given the state. Raises AgentError for an agent that there is not, or
    that does not play the game; ValueError for a seat that the game does not have.
    """

    def __init__(self, game: Game, told: Opponent | Mapping[int, Opponent]) -> None:
        seats = range(1, max(game.num_players, 1) + 1)
        by_seat = dict(told) if isinstance(told, Mapping) else dict.fromkeys(seats, told)
        for seat, opponent in by_seat.items():
            if seat not in seats:
                raise ValueError(f"{game.name} has the seats 1 to {len(seats)}, not {seat!r}")
            by_seat[seat] = _checked(opponent, game)
        self.game = game
        self._told: dict[int, Opponent] = {seat: by_seat.get(seat, RANDOM) for seat in seats}
        self._made: dict[int, Agent] = {}

    def is_random(self, seat: int) -> bool:
        """Whether a seat plays any legal move."""
        return self._told[seat] == RANDOM

    def begin(self, rng: np.random.Generator) -> None:
        """A new play: agents forget the last one, and have random numbers from a generator."""
        self._made = {}
        for opponent in self._told.values():
            if isinstance(opponent, Agent):
                opponent.rng = np.random.default_rng(int(rng.integers(1 << 63)))
        self._seed = int(rng.integers(1 << 63))

    def actions(self, play: Play, seats: Iterable[int], rng: np.random.Generator) -> dict[int, int]:
        """The action of each of some seats, all to choose now.

        Raises IllegalMove for a policy that gives what is not legal: it names the seat, the state and what is.
        """
        wanted = list(seats)
        drawn = play.random_actions(rng) if any(self.is_random(seat) for seat in wanted) else {}
        return {seat: drawn[seat] if self.is_random(seat) else self._action(play, seat) for seat in wanted}

    def _action(self, play: Play, seat: int) -> int:
        opponent = self._told[seat]
        if isinstance(opponent, str):
            opponent = self._agent(opponent, seat)
        if isinstance(opponent, Agent):
            state = play.state
            move = opponent.choose_for(state, seat) if state.is_simultaneous else opponent.choose(state)
            return play.encoding.action(move)
        action = int(opponent(play.observation(seat), play.mask(seat)))
        if not play.is_legal(seat, action):
            raise IllegalMove(f"the opponent of seat {seat}: {play.objection(seat, action)}", [])
        return action

    def _agent(self, spec: str, seat: int) -> Agent:
        if seat not in self._made:
            self._made[seat] = agents.make(spec, self.game, seed=self._seed + seat)
        return self._made[seat]

    def __getstate__(self) -> dict[str, Any]:
        """Agents made from their names keep memory of native code: what goes with a pickle is where they stand."""
        places = {seat: agent.rng for seat, agent in self._made.items()}
        return vars(self) | {"_made": {}, "places": places}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        places = kept.pop("places")
        vars(self).update(kept)
        for seat, rng in places.items():
            spec = self._told[seat]
            assert isinstance(spec, str)
            self._agent(spec, seat).rng = rng


def _checked(opponent: Opponent, game: Game) -> Opponent:
    """An opponent that plays the game; the names of the agent that chooses at random are told as one."""
    if isinstance(opponent, str):
        agents.check(opponent, game)
        return RANDOM if agents.kind_of(opponent) is Random else opponent
    if isinstance(opponent, Agent) and opponent.game != game:
        raise AgentError(f"this agent plays {opponent.game.name}, not {game.name}")
    if not (isinstance(opponent, Agent) or callable(opponent)):
        raise TypeError(f"an opponent is the name of an agent, an agent, or a function, not {opponent!r}")
    return opponent
