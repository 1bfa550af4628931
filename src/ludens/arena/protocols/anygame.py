"""The lines that ludens and a bot exchange about any game of two players who move in turn.

Each line is a word and what it says. A bot is told the game and its seat once; then for each of its moves what was
played since it was last asked, what stands where, and the legal moves, up to `go`. It answers with one of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from ludens.arena.entrants import Entrant
from ludens.arena.match import Maker, Player, seat
from ludens.arena.protocols.engines import engine
from ludens.arena.protocols.faults import Illegal, Malformed
from ludens.arena.protocols.seat import Clock, Seat
from ludens.game import Game, IllegalMove, Move, State
from ludens.game.matching import chosen
from ludens.game.notation import SITE_TYPES, site_name
from ludens.system.lines import quoted
from ludens.workers.programs import split_command

#: how a bot's command is told from the name of an agent
PREFIX: Final = "bot:"
VERSION: Final = 1

__all__ = ["PREFIX", "VERSION", "Bot", "Illegal", "Malformed", "choice", "greeting", "maker", "position", "request"]


def greeting(game: Game, number: int, clock: Clock) -> Iterator[str]:
    """What a bot at a seat is told once."""
    yield f"ludens {VERSION}"
    yield f"game {game.name}"
    yield from (f"option {option}" for option in game.description.selected)
    yield f"seat {number}"
    yield f"first-ms {clock.first * 1000:.0f}"
    yield f"turn-ms {clock.turn * 1000:.0f}"


def request(state: State, names: Sequence[str]) -> Iterator[str]:
    """What a bot is told of the position in which it is to move."""
    yield from position(state)
    yield from (f"move {name}" for name in names)
    yield "go"


def position(state: State) -> Iterator[str]:
    """Scores, dice, and what stands where: a piece's name, owner, how many there are, and the site, from below."""
    game = state.playing.game
    yield from (f"score {player} {score}" for player, score in enumerate(state.scores, 1))
    yield from ("dice " + " ".join(map(str, dice)) for dice in state.rolled)
    names = {component.index: component.name.replace(" ", "_") for component in game.components}
    for letter, site, _, what, owner, count, *_ in state.sites():
        yield f"piece {names.get(what, what)} {owner} {count} {site_name(game, site, SITE_TYPES[letter])}"


def choice(answer: str, names: Sequence[str]) -> int:
    """The number of the move that an answer names, however it is spelt. Raises Malformed, Illegal.

    >>> choice(" b2-b3", ["A2-A3", "B2-B3"])
    1
    """
    name = answer.strip()
    if not name or not name.isprintable():
        raise Malformed(f"one of the legal moves is expected, not {quoted(answer)}")
    try:
        return chosen(names, name)
    except IllegalMove:
        raise Illegal(f"{quoted(name)} is none of the {len(names)} legal moves") from None


class Bot:
    """A bot at a seat for one game. Raises CommandError where the command names no program."""

    def __init__(self, command: str, game: Game, clock: Clock) -> None:
        split_command(command)
        self._game, self._seat = game, Seat(command, clock)
        self._news: list[str] = []

    def moves(self, state: State) -> Sequence[Move]:
        names = state.notations()
        head = _lines(greeting(self._game, state.mover, self._seat.clock))
        text = _lines([*self._news, *request(state, names)])
        self._news.clear()
        answer, _ = self._seat.ask(text, head)
        try:
            return [state.legal_moves()[choice(answer, names)]]
        except Illegal:
            return _turn(state, answer)

    def see(self, state: State, move: Move) -> None:
        self._news.append(f"played {state.mover} {state.notation(move)}")

    def set_clock(self, clock: Clock) -> None:
        """Let it have this time for its turns from now on."""
        self._seat.clock = clock

    def close(self) -> str:
        self._seat.close()
        return self._seat.complaints


def _turn(state: State, answer: str) -> Sequence[Move]:
    """The plies of an answer that names no legal move, but is what players of the game write. Raises Illegal."""
    try:
        return state.parse_turn(answer)
    except IllegalMove:
        raise Illegal(f"{quoted(answer.strip())} is none of the {len(state.legal_moves())} legal moves") from None


def _lines(lines: Sequence[str] | Iterator[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def maker(clock: Clock) -> Maker:
    """How players are made from specs: agents from their names, processes from commands.

    `bot:` is before the command of a bot, `uci:`, `usi:` and `gtp:` before that of an engine.
    """
    return partial(_make_player, clock)


def _make_player(clock: Clock, spec: Entrant, game: Game, seed: int) -> Player:
    if not isinstance(spec, str):
        return seat(spec, game, seed)
    if spec.startswith(PREFIX):
        return Bot(spec.removeprefix(PREFIX).strip(), game, clock)
    return engine(spec, game, clock) or seat(spec, game, seed)
