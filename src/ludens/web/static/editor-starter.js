// What the editor begins with before anything is chosen.

export const STARTER = `(game "My Game"
    (players 2)
    (equipment {
        (board (square 5))
        (piece "Disc" Each)
    })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 4) (result Mover Win)))
    )
)

(metadata
    (info {
        (description "Four in a row on a small board.")
        (rules "In turn, put a disc on an empty square. Four in a row win.")
    })
)
`;
