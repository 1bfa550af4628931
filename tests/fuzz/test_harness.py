"""The fuzzers themselves: what goes wrong is told as what it is, made short, and made again from its number."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from fuzz import sources, trees
from fuzz.driver import Input, Worker, working
from fuzz.findings import Findings
from fuzz.generators import GENERATORS, numbered
from fuzz.generators.grammar import costs
from fuzz.minimise import minimised
from ludens import library

pytestmark = pytest.mark.xdist_group("fuzz")


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with working() as one:
        yield one


@pytest.mark.parametrize(
    ("data", "kind", "where"),
    [
        ("crash", "crash", "SIGSEGV"),
        ("hang", "hang", "SIGPROF"),
        ("memory", "memory", ""),
        ("exception", "exception", "KeyError"),
        ("exit", "crash", "exit"),
        ("no place", "broken", "no place"),
        ("broken", "broken", "promise"),
        ("limit", "limited", ""),
        ("", "played", ""),
    ],
)
def test_what_goes_wrong_is_told(worker: Worker, data: str, kind: str, where: str) -> None:
    outcome = worker.handle(Input("fault", data), seconds=0.2)
    assert (outcome.kind, outcome.is_finding) == (kind, kind not in ("limited", "played"))
    assert outcome.where.startswith(where)
    assert worker.handle(Input("fault", "")).kind == "played"  # and the next input is handled


def test_a_finding_is_kept_and_made_short(worker: Worker, tmp_path: Path) -> None:
    findings = Findings(tmp_path, worker, seconds=5)
    one = Input("fault", "crash")
    origin = {"generator": "g", "seed": 1, "number": 2}
    place = findings.add(one, worker.handle(one), origin)
    assert place is not None
    assert place.read_text() == "crash"
    assert json.loads(place.with_suffix(".json").read_text())["where"].startswith("SIGSEGV")
    findings.add(one, worker.handle(one), origin)
    findings.add(one, worker.handle(one), origin)
    assert findings.add(one, worker.handle(one), origin) is None


def test_what_a_finding_does_not_need_is_taken_away() -> None:
    text = '(game "X" (players 2) (rules (play (or (move Add (to (sites Empty))) (bad {1 2 3} if:(deep)))) (end (x))))'
    assert minimised(text, lambda t: "(bad" in t, 10) == "((bad))"
    assert minimised("((((" + text, lambda t: "bad" in t, 10) == "bad"


@pytest.mark.parametrize("path", sources.files(corpus=False)[::5], ids=lambda path: path.stem)
def test_trees_are_written_as_they_are_read(path: Path) -> None:
    source = sources.of(path)
    if source is None:
        assert "(match " in path.read_text()  # nothing else has no source
        return
    assert source.plain.split() != []
    assert trees.tokens(trees.write(source.tree)) == trees.tokens(source.plain)
    for hole in source.holes:
        assert source.plain[hole.start : hole.end].strip() == source.plain[hole.start : hole.end]


def test_brackets_that_do_not_match_are_no_tree() -> None:
    for text in ["(", ")", "(}", "{(})"]:
        with pytest.raises(ValueError, match="bracket"):
            trees.read(text)


@pytest.mark.parametrize("name", GENERATORS)
def test_a_number_makes_the_same_input_again(name: str) -> None:
    made = [numbered(name, 7, number) for number in range(4)]
    assert made == [numbered(name, 7, number) for number in range(4)]
    assert len({one.data for one in made}) > 1


def test_every_clause_of_the_language_can_be_grown() -> None:
    assert [form.spelling for form, cost in costs().items() if cost > 20] == []


def test_other_parts_of_a_description_are_drawn_evenly() -> None:
    choose = random.Random(1)
    assert len({sources.pick(choose, corpus=False).name for _ in range(60)}) > 20
    assert {path.stem for path in sources.files(corpus=False)} <= set(library.names())
