"""What expressions give in the consequent of a move."""

from __future__ import annotations

import re
from collections.abc import Mapping

import ludens

#: an integer, a condition, a region (a set) or an array (a list, in its order)
Value = int | bool | set[int] | list[int]


def check(
    expected: Mapping[str, Value],
    items: str = '(board (square 3)) (piece "Disc" Each)',
    *,
    start: str = "",
    play: str = "(move Pass)",
    players: int = 2,
    end: str = "(if (= 1 0) (result Mover Win))",
) -> None:
    """Evaluate expressions after the first legal move of a rule, all in one game, and compare."""
    effects = " ".join(_probe(number, *entry) for number, entry in enumerate(expected.items()))
    state = ludens.load(
        f'(game "Probe" (players {players}) (equipment {{{items}}}) (rules {f"(start {{{start}}})" if start else ""}'
        f" (play {play[:-1]} (then (and {{{effects}}})))) (end {end})))"
    ).start(seed=1)
    played = state.play(state.legal_moves()[0]).to_trial()
    got = {text: _read(played, number, value) for number, (text, value) in enumerate(expected.items())}
    wrong = [f"{text} gives {got[text]}, not {value}" for text, value in expected.items() if got[text] != value]
    assert not wrong, "\n".join(wrong)


def _probe(number: int, expression: str, value: Value) -> str:
    """The effect that writes a value into the played move."""
    if isinstance(value, bool):
        return f'(if {expression} (set Var "v{number}" 1) (set Var "v{number}" 0))'
    if isinstance(value, set):
        return f'(forEach Site {expression} (remember Value "v{number}" (site)))'
    if isinstance(value, list):
        return f'(forEach Value {expression} (remember Value "v{number}" (value)))'
    return f'(set Var "v{number}" {expression})'


def _read(played: str, number: int, value: Value) -> Value:
    found = [int(v) for v in re.findall(rf"name=v{number},value=(-?\d+)", played)]
    if isinstance(value, set | list):
        return type(value)(found)
    return type(value)(found[0])
