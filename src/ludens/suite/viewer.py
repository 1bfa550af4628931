"""Transcripts as a page: each game move by move, with what a model was shown, thought and answered beside the board."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Mapping, Sequence
from string import Template
from typing import Any

from ludens import library, notation, render
from ludens.game import Game, IllegalMove, Move, State
from ludens.suite.move_reader import REASONS
from ludens.suite.prompts import move_text

_SIZE = 480


class ReplayError(ValueError):
    """A transcript that cannot be played again; the message says where."""


def game_of(played: Mapping[str, Any]) -> Game:
    """The game of a transcript. Raises ReplayError where there is none of that name here."""
    try:
        return library.load(played["description"] or played["game"], options=[*played["options"]])
    except (library.UnknownGame, OSError) as error:
        raise ReplayError(f"{played['game']}: {error}") from None


def states_of(played: Mapping[str, Any]) -> Iterator[State]:
    """The positions of a game, from its start. Raises ReplayError where a move is not legal."""
    game = game_of(played)
    state = game.start(seed=played["seed"])
    style = notation.of(game)
    yield state.copy()
    joint: list[Move] = []
    for turn in played["turns"]:
        if not turn["move"]:
            continue
        try:
            if state.is_simultaneous:
                joint.append(_of_player(state, turn["player"], turn["move"]))
                if len(joint) == len({move.mover for move in state.legal_moves()}):
                    state.play(joint)
                    joint = []
                yield state.copy()
                continue
            moves = [move for move in state.legal_moves() if style.ply(state, move) == turn["move"]]
            state.play(moves[0] if moves else style.parse(state, turn["move"])[0])
        except (ValueError, IndexError) as error:
            raise ReplayError(f"{game.name}: ply {turn['ply']}, {turn['move']}: {error}") from None
        yield state.copy()


def _of_player(state: State, player: int, name: str) -> Move:
    """The move of a player where all move at once. Raises IllegalMove."""
    moves = [move for move in state.legal_moves() if move.mover == player and move_text(state, move) == name]
    if not moves:
        raise IllegalMove(f"player {player} has no move {name}")
    return moves[0]


def check(played: Mapping[str, Any]) -> None:
    """Play a game again. Raises ReplayError where it does not go as it says, or ends otherwise."""
    *_, last = states_of(played)
    result = played["result"]
    if result["reason"] != "rules":
        return
    ahead = [seat for seat, rank in enumerate(last.seats.by_seat(last.ranking), 1) if rank == 1.0]
    winner = ahead[0] if len(ahead) == 1 else 0
    if last.game.num_players == 1:
        winner = 1 if last.winner == 1 else -1
    if not last.is_over or winner != result["winner"]:
        raise ReplayError(f"{last.game.name}: the game does not end as it says, with winner {result['winner']}")


def as_html(transcripts: Sequence[Mapping[str, Any]], title: str = "Transcripts") -> str:
    """A page that replays games, in one file that needs nothing else. Raises ReplayError."""
    games = [_game(played) for played in transcripts]
    data = json.dumps(games, ensure_ascii=False).replace("</", "<\\/")
    return Template(_PAGE).substitute(title=html.escape(title), data=data)


def _game(played: Mapping[str, Any]) -> dict[str, Any]:
    boards = [render.svg(state, coordinates=True, viewer=None, size=_SIZE) for state in states_of(played)]
    seat, opponent = played["seat"], played["opponent"]
    players = f"{played['agent']} (player {seat}) against {opponent}"
    frames, at = [{"board": 0, "head": "Start", "parts": [["The rules as they were told", played["system"]]]}], 0
    for turn in played["turns"]:
        at += bool(turn["move"])
        frames.append(_frame(turn, at, turn["player"] == seat))
    result = played["result"]
    end = result["detail"] or result["reason"]
    frames.append({"board": len(boards) - 1, "head": f"End: {end}", "parts": []})
    return {"title": f"{played['game']}: {players}", "boards": boards, "frames": frames}


def _frame(turn: Mapping[str, Any], board: int, is_agents: bool) -> dict[str, Any]:
    parts: list[list[str]] = []
    if turn.get("thoughts"):
        parts.append(["Thoughts", turn["thoughts"]])
    for number, one in enumerate(turn.get("attempts", ()), 1):
        facts = f"{one['tokens_in']} tokens in, {one['tokens_out']} out, {one['seconds']:.2f} s"
        reason = REASONS.get(one["reason"], one["reason"])
        trouble = [["No move", f"{reason}: {one['trouble']}"]] if one["trouble"] else []
        thoughts = [["Thoughts", one["thoughts"]]] if one["thoughts"] else []
        waits = [["Tried again", f"{error}; {seconds:.1f} s later"] for error, seconds in one["waits"]]
        parts += [*thoughts, [f"Answer {number} ({facts})", one["answer"]], *trouble, *waits, ["Prompt", one["prompt"]]]
    who = "the agent" if is_agents else "the opponent"
    move = turn["move"] or "no legal move"
    return {"board": board, "head": f"{turn['ply']}. {move}, by player {turn['player']}, {who}", "parts": parts}


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>$title</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body { font: 15px/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 1100px; padding: 16px; color: #1d2330 }
main { display: grid; grid-template-columns: minmax(260px, 480px) 1fr; gap: 20px }
@media (max-width: 760px) { main { grid-template-columns: 1fr } }
#board svg { width: 100%; height: auto } select, button { font: inherit; padding: 4px 10px } select { max-width: 100% }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f4f5f7; padding: 8px 10px; border-radius: 6px }
h2 { font-size: 1rem; margin: 14px 0 4px } nav { display: flex; gap: 6px; margin: 10px 0; align-items: center }
input[type=range] { flex: 1 }
</style></head><body>
<h1>$title</h1>
<label>Game <select id="game"></select></label>
<nav><button id="back" aria-label="back">&#9664;</button>
<input id="at" type="range" min="0" value="0" aria-label="move">
<button id="on" aria-label="on">&#9654;</button></nav>
<main><div id="board"></div><div><h2 id="head"></h2><div id="parts"></div></div></main>
<script type="application/json" id="data">$data</script>
<script>
const games = JSON.parse(document.getElementById("data").textContent), by = (id) => document.getElementById(id);
games.forEach((game, number) => by("game").add(new Option(game.title, number)));
function show() {
  const game = games[by("game").value || 0];
  if (!game) return;
  by("at").max = game.frames.length - 1;
  const frame = game.frames[by("at").value];
  by("board").innerHTML = game.boards[frame.board];
  by("head").textContent = frame.head;
  by("parts").replaceChildren(...frame.parts.filter(([, text]) => text).flatMap(([name, text]) => {
    const title = document.createElement("h2"), body = document.createElement("pre");
    title.textContent = name; body.textContent = text;
    return [title, body];
  }));
}
function go(step) { by("at").value = Number(by("at").value) + step; show(); }
by("back").onclick = () => go(-1); by("on").onclick = () => go(1); by("at").oninput = show;
by("game").onchange = () => { by("at").value = 0; show(); };
document.onkeydown = (event) => {
  if (event.target.tagName !== "SELECT" && event.target.tagName !== "INPUT")
    go({ ArrowLeft: -1, ArrowRight: 1 }[event.key] || 0);
};
show();
</script></body></html>
"""
