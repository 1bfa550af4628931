"""Evolution of variants: the best of each kind of game are varied and crossed (`variation_map`), or the best of all, in
the manner of Browne's Ludi (2008).

Everything is drawn from the seed: with the same one, the same variants come, whatever the number of processes, as long
as none is stopped for its time. What is known is kept in a folder, and a run with that folder goes on from there.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from ludens import library
from ludens.game import Game
from ludens.lab.report import Report
from ludens.lab.variation import KINDS, Variant, crossed, mutated, write_description
from ludens.lab.variation_fitness import USUAL, FitnessLimit, fitness, refused
from ludens.lab.variation_map import USUAL_AXES, Cell, as_html, elites
from ludens.lab.variation_result import VariantResult
from ludens.lab.variation_worker import Trials
from ludens.language import Clause, LudError, parse, to_text
from ludens.system import files
from ludens.workers.cluster.journal import Journal, read_journal

_JOURNAL: Final = "variants.jsonl"
_TOURNAMENT: Final = 3


@dataclass(frozen=True)
class Plan:
    """What is done: how many variants are tried, how many live at once, how each is measured, and the limits.

    Where there is an `agent`, such as `uct:50`, a variant that random games do not refuse is judged by `agent_games` of
    it as well, and by as many duels in which one thinks twice as long.
    """

    number: int = 100
    population: int = 20
    games: int = 300
    seconds: float = 30.0
    workers: int = 1
    seed: int = 1
    crossing: float = 0.25
    kinds: tuple[str, ...] = KINDS
    limits: tuple[FitnessLimit, ...] = tuple(FitnessLimit.read(text) for text in USUAL)
    agent: str | None = None
    agent_games: int = 10
    #: the measures of the map; without any the best of all live
    axes: tuple[str, ...] = USUAL_AXES
    #: games of the library, drawn anew for each variant, whose clauses may come in
    donors: int = 2


class OtherRun(ValueError):
    """A folder holds a run with other games or another plan, or something else."""


class Evolution:
    """Variants of some games, generation by generation, kept in a folder."""

    def __init__(self, games: Sequence[Game], plan: Plan, folder: Path) -> None:
        self.games, self.plan, self.folder = games, plan, folder
        self.roots = [VariantResult(-n, (), (), game.description.game) for n, game in enumerate(games)]
        self.tried: list[VariantResult] = []
        folder.mkdir(parents=True, exist_ok=True)
        self._recorded = self._read()

    @property
    def survivors(self) -> list[VariantResult]:
        """The variants that were not refused, of a map the best of each cell, the best first."""
        living = self.elites.values() if self.plan.axes else (one for one in self.tried if one.is_kept)
        return sorted((one for one in living if one.number > 0), key=lambda one: -one.value)

    @property
    def elites(self) -> dict[Cell, VariantResult]:
        """The best of each cell of the map, the games that it began with among them."""
        return elites(self.tried, self.plan.axes)

    def run(self, report: Callable[[VariantResult], object] | None = None) -> list[VariantResult]:
        """Try as many variants as planned; gives those that are kept, the best first. `report` hears of each."""
        with Trials(self.plan.workers, self.plan.seconds) as trials, Journal(self.folder / _JOURNAL) as self._journal:
            self._try(trials, self.roots, lambda one: None)
            number, generation = 1, 1
            while number <= self.plan.number:
                size = min(self.plan.population, self.plan.number - number + 1)
                children = [self._child(n, generation) for n in range(number, number + size)]
                self._try(trials, children, report or (lambda one: None))
                number, generation = number + size, generation + 1
        return self.survivors

    def _living(self) -> list[VariantResult]:
        """The population: who lives in the cells of the map, or the best of all; else the games it began with."""
        if self.plan.axes:
            return sorted(self.elites.values(), key=lambda one: one.number) or self.roots
        good = sorted((one for one in self.tried if one.is_kept), key=lambda one: (-one.value, one.number))
        return good[: self.plan.population] or self.roots

    def _child(self, number: int, generation: int) -> VariantResult:
        chance = random.Random(f"{self.plan.seed}:{number}")
        living = self._living()
        contenders = chance.choices(living, k=1 if self.plan.axes else _TOURNAMENT)
        first = max(contenders, key=lambda one: one.value)
        others = [one for one in (*living, *self.roots) if one.number != first.number]
        parents: tuple[int, ...] = (first.number,)
        try:
            if others and chance.random() < self.plan.crossing:
                other = chance.choice(others)
                variant = crossed(first.tree, other.tree, chance)
                parents = (first.number, other.number)
            else:
                variant = mutated(first.tree, chance, _donors(chance, self.plan.donors), self.plan.kinds)
        except ValueError as error:
            return VariantResult(number, parents, (), first.tree, generation, str(error))
        new = variant.changes if first.number <= 0 else [replace(one, line=0, column=0) for one in variant.changes]
        return VariantResult(number, parents, (*first.changes, *new), variant.tree, generation)

    def _try(
        self, trials: Trials, variants: Sequence[VariantResult], report: Callable[[VariantResult], object]
    ) -> None:
        """Have variants tried, but for those that the journal knows."""
        fingerprints = [one.fingerprint for one in self.tried if one.fingerprint]
        new = [one for one in variants if one.number not in self._recorded and not one.why]
        answers = trials.run([self._task(one, fingerprints) for one in new])
        for variant in variants:
            tried = self._recorded.get(variant.number)
            if tried is None:
                tried = variant if variant.why else self._judged(variant, next(answers))
                self._journal.add(tried.to_dict())
            self.tried.append(tried)
            report(tried)

    def _task(self, variant: VariantResult, fingerprints: Sequence[str]) -> dict[str, Any]:
        plan = self.plan
        task = {"text": to_text(variant.tree), "games": plan.games, "seed": plan.seed, "known": list(fingerprints)}
        limits = [asdict(limit) for limit in plan.limits] if variant.number > 0 else []
        return task | {"limits": limits, "agent": plan.agent, "agent_games": plan.agent_games}

    def _judged(self, variant: VariantResult, answer: Mapping[str, Any]) -> VariantResult:
        if "why" in answer:
            return replace(variant, why=answer["why"])
        if any(one.fingerprint == answer["fingerprint"] for one in self.tried):
            return replace(variant, why="it plays like another")
        report = Report.from_dict(answer["report"])
        searched = Report.from_dict(answer["searched"]) if "searched" in answer else None
        why = refused(report, self.plan.limits)
        if searched is not None and not why and (why := refused(searched, self.plan.limits)):
            why = f"in games of {self.plan.agent} {why}"
        good = fitness(report, searched)
        judged = replace(variant, fingerprint=answer["fingerprint"], report=report, searched=searched, fitness=good)
        return replace(judged, why=why if variant.number > 0 else "")

    # --- the folder

    def _name(self) -> dict[str, Any]:
        """What decides which variants come."""
        plan = asdict(replace(self.plan, number=0, workers=0))
        return {"games": [to_text(root.tree) for root in self.roots], "plan": json.loads(json.dumps(plan))}

    def _read(self) -> dict[int, VariantResult]:
        """What an earlier run has found. Raises OtherRun."""
        path = self.folder / _JOURNAL
        if not path.exists() or not path.stat().st_size:
            with Journal(path) as journal:
                journal.add(self._name())
            return {}
        entries = list(read_journal(path))
        if not entries:
            raise OtherRun(f"{path} is no journal of variants")
        if entries[0] != self._name():
            raise OtherRun(f"{path} is of a run with other games, another seed or other limits")
        return {one.number: one for one in _variants(entries[1:])}

    def write(self, layout: Callable[[str], str] = str) -> list[Path]:
        """Write the descriptions of the variants that live, the best first; `layout` makes a text easy to read.

        Those that were written before and live no longer are taken away, unless somebody has changed them.
        """
        living = self.survivors if self.plan.axes else self.survivors[: self.plan.population]
        lives = {id(one) for one in living}
        for variant in (one for one in self.tried if one.number > 0 and id(one) not in lives):
            path = self._path(variant)
            if path.is_file() and path.read_text(encoding="utf-8") == layout(self.text(variant)):
                path.unlink()
        for variant in living:
            files.write_text(self._path(variant), layout(self.text(variant)))
        return [self._path(variant) for variant in living]

    def write_map(self, links: Mapping[int, str]) -> Path:
        """Write the map as a page, `map.html`, whose cells lead to `links` by the numbers of variants."""
        path = self.folder / "map.html"
        title = f"Variants of {', '.join(game.name for game in self.games)}"
        files.write_text(path, as_html(self.elites, self.plan.axes, title, dict(links)))
        return path

    def _path(self, variant: VariantResult) -> Path:
        return self.folder / f"variant-{variant.number:04}.lud"

    def text(self, variant: VariantResult) -> str:
        """The description of a variant, with comments that say what was changed and how it was measured."""
        root = self._root(variant)
        game = self.games[-root.number]
        where = f"number {variant.number}, generation {variant.generation}, seed {self.plan.seed}"
        about = [f"A variant of {game.name}: {where}.", *(f"Changed: {change}." for change in variant.changes)]
        if (good := variant.fitness) is not None and variant.report is not None:
            judged = "random games" + (f" and those of {self.plan.agent}" if variant.searched is not None else "")
            about.append(f"Fitness {good.value:.3f} ({good.low:.3f} to {good.high:.3f}), by {judged}.")
            about += [f"{one.title}: {one}." for one in variant.report.values() if one.name in _SHOWN]
            searched = variant.searched.values() if variant.searched is not None else ()
            about += [f"{self.plan.agent}: {one.title}: {one}." for one in searched if one.name in _SHOWN]
        name = f"{game.name}, variant {variant.number}"
        return write_description(Variant(variant.tree, variant.changes), name, about, game.description, _looks(game))

    def _root(self, variant: VariantResult) -> VariantResult:
        by_number = {one.number: one for one in self.tried}
        while variant.number > 0:
            variant = by_number[variant.parents[0]]
        return self.roots[-variant.number]


_SHOWN: Final = ("balance", "draws", "length", "branching", "drama", "skill")


def _donors(chance: random.Random, count: int) -> list[Clause]:
    """Some games of the library; what is frequent there comes in often."""
    return [_tree(path) for path in chance.sample(sorted(library.shipped().values()), count)]


@cache
def _tree(path: Path) -> Clause:
    return parse(path.read_text(encoding="utf-8")).game


def _variants(entries: Sequence[dict[str, Any]]) -> Iterator[VariantResult]:
    """The variants of a journal."""
    for entry in entries:
        with suppress(ValueError, KeyError, TypeError, LudError):
            yield VariantResult.from_dict(entry)


def _looks(game: Game) -> str:
    """How the game looks, as its metadata say; what they tell about its rules is no longer so."""
    metadata = game.description.metadata
    clauses = metadata.arguments if metadata is not None else ()
    shown = [node for node in clauses if isinstance(node, Clause) and node.keyword == "graphics"]
    return f"(metadata {' '.join(map(to_text, shown))})" if shown else ""
