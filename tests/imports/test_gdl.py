"""Rules in the Game Description Language as descriptions: beside a machine that plays the rules as they stand."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import ludens
from ludens.cli import main
from ludens.imports import gdl
from ludens.imports.ini import ImportFailed

GAMES = Path(__file__).with_name("games")


@pytest.mark.parametrize("name", ["noughts", "drop-three", "matching", "switches"])
def test_random_games_agree_with_the_rules(name: str) -> None:
    rules = gdl.read((GAMES / f"{name}.kif").read_text("utf-8"), f"{name}.kif")
    imported = gdl.described(rules, name)
    machine, game = gdl.Machine(gdl.grounded(rules)), ludens.load(imported.text)
    assert game.num_players == len(machine.game.roles)
    for seed in range(5):
        state, position, choose = game.start(seed=0), machine.start, random.Random(seed)
        moves: dict[str, gdl.Term] = {}
        while not state.is_over:
            role, legal = imported.roles[state.mover - 1], machine.legal(position)
            ours = {imported.actions[role][move.to_site]: move for move in state.legal_moves()}
            assert ours.keys() == {*legal[role]}
            action = choose.choice(list(ours))
            moves[role] = action
            state.play(ours[action])
            taken = {row[1] for row in state.sites()}
            if any(site in taken for actions in imported.actions.values() for site in actions):
                continue  # others choose at the same time
            for other in imported.roles:
                if other not in moves:
                    (moves[other],) = legal[other]
            position, moves = machine.next(position, moves), {}
            assert {fact for fact, site in imported.facts.items() if site in taken} == position
            assert machine.is_terminal(position) == state.is_over
        goals = machine.goals(position)
        if len(imported.roles) == 1:
            assert (state.ranking[0] == 1.0) is (goals[imported.roles[0]] == 100)
        else:
            values = [goals[role] for role in imported.roles]
            ranks = [1 + sum(b > a for b in values) + (sum(b == a for b in values) - 1) / 2 for a in values]
            assert state.ranking == ranks


def test_perft_counts_the_games_of_the_rules() -> None:
    rules = gdl.read((GAMES / "noughts.kif").read_text("utf-8"))
    assert ludens.load(gdl.described(rules, "noughts").text).perft(3) == 9 * 8 * 7


def test_a_puzzle_has_one_player() -> None:
    rules = gdl.read((GAMES / "switches.kif").read_text("utf-8"))
    game = ludens.load(gdl.described(rules, "switches").text)
    assert game.num_players == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(role a) (init", "mine.kif:1: this bracket is not closed"),
        ("(role a))", "mine.kif:1: this bracket was not opened"),
        ("(init 1)", "these are no rules of a game"),
        ("(role a)\n(<= (p ?x) (not (q ?x)))\n", "mine.kif:2: (p ?x) has a variable without a value"),
        ("(role a) (init s)\n(<= terminal (true s) (not (true ?x)))", "mine.kif:2: (not (true ?x)) has a variable"),
        ("(role a)\n(<= (not p) q)", "mine.kif:2: (not p) cannot follow"),
        (
            "(role a) (init s) (legal a go) (<= p (true s) q) (<= q (true s) p) (<= q (true s))",
            "mine.kif:1: what p says depends on itself",
        ),
        ("(role a) (init (n 0)) (legal a go) (<= (next (n (s ?x))) (true (n ?x)))", "too many"),
    ],
)
def test_what_cannot_be_read_is_an_error(text: str, message: str) -> None:
    with pytest.raises(ImportFailed) as failed:
        gdl.described(gdl.read(text, "mine.kif"), "mine", "mine.kif")
    assert message in str(failed.value)


def test_what_is_not_said_is_remarked() -> None:
    text = (GAMES / "matching.kif").read_text("utf-8") + "(<= (sees left ?m) (does right ?m))"
    imported = gdl.described(gdl.read(text, "matching.kif"), "matching", "matching.kif")
    assert imported.remarks == ("matching.kif:1: what players see (sees): here they see all",)
    assert "// Not said: matching.kif:1" in imported.text


def test_the_command_writes_a_description(tmp_path: Path) -> None:
    out = tmp_path / "noughts.lud"
    assert main(["import", str(GAMES / "noughts.kif"), "-o", str(out), "--strict"]) == 0
    assert ludens.load(out).num_players == 2
