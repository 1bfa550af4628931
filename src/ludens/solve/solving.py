"""Games solved by retrograde analysis: all positions are found, then valued from the ends of games backwards."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np

from ludens.game.hidden import hides
from ludens.game.single import SingleGame
from ludens.native import WORKSPACE
from ludens.solve.disk import bound, has_room, sized
from ludens.solve.errors import SolveError
from ludens.solve.exploration import Exploration, Limits, Refuted, keys_of_folder, read_progress
from ludens.solve.keys import HIGHEST, keys_of, looks_back
from ludens.solve.native_sweep import program
from ludens.solve.parts import Parts
from ludens.solve.rows import on_disk, write_note, write_whole
from ludens.solve.table import Table, Value, counts_of, find, solved_folder
from ludens.workers.cluster.threads import Threads

if TYPE_CHECKING:
    from ludens.game import Game, State
    from ludens.solve.keys import Keys
    from ludens.workers.cluster import Pool

#: how often keys are made again after positions that showed them to be wrong
_TRIES: Final = 12
#: bytes of a position's values, and of its row of the table
_TABLE: Final = 4 + 20
_ALIKE: Final = "what the rules look at cannot be told apart: the game cannot be solved"
#: told of what is being done, how much of it is done, and of how much
Progress = Callable[[str, int, int], object]
Search = TypeVar("Search", Exploration, Parts)


def check(game: Game) -> None:
    """Raises SolveError for a game that cannot be solved: more players, chance, secrets, moves at once, puzzles."""
    if not isinstance(game, SingleGame):
        raise SolveError(f"{game.name} is a match: solve its games, each for itself")
    if game.is_simultaneous:
        raise SolveError(f"in {game.name} all players move at once: no position has a value without lots")
    if game.is_stochastic:
        raise SolveError(f"{game.name} is a game of chance: a position has odds, and no winner")
    if hides(game):
        raise SolveError(f"{game.name} hides something from the players: nobody knows the position")
    if game.is_puzzle:
        raise SolveError(f"{game.name} is a puzzle of deduction: its player finds values, and makes no moves")
    if not 1 <= game.num_players <= 2:
        raise SolveError(f"{game.name} has {game.num_players} players: what is best depends on whom the others help")


@dataclass(frozen=True)
class Solved:
    """How far one came. `stopped` names the limit that was met: "time", "memory", "disk", "numbers"; empty where all is
    done. The files may take up to `disk` bytes.

    With `has_history` rules look into the past; with `has_late_rule` what they say of high counters is left out.
    `positions` are known, `expanded` of them have been looked at, and of `valued` it is known who wins; `table` is
    there once all is done.
    """

    stopped: str
    positions: int
    expanded: int
    valued: int
    symmetries: int
    has_history: bool
    has_late_rule: bool
    folder: Path
    table: Table | None = None
    disk: float = float("inf")


def warning(root: State, folder: Path, limits: Limits) -> str:
    """What is to be said before the positions of a game are looked for whose rules look into the past; else empty.

    A game's result depends there on the way to a position: each way is a position of its own.
    """
    game = root.game
    if not looks_back(game) or (read_progress(folder) or {}).get("solved"):
        return ""
    most = bound(folder, looks_back=True) if limits.disk is None else limits.disk
    size = game.layout.size
    return (
        f"the rules of {game.name} look into the past, as an end by repetition does: each way to a position counts as a"
        f" position of its own, and takes {sized(size)} of the disk until it was looked at. Few positions near the end"
        f" of such a game can be solved. It ends where its files would take more than {sized(most)} (--disk)"
    )


def place_of(root: State) -> Path:
    """Where in the cache a game is solved from here. Raises SolveError as `check` does, and if there is none."""
    check(root.game)
    folder = solved_folder(root.game)
    if folder is None:
        raise SolveError("there is no cache: say where the positions are to be kept, with --folder")
    word = int.from_bytes(_digest(root), "big")
    return folder / f"{word:016x}"


def _digest(root: State) -> bytes:
    import hashlib

    layout = root.game.layout
    fields = root.block.view(layout.dtype)[0]
    values = [fields[name].tobytes() for name in sorted(layout.fields) if not name.startswith("rng")]
    return hashlib.sha256(b"\0".join(values)).digest()[:8]


def solve(
    root: State,
    folder: Path | None = None,
    limits: Limits | None = None,
    progress: Progress = lambda what, done, total: None,
    *,
    highest: int = HIGHEST,
    pool: Pool | None = None,
) -> Solved:
    """Solve a game from a position on, in a folder; goes on where an earlier call ended.

    What rules say of counters from `highest` on is left out: a rule that draws games after so many moves makes a
    position of each number.

    A `pool` does it on many processes or machines, all of which see the folder (see `ludens.solve.parts`), and ends
    with it. What comes of it is the same.

    Raises SolveError for a game that cannot be solved, a folder that has something else or is broken, and a full disk:
    the same call goes on once there is room.
    """
    game = root.game
    check(game)
    if root.is_over:
        raise SolveError("the game is over: there is nothing to solve")
    if folder is None:
        table = next((table for table in find(game) if root in table), None)
        if table is not None:
            return _solved_by(table)
        folder = place_of(root)
    limits = limits or Limits()
    with on_disk(folder):
        if limits.disk is None:
            limits = limits._replace(disk=bound(folder, looks_back(game)))
        note = read_progress(folder)
        if note is not None and note.get("solved"):
            keys_of_folder(note, root, folder, highest)
            return _solved_by(Table(game, folder))
        if pool is None and (note is None or "parts" not in note):
            return _by_one(root, folder, limits, progress, highest)
        with pool or Threads(limits.threads) as workers:
            return _by_many(root, folder.resolve(), limits, progress, highest, workers)


def _by_one(root: State, folder: Path, limits: Limits, progress: Progress, highest: int) -> Solved:
    """Solve a game in this process."""
    end, valued = time.monotonic() + limits.seconds, 0
    exploration, stopped = _explored(
        Exploration.opened(root, folder, highest),
        lambda keys: Exploration.begun(root, folder, keys),
        lambda one: one.run(limits, end, lambda done, total: progress("positions", done, total)),
    )
    if not stopped and not has_room(folder, exploration.taken, _TABLE * exploration.total, _most(limits)):
        stopped = "disk"
    if not stopped:
        stopped, valued = _value_all(exploration, end, progress)
    table = None if stopped else Table(root.game, folder)
    counts = exploration.total, exploration.expanded, valued
    return _result(stopped, exploration.keys, counts, folder, table, _most(limits))


def _by_many(root: State, folder: Path, limits: Limits, progress: Progress, highest: int, pool: Pool) -> Solved:
    """Solve a game by many workers, in parts."""
    end = time.monotonic() + limits.seconds
    parts, stopped = _explored(
        Parts.opened(root, folder, highest, pool),
        lambda keys: Parts.begun(root, folder, keys, pool),
        lambda one: one.run(limits, end, progress),
    )
    if not stopped and not parts.has_room(parts.table_bytes, _most(limits)):
        stopped = "disk"
    if not stopped:
        stopped = parts.value(end, progress)
    if not stopped:
        write_note(folder, (read_progress(folder) or {}) | {"solved": True} | parts.sorted())
        parts.clear()
    table = None if stopped else Table(root.game, folder)
    counts = sum(parts.totals), sum(parts.expanded), parts.values.valued
    return _result(stopped, parts.keys, counts, folder, table, _most(limits))


def _most(limits: Limits) -> float:
    """The bytes that files may take."""
    return float("inf") if limits.disk is None else limits.disk


def _explored(search: Search, begun: Callable[[Keys], Search], run: Callable[[Search], str]) -> tuple[Search, str]:
    """A search that was run, begun anew with better keys where positions showed them to be wrong; and the limit that
    was met, "" for none. Raises SolveError where the keys stay wrong."""
    for _ in range(_TRIES):
        try:
            return search, run(search)
        except Refuted as refuted:
            search = begun(_better(search.root, search.keys, refuted))
    raise SolveError(_ALIKE)


def _solved_by(table: Table) -> Solved:
    """What was solved before."""
    note: dict[str, Any] = read_progress(table.folder) or {}
    counts = note["known"], note["expanded"], note["known"] - note["drawn"]
    return _result("", table.keys, counts, table.folder, table)


def _better(root: State, keys: Keys, refuted: Refuted) -> Keys:
    """Keys that know of positions that the old ones were wrong about."""
    better = keys_of(root, beside=refuted.blocks, highest=keys.highest)
    if better.left_out == keys.left_out and better.caps == keys.caps and len(better.symmetries) == len(keys.symmetries):
        raise SolveError(_ALIKE)
    return better


def _result(
    stopped: str,
    keys: Keys,
    counts: tuple[int, int, int],
    folder: Path,
    table: Table | None,
    disk: float = float("inf"),
) -> Solved:
    turns = max(len(keys.symmetries), 1)
    return Solved(stopped, *counts, turns, keys.has_history, keys.has_late_rule, folder, table, disk)


def _value_all(exploration: Exploration, end: float, progress: Progress) -> tuple[str, int]:
    """Value all positions, and write the table, or what was valued when the time is over.

    Gives the limit that was met, "" for none, and of how many positions it is known who wins.
    """
    count, folder, columns = exploration.total, exploration.folder, exploration.columns
    starts, targets = columns.read("starts", np.int64, count + 1), columns.read("targets", np.int32, exploration.edges)
    movers = columns.read("movers", np.uint8, count)
    values, changed = np.zeros(count, np.int32), count
    if exploration.rounds:
        values = columns.piece("values", np.int32, 0, count)
    try:
        while changed:
            progress("values", int(np.count_nonzero(values)), count)
            if time.monotonic() >= end:
                return "time", int(np.count_nonzero(values))
            arrays = starts, targets, movers, values, values
            changed = program().run("sweep", WORKSPACE, *arrays, 0, count, exploration.rounds)
            exploration.rounds += 1
    finally:
        if changed:
            write_whole(columns.path("values"), values.data)
            exploration.note()
    keys = exploration.all_keys()
    order = np.lexsort((keys[:, 1], keys[:, 0]))
    for name, array in (("first", keys[order, 0]), ("second", keys[order, 1]), ("sorted", values[order])):
        write_whole(columns.path(name), np.ascontiguousarray(array).data)
    note: dict[str, Any] = read_progress(folder) or {}
    write_note(folder, note | {"solved": True, "rounds": exploration.rounds} | counts_of(values, movers))
    for path in (*folder.glob("states-*.bin"), *map(columns.path, ("keys", "targets", "starts", "values"))):
        path.unlink(missing_ok=True)
    return "", int(np.count_nonzero(values))


__all__ = ["Limits", "Solved", "Value", "check", "place_of", "solve", "warning"]
