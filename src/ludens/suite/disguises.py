"""Disguises: the same game, told so that nothing of it can be recalled.

A disguise is a description of its own. The names that the author gave are words without a meaning, what says nothing of
the rules is gone (comments, options, the metadata with its pictures), the board may be mirrored, and the goal turned
round. Random games of both are played, so that what is handed out is known to be the game in disguise.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from ludens.encoding import Encoding, Symmetry, candidates, corresponds
from ludens.game import Game, compile_text
from ludens.game.single import SingleGame
from ludens.language import LudError, Node
from ludens.suite.description_names import rename, renames_of, unreplaced_names
from ludens.suite.goals import exchange_goals
from ludens.suite.layout import lay_out
from ludens.suite.mirror import Mirror

#: what mirrors a board as it is written: its name, and whether left and right, and top and bottom, change places
_MIRRORS = {
    "reflection left to right": (True, False),
    "reflection top to bottom": (False, True),
    "rotation by 180 degrees": (True, True),
}


class DisguiseError(ValueError):
    """A game that has no such disguise; the message says why."""


@dataclass(frozen=True)
class Disguise:
    """A game in disguise.

    `names` has the word of each name; `unreplaced` are the strings that could not be. `symmetry` carries the sites,
    the moves and the observations of the original to those of the disguise; with `misere` the winner loses.
    """

    original: Game
    game: Game
    text: str
    names: dict[str, str]
    unreplaced: tuple[str, ...]
    symmetry: Symmetry
    misere: bool


def disguise(game: Game, seed: int = 0, *, mirror: bool = True, misere: bool = False) -> Disguise:
    """A disguise of a game; equal seeds give equal disguises.

    With `mirror` the board is mirrored where that makes a difference and the description can be written so;
    `symmetry.is_identity` tells where not.
    Raises DisguiseError for matches, for goals that cannot be turned round, and where no text was found that plays like
    the game.
    """
    if not isinstance(game, SingleGame):
        raise DisguiseError(f"{game.name} is a match: its games can be disguised, see Game.games")
    tree: Node = game.description.game
    if misere:
        if game.num_players != 2:
            raise DisguiseError(f"goals are turned round for two players, and {game.name} has {game.num_players}")
        goal = exchange_goals(tree)
        if goal is None:
            raise DisguiseError(f"the end of {game.name} tells of no wins, losses or scores that could be exchanged")
        tree = goal
    names = renames_of(tree, seed)
    tree = rename(tree, names)
    original = Encoding(game)
    for symmetry, candidate in _texts(original, tree, seed, mirror):
        text = lay_out(candidate)
        disguised = _compiled(text)
        if disguised is not None and corresponds(original, Encoding(disguised), symmetry, misere=misere):
            unreplaced = tuple(unreplaced_names(candidate, names))
            return Disguise(game, disguised, text, names, unreplaced, symmetry, misere)
    round_ = " with its goal turned round" if misere else ""
    raise DisguiseError(f"no description of {game.name}{round_} under other names was found that plays like it")


def _texts(encoding: Encoding, tree: Node, seed: int, mirror: bool) -> Iterator[tuple[Symmetry, Node]]:
    """Descriptions that may be the disguised game's, with what carries the game to them; the unmirrored one last.

    A mirror that leaves the game as it is would hide nothing.
    """
    boards = [symmetry for symmetry in candidates(encoding) if not symmetry.moves_players]
    identity, topology = boards[0], encoding.game.topology
    mirrors = [symmetry for symmetry in boards if symmetry.name in _MIRRORS] if mirror else []
    random.Random(seed).shuffle(mirrors)
    for symmetry in mirrors:
        across, along = _MIRRORS[symmetry.name]
        sites = symmetry.sites[: topology.count(topology.default_site)]
        mirrored = Mirror(across, along, sites, topology).mirrored(tree)
        if mirrored != tree and not corresponds(encoding, encoding, symmetry):
            yield symmetry, mirrored
    yield identity, tree


def _compiled(text: str) -> Game | None:
    try:
        return compile_text(text, "<disguise>")
    except LudError:
        return None
