"""Trials that the reference implementation records wrongly: they say nothing of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludens.game.trial.record import TrialError
from ludens.ludemes.equipment import Deck
from ludens.ludemes.start import place_random
from ludens.ludemes.start.dealing import Deal
from ludens.rules.base import Ludeme
from ludens.rules.enums import DealableType
from ludens.rules.structure import Start

if TYPE_CHECKING:
    from ludens.game.game import Game

EMPTY: Final = "actions=]"
SIMULATED: Final = (
    "at each ply of a simulation the reference records an empty move, so only its start and its first list of "
    "moves are compared"
)
FROZEN_START: Final = (
    "the reference draws this start once for a loaded game, and begins its later games with the pieces and "
    "cards as they lay then, whatever the state of its generator"
)
_AT_RANDOM: Final = (place_random.PlaceRandom, place_random.PlaceRandomCounted, place_random.PlaceRandomStack)


class TrialSkipped(TrialError):
    """A trial that cannot be played again, by a fault of what recorded it; `message` says which."""


def is_empty_simulation(game: Game, texts: tuple[str, ...]) -> bool:
    """Whether moves are those that the reference records of a simulation: none of them does anything."""
    return game.num_players == 0 and bool(texts) and all(text.endswith(EMPTY) for text in texts)


def keeps_its_start(game: Game) -> bool:
    """Whether the reference draws the start of a game once, and uses it again for every later game.

    It does where no start rule counts as one of chance: `(place Random ..)` itself, dominoes that are dealt, or what
    holds a random function; not decks, nor `(place Random ..)` within `(forEach ..)`.
    """
    listed = list(game.ludemes())
    rules = [rule for start in listed if isinstance(start, Start) for rule in start.listed]
    drawn = [one for rule in rules for one in rule.walk() if isinstance(one, _AT_RANDOM)]
    return (bool(drawn) or any(isinstance(one, Deck) for one in listed)) and not any(map(_is_of_chance, rules))


def _is_of_chance(rule: Ludeme) -> bool:
    if isinstance(rule, _AT_RANDOM):
        return True
    if isinstance(rule, Deal):
        return rule.what is DealableType.Dominoes
    return any("rng" in one.reads for one in rule.walk())
