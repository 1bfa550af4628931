"""Small games for the tests of environments."""

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
