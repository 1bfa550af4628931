"""Games as C libraries: compiled by a C compiler and run, they play as on the host, bit for bit."""

from __future__ import annotations

import shutil
import struct
import subprocess
import sys
from pathlib import Path

import llvmlite.binding as llvm
import pytest

import ludens
from ludens.export import ExportError, c
from ludens.export.c import prefix_of
from ludens.export.code import emit_game
from ludens.export.header import DECLARED
from ludens.game.notation import notation
from tests.export.host import SEED, host_game

pytest.importorskip("ziglang", reason="the linker of other machines is missing")
GCC = shutil.which("gcc")
QEMU = shutil.which("qemu-aarch64") or shutil.which("qemu-aarch64-static")
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


#: tells the legal moves of each position, and of the first how it is cut; plays the first, the second, and so on
TEXTS = """
#include "PREFIX.h"
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    void *space = aligned_alloc(16, BIG_WORKSPACE_SIZE), *state = aligned_alloc(16, BIG_STATE_SIZE);
    char *moves = aligned_alloc(16, BIG_MOVES_SIZE), text[64], cut[3] = "??";
    if (PREFIX_open(space, BIG_WORKSPACE_SIZE) || PREFIX_start(space, state, SEEDu)) return 1;
    for (int ply = 0; ply < 40 && !PREFIX_over(state); ply++) {
        int count = PREFIX_legal(space, state, moves);
        for (int i = 0; i < count; i++) {
            int length = PREFIX_move_text(moves + i * BIG_MOVE_SIZE, text, sizeof text);
            printf("%d %s ", length, text);
        }
        printf("%d %s\\n", PREFIX_move_text(moves, cut, sizeof cut), cut);
        PREFIX_play(space, state, moves + ply % count * BIG_MOVE_SIZE);
    }
    return PREFIX_move_text(moves, cut, 0) < 0;
}
"""


def run(*command: str | Path) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout


def playouts(folder: Path, prefix: str) -> Path:
    """The program of `PLAYOUTS` for a library."""
    return _program(PLAYOUTS, folder, prefix)


def _program(text: str, folder: Path, prefix: str) -> Path:
    source = folder / "program.c"
    source.write_text(text.replace("PREFIX", prefix).replace("BIG", prefix.upper()).replace("SEEDu", f"{SEED}u"))
    return source


@needs_gcc
@pytest.mark.parametrize("name", ["Amazons", "Nine Men's Morris", "Go", "Dots and Boxes"])
def test_moves_are_told_as_on_the_host(name: str, tmp_path: Path) -> None:
    """By the labels of boards and hands, edges, and where a move names no site."""
    game = ludens.load(name)
    c(game, tmp_path)
    prefix, state, wanted = prefix_of(name), game.start(seed=SEED), list[str]()
    for ply in range(40):
        if state.is_over:
            break
        told = [notation(game, move) for move in state.legal_moves()]
        wanted.append(" ".join(f"{len(text)} {text}" for text in told) + f" {len(told[0])} {told[0][:2]}")
        state.play(state.legal_moves()[ply % len(told)])
    program = _program(TEXTS, tmp_path, prefix)
    strict = ["-std=c11", "-Wall", "-Wextra", "-Werror"]
    run("gcc", *strict, program, tmp_path / f"lib{prefix}.a", "-o", tmp_path / "program")
    assert run(tmp_path / "program").splitlines() == wanted


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
    labels = {f"{column}{row}" for column in "ABC" for row in "123"}
    assert {line.partition(": ")[2] for line in told[:-1]} <= labels
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


@pytest.mark.slow  # zig builds its library for another processor first
@pytest.mark.skipif(QEMU is None, reason="there is no qemu-aarch64 here (Debian: qemu-user-static)")
def test_seeded_games_on_another_processor_are_those_of_the_host(tmp_path: Path) -> None:
    game = ludens.load("Backgammon")
    c(game, tmp_path, "aarch64-linux-gnu")
    zig = (sys.executable, "-m", "ziglang", "cc", "-target", "aarch64-linux-musl", "-static")
    run(*zig, playouts(tmp_path, "backgammon"), tmp_path / "libbackgammon.a", "-o", tmp_path / "run")
    lines = [line.split() for line in run(str(QEMU), tmp_path / "run").splitlines()]
    wanted = [host_game(game, number) for number in range(3)]
    assert [(int(length), int(winner), bytes.fromhex(state)) for length, winner, state in lines] == wanted


@pytest.mark.parametrize(
    ("machine", "head", "code", "library"),
    [
        ("riscv64-linux-gnu", b"\x7fELF\x02\x01", "tic_tac_toe.o", "libtic_tac_toe.a"),
        ("x86_64-unknown-freebsd", b"\x7fELF\x02\x01", "tic_tac_toe.o", "libtic_tac_toe.a"),
        ("x86_64-apple-macos11", b"\xcf\xfa\xed\xfe\x07\0\0\x01", "tic_tac_toe.o", "libtic_tac_toe.a"),
        ("arm64-apple-macos11", b"\xcf\xfa\xed\xfe\x0c\0\0\x01", "tic_tac_toe.o", "libtic_tac_toe.a"),
        ("x86_64-pc-windows-msvc", b"\x64\x86", "tic_tac_toe.obj", "tic_tac_toe.lib"),
        ("x86_64-w64-windows-gnu", b"\x64\x86", "tic_tac_toe.obj", "tic_tac_toe.lib"),
        ("aarch64-pc-windows-msvc", b"\x64\xaa", "tic_tac_toe.obj", "tic_tac_toe.lib"),
    ],
)
def test_each_system_gets_its_own_object_files(
    machine: str, head: bytes, code: str, library: str, tmp_path: Path
) -> None:
    made = {path.name: path.read_bytes() for path in c(ludens.load("Tic-Tac-Toe"), tmp_path, machine)}
    assert made[code].startswith(head)
    assert any(section.is_text() for section in llvm.ObjectFileRef.from_data(made[code]).sections())
    named = ends_of(made[library], made[code])
    begin = b"_tic_tac_toe_" if "apple" in machine else b"tic_tac_toe_"
    assert begin + b"play" in named and all(name.startswith(begin) and name in made[code] for name in named)
    assert ("libtic_tac_toe.so" in made) == head.startswith(b"\x7fELF")


def ends_of(packed: bytes, code: bytes) -> list[bytes]:
    """The symbols of a static library's index, each of which has to lead to the object file."""
    assert packed.startswith(b"!<arch>\n")
    if packed[8:11] == b"#1/":
        at = 68 + int(packed[11:24])
        (entries,) = struct.unpack_from("<I", packed, at)
        pairs = struct.iter_unpack("<II", packed[at + 4 : at + 4 + entries])
        names = packed[at + 8 + entries :]
        found = [(names[start : names.index(b"\0", start)], place) for start, place in pairs]
    else:
        (count,) = struct.unpack_from(">I", packed, 68)
        places = struct.unpack_from(f">{count}I", packed, 72)
        found = list(zip(packed[72 + 4 * count :].split(b"\0")[:count], places, strict=True))
    for _, place in found:
        own = int(packed[place + 3 : place + 16]) if packed[place : place + 3] == b"#1/" else 0
        assert packed[place + 58 : place + 60] == b"`\n"
        assert packed[place + 60 + own :].startswith(code)
        assert not own or (place + 60 + own) % 8 == 0
    return [name for name, _ in found]


@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "Lasca", "Backgammon"])
def test_all_functions_are_declared_with_their_parameters(name: str) -> None:
    for function, signature in emit_game(ludens.load(name)).functions.items():
        assert len(DECLARED[function].parameters.split(",")) == len(signature.parameters), function


@pytest.mark.parametrize(
    ("machine", "prefix", "said"),
    [
        ("riscy-none", None, "no code for 'riscy-none'"),
        ("wasm32-unknown-unknown", None, "no machine of 64 bits"),
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


#: what code for Windows asks of the system's library, as small as can be
WINDOWS = """
typedef unsigned long long size;
int _fltused;
void __chkstk(void) {}
void *memcpy(void *to, const void *from, size n) {
    for (size i = 0; i < n; i++) ((char *)to)[i] = ((const char *)from)[i];
    return to;
}
void *memmove(void *to, const void *from, size n) { return to < from ? memcpy(to, from, n) : 0; }
void *memset(void *to, int c, size n) { char *t = to; while (n--) *t++ = (char)c; return to; }
"""


@pytest.mark.parametrize(("machine", "number"), [("x86_64", 0x8664), ("aarch64", 0xAA64)])
def test_code_for_windows_is_linked_to_a_library(machine: str, number: int, tmp_path: Path) -> None:
    c(ludens.load("Chess"), tmp_path, f"{machine}-pc-windows-msvc")
    rest, image = tmp_path / "rest.c", tmp_path / "chess.dll"
    rest.write_text(WINDOWS)
    zig = (sys.executable, "-m", "ziglang")
    freestanding = ("-c", "-O1", "-fno-builtin", "-ffreestanding")
    run(*zig, "cc", "-target", f"{machine}-windows-msvc", *freestanding, rest, "-o", tmp_path / "rest.obj")
    wanted = [f"chess_{name}" for name in ("open", "start", "legal", "play", "over", "winner", "playout_numbered")]
    exports = [f"/export:{name}" for name in wanted]
    objects = (tmp_path / "chess.obj", tmp_path / "rest.obj")
    run(*zig, "lld-link", "/dll", "/noentry", f"/out:{image}", *objects, *exports)
    assert of_windows(image.read_bytes()) == (number, sorted(wanted))


def of_windows(image: bytes) -> tuple[int, list[str]]:
    """The machine of a DLL, and the names that it exports (Microsoft's PE format)."""
    (at,) = struct.unpack_from("<I", image, 0x3C)
    assert image[:2] == b"MZ" and image[at : at + 4] == b"PE\0\0"
    machine, sections = struct.unpack_from("<HH", image, at + 4)
    optional, flags = struct.unpack_from("<HH", image, at + 20)
    assert flags & 0x2000 and image[at + 24 : at + 26] == b"\x0b\x02"  # a DLL of 64 bits
    rows = [struct.unpack_from("<IIII", image, at + 32 + optional + 40 * row) for row in range(sections)]

    def place(address: int) -> int:
        start, file = next((start, file) for size, start, _, file in rows if start <= address < start + size)
        return address - start + file

    (table,) = struct.unpack_from("<I", image, at + 24 + 112)
    count, _, names = struct.unpack_from("<III", image, place(table) + 24)
    listed = struct.unpack_from(f"<{count}I", image, place(names))
    return machine, [image[place(name) :].split(b"\0", 1)[0].decode() for name in listed]


@pytest.mark.parametrize(("machine", "number"), [("x86_64", 0x01000007), ("aarch64", 0x0100000C)])
def test_code_for_macos_is_linked_to_a_library(machine: str, number: int, tmp_path: Path) -> None:
    c(ludens.load("Chess"), tmp_path, f"{machine.replace('aarch64', 'arm64')}-apple-macos11")
    image = tmp_path / "libchess.dylib"
    link = ("build-lib", "-dynamic", "-fno-compiler-rt", "-target", f"{machine}-macos", tmp_path / "chess.o")
    run(sys.executable, "-m", "ziglang", *link, f"-femit-bin={image}")
    processor, names = of_macos(image.read_bytes())
    assert processor == number
    assert {f"_chess_{name}" for name in ("open", "start", "legal", "play", "over", "winner")} <= names


def of_macos(image: bytes) -> tuple[int, set[str]]:
    """The processor of a dynamic library, and its external symbols (Apple's Mach-O format)."""
    magic, machine, _, kind, commands = struct.unpack_from("<IIIII", image)
    assert (magic, kind) == (0xFEEDFACF, 6)
    at, names = 32, set[str]()
    for _ in range(commands):
        command, size = struct.unpack_from("<II", image, at)
        if command == 2:  # the table of symbols
            table, count, strings, _ = struct.unpack_from("<IIII", image, at + 8)
            for row in range(count):
                name, what = struct.unpack_from("<IB", image, table + 16 * row)
                if what & 0x0F == 0x0F:  # external, and in a section
                    names.add(image[strings + name :].split(b"\0", 1)[0].decode())
        at += size
    return machine, names
