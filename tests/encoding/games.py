"""Small games for the tests of encodings."""

#: each player sees where the other's pieces stand, and not which they are
VEILED = """(game "Veiled" (players {(player N) (player S)})
    (equipment {(board (square 4))
        (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
        (piece "Spy" Each (move Step (to if:(is Empty (to)))))})
    (rules
        (start {
            (place "King1" (sites {0 1})) (place "Spy1" (sites {2 3}))
            (place "King2" (sites {12 13})) (place "Spy2" (sites {14 15}))
            (set Hidden What at:0 to:P2) (set Hidden What at:1 to:P2)
            (set Hidden What at:2 to:P2) (set Hidden What at:3 to:P2)
            (set Hidden What at:12 to:P1) (set Hidden What at:13 to:P1)
            (set Hidden What at:14 to:P1) (set Hidden What at:15 to:P1)})
        (play (forEach Piece))
        (end (if (no Pieces Next) (result Mover Win)))))"""

#: both players place a piece at once
AT_ONCE = """(game "At once" (players 2) (mode Simultaneous)
    (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (>= (count Turns) 3) (result All Draw)))))"""

#: a piece steps away or leaps, with three outcomes at the same sites
CHOICES = """(game "Choices" (players 2)
    (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules
        (play (or {
            (move Add (piece (id "Stone" Mover)) (to (sites Empty)))
            (move Add (piece (id "Stone" Next)) (to (sites Empty)))
            (move Pass)}))
        (end (if (full) (result Mover Win)))))""".replace("(full)", "(is Full)")
