"""What an exported page shows of a position is what the server's page shows, ply by ply."""

from __future__ import annotations

from typing import Any

import pytest

import ludens
from ludens.render import scene
from tests.export.pages import made

pytest.importorskip("ziglang")

SEED, MOVES = 5, 60
_PARTS = ("key", "symbol", "rotation", "badge", "kind", "owner", "label", "x", "y", "size")
#: plays moves by their numbers, and gives the state's bytes and the pieces of each position
PLAY = """([numbers, seed, parts]) => {
  ludens.board.options.animation = false;
  ludens.plies = [{ state: ludens.engine.start(BigInt(seed)), moves: [] }];
  ludens.show();
  const told = ({ piece }) => parts.map((part) => piece[part]);
  const seen = () => [[...ludens.state], ludens.board.pieces.shown.map(told)];
  return [seen(), ...numbers.map((index) => {
    ludens.play({ index, from: null, to: null, name: "" });
    return seen();
  })];
}"""

QUICK = ["Oware", "Ludo", "Futoshiki", "Dots and Boxes"]
SLOW = [
    "Achi",
    "Backgammon",
    "Chess",
    "Eight Puzzle",
    "Eight Queens",
    "Focus",
    "Kakuro",
    "Kalah",
    "Killer Sudoku",
    "Lasca",
    "Pachisi",
    "Royal Game of Ur",
    "Santorini",
    "Senet",
    "Slitherlink",
    "Spanish Draughts",
    "Tower of Hanoi",
    "Yut Nori",
]


@pytest.mark.browser
@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)])
def test_a_page_shows_what_the_server_does(opened: Any, name: str) -> None:
    state = ludens.load(name).start(seed=SEED)
    numbers, blocks, wanted = list[int](), [state.tobytes()], [_shown(state)]
    while not state.is_over and len(numbers) < MOVES:
        moves = state.legal_moves()
        numbers.append(len(numbers) * 7919 % len(moves))
        state.play(moves[numbers[-1]])
        blocks.append(state.tobytes())
        wanted.append(_shown(state))
    told = opened(name).evaluate(PLAY, [numbers, SEED, _PARTS])
    for ply, (block, pieces) in enumerate(told):
        assert bytes(block) == blocks[ply], f"ply {ply}"
        assert [p[:-3] for p in _sorted(pieces)] == [p[:-3] for p in wanted[ply]], f"ply {ply}"
        for shown, known in zip(_sorted(pieces), wanted[ply], strict=True):
            assert shown[-3:] == pytest.approx(known[-3:], abs=0.05)
    assert len(made(name)) < 1_500_000


def _shown(state: ludens.State) -> list[list[Any]]:
    return _sorted([[piece[part] for part in _PARTS] for piece in scene.pieces(state, None)["pieces"]])


def _sorted(pieces: list[list[Any]]) -> list[list[Any]]:
    return sorted(pieces, key=lambda piece: str(piece[0]))
