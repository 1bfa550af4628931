"""Settings of agents: written behind the limit, read by what the class declares, refused where it has none."""

from __future__ import annotations

import pytest

import ludens
from ludens import agents
from ludens.agents.agent import AgentError, Limit, parse_limit
from ludens.agents.settings import Setting, SettingError, read_settings

KNOWN = (
    Setting("width", 8, "how many", least=1, most=64),
    Setting("share", 0.5, "how much", most=1),
    Setting("deep", False, "whether to look deep"),
    Setting("way", "plain", "how", choices=("plain", "wide")),
)


def test_values_are_read_by_what_they_can_be() -> None:
    assert read_settings(KNOWN, ()) == {"width": 8, "share": 0.5, "deep": False, "way": "plain"}
    written = (("width", "9"), ("share", "0.25"), ("deep", "on"), ("way", "Wide"))
    assert read_settings(KNOWN, written) == {"width": 9, "share": 0.25, "deep": True, "way": "wide"}


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("width", "0", "width cannot be '0': it is a whole number from 1 to 64"),
        ("width", "1.5", "a whole number from 1 to 64"),
        ("share", "much", "a number from 0 to 1"),
        ("share", "nan", "a number from 0 to 1"),
        ("deep", "perhaps", "yes or no"),
        ("way", "", "one of plain, wide"),
        ("height", "3", "no setting 'height'; there are deep, share, way, width"),
    ],
)
def test_what_does_not_fit_is_refused(name: str, value: str, told: str) -> None:
    with pytest.raises(SettingError, match=told):
        read_settings(KNOWN, [(name, value)])


def test_settings_stand_behind_the_limit_in_any_order() -> None:
    assert parse_limit("1s:width=9:threads=2:deep=on") == Limit(1.0, None, 2, (("width", "9"), ("deep", "on")))
    assert parse_limit("width=9:500") == Limit(count=500, settings=(("width", "9"),))


def test_agents_without_a_setting_say_so() -> None:
    game = ludens.load("Tic-Tac-Toe")
    for spec in ("random:clever=yes", "level:8:1s:clever=yes"):
        for asked in (agents.check, agents.make):
            with pytest.raises(AgentError, match="no setting 'clever'; the agent has none"):
                asked(spec, game)
