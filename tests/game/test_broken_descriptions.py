"""Descriptions that are broken: each compiles or raises LudError with a place."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ludens
from ludens import LudError, library

EXAMPLES = int(os.environ.get("LUDENS_FUZZ_EXAMPLES", "150"))
TOKEN = re.compile(r'"[^"\n]*"|[(){}]|[^\s(){}"]+')
FUZZ = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def _tokens(path: Path) -> list[str]:
    return TOKEN.findall(path.read_text(encoding="utf-8"))


FILES = sorted(library.GAMES.rglob("*.lud"))
DESCRIPTIONS = {path.stem: _tokens(path) for path in FILES if path.stat().st_size < 6000}
VOCABULARY = sorted({token for tokens in DESCRIPTIONS.values() for token in tokens})


def compiles_or_says_where(text: str) -> None:
    try:
        game = ludens.load(text + "()")  # the brackets make it a text even where no other bracket is left
    except LudError as error:
        assert error.message
        assert error.span is not None or not text.strip()
        return
    assert game.num_players >= 0


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A description of the library with a few tokens cut, doubled, swapped or replaced."""
    tokens = list(DESCRIPTIONS[draw(st.sampled_from(sorted(DESCRIPTIONS)))])
    for _ in range(draw(st.integers(1, 4))):
        i, j = (draw(st.integers(0, len(tokens) - 1)) for _ in range(2))
        match draw(st.sampled_from(["cut", "double", "swap", "replace", "cut run"])):
            case "cut" if len(tokens) > 1:
                del tokens[i]
            case "double":
                tokens.insert(j, tokens[i])
            case "swap":
                tokens[i], tokens[j] = tokens[j], tokens[i]
            case "replace":
                tokens[i] = draw(st.sampled_from(VOCABULARY))
            case "cut run" if len(tokens) > 8:
                del tokens[i : i + 6]
        if not tokens:
            break
    return " ".join(tokens)


@FUZZ
@given(st.lists(st.sampled_from(VOCABULARY), max_size=40))
def test_token_soup(tokens: list[str]) -> None:
    compiles_or_says_where(" ".join(tokens))


@FUZZ
@given(mutated())
def test_mutated_descriptions(text: str) -> None:
    compiles_or_says_where(text)


@pytest.mark.parametrize("text", ["(", "(game", '(game "X")', "(game)", '(game "A" (players 99))', "())", '"'])
def test_fragments(text: str) -> None:
    compiles_or_says_where(text)
