"""How the forms of the language are found, and which of two forms is read."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from competition import Competition

from ludens.language import Clause, LudError, parse
from ludens.ludemes.binder import Binder
from ludens.ludemes.booleans.comparisons import Equal, Unequal
from ludens.ludemes.matching import readings
from ludens.ludemes.regions.indexed import IndexSites
from ludens.ludemes.regions.named import CoordinateSites
from ludens.ludemes.registry import INDEX, Form, constants_of, forms, forms_beginning, forms_of, index_text
from ludens.rules.base import Ludeme
from ludens.rules.categories import IntLudeme, SitesLudeme


def clause(text: str) -> Clause:
    node = parse(f'(game "T" {text})').game.arguments[1]
    assert isinstance(node, Clause)
    return node


def test_every_keyword_has_its_forms_those_with_more_constants_first() -> None:
    for keyword, listed in forms().items():
        assert all(form.keyword == keyword for form in listed)
        lengths = [len(form.constants) for form in listed]
        assert lengths == sorted(lengths, reverse=True)


def test_forms_are_found_whatever_has_been_imported() -> None:
    assert {"Rows", "Turns", "Pieces"} <= set(constants_of("count"))
    assert forms_of("game")[0].spelling == "game"
    assert forms_of("no such keyword") == ()


def test_the_index_of_forms_is_up_to_date() -> None:
    assert INDEX.read_text() == index_text(), "write it anew: make forms"


def test_forms_that_begin_with_a_constant_are_those_of_the_keyword() -> None:
    for keyword, listed in forms().items():
        for constant in {"", "No Such Constant", *(form.constants[0] for form in listed if form.constants)}:
            wanted = tuple(form for form in listed if form.constants[:1] in ((), (constant,)))
            assert forms_beginning(keyword, constant) == wanted
            sites = tuple(form for form in wanted if issubclass(form.cls, SitesLudeme))
            assert forms_beginning(keyword, constant, SitesLudeme) == sites


def test_a_game_imports_the_modules_that_it_names_ludemes_of() -> None:
    names = "print(*(n for n in sys.modules if n.startswith('ludens.ludemes')))"
    code = f"import sys, ludens; ludens.load('Hex').playouts(1, seed=1); {names}"
    environment = {**os.environ, "LUDENS_CACHE": "off"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    found = set(done.stdout.split())
    assert "ludens.ludemes.booleans.connection" in found
    assert found.isdisjoint(
        {"ludens.ludemes.effects.sow", "ludens.ludemes.booleans.pattern", "ludens.ludemes.metadata"}
    )


def test_of_forms_that_fit_the_same_clause_one_declares_that_it_is_read() -> None:
    pairs = [f"({a.spelling} ...): {a.cls} or {b.cls}" for a, b in Competition(forms()).undecided()]
    assert not pairs, "declare a precedence:\n" + "\n".join(pairs)


def test_two_forms_that_fit_the_same_clause_are_found_out() -> None:
    class Another(IntLudeme):
        """Fits wherever the count does."""

        first: IntLudeme

    class Bound(IntLudeme):
        """Fits a clause that begins alike, and is told apart by its second argument."""

        first: IntLudeme
        second: SitesLudeme

    one, other, third = (Form("twice", (), cls) for cls in (Another, type("Same", (Another,), {}), Bound))
    assert list(Competition({**forms(), "twice": [one, other, third]}).undecided()) == [(one, other)]


def test_the_declared_precedence_decides() -> None:
    """An empty list is one of coordinates, one of numbers and one of walks."""
    found = [reading.form.cls for reading in readings(clause("(sites {})"), SitesLudeme)]
    assert found.index(CoordinateSites) < found.index(IndexSites)
    assert isinstance(Binder().bind(clause("(sites {})"), SitesLudeme), CoordinateSites)


def test_more_constants_come_before_fewer() -> None:
    found = [reading.form.spelling for reading in readings(clause("(count Rows)"), IntLudeme)]
    assert found == ["count Rows", "count"]


@pytest.mark.parametrize(("keyword", "name", "cls"), [("=", "equals", Equal), ("!=", "notEqual", Unequal)])
def test_symbols_have_a_name_as_well(keyword: str, name: str, cls: type[Ludeme]) -> None:
    for spelling in (keyword, name):
        assert type(Binder().bind(clause(f"({spelling} 1 2)"), Ludeme)) is cls


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(conut Rows)", r"the language has no ludeme \(conut ...\)"),
        ("(count Rowz)", r"\(count ...\) has no form `Rowz`"),
        ("(is Empty 3)", r"\(is Empty ...\) does not fit here: expected an integer"),
        ("(size)", r"\(size ...\) lacks one of Array, Group, LargePiece, Stack, Territory"),
    ],
)
def test_what_is_no_form_is_said_so(text: str, message: str) -> None:
    with pytest.raises(LudError, match=message):
        Binder().bind(clause(text), IntLudeme)
