"""Connections and loops as they are kept while pieces are put down are those found by looking (`runtime/links.py`)."""

from __future__ import annotations

import pytest

import ludens
from ludens.game import Game
from ludens.game.state import Row

#: a decision to take pieces away, of which there is never one: with it nothing is kept
NEVER = "(move Remove (difference (sites Top) (sites Board)))"

TWO_SIDES = "(regions P1 {(sites Side NE) (sites Side SW)}) (regions P2 {(sites Side NW) (sites Side SE)})"
HEX = '(board (hex Diamond 5)) (piece "Stone" Each)'
SQUARE = '(board (square 5) use:Vertex) (piece "Stone" Each)'
FOUR_SIDES = "(regions P1 {(sites Side N) (sites Side S)}) (regions P2 {(sites Side W) (sites Side E)})"
TAKEN = "(between if:(is Enemy (who at:(between))) (apply (remove (between))))"
CAPTURE = f"(then (enclose (from (last To)) Orthogonal {TAKEN}))"
RING = "(or (is Connected 3 SidesNoCorners) (is Connected 2 Corners))"

GAMES = {
    "players' regions": (f"{HEX} {TWO_SIDES}", "", "(is Connected Mover)"),
    "static lists": (
        '(board (hex 4)) (piece "Stone" Each)',
        "",
        RING,
    ),
    "regions written out": (HEX, "", "(is Connected {(sites Side NE) (sites Side SW)})"),
    "some of them": (HEX, "", "(is Connected 2 {(sites Side NE) (sites Side SW) (sites Side NW)})"),
    "two ways to step": (
        f"{SQUARE} {FOUR_SIDES}",
        "",
        "(or (is Connected Orthogonal P1) (is Connected All {(sites Side W) (sites Side E)}))",
    ),
    "somewhere else": (f"{HEX} {TWO_SIDES}", "", "(is Connected at:(centrePoint) P2)"),
    "captures": (f"{SQUARE} {FOUR_SIDES}", CAPTURE, "(is Connected Orthogonal Mover)"),
    "loops": ('(board (hex 3)) (piece "Stone" Each)', "", "(is Loop)"),
    "loops elsewhere": ('(board (hex 3)) (piece "Stone" Each)', "", "(is Loop (mover) (centrePoint))"),
    "loops and sides": (f"{HEX} {TWO_SIDES}", "", "(or (is Loop) (is Connected Mover))"),
    "loops, and captures of what has no room": (
        '(board (hex 4)) (piece "Stone" Each)',
        f"(then (enclose (from (last To)) {TAKEN}))",
        "(is Loop)",
    ),
    "loops on squares": (SQUARE, "", "(is Loop)"),
    "regions that play decides": (HEX, "", "(is Connected {(sites Side NE) (sites Occupied by:Mover)})"),
}


def _game(items: str, effect: str, connected: str, *, kept: bool) -> Game:
    add = f"(move Add (to (sites Empty)) {effect})"
    play = add if kept else f"(or {add} {NEVER})"
    end = f"(end {{(if {connected} (result Mover Win)) (if (= (count Turns) 60) (result Mover Draw))}})"
    return ludens.load(f'(game "Links" (players 2) (equipment {{{items}}}) (rules (play {play}) {end}))')


@pytest.mark.parametrize("name", GAMES)
def test_what_is_kept_agrees_with_what_is_seen(name: str) -> None:
    with_links, without = _game(*GAMES[name], kept=True), _game(*GAMES[name], kept=False)
    assert "links" not in without.layout
    assert ("links" in with_links.layout) == (name not in ("regions that play decides", "loops on squares"))
    assert ("ringed" in with_links.layout) == ("loops" in name and name != "loops on squares")
    kept, seen = (game.playouts(2000, seed=1) for game in (with_links, without))
    assert (kept.winners == seen.winners).all()
    assert (kept.lengths == seen.lengths).all()
    assert (kept.winners > 0).mean() > 0  # it happens


def test_a_position_set_up_with_other_owners_is_looked_at() -> None:
    """A row may give a piece an owner that is not its kind's."""
    game = _game(f"{SQUARE} {FOUR_SIDES}", "", "(is Connected Orthogonal Mover)", kept=True)
    rows: list[Row] = [("V", site, 0, 1, 1, 1, 0, 0, 0) for site in (2, 7, 12, 17)]
    for who, wins in ((1, True), (2, False)):
        last: Row = ("V", 12, 0, 1, who, 1, 0, 0, 0)
        state = game.position([*(row for row in rows if row[1] != 12), last])
        state.play(next(m for m in state.legal_moves() if m.to_site == 22))
        assert state.is_over == wins
