"""Results that somebody sent, checked: each game is played again, and the opponents have to answer as they did.

Nothing of a file is believed but the agent's own moves, and that it was asked as it says.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludens.arena import match
from ludens.game import Game, IllegalMove, Move, State
from ludens.suite.disguise_levels import disguise_at, level_of
from ludens.suite.disguises import DisguiseError
from ludens.suite.evaluation import NOBODY, seed_of, solved
from ludens.suite.lists import Entry, Suite, SuiteError, load
from ludens.suite.prompts import move_text
from ludens.suite.transcripts import identity, is_counted


@dataclass(frozen=True)
class Finding:
    """What is wrong with a game of a file: its line, from 1, and why."""

    line: int
    trouble: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.trouble}"


def check_results(
    transcripts: Sequence[Mapping[str, Any]], report: Callable[[int], object] = lambda done: None
) -> list[Finding]:
    """What is wrong with results, game by game; nothing where all of them are as they say.

    The list has to be one that is here, with the same rules; seeds, seats and opponents those that the list's protocol
    gives; the moves legal, the opponents' those that they choose, and the end the one that comes of it.
    """
    findings, seen = list[Finding](), set[str]()
    checker = _Checker()
    for line, played in enumerate(transcripts, 1):
        report(line - 1)
        try:
            checker.check(played)
            if identity(played) in seen:
                raise _Wrong("the same game is there twice")
            seen.add(identity(played))
        except (KeyError, TypeError, IndexError, AttributeError) as error:
            findings.append(Finding(line, f"it is no transcript: {type(error).__name__}: {error}"))
        except (_Wrong, SuiteError, DisguiseError) as error:
            findings.append(Finding(line, str(error)))
    return findings


class _Wrong(ValueError):
    """A game that is not as it says."""


class _Checker:
    """Plays games again; lists and games are loaded once."""

    def __init__(self) -> None:
        self._suite = functools.cache(load)
        self._games: dict[str, Game] = {}

    def check(self, played: Mapping[str, Any]) -> None:
        """Raises _Wrong, SuiteError, and KeyError for what is missing."""
        if not is_counted(played):
            return
        suite = self._suite(played["suite"])
        entry = self._entry(suite, played)
        game = self._game(entry, played)
        opponents = (NOBODY,) if game.num_players == 1 else suite.opponents
        if played["opponent"] not in opponents:
            raise _Wrong(f"{played['opponent']} is no opponent of {suite.name}")
        if played["seed"] != seed_of(played["base_seed"], played["opponent"], played["number"] // 2):
            raise _Wrong(f"the seed of game {played['number']} is another one")
        if played["seat"] != 1 + played["number"] % game.num_players:
            raise _Wrong(f"the agent's seat in game {played['number']} is another one")
        self._replay(game, played, suite.plies)

    def _entry(self, suite: Suite, played: Mapping[str, Any]) -> Entry:
        for entry in suite.entries:
            if entry.game == played["game"] and list(entry.options) == list(played["options"]):
                if entry.rules != played["rules"]:
                    raise _Wrong(f"the rules of {entry.title} are not those of {suite.name}")
                return entry
        raise _Wrong(f"{suite.name} has no game {played['game']}")

    def _game(self, entry: Entry, played: Mapping[str, Any]) -> Game:
        disguised, misere, level = (
            played["disguised"],
            played["misere"],
            level_of(played.get("level"), played["misere"]),
        )
        key = repr((entry.game, entry.options, disguised, misere, level))
        if key not in self._games:
            game = entry.load(encoding=False)
            if disguised is not None or misere:
                game = disguise_at(game, level, disguised or 0)
            self._games[key] = game
        return self._games[key]

    def _replay(self, game: Game, played: Mapping[str, Any], plies: int) -> None:
        """Let the opponents play the game again, the agent's moves as they are written."""
        seat, count = played["seat"], game.num_players
        turns = [turn for turn in played["turns"] if turn["move"]]
        script, result = _Script(turns, played["result"]), played["result"]

        def make(entrant: Any, game: Game, seed: int) -> match.Player:
            return script if entrant is script else match.seat(entrant, game, seed)

        if count == 1:
            outcome = solved(game, script, played["seed"], plies)
        else:
            entrants: list[Any] = [played["opponent"]] * count
            entrants[seat - 1] = script
            outcome = match.play_game(game, entrants, played["seed"], make=make, ply_limit=plies)
        assert outcome is not None
        if script.trouble:
            raise _Wrong(script.trouble)
        if outcome.winner != result["winner"] or (outcome.fault == seat) != (result["fault"] == seat):
            raise _Wrong(f"the game does not end as it says, with winner {result['winner']}")
        if len(script.made) != len(turns):
            raise _Wrong(f"the game has {len(script.made)} moves, and not {len(turns)}")


class _Script:
    """The agent's seat: its moves as a transcript has them. It sees to it that those of the others are the same."""

    def __init__(self, turns: Sequence[Mapping[str, Any]], result: Mapping[str, Any]) -> None:
        self.turns, self.result, self.made, self.trouble = turns, result, list[str](), ""

    def moves(self, state: State) -> Sequence[Move]:
        return [self._next(state, state.legal_moves())]

    def move_of(self, state: State, player: int) -> Move:
        behind = [turn for turn in self.turns[len(self.made) :] if turn["player"] == player][:1]
        legal = [move for move in state.legal_moves() if move.mover == player]
        return self._named(state, legal, behind[0]["move"] if behind else "")

    def _next(self, state: State, legal: Sequence[Move]) -> Move:
        at = len(self.made)
        return self._named(state, legal, self.turns[at]["move"] if at < len(self.turns) else "")

    def _named(self, state: State, legal: Sequence[Move], name: str) -> Move:
        for move in legal:
            if name and move_text(state, move) == name:
                return move
        if name and not self.trouble:
            self.trouble = f"move {len(self.made) + 1}, {name}, is not legal"
        raise IllegalMove(f"the agent has no move {name}" if name else "the agent gave no legal move")

    def see(self, state: State, move: Move) -> None:
        name, at = move_text(state, move), len(self.made)
        if not self.trouble and (at >= len(self.turns) or self.turns[at]["move"] != name):
            there = self.turns[at]["move"] if at < len(self.turns) else "nothing"
            self.trouble = f"move {at + 1} is {there}, where {name} is played"
        self.made.append(name)

    def close(self) -> str:
        return ""


#: a list, the level of disguise, an agent, and how it was asked
Group = tuple[str, int, str, str]


def groups_of(transcripts: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Group, list[Mapping[str, Any]]]]:
    """The games of each agent, as it was asked, on each list, in each disguise."""
    groups: dict[Group, list[Mapping[str, Any]]] = {}
    for one in transcripts:
        is_disguised = one["disguised"] is not None or one["misere"] or one.get("level")
        level = level_of(one.get("level"), one["misere"]) if is_disguised else 0
        groups.setdefault((one["suite"], level, one["agent"], one["protocol"]), []).append(one)
    yield from sorted(groups.items(), key=lambda group: tuple(map(str, group[0])))
