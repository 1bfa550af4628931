// The tutorial: Amazons in five steps. A check is a property of the compiled draft, so that any way to write it will do.

/**
 * @typedef {{report: object, facts: object, numbers: object|null}} Results  what the server told of the draft: see schemas/design.py
 * @typedef {{words: string, holds: (results: Results) => boolean}} Check
 * @typedef {{title: string, says: string[], checks: Check[], hint: string, text: string}} Lesson
 */

const HEAD = `(game "Amazons"
    (players 2)
    (equipment {
        (board (square 10))`;
const PIECES = `
        (piece "Queen" Each)
        (piece "Dot" Neutral)`;
const MOVING_PIECES = `
        (piece "Queen" Each (move Slide (then (moveAgain))))
        (piece "Dot" Neutral)`;
const START = `
        (start {
            (place "Queen1" {"A4" "D1" "G1" "J4"})
            (place "Queen2" {"A7" "D10" "G10" "J7"})
        })`;
const PLAY = `
        (play (forEach Piece))`;
const SHOOTING_PLAY = `
        (play
            (if (is Even (count Moves))
                (forEach Piece)
                (move Shoot (piece "Dot0"))
            )
        )`;
const END = `
        (end (if (no Moves Next) (result Mover Win)))
    )
)
`;
const LOOKS = `
(metadata
    (graphics {
        (piece Scale "Dot" 0.333)
        (board Style Chess)
    })
)
`;

const whole = (pieces, start, play) => `${HEAD}${pieces}\n    })\n    (rules${start}${play}${END}`;

const piece = ({ facts }, name) => facts.pieces.find((one) => one.name === name);
const stands = (results, name, sites) => String([...(piece(results, name)?.sites ?? [])].sort()) === String([...sites].sort());
const measure = ({ numbers }, name) => numbers?.measures.find((one) => one.name === name);

const runs = { words: "The game compiles", holds: () => true };
const board = { words: "There are two players, and a board of 10 by 10 squares", holds: ({ facts }) => facts.players === 2 && facts.sites === 100 };
const queens = { words: "Each player has a piece named “Queen”", holds: (results) => piece(results, "Queen1")?.owner === 1 && piece(results, "Queen2")?.owner === 2 };
const dot = { words: "A piece named “Dot” belongs to nobody", holds: (results) => piece(results, "Dot0")?.owner === 0 };
const first = { words: "Queens of the first player on A4, D1, G1 and J4", holds: (results) => stands(results, "Queen1", ["A4", "D1", "G1", "J4"]) };
const second = { words: "Queens of the second player on A7, D10, G10 and J7", holds: (results) => stands(results, "Queen2", ["A7", "D10", "G10", "J7"]) };
const slides = { words: "The first player has 80 moves at the start", holds: ({ facts }) => facts.moves === 80 };
const shoots = { words: "Then the same player shoots: 2,176 ways to begin, all in all", holds: ({ facts }) => facts.again && facts.replies === 2176 };
const ends = { words: "Random games come to an end, and never in a draw", holds: (results) => results.numbers?.games >= 20 && measure(results, "draws")?.value === 0 };
const looks = { words: "The metadata say how the board and the dots look", holds: ({ facts }) => ["board Style", "piece Scale"].every((name) => facts.graphics.includes(name)) };

/** @type {Lesson[]} */
export const LESSONS = [
  {
    title: "A board and a frame of rules",
    says: [
      "Two players have four amazons each on a board of ten by ten. An amazon moves like a chess queen, and then shoots an arrow that blocks a square for good. Who cannot move loses.",
      "A description is a tree of brackets. `(game \"Amazons\" ...)` holds three parts: `(players 2)`, the `(equipment {...})` with a `(board (square 10))` in it, and the `(rules ...)`.",
      "The rules need `(play (forEach Piece))`, which lets pieces move as they say themselves, and an end: `(end (if (no Moves Next) (result Mover Win)))` gives the game to who moved last when the next one has no move.",
    ],
    checks: [runs, board],
    hint: "(game \"Amazons\" (players 2) (equipment {(board (square 10))}) (rules (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))",
    text: whole("", "", PLAY),
  },
  {
    title: "The pieces",
    says: [
      "Beside the board, the equipment lists the pieces. `(piece \"Queen\" Each)` gives one kind to each player: they are called Queen1 and Queen2 from then on.",
      "`(piece \"Dot\" Neutral)` is nobody's, and is called Dot0: a burnt square, where an arrow has landed.",
    ],
    checks: [runs, queens, dot],
    hint: "Two lines behind the board: (piece \"Queen\" Each) and (piece \"Dot\" Neutral)",
    text: whole(PIECES, "", PLAY),
  },
  {
    title: "The start",
    says: [
      "What stands on the board at the start is said in front of `(play ...)`: `(start {...})` with one `(place ...)` for each player.",
      "Squares go by their labels. The first player's amazons begin on A4, D1, G1 and J4, the second's on A7, D10, G10 and J7: `(place \"Queen1\" {\"A4\" \"D1\" ...})`.",
    ],
    checks: [runs, first, second],
    hint: "(start {(place \"Queen1\" {\"A4\" \"D1\" \"G1\" \"J4\"}) (place \"Queen2\" {\"A7\" \"D10\" \"G10\" \"J7\"})})",
    text: whole(PIECES, START, PLAY),
  },
  {
    title: "Moving, and shooting",
    says: [
      "A queen says itself how it moves: `(move Slide)` goes any distance in all eight directions over empty squares, and `(then (moveAgain))` inside of it gives the turn to the same player again.",
      "So moves come in pairs. Where an even number has been made, a queen moves; else an arrow is shot: `(if (is Even (count Moves)) (forEach Piece) (move Shoot (piece \"Dot0\")))` in `(play ...)`. `Shoot` begins where the last move ended.",
      "Now it is a game, and numbers appear beside the board.",
    ],
    checks: [runs, slides, shoots, ends],
    hint: "(piece \"Queen\" Each (move Slide (then (moveAgain)))) in the equipment, and (play (if (is Even (count Moves)) (forEach Piece) (move Shoot (piece \"Dot0\")))) in the rules",
    text: whole(MOVING_PIECES, START, SHOOTING_PLAY),
  },
  {
    title: "How it looks",
    says: [
      "Rules and looks are kept apart: behind the game, `(metadata (graphics {...}))` says how things are drawn and changes nothing in the game.",
      "`(board Style Chess)` draws squares of two colours, and `(piece Scale \"Dot\" 0.333)` makes the dots a third of their size.",
    ],
    checks: [runs, slides, shoots, looks],
    hint: "(metadata (graphics {(piece Scale \"Dot\" 0.333) (board Style Chess)})) behind the last bracket of the game",
    text: `${whole(MOVING_PIECES, START, SHOOTING_PLAY)}${LOOKS}`,
  },
];

/** What the first step begins with. */
export const BEGINNING = `// Amazons, in five steps: write here what the box beside the text says.

(game "Amazons"
)
`;
