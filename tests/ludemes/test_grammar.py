"""The grammar of the language: what it says the compiler reads, and what others make of it."""

from __future__ import annotations

import json
import random
import re

import pytest

import ludens
from ludens.cli import main
from ludens.language import LudError
from ludens.language.description import parse
from ludens.ludemes import grammar as language
from ludens.ludemes.binder import Binder
from ludens.ludemes.grammar import Choice, Clause, Label, Many, Maybe, Rule, Symbol
from ludens.rules.structure import Game


def parts_of(symbol: Symbol) -> list[Symbol]:
    match symbol:
        case Choice(options):
            return list(options)
        case Clause(_, parts):
            return list(parts)
        case Maybe(inner) | Many(inner) | Label(_, inner):
            return [inner]
    return []


def test_every_rule_that_is_named_is_there() -> None:
    whole = language.grammar()
    todo = list(whole.rules.values())
    while todo:
        symbol = todo.pop()
        assert not isinstance(symbol, Rule) or symbol.name in whole.rules
        assert symbol != Choice(())
        todo += parts_of(symbol)


def test_samples_are_read_and_most_are_bound() -> None:
    whole, rng, bound = language.grammar(), random.Random(1), 0
    for _ in range(100):
        tree = parse(language.sample(whole, rng)).game
        try:
            Binder().bind(tree, Game)
            bound += 1
        except LudError as error:  # which numbers are possible no grammar says, nor what goes together
            assert re.search(r"are possible|needs|lacks|joins|chooses|takes|pairs|possible", error.message), error
    assert bound >= 80


def test_data_of_the_schema_are_a_description() -> None:
    data = {
        "ludeme": "game", "1": {"string": "Row"}, "2": {"ludeme": "players", "1": 2},
        "3": {"ludeme": "equipment", "1": [
            {"ludeme": "board", "1": {"ludeme": "square", "1": 3}},
            {"ludeme": "piece", "1": {"string": "Disc"}, "2": "Each"},
        ]},
        "4": {"ludeme": "rules", "1": {"ludeme": "play", "1": {
            "ludeme": "move Add", "1": {"ludeme": "to", "1": {"ludeme": "sites Empty"}}}},
            "2": {"ludeme": "end", "1": {"ludeme": "if", "1": {"ludeme": "is Line", "1": 3}, "2": {
                "ludeme": "result", "1": "Mover", "2": "Win"}}}},
    }  # fmt: skip
    assert ludens.load(language.from_json(data)).perft(2) == 72
    schema = language.to_json_schema(language.grammar())
    assert schema["$ref"] == "#/$defs/game" and "is_line" in schema["$defs"]


def test_what_a_description_cannot_do_without_is_in_the_grammar() -> None:
    rules = language.grammar().rules
    (whole,) = (rule for name, rule in rules.items() if re.fullmatch(r"rules_?\d*", name))
    assert isinstance(whole, Choice)  # (play ..) and (end ..), or phases
    players = [rule for name, rule in rules.items() if re.fullmatch(r"players_?\d*", name)]
    assert players and "Infinity" not in str(players)
    assert not any("perpetual" in name for name in rules)  # forms that need metadata


@pytest.mark.integration
def test_llguidance_accepts_all_samples() -> None:
    llguidance = pytest.importorskip("llguidance")
    whole, rng, tokens = language.grammar(), random.Random(2), llguidance.LLTokenizer("byte")
    lark = llguidance.LLMatcher.grammar_from_lark(language.to_lark(whole))
    for _ in range(50):
        text = language.sample(whole, rng, depth=10)
        matcher = llguidance.LLMatcher(tokens, lark)
        assert matcher.consume_tokens(tokens.tokenize_str(text)) and matcher.is_accepting(), text


@pytest.mark.parametrize("form", ["ebnf", "gbnf", "lark", "json-schema"])
def test_the_command_prints_it(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grammar", "--format", form]) == 0
    text = capsys.readouterr().out
    assert "(game" in text or json.loads(text)["$defs"]["game"]
    if form == "gbnf":  # names have letters, digits and hyphens
        assert all(re.match(r"[a-z][a-z0-9-]* ::= ", line) for line in text.splitlines())


def test_the_command_prints_samples(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grammar", "--samples", "3", "--seed", "7"]) == 0
    first = capsys.readouterr().out
    assert main(["grammar", "--samples", "3", "--seed", "7"]) == 0
    assert capsys.readouterr().out == first and first.count("\n") == 3
