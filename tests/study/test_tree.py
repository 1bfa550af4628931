"""Trees of moves and studies: variations, what is told of them, keeping them."""

from __future__ import annotations

import copy
import json

import pytest

import ludens
from ludens.notation.record import Mark
from ludens.study import Study, StudyError, read, write
from ludens.study.tree import LONGEST_COMMENT, MOST_MARKS


@pytest.fixture
def study() -> Study:
    """Tic-Tac-Toe: B2 A1 C3, with C3 in place of A1, and A3 in place of B2."""
    made = Study(ludens.load("Tic-Tac-Toe"))
    made.play("B2")
    made.play("A1")
    made.play("C3")
    made.back(2)
    made.play("C3")
    made.go(0)
    made.play("A3")
    made.go(0)
    return made


def names(study: Study, number: int = 0) -> list[str]:
    return [node.name for node in study.tree.line(number)]


def test_a_move_that_is_known_is_entered_and_not_added(study: Study) -> None:
    size = len(study.tree)
    assert study.play("B2").id == study.tree[0].children[0]
    assert len(study.tree) == size and names(study) == ["B2", "A1", "C3"]


def test_a_variation_takes_the_place_of_the_line_that_it_leaves(study: Study) -> None:
    first = study.tree[study.tree[0].children[0]]
    other = first.children[1]
    assert not study.tree.is_main(other)
    study.tree.promote(other)
    assert names(study) == ["B2", "C3"] and study.tree.is_main(other)
    study.tree.make_main(study.tree[0].children[1])
    assert names(study) == ["A3"]


def test_what_is_deleted_is_gone_with_all_behind_it(study: Study) -> None:
    centre = study.tree[0].children[0]
    study.go(study.tree.line(centre)[-1].id)
    study.prune(centre)
    assert names(study) == ["A3"] and len(study.tree) == 2 and study.current == 0
    with pytest.raises(StudyError, match="stays"):
        study.prune(0)
    with pytest.raises(StudyError, match="no position 1"):
        study.go(centre)


def test_every_node_has_the_state_that_its_moves_lead_to(study: Study) -> None:
    for node in study.tree.below(0):
        state = study.start.copy()
        for one in study.tree.path(node.id):
            state.play(state.parse(one.name))
        assert study.state_at(node.id).sites() == state.sites()
        fresh = Study.from_dict(study.game, study.to_dict())
        same = [one.name for one in study.tree.path(node.id)]
        assert any([one.name for one in fresh.tree.path(other.id)] == same for other in fresh.tree.below(0))


def test_what_is_told_is_kept(study: Study) -> None:
    node = study.tree[0].children[0]
    study.tree.comment(node, "The centre.\x07\r\nAlways.")
    study.tree.judge(node, "!")
    study.tree.draw(node, [Mark("c:4"), Mark("c:0", "c:4", "red"), Mark("c:4")])
    again = Study.from_dict(study.game, json.loads(json.dumps(study.to_dict())))
    told = again.tree[again.tree[0].children[0]]
    assert told.comment == "The centre.\nAlways." and told.glyph == "!"
    assert told.marks == [Mark("c:4"), Mark("c:0", "c:4", "red")]
    assert again.to_dict()["nodes"][1:] == study.to_dict()["nodes"][1:] or names(again) == names(study)


def test_bounds() -> None:
    study = Study(ludens.load("Tic-Tac-Toe"), most=3)
    study.play("A1")
    study.play("A2")
    with pytest.raises(StudyError, match="at most 3"):
        study.play("A3")
    with pytest.raises(StudyError, match="at most"):
        study.tree.comment(0, "x" * (LONGEST_COMMENT + 1))
    with pytest.raises(StudyError, match="at most"):
        study.tree.draw(0, [Mark(f"c:{n}") for n in range(MOST_MARKS + 1)])
    with pytest.raises(StudyError, match="marks are green"):
        study.tree.draw(0, [Mark("c:1", None, "pink")])
    with pytest.raises(StudyError, match="'x'"):
        study.tree.judge(1, "x")
    with pytest.raises(StudyError, match="no move led"):
        study.tree.judge(0, "!")


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("nodes", 1, "parent"), 77),
        (("nodes", 1, "moves"), [-1]),
        (("nodes", 1, "trial"), 5),
        (("nodes", 1, "comment"), ["x"]),
        (("nodes", 1, "marks"), [["c:1", None]]),
        (("nodes", 1, "evaluation"), {"player": 1, "value": 2}),
        (("nodes",), {}),
        (("version",), 9),
        (("rng_state",), "xyz"),
        (("tags",), [1]),
    ],
)
def test_a_damaged_study_is_refused(study: Study, place: tuple[str | int, ...], value: object) -> None:
    data = copy.deepcopy(study.to_dict())
    inner = data
    for key in place[:-1]:
        inner = inner[key]  # type: ignore[index]
    inner[place[-1]] = value  # type: ignore[index]
    with pytest.raises(StudyError):
        Study.from_dict(study.game, data)


def test_a_move_that_is_not_legal_is_refused_with_its_ply(study: Study) -> None:
    data = study.to_dict()
    data["nodes"][2] |= {"trial": data["nodes"][1]["trial"], "choices": 1}
    with pytest.raises(StudyError, match="is not legal any more"):
        Study.from_dict(study.game, data)


def test_a_study_of_chance_goes_on_as_it_was() -> None:
    game = ludens.load("Backgammon")
    study = Study(game, rng_state=(7).to_bytes(8, "little"))
    for _ in range(6):
        study.play_numbers((0,))
    again = read(write(study), game)
    assert again.state == study.state_at(study.current) and names(again) == names(study)


def test_moves_made_at_once_are_kept() -> None:
    game = next(one for one in map(ludens.load, ["Morra"]) if one.is_simultaneous)
    study = Study(game)
    study.play(study.state.legal_moves()[:1] + study.state.legal_moves()[-1:])
    assert names(read(write(study), game)) == names(study)
