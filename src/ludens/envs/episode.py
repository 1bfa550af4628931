"""A play of a game in words: what the arenas of language models share.

Each adapter asks an `Episode` who is to answer, shows that player's prompt, and gives it the answer. What is no legal
move may be asked for again, with the reason; after the last try it loses.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from ludens import agents, render
from ludens.arena.match import PLY_LIMIT
from ludens.envs.play import WORST
from ludens.game import Game, Move, State
from ludens.rules.state.players import told_utility
from ludens.suite.move_reader import Unread, read_turn
from ludens.suite.prompts import Prompts, move_names, move_text, tells_all

__all__ = ["Episode", "Reply", "against"]


@dataclass(frozen=True)
class Reply:
    """What became of an answer.

    `moves` are what was read; else `reason` says of which kind the refusal is, `trouble` why, and `again` whether the
    same player may answer once more.
    """

    moves: tuple[str, ...] = ()
    reason: str = ""
    trouble: str = ""
    again: bool = False

    @property
    def is_legal(self) -> bool:
        return not self.reason

    @property
    def message(self) -> str:
        """What the player is answered, where the answer was refused."""
        return "" if self.is_legal else f"That is no legal move: {self.trouble}." + " Answer once more." * self.again


class Episode:
    """A play whose seats answer in words, but for those of `opponents`, whom agents play.

    A seat is a place at the table, from 1: after a swap of sides it goes on as another player of the rules.
    """

    def __init__(
        self,
        game: Game,
        prompts: Prompts | None = None,
        *,
        max_plies: int | None = None,
        tries: int = 1,
        opponents: Mapping[int, str] | None = None,
        seed: int = 0,
    ) -> None:
        if game.num_players < 1 or len(game.games) > 1:
            raise ValueError(f"{game.name} is a match, or has no players: play its games one by one")
        if tries < 1:
            raise ValueError("an episode wants tries >= 1")
        for seat, spec in (opponents or {}).items():
            _check_seat(game, seat)
            agents.check(spec, game)
        self.game, self.prompts, self.max_plies = game, prompts or Prompts(), max_plies or PLY_LIMIT
        self.tries, self.opponents = tries, dict(opponents or {})
        self.begin(seed)

    def begin(self, seed: int | None = None) -> None:
        """A new play; equal seeds give equal plays, where the answers are equal. Without a seed it is any play."""
        seed = random.randrange(1 << 62) if seed is None else seed
        self.state: State = self.game.start(seed=seed)
        self.history, self._tried = list[str](), 0
        self._chosen: dict[int, Move] = {}
        #: the seat that lost by its answers, and why it did
        self.forfeit, self.trouble = 0, ""
        self._agents = {
            seat: agents.make(spec, self.game, seed=(seed + seat) % (1 << 62)) for seat, spec in self.opponents.items()
        }
        self._let_play()

    # --- whose turn it is

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose answers are awaited: one, or where players move at once all that have not answered."""
        if self.is_done:
            return ()
        return tuple(seat for seat in self._movers() if seat not in self.opponents and seat not in self._chosen)

    def _movers(self) -> list[int]:
        state = self.state
        if not state.is_simultaneous:
            return [state.seat]
        return sorted({state.seats.seat(move.mover) for move in state.legal_moves()})

    @property
    def is_over(self) -> bool:
        """Whether the rules have ended the play, or answers have."""
        return self.state.is_over or bool(self.forfeit)

    @property
    def is_cut_off(self) -> bool:
        """Whether it has lasted as long as it may."""
        return not self.is_over and len(self.history) >= self.max_plies

    @property
    def is_done(self) -> bool:
        return self.is_over or self.is_cut_off

    @property
    def ending(self) -> str:
        """How the play ended, in words."""
        if self.forfeit:
            return f"player {self.forfeit} gave no legal move: {self.trouble}"
        return "the rules have ended the game" if self.is_over else "the game was cut off" if self.is_cut_off else ""

    # --- what is asked

    def system(self) -> str:
        """What stays the same for the play: the rules, and how to answer."""
        return self.prompts.system(self.state, self.tries)

    def turn(self, seat: int | None = None) -> str:
        """The prompt of a seat, the first that is awaited: the position as it sees it, and the moves before it."""
        return self.prompts.turn(self.state, self.history if self.tells_all else (), self._player(seat))

    def legal(self, seat: int | None = None) -> list[str]:
        """The legal moves of a seat that is awaited, as players write them."""
        return [] if self.is_done else move_names(self.state, self._player(seat))

    def board(self, seat: int | None = None) -> str:
        """The position as text, as a seat sees it; without a seat all of it."""
        viewer = None if seat is None else self.state.seats.player(seat)
        return render.text(self.state, coordinates=True, viewer=viewer)

    def seen(self, seat: int) -> State:
        """A position that a seat cannot tell from this one: what is hidden, and what chance will bring, is another."""
        return self.state.resample(self.state.seats.player(seat))

    @property
    def tells_all(self) -> bool:
        """Whether every player sees every move."""
        return tells_all(self.game)

    def _player(self, seat: int | None) -> int | None:
        """Which player of the rules a seat is asked as, where several are asked at once."""
        if not self.state.is_simultaneous:
            return None
        return self.state.seats.player(seat or next(iter(self.awaited), 1))

    # --- what is answered

    def answer(self, text: str, seat: int | None = None) -> Reply:
        """Take the answer of a seat that is awaited, the first by default. Raises ValueError where none is awaited."""
        answering = next(iter(self.awaited), 0) if seat is None else seat
        if answering not in self.awaited:
            raise ValueError(
                f"no answer of seat {answering} is awaited: " + (self.ending or f"{self.awaited} may answer")
            )
        try:
            moves = read_turn(self.state, text, self._player(answering))
        except Unread as error:
            return self.refuse(answering, error.reason, str(error))
        self._tried = 0
        names = self._join(answering, moves[0]) if self.state.is_simultaneous else self._make(moves)
        self._let_play()
        return Reply(tuple(names))

    def refuse(self, seat: int, reason: str, trouble: str) -> Reply:
        """An answer that is none: it may be given again, or loses."""
        self._tried += 1
        if self._tried < self.tries:
            return Reply((), reason, trouble, again=True)
        self.forfeit, self.trouble = seat, trouble
        return Reply((), reason, trouble)

    def _make(self, moves: tuple[Move, ...]) -> list[str]:
        names = list[str]()
        for move in moves:
            names.append(move_text(self.state, move))
            self.state.play(move)
        self.history += names
        return names

    def _join(self, seat: int, move: Move) -> list[str]:
        """Keep a move until all have answered who move with it; then make them."""
        name = move_text(self.state, move)
        self._chosen[seat] = move
        if all(one in self._chosen or one in self.opponents for one in self._movers()):
            self._play_joint()
        return [name]

    def _play_joint(self) -> None:
        state = self.state
        for seat in self._movers():
            if seat not in self._chosen:
                self._chosen[seat] = self._agents[seat].choose_for(state, state.seats.player(seat))
        moves = [self._chosen[seat] for seat in sorted(self._chosen)]
        self.history.append(" ".join(f"{move.mover}:{move_text(state, move)}" for move in moves))
        state.play(moves)
        self._chosen = {}

    def _let_play(self) -> None:
        """Let the agents play until an answer is awaited."""
        while not self.is_done and not self.awaited:
            if self.state.is_simultaneous:
                self._play_joint()
            else:
                self._make((self._agents[self.state.seat].choose(self.state),))

    # --- what it is worth

    def rewards(self) -> list[float]:
        """What the play is worth to each seat: 1 for the first place, -1 for the last, 0 while it goes on.

        Who gave no legal move has lost; of two players the other one has won.
        """
        count = self.game.num_players
        if self.forfeit:
            others = -WORST if count == 2 else 0.0
            return [WORST if seat == self.forfeit else others for seat in range(1, count + 1)]
        if not self.state.is_over:
            return [0.0] * count
        return [told_utility(rank, count) for rank in self.state.seats.by_seat(self.state.ranking)]


def against(
    game: Game,
    seat: int,
    opponent: str,
    prompts: Prompts | None = None,
    max_plies: int | None = None,
    tries: int = 1,
    seed: int = 0,
) -> Episode:
    """An episode in which one seat answers, and an agent plays the others. Raises ValueError, AgentError."""
    _check_seat(game, seat)
    others = {other: opponent for other in range(1, game.num_players + 1) if other != seat}
    return Episode(game, prompts, max_plies=max_plies, tries=tries, opponents=others, seed=seed)


def _check_seat(game: Game, seat: int) -> None:
    if not 1 <= seat <= game.num_players:
        raise ValueError(f"{game.name} has the seats 1 to {game.num_players}, not {seat}")
