"""puzzles: positions with a forced win that one move alone begins, in a game that was played, or made for a game."""

from __future__ import annotations

import argparse
import itertools
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.cli.arguments import add_command, positive
from ludens.cli.errors import FAILED, Misuse
from ludens.cli.facts import add_json, print_facts
from ludens.cli.review import add_file, fail, read_study

if TYPE_CHECKING:
    from ludens.game import Game
    from ludens.study import Puzzle


def add(commands: Any) -> None:
    puzzles = add_command(commands, "puzzles", _puzzles)
    add_file(puzzles, "; or a game, by name or .lud file, which agents then play until there are puzzles")
    puzzles.add_argument("-n", "--number", type=positive, default=5, metavar="N", help="of a game: make N (5)")
    puzzles.add_argument("--players", metavar="WHO", help="of a game: agents that play it, with commas between them")
    puzzles.add_argument("--games", type=positive, default=200, metavar="N", help="of a game: play no more (200)")
    puzzles.add_argument("--seed", type=int, default=0, metavar="N", help="of a game: of the games played (0)")
    puzzles.add_argument("--turns", type=positive, default=2, metavar="N", help="wins in at most N turns (2)")
    puzzles.add_argument("--least", type=positive, default=2, metavar="N", help="and in no fewer (2)")
    puzzles.add_argument(
        "--budget",
        type=positive,
        metavar="N",
        help="positions looked at for each, at most (200000, of a game 50000)",
    )
    add_json(puzzles)


def _puzzles(arguments: argparse.Namespace) -> int:
    from ludens.cli.screen import progress_bar, shown
    from ludens.notation import NotationError
    from ludens.study import StudyError
    from ludens.study.puzzles import BUDGET, find

    if not Path(arguments.file).is_file() or Path(arguments.file).suffix == ".lud":
        return _make(arguments)
    puzzles = list[Any]()
    try:
        study = read_study(arguments)
        with progress_bar() as progress:
            task = progress.add_task(shown(study.game.name), total=len(study.tree.line()) + 1)
            report = lambda done, _: progress.update(task, completed=done)  # noqa: E731
            puzzles += find(
                study, arguments.turns, least=arguments.least, budget=arguments.budget or BUDGET, on_progress=report
            )
    except (StudyError, NotationError) as error:
        return fail(error)
    return _report(arguments, study.game, puzzles, "in this game of")


def _make(arguments: argparse.Namespace) -> int:
    """Puzzles of games that agents play."""
    from ludens.agents import AgentError
    from ludens.cli.common import load
    from ludens.cli.screen import progress_bar, shown
    from ludens.study import StudyError
    from ludens.study.puzzles import MADE_BUDGET, PLAYERS, make_puzzles

    if Path(arguments.file).suffix not in ("", ".lud"):
        raise Misuse(f"there is no file {arguments.file}")
    game, puzzles = load(arguments.game or arguments.file, arguments.option), list[Any]()
    with progress_bar() as bar:
        task = bar.add_task(shown(f"{game.name}: puzzles"), total=arguments.number)

        def on_game(games: int) -> None:
            bar.update(task, completed=len(puzzles), description=shown(f"{game.name}: {games} games"))

        stream = make_puzzles(
            game,
            turns=arguments.turns,
            least=arguments.least,
            players=arguments.players or PLAYERS,
            games=arguments.games,
            seed=arguments.seed,
            budget=arguments.budget or MADE_BUDGET,
            on_game=on_game,
        )
        try:
            for puzzle in itertools.islice(stream, arguments.number):
                puzzles.append(puzzle)
                bar.update(task, completed=len(puzzles))
        except (StudyError, AgentError) as error:
            return fail(error)
    return _report(arguments, game, puzzles, f"in {arguments.games} games of")


def _report(arguments: argparse.Namespace, game: Game, puzzles: list[Puzzle], where: str) -> int:
    from ludens.cli.common import tell

    if arguments.json:
        print_facts({"game": game.name, "puzzles": [_fact(one) for one in puzzles]})
        return 0
    _tell(puzzles)
    if not puzzles:
        tell(f"There is no puzzle {where} {game.name}.")
    return 0 if puzzles else FAILED


def _fact(puzzle: Puzzle) -> dict[str, Any]:
    return puzzle.to_dict() | {"position": puzzle.state.to_dict()}


def _tell(puzzles: list[Puzzle]) -> None:
    from ludens.cli.common import tell
    from ludens.cli.screen import drawn, player_name

    for puzzle in puzzles:
        played = "found in the game" if puzzle.was_found else f"{puzzle.played or 'nothing'} was played"
        print(drawn(puzzle.state, coordinates=True))
        tell(f"After ply {puzzle.ply}: {player_name(puzzle.state.game, puzzle.player)} wins in {puzzle.turns} turns.")
        tell(f"{' '.join(puzzle.solution)}  ({played}; {puzzle.looked_at} positions looked at)\n")
