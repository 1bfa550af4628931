"""perft: how many positions there are after some plies."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from ludens.cli.common import Misuse, add_command, count, load, tell
from ludens.cli.facts import add_json, print_facts
from ludens.cli.screen import progress_bar, shown, thinking
from ludens.game import Game
from ludens.game.turns import perft_of_turns


def add(commands: Any) -> None:
    perft = add_command(commands, "perft", _perft, game=True)
    perft.add_argument("depth", type=count, metavar="DEPTH", help="games that ended earlier are not counted")
    perft.add_argument("--divide", action="store_true", help="for each first move as well")
    perft.add_argument("--turns", action="store_true", help="count whole turns: several moves of one player are one")
    add_json(perft)


def _perft(arguments: argparse.Namespace) -> int:
    game, depth = load(arguments.game, arguments.option), arguments.depth
    facts: dict[str, Any] = {"game": game.name, "depth": depth}
    if arguments.divide:
        if depth == 0 or game.is_simultaneous:
            raise Misuse("--divide needs a depth of 1 or more, of a game whose players move in turn")
        if arguments.turns:
            raise Misuse("--divide counts below each first move: without --turns")
        facts["moves"] = dict(_divide(game, depth))
        facts["leaves"] = sum(facts["moves"].values())
    else:
        with thinking("counting"):
            facts["leaves"] = _count(game, depth, turns=arguments.turns)
    if arguments.json:
        print_facts(facts)
        return 0
    for move, below in facts.get("moves", {}).items():
        tell(f"{move}: {below}")
    print(facts["leaves"])
    return 0


def _count(game: Game, depth: int, *, turns: bool) -> int:
    if not turns:
        return game.perft(depth)
    if game.is_simultaneous or len(game.games) > 1:
        raise Misuse("--turns needs a game whose players move in turn")
    return perft_of_turns(game, depth)


def _divide(game: Game, depth: int) -> Iterator[tuple[str, int]]:
    """The leaves below each first move, under a bar."""
    state = game.start(seed=0)
    moves = list(zip(state.notations(), state.legal_moves(), strict=True))
    with progress_bar() as progress:
        for notation, move in progress.track(moves, description=shown(game.name)):
            after = state.copy()
            after.play(move)
            yield notation, game.perft(depth - 1, after)
