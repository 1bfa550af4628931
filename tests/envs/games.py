"""Small games for the tests of environments, and a player of Tic-Tac-Toe in words."""

import re

#: both players put a disc in one of three columns at once, and player 1 wins where they are the same
MATCHING = """(game "Matching" (players 2) (mode Simultaneous)
    (equipment {(board (rectangle 2 3)) (hand Each) (piece "Disc" Each)})
    (rules
        (start {(place "Disc1" (handSite P1)) (place "Disc2" (handSite P2))})
        (play (or
            (move (from (handSite P1)) (to (sites {0 1 2})) P1)
            (move (from (handSite P2)) (to (sites {3 4 5})) P2)))
        (end {
            (if (= (where "Disc" P2) (+ 3 (where "Disc" P1))) (result P1 Win))
            (if (>= (count Turns) 1) (result P2 Win))})))"""

#: player 1 has won before player 2 moves
SOON_OVER = """(game "Soon over" (players 2)
    (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Mover P1) (result Mover Win)))))"""

#: player 3 is out after the first round, and the others go on
THREE = """(game "Three" (players 3)
    (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end {(if (is Mover P3) (result P3 Loss)) (if (is Full) (result Mover Win))})))"""

#: one of two sites has the value 1, the other 2
PUZZLE = """(game "Pair" (players 1)
    (equipment {(board (rectangle 1 2) (values Cell (range 1 2))) (regions {(sites Board)})})
    (rules
        (play (satisfy (all Different)))
        (end (if (is Solved) (result P1 Win)))))"""

#: an ace lies on one of three sites, which the first player sees; who puts a stone on site 3 or 4, as a sign. Then the
#: second player bets that it is the first site (5) or another (6)
SIGNS = """(game "Signs" (players 2)
    (equipment {(board (rectangle 1 7)) (piece "Ace" Neutral) (piece "Stone" Each)})
    (rules
        (start {
            (place Random (sites {0 1 2}) {"Ace0"})
            (set Hidden at:0 to:P2) (set Hidden at:1 to:P2) (set Hidden at:2 to:P2)})
        (play (if (is Mover P1) (move Add (to (sites {3 4}))) (move Add (to (sites {5 6})))))
        (end {
            (if (and (is Occupied 5) (is Occupied 0)) (result P2 Win))
            (if (and (is Occupied 6) (is Empty 0)) (result P2 Win))
            (if (or (is Occupied 5) (is Occupied 6)) (result P1 Win))})))"""

#: the first player rolls a die and stands (site 0), or rolls once more (site 1); five and six win
HIGH = """(game "High" (players 2)
    (equipment {(board (rectangle 1 2)) (dice d:6 num:1) (piece "Stone" Each)})
    (rules
        (play (do (roll) next:(or
            (move Add (to (sites {0}) if:(is Empty (to))))
            (move Add (to (sites {1}) if:(is Empty (to))) (then (moveAgain))))))
        (end {
            (if (and (is Occupied 0) (>= (count Pips) 5)) (result P1 Win))
            (if (is Occupied 0) (result P2 Win))})))"""

#: more ways to start than anybody lists
SHUFFLED = """(game "Shuffled" (players 2)
    (equipment {(board (square 8)) (piece "Stone" Each)})
    (rules
        (start {(place Random {"Stone1"} count:8) (place Random {"Stone2"} count:8)})
        (play (forEach Piece (move Step (to if:(is Enemy (who at:(to))) (apply (remove (to)))))))
        (end (if (no Moves Next) (result Mover Win)))))"""


def free_square(prompt: str) -> str:
    """A square of Tic-Tac-Toe that the moves so far of a prompt leave free."""
    taken = set(re.findall(r"\d+\. (\w\d)", prompt))
    return next(s for s in ("B2", "A1", "C3", "A3", "C1", "A2", "B1", "C2", "B3") if s not in taken)
