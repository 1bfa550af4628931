"""The process in which descriptions of strangers are read, compiled and tried out.

`python -m ludens.web.sandbox MEMORY NICE`: with so many bytes at most, and so nice to other processes. A description
may ask for endless loops or all the memory there is: here that costs nothing but this process. Jobs come as lines of
JSON on standard input, `{"job": NAME, "text": ..., "options": [...], "name": ...}`; each is answered by one line. The
name is that of the description's file, where it comes from one.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

from ludens import library, render
from ludens.board.errors import BoardError
from ludens.game import Game, LimitExceeded, compile_text
from ludens.language import LudError, parse
from ludens.render import scene
from ludens.web import analysis, views

#: the seeds of the games that are played to see that moves, and the end, come back
_SEEDS = range(1, 6)


def check(text: str, options: Sequence[str], name: str) -> dict[str, Any]:
    """Every error and warning, with its place; the options, the name and the agents, as far as it can be read."""
    found: dict[str, Any] = {"errors": [], "warnings": [], "options": [], "rulesets": [], "name": None}
    try:
        description = parse(text, options=options)
        found |= {"options": views.options_json(description), "rulesets": views.rulesets_json(description)}
        game = compile_text(text, name, options)
        found["warnings"] = [one for warning in game.warnings for one in errors_json(warning)]
        found |= {"name": game.name, "players": game.num_players, "agents": analysis.agents_json(game)}
    except (LudError, BoardError, LimitExceeded) as error:
        found["errors"] = errors_json(error)
    return found


def errors_json(error: Exception) -> list[dict[str, Any]]:
    """An error and those told with it; lines and columns count from 1, the end is exclusive."""
    if not isinstance(error, LudError):
        return [_told(LudError(str(error)))]
    return [_told(one) for one in (error, *error.related)]


def _told(error: LudError) -> dict[str, Any]:
    span = error.span
    start = span.source.locate(span.start) if span else (1, 1)
    end = span.source.locate(max(span.end, span.start + 1)) if span else (1, 2)
    places = {"line": start[0], "column": start[1], "end_line": end[0], "end_column": end[1]}
    return {**places, "message": error.message, "hint": error.hint, "severity": error.severity}


def prove(text: str, options: Sequence[str], name: str) -> dict[str, Any]:
    """Compile a description, which fills the cache, and play some games of it."""
    try:
        game = compile_text(text, name, options)
        game.compile()
        for seed in _SEEDS:
            _try(game, seed)
        for one in game.games:
            scene.scene(one)
        return {"errors": []}
    except (LudError, BoardError, LimitExceeded) as error:
        return {"errors": errors_json(error)}


def _try(game: Game, seed: int) -> None:
    """A start, the moves there as a page needs them, a whole game."""
    state = game.start(seed=seed)
    render.notations(state)
    scene.pieces(state, None)
    game.playouts(1, seed=seed)


def preview(text: str, options: Sequence[str], name: str) -> dict[str, Any]:
    """The picture of the start, or the errors."""
    try:
        game = compile_text(text, name, options)
        return {"svg": render.svg(game.start(seed=0), background=None)}
    except (LudError, BoardError, LimitExceeded) as error:
        return {"errors": errors_json(error)}


def warm(text: str, options: Sequence[str], name: str) -> dict[str, Any]:
    """Compile a description, which fills the cache."""
    try:
        compile_text(text, name, options).compile()
        return {"errors": []}
    except (LudError, BoardError, LimitExceeded) as error:
        return {"errors": errors_json(error)}


def picture(text: str, options: Sequence[str], name: str) -> dict[str, Any]:
    """The small picture of a library game, named by `text`."""
    game = compile_text(library.read(text), f"{text}.lud", options)
    return {"svg": render.svg(game.start(seed=1), size=240, background=None, captions=False)}


JOBS: dict[str, Callable[[str, Sequence[str], str], dict[str, Any]]] = {
    "check": check,
    "prove": prove,
    "warm": warm,
    "preview": preview,
    "picture": picture,
}


def main() -> None:
    memory, nice = (int(word) for word in sys.argv[1:])
    _bound(memory, nice)
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever prints does not answer
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            answer = JOBS[asked["job"]](asked["text"], asked["options"], asked["name"])
        except MemoryError:
            answer = {"errors": errors_json(LudError("this description needs more memory than there is for it"))}
        except Exception as error:  # a defect of ludens; the page is told, the process goes on
            answer = {"errors": errors_json(LudError(f"ludens fails on this description: {error!r}"))}
        out.write(json.dumps(answer) + "\n")
        out.flush()


def _bound(memory: int, nice: int) -> None:
    """No more address space than that, no core files, less of the processor; where the system knows such bounds."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(nice)
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        main()
