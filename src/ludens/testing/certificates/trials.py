"""Many trial files at once: found in folders, each with the game that it is of, and played again.

Files of one game are one batch, so that the game is compiled once; a batch is what a worker does.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Final

from ludens.game import Game, compile_text
from ludens.game.trial import Trial, TrialError, TrialSkipped, follow, read_trial
from ludens.language import LudError
from ludens.native import LimitExceeded

#: how a trial file begins, and the ends of the names of such files
_BEGINS: Final = "game="
SUFFIXES: Final = (".trl", ".txt", ".trial")
#: what comes of a file
REPLAYS, SKIPPED, DIFFERS, STOPS, DAMAGED, NO_GAME = "replays", "skipped", "differs", "stops", "damaged", "no game"
#: differences of a file that are told
_SHOWN: Final = 10


@dataclass(frozen=True)
class TrialBatch:
    """Trial files of one description with one choice of options; `text` is None where the game is not known."""

    game: str
    text: str | None
    options: tuple[str, ...]
    files: tuple[str, ...]


def trial_files(places: Iterable[Path]) -> Iterator[Path]:
    """The trial files among some files and in some folders, in order; in folders what does not begin as one is left."""
    for place in places:
        if not place.is_dir():
            yield place
            continue
        for path in sorted(place.rglob("*")):
            if path.suffix.lower() in SUFFIXES and path.is_file() and _begins(path):
                yield path


def _begins(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_BEGINS) + 3).removeprefix(b"\xef\xbb\xbf").startswith(_BEGINS.encode())


class Descriptions:
    """The descriptions under a folder, found by how a trial names its game: by the longest end of a path."""

    def __init__(self, folder: Path) -> None:
        self._paths = defaultdict[str, list[Path]](list)
        for path in sorted(folder.rglob("*.lud")):
            self._paths[path.stem.casefold()].append(path)

    def find(self, game: str) -> Path | None:
        """The description that is meant; None where there is none, or where several are as likely."""
        parts = PurePosixPath(game.replace("\\", "/").casefold().removesuffix(".lud") + ".lud").parts
        paths = self._paths.get(parts[-1].removesuffix(".lud"), [])
        ranked = sorted(((_shared(parts, path), path) for path in paths), reverse=True)
        alone = len(ranked) == 1 or (ranked and ranked[0][0] > ranked[1][0])
        return ranked[0][1] if alone else None


def _shared(name: Sequence[str], path: Path) -> int:
    """How many parts two paths share at their ends."""
    parts = [part.casefold() for part in path.parts]
    return next(
        (n for n, (a, b) in enumerate(zip(name[::-1], parts[::-1], strict=False)) if a != b),
        len(name),
    )


def batches(files: Iterable[Path], text_of: Callable[[Trial], tuple[str, str] | None]) -> list[TrialBatch]:
    """The files by game and options. `text_of` gives the text and the name of a trial's game, where it is known."""
    groups = defaultdict[tuple[str, str | None, tuple[str, ...]], list[str]](list)
    for path in files:
        try:
            trial = _read(path)[0]
        except TrialError:
            groups["", None, ()].append(str(path))
            continue
        source = text_of(trial)
        name, text = (source[1], source[0]) if source is not None else (trial.game, None)
        groups[name, text, trial.options].append(str(path))
    return [TrialBatch(name, text, options, tuple(paths)) for (name, text, options), paths in groups.items()]


def digest(tasks: Sequence[TrialBatch]) -> str:
    """What tells some batches from others: the name of a journal."""
    return hashlib.sha256(repr(tasks).encode()).hexdigest()[:16]


def _read(path: Path) -> tuple[Trial, TrialError | None]:
    """A trial, as far as it can be read, and what is wrong with the rest. Raises TrialError where nothing can be."""
    try:
        return read_trial(path.read_text(encoding="utf-8"), str(path)), None
    except UnicodeDecodeError as error:
        line = 1 + path.read_bytes()[: error.start].count(b"\n")
        raise TrialError(f"this is no text in UTF-8: {error.reason}", str(path), line) from None
    except TrialError as error:
        if error.read is None:
            raise
        return error.read, error


def replayed(batch: TrialBatch) -> list[dict[str, Any]]:
    """What comes of each file of a batch, ready for JSON."""
    try:
        game = None if batch.text is None else compile_text(batch.text, batch.game, batch.options)
        why = f"{batch.game!r} is not found"
    except LudError as error:
        game, why = None, str(error)
    return [_of_file(game, Path(file), batch.game, why) for file in batch.files]


def _of_file(game: Game | None, path: Path, name: str, why: str) -> dict[str, Any]:
    result: dict[str, Any] = {
        "file": str(path),
        "game": game.name if game is not None else name,
        "moves": 0,
        "of": 0,
        "compared": 0,
    }
    try:
        trial, damage = _read(path)
        result["of"] = len(trial.moves)
        if game is None:
            return result | {"verdict": NO_GAME, "line": 0, "told": [why]}
        followed = follow(game, trial)
    except TrialError as error:
        return result | {"verdict": DAMAGED, "line": error.line, "told": [error.message]}
    except (LimitExceeded, OSError) as error:
        return result | {"verdict": STOPS, "line": 0, "told": [str(error)]}
    result |= {"of": result["of"] - followed.first, "moves": len(followed.numbers), "compared": followed.tested}
    result["searched"] = followed.searched
    problems = [(one.line, one.text) for one in followed.differences]
    verdict = DIFFERS if problems else REPLAYS
    stopped = SKIPPED if isinstance(followed.error, TrialSkipped) and not problems else STOPS
    for kind, error_ in ((stopped, followed.error), (DAMAGED, damage)):
        if error_ is not None:
            verdict = kind
            problems.insert(0, (error_.line, error_.message))
    line = problems[0][0] if problems else 0
    return result | {"verdict": verdict, "line": line, "told": [text for _, text in problems[:_SHOWN]]}
