"""The questions before and after a game of Greener: who plays, how well, and whether to play again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ludens.founding.greener import screen

#: puts a question to a person and returns the answer; raises EOFError at the end of the input
Ask = Callable[[str], str]
Say = Callable[[str], None]

MODES: Final = {"pvp": "two people", "pvc": "a person and the computer", "cvc": "two computers"}
LEVELS: Final = {
    "easy": "any move, at random",
    "hard": "the move that gains the most green pyramids",
    "dumb": "the move that gains the fewest",
}
COLOURS: Final = {"black": "Black, who begins", "white": "White"}
HUMAN: Final = "human"
_LEAVE: Final = ("q", "quit", "exit")


class Left(Exception):
    """The person leaves."""


def choose(question: str, choices: Mapping[str, str], ask: Ask, say: Say) -> str:
    """The key of the choice that a person makes, by its number, its key or the start of the key.

    Asks again after any other answer. Raises Left where the person leaves.
    """
    keys = list(choices)
    say(question)
    for number, key in enumerate(keys, 1):
        say(f"  {number}  {key:<5}  {choices[key]}")
    while True:
        text = _answer(ask, f"1-{len(keys)}> ")
        if text.isdecimal() and 1 <= int(text) <= len(keys):
            return keys[int(text) - 1]
        matches = [key for key in keys if text and key.startswith(text)]
        if len(matches) == 1:
            return matches[0]
        say(f"{text!r} is none of these: say 1 to {len(keys)}, or {', '.join(keys)}; quit leaves.")


def _answer(ask: Ask, prompt: str) -> str:
    try:
        text = ask(prompt).strip().lower()
    except EOFError:
        raise Left from None
    if text in _LEAVE:
        raise Left
    return text


def seats(mode: str | None, levels: list[str], colour: str | None, ask: Ask, say: Say) -> list[str]:
    """The players of the seats, Black first: `human` or a level. Asks for what is missing; raises Left."""
    mode = mode or choose("Who plays?", MODES, ask, say)
    if mode == "pvp":
        return [HUMAN, HUMAN]
    if mode == "cvc":
        return [_level(levels, n, ask, say) for n in range(2)]
    person = list(COLOURS).index(colour or choose("Which colour do you play?", COLOURS, ask, say))
    return [HUMAN if n == person else _level(levels, n, ask, say) for n in range(2)]


def _level(levels: list[str], number: int, ask: Ask, say: Say) -> str:
    """The level of the player of this number, from 0; a single one given is for everybody."""
    if levels:
        return levels[min(number, len(levels) - 1)]
    return choose(f"How well does the computer play {screen.player(number + 1)}?", LEVELS, ask, say)


def again(is_draw: bool, ask: Ask, say: Say) -> bool:
    """Whether the person wants another game; False at the end of the input."""
    question = "A draw calls for another game. Play again?" if is_draw else "Play again?"
    while True:
        try:
            text = _answer(ask, f"{question} (yes or no) ")
        except Left:
            return False
        if text and "yes".startswith(text):
            return True
        if text and "no".startswith(text):
            return False
        say(f"{text!r} is neither: say yes or no.")
