"""Meta rules (manual: structure 5)."""

from __future__ import annotations

import ludens
from ludens import Game


def game(meta: str, *, board: str = "(square 3)", play: str = "(move Add (to (sites Empty)))", start: str = "") -> Game:
    return ludens.load(f"""(game "Test" (players 2)
        (equipment {{ (board {board}) (piece "Man" Each (move Step (to if:(is Empty (to))))) }})
        (rules (meta {meta}) {start} (play {play}) (end (if (is Line 3) (result Mover Win)))))""")


def test_the_second_player_may_swap() -> None:
    state = game("(swap)").start(seed=1)
    state.play(state.legal_moves()[0])
    swaps = [m for m in state.legal_moves() if "Swap" in m.to_trial()]
    assert [m.to_trial() for m in swaps] == [
        "[Move:mover=2,actions=[Swap:player1=2,player2=1,decision=true],[SetNextPlayer:player=2]]"
    ]
    state.play(swaps[0])
    assert state.mover == 2
    assert not any("Swap" in m.to_trial() for m in state.legal_moves())


def test_positions_may_not_come_back() -> None:
    start = '(start { (place "Man1" 0) (place "Man2" 8) })'
    state = game("(no Repeat)", play="(forEach Piece)", start=start).start(seed=1)
    for target in (1, 7, 0):
        state.play(next(m for m in state.legal_moves() if m.to_site == target))
    assert all(m.to_site != 8 for m in state.legal_moves())


def test_passing_does_not_end_the_game_where_the_rules_say_so() -> None:
    play = "(or (move Pass) (move Add (to (sites Empty))))"
    for meta, over in (("(passEnd Draw)", True), ("(passEnd NoEnd)", False)):
        state = game(meta, play=play).start(seed=1)
        state.play(next(m for m in state.legal_moves() if "Add" in m.to_trial()))
        for _ in range(2):
            state.play(next(m for m in state.legal_moves() if "Pass" in m.to_trial()))
        assert state.is_over is over


def test_a_single_player_who_may_pass_goes_on() -> None:
    solo = ludens.load("""(game "Test" (players 1)
        (equipment { (board (square 3)) (piece "Man" P1) })
        (rules (play (or (move Pass) (move Add (to (sites Empty))))) (end (if (is Full) (result Mover Win)))))""")
    state = solo.start(seed=1)
    state.play(next(m for m in state.legal_moves() if "Pass" in m.to_trial()))
    assert not state.is_over


def test_pieces_fall_until_they_are_supported() -> None:
    text = """(game "Test" (players 2)
        (equipment { (board (square 3 pyramidal:True) use:Vertex) (piece "Ball" Each) })
        (rules (meta (gravity)) (start (place "Ball1" {SITES}))
            (play (move Remove (sites Occupied by:All))) (end (if (no Moves Next) (result Mover Win)))))"""
    topology = ludens.load(text.replace("SITES", "0")).topology
    below = [topology.steps("Vertex", site, "Downward") for site in range(topology.count("Vertex"))]
    top = next(site for site, others in enumerate(below) if others and not any(below[x] for x in others))
    state = ludens.load(text.replace("SITES", " ".join(map(str, [top, *below[top]])))).start(seed=1)
    lost = below[top][1]
    applied = state.play(next(m for m in state.legal_moves() if m.to_site == lost))
    drop = f"[Move:typeFrom=Vertex,from={top},levelFrom=0,typeTo=Vertex,to={lost},levelTo=0]"
    assert applied.to_trial().endswith(f"{drop}]")
    assert {row[1] for row in state.sites()} == set(below[top])
