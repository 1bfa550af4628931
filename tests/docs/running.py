"""Runs the blocks of a page, one after the other."""

from __future__ import annotations

import argparse
import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final
from unittest import mock

from pages import ROOT, Block

import ludens
from ludens import cli

#: what only a shell understands
_SHELL: Final = re.compile(r"[|&;<>$`*?\\\n#~]")
_SECONDS: Final = 60


@dataclass
class Runner:
    """The names and the folder that the blocks of one page share."""

    page: str
    folder: Path
    module: ModuleType

    def run(self, block: Block) -> None:
        """Run a block; AssertionError where it does not do what the page says."""
        if name := block.directives.get("file"):
            (self.folder / name).write_text(block.text, encoding="utf-8")
        elif "parse" in block.directives:
            self._parse(block)
        else:
            {"python": self._python, "console": self._console, "sh": self._sh, "lud": self._lud}[block.language](block)

    def _python(self, block: Block) -> None:
        if ">>> " in block.text:
            self._session(block)
            return
        # the code is moved down to its line of the page, so that a traceback names it
        code = compile("\n" * block.line + block.text, self.page, "exec", dont_inherit=True)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(code, vars(self.module))
        self._compare(block.output, printed.getvalue(), block.text)

    def _session(self, block: Block) -> None:
        test = doctest.DocTestParser().get_doctest(
            block.text, vars(self.module), self.page, str(ROOT / self.page), block.line
        )
        test.globs = vars(self.module)
        told: list[str] = []
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
        assert runner.run(test, out=told.append, clear_globs=False).failed == 0, "".join(told)

    def _console(self, block: Block) -> None:
        for command, expected in commands(block.text):
            code, printed = self._command(command)
            assert code == 0 or expected, f"{self.page}: $ {command}\nends with {code}:\n{printed}"
            self._compare(expected or None, printed, command)

    def _sh(self, block: Block) -> None:
        """A block of plain commands runs command by command, any other as one script."""
        lines = [_without_comment(line) for line in block.text.splitlines() if line.strip()]
        told = []
        for script in lines if all(_is_plain(line) for line in lines) else [block.text]:
            code, printed = self._command(f"{script} {block.directives.get('with', '')}".strip())
            assert code == 0, f"{self.page}: {script}\nends with {code}:\n{printed}"
            told.append(printed)
        self._compare(block.output, "".join(told), block.text)

    def _lud(self, block: Block) -> None:
        game = ludens.load(block.text)
        assert game.playouts(1, seed=1).lengths.tolist()[0] >= 0

    def _parse(self, block: Block) -> None:
        """Whether the command line knows these commands and their options."""
        parse = argparse.ArgumentParser.parse_args

        def parse_only(parser: argparse.ArgumentParser, words: Any = None, namespace: Any = None) -> None:
            parse(parser, words, namespace)
            raise SystemExit(0)

        with mock.patch.object(argparse.ArgumentParser, "parse_args", parse_only):
            lines = block.text.replace("\\\n", " ").splitlines()  # a line may go on in the next
            for command, _ in commands(block.text) or [(line, "") for line in lines]:
                words = shlex.split(_without_comment(command))
                if words[:1] == ["ludens"]:
                    code, told = _called(words[1:])
                    assert code == 0, f"{self.page}: {command}\n{told}"

    def _command(self, command: str) -> tuple[int, str]:
        """The exit code of a command and what it prints."""
        if _is_plain(command):
            return _called(shlex.split(command)[1:])
        done = subprocess.run(
            ["bash", "-c", command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
        return done.returncode, done.stdout

    def _compare(self, expected: str | None, printed: str, what: str) -> None:
        if expected is not None:
            same = doctest.OutputChecker().check_output(_trimmed(expected), _trimmed(printed), doctest.ELLIPSIS)
            assert same, f"{self.page}: {what}\nshould print\n{expected}\nand prints\n{printed}"


def commands(text: str) -> list[tuple[str, str]]:
    """The commands of a console block and what each prints; a command goes on in lines that begin with `> `."""
    found = []
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        first, *lines = part.splitlines()
        more = 0
        while more < len(lines) and lines[more].startswith("> "):
            more += 1
        command = "\n".join([first, *(line[2:] for line in lines[:more])])
        printed = "\n".join(lines[more:]).strip("\n")
        found.append((_without_comment(command), f"{printed}\n" if printed else ""))
    return found


def _without_comment(command: str) -> str:
    return re.sub(r"\s# .*$", "", command).strip()


def _is_plain(command: str) -> bool:
    """Whether a command is one of ludens without anything for a shell to do: it then runs here, which is quick."""
    return command.startswith("ludens ") and not _SHELL.search(re.sub(r"'[^']*'|\"[^\"$]*\"", "", command))


def _called(words: list[str]) -> tuple[int, str]:
    with (
        contextlib.redirect_stdout(io.StringIO()) as printed,
        contextlib.redirect_stderr(printed),
        mock.patch.object(sys, "stdin", io.StringIO()),
    ):
        code = cli.main(words)
    return code, printed.getvalue()


def _trimmed(text: str) -> str:
    return "".join(f"{line.rstrip()}\n" for line in text.rstrip().splitlines())


@contextlib.contextmanager
def ready(page: str, folder: Path) -> Iterator[Runner]:
    """A runner in a folder of its own, where `ludens` and `python3` are those of this Python."""
    programs = folder / ".bin"
    programs.mkdir()
    for name, words in {"ludens": f"{sys.executable} -m ludens", "python3": sys.executable}.items():
        (programs / name).write_text(f'#!/bin/sh\nexec {words} "$@"\n', encoding="utf-8")
        (programs / name).chmod(0o755)
    module = ModuleType("page_" + re.sub(r"\W", "_", page))
    found = {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]),
        "COLUMNS": "120",
        "LUDENS": str(ROOT),
    }
    with (
        mock.patch.dict(os.environ, found),
        contextlib.chdir(folder),
    ):
        sys.modules[module.__name__] = module  # where classes of the page are looked up
        try:
            yield Runner(page, folder, module)
        finally:
            del sys.modules[module.__name__]
