"""Makes a certificate."""

from __future__ import annotations

import datetime
import hashlib
import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path

from ludens.certify.certificate import Certificate, Check
from ludens.certify.checks import CHECKS, Effort
from ludens.certify.recorded import Recorded, read_recorded, recorded
from ludens.game import Game, compile_text
from ludens.game.programs import digest_of
from ludens.language import LudError
from ludens.native import LimitExceeded


def certify(
    game: Game,
    effort: Effort | None = None,
    *,
    files: Sequence[Recorded] = (),
    source: str = "",
    report: Callable[[str], None] | None = None,
) -> Certificate:
    """Test all that is claimed of a game; `report` hears the name of each claim before it is tested.

    `source` tells where the description came from, for who makes many certificates.

    A claim that does not hold is told in the certificate, not raised. Raises what a game may raise that cannot be
    played at all (LudError).
    """
    effort = effort if effort is not None else Effort()
    done: list[Check] = []
    for check in CHECKS:
        if report is not None:
            report(check.__name__.replace("_", " "))
        try:
            done.append(check(game, effort))
        except LimitExceeded as error:
            done.append(Check(check.__name__.replace("_", " "), "no limit is met", 1, (str(error),)))
    if report is not None:
        report("recorded games")
    done.append(recorded(game, files))
    return Certificate(
        game=game.name,
        options=tuple(game.options),
        digest=digest_of(game.description),
        source=source,
        version=version("ludens"),
        machine=f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
        date=datetime.datetime.now(datetime.UTC).date().isoformat(),
        seed=effort.seed,
        checks=tuple(done),
    )


@dataclass(frozen=True)
class Task:
    """A certificate to be made: of the text of a description, with the paths of recorded games."""

    name: str
    text: str
    options: tuple[str, ...]
    files: tuple[str, ...]
    effort: Effort

    @cached_property
    def digest(self) -> str:
        """What tells the task's text, options and recorded games from others: the `source` of its certificate."""
        return hashlib.sha256("\0".join((self.text, *self.options, *self.files)).encode()).hexdigest()


def made(task: Task, report: Callable[[str], None] | None = None) -> Certificate | str:
    """The certificate of a task, or why there is none."""
    try:
        game = compile_text(task.text, task.name, list(task.options))
        files = [read_recorded(Path(path)) for path in task.files]
        return certify(game, task.effort, files=files, source=task.digest, report=report)
    except (LudError, OSError, ValueError) as error:
        return str(error)
