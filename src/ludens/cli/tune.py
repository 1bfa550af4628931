"""tune: heuristics for a game, fitted to random games, as metadata of its description."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ludens.cli.common import Misuse, add_command, load, tell
from ludens.cli.facts import add_json, print_facts

if TYPE_CHECKING:
    from ludens.game.single import SingleGame


def add(commands: Any) -> None:
    summary = "propose heuristics for a game, fitted to random games"
    tune = add_command(commands, "tune", summary, _tune, game=True)
    tune.add_argument("--seed", type=int, default=1, metavar="N", help="of the random games (1)")
    tune.add_argument("--terms", action="store_true", help="tell what each term says of the start, too")
    add_json(tune)


def _tune(arguments: argparse.Namespace) -> int:
    from ludens.agents.proposing import proposed
    from ludens.game.single import SingleGame

    game = load(arguments.game, arguments.option)
    if not isinstance(game, SingleGame):
        raise Misuse(f"{game.name} is a match: tune its games, one by one")
    if game.num_players < 2:
        raise Misuse(f"{game.name} is for one player: nothing is told by who wins random games")
    found = proposed(game, arguments.seed)
    if arguments.json:
        told = None if found is None else {**asdict(found), "terms": _terms(game, found.text)}
        print_facts({"game": game.name, "seed": arguments.seed, "heuristics": told})
    elif found is None:
        tell(f"no term tells how games of {game.name} go on")
    else:
        why = f"a correlation of {found.telling:.2f} with results it was not fitted to"
        if found.by_rules:
            why = "by the rules alone, as random games have no results"
        tell(f"// {game.name}: {why}\n(ai {found.text})")
        for term in _terms(game, found.text) if arguments.terms else ():
            tell(f"//   {term['term']}: {', '.join(f'{value:.4g}' for value in term['start'])}")
    return 0


def _terms(game: SingleGame, text: str) -> list[dict[str, Any]]:
    """What each term says of each player at the start."""
    from ludens.agents.heuristics import evaluation, read
    from ludens.language import to_text

    made = evaluation(game, read(text))
    values = made.terms(game.start(seed=1)).tolist()
    listed = zip(made.heuristics.listed, values, strict=True)
    return [{"term": to_text(term.node), "start": value} for term, value in listed]
