"""PTX of games: it assembles for all kinds of cards, calls nothing that is not there, and its stack is known."""

from __future__ import annotations

import re

import pytest

import ludens
from ludens import library
from ludens.game.match import Match
from ludens.gpu import KERNEL, DeviceError, assembled, assembler, kernel_of, ptx_of
from ludens.gpu.assembler import _stack
from ludens.stage import fuel
from ludens.stage.targets.cuda import ARCHITECTURES

needs_assembler = pytest.mark.skipif(
    assembler() is None, reason="there is no ptxas here: pip install nvidia-cuda-nvcc-cu12"
)
#: arithmetic that the assembler may join, and round otherwise than the host: it has no rounding of its own
JOINED = re.compile(r"\b(?:fma\.|(?:add|sub|mul)\.f|(?:div|sqrt)\.(?:approx|full))")
CALLED = re.compile(r"^\s*call\.uni\s+(?:\([^)]*\),\s*)?(\S+?),", re.MULTILINE)
DEFINED = re.compile(r"^(?:\.\w+ )*\.func\s+(?:\([^)]*\)\s*)?(\S+?)\(", re.MULTILINE)


def checked(name: str, architecture: str, level: int = 3) -> None:
    """Let the assembler read the PTX of a game, and look at what it calls and what its threads need."""
    text = ptx_of(kernel_of(ludens.load(name)), architecture)
    assert f".entry {KERNEL}(" in text
    assert ".extern" not in text
    assert not JOINED.search(text)
    called = set(CALLED.findall(text))
    assert called <= set(DEFINED.findall(text))
    assert len(re.findall(r"^\s*call", text, re.MULTILINE)) == len(CALLED.findall(text))
    made = assembled(text, architecture, level)
    assert made.code.startswith(b"\x7fELF")
    assert made.stack is not None, made.told
    assert 0 < made.stack <= fuel.STACK


@needs_assembler
@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "Hex", "Amazons", "Ludo", "Oware"])
def test_the_assembler_takes_it(name: str, architecture: str) -> None:
    checked(name, architecture)


@pytest.mark.slow
@needs_assembler
@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("name", library.names())
def test_the_assembler_takes_the_whole_library(name: str, architecture: str) -> None:
    if not isinstance(ludens.load(name), Match):
        checked(name, architecture, level=0)


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
