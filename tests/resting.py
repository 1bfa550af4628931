"""Pages of a browser that have come to rest: what is on its way over them is neither here nor there for axe."""

from __future__ import annotations

from typing import Any, Final

_REST: Final = """async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime));
    await Promise.allSettled(ending.map((animation) => animation.finished));
}"""


def rested(page: Any) -> None:
    """Wait until a page is painted, and what moves on it has ended."""
    page.evaluate(_REST)
