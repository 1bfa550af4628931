"""Small games for the tests of nets."""

THREE = """(game "Three" (players 3) (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
#: pieces in hand, on a board without rows and columns
ROUND = """(game "Round" (players 2)
    (equipment {(board (concentric {1 4 8}) use:Vertex) (hand Each) (piece "Stone" Each)})
    (rules
        (start (place "Stone" "Hand" count:3))
        (play (or
            (move (from (handSite Mover)) (to (sites Empty)))
            (forEach Piece (move Step (to if:(is Empty (to)))))))
        (end (if (is Line 3) (result Mover Win)))))"""
