"""Regions of a position: by pieces, by moves, by chance, and their arithmetic (manual: regions 4 to 7)."""

from __future__ import annotations

import ludens
from ludemes.evaluation import check

ITEMS = '(board (square 5)) (piece "Disc" Each) (piece "King" Each) (hand Each size:2)'
# .  .  .  .  K
# .  .  .  .  .
# .  .  X  O  .      the disc on 12 has just been added; player 1 has one more in hand, on 25
# .  X  .  .  .
# X  X  .  .  .
POSITION = '(place "Disc1" {0 1 6}) (place "Disc2" 13) (place "King1" 24) (place "Disc1" "Hand1")'
ADD = '(move Add (piece (id "Disc" Mover)) (to 12))'
OCCUPIED = {0, 1, 6, 12, 13, 24}


def check_position(expected: dict[str, int | bool | set[int] | list[int]]) -> None:
    check(expected, ITEMS, start=POSITION, play=ADD)


def test_sites_with_pieces() -> None:
    mine = {0, 1, 6, 12, 24}
    check_position(
        {
            "(sites Occupied by:Mover)": {*mine, 25},  # hands count
            '(sites Occupied by:Mover container:"Board")': mine,
            "(sites Occupied by:Mover container:0)": mine,
            '(sites Occupied by:Mover container:"Hand")': {25},
            "(sites Occupied by:Mover container:(mover))": {25},
            "(sites Occupied by:P2 container:1)": set(),
            '(sites Occupied by:Mover component:"King")': {24},
            '(sites Occupied by:Mover component:(id "King" Mover))': {24},
            '(sites Occupied by:Mover component:(id "Disc" Next))': set(),
            '(sites Occupied by:All components:{"King" "Disc"})': {*mine, 13, 25},
            '(sites Occupied by:Enemy component:"Disc")': {13},
            '(sites Occupied by:NonMover component:"Disc")': {13},
            "(sites Occupied by:Friend)": {*mine, 25},
            '(sites Occupied by:Friend component:"Disc")': set(),  # names are looked up at one index, which is -1
            "(sites Occupied by:Ally)": set(),
            "(sites Occupied by:(player (next)))": {13},
            '(is In 24 (sites Occupied by:Mover component:"Disc"))': False,
            '(is In 12 (sites Occupied by:Mover component:"Disc"))': True,
            '(is In 12 (sites Occupied by:Mover component:(id "Disc" Next)))': False,
            '(is In 12 (sites Occupied by:Friend component:"Disc"))': False,
            '(is In 25 (sites Occupied by:Mover container:"Hand"))': True,
            "(is In 99 (sites Occupied by:Mover))": False,
        }
    )


def test_empty_sites_of_containers() -> None:
    check_position(
        {
            "(sites Empty 1)": {26},
            "(sites Empty (mover))": {26},
            "(sites Empty (next))": {27, 28},
            "(sites Empty (- (mover) 1))": set(range(25)) - OCCUPIED,
            "(is In 26 (sites Empty 1))": True,
            "(is In 26 (sites Empty))": False,
            "(is In 12 (sites Empty))": False,
        }
    )


def test_sites_of_the_start_do_not_follow_the_play() -> None:
    check_position(
        {
            '(sites Start (piece "Disc1"))': {0, 1, 6},  # the hand is not noted
            "(sites Start (piece (what at:12)))": {0, 1, 6},
            "(sites Start (piece (what at:2)))": set(),
            '(is In 12 (sites Start (piece "Disc1")))': False,
            '(is In 6 (sites Start (piece "Disc1")))': True,
            "(is In 25 (sites Start (piece (what at:25))))": False,
        }
    )


def test_groups_are_of_one_kind_of_piece_or_satisfy_a_condition() -> None:
    check_position(
        {
            "(sites Group at:0)": {0, 1, 6, 12},
            "(sites Group at:(last To) Orthogonal)": {12},
            "(sites Group from:(sites {0 24}))": {0, 1, 6, 12, 24},
            "(sites Group at:0 if:(is Occupied (to)))": {0, 1, 6, 12, 13},
            "(sites Group at:2 if:(is Occupied (to)))": set(),
            "(count Sites in:(sites Group at:2))": 19,  # an empty start gives the empty area
        }
    )


def test_distances_by_steps() -> None:
    step = "(step Orthogonal (to if:(is Empty (to))))"
    check_position(
        {
            f"(sites Distance {step} from:12 (exact 1))": {7, 11, 17},
            f"(sites Distance {step} from:(last To) (range 1 2))": {7, 11, 17, 2, 8, 10, 16, 18, 22},
            f"(sites Distance {step} from:12 (exact 2))": {2, 8, 10, 16, 18, 22},
            f"(sites Distance {step} from:12 (exact 0))": {7, 11, 17},  # the first ring comes along
            f"(sites Distance {step} from:12 (exact -1))": set(),
            f"(sites Distance {step} from:-1 (exact 1))": set(),
        }
    )


def test_distances_on_the_board() -> None:
    around = {6, 7, 8, 11, 13, 16, 17, 18}
    check_position(
        {
            "(sites Distance from:(last To) (exact 1))": around,
            "(sites Distance from:(last To) (range 0 1))": {12, *around},
            "(sites Distance from:(last To) (exact 3))": set(),
            "(sites Distance from:(- (mover) 2) (exact 1))": set(),
        }
    )


def test_what_touches_what() -> None:
    check_position(
        {
            "(sites Incident Vertex of:Cell at:0)": {0, 1, 6, 7},
            "(sites Incident Cell of:Vertex at:7)": {0, 1, 5, 6},
            "(sites Incident Cell of:Cell at:0)": {1, 5},
            "(count Sites in:(sites Incident Edge of:Cell at:(last To)))": 4,
            "(count Sites in:(sites Incident Edge of:Vertex at:(last To)))": 3,  # on the left side of the board
            "(sites Incident Cell of:Cell at:0 Mover)": {1},
            "(sites Incident Cell of:Cell at:0 owner:(player (mover)))": {1},
            "(sites Incident Cell of:Cell at:0 P1)": set(),  # known at load, when nothing stood there
            "(sites Incident Cell of:Cell at:12 Next)": {13},
            "(sites Incident Cell of:Cell at:(last To) All)": {13},
            # of a vertex the cells beside its edges, without the one of its own number
            "(sites Incident Vertex of:Vertex at:1)": {0},
            "(sites Incident Vertex of:Vertex at:7)": {0, 1, 5, 6},
            "(sites Incident Cell of:Cell at:99)": set(),
        }
    )


def test_sites_of_moves() -> None:
    step = "(step (from 12) Orthogonal (to if:(is Empty (to))))"
    hop = "(hop (from 12) Orthogonal (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))"
    check_position(
        {
            f"(sites To {step})": {7, 11, 17},
            f"(sites From {step})": {12},
            f"(sites To {hop})": {14},
            f"(sites Between {hop})": {13},
            f"(is In 7 (sites To {step}))": True,
            f"(is In 13 (sites To {step}))": False,
            f"(is In 12 (sites From {step}))": True,
            f"(is In -1 (sites From {step}))": False,
        }
    )


def test_arithmetic_of_regions() -> None:
    check_position(
        {
            "(union {(sites Occupied by:P2) (sites {0 3}) (sites Bottom)})": {13, 0, 1, 2, 3, 4},
            "(intersection {(sites Occupied by:All) (sites Row 0) (sites Column 0)})": {0},
            "(difference (sites Occupied by:P2) (last To))": {13},
            "(difference (sites Occupied by:P2) 13)": set(),
            "(difference (sites Occupied by:P2) (- (mover) 2))": {13},
            "(difference (sites Bottom) 2)": {0, 1, 3, 4},
            "(if (is Mover P1) (sites {1}) (sites {2}))": {1},
            "(if (= (last To) 5) (sites {1}))": set(),
            "(is In 12 (union (sites Occupied by:P2) (sites {12})))": True,
            "(is In 12 (intersection (sites Occupied by:P1) (sites Bottom)))": False,
            "(is In 12 (difference (sites Occupied by:P1) (last To)))": False,
            "(is In 12 (difference (sites Occupied by:P1) (sites Bottom)))": True,
            "(is In 1 (if (= (last To) 12) (sites {1})))": True,
            "(is In 1 (if (= (last To) 5) (sites {1}) (sites {2})))": False,
            "(is In 12 (forEach (sites Occupied by:P1) if:(= 2 (row of:(site)))))": True,
            "(forEach of:(sites Occupied by:P2) (sites Around (site) Diagonal))": {7, 9, 17, 19},
            "(forEach (players Enemy) (sites Occupied by:Player))": {13},
            "(forEach (array {7 2 -1}) (sites Occupied by:Player))": {13},  # there is no player 7
            "(forEach Team (sites Occupied by:Player))": set(),  # nor a team
        }
    )


def test_growing_regions() -> None:
    check_position(
        {
            "(expand (sites Occupied by:P2))": {7, 8, 9, 12, 13, 14, 17, 18, 19},
            "(expand (sites Occupied by:P2) steps:(mover) Orthogonal)": {8, 12, 13, 14, 18},
            "(expand origin:(last To) steps:2 Orthogonal)": {12, 7, 11, 13, 17, 2, 22, 10, 14, 6, 8, 16, 18},
            "(expand origin:(- (mover) 2))": set(),
            "(expand origin:-1)": set(),
            "(expand (sites Occupied by:P2) steps:0)": {13},
            "(expand (sites {13}) steps:-1)": {13},
            "(expand (sites {4}) E)": {4},
        }
    )


def test_chosen_by_chance() -> None:
    check_position(
        {
            "(sites Random (sites {3 4}) num:2)": {3, 4},
            "(sites Random (sites {3 4}) num:5)": {3, 4},
            "(sites Random (sites Occupied by:P2))": {13},
            "(sites Random (sites {}))": set(),
            "(count Sites in:(sites Random))": 1,
            "(count Sites in:(sites Random (sites Board) num:(+ 2 (mover))))": 3,
            "(count Sites in:(intersection (sites Random num:99) (sites Occupied by:All)))": 0,
        }
    )


def test_levels_as_regions() -> None:
    check(
        {
            "(forEach Level at:0)": {0, 1, 2},
            "(forEach Level at:0 FromTop startAt:1)": {0, 1},
            "(forEach Level at:0 FromTop startAt:7)": {0, 1, 2},
            "(forEach Level at:0 FromBottom startAt:1)": {1, 2},
            "(forEach Level at:0 if:(is Mover (who at:0 level:(level))))": {0, 2},
            "(forEach Level at:1)": set(),
        },
        '(board (square 3)) (piece "A" P1) (piece "B" P2)',
        start='(place Stack items:{"A1" "B2" "A1"} 0)',
    )


def test_a_stack_belongs_to_the_owner_of_its_top() -> None:
    check(
        {
            "(sites Occupied by:P1)": {1},
            "(sites Occupied by:P1 top:False)": {0, 1},
            "(sites Occupied by:P2)": {0},
            '(sites Occupied by:P2 component:"C")': {0},  # not on top, but another piece of its owner is
        },
        '(board (square 3)) (piece "A" P1) (piece "B" P2) (piece "C" P2)',
        start='(place Stack items:{"C2" "A1" "B2"} 0) (place Stack items:{"B2" "A1"} 1)',
    )


def test_what_wins() -> None:
    check(
        {
            "(sites Winning Mover (add (to (sites Empty))))": {2},
            "(sites Winning Next (add (to (sites Empty))))": {5},
            "(sites Winning P2 (add (to (sites {2 6}))))": set(),
        },
        start='(place "Disc1" {0 1}) (place "Disc2" {3 4})',
        play="(move Add (to 8))",
        end="(if (is Line 3) (result Mover Win))",
    )


def test_what_is_hidden() -> None:
    check(
        {
            "(sites Hidden What to:P1)": {3},
            "(sites Hidden to:P1)": {5},
            "(sites Hidden to:P2)": set(),
            "(sites Hidden Count to:Enemy)": {6, 7},
            "(sites Hidden Count to:All)": {1, 6, 7},
            "(sites Hidden Count Cell to:(player (mover)))": {1},
            "(sites Hidden Who to:All)": set(),
        },
        start="(set Hidden What at:3 to:P1) (set Hidden at:5 to:P1) (set Hidden Count (sites {6 7}) to:P2)"
        " (set Hidden Count at:1 to:P1)",
    )


def test_nothing_is_hidden_in_an_open_game() -> None:
    check({"(sites Hidden to:All)": set()})


def test_edges_that_cross() -> None:
    crossing = "(forEach (sites Board Edge) if:(!= 0 (count Sites in:(sites Crossing at:(site) {}))))"
    check(
        {
            f"(count Sites in:{crossing.format('All')})": 2,  # the diagonals
            f"(count Sites in:{crossing.format('P1')})": 1,  # the one that crosses the first player's
            f"(count Sites in:{crossing.format('P2')})": 1,
            "(sites Crossing at:-1 All)": set(),
        },
        '(board (complete (square 2)) use:Edge) (piece "Line" Each)',
        start='(place "Line1" (sites {0 1 2})) (place "Line2" (sites {3 4 5}))',
    )


def test_where_a_piece_may_be_put_next() -> None:
    game = ludens.load(
        '(game "Near" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})'
        " (rules (play (move Add (to (sites Playable)))) (end (if (= 1 0) (result Mover Win)))))"
    )
    state = game.start(seed=1)
    assert [move.to_site for move in state.legal_moves()] == [4]
    state.play(state.legal_moves()[0])
    assert [move.to_site for move in state.legal_moves()] == [0, 1, 2, 3, 5, 6, 7, 8]


def test_sites_of_the_last_move() -> None:
    game = ludens.load(
        '(game "Again" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)}) (rules'
        ' (start {(place "Disc1" 0) (place "Disc2" 8)})'
        " (play (or (move Select (from (sites LastTo)) (then (set Score P1 1))) (or"
        " (move Select (from (sites LastFrom)) (then (set Score P1 2)))"
        " (forEach Piece (move Step Orthogonal (to if:(is Empty (to)))) ))))"
        " (end (if (= 1 0) (result Mover Win)))))"
    )
    state = game.start(seed=1)
    state.play(next(move for move in state.legal_moves() if (move.from_site, move.to_site) == (0, 3)))
    assert [move.from_site for move in state.legal_moves()][:2] == [3, 0]
