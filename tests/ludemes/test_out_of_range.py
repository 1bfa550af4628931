"""Sites, levels, containers, players and counts that a description computes outside what there is: nothing is there.

The games run in the checking mode, which reports every access outside its object.
"""

import pytest

import ludens

FAR = ["(+ 100000000 (mover))", "(- -5 (mover))", "(+ 31 (mover))"]
GAME = """
(game "T" (players 2)
    (equipment {{ (board (square 5)) (piece "Disc" Each (move Add (to (sites Empty)))) (hand Each size:3) }})
    (rules {start} (play {play}) (end (if {end} (result Mover Draw)))))
"""
PLAY = "(move Add (to (sites Empty)))"
END = "(is Full)"

#: by what it asks for: the rules of play, with a number outside in the place of X
PLAYS = {
    "origin": "(move (from X) (to (sites Empty)))",
    "target": "(move Add (to X))",
    "region": "(move Add (to (sites {X 3})))",
    "around": "(move Add (to (sites Around X)))",
    "container": "(or (forEach Piece container:X) (move Pass))",
    "removed": "(move Remove X)",
    "removed later": "(move Add (to (sites Empty)) (then (remove X)))",
    "level": "(move Add (to (sites Empty) if:(= 0 (what at:(to) level:X))))",
    "owner": "(move Add (to (sites Empty) if:(not (= 1 (who at:X)))))",
    "emptiness": "(move Add (to (sites Empty) if:(not (is Empty X))))",
    "state": "(move Add (to (sites Empty)) (then (set State at:X 1)))",
    "count": "(move Add (to (sites Empty)) (then (set Count at:X 2)))",
    "score of nobody": "(move Add (to (sites Empty)) (then (set Score (player X) 1)))",
    "player": "(move Add (to (sites Empty) if:(>= (score (player X)) 0)))",
    "membership": "(move Add (to (sites Empty) if:(not (is In X (sites Board)))))",
    "threat": '(move Add (to (sites Empty) if:(not (is Threatened (id "Disc1") at:X (forEach Piece)))))',
    "line": "(move Add (to (sites Empty) if:(not (is Line 3 through:X))))",
    "remembered": "(move Add (to (sites Empty)) (then (remember Value X)))",
    "direction": "(move Add (to (ahead X N)))",
    "distance": "(move Add (to (sites Empty) if:(>= 100 (count Steps X (to)))))",
    "element": "(move Add (to (sites Empty) if:(>= 100 (arrayValue (results from:(sites Board) to:0 (to)) index:X))))",
    "group": "(move Add (to (sites Empty) if:(>= 100 (size Group at:X))))",
    "connected": "(move Add (to (sites Empty) if:(not (is Connected {(sites {X}) (sites Top)}))))",
}


def played(description: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play a description in the checking mode: in playouts, and move by move."""
    monkeypatch.setenv("LUDENS_CHECKS", "1")
    game = ludens.load(description)
    game.playouts(3, seed=1)
    state = game.start(seed=1)
    for ply in range(4):
        moves = state.legal_moves()
        if state.is_over or not moves:
            break
        state.play(moves[ply % len(moves)])


@pytest.mark.parametrize("far", FAR)
@pytest.mark.parametrize("asked", PLAYS)
def test_what_is_computed_outside_is_not_there(asked: str, far: str, monkeypatch: pytest.MonkeyPatch) -> None:
    played(GAME.format(start="", play=PLAYS[asked].replace("X", far), end=END), monkeypatch)


@pytest.mark.parametrize("far", FAR)
@pytest.mark.parametrize("start", ['(place Stack "Disc1" X)', '(place "Disc1" X)', "(set Score P1 X)"])
def test_start_rules_reach_nothing_outside(start: str, far: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = f"(start {start.replace('X', far)})"
    try:
        played(GAME.format(start=rules, play=PLAY, end=END), monkeypatch)
    except ludens.LudError as error:
        assert error.line


def test_nothing_moves_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_CHECKS", "1")
    state = ludens.load(GAME.format(start="", play=PLAYS["origin"].replace("X", FAR[0]), end=END)).start(seed=1)
    state.play(state.legal_moves()[0])
    assert not [row for row in state.sites() if row[3]]
