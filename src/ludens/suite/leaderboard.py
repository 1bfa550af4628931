"""A page of results: agents by their scores, made from files of transcripts that anyone may send."""

from __future__ import annotations

import html
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludens.suite.checking import Group, groups_of
from ludens.suite.disguise_levels import LEVELS
from ludens.suite.evaluation import result_of
from ludens.suite.lists import load
from ludens.suite.scoring import Evaluation, Scored


@dataclass(frozen=True)
class Row:
    """An agent on a list in a disguise of a level (0 for none), and how much of the list it has played."""

    suite: str
    level: int
    agent: str
    protocol: str
    evaluation: Evaluation
    games: int
    of: int

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        facts = {"suite": self.suite, "level": self.level, "agent": self.agent, "protocol": self.protocol}
        counts = {"games": self.games, "of": self.of}
        return {**facts, **counts, "score": self.evaluation.scored.to_dict(), "bounded": self.bounded.to_dict()}

    @property
    def bounded(self) -> Scored:
        """The score with an interval that also holds whatever would come of the games of the list not yet played."""
        played, share = self.evaluation.bounded, self.games / self.of
        return Scored(self.evaluation.scored.score, played.low * share, played.high * share + 1 - share)


def rows_of(transcripts: Sequence[Mapping[str, Any]]) -> list[Row]:
    """The rows of a leaderboard, the best first in each list and level: by the lower end of what may be."""
    rows = [_row(key, games) for key, games in groups_of(transcripts)]
    return sorted(rows, key=lambda row: (row.suite, row.level, -row.bounded.low))


def _row(key: Group, games: Sequence[Mapping[str, Any]]) -> Row:
    suite, level, agent, protocol = key
    listing = load(suite)
    by_game: dict[tuple[str, tuple[str, ...]], list[Mapping[str, Any]]] = defaultdict(list)
    for one in games:
        by_game[one["game"], tuple(one["options"])].append(one)
    results = [result_of(entry, by_game[entry.game, entry.options]) for entry in listing.entries
               if (entry.game, entry.options) in by_game]  # fmt: skip
    evaluation = Evaluation(suite, agent, 0, tuple(results), protocol, listing.protocol)
    return Row(suite, level, agent, protocol, evaluation, len(results), len(listing.entries))


def as_page(rows: Sequence[Row], title: str = "Leaderboard", checked: int | None = None) -> str:
    """The leaderboard as a page that needs nothing else; `checked` is how many games were played again."""
    tables = []
    for suite, level in dict.fromkeys((row.suite, row.level) for row in rows):
        own = [row for row in rows if (row.suite, row.level) == (suite, level)]
        disguise = f", in disguise: {LEVELS[level]}" if level else ""
        head = f"<h2>{html.escape(suite)}{disguise}</h2><p>Protocol {html.escape(own[0].evaluation.played)}</p>"
        tables.append(f"{head}<table>{_HEAD}{''.join(map(_line, range(1, len(own) + 1), own))}</table>")
    note = f"<p>{checked} games were played again, and are as they say.</p>" if checked is not None else ""
    return _PAGE.format(title=html.escape(title), body="".join(tables), note=note)


_HEAD = (
    "<tr><th></th><th>Agent</th><th>Score</th><th>At 95 %, with what is open</th><th>Games of the list</th>"
    "<th>Lost otherwise than by the rules</th><th>Not counted</th></tr>"
)


def _line(number: int, row: Row) -> str:
    one, open_ = row.evaluation, row.bounded
    agent = row.agent + (f" (prompts {row.protocol})" if row.protocol else "")
    reasons = ", ".join(f"{count} {reason}" for reason, count in one.reasons.items()) or "0"
    cells = [str(number), agent, f"{one.scored.score:.3f}", f"{open_.low:.3f} to {open_.high:.3f}",
             f"{row.games} of {row.of}", reasons, str(sum(one.uncounted.values()))]  # fmt: skip
    return "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>"


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body {{ font: 15px/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 1000px; padding: 16px; color: #1d2330 }}
table {{ border-collapse: collapse; width: 100% }}
td, th {{ text-align: left; padding: 6px 10px; border-bottom: 1px solid #dde1e8 }}
</style></head><body>
<h1>{title}</h1>
<p>The score of a game is 0 where the agent is as good as the weakest opponent, and 1 where it is as good as the
strongest; that of a list is the mean of those that were played. Agents stand in the order of the lower end of the
interval, which takes games that do not count, or were not played, for lost, as its upper end takes them for won.</p>
{note}{body}
</body></html>
"""
