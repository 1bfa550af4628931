"""certify: everything that is known to hold of games, tested and counted."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens import library
from ludens.cli.arguments import OPTION, count, positive
from ludens.cli.common import FAILED, Misuse, add_command, say, source_of, tell
from ludens.cli.facts import add_json, print_facts
from ludens.cli.screen import progress_bar, shown
from ludens.cli.workers import add_other_workers, workers
from ludens.language import printed

if TYPE_CHECKING:
    from ludens.certify import Certificate, Effort
    from ludens.certify.making import Task


def add(commands: Any) -> None:
    parser = add_command(commands, "certify", "test everything that is known to hold of games, and count it", _certify)
    games = "library names, .lud files, folders of such files, or all"
    parser.add_argument("games", nargs="+", metavar="GAME", help=games)
    parser.add_argument("--option", **OPTION)
    trials = "recorded games: a file, or a folder laid out as the games' is"
    parser.add_argument("--trials", type=Path, metavar="PATH", help=trials)
    plies = "of the game that is looked at move by move (40)"
    parser.add_argument("--plies", type=positive, default=40, metavar="N", help=plies)
    parser.add_argument("-n", type=positive, default=100, metavar="N", help="random games to their ends (100)")
    direct = "positions that are played without compiled code (6)"
    parser.add_argument("--direct", type=count, default=6, metavar="N", help=direct)
    parser.add_argument("--seed", type=count, default=1, help="of all random games (1)")
    output = "write certificates and a page of them there; what is there already is not made again"
    parser.add_argument("-o", "--output", type=Path, metavar="DIR", help=output)
    add_other_workers(parser)
    add_json(parser)


def _certify(arguments: argparse.Namespace) -> int:
    from ludens.certify import Effort

    effort = Effort(arguments.plies, arguments.n, arguments.direct, arguments.seed)
    tasks = list(_tasks(arguments, effort))
    kept = {one.source: one for one in _kept(arguments.output) if one.version == version("ludens")}
    left = [task for task in tasks if task.digest not in kept]
    made = [kept[task.digest] for task in tasks if task.digest in kept]
    failed = False
    for task, answer in _answers(arguments, left):
        if isinstance(answer, str):
            failed = True
            say(f"{printed(task.name)}: {printed(answer)}")
            continue
        made.append(answer)
        if arguments.output is not None:
            _write(arguments.output, answer)
        if not arguments.json:
            _tell(answer)
    if arguments.output is not None:
        _write_page(arguments.output)
    if arguments.json:
        print_facts({"certificates": [one.to_dict() for one in made]})
    elif len(tasks) > 1:
        tell(f"{sum(one.holds for one in made)} of {len(tasks)} games: nothing that was tested failed")
    return FAILED if failed or not all(one.holds for one in made) else 0


def _tasks(arguments: argparse.Namespace, effort: Effort) -> Iterator[Task]:
    from ludens.certify.making import Task

    for name, root in _games(arguments.games):
        text, file = source_of(name)
        trials = _trials(arguments.trials, Path(name), root)
        yield Task(file, text, tuple(arguments.option), tuple(trials), effort)


def _games(names: list[str]) -> Iterator[tuple[str, Path | None]]:
    """The games that are named, and the folder that each was found in."""
    for name in names:
        if name == "all":
            yield from ((known, None) for known in library.names())
        elif Path(name).is_dir():
            found = sorted(Path(name).rglob("*.lud"))
            if not found:
                raise Misuse(f"there is no .lud file in {name}")
            yield from ((str(path), Path(name)) for path in found)
        else:
            yield name, None


def _trials(given: Path | None, game: Path, root: Path | None) -> Iterator[str]:
    """The recorded games of a game: the file that is given, or those in the folder that have the game's name."""
    if given is None:
        return
    if given.is_file():
        yield str(given)
        return
    if not given.is_dir():
        raise Misuse(f"there is no {given}")
    inside = game.relative_to(root) if root is not None else Path(game.name)
    folder, stem = given / inside.parent, inside.name.removesuffix(".lud")
    names = [f"{stem}.json.xz", f"{stem}.trl", f"{stem}.txt"]
    yield from (str(folder / name) for name in names if (folder / name).is_file())
    yield from (str(path) for path in sorted((folder / stem).glob("*.trl")) + sorted((folder / stem).glob("*.txt")))


def _answers(arguments: argparse.Namespace, tasks: list[Task]) -> Iterator[tuple[Task, Certificate | str]]:
    """The certificate of each task, or what went wrong."""
    from ludens.certify.making import made

    pool = workers(arguments)
    with progress_bar() as progress:
        bar = progress.add_task("", total=len(tasks))
        if pool is None:
            for number, task in enumerate(tasks):
                tell_now = partial(_describe, progress, bar, task.name)
                yield task, made(task, tell_now)
                progress.update(bar, completed=number + 1)
            return
        with pool:
            for done, answer in enumerate(pool.run(made, tasks), 1):
                progress.update(bar, completed=done, description=shown(tasks[answer.number].name))
                try:
                    yield tasks[answer.number], answer.value
                except Exception as error:  # a worker that died costs its game only
                    yield tasks[answer.number], str(error)


def _describe(progress: Any, bar: Any, name: str, claim: str) -> None:
    progress.update(bar, description=shown(f"{name}: {claim}"))


def _tell(certificate: Certificate) -> None:
    tell(f"{printed(certificate.game)}: {'holds' if certificate.holds else 'FAILS'}, {certificate.tests:,} tests")
    for check in certificate.checks:
        told = f"{check.count:,} tests" if check.count else check.skipped
        tell(f"  {check.verdict:<10}  {check.claim} ({printed(told)})")
        for failure in check.failures:
            tell(f"              {printed(failure)}")


def _kept(folder: Path | None) -> list[Certificate]:
    """The certificates that lie in a folder already."""
    from ludens.certify import Certificate

    found = []
    for path in sorted(folder.glob("*.json")) if folder is not None and folder.is_dir() else ():
        try:
            found.append(Certificate.from_dict(json.loads(path.read_text(encoding="utf-8"))))
        except ValueError as error:
            say(f"{path}: {error}")
    return found


def _write(folder: Path, certificate: Certificate) -> None:
    from ludens.certify.page import badge

    folder.mkdir(parents=True, exist_ok=True)
    name = library.key("-".join((certificate.game, *certificate.options)))
    text = json.dumps(certificate.to_dict(), indent=1, ensure_ascii=False)
    (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")
    (folder / f"{name}.svg").write_text(badge(certificate), encoding="utf-8")


def _write_page(folder: Path) -> None:
    from ludens.certify.page import page

    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.html").write_text(page(_kept(folder)), encoding="utf-8")
