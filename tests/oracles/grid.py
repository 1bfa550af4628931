"""Positions on boards of squares, with hands, told as another program tells them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence

from ludens.game import Game, State
from ludens.notation.turns import Turn

#: a piece of a FEN, or so many empty squares; the ~ of a piece that is captured as a pawn is passed over
_TOKEN = re.compile(r"\+?[A-Za-z]|\*|\d+")
_Place = Callable[[int, int], tuple[int, int]]


def rows_of(fen: str) -> tuple[list[list[str]], list[str]]:
    """What stands on the squares, row by row from the bottom, and what is in hand."""
    board, _, pocket = fen.split()[0].partition("[")
    rows = []
    for row in board.split("/"):
        tokens = [[""] * int(t) if t.isdigit() else [t] for t in _TOKEN.findall(row)]
        rows.append(list(itertools.chain.from_iterable(tokens)))
    return rows[::-1], sorted(pocket.strip("]-"))


class Grid:
    """Reads states of a game as what stands on the squares, what is in hand, and who is to move.

    Which of our squares and pieces are which of theirs is found by the position at the start: the board may be turned
    or mirrored. A kind of piece that is not there at the start is learnt when it is first met.
    """

    def __init__(self, game: Game, rows: Sequence[Sequence[str]], pocket: Sequence[str] = ()) -> None:
        self.sites = game.containers[0].num_sites
        self.columns = len(rows[0])
        self.names: dict[int, str] = {0: ""}
        self.owners = {c.index: c.owner for c in game.components}
        self.kinds = {c.index: c.name.rstrip("0123456789") for c in game.components}
        flat = [token for row in rows for token in row]
        start = game.start(seed=0)
        for places in _placings(len(rows), len(rows[0])):
            names = self._names(start, places, flat)
            if names is not None and self.sites == len(flat):
                self.places = places
                for what, name in names.items():
                    self._learn(what, name)
                return
        raise ValueError(f"{game.name} does not begin as the other program's game does")

    def _names(self, start: State, places: Sequence[int], flat: Sequence[str]) -> dict[int, str] | None:
        """Their names of our kinds of pieces, if the position is theirs with these squares."""
        names: dict[int, str] = {}
        seen = set[int]()
        for what, place in self._pieces(start):
            if place is not None:
                seen.add(places[place])
                if names.setdefault(what, flat[places[place]]) != flat[places[place]]:
                    return None
        owners = {c.index: c.owner for c in start.game.components}
        cased = all(not n.isalpha() or n.isupper() == (owners[what] == 1) for what, n in names.items())
        exact = {i for i, token in enumerate(flat) if token} == seen and len(set(names.values())) == len(names)
        return names if cased and exact else None

    def _pieces(self, state: State) -> Iterator[tuple[int, int | None]]:
        for _, site, _, what, _, count, *_ in state.sites():
            yield from [(what, site if site < self.sites else None)] * max(count, 1)

    def position(self, state: State) -> tuple[list[str | int], list[str | int]]:
        """What stands on the squares and what is in hand; a kind of piece that was not met yet is its number."""
        board: list[str | int] = [""] * self.sites
        hand: list[str | int] = []
        for what, site in self._pieces(state):
            name = self.names.get(what, what)
            if site is None:
                hand.append(name)
            else:
                board[self.places[site]] = name
        return board, sorted(hand, key=str)

    def trouble(self, state: State, rows: Sequence[Sequence[str]], pocket: Sequence[str]) -> str | None:
        """Where the position of a state is not theirs; kinds of pieces that are new are learnt by it."""
        board, hand = self.position(state)
        flat = [token for row in rows for token in row]
        for mine, other in zip(board, flat, strict=True):
            if isinstance(mine, int) and other and other not in self.names.values():
                self._learn(mine, other)
        board, hand = self.position(state)
        if board != flat:
            places = [i for i, (mine, other) in enumerate(zip(board, flat, strict=True)) if mine != other]
            return "; ".join(f"on {self.square(i)} ours is {board[i]!r}, theirs {flat[i]!r}" for i in places[:4])
        hand = sorted(str(one).lstrip("+") for one in hand)  # the side that lies up is no matter in hand
        return None if hand == sorted(pocket) else f"in hand ours has {hand}, theirs {sorted(pocket)}"

    def _learn(self, what: int, name: str) -> None:
        """A piece's name; the other player's of the same kind has it in the other case."""
        self.names[what] = name
        kinds = self.kinds
        for other, kind in kinds.items():
            if kind == kinds[what] and other != what:
                self.names.setdefault(other, name.swapcase())

    def square(self, place: int) -> str:
        row, column = divmod(place, self.columns)
        return f"{chr(ord('a') + column)}{row + 1}"

    def uci(self, state: State, turn: Turn, after: State) -> str:
        """A turn as UCI tells it: by its squares, what a piece becomes, or which comes from the hand."""
        origin, target = turn[0].from_site, turn[0].to_site
        if origin < 0:
            return "pass"
        before, now = self._standing(state), self._standing(after)
        where, what, became = self.square(self.places[target]), before.get(origin), now.get(target)
        if origin >= self.sites or origin == target:
            return f"{(self.names.get(became or 0) or self.names[what or 0]).upper()}@{where}"
        return self.square(self.places[origin]) + where + self._suffix(what, became)

    def _standing(self, state: State) -> dict[int, int]:
        return {site: what for _, site, _, what, *_ in state.sites()}

    def _suffix(self, what: int | None, became: int | None) -> str:
        owners = self.owners
        if what == became or what is None or became is None or owners[what] != owners[became]:
            return ""
        old, new = self.names[what], self.names.get(became)
        if new == f"+{old}" or (new is None and old[0] != "+"):
            return "+"
        return "-" if new is None or old == f"+{new}" else new.lower()


def _placings(rows: int, columns: int) -> Iterator[list[int]]:
    """The squares of theirs that our sites are, which count from the bottom left: as they are, turned, mirrored."""
    turns: list[_Place] = [
        lambda x, y: (x, y),
        lambda x, y: (columns - 1 - x, rows - 1 - y),
        lambda x, y: (columns - 1 - x, y),
        lambda x, y: (x, rows - 1 - y),
    ]
    for turn in turns:
        listed = [turn(x, y) for y in range(rows) for x in range(columns)]
        yield [y * columns + x for x, y in listed]
