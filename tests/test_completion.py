"""Shells complete `ludens`: each that is installed is asked in a terminal of its own, as people ask it."""

from __future__ import annotations

import os
import pty
import select
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludens.cli import main
from ludens.cli.completion import SHELLS

#: what a shell reads when it starts, where `{script}` is what `ludens completion` gives
_STARTS = {
    "bash": (".bashrc", "source {script}\n"),
    "zsh": (".zshrc", 'autoload -Uz compinit\ncompinit -u\neval "$(cat {script})"\n'),
    "fish": (".config/fish/completions/ludens.fish", None),
    "tcsh": (".tcshrc", "source {script}\n"),
}
_GAMES = "chess hex losalamoschess"
_READY = "ready"
_SECONDS = 30.0


class Terminal:
    """A shell in a terminal, in which `ludens` tells the games, and notes what else it is called with."""

    def __init__(self, shell: str, home: Path, script: str) -> None:
        self.shell, self.called, tools = shell, home / "called", home / "bin"
        tools.mkdir()
        tool = tools / "ludens"
        tool.write_text(
            f"""#!/bin/sh
[ "$1" = games ] && exec printf '%s\\n' {_GAMES}
printf '%s\\n' "$*" >> {self.called}
"""
        )
        tool.chmod(0o755)
        name, text = _STARTS[shell]
        start, kept = home / name, home / "script"
        kept.write_text(script)
        start.parent.mkdir(parents=True, exist_ok=True)
        start.write_text(script if text is None else text.format(script=kept))
        path = shutil.which(shell)
        assert path is not None
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(home)
            os.execve(path, [shell, "-i"], _environment(home, tools))
        self.tell(f"ludens {_READY}\n")
        self.wait(_READY)

    def tell(self, text: str) -> None:
        os.write(self.terminal, text.encode())

    def wait(self, wanted: str) -> str:
        """What `ludens` was called with last, once that is what is wanted, or when the time is over."""
        until, last = time.monotonic() + _SECONDS, ""
        while time.monotonic() < until and last != wanted:
            if select.select([self.terminal], [], [], 0.05)[0]:
                said = os.read(self.terminal, 65536)
                if b"\x1b[c" in said or b"\x1b[0c" in said:  # fish asks what the terminal is, and waits
                    self.tell("\x1b[?62;c")
            lines = self.called.read_text().splitlines() if self.called.exists() else []
            last = lines[-1] if lines else ""
        return last

    def close(self) -> None:
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.terminal)


def _environment(home: Path, tools: Path) -> dict[str, str]:
    known = {key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "ZDOTDIR"))}
    return known | {"HOME": str(home), "TERM": "xterm", "PATH": f"{tools}:{os.environ['PATH']}"}


@pytest.fixture(params=SHELLS)
def terminal(request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Terminal]:
    if shutil.which(request.param) is None:
        pytest.skip(f"there is no {request.param}")
    assert main(["completion", request.param]) == 0
    opened = Terminal(request.param, tmp_path, capsys.readouterr().out)
    yield opened
    opened.close()


def test_commands_arguments_games_and_files_are_completed(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "mine.lud").touch()
    (tmp_path / "mine.trial").touch()
    asked = {
        "compl\t": "completion",
        "perft los\t": "perft losalamoschess",
        "show mine.l\t": "show mine.lud",
        "replay mine.t\t": "replay mine.trial",
        "show hex --coord\t": "show hex --coordinates",
    }
    if terminal.shell != "tcsh":  # which tells capitals apart
        asked["show Che\t"] = "show chess"
    for said, called in asked.items():
        terminal.tell(f"ludens {said}\n")
        assert terminal.wait(called) == called
