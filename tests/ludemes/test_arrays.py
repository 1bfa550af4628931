"""Arrays are ordered lists with repetitions (manual: integers 12)."""

from __future__ import annotations

from ludemes.evaluation import check

ADD = "(move Add (to 4))"


def test_arithmetic_of_arrays() -> None:
    check(
        {
            "(union (array {1 1 2}) (array {2 3 3}))": [1, 1, 2, 3],
            "(union (array {1 1 (last To)}) (array {4 3 3}))": [1, 1, 4, 3],
            "(union {(array {1}) (array {2 1}) (array {7 2})})": [1, 2, 7],
            "(union {(array {1}) (array {2 1}) (array {(last To) 2})})": [1, 2, 4],
            # of two the second's order, of a list the first's
            "(intersection (array {3 1 2}) (array {2 2 3 9}))": [2, 2, 3],
            "(intersection (array {4 1}) (array {1 (last To) (last To)}))": [1, 4, 4],
            "(intersection {(array {3 1 2 3}) (array {2 3}) (array {3 4})})": [3, 3],
            "(intersection {(array {(last To) 1 4}) (array {2 4}) (array {4})})": [4, 4],
            # one occurrence leaves for each that is taken away
            "(difference (array {3 1 2 3}) (array {3}))": [1, 2, 3],
            "(difference (array {3 1 2 3}) (array {3 3 3 9}))": [1, 2],
            "(difference (array {4 1 4 4}) (last To))": [1, 4, 4],
            "(difference (array {4 1 4 4}) (array (sites Occupied by:All)))": [4, 4],
            "(difference (array {4 1 4 4}) (results from:(sites {0 1}) to:0 (last To)))": [1, 4],
            "(array (sites Occupied by:All))": [1, 4],
            "(if (is Mover P1) (array {2 1}) (array {3}))": [2, 1],
            "(if (is Mover P2) (array {2 1}))": [],
            "(if (= (last To) 4) (array {2 1}))": [2, 1],
            "(if (= (last To) 5) (array {2 1}) (array {3}))": [3],
        },
        start='(place "Disc2" 1)',
        play=ADD,
    )


def test_results_run_over_pairs() -> None:
    check(
        {
            "(results from:(sites {1 2}) to:(sites {3 4}) (+ (* 10 (from)) (to)))": [13, 14, 23, 24],
            "(results from:(sites {8 0}) to:(sites Around (from) Orthogonal) (to))": [1, 3, 5, 7],
            "(results from:(last To) to:0 (from))": [4],
            "(results from:-1 to:0 (to))": [],
            "(results from:0 to:(- (mover) 2) (to))": [],
        },
        play=ADD,
    )


def test_players_without_teams() -> None:
    check(
        {
            "(players All)": [0, 1, 2, 3, 4, 5],
            "(players All if:(> (player) 3))": [4, 5],
            "(players All of:0)": [],
            "(players NonMover)": [0, 2, 3, 4],
            "(players NonMover of:2)": [0, 2, 3, 4],
            "(players NonMover of:0)": [],
            "(players Enemy)": [2, 3, 4],
            "(players Enemy of:3)": [1, 2, 4],
            "(players Enemy of:(+ 4 (mover)))": [],
            "(players Friend)": [1],
            "(players Friend of:(next))": [2],
            "(players Friend if:(= (player) 9))": [1],  # the condition is not asked
            "(players Ally)": [],
            "(players Team2)": [2],
            "(players Team2 if:(= (player) 9))": [2],  # nor here
            "(players Team7)": [],
        },
        players=4,
    )


def test_players_with_teams() -> None:
    check(
        {
            "(players All)": [0, 1, 2, 3, 4, 5],
            "(players Enemy)": [2, 4],
            "(players Enemy of:2)": [3],  # neither the mover, whoever asks
            "(players Friend)": [1, 3],
            "(players Friend if:(!= (player) 1))": [3],
            "(players Friend of:2)": [2, 4],
            "(players Ally)": [3],
            "(players Ally of:4)": [2],
            "(players Team1)": [1, 3],
            "(players Team2 if:(> (player) 2))": [4],
            "(players Team3)": [],
        },
        players=4,
        start="(set Team 1 {P1 P3}) (set Team 2 {P2 P4})",
    )


# .  .  X  .  .
# .  .  .  .  .
# .  .  .  .  X
# .  .  .  O  .
# X  X  O  .  .
def test_sizes_of_groups() -> None:
    check(
        {
            "(sizes Group)": [5, 1],
            "(sizes Group Orthogonal)": [3, 1, 1, 1],
            "(sizes Group Orthogonal All min:2)": [3],
            "(sizes Group P1)": [2, 1, 1],
            "(sizes Group Orthogonal P2)": [1, 1],
            "(sizes Group of:(next))": [2],
            "(sizes Group of:(mover) min:2)": [2],
            "(sizes Group if:(is Occupied (to)))": [],  # only shared pieces would begin one
        },
        '(board (square 5)) (piece "Disc" Each)',
        start='(place "Disc1" {0 1 14}) (place "Disc2" {2 8})',
        play="(move Add (to 22))",
    )


def test_sizes_of_groups_that_satisfy_a_condition_begin_at_shared_pieces() -> None:
    """At a piece where a group begins the condition does not see `(to)`."""
    check(
        {
            "(sizes Group Orthogonal if:(or (< (to) 0) (is Occupied (to))))": [1, 3],
            "(sizes Group Orthogonal if:(or (< (to) 0) (is Occupied (to))) min:2)": [3],
            "(sizes Group Orthogonal if:(is Occupied (to)))": [],
        },
        '(board (square 3)) (piece "Disc" Each) (piece "Ball" Shared)',
        start='(place "Ball" {0 8}) (place "Disc1" {5 2}) (place "Disc2" 6)',
    )
