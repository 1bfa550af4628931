"""The agent that is chosen for a game against plain UCT and plain alpha-beta, over games of a folder, at equal time.

    python benchmarks/plain.py [GAME..] [--seconds 200] [-n 200] [--time 20ms] [--tune 60] [--undecided] [--write]

The plain alpha-beta is the textbook's: without table, order of moves and windows (`TEXTBOOK`). The agent `alphabeta`,
which has all of these, is met as well, but where it is the choice; who wins three of four games against it need not
meet the other.
Games are .lud files or library names; none named is the 40 of the list below in `--corpus`. Each pair plays games from
random positions two plies on, each for both seats; a game of more than `PLIES` plies is a draw. Time is that of the
processor, so what else runs on the machine takes it from neither. What was played is added up in `--record`, and not
played again: run it as often as you like, `--seconds` says when to begin no other game, and `--undecided` leaves out
pairs of which it is known on which side of 50 and of 75 % they are. With `--tune` heuristics are
learnt first of games that nobody tuned here, for so many seconds, and the agent that they are for is chosen if it then
wins (`ludens tune`); with `--solve` games that can be solved in so many are, as `ludens choose` does. `--write` puts
the table into docs/rating.md.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import ludens
from ludens import agents
from ludens.agents import champion, clock, search, tuned
from ludens.arena import selection
from ludens.arena.match import play_game
from ludens.arena.score import wilson
from ludens.arena.selection import timed
from ludens.game import Game
from ludens.game.single import SingleGame
from ludens.tuning import learner

PLIES, OPENING = 300, 2
#: what the agents chosen are held to: nowhere under the first, mostly over the second
EVEN, CLEAR = 0.5, 0.75
#: fewer games decide nothing
LEAST = 20
#: Knuth and Moore 1975, with iterative deepening
TEXTBOOK = "alphabeta:table=no:killers=no:history=no:countermoves=no:gains=no:pvs=no:aspiration=no"
#: who is met, by the heads of their columns
PLAIN = {"`uct`": "uct", "the textbook's alpha-beta": TEXTBOOK, "`alphabeta`": "alphabeta"}
PAGE = Path(__file__).resolve().parents[1] / "docs" / "rating.md"
BEGIN, END = "<!-- table: plain -->\n", "<!-- end -->"
RECORD = Path(__file__).with_suffix(".tsv")
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


def load(name: str, corpus: Path) -> Game:
    path = next(corpus.rglob(f"{name}.lud"), None)
    return ludens.load(path if path is not None else name)


class Pair(NamedTuple):
    """Who plays whom: the game, the agent chosen, the plain one, and the time of a turn."""

    game: str
    chosen: str
    against: str
    time: str


class Won(NamedTuple):
    """How many games were played, and the points of the agent chosen."""

    games: int = 0
    points: float = 0.0

    @property
    def share(self) -> float:
        return self.points / self.games

    @property
    def is_decided(self) -> bool:
        """Whether neither of the shares that are asked for lies within the interval."""
        if self.games < LEAST:
            return False
        low, high = wilson(self.share, self.games)
        return not any(low <= asked <= high for asked in (EVEN, CLEAR))


Record = dict[Pair, Won]


def read(path: Path) -> Record:
    """What was played so far."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    rows = (line.split("\t") for line in lines)
    return {Pair(*row[:4]): Won(int(row[4]), float(row[5])) for row in rows}


def write(path: Path, record: Record) -> None:
    lines = ["\t".join((*pair, str(won.games), f"{won.points:g}")) + "\n" for pair, won in sorted(record.items())]
    path.write_text("".join(lines), encoding="utf-8")


def meetings(arguments: argparse.Namespace, record: Record) -> Iterator[tuple[Game, Pair]]:
    """Who is to meet, again and again, for two games each time."""
    loaded: dict[str, tuple[Game, str]] = {}
    for _ in range(0, arguments.n, 2):
        for name in arguments.games:
            if name not in loaded:
                game = load(name, arguments.corpus)
                is_solved = arguments.solve and isinstance(game, SingleGame) and selection.solved(game, arguments.solve)
                if arguments.tune and not is_solved:
                    tune(game, arguments.tune)
                loaded[name] = game, agents.strongest(game)
            game, chosen = loaded[name]
            for against in _opponents(game, chosen, record, arguments.time):
                yield game, Pair(name, chosen, against, arguments.time)


def tune(game: Game, seconds: float) -> None:
    """Learn heuristics of a game for so many seconds, unless somebody did, and let who plays with them be chosen."""
    if not isinstance(game, SingleGame) or champion.read_champion(game) is not None:
        return
    if tuned.read(game) is None:
        tuning = learner.tune(game, seconds)
        if tuning is None:
            return
        tuned.write(game, tuning)
    print(f"{game.name}: {selection.challenge(game, tuned.Tuned.kind, seconds)}", flush=True)


def _opponents(game: Game, chosen: str, record: Record, limit: str) -> list[str]:
    """Who is met: the plain agents that can play, but who is chosen itself."""
    won, textbook = (record.get(Pair(game.name, chosen, one, limit)) for one in ("alphabeta", TEXTBOOK))
    needless = won is not None and won.games >= LEAST and won.share > CLEAR and textbook is None
    plain = [one for one in PLAIN.values() if not (needless and one == TEXTBOOK)]
    return [one for one in plain if one.partition(":")[0] in agents.names(game) and one != chosen]


def points(game: Game, chosen: str, against: str, number: int, limit: str) -> float:
    """What the agent chosen gets of a game: 1 for a win, 0.5 for a draw."""
    seat, specs = number % 2, [timed(against, limit)] * 2
    specs[seat] = timed(chosen, limit)
    outcome = play_game(game, specs, number // 2, opening=OPENING, ply_limit=PLIES)
    assert outcome is not None  # nobody stops it
    if outcome.fault:
        raise RuntimeError(f"{game.name}: {specs[outcome.fault - 1]}: {outcome.detail}")
    return outcome.points(seat + 1)


def table(record: Record, limit: str) -> list[str]:
    """Lines of Markdown, the weakest first, and what they come to."""
    met: dict[tuple[str, str], dict[str, Won]] = {}
    for pair, won in record.items():
        if pair.time == limit:
            met.setdefault((pair.game, pair.chosen), {})[pair.against] = won
    lines = [f"| game | chosen | won against {' | '.join(PLAIN)} |", "| --- | --- |" + " --- |" * len(PLAIN)]
    for (name, chosen), pairs in sorted(met.items(), key=lambda one: min(won.share for won in one[1].values())):
        lines.append(f"| {name} | `{chosen}` | {' | '.join(_cell(pairs, chosen, one) for one in PLAIN.values())} |")
    plain = [[won.share for against, won in pairs.items() if _is_plain(against, pairs)] for pairs in met.values()]
    below = sum(won.share < EVEN for pairs in met.values() for won in pairs.values())
    clear = sum(min(shares) > CLEAR for shares in plain)
    count = _sum(won for pairs in met.values() for won in pairs.values()).games
    told = f"{len(met)} games, {count} played, {limit} of processor time a turn: {below} pairs under 50 %"
    return [*lines, "", f"{told}, {clear} games over 75 % against both plain agents."]


def _is_plain(against: str, pairs: dict[str, Won]) -> bool:
    """Whether games against somebody tell of plain agents: `alphabeta` stands for a textbook's that was not met."""
    return against != "alphabeta" or TEXTBOOK not in pairs


def _sum(parts: Iterable[Won]) -> Won:
    listed = list(parts)
    return Won(sum(won.games for won in listed), sum(won.points for won in listed))


def _cell(pairs: dict[str, Won], chosen: str, against: str) -> str:
    if against not in pairs:
        return "the same" if against == chosen else ""
    won = pairs[against]
    low, high = wilson(won.share, won.games)
    return f"{won.points:g} of {won.games} ({low:.0%} to {high:.0%})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--record", type=Path, default=RECORD, metavar="FILE")
    parser.add_argument("--corpus", type=Path, default=CORPUS, metavar="FOLDER")
    parser.add_argument("-n", type=int, default=200, metavar="N", help="games of each pair (200)")
    parser.add_argument("--time", default="20ms", help="of a turn (20ms)")
    parser.add_argument("--seconds", type=float, default=math.inf, help="begin no game after so many")
    parser.add_argument("--tune", type=float, default=0.0, metavar="S", help="seconds for learning heuristics (0)")
    parser.add_argument("--solve", type=float, default=0.0, metavar="S", help="seconds in which games are solved (0)")
    parser.add_argument("--undecided", action="store_true", help="only pairs with 50 or 75 %% within the interval")
    parser.add_argument("--write", action="store_true", help="put the table into docs/rating.md")
    arguments = parser.parse_args()
    clock.time = search.time = learner.time = selection.time = Processor  # type: ignore[assignment,attr-defined]
    end, record = time.perf_counter() + arguments.seconds, read(arguments.record)
    for game, pair in meetings(arguments, record) if arguments.seconds else ():
        for one in [one for one in record if one.game == pair.game and one.chosen != pair.chosen]:
            del record[one]  # another agent was chosen then
        for _ in range(2):
            won = record.get(pair, Won())
            if arguments.undecided and won.is_decided:
                continue
            if won.games < arguments.n and time.perf_counter() < end:
                got = points(game, pair.chosen, pair.against, won.games, arguments.time)
                record[pair] = Won(won.games + 1, won.points + got)
                write(arguments.record, record)
    lines = table(record, arguments.time)
    print("\n".join(lines))
    if arguments.write:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        after = rest.partition(END)[2]
        PAGE.write_text(f"{before}{BEGIN}\n{chr(10).join(lines)}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
