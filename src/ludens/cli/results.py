"""suite cost, check and board: what a run will cost, and results that people send."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from ludens.cli.arguments import positive
from ludens.cli.errors import FAILED, Misuse, say
from ludens.cli.facts import add_json, print_facts
from ludens.system import files


def add_actions(actions: Any, which: Any) -> None:
    """`suite cost`, `suite check`, `suite board` and `suite split`; `which` adds the choice of a list's games."""
    about = "what a language model's run of a list costs, about, before it is begun"
    cost = actions.add_parser("cost", help=about, description=about)
    which(cost)
    cost.add_argument("-n", type=positive, metavar="N", help="games against each opponent (as many as the list says)")
    cost.add_argument("--protocol", type=int, choices=(1, 2), default=2, help="how the model is asked (2)")
    cost.add_argument(
        "--answer", type=positive, default=800, metavar="TOKENS", help="of an answer, with thoughts (800)"
    )
    cost.add_argument("--prices", type=float, nargs=2, default=(0.0, 0.0), metavar=("IN", "OUT"),
                      help="of a million tokens")  # fmt: skip
    cost.add_argument("--cached", type=float, metavar="PRICE", help="of a million tokens that are in the cache")
    cost.set_defaults(run=_cost)
    about = "play the games of result files again, the opponents' moves too; exit code 1 where one is otherwise"
    check = actions.add_parser("check", help=about, description=about)
    check.add_argument("files", nargs="+", type=Path, metavar="FILE", help="that --transcripts or suite.evaluate wrote")
    add_json(check)
    check.set_defaults(run=_check)
    about = "a leaderboard from result files"
    board = actions.add_parser("board", help=about, description=about)
    board.add_argument("files", nargs="+", type=Path, metavar="FILE", help="that --transcripts or suite.evaluate wrote")
    board.add_argument("-o", "--output", type=Path, metavar="PAGE", help="write it as a page")
    board.add_argument("--unchecked", action="store_true", help="do not play the games again first")
    add_json(board)
    board.set_defaults(run=_board)
    about = "a list of every library game by family: train, validation, held-out"
    split = actions.add_parser("split", help=about, description=about)
    split.add_argument("name", metavar="NAME", help="of the list")
    split.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="ends in .json")
    split.set_defaults(run=_split)


def _cost(arguments: argparse.Namespace) -> int:
    from ludens import suite

    try:
        listing = suite.load(arguments.suite)
        chosen = listing.chosen(arguments.game, arguments.kind, arguments.difficulty, arguments.split)
    except suite.SuiteError as error:
        raise Misuse(str(error)) from None
    cost = suite.estimate(
        listing, chosen, n=arguments.n, prompts=suite.PROTOCOLS[arguments.protocol], answer=arguments.answer,
        prices=(arguments.prices[0], arguments.prices[1]), cached_price=arguments.cached,
    )  # fmt: skip
    if arguments.json:
        print_facts(cost.to_dict())
        return 0
    print(f"{len(chosen)} games of {listing.name}: {cost.games} plays, {cost.turns} turns of the model, about")
    print(f"{cost.tokens_in} tokens in, of which {cost.cached} may come from a cache")
    print(f"{cost.tokens_out} tokens out, {arguments.answer} an answer")
    if any(arguments.prices):
        print(f"{cost.money:.2f} in money")
    return 0


def _transcripts(files: list[Path]) -> list[Any]:
    """The games of files, in turn. Raises Misuse."""
    from ludens.formats import OtherVersion
    from ludens.suite.transcripts import read

    try:
        games = [one for file in files for one in read(file)]
    except (OSError, OtherVersion, ValueError) as error:
        raise Misuse(str(error)) from None
    if not games:
        raise Misuse(f"{', '.join(map(str, files))}: there are no transcripts")
    return games


def _findings(games: list[Any]) -> list[Any]:
    from ludens.cli.screen import progress_bar
    from ludens.suite import check_results

    with progress_bar() as progress:
        task = progress.add_task("playing again", total=len(games))
        return check_results(games, lambda done: progress.update(task, completed=done))


def _check(arguments: argparse.Namespace) -> int:
    games = _transcripts(arguments.files)
    findings = _findings(games)
    if arguments.json:
        print_facts({"games": len(games), "findings": [{"line": one.line, "trouble": one.trouble} for one in findings]})
    else:
        for one in findings:
            print(one)
        print(f"{len(games) - len(findings)} of {len(games)} games are as they say")
    return FAILED if findings else 0


def _board(arguments: argparse.Namespace) -> int:
    from ludens.suite import SuiteError, as_page, rows_of

    games = _transcripts(arguments.files)
    if not arguments.unchecked:
        wrong = {one.line for one in _findings(games)}
        for line in sorted(wrong):
            say(f"ludens: game {line} is not as it says, and is left out: see ludens suite check")
        games = [one for line, one in enumerate(games, 1) if line not in wrong]
    try:
        rows = rows_of(games)
    except SuiteError as error:
        raise Misuse(str(error)) from None
    if arguments.output is not None:
        page = as_page(rows, checked=None if arguments.unchecked else len(games))
        files.write_text(arguments.output, page)
    if arguments.json:
        print_facts({"rows": [row.to_dict() for row in rows]})
    elif arguments.output is None:
        for row in rows:
            low, high = row.bounded.low, row.bounded.high
            name = f"{row.suite}{f', level {row.level}' if row.level else ''}"
            score = f"{row.evaluation.scored.score:.3f} ({low:.3f} to {high:.3f})"
            print(f"{name:<14} {row.agent:<24} {score}, {row.games} of {row.of} games")
    return 0


def _split(arguments: argparse.Namespace) -> int:
    from ludens.suite import whole_library

    games = whole_library(arguments.name, report=say)
    text = json.dumps(games.to_dict(), indent=1, ensure_ascii=False)
    files.write_text(arguments.output, text + "\n")
    return 0
