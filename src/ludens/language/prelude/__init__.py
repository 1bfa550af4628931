"""The defines that every description knows without declaring them."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ludens.language.cleanup import remove_comments
from ludens.language.defines import Define, take_defines
from ludens.language.source import Source
from ludens.language.text import Text

#: where they stand
FILE = Path(__file__).with_name("prelude.lud")


@cache
def predefined() -> Mapping[str, Define]:
    """The predefined defines by name."""
    text = remove_comments(Text.of(Source(FILE.read_text(encoding="utf-8"), FILE.name)))
    return {define.name: Define(define.name, define.body, predefined=True) for define in take_defines(text)[1]}
