"""The examples of docs/agents.md do what they show."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "agents.md"


def test_examples() -> None:
    text = "".join(re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL))
    runner = doctest.DocTestRunner()
    runner.run(doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0))
    assert runner.summarize() == (0, text.count(">>>"))
