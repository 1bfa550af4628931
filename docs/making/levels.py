"""How many recorded games have reached each level, for the manual's page of testing."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final

#: where a page wants them
MARK: Final = "<!-- levels -->"
LEVELS: Final = Path(__file__).parents[2] / "tests" / "conformance" / "levels.tsv"
_MEANT: Final = {
    5: ("exact", "every legal move the same, action for action, and every move as it was applied"),
    4: ("replays", "every ply: the same legal moves by mover, from and to, the same position; the same end"),
    3: ("partial", "at least one ply"),
    2: ("starts", "the position after the start rules"),
    1: ("compiles", "players, pieces and containers"),
    0: ("fails", "nothing: it does not compile"),
}


def with_levels(markdown: str) -> str:
    """The page with a table of the levels, and of the games below the highest one, in the place of the mark."""
    if MARK not in markdown:
        return markdown
    rows = [line.split("\t") for line in LEVELS.read_text(encoding="utf-8").splitlines()[1:]]
    games = {path: int(level) for path, level, *_ in rows}
    counts = Counter(games.values())
    table = ["| level | | what agrees | games | together |", "| --- | --- | --- | ---: | ---: |"]
    for level, (name, meaning) in _MEANT.items():
        reached = sum(count for other, count in counts.items() if other >= level)
        table.append(f"| {level} | {name} | {meaning} | {counts[level]} | {reached} |")
    below = [f"{Path(path).stem} ({level})" for path, level in sorted(games.items()) if level < max(_MEANT)]
    told = f"\n\nOf {len(games)} games these are not exact: {', '.join(below)}." if below else ""
    return markdown.replace(MARK, "\n".join(table) + told)
