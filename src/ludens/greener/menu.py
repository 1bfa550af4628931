"""The questions before and after a game of Greener: who plays, how well, and whether to play again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ludens.greener import screen

#: puts a question to a person and gives the answer; raises EOFError where there is nobody
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
    """The person has had enough."""


def choose(question: str, choices: Mapping[str, str], ask: Ask, say: Say) -> str:
    """The key of the choice that a person makes, by its number, its key or the start of the key.

    Asks again after any other answer. Raises Left where the person leaves.
    """
    keys = list(choices)
    say(question)
    for number, key in enumerate(keys, 1):
        say(f"  {number}  {key:<5}  {choices[key]}")
    while True:
        said = _answer(ask, f"1-{len(keys)}> ")
        if said.isdecimal() and 1 <= int(said) <= len(keys):
            return keys[int(said) - 1]
        meant = [key for key in keys if said and key.startswith(said)]
        if len(meant) == 1:
            return meant[0]
        say(f"{said!r} is none of these: say 1 to {len(keys)}, or {', '.join(keys)}; quit leaves.")


def _answer(ask: Ask, prompt: str) -> str:
    try:
        said = ask(prompt).strip().lower()
    except EOFError:
        raise Left from None
    if said in _LEAVE:
        raise Left
    return said


def seats(mode: str | None, levels: list[str], colour: str | None, ask: Ask, say: Say) -> list[str]:
    """Who sits where, Black first: `human` or a level. What is not given is asked for; raises Left."""
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
    """Whether the person wants another game; no where there is nobody to ask."""
    question = "A draw calls for another game. Play again?" if is_draw else "Play again?"
    while True:
        try:
            said = _answer(ask, f"{question} (yes or no) ")
        except Left:
            return False
        if said and "yes".startswith(said):
            return True
        if said and "no".startswith(said):
            return False
        say(f"{said!r} is neither: say yes or no.")
