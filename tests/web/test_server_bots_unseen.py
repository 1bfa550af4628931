"""Two games that differ only in what a bot cannot see are the same to it, whatever it is sent and answered."""

from __future__ import annotations

import json
from contextlib import ExitStack, closing
from typing import Any

import pytest
from robots import Robot
from test_server_bots import begun
from web_client import Running

from hidden_pairs import PAIRS, Pair

#: what tells two games apart whatever is played there
_OWN = ("online", "id", "createdAt", "wtime", "btime")


def own(line: Any) -> Any:
    if isinstance(line, dict):
        return {key: own(value) for key, value in line.items() if key not in _OWN}
    return [own(one) for one in line] if isinstance(line, list) else line


def heard(ann: Robot, ben: Robot, pair: Pair, answer: str) -> list[str]:
    """All that the first bot hears when the second one has given an answer."""
    with ExitStack() as stack:
        table = begun(stack, ann, ben, game=pair.game)
        ours, theirs = stack.enter_context(ann.game(table)), stack.enter_context(ben.game(table))
        lines = [next(ours)]
        for bot, stream, name in ((ann, ours, pair.own), (ben, theirs, answer)):
            if bot is ben:
                state = next(line for line in stream if (line.get("state") or line).get("yours"))
                texts = [one["text"] for one in (state.get("state") or state)["legal"] if one["name"] == name]
                assert bot.move(table, texts[0]).json() == {"ok": True}
            else:
                assert bot.move(table, name).json() == {"ok": True}
        for line in ours:
            if line["type"] == "gameState":
                lines.append(line)
            if line.get("ply") == 2:
                break
        assert answer not in json.dumps(lines[-1]["moves"])
        answers = [ann.move(table, text).text for text in ("Z99", "pass", "?")]
        answers.append(ann.client.get(f"/api/bot/game/{table}/source").text)
        answers.append(ann.client.get(f"/api/tables/{table}/trial").text)
        assert "position" not in lines[-1], "bytes of a position would tell all"
        return [json.dumps(own(lines), sort_keys=True), *answers]


@pytest.mark.parametrize("pair", list(PAIRS), ids=lambda pair: pair.game)
def test_bots_are_sent_nothing_hidden(server: Running, pair: Pair) -> None:
    names = [f"{seat}-{number}" for number in [PAIRS.index(pair)] for seat in ("Ann", "Ben")]
    with closing(Robot(server, names[0])) as ann, closing(Robot(server, names[1])) as ben:
        first, second = (heard(ann, ben, pair, answer) for answer in pair.answers)
        for one, other in zip(first, second, strict=True):
            assert one == other
