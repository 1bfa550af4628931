"""referee, bot, arena: matches of bots by other people's protocols, and of agents.

A bot has to start fast: what is heavy is imported by the commands that need it.
"""

from __future__ import annotations

import argparse
import itertools
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.cli.arguments import add_command, positive
from ludens.cli.errors import FAILED, Misuse, say
from ludens.protocols.codingame import FIRST_SECONDS, TURN_SECONDS, plain

if TYPE_CHECKING:
    from ludens.arena.tournament import Tournament
    from ludens.protocols.referee import Played, Result, Start

PROTOCOLS = ("amazons-codingame",)
#: seconds that bots in the arena of all games have for their first and for each later turn
BOTS_FIRST, BOTS_TURN = 5.0, 1.0


def add(commands: Any) -> None:
    referee = add_command(commands, "referee", "let bots play against each other by a protocol", _referee)
    referee.add_argument("protocol", choices=PROTOCOLS, help="which rules and lines: %(choices)s")
    referee.add_argument("--player", action="append", default=[], metavar="CMD", help="a bot's command; give it twice")
    referee.add_argument("--games", type=positive, default=2, metavar="N", help="how many, two a match (2)")
    referee.add_argument("--seed", type=int, help="of the starts: equal seeds give equal ones")
    referee.add_argument("--record", type=Path, metavar="DIR", help="keep the games and the bots' standard error there")
    referee.add_argument("--fresh", action="store_true", help="start the bots again for each game, not for each match")
    referee.add_argument("-q", "--quiet", action="store_true", help="results only, no turns")
    _times(referee)
    bot = add_command(commands, "bot", "be a bot on standard input and output", _bot)
    bot.add_argument("protocol", choices=PROTOCOLS, help="which lines: %(choices)s")
    bot.add_argument("--agent", metavar="WHO", help="who plays, such as territory or uct")
    bot.add_argument("--seed", type=int, help="of the agent")
    bot.add_argument("--prepare", action="store_true", help="fill the cache, so that the first turn is fast, and end")
    _times(bot)
    arena = add_command(commands, "arena", "let agents and bots play each other, and rate them", _arena, game=True)
    who = "an agent, as in uct:100ms, or a bot's command, as in 'bot:python3 mybot.py'; repeat"
    arena.add_argument("--player", action="append", default=[], metavar="WHO", help=who)
    arena.add_argument("-n", type=positive, default=20, metavar="N", help="games of every two of them (20)")
    arena.add_argument("--seed", type=int, default=0, help="of the starts and of the agents (0)")
    arena.add_argument("--threads", type=positive, default=1, metavar="N", help="games at a time (1)")
    arena.add_argument(
        "--record", type=Path, metavar="FILE", help="add each game to a file; those in it are not repeated"
    )
    _times(arena, BOTS_FIRST, BOTS_TURN, "a bot's")


def _times(
    parser: argparse.ArgumentParser, first: float = FIRST_SECONDS, turn: float = TURN_SECONDS, whose: str = "the"
) -> None:
    for name, what, seconds in (("--first-ms", "first turn", first), ("--turn-ms", "later turns", turn)):
        usual = round(seconds * 1000)
        parser.add_argument(name, type=positive, default=usual, metavar="MS", help=f"for {whose} {what} ({usual})")


# --- bot


def _bot(arguments: argparse.Namespace) -> int:
    from ludens.protocols import bot
    from ludens.protocols.codingame import ProtocolError
    from ludens.protocols.engine import Misused

    agent = arguments.agent or bot.DEFAULT_AGENT
    plan = bot.Plan(arguments.first_ms / 1000, arguments.turn_ms / 1000)
    try:
        if arguments.prepare:
            return _prepare(agent)
        bot.run(agent, plan, seed=arguments.seed)
    except (ProtocolError, Misused) as error:
        raise Misuse(str(error)) from None
    return 0


def _prepare(agent: str) -> int:
    """Compile what the first turn would have to: Python's code, where nobody has, and the game's."""
    import compileall

    from ludens.protocols.engine import Thinker

    compileall.compile_dir(Path(__file__).parents[1], quiet=2)
    began = time.perf_counter()
    Thinker(agent).load()
    print(f"{agent} is ready, loaded in {time.perf_counter() - began:.2f} s")
    return 0


# --- referee


def _referee(arguments: argparse.Namespace) -> int:
    import secrets

    from ludens.arena.process import CommandError, split_command
    from ludens.protocols.referee import Referee
    from ludens.protocols.seat import Clock

    if len(arguments.player) != 2:
        raise Misuse(f"two players are needed, --player CMD --player CMD, not {len(arguments.player)}")
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    first, second = arguments.player
    screen = Screen(arguments.games, quiet=arguments.quiet)
    try:
        for command in (first, second):
            split_command(command)
        clock = Clock(arguments.first_ms / 1000, arguments.turn_ms / 1000)
        referee = Referee((first, second), clock, arguments.record, arguments.fresh, screen.show)
        with _ended_politely():
            for _ in referee.play(arguments.games, seed):
                pass
    except CommandError as error:
        raise Misuse(str(error)) from None
    finally:
        screen.summary()
    if referee.trouble:
        say(f"ludens: {referee.trouble}; what was written before is kept")
        return FAILED
    return 0


@contextmanager
def _ended_politely() -> Iterator[None]:
    """Let the bots be killed when this process is told to end, too."""

    def end(number: int, frame: object) -> None:
        raise SystemExit(128 + number)

    before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class Screen:
    """Tells what happens, and at the end who won how often and how long turns took."""

    def __init__(self, games: int, *, quiet: bool) -> None:
        self.games, self.quiet = games, quiet
        self.commands: tuple[str, ...] = ()
        self.results: list[Result] = []
        self.seconds: dict[tuple[int, bool], list[float]] = {}

    def show(self, event: Start | Played | Result) -> None:
        from ludens.protocols.referee import Played, Start

        if isinstance(event, Start):
            self._start(event)
        elif isinstance(event, Played):
            self._played(event)
        else:
            self._result(event)
        sys.stdout.flush()

    def _start(self, event: Start) -> None:
        if not self.commands:
            self.commands = event.commands
            for number, command in enumerate(event.commands, 1):
                print(f"player {number}: {plain(command)}")
        print(f"game {event.game} of {self.games}, seed {event.seed}: player {event.white} has white")
        if not self.quiet:
            print("\n".join(f"  {len(event.rows) - n}  {' '.join(row)}" for n, row in enumerate(event.rows)))
            print("     " + " ".join(chr(ord("a") + n) for n in range(len(event.rows))))

    def _played(self, event: Played) -> None:
        self.seconds.setdefault((event.player, event.first), []).append(event.seconds)
        if not self.quiet:
            message = f"  {event.message}" if event.message else ""
            print(f"{event.turn:4}. {event.colour} {event.action:<9} {event.seconds * 1000:6.1f} ms{message}")

    def _result(self, event: Result) -> None:
        self.results.append(event)
        loser, noun = 3 - event.winner, "turn" if event.turns == 1 else "turns"
        print(f"game {event.game}: player {event.winner} wins after {event.turns} {noun}.", end=" ")
        print(f"Player {loser} lost: {event.reason}: {event.detail}")
        for line in event.complaints.splitlines()[-5:]:
            print(f"  player {loser} said: {plain(line)}")

    def summary(self) -> None:
        """The whole run, from the first player's side."""
        from ludens.arena.score import Score, Timing

        if not self.results:
            return
        wins = sum(result.winner == 1 for result in self.results)
        scores = Score(wins, 0, len(self.results) - wins), Score(len(self.results) - wins, 0, wins)
        for player, score in enumerate(scores, 1):
            print(f"player {player}: {score}; {self._reasons(player)}")
            for name, first in (("first turns", True), ("later turns", False)):
                print(f"  {name}: {Timing.of(self.seconds.get((player, first), []))}")

    def _reasons(self, player: int) -> str:
        reasons = [result.reason for result in self.results if result.winner != player]
        counted = [f"{reasons.count(reason)} {reason}" for reason in dict.fromkeys(reasons)]
        return f"lost: {', '.join(counted)}" if counted else "lost none"


# --- arena


def _arena(arguments: argparse.Namespace) -> int:
    from ludens.arena.journal import Journal, read_journal
    from ludens.arena.match import UnfitGame
    from ludens.arena.process import CommandError
    from ludens.arena.tournament import Tournament
    from ludens.cli.common import load
    from ludens.protocols.anygame import maker
    from ludens.protocols.seat import Clock

    if len(arguments.player) < 2:
        raise Misuse("two agents are needed at least: --player uct:100ms --player greedy")
    make = maker(Clock(arguments.first_ms / 1000, arguments.turn_ms / 1000))
    game, path = load(arguments.game, arguments.option), arguments.record
    earlier = list(read_journal(path)) if path and path.exists() else []
    with Journal(path) as journal:
        try:
            tournament = Tournament(
                game, arguments.player, arguments.n, arguments.seed, arguments.threads, journal, earlier, make=make
            )
        except (UnfitGame, CommandError) as error:
            raise Misuse(str(error)) from None
        with _ended_politely():
            _run(tournament)
    if journal.trouble:
        say(f"ludens: {journal.trouble}; what was written before is kept")
        return FAILED
    return 0


def _run(tournament: Tournament) -> None:
    """Play it under a bar; the table is shown even where it is broken off."""
    from ludens.cli.screen import progress_bar

    pairs = len(tournament.specs) * (len(tournament.specs) - 1) // 2
    with progress_bar() as progress:
        task = progress.add_task(tournament.game.name, total=pairs * tournament.games)
        tournament.report = lambda standings, pairing, outcome: progress.update(task, completed=standings.games)
        try:
            tournament.play()
        finally:
            progress.stop()
            print("\n".join(_table(tournament)))


def _table(tournament: Tournament) -> list[str]:
    """Who is how strong, the strongest first; then who did how well against whom."""
    from ludens.arena.score import Timing

    standings = tournament.standings
    lines = [f"{tournament.game.name}: {standings.games} games, seed {tournament.seed}"]
    rated, ranked = standings.ratings(), standings.ranked()
    width = max((len(name) for name in ranked), default=0)
    for name in ranked:
        low, high = rated[name].interval()
        shown = f"Elo {rated[name].elo:+5.0f} ({low:+.0f} to {high:+.0f})"
        lines.append(f"{name:<{width}}  {shown:<26} {standings.total(name)}")
    for a, b in itertools.combinations(ranked, 2):
        lines.append(f"{a} - {b}: {standings.scores[a, b]}")
    lines += [f"{name}: {Timing.of(standings.seconds[name])}" for name in ranked]
    for (name, reason), n in standings.forfeits.items():
        lines.append(f"{name} lost {n} by {reason}: {plain(standings.details[name, reason])}")
    return lines
