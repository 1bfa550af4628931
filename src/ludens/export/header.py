"""The C header of an exported game, and a program that shows how it is used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from ludens.export.code import FORMAT, Emitted


class Declared(NamedTuple):
    """A function in C: its result, its parameters, and what it does."""

    result: str
    parameters: str
    says: str


_STATE, _SPACE, _MOVES = "const void *state", "void *workspace", "void *moves"
_FAILS = "A negative number is an error, see error_text."

#: the functions of `entries` and of `texts`, in the order of the header
DECLARED: Final[Mapping[str, Declared]] = {
    "open": Declared("int32_t", f"{_SPACE}, uint64_t bytes",
        "Make a workspace of memory, once: 0, or -1 where it is too little. Each thread has its own."),
    "stop": Declared("void", _SPACE, "End what runs in a workspace soon, from another thread: it gives -9."),
    "go_on": Declared("void", _SPACE, "Let calls run again after a stop."),
    "seed": Declared("void", f"{_SPACE}, uint64_t seed", "Seed what playouts and searches draw their moves from."),
    "start": Declared("int32_t", f"{_SPACE}, void *state, uint64_t seed",
        f"Set a state to the start of the game; the seed is that of its dice and cards. {_FAILS}"),
    "legal": Declared("int32_t", f"{_SPACE}, {_STATE}, {_MOVES}",
        f"List the legal moves, each MOVE_SIZE bytes: how many there are, 0 once the game is over. {_FAILS}"),
    "play": Declared("int32_t", f"{_SPACE}, void *state, const void *move",
        f"Make a move that was listed for this very state. {_FAILS}"),
    "play_joint": Declared("int32_t", f"{_SPACE}, void *state, const void *moves, int32_t count",
        f"Make one listed move of each active player, side by side in the order of the players. {_FAILS}"),
    "playout": Declared("int32_t", f"{_SPACE}, void *state, {_MOVES}, int32_t limit",
        f"Make at most `limit` random moves, until the game is over: how many were made. {_FAILS}"),
    "playout_numbered": Declared("int32_t", f"{_SPACE}, void *state, {_MOVES}, int32_t number, uint64_t seed",
        f"Play the random game of that number of the series of a seed, the same on all machines: its length. {_FAILS}"),
    "playouts": Declared("int32_t", f"{_SPACE}, void *state, {_MOVES}, int32_t first, int32_t count, uint64_t seed, "
        "int32_t *winners, int32_t *lengths",
        f"Play `count` random games of the series of a seed, from the number `first` on; 0. {_FAILS}"),
    "over": Declared("int32_t", _STATE, "Whether the game is over."),
    "mover": Declared("int32_t", _STATE, "The player to move, from 1."),
    "next": Declared("int32_t", _STATE, "The player after the mover, as it stands."),
    "winner": Declared("int32_t", _STATE,
        "The winner of a game that is over: 0 for nobody, PLAYERS + 1 for a tie, -1 for a game that was abandoned."),
    "rank": Declared("double", f"{_STATE}, int32_t player", "The rank of a player: 1 is best, 0 undecided."),
    "score": Declared("int32_t", f"{_STATE}, int32_t player", "The score of a player."),
    "what": Declared("int32_t", f"{_STATE}, int32_t slot, int32_t level",
        "The number of the component in a slot, 0 for none; level -1 is the top of a stack."),
    "who": Declared("int32_t", f"{_STATE}, int32_t slot, int32_t level",
        "The owner of what lies in a slot; where the game keeps no owners, the component's number."),
    "height": Declared("int32_t", f"{_STATE}, int32_t slot", "How many pieces are stacked in a slot."),
    "move_from_slot": Declared("int32_t", "const void *move", "The slot of the site a move comes from; -1 for none."),
    "move_to_slot": Declared("int32_t", "const void *move", "The slot of the site a move goes to; -1 for none."),
    "move_mover": Declared("int32_t", "const void *move", "The player whose move it is."),
    "move_from": Declared("int32_t", "const void *move", "The number of the site that a move is from; -1 for none."),
    "move_to": Declared("int32_t", "const void *move", "The number of the site that a move is to; -1 for none."),
    "plant": Declared("int32_t", f"{_SPACE}, {_STATE}, void *tree, uint64_t bytes",
        f"Begin a search of a state: how many legal moves it has, -1 where the memory is too little. {_FAILS}"),
    "grow": Declared("int32_t", f"{_SPACE}, {_STATE}, void *tree, int32_t iterations",
        f"Search on, by `iterations` iterations: how many there were. {_FAILS}"),
    "best": Declared("int32_t", "const void *tree", "The number, in the list of legal moves, of the one tried most."),
    "visits": Declared("int32_t", "const void *tree, int32_t move", "How often a legal move was tried; of -1 all."),
    "value": Declared("double", "const void *tree, int32_t move", "What a legal move is worth to the mover, -1 to 1."),
    "slot_label": Declared("const char *", "int32_t slot", "The label of the site of a slot; \"\" for no slot."),
    "move_text": Declared("int32_t", "const void *move, char *text, int32_t bytes",
        "The name of a move, by its sites, with a 0 behind it: how long that is, more than fits where it is cut."),
    "component_name": Declared("const char *", "int32_t number", "The name of a component, from 1."),
    "error_text": Declared("const char *", "int32_t given", "The meaning of a negative result of a function."),
}  # fmt: skip


def header(code: Emitted, prefix: str, names: Iterable[str]) -> str:
    """The header's text."""
    big = prefix.upper()
    sizes = code.sizes
    game = code.game
    constants = {
        "FORMAT": FORMAT,
        "PLAYERS": game.num_players,
        "STATE_SIZE": sizes["state"],
        "MOVE_SIZE": sizes["move"],
        "MOVES_SIZE": sizes["moves"],
        "WORKSPACE_SIZE": sizes["workspace"],
        "LEAST_WORKSPACE_SIZE": sizes["least_workspace"],
        "SLOTS": len(game.slots),
        "COMPONENTS": len(game.components),
    }
    if "tree" in sizes:
        constants |= {"TREE_SIZE": sizes["tree"], "LEAST_TREE_SIZE": sizes["least_tree"]}
    lines = [
        f"/* {_plain(game.name)}, compiled by ludens.",
        " *",
        " * States, lists of moves, workspaces and trees are blocks of bytes that you have, aligned to 16 bytes.",
        f" * A state is copied, kept and sent as its {big}_STATE_SIZE bytes; it holds no addresses, and is the same on",
        " * all machines. To take a move back, keep a copy of the state before it.",
        " */",
        f"#ifndef {big}_H",
        f"#define {big}_H",
        "",
        "#include <stdint.h>",
        "",
        *(f"#define {big}_{name} {value}" for name, value in constants.items()),
        "",
        "#ifdef __cplusplus",
        'extern "C" {',
        "#endif",
    ]
    for name in names:
        declared = DECLARED[name]
        space = "" if declared.result.endswith("*") else " "
        lines += ["", f"/* {declared.says} */", f"{declared.result}{space}{prefix}_{name}({declared.parameters});"]
    return "\n".join([*lines, "", "#ifdef __cplusplus", "}", "#endif", "", f"#endif /* {big}_H */", ""])


def example(code: Emitted, prefix: str) -> str:
    """A program that plays a random game, or one in which player 1 searches."""
    big, searches = prefix.upper(), bool(code.least_tree)
    text = _EXAMPLE.replace("/*search*/", _SEARCH if searches else "").replace("/*tree*/", _TREE if searches else "")
    for name in ("start", "legal", "play", "over", "mover", "winner", "move_text", "open", "error_text",
                 "plant", "grow", "best"):  # fmt: skip
        text = text.replace(f"game_{name}(", f"{prefix}_{name}(")
    return text.replace("GAME_", f"{big}_").replace("game.h", f"{prefix}.h")


def _plain(text: str) -> str:
    return text.replace("*/", "* /").replace("\n", " ")


_TREE: Final = "    void *tree = aligned_alloc(16, GAME_TREE_SIZE);\n    if (!tree) return 1;\n"
_SEARCH: Final = """\
        if (iterations > 0 && game_mover(state) == 1) {
            checked(game_plant(workspace, state, tree, GAME_TREE_SIZE));
            checked(game_grow(workspace, state, tree, iterations));
            chosen = game_best(tree);
        }
"""
_EXAMPLE: Final = """\
/* A game: random moves, and as player 1 a search where iterations are given.
 * Build: cc example.c game.o -o example      Run: ./example SEED [ITERATIONS] */
#include "game.h"
#include <stdio.h>
#include <stdlib.h>

static int32_t checked(int32_t given) {
    if (given < 0) {
        fprintf(stderr, "%s\\n", game_error_text(given));
        exit(1);
    }
    return given;
}

static uint32_t drawn(uint64_t *seed, uint32_t below) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*seed >> 33) % below);
}

int main(int argc, char **argv) {
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    int32_t iterations = argc > 2 ? atoi(argv[2]) : 0;
    void *workspace = aligned_alloc(16, GAME_WORKSPACE_SIZE);
    void *state = aligned_alloc(16, GAME_STATE_SIZE);
    char *moves = aligned_alloc(16, GAME_MOVES_SIZE);
    if (!workspace || !state || !moves) return 1;
/*tree*/    checked(game_open(workspace, GAME_WORKSPACE_SIZE));
    checked(game_start(workspace, state, seed));
    int32_t played = 0, count;
    (void)iterations;
    while (!game_over(state) && (count = checked(game_legal(workspace, state, moves))) > 0) {
        int32_t chosen = (int32_t)drawn(&seed, (uint32_t)count);
/*search*/        const char *move = moves + (size_t)chosen * GAME_MOVE_SIZE;
        char text[256];
        game_move_text(move, text, sizeof text);
        printf("%d. player %d: %s\\n", ++played, game_mover(state), text);
        checked(game_play(workspace, state, move));
    }
    printf("%d moves, winner %d\\n", played, game_winner(state));
    return 0;
}
"""
