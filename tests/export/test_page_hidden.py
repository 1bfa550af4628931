"""Pages of games in which something is hidden, in Chromium, from a file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.encoding.knowledge import information_state, options
from ludens.render import scene
from tests.encoding.test_knowledge import TELLING
from tests.export.pages import SHOWN, click, until
from tests.hidden_pairs import PAIRS, Pair
from tests.resting import rested

pytest.importorskip("ziglang")
pytestmark = pytest.mark.browser

SEED, TURNS = 3, 24
QUICK = ["Barrage", "Goofspiel"]
SLOW = ["Agram", "Battleship", "Block Dominoes", "Dark Hex", "Phantom Tic-Tac-Toe"]
ALL = [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)]
_PARTS = ("key", "symbol", "badge", "owner", "label")
#: makes turns by the numbers of their moves, and gives the state's bytes and what each player sees of each position
PLAY = """([turns, seed, parts]) => {
  ludens.plies = [{ state: ludens.engine.start(BigInt(seed)), moves: [] }];
  ludens.show();
  const told = ({ piece }) => parts.map((part) => piece[part]);
  const seen = () => [[...ludens.state], ...[1, 2].map((player) => {
    ludens.over || ludens.draw(player);
    return ludens.board.pieces.shown.map(told);
  })];
  return [seen(), ...turns.map((numbers) => {
    for (const index of numbers) ludens.play(ludens.moves[index]);
    return seen();
  })];
}"""
#: draws states that a player cannot tell from one, by the code that the worker has
DRAW = """([bytes, player, count]) => {
  const state = Uint8Array.from(bytes), worlds = new module_worlds.Worlds(ludens.engine, state, player);
  return Array.from({ length: count }, () => [...worlds.draw()]);
}"""


def _turn(state: ludens.State, number: int) -> list[int]:
    """Some legal move, of each player where all move at once, by their numbers."""
    legal = state.legal_moves()
    movers = sorted({move.mover for move in legal}) if state.is_simultaneous else [None]
    own = [[n for n, move in enumerate(legal) if mover in (None, move.mover)] for mover in movers]
    return [numbers[number * 7919 % len(numbers)] for numbers in own]


def _play(state: ludens.State, numbers: list[int]) -> None:
    moves = [state.legal_moves()[n] for n in numbers]
    state.play(moves if state.is_simultaneous else moves[0])


def _shown(state: ludens.State, viewer: int | None) -> list[Any]:
    return sorted(([piece[part] for part in _PARTS] for piece in scene.pieces(state, viewer)["pieces"]), key=str)


@pytest.mark.parametrize("name", ALL)
def test_each_player_sees_what_the_server_shows_them(opened: Any, name: str) -> None:
    state = ludens.load(name).start(seed=SEED)
    turns, blocks, wanted = list[list[int]](), [list(state.tobytes())], [[_shown(state, p) for p in (1, 2)]]
    while not state.is_over and len(turns) < TURNS:
        turns.append(_turn(state, len(turns)))
        _play(state, turns[-1])
        blocks.append(list(state.tobytes()))
        wanted.append([_shown(state, None if state.is_over else p) for p in (1, 2)])
    told = opened(name).evaluate(PLAY, [turns, SEED, _PARTS])
    assert [block for block, *_ in told] == blocks
    for ply, (_, *views) in enumerate(told):
        assert [sorted(view, key=str) for view in views] == wanted[ply], f"ply {ply}"
    # in Goofspiel the same cards are hidden from both
    assert any(first != second for first, second in wanted) or name == "Goofspiel"


@pytest.mark.parametrize("name", ALL)
def test_the_opponent_looks_at_what_it_may_know(opened: Any, name: str) -> None:
    """States drawn anew agree with all that the player sees and may do, and are not all the real one."""
    state = ludens.load(name).start(seed=SEED)
    for number in range(5):
        _play(state, _turn(state, number))
    player, contents = max(state.mover, 1), set[str]()
    for world in _worlds(opened(name), state, player):
        assert information_state(world, player) == information_state(state, player)
        assert options(world, player) == options(state, player)
        _check_lists(world)
        contents.add(json.dumps(world.sites()))
    assert len(contents) > 1


def _worlds(shown: Any, state: ludens.State, player: int) -> Iterator[ludens.State]:
    """States that the page's worker draws."""
    work = json.loads(shown.locator("#work").text_content())
    told = json.dumps([list(state.tobytes()), player, 8])
    for block in shown.evaluate(f"() => {{ {work}; return ({DRAW})({told}); }}"):
        world = state.copy()
        world.block[:] = np.array(block, np.uint8)
        yield world


def test_what_the_opponent_may_do_tells_it_something(opened: Any) -> None:
    """Where hardly any deal leaves its moves as they are, what they tell stays where it is, and the rest does not."""
    state = ludens.load(TELLING).start(seed=0)
    worlds = list(_worlds(opened(TELLING), state, 1))
    for world in worlds:
        assert options(world, 1) == options(state, 1)
        assert world.sites()[:12] == state.sites()[:12]
    assert len({str(world.sites()) for world in worlds}) > 2


def _check_lists(state: ludens.State) -> None:
    """What a state keeps beside the pieces says what they do: which slots are empty, and where each component lies."""
    what = state.field("what")
    empty = np.unpackbits(state.field("empty").view(np.uint8), bitorder="little")[: len(what)]
    assert (empty == (what == 0)).all()
    if "owned_slot" in state.game.layout:
        for number in range(1, len(state.game.components) + 1):
            listed = state.field("owned_slot")[number][: state.field("owned_count")[number]]
            assert sorted(listed) == np.flatnonzero(what == number).tolist()


def test_people_see_what_is_theirs_behind_a_cover(opened: Any) -> None:
    shown = opened("Dark Hex")
    cover = shown.locator(".curtain button")
    cover.click()
    click(shown, "c:0")
    assert cover.is_visible()
    assert shown.locator(".page-moves").is_hidden()
    cover.click()
    assert shown.evaluate(SHOWN) == []
    assert shown.locator(".page-moves li").all_inner_texts() == ["hidden"]
    assert shown.evaluate("ludens.board.marks.shown.last") == []
    click(shown, "c:7")
    cover.click()
    assert shown.evaluate(SHOWN) == ["c:0"]
    assert shown.locator(".page-moves li").all_inner_texts() == ["e1", "hidden"]


def test_a_card_that_is_laid_is_seen(opened: Any) -> None:
    """Where a hidden piece comes from is not told, but where it comes to."""
    shown = opened("Agram")
    shown.locator(".curtain button").click()
    shown.evaluate("ludens.play(ludens.moves[0])")
    assert shown.evaluate("ludens.board.marks.shown.last") == ["c:0"]
    assert "c:0" in shown.evaluate(SHOWN)
    shown.evaluate("ludens.draw(2)")
    assert shown.locator(".page-moves li").all_text_contents() == ["?-A1"]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.game)
def test_what_is_hidden_changes_nothing_of_the_page(opened: Any, pair: Pair) -> None:
    """Neither the board and its words for screen readers, nor the list of moves, nor what may be chosen."""
    shown, seen = opened(pair.game), set[str]()
    for answer in pair.answers:
        state, turns = ludens.load(pair.game).start(seed=1), list[int]()
        for said in (pair.own, answer):
            turns.append(state.parse(said).number)
            state.play(state.parse(said))
        assert state.mover == 1
        shown.evaluate("ludens.plies = [{ state: ludens.engine.start(1n), moves: [] }], ludens.show()")
        for number in turns:
            shown.evaluate("(number) => ludens.play(ludens.moves[number])", number)
        assert bytes(shown.evaluate("[...ludens.state]")) == state.tobytes()
        shown.locator(".curtain button").click()
        rested(shown)
        seen.add(shown.evaluate("document.querySelector('main').outerHTML"))
    assert len(seen) == 1


@pytest.mark.parametrize(
    "name", ["Phantom Tic-Tac-Toe", *(pytest.param(n, marks=pytest.mark.slow) for n in ("Agram", "Goofspiel"))]
)
def test_the_opponent_plays_itself_to_the_end(opened: Any, name: str) -> None:
    shown = opened(name)
    shown.evaluate("ludens.seats = ['20', '20'], ludens.show()")
    until(shown, "document.body.dataset.over !== ''")
    expected = "ludens.engine.field(ludens.state, 'what').filter((what) => what).length"
    assert len(shown.evaluate(SHOWN)) == shown.evaluate(expected)


def test_the_opponent_answers_and_shows_nothing(opened: Any) -> None:
    shown = opened("Dark Hex")
    shown.locator("select[data-seat='2']").select_option("200")
    click(shown, "c:12")
    until(shown, "ludens.plies.length === 3")
    assert shown.locator(".curtain").count() == 0
    assert shown.evaluate(SHOWN) == ["c:12"]
    mine, theirs = shown.locator(".page-moves li").all_inner_texts()
    # by chance the opponent runs into the stone that it does not see, and who sees the stone may know
    assert theirs in ("hidden", mine)
    assert mine == "c3"
