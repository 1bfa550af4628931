"""review: what each move of a game cost, and which move was better."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.cli.arguments import OPTION, add_command, seconds
from ludens.cli.errors import FAILED, Misuse, say
from ludens.cli.facts import add_json, print_facts
from ludens.system import files

if TYPE_CHECKING:
    from ludens.game import Game
    from ludens.study import Reviewed, Study


def add(commands: Any) -> None:
    review = add_command(commands, "review", _review)
    add_file(review)
    review.add_argument(
        "--agent", metavar="WHO", default="", help="the agent that reviews (the strongest that searches)"
    )
    review.add_argument("--seconds", type=seconds(1e6), default=0.5, metavar="S", help="for each position (0.5)")
    review.add_argument(
        "-o", "--output", metavar="FILE", help="write the study, with glyphs and comments: .pgn, .sgf, .json"
    )
    add_json(review)


def add_file(parser: argparse.ArgumentParser, more: str = "") -> None:
    """The file of a game, and the game if the file does not name it."""
    files = "a trial, a study in JSON, or a file of games such as PGN or SGF"
    parser.add_argument("file", metavar="FILE", help=files + more)
    parser.add_argument("--game", metavar="GAME", help="a library name or a path, if the file does not name it")
    parser.add_argument("--option", **OPTION)


def read_study(arguments: argparse.Namespace) -> Study:
    """The study of a file. Raises Misuse where its game is not known, StudyError, NotationError, TrialError."""
    from ludens.cli.common import read_text
    from ludens.study import read

    text = read_text(Path(arguments.file))
    return read(text, _game(text, arguments), arguments.file)


def _game(text: str, arguments: argparse.Namespace) -> Game:
    import json

    from ludens.cli.common import load
    from ludens.cli.replay import game_of
    from ludens.game.trial import read_trial

    if text.removeprefix("\ufeff").startswith("game="):
        return game_of(read_trial(text, arguments.file), arguments.game)
    if arguments.game is not None:
        return load(arguments.game, arguments.option)
    if Path(arguments.file).suffix.lower() == ".pgn":
        return load("Chess", arguments.option)
    try:
        data = json.loads(text)
        return load(str(data["game"]), [str(one) for one in data.get("options", ())])
    except (ValueError, TypeError, KeyError, AttributeError):
        raise Misuse(f"say which game {arguments.file} is of, with --game") from None


def fail(error: Exception) -> int:
    """Print what is wrong with a file, and return the exit code."""
    say(str(error))
    return FAILED


def _review(arguments: argparse.Namespace) -> int:
    from ludens.cli.screen import progress_bar, shown
    from ludens.notation import NotationError
    from ludens.study import StudyError
    from ludens.study import review as room

    try:
        study = read_study(arguments)
        agent = room.searcher(study.game, arguments.agent)
        with progress_bar() as progress:
            task = progress.add_task(shown(study.game.name), total=len(study.tree.line()) + 1)
            reviews = room.review(
                study, agent, arguments.seconds, on_progress=lambda done, _: progress.update(task, completed=done)
            )
        if arguments.output:
            _write(study, reviews, Path(arguments.output))
    except (StudyError, NotationError) as error:
        return fail(error)
    if arguments.json:
        print_facts(_facts(study, reviews))
    else:
        _tell(study, reviews)
    return 0


def _write(study: Study, reviews: list[Reviewed], path: Path) -> None:
    from ludens.study import formats, write
    from ludens.study.review import annotate

    annotate(study.tree, reviews)
    form = path.suffix.lower().removeprefix(".")
    if form not in formats(study.game):
        raise Misuse(f"{path} ends in none of {', '.join(f'.{one}' for one in formats(study.game))}")
    files.write_text(path, write(study, form))


def _facts(study: Study, reviews: list[Reviewed]) -> dict[str, Any]:
    from ludens.study.review import curve, summary

    game = study.game
    return {
        "game": game.name,
        "options": list(game.options),
        "moves": [one.to_dict() for one in reviews],
        "values": {player: curve(study.tree, game.num_players, player) for player in range(1, game.num_players + 1)},
        "players": summary(reviews),
    }


def _tell(study: Study, reviews: list[Reviewed]) -> None:
    from ludens.cli.common import tell
    from ludens.cli.screen import player_name
    from ludens.study.evaluation import GLYPH_OF
    from ludens.study.review import curve, summary

    values = curve(study.tree, study.game.num_players, 1)
    for one in reviews:
        value = values[one.ply] if one.ply < len(values) else None
        worth = "" if value is None else f"{100 * value:>4.0f} %"
        better = f"   {one.judgement}, better {' '.join(one.line[:6])}" if one.judgement in GLYPH_OF else ""
        who = player_name(study.game, one.player)
        tell(f"{one.ply:>4}. {who}: {one.name + GLYPH_OF.get(one.judgement, ''):<12}{worth}{better}")
    swapped = " (before sides were swapped)" if any(one.seat not in (0, one.player) for one in reviews) else ""
    for seat, counts in summary(reviews).items():
        words = ", ".join(f"{counts[word]:.0f} {word}{'' if counts[word] == 1 else 's'}" for word in _WORDS)
        plural = words.replace("inaccuracys", "inaccuracies")
        who = player_name(study.game, seat) + swapped
        tell(f"{who}: {plural}; a move cost {100 * counts['average_cost']:.1f} % on average")


_WORDS = ("blunder", "mistake", "inaccuracy")
