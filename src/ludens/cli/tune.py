"""tune: heuristics for a game, fitted to random games or learnt from searches, as metadata of its description."""

from __future__ import annotations

import argparse
import re
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ludens.cli.arguments import positive, seconds
from ludens.cli.common import Misuse, add_command, load, tell
from ludens.cli.facts import add_json, print_facts

if TYPE_CHECKING:
    from ludens.agents.champion import Contest
    from ludens.agents.proposing import Proposal
    from ludens.agents.tuned import Tuning
    from ludens.game.single import SingleGame

_ABOUT = """propose heuristics for a game, fitted to random games. With --seconds they are learnt from games of the game
against itself, thousands a ply ahead and then some with searches, and what arrangements of pieces are worth is among
the terms. These are kept for the agent `tuned`, which then meets the agent that plays the game best; if it wins, it is
the opponent from then on"""
#: the share of the time that goes into learning; the rest is for the match
_LEARNING = 0.6
#: numbers and patterns of a long list that a terminal is shown
_SHOWN = 8


def add(commands: Any) -> None:
    tune = add_command(commands, "tune", _tune, game=True)
    tune.description = _ABOUT
    tune.add_argument(
        "--seconds", type=seconds(1e6), metavar="S", help="learn from playing; the whole time, with the match"
    )
    tune.add_argument("--games", type=positive, metavar="N", help="and from no more games with searches than that")
    tune.add_argument("--seed", type=int, default=1, metavar="N", help="of the games (1)")
    tune.add_argument("--terms", action="store_true", help="show the value of each term at the start, too")
    add_json(tune)


def _tune(arguments: argparse.Namespace) -> int:
    from ludens.game.single import SingleGame

    game = load(arguments.game, arguments.option)
    if not isinstance(game, SingleGame):
        raise Misuse(f"{game.name} is a match: tune its games, one by one")
    if game.num_players < 2:
        raise Misuse(f"{game.name} is for one player: the winners of random games say nothing")
    if arguments.games is not None and arguments.seconds is None:
        raise Misuse("--games limits the games to learn from: say how long to learn, with --seconds")
    return _propose(game, arguments) if arguments.seconds is None else _learn(game, arguments)


def _propose(game: SingleGame, arguments: argparse.Namespace) -> int:
    from ludens.agents.proposing import proposed

    proposal = proposed(game, arguments.seed)
    if arguments.json:
        print_facts({"game": game.name, "seed": arguments.seed, "heuristics": _fact(game, proposal)})
    elif proposal is None:
        tell(f"no term predicts how games of {game.name} go on")
    else:
        why = f"a correlation of {proposal.telling:.2f} with results it was not fitted to"
        if proposal.by_rules:
            why = "by the rules alone, as random games have no results"
        _print(game, why, proposal.text, arguments.terms)
    return 0


def _learn(game: SingleGame, arguments: argparse.Namespace) -> int:
    from ludens.agents import AgentError, tuned
    from ludens.arena.selection import challenge
    from ludens.cli.screen import progress_bar, shown
    from ludens.tuning import check, tune

    try:
        check(game)
    except AgentError as error:
        raise Misuse(str(error)) from None
    with progress_bar() as progress:
        task = progress.add_task(shown(game.name), total=None)

        def learnt(games: int) -> None:
            progress.update(task, advance=1, description=f"{shown(game.name)}: {games} games to learn from")

        def met(match: Contest) -> None:
            progress.update(task, advance=1, description=f"{shown(game.name)}: {match}")

        limits = {"seconds": _LEARNING * arguments.seconds, "games": arguments.games}
        tuning = tune(game, **limits, seed=arguments.seed, report=learnt)
        match = None
        if tuning is not None:
            tuned.write(game, tuning)
            match = challenge(
                game, tuned.Tuned.kind, (1 - _LEARNING) * arguments.seconds, seed=arguments.seed, report=met
            )
    if arguments.json:
        played = None if match is None else asdict(match)
        facts = {"heuristics": _fact(game, tuning), "match": played}
        print_facts({"game": game.name, "seed": arguments.seed, **facts})
    elif tuning is None or match is None:
        tell(f"no term predicts how games of {game.name} go on")
    else:
        _print(game, f"{_describe(tuning)}\n// {match}", tuning.text, arguments.terms)
    return 0


def shortened(text: str) -> str:
    """Heuristics whose long lists are cut short, of numbers and of patterns."""
    numbers = re.sub(rf"\{{((?:[-.\d]+ ){{{_SHOWN}}})[-.\d ]+( [-.\d]+)\}}", r"{\1..\2}", text)
    start, *patterns = numbers.split(" (pattern ")
    few = patterns if len(patterns) <= _SHOWN else [*patterns[: _SHOWN - 1], "..)", patterns[-1]]
    return " (pattern ".join([start, *few])


def _fact(game: SingleGame, proposal: Proposal | Tuning | None) -> dict[str, Any] | None:
    return None if proposal is None else {**asdict(proposal), "terms": _terms(game, proposal.text)}


def _describe(tuning: Tuning) -> str:
    return (
        f"learnt from {tuning.positions:,} positions of {tuning.games:,} games; cross-entropy with others"
        f" {tuning.loss:.3f}, without heuristics {tuning.untold:.3f}"
    )


def _print(game: SingleGame, why: str, text: str, terms: bool) -> None:
    shown = shortened(text) if sys.stdout.isatty() else text
    tell(f"// {game.name}: {why}\n(ai {shown})")
    if shown != text:
        tell("// shortened for this screen: write it into a file for the whole, as with `> tuned.txt`")
    for term in _terms(game, text) if terms else ():
        tell(f"//   {shortened(term['term'])}: {', '.join(f'{value:.4g}' for value in term['start'])}")


def _terms(game: SingleGame, text: str) -> list[dict[str, Any]]:
    """The value of each term for each player at the start."""
    from ludens.agents.heuristics import evaluation
    from ludens.language import to_text

    terms = evaluation(game, text)
    values = terms.terms(game.start(seed=1)).tolist()
    pairs = zip(terms.heuristics.listed, values, strict=True)
    return [{"term": to_text(term.node), "start": value} for term, value in pairs]
