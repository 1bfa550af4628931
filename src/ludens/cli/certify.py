"""certify: every claim about games, tested and counted."""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ludens import library
from ludens.cli.arguments import OPTION, count, positive
from ludens.cli.common import FAILED, Misuse, Named, add_command, games_of, say, source_of, tell
from ludens.cli.facts import add_json, print_facts
from ludens.cli.screen import progress_bar, shown
from ludens.cli.workers import add_other_workers, workers
from ludens.language import printed
from ludens.system import files
from ludens.version import __version__

if TYPE_CHECKING:
    from ludens.testing.certificates import Certificate
    from ludens.testing.certificates.certification import CertificationTask
    from ludens.testing.certificates.published import Published


def add(commands: Any) -> None:
    parser = add_command(commands, "certify", _certify)
    games = "library names, .lud files, folders of such files, or all"
    parser.add_argument("games", nargs="+", metavar="GAME", help=games)
    parser.add_argument("--option", **OPTION)
    trials = "recorded games: a file, or a folder laid out as the games' is"
    parser.add_argument("--trials", type=Path, metavar="PATH", help=trials)
    perft = "published numbers of move sequences: game, depth, leaves, source, with tabs (the library has its own)"
    parser.add_argument("--perft", type=Path, metavar="FILE", help=perft)
    usual = Usual()
    plies = f"of the game that is looked at move by move ({usual.plies})"
    parser.add_argument("--plies", type=positive, default=usual.plies, metavar="N", help=plies)
    parser.add_argument("-n", type=positive, default=usual.games, metavar="N", help=f"random games ({usual.games})")
    direct = f"positions that are played without compiled code ({usual.direct})"
    parser.add_argument("--direct", type=count, default=usual.direct, metavar="N", help=direct)
    leaves = f"published numbers of move sequences are counted up to this one ({usual.leaves:,})"
    parser.add_argument("--leaves", type=count, default=usual.leaves, metavar="N", help=leaves)
    parser.add_argument("--seed", type=count, default=usual.seed, help=f"of all random games ({usual.seed})")
    output = "write certificates and a page of them there, or lines of a file .jsonl; what is there is not made again"
    parser.add_argument("-o", "--output", type=Path, metavar="PLACE", help=output)
    parser.add_argument("--again", action="store_true", help="make what is there already again")
    against = "compare with the certificates there, made with as much effort: what held there has to hold"
    parser.add_argument("--against", type=Path, metavar="PLACE", help=against)
    parser.add_argument("--sample", type=positive, metavar="N", help="take N of the games, which --salt decides")
    parser.add_argument("--salt", default="", metavar="TEXT", help="any text: others give other samples")
    add_other_workers(parser)
    add_json(parser)


class Usual(NamedTuple):
    """How much is tested by default: the values of `certify.Effort`, which need not be imported for `--help`."""

    plies: int = 40
    games: int = 100
    direct: int = 6
    leaves: int = 300_000
    seed: int = 1


def _certify(arguments: argparse.Namespace) -> int:
    earlier = {_file_name(one): one for one in _read_certificates(arguments.against)}
    if arguments.against is not None and not earlier:
        raise Misuse(f"there is no certificate in {arguments.against}")
    tasks = list(_tasks(arguments, earlier))
    existing = {one.source: one for one in _read_certificates(arguments.output) if one.version == __version__}
    pending = [task for task in tasks if arguments.again or task.digest not in existing]
    there = [] if arguments.again else [(task, existing[task.digest]) for task in tasks if task.digest in existing]
    certificates, holders = [one for _, one in there], {_file_name(one): task.name for task, one in there}
    worse, failed = dict[str, list[str]](), False
    for task, answer in _answers(arguments, pending):
        if isinstance(answer, str):
            failed = True
            say(f"{printed(task.name)}: {printed(answer)}")
            continue
        certificates.append(answer)
        holder = holders.setdefault(_file_name(answer), task.name)
        if arguments.output is not None and holder != task.name:
            failed = True
            say(
                f"{printed(task.name)}: {_file_name(answer)}.json is the certificate of {printed(holder)}, whose game "
                "has the same name: write this one into another folder, with -o"
            )
            continue
        if arguments.output is not None:
            _write(arguments.output, answer)
        before = earlier.get(_file_name(answer))
        if before is not None:
            worse[answer.game] = answer.worse(before)
        if not arguments.json:
            _tell(answer, before, worse.get(answer.game, []))
    if arguments.output is not None and not _is_one_file(arguments.output):
        _write_page(arguments.output)
    if arguments.json:
        extra = {"worse": worse} if arguments.against is not None else {}
        print_facts({"certificates": [one.to_dict() for one in certificates], **extra})
    elif len(tasks) > 1:
        tell(f"{sum(one.holds for one in certificates)} of {len(tasks)} games: nothing that was tested failed")
    return FAILED if failed or any(worse.values()) or not all(one.holds for one in certificates) else 0


def _tasks(arguments: argparse.Namespace, earlier: Mapping[str, Certificate]) -> Iterator[CertificationTask]:
    from ludens.testing.certificates import Effort
    from ludens.testing.certificates.certification import CertificationTask
    from ludens.testing.certificates.published import of_game

    usual = Effort(arguments.plies, arguments.n, arguments.direct, arguments.leaves, arguments.seed)
    own, others = _published(arguments.perft)
    for name, root in _sampled(games_of(arguments.games), arguments):
        text, file = source_of(name)
        stem = Path(file).name.removesuffix(".lud")
        before = earlier.get(library.key(stem))
        rows = of_game(stem, others)
        if not arguments.option and _is_shipped(stem, text):
            rows += of_game(stem, own)
        effort = Effort(**before.effort) if before is not None else usual
        trials = _trials(arguments.trials, Path(name), root)
        yield CertificationTask(file, text, tuple(arguments.option), tuple(trials), effort, rows)


def _published(path: Path | None) -> tuple[list[Published], list[Published]]:
    """The published numbers of move sequences: the library's, and those of a file. Raises Misuse."""
    from ludens.testing.certificates.published import read_published

    try:
        return read_published(), [] if path is None else read_published(path)
    except ValueError as error:
        raise Misuse(str(error)) from None


def _is_shipped(stem: str, text: str) -> bool:
    """Whether a text is that of the library's game of this name."""
    try:
        return library.is_shipped(library.find(stem)) and library.read(stem) == text
    except library.UnknownGame:
        return False


def _sampled(games: list[Named], arguments: argparse.Namespace) -> list[Named]:
    """A sample of the games: the first ones by a digest of their names and the salt."""
    if arguments.sample is None:
        return games

    def place(game: Named) -> bytes:
        return hashlib.sha256(f"{arguments.salt}\0{game.name}".encode()).digest()

    return sorted(games, key=place)[: arguments.sample]


def _trials(place: Path | None, game: Path, root: Path | None) -> Iterator[str]:
    """The recorded games of a game: a file, or those files of a folder that have the game's name."""
    if place is None:
        return
    if place.is_file():
        yield str(place)
        return
    if not place.is_dir():
        raise Misuse(f"there is no {place}")
    inside = game.relative_to(root) if root is not None else Path(game.name)
    folder, stem = place / inside.parent, inside.name.removesuffix(".lud")
    names = [f"{stem}.json.xz", f"{stem}.trl", f"{stem}.txt"]
    yield from (str(folder / name) for name in names if (folder / name).is_file())
    yield from (str(path) for path in sorted((folder / stem).glob("*.trl")) + sorted((folder / stem).glob("*.txt")))


def _answers(
    arguments: argparse.Namespace, tasks: list[CertificationTask]
) -> Iterator[tuple[CertificationTask, Certificate | str]]:
    """The certificate of each task, or what went wrong."""
    from ludens.testing.certificates.certification import make

    pool = workers(arguments)
    with progress_bar() as progress:
        bar = progress.add_task("", total=len(tasks))
        if pool is None:
            for number, task in enumerate(tasks):
                tell_now = partial(_describe, progress, bar, task.name)
                yield task, make(task, tell_now)
                progress.update(bar, completed=number + 1)
            return
        with pool:
            for done, answer in enumerate(pool.run(make, tasks), 1):
                progress.update(bar, completed=done, description=shown(tasks[answer.number].name))
                try:
                    yield tasks[answer.number], answer.value
                except Exception as error:  # a worker that died costs its game only
                    yield tasks[answer.number], str(error)


def _describe(progress: Any, bar: Any, name: str, claim: str) -> None:
    progress.update(bar, description=shown(f"{name}: {claim}"))


def _tell(certificate: Certificate, before: Certificate | None, worse: Sequence[str]) -> None:
    tell(f"{printed(certificate.game)}: {'holds' if certificate.holds else 'FAILS'}, {certificate.tests:,} tests")
    for check in certificate.checks:
        note = f"{check.count:,} tests" if check.count else check.skipped
        tell(f"  {check.verdict:<10}  {check.claim} ({printed(note)})")
        for failure in check.failures:
            tell(f"              {printed(failure)}")
    if before is not None and before.digest != certificate.digest:
        tell(f"  the rules are not those of the certificate of {before.date}")
    for difference in worse:
        tell(f"  worse: {printed(difference)}")


def _read_certificates(folder: Path | None) -> list[Certificate]:
    """The certificates that a folder, or a file of JSON lines, has already."""
    from ludens.testing.certificates import Certificate

    certificates = []
    for place, text in _texts(folder):
        try:
            certificates.append(Certificate.from_dict(json.loads(text)))
        except ValueError as error:
            say(f"{place}: {error}")
    return certificates


def _texts(place: Path | None) -> Iterator[tuple[str, str]]:
    """The certificates of a folder, or of a file of JSON lines, each with its place."""
    if place is not None and place.is_dir():
        yield from ((str(path), path.read_text(encoding="utf-8")) for path in sorted(place.glob("*.json")))
    elif place is not None and place.is_file():
        lines = place.read_text(encoding="utf-8").splitlines()
        yield from ((f"{place}:{number}", line) for number, line in enumerate(lines, 1) if line.strip())


def _write(folder: Path, certificate: Certificate) -> None:
    from ludens.testing.certificates.page import badge

    if _is_one_file(folder):
        certificates = {_file_name(one): one for one in (*_read_certificates(folder), certificate)}
        lines = [f"{json.dumps(certificates[name].to_dict(), ensure_ascii=False)}\n" for name in sorted(certificates)]
        files.write_text(folder, "".join(lines))
        return
    folder.mkdir(parents=True, exist_ok=True)
    name = _file_name(certificate)
    files.write_text(folder / f"{name}.json", certificate.to_json())
    files.write_text(folder / f"{name}.svg", badge(certificate))


def _is_one_file(place: Path) -> bool:
    """Whether certificates are lines of a file, and not files of a folder."""
    return place.suffix == ".jsonl"


def _file_name(certificate: Certificate) -> str:
    return library.key("-".join((certificate.game, *certificate.chosen)))


def _write_page(folder: Path) -> None:
    from ludens.testing.certificates.page import page

    folder.mkdir(parents=True, exist_ok=True)
    files.write_text(folder / "index.html", page([(_file_name(one), one) for one in _read_certificates(folder)]))
