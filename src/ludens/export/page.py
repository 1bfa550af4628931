"""A game as a page: one file that plays from a disk, without a server or a network.

The modules of the server's pages draw the board; their data comes from the game's WebAssembly module.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Final

from ludens import words
from ludens.export.errors import ExportError
from ludens.export.wasm import wasm
from ludens.game import Game
from ludens.game.hidden import hides
from ludens.game.hidden_sites import is_veiled
from ludens.game.single import SingleGame
from ludens.lab.sheet import rules_of
from ludens.render import scene
from ludens.render.picture_kit import prepared

#: the modules of the server's pages that are used, and those that only such pages have, each after those it imports
_SHARED: Final = (
    "words", "dom", "board-motion", "board-pieces", "board-input", "board-labels", "board-marks", "board-notes",
    "board-overlay", "board", "board-values", "play-choice", "protocol", "play-curtain", "play-moves",
)  # fmt: skip
_OWN: Final = ("engine", "position", "game")
_WORK: Final = ("engine", "worlds", "bandits", "worker")
_STYLES: Final = ("base.css", "play.css")


def page(game: Game) -> str:
    """The page of a game. Raises ExportError for what a page cannot play, before anything is compiled."""
    require_page(game)
    module = wasm(game)
    with words.speaking(words.MARKED):  # who opens the page reads it in their language
        pictures = prepared(game)
        board, rules = scene.scene(game), rules_of(game)
    board["symbols"] |= pictures.pop("symbols")
    facts = {name: value for name, value in module.manifest.items() if name not in ("functions", "sites")}
    facts["veiled"] = is_veiled(game)
    facts["kinds"] = "".join(site["type"][0] for site in module.manifest["sites"])
    data = {
        "told": facts,
        "drawn": {"scene": board, **pictures},
        "rules": rules,
        "wasm": base64.b64encode(module.module).decode(),
    }
    return _document(game.name, data)


def require_page(game: Game) -> None:
    """Raise ExportError if a page cannot play a game; the message says why."""
    if not isinstance(game, SingleGame):
        raise ExportError(f"{game.name} is a match of several games: export these, one by one")
    model = game.model
    reasons = {
        "something is hidden in stacks or on tracks": hides(game) and (model.stacking or "on_track" in game.layout),
        "it is a puzzle in which sites of several types get values": len(model.puzzle.ranges) > 1,
        "it has no board": model.topology.boardless,
        "its pieces are turned": "rotation" in game.layout,
        "its pieces cover several sites": any(c.walks for c in game.components),
    }
    if why := next((why for why, holds in reasons.items() if holds), None):
        raise ExportError(f"a page cannot play {game.name}: {why}")


def _document(name: str, data: dict[str, Any]) -> str:
    own = bundle([*((module, "web") for module in _SHARED), *((module, "page") for module in _OWN)])
    inert = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    longest_first = sorted(words.marked_in(inert), key=len, reverse=True)  # some have others in them
    sources = own + json.dumps(f"{name}|a game")
    texts = {code: _texts(code, sources, longest_first) for code in words.languages()}
    script = f"{_own('language.js')}\n{own}"
    work = bundle([(module, "page") for module in _WORK])
    styles = "\n".join([*(_web(style) for style in _STYLES), _own("page.css")])
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    # the worker is made from a blob, and takes this policy over
    policy = (
        f"default-src 'none'; script-src 'sha256-{digest}' 'wasm-unsafe-eval'; worker-src blob:; "
        "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
    )
    return "\n".join(
        (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{html.escape(name)}</title>\n<style>\n{styles}</style>\n</head>\n<body class='at-table'>",
            '<div id="toasts" class="toasts" role="region" aria-label="Messages"></div>',
            '<div id="announcer" class="visually-hidden" aria-live="polite"></div>',
            f'<script type="application/json" id="game">{_inert(inert)}</script>',
            f'<script type="application/json" id="texts">{_inert(json.dumps(texts, ensure_ascii=False))}</script>',
            f'<script type="text/plain" id="work">{_inert(json.dumps(work))}</script>',
            f"<script>{script}</script>\n</body>\n</html>\n",
        )
    )


def _texts(language: str, script: str, in_data: Sequence[str]) -> dict[str, Any]:
    """The texts of a page in a language: those of its script, and those that are marked in its data."""
    marked = {one: words.resolved_json(one, language) for one in in_data}
    return {**words.page_texts(language, script), "data": marked}


def _inert(text: str) -> str:
    """JSON that cannot end the element that it stands in."""
    return text.replace("<", "\\u003c")


def bundle(modules: list[tuple[str, str]]) -> str:
    """One script of modules, each of which imports by name from those before it and has its own names."""
    parts = ["'use strict';"]
    for name, home in modules:
        source = _web(f"{name}.js") if home == "web" else _own(f"{name}.js")
        source = re.sub(
            r'^import (\{[^}]*\}) from "\./([-\w]+)\.js";$',
            lambda m: f"const {m[1].replace(' as ', ': ')} = {_variable(m[2])};",
            source,
            flags=re.MULTILINE,
        )
        exported = re.findall(r"^export (?:async )?(?:const|let|class|function) (\w+)", source, re.MULTILINE)
        source = re.sub(r"^export ", "", source, flags=re.MULTILINE)
        parts.append(f"const {_variable(name)} = (() => {{\n{source}\nreturn {{ {', '.join(exported)} }};\n}})();")
    return "\n".join(parts)


def _variable(module: str) -> str:
    return "module_" + module.replace("-", "_")


def _web(name: str) -> str:
    return files("ludens.web").joinpath("static", name).read_text(encoding="utf-8")


def _own(name: str) -> str:
    return files("ludens.export").joinpath("static", name).read_text(encoding="utf-8")
