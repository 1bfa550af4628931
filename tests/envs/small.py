"""Small games with chance and hidden pieces, for the tests of environments."""

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

#: each player's stone goes left or right, both at once; the first wins where they go alike
PENNIES = """(game "Pennies" (players 2) (mode Simultaneous)
    (equipment {(board (rectangle 1 6)) (piece "Stone" Each)})
    (rules
        (start {(place "Stone1" 1) (place "Stone2" 4)})
        (play (or
            (move (from (sites Occupied by:P1)) (to (sites {0 2})) P1)
            (move (from (sites Occupied by:P2)) (to (sites {3 5})) P2)))
        (end {
            (if (and (is Occupied 0) (is Occupied 3)) (result P1 Win))
            (if (and (is Occupied 2) (is Occupied 5)) (result P1 Win))
            (if (is Empty 1) (result P2 Win))})))"""

#: more ways to start than anybody lists
SHUFFLED = """(game "Shuffled" (players 2)
    (equipment {(board (square 8)) (piece "Stone" Each)})
    (rules
        (start {(place Random {"Stone1"} count:8) (place Random {"Stone2"} count:8)})
        (play (forEach Piece (move Step (to if:(is Enemy (who at:(to))) (apply (remove (to)))))))
        (end (if (no Moves Next) (result Mover Win)))))"""
