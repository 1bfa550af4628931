"""solve: who wins a game when all play as well as can be."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.cli.arguments import add_command, count, positive, seconds
from ludens.cli.errors import FAILED, Misuse, say
from ludens.cli.facts import add_json, print_facts
from ludens.cli.workers import add_other_workers, workers

if TYPE_CHECKING:
    from ludens.game import Game, State
    from ludens.solve import Checked, Solved, Table, Value

_GIGABYTE = 1 << 30


def add(commands: Any) -> None:
    solve = add_command(commands, "solve", _solve, game=True)
    where = solve.add_mutually_exclusive_group()
    where.add_argument("--moves", metavar="TEXT", help="from the position after these moves, with spaces between them")
    where.add_argument(
        "--position", metavar="TEXT", help="from a position as players write it, such as FEN, or of a .json file"
    )
    where.add_argument("--trial", metavar="FILE", help="from the position that a trial comes to")
    solve.add_argument("--ply", type=count, metavar="N", help="of the trial, the position after N plies")
    solve.add_argument("--time", type=seconds(1e9), metavar="S", help="stop after S seconds; go on the next time")
    solve.add_argument(
        "--memory", type=_bytes, default=4 * _GIGABYTE, metavar="SIZE", help="for the index of positions (4G)"
    )
    solve.add_argument(
        "--threads",
        type=positive,
        default=os.cpu_count() or 1,
        metavar="N",
        help="that look at positions at once (all cores)",
    )
    solve.add_argument(
        "--disk", type=_bytes, metavar="SIZE", help="for files: stop before they take more (a quarter of what is free)"
    )
    add_other_workers(solve, "find and value positions")
    solve.add_argument("--folder", metavar="PATH", help="where results are kept (in the cache)")
    solve.add_argument(
        "--prove",
        nargs="?",
        type=positive,
        const=0,
        metavar="PLAYER",
        help="look for a forced win of a player (the mover) in games that are too large, by proof-number search; in "
        "games of connection, such as Hex, by virtual connections",
    )
    solve.add_argument("--verify", action="store_true", help="check the result by playing, with nothing but the rules")
    solve.add_argument(
        "--most", type=positive, default=20_000, metavar="N", help="positions that are checked, at most (20000)"
    )
    solve.add_argument(
        "--counters",
        type=positive,
        default=100,
        metavar="N",
        help="leave out what rules say of counters from N on, such as that a game is drawn after N moves (100)",
    )
    add_json(solve)


def _bytes(text: str) -> int:
    unit = {"K": 1 << 10, "M": 1 << 20, "G": _GIGABYTE, "T": 1 << 40}.get(text[-1:].upper(), 0)
    number = text[:-1] if unit else text
    if not number.isdigit() or int(number) == 0:
        raise argparse.ArgumentTypeError(f"a size such as 500M or 4G is expected, not {text!r}")
    return int(number) * (unit or 1)


def _solve(arguments: argparse.Namespace) -> int:
    from ludens.cli.common import load
    from ludens.solve import SolveError

    game = load(arguments.game, arguments.option)
    root = root_of(arguments, game)
    try:
        return _run_solver(arguments, root) if arguments.prove is None else _run_proof(arguments, root)
    except SolveError as error:
        say(str(error))
        return FAILED


def root_of(arguments: argparse.Namespace, game: Game) -> State:
    """The position that the arguments name. Raises Misuse for illegal moves, and texts that are no positions."""
    from ludens import notation
    from ludens.game import IllegalMove

    style = notation.of(game)
    if arguments.ply is not None and not arguments.trial:
        raise Misuse("--ply is of a trial: name it with --trial")
    try:
        if arguments.position:
            return _placed(game, arguments.position)
        if arguments.trial:
            return _replayed(game, Path(arguments.trial), arguments.ply)
        state = game.start(seed=0)
        for text in (arguments.moves or "").split():
            for move in style.parse(state, text):
                state.play(move)
        return state
    except (notation.NotationError, IllegalMove) as error:
        raise Misuse(str(error)) from None


def _placed(game: Game, text: str) -> State:
    """A position as players write it, or of a JSON file."""
    from ludens import notation
    from ludens.cli.common import read_text

    if Path(text).suffix != ".json":
        return notation.of(game).state(text)
    try:
        return game.from_dict(json.loads(read_text(Path(text))))
    except (ValueError, KeyError, TypeError) as error:
        raise Misuse(f"{text}: {error}") from None


def _replayed(game: Game, path: Path, ply: int | None) -> State:
    """The position of a trial after a number of plies, or at its end."""
    from ludens.cli.common import read_text
    from ludens.game.trial import read_trial, replay_trial

    trial, number, state = read_trial(read_text(path), str(path)), 0, game.start(seed=0)
    for number, (here, _) in enumerate(replay_trial(game, trial)):
        state = here.copy()
        if number == ply:
            return state
    if ply is not None:
        raise Misuse(f"{path} has {number} plies, and not {ply}")
    return state


def _run_solver(arguments: argparse.Namespace, root: State) -> int:
    from ludens import solve
    from ludens.cli.screen import progress_bar, shown

    folder = Path(arguments.folder) if arguments.folder else solve.place_of(root)
    limits = solve.Limits(arguments.time or float("inf"), arguments.memory, arguments.threads, arguments.disk)
    warning = solve.warning(root, folder, limits)
    if warning:
        say(warning)
    checked = list[Any]()
    with progress_bar() as bar:
        task = bar.add_task(shown(root.game.name), total=None)

        def tell(what: str, done: int, total: int) -> None:
            bar.update(task, description=shown(f"{root.game.name}: {what}"), completed=done, total=total or None)

        with _hint_where(folder):
            solution = solve.solve(root, folder, limits, tell, highest=arguments.counters, pool=workers(arguments))
        if solution.table is not None and arguments.verify:
            report = lambda done, total: tell("checked", done, total)  # noqa: E731
            checked = solve.verify(solution.table, root, arguments.most, report)
    if arguments.json:
        print_facts(_facts(solution, root, checked))
    else:
        _tell(solution, root, checked)
    wrong = any(one.wrong for one in checked)
    return FAILED if solution.stopped or wrong else 0


@contextlib.contextmanager
def _hint_where(folder: Path) -> Iterator[None]:
    """If the user interrupts, say where the results are kept."""
    try:
        yield
    except KeyboardInterrupt:
        say(f"the results are kept in {folder}: the same command goes on from there")
        raise


def _facts(solution: Solved, root: State, checked: list[Checked]) -> dict[str, Any]:
    from ludens.solve.exploration import read_progress

    facts: dict[str, Any] = {
        "game": root.game.name,
        "options": list(root.game.options),
        "solved": solution.table is not None,
        "stopped": solution.stopped or None,
        "positions": solution.positions,
        "expanded": solution.expanded,
        "valued": solution.valued,
        "symmetries": solution.symmetries,
        "late_rule_left_out": solution.has_late_rule,
        "disk": int(solution.disk) if solution.stopped else None,
        "folder": str(solution.folder),
    }
    if solution.table is not None:
        value, progress = solution.table.value(root), read_progress(solution.folder) or {}
        assert value is not None
        facts |= {"winner": value.winner, "plies": value.plies if value.winner else None}
        facts |= {"line": named(root, solution.table.line(root)) if value.winner else []}
        facts |= {key: progress.get(key) for key in ("won", "drawn", "longest")}
        facts |= {"moves": [{"move": name, **fact} for name, fact in _moves(solution.table, root)]}
    if checked:
        facts["checked"] = [{"positions": one.positions, "all": one.all, "wrong": one.wrong or None} for one in checked]
    return facts


def _moves(table: Table, root: State) -> list[tuple[str, dict[str, Any]]]:
    """The legal moves by name, the best first, with what comes of them."""
    rated = [(named(root, [one.move])[0], one.value) for one in table.rated(root)]
    return [(name, {"winner": value.winner, "plies": value.plies if value.winner else None}) for name, value in rated]


def named(root: State, moves: list[Any]) -> list[str]:
    """The names of successive moves, as players write them."""
    from ludens import notation

    style, here, names = notation.of(root.game), root.copy(), list[str]()
    for move in moves:
        names.append(style.ply(here, move))
        here.play(move)
    return names


def _run_proof(arguments: argparse.Namespace, root: State) -> int:
    from ludens import solve
    from ludens.cli.common import tell
    from ludens.cli.screen import progress_bar, shown

    game, player = root.game, arguments.prove or root.mover
    if root.is_over or player > game.num_players:
        raise Misuse("the game is over" if root.is_over else f"{game.name} has no player {player}")
    if arguments.processes or arguments.ray:
        raise Misuse("--prove is one search: it takes no --processes and no --ray")
    folder = Path(arguments.folder) if arguments.folder else solve.place_of(root)
    with progress_bar() as bar, _hint_where(folder):
        task = bar.add_task(shown(f"{game.name}: positions"), total=None)
        limits = solve.Limits(arguments.time or float("inf"), arguments.memory)
        search = solve.prove(root, player, limits, lambda done: bar.update(task, completed=done), folder)
        checked = search.proof.verify() if search.won and arguments.verify else None
    line = named(root, search.proof.line()) if search.won else []
    if arguments.json:
        print_facts(
            {
                "game": game.name, "options": list(game.options), "player": player, "won": search.won,
                "plies_at_most": search.plies if search.won else None, "line": line, "positions": search.positions,
                "decided": search.decided, "stopped": search.stopped or None, "folder": str(search.folder),
                "checked": checked and {"positions": checked.positions, "all": checked.all, "wrong": checked.wrong},
            }
        )  # fmt: skip
    else:
        outcome = _PROOF[search.won].format(player=player, plies=_plies(search.plies))
        tell(f"{game.name}: {outcome} ({search.positions:,} positions).")
        if line:
            tell(" ".join(line))
        if search.stopped:
            tell(f"It ended early: {_STOPPED[search.stopped]}. {search.decided:,} positions are decided.")
            tell(f"The same command goes on from there; they are kept in {search.folder}.")
        if checked is not None:
            tell(checked.wrong or f"Checked by playing: {_PLAYED.format(_all(checked))}.")
    return FAILED if search.stopped or (checked is not None and checked.wrong) else 0


_PROOF = {
    True: "player {player} wins in {plies} at most",
    False: "no forced win of player {player} was found",
    None: "not known yet whether player {player} can force the win",
}
_STOPPED = {
    "time": "the time is over",
    "memory": "the index of positions would need more memory (--memory)",
    "disk": "the files would take more of the disk than they may (--disk)",
    "numbers": "there are more positions than 32 bits can number",
}


#: what to do where the disk is too small
_ON_THE_DISK = (
    "{used} are used there, of {most} at most: give it more with --disk, remove that folder, begin at a later position"
    " (--moves), or look for a forced win alone, which takes no such files (--prove)."
)


def _tell(solution: Solved, root: State, checked: list[Checked]) -> None:
    from ludens.cli.common import tell
    from ludens.solve.disk import sized, taken

    game = root.game
    turned = f", up to {solution.symmetries} symmetries" if solution.symmetries > 1 else ""
    past = (
        " The rules look into the past: positions that were reached in different ways count apart."
        * solution.has_history
    )
    past += (
        " What the rules say of high counters (--counters), such as moves made, is left out." * solution.has_late_rule
    )
    if solution.table is None:
        valued = f", and of {solution.valued:,} it is known who wins" * (solution.expanded == solution.positions)
        tell(
            f"{game.name} is not solved yet: {_STOPPED[solution.stopped]}. {solution.positions:,} positions are known"
            f"{turned}, {solution.expanded:,} of them looked at{valued}.{past}"
        )
        tell(f"The same command goes on from there; they are kept in {solution.folder}.")
        if solution.stopped == "disk":
            tell(_ON_THE_DISK.format(used=sized(taken(solution.folder)), most=sized(solution.disk)))
        return
    value = solution.table.value(root)
    assert value is not None
    tell(f"{game.name}: {_value(value, game)}.")
    if value.winner:
        tell(" ".join(named(root, solution.table.line(root))))
    tell(f"{solution.positions:,} positions that go on{turned}.{past}")
    for number, one in enumerate(checked):
        tell(one.wrong or f"Checked by playing: {(_CONSISTENT, _PLAYED)[number].format(_all(one))}.")


_CONSISTENT, _PLAYED = "the values of {} agree with those after their moves", "no defence holds out longer, in {}"


def _all(one: Checked) -> str:
    return f"all {one.positions:,} positions" if one.all else f"{one.positions:,} positions"


def _value(value: Value, game: Game) -> str:
    """In words: who wins, and when."""
    if value.winner:
        plies = _plies(value.plies)
        return (
            f"it can be won, in {plies} at best" if game.num_players == 1 else f"player {value.winner} wins in {plies}"
        )
    return "it cannot be won" if game.num_players == 1 else "a draw"


def _plies(count: int) -> str:
    return f"{count} pl{'y' if count == 1 else 'ies'}"
