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

pytestmark = pytest.mark.usefixtures("checked_by_playouts")
EXAMPLES = int(os.environ.get("LUDENS_FUZZ_EXAMPLES", "60"))
TOKEN = re.compile(r'"[^"]*"|[(){}]|[^\s(){}"]+')
FUZZ = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def _tokens(path: Path) -> list[str]:
    text = re.sub(r'("[^"]*")|//[^\n]*', r"\1", path.read_text(encoding="utf-8"))  # a comment would swallow the rest
    return TOKEN.findall(text)


def joined(tokens: list[str]) -> str:
    """Tokens as text; nothing may stand between a bracket and its keyword."""
    return re.sub(r"([({<]) ", r"\1", " ".join(tokens))


FILES = sorted(library.shipped().values())
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
    return joined(tokens)


def clauses(tokens: list[str]) -> list[tuple[int, int]]:
    """Where each bracketed part begins and ends."""
    opened: list[int] = []
    found = []
    for i, token in enumerate(tokens):
        if token in "({":
            opened.append(i)
        elif token in ")}" and opened:
            found.append((opened.pop(), i + 1))
    return found


PARTS = sorted({joined(t[i:j]) for t in DESCRIPTIONS.values() for i, j in clauses(t) if j - i < 40})


@st.composite
def rebuilt(draw: st.DrawFn) -> str:
    """A description of the library with whole clauses cut, doubled, replaced by others, or a word of it renamed."""
    tokens = list(DESCRIPTIONS[draw(st.sampled_from(sorted(DESCRIPTIONS)))])
    for _ in range(draw(st.integers(1, 3))):
        spans = [span for span in clauses(tokens) if span[1] - span[0] < len(tokens) // 2]
        if not spans:
            break
        i, j = draw(st.sampled_from(spans))
        match draw(st.sampled_from(["cut", "double", "replace", "rename"])):
            case "cut":
                del tokens[i:j]
            case "double":
                tokens[j:j] = tokens[i:j]
            case "replace":
                tokens[i:j] = TOKEN.findall(draw(st.sampled_from(PARTS)))
            case "rename":
                tokens[min(i + 1, len(tokens) - 1)] = draw(st.sampled_from(VOCABULARY))
    return joined(tokens)


@FUZZ
@given(rebuilt())
def test_rebuilt_descriptions(text: str) -> None:
    compiles_or_says_where(text)


@FUZZ
@given(st.lists(st.sampled_from(VOCABULARY), max_size=40))
def test_token_soup(tokens: list[str]) -> None:
    compiles_or_says_where(joined(tokens))


@FUZZ
@given(mutated())
def test_mutated_descriptions(text: str) -> None:
    compiles_or_says_where(text)


@pytest.mark.parametrize("text", ["(", "(game", '(game "X")', "(game)", '(game "A" (players 99))', "())", '"'])
def test_fragments(text: str) -> None:
    compiles_or_says_where(text)


def test_all_errors_are_told() -> None:
    text = """(game "X" (players 2) (equipment {(board (squaer 3)) (piece "Disc" Each)})
      (rules (play (move Ad (to (sites Empty)))) (end (if (is Lyne 3) (result Mover Win)))))"""
    with pytest.raises(LudError) as caught:
        ludens.load(text)
    errors = [caught.value, *caught.value.related]
    assert [(e.line, e.span.text.split()[0]) for e in errors if e.span] == [(1, "(squaer"), (2, "Ad"), (2, "Lyne")]
