"""Whole games on exported pages, played as people do: by clicks and keys, at one screen and against the opponent."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

import ludens
from tests.export.pages import plies, until

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytest.importorskip("ziglang")
pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAMES = ["Amazons", "Chess", "Hex", "Ludo", "Oware", "Nine Men's Morris"]
#: games that take longer than these moves are followed so far
MOST = 700
#: what a person may do now: press a button, take a piece, or choose a site
CHOICES = """() => {
  const { from, direct, selected } = ludens.picker;
  const buttons = document.querySelectorAll(".page-passes button").length;
  const targets = selected ? [...from.get(selected).keys()] : [];
  const over = document.body.dataset.over !== "", plies = ludens.plies.length - 1;
  return { sources: [...from.keys()], targets, direct: [...direct.keys()], selected, buttons, over, plies };
}"""


class Person:
    """Somebody who plays what the page offers, by a pointer or by keys, in a fixed order of choices."""

    def __init__(self, shown: Page, *, keys: bool) -> None:
        self.shown, self.keys, self.number = shown, keys, 0

    def choose(self, listed: list[str]) -> str:
        """One of several, another one each time."""
        self.number += 7919
        return listed[self.number % len(listed)]

    def put(self, ref: str) -> None:
        """Choose a site."""
        if self.keys:
            self.shown.evaluate("(ref) => ludens.board.focus(ref)", ref)
            self.shown.keyboard.press("Enter")
        else:
            self.shown.locator(f'.spot[data-ref="{ref}"]').click(force=True)

    def move(self) -> bool:
        """Make a move; whether there was one."""
        now = self.shown.evaluate(CHOICES)
        if now["over"]:
            return False
        if now["buttons"] and not now["sources"] and not now["direct"]:
            self.shown.locator(".page-passes button").first.click()
            return True
        if now["sources"] and not now["direct"]:
            source = now["selected"] or self.choose(now["sources"])
            if not now["selected"]:
                self.put(source)
            self.put(self.choose(self.shown.evaluate(CHOICES)["targets"]))
        else:
            self.put(self.choose(now["direct"]))
        if self.shown.locator("dialog[open] .choice").count():
            self.shown.locator("dialog[open] .choice").first.click()
        until(self.shown, f"ludens.plies.length - 1 > {now['plies']}")
        return True


@pytest.mark.parametrize("keys", [False, True], ids=["pointer", "keyboard"])
@pytest.mark.parametrize("name", GAMES)
def test_people_play_a_whole_game(opened: Callable[[str], Page], name: str, keys: bool) -> None:
    """To its end, or where that takes long for so many moves; the host follows and agrees on every position."""
    shown = opened(name)
    shown.evaluate("ludens.board.options.animation = false")
    shown.evaluate("ludens.plies = [{ state: ludens.engine.start(11n), moves: [] }], ludens.show()")
    person, state = Person(shown, keys=keys), ludens.load(name).start(seed=11)
    most = 20 if keys else MOST
    while plies(shown) < most and person.move():
        index = shown.evaluate("ludens.plies.at(-1).moves[0].index")
        state.play(state.legal_moves()[index])
        assert bytes(shown.evaluate("[...ludens.state]")) == state.tobytes()
    assert shown.evaluate("document.body.dataset.over !== ''") == state.is_over
    assert state.is_over or plies(shown) >= most
    assert shown.locator(".page-moves li").count() == plies(shown)


@pytest.mark.parametrize("name", GAMES)
def test_a_person_plays_the_opponent(opened: Callable[[str], Page], name: str) -> None:
    """Some moves of each, of a game of short ones to the end."""
    shown = opened(name)
    seats = shown.locator("select[data-seat]")
    # the levels think for longer than a test may
    shown.evaluate("document.querySelectorAll('option[value=\"200\"]').forEach((one) => (one.value = '5'))")
    for seat in range(1, seats.count()):
        seats.nth(seat).select_option("5")
    person = Person(shown, keys=False)
    for _ in range(200 if name == "Hex" else 8):
        until(shown, "ludens.seats[ludens.mover - 1] === '' || document.body.dataset.over !== ''")
        if not person.move():
            break
    assert plies(shown) >= 8
    assert name != "Hex" or shown.evaluate("document.body.dataset.over !== ''")


@pytest.mark.parametrize("name", GAMES)
def test_random_games_of_the_worker_are_those_of_the_host(opened: Callable[[str], Page], name: str) -> None:
    told: Any = opened(name).evaluate("ludens.inWorker({ playouts: 1000, seed: 7n })")
    host = ludens.load(name).playouts(1000, seed=7)
    assert [length for length, _ in told["games"]] == list(host.lengths)
    assert [winner for _, winner in told["games"]] == list(host.winners)
