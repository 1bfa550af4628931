"""All positions of a game, found and valued by many workers: processes, machines, or threads.

Positions belong to one of `PARTS` parts, by the first words of their keys; each part has a folder. They are found in
rounds of three steps, each of which does something for every part (the way of Romein and Bal 2003, with what is sent
as files):

- `expand` writes down what comes after the next positions of a part: keys, states, and which moves end the game;
- `intern` gives the positions numbers that belong to a part and were come to from any, and keeps those that are new;
- `link` writes down where the moves of a part's positions lead.

A position's number is that within its part, times `PARTS`, and that of its part. Once all are known they are numbered
part by part, and valued in rounds, by the values of the round before; at last each part is sorted.

What a step reads does not change while it is done, and what it writes it writes again from where the last round ended:
it may be done twice. So what is found does not depend on how many workers there are, nor on what became of them. The
folder has to be one that all of them see.
"""

from __future__ import annotations

import functools
import json
import os
import pickle
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ludens.game.seats import seated
from ludens.native import WORKSPACE
from ludens.solve.disk import has_room, taken
from ludens.solve.errors import SolveError
from ludens.solve.exploration import (
    BATCH,
    FORM,
    MOST,
    Limits,
    Refuted,
    enter,
    firsts,
    index_of,
    keys_of_folder,
    needed,
    try_out,
)
from ludens.solve.keys import Blocks, KeyArray, Keys, is_quiet, keys_of, keys_of_note
from ludens.solve.native_sweep import ENTRY_WORDS, program
from ludens.solve.rows import Columns, Rows, forget_note, read_note, write_note
from ludens.solve.table import counts_of
from ludens.workers.cluster import TaskLost

if TYPE_CHECKING:
    from ludens.game import State
    from ludens.workers.cluster import Pool

#: far more than there are workers, so that all have something to do
PARTS: Final = 16
#: in a round each part looks at so many positions, or at this share of what it knows, but no more than come to so many
#: bytes of states: the index of what is known is made again in each round
_LEAST: Final = 1 << 12
_SHARE: Final = 4
_BYTES: Final = 1 << 26
#: positions that are valued in one step at least
_VALUED: Final = 1 << 16
#: moves that get other numbers at once
_MOVES: Final = 1 << 16

Progress = Callable[[str, int, int], object]
Numbers = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Work:
    """What workers are told of a search: its folder, the game, what its keys are, the root, and the first words with
    which parts begin, all but the first part."""

    folder: Path
    game: bytes
    keys: str
    root: bytes
    bounds: tuple[int, ...]

    def part(self, number: int) -> _Part:
        return _Part(self.folder / f"part-{number:02d}")

    def owners(self, keys: KeyArray) -> npt.NDArray[np.intp]:
        """The parts that keys belong to."""
        return np.searchsorted(np.array(self.bounds, np.uint64), keys[:, 0], side="right")


#: keys that nobody uses just now, of the search that was worked on last
_free: tuple[Work | None, list[tuple[State, Keys]]] = (None, [])


@contextmanager
def _lent(work: Work) -> Iterator[tuple[State, Keys]]:
    """The root and keys, for one thread at a time: to make them takes a while."""
    global _free
    if _free[0] != work:
        _free = (work, [])
    mine = _free[1]
    try:
        one = mine.pop()
    except IndexError:
        game = pickle.loads(work.game)
        one = game.from_bytes(work.root), keys_of_note(game, json.loads(work.keys))
    yield one
    mine.append(one)


class _Part(Columns):
    """The files of a part. Beside those of its positions there are those of a round: of the positions after its moves
    `out_keys` and `out_states`, by the parts that they belong to, and at which of the moves they are; `ends` of all
    moves and `counts` by position; and the `numbers` that it gave to those that belong to it."""

    def states(self, size: int) -> Rows:
        return Rows(self.folder, "states", size)

    def keys(self, name: str, first: int, count: int) -> KeyArray:
        return self.piece(name, np.uint64, 2 * first, 2 * count).reshape(-1, 2)


# --- what workers do


def expand(work: Work, task: tuple[int, int, int]) -> tuple[int, list[int]]:
    """Look at so many positions of a part, from one on. Returns how many moves there are, and how many positions that
    go on belong to each part after them.

    Raises Refuted where the keys are wrong.
    """
    number, first, count = task
    part, expansions, end = work.part(number), list[tuple[Blocks, KeyArray, Numbers, Numbers]](), first + count
    with _lent(work) as (_, keys):
        size = keys.game.layout.size
        while first < end:
            batch = part.states(size).read(first, min(BATCH, end - first))
            try_out(keys, batch, first)
            after = keys.expand(batch)
            goes_on = after.targets == 0
            expansions.append((after.children[goes_on], after.keys[goes_on], after.targets, np.diff(after.starts)))
            first += len(after.starts) - 1
    if not expansions:
        return 0, [0] * PARTS
    batches, *others = zip(*expansions, strict=True)
    out, ends, counts = map(np.concatenate, others)
    owners = work.owners(out)
    order = np.argsort(owners, kind="stable")
    # states are moved once: there are many bytes of them
    place, states, begin = np.argsort(order), np.empty((len(out), size), np.uint8), 0
    for batch in batches:
        states[place[begin : begin + len(batch)]] = batch
        begin += len(batch)
    for name, array in (("out_keys", out[order]), ("out_states", states), ("ends", ends), ("counts", counts)):
        part.put(name, 0, array)
    part.put("out_moves", 0, np.nonzero(ends == 0)[0][order].astype(np.int32))
    return len(ends), np.bincount(owners, minlength=PARTS).tolist()


def intern(work: Work, task: tuple[int, int, Sequence[tuple[int, int]]]) -> int:
    """Number what belongs to a part that has so many positions: from each part so many, from a place on.

    Returns how many positions the part has then. Raises Refuted where new ones are not as the keys take them to be.
    """
    number, total, places = task
    part, sources = work.part(number), [(work.part(one), *place) for one, place in enumerate(places)]
    with _lent(work) as (root, keys):
        size = keys.game.layout.size
        for name, length in (("keys", 16 * total), ("movers", total)):
            part.cut(name, length)
        part.states(size).cut(total)
        came = np.concatenate([source.keys("out_keys", *place) for source, *place in sources])
        numbers, index = np.zeros(len(came), np.int32), index_of(part.keys("keys", 0, total), total + len(came))
        after = enter(index, came, numbers, total)
        part.put("numbers", 0, numbers)
        fresh, begin, news = firsts(numbers, total, after), 0, list[Blocks]()
        for source, first, count in sources:
            mine = fresh[np.searchsorted(fresh, begin) : np.searchsorted(fresh, begin + count)] - begin
            news.append(source.piece("out_states", np.uint8, size * first, size * count).reshape(-1, size)[mine])
            begin += count
        new = np.concatenate(news)
        if not is_quiet(keys, root, new):
            raise Refuted(new)
        part.states(size).add(total, new)
        fields = new.view(keys.game.layout.dtype)[:, 0]
        part.add("movers", seated(fields, "mover", keys.game.num_players).astype(np.uint8))
        part.add("keys", came[fresh])
    return after


def link(work: Work, task: tuple[int, int, int, int, int, Sequence[tuple[int, int]]]) -> None:
    """Write down where the moves lead that were looked at in a part: of so many positions, behind so many others, so
    many moves, behind so many others. Each part has numbered so many of them, from a place in its numbers on."""
    number, count, expanded, moves, edges, places = task
    part = work.part(number)
    for name, length in (("targets", 4 * edges), ("starts", 8 * (expanded + 1) if expanded else 0)):
        part.cut(name, length)
    if not expanded:
        part.add("starts", np.zeros(1, np.int64))
    given = [work.part(one).piece("numbers", np.int32, *place) * PARTS + one for one, place in enumerate(places)]
    numbers, targets = np.concatenate(given), part.piece("ends", np.int32, 0, moves)
    targets[part.piece("out_moves", np.int32, 0, len(numbers))] = numbers
    part.add("targets", targets)
    part.add("starts", edges + np.cumsum(part.piece("counts", np.int32, 0, count), dtype=np.int64))


def renumber(work: Work, task: tuple[int, int, Sequence[int]]) -> None:
    """Write down where a part's moves lead by numbers that go on from part to part."""
    number, edges, firsts_of = task
    part, offsets = work.part(number), np.array(firsts_of, np.int32)
    for first in range(0, edges, _MOVES):
        some = part.piece("targets", np.int32, first, min(_MOVES, edges - first))
        part.put("links", first, np.where(some < 0, some, offsets[some % PARTS] + some // PARTS))


def value(work: Work, task: tuple[int, int, int, int, int, int]) -> tuple[int, int]:
    """Value the positions of a part from one on up to another one, by the values that are known; those of so many plies
    at most are sure.

    Returns how many changed, and of how many it is known who wins.
    """
    number, first, end, offset, everything, sure = task
    part, columns, count = work.part(number), Columns(work.folder), end - first
    if not count:
        return 0, 0
    starts = part.read("starts", np.int64, first + count + 1)[first:]
    links = part.read("links", np.int32, int(starts[-1]))
    movers = part.read("movers", np.uint8, first + count)[first:]
    values, fresh = columns.read("values", np.int32, everything), np.zeros(count, np.int32)
    arrays = starts, links, movers, values, fresh
    changed: int = program().run("sweep", WORKSPACE, *arrays, offset + first, count, sure)
    columns.put("fresh", offset + first, fresh)
    return changed, int(np.count_nonzero(fresh))


def sort(work: Work, task: tuple[int, int, int]) -> dict[str, Any]:
    """Write the keys and values of a part where they belong in the table. Returns what there is to be told of them."""
    number, total, offset = task
    part, columns = work.part(number), Columns(work.folder)
    keys, values = part.keys("keys", 0, total), columns.piece("values", np.int32, offset, total)
    order = np.lexsort((keys[:, 1], keys[:, 0]))
    for name, array in (("first", keys[order, 0]), ("second", keys[order, 1]), ("sorted", values[order])):
        columns.put(name, offset, array)
    return counts_of(values, part.piece("movers", np.uint8, 0, total))


# --- who tells them


class _Values(NamedTuple):
    """How far one came with the values: steps done, how many of them were rounds over all positions, of how many
    positions it is known who wins, and whether that is all."""

    steps: int = 0
    rounds: int = 0
    valued: int = 0
    done: bool = False


def _even(keys: Keys) -> list[int]:
    """With which first words parts begin, so that all are of about one size.

    A key's first word is the least of as many as there are symmetries, the first bit being its sign: so the upper half
    of all words has the least ones, and nearly all.
    """
    count, bounds = max(1, len(keys.symmetries)), list[int]()
    lower = 0.5**count
    for number in range(1, PARTS):
        share = number / PARTS
        if share < lower:
            bounds.append(int(2.0**64 * (0.5 - (lower - share) ** (1 / count))))
        else:
            bounds.append(int(2.0**64 * (1.5 - (1 - share + lower) ** (1 / count))))
    return bounds


class Parts:
    """A search whose positions are in parts; see the module. `totals`, `expanded` and `edges` count by part."""

    def __init__(self, root: State, folder: Path, keys: Keys, pool: Pool, bounds: Sequence[int] | None = None) -> None:
        self.root, self.folder, self.keys, self.pool = root, folder, keys, pool
        self.totals, self.expanded, self.edges = [0] * PARTS, [0] * PARTS, [0] * PARTS
        #: how many positions each part had after the rounds: what is found later hardly leads to what was before
        self.rounds: list[list[int]] = []
        self.values = _Values()
        self.work = Work(
            folder, pickle.dumps(root.game), json.dumps(keys.facts()), root.tobytes(), tuple(bounds or _even(keys))
        )
        self.key = keys.of(np.ascontiguousarray(root.block)[None])

    @classmethod
    def opened(cls, root: State, folder: Path, highest: int, pool: Pool) -> Parts:
        """The search of that folder, begun where there is none. Raises SolveError for another one."""
        note = read_note(folder, FORM)
        if note is None:
            return cls.begun(root, folder, keys_of(root, highest=highest), pool)
        keys = keys_of_folder(note, root, folder, highest)
        if "parts" not in note:
            raise SolveError(f"{folder} has positions that one process has begun on, and that it has to end")
        parts = cls(root, folder, keys, pool, note["bounds"])
        parts.totals, parts.expanded, parts.edges = note["part_known"], note["part_expanded"], note["part_edges"]
        parts.rounds, parts.values = note["found"], _Values(*note["values"])
        parts._cut()
        return parts

    @classmethod
    def begun(cls, root: State, folder: Path, keys: Keys, pool: Pool) -> Parts:
        """A new search; what the folder had is gone."""
        parts = cls(root, folder, keys, pool)
        forget_note(folder)
        for number in range(PARTS):
            shutil.rmtree(parts.work.part(number).folder, ignore_errors=True)
            parts.work.part(number).folder.mkdir(parents=True)
        owner = int(parts.work.owners(parts.key)[0])
        part, states = parts._part(owner)
        part.add("keys", parts.key)
        part.add("movers", np.array([root.seat], np.uint8))
        states.add(0, np.ascontiguousarray(root.block)[None])
        parts.totals[owner] = 1
        parts.note()
        return parts

    def _cut(self) -> None:
        """Take away what is beyond the note. Raises SolveError where there is less."""
        for number, (total, expanded, edges) in enumerate(zip(self.totals, self.expanded, self.edges, strict=True)):
            part, states = self._part(number)
            starts = 8 * (expanded + 1) if expanded else 0
            for name, length in (("keys", 16 * total), ("movers", total), ("targets", 4 * edges), ("starts", starts)):
                part.cut(name, length)
            states.keep(expanded, total)

    def _part(self, number: int) -> tuple[_Part, Rows]:
        """A part, and its positions that wait."""
        part = self.work.part(number)
        return part, part.states(self.keys.game.layout.size)

    def note(self) -> None:
        """Write down how far one came; what is no longer needed goes."""
        facts = {
            "form": FORM, "parts": PARTS, "root": self.key[0].tolist(), "known": sum(self.totals),
            "expanded": sum(self.expanded), "edges": sum(self.edges), "part_known": self.totals,
            "part_expanded": self.expanded, "part_edges": self.edges, "found": self.rounds, "values": self.values,
            "bounds": self.work.bounds,
        }  # fmt: skip
        write_note(self.folder, facts | self.keys.facts())
        for number, expanded in enumerate(self.expanded):
            self._part(number)[1].drop(expanded)

    def _all(self, step: Callable[[Work, Any], Any], tasks: Sequence[Any]) -> list[Any]:
        """Do something for all parts. Raises what a worker raises, and SolveError where workers died of it."""
        values = [None] * len(tasks)
        with closing(self.pool.run(functools.partial(step, self.work), tasks)) as answers:
            for answer in answers:
                if isinstance(answer.error, TaskLost):
                    raise SolveError(
                        f"{answer.error}. What was found before is kept: the same command goes on from there"
                    )
                values[answer.number] = answer.value
        return values

    # --- finding

    @property
    def is_complete(self) -> bool:
        return self.expanded == self.totals

    def run(self, limits: Limits, end: float, progress: Progress) -> str:
        """Go on until all positions are known, or a limit is met; gives its name, "" for none. `end` is when the time
        is over, by the monotonic clock."""
        while not self.is_complete:
            if time.monotonic() >= end:
                return "time"
            if self.pool.size * needed(max(self.totals)) > limits.memory:
                return "memory"
            if max(self.totals) * PARTS > MOST:
                return "numbers"
            if not self.has_room(self._round_bytes(), inf if limits.disk is None else limits.disk):
                return "disk"
            self._round()
            self.note()
            progress("positions", sum(self.expanded), sum(self.totals))
        return ""

    def has_room(self, more: float, most: float) -> bool:
        """Whether the files may have so many bytes more."""
        return has_room(self.folder, taken(self.folder), int(more), most)

    def _round_bytes(self) -> float:
        """The bytes of the next round's files, about: states after moves are written for who takes them, and again by
        those."""
        moves = sum(map(self._next, range(PARTS))) * sum(self.edges) / max(1, sum(self.expanded))
        return 2 * moves * (self.keys.game.layout.size + 2 * ENTRY_WORDS * 8)

    @property
    def table_bytes(self) -> int:
        """The bytes of what it takes to value all positions, and of the table."""
        return 4 * sum(self.edges) + (2 * 4 + 20) * sum(self.totals)

    def _round(self) -> None:
        numbers = range(PARTS)
        counts = [self._next(number) for number in numbers]
        looked = self._all(expand, list(zip(numbers, self.expanded, counts, strict=True)))
        shares = [shares for _, shares in looked]
        # of each part what belongs to another: where it is among all that it came to, and among all that the other got
        out = [[(sum(shares[one][:other]), shares[one][other]) for one in numbers] for other in numbers]
        got = [[(sum(s[other] for s in shares[:one]), shares[one][other]) for other in numbers] for one in numbers]
        totals = self._all(intern, list(zip(numbers, self.totals, out, strict=True)))
        moves = [moves for moves, _ in looked]
        self._all(link, list(zip(numbers, counts, self.expanded, moves, self.edges, got, strict=True)))
        self.rounds.append(self.totals)
        self.totals = totals
        self.expanded = [one + count for one, count in zip(self.expanded, counts, strict=True)]
        self.edges = [one + count for one, count in zip(self.edges, moves, strict=True)]

    def _next(self, number: int) -> int:
        """How many positions of a part are looked at next."""
        branching = max(1, sum(self.edges) // max(1, sum(self.expanded)))
        most = _BYTES // (self.keys.game.layout.size * branching)
        total, left = self.totals[number], self.totals[number] - self.expanded[number]
        return min(left, max(1, min(max(_LEAST, total // _SHARE), most)))

    # --- valuing

    def value(self, end: float, progress: Progress) -> str:
        """Value all positions, or some until the time is over; gives "time" then."""
        everything, offsets = sum(self.totals), self._offsets()
        if not self.values.steps:
            self._all(renumber, list(zip(range(PARTS), self.edges, [offsets] * PARTS, strict=True)))
            self._columns(values=4, fresh=4)
        columns, steps, whole = Columns(self.folder), self._steps(), ([0] * PARTS, self.totals)
        while not self.values.done:
            progress("values", self.values.valued, everything)
            if time.monotonic() >= end:
                return "time"
            number = self.values.steps
            step = steps[number] if number < len(steps) else whole
            pieces = list(zip(range(PARTS), *step, offsets, strict=True))
            rows = self._all(value, [(*piece, everything, self.values.rounds) for piece in pieces])
            for _, first, last, offset in pieces:
                columns.put("values", offset + first, columns.piece("fresh", np.int32, offset + first, last - first))
            changed, valued = (sum(column) for column in zip(*rows, strict=True))
            if step is whole:
                self.values = _Values(number + 1, self.values.rounds + 1, valued, not changed)
            else:
                self.values = _Values(number + 1, 0, self.values.valued + valued, False)
            self.note()
        return ""

    def _offsets(self) -> list[int]:
        """How many positions there are before those of each part."""
        return [sum(self.totals[:number]) for number in range(PARTS)]

    def _columns(self, **widths: int) -> Columns:
        """Files with room for an element of each position, all zero."""
        columns = Columns(self.folder)
        for name, width in widths.items():
            columns.cut(name, 0)
            os.truncate(columns.path(name), width * sum(self.totals))
        return columns

    def _steps(self) -> list[tuple[list[int], list[int]]]:
        """The positions in the order in which they are valued first, the last that were found before the others, cut in
        pieces: where each begins and ends, by part."""
        steps, first = [], [0] * PARTS
        for totals in (*self.rounds, self.totals):
            if sum(totals) - sum(first) >= _VALUED or totals is self.totals:
                steps.append((first, totals))
                first = totals
        return steps[::-1]

    def sorted(self) -> dict[str, Any]:
        """Write the table. Returns what there is to be told of the values."""
        self._columns(first=8, second=8, sorted=4)
        counts = self._all(sort, list(zip(range(PARTS), self.totals, self._offsets(), strict=True)))
        won = {player: sum(one["won"][player] for one in counts) for player in ("1", "2")}
        sums = {name: sum(one[name] for one in counts) for name in ("won_by_mover", "drawn")}
        return {"won": won, "longest": max(one["longest"] for one in counts)} | sums

    def clear(self) -> None:
        """Take away all but the table."""
        for number in range(PARTS):
            shutil.rmtree(self.work.part(number).folder, ignore_errors=True)
        for name in ("values", "fresh"):
            Columns(self.folder).path(name).unlink(missing_ok=True)
