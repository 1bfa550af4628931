"""describe: what a game is made of, and how learners see it."""

from __future__ import annotations

import argparse
from typing import Any

from ludens.cli.common import add_command, counted, filled, load, tell
from ludens.cli.facts import add_json, print_facts
from ludens.encoding import Encoding
from ludens.game import Game
from ludens.lab.sheet import rules_of
from ludens.language import printed

#: how many actions are shown as examples
_EXAMPLES = 8
_SITES = {"Cell": "cells", "Vertex": "vertices", "Edge": "edges"}


def add(commands: Any) -> None:
    describe = add_command(commands, "describe", _describe, game=True)
    describe.add_argument(
        "--encoding", action="store_true", help="how states are arrays and moves numbers, for learners"
    )
    add_json(describe)


def _describe(arguments: argparse.Namespace) -> int:
    game = load(arguments.game, arguments.option)
    rules = rules_of(game)
    facts = {"game": game.name, "games": [_facts(one) for one in game.games], "rules": "\n".join(rules)}
    if arguments.encoding:
        facts["encodings"] = [_encoding_facts(Encoding(one)) for one in game.games]
    if arguments.json:
        print_facts(facts)
        return 0
    for one in game.games:
        print(_describe_game(one))
        if arguments.encoding:
            print("\n" + _encoding(Encoding(one)))
    for paragraph in rules:
        tell("\n" + filled(paragraph))
    return 0


def _facts(game: Game) -> dict[str, Any]:
    """What a game is made of, ready for JSON."""
    return {
        "name": game.name,
        "players": game.num_players,
        "simultaneous": game.is_simultaneous,
        "chance": game.is_stochastic,
        "hidden": "hidden" in game.layout,
        "pieces": [{"name": c.name, "owner": c.owner} for c in game.components],
        "containers": [
            {"name": c.name, "kind": c.kind, "owner": c.owner, "sites": c.num_sites} for c in game.containers
        ],
        "sites": {t: game.topology.count(t) for t in ("Cell", "Vertex", "Edge")},
        "played_on": game.model.default_site,
        "state_bytes": game.layout.size,
    }


def _describe_game(game: Game) -> str:
    facts = _facts(game)
    kinds = [word for word, holds in (("chance", facts["chance"]), ("hidden information", facts["hidden"])) if holds]
    kinds += ["moves at once"] if facts["simultaneous"] else []
    sites = ", ".join(f"{n} {_SITES[t]}" for t, n in facts["sites"].items())
    others = [f"{c['kind']} {printed(c['name'])} ({counted(c['sites'], 'site')})" for c in facts["containers"][1:]]
    rows = [
        ("players", str(facts["players"])),
        ("pieces", ", ".join(printed(c["name"]) for c in facts["pieces"]) or "none"),
        ("board", f"{sites}; played on the {_SITES[facts['played_on']]}"),
        ("beside it", ", ".join(others)),
        ("with", ", ".join(kinds)),
        ("a state", counted(facts["state_bytes"], "byte")),
    ]
    return "\n".join([printed(game.name), *(f"  {name:<10} {value}" for name, value in rows if value)])


def _encoding_facts(encoding: Encoding) -> dict[str, Any]:
    return encoding.to_dict() | {"symmetries": [symmetry.to_dict() for symmetry in encoding.symmetries]}


def _encoding(encoding: Encoding) -> str:
    """The encoding, for people."""
    facts = encoding.to_dict()
    shape = " x ".join(map(str, facts["observation"]["shape"]))
    lines = [f"encoding {facts['version']}", f"  observation  {shape}, float32: planes x {facts['geometry']}"]
    lines += [f"    {number:>3}  {name}" for number, name in enumerate(encoding.planes)]
    lines.append(f"  actions      {facts['actions']['count']}")
    for block in facts["actions"]["blocks"]:
        last = block["first"] + block["places"] * block["variants"] - 1
        lines.append(f"    {block['first']:>6} to {last:>6}  {_MEANINGS[block['block']].format(**block)}")
    state = encoding.game.start(seed=0)
    numbers = encoding.actions(state).tolist()[:_EXAMPLES]
    names = [f"{n} {name}" for n, name in zip(numbers, state.notations()[:_EXAMPLES], strict=True)]
    lines.append(f"  at the start {', '.join(names)} ...")
    names = [symmetry.name for symmetry in encoding.symmetries]
    lines.append(f"  symmetries   {names[0]}")
    lines += [f"               {name}" for name in names[1:]]
    return "\n".join(lines)


_MEANINGS = {
    "site": "at a site: site x {variants} + variant",
    "pair": "from site to site: (from x to) x {variants} + variant",
    "nowhere": "without a site: passes, swaps, bets ...",
    "spare": "for what has no room in the other blocks",
}
