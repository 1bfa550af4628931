"""A profile of rules as a flame graph: each clause as wide as the time that it took, on what it is part of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from ludens.lab.rule_profile import Clause, RuleProfile

_WIDTH, _ROW, _LEFT = 1200, 20, 2
#: a letter of the labels is as wide, and what is narrower than this has none
_LETTER, _LABELLED = 6.6, 30
#: what takes a smaller share is left out
_LEAST: Final = 0.001


class _Bar(NamedTuple):
    clause: Clause
    start: float
    depth: int


def flame_graph(profile: RuleProfile) -> str:
    """The graph as SVG, the game at the bottom; a clause tells its figures where the pointer rests on it."""
    bars = list(_bars(profile, 0, 0.0, 1))
    height = _ROW * (max((bar.depth for bar in bars), default=0) + 2)
    whole = f"{escape(profile.game)}: {profile.games} random games, {profile.moves} moves"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" font-family="monospace" '
        f'font-size="11">',
        f"<title>{whole}</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>',
        _drawn(whole, whole, 0.0, 1.0, height - _ROW, "#c8c8c8"),
    ]
    for clause, start, depth in bars:
        title = f"line {clause.line}: {clause.text}" if clause.number else clause.text
        figures = f"{100 * clause.whole:.1f} %, itself {100 * clause.own:.1f} %"
        entered = f", entered {clause.calls / max(profile.moves, 1):.2f} times a move" if clause.number else ""
        hue = (37 * clause.number) % 60  # from red to yellow
        colour = f"hsl({hue}, 80%, 68%)" if clause.number else "#e4e4e4"
        y = height - _ROW * (depth + 1)
        lines.append(_drawn(clause.text, f"{title}\n{figures}{entered}", start, clause.whole, y, colour))
    return "\n".join([*lines, "</svg>", ""])


def _bars(profile: RuleProfile, above: int, start: float, depth: int) -> Iterator[_Bar]:
    """The clauses within one, side by side from there, each with those within it."""
    for clause in profile.clauses:
        if clause.above != above or clause.whole < _LEAST:
            continue
        yield _Bar(clause, start, depth)
        if clause.number:
            yield from _bars(profile, clause.number, start, depth + 1)
        start += clause.whole


def _drawn(label: str, title: str, start: float, share: float, y: int, colour: str) -> str:
    width = share * (_WIDTH - 2 * _LEFT)
    x = _LEFT + start * (_WIDTH - 2 * _LEFT)
    letters = int((width - 6) / _LETTER)
    shown = label if len(label) <= letters else label[: max(letters - 1, 0)] + "…"
    text = f'<text x="{x + 3:.1f}" y="{y + 14}">{escape(shown)}</text>' if width >= _LABELLED else ""
    return (
        f'<g><title>{escape(title)}</title><rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{_ROW - 1}" '
        f'fill="{colour}"/>{text}</g>'
    )


__all__ = ["flame_graph"]
