"""A number means the same whether it is written down or known only in play."""

from __future__ import annotations

import pytest

import ludens

EQUIPMENT = """(board (square 3) {(track "T" "0,E,N1,W" P1 directed:True) (track "U" "8,W" P2 directed:True)})
    (hand Each size:2) (piece "Disc" Each %s) (map "M" {(pair 1 4) (pair 4 8) (pair -1 3)})"""
GAME = """(game "D" (players 2) (equipment {%s})
    (rules (start {(place "Disc1" 4) (place "Disc2" 5) (place "Disc1" (handSite P1))})
        (play %s) (end (if (> (count Moves) 9) (result Mover Win)))))"""
STAYING = "(move Remove (from))"
ADDED = "(move Add (to (sites Empty)) (then %s))"
SCORED = ADDED % "(addScore Mover %s)"
ENEMY = "(between if:(is Enemy (who at:(between))) (apply (remove (between))))"
RULES = {
    "pieces of a container": "(or (forEach Piece container:#) (move Pass))",
    "occupied sites of a container": "(or (move Remove (sites Occupied by:All container:#)) (move Pass))",
    "ahead by steps": "(or (move Add (to (ahead 4 steps:# E))) (move Pass))",
    "ahead of a site": "(or (move Add (to (ahead # N))) (move Pass))",
    "a region grown": "(or (move Add (to (expand origin:# steps:1))) (move Pass))",
    "a region grown by steps": "(or (move Add (to (expand origin:4 steps:#))) (move Pass))",
    "a site of a region": "(or (move Add (to (sites {(regionSite (sites Empty) index:#)}))) (move Pass))",
    "along a track": "(or (move Add (to (sites {(trackSite Move from:0 P1 steps:#)}))) (move Pass))",
    "from a site of a track": "(or (move Add (to (sites {(trackSite Move from:# P1 steps:1)}))) (move Pass))",
    "sites at a distance": "(or (move Add (to (sites Distance from:# (exact 1)))) (move Pass))",
    "sites between": "(or (move Add (to (sites Between from:# to:8))) (move Pass))",
    "a track of a player": '(or (move Add (to (sites Track (player #) "T"))) (move Pass))',
    "a component added": "(or (move Add (piece #) (to (sites Empty))) (move Pass))",
    "a component promoted to": "(or (move Promote 4 (piece #)) (move Pass))",
    "a threatened site": '(if (is Threatened (id "Disc" Mover) at:#) (move Pass) (forEach Piece))',
    "a line": "(if (is Line # through:4) (move Pass) (move Add (to (sites Empty))))",
    "a line of exactly": "(if (is Line # through:4 exact:True) (move Pass) (move Add (to (sites Empty))))",
    "exceptions of what surrounds": ADDED % f"(surround (from (last To)) Orthogonal {ENEMY} except:#)",
    "exceptions of what encloses": ADDED % f"(enclose (from (last To)) Orthogonal {ENEMY} numException:#)",
    "a quotient": SCORED % "(+ (/ 7 #) (/ # 2))",
    "a remainder": SCORED.replace("%s", "(% -7 #)"),
    "a power": SCORED % "(^ # 3)",
    "an element of an array": SCORED % "(arrayValue (array {1 4 3}) index:#)",
    "a value counted": SCORED % "(count Value # in:(array {1 -1 4}))",
    "an entry of a map": SCORED % '(mapEntry "M" #)',
    "steps to a site": SCORED % "(count Steps # 4)",
}
PIECES = {
    "the least of a slide": "(move Slide (between (range # 4) if:(is Empty (between))) (to if:True))",
    "the most of a slide": "(move Slide (between (range 1 #) if:(is Empty (between))) (to if:True))",
    "before a hurdle": "(move Hop (between before:# if:(is Occupied (between))) (to if:(is Empty (to))))",
    "behind a hurdle": "(move Hop (between after:# if:(is Occupied (between))) (to if:(is Empty (to))))",
}


def played(text: str) -> list[tuple[str, list[int]]]:
    """Each first move as it was applied, and the scores after it."""
    start = ludens.load(text).start(seed=1)
    found = []
    for move in start.legal_moves():
        state = start.copy()
        found.append((state.play(move).to_trial(), list(state.scores)))
    return found


@pytest.mark.parametrize("name", [*RULES, *PIECES])
def test_a_number_known_in_play_means_what_it_means_written(name: str) -> None:
    piece, play = PIECES.get(name, STAYING), RULES.get(name, "(forEach Piece)")
    text = GAME % (EQUIPMENT % piece, play)
    compared = 0
    for number in (-1, 0, 1, 2, 9):
        in_play = played(text.replace("#", f"(+ {number} (score P2))"))
        try:
            written = played(text.replace("#", str(number)))
        except ludens.LudError:
            continue  # a number that cannot be right is refused where it is written
        compared += 1
        assert in_play == written, number
    assert compared > 1
