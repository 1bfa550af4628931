"""Pairs of positions found by a search of all lines, shortest first, in a folder where the search can go on later.

Pairs have numbers in the order in which they are found, the start is 0. Of each the folder has what tells it from
others, and by which turn of which pair it was come to; its states as long as it waits to be looked at.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from ludens.game import Game, State
from ludens.game.match import Match
from ludens.lab.lockstep import Pair, start
from ludens.solve.keys import Keys, agrees, literal_keys
from ludens.solve.rows import Rows, read_note, write_note

#: changes with the form of the files
_FORM: Final = 1
_LINK: Final = np.dtype([("digest", "V12"), ("parent", "<i4"), ("turn", "<i4")])
#: pairs that are written at once, and states that are read at once
_BATCH: Final = 256
#: so many positions are tried together for what rules look at
_TOGETHER: Final = 32


class Refuted(Exception):
    """Rules look at what the keys leave out."""


class PairKeys:
    """What tells pairs of positions apart: the keys of both, without what no rule looks at (`solve.keys`)."""

    def __init__(self, left_out: dict[str, list[str]] | None = None) -> None:
        #: the fields that are left out, by the fingerprints of the games
        self.left_out = dict(left_out or {})
        self._keys: dict[str, Keys] = {}
        self._tried: dict[str, list[Any]] = {}

    def of(self, state: State) -> Keys:
        """The keys of the game that is played in a position."""
        game = state.playing.game
        keys = self._keys.get(game.fingerprint)
        if keys is None:
            left_out = self.left_out.get(game.fingerprint)
            keys = Keys(game, left_out) if left_out is not None else literal_keys(state.playing)
            self.left_out[game.fingerprint] = sorted(keys.left_out)
            self._keys[game.fingerprint] = keys
        return keys

    def key(self, state: State) -> bytes:
        """Equal for positions that no rule tells apart."""
        playing = state.playing
        part = self.of(state).of(playing.block[None]).tobytes()
        return part if playing is state else state.tobytes()[: -playing.game.layout.size] + part

    def digest(self, pair: Pair) -> bytes:
        """Equal for pairs that no rule of either game tells apart."""
        key = self.key(pair.first) + self.key(pair.second)
        return hashlib.blake2b(key, digest_size=12).digest()

    def try_out(self, pair: Pair) -> None:
        """Look, of this position and others together, whether rules look at what is left out.

        Raises Refuted where they do; from then on nothing is left out.
        """
        for state in (pair.first, pair.second):
            keys, name = self.of(state), state.playing.game.fingerprint
            waiting = self._tried.setdefault(name, [])
            waiting.append(state.playing.block.copy())
            if len(waiting) < _TOGETHER or not keys.left_out:
                continue
            blocks = np.stack(waiting)
            waiting.clear()
            if not agrees(keys, blocks, keys.left_out):
                self._keys.pop(name)
                self.left_out[name] = []
                raise Refuted


class Store:
    """The pairs known so far; `known` counts them, `expanded` those whose turns have all been followed."""

    def __init__(self, folder: Path, first: Game, second: Game, seed: int) -> None:
        """Goes on where a folder has a search of these games. Raises ValueError where it has something else."""
        self.folder, self.games, self.seed = folder, (first, second), seed
        self.expanded = self._written = 0
        #: the number of the first pair of each depth
        self.starts = [0]
        #: how many random games were played, and of the one that differed first its seed and its line
        self.played = 0
        self.best: tuple[int, list[str]] | None = None
        self.keys, self._seen = PairKeys(), set[bytes]()
        self._sizes = tuple(map(_state_bytes, self.games))
        self._states = Rows(folder, "states", sum(self._sizes))
        self._links = Rows(folder, "links", _LINK.itemsize)
        self._new: list[tuple[bytes, bytes]] = []
        self._open()

    def _open(self) -> None:
        note = read_note(self.folder, _FORM)
        if note is None:
            if self.folder.exists() and (not self.folder.is_dir() or any(self.folder.iterdir())):
                raise ValueError(f"{self.folder} has something else than a comparison of two games")
            self.folder.mkdir(parents=True, exist_ok=True)
            self.begin()
        elif note["games"] != [game.fingerprint for game in self.games]:
            raise ValueError(f"{self.folder} has the comparison of other games: {' and '.join(note['names'])}")
        elif note["seed"] != self.seed:
            raise ValueError(f"{self.folder} has a comparison with the seed {note['seed']}")
        else:
            self._take_up(note)

    def begin(self) -> None:
        """Forget all pairs but the start."""
        self._states.cut(0)
        self._links.cut(0)
        self._written, self.expanded, self.starts = 0, 0, [0]
        self._seen.clear()
        self._new.clear()
        self.add(start(self.games, self.seed), -1, 0)
        self.starts.append(1)

    def _take_up(self, note: dict[str, Any]) -> None:
        self._written, self.expanded, self.starts = note["known"], note["expanded"], note["starts"]
        self.played, self.best = note["played"], note["best"] and tuple(note["best"])
        self.keys = PairKeys(note["left_out"])
        self._states.cut(self.count)
        self._links.cut(self.count)
        self._seen = {digest.tobytes() for digest in self._all_links()["digest"]}

    def note(self) -> None:
        """Write down how far one came."""
        self._flush()
        names = [game.name for game in self.games]
        note = {
            "form": _FORM, "games": [game.fingerprint for game in self.games], "names": names, "seed": self.seed,
            "known": self.count, "expanded": self.expanded, "starts": self.starts, "left_out": self.keys.left_out,
            "played": self.played, "best": self.best,
        }  # fmt: skip
        write_note(self.folder, note)
        self._states.drop(self.expanded)

    # --- pairs

    @property
    def count(self) -> int:
        """How many pairs have been found."""
        return self._written + len(self._new)

    @property
    def waiting(self) -> int:
        """How many bytes the pairs have that wait to be looked at."""
        return (self.count - self.expanded) * self._states.width

    def add(self, pair: Pair, parent: int, turn: int) -> None:
        """A pair that the turn of that number leads to, unless it is known."""
        digest = self.keys.digest(pair)
        if digest in self._seen:
            return
        self._seen.add(digest)
        states = zip((pair.first, pair.second), self._sizes, strict=True)
        packed = b"".join(_packed(state, room) for state, room in states)
        self._new.append((struct.pack("<12sii", digest, parent, turn), packed))
        if len(self._new) >= _BATCH:
            self._flush()

    def _flush(self) -> None:
        if not self._new:
            return
        for rows, part in ((self._links, 0), (self._states, 1)):
            data = np.frombuffer(b"".join(new[part] for new in self._new), np.uint8)
            rows.add(self._written, data.reshape(len(self._new), -1))
        self._written, self._new = self.count, []

    def pairs(self, number: int, end: int) -> Iterator[Pair]:
        """The pairs from a number on."""
        while number < end:
            self._flush()
            rows = self._states.read(number, min(_BATCH, end - number))
            for row in rows:
                room = self._sizes[0]
                first, second = _unpacked(self.games[0], row[:room]), _unpacked(self.games[1], row[room:])
                yield Pair(first, second)
            number += len(rows)

    def line(self, number: int) -> list[str]:
        """The turns that lead to a pair."""
        self._flush()
        links, turns = self._all_links(), list[int]()
        while number:
            turns.append(int(links["turn"][number]))
            number = int(links["parent"][number])
        pair, texts = start(self.games, self.seed), list[str]()
        for turn in reversed(turns):
            choice = list(pair.choices())[turn]
            texts.append(choice.text)
            pair = pair.after(choice)
        return texts

    def _all_links(self) -> Any:
        parts, number = list[Any](), 0
        while number < self.count:
            parts.append(self._links.read(number, self.count - number))
            number += len(parts[-1])
        return np.concatenate(parts).view(_LINK)[:, 0]


def _state_bytes(game: Game) -> int:
    """How many bytes a state has at most, with its length before it."""
    sizes = [one.layout.size for one in game.games]
    return 4 + max(sizes) + (4 + game.scoreboard.size if isinstance(game, Match) else 0)


def _packed(state: State, room: int) -> bytes:
    data = state.tobytes()
    return (len(data).to_bytes(4, "little") + data).ljust(room, b"\0")


def _unpacked(game: Game, row: Any) -> State:
    data = row.tobytes()
    return game.from_bytes(data[4 : 4 + int.from_bytes(data[:4], "little")])
