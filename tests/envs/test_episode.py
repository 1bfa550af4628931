"""The play in words that all arenas share: prompts, answers, refusals, forfeits."""

from __future__ import annotations

import pytest

import ludens
from envs.games import MATCHING, PUZZLE, THREE
from ludens.envs.episode import Episode, against
from ludens.suite import Prompts


@pytest.fixture(scope="module")
def noughts() -> ludens.Game:
    return ludens.load("Tic-Tac-Toe")


def test_a_play_in_words(noughts: ludens.Game) -> None:
    episode = Episode(noughts)
    assert episode.awaited == (1,) and "You are player 1 of 2" in episode.turn() and "rules" in episode.system()
    for move in ("A1", "B1", "A2", "B2"):
        assert episode.answer(f"I play [{move}].").moves == (move,)
    assert episode.answer("A3").is_legal and episode.is_over and episode.awaited == ()
    assert episode.rewards() == [1.0, -1.0] and episode.ending == "the rules have ended the game"
    with pytest.raises(ValueError, match="no answer of seat 0 is awaited"):
        episode.answer("C3")


def test_an_answer_is_refused_and_then_loses(noughts: ludens.Game) -> None:
    episode = Episode(noughts, tries=2)
    reply = episode.answer("hm")
    assert reply.again and reply.reason == "unreadable" and "Answer once more" in reply.message
    assert episode.answer("A1").is_legal and episode.answer("[A1]").again  # each turn has its own tries
    assert not episode.answer("[A1]").again
    assert episode.forfeit == 2 and episode.rewards() == [1.0, -1.0] and "gave no legal move" in episode.ending


def test_agents_play_the_other_seats(noughts: ludens.Game) -> None:
    episode = against(noughts, 2, "uct:20")
    assert len(episode.history) == 1 and episode.awaited == (2,)
    one, two = (against(noughts, 2, "random") for _ in range(2))
    one.begin(7)
    two.begin(7)
    assert one.history == two.history
    with pytest.raises(ValueError, match="seats 1 to 2, not 3"):
        against(noughts, 3, "random")


def test_a_play_is_cut_off(noughts: ludens.Game) -> None:
    episode = Episode(noughts, max_plies=2)
    episode.answer("A1")
    episode.answer("A2")
    assert episode.is_cut_off and episode.rewards() == [0.0, 0.0] and episode.ending == "the game was cut off"


def test_players_who_move_at_once_see_no_move_before_all_have_chosen() -> None:
    episode = Episode(ludens.load(MATCHING), Prompts(moves=True))
    assert episode.awaited == (1, 2) and "all players move at once" in episode.turn(2)
    assert "Legal moves: A2, B2, C2" in episode.turn(2) and episode.legal(1) == ["A1", "B1", "C1"]
    before = episode.board()
    assert episode.answer("[B1]", 1).moves == ("B1",)
    assert episode.awaited == (2,) and episode.board() == before and not episode.history
    assert episode.answer("[A1]", 2).reason  # the other player's
    assert episode.forfeit == 2
    episode.begin(1)
    episode.answer("[C2]", 2)
    episode.answer("I play C1.", 1)
    assert episode.is_over and episode.rewards() == [1.0, -1.0] and episode.history == ["1:C1 2:C2"]
    alone = against(ludens.load(MATCHING), 2, "random")
    alone.answer(f"[{alone.legal(2)[0]}]")
    assert alone.is_over


def test_one_player_and_three() -> None:
    puzzle = Episode(ludens.load(PUZZLE))
    assert puzzle.answer("A1=1").is_legal and puzzle.answer("B1=2").is_legal and puzzle.is_over
    assert puzzle.rewards() == [1.0]
    three = Episode(ludens.load(THREE))
    three.answer("?")
    assert three.rewards() == [-1.0, 0.0, 0.0]


def test_what_a_seat_knows_tells_no_dice() -> None:
    episode = Episode(ludens.load("Backgammon"))
    one, two = (episode.seen(1) for _ in range(2))
    assert one.rng_state != episode.state.rng_state and one.rng_state != two.rng_state
    assert one.notations() == episode.state.notations()


def test_a_match_is_no_episode() -> None:
    game = ludens.load("Tic-Tac-Toe")
    with pytest.raises(ValueError, match="tries >= 1"):
        Episode(game, tries=0)
