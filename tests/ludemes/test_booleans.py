"""Conditions, each as the end rule of a small game."""

from __future__ import annotations

import pytest

import ludens

ADD = "(move Add (to (sites Empty)))"


def ends_after(
    condition: str, *sites: int, board: str = "(square 3)", play: str = ADD, equipment: str = ""
) -> int | None:
    """The number of moves to the given sites after which the game is over; None where it goes on."""
    game = ludens.load(
        f'(game "Test" (players 2) (equipment {{ (board {board}) (piece "Disc" Each) {equipment} }})'
        f" (rules (play {play}) (end (if {condition} (result Mover Win)))))"
    )
    state = game.start(seed=1)
    for number, site in enumerate(sites, 1):
        state.play(next(m for m in state.legal_moves() if m.to_site == site))
        if state.is_over:
            return number
    return None


@pytest.mark.parametrize(
    ("condition", "moves", "end"),
    [
        ("(is Line 3)", (0, 3, 1, 4, 2), 5),
        ("(is Line 3 Diagonal)", (0, 3, 1, 4, 2), None),
        ("(is Line 3 E)", (2, 3, 1, 4, 0), 5),
        ("(is Line 3 E)", (0, 3, 1, 4, 2), None),
        ("(is Line 2 exact:True)", (0, 3, 2, 8, 1), None),
        ("(is Line 2 Orthogonal exact:True)", (0, 4, 1), 3),
        ("(is Line 1)", (4,), 1),
        ("(is Line 3 whats:{1 2})", (0, 1, 2), 3),
        ("(is Line 2 P2)", (0, 4, 8, 5), 4),
        ("(is Line 3 contiguous:False)", (0, 1, 2, 4, 8), None),
        ("(is Line 2 contiguous:False)", (0, 1, 2), 3),
        ("(is Line 3 throughAny:(sites Occupied by:Mover) if:(is In (to) (sites Bottom)))", (0, 3, 1, 4, 2), 5),
        ("(is Line 2 through:0)", (0, 5, 1), 3),
        ("(is Line 2 Orthogonal useOpposites:False)", (1, 5, 0), 3),
        ("(is Line 2 Orthogonal useOpposites:False)", (0, 5, 1), None),
    ],
)
def test_lines(condition: str, moves: tuple[int, ...], end: int | None) -> None:
    assert ends_after(condition, *moves) == end


@pytest.mark.parametrize(
    ("condition", "moves", "end"),
    [
        ("(is Connected {(sites Top) (sites Bottom)})", (0, 2, 3, 5, 6), 5),
        ("(is Connected {(sites Top) (sites Bottom)})", (0, 1, 4, 5, 6), 5),
        ("(is Connected Orthogonal {(sites Top) (sites Bottom)})", (0, 2, 4, 5, 8), None),
        ("(is Connected 3 Sides)", (0, 2), None),
        ("(is Connected Mover)", (0, 2, 1, 4, 5), 5),
        ("(is Connected 1 {(sites Top)})", (0, 6), 2),
        ("(is Blocked Next)", (0, 6, 1, 7, 2), 5),
        ("(is Blocked Next)", (0, 6, 1, 7), None),
    ],
)
def test_connections(condition: str, moves: tuple[int, ...], end: int | None) -> None:
    regions = "(regions P1 {(sites Left) (sites Right)}) (regions P2 {(sites Top) (sites Bottom)})"
    assert ends_after(condition, *moves, equipment=regions) == end


@pytest.mark.parametrize(
    ("condition", "moves", "end"),
    [
        ("(and (is Mover P2) (is Full))", range(9), None),
        ("(or {(is Full) (is In (last To) (sites {4}))})", (0, 4), 2),
        ("(xor (is Prev P1) (is Mover P1))", (0, 1), 1),
        ("(not (is Empty 4))", (0, 4), 2),
        ("(is Occupied 4)", (0, 4), 2),
        ("(is Empty -1)", (0, 4), None),
        ("(is Related Diagonal 4 (last To))", (1, 0), 2),
        ("(is Related Orthogonal (last To) (sites Centre))", (0, 1), 2),
        ("(is Even (count Pieces All))", (0, 1), 2),
        ("(= (sites Occupied by:Mover) (sites {0 4}))", (0, 1, 4), 3),
        ("(all Sites (sites Bottom) if:(= (who at:(site)) (mover)))", (0, 3, 1, 4, 2), 5),
        ("(all Different (sites Row 0) if:(is Occupied (site)))", (0, 1), None),
        ("(all Different (sites {0 1}) if:(is Occupied (site)))", (0, 1), 2),
        ("(all Groups if:(> (count Sites in:(sites)) 1))", (0, 8, 1), 3),
        ("(no Pieces P2 in:(sites Bottom))", (0,), 1),
        ('(not (no Pieces "Disc2"))', (0, 4), 2),
        ('(is Within (id "Disc" P2) in:(sites Centre))', (0, 4), 2),
        ("(is Pattern {F L F})", (0, 8, 3, 7, 4), 5),
        ("(is Pattern {F R F})", (0, 8, 3, 7, 4), None),
        ("(is Target {1 2 0 0 0 0 0 0 0})", (0, 1), 2),
        ("(is Target {2 1} {1 0})", (0, 1), 2),
        ("(no Moves Next)", range(9), 9),
        ("(can Move (move Add (to (difference (sites Empty) (sites {1 2 3 4 5 6 7 8})))))", (0,), None),
        ("(is Enemy (who at:4))", (4,), None),
        ("(is Friend (who at:4))", (4,), 1),
    ],
)
def test_conditions(condition: str, moves: tuple[int, ...], end: int | None) -> None:
    assert ends_after(condition, *moves) == end


def test_loops_enclose() -> None:
    ring, others = (4, 5, 8, 13, 14), (0, 1, 2, 16, 18)
    moves = [site for pair in zip(ring, others, strict=True) for site in pair]
    assert ends_after("(is Loop)", *moves, 10, board="(hex 3)") == 11
    assert ends_after("(is Loop)", *moves, 17, board="(hex 3)") is None


def test_paths_of_edges() -> None:
    play = '(move Add (piece (id "Disc" Mover)) (to Edge (sites Empty Edge)))'
    board = "(square 3) use:Vertex"
    edges = ludens.load(
        f'(game "T" (players 2) (equipment {{(board {board}) (piece "Disc" Each)}}))'
    ).topology.elements("Edge")

    def edge(a: int, b: int) -> int:
        return next(n for n, e in enumerate(edges) if {*e.vertices} == {a, b})

    mine, other = ((0, 1), (1, 4), (4, 3), (3, 0)), ((2, 5), (5, 8), (8, 7), (7, 6))
    moves = [edge(*pair) for pairs in zip(mine, other, strict=True) for pair in pairs]
    closed = "(is Path Edge Mover length:(exact 4) closed:True)"
    assert ends_after("(is Path Edge Mover length:(exact 3))", *moves, board=board, play=play) == 5
    assert ends_after(closed, *moves, board=board, play=play) == 7
    assert ends_after("(is Tree Mover)", *moves, board=board, play=play) == 1
    assert ends_after("(and (is Full) (is Tree Mover))", *moves, board=board, play=play) is None
    tree = [edge(a, b) for a, b in ((0, 1), (1, 2), (1, 4), (4, 3), (4, 5), (4, 7), (7, 6), (7, 8))]
    alone = '(move Add (piece (id "Disc" P1)) (to Edge (sites Empty Edge)))'
    for name in ("SpanningTree", "CaterpillarTree"):
        assert ends_after(f"(is {name} P1)", *tree, board=board, play=alone) == 8
    assert ends_after("(is RegularGraph P1 even:True)", 0, 1, 2, 3, board="(square 2) use:Vertex", play=alone) == 4


@pytest.mark.parametrize(("site", "end"), [(1, 3), (0, None)])
def test_tree_centres(site: int, end: int | None) -> None:
    equipment = f'(regions "Anchor" P1 {{{site}}})'
    play = """(if (< (count Moves) 2)
        (move Add (piece (id "Disc" P1)) (to Edge (sites Empty Edge)))
        (move Add (piece (id "Disc" P1)) (to Vertex (sites P1 "Anchor"))))"""
    centre = "(and (> (count Moves) 2) (is TreeCentre P1))"
    board = ludens.load(
        '(game "T" (players 2) (equipment {(board (square 3) use:Vertex) (piece "Disc" Each)}))'
    ).topology
    edges = [{*e.vertices} for e in board.elements("Edge")]
    moves = (edges.index({0, 1}), edges.index({1, 2}), site)
    assert ends_after(centre, *moves, board="(square 3) use:Vertex", play=play, equipment=equipment) == end


def test_a_list_is_no_region() -> None:
    with pytest.raises(ludens.LudError):
        ends_after("(is In (last To) {4})", 0)


def test_threats_look_at_the_moves_of_others() -> None:
    description = """
    (game "Rooks" (players 2)
        (equipment { (board (square 3)) (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))))))
                     (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to)))))) })
        (rules (start { (place "King1" {0}) (place "King2" {8}) (place "Rook2" {5}) (place "Rook1" {6}) })
            (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover)))))
            (end (if (no Moves Next) (result Mover Win)))))
    """
    state = ludens.load(description).start(seed=1)
    targets = sorted((m.from_site, m.to_site) for m in state.legal_moves())
    assert (0, 1) in targets
    assert (0, 3) not in targets and (0, 4) not in targets


@pytest.mark.parametrize(("equipment", "end"), [("", None), ("(hand Each)", 1)])
def test_a_threatened_place_is_empty_still_where_pieces_are_counted(equipment: str, end: int | None) -> None:
    """The probe writes a piece, no count; a hand makes pieces be counted, so a drop there threatens the place."""
    condition = '(is Threatened (id "Disc" P1) at:4 (move Add (to (sites Empty))))'
    assert ends_after(condition, 0, equipment=equipment) == end


def test_puzzles_offer_what_violates_nothing() -> None:
    description = """
    (game "Latin" (players 1)
        (equipment { (board (square 2) (values Cell (range 1 2))) (regions {Columns Rows}) })
        (rules (start (set { {0 1} })) (play (satisfy (all Different))) (end (if (is Solved) (result P1 Win)))))
    """
    state = ludens.load(description).start(seed=1)
    assert state.sites() == [("C", 0, 0, 1, 1, 1, 0, 0, 0)]

    def settings() -> list[tuple[int, str]]:
        texts = [m.to_trial() for m in state.legal_moves()]
        return [
            (m.to_site, text[-17:-16]) for m, text in zip(state.legal_moves(), texts, strict=True) if "[Set" in text
        ]

    assert {site for site, _ in settings()} == {1, 2, 3}
    for site, value in ((1, 2), (2, 2), (3, 1)):
        state.play(next(m for m in state.legal_moves() if f"[Set:type=Cell,var={site},value={value}," in m.to_trial()))
    assert state.is_over and state.ranking[0] == 1.0


@pytest.mark.parametrize(("condition", "end"), [("(is Empty Edge 23)", 1), ("(is Empty Edge 24)", None)])
def test_edges_beyond_the_hands_are_on_the_board(condition: str, end: int | None) -> None:
    assert ends_after(condition, 4, equipment="(hand Each)") == end
