"""A model behind a server that speaks OpenAI's chat completions: a provider's, or one of your own machine."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ludens.suite.answers import Message

#: how much of a server's error is quoted
_SHOWN: Final = 300


class EndpointError(Exception):
    """A server refused, or sent no answer. `status` is HTTP's, `retry_after` the seconds that it asks for."""

    def __init__(self, message: str, status: int | None = None, retry_after: str | None = None) -> None:
        super().__init__(message)
        self.status, self.retry_after = status, retry_after


@dataclass(frozen=True)
class Endpoint:
    """Sends conversations to `url` + `/chat/completions`; `options` are further fields, such as `temperature`."""

    url: str
    model: str
    key: str = field(default="", repr=False)
    seconds: float = 300.0
    options: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, messages: Sequence[Message]) -> Any:
        """The server's response. Raises EndpointError, and OSError where there is no server."""
        body = {"model": self.model, "messages": list(messages), **self.options}
        headers = {"Content-Type": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        address = f"{self.url.rstrip('/')}/chat/completions"
        if not address.startswith(("http://", "https://")):
            raise EndpointError(f"{self.url!r} is no address of a server: it begins with http:// or https://")
        request = urllib.request.Request(address, json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=self.seconds) as response:
                text = response.read().decode("utf-8", "replace")
        except urllib.error.HTTPError as error:
            reason = error.read().decode("utf-8", "replace").strip()[:_SHOWN] or error.reason
            raise EndpointError(f"{error.code}: {reason}", error.code, error.headers.get("Retry-After")) from None
        except urllib.error.URLError as error:
            raise ConnectionError(f"{address}: {error.reason}") from None
        try:
            return json.loads(text)
        except ValueError:
            raise EndpointError(f"{address} sent no JSON: {text[:_SHOWN]}") from None
