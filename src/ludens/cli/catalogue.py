"""The commands by what they are for, each with its summary: what `ludens --help` lists, without importing any."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

#: the commands that most people need, in the order in which they meet them
FIRST: Final = ("web", "play", "games", "check", "measure", "arena")

GROUPS: Final = {
    "play": {
        "games": "list the games that come with ludens",
        "greener": "play Greener in the terminal",
        "levels": "opponents by strength; with games: let each level play the one below",
        "library": "let the games of a folder of one's own join the library",
        "play": "play in the terminal",
        "puzzles": 'find or make puzzles such as "win in two", each proved',
        "web": "play in the browser",
    },
    "design": {
        "check": "find the errors of descriptions",
        "compile": "print what a game is compiled to: nodes, assembly, or how much of them",
        "describe": "list what a game is made of, and its rules",
        "diff": "find the shortest game in which two descriptions differ; exit code 1 where there is one",
        "draft": "let a language model describe an idea, checked, played and compared with it",
        "disguise": "write a game under other names, mirrored",
        "explain": "look up ludemes, by name or by what they are for",
        "format": "indent descriptions and break their lines",
        "import": "games of other systems as descriptions: variants.ini, .zrf, .kif, .ldx",
        "grammar": "the language as a grammar: EBNF, GBNF, Lark, JSON schema",
        "lsp": "the language server for editors",
        "measure": "what games are like, in numbers with their intervals",
        "new": "begin a description, from a template",
        "print": "a game to cut out: rules, board with cut marks, pieces, as PDF, SVG or PNG",
        "report": "a game on one page: who wins, measures, dead rules, changes, the nearest games",
        "rules": "write the rules in words, from the description",
        "show": "show a game: its rules, options and board",
        "sweep": "measure a game over its options and numbers",
        "vary": "make variants of games, and keep those that measures find good",
        "why": "show which rules make a move, refuse it, or ended the game",
    },
    "analyse": {
        "certify": "test every claim about games, and count the tests",
        "count": "Go: count a finished game, by any rules and komi",
        "moves": "list the legal moves",
        "perft": "count the positions after some plies",
        "playouts": "play random games: speed, lengths, wins",
        "profile": "show which clauses of a description take the time",
        "record": "Amazons: check a game's record, or make one of a trial",
        "replay": "play trial files again",
        "review": "look over a game: what moves cost, what was better",
        "solve": "say who wins when all play as well as can be, and how",
        "territory": "Amazons: count the moves that each side has left",
    },
    "learn": {
        "choose": "find out which agent plays a game best",
        "rate": "rate an agent on a fixed ladder, in Elo points",
        "suite": "agents on a benchmark of many games",
        "train": "make an agent by self-play from nothing",
        "tune": "propose heuristics for a game",
    },
    "export": {
        "convert": "convert a file of games: PGN, PDN, SGF and others, and trials",
        "export": "a game as a page, as a WebAssembly module, as a C library or for graphics cards",
        "notation": "show how a game is written, and read positions",
    },
    "run": {
        "arena": "let agents and bots play each other, and rate them",
        "bench": "measure how fast ludens is, and compare",
        "bot": "be a bot on standard input and output",
        "completion": "print a script that lets a shell complete ludens",
        "mcp": "serve games to language models (MCP)",
        "referee": "let bots play against each other by a protocol",
        "seat": "let an agent or an engine play at the tables of a server",
    },
}  # fmt: skip

SUMMARIES: Final = {name: summary for group in GROUPS.values() for name, summary in group.items()}


def listing(others: Mapping[str, Mapping[str, str]]) -> str:
    """The commands as `ludens --help` shows them: those that matter first, then all by group, with `others`."""
    first = _lines({name: SUMMARIES[name] for name in FIRST})
    groups = (f"{group}:\n{_lines(commands)}" for group, commands in [*GROUPS.items(), *others.items()] if commands)
    return "\n\n".join([f"first:\n{first}", *groups])


def _lines(commands: Mapping[str, str]) -> str:
    return "\n".join(f"  {name:<11} {summary}" for name, summary in commands.items())
