"""What is refused, and why."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from ludens import words
from ludens.web.schemas.base import Mark
from ludens.web.schemas.errors import Code, DescriptionError, ErrorInfo
from ludens.words import say


class ApiError(Exception):
    """Something asked for that is not done: `code` is for programs, `message` for people, `status` that of HTTP.

    `errors` are those of a description; `mark` that of the message that it answers, where there is one.
    """

    def __init__(
        self, code: Code, message: str, status: int = 400, *, errors: Sequence[DescriptionError] = (), mark: Mark = None
    ) -> None:
        super().__init__(words.plain(message))
        self.code, self.message, self.status, self.errors, self.mark = code, message, status, tuple(errors), mark

    @property
    def info(self) -> ErrorInfo:
        """What clients are told."""
        return ErrorInfo(code=self.code, message=self.message, errors=list(self.errors) or UNSET)


def invalid_description(errors: Sequence[DescriptionError]) -> ApiError:
    """The answer to a description with these errors, of which there is at least one."""
    return ApiError("description", errors[0].message, 422, errors=errors)


def storage_failed(error: Exception) -> ApiError:
    """The answer where the database cannot be used."""
    return ApiError("storage", say("this cannot be kept now: {0}", error), 503)


def server_failed(mark: Mark = None) -> ApiError:
    """The answer where a defect of ours showed."""
    return ApiError("unknown", say("something went wrong in the server"), 500, mark=mark)
