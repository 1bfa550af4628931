"""What sets a game apart from a plain one, found in the compiled game: whatever takes games may ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from ludens.game.hidden import hides

if TYPE_CHECKING:
    from ludens.game.game import Game

#: something is drawn at random in play; players do not see everything; all move at once; one finds values by
#: deduction; several games make one; nobody plays against anybody; more than two play
Trait = Literal["chance", "hidden information", "moves at once", "puzzle", "match", "one player", "many players"]
TRAITS: tuple[Trait, ...] = get_args(Trait)


def traits_of(game: Game) -> tuple[Trait, ...]:
    """The traits of a game, of a match those of all its games, in the order of `TRAITS`."""
    held: dict[Trait, bool] = {
        "chance": game.is_stochastic,
        "hidden information": hides(game),
        "moves at once": any(one.is_simultaneous for one in game.games),
        "puzzle": game.is_puzzle,
        "match": list(game.games) != [game],
        "one player": game.num_players < 2,
        "many players": game.num_players > 2,
    }
    return tuple(trait for trait in TRAITS if held[trait])
