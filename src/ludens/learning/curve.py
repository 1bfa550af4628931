"""The picture of how a net grew stronger, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ludens.learning.rating import NET, Result, elo

_WIDTH, _HEIGHT = 640, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 60, 110, 60, 50
_NET, _OTHERS, _GREY = "#1f6fb4", "#b4561f", "#999"
#: the height of a line of letters
_LETTERS = 14
#: about so many lines across
_LINES = 6


def draw(results: Sequence[Result], title: str) -> str:
    """The net's rating by minutes of processor time, with 95 % intervals, and those of its opponents."""
    rated = elo(results)
    minutes = {result.iteration: result.seconds / 60 for result in results if result.player == NET}
    points = sorted((minutes[key], rating) for key, rating in rated.items() if isinstance(key, int))
    others = {key: rating for key, rating in rated.items() if isinstance(key, str)}
    bounds = [bound for _, rating in points for bound in rating.interval()]
    bounds += [rating.elo for rating in others.values()]
    step = _step(max(bounds, default=1.0) - min(bounds, default=0.0))
    low = step * (min(bounds, default=0.0) // step)
    high = max(step * -(-max(bounds, default=1.0) // step), low + step)
    last = max((minute for minute, _ in points), default=1.0) or 1.0

    def x(minute: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * minute / last

    def y(value: float) -> float:
        return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * (value - low) / (high - low)

    parts = [_text(_LEFT, 24, title, "start", 15)]
    for value in _marks(low, high, step):
        parts += [
            _line(_LEFT, y(value), _WIDTH - _RIGHT, y(value), "#ddd"),
            _text(_LEFT - 8, y(value) + 4, f"{value:.0f}"),
        ]
    for minute in _marks(0, last, _step(last)):
        parts += [_line(x(minute), y(low), x(minute), y(low) + 5, _GREY)]
        parts.append(_text(x(minute), y(low) + 20, f"{minute:g}", "middle"))
    parts.append(_text((x(0) + x(last)) / 2, _HEIGHT - 10, "minutes of processor time", "middle"))
    parts.append(_text(_LEFT - 8, _TOP - 16, "Elo"))
    for rating in others.values():
        parts.append(_line(_LEFT, y(rating.elo), _WIDTH - _RIGHT, y(rating.elo), _OTHERS, "6 4"))
    labels = [(y(rating.elo), name, _OTHERS) for name, rating in others.items()]
    labels += [(y(points[-1][1].elo), "the net", _NET)] if points else []
    for at, name, colour in _apart(labels):
        parts.append(_text(_WIDTH - _RIGHT + 6, at + 4, name, "start", 12, colour))
    path = " ".join(f"{x(minute):.1f},{y(rating.elo):.1f}" for minute, rating in points)
    parts.append(f'<polyline points="{path}" fill="none" stroke="{_NET}" stroke-width="2"/>')
    for minute, rating in points:
        bottom, top = rating.interval()
        parts.append(_line(x(minute), y(bottom), x(minute), y(top), _NET))
        parts.append(f'<circle cx="{x(minute):.1f}" cy="{y(rating.elo):.1f}" r="3.5" fill="{_NET}"/>')
    size = f'width="{_WIDTH}" height="{_HEIGHT}" viewBox="0 0 {_WIDTH} {_HEIGHT}"'
    ground = f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>'
    body = "\n".join([ground, *parts])
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">\n{body}\n</svg>\n'


def _apart(labels: list[tuple[float, str, str]]) -> list[tuple[float, str, str]]:
    """Names with their heights and colours, from the lowest up, none over another."""
    placed, last = list[tuple[float, str, str]](), float("inf")
    for at, name, colour in sorted(labels, reverse=True):
        last = min(at, last - _LETTERS)
        placed.append((last, name, colour))
    return placed


def _step(span: float) -> float:
    """A round distance of marks."""
    size = 1.0
    while size * 10 * _LINES < span:
        size *= 10
    while size / 10 * _LINES > span > 0:
        size /= 10
    return next((size * n for n in (1, 2, 5, 10) if size * n * _LINES >= span), size * 10)


def _marks(low: float, high: float, step: float) -> list[float]:
    count = int((high - low) / step + 1e-6)
    return [round(low + step * index, 6) for index in range(count + 1)]


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, dashes: str = "") -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"{dashed}/>'


def _text(x: float, y: float, text: str, anchor: str = "end", size: int = 12, colour: str = "#333") -> str:
    shown = escape(text)
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{colour}">{shown}</text>'
