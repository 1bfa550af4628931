"""TwixT against its rules written down a second time: pegs, links, what bars them, and chains from side to side."""

from __future__ import annotations

import random

import pytest

import ludens
from ludens.game import State

Place = tuple[int, int]
Link = frozenset[Place]
STEPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def cross(one: Link, other: Link) -> bool:
    """Whether two links cross, not at their ends."""
    if one & other:
        return False
    (a, b), (c, d) = sorted(one), sorted(other)

    def side(p: Place, q: Place, r: Place) -> int:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def joined(links: set[Link], size: int, axis: int) -> bool:
    """Whether links make a chain from one side to the other."""
    seen = {place for link in links for place in link if place[axis] == 0}
    todo = list(seen)
    while todo:
        place = todo.pop()
        found = {other for link in links if place in link for other in link} - seen
        seen |= found
        todo += found
    return any(place[axis] == size - 1 for place in seen)


def links_of(state: State, size: int) -> dict[int, set[Link]]:
    found: dict[int, set[Link]] = {1: set(), 2: set()}
    for row in state.sites():
        if row[0] == "E":
            found[row[4]].add(frozenset(divmod(end, size)[::-1] for end in state.game.topology.edge_vertices[row[1]]))
    return found


@pytest.mark.parametrize("seed", range(8))
def test_pegs_and_links_are_those_of_the_rules(seed: int) -> None:
    size, chosen = 12, random.Random(seed)
    state = ludens.load("TwixT").start(seed=seed)
    pegs: dict[Place, int] = {}
    links: dict[int, set[Link]] = {1: set(), 2: set()}
    while not state.is_over:
        player = state.mover
        inner = [(x, y) for x in range(size) for y in range(size) if 0 < (x if player == 1 else y) < size - 1]
        moves = {divmod(move.to_site, size)[::-1]: move for move in state.legal_moves() if move.to_site >= 0}
        assert set(moves) == {place for place in inner if place not in pegs}
        x, y = place = chosen.choice(sorted(moves))
        state.play(moves[place])
        pegs[place] = player
        new = {frozenset((place, (x + dx, y + dy))) for dx, dy in STEPS if pegs.get((x + dx, y + dy)) == player}
        links[player] |= {link for link in new if not any(cross(link, other) for other in links[3 - player])}
        assert links_of(state, size) == links
        assert joined(links[player], size, axis=player % 2) == state.is_over
    assert state.winner == player and state.ending is not None and state.ending.text == "joins both sides"


@pytest.mark.parametrize(("option", "holes"), [("24x24", 528), ("18x18", 288), ("12x12", 120)])
def test_every_size_has_all_its_holes_and_links(option: str, holes: int) -> None:
    game = ludens.load("TwixT", options=[f"Board Size/{option}"])
    size = int(option[:2])
    assert len(game.start(seed=1).legal_moves()) == holes == size * (size - 2)
    assert game.topology.count("Edge") == 4 * (size - 1) * (size - 2)
