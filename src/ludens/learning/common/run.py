"""Training of the common net: self-play of many games in turn, one net that learns from all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ludens.agents.net_trees import check_turns, outputs_of
from ludens.formats import OtherVersion
from ludens.game import Game
from ludens.learning.common.learner import CommonLearner
from ludens.learning.common.model import CommonNet, CommonSize, restored, save
from ludens.learning.learner import under
from ludens.learning.nets import file
from ludens.learning.nets.file import NetError
from ludens.learning.nets.pytorch import torch
from ludens.learning.replay import Replay
from ludens.learning.selfplay import SelfPlay, Tally
from ludens.learning.settings import Settings
from ludens.learning.training import AGENT, CHECKPOINT, CHECKPOINT_FORMAT, LOG, Training, opened
from ludens.workers.cluster.journal import Journal

#: the share of the run after which all games are played; at first so many of them
_ALL_BY, _AT_FIRST = 0.5, 0.34
#: how fast what a game's losses are now and were before follows
_FAST, _SLOW = 0.3, 0.05
#: the share of the time that goes to all games alike
_ALIKE = 0.4


@dataclass
class Course:
    """A game in training: its games under way, its positions, and how its losses go."""

    game: Game
    play: SelfPlay
    replay: Replay
    games: int = 0
    positions: int = 0
    fast: float | None = None
    slow: float | None = None

    @property
    def progress(self) -> float:
        """How much its losses have changed lately, as a share of what they were."""
        if self.fast is None or not self.slow:
            return 1.0
        return abs(self.slow - self.fast) / self.slow

    def note(self, loss: float) -> None:
        """Take a loss into account."""
        self.fast = loss if self.fast is None else self.fast + _FAST * (loss - self.fast)
        self.slow = loss if self.slow is None else self.slow + _SLOW * (loss - self.slow)


@dataclass(frozen=True)
class CommonReport:
    """An iteration: which game was played, what there has been in all, and the losses."""

    iteration: int
    game: str
    positions: int
    games: int
    steps: int
    policy: float
    value: float
    left: float
    seconds: float
    cpu_seconds: float
    progress: float

    def to_dict(self) -> dict[str, Any]:
        return {key: round(value, 4) if isinstance(value, float) else value for key, value in vars(self).items()}


class CommonRun(Training):
    """Training of one net on some games, in a folder that gets `agent.net`, `checkpoint` and `log.jsonl`.

    Each iteration one game is played, and the net learns from the positions of all games played so far. Games on small
    boards come first, the others one after the other during the first half of the run; a game whose losses change is
    played more often. With `start`, the file of a common net, the net begins as that one.

    Raises AgentError for a game that cannot be trained on, NetError for a file that does not fit, FileExistsError and
    FileNotFoundError as `ludens.learning.run.Run` does.
    """

    def __init__(
        self, games: Sequence[Game], settings: Settings, folder: Path, *, resume: bool = False,
        start: Path | None = None, device: str = "cpu",
    ) -> None:  # fmt: skip
        if not games:
            raise ValueError("there is no game to train on")
        for game in games:
            check_turns(game)
        saved, path = opened(folder, resume=resume), folder / CHECKPOINT
        super().__init__(folder, settings if saved is None else _resumed_settings(saved, settings, path))
        self.games = sorted(games, key=lambda game: (len(game.slots), game.name))
        torch.manual_seed(self.settings.seed)
        self.learner = CommonLearner(self._first_net(start), self.settings, device)
        self.courses: dict[str, Course] = {}
        if saved is not None:
            self._restore(saved, path)
        self._start_clock()

    def _first_net(self, start: Path | None) -> CommonNet:
        if start is not None:
            return restored(file.read(start), start)
        return CommonNet(CommonSize(self.settings.channels, self.settings.blocks))

    # --- the run

    def run(self, report: Callable[[CommonReport], object] = lambda report: None) -> None:
        """Train until the settings say that it is enough; `report` is called after each iteration."""
        with Journal(self.folder / LOG) as journal:
            while self.progress < 1:
                done = self.iterate()
                journal.add(done.to_dict())
                if self._is_save_due:
                    self.save()
                report(done)
        self.save()

    def pause(self, seconds: float, cpu_seconds: float) -> None:
        """Leave out of the run's time what was spent on something else since its progress was last looked at."""
        self._marks = self._marks[0] + seconds, self._marks[1] + cpu_seconds

    def iterate(self) -> CommonReport:
        """Play some plies of one game, and learn from all."""
        progress = self.progress
        course = self._chosen(progress)
        samples, tally = course.play.play(self.learner.average if self.learner.steps else self.learner.net)
        course.games += tally.games
        course.positions += tally.positions
        for sample in samples:
            course.replay.add(sample)
        self.owed += self.settings.reuse * len(samples) / self.settings.batch
        losses = np.zeros(3)
        steps = int(self.owed)
        self.owed -= steps
        for _ in range(steps):
            losses += self._learn(progress)
        self.iteration += 1
        policy, value, left = (losses / max(steps, 1)).tolist()
        total = self.tally
        return CommonReport(
            self.iteration, course.game.name, total.positions, total.games, self.learner.steps, policy, value, left,
            self.seconds, self.cpu_seconds, self.progress,
        )  # fmt: skip

    @property
    def tally(self) -> Tally:
        """What has been played of all games."""
        courses = self.courses.values()
        return Tally(sum(course.positions for course in courses), sum(course.games for course in courses))

    def _learn(self, progress: float) -> npt.NDArray[np.float64]:
        """A step on positions of one game: the more of them there are, the more often."""
        courses = [course for course in self.courses.values() if len(course.replay)]
        weights = np.array([len(course.replay) for course in courses], np.float64) ** 0.5
        course = courses[int(self.rng.choice(len(courses), p=weights / weights.sum()))]
        losses = self.learner.learn(course.game.encoding.graph, course.replay, self.rng, progress)
        course.note(float(losses[:2].sum()))
        return losses

    # --- the curriculum

    def _chosen(self, progress: float) -> Course:
        """The game that is played next: one that has not been played, or by what is learnt of each."""
        count = max(1, round(len(self.games) * min(1.0, _AT_FIRST + (1 - _AT_FIRST) * progress / _ALL_BY)))
        open_ = self.games[:count]
        fresh = next((game for game in open_ if key_of(game) not in self.courses), None)
        if fresh is not None:
            return self._course(fresh)
        courses = [self.courses[key_of(game)] for game in open_]
        learnt = np.array([course.progress for course in courses]) + 1e-6
        weights = _ALIKE / len(courses) + (1 - _ALIKE) * learnt / learnt.sum()
        return courses[int(self.rng.choice(len(courses), p=weights / weights.sum()))]

    def _course(self, game: Game) -> Course:
        settings, number = self.settings, len(self.courses)
        play = SelfPlay(game, settings, self.learner.net, settings.games, settings.seed * 1009 + 7919 * number)
        course = Course(game, play, Replay(game, settings.memory, outputs_of(game)))
        self.courses[key_of(game)] = course
        return course

    # --- where it stands

    def save(self) -> None:
        """Write the checkpoint and the agent, each whole or not at all."""
        arrays, courses = self.learner.save(), list[dict[str, Any]]()
        for number, (key, course) in enumerate(self.courses.items()):
            arrays |= course.play.save(f"games{number}")
            arrays |= {f"course{number}.{name}": array for name, array in course.replay.save().items()}
            facts = {name: getattr(course, name) for name in ("games", "positions", "fast", "slow")}
            courses.append({"key": key, "rules": course.game.fingerprint, **facts})
        size = asdict(self.learner.net.size)
        self._write({"format": file.FORMAT.words, "kind": file.COMMON, "courses": courses, "size": size}, arrays)
        self.save_agent()

    def save_agent(self) -> None:
        """Write the file that plays."""
        trained = [
            {"game": course.game.name, "options": list(course.game.description.selected), "positions": course.positions}
            for course in self.courses.values()
        ]
        save(self.folder / AGENT, self.learner.average, trained=trained, cpu_seconds=round(self.cpu_seconds))

    def summary(self) -> dict[str, Any]:
        """What came of it, ready for JSON."""
        return {
            "agent": str(self.folder / AGENT),
            "iterations": self.iteration,
            "games": self.tally.games,
            "positions": self.tally.positions,
            "steps": self.learner.steps,
            "seconds": round(self.seconds, 1),
            "cpu_seconds": round(self.cpu_seconds, 1),
            "played": [
                {"game": course.game.name, "options": list(course.game.description.selected), "games": course.games,
                 "positions": course.positions}
                for course in self.courses.values()
            ],
        }  # fmt: skip

    def _restore(self, saved: file.NetFile, path: Path) -> None:
        by_key = {key_of(game): game for game in self.games}
        try:
            facts, arrays = saved.facts, saved.arrays
            self.learner.restore(arrays)
            for number, about in enumerate(facts["courses"]):
                game = by_key.get(about["key"])
                if game is None or game.fingerprint != about["rules"]:
                    raise NetError(f"{about['key']} is not among the games, or has other rules now")
                course = self._course(game)
                course.play.restore(f"games{number}", arrays)
                course.replay.restore(under(f"course{number}.", arrays))
                for name in ("games", "positions", "fast", "slow"):
                    setattr(course, name, about[name])
            self._go_on(facts)
        except (NetError, KeyError, TypeError, ValueError, IndexError) as error:
            raise NetError(f"{path} cannot be resumed: {error}") from None


def _resumed_settings(saved: file.NetFile, settings: Settings, path: Path) -> Settings:
    """The settings of a checkpoint, with what ends the run as it is said now."""
    try:
        if not saved.is_common:
            raise NetError("this is a run of one game's own net")
        CHECKPOINT_FORMAT.check(saved.facts.get("checkpoint"))
        before, size = Settings.from_dict(saved.facts["settings"]), saved.size
        return replace(before, channels=size["width"], blocks=size["blocks"]).resumed(settings)
    except (NetError, OtherVersion, KeyError, TypeError) as error:
        raise NetError(f"{path}: {error}") from None


def key_of(game: Game) -> str:
    """A game with its options, as a checkpoint names it."""
    return " ".join((game.name, *game.description.selected))
