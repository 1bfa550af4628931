"""why: which rules make a move, refuse it, or ended the game."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.cli.arguments import add_command, add_language, count
from ludens.cli.errors import FAILED, Misuse, say
from ludens.cli.facts import add_json, print_facts

if TYPE_CHECKING:
    from ludens.explain import Done, Why, WhyNot, WhyOver
    from ludens.game import Game, Move, State


def add(commands: Any) -> None:
    why = add_command(commands, "why", _why, game=True)
    why.add_argument(
        "move", nargs="*", metavar="MOVE", help="a move, or two sites (from, to); left out for a game that is over"
    )
    where = why.add_mutually_exclusive_group()
    where.add_argument("--moves", metavar="LIST", help="after these moves, as players write them; commas part them")
    where.add_argument("--trial", metavar="FILE", help="after the moves of a trial file")
    where.add_argument("--position", metavar="TEXT", help="in this position: a FEN or its like, or a state as JSON")
    where.add_argument("--plies", type=count, metavar="N", help="after N random moves")
    why.add_argument("--ply", type=count, metavar="N", help="after the first N moves of --moves or --trial alone")
    why.add_argument("--seed", type=int, help="of chance, and of the random moves (0)")
    why.add_argument("--steps", action="store_true", help="what the move does, action by action")
    add_json(why)
    add_language(why)
    _allow_options_first(why)


def _allow_options_first(parser: argparse.ArgumentParser) -> None:
    """Let moves and sites stand after options, too."""
    plain = parser.parse_known_args

    def parse(words: Sequence[str], namespace: argparse.Namespace | None = None) -> Any:
        setattr(parser, "parse_known_args", plain)  # noqa: B010 - which the one for mixed arguments calls
        try:
            return parser.parse_known_intermixed_args(words, namespace)
        finally:
            setattr(parser, "parse_known_args", parse)  # noqa: B010

    setattr(parser, "parse_known_args", parse)  # noqa: B010


def _why(arguments: argparse.Namespace) -> int:
    from ludens import notation
    from ludens.cli.common import load, tell
    from ludens.explain import points_called
    from ludens.game import IllegalMove
    from ludens.notation import NotationError

    game = load(arguments.game, arguments.option)
    try:
        state = _state(game, arguments)
        style = notation.of(state.playing.game)
        with points_called(style.point) if style.renames else nullcontext():
            answer = _explain(state, arguments.move, steps=arguments.steps)
    except (IllegalMove, NotationError, ValueError) as error:
        say(f"{arguments.game}: {error}")
        return FAILED
    if arguments.json:
        print_facts(_facts(state, answer))
        return 0
    for one in answer if isinstance(answer, list) else [answer]:
        for line in str(one).splitlines():
            tell(line)
    return 0


def _facts(state: State, explanation: Any) -> dict[str, Any]:
    answer = (
        {"steps": [one.to_json() for one in explanation]} if isinstance(explanation, list) else explanation.to_json()
    )
    return {"game": state.playing.game.name, "mover": state.mover, "over": state.is_over, **answer}


def _explain(state: State, words: Sequence[str], *, steps: bool) -> Why | WhyNot | WhyOver | list[Done]:
    """The explanation of a move, of two sites, or of the game's end."""
    from ludens import notation
    from ludens.explain import explained
    from ludens.game import IllegalMove

    if len(words) > 2:
        raise Misuse(f"name one move or two sites, not {len(words)}")
    if not words:
        if not state.is_over:
            raise Misuse("say which move, or which two sites: the game is not over")
        return state.why_over()
    if steps:
        return list(state.steps(_move(state, words)))
    if len(words) == 1:
        try:
            return _why_move(state, _move(state, words))
        except IllegalMove:
            words = words[0].replace("x", "-").split("-") if words[0] != "pass" else words
        if len(words) > 2:
            raise Misuse("say the two sites apart: FROM TO")
    return explained(state, *(notation.of(state.playing.game).place(word) for word in words))


def _why_move(state: State, move: Move) -> Why:
    from dataclasses import replace

    from ludens import notation
    from ludens.game.notation import number_of

    number = number_of(state.legal_moves(), move)
    assert number is not None, "a move that was read is legal"
    return replace(state.why(move), move=notation.of(state.game).names(state)[number])


def _move(state: State, words: Sequence[str]) -> Any:
    """The legal move that the words mean, the first one of a turn. Raises IllegalMove."""
    return _turn(state, words[0] if len(words) == 1 else f"{words[0]}-{words[1]}")[0]


# --- the position


def _state(game: Game, arguments: argparse.Namespace) -> State:
    if arguments.ply is not None and not (arguments.moves or arguments.trial):
        raise Misuse("--ply goes with --moves or --trial")
    if arguments.position is not None:
        return _position(game, arguments.position)
    if arguments.plies is not None:
        from ludens.cli.plies import after

        return after(game, arguments.plies, arguments.seed or 0)
    if arguments.trial is not None:
        return _of_trial(game, Path(arguments.trial), arguments.ply)
    state = game.start(seed=arguments.seed or 0)
    texts = arguments.moves or ""
    listed = [text for text in (texts.split(",") if "," in texts else texts.split()) if text.strip()]
    for text in listed[: arguments.ply]:
        for move in _turn(state, text.strip()):
            state.play(move)
    return state


def _turn(state: State, text: str) -> Sequence[Any]:
    """The plies of a turn in the game's notation; moves made at once are one. Raises IllegalMove."""
    from ludens import notation

    return [state.parse_all(text)] if state.is_simultaneous else notation.of(state.game).parse(state, text)


def _position(game: Game, text: str) -> State:
    if text.lstrip().startswith("{"):
        return game.from_dict(json.loads(text))
    from ludens import notation

    return notation.of(game).state(text, None)


def _of_trial(game: Game, path: Path, plies: int | None) -> State:
    from ludens.cli.common import read_text
    from ludens.game.trial import read_trial, replay_trial

    state = game.start(seed=0)
    for number, (reached, _) in enumerate(replay_trial(game, read_trial(read_text(path), str(path)))):
        state = reached
        if number == plies:
            break
    return state
