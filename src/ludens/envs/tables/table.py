"""A game in play at a table: a model has some of the seats, agents have the others."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from ludens import agents, notation, render
from ludens.agents import Agent
from ludens.envs.tables.answers import Legal, Played, Position
from ludens.envs.tables.bounds import Bounds, Refused
from ludens.game import Game, IllegalMove, Move, State
from ludens.game.hidden import hidden_sites, hides
from ludens.game.matching import chosen
from ludens.game.trial import Recorder, write_trial

#: how many legal moves a position shows, and a list of them
_SHOWN, _LISTED = 60, 1000
_UNSEEN = "hidden"
#: what the phase of a game without phases is called
_ONLY_PHASE = "Default"


class AgentTable:
    """A game from its start to its end. Raises Refused, IllegalMove, AgentError, and what playing raises."""

    def __init__(
        self, game: Game, bounds: Bounds, seats: Sequence[int], opponents: Sequence[str], seed: int | None
    ) -> None:
        self.game, self.bounds = game, bounds
        self.seats = _checked_seats(game, seats)
        self._specs = _assign(game, bounds, self.seats, opponents)
        own = secrets.randbits(63) if seed is None else seed & (1 << 63) - 1
        self._agents: dict[int, Agent] = {
            seat: agents.make(spec, game, seed=own + seat) for seat, spec in self._specs.items()
        }
        rng_state = own.to_bytes(8, "little")
        self.state = game.start(rng_state=rng_state)
        self._recorder = Recorder(game, rng_state)
        #: each ply as the model sees it, with who made it
        self._history: list[Played] = []
        self._seen = 0
        self._reply()

    # --- what the model sees

    @property
    def viewer(self) -> int | None:
        """The viewer whose sight the model has: its seat, of several the mover; None once the game is over."""
        if self.state.is_over:
            return None
        return self.state.mover if self._mover in self.seats else self.state.seats.player(self.seats[0])

    @property
    def _mover(self) -> int:
        """The seat to move."""
        return self.state.seat

    def position(self) -> Position:
        """The table as the model sees it; the plies that are shown now as new are not shown so again."""
        state, over = self.state, self.state.is_over
        own = self._own()
        names = [name for name, _ in own]
        fresh, self._seen = self._history[self._seen :], len(self._history)
        return Position(
            table="",
            game=self.game.name,
            ply=len(self._history),
            your_seats=list(self.seats),
            opponents=self._specs,
            your_turn=bool(own),
            to_move=[] if over else self._movers(),
            board=render.text(state.playing, coordinates=True, viewer=self.viewer, standard=True),
            scores=list(state.scores) if any(state.scores) else [],
            phase=self._phase(),
            moves_since=fresh,
            legal_count=len(names),
            legal_moves=names[:_SHOWN],
            over=over,
            plays=dict(enumerate(state.seats.players, 1)) if state.seats.is_swapped else {},
            winner=state.seats.seat(state.winner) if over and 1 <= state.winner <= self.game.num_players else None,
            ranking=state.seats.by_seat(state.ranking) if over else [],
            result=result_of(state) if over else "",
        )

    def _phase(self) -> str:
        """The phase that the mover is in, where it has a name."""
        phases = self.state.playing.phases
        name = phases[self.state.mover - 1] if 0 < self.state.mover <= len(phases) else ""
        return "" if name == _ONLY_PHASE else name

    def legal(self, containing: str) -> Legal:
        """The legal moves of the model's seats, those of a text alone."""
        names = [name for name, _ in self._own() if containing.casefold() in name.casefold()]
        return Legal(count=len(names), moves=names[:_LISTED], more=len(names) > _LISTED)

    def _own(self) -> list[tuple[str, Move]]:
        """The legal moves of the model's seats, by their names."""
        if self.state.is_over or (not self._is_joint and self._mover not in self.seats):
            return []
        pairs = zip(notation.names_of(self.state), self.state.legal_moves(), strict=True)
        return [(name, move) for name, move in pairs if not self._is_joint or self._seat(move) in self.seats]

    def _seat(self, move: Move) -> int:
        """The seat that makes a move, in this position."""
        return self.state.seats.seat(move.mover)

    @property
    def _is_joint(self) -> bool:
        return self.state.playing.is_simultaneous

    def _movers(self) -> list[int]:
        if self._is_joint:
            return sorted({self._seat(move) for move in self.state.legal_moves()})
        return [self._mover]

    # --- playing

    def play(self, text: str) -> Position:
        """Make the move that a text means, and let the agents reply. Where something fails, nothing was played."""
        if self.state.is_over:
            raise Refused(f"the game is over: {result_of(self.state)}")
        before = len(self._history)
        try:
            if self._is_joint:
                self._play([*self._parts(text), *self._others()])
            elif self._mover not in self.seats:  # an agent's reply failed, and was undone
                raise Refused(f"player {self._mover} is to move, whom an agent plays")
            else:
                for move in notation.read_turn(self.state, text):
                    self._play([move])
            self._reply()
        except BaseException:
            self._back_to(before)
            raise
        return self.position()

    def _parts(self, text: str) -> list[Move]:
        """The move of each seat of the model that is to move now."""
        own, moves = self._own(), dict[int, Move]()
        names = [name for name, _ in own]
        for part in text.split(","):
            entry = part.strip()
            if len(self.seats) == 1 and not entry.startswith(f"{self.seats[0]}:"):
                entry = f"{self.seats[0]}:{entry}"
            move = own[chosen(names, entry)][1]
            moves[self._seat(move)] = move
        missing = {self._seat(move) for _, move in own} - moves.keys()
        if missing:
            raise IllegalMove(
                f"players move at once: a move of player {min(missing)} is needed too, with a comma between"
            )
        return list(moves.values())

    def _others(self) -> list[Move]:
        """What the agents choose who move at once with the model."""
        seats = [seat for seat in self._movers() if seat not in self.seats]
        return [self._agents[seat].choose_for(self.state, self.state.seats.player(seat)) for seat in seats]

    def _reply(self) -> None:
        """Let the agents play until the model is to move."""
        while not self.state.is_over and not self._own() and len(self._history) < self.bounds.plies:
            if self._is_joint:
                self._play(self._others())
            else:
                self._play([self._agents[self._mover].choose(self.state)])

    def _play(self, moves: Sequence[Move]) -> None:
        if len(self._history) >= self.bounds.plies:
            raise Refused(f"a game at a table has {self.bounds.plies} plies at most; this one ends here")
        state, viewer = self.state, self.viewer
        count, names = len(state.legal_moves()), [(move, notation.name_of(state, move)) for move in moves]
        hidden = hidden_sites(state.playing, viewer)
        seat, own = self._seat(moves[0]), {move for move in moves if self._seat(move) in self.seats}
        played = state.play(list(moves) if self._is_joint else moves[0])
        self._recorder.add(played, count)
        if viewer is not None and not state.is_over:
            hidden |= hidden_sites(state.playing, viewer)
        sites = {site for _, site in hidden}
        texts = [_UNSEEN if move not in own and self._is_unseen(move, sites) else name for move, name in names]
        self._history.append(Played(ply=len(self._history) + 1, player=seat, move=", ".join(texts)))

    def _is_unseen(self, move: Move, hidden: set[int]) -> bool:
        """Whether a move of another player goes from or to a site that the rules hide."""
        return not hidden.isdisjoint({move.from_site, move.to_site})

    def undo(self) -> Position:
        """Take back the model's last move, and the replies to it."""
        if self.game.is_stochastic or hides(self.game):
            raise Refused(
                "nothing is taken back in a game of chance or of hidden information: you know too much by now"
            )
        last = next((ply for ply in reversed(self._history) if ply.player in self.seats), None)
        if last is None:
            raise Refused("you have not moved yet: there is nothing to take back")
        self._back_to(last.ply - 1)
        return self.position()

    def _back_to(self, ply: int) -> None:
        while len(self._history) > ply:
            self.state.undo()
            self._recorder.undo()
            self._history.pop()
        self._seen = min(self._seen, ply)

    # --- keeping

    def trial(self) -> str:
        """The game so far as the text of a trial file."""
        if not self.state.is_over and (self.game.is_stochastic or hides(self.game)):
            raise Refused(
                "the record of this game would show what is hidden, or what chance will bring: ask for it at the end"
            )
        return write_trial(self._recorder.trial(self.state))


def result_of(state: State) -> str:
    """How a game ended, in words."""
    if not state.is_over:
        return "not over"
    players = state.game.num_players
    if 1 <= state.winner <= players:
        seat = state.seats.seat(state.winner)
        whose = f", whom seat {seat} plays since sides were swapped" if seat != state.winner else ""
        return f"player {state.winner} wins{whose}" if players > 1 else "solved"
    if state.winner < 0:
        return "abandoned"
    return "a tie" if state.winner > players else "a draw" if players > 1 else "not solved"


def _checked_seats(game: Game, seats: Sequence[int]) -> tuple[int, ...]:
    count = max(game.num_players, 1)
    if not seats or len(set(seats)) < len(seats) or not all(1 <= seat <= count for seat in seats):
        raise Refused(f"seats are different numbers from 1 to {count}, not {list(seats)}")
    return tuple(sorted(seats))


def _assign(game: Game, bounds: Bounds, seats: Sequence[int], opponents: Sequence[str]) -> dict[int, str]:
    """The agent of each seat that is not the model's."""
    others = [seat for seat in range(1, game.num_players + 1) if seat not in seats]
    specs = list(opponents) or [agents.kinds()[agents.strongest(game)].quick or agents.strongest(game)]
    if len(specs) == 1:
        specs *= len(others)
    if len(specs) != len(others):
        raise Refused(f"{len(others)} seats need an opponent, and {len(specs)} were named: name one for all, or each")
    for spec in set(specs):
        check_agent(spec, game, bounds)
    return dict(zip(others, specs, strict=True))


def check_agent(spec: str, game: Game, bounds: Bounds) -> None:
    """Raises AgentError for an agent that is unknown or does not play a game, Refused for one beyond bounds."""
    if agents.kind_of(spec).from_file:
        raise Refused(f"{spec.partition(':')[0]} reads a file: `ludens mcp --net NAME=FILE` offers it under a name")
    limit = agents.check(spec, game)
    if limit.longest is not None and limit.longest > bounds.thinking_seconds:
        raise Refused(f"an agent may think {bounds.thinking_seconds:g} seconds a move here")
