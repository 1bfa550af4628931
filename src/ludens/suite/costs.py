"""What a run of a list will cost, from random games and from how long the prompts are, before anything is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, astuple, dataclass
from operator import add
from typing import Any

from ludens.game import Game
from ludens.suite.lists import Entry, Suite, SuiteError
from ludens.suite.prompts import Prompts, prompt

#: characters of a token, about, in English prose and in descriptions
CHARACTERS = 3.5
_GAMES, _SEED = 50, 1


@dataclass(frozen=True)
class Cost:
    """What a run asks for: turns, tokens in (of which `cached` were sent before) and out, and the money."""

    games: int
    turns: int
    tokens_in: int
    cached: int
    tokens_out: int
    money: float

    def __add__(self, other: Cost) -> Cost:
        return Cost(*map(add, astuple(self), astuple(other)))

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return asdict(self)


def estimate(
    suite: Suite,
    entries: Sequence[Entry],
    *,
    n: int | None = None,
    prompts: Prompts | None = None,
    answer: int = 800,
    prices: tuple[float, float] = (0.0, 0.0),
    cached_price: float | None = None,
) -> Cost:
    """What a language model's run of these games costs, about: games as long as random ones are.

    An answer has `answer` tokens, thoughts among them; a million tokens cost `prices` in and out, those that a provider
    has in its cache `cached_price` (as any other where it is None). `prompts` are those of the second protocol, None
    for the first. A guess: games of good players may be longer, and answers as long as a model likes.
    """
    total = Cost(0, 0, 0, 0, 0, 0.0)
    for entry in entries:
        try:
            game = entry.load(encoding=False)
        except SuiteError:
            continue
        total += _of_game(game, suite, n or suite.games, prompts, answer, prices, cached_price)
    return total


def _of_game(
    game: Game, suite: Suite, n: int, prompts: Prompts | None, answer: int, prices: tuple[float, float],
    cached_price: float | None,
) -> Cost:  # fmt: skip
    lengths = game.playouts(_GAMES, seed=_SEED).lengths
    games = n * (1 if game.num_players == 1 else len(suite.opponents))
    plies = min(float(lengths.mean()), float(suite.plies))
    turns = round(games * (plies / max(game.num_players, 1)))
    system, turn = _characters(game, prompts, plies)
    tokens_in = round(turns * (system + turn) / CHARACTERS)
    cached = round(max(turns - games, 0) * system / CHARACTERS)
    fresh, cheap = tokens_in - cached, prices[0] if cached_price is None else cached_price
    money = (fresh * prices[0] + cached * cheap + turns * answer * prices[1]) / 1e6
    return Cost(games, turns, tokens_in, cached, turns * answer, money)


def _characters(game: Game, prompts: Prompts | None, plies: float) -> tuple[int, float]:
    """The characters of what stays the same, and of a turn in the middle of a game."""
    state = game.start(seed=_SEED)
    if prompts is None:
        return 0, len(prompt(state))
    history = 6 * plies / 2 if prompts.history else 0.0
    return len(prompts.system(state)), len(prompts.turn(state)) + history
