"""What is done with descriptions: checked, tried out, drawn, listed."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from web_client import NOUGHTS

from ludens import library
from ludens.web import catalogue
from ludens.web.sources import library_source
from ludens.web.workers import sandbox
from ludens.web.workers.jobs import Job, Outcome, errors_of

WRONG = NOUGHTS.replace("square", "squar")


def test_a_check_tells_what_a_description_has() -> None:
    report = sandbox.check(library.read("Amazons"), ["Board Size/6x6"], "Amazons.lud")
    assert (report.errors, report.name, report.players) == ([], "Amazons", 2)
    selected = [item.name for option in report.options for item in option.items if item.selected]
    assert "6x6" in selected
    assert isinstance(report.agents, list)
    assert report.agents[0].name == "territory"


def test_a_check_tells_errors_with_their_places() -> None:
    (error,) = sandbox.check(WRONG, (), "<text>").errors
    assert (error.line, error.column, error.severity) == (1, WRONG.index("(squar") + 1, "error")
    assert error.hint is not None
    assert "square" in error.hint


def test_a_check_tells_warnings() -> None:
    report = sandbox.check(f"{NOUGHTS} (metadata (graphics (board Stile Chess)))", (), "<text>")
    assert (report.errors, [one.severity for one in report.warnings]) == ([], ["warning"])


@pytest.mark.parametrize("job", [sandbox.prove, sandbox.warm])
def test_descriptions_that_work_have_no_errors(job: sandbox.Work) -> None:
    assert job(NOUGHTS, (), "<text>") == Outcome()
    assert job(WRONG, (), "<text>").errors


def test_pictures() -> None:
    assert ElementTree.fromstring(str(sandbox.picture("Hex", (), "Hex.lud").svg)).get("width") is not None
    board = ElementTree.fromstring(catalogue.board_picture(library_source("Hex")))
    assert board.tag.endswith("svg")


def test_defects_are_told_as_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Outcome:
        raise ZeroDivisionError("none")

    monkeypatch.setitem(sandbox.JOBS, "warm", fail)
    told = sandbox.answer(Job("warm", NOUGHTS, [], "<text>"))
    assert len(told.errors or []) == 1


def test_errors_that_are_not_of_the_text_stand_at_its_beginning() -> None:
    (error,) = errors_of(ValueError("too large"))
    assert (error.message, error.line, error.column, error.end_column) == ("too large", 1, 1, 2)


@pytest.mark.parametrize(
    ("name", "players", "alias"),
    [("Tic-Tac-Toe", 2, "Noughts and Crosses"), ("Peg Solitaire", 1, None), ("Hex", 2, None)],
)
def test_entries_of_the_catalogue(name: str, players: int, alias: str | None) -> None:
    entry = catalogue.read_entry(name)
    assert (entry.name, entry.players) == (name, players)
    assert alias is None or alias in entry.aliases
    assert entry.description


def test_the_strongest_agent_says_so() -> None:
    listed = catalogue.agents_of(library_source("Tic-Tac-Toe")).agents
    assert [agent.name for agent in listed if agent.strongest] == ["informed"]
