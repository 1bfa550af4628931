"""The `ludens` command."""

from __future__ import annotations

import argparse
import os
import random
import secrets
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ludens import agents, library, render
from ludens.board.errors import BoardError
from ludens.game import Game, LimitExceeded, Move, Playouts, State, compile_text
from ludens.game.trial import Recorder, Trial, TrialError, read_trial, replay_trial, write_trial
from ludens.language import Clause, Description, LudError, String, parse
from ludens.ludemes.boards import board_of

FAILED, MISUSED, INTERRUPTED = 1, 2, 130
_ANSI = ("36", "91", "94", "92", "93", "95", "96", "33", "35")  # by owner: 0 for nobody, then the players


class Misuse(Exception):
    """A mistake of the user's; the message says which."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; gives the exit code: 0, 1 where what was asked about is at fault, 2 for misuse."""
    try:
        arguments = _parser().parse_args(argv)
        code: int = arguments.run(arguments)
        sys.stdout.flush()
        return code
    except SystemExit as stop:  # argparse has said it
        return stop.code if isinstance(stop.code, int) else MISUSED
    except BrokenPipeError:
        _silence()
        return FAILED
    except KeyboardInterrupt:
        _say("\ninterrupted")
        return INTERRUPTED
    except (Misuse, agents.AgentError, library.UnknownGame) as error:
        _say(f"ludens: {error}")
        return MISUSED
    except OSError as error:
        _say(f"ludens: {error.filename or ''}: {error.strerror or error}")
        return MISUSED
    except (LudError, BoardError, TrialError, LimitExceeded) as error:
        _say(str(error))
        return FAILED


def _silence() -> None:
    """Nobody reads the output any more: what is still buffered must not be an error at exit."""
    null = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(null, sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115


def _say(message: str) -> None:
    print(message, file=sys.stderr)


# --- the command line


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="ludens", description="Board games from descriptions in the .lud language.")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add(commands, "games", "list the games that come with ludens", _games)
    show = _add(commands, "show", "show a game: its rules, options and board", _show, game=True)
    show.add_argument("--svg", metavar="FILE", help="write the picture to a file (- for standard output)")
    show.add_argument("--png", metavar="FILE", help="write the picture as PNG (needs the extra ludens[png])")
    show.add_argument("--board", action="store_true", help="the board alone, also where the rules cannot be compiled")
    show.add_argument("--coordinates", action="store_true", help="with the labels of the sites")
    show.add_argument("--indices", action="store_true", help="with the numbers of the sites")
    show.add_argument("--plies", type=_count, default=0, metavar="N", help="after so many random moves")
    show.add_argument("--seed", type=int, help="of the random moves")
    check = _add(commands, "check", "find the errors of descriptions", _check)
    check.add_argument("files", nargs="+", metavar="FILE", help="a path, a library name, or - for standard input")
    check.add_argument("--option", **_OPTION)
    moves = _add(commands, "moves", "list the legal moves", _moves, game=True)
    moves.add_argument("--plies", type=_count, default=0, metavar="N", help="after so many random moves")
    moves.add_argument("--seed", type=int, help="of the random moves")
    moves.add_argument("--trial", action="store_true", help="in trial format")
    playouts = _add(commands, "playouts", "play random games: speed, lengths, wins", _playouts, game=True)
    playouts.add_argument("-n", type=_positive, default=1000, metavar="N", help="how many (1000)")
    playouts.add_argument("--seed", type=int, help="equal seeds give equal games")
    playouts.add_argument("--threads", type=_positive, default=1, metavar="N", help="how many at a time (1)")
    perft = _add(commands, "perft", "count the positions after some plies", _perft, game=True)
    perft.add_argument("depth", type=_count, metavar="DEPTH", help="games that ended earlier are not counted")
    play = _add(commands, "play", "play in the terminal", _play, game=True)
    for player in range(1, 9):
        default = "human" if player == 1 else "uct:1s"
        shown = argparse.SUPPRESS if player > 2 else f"human, {', '.join(agents.names())}, as in uct:1s ({default})"
        play.add_argument(f"--p{player}", metavar="WHO", default=default, help=shown)
    play.add_argument("--seed", type=int, help="of the game's own chance, and of agents")
    play.add_argument("--save", metavar="FILE", help="write the game to a trial file at the end")
    replay = _add(commands, "replay", "play a trial file again", _replay)
    replay.add_argument("trial", metavar="TRIAL", help="a path, or - for standard input")
    replay.add_argument("--game", metavar="GAME", help="the game, where the file's own name for it is not found")
    replay.add_argument("-v", "--verbose", action="store_true", help="show every position")
    return parser


_OPTION: dict[str, Any] = {"action": "append", "default": [], "metavar": "HEADING/ITEM", "help": "choose an option"}


def _add(
    commands: Any, name: str, summary: str, run: Callable[[argparse.Namespace], int], *, game: bool = False
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=summary, description=summary)
    parser.set_defaults(run=run)
    if game:
        parser.add_argument("game", metavar="GAME", help="a library name, a path, or - for standard input")
        parser.add_argument("--option", **_OPTION)
    return parser


def _count(text: str) -> int:
    if not text.isdigit():
        raise argparse.ArgumentTypeError(f"a number from 0 is expected, not {text!r}")
    return int(text)


def _positive(text: str) -> int:
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"a number from 1 is expected, not {text!r}")
    return int(text)


# --- finding descriptions


def _source(name: str) -> tuple[str, str]:
    """The text of a description and the name of its file. Raises Misuse where there is none."""
    if name == "-":
        return sys.stdin.read(), "<stdin>"
    path = Path(name)
    if path.suffix == ".lud" or os.sep in name or path.is_file():
        return _read(path), name
    try:
        found = library.find(name)
    except library.UnknownGame as error:
        raise Misuse(f"{error}, and there is no such file") from None
    return found.read_text(encoding="utf-8"), found.name


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Misuse(f"{path} is no text in UTF-8: {error.reason} at byte {error.start}") from None


def _load(name: str, options: Sequence[str]) -> Game:
    text, source = _source(name)
    return compile_text(text, source, options)


# --- games, show, check


def _games(arguments: argparse.Namespace) -> int:
    width = max(map(len, library.names()), default=0)
    for name in library.names():
        print(f"{name:<{width}}  {_info(_summary(name), 'description')}".rstrip())
    return 0


def _summary(name: str) -> Clause | None:
    try:
        return parse(library.read(name), name=name).metadata
    except LudError:
        return None


def _info(metadata: Clause | None, keyword: str) -> str:
    """The text of the first clause of this keyword in the metadata, on one line."""
    for node in _clauses(metadata):
        if node.keyword == keyword:
            return " ".join(" ".join(a.text for a in node.arguments if isinstance(a, String)).split())
    return ""


def _clauses(node: object) -> Iterator[Clause]:
    """The clauses of a tree, outer ones first."""
    if isinstance(node, Clause):
        yield node
    for child in getattr(node, "arguments", getattr(node, "elements", ())):
        yield from _clauses(child)


def _show(arguments: argparse.Namespace) -> int:
    if arguments.board:
        return _show_board(arguments)
    game = _load(arguments.game, arguments.option)
    state = _after(game, arguments.plies, arguments.seed)
    if _pictures(state, arguments):
        return 0
    print(game.name, f"({_counted(game.num_players, 'player')})")
    for keyword in ("description", "rules"):
        if text := _info(game.description.metadata, keyword):
            print("\n" + textwrap.fill(text, 100))
    print("\n" + _drawn(state, coordinates=arguments.coordinates, indices=arguments.indices))
    if listed := _options(game.description):
        print("\n" + listed)
    return 0


def _show_board(arguments: argparse.Namespace) -> int:
    text, source = _source(arguments.game)
    description = parse(text, name=source, options=arguments.option)
    topology = board_of(description.game)
    if not _pictures(topology, arguments, description.metadata):
        print(render.text(topology, arguments.coordinates, indices=arguments.indices))
    return 0


def _pictures(drawn: render.Drawable, arguments: argparse.Namespace, metadata: Clause | None = None) -> bool:
    """Write the pictures that were asked for; whether there were any."""
    if not (arguments.svg or arguments.png):
        return False
    picture = render.svg(drawn, coordinates=arguments.coordinates, indices=arguments.indices, metadata=metadata)
    if arguments.svg == "-":
        print(picture)
    elif arguments.svg:
        Path(arguments.svg).write_text(picture, encoding="utf-8")
    if arguments.png:
        try:
            Path(arguments.png).write_bytes(render.png(picture))
        except ImportError:
            raise Misuse("PNG pictures need one more package: pip install 'ludens[png]'") from None
    return True


def _options(description: Description) -> str:
    """The options and rulesets, a line each, with a star at what is selected."""
    lines = []
    for option in description.options:
        items = (item.name + "*" * (option.full_name(item) in description.selected) for item in option.items)
        lines.append(f"  {option.heading}: {', '.join(items)}")
    lines += [f"  {ruleset.heading}" for ruleset in description.rulesets]
    return "\n".join(["Options (--option Heading/Item):", *lines]) if lines else ""


def _check(arguments: argparse.Namespace) -> int:
    failed = 0
    for name in arguments.files:
        try:
            text, source = _source(name)
            _check_text(text, source, arguments.option)
            print(f"{name}: no errors")
        except (LudError, BoardError, LimitExceeded) as error:
            failed += 1
            print(str(error) if isinstance(error, LudError) else f"{name}: {error}")
        except (Misuse, OSError) as error:
            failed += 1
            _say(f"ludens: {error}")
    return FAILED if failed else 0


def _check_text(text: str, source: str, options: Sequence[str]) -> None:
    """Raises LudError for what is wrong anywhere: in the tree, when bound, when compiled, in the metadata."""
    game = compile_text(text, source, options)
    game.start(seed=0)
    _ = game.description.metadata


# --- moves, playouts, perft


def _after(game: Game, plies: int, seed: int | None) -> State:
    """The state after so many random moves, or where the game ends."""
    word = secrets.randbits(32) if seed is None else seed
    state, choose = game.start(seed=word), random.Random(word)
    for _ in range(plies):
        if state.is_over:
            break
        state.play(_random_moves(state, choose))
    return state


def _random_moves(state: State, choose: random.Random) -> list[Move]:
    """A move, or one of each player's where they move at once."""
    moves = state.legal_moves()
    if not state.game.is_simultaneous:
        return [choose.choice(moves)]
    return [choose.choice([m for m in moves if m.mover == p]) for p in sorted({m.mover for m in moves})]


def _moves(arguments: argparse.Namespace) -> int:
    state = _after(_load(arguments.game, arguments.option), arguments.plies, arguments.seed)
    if arguments.plies:
        print(_drawn(state, coordinates=True) + "\n")
    moves = state.legal_moves()
    print(_status(state) + f" {_counted(len(moves), 'move')}" * (not state.is_over))
    for line in [m.to_trial() for m in moves] if arguments.trial else render.notations(state):
        print(line)
    return 0


def _playouts(arguments: argparse.Namespace) -> int:
    game = _load(arguments.game, arguments.option)
    seed = secrets.randbits(64) if arguments.seed is None else arguments.seed
    began = time.perf_counter()
    _ = game.fast
    compiled = time.perf_counter() - began
    with _progress() as progress:
        task = progress.add_task(game.name, total=arguments.n)
        runner = Runner(game, arguments.n, seed & (1 << 64) - 1, arguments.threads)
        result = runner.run(lambda done: progress.update(task, completed=done))
    print(f"{game.name}: {_counted(arguments.n, 'playout')}, seed {seed}, compiled in {compiled:.2f} s")
    print(f"{result.playouts_per_second:,.0f} playouts a second, {result.moves_per_second:,.0f} moves a second")
    print(f"length: {result.lengths.mean():.1f} on average, {result.lengths.min()} to {result.lengths.max()}")
    print("\n".join(_wins(game, result.winners)))
    return 0


class Runner:
    """Plays the games of `Game.playouts` in portions of a tenth of a second, and can be interrupted between them."""

    def __init__(self, game: Game, n: int, seed: int, threads: int) -> None:
        self.game, self.seed, self.n = game, seed, n
        self.winners, self.lengths = np.zeros(n, np.int32), np.zeros(n, np.int32)
        self.bounds = np.linspace(0, n, min(threads, n) + 1).astype(int).tolist()
        self.done = [0] * (len(self.bounds) - 1)
        self.errors: list[BaseException] = []
        self.stop = threading.Event()

    def run(self, report: Callable[[int], None]) -> Playouts:
        """Play them all; `report` is told now and then how many are done."""
        workers = [threading.Thread(target=self._work, args=(k,), daemon=True) for k in range(len(self.done))]
        began = time.perf_counter()
        try:
            for worker in workers:
                worker.start()
            for worker in workers:
                while worker.is_alive():
                    worker.join(0.05)
                    report(sum(self.done))
        finally:
            self.stop.set()
        if self.errors:
            raise self.errors[0]
        return Playouts(self.winners, self.lengths, time.perf_counter() - began)

    def _work(self, k: int) -> None:
        first, last = self.bounds[k], self.bounds[k + 1]
        size = 1
        while first < last and not self.errors and not self.stop.is_set():
            began, end = time.perf_counter(), min(first + size, last)
            self.game._run_playouts(self.game.fast, first, end, self.seed, self.winners, self.lengths, self.errors)
            self.done[k] += end - first
            first, elapsed = end, time.perf_counter() - began
            size = max(1, min(size * 8, int(size * 0.1 / max(elapsed, 1e-6))))


def _progress() -> Progress:
    """A bar on standard error; nothing where that is no terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def _wins(game: Game, winners: Any) -> list[str]:
    """How often each player won, how many draws there were, how many games were broken off."""
    n = game.num_players
    named = [(f"player {p} wins", winners == p) for p in range(1, n + 1)]
    named += [("draws", (winners == 0) | (winners == n + 1)), ("not finished", winners < 0)]
    share = 100 / max(len(winners), 1)
    shown = [(name, int(which.sum())) for name, which in named if which.any() or "wins" in name]
    return [f"{name}: {count} ({count * share:.1f} %)" for name, count in shown]


def _perft(arguments: argparse.Namespace) -> int:
    print(_load(arguments.game, arguments.option).perft(arguments.depth))
    return 0


# --- replay


def _replay(arguments: argparse.Namespace) -> int:
    name = "<stdin>" if arguments.trial == "-" else arguments.trial
    text = sys.stdin.read() if arguments.trial == "-" else _read(Path(arguments.trial))
    trial = read_trial(text, name)
    game = _game_of(trial, arguments.game)
    differences: list[str] = []
    sizes = iter(trial.sizes)
    state = game.start(seed=0)
    for number, (state, move) in enumerate(replay_trial(game, trial)):
        if move is not None:
            print(f"{number:>4}. player {move.mover}: {render.notation(game, move)}")
        if arguments.verbose:
            print(_drawn(state, coordinates=True) + "\n")
        expected, found = next(sizes, None), len(state.legal_moves())
        if expected is not None and expected != found and not state.is_over:
            differences.append(f"after move {number} the file has {_counted(expected, 'legal move')}, here are {found}")
    print(("" if arguments.verbose else _drawn(state, coordinates=True) + "\n") + _status(state))
    return _compare(trial, state, differences)


def _game_of(trial: Trial, wanted: str | None) -> Game:
    """The game of a trial: the one wanted, the file that it names, or a library game of that name."""
    if wanted is not None:
        return _load(wanted, trial.options)
    if Path(trial.game).is_file():
        return _load(trial.game, trial.options)
    stem = trial.game.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".lud")
    try:
        return compile_text(library.read(stem), f"{stem}.lud", trial.options)
    except library.UnknownGame:
        raise Misuse(f"the trial is of {trial.game!r}, which is not found: say which game with --game") from None


def _compare(trial: Trial, state: State, differences: list[str]) -> int:
    if trial.winner is not None and not state.is_over:
        differences.append("the file's game is over, and this one is not")
    elif trial.winner is not None and trial.winner != state.winner:
        differences.append(f"the file's winner is {trial.winner}, and here it is {state.winner}")
    if state.is_over and trial.ranking is not None and list(trial.ranking) != state.ranking:
        differences.append(f"the file's ranking is {list(trial.ranking)}, and here it is {state.ranking}")
    for difference in differences[:10]:
        _say(f"{trial.name}: {difference}")
    return FAILED if differences else 0


# --- drawing


def _drawn(state: State, *, coordinates: bool, indices: bool = False, viewer: int | None = None) -> str:
    paint = _painted if sys.stdout.isatty() and not os.environ.get("NO_COLOR") else None
    return render.text(state, coordinates, indices=indices, viewer=viewer, paint=paint)


def _painted(shown: str, owner: int) -> str:
    return f"\x1b[1;{_ANSI[owner % len(_ANSI)]}m{shown}\x1b[0m"


def _status(state: State) -> str:
    """Whose turn it is, or how the game ended; with the scores, where there are any."""
    scores = f" Scores: {', '.join(map(str, state.scores))}." if "scores" in state.game.layout else ""
    if not state.is_over:
        who = "all players" if state.game.is_simultaneous else f"player {state.mover}"
        return f"{who.capitalize()} to move.{scores}"
    if 1 <= state.winner <= state.game.num_players:
        return f"Player {state.winner} wins.{scores}"
    best = [p for p, rank in enumerate(state.ranking, 1) if rank == min(state.ranking, default=0)]
    tied = len(best) == state.game.num_players
    return ("Draw." if tied else f"Over; best: {', '.join(f'player {p}' for p in best)}.") + scores


def _counted(n: int, noun: str) -> str:
    return f"{n} {noun}" + ("" if n == 1 else "s")


# --- play


HELP = """\
  D1-D7, 12    make this move, by its name or its number; the start of a name is enough where no other has it
  moves        list the moves with their numbers (moves D1: those that begin so)
  undo         take your last move back
  hint         what an agent would play
  board        draw the board again
  save FILE    write the game to a trial file
  quit"""


class Quit(Exception):
    """The human player has had enough."""


@dataclass
class Table:
    """A game being played in the terminal. `seats` are the agents, None where a human sits."""

    state: State
    seats: list[agents.Agent | None]
    recorder: Recorder
    movers: list[int] = field(default_factory=list)

    @property
    def has_human(self) -> bool:
        return None in self.seats

    def is_human(self, player: int) -> bool:
        return 1 <= player <= len(self.seats) and self.seats[player - 1] is None

    def play(self, moves: list[Move], name: str) -> None:
        choices, mover = len(self.state.legal_moves()), self.state.mover
        played = self.state.play(moves)
        self.recorder.add(played, choices)
        self.movers.append(mover)
        who = "the players play" if self.state.game.is_simultaneous else f"player {mover} plays"
        print(f"{who} {name}")

    def undo(self) -> bool:
        """Go back to the human's last decision; whether there is one."""
        human = [n for n, mover in enumerate(self.movers) if self.is_human(mover)]
        if not human:
            return False
        while len(self.movers) > human[-1]:
            self.movers.pop()
            self.recorder.undo()
            self.state.undo()
        return True


def _play(arguments: argparse.Namespace) -> int:
    game = _load(arguments.game, arguments.option)
    seed = secrets.randbits(63) if arguments.seed is None else arguments.seed
    rng_state = (seed & (1 << 64) - 1).to_bytes(8, "little")
    seats = [_seat(getattr(arguments, f"p{min(p, 8)}"), game, seed + p) for p in range(1, game.num_players + 1)]
    table = Table(game.start(rng_state=rng_state), seats, Recorder(game, rng_state, arguments.game))
    print(f"{game.name}. Type help for what you can say." if table.has_human else game.name)
    try:
        _play_on(table)
    except Quit:
        print("Bye.")
    if arguments.save:
        _save(table, arguments.save)
    return 0


def _seat(spec: str, game: Game, seed: int) -> agents.Agent | None:
    return None if spec.lower() == "human" else agents.make(spec, game, seed=seed)


def _play_on(table: Table) -> None:
    """Play to the end; a human may still take back the last move then."""
    while True:
        state = table.state
        if state.is_over:
            print(_drawn(state, coordinates=True) + "\n" + _status(state))
            return
        if state.game.is_simultaneous:
            _joint_turn(table)
        else:
            agent = table.seats[state.mover - 1] if 1 <= state.mover <= len(table.seats) else None
            if agent is not None:
                _agent_turn(table, agent)
            elif table.is_human(state.mover):
                _human_turn(table)
            else:  # a simulation goes on by itself
                table.play([state.legal_moves()[0]], render.notations(state)[0])


def _agent_turn(table: Table, agent: agents.Agent) -> None:
    with _thinking(f"player {table.state.mover} ({agent.name}) thinks ..."):
        move = agent.choose(table.state)
    table.play([move], _name_of(table.state, move))


def _name_of(state: State, move: Move) -> str:
    moves = state.legal_moves()
    number = next((n for n, m in enumerate(moves) if m is move or m.record == move.record), None)
    return render.notation(state.game, move) if number is None else render.notations(state)[number]


@contextmanager
def _thinking(message: str) -> Iterator[None]:
    console = Console(stderr=True)
    if not console.is_terminal:
        yield
        return
    with console.status(message):
        yield


def _joint_turn(table: Table) -> None:
    """One move of each player who moves, humans asked in turn."""
    state = table.state
    moves, names = state.legal_moves(), render.notations(state)
    chosen: list[Move] = []
    for player in sorted({m.mover for m in moves}):
        own = [(n, m) for n, m in zip(names, moves, strict=True) if m.mover == player]
        agent = table.seats[player - 1]
        if agent is not None:
            chosen.append(random.choice(own)[1])  # agents do not search games in which players move at once
            continue
        print(_drawn(state, coordinates=True, viewer=player))
        picked = _ask(table, f"player {player}", [n for n, _ in own], lambda: "there is no hint here")
        if picked is None:
            return
        chosen.append(own[picked][1])
    table.play(chosen, ", ".join(names[moves.index(m)] for m in chosen))


def _human_turn(table: Table) -> None:
    state = table.state
    moves, names = state.legal_moves(), render.notations(state)
    print("\n" + _drawn(state, coordinates=True, viewer=state.mover))
    if len(moves) == 1 and names[0] == "pass":
        table.play([moves[0]], "pass, as there is nothing else")
        return
    picked = _ask(table, f"player {state.mover}", names, lambda: _hint(state))
    if picked is not None:
        table.play([moves[picked]], names[picked])


def _hint(state: State) -> str:
    with _thinking("thinking ..."):
        return _name_of(state, agents.make("uct:1s", state.game).choose(state))


def _ask(table: Table, who: str, names: list[str], hint: Callable[[], str]) -> int | None:
    """The number of the move that the human says; None where the position has changed instead."""
    while True:
        try:
            said = input(f"{who}, {_counted(len(names), 'move')}> ").strip()
        except EOFError:
            raise Quit from None
        word, _, rest = said.partition(" ")
        match word.lower():
            case "":
                continue
            case "quit" | "exit" | "q":
                raise Quit
            case "help" | "?":
                print(HELP)
            case "moves":
                _list_moves(names, rest)
            case "hint":
                print(f"hint: {hint()}")
            case "board":
                return None
            case "save":
                _save(table, rest or "game.trial")
            case "undo":
                if table.undo():
                    return None
                print("There is no move of yours to take back.")
            case _:
                if (picked := _understood(said, names)) is not None:
                    return picked


def _list_moves(names: list[str], prefix: str) -> None:
    shown = [f"{n}: {name}" for n, name in enumerate(names, 1) if name.lower().startswith(prefix.strip().lower())]
    width = max(map(len, shown), default=0) + 2
    columns = max(1, 100 // width)
    for first in range(0, len(shown), columns):
        print("".join(f"{name:<{width}}" for name in shown[first : first + columns]).rstrip())


def _understood(said: str, names: list[str]) -> int | None:
    """The number of the move that is meant; None, with a word on why, where none is."""
    if said.isdigit() and said not in names:
        if 1 <= int(said) <= len(names):
            return int(said) - 1
        print(f"The moves have the numbers 1 to {len(names)}.")
        return None
    wanted = _key(said)
    exact = [n for n, name in enumerate(names) if _key(name) == wanted]
    close = exact or [n for n, name in enumerate(names) if _key(name).startswith(wanted)]
    close = close or [n for n, name in enumerate(names) if _key(name).endswith("-" + wanted)]
    close = close or [n for n, name in enumerate(names) if wanted.endswith("-" + _key(name))]
    if len(close) == 1:
        return close[0]
    if close:
        print(f"That may be {', '.join(names[n] for n in close[:12])}{', ...' if len(close) > 12 else ''}.")
    else:
        print(f"{said!r} is no move here: say moves to list them, or help.")
    return None


def _key(name: str) -> str:
    """A move's name without regard to case and to how its sites are joined."""
    return "-".join(name.lower().replace("-", " ").replace(" to ", " ").split())


def _save(table: Table, file: str) -> None:
    try:
        Path(file).write_text(write_trial(table.recorder.trial(table.state)), encoding="utf-8")
        print(f"saved to {file}")
    except OSError as error:
        _say(f"{file} cannot be written: {error.strerror}")


if __name__ == "__main__":
    sys.exit(main())
