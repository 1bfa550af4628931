"""The examples of docs/greener.md do what they show."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "greener.md"
_BLOCKS = re.compile(r"^```(python|sh|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_python() -> None:
    (_, text), *others = [block for block in _BLOCKS.findall(PAGE.read_text(encoding="utf-8")) if block[0] == "python"]
    runner = doctest.DocTestRunner()
    runner.run(doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0))
    assert not others and runner.summarize() == (0, 10)


def test_commands(tmp_path: Path) -> None:
    """Each block of commands prints what the next block of text says."""
    blocks = [block for block in _BLOCKS.findall(PAGE.read_text(encoding="utf-8")) if block[0] != "python"]
    assert [kind for kind, _ in blocks] == ["sh", "text"] * 2
    for (_, commands), (_, expected) in zip(blocks[::2], blocks[1::2], strict=True):
        script = f'ludens() {{ "{sys.executable}" -m ludens "$@"; }}\n{commands}'
        done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=120)
        assert (done.stdout, done.stderr, done.returncode) == (expected, "", 0)
