"""What goes wrong between a page and the server."""

from __future__ import annotations

from typing import Any, Literal

Code = Literal[
    "illegal", "stale", "malformed", "limit", "agent", "unknown", "description", "trial", "storage", "forbidden"
]


class ApiError(Exception):
    """Something asked for that is not done: `code` is for programs, `message` for people, `status` that of HTTP."""

    def __init__(self, code: Code, message: str, status: int = 400, **details: Any) -> None:
        super().__init__(message)
        self.code, self.message, self.status, self.details = code, message, status, details

    def as_json(self) -> dict[str, Any]:
        return {"code": self.code, "message": self.message, **self.details}
