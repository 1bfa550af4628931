"""The conversation: propose, check, repair by the fixes of our own diagnostics, play, compare with the idea."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass, field
from statistics import fmean
from typing import Any, Final, Literal

from ludens import library
from ludens.drafting import prompts
from ludens.game import Game, LimitExceeded
from ludens.language import LudError
from ludens.lsp import Finding, diagnose
from ludens.lsp.document import Document
from ludens.lsp.repair import repair
from ludens.native import Limits, Stopped
from ludens.suite.answers import Answer, Chat, Message
from ludens.suite.prompts import rules_in_words
from ludens.suite.retry import Retry

ROUNDS: Final = 8
#: random games, and the seconds that they may take
_GAMES, _SECONDS = 40, 20.0
#: what a round came to; a game has `trouble` that random games show
Outcome = Literal["no description", "errors", "trouble", "playable", "agreed"]


@dataclass(frozen=True)
class Round:
    """An answer of the model and what it came to; `troubles` are what it is asked to mend, in words."""

    number: int
    outcome: Outcome
    text: str = ""
    troubles: tuple[str, ...] = ()
    mended: tuple[str, ...] = ()
    tokens_in: int = 0
    tokens_out: int = 0


@dataclass(frozen=True)
class Draft:
    """What came of an idea: the last description that compiles, or the last one at all, and the rounds.

    `is_accepted` says that the model found the rules in words to be those of the idea.
    """

    idea: str
    text: str
    compiles: bool
    is_accepted: bool
    rounds: tuple[Round, ...]
    rules: str = ""
    messages: tuple[Message, ...] = field(default=(), repr=False)

    def to_dict(self) -> dict[str, Any]:
        """The draft, ready for JSON."""
        return asdict(self)


def draft(
    idea: str,
    chat: Chat,
    *,
    rounds: int = ROUNDS,
    without: Collection[str] = (),
    retry: Retry | None = None,
    heard: Callable[[Round], object] = lambda one: None,
) -> Draft:
    """Let a model write the description of an idea, in `rounds` answers at most.

    `chat` gives the answer to a conversation, as an `Endpoint` does. Games of the library are shown as examples, those
    `without` excepted. `heard` is told of each round. Raises SpeakerFailed where the model cannot be asked.
    """
    if rounds < 1 or not idea.strip():
        raise ValueError("a draft wants an idea, and at least one round")
    talk = _Conversation(idea, chat, without, retry or Retry())
    for number in range(1, rounds + 1):
        heard(talk.round(number))
        if talk.rounds[-1].outcome == "agreed":
            break
    return talk.draft()


class _Conversation:
    def __init__(self, idea: str, chat: Chat, without: Collection[str], retry: Retry) -> None:
        self._idea, self._chat, self._retry = idea, chat, retry
        self._messages: list[Message] = prompts.first_messages(idea, without)
        self.rounds: list[Round] = []
        self._best, self._rules, self._last = "", "", ""

    def draft(self) -> Draft:
        text = self._best or self._last
        accepted = bool(self.rounds) and self.rounds[-1].outcome == "agreed"
        messages = tuple(self._messages)
        return Draft(self._idea, text, bool(self._best), accepted, tuple(self.rounds), self._rules, messages)

    def round(self, number: int) -> Round:
        """Ask once, and look at the answer; the next question is in the conversation then."""
        answer = self._ask(number)
        self._messages.append({"role": "assistant", "content": answer.text})
        outcome, troubles, mended, question = self._judge(answer.text)
        if question:
            self._messages.append({"role": "user", "content": question})
        done = Round(number, outcome, self._last, troubles, mended, answer.tokens_in, answer.tokens_out)
        self.rounds.append(done)
        return done

    def _ask(self, number: int) -> Answer:
        def once() -> Answer:
            given = self._chat(list(self._messages))
            if inspect.isawaitable(given):
                raise TypeError("the model's function is asynchronous: one that waits for its answer is expected")
            return Answer.of(given)

        return self._retry.call(once, f"round {number}", lambda message, wait: None)

    def _judge(self, answer: str) -> tuple[Outcome, tuple[str, ...], tuple[str, ...], str]:
        """What an answer came to, what is wrong, what was mended, and the next question."""
        text = prompts.description_in(answer)
        if text is None:
            if self._rules and prompts.AGREED in answer:
                return "agreed", (), (), ""
            question = "There is no description in your answer: write the whole of it in one block, ```lud ... ```."
            return "no description", ("no description in the answer",), (), question
        done = repair(text, "draft.lud")
        self._last, mended = done.text, tuple(one.title for one in done.applied)
        errors = [one for one in diagnose(Document(done.text, "draft.lud")) if one.severity == "error"]
        if errors:
            messages = tuple(_located(done.text, one) for one in errors)
            return "errors", messages, mended, prompts.of_findings(done.text, errors, mended)
        try:
            game = library.load(done.text)
            troubles, facts = try_out(game)
        except (LudError, LimitExceeded, Stopped) as error:
            troubles, facts, game = [str(error)], "", None
        if game is None or troubles:
            return "trouble", tuple(troubles), mended, prompts.of_play(troubles)
        self._best, self._rules = done.text, rules_in_words(game)
        return "playable", (), mended, prompts.of_rules(self._idea, self._rules, facts)


def _located(text: str, finding: Finding) -> str:
    line, column = Document(text).source.locate(min(finding.start, len(text)))
    return f"{line}:{column}: {finding.message}"


def try_out(game: Game) -> tuple[list[str], str]:
    """What is wrong with a game by its random games, and what they are like. Raises LimitExceeded, Stopped."""
    with Limits(seconds=_SECONDS):
        played = game.playouts(_GAMES, seed=1)
    lengths, winners = played.lengths.tolist(), Counter(played.winners.tolist())
    troubles = list[str]()
    if min(lengths) == 0:
        troubles.append("A random game is over before its first move.")
    if game.num_players > 1 and winners[0] == len(lengths):
        troubles.append(f"None of {len(lengths)} random games was won: they last {fmean(lengths):.0f} moves.")
    if game.num_players > 1 and len(winners) == 1 and winners[0] == 0:
        (winner,) = winners
        troubles.append(f"Player {winner} won all of {len(lengths)} random games.")
    wins = ", ".join(f"player {player} won {winners[player]}" for player in range(1, game.num_players + 1))
    return troubles, f"Of {len(lengths)} random games of {fmean(lengths):.0f} moves on average {wins}."
