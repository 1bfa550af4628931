"""Renew the table of docs/rating.md: agents of all kinds on the ladder, in games of the library.

    python benchmarks/ratings.py [GAME..] --record ratings.jsonl      rate what is not recorded yet, and write the table

Limits are counts, so the table is the same whoever makes it. Games that are recorded are not played again: it may be
stopped at any time, and goes on.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import ludens
from ludens import agents
from ludens.arena.rating import LADDER, Rater
from ludens.workers.cluster.journal import Journal, read_journal

PAGE = Path(__file__).resolve().parents[1] / "docs" / "rating.md"
GAMES = (
    "Tic-Tac-Toe", "Connect Four", "Breakthrough", "Reversi", "Oware", "Kalah", "Nine Men's Morris", "Yavalath",
    "Gomoku", "Hex", "Tablut", "Lines of Action", "English Draughts", "Konane",
)  # fmt: skip
AGENTS = ("greedy", "level:1", "level:3", "level:5", "alphabeta:3", "informed:3", "uct:1000")
BEGIN, END = "<!-- table: ratings -->\n", "<!-- end -->"


def table(games: list[str], record: Path, precision: float, most: int) -> list[str]:
    lines = ["", f"| game | {' | '.join(f'`{agent}`' for agent in AGENTS)} |", f"| --- |{' ---: |' * len(AGENTS)}"]
    earlier = list(read_journal(record)) if record.exists() else []
    with Journal(record) as journal:
        for name in games:
            game = ludens.load(name)
            rater = Rater(game, journal=journal, earlier=earlier)
            cells = []
            for agent in AGENTS:
                try:
                    rated = rater.rate(agent, precision=precision, most=most)
                except agents.AgentError:
                    cells.append("")
                    continue
                low, high = rated.interval()
                cells.append(f"{rated.elo:,.0f} ± {(high - low) / 2:.0f}")
                print(f"{name}: {agent} {cells[-1]}, {rated.games} games", flush=True)
            lines.append(f"| {name} | {' | '.join(cells)} |")
    return [*lines, ""]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--record", type=Path, default=Path("ratings.jsonl"), metavar="FILE")
    parser.add_argument("--precision", type=float, default=90.0, metavar="ELO")
    parser.add_argument("-n", type=int, default=60, metavar="N", help="games of each rating at most")
    arguments = parser.parse_args()
    made = table(arguments.games, arguments.record, arguments.precision, arguments.n)
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    told = f"Ladder {LADDER}; {arguments.n} games at most for each rating.\n"
    PAGE.write_text(f"{before}{BEGIN}{chr(10).join(made)}\n{told}{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
