"""The parts that Monte-Carlo tree search can be mixed of, as settings of the agent `uct`, and what they need of a game.

>>> from ludens.agents.settings import read_settings
>>> mix_of(read_settings(SETTINGS, [("grave", "50"), ("solver", "yes")]))
Mix(amaf=True, policy='random', bias=False, minimax=False, solver=True, cut=False, decisive=False)
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, cast
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from ludens.agents import native, native_statistics
from ludens.agents.informed import evaluation_of
from ludens.agents.native_mcts import Mix, Policy
from ludens.agents.settings import Setting, Value
from ludens.game.hidden import hides
from ludens.game.programs import Extension
from ludens.game.single import SingleGame
from ludens.native import FastProgram, Words, own_choices
from ludens.rules.base import Ludeme
from ludens.rules.generation.records import RECORDS
from ludens.rules.state.random import choice
from ludens.stage import Memory

if TYPE_CHECKING:
    from ludens.game import Game
    from ludens.game.compiler import Compiler
    from ludens.rules.generation.candidates import Candidate
    from ludens.stage import Address

Rules = npt.NDArray[np.int32]
SETTINGS: Final = (
    Setting("exploration", 0.7, "the constant of UCB1 (Kocsis and Szepesvari 2006)"),
    Setting("rave", False, "each position's values of moves as first (RAVE: Gelly and Silver 2007)"),
    Setting("grave", 0, "the same of the nearest position above that was seen so often (GRAVE: Cazenave 2015)"),
    Setting("amafbias", 0.001, "how soon visits count for more than these values"),
    Setting("mast", False, "playouts by how moves fared anywhere (MAST: Finnsson and Björnsson 2008)"),
    Setting("nst", False, "and moves behind one another (NST: Tak, Winands and Björnsson 2012)"),
    Setting("epsilon", 0.2, "the chance that such a playout makes a random move", most=1),
    Setting("bias", 0.0, "the weight of an evaluation in selection (progressive bias: Chaslot and others 2008)"),
    Setting("minimax", 0.0, "the share of the evaluation's minimax (implicit: Lanctot and others 2014)", most=1),
    Setting("solver", False, "wins, losses and draws are proven (score bounded: Cazenave and Saffidine 2010)"),
    Setting("decisive", False, "moves that end the game are seen at once, and proven (Teytaud and Teytaud 2010)"),
    Setting("cut", 0, "plies after which an evaluation judges a playout (Lorentz 2008)", most=1000),
)
#: settings that cannot be together, and why
EXCLUDING: Final = {
    ("rave", "grave"): "rave and grave exclude each other: grave takes the values from positions above",
    ("mast", "nst"): "nst has what mast has: leave out one of them",
}
_ROOM: Final = "agents"
#: random games from which the moves of a game are counted, and positions in which its evaluation is looked at
_GAMES, _POSITIONS, _PLIES = 12, 80, 200
#: so many deviations of the evaluation in random positions are worth tanh(1)
_DEVIATIONS: Final = 2.0


def check(settings: Mapping[str, Value]) -> None:
    """Raises ValueError for settings that contradict one another, or are without effect."""
    for (one, other), why in EXCLUDING.items():
        if settings[one] and settings[other]:
            raise ValueError(why)


def mix_of(settings: Mapping[str, Value]) -> Mix:
    """What a search with these settings is made of."""
    policy = "nst" if settings["nst"] else "mast" if settings["mast"] else "random"
    amaf = bool(settings["rave"] or settings["grave"])
    bias, minimax, cut, decisive = (bool(settings[name]) for name in ("bias", "minimax", "cut", "decisive"))
    solver = bool(settings["solver"]) or decisive
    return Mix(amaf, cast(Policy, policy), bias, minimax, solver, cut, decisive)


def reason_against(mix: Mix, game: Game) -> str | None:
    """Why a game has no search with these parts; None where it has."""
    if mix == Mix():
        return None
    if hides(game) or game.is_stochastic or game.is_simultaneous or not isinstance(game, SingleGame):
        return f"the settings but exploration are for games without chance in which nothing is hidden, not {game.name}"
    if (mix.solver or mix.minimax) and game.num_players != 2:
        return f"solver and minimax are for two players, and {game.name} has {game.num_players}"
    if mix.evaluates and game.num_players < 2:
        return f"there is no evaluation of {game.name} for one player"
    return None


@dataclass(frozen=True)
class Mixture:
    """What searches with a mix need of a game: its functions, the number of keys of moves, and the rules that gave
    them, by the places that list them."""

    game: SingleGame
    mix: Mix
    program: FastProgram
    keys: int = 1
    rules: Rules = field(default_factory=lambda: np.zeros(0, np.int32))

    def tell(self, words: Words) -> None:
        """Write it to an information block."""
        if self.mix.traces:
            native.tell_game(words, self.game, self.program)
            words.link(native.STEP, self.program, "step")
        evaluation = evaluation_of(self.game) if self.mix.evaluates else None
        if evaluation is not None:
            words.link(native.EVALUATE, evaluation.program, "evaluate")


_programs: WeakKeyDictionary[Game, tuple[FastProgram, int, Rules]] = WeakKeyDictionary()
_gauges: WeakKeyDictionary[Game, float] = WeakKeyDictionary()


def mixture_of(game: Game, mix: Mix) -> Mixture:
    """That of a game. Code is compiled, and random games are played, the first time."""
    assert isinstance(game, SingleGame)
    if mix.traces and game not in _programs:
        program = FastProgram(game.extended(Extension(_ROOM, _emit, variant="steps", picks=True)))
        rules = np.zeros(native_statistics.PLACES, np.int32)
        program.call("rules", rules)
        _programs[game] = program, _keys(game, program), rules
    return Mixture(game, mix, *_programs[game]) if mix.traces else Mixture(game, mix, game.fast)


def gauge(game: Game, words: Words) -> float:
    """What an evaluation is multiplied by, before it is squeezed, by what it says of random positions."""
    if game not in _gauges:
        values = []
        with own_choices(1):
            for number in range(_POSITIONS):
                state = game.start(seed=number)
                game.fast.playout(state, 2 + 3 * number % 61)
                if not state.is_over:
                    values.append(native.evaluate(words, state, 1))
        spread = float(np.std(values)) if values else 0.0
        _gauges[game] = 1.0 / (_DEVIATIONS * spread) if spread else 1.0
    return _gauges[game]


def _keys(game: SingleGame, program: FastProgram) -> int:
    """A power of 2 that is twice the number of different moves of some random games, at least, as far as it may be."""
    rng, met = np.random.default_rng(1), set[bytes]()
    for number in range(_GAMES):
        state = game.start(seed=number)
        for _ in range(_PLIES):
            records = program.legal(state)
            if not len(records):
                break
            met.update(row.tobytes() for row in records[:, :4])
            program.play(state, records[int(rng.integers(len(records)))])
    count = 1 << max(2 * len(met) - 1, 1).bit_length()
    return min(max(count, native_statistics.LEAST_KEYS), native_statistics.MOST_KEYS)


def _emit(compiler: Compiler) -> None:
    """The random games, and step(state, env, records): a random move, which is then the first record."""
    s = compiler.s
    compiler.playouts()

    def step(state: Address, env: Address, records: Address) -> None:
        c = compiler.context(state, env)
        if compiler.picks:
            s.call(compiler.functions["pick"], state, env, records)
        else:
            count = s.call(compiler.functions["legal"], state, env, records)
            s.move(records, s.offset(records, choice(s, env, count) * native.RECORD), native.RECORD)
        compiler.play_found(c, records)

    def rules(out: Address) -> None:
        table = s.table(_rules(compiler.family.members))
        s.for_range(0, len(table.values), lambda i: s.store(out, i, "i32", table[i]))

    s.function("step", [*compiler.places, RECORDS], None, step, exported=True)
    s.function("rules", [Memory("the rules", 4 * native_statistics.PLACES)], None, rules, exported=True)


def _rules(members: Sequence[tuple[Candidate, object]]) -> list[int]:
    """A number for the rule that gives the moves of each of the places that list them: those of the same are equal."""
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(_rule(move), len(numbers)) for move, _ in members[: native_statistics.PLACES]]


def _rule(move: Candidate) -> Hashable:
    """The ludeme whose moves they are, or its class where that is all that is known, and what follows a move."""
    owner = getattr(move.build, "__self__", None)
    maker = owner.identity if isinstance(owner, Ludeme) else getattr(move.build, "__qualname__", "").partition(".")[0]
    return maker, tuple(then.identity for then in move.then)
