"""referee: bots against each other, by other people's protocols.

What is heavy is imported where it is needed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.cli.arguments import add_command, positive
from ludens.cli.errors import FAILED, Misuse, say
from ludens.cli.facts import add_json, print_facts
from ludens.cli.matches import add_times, ended_politely
from ludens.founding.amazons.codingame.protocol import FIRST_SECONDS, TURN_SECONDS
from ludens.system.lines import plain

if TYPE_CHECKING:
    from ludens.founding.amazons.codingame.referee import Played, Result, Start


def add(commands: Any) -> None:
    referee = add_command(commands, "referee", _referee)
    referee.add_argument("protocol", choices=["amazons-codingame"], help="which rules and lines: %(choices)s")
    referee.add_argument("--player", action="append", default=[], metavar="CMD", help="a bot's command; give it twice")
    referee.add_argument("--games", type=positive, default=2, metavar="N", help="how many, two a match (2)")
    referee.add_argument("--seed", type=int, help="of the starts: equal seeds give equal ones")
    referee.add_argument("--record", type=Path, metavar="DIR", help="keep the games and the bots' standard error there")
    referee.add_argument("--fresh", action="store_true", help="start the bots again for each game, not for each match")
    referee.add_argument("-q", "--quiet", action="store_true", help="results only, no turns")
    add_times(referee, FIRST_SECONDS, TURN_SECONDS)
    add_json(referee)


def _referee(arguments: argparse.Namespace) -> int:
    import secrets

    from ludens.arena.protocols.seat import Clock
    from ludens.founding.amazons.codingame.referee import Referee
    from ludens.workers.programs import CommandError, split_command

    if len(arguments.player) != 2:
        raise Misuse(f"two players are needed, --player CMD --player CMD, not {len(arguments.player)}")
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    first, second = arguments.player
    report = JsonReport(seed) if arguments.json else TextReport(arguments.games, quiet=arguments.quiet)
    try:
        for command in (first, second):
            split_command(command)
        clock = Clock(arguments.first_ms / 1000, arguments.turn_ms / 1000)
        referee = Referee((first, second), clock, arguments.record, arguments.fresh, report.show)
        with ended_politely():
            for _ in referee.play(arguments.games, seed):
                pass
    except CommandError as error:
        raise Misuse(str(error)) from None
    finally:
        report.summary()
    if referee.trouble:
        say(f"ludens: {referee.trouble}; what was written before is kept")
        return FAILED
    return 0


class JsonReport:
    """Prints how games ended, at the end and as JSON."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.results: list[dict[str, Any]] = []
        self._seeds: dict[int, int] = {}

    def show(self, event: Start | Played | Result) -> None:
        from ludens.founding.amazons.codingame.referee import Result, Start

        if isinstance(event, Start):
            self._seeds[event.game] = event.seed
        elif isinstance(event, Result):
            details = {"reason": event.reason, "detail": event.detail, "turns": event.turns}
            self.results.append(
                {"game": event.game, "seed": self._seeds[event.game], "winner": event.winner, **details}
            )

    def summary(self) -> None:
        """The whole run; the scores are those of each player."""
        from dataclasses import asdict

        from ludens.arena.score import Score

        wins = [sum(result["winner"] == player for result in self.results) for player in (1, 2)]
        scores = [Score(won, 0, len(self.results) - won) for won in wins]
        players = [{"score": asdict(one) | {"interval": list(one.interval())}} for one in scores]
        print_facts({"seed": self.seed, "games": self.results, "players": players})


class TextReport:
    """Prints what happens, and at the end who won how often and how long turns took."""

    def __init__(self, games: int, *, quiet: bool) -> None:
        self.games, self.quiet = games, quiet
        self.commands: tuple[str, ...] = ()
        self.results: list[Result] = []
        self.seconds: dict[tuple[int, bool], list[float]] = {}

    def show(self, event: Start | Played | Result) -> None:
        from ludens.founding.amazons.codingame.referee import Played, Start

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
