"""lsp: help for editors while descriptions are written."""

from __future__ import annotations

import argparse
import os
import time
from typing import Any

from ludens.cli.arguments import add_command
from ludens.cli.common import Misuse, counted, source_of, tell
from ludens.cli.facts import add_json, print_facts

_PLACES = 200


def add(commands: Any) -> None:
    lsp = add_command(commands, "lsp", _lsp)
    lsp.epilog = "Without options it speaks on standard input and output, as editors start it (docs/editor-support.md)."
    lsp.add_argument("--stdio", action="store_true", help="speak on standard input and output (the default)")
    lsp.add_argument("--port", type=int, metavar="N", help="wait for one editor on this port of the loopback instead")
    lsp.add_argument("--measure", metavar="GAME", help="measure how long answers about a game take, and print that")
    add_json(lsp)


def _lsp(arguments: argparse.Namespace) -> int:
    if arguments.measure:
        return _measure(arguments.measure, arguments.json)
    try:
        from ludens.lsp.server import server
    except ImportError as error:
        raise Misuse(f'the language server needs pygls ({error}): pip install "ludens[lsp]"') from None
    editor_server = server()
    try:
        if arguments.port is None:
            editor_server.start_io(os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb"))  # it closes its streams
        else:
            editor_server.start_tcp("127.0.0.1", arguments.port)
    finally:
        editor_server.worker.close()
    return 0


def _measure(name: str, as_json: bool) -> int:
    """Ask each kind of question at many places of a text, each time as if the text had just been changed."""
    from ludens import lsp
    from ludens.lsp.answers import warm_up

    text, _ = source_of(name)
    warm_up()  # as the server does when it starts
    rows = {kind: _milliseconds(lsp, kind, text) for kind in lsp.KINDS if kind != "rename"}
    facts = {
        kind: {"questions": len(times), "median_ms": times[len(times) // 2], "longest_ms": times[-1]}
        for kind, times in rows.items()
    }
    if as_json:
        print_facts({"game": name, "answers": facts})
        return 0
    tell(f"{name}: {counted(len(text.splitlines()), 'line')}")
    for kind, row in facts.items():
        tell(f"{kind:12} median {row['median_ms']:7.1f} ms   longest {row['longest_ms']:7.1f} ms")
    return 0


def _milliseconds(lsp: Any, kind: str, text: str) -> list[float]:
    at_places = kind in ("completion", "hover", "signature", "definition", "references")
    count = _PLACES if at_places else 20
    times = []
    for number in range(count + 1):
        changed = f"{text}\n// {number}\n"
        question = {"ask": kind, "text": changed, "offset": number * len(text) // (count + 1), "deep": False}
        start = time.perf_counter()
        lsp.answer(question)
        times.append((time.perf_counter() - start) * 1000)
    return sorted(times[1:])
