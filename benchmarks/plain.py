"""The agent that is chosen for a game against plain UCT and plain alpha-beta, over games of a folder, at equal time.

    python benchmarks/plain.py --record plain.jsonl [GAME..] [--seconds 200] [-n 200] [--time 20ms] [--write]

Where alpha-beta is the choice, it plays against the textbook's: without table, order of moves and windows (`TEXTBOOK`).
Games are .lud files or library names; none named is the 40 of the list below in `--corpus`. Each pair plays games from
random positions two plies on, each for both seats; a game of more than `PLIES` plies is a draw. Time is that of the
processor, so what else runs on the machine takes it from neither. Games in the record are not played again: run it as
often as you like, `--seconds` says when to begin no other game. `--write` puts the table into docs/rating.md.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from pathlib import Path

import ludens
from ludens import agents
from ludens.agents import clock, search
from ludens.arena.match import play_game
from ludens.arena.score import wilson
from ludens.cluster.journal import Entry, Journal, read_journal
from ludens.game import Game

PLIES, OPENING = 300, 2
PLAIN = ("uct", "alphabeta")
#: Knuth and Moore 1975, with iterative deepening
TEXTBOOK = "alphabeta:table=no:killers=no:history=no:countermoves=no:gains=no:pvs=no:aspiration=no"
PAGE = Path(__file__).resolve().parents[1] / "docs" / "rating.md"
BEGIN, END = "<!-- table: plain -->\n", "<!-- end -->"
CORPUS = Path("/work/shared/conformance/corpus/lud")
#: of all families: those in which the choice was weak before come first
GAMES = (
    "Lasca", "Konane", "Dodgem", "Clobber", "Yavalath", "Y", "Tablut", "Surakarta", "Nine Men's Morris", "Dra",
    "Gomoku", "Hex", "Breakthrough", "Oware", "Lines of Action", "Connect Four", "Reversi", "Amazons", "Chess",
    "English Draughts", "Havannah", "Kalah", "Fanorona", "Knightthrough", "Ataxx", "Brandub", "Baghchal", "Pente",
    "Three Men's Morris", "Hasami Shogi", "Minishogi", "Xiangqi", "Alquerque", "Halma", "Squava", "Toads and Frogs",
    "Six Men's Morris", "Gonnect", "Los Alamos Chess", "Shogi",
)  # fmt: skip


class Processor:
    """In the place of the module `time`, where searches look at the clock."""

    perf_counter = staticmethod(time.process_time)


def timed(spec: str, limit: str) -> str:
    """An agent's name with its limit behind it, and its settings behind that."""
    kind, _, settings = spec.partition(":")
    return ":".join(filter(None, (kind, limit, settings)))


def load(name: str, corpus: Path) -> Game:
    path = next(corpus.rglob(f"{name}.lud"), None)
    return ludens.load(path if path is not None else name)


def games_of(arguments: argparse.Namespace) -> Iterator[tuple[str, Game, str, str, int]]:
    """All games to be played: two of each pair, then two more."""
    loaded: dict[str, tuple[Game, str]] = {}
    for round_ in range(0, arguments.n, 2):
        for name in arguments.games:
            if name not in loaded:
                game = load(name, arguments.corpus)
                loaded[name] = game, agents.strongest(game)
            game, chosen = loaded[name]
            for against in _opponents(game, chosen):
                for number in range(round_, min(round_ + 2, arguments.n)):
                    yield name, game, chosen, against, number


def _opponents(game: Game, chosen: str) -> list[str]:
    """Who is met: the plain agents, in the place of the alpha-beta that is chosen the textbook's."""
    playing = [against for against in PLAIN if against in agents.names(game) and not against == chosen == "uct"]
    return [TEXTBOOK if against == chosen else against for against in playing]


def points(game: Game, chosen: str, against: str, number: int, limit: str) -> float:
    """What the agent chosen gets of a game: 1 for a win, 0.5 for a draw."""
    seat, specs = number % 2, [timed(against, limit)] * 2
    specs[seat] = timed(chosen, limit)
    outcome = play_game(game, specs, number // 2, opening=OPENING, ply_limit=PLIES)
    assert outcome is not None  # nobody stops it
    if outcome.fault:
        raise RuntimeError(f"{game.name}: {specs[outcome.fault - 1]}: {outcome.detail}")
    return outcome.points(seat + 1)


def key(name: str, chosen: str, against: str, number: int, limit: str) -> str:
    return "|".join((name, chosen, against, str(number), limit))


def table(entries: list[Entry], limit: str) -> list[str]:
    """Lines of Markdown, the weakest first, and what they come to."""
    met: dict[tuple[str, str], dict[str, list[float]]] = {}
    for entry in entries:
        name, chosen, against, _, time = str(entry["plain"]).split("|")
        if time == limit:
            met.setdefault((name, chosen), {}).setdefault(against, []).append(float(entry["points"]))
    lines = ["| game | chosen | won against `uct` | against `alphabeta` |", "| --- | --- | --- | --- |"]
    for (name, chosen), pairs in sorted(met.items(), key=lambda one: min(map(_share, one[1].values()))):
        cells = [_cell(pairs[against]) if against in pairs else "the same" for against in PLAIN]
        if TEXTBOOK in pairs:
            cells[1] = f"the same; the textbook's {_cell(pairs[TEXTBOOK])}"
        lines.append(f"| {name} | `{chosen}` | {' | '.join(cells)} |")
    least = [min(map(_share, pairs.values())) for pairs in met.values()]
    count = sum(len(one) for pairs in met.values() for one in pairs.values())
    below, above = sum(share < 0.5 for share in least), sum(share > 0.75 for share in least)
    told = (
        f"{len(met)} games, {count} played, {limit} of processor time a turn: {below} under 50 % in one of the columns"
    )
    return [*lines, "", f"{told}, {above} over 75 % in both."]


def _share(won: list[float]) -> float:
    return sum(won) / len(won)


def _cell(won: list[float]) -> str:
    low, high = wilson(_share(won), len(won))
    return f"{sum(won):g} of {len(won)} ({low:.0%} to {high:.0%})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--record", type=Path, default=Path("plain.jsonl"), metavar="FILE")
    parser.add_argument("--corpus", type=Path, default=CORPUS, metavar="FOLDER")
    parser.add_argument("-n", type=int, default=200, metavar="N", help="games of each pair (200)")
    parser.add_argument("--time", default="20ms", help="of a turn (20ms)")
    parser.add_argument("--seconds", type=float, default=math.inf, help="begin no game after so many")
    parser.add_argument("--write", action="store_true", help="put the table into docs/rating.md")
    arguments = parser.parse_args()
    clock.time = search.time = Processor  # type: ignore[assignment,attr-defined]
    end = time.perf_counter() + arguments.seconds
    entries = list(read_journal(arguments.record)) if arguments.record.exists() else []
    known = {entry["plain"] for entry in entries}
    with Journal(arguments.record) as journal:
        for name, game, chosen, against, number in games_of(arguments) if arguments.seconds else ():
            if time.perf_counter() > end:
                break
            told = key(name, chosen, against, number, arguments.time)
            if told not in known:
                entry: Entry = {"plain": told, "points": points(game, chosen, against, number, arguments.time)}
                journal.add(entry)
                entries.append(entry)
    lines = table(entries, arguments.time)
    print("\n".join(lines))
    if arguments.write:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        after = rest.partition(END)[2]
        PAGE.write_text(f"{before}{BEGIN}\n{chr(10).join(lines)}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
