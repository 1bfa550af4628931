"""play: a game at the terminal, people and agents."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ludens import agents, notation, words
from ludens.cli.common import add_command, add_language, load, say, tell
from ludens.cli.screen import drawn, player_name, screen_of, status, thinking
from ludens.game import Game, IllegalMove, Move, State, matching
from ludens.game.notation import number_of
from ludens.game.trial import Recorder, write_trial
from ludens.notation.prompts import prompt
from ludens.system import files


def add(commands: Any) -> None:
    play = add_command(commands, "play", _play, game=True)
    for player in range(1, 9):
        default = "human" if player == 1 else None
        usual = default or "the strongest, thinking a second"
        shown = (
            argparse.SUPPRESS
            if player > 2
            else f"human, {', '.join(agents.names())} or net:FILE, as in uct:1s ({usual})"
        )
        play.add_argument(f"--p{player}", metavar="WHO", default=default, help=shown)
    play.add_argument("--seed", type=int, help="of the game's own chance, and of agents")
    play.add_argument("--save", metavar="FILE", help="write the game to a trial file at the end")
    add_language(play)


HELP = """\
  D1-D7, 12    make this move, by its name or its number; the start of a name is enough where no other has it
  #12          the move of this number, where names of moves begin with numbers, too
  D1-D6/G9     make moves one after the other, such as both of a turn of Amazons
  moves        list the moves with their numbers (moves D1: those that begin so)
  undo         take your last move back
  hint         what an agent would play
  board        draw the board again
  save FILE    write the game to a trial file
  quit"""


class Quit(Exception):
    """The human player leaves."""


@dataclass
class TerminalSession:
    """A game being played in the terminal. `seats` are the agents, None where a human sits; `movers` who moved.

    There is no recorder where the game began at a position of one's own; `watched` has the board drawn for agents too.
    `typed` are moves that were typed together with one before them.
    """

    state: State
    seats: list[agents.Agent | None]
    recorder: Recorder | None
    watched: bool = False
    movers: list[int] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)

    @property
    def has_human(self) -> bool:
        return None in self.seats

    def agent(self, player: int) -> agents.Agent | None:
        """The agent that plays a player of the rules now."""
        seat = self.state.seats.seat(player)
        return self.seats[seat - 1] if 1 <= seat <= len(self.seats) else None

    def is_human(self, seat: int) -> bool:
        return 1 <= seat <= len(self.seats) and self.seats[seat - 1] is None

    def play(self, moves: list[Move], name: str) -> None:
        choices, mover, before = len(self.state.legal_moves()), self.state.mover, self.state.seats
        played = self.state.play(moves)
        if self.recorder is not None:
            self.recorder.add(played, choices)
        self.movers.append(before.seat(mover))
        game = self.state.game
        if len(moves) > 1:
            tell(words.say("the players play {0}", name))
        else:
            tell(words.say("{0} plays {1}", player_name(game, mover), name))
        if self.state.seats != before:
            named = ", ".join(self._named(player) for player in range(1, game.num_players + 1))
            tell(words.say("Sides are swapped: {0}.", named))

    def _named(self, player: int) -> str:
        """A player with who plays it."""
        agent = self.agent(player)
        called = player_name(self.state.game, player)
        if agent is not None:
            return words.say("{0} is {1} now", called, agent.name)
        text = "{0} is you now" if self.seats.count(None) == 1 else "{0} is a human now"
        return words.say(text, called)

    def undo(self) -> bool:
        """Go back to the human's last decision; whether there is one."""
        human = [n for n, mover in enumerate(self.movers) if self.is_human(mover)]
        if not human:
            return False
        while len(self.movers) > human[-1]:
            self.movers.pop()
            if self.recorder is not None:
                self.recorder.undo()
            self.state.undo()
        return True


def _play(arguments: argparse.Namespace) -> int:
    from ludens.cli.background import choosing

    game = load(arguments.game, arguments.option)
    seed = secrets.randbits(63) if arguments.seed is None else arguments.seed
    rng_state = (seed & (1 << 64) - 1).to_bytes(8, "little")
    specs = [getattr(arguments, f"p{min(p, 8)}") for p in range(1, game.num_players + 1)]
    seats = [seat(who or agents.strongest(game), game, seed + p) for p, who in enumerate(specs, 1)]
    session = TerminalSession(game.start(rng_state=rng_state), seats, Recorder(game, rng_state, arguments.game))
    tell(words.say("{0}. Type help for what you can say.", game.name) if session.has_human else game.name)
    against = any(seat is not None and who is None for seat, who in zip(seats, specs, strict=True))
    with choosing(game, arguments.game, arguments.option) if session.has_human and against else nullcontext():
        try:
            play_on(session)
        except Quit:
            print(words.say("Bye."))
    if arguments.save:
        _save(session, arguments.save)
    return 0


def seat(spec: str, game: Game, seed: int) -> agents.Agent | None:
    """The agent of this name; None for a human. Raises AgentError."""
    return None if spec.lower() == "human" else agents.make(spec, game, seed=seed)


def play_on(session: TerminalSession) -> None:
    """Play to the end. Raises Quit where a human leaves."""
    while True:
        state = session.state
        if state.is_over:
            print(drawn(state, coordinates=True))
            tell(status(state))
            return
        if state.is_simultaneous:
            _joint_turn(session)
        else:
            agent = session.agent(state.mover)
            if agent is not None:
                _agent_turn(session, agent)
            elif session.is_human(state.seat):
                _human_turn(session)
            else:  # a simulation goes on by itself
                session.play([state.legal_moves()[0]], _names(state)[0])


def _agent_turn(session: TerminalSession, agent: agents.Agent) -> None:
    if session.watched:
        print("\n" + drawn(session.state, coordinates=True))
    who = player_name(session.state.game, session.state.mover)
    with thinking(words.say("{0} ({1}) thinks ...", who, agent.name)):
        move = agent.choose(session.state)
    session.play([move], notation.of(session.state.game).ply(session.state, move))


def _joint_turn(session: TerminalSession) -> None:
    """One move of each player who moves; humans choose in turn."""
    state = session.state
    moves, names = state.legal_moves(), _names(state)
    choices: list[Move] = []
    for player in sorted({m.mover for m in moves}):
        own = [(n, m) for n, m in zip(names, moves, strict=True) if m.mover == player]
        agent = session.agent(player)
        if agent is not None:
            choices.append(agent.choose_for(state, player))
            continue
        print(drawn(state, coordinates=True, viewer=player))
        picked = _ask(
            session, player_name(state.game, player), [n for n, _ in own], lambda: words.say("there is no hint here")
        )
        if picked is None:
            return
        choices.append(own[picked][1])
    session.play(choices, ", ".join(names[moves.index(m)] for m in choices))


def _human_turn(session: TerminalSession) -> None:
    state = session.state
    moves, names = state.legal_moves(), _names(state)
    print("\n" + drawn(state, coordinates=True, viewer=state.mover))
    if state.rolled != state.dice:
        pips = words.together([str(n) for dice in state.rolled for n in dice])
        print(words.say("{0} rolls {1}", player_name(state.game, state.mover), pips))
    if len(moves) == 1 and names[0] in ("pass", "next game"):
        session.play([moves[0]], words.say("{0}, as there is nothing else", words.term(names[0])))
        return
    if todo := prompt(state):
        tell(words.say("{0}.|a sentence", todo))
    picked = _ask(session, player_name(state.game, state.mover), names, lambda: _hint(state))
    if picked is not None:
        session.play([moves[picked]], notation.of(state.game).ply(state, moves[picked]))


def _names(state: State) -> list[str]:
    return list(notation.of(state.game).names(state))


def _hint(state: State) -> str:
    with thinking(words.say("thinking ...")):
        move = agents.make(agents.strongest(state.game), state.game).choose(state)
    return notation.of(state.game).ply(state, move)


def _ask(session: TerminalSession, who: str, names: list[str], hint: Callable[[], str]) -> int | None:
    """The number of the move that the human chooses; None if the position has changed instead."""
    while True:
        try:
            text = session.typed.pop(0) if session.typed else input(_question(who, len(names))).strip()
        except EOFError:
            raise Quit from None
        word, _, rest = text.partition(" ")
        match word.lower():
            case "":
                continue
            case "quit" | "exit" | "q":
                raise Quit
            case "help" | "?":
                print(words.say(HELP))
            case "moves":
                _list_moves(_written_moves(session.state, names), rest)
            case "hint":
                tell(words.say("hint: {0}", hint()))
            case "board":
                return None
            case "save":
                _save(session, rest or "game.trial")
            case "undo":
                if session.undo():
                    return None
                print(words.say("There is no move of yours to take back."))
            case _:
                session.typed.clear()
                if (plies := _read(session.state, text, names)) is not None:
                    session.typed += plies[1:]
                    return names.index(plies[0])


def _question(who: str, moves: int) -> str:
    return words.count(moves, "{1}, {0} move> ", "{1}, {0} moves> ", who)


def _list_moves(names: list[str], prefix: str) -> None:
    shown = [f"{n}: {name}" for n, name in enumerate(names, 1) if name.lower().startswith(prefix.strip().lower())]
    width = max(map(len, shown), default=0) + 2
    columns = max(1, 100 // width)
    for first in range(0, len(shown), columns):
        tell("".join(f"{name:<{width}}" for name in shown[first : first + columns]).rstrip())


def _written_moves(state: State, names: list[str]) -> list[str]:
    """The moves as players of the game write them; by their names where two would be written alike."""
    style = notation.of(state.game)
    if style.family == "standard" or len(names) != len(moves := state.legal_moves()):
        return names  # of a joint turn these are one player's
    written = [style.ply(state, move) for move in moves]
    return [name if written.count(text) > 1 else text for text, name in zip(written, names, strict=True)]


def _reason(state: State, text: str) -> str | None:
    """Why a text is no move, if the game has a screen that knows."""
    own = screen_of(state.game)
    return own.why_not(state, text) if own is not None else None


def _read(state: State, text: str, names: list[str]) -> list[str] | None:
    """The plies that a text means, by their names, the first one of `names`; None, with a message, if it is unclear.

    A turn with a part that is illegal is refused whole.
    """
    if (turn := _read_turn(state, text, names)) is not None:
        return turn
    parts, plies, here = _split(text, names), list[str](), state
    if len(parts) == 1 or state.is_simultaneous:
        picked = _choose(text, names, partial(_reason, state, text), partial(_written_moves, state, names))
        return None if picked is None else [names[picked]]
    for part in parts:
        if plies and (here.is_over or here.seat != state.seat):
            tell(words.say("The turn is over after {0}: say no more than that.", "/".join(plies)))
            return None
        choices = _names(here)
        written = partial(_written_moves, here, choices)
        if (picked := _choose(part, choices, partial(_reason, here, part), written)) is None:
            return None
        plies.append(choices[picked])
        here = here.copy()
        here.play(here.legal_moves()[picked])
    return plies


def _read_turn(state: State, text: str, names: list[str]) -> list[str] | None:
    """The plies, by their names, of a turn in the game's notation; None if it is none."""
    style = notation.of(state.game)
    if text.isdigit() or matching.spelt(names, text) or state.is_simultaneous:
        return None
    try:
        turn = style.parse(state, text)
    except IllegalMove:
        return None
    here, plies = state.copy(), list[str]()
    for move in turn:
        number = number_of(here.legal_moves(), move)
        assert number is not None, "a turn that was read is legal"
        plies.append(_names(here)[number])
        here.play(move)
    return plies


def _split(text: str, names: list[str]) -> list[str]:
    """The parts between slashes, unless the whole is the name of a move."""
    parts = [part.strip() for part in text.split("/") if part.strip()]
    return parts if parts and not matching.spelt(names, text) else [text]


def _choose(
    text: str, names: list[str], reason: Callable[[], str | None], written: Callable[[], list[str]] | None = None
) -> int | None:
    """The number of the move that a text means; None, with a message, if it means none or may mean several.

    The message lists the possible moves as they are `written`, by default by their names.
    """
    if (number := _read_number(text, names)) is not None:
        if 1 <= number <= len(names):
            return number - 1
        print(words.say("The moves have the numbers 1 to {0}.", len(names)))
        return None
    close = matching.spelt(names, text) or matching.begun(names, text)
    why = None if close else reason()
    if why is not None:
        tell(words.say("{0} is no move here: {1}.", repr(text), why))
    elif len(close) == 1 and not text.isdigit():
        return close[0]
    elif close := [*close, *([int(text) - 1] if text.isdigit() and 1 <= int(text) <= len(names) else [])]:
        tell(words.say("That may be {0}.", _numbered(close, written() if written else names)))
    elif close := matching.ended(names, text):
        tell(words.say("Do you mean {0}?", _numbered(close, written() if written else names)))
    else:
        print(words.say("{0} is no move here: say moves to list them, or help.", repr(text)))
    return None


def _numbered(numbers: list[int], written: list[str]) -> str:
    """Some moves, each with its number."""
    return matching.listed([f"{written[n]} (#{n + 1})" for n in dict.fromkeys(numbers)])


def _read_number(text: str, names: list[str]) -> int | None:
    """The number, from 1, that a text names a move by; None if it is a name, or may be the start of one."""
    digits = text.removeprefix("#")
    if not digits.isdigit() or text in names or (digits == text and matching.begun(names, text)):
        return None
    return int(digits)


def _save(session: TerminalSession, file: str) -> None:
    try:
        files.write_text(file, _to_text(session))
        print(words.say("saved to {0}", file))
    except OSError as error:
        say(words.say("{0} cannot be written: {1}", file, error.strerror))


def _to_text(session: TerminalSession) -> str:
    """The game as a trial; the present position, if it began at a position of one's own."""
    if session.recorder is not None:
        return write_trial(session.recorder.trial(session.state))
    own = screen_of(session.state.game)
    assert own is not None, "games begin at other positions by commands that have a screen of their own"
    return own.written(session.state)
