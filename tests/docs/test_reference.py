"""The examples of the language reference do what the text says."""

from __future__ import annotations

from pathlib import Path

import pytest
from fenced import Example, examples

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
EXAMPLES = [example for page in sorted(REFERENCE.glob("*.md")) for example in examples(page)]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_example(example: Example) -> None:
    example.run()
