"""suite: agents on a benchmark of many games."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.cli.arguments import count, new_parser, positive
from ludens.cli.boxes import add_action as add_box_action
from ludens.cli.common import games_of
from ludens.cli.errors import FAILED, MISUSED, Misuse, say
from ludens.cli.facts import add_json, print_facts
from ludens.cli.questions import add_actions as add_question_actions
from ludens.cli.results import add_actions as add_result_actions
from ludens.system import files

if TYPE_CHECKING:
    from ludens.suite import Evaluation, Suite

_DEFAULT = "v1"


def add(commands: Any) -> None:
    parser = new_parser(commands, "suite")
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION")
    lists = actions.add_parser("list", help="the lists that there are", description="the lists that there are")
    lists.set_defaults(run=_list)
    shown = actions.add_parser("show", help="the games of a list", description="the games of a list")
    _which(shown)
    shown.set_defaults(run=_checked(_show))
    run = actions.add_parser("run", help="let an agent play a list", description="let an agent play a list")
    _which(run)
    run.add_argument("--agent", required=True, metavar="WHO", help="the agent, as in uct:100")
    run.add_argument("-n", type=positive, metavar="N", help="games against each opponent (as many as the list says)")
    run.add_argument("--seed", type=count, default=0, help="of the starts and of the agents (0)")
    run.add_argument("--disguise", type=count, metavar="SEED", help="play each game in the disguise of this seed")
    run.add_argument("--misere", action="store_true", help="with the goals turned round, in disguise")
    levels = "how far the disguise goes: 1 names, 2 board, 3 goal, 4 a game that nobody has seen (2)"
    run.add_argument("--level", type=int, choices=(1, 2, 3, 4), help=levels)
    run.add_argument("--threads", type=positive, default=1, metavar="N", help="games at a time (1)")
    about = "add a line of JSON for each game to a file; those in it are not played again"
    run.add_argument("--transcripts", type=Path, metavar="FILE", help=about)
    run.set_defaults(run=_checked(_run))
    replay = actions.add_parser("replay", help="games of a file as a page", description="play games of a file again")
    replay.add_argument("file", type=Path, metavar="FILE", help="that --transcripts or suite.evaluate wrote")
    replay.add_argument("-o", "--output", type=Path, metavar="PAGE", help="write a page that replays them")
    replay.add_argument("-n", type=positive, metavar="NUMBER", help="only the game of this line, from 1")
    replay.set_defaults(run=_checked(_replay))
    add_question_actions(actions)
    add_box_action(actions)
    add_result_actions(actions, _which)
    make = actions.add_parser("make", help="measure games, and write a list", description="measure games, write a list")
    make.add_argument("name", metavar="NAME", help="of the list")
    make.add_argument("games", nargs="+", metavar="GAME", help="library names, .lud files, folders of such files")
    make.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="ends in .json")
    make.add_argument("--about", default="", metavar="TEXT", help="what the list is")
    make.add_argument("-n", type=positive, default=20, metavar="N", help="games of every two opponents (20)")
    make.set_defaults(run=_checked(_make))


def _which(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("suite", nargs="?", default=_DEFAULT, metavar="LIST", help=f"a list or its file ({_DEFAULT})")
    for what in ("game", "kind", "difficulty", "split"):
        parser.add_argument(f"--{what}", action="append", default=[], help=f"only this {what}; repeat for more")
    add_json(parser)


def _checked(run: Any) -> Any:
    def checked(arguments: argparse.Namespace) -> int:
        from ludens.suite import SuiteError

        try:
            code: int = run(arguments)
            return code
        except SuiteError as error:
            say(f"ludens: {error}")
            return MISUSED

    return checked


def _list(arguments: argparse.Namespace) -> int:
    from ludens import suite

    for name in suite.names():
        listing = suite.load(name)
        print(f"{name:<6} {len(listing.entries)} games: {listing.about}")
    return 0


def _show(arguments: argparse.Namespace) -> int:
    from ludens import suite
    from ludens.language import printed

    listing = suite.load(arguments.suite)
    entries = listing.chosen(arguments.game, arguments.kind, arguments.difficulty, arguments.split)
    if arguments.json:
        facts = listing.to_dict()
        facts["entries"] = [one for one in facts["entries"] if any(_same(one, entry) for entry in entries)]
        print_facts(facts)
        return 0
    games = f"{listing.games} games against each of {', '.join(listing.opponents)}"
    print(f"{listing.name}: {listing.about}\n{games}; {listing.plies} plies at most; protocol {listing.protocol}")
    width = max((len(entry.title) for entry in entries), default=0)
    for entry in entries:
        m = entry.measured
        if not m.length:
            traits = f"  {', '.join(entry.traits)}" if entry.traits else ""
            print(f"{printed(entry.title):<{width}}  {printed(entry.kind):<12} {entry.split}{traits}")
            continue
        size = f"{m.branching:6.1f} moves, {m.length:6.1f} plies; points {m.lowest:.2f} to {m.highest:.2f}"
        print(f"{printed(entry.title):<{width}}  {printed(entry.kind):<12} {entry.difficulty:<6} {size}")
    return 0


def _same(row: dict[str, Any], entry: Any) -> bool:
    return bool(row["game"] == entry.game and tuple(row["options"]) == entry.options)


def _run(arguments: argparse.Namespace) -> int:
    from ludens import suite
    from ludens.cli.screen import progress_bar, shown

    games: Suite = suite.load(arguments.suite)
    with progress_bar() as progress:
        task = progress.add_task("", total=None)

        def report(now: suite.Progress) -> None:
            progress.update(task, description=shown(now.entry.title), total=now.total, completed=now.done)

        evaluation = suite.evaluate(
            arguments.agent,
            games,
            games=arguments.game,
            kinds=arguments.kind,
            difficulties=arguments.difficulty,
            splits=arguments.split,
            n=arguments.n,
            seed=arguments.seed,
            disguised=arguments.disguise,
            misere=arguments.misere,
            level=arguments.level,
            threads=arguments.threads,
            report=report,
            transcripts=arguments.transcripts,
        )
    if arguments.json:
        print_facts(evaluation.to_dict())
    else:
        print("\n".join(_table(evaluation)))
    return 0 if evaluation.results else FAILED


def _table(evaluation: Evaluation) -> list[str]:
    """The score of each game, of each kind and difficulty, and of all."""
    from ludens.language import printed

    rows = [(printed(result.entry.title), result.scored) for result in evaluation.results]
    groups = [(name, scored) for what in ("kind", "difficulty") for name, scored in evaluation.by(what).items()]
    width = max((len(name) for name, _ in rows + groups), default=0)
    lines = [f"{name:<{width}}  {scored}" for name, scored in [*rows, ("", None), *groups] if scored is not None]
    lines.append(f"{'all':<{width}}  {evaluation.scored}")
    if evaluation.uncounted:
        lines.append(f"{'with what is open':<{width}}  {evaluation.bounded}")
    lines += [f"{count} games lost by {reason}" for reason, count in evaluation.reasons.items()]
    return lines + [f"{count} games could not be counted: {why}" for why, count in evaluation.uncounted.items()]


def _replay(arguments: argparse.Namespace) -> int:
    """Play the games of a file again, and check that each goes as written."""
    from ludens.suite import viewer
    from ludens.suite.transcripts import read

    played = read(arguments.file)
    if arguments.n is not None:
        played = played[arguments.n - 1 : arguments.n]
    if not played:
        raise Misuse(f"{arguments.file} has no such transcript")
    try:
        for one in played:
            viewer.check(one)
        if arguments.output is not None:
            files.write_text(arguments.output, viewer.as_html(played, arguments.file.name))
    except viewer.ReplayError as error:
        say(f"ludens: {error}")
        return FAILED
    print(f"{len(played)} games go as they say")
    return 0


def _make(arguments: argparse.Namespace) -> int:
    from ludens.suite.list_builder import make

    folder = arguments.output.parent
    named = (one.name for one in games_of(arguments.games))
    paths = [os.path.relpath(name, folder) if name.endswith(".lud") else name for name in named]
    sources: list[tuple[str, list[str]]] = [(file, []) for file in paths]
    games = make(arguments.name, arguments.about, sources, measured=arguments.n, folder=folder, report=say)
    text = json.dumps(games.to_dict(), indent=1, ensure_ascii=False)
    files.write_text(arguments.output, text + "\n")
    return 0
