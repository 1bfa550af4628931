"""Makes a certificate."""

from __future__ import annotations

import datetime
import hashlib
import platform
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from ludens.game import Game, compile_text
from ludens.game.programs import digest_of
from ludens.language import LudError
from ludens.native import LimitExceeded
from ludens.testing.certificates.certificate import Certificate, Check
from ludens.testing.certificates.checks import CHECKS, LIMITS, NO_LIMIT, Effort, perft
from ludens.testing.certificates.published import Published
from ludens.testing.certificates.recorded_games import Recorded, read_recorded, recorded
from ludens.version import __version__


def certify(
    game: Game,
    effort: Effort | None = None,
    *,
    files: Sequence[Recorded] = (),
    published: Sequence[Published] = (),
    chosen: Sequence[str] = (),
    source: str = "",
    report: Callable[[str], None] | None = None,
) -> Certificate:
    """Test all that is claimed of a game; `report` hears what is tested before it is.

    `files` are recorded games, `published` numbers of move sequences, `chosen` the options that were chosen, and
    `source` tells where the description came from, for who makes many certificates.

    A claim that does not hold is told in the certificate, not raised. Raises what a game may raise that cannot be
    played at all (LudError).
    """
    effort, done = effort if effort is not None else Effort(), list[Check]()
    last = {
        "perft": lambda *_: iter([perft(game, effort, published)]),
        "recorded games": lambda *_: recorded(game, files),
    }
    for name, check in {**CHECKS, **last}.items():
        if report is not None:
            report(name)
        try:
            done += check(game, effort)
        except LimitExceeded as error:
            done.append(Check(LIMITS, NO_LIMIT, 1, (f"{name}: {error}",)))
    return Certificate(
        game=game.name,
        options=tuple(game.options),
        chosen=tuple(chosen),
        digest=digest_of(game.description),
        source=source,
        version=__version__,
        machine=f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
        date=datetime.datetime.now(datetime.UTC).date().isoformat(),
        effort=asdict(effort),
        checks=tuple(done),
    )


@dataclass(frozen=True)
class CertificationTask:
    """A certificate to be made: of the text of a description, with the paths of recorded games."""

    name: str
    text: str
    options: tuple[str, ...]
    files: tuple[str, ...]
    effort: Effort
    published: tuple[Published, ...] = ()

    @cached_property
    def digest(self) -> str:
        """What tells what the task goes by from others: the `source` of its certificate.

        It is the text, the options, the effort, the published numbers, and what the recorded games' files hold.
        """
        hashed = hashlib.sha256(repr((self.text, self.options, self.effort, self.published)).encode())
        for file in self.files:
            hashed.update(hashlib.sha256(Path(file).read_bytes()).digest())
        return hashed.hexdigest()


def make(task: CertificationTask, report: Callable[[str], None] | None = None) -> Certificate | str:
    """The certificate of a task, or why there is none."""
    try:
        game = compile_text(task.text, task.name, list(task.options))
        files = [read_recorded(Path(path)) for path in task.files]
        return certify(
            game,
            task.effort,
            files=files,
            published=task.published,
            chosen=task.options,
            source=task.digest,
            report=report,
        )
    except (LudError, OSError, ValueError) as error:
        return str(error)
