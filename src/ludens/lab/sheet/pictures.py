"""Pictures for a rules sheet: the board at the start, and how each piece moves from the middle of an empty board."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ludens import render
from ludens.game import Game, LimitExceeded, Move
from ludens.game.state import Row
from ludens.lab.sheet.document import Picture
from ludens.rules.state.model import Component
from ludens.words import say, term

_BOARD: Final = 420
_PIECE: Final = 280
#: on boards of more sites it is not tried where a piece takes others
_MOST_SITES: Final = 200


def board_picture(game: Game) -> Picture:
    """The position at the start."""
    state = game.start(seed=0)
    return Picture("board", say("The board at the start."), render.svg(state, size=_BOARD, viewer=None))


def piece_picture(game: Game, component: Component) -> Picture | None:
    """The moves of a piece from the middle of an empty board, as far as it has any there; the sites are marked.

    Where it takes others in another way than it moves, enemies stand on the sites where it takes them.
    """
    try:
        explored = _Explored.of(game, component)
    except (ValueError, LimitExceeded):  # a position that this game cannot hold
        return None
    if not explored.moves:
        return None
    name = component.base_name.rstrip("0123456789") or component.name
    text = "Moves of {0}, and how it takes enemies." if explored.enemies else "Moves of {0}."
    caption = say(text, term(f"the {name.lower()}", term(name.lower())))
    state = game.position(explored.rows, mover=component.owner or 1, seed=0)
    picture = render.svg(state, size=_PIECE, viewer=None, last=explored.moves, captions=False)
    return Picture(f"piece-{component.name}", caption, picture)


@dataclass(frozen=True)
class _Explored:
    """A position and the moves that are marked in it."""

    rows: list[Row]
    moves: list[Move]
    enemies: list[int]

    @classmethod
    def of(cls, game: Game, component: Component) -> _Explored:
        middle, row = _middle(game), _row(game, component)
        alone = [_at(row, middle)]
        plain = list(_moves(game, alone, component, middle))
        enemies, takes = list[Row](), list[Move]()
        for enemy, site in _enemies(game, component, middle):
            captures = [
                move
                for move in _moves(game, [*alone, enemy], component, middle)
                if _takes(game, alone, enemy, component, move)
            ]
            targets = {move.to_site for move in plain}
            if any(move.to_site != site or site not in targets for move in captures):
                enemies.append(enemy)
                takes += captures
        return cls([*alone, *enemies], [*plain, *takes], [enemy[1] for enemy in enemies])


def _middle(game: Game) -> int:
    """The site that is nearest to the middle of the board."""
    sites = game.topology.elements(game.model.default_site)
    x = sum(site.x for site in sites) / len(sites)
    y = sum(site.y for site in sites) / len(sites)
    return min(range(len(sites)), key=lambda n: (round(math.hypot(sites[n].x - x, sites[n].y - y), 6), -n))


def _row(game: Game, component: Component) -> Row:
    """How such a piece stands at the start, with all that is told of it; plain where none is there."""
    for row in game.start(seed=0).sites():
        if row[3] == component.index:
            return (row[0], row[1], 0, row[3], row[4], 1, *row[6:])
    return (game.model.default_site[0], 0, 0, component.index, component.owner, 1, 0, 0, 0)


def _at(row: Row, site: int) -> Row:
    return (row[0], site, *row[2:])


def _moves(game: Game, rows: list[Row], component: Component, middle: int) -> Iterator[Move]:
    state = game.position(rows, mover=component.owner or 1, seed=0)
    for move in state.legal_moves():
        if move.from_site == middle != move.to_site and move.to_site >= 0:
            yield move


def _enemies(game: Game, component: Component, middle: int) -> Iterator[tuple[Row, int]]:
    """An enemy on each other site of the board: one of the same kind if there is one, else any."""
    sites = game.topology.count(game.model.default_site)
    others = [c for c in game.components if c.owner not in (0, component.owner) and c.owner <= game.num_players]
    if not others or sites > _MOST_SITES or component.owner == 0:
        return
    same = component.name.rstrip("0123456789")
    row = _row(game, min(others, key=lambda c: c.name.rstrip("0123456789") != same))
    for site in range(sites):
        if site != middle:
            yield _at(row, site), site


def _takes(game: Game, alone: list[Row], enemy: Row, component: Component, move: Move) -> bool:
    """Whether a move takes the only enemy."""
    state = game.position([*alone, enemy], mover=component.owner or 1, seed=0)
    state.play(next(each for each in state.legal_moves() if str(each) == str(move)))
    return not any(row[4] == enemy[4] and row[3] == enemy[3] for row in state.sites())
