"""Wins in games of connection: which games these are, what is found, and that it is checked."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import ludens
from ludens import solve
from ludens.solve.connection.checking import Checker
from ludens.solve.connection.ground import Ground, ground_of, stones_of
from ludens.solve.connection.mustplay import MustPlay, Place
from ludens.solve.connection.planar import excludes
from ludens.solve.connection.proving import ConnectionProof
from ludens.solve.connection.sets import set_of, sites_of
from ludens.solve.connection.strategy import Answer, Pattern
from ludens.solve.connection.virtual import won_virtually
from ludens.solve.proofs import Proof
from ludens.solve.proving import ProofNumberSearch

from .conftest import FullDisk
from .test_known_results import HEX

Y = """
(game "Small Y" (players 2)
    (equipment {{(board (hex Triangle {size})) (piece "Stone" Each)}})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Connected 3 Sides) (result Mover Win))))
)
"""
#: the two players connect sides of a board of squares, on which both can be cut off
SQUARES = """
(game "Squares" (players 2)
    (equipment {
        (board (square 4)) (piece "Stone" Each)
        (regions P1 {(sites Side N) (sites Side S)}) (regions P2 {(sites Side W) (sites Side E)})
    })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Connected Orthogonal Mover) (result Mover Win))))
)
"""


def small_hex(size: int, moves: str = "") -> ludens.State:
    state = ludens.load(HEX.format(size=size)).start(seed=0)
    for text in moves.split():
        state.play(state.parse(text))
    return state


def ground(root: ludens.State) -> Ground:
    found = ground_of(root)
    assert found is not None
    return found


# --- which games these are


def changed(old: str, new: str) -> str:
    text = HEX.format(size=4)
    assert old in text
    return text.replace(old, new)


@pytest.mark.parametrize(
    "text",
    [
        changed("(result Mover Win)", "(result Mover Loss)"),
        changed("(sites Empty)", "(sites Empty) if:(is Even (to))"),
        changed("(sites Empty)))", "(sites Empty)) (then (if (is Even (last To)) (moveAgain)))))"[:-1]),
        changed("(end (if", "(end {(if (is Line 3) (result Mover Win)) (if").replace("Win))))", "Win))}))"),
        changed("(is Connected Mover)", "(is Connected Next)"),
        # both connect the same sides, so that both can have done so
        changed("(sites Side NW) (sites Side SE)", "(sites Side NE) (sites Side SW)"),
        # the second player's sides are beside each other: the first player's groups may pass
        changed("(sites Side NW) (sites Side SE)", "(sites Side NE) (sites Side SE)"),
        "Rex",
        "Tic-Tac-Toe",
        "Gonnect",
        "Crossway",
        "Havannah",
    ],
)
def test_other_games_are_none(text: str) -> None:
    assert ground_of(ludens.load(text).start(seed=0)) is None


@pytest.mark.parametrize("name", ["Hex", "Y"])
def test_games_are_recognised_once_sides_cannot_be_swapped_any_more(name: str) -> None:
    state = ludens.load(name, options=["Board Size/5x5"] if name == "Hex" else []).start(seed=0)
    for number in (3, 5):
        assert ground_of(state) is None
        state.play(state.legal_moves()[number])
    assert ground(state).count == (25 if name == "Hex" else 78)


def test_pieces_that_stand_from_the_start_count() -> None:
    state = ludens.load("Bridg-it").start(seed=0)
    assert ground(state).count == 101
    assert all(stones_of(state).players)


def test_players_on_crossing_lines_exclude_each_other_on_planar_boards_only() -> None:
    """Two by two squares, without and with both diagonals."""
    positions = [0j, 1 + 0j, 1j, 1 + 1j]
    plain = [[1, 2], [0, 3], [0, 3], [1, 2]]
    crossed = [[1, 2, 3], [0, 3, 2], [0, 3, 1], [1, 2, 0]]
    regions = [[[0, 1], [2, 3]], [[0, 2], [1, 3]]]
    assert excludes(plain, positions, regions)
    assert not excludes(crossed, positions, regions)


# --- virtual connections


def test_a_bridge_cannot_be_cut() -> None:
    """Two stones with two empty sites between them: in the middle of 3 x 3 it is a bridge to each side."""
    state = small_hex(3, "B2")
    stones = stones_of(state)
    won = won_virtually(ground(state), 1, stones.players[0], stones.empty)
    assert min(carrier.bit_count() for carrier in won.second) == 4


@pytest.mark.parametrize("text", [HEX.format(size=3), Y.format(size=3), SQUARES])
def test_who_wins_is_what_every_game_says(text: str) -> None:
    """Positions of random games, looked at by brute force, too; what is a win at once is no matter of moves."""
    game, draw = ludens.load(text), random.Random(1)
    root = game.start(seed=0)
    known, board = ground(root), stones_of(root).empty
    values: dict[tuple[Place, int], bool] = {}

    def connects(place: Place, player: int) -> bool:
        """Whether a player can force a connection, by all that can be played."""
        found = values.get((place, player))
        if found is None:
            mover, empty = place.mover, board & ~(place.first | place.second)
            after = [place.after(site) for site in sites_of(empty)]
            results = (
                mover == player if known.connects(one.own(mover), mover) else connects(one, player) for one in after
            )
            found = values[place, player] = any(results) if mover == player and empty else bool(empty) and all(results)
        return found

    for _ in range(40):
        state = root.copy()
        for _ in range(draw.randrange(5, 9) if root.game.topology.num_sites > 12 else draw.randrange(6)):
            if not state.is_over:
                state.play(draw.choice(state.legal_moves()))
        if state.is_over:
            continue
        place = Place(*stones_of(state).players, state.mover)
        for player in (1, 2):
            found = MustPlay(known, board, player).solve(place)
            assert (found.winner == player) == connects(place, player)
            _rests_on_its_zone(known, board, place, found.winner, found.zone, player)


def _rests_on_its_zone(known: Ground, board: int, place: Place, winner: int, zone: int, player: int) -> None:
    """What is found holds where the loser has all empty sites that are not of the zone."""
    lost = board & ~(place.first | place.second | zone)
    first, second = (place.first, place.second | lost) if winner == 1 else (place.first | lost, place.second)
    worst = Place(first, second, place.mover)
    if not known.connects(worst.own(3 - winner), 3 - winner):
        assert MustPlay(known, board, player).solve(worst).winner == winner
    else:
        assert known.connects(worst.own(winner), winner)


# --- proofs


@pytest.mark.parametrize(
    ("text", "won"),
    [(HEX.format(size=2), True), (HEX.format(size=3), True), (HEX.format(size=4), True), (Y.format(size=4), True)],
)
def test_a_win_is_played_out_against_every_defence(text: str, won: bool) -> None:
    root = ludens.load(text).start(seed=0)
    found = solve.prove(root)
    assert isinstance(found.proof, ConnectionProof) and found.won is won
    # by patterns, and by all positions that a game can come to
    for checked in (found.proof.verify(), Proof.verify(found.proof)):
        assert checked.all and not checked.wrong
    state = root.copy()
    for move in found.proof.line():
        state.play(move)
    assert state.winner == 1
    assert solve.prove(root, 2).won is False


@pytest.mark.parametrize("opening", ["A1", "B1", "D1", "B2", "C2"])
def test_who_moves_second_wins_where_proof_numbers_say_so(opening: str) -> None:
    root = small_hex(4, opening)
    wanted = ProofNumberSearch(root, 2).prove()
    found = solve.prove(root, 2)
    assert found.won is wanted.won is (opening not in {"A1", "B2"})
    if found.won:
        checked = found.proof.verify()
        assert checked.all and not checked.wrong


def test_hex_on_5_x_5_is_won_by_the_first_player() -> None:
    found = solve.prove(small_hex(5), 1)
    assert found.won
    assert not Proof.verify(found.proof, 2000).wrong


@pytest.mark.slow
@pytest.mark.parametrize("moves", ["", "D4", "C3"])
def test_hex_on_6_x_6_is_won_by_the_first_player(moves: str) -> None:
    """By a move in the middle, of which there are two on the short diagonal."""
    found = solve.prove(small_hex(6, moves), 1)
    assert found.won
    checked = found.proof.verify()
    assert checked.all and not checked.wrong
    if not moves:
        assert found.proof.root.notation(found.proof.line()[0]) in {"C3", "D4"}


def test_hex_on_6_x_6_is_found_at_once() -> None:
    found = solve.prove(small_hex(6), 1)
    assert found.won and found.positions < 1000
    assert not Proof.verify(found.proof, 200).wrong


def test_wrong_answers_are_noticed() -> None:
    root = small_hex(3)
    found = solve.prove(root)
    strategy = found.proof._played()  # type: ignore[attr-defined]

    def careless(pattern: Pattern, reply: int) -> Answer:
        """The first free site of the carrier."""
        left = pattern.carrier & ~(1 << reply)
        site = next(sites_of(left))
        return Answer(site, Pattern(pattern.stones | 1 << site, left & ~(1 << site)))

    assert not Checker(root, 1).check(strategy.first, strategy.respond, 1000).wrong
    assert Checker(root, 1).check(strategy.first, careless, 1000).wrong
    corner = Answer(0, Pattern(set_of([0]), stones_of(root).empty & ~1))
    assert Checker(root, 1).check(corner, strategy.respond, 1) == solve.Checked(1, False)


# --- limits and folders


def test_a_search_that_was_stopped_goes_on(tmp_path: Path) -> None:
    root, positions = small_hex(5, "D1"), 0
    whole = solve.prove(root, 2)
    for _ in range(1000):
        found = solve.prove(root, 2, solve.Limits(seconds=0.2), folder=tmp_path)
        assert found.positions > positions
        positions = found.positions
        if not found.stopped:
            break
        assert found.stopped == "time" and found.won is None
    assert found.won is whole.won is True
    assert not found.proof.verify(50).wrong
    again = solve.prove(root, 2, folder=tmp_path)
    assert (again.won, again.positions) == (True, positions)


def test_memory_is_a_limit() -> None:
    found = solve.prove(small_hex(6, "A1"), 2, solve.Limits(memory=2000))
    assert (found.won, found.stopped) == (None, "memory")


def test_a_folder_has_the_search_of_one_position(tmp_path: Path, full_disk: FullDisk) -> None:
    root = small_hex(3)
    with full_disk(), pytest.raises(solve.SolveError, match="No space left"):
        solve.prove(root, folder=tmp_path)
    assert solve.prove(root, folder=tmp_path).won
    with pytest.raises(solve.SolveError, match="another position"):
        solve.prove(small_hex(3, "A1 B1"), 1, folder=tmp_path)
    with pytest.raises(solve.SolveError, match="another game"):
        solve.prove(small_hex(4), folder=tmp_path)
    (tmp_path / "player-1" / "zones.bin").unlink()
    with pytest.raises(solve.SolveError, match="is gone"):
        solve.prove(root, folder=tmp_path)
