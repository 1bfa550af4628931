"""Pages of games in which players move at once, in Chromium, from a file."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ludens
from ludens.render import scene
from ludens.render.names import player_names
from tests.export.pages import click, plies, until

pytest.importorskip("ziglang")
pytestmark = pytest.mark.browser

SEED, TURNS = 3, 12
QUICK, SLOW = ["Tron"], ["Morra", "Rock Paper Scissors", "Undercut"]
_PARTS = ("key", "symbol", "badge", "owner", "label")
#: makes moves by their numbers, one of each player, and gives the state's bytes and the pieces of each position
PLAY = """([turns, seed, parts]) => {
  ludens.plies = [{ state: ludens.engine.start(BigInt(seed)), moves: [] }];
  ludens.show();
  const told = ({ piece }) => parts.map((part) => piece[part]);
  const seen = () => [[...ludens.state], ludens.board.pieces.shown.map(told)];
  return [seen(), ...turns.map((numbers) => {
    for (const index of numbers) ludens.play(ludens.moves[index]);
    return seen();
  })];
}"""


@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)])
def test_turns_are_those_of_the_host(opened: Any, name: str) -> None:
    state = ludens.load(name).start(seed=SEED)
    turns, wanted = list[list[int]](), [_shown(state)]
    while not state.is_over and len(turns) < TURNS:
        legal = state.legal_moves()
        own = [[n for n, move in enumerate(legal) if move.mover == player] for player in (1, 2)]
        turns.append([numbers[len(turns) * 7919 % len(numbers)] for numbers in own if numbers])
        state.play([legal[n] for n in turns[-1]])
        wanted.append(_shown(state))
    assert turns
    told = opened(name).evaluate(PLAY, [turns, SEED, _PARTS])
    assert [block for block, _ in told] == [block for block, _ in wanted]
    assert [sorted(pieces, key=str) for _, pieces in told] == [pieces for _, pieces in wanted]


def _shown(state: ludens.State) -> list[Any]:
    pieces = [[piece[part] for part in _PARTS] for piece in scene.pieces(state, None)["pieces"]]
    return [list(state.tobytes()), sorted(pieces, key=str)]


def test_a_cover_comes_between_two_people(opened: Any) -> None:
    shown = opened("Rock Paper Scissors")
    curtain, labels = shown.locator(".curtain button"), player_names(ludens.load("Rock Paper Scissors"))
    for player, source in ((1, "c:2"), (2, "c:6")):
        assert shown.locator(".board").is_hidden()
        curtain.click()
        assert shown.locator(".board").is_visible()
        assert shown.locator(".page-status").inner_text().startswith(f"{labels[player - 1]}: choose a move")
        assert plies(shown) == 0
        assert shown.evaluate("document.activeElement.dataset.ref") == f"c:{2 + 3 * (player - 1)}"
        click(shown, source)
        click(shown, f"c:{player - 1}")
    assert plies(shown) == 1
    assert shown.locator(".page-moves li").count() == 1


def test_a_choice_is_taken_back_before_the_other_one_chooses(opened: Any) -> None:
    shown = opened("Undercut")
    shown.locator(".curtain button").click()
    shown.evaluate("ludens.play(ludens.moves[0])")
    shown.get_by_role("button", name="Undo").click()
    assert shown.evaluate("ludens.chosen.size") == 0
    assert shown.evaluate("ludens.waiting") == [1, 2]


def test_the_opponent_chooses_by_the_position_before(opened: Any) -> None:
    """It is asked about the position alone, whatever the person has chosen."""
    shown = opened("Tron")
    shown.locator("select[data-seat='2']").select_option("200")
    shown.evaluate("""() => {
      const ask = ludens.inWorker.bind(ludens);
      ludens.inWorker = (message) => ((globalThis.asked = message), ask(message));
    }""")
    before = shown.evaluate("[...ludens.state]")
    assert shown.locator(".curtain").count() == 0
    shown.evaluate("ludens.play(ludens.moves.find(({ player }) => player === 1))")
    until(shown, "ludens.plies.length === 2")
    assert shown.evaluate("[...asked.state]") == before
    assert shown.evaluate("Object.keys(asked).sort()") == ["player", "state", "time"]
    assert shown.evaluate("ludens.plies[1].moves.map(({ player }) => player)") == [1, 2]
    shown.get_by_role("button", name="Undo").click()
    assert plies(shown) == 0


def test_the_opponent_plays_itself_to_the_end(opened: Any) -> None:
    shown = opened("Tron")
    shown.evaluate("ludens.seats = ['20', '20'], ludens.show()")
    until(shown, "document.body.dataset.over !== ''")
    assert shown.evaluate("ludens.plies.slice(1).every(({ moves }) => moves.length === 2)")


def test_the_opponent_sees_what_loses(opened: Any) -> None:
    """In Tron it does not ride into a square that has no way out."""
    state, bad = _beside_a_dead_end()
    message = f"{{ state: Uint8Array.from({list(state.tobytes())}), time: 200, player: 1 }}"
    told = opened("Tron").evaluate(f"ludens.inWorker({message})")
    assert state.legal_moves()[told["index"]].mover == 1
    assert told["index"] not in bad


def _beside_a_dead_end() -> tuple[ludens.State, list[int]]:
    """A position of Tron in which player 1 can ride into a square without a way out or elsewhere; the former moves."""
    game, rng = ludens.load("Tron"), random.Random(SEED)
    while True:
        state = game.start()
        while not state.is_over:
            own = [(n, move) for n, move in enumerate(state.legal_moves()) if move.mover == 1]
            bad = [n for n, move in own if not _ways(state, move.to_site)]
            if bad and any(_ways(state, move.to_site) > 1 for _, move in own):
                return state, bad
            legal = state.legal_moves()
            state.play([rng.choice([move for move in legal if move.mover == player]) for player in (1, 2)])


def _ways(state: ludens.State, site: int) -> int:
    """How many empty squares are beside one."""
    filled = {row[1] for row in state.sites()}
    return sum(n not in filled for n in state.game.model.topology.neighbours("Cell", site, "Orthogonal"))
