"""How a game stands, in words."""

from __future__ import annotations

from ludens.explain.players import with_names
from ludens.explain.standings import standing
from ludens.game import State
from ludens.game.match import MatchState
from ludens.render.names import name_of
from ludens.words import capital, say


def status(state: State) -> str:
    """Whose turn it is, or how the game ended; with the scores, where there are any.

    Of a match: how the game being played stands, or how the match ended; with the scores of the match.
    """
    if isinstance(state, MatchState):
        return _of_match(state)
    if not state.is_over:
        who = say("All players") if state.is_simultaneous else name_of(state.game, state.mover)
        return say("{0} to move.", who) + _scores(state)
    return _outcome(state) + _scores(state)


def status_with_reason(state: State) -> str:
    """How a game stands, and why it is over, where the rule that ended it has words: those name the players."""
    why = None if isinstance(state, MatchState) or not state.is_over else state.ending
    if why is None:
        return status(state)
    names = [name_of(state.game, player) for player in range(1, state.game.num_players + 1)]
    return f"{status(state)} {say('{0}.|a sentence', capital(with_names(why.text, names)))}"


def _of_match(state: MatchState) -> str:
    points = say("Match: {0}.", ", ".join(map(str, state.match_scores)))
    if state.is_over:
        return f"{_outcome(state)} {points}"
    last = say("The next game follows.") if state.is_between else points  # the game that is over counts from there on
    return say(
        "{0}: {1} {2}|a game of a match, how it stands, and the match",
        state.playing.game.name,
        status(state.playing),
        last,
    )


def _outcome(state: State) -> str:
    if 1 <= state.winner <= state.game.num_players:
        return say("{0} wins.", name_of(state.game, state.winner))
    best = [p for p, rank in enumerate(state.ranking, 1) if rank == min(state.ranking, default=0)]
    tied = len(best) == state.game.num_players
    return say("Draw.") if tied else say("Over; best: {0}.", ", ".join(name_of(state.game, p) for p in best))


def _scores(state: State) -> str:
    """The scores of a game that has some; before its end what would be counted now, where only the end counts."""
    if (counted := standing(state)) is not None:
        return " " + say("Now: {0}.", ", ".join(map(str, counted)))
    return " " + say("Scores: {0}.", ", ".join(map(str, state.scores))) if "scores" in state.game.layout else ""
