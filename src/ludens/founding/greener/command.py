"""greener: Greener at the terminal, with a menu."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path
from typing import Any, Final

from ludens.cli.arguments import new_parser
from ludens.cli.common import FAILED, Misuse, load, read_text, say
from ludens.cli.play import Quit, TerminalSession, play_on, seat
from ludens.founding.greener import NotationError, Position, menu, read, state_of
from ludens.game import Game
from ludens.game.trial import Recorder

GAME: Final = "Greener"


def add(commands: Any) -> None:
    parser = new_parser(commands, "greener", "play Greener in the terminal; the menu asks for what is not given")
    parser.set_defaults(run=_greener)
    modes = ", ".join(f"{key}: {text}" for key, text in menu.MODES.items())
    parser.add_argument("--mode", choices=list(menu.MODES), help=modes)
    parser.add_argument("--level", type=_levels, default=[], metavar="LEVEL", help=_level_help())
    parser.add_argument("--colour", choices=list(menu.COLOURS), help="yours, against the computer")
    parser.add_argument("--position", metavar="FILE", help="begin at a position, written as a list of stacks")
    parser.add_argument("--seed", type=int, help="of the pyramids' places, and of the computer's choices")
    parser.add_argument("--once", action="store_true", help="do not ask for another game")


def _level_help() -> str:
    return f"how well the computer plays: {', '.join(menu.LEVELS)}; for two computers also BLACK,WHITE, as hard,dumb"


def _levels(text: str) -> list[str]:
    """One level, or one for each player."""
    levels = [word.strip().lower() for word in text.split(",")]
    for level in levels:
        if level not in menu.LEVELS:
            raise argparse.ArgumentTypeError(f"there is no level {level!r}; there are {', '.join(menu.LEVELS)}")
    if len(levels) > 2:
        raise argparse.ArgumentTypeError(f"one level or two, not {len(levels)}")
    return levels


def _greener(arguments: argparse.Namespace) -> int:
    _check(arguments)
    try:
        position = read(read_text(Path(arguments.position))) if arguments.position else None
    except NotationError as error:
        say(f"{arguments.position}: {error}")
        return FAILED
    game = load(GAME, ())
    try:
        seats = menu.seats(arguments.mode, arguments.level, arguments.colour, input, print)
        _rounds(game, seats, position, arguments)
    except (menu.Left, Quit):
        print("Bye.")
    return 0


def _check(arguments: argparse.Namespace) -> None:
    """Raises Misuse for what does not go together."""
    if arguments.mode == "pvp" and arguments.level:
        raise Misuse("--level is the computer's, and two people play (--mode pvp)")
    if arguments.mode != "cvc" and len(arguments.level) > 1:
        raise Misuse("two levels are for two computers (--mode cvc)")
    if arguments.mode in ("pvp", "cvc") and arguments.colour:
        raise Misuse("--colour is for a person against the computer (--mode pvc)")


def _rounds(game: Game, seats: list[str], position: Position | None, arguments: argparse.Namespace) -> None:
    """Play games until nobody wants another."""
    seed = secrets.randbits(62) if arguments.seed is None else arguments.seed
    while True:
        session = _session(game, seats, position, seed)
        print(f"{GAME}. Type help for what you can say." if session.has_human else f"{GAME}: {' against '.join(seats)}")
        play_on(session)
        if arguments.once or not menu.again(session.state.winner == 0, input, print):
            return
        seed += 1


def _session(game: Game, seats: list[str], position: Position | None, seed: int) -> TerminalSession:
    """A session with a new game, or at a position, and with those who play."""
    agents = [seat(spec, game, seed + number) for number, spec in enumerate(seats, 1)]
    watched = None not in agents
    if position is not None:
        return TerminalSession(state_of(game, position, seed=seed), agents, None, watched)
    rng_state = (seed & (1 << 64) - 1).to_bytes(8, "little")
    return TerminalSession(game.start(rng_state=rng_state), agents, Recorder(game, rng_state, GAME), watched)
