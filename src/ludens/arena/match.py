"""Games between agents, and others who take their seats, on any game of two players or more."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from ludens import agents
from ludens.agents import Agent, Searcher
from ludens.arena.entrants import AgentFailed, Chooser, Entrant, await_value, describe_error, name_of
from ludens.game import Game, IllegalMove, Move, State
from ludens.game.notation import number_of
from ludens.workers.programs import CommandError, Fault

PLY_LIMIT = 2000


class UnfitGame(ValueError):
    """A game that the arena has no matches of; the message says why."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended: `winner` is the seat, from 1, that won alone, 0 where none did.

    A seat is who sits there, whichever player it plays in the end: see `ludens.game.seats`.

    `ranking` has a rank for each seat: 1 is best, those who share places have their mean. `seconds` are those of each
    seat's turns. `reason` is `rules` where the game's own end was reached, `ply-limit` where it was broken off as a
    draw of all, `illegal` where the agent of the seat at `fault` chose what it may not, `error` where it failed and
    that was to lose, or the name of a bot's fault, which makes that seat the last; `detail` says it in words. `said` is
    the end of each seat's standard error.
    """

    winner: int
    reason: str
    detail: str
    moves: tuple[str, ...]
    seconds: tuple[tuple[float, ...], ...]
    said: tuple[str, ...] = ("", "")
    ranking: tuple[float, ...] = ()
    fault: int = 0

    def __post_init__(self) -> None:
        if not self.ranking:  # of two
            ranks = {0: (1.5, 1.5), 1: (1.0, 2.0), 2: (2.0, 1.0)}
            object.__setattr__(self, "ranking", ranks[self.winner])
        if not self.fault and self.winner and self.reason != "rules" and len(self.ranking) == 2:
            object.__setattr__(self, "fault", 3 - self.winner)

    def points(self, seat: int) -> float:
        """What a seat, from 1, has of the game: 1 for the first place, 0 for the last.

        >>> Outcome(2, "rules", "", (), ()).points(2), Outcome(0, "rules", "", (), ()).points(1)
        (1.0, 0.5)
        """
        players = len(self.ranking)
        return (players - self.ranking[seat - 1]) / (players - 1)


class Forfeit(Exception):
    """What an agent did that loses the game."""

    def __init__(self, seat: int, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.seat, self.reason = seat, reason


class Player(Protocol):
    """A player at a seat, for one game."""

    def moves(self, state: State) -> Sequence[Move]:
        """The moves to be made now, one after the other, all of them this player's. May raise Fault."""

    def see(self, state: State, move: Move) -> None:
        """A move is about to be made, by whomever."""

    def close(self) -> str:
        """The game is over for this player; returns the end of its standard error."""


@runtime_checkable
class SimultaneousPlayer(Protocol):
    """A player of games in which the players move at once."""

    def move_of(self, state: State, player: int) -> Move:
        """The move that this player of the rules, whose seat this is, makes with the others. May raise Fault."""


Maker = Callable[[Entrant, Game, int], Player]


class AgentPlayer:
    """An agent at a seat."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent

    def moves(self, state: State) -> Sequence[Move]:
        """A whole turn, unless dice or cards may fall in the middle of it, which nobody may foresee."""
        return [self.agent.choose(state)] if state.game.is_stochastic else self.agent.choose_turn(state)

    def move_of(self, state: State, player: int) -> Move:
        return self.agent.choose_for(state, player)

    def see(self, state: State, move: Move) -> None:
        """Agents look at the position only."""

    def close(self) -> str:
        if isinstance(self.agent, Searcher):
            self.agent.forget()  # trees are large, and would stay until garbage is collected
        return ""


class ChooserPlayer:
    """Whoever chooses moves, at a seat."""

    def __init__(self, chooser: Chooser, lock: AbstractContextManager[object] | None = None) -> None:
        """`lock` is held while it chooses."""
        self.chooser, self._lock = chooser, lock or nullcontext()

    def moves(self, state: State) -> Sequence[Move]:
        with self._lock:
            return [_checked_move(await_value(self.chooser.choose(state.copy())))]

    def see(self, state: State, move: Move) -> None:
        """Choosers look at the position only."""

    def close(self) -> str:
        return ""


class SharedAgentPlayer(AgentPlayer):
    """An agent that somebody made, which may sit at several tables, and plays one move at a time."""

    def __init__(self, agent: Agent) -> None:
        super().__init__(agent)
        self._lock = _lock_of(agent)

    def moves(self, state: State) -> Sequence[Move]:
        with self._lock:
            return super().moves(state)

    def move_of(self, state: State, player: int) -> Move:
        with self._lock:
            return super().move_of(state, player)


_locks: dict[int, threading.Lock] = {}


def _lock_of(entrant: object) -> threading.Lock:
    """The lock of an object that plays at several tables; objects that live one after the other may share it."""
    return _locks.setdefault(id(entrant), threading.Lock())


def _checked_move(move: object) -> Move:
    """What was chosen. Raises TypeError for what is no move."""
    if not isinstance(move, Move):
        raise TypeError(f"choose gave {move!r}, which is no Move: take one of state.legal_moves()")
    return move


def seat(entrant: Entrant, game: Game, seed: int) -> Player:
    """An entrant at a seat: an agent as `ludens.agents.make` makes it of a name, an object, or what a maker makes.

    Raises AgentError, also where players move at once and it could only choose at random.
    """
    if isinstance(entrant, str):
        if any(one.is_simultaneous for one in game.games):
            agents.check(entrant, game)
        return AgentPlayer(agents.make(entrant, game, seed=seed))
    if isinstance(entrant, Agent):
        if entrant.game != game:
            raise agents.AgentError(f"this agent plays {entrant.game.name}, not {game.name}")
        return SharedAgentPlayer(entrant)
    if isinstance(entrant, type) and issubclass(entrant, Agent):
        return AgentPlayer(entrant(game, seed=seed))
    if hasattr(entrant, "choose") and not isinstance(entrant, type):
        return ChooserPlayer(entrant, _lock_of(entrant))
    if not callable(entrant):
        raise TypeError(f"{entrant!r} is no agent: neither a name, nor an object with choose(state), nor a maker")
    player = await_value(entrant(game, seed))
    if isinstance(player, Agent):
        return AgentPlayer(player)
    if not hasattr(player, "choose"):
        raise TypeError(f"{name_of(entrant)} made {player!r}, which has no choose(state)")
    return ChooserPlayer(player)


def make_player(make: Maker, entrant: Entrant, game: Game, seed: int) -> Player:
    """Who `make` makes of an entrant. Raises AgentFailed where the agent's own code fails at that."""
    try:
        return make(entrant, game, seed)
    except (ValueError, CommandError):  # AgentError, UnfitGame: it is the caller who asked for what there is not
        raise
    except Exception as error:
        raise AgentFailed(f"{name_of(entrant)} cannot be made for {game.name}: {describe_error(error)}") from error


def check_players(game: Game) -> None:
    """Raises UnfitGame for games that are not of two players or more."""
    if game.num_players < 2:
        raise UnfitGame(f"matches need two players at least, and {game.name} has {game.num_players}")


def check_fit(game: Game) -> None:
    """Raises UnfitGame for games that are not of two players who move in turn."""
    if game.num_players != 2:
        raise UnfitGame(f"matches are between two players, and {game.name} has {game.num_players}")
    if any(one.is_simultaneous for one in game.games):
        raise UnfitGame(f"in {game.name} both players move at once, which agents do not search")


def play_game(
    game: Game,
    specs: Sequence[Entrant],
    seed: int,
    *,
    make: Maker = seat,
    opening: int = 0,
    ply_limit: int = PLY_LIMIT,
    stopped: Callable[[], bool] = lambda: False,
    forfeit_errors: bool = False,
) -> Outcome | None:
    """Play one game between players, given as `make` reads them (`ludens.agents.make`), the first one in seat 1.

    Equal seeds give equal starts and equal chances, and the same `opening` of so many plies at random; and equal games,
    where the agents' limits are counts. None where `stopped` said so before the end. Raises UnfitGame, AgentError for
    agents that do not exist, AgentFailed for one whose own code fails, unless with `forfeit_errors` that is to lose.
    """
    check_players(game)
    if len(specs) != game.num_players:
        raise UnfitGame(f"{game.name} has {game.num_players} players, and {len(specs)} take a seat")
    players = [make_player(make, spec, game, seed + 1 + at) for at, spec in enumerate(specs)]
    at_once = any(one.is_simultaneous for one in game.games)
    seats = _Seats([name_of(spec) for spec in specs], forfeit_errors)
    played = _Play(_opened(game, seed, opening), players, seats, [[] for _ in players])
    try:
        if at_once and (
            unfit := [spec for spec, one in zip(specs, players, strict=True) if not isinstance(one, SimultaneousPlayer)]
        ):
            raise UnfitGame(f"in {game.name} all players move at once, and {name_of(unfit[0])} moves in turn only")
        ended = played.to_end(ply_limit, stopped)
    finally:
        complaints = tuple(player.close() for player in players)
    if ended is None:
        return None
    ranking, reason, detail, fault = ended
    ahead = [seat for seat, rank in enumerate(ranking, 1) if rank == 1.0]
    seconds = tuple(tuple(one) for one in played.seconds)
    winner = ahead[0] if len(ahead) == 1 else 0
    return Outcome(winner, reason, detail, tuple(played.moves), seconds, complaints, tuple(ranking), fault)


def _opened(game: Game, seed: int, plies: int) -> State:
    """A start with so many plies at random, where players move in turn; fewer where the next one would end the game."""
    state, choose = game.start(seed=seed), random.Random(seed)
    for _ in range(0 if state.is_simultaneous else plies):
        after, moves = state.copy(), state.legal_moves()
        after.play(moves[choose.randrange(len(moves))])
        if after.is_over:
            break
        state = after
    return state


@dataclass
class _Play:
    """A game under way: who sits where, how long the turns of each seat took, what was played."""

    state: State
    players: Sequence[Player]
    seats: _Seats
    seconds: list[list[float]]
    moves: list[str] = field(default_factory=list)

    def to_end(self, ply_limit: int, stopped: Callable[[], bool]) -> tuple[list[float], str, str, int] | None:
        """Ranking, reason, detail and the seat at fault; None where it was stopped."""
        count = len(self.players)
        try:
            while not self.state.is_over:
                if stopped():
                    return None
                if len(self.moves) >= ply_limit:
                    return [(count + 1) / 2] * count, "ply-limit", f"broken off after {len(self.moves)} plies", 0
                if self.state.is_simultaneous:
                    self._joint_turn()
                else:
                    self._turn()
        except Forfeit as forfeit:
            ranking = [float(count) if seat == forfeit.seat else count / 2 for seat in range(1, count + 1)]
            return ranking, forfeit.reason, str(forfeit), forfeit.seat
        return (*_ended(self.state, count), 0)

    def _turn(self) -> None:
        """Play the turn of whoever is to move. Raises Forfeit."""
        state, seat = self.state, self.state.seat
        if not 1 <= seat <= len(self.players):  # nobody's move: the game goes on by itself
            _make(state, self.players, state.legal_moves()[0], self.moves)
            return
        with self.seats.at(seat, state, len(self.moves)):
            began = time.perf_counter()
            chosen = self.players[seat - 1].moves(state)
            self.seconds[seat - 1].append(time.perf_counter() - began)
            for move in chosen:
                _make(state, self.players, move, self.moves)

    def _joint_turn(self) -> None:
        """One move of each player who moves. Raises Forfeit."""
        state = self.state
        chosen: list[Move] = []
        for played in sorted({move.mover for move in state.legal_moves()}):
            seat = state.seats.seat(played)
            player = self.players[seat - 1]
            assert isinstance(player, SimultaneousPlayer)
            with self.seats.at(seat, state, len(self.moves)):
                began = time.perf_counter()
                move = player.move_of(state.copy(), played)
                self.seconds[seat - 1].append(time.perf_counter() - began)
                if move.mover != played or number_of(state.legal_moves(), move) is None:
                    raise IllegalMove(f"{move} is not legal here")
                chosen.append(move)
        for player in self.players:
            for move in chosen:
                player.see(state, move)
        self.moves.append(state.play(chosen).to_trial())


def _ended(state: State, count: int) -> tuple[list[float], str, str]:
    """The ranking of the seats, reason and detail of a game that its rules have ended.

    Who is undecided shares what places are left.
    """
    decided = [rank for rank in state.ranking if rank]
    left = list(range(1, count + 1))[len(decided) :]
    shared = sum(left) / len(left) if left else 0.0
    seats = state.seats
    ranking = seats.by_seat([rank or shared for rank in state.ranking])
    ahead = [seats.player(seat) for seat, rank in enumerate(ranking, 1) if rank == 1.0]
    swapped = f", whom seat {seats.seat(ahead[0])} plays since sides were swapped" if seats.is_swapped and ahead else ""
    if len(ahead) == 1:
        return ranking, "rules", f"player {ahead[0]} wins{swapped}"
    return (
        ranking,
        "rules",
        "a draw" if len(set(ranking)) == 1 else f"players {' and '.join(map(str, sorted(ahead)))} share the win",
    )


@dataclass(frozen=True)
class _Seats:
    """The names of those who play, and what becomes of an error of theirs."""

    names: Sequence[str]
    forfeit_errors: bool

    @contextmanager
    def at(self, seat: int, state: State, ply: int) -> Iterator[None]:
        """What goes wrong at a seat loses the game there: raises Forfeit. Code that fails is no move: AgentFailed."""
        try:
            yield
        except Fault as fault:
            raise Forfeit(seat, fault.name, str(fault)) from None
        except IllegalMove as error:
            raise Forfeit(seat, "illegal", str(error)) from error
        except AgentFailed:
            raise
        except Exception as error:
            if self.forfeit_errors:
                raise Forfeit(seat, "error", describe_error(error)) from error
            where = f"as player {seat} of {state.game.name}, at ply {ply + 1}"
            raise AgentFailed(f"{self.names[seat - 1]} failed {where}: {describe_error(error)}") from error


def _make(state: State, players: Sequence[Player], move: Move, moves: list[str]) -> None:
    for player in players:
        player.see(state, move)
    moves.append(state.play(move).to_trial())
