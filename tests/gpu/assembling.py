"""PTX as NVIDIA's assembler takes it: what is looked at in that of any game."""

from __future__ import annotations

import re

import pytest

from ludens.gpu import Kernel, assembled, assembler, ptx_of, stack_of
from ludens.gpu.code import ADDED
from ludens.stage import fuel
from ludens.stage.targets.cuda import MOST_OWN, functions, nested, own_bytes

needs_assembler = pytest.mark.skipif(
    assembler() is None, reason="there is no ptxas here: pip install nvidia-cuda-nvcc-cu12"
)
#: arithmetic that the assembler may join, and round otherwise than the host: it has no rounding of its own
JOINED = re.compile(r"\b(?:fma\.|(?:add|sub|mul)\.f|(?:div|sqrt)\.(?:approx|full))")
CALLED = re.compile(r"^\s*call\.uni\s+(?:\([^)]*\),\s*)?(\S+?),", re.MULTILINE)
DEFINED = re.compile(r"^(?:\.\w+ )*\.func\s+(?:\([^)]*\)\s*)?(\S+?)\(", re.MULTILINE)


def checked(kernel: Kernel, architecture: str, level: int = 3) -> None:
    """Let the assembler read the PTX of a game, and look at what it calls and what its threads need."""
    text = ptx_of(kernel, architecture)
    assert all(f".entry {name}(" in text for name in kernel.entries)
    assert ".extern" not in text
    assert not JOINED.search(text)
    called = set(CALLED.findall(text))
    assert called <= set(DEFINED.findall(text))
    assert len(re.findall(r"^\s*call", text, re.MULTILINE)) == len(CALLED.findall(text))
    made = assembled(text, architecture, level)
    assert made.code.startswith(b"\x7fELF")
    assert made.stack is not None, made.output
    own = max(own_bytes(text)[name] for name in kernel.entries)
    assert own + ADDED <= MOST_OWN
    assert 0 < made.stack <= own + ADDED
    if deep := nested(text):  # of which the assembler counts each once
        alone, _ = functions(text)
        for group in deep:
            assert sum(made.frames[name] for name in group) <= sum(alone[name] + fuel.FRAME for name in group)
        assert made.stack < stack_of(text) <= MOST_OWN
    else:
        assert own <= made.stack
        assert not stack_of(text)
