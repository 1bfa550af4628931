"""The examples of docs/amazons.md, and of the modules, do what they show."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludens.amazons import geometry, notation, position, record, score, territory, turn

PAGE = Path(__file__).parents[2] / "docs" / "amazons.md"
BLOCKS = re.findall(r"^```(python|sh|text)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def test_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of Python, one after the other, as one session."""
    monkeypatch.chdir(tmp_path)
    text = "\n".join(block for kind, block in BLOCKS if kind == "python")
    runner = doctest.DocTestRunner()
    runner.run(doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0))
    assert runner.failures == 0 and runner.tries > 25


def test_commands(tmp_path: Path) -> None:
    """Each block of commands prints what the next block of text says."""
    blocks = [block for block in BLOCKS if block[0] != "python"]
    assert [kind for kind, _ in blocks] == ["sh", "text"] * 3
    for (_, commands), (_, expected) in zip(blocks[::2], blocks[1::2], strict=True):
        script = f'ludens() {{ "{sys.executable}" -m ludens "$@"; }}\n{commands}'
        done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=120)
        assert (done.stdout, done.stderr, done.returncode) == (expected, "", 0)


@pytest.mark.parametrize("module", [geometry, notation, position, record, score, territory, turn])
def test_modules(module: object) -> None:
    failures, tries = doctest.testmod(module)  # type: ignore[arg-type]
    assert failures == 0 and tries > 0
