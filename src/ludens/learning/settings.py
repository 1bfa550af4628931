"""The settings of a run of training."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import Any


@dataclass(frozen=True)
class Settings:
    """How an agent is trained.

    What ends a run, `iterations`, `minutes` or `cpu_minutes`, may be changed for a resumed one.

    `games` are played at once, by all threads together or by so many `workers` elsewhere, with `simulations` a move, of
    which the first ones are of `considered` moves; an iteration plays `plies` moves of each and then learns: each
    position is looked at about `reuse` times, out of the last `memory`. `mixed` is how much the search's own value
    counts in what a position is said to be worth, beside the game's result. `scale` says how much values count in a
    policy. The net is rated so often as `ratings` says, beside its beginning, in `rated_games` against each of some
    opponents.
    """

    channels: int = 48
    blocks: int = 4
    simulations: int = 16
    considered: int = 8
    games: int = 256
    plies: int = 8
    batch: int = 256
    reuse: float = 4.0
    memory: int = 120_000
    rate: float = 2e-3
    decay: float = 1e-4
    mixed: float = 0.5
    scale: float = 0.3
    max_plies: int = 512
    threads: int = 2
    workers: int = 0
    seed: int = 0
    ratings: int = 6
    rated_games: int = 20
    iterations: int | None = None
    minutes: float | None = None
    cpu_minutes: float | None = None

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Settings:
        names = {field.name for field in fields(cls)}
        return cls(**{key: value for key, value in data.items() if key in names})

    def resumed(self, now: Settings) -> Settings:
        """These settings for a resumed run: it ends as the settings of now say, if they say anything of it."""
        ends = {name: getattr(now, name) for name in ("iterations", "minutes", "cpu_minutes")}
        return replace(self, **ends) if any(end is not None for end in ends.values()) else self

    def progress(self, iterations: int, seconds: float, cpu_seconds: float) -> float:
        """How much of the run is done, from 0 to 1: by whatever ends it first."""
        shares = [0.0]
        if self.iterations is not None:
            shares.append(iterations / max(self.iterations, 1))
        if self.minutes is not None:
            shares.append(seconds / (60 * self.minutes))
        if self.cpu_minutes is not None:
            shares.append(cpu_seconds / (60 * self.cpu_minutes))
        return min(1.0, max(shares))
