"""OpenSpiel's own games, by their names and parameters."""

from __future__ import annotations

from typing import Any


def load(text: str) -> Any:
    """The game `name(parameter=value,..)`. Raises ImportError where OpenSpiel is not installed.

    The sizes of Nim hold the character that separates parameters, and can be given in a dictionary only.
    """
    import pyspiel

    name, _, parameters = text.partition("(")
    pairs = (pair.split("=") for pair in parameters.rstrip(")").split(",") if pair)
    return pyspiel.load_game(name, {key: _value(value) for key, value in pairs})


def _value(text: str) -> bool | int | str:
    if text in ("True", "False"):
        return text == "True"
    return int(text) if text.isdigit() else text
