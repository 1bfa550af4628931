"""A run of training: games, learning, checkpoints, ratings, in a folder of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ludens.agents.net_trees import check_game, outputs_of
from ludens.formats import OtherVersion
from ludens.game import Game
from ludens.learning import curve, rating
from ludens.learning.learner import Learner
from ludens.learning.nets import file
from ludens.learning.nets.file import NetError
from ludens.learning.nets.model import Evaluator, Net, Size, arrays_of, save
from ludens.learning.nets.pytorch import torch
from ludens.learning.remote_selfplay import NAME, Share, play_share
from ludens.learning.replay import Replay, Sample
from ludens.learning.selfplay import SelfPlay, Tally
from ludens.learning.settings import Settings
from ludens.learning.training import AGENT, CHECKPOINT, CHECKPOINT_FORMAT, LOG, Training, opened
from ludens.system import files
from ludens.workers.cluster import Pool, TaskLost
from ludens.workers.cluster.journal import Journal, read_journal

__all__ = ["AGENT", "CHECKPOINT", "CURVE", "LOG", "RATINGS", "Report", "Run"]

RATINGS, CURVE = "ratings.jsonl", "curve.svg"


@dataclass(frozen=True)
class Report:
    """Where a run stands after an iteration: what has been played in all, the last losses, the seconds used."""

    iteration: int
    positions: int
    games: int
    steps: int
    policy: float
    value: float
    length: float
    first: float
    seconds: float
    cpu_seconds: float
    progress: float

    def to_dict(self) -> dict[str, Any]:
        return {key: round(value, 4) if isinstance(value, float) else value for key, value in vars(self).items()}


class Run(Training):
    """Training of one game in a folder.

    The folder gets `agent.net`, the file that plays, `checkpoint`, `log.jsonl` with a line for each iteration,
    `ratings.jsonl` with the results against fixed opponents, and `curve.svg`, which shows them.

    With `resume` it goes on from the folder's checkpoint. Raises AgentError for a game that cannot be trained on,
    NetError for a checkpoint that is damaged or of another game, FileExistsError where the folder has a run and it is
    not to be resumed, FileNotFoundError where there is none to resume.

    With a `pool` its workers play the games, and this process learns. What they lose is played again from where it
    stood; `lost` counts what could not be.
    """

    def __init__(
        self, game: Game, settings: Settings, folder: Path, *, resume: bool = False, pool: Pool | None = None
    ) -> None:
        check_game(game)
        self.game, self.pool, self.lost = game, pool, 0
        checkpoint, path = opened(folder, resume=resume), folder / CHECKPOINT
        if checkpoint is not None:
            settings = self._resumed_settings(checkpoint, settings, path)
        super().__init__(folder, settings)
        torch.manual_seed(settings.seed)
        net = Net(game, Size(settings.channels, settings.blocks))
        self.learner = Learner(game, settings, net)
        self.outputs = outputs_of(game)
        self.replay = Replay(game, settings.memory, self.outputs)
        self.workers = [
            SelfPlay(game, settings, net, games, settings.seed * 1009 + 7919 * index)
            for index, games in enumerate(_shares(settings.games, settings.workers or settings.threads))
        ]
        self.tally, self.rated = Tally(), -1
        if checkpoint is not None:
            self._restore(checkpoint, path)
        self._start_clock()
        if checkpoint is not None:  # the run has a new end perhaps, before which ratings fall due again
            self.rated = min(self.rated, int(self.progress * settings.ratings))

    def _resumed_settings(self, checkpoint: file.NetFile, settings: Settings, path: Path) -> Settings:
        try:
            checkpoint.check(self.game)
            CHECKPOINT_FORMAT.check(checkpoint.facts.get("checkpoint"))
            if checkpoint.facts.get("positions") != self.game.fingerprint:
                raise NetError(f"its positions are of other rules, or of another ludens; {AGENT} plays on, begin anew")
            saved = Settings.from_dict(checkpoint.facts["settings"])
        except (NetError, OtherVersion, KeyError, TypeError) as error:
            raise NetError(f"{path}: {error}") from None
        return saved.resumed(settings)

    # --- the run

    _tell_rated: Callable[[int], object] = staticmethod(lambda iteration: None)

    def run(
        self,
        report: Callable[[Report], object] = lambda report: None,
        rated: Callable[[int], object] = lambda iteration: None,
    ) -> None:
        """Train until the settings say that it is enough.

        `report` is called after each iteration, `rated` after each rating, with the iteration that was rated.
        """
        self._tell_rated = rated
        with ThreadPoolExecutor(self.settings.threads) as threads, Journal(self.folder / LOG) as journal:
            while self.progress < 1:
                self._rate_if_due()
                iteration = self.iterate(threads)
                journal.add(iteration.to_dict())
                if self._is_save_due:
                    self.save()
                report(iteration)
        self._rate_if_due()
        self.save()

    def _rate_if_due(self) -> None:
        """Rate the net at the beginning, at the end, and so often between as the settings say."""
        due = int(self.progress * self.settings.ratings)
        if self.settings.ratings and due > self.rated:
            self.rated = due
            self.rate()
            self._tell_rated(self.iteration)

    def rate(self) -> None:
        """Play against fixed opponents, note the results, and draw the curve."""
        games, evaluator = self.settings.rated_games, Evaluator(self.learner.average, self.game)
        fresh = [] if self.results() else rating.among_opponents(self.game, games)
        fresh += rating.rate(self.game, evaluator, games, iteration=self.iteration, seconds=self.cpu_seconds)
        with Journal(self.folder / RATINGS) as journal:
            for result in fresh:
                journal.add(result.to_dict())
        results = self.results()
        if results:
            options = "".join(f", {option}" for option in self.game.description.selected)
            drawing = curve.draw(results, f"{self.game.name}{options}: strength while it learns")
            files.write_text(self.folder / CURVE, drawing)

    def results(self) -> list[rating.Result]:
        """The results against fixed opponents so far."""
        path = self.folder / RATINGS
        if not path.exists():
            return []
        entries = {(entry["player"], entry["iteration"], entry["opponent"]): entry for entry in read_journal(path)}
        return [rating.Result.from_dict(entry) for entry in entries.values() if entry["iteration"] <= self.iteration]

    def iterate(self, threads: ThreadPoolExecutor) -> Report:
        """Play and learn once."""
        settings = self.settings
        played = Tally()
        for samples, tally in self._play_here(threads) if self.pool is None else self._play_elsewhere(self.pool):
            played += tally
            self.owed += settings.reuse * len(samples) / settings.batch
            for sample in samples:
                self.replay.add(sample)
        self.tally += Tally(played.positions, played.games, played.plies)
        steps = int(self.owed) if len(self.replay) >= settings.batch else 0
        self.owed -= steps
        losses = self.learner.learn(self.replay, steps, self.rng, self.progress, threads)
        self.iteration += 1
        return Report(
            self.iteration, self.tally.positions, self.tally.games, self.learner.steps, losses["policy"],
            losses["value"], played.plies / max(played.games, 1), float(np.mean(played.results or [0.0])),
            self.seconds, self.cpu_seconds, self.progress,
        )  # fmt: skip

    def _play_here(self, threads: ThreadPoolExecutor) -> Iterator[tuple[list[Sample], Tally]]:
        net = self.learner.net
        return threads.map(lambda worker: worker.play(net), self.workers)

    def _play_elsewhere(self, pool: Pool) -> Iterator[tuple[list[Sample], Tally]]:
        """The same by the workers of a pool, in the same order."""
        play = partial(play_share, self.game, self.settings, arrays_of(self.learner.net))
        shares = [Share(worker.games, worker.seed, worker.save(NAME)) for worker in self.workers]
        with closing(pool.run(play, shares)) as answers:
            for answer in sorted(answers, key=lambda answer: answer.number):
                if isinstance(answer.error, TaskLost):
                    self.lost += 1
                    continue
                played = answer.value
                self.workers[answer.number].restore(NAME, played.saved)
                self.cpu_seconds += played.seconds
                yield played.samples, played.tally

    # --- where it stands

    def save(self) -> None:
        """Write the checkpoint and the agent, each whole or not at all."""
        arrays = {**self.learner.save(), **self.replay.save()}
        for index, worker in enumerate(self.workers):
            arrays |= worker.save(f"worker{index}")
        facts = {
            **file.facts_of(self.game),
            "positions": self.game.fingerprint,
            "tally": [self.tally.positions, self.tally.games, self.tally.plies],
            "rated": self.rated,
        }
        self._write(facts, arrays)
        self.save_agent()

    def save_agent(self) -> None:
        """Write the file that plays."""
        trained = {"iteration": self.iteration, "games": self.tally.games, "cpu_seconds": round(self.cpu_seconds)}
        save(self.folder / AGENT, self.learner.average, self.game, trained=trained)

    def summary(self) -> dict[str, Any]:
        """What came of it, ready for JSON."""
        rated = rating.elo(self.results())
        own = {key: value for key, value in rated.items() if isinstance(key, int)}
        return {
            "game": self.game.name,
            "options": list(self.game.description.selected),
            "agent": str(self.folder / AGENT),
            "iterations": self.iteration,
            "games": self.tally.games,
            "positions": self.tally.positions,
            "lost": self.lost,
            "steps": self.learner.steps,
            "seconds": round(self.seconds, 1),
            "cpu_seconds": round(self.cpu_seconds, 1),
            "elo": [{"iteration": key, "elo": value.elo, "error": value.error} for key, value in own.items()],
            "results": [result.to_dict() for result in self.results()],
        }

    def _restore(self, checkpoint: file.NetFile, path: Path) -> None:
        try:
            facts = checkpoint.facts
            self.learner.restore(checkpoint.arrays)
            self.replay.restore(checkpoint.arrays)
            for index, worker in enumerate(self.workers):
                worker.restore(f"worker{index}", checkpoint.arrays)
            self._go_on(facts)
            self.tally = Tally(*facts["tally"])
            self.rated = int(facts["rated"])
        except (NetError, KeyError, TypeError, ValueError, IndexError) as error:
            raise NetError(f"{path} cannot be resumed: {error}") from None


def _shares(total: int, parts: int) -> list[int]:
    """A number in so many parts, none of them 0."""
    parts = max(1, min(parts, total))
    return [total * (i + 1) // parts - total * i // parts for i in range(parts)]
