"""Exported pages, and how tests look at them and play on them."""

from __future__ import annotations

import os
import shutil
from functools import cache
from typing import TYPE_CHECKING

import ludens
from ludens.export import page

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHROMIUM = os.environ.get("LUDENS_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
#: where pieces are shown
SHOWN = "ludens.board.pieces.shown.map(({ piece }) => piece.ref).sort()"


@cache
def made(name: str) -> str:
    return page(ludens.load(name))


def plies(shown: Page) -> int:
    count: int = shown.evaluate("ludens.plies.length - 1")
    return count


def click(shown: Page, ref: str) -> None:
    shown.locator(f'.spot[data-ref="{ref}"]').dispatch_event("click", {"bubbles": True})


def until(shown: Page, condition: str) -> None:
    """Wait until an expression holds, within a minute; the page's policy forbids Playwright's own way of waiting."""
    shown.evaluate(
        f"""new Promise((resolve, reject) => {{
          const end = performance.now() + 60000;
          const look = () => {{
            if ({condition}) resolve();
            else if (performance.now() > end) reject(new Error("waited in vain"));
            else setTimeout(look, 10);
          }};
          look();
        }})"""
    )
