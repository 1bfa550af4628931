"""Games from their descriptions."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from ludens.game.game import Game, Unread
from ludens.game.programs import known_digest, remember_digest
from ludens.game.single import SingleGame
from ludens.language import parse, read_file


def compile_file(path: str | os.PathLike[str], options: Sequence[str] = ()) -> Game:
    """The game that a file describes. Raises LudError, OSError."""
    return compile_text(read_file(path), str(path), options)


def compile_text(text: str, name: str = "<text>", options: Sequence[str] = ()) -> Game:
    """The game or the match that a description describes. Raises LudError."""
    digest = known_digest(text, options)
    if digest is not None:
        return SingleGame(Unread(text, name, tuple(options)), digest)
    description = parse(text, name=name, options=options)
    if description.game.keyword == "match":
        from ludens.game.match import Match

        return Match(description)
    game = SingleGame(description)
    remember_digest(text, options, game.digest)
    return game


def game_from(data: Mapping[str, Any], options: Sequence[str] = ()) -> Game:
    """The game that `Game.to_dict` gave, with other options where some are given. Raises LudError, ValueError."""
    from ludens.game import portable

    portable.check(data, portable.GAME)
    try:
        description = parse(data["description"], name=data["source"], options=options or data["options"])
        if description.game.keyword != "match":
            return SingleGame(description)
        games = {(one["name"], one["option"]): game_from(one["game"]) for one in data["games"]}
    except KeyError as error:
        raise ValueError(f"the data of this game have no {error}") from None
    from ludens.game.match import Match

    return Match(description, {key: game for key, game in games.items() if isinstance(game, SingleGame)})
