"""States and games as plain data, ready for JSON: for people and other programs to read, and to come back from."""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from ludens.formats import Format
from ludens.game.notation import SITE_TYPES, site_name

if TYPE_CHECKING:
    from ludens.game.game import Game
    from ludens.game.state import Row, State

GAME, STATE = Format("ludens game"), Format("ludens state")
#: what a row of `State.sites` holds
ROW: Final = ("type", "site", "level", "what", "who", "count", "state", "rotation", "value")
_MOST_BYTES: Final = 1 << 26


def of_game(game: Game) -> dict[str, Any]:
    """What a game is read from; `ludens.load` takes it."""
    return {
        "format": GAME.name,
        "version": GAME.version,
        "name": game.name,
        "source": game.description.source.name,
        "options": list(game.options),
        "description": game.description.source.text,
    }


def of_state(state: State) -> dict[str, Any]:
    """What there is to know of a state, and its block, from which it comes back exactly."""
    return {
        "format": STATE.name,
        "version": STATE.version,
        "game": state.game.name,
        "options": list(state.game.options),
        "fingerprint": state.game.fingerprint,
        "mover": state.mover,
        "next": state.next,
        "over": state.is_over,
        "winner": state.winner,
        "ranking": state.ranking,
        "scores": state.scores,
        "dice": state.dice,
        "phases": state.phases,
        "rng_state": state.rng_state.hex(),
        "sites": [_row(state.playing.game, row) for row in state.sites()],
        "block": base64.b64encode(zlib.compress(state.tobytes())).decode(),
    }


def _row(game: Game, row: Row) -> dict[str, Any]:
    """A row of `State.sites` by its names, and what its site, its piece and its container are called."""
    letter, site, _, what, *_ = row
    kind, component = SITE_TYPES[letter], next((c for c in game.components if c.index == what), None)
    on_board = kind != "Cell" or site < game.model.first_other_site
    container = game.containers[0 if on_board else game.model.container_of(site)]
    names = {"label": site_name(game, site, kind), "piece": component.name if component else str(what)}
    return dict(zip(ROW, row, strict=True)) | names | {"container": container.name}


def state_from(game: Game, data: Mapping[str, Any]) -> State:
    """The state of a game that plain data tell of.

    Without a block it is a position of one's own: see `Game.position`. Of a block its length, and the bounds of its
    fields, are checked, not that it can be reached in play. Raises ValueError for what is no such data, or is of
    another game, of other options, or of a version that keeps states in another way.
    """
    check(data, STATE)
    if "block" not in data:
        return _position(game, data)
    if data.get("fingerprint") != game.fingerprint:
        options = data.get("options")
        chosen = f" ({', '.join(str(one) for one in options)})" if options and isinstance(options, list) else ""
        whose = f"this is a state of {data.get('game', 'a game without name')}{chosen}"
        raise ValueError(f"{whose}, not of {game.name} with the options and the version at hand")
    try:
        block = zlib.decompressobj().decompress(base64.b64decode(data["block"], validate=True), _MOST_BYTES)
    except (TypeError, ValueError, zlib.error) as error:
        raise ValueError(f"the block of this state is damaged: {error}") from None
    return game.from_bytes(block)


def state_of_pickle(game: Game, fingerprint: str, data: bytes) -> State:
    """The state of a pickle. Raises ValueError for that of a version which keeps states in another way."""
    if fingerprint != game.fingerprint:
        raise ValueError(f"this state of {game.name} was pickled by another version of ludens")
    return game.from_bytes(data)


def _position(game: Game, data: Mapping[str, Any]) -> State:
    mover, following = data.get("mover", 1), data.get("next")
    if not isinstance(mover, int) or not isinstance(following, int | None):
        raise ValueError("mover and next are numbers of players")
    try:
        rng_state = bytes.fromhex(data["rng_state"]) if "rng_state" in data else None
    except (TypeError, ValueError):
        raise ValueError("rng_state is written as 16 hexadecimal digits") from None
    try:
        rows = [cast("Row", tuple(row[name] for name in ROW)) for row in data.get("sites", ())]
    except (KeyError, TypeError):
        raise ValueError(f"each of the sites has {', '.join(ROW)}") from None
    return game.position(rows, mover=mover, next=following, rng_state=rng_state)


def digest(*parts: str) -> str:
    """A short text that is another one for other parts."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def check(data: Mapping[str, Any], expected: Format) -> None:
    """Raises ValueError for data of another format, or of a version that is not known here."""
    if not isinstance(data, Mapping):
        raise ValueError(f"{expected.name!r} is expected as a mapping, not {type(data).__name__}")
    if data.get("format") != expected.name:
        raise ValueError(f"the format {expected.name!r} is expected, not {data.get('format')!r}")
    expected.check(data.get("version"))
