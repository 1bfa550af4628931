"""Small games in which agents may not know everything."""

#: a ball lies under one of five cups (0 to 4); the first player does not see which. Who names the cup (5 to 9) wins,
#: who names another one loses; naming none (10) is a draw
CUPS = """(game "Cups" (players 2)
    (equipment {(board (rectangle 1 11)) (piece "Stone" Each) (piece "Ball" Neutral)})
    (rules
        (start {
            (place Random (sites {0 1 2 3 4}) {"Ball0"})
            (set Hidden (sites {0 1 2 3 4}) to:P1)})
        (play (move Add (to (sites {5 6 7 8 9 10}))))
        (end {
            (if (is Occupied 10) (result Mover Draw))
            (if (= (where "Ball" Neutral) (- (where "Stone" P1) 5)) (result P1 Win))
            (if (>= (count Moves) 1) (result P2 Win))})))"""

#: the same where the second player puts a stone, which does not matter, at the same time
CUPS_AT_ONCE = """(game "Cups at once" (players 2) (mode Simultaneous)
    (equipment {(board (rectangle 1 13)) (hand Each) (piece "Stone" Each) (piece "Ball" Neutral)})
    (rules
        (start {
            (place Random (sites {0 1 2 3 4}) {"Ball0"})
            (place "Stone1" (handSite P1)) (place "Stone2" (handSite P2))
            (set Hidden (sites {0 1 2 3 4}) to:P1)})
        (play (or
            (move (from (handSite P1)) (to (sites {5 6 7 8 9 10})) P1)
            (move (from (handSite P2)) (to (sites {11 12})) P2)))
        (end {
            (if (is Occupied 10) (result Mover Draw))
            (if (= (where "Ball" Neutral) (- (where "Stone" P1) 5)) (result P1 Win))
            (if (>= (count Turns) 1) (result P2 Win))})))"""

#: the first player's stone wins on site 0 in one case of five, and draws on site 1
GAMBLE = """(game "Gamble" (players 2)
    (equipment {(board (rectangle 1 2)) (piece "Stone" Each)})
    (rules
        (play (move Add (to (sites {0 1})) (then (set Value Mover (value Random (range 0 4))))))
        (end {
            (if (is Occupied 1) (result Mover Draw))
            (if (= (value Player Mover) 0) (result Mover Win))
            (if (>= (count Moves) 1) (result Next Win))})))"""
