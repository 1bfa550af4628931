"""What is hidden from a player is in no picture and in no command's answer, unless it is asked for."""

from __future__ import annotations

import pytest

import ludens
from hidden_pairs import PAIRS, Pair, states
from ludens import render
from ludens.cli import main, moves, show
from ludens.cli.plies import Walk
from ludens.game.hidden import seen_rows
from ludens.render.scene import pieces

each_pair = pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.game)


@each_pair
def test_a_players_picture_is_the_same_whatever_it_cannot_see(pair: Pair) -> None:
    one, other = states(pair)
    assert one.tobytes() != other.tobytes() and one.mover == 1
    for viewer in (1, "mover"):
        assert render.text(one, viewer=viewer) == render.text(other, viewer=viewer)
        assert render.svg(one, viewer=viewer) == render.svg(other, viewer=viewer)
        assert pieces(one, viewer=viewer) == pieces(other, viewer=viewer)
    assert str(one) == str(other)
    for viewer in (2, None):
        assert render.text(one, viewer=viewer) != render.text(other, viewer=viewer)
        assert render.svg(one, viewer=viewer) != render.svg(other, viewer=viewer)


@each_pair
@pytest.mark.parametrize("words", [(), ("--json",), ("--svg", "-"), ("--seat", "1")], ids=" ".join)
def test_show_tells_nothing_that_the_player_to_move_cannot_see(
    pair: Pair, words: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = _shown(pair, ["show", pair.game, *words], capsys, monkeypatch)
    assert shown[0] == shown[1]


@each_pair
@pytest.mark.parametrize("words", [("--all",), ("--all", "--json"), ("--seat", "2")], ids=" ".join)
def test_show_tells_what_is_asked_for(
    pair: Pair, words: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = _shown(pair, ["show", pair.game, *words], capsys, monkeypatch)
    assert shown[0] != shown[1]


@each_pair
def test_the_list_of_moves_tells_nothing_that_the_player_to_move_cannot_see(
    pair: Pair, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for words in ((), ("--json",), ("--trial",), ("--plies", "2")):
        shown = _shown(pair, ["moves", pair.game, *words], capsys, monkeypatch)
        assert shown[0] == shown[1]


def test_the_moves_of_barrage_do_not_tell_how_an_attack_ends() -> None:
    """A scout meets a marshal, or the flag: the moves that it may choose among are the same."""
    told, after = [], []
    for enemy in (1, 8):
        state = ludens.load("Barrage").start(seed=1)
        first = [(4, "A4"), *((n, f"{c}1") for n, c in zip((1, 2, 3, 5, 6, 7, 8), "ABCDEFG", strict=True))]
        second = [(enemy, "A7"), *((n, f"{'ABCDEFGH'[n - 1]}10") for n in range(1, 9) if n != enemy)]
        for (n, place), (m, there) in zip(first, second, strict=True):
            state.play(state.parse(f"hand1.{n}-{place}"))
            state.play(state.parse(f"hand2.{m}-{there}"))
        told.append([*state.notations(), *(move.to_trial() for move in state.legal_moves())])
        state.play(state.parse("A4-A7"))
        after.append(state)
    assert told[0] == told[1] and "A4-A7" in told[0]
    lost, won = after
    assert not lost.is_over and won.is_over and won.winner == 1
    there = lost.game.topology.site_of_label("A7")
    assert next(row for row in seen_rows(lost, 1) if row[1] == there)[3] is not None  # who stands there is known now


def _shown(
    pair: Pair, words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    """What a command prints of both positions, as if random moves had led there."""
    printed = []
    for state in states(pair):
        before = ludens.load(pair.game).start(seed=1)
        before.play(before.parse(pair.own))
        answer = next(move for move in before.legal_moves() if _leads_to(before, move, state))
        walked = Walk(state, [answer], before.notations()[before.legal_moves().index(answer)])
        monkeypatch.setattr(show, "walk", lambda *asked, walked=walked: walked)
        monkeypatch.setattr(moves, "after", lambda *asked, walked=walked: walked.state)
        assert main(words) == 0
        printed.append(capsys.readouterr().out)
    return printed


def _leads_to(before: ludens.State, move: ludens.Move, state: ludens.State) -> bool:
    after = before.copy()
    after.play(move)
    return after.tobytes() == state.tobytes()


def test_cards_on_the_hand_of_the_other_are_in_no_picture() -> None:
    """Twelve cards are dealt in Agram; each player sees its own six."""
    state = ludens.load("Agram").start(seed=3)
    assert len(state.sites()) >= 12
    for viewer in (1, 2):
        labels = [piece["label"] for piece in pieces(state, viewer=viewer)["pieces"]]
        assert len(labels) == 6 and all(f"hand of player {viewer}" in label for label in labels)
        text = render.text(state, viewer=viewer).splitlines()
        other = next(line for line in text if line.startswith(f"hand of player {3 - viewer}"))
        assert set(other.partition(":")[2].split()) == {"."}
    assert len(pieces(state, viewer=None)["pieces"]) >= 12


def test_a_card_that_is_laid_is_seen_by_both() -> None:
    state = ludens.load("Agram").start(seed=2)
    state.play(state.legal_moves()[0])
    for viewer in (1, 2):
        assert any("on A1" in piece["label"] for piece in pieces(state, viewer=viewer)["pieces"])
