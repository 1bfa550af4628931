"""The findings of a run: each kept in a file of its own, beside what it was and where it came from."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from fuzz.driver import Input, Worker
from fuzz.minimise import minimised
from fuzz.outcome import Outcome

#: findings that look alike beyond this number are counted only
ALIKE: Final = 3
SUFFIX: Final = {"description": ".lud", "invariants": ".lud"}


class Findings:
    """What a run found, in a folder."""

    def __init__(self, folder: Path, worker: Worker, seconds: float = 20) -> None:
        self.folder, self.worker, self.seconds = folder, worker, seconds
        self.seen: Counter[tuple[str, str, str]] = Counter()
        if folder.is_dir():
            for place in folder.glob("*.json"):
                told = json.loads(place.read_text(encoding="utf-8"))
                self.seen[(told["kind"], told["at"], told["where"])] += 1

    def add(self, one: Input, outcome: Outcome, origin: dict[str, Any]) -> Path | None:
        """Keep a finding, made short; None where enough look like it."""
        self.seen[outcome.signature] += 1
        if self.seen[outcome.signature] > ALIKE:
            return None
        short = self.shortened(one, outcome)
        outcome = self.worker.handle(short)
        if not outcome.is_finding:  # one that does not always show
            short = one
        return self._write(short, outcome, origin)

    def shortened(self, one: Input, outcome: Outcome) -> Input:
        def shows(text: str) -> bool:
            seconds = 3.0 if outcome.kind == "hang" else None
            return self.worker.handle(replace(one, data=text), seconds).signature == outcome.signature

        return replace(one, data=minimised(one.data, shows, self.seconds))

    def _write(self, one: Input, outcome: Outcome, origin: dict[str, Any]) -> Path:
        self.folder.mkdir(parents=True, exist_ok=True)
        name = f"{outcome.kind}-{origin['generator']}-{origin['seed']}-{origin['number']}"
        told = {**outcome.to_dict(), **origin, "input": one.kind, "optimised": one.optimised}
        (self.folder / f"{name}.json").write_text(json.dumps(told, indent=1), encoding="utf-8")
        place = self.folder / f"{name}{SUFFIX.get(one.kind, '.txt')}"
        place.write_text(one.data, encoding="utf-8", errors="surrogatepass")
        return place
