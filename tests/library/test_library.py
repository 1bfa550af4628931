"""The games that ship with ludens: how they are found, and that every description can be read with every option."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludens
from ludens import library
from ludens.language import String, parse
from ludens.library import entries
from ludens.ludemes.metadata import read_metadata

TUTORIAL = sorted((Path(__file__).parents[1] / "data" / "tutorial").glob("*.lud"))


def test_there_are_games_and_their_names_are_in_order() -> None:
    names = library.names()
    assert len(names) >= 40
    assert names == sorted(names, key=str.casefold)
    assert len({name.casefold() for name in names}) == len(names)


@pytest.mark.parametrize("spelling", ["Nine Men's Morris", "nine mens morris", "NINE-MEN'S-MORRIS", "ninemensmorris"])
def test_names_are_found_however_they_are_spelt(spelling: str) -> None:
    assert library.find(spelling).stem == "Nine Men's Morris"


@pytest.mark.parametrize(
    ("other", "name"), [("mühle", "Nine Men's Morris"), ("othello", "Reversi"), ("Dakon", "Congkak")]
)
def test_games_are_found_by_their_other_names(other: str, name: str) -> None:
    assert library.find(other).stem == name


def test_read_gives_the_text() -> None:
    assert '(game "Amazons"' in library.read("amazons")


@pytest.mark.parametrize(
    ("name", "traits"),
    [
        ("Chess", ()),
        ("Backgammon", ("chance",)),
        ("Goofspiel", ("hidden information", "moves at once")),
        ("Sudoku", ("puzzle", "one player")),
        ("Ludo", ("chance", "many players")),
        ("Backgammon Match", ("chance", "match")),
        ("Rock Paper Scissors Match", ("moves at once", "match")),
    ],
)
def test_what_sets_a_game_apart_is_known_of_the_compiled_game(name: str, traits: tuple[str, ...]) -> None:
    assert library.traits(name) == traits == ludens.load(name).traits
    assert entries.entry(name, library.read(name))["traits"] == list(traits)
    assert entries.entry(name, library.read(name) + " ") == {}


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("Amazon", "Amazons"),
        ("ches", "Chess"),
        ("chss", "Chess"),
        ("nine mens", "Nine Men's Morris"),
        ("muhlle", "Nine Men's Morris"),
    ],
)
def test_unknown_names_come_with_the_nearest(name: str, nearest: str) -> None:
    with pytest.raises(library.UnknownGame) as caught:
        library.find(name)
    assert nearest in caught.value.nearest
    assert repr(name) in str(caught.value) and nearest in str(caught.value)


def test_a_name_near_nothing_has_no_hint() -> None:
    with pytest.raises(KeyError, match=r"no game of the library is called 'qqqqqq'$"):
        library.find("qqqqqq")


@pytest.mark.parametrize("name", library.names())
def test_description_says_what_the_game_is_and_every_option_can_be_chosen(name: str) -> None:
    text = library.read(name)
    assert max(map(len, text.splitlines())) <= 120
    description = parse(text, name=name)
    title = description.game.arguments[0]
    assert isinstance(title, String) and title.text == name
    metadata, warnings = read_metadata(description)
    assert not warnings, "\n".join(map(str, warnings))
    assert metadata.text("description") and metadata.text("rules") and metadata.text("classification")
    assert metadata.drawing
    for item in [f"{option.heading}/{item.name}" for option in description.options for item in option.items]:
        assert item in parse(text, options=[item]).selected


@pytest.mark.parametrize("path", TUTORIAL, ids=lambda path: path.stem)
def test_tutorial_listings_can_be_read(path: Path) -> None:
    game = parse(path.read_text(encoding="utf-8")).game
    assert isinstance(game.arguments[0], String) and game.arguments[0].text == "Amazons"
