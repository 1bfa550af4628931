"""Random numbers: SplitMix64, its state in the position (manual: runtime 14.1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ludens.rules.state.context import Context
from ludens.rules.state.memory import CHOICE_RNG
from ludens.rules.state.trace import log_words
from ludens.rules.state.words import signed
from ludens.stage import Address, Int, IntLike, Long, LongLike, RealLike, Stage

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

GAMMA = 0x9E3779B97F4A7C15
#: sets the random numbers of games and rows that share a seed apart, each by its number
APART = 0x632BE59BD9B4E019
_MIX_1, _MIX_2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_WORD, _HALF = (1 << 64) - 1, (1 << 32) - 1


def next_word(c: Context) -> LongLike:
    """The next 64 random bits."""
    seed = c.state.rng.get() + signed(GAMMA)
    c.state.rng.set(seed)
    return cast(Long, scrambled(seed))


def saved_seed(c: Context, name: str) -> dict[str, IntLike]:
    """The generator's state as two slots of that name, from which `from_seed` draws the same numbers again."""
    seed = c.state.rng.get()
    return {f"{name}.low": c.s.to_int(seed), f"{name}.high": c.s.to_int(seed >> 32)}


def from_seed(c: Context, name: str, body: Callable[[], object]) -> None:
    """Run the body with the random numbers of a saved seed; afterwards the generator is as before."""
    p, s = c.state, c.s
    now = p.rng.get()
    p.rng.set((s.long(c.get(f"{name}.high")) << 32) | s.unsigned(c.get(f"{name}.low")))
    body()
    p.rng.set(now)


def scrambled(word: Any) -> Any:
    """The output function of SplitMix64 (Steele, Lea and Flood 2014)."""
    word = (word ^ (word >> 30)) * signed(_MIX_1)
    word = (word ^ (word >> 27)) * signed(_MIX_2)
    return word ^ (word >> 31)


def scrambled_word(word: int) -> int:
    """The same of a word outside native code, unsigned."""
    word &= _WORD
    word = (word ^ word >> 30) * _MIX_1 & _WORD
    word = (word ^ word >> 27) * _MIX_2 & _WORD
    return word ^ word >> 31


def scrambled_words(words: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """The same of many words."""
    import numpy as np

    for shift, factor in ((30, _MIX_1), (27, _MIX_2)):
        words = (words ^ (words >> np.uint64(shift))) * np.uint64(factor)
    return words ^ (words >> np.uint64(31))


def choice(s: Stage, env: Address, count: IntLike) -> IntLike:
    """A random number below `count`, from the workspace's generator, not the game's (Lemire's multiplication)."""
    state = s.load(env, CHOICE_RNG // 8, "i64") + signed(GAMMA)
    s.store(env, CHOICE_RNG // 8, "i64", state)
    return s.to_int(((scrambled(state) >> 32) * s.unsigned(count)) >> 32)


def next_int(c: Context, bound: IntLike) -> IntLike:
    """A random number from 0 to bound-1; the bound is at least 1. Even a bound of 1 draws."""

    def body(c: Context) -> IntLike:
        k, seed = c.get("random.bound"), _seed(c)
        power = (k & (k - 1)) == 0
        drawn: IntLike = c.s.choose(power, lambda: _scaled(c, k), lambda: _divided(c, k))
        _log(c, seed, k, drawn)
        return drawn

    bare = c.unbound().bind(**{"random.bound": dynamic(c, bound)})
    return bare.outline("next_int", body, Int, key="next_int")


def next_real(c: Context) -> RealLike:
    """A random number from 0 to below 1."""
    _log(c, _seed(c), 0, 0)
    return c.s.real(next_word(c) >> 12) * 2.0**-52


class Draw(NamedTuple):
    """A number that was drawn: the generator's state before, the bound, 0 for one from 0 to 1, and the number."""

    seed: int
    bound: int
    value: int


#: how many words of the log tell of one draw
_LOGGED = 4


def _seed(c: Context) -> LongLike:
    """The generator's state for the log."""
    return c.state.rng.get() if c.logs_draws else 0


def _log(c: Context, seed: LongLike, bound: IntLike, value: IntLike) -> None:
    if c.logs_draws:
        log_words(c, [seed, seed >> 32, bound, value])


def read_draws(words: Sequence[int]) -> list[Draw]:
    """What was drawn, from the words of a log, in order."""
    rows = zip(*(words[i::_LOGGED] for i in range(_LOGGED)), strict=True)
    return [Draw(low & _HALF | (high & _HALF) << 32, bound, value) for low, high, bound, value in rows]


def dynamic(c: Context, value: IntLike) -> IntLike:
    """The value as one that is known only in play, so that all values share one function."""
    return c.s.var(value).get() if isinstance(value, int) else value


def _bits(c: Context) -> IntLike:
    """31 random bits."""
    word = next_word(c)
    # of 32 bits before the shift: the same with 64 takes some per cent of the time of games of dice
    return ((c.s.to_int(word >> 32) ^ c.s.to_int(word)) >> 1) & (_HALF >> 1)


def _scaled(c: Context, bound: IntLike) -> IntLike:
    return c.s.to_int((c.s.long(bound) * c.s.long(_bits(c))) >> 31)


def _divided(c: Context, bound: IntLike) -> IntLike:
    """Draws again where the last, incomplete range of remainders is hit."""
    s = c.s
    bits = s.var(_bits(c))
    rest = s.var(s.remainder(bits.get(), bound))

    def again() -> None:
        bits.set(_bits(c))
        rest.set(s.remainder(bits.get(), bound))

    s.while_(lambda: s.to_int(bits.get() - rest.get() + (bound - 1)) < 0, again)
    return rest.get()
