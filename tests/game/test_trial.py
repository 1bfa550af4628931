"""Trial files: reading, writing, playing again."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludens
from ludens.game.trial import Recorder, Trial, TrialError, first_played, follow, read_trial, replay_trial, write_trial
from ludens.game.trial.replay import played_again

TEXT = """\
game=../boards/Tic-Tac-Toe.lud
START GAME OPTIONS
END GAME OPTIONS
RNG internal state=77,-45,14,55,-12,-20,-75,84
Move=[Move:mover=1,from=8,to=8,actions=[Add:type=Cell,to=8,what=1,decision=true]]
Move=[Move:mover=2,from=0,to=0,actions=[Add:type=Cell,to=0,what=2,decision=true]]
LEGAL MOVES LIST SIZE = 9
LEGAL MOVES LIST SIZE = 8
numInitialPlacementMoves=0
winner=0
endtype=NaturalEnd
rankings=0.0,1.5,1.5
SANDBOX=false
LUDII_VERSION=1.3.0
"""


def test_reading() -> None:
    trial = read_trial(TEXT)
    assert trial.rng_state == bytes([77, 211, 14, 55, 244, 236, 181, 84])
    assert trial.sizes == (9, 8) and trial.winner == 0 and trial.ranking == (1.5, 1.5)
    assert len(trial.moves) == 2 and trial.lines == (5, 6) and trial.stem == "Tic-Tac-Toe"


def test_older_files_lack_lines_and_may_end_lines_otherwise() -> None:
    lines = [line for line in TEXT.splitlines() if not line.startswith(("num", "endtype", "LUDII"))]
    trial = read_trial("\r\n".join(lines))
    assert trial.placements is None and len(trial.moves) == 2


@pytest.mark.parametrize(
    ("damage", "line", "message"),
    [
        (lambda t: "", 1, "begins with game="),
        (lambda t: t.replace("game=", "gme="), 1, "begins with game="),
        (lambda t: t.partition("RNG")[0], 3, "ends before"),
        (lambda t: t.replace("-45", "450"), 4, "eight numbers"),
        (lambda t: t.replace("=77,", "="), 4, "eight numbers"),
        (lambda t: t.replace("what=2,decision=true]]", "wha"), 6, "cut off"),
        (lambda t: t.replace("[Move:mover=2", "mover"), 6, "no move"),
        (lambda t: t.replace("SIZE = 8", "SIZE = many"), 8, "a number is expected"),
        (lambda t: t.replace("LEGAL MOVES LIST SIZE = 8\n", ""), 13, "cut off: there are 1 lines .* for 2 moves"),
        (lambda t: t.replace("Moves=0", "Moves=7"), 9, "7 placements"),
        (lambda t: t.replace("1.5,1.5", "1.5,x"), 12, "rankings"),
    ],
)
def test_damaged_files(damage: Callable[[str], str], line: int, message: str) -> None:
    with pytest.raises(TrialError, match=message) as raised:
        read_trial(damage(TEXT), "a.trial")
    assert raised.value.line == line and str(raised.value).startswith(f"a.trial:{line}: ")


@pytest.mark.parametrize("cut", range(0, len(TEXT), 13))
def test_files_cut_anywhere_are_read_or_refused(cut: int) -> None:
    try:
        assert isinstance(read_trial(TEXT[:cut]), Trial)
    except TrialError as error:
        assert error.line >= 1


@pytest.mark.parametrize("name", ["Amazons", "Reversi", "Backgammon", "Hex"])
def test_what_is_played_is_written_and_played_again(name: str) -> None:
    game, rng_state = ludens.load(name), bytes(range(8))
    state, recorder, choose = game.start(rng_state=rng_state), Recorder(game, rng_state), random.Random(1)
    for _ in range(60):
        if state.is_over:
            break
        moves = state.legal_moves()
        recorder.add(state.play(choose.choice(moves)), len(moves))
    trial = recorder.trial(state)
    again = read_trial(write_trial(trial))
    assert again == trial
    *_, (last, _) = replay_trial(game, again)
    assert last.tobytes() == state.tobytes()


def test_an_illegal_move_names_its_line() -> None:
    trial = read_trial(TEXT.replace("from=0,to=0", "from=8,to=8"), "b.trial")
    with pytest.raises(TrialError, match=r"b\.trial:6: this move is not legal") as raised:
        list(replay_trial(ludens.load("Tic-Tac-Toe"), trial))
    assert raised.value.line == 6


def test_what_was_read_before_a_damage_is_kept() -> None:
    damaged = TEXT.replace("what=2,decision=true]]", "wha")
    with pytest.raises(TrialError) as raised:
        read_trial(damaged)
    assert raised.value.read is not None and len(raised.value.read.moves) == 1
    with pytest.raises(TrialError, match="cut off within this line: 'SANDB'") as raised:
        read_trial(TEXT.partition("OX=")[0])
    assert raised.value.read is not None and raised.value.read.winner == 0
    with pytest.raises(TrialError, match="begins with") as raised:
        read_trial("nonsense")
    assert raised.value.read is None


def test_comments_and_unknown_lines_are_passed_over() -> None:
    commented = "// from the archive\n\n" + TEXT.replace(
        "LEGAL MOVES LIST SIZE = 9", "a remark\nLEGAL MOVES LIST SIZE = 9"
    )
    assert read_trial(commented) == read_trial(TEXT)


def test_options_are_read_and_select_them() -> None:
    text = TEXT.replace("START GAME OPTIONS\n", "START GAME OPTIONS\nBoard/Wide\nStart/Black first\n")
    assert read_trial(text).options == ("Board/Wide", "Start/Black first")


def test_lists_of_legal_moves_are_read_and_compared() -> None:
    game = ludens.load("Tic-Tac-Toe")
    legal = [move.to_trial() for move in game.start(seed=1).legal_moves()]
    listed = "\n".join(["NEW LEGAL MOVES LIST", *legal, "END LEGAL MOVES LIST", "numInitialPlacementMoves=0"])
    trial = read_trial(TEXT.partition("winner=")[0].replace("numInitialPlacementMoves=0", listed))
    assert trial.legal == (tuple(legal),) and not follow(game, trial).differences
    fewer = read_trial(write_trial(trial).replace(legal[3] + "\n", ""))
    assert [one.text for one in follow(game, fewer).differences] == ["after move 0 the file has other legal moves"]
    with pytest.raises(TrialError, match="list of legal moves is cut off"):
        read_trial(write_trial(trial).partition("END LEGAL")[0] + "\n")


def test_what_comes_apart_is_told_with_its_line() -> None:
    game = ludens.load("Tic-Tac-Toe")
    other = read_trial(TEXT.replace("SIZE = 8", "SIZE = 7").replace("winner=0", "winner=2"), "c.trial")
    told = [str(one) for one in follow(game, other).differences]
    assert told == [
        "line 6: after move 1 the file has 7 legal moves, here are 8",
        "the file's game is over, and this one is not",
    ]
    others = read_trial(TEXT.replace("to=0,what=2", "to=0,what=1"))
    assert "line 6: move 1 did otherwise" in str(follow(game, others).differences[0])


def begun(game: ludens.Game) -> Trial:
    """A trial without a ply."""
    return read_trial(write_trial(Recorder(game, bytes(8)).trial(game.start(rng_state=bytes(8)))))


@pytest.mark.parametrize("told", [None, 0])
def test_placements_need_not_be_announced(told: int | None) -> None:
    game = ludens.load("Los Alamos Chess")
    trial = replace(begun(game), placements=told)
    assert begun(game).placements == len(trial.moves) > 0
    assert first_played(game, trial) == first_played(game, replace(trial, moves=trial.moves[::-1])) == len(trial.moves)


def test_other_placements_are_a_difference() -> None:
    game = ludens.load("Los Alamos Chess")
    trial = begun(game)
    followed = follow(game, replace(trial, moves=("[Move:mover=0,actions=[x]]", *trial.moves[1:])))
    assert "begins with" in followed.differences[0].text and followed.differences[0].move == 0


def test_an_old_solution_of_a_puzzle_tells_nobody_for_the_mover() -> None:
    game = ludens.load("Tower of Hanoi")
    state, recorder = game.start(rng_state=bytes(8)), Recorder(game, bytes(8))
    for _ in range(3):
        recorder.add(state.play(state.legal_moves()[0]), len(state.legal_moves()))
    text = "\n".join(
        line.replace("mover=1,", "mover=0,")
        for line in write_trial(recorder.trial(state)).splitlines()
        if not line.startswith(("numInitial", "LEGAL"))
    )
    followed = follow(game, read_trial(text))
    assert len(followed.numbers) == 3 and not followed.differences and followed.error is None


DOORS = """
(game "Doors" (players 2) (equipment {(board (rectangle 1 9)) (piece "Man" Each)})
    (rules (play (if (< (count Moves) 6)
        (or (move Select (from (sites {0})) (then (addScore P1 1)))
            (move Select (from (sites {0})) (then (addScore P1 3))))
        (move Add (to (forEach (sites Board) if:(< (site) (/ (score P1) 2)))))))
        (end (if (is Full) (result P1 Win)))))
"""


@pytest.mark.parametrize("choices", [(0,) * 6, (1,) * 6, (0, 1, 0, 1, 1, 0), (1, 1, 0, 1, 1, 1)])
def test_of_moves_with_one_text_the_right_one_is_found_by_what_follows(choices: tuple[int, ...]) -> None:
    game = ludens.load(DOORS)
    state, recorder = game.start(rng_state=bytes(8)), Recorder(game, bytes(8))
    for choice in choices:
        move = state.legal_moves()[choice]
        recorder.moves.append(move.to_trial())  # as others may record it: without what follows from it
        recorder.sizes.append(len(state.legal_moves()))
        state.play(move)
    recorder.sizes.append(len(state.legal_moves()))
    followed = follow(game, read_trial(write_trial(recorder.trial(state))))
    assert not followed.differences and followed.error is None
    *_, (last, _) = played_again(game, recorder.trial(state), followed)
    assert last.scores == state.scores


def test_a_search_without_an_end_is_given_up() -> None:
    """Where no branch agrees the first one is taken, and what differs is told."""
    game = ludens.load(DOORS)
    select = game.start(seed=1).legal_moves()[0].to_trial()
    moves = tuple(select.replace("mover=1", f"mover={1 + ply % 2}") for ply in range(6))
    followed = follow(game, Trial("Doors", bytes(8), moves, sizes=(2, 2, 2, 2, 2, 2, 77)))
    assert [one.text for one in followed.differences] == ["after move 6 the file has 77 legal moves, here are 3"]
    assert followed.numbers == [(0,)] * 6 and followed.searched < 2001


# --- files that go to the reference and come back

lines_ = st.text(st.characters(exclude_characters="\n\r", codec="utf-8"), max_size=20)
numbers_ = st.integers(-1, 400)


@st.composite
def moves_(draw: st.DrawFn) -> str:
    """A move with a few actions, and now and then what a note says."""
    actions = draw(
        st.lists(st.sampled_from(["[Add:type=Cell,to=3,what=1]", "[Note:a [remark,to=1]", "[Pass:]"]), min_size=1)
    )
    return f"[Move:mover={draw(st.integers(0, 3))},from={draw(numbers_)},actions={','.join(actions)}]"


@st.composite
def trials_(draw: st.DrawFn) -> Trial:
    moves = tuple(draw(st.lists(moves_(), max_size=8)))
    is_over = draw(st.booleans())
    return Trial(
        draw(lines_),
        draw(st.binary(min_size=8, max_size=8)),
        moves,
        tuple(draw(st.lists(lines_.map("Board/{}".format), max_size=3))),
        draw(st.sampled_from([(), (7,) * (len(moves) + 1)])),
        draw(st.integers(0, len(moves))),
        draw(st.integers(-1, 9)) if is_over else None,
        draw(st.sampled_from(["NaturalEnd", "TurnLimit", "MoveLimit"])) if is_over else None,
        tuple(draw(st.lists(st.floats(0, 9), min_size=1, max_size=4))) if is_over else None,
        tuple(draw(st.lists(st.lists(moves_(), max_size=3).map(tuple), max_size=2))),
    )


@given(trials_())
def test_a_file_is_read_back_as_it_was_written(trial: Trial) -> None:
    text = write_trial(trial)
    assert read_trial(text) == trial
    assert read_trial(text.replace("\n", "\r\n")) == trial
    assert as_the_reference_reads(text) == trial


@given(trials_(), st.data())
def test_a_file_that_is_cut_off_keeps_what_was_read(trial: Trial, data: st.DataObject) -> None:
    text = write_trial(trial)
    cut = text[: data.draw(st.integers(0, len(text) - 1))]
    try:
        read = read_trial(cut)
    except TrialError as error:
        assert 1 <= error.line <= cut.count("\n") + 1
        if error.read is None:
            return
        read = error.read
    assert trial.moves[: len(read.moves)] == read.moves


def as_the_reference_reads(text: str) -> Trial:
    """The reader of the manual's section 15.2, step by step."""
    lines = text.split("\n")
    assert lines[0].startswith("game=")
    n = next(i for i, line in enumerate(lines) if line.startswith("RNG internal state="))
    assert not any(line.startswith(("NEW LEGAL", "winner=", "rankings=")) for line in lines[:n])
    rng = bytes(int(part) % 256 for part in lines[n].partition("=")[2].split(","))
    options = lines[lines.index("START GAME OPTIONS") + 1 : lines.index("END GAME OPTIONS")]
    n += 1
    moves, sizes, legal = list[str](), list[int](), list[tuple[str, ...]]()
    while lines[n].startswith("Move="):
        moves.append(lines[n].removeprefix("Move="))
        n += 1
    while not lines[n].startswith(("NEW LEGAL MOVES LIST", "winner=", "rankings=", "numInitialPlacementMoves=")):
        if lines[n].startswith("LEGAL MOVES LIST SIZE = "):
            sizes.append(int(lines[n].rpartition("= ")[2]))
        n += 1
    while not lines[n].startswith(("winner=", "rankings=", "numInitialPlacementMoves=")):
        if lines[n] == "NEW LEGAL MOVES LIST":
            end = lines.index("END LEGAL MOVES LIST", n)
            legal.append(tuple(lines[n + 1 : end]))
            n = end
        n += 1
    told: dict[str, str] = {}
    for key in ("numInitialPlacementMoves", "winner", "endtype", "rankings"):
        if lines[n].startswith(f"{key}="):
            told[key] = lines[n].partition("=")[2]
            n += 1
    return Trial(
        lines[0].removeprefix("game="), rng, tuple(moves), tuple(options), tuple(sizes),
        int(told["numInitialPlacementMoves"]),
        int(told["winner"]) if "winner" in told else None,
        told.get("endtype"),
        tuple(float(one) for one in told["rankings"].split(","))[1:] if "rankings" in told else None,
        tuple(legal),
    )  # fmt: skip


def test_what_no_line_can_hold_is_refused() -> None:
    with pytest.raises(ValueError, match="the end of a line"):
        write_trial(Trial("two\nlines", bytes(8), ()))
