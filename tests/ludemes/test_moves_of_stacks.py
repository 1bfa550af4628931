"""What moves and effects do to stacks, level by level (manual: moves 5.1, effects 2)."""

from __future__ import annotations

import pytest

import ludens

ITEMS = '(piece "A" P1) (piece "B" P2) (piece "C" P1) (piece "F" P1 (flips 1 2))'
START = '(place Stack items:{"A1" "B2" "C1"} 0) (place Stack items:{"B2" "A1"} 5)'


def after(play: str, start: str = START, items: str = ITEMS) -> ludens.State:
    """The position after the first legal move."""
    state = ludens.load(
        f'(game "Stacks" (players 2) (equipment {{(board (square 3)) {items}}})'
        f" (rules (start {{{start}}}) (play {play}) (end (if (= 1 0) (result Mover Win)))))"
    ).start(seed=1)
    state.play(state.legal_moves()[0])
    return state


def stacks(state: ludens.State) -> dict[int, str]:
    """The letters of the pieces on each site, bottom first."""
    letters = {component.index: component.name[0] for component in state.game.components}
    found: dict[int, str] = {}
    for _type, site, _level, what, *_rest in state.sites():
        found[site] = found.get(site, "") + letters[what]
    return found


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        ("(move (from 0) (to 5))", {0: "AB", 5: "BAC"}),
        ("(move (from 0 level:0) (to 5))", {0: "BC", 5: "BAA"}),
        ("(move (from 0 level:1) (to 8))", {0: "AC", 5: "BA", 8: "B"}),
        ("(move (from 0) (to 5 level:0))", {0: "AB", 5: "CBA"}),
        ("(move (from 0 level:1) (to 5 level:1))", {0: "AC", 5: "BBA"}),
        ("(move (from 0 level:1) (to 5 level:2))", {0: "AC", 5: "BAB"}),
        ("(move (from 0) (to 5) stack:True)", {5: "BAABC"}),
        ("(move (from 0) (to 5 level:0) stack:True)", {5: "CBABA"}),  # each goes in at the bottom
        ("(move (from 0) (to 5) count:2)", {0: "A", 5: "BABC"}),
        ("(move (from 0) (to 5) count:3)", {5: "BAABC"}),
        ("(move (from 0) (to 5) count:4)", {0: "ABC", 5: "BA"}),  # there are not so many
        ("(move (from 0) (to 5) copy:True)", {0: "ABC", 5: "BAC"}),
        ("(move (from 0) (to 0))", {0: "ABC", 5: "BA"}),
        ('(move Add (piece "A1") (to 0))', {0: "ABCA", 5: "BA"}),
        ('(move Add (piece "C1") (to 0 level:1))', {0: "ACBC", 5: "BA"}),
        ('(move Add (piece "C1") (to 0 level:3))', {0: "ABCC", 5: "BA"}),
        ("(move Remove 0)", {0: "AB", 5: "BA"}),
        ("(move Remove 0 level:0)", {0: "BC", 5: "BA"}),
        ("(move Remove 0 level:9)", {0: "AB", 5: "BA"}),  # of a level that is not there the top goes
        ('(move Promote 0 (piece "A1"))', {0: "ABA", 5: "BA"}),
        ("(move Pass (then (flip 0)))", {0: "CBA", 5: "BA"}),
        ("(move Step (from 0) N (to if:True) stack:True)", {3: "ABC", 5: "BA"}),
        ("(move Step (from 0) N (to if:True))", {0: "AB", 3: "C", 5: "BA"}),
        ("(move Slide (from 0 level:1) N)", {0: "AC", 3: "B", 5: "BA"}),
        ("(move Slide (from 0) N stack:True)", {3: "ABC", 5: "BA"}),
    ],
)
def test_stacks(play: str, expected: dict[int, str]) -> None:
    assert stacks(after(play)) == expected


@pytest.mark.parametrize(
    ("play", "mine"),
    [
        ("(move (from 0 level:1) (to 5 level:1))", {0: 2, 5: 1}),
        ("(move (from 0) (to 5 level:0))", {0: 1, 5: 2}),
        ("(move (from 0) (to 5) count:2)", {0: 1, 5: 2}),
        ("(move (from 0) (to 5) stack:True)", {5: 3}),
        ('(move Add (piece "C1") (to 0 level:1))', {0: 3, 5: 1}),
    ],
)
def test_the_lists_of_pieces_follow(play: str, mine: dict[int, int]) -> None:
    """The second player's rule offers one selection for each piece of the first player's that the lists know."""
    state = after(f"(if (is Mover P1) {play} (forEach Piece (move Select (from)) P1))")
    sites = [move.from_site for move in state.legal_moves()]
    assert {site: sites.count(site) for site in sites} == mine


def test_a_stack_that_is_turned_flips_its_pieces() -> None:
    state = after("(move Pass (then (flip 0)))", '(place Stack "F1" 0 state:1) (place Stack "B2" 0)')
    assert stacks(state) == {0: "BF"}
    assert [row[6] for row in state.sites()] == [0, 2]


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        ('(place Stack "A1" 4 count:3)', {4: "AAA"}),
        ('(place Stack "A1" (sites Bottom) count:2)', {0: "AA", 1: "AA", 2: "AA"}),
        ('(place Stack "A1" (sites Bottom) counts:{2 1 3})', {0: "AA", 1: "A", 2: "AAA"}),
        ('(place Stack items:{"A1" "B2"} 4 counts:{2 3})', {4: "AABBB"}),
        ('(place Stack items:{"A1" "B2"} coord:"B2")', {4: "AB"}),
        ('(place Stack items:{"A1" "B2"} "Hand1")', {9: "AB"}),
        ('(place Stack "A1" "Hand2" 1)', {11: "A"}),
        ('(place Stack "A1" 4 state:2) (place Stack "B2" 4)', {4: "AB"}),
    ],
)
def test_where_stacks_begin(start: str, expected: dict[int, str]) -> None:
    """On a board of nine sites whose hands begin at 9 and at 10."""
    hands = "(hand P1) (hand P2 size:3)"
    assert stacks(after("(move Pass)", start, f"{ITEMS} {hands}")) == expected


def test_all_stacks_may_fill_up_with_pieces_of_one_kind() -> None:
    game = ludens.load("""
        (game "Heap" (players 1)
            (equipment {(board (square 3)) (piece "Stone" P1)})
            (rules
                (play (move Add (to (sites Board) if:(> 32 (size Stack at:(to)))) stack:True))
                (end (if (no Moves Next) (result P1 Win)))
            )
        )
    """)
    assert game.playouts(3, seed=1).lengths.tolist() == [9 * 32] * 3
