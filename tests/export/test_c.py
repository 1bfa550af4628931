"""Games as C libraries: compiled by a C compiler and run, they play as on the host, bit for bit."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ludens
from ludens.export import ExportError, c
from ludens.export.c import prefix_of
from ludens.export.code import emitted
from ludens.export.header import DECLARED
from tests.export.host import SEED, host_game

pytest.importorskip("ziglang", reason="the linker of other machines is missing")
GCC = shutil.which("gcc")
needs_gcc = pytest.mark.skipif(GCC is None, reason="there is no gcc here")

#: plays random games of a series, and tells the length, the winner and the bytes of the last state of each
PLAYOUTS = """
#include "PREFIX.h"
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    void *space = aligned_alloc(16, BIG_WORKSPACE_SIZE), *moves = aligned_alloc(16, BIG_MOVES_SIZE);
    unsigned char *state = aligned_alloc(16, BIG_STATE_SIZE);
    if (PREFIX_open(space, BIG_WORKSPACE_SIZE)) return 1;
    for (int number = 0; number < 3; number++) {
        int length = PREFIX_playout_numbered(space, state, moves, number, SEEDu);
        printf("%d %d ", length, PREFIX_winner(state));
        for (int i = 0; i < BIG_STATE_SIZE; i++) printf("%02x", state[i]);
        printf("\\n");
    }
    return 0;
}
"""


def run(*command: str | Path) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout


def playouts(folder: Path, prefix: str) -> Path:
    """The program of `PLAYOUTS` for a library."""
    text = PLAYOUTS.replace("PREFIX", prefix).replace("BIG", prefix.upper()).replace("SEEDu", f"{SEED}u")
    source = folder / "playouts.c"
    source.write_text(text)
    return source


@needs_gcc
@pytest.mark.parametrize("name", ["Amazons", "Backgammon", "Oware"])
def test_seeded_games_are_those_of_the_host(name: str, tmp_path: Path) -> None:
    game, prefix = ludens.load(name), prefix_of(name)
    c(game, tmp_path)
    source = playouts(tmp_path, prefix)
    run("gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", source, tmp_path / f"lib{prefix}.a", "-o", tmp_path / "run")
    lines = [line.split() for line in run(tmp_path / "run").splitlines()]
    wanted = [host_game(game, number) for number in range(3)]
    assert [(int(length), int(winner), bytes.fromhex(state)) for length, winner, state in lines] == wanted


@needs_gcc
@pytest.mark.parametrize("iterations", ["0", "200"])
def test_the_example_plays_a_game_with_the_shared_library(iterations: str, tmp_path: Path) -> None:
    c(ludens.load("Tic-Tac-Toe"), tmp_path)
    link = ["-L", tmp_path, "-ltic_tac_toe", f"-Wl,-rpath,{tmp_path}"]
    run("gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", tmp_path / "example.c", *link, "-o", tmp_path / "example")
    told = run(tmp_path / "example", "7", iterations).splitlines()
    assert told[0].startswith("1. player 1: ")
    assert told[-1].startswith(f"{len(told) - 1} moves, winner ")


@pytest.mark.slow  # it builds its library first
def test_the_compiler_of_zig_builds_the_example_too(tmp_path: Path) -> None:
    c(ludens.load("Tic-Tac-Toe"), tmp_path, "x86_64-linux-gnu")
    zig = (sys.executable, "-m", "ziglang", "cc", "-target", "x86_64-linux-musl")
    run(*zig, tmp_path / "example.c", tmp_path / "tic_tac_toe.o", "-o", tmp_path / "example")
    assert run(tmp_path / "example", "7").splitlines()[0].startswith("1. player 1: ")


def test_other_machines_get_the_same_header(tmp_path: Path) -> None:
    game = ludens.load("Tic-Tac-Toe")
    c(game, tmp_path / "here")
    c(game, tmp_path / "there", "aarch64-linux-gnu")
    assert (tmp_path / "here/tic_tac_toe.h").read_text() == (tmp_path / "there/tic_tac_toe.h").read_text()
    code = (tmp_path / "there/tic_tac_toe.o").read_bytes()
    assert code[:4] == b"\x7fELF" and int.from_bytes(code[18:20], "little") == 183  # AArch64


@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "Lasca", "Backgammon"])
def test_all_functions_are_declared_with_their_parameters(name: str) -> None:
    for function, signature in emitted(ludens.load(name)).functions.items():
        assert len(DECLARED[function].parameters.split(",")) == len(signature.parameters), function


@pytest.mark.parametrize(
    ("machine", "prefix", "said"),
    [
        ("riscy-none", None, "no code for 'riscy-none'"),
        ("wasm32-unknown-unknown", None, "no machine of 64 bits"),
        ("x86_64-apple-darwin", None, "for Linux and FreeBSD"),
        (None, "2048", "cannot begin with '2048'"),
    ],
)
def test_what_cannot_be_is_said_before_anything_is_written(
    machine: str | None, prefix: str | None, said: str, tmp_path: Path
) -> None:
    with pytest.raises(ExportError, match=said):
        c(ludens.load("Tic-Tac-Toe"), tmp_path / "out", machine, prefix=prefix)
    assert not (tmp_path / "out").exists()


def test_names_in_c() -> None:
    assert prefix_of("Nine Men's Morris") == "nine_mens_morris"
    assert prefix_of("1-2-3") == "game_1_2_3"
    assert prefix_of("碁") == "game"
