"""draft: the description of an idea, written by a language model and checked by ludens."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.cli.arguments import positive
from ludens.cli.common import FAILED, Misuse, add_command, read_text, say, tell
from ludens.cli.facts import add_json, print_facts
from ludens.system import files

if TYPE_CHECKING:
    from ludens.drafting import Draft, Endpoint, Round

_URL, _KEY = "OPENAI_BASE_URL", "OPENAI_API_KEY"
_LOCAL = "http://localhost:11434/v1"


def add(commands: Any) -> None:
    draft = add_command(commands, "draft", _draft)
    draft.epilog = (
        "The model proposes; ludens checks, mends what can be meant in one way only, plays random games, and shows the "
        "model its rules in words, until it finds nothing that differs from the idea. Nothing is sent anywhere but to "
        "URL. The exit code is 1 where no description compiles."
    )
    draft.add_argument("idea", nargs="?", metavar="IDEA", help="the rules in prose, a file of them, or - for input")
    draft.add_argument("--model", metavar="NAME", help="the model's name, as its server knows it")
    url = f"a server that speaks OpenAI's chat completions ({_URL}, else {_LOCAL}, where Ollama listens)"
    draft.add_argument("--url", metavar="URL", default=os.environ.get(_URL) or _LOCAL, help=url)
    draft.add_argument("--key-from", metavar="VAR", default=_KEY, help=f"the variable that has the key ({_KEY})")
    draft.add_argument("--rounds", type=positive, default=8, metavar="N", help="answers of the model at most (8)")
    draft.add_argument("--output", type=Path, metavar="FILE", help="write the description there")
    draft.add_argument("--transcript", type=Path, metavar="FILE", help="write all that was said, as JSON lines")
    bench = "how well the model writes: describe games of the library from prose, and compare (no IDEA)"
    draft.add_argument("--bench", action="store_true", help=bench)
    draft.add_argument("--game", action="append", default=[], metavar="GAME", help="with --bench: these games alone")
    add_json(draft)


def _draft(arguments: argparse.Namespace) -> int:
    from ludens.suite.retry import SpeakerFailed

    if arguments.bench == (arguments.idea is not None):
        raise Misuse("an IDEA is expected, or --bench")
    if not arguments.model:
        raise Misuse("--model is needed: the name of the model, as its server knows it")
    endpoint = _endpoint(arguments)
    try:
        return _bench(arguments, endpoint) if arguments.bench else _write(arguments, endpoint)
    except SpeakerFailed as error:
        say(f"ludens: {error}")
        return FAILED


def _endpoint(arguments: argparse.Namespace) -> Endpoint:
    from ludens.drafting import Endpoint

    return Endpoint(arguments.url, arguments.model, os.environ.get(arguments.key_from, ""))


def _idea(text: str) -> str:
    if text == "-":
        return sys.stdin.read()
    path = Path(text)
    try:
        is_file = path.is_file()
    except OSError:  # too long for a name
        is_file = False
    return read_text(path) if is_file else text


def _write(arguments: argparse.Namespace, endpoint: Endpoint) -> int:
    from ludens.drafting import draft

    idea = _idea(arguments.idea)
    if not idea.strip():
        raise Misuse("the idea is empty")
    made = draft(idea, endpoint, rounds=arguments.rounds, heard=_heard)
    _keep(arguments.transcript, made)
    if arguments.output is not None and made.text:
        files.write_text(arguments.output, made.text.rstrip() + "\n")
    if arguments.json:
        print_facts({key: value for key, value in made.to_dict().items() if key != "messages"})
    elif arguments.output is None:
        tell(made.text)
    else:
        tell(f"{arguments.output}: {_verdict(made)}; try `ludens play {arguments.output}`")
    return 0 if made.compiles else FAILED


def _heard(one: Round) -> None:
    troubles = "".join(f"\n  {trouble}" for trouble in one.troubles)
    say(f"round {one.number}: {one.outcome}{troubles}")


def _verdict(made: Draft) -> str:
    if made.is_accepted:
        return "the model finds its rules to be those of the idea"
    return "it plays, and the model has not agreed" if made.compiles else "it does not compile"


def _keep(path: Path | None, made: Draft) -> None:
    if path is not None:
        with path.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(message, ensure_ascii=False) + "\n" for message in made.messages)


def _bench(arguments: argparse.Namespace, endpoint: Endpoint) -> int:
    from ludens import library
    from ludens.drafting import benchmark

    names = [library.find(name).stem for name in arguments.game] or benchmark.tasks()

    def heard(one: benchmark.Judged, made: Draft) -> None:
        _keep(arguments.transcript, made)
        outcome = "exact" if one.is_exact else "plays another game" if one.compiles else "does not compile"
        say(f"{one.game}: {outcome}, {one.rounds} rounds")

    results = benchmark.run(endpoint, names, rounds=arguments.rounds, heard=heard)
    facts = benchmark.summary(results)
    if arguments.json:
        print_facts({"model": arguments.model, **facts, "results": [one.to_dict() for one in results]})
    else:
        shares = f"{facts['compiled']:.0%} compile, {facts['exact']:.0%} are exact"
        tell(f"{arguments.model}: {len(results)} games, {shares}, {facts['rounds']:.1f} rounds on average")
    return 0
