"""Whether a file is a game that can be played: checked here, or in a process that strangers cannot break out of.

The program `python -m ludens.library.checks FILE` prints why the file is none, as JSON.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

#: why a file is not in the library: the file, its line if there is one, and the reason
Refusal = dict[str, Any]
_SECONDS, _MEMORY = 60.0, 4 << 30
_UNNAMED: Final = "its name is no text in UTF-8"


def refusal(path: Path) -> Refusal:
    """Why a file is no game that can be played; empty if it is one."""
    from ludens.game import compile_file
    from ludens.language import LudError

    try:
        str(path).encode()
    except UnicodeEncodeError:
        return {"why": _UNNAMED}
    try:
        compile_file(path).start(seed=0).legal_moves()
    except LudError as error:
        return {"line": error.line, "why": error.message}
    except (ValueError, OSError, RecursionError, MemoryError) as error:
        return {"why": str(error) or type(error).__name__}
    return {}


def confined_refusal(path: Path) -> Refusal:
    """The same, found out by a process without network, with little memory and little time."""
    import subprocess  # here and below: most of those who look at the shelf check nothing

    from ludens.system.processes import worker_environment

    program = [sys.executable, "-m", "ludens.library.checks", str(path)]
    try:
        done = subprocess.run(program, capture_output=True, timeout=_SECONDS, env=worker_environment())
    except subprocess.TimeoutExpired:
        return {"why": f"it takes more than {_SECONDS:g} seconds to compile"}
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        return {"why": "it takes more memory or time than a stranger's game may"}
    return answer if isinstance(answer, dict) else {}


if __name__ == "__main__":
    from ludens.system.confinement import Bounds, allow_processor, confine

    confine(Bounds(_MEMORY))
    allow_processor(_SECONDS)
    sys.stdout.write(json.dumps(refusal(Path(sys.argv[1]))))
