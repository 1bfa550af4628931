"""PTX of games: it assembles for all kinds of cards, calls nothing that is not there, and its stack is known."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludens
from ludens import library
from ludens.export import ExportError
from ludens.export.cuda import cuda
from ludens.game.match import Match
from ludens.gpu import DeviceError, assembled, kernel_of, ptx_of, stack_of, stepping_of
from ludens.gpu.assembler import _stack
from ludens.gpu.code import ADDED
from ludens.stage import fuel
from ludens.stage.targets.cuda import ARCHITECTURES, NESTED, nested, own_bytes
from tests.gpu.assembling import checked, needs_assembler

#: a game whose state is more than a thread can have
WIDE = """(game "Wide" (players 2)
    (equipment {(board (square 90)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Board)) stack:True)) (end (if (>= (count Turns) 9) (result All Draw)))))"""


@needs_assembler
@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "Hex", "Amazons", "Ludo", "Oware"])
def test_the_assembler_takes_it(name: str, architecture: str) -> None:
    checked(kernel_of(ludens.load(name)), architecture)


@needs_assembler
def test_the_assembler_takes_a_long_kernel() -> None:
    checked(kernel_of(ludens.load("Italian Draughts")), next(iter(ARCHITECTURES)))


@needs_assembler
@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "Ludo", "Rock Paper Scissors"])
def test_the_assembler_takes_the_kernels_of_vectors(name: str, architecture: str) -> None:
    checked(stepping_of(ludens.load(name), 64), architecture, level=0)


@pytest.mark.slow
@needs_assembler
@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("name", library.names())
def test_the_assembler_takes_the_whole_library(name: str, architecture: str) -> None:
    game = ludens.load(name)
    if not isinstance(game, Match):
        checked(kernel_of(game), architecture, level=0)


@pytest.mark.slow
@needs_assembler
@pytest.mark.parametrize("name", library.names())
def test_the_assembler_takes_the_vectors_of_the_whole_library(name: str) -> None:
    game = ludens.load(name)
    if not isinstance(game, Match):
        checked(stepping_of(game, 64), "sm_80", level=0)


def test_a_game_that_no_card_has_memory_for_is_refused(tmp_path: Path) -> None:
    game = ludens.load(WIDE)
    with pytest.raises(DeviceError, match=r"Wide needs [\d,]+ KB of a thread's own memory, for its state"):
        ptx_of(kernel_of(game), "sm_90")
    with pytest.raises(ExportError, match=r"a card gives 512 KB at most"):
        cuda(game, tmp_path / "wide")
    assert not list(tmp_path.iterdir())


def test_own_memory_is_that_of_the_deepest_calls() -> None:
    text = "".join(
        f".func {name}(\n\t.param .b64 p\n)\n{{\n\t.local .align 8 .b8 \t__local_depot[{size}];\n{calls}\n\tret;\n}}\n"
        for name, size, calls in (
            ("low", 8, ""), ("side", 64, ""), ("mid", 16, "\tcall.uni (r), low, (p);\n\tcall.uni side, (p);"),
            ("top", 32, "\tcall.uni mid, (p);"),
        )
    )  # fmt: skip
    assert own_bytes(text) == {"low": 8, "side": 64, "mid": 80, "top": 112}
    assert not nested(text)


def test_own_memory_is_that_of_the_deepest_nesting() -> None:
    text = "".join(
        f".func {name}(\n\t.param .b64 p\n)\n{{\n\t.local .align 8 .b8 \t__local_depot[{size}];\n{calls}\n\tret;\n}}\n"
        for name, size, calls in (
            ("top", 32, "\tcall.uni ping, (p);"), ("ping", 8, "\tcall.uni pong, (p);\n\tcall.uni leaf, (p);"),
            ("pong", 16, "\tcall.uni ping, (p);"), ("leaf", 4, ""), ("alone", 40, "\tcall.uni alone, (p);"),
        )
    )  # fmt: skip
    assert nested(text) == [{"ping", "pong"}, {"alone"}]
    pair = (NESTED + 1) * (8 + 16 + 2 * fuel.FRAME) + 4
    alone = (NESTED + 1) * (40 + fuel.FRAME)
    assert own_bytes(text) == {"top": 32 + pair, "ping": pair, "pong": pair, "leaf": 4, "alone": alone}
    assert stack_of(text) == 32 + pair + ADDED


@needs_assembler
def test_what_the_assembler_refuses_is_told() -> None:
    with pytest.raises(DeviceError, match="the assembler refuses"):
        assembled("nonsense", "sm_90")


def test_an_unbounded_stack_is_seen() -> None:
    told = "ptxas warning : Stack size for entry function 'k' cannot be statically determined"
    assert _stack(told) is None


def test_other_cards_are_refused() -> None:
    with pytest.raises(DeviceError, match="'sm_20' is none of sm_80, sm_90, sm_100"):
        ptx_of(kernel_of(ludens.load("Tic-Tac-Toe")), "sm_20")
