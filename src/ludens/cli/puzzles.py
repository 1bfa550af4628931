"""puzzles: positions of a game with a forced win that one move alone begins."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ludens.cli.arguments import add_command, positive
from ludens.cli.errors import FAILED
from ludens.cli.facts import add_json, print_facts
from ludens.cli.review import add_file, read_study, said

if TYPE_CHECKING:
    from ludens.study import Puzzle, Study


def add(commands: Any) -> None:
    puzzles = add_command(commands, "puzzles", 'find puzzles such as "win in two" in a game, each proved', _puzzles)
    add_file(puzzles)
    puzzles.add_argument("--turns", type=positive, default=2, metavar="N", help="wins in at most so many turns (2)")
    puzzles.add_argument("--least", type=positive, default=2, metavar="N", help="and in no fewer (2)")
    puzzles.add_argument(
        "--budget", type=positive, default=200_000, metavar="N", help="positions looked at for each, at most (200000)"
    )
    add_json(puzzles)


def _puzzles(arguments: argparse.Namespace) -> int:
    from ludens.cli.screen import progress_bar, shown
    from ludens.notation import NotationError
    from ludens.study import StudyError
    from ludens.study.puzzles import find

    found = list[Any]()
    try:
        study = read_study(arguments)
        with progress_bar() as progress:
            task = progress.add_task(shown(study.game.name), total=len(study.tree.line()) + 1)
            told = lambda done, _: progress.update(task, completed=done)  # noqa: E731
            found += find(study, arguments.turns, least=arguments.least, budget=arguments.budget, on_progress=told)
    except (StudyError, NotationError) as error:
        return said(error)
    if arguments.json:
        print_facts({"game": study.game.name, "puzzles": [_fact(one) for one in found]})
    else:
        _tell(study, found)
    return 0 if found or arguments.json else FAILED


def _fact(puzzle: Puzzle) -> dict[str, Any]:
    return puzzle.to_dict() | {"position": puzzle.state.to_dict()}


def _tell(study: Study, found: list[Puzzle]) -> None:
    from ludens.cli.common import tell
    from ludens.cli.screen import drawn

    if not found:
        tell(f"There is no puzzle in this game of {study.game.name}.")
    for puzzle in found:
        played = "found in the game" if puzzle.was_found else f"{puzzle.played or 'nothing'} was played"
        print(drawn(puzzle.state, coordinates=True))
        tell(f"After ply {puzzle.ply}: player {puzzle.player} wins in {puzzle.turns} turns.")
        tell(f"{' '.join(puzzle.solution)}  ({played}; {puzzle.looked_at} positions looked at)\n")
