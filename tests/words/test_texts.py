"""Every text of the pages comes from the catalogues: what a reader could see stands behind `t`, `nodes` or `tn`."""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
MAKING = ROOT / "docs" / "making"
#: pages whose texts are not in the catalogues: what they show is written for designers, or is no text
EXEMPT = {
    "editor-field.js",  # styles
    "editor-lessons.js",  # a tutorial of the language
    "editor-starter.js",  # a description
    "faces.js",  # pictures
    "protocol.js",  # written by ludens.web.reference
    "qr.js",
}  # fmt: skip
#: what a string is given to or compared with, and is no text then
_GIVEN = re.compile(
    r"(?:\b(?:class|type|role|id|for|href|src|d|viewBox|fill|stroke|style|kind|icon|accept|autocomplete|method|picture"
    r"|easing|transform|name|scope|rel|rootMargin|block|inputmode|how|work|about|code|path|tag|points|dir|key|run|lang"
    r"|preserveAspectRatio|kind|unit|colour|stage)|\"[a-z-]+\"):\s*(?:[^,{}]*[?:]\s*)?$"
    r"|(?:closest\?\.|closest|matches|querySelector|querySelectorAll|normalize|startsWith|includes|split|replace|create\w*"
    r"|parseFromString|insertAdjacentHTML|getAttribute|setAttribute|on|emit|fetch|api|once|import|RangeError)\(\s*$"
    r"|(?:===|!==|\bcase|\bfrom)\s*$"
)
#: strings that are something else: addresses, selectors, paths of drawings, keys, and names that games go by
_OTHER = re.compile(
    r"[./#\[<&].*|[mM]\d.*|[a-z_][\w-]*|-?[\d. ]+|(?:image|application|text)/.*|data:.*|.* · ludens"
    r"|(?:translate|rotate|scale|color-mix|var|min|cubic-bezier)\(.*|.*\b(?:rotate|scale|css)\(.*|stroke: .*|inherit"
    r"|(?:btn|icon-btn|nav-button|study|layer|mark|piece|site|spot|arrow|dialog|chip|choice|toast|note|seat|people|table"
    r"|ply|page|lesson|error|measure|why|cm|draft|editor)[\w-]*(?: [\w{}-]+)*"
    r"|.*, textarea.*|button, a.*|desc, .*|select, .*|script, .*|path\[.*|input\[.*"
    r"|(?:Ctrl|Shift|Alt|Mod)[+-].*|Escape|Enter|Home|End|Shift|Esc|English"
    r"|use strict|ludens draft|ludens seat .*|ludens library refresh|1\. e4.*|\{0\}.*\{1\}"
    r"|Amazons|Chess|Go|Hex|Oware|Backgammon|Nine Men's Morris|Shogi|Chinese Checkers|Reversi|English Draughts"
    r"|Hnefatafl|Connect Four",
    re.DOTALL,
)


@pytest.fixture(scope="module")
def making() -> Iterator[dict[str, Any]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(MAKING))
        yield runpy.run_path(str(MAKING / "messages.py"))


def outside(source: str, making: dict[str, Any]) -> Iterator[str]:
    """The strings of a module that a reader could see and that stand in no catalogue."""
    listed = {text for text, plural, _ in making["said"](source)} | {plural for _, plural, _ in making["said"](source)}
    for one in making["literals"](source):
        text = re.sub(r"\{\d\}", " ", one.text).strip()
        is_words = re.search(r"[A-Za-z]{2,} [a-z]{2,}|^[A-Z][a-z]+[.:!?…]?$", text) is not None
        shown = one.text not in listed and is_words and not _OTHER.fullmatch(one.text.strip())
        if shown and not _GIVEN.search(one.before):
            yield one.text


def pages(making: dict[str, Any]) -> list[Path]:
    return [path for folder in making["PAGES"] for path in sorted(folder.glob("*.js")) if path.name not in EXEMPT]


def test_no_text_of_the_pages_stands_outside_of_the_catalogues(making: dict[str, Any]) -> None:
    found = [f"{path.name}: {text}" for path in pages(making) for text in outside(path.read_text("utf-8"), making)]
    assert not found, "put these behind t`...` of words.js:\n" + "\n".join(found)
