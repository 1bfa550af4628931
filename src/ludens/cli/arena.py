"""arena: agents and bots against each other, and their ratings."""

from __future__ import annotations

import argparse
import itertools
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.cli.arguments import add_command, positive
from ludens.cli.errors import FAILED, Misuse, say
from ludens.cli.facts import add_json, print_facts
from ludens.cli.matches import add_forfeits, add_times, ended_politely
from ludens.cli.workers import add_workers, workers
from ludens.system.lines import plain

if TYPE_CHECKING:
    from ludens.arena.score import Score
    from ludens.arena.tournament import Standings, Tournament


#: seconds that bots have for their first and for each later turn
BOTS_FIRST, BOTS_TURN = 5.0, 1.0


def add(commands: Any) -> None:
    arena = add_command(commands, "arena", _arena, game=True)
    who = "an agent (uct:100ms), a bot ('bot:python3 mybot.py'), or an engine (uci:, usi:, ucci:, gtp:); repeat"
    arena.add_argument("--player", action="append", default=[], metavar="WHO", help=who)
    arena.add_argument(
        "-n",
        type=positive,
        default=20,
        metavar="N",
        help="games of every two of them, or of as many as play at once (20)",
    )
    arena.add_argument("--seed", type=int, default=0, help="of the starts and of the agents (0)")
    add_forfeits(arena)
    add_workers(arena, "games")
    arena.add_argument(
        "--record", type=Path, metavar="FILE", help="add each game to a file; those in it are not repeated"
    )
    add_times(arena, BOTS_FIRST, BOTS_TURN, "a bot's")
    add_json(arena)


def _arena(arguments: argparse.Namespace) -> int:
    from ludens.arena.match import UnfitGame
    from ludens.arena.protocols.anygame import maker
    from ludens.arena.protocols.seat import Clock
    from ludens.arena.tournament import Tournament
    from ludens.cli.common import load
    from ludens.workers.cluster.journal import Journal, read_journal
    from ludens.workers.programs import CommandError

    if len(arguments.player) < 2:
        raise Misuse("two agents are needed at least: --player uct:100ms --player greedy")
    make = maker(Clock(arguments.first_ms / 1000, arguments.turn_ms / 1000))
    game, path = load(arguments.game, arguments.option), arguments.record
    earlier = list(read_journal(path)) if path and path.exists() else []
    with Journal(path) as journal, ended_politely(), ExitStack() as stack:
        try:
            tournament = Tournament(
                game, arguments.player, arguments.n, arguments.seed, arguments.threads, journal, earlier, make=make,
                forfeit_errors=arguments.forfeit_errors,
            )  # fmt: skip
        except (UnfitGame, CommandError) as error:
            raise Misuse(str(error)) from None
        if (pool := workers(arguments)) is not None:
            tournament.pool = stack.enter_context(pool)
        _run(tournament, as_json=arguments.json)
    for lost in tournament.lost:
        say(f"ludens: a game is lost: {lost}")
    if journal.trouble:
        say(f"ludens: {journal.trouble}; what was written before is kept")
        return FAILED
    return FAILED if tournament.lost else 0


def _run(tournament: Tournament, *, as_json: bool) -> None:
    """Play it with a progress bar; show the table even if it is interrupted."""
    from ludens.cli.screen import progress_bar, shown

    with progress_bar() as progress:
        task = progress.add_task(shown(tournament.game.name), total=len(tournament.pairings()))
        tournament.report = lambda standings, pairing, outcome: progress.update(task, completed=standings.games)
        try:
            tournament.play()
        finally:
            progress.stop()
            if as_json:
                print_facts(_facts(tournament))
            else:
                print("\n".join(_table(tournament)))


def _table(tournament: Tournament) -> list[str]:
    """The ratings, the strongest first; then the score of each pair."""
    from ludens.arena.score import Timing
    from ludens.language import printed

    standings = tournament.standings
    lines = [f"{printed(tournament.game.name)}: {standings.games} games, seed {tournament.seed}"]
    rated, ranked = standings.ratings(), standings.ranked()
    width = max((len(name) for name in ranked), default=0)
    for name in ranked:
        low, high = rated[name].interval()
        shown = f"Elo {rated[name].elo:+5.0f} ({low:+.0f} to {high:+.0f})"
        score = str(standings.total(name)) if standings.players == 2 else _rank_text(standings, name)
        lines.append(f"{name:<{width}}  {shown:<26} {score}")
    for a, b in itertools.combinations(ranked, 2):
        lines.append(f"{a} - {b}: {standings.scores[a, b]}")
    lines += [f"{name}: {Timing.of(standings.seconds[name])}" for name in ranked]
    for (name, reason), n in standings.forfeits.items():
        lines.append(f"{name} lost {n} by {reason}: {plain(standings.details[name, reason])}")
    return lines


def _rank_text(standings: Standings, name: str) -> str:
    """How an agent did in games of more than two players."""
    ranks = standings.ranks[name]
    first, mean = sum(rank == 1.0 for rank in ranks), sum(ranks) / len(ranks)
    return f"first {first} times of {len(ranks)}, place {mean:.2f} of {standings.players} on average"


def _facts(tournament: Tournament) -> dict[str, Any]:
    """The same, ready for JSON: ratings in Elo points with their 95 % intervals, times in seconds."""
    from ludens.arena.score import Timing

    standings = tournament.standings
    rated, ranked = standings.ratings(), standings.ranked()
    return {
        "game": tournament.game.name,
        "games": standings.games,
        "seed": tournament.seed,
        "players": [
            {
                "name": name,
                "elo": rated[name].elo,
                "interval": list(rated[name].interval()),
                "score": _score(standings.total(name)),
                "ranks": standings.ranks[name],
                "payoff": standings.payoff(name),
                "turns": asdict(Timing.of(standings.seconds[name])),
            }
            for name in ranked
        ],
        "pairs": [
            {"first": a, "second": b, "score": _score(standings.scores[a, b])}
            for a, b in itertools.combinations(ranked, 2)
        ],
        "forfeits": [
            {"player": name, "reason": reason, "games": n, "detail": standings.details[name, reason]}
            for (name, reason), n in standings.forfeits.items()
        ],
        "lost": tournament.lost,
    }


def _score(score: Score) -> dict[str, Any]:
    return asdict(score) | {"interval": list(score.interval())}
