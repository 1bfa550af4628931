"""What language models answer: the text, the thoughts, the tokens, and whether it was cut off."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

#: a part of a conversation: {"role": "system" | "user" | "assistant", "content": text}
Message = dict[str, str]

_THINKING = re.compile(r"<(think|thinking|thought|reasoning)>(.*?)(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
#: how providers say that an answer reached the limit of its length
_CUT = frozenset({"length", "max_tokens", "max_output_tokens", "MAX_TOKENS", "model_length", "incomplete"})


@dataclass(frozen=True)
class Answer:
    """An answer of a model, with what its provider says of it; what it does not say is 0, or empty.

    `cut_off` says that the limit of tokens was reached before the end. `cost` is in the provider's money.
    """

    text: str
    thoughts: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    cut_off: bool = False
    cost: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of(cls, given: object) -> Answer:
        """The answer in what a function gave: a text, an Answer, or a provider's response (OpenAI's, Anthropic's).

        Raises TypeError for anything else. Thoughts between tags (`<think>`) are taken out of the text.

        >>> Answer.of("<think>The middle?</think>B2")
        Answer(text='B2', thoughts='The middle?', tokens_in=0, tokens_out=0, cut_off=False, cost=0.0)
        """
        if isinstance(given, Answer):
            return given
        answer = cls(given) if isinstance(given, str) else _of_response(given)
        thoughts = "\n\n".join(match[1].strip() for match in _THINKING.findall(answer.text))
        if not thoughts:
            return answer
        text = _THINKING.sub("", answer.text).strip()
        both = "\n\n".join(part for part in (answer.thoughts, thoughts) if part)
        return cls(text, both, answer.tokens_in, answer.tokens_out, answer.cut_off, answer.cost)


#: gives a model's answer to a prompt, or to the messages of a conversation
Ask = Callable[[str], object | Awaitable[object]]
Chat = Callable[[Sequence[Message]], object | Awaitable[object]]


def _of_response(response: object) -> Answer:
    """The answer in a response of a provider's client, or in the same as a mapping. Raises TypeError."""
    usage = _in(response, "usage")
    tokens_in = _count(usage, "prompt_tokens", "input_tokens")
    tokens_out = _count(usage, "completion_tokens", "output_tokens")
    choices, content = _in(response, "choices"), _in(response, "content")
    if isinstance(choices, Sequence) and choices:
        message = _in(choices[0], "message")
        text, cut = _in(message, "content"), _in(choices[0], "finish_reason")
        thoughts = _in(message, "reasoning_content") or _in(message, "reasoning")
    elif isinstance(content, Sequence) and not isinstance(content, str):
        text = "".join(str(_in(part, "text") or "") for part in content)
        thoughts = "".join(str(_in(part, "thinking") or "") for part in content)
        cut = _in(response, "stop_reason")
    else:
        text, thoughts = _in(response, "output_text") or _in(response, "text") or content, _in(response, "thoughts")
        cut = _in(response, "status") or _in(response, "stop_reason")
    if not isinstance(text, str):
        if text is None and cut in _CUT:
            text = ""
        else:
            raise TypeError(f"an answer is a text, an Answer, or a provider's response, not {response!r:.200}")
    return Answer(text, thoughts if isinstance(thoughts, str) else "", tokens_in, tokens_out, cut in _CUT)


def _in(container: object, name: str) -> Any:
    return container.get(name) if isinstance(container, Mapping) else getattr(container, name, None)


def _count(usage: object, *names: str) -> int:
    return next((count for name in names if isinstance(count := _in(usage, name), int)), 0)
