"""Variants of descriptions, and their evolution."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import ludens
from ludens.cli import main
from ludens.game import compile_text
from ludens.lab.report import Report
from ludens.lab.variation import KINDS, _exchange, crossed, fits, genes, mutated
from ludens.lab.variation_fitness import FitnessLimit, fitness
from ludens.lab.variation_map import cell_of, elites, read_axes
from ludens.lab.variation_run import Evolution, OtherRun, Plan
from ludens.lab.variation_worker import Trials, tried
from ludens.language import Clause, LudError, parse, to_text
from ludens.ludemes.binder import Binder
from ludens.rules.categories import IntLudeme
from ludens.rules.structure import Game

SMALL = """
(game "Small" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end {(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw))}))
)
"""  # noqa: E501
HANGS = SMALL.replace("(sites Empty)", "(sites Empty) (apply (while True (set Counter)))")
TASK = {"games": 20, "seed": 1, "known": [], "limits": [], "agent": None, "agent_games": 2}
QUICK = Plan(number=4, population=2, games=30, limits=())


def tree(text: str = SMALL) -> Clause:
    return parse(text).game


@pytest.mark.parametrize("name", ["Hex", "Chess", "Kalah", "Backgammon", "Nine Men's Morris"])
def test_what_stands_at_a_place_fits_there(name: str) -> None:
    found = genes(ludens.load(name).description.game)
    assert len(found) > 20
    assert all(fits(gene.node, gene) for gene in found)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_a_variant_is_a_description_and_differs(kind: str, seed: int) -> None:
    game = tree(ludens.library.read("Breakthrough"))
    variant = mutated(game, random.Random(seed), kinds=(kind,))
    assert variant.tree != game and len(variant.changes) == 1
    Binder().bind(parse(to_text(variant.tree)).game, Game)


def test_a_change_is_told_with_its_place() -> None:
    places = {f"{n}:{line.index(before) + len(before) + 1} 3" for n, line in enumerate(SMALL.split("\n"), 1)
              for before in ("(square ", "(is Line ") if before in line}  # fmt: skip
    variant = mutated(tree(), random.Random(2), kinds=("number",))
    assert str(variant.changes[0]) in {f"{place} became {n}" for place in places for n in (1, 2, 4, 5, 6)}


def test_a_site_is_exchanged_for_a_site() -> None:
    text = SMALL.replace("(sites Empty))", "(sites Empty) (apply (if (is Enemy (who at:(to))) (remove (last To)))))")
    text = text.replace("(is Full)", "(= (count Pieces P1) (mover))")
    numbers = [gene for gene in genes(tree(text)) if IntLudeme in gene.accepted]
    sites = {to_text(gene.node).removeprefix("at:"): gene for gene in numbers if gene.is_site}
    assert set(sites) == {"(to)", "(last To)"}
    ways = {to_text(_exchange(sites["(last To)"], numbers, random.Random(seed))) for seed in range(20)}
    assert ways == {"(to)", "(last To)"}


def test_what_is_added_or_left_out_is_told_alone() -> None:
    added = {str(mutated(tree(), random.Random(seed), kinds=("add",)).changes[0]) for seed in range(6)}
    assert all(told.endswith(" was added") for told in added)
    dropped = {str(mutated(tree(), random.Random(seed), kinds=("drop",)).changes[0]) for seed in range(6)}
    assert all(told.endswith(" was left out") for told in dropped)


def test_what_comes_from_another_game_has_the_names_of_this_one() -> None:
    other = tree(ludens.library.read("Breakthrough"))
    for seed in range(8):
        variant = crossed(tree(), other, random.Random(seed))
        assert "Pawn" not in to_text(variant.tree)


def test_equal_seeds_give_equal_variants() -> None:
    game = tree(ludens.library.read("Kalah"))
    assert mutated(game, random.Random(5)) == mutated(game, random.Random(5))


def test_a_limit_refuses_what_is_surely_outside() -> None:
    report = ludens.lab.measure(compile_text(SMALL), n=500, seed=1)
    assert FitnessLimit.read("draws<0.01").refuses(report).startswith("draws is ")
    assert not FitnessLimit.read("draws<0.5").refuses(report)
    assert FitnessLimit.read("length=20..30").refuses(report)
    with pytest.raises(ValueError, match="is no limit"):
        FitnessLimit.read("draws")
    with pytest.raises(ValueError, match="no measure 'drwas'"):
        FitnessLimit.read("drwas<0.2", ["draws"])


def test_a_fitness_has_an_interval() -> None:
    report = ludens.lab.measure(compile_text(SMALL), n=500, seed=1)
    found = fitness(report)
    assert 0 < found.low < found.value < found.high <= 1
    unfair = {"measures": [one | {"value": 0.0, "low": 0.0, "high": 0.01} if one["name"] == "balance" else one
                           for one in report.to_dict()["measures"]]}  # fmt: skip
    assert fitness(Report.from_dict(report.to_dict() | unfair)).value < found.value / 2


def test_what_cannot_be_played_says_why() -> None:
    task = TASK | {"known": []}
    assert "why" in tried(task | {"text": SMALL.replace("(is Full)", "(is Fool)")})
    found = tried(task | {"text": SMALL})
    assert tried(task | {"text": SMALL.replace("Small", "Other"), "known": [found["fingerprint"]]}) == {
        "why": "it plays like another"
    }


def test_a_variant_that_hangs_is_ended_and_the_next_is_tried() -> None:
    tasks = [TASK | {"text": text} for text in (HANGS, SMALL)]
    with Trials(1, 4.0) as trials:
        hanging, good = trials.run(tasks)
    assert "why" in hanging and "report" in good


def test_agents_judge_what_random_games_do_not_refuse() -> None:
    task = TASK | {"text": SMALL, "agent": "uct:5"}
    searched = Report.from_dict(tried(task)["searched"])
    assert searched.agent == "uct:5" and searched["length"].n == searched["skill"].n == 2
    assert "searched" not in tried(task | {"limits": [{"name": "length", "high": 2.0}]})
    report = Report.from_dict(tried(task)["report"])
    assert fitness(report, searched) != fitness(report)
    assert "why" in tried(task | {"agent": "greedy-no-such"})


def test_an_idle_rule_is_worse() -> None:
    report = Report.from_dict(tried(TASK | {"text": SMALL, "games": 300})["report"])
    idle = SMALL.replace("(if (is Full)", "(if (> 0 (count Moves)) (result Mover Loss)) (if (is Full)")
    assert fitness(Report.from_dict(tried(TASK | {"text": idle, "games": 300})["report"])).value < fitness(report).value


def test_an_evolution_goes_on_where_it_was_ended(tmp_path: Path) -> None:
    game = compile_text(SMALL)
    whole = Evolution([game], QUICK, tmp_path / "whole")
    whole.run()
    first = Evolution([game], Plan(number=2, population=2, games=30, limits=()), tmp_path / "part")
    first.run()
    second = Evolution([game], QUICK, tmp_path / "part")
    second.run()
    assert [to_text(one.tree) for one in second.tried] == [to_text(one.tree) for one in whole.tried]
    with pytest.raises(OtherRun, match="another seed"):
        Evolution([game], Plan(number=4, population=2, games=31, limits=()), tmp_path / "part")


def test_a_line_that_was_cut_off_is_tried_again(tmp_path: Path) -> None:
    game = compile_text(SMALL)
    whole = Evolution([game], QUICK, tmp_path).run()
    journal = tmp_path / "variants.jsonl"
    journal.write_bytes(journal.read_bytes()[:-30])
    for _ in range(2):
        assert [one.number for one in Evolution([game], QUICK, tmp_path).run()] == [one.number for one in whole]
    assert len(journal.read_text(encoding="utf-8").splitlines()) == 1 + 1 + 1 + QUICK.number + 1
    journal.write_text("what is this\n", encoding="utf-8")
    with pytest.raises(OtherRun, match="no journal"):
        Evolution([game], QUICK, tmp_path)


def test_descriptions_of_variants_that_live_no_longer_go(tmp_path: Path) -> None:
    evolution = Evolution([compile_text(SMALL)], Plan(number=8, population=2, games=30, limits=(), axes=()), tmp_path)
    kept = evolution.run()
    assert len(kept) > 3
    dead, changed = (tmp_path / f"variant-{one.number:04}.lud" for one in kept[2:4])
    dead.write_text(evolution.text(kept[2]), encoding="utf-8")
    changed.write_text(evolution.text(kept[3]) + "// mine", encoding="utf-8")
    assert {*evolution.write(), changed} == set(tmp_path.glob("*.lud"))


def test_what_is_written_can_be_played_and_says_what_was_changed(tmp_path: Path) -> None:
    evolution = Evolution([compile_text(SMALL)], QUICK, tmp_path)
    kept = evolution.run()
    paths = evolution.write()
    assert len(paths) == min(len(kept), QUICK.population)
    for variant, path in zip(kept, paths, strict=False):
        text = path.read_text(encoding="utf-8")
        assert text.startswith(f"// A variant of Small: number {variant.number}, generation ")
        assert all(f"// Changed: {change}." in text for change in variant.changes)
        assert compile_text(text).name == f"Small, variant {variant.number}"


def test_defines_of_the_parent_stay_where_they_still_fit(tmp_path: Path) -> None:
    text = SMALL.replace("(sites Empty)", '("Free" Cell)').replace("(is Full)", '("Over" (is Full))')
    text = f'(define "Free" (sites Empty #1)) (define "Over" (and #1 (> (count Moves) 2))) {text}'
    evolution = Evolution([compile_text(text)], Plan(1, 1, 20, limits=(), kinds=("number",)), tmp_path)
    evolution.run()
    (variant,) = evolution.tried[1:]
    told = evolution.text(variant)
    assert '(define "Free" (sites Empty #1))' in told and '(move Add (to ("Free" Cell)))' in told
    assert compile_text(told).name == "Small, variant 1"


def test_what_is_said_of_both_players_stays_alike() -> None:
    text = SMALL.replace("(end {", "(end {(if (is In (last To) (sites P1)) (result P1 Win)) "
                         "(if (is In (last To) (sites P2)) (result P2 Win)) ")  # fmt: skip
    text = text.replace("Each)}", "Each) (regions P1 (sites Top)) (regions P2 (sites Bottom))}")
    alike = 0
    for seed in range(40):
        variant = mutated(tree(text), random.Random(seed), kinds=("exchange", "constant"))
        after = to_text(variant.tree)
        if len(variant.changes) == 2:
            alike += 1
            assert after.count("P1") == after.count("P2")
    assert alike >= 1


def test_each_cell_of_the_map_has_its_best(tmp_path: Path) -> None:
    evolution = Evolution([compile_text(SMALL)], Plan(number=6, population=3, games=30, limits=(), donors=0), tmp_path)
    kept = evolution.run()
    best = elites(evolution.tried, ("length", "branching"))
    assert set(kept) == {one for one in best.values() if one.number > 0}
    assert all(cell_of(one.report, ("length", "branching")) == cell for cell, one in best.items() if one.report)
    page = evolution.write_map({kept[0].number: "one.html"}).read_text(encoding="utf-8") if kept else ""
    assert not kept or ("one.html" in page and page.count("<td style") == len(best))


def test_axes_are_measures() -> None:
    assert read_axes("length, drama") == ("length", "drama") and read_axes("none") == ()
    for wrong in ("colour", "length,length", "length,drama,draws"):
        with pytest.raises(ValueError, match="measure"):
            read_axes(wrong)


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "small.lud"
    path.write_text(SMALL, encoding="utf-8")
    wanted = ["vary", str(path), "-o", str(tmp_path / "found"), "-n", "2", "--games", "30", "--workers", "1"]
    assert main([*wanted, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["tried"]
    assert [one["number"] for one in told] == [1, 2]
    assert (tmp_path / "found" / "map.html").exists()
    assert main([*wanted, "--time", "0.0001"]) == 0
    assert "stopped after 1 of 2 variants; the same command goes on" in capsys.readouterr().err
    assert main([*wanted, "--agent", "uct"]) == 2 and main([*wanted, "--agent", "nobody:3"]) == 2
    assert main([*wanted, "--only", "colour"]) == 2
    for bad in ("0", "-1", "nan", "soon"):
        assert main([*wanted, "--time", bad]) == 2 and main([*wanted, "--seconds", bad]) == 2
    assert "seconds above 0 are expected, not 'soon'" in capsys.readouterr().err
    assert main([*wanted, "--keep", "drwas<1"]) == 2
    assert main([*wanted, "--seed", "9"]) == 2
    with pytest.raises(LudError):
        compile_text(SMALL.replace("(is Full)", "(is Fool)"))
