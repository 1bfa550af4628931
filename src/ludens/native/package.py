"""A compiled module as bytes, for the cache: plain data, of which reading executes nothing.

The bytes are a line of JSON, which has the signatures of the functions and what else the module's owner wants kept, and
behind it the object code.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ludens.native.signatures import Signature, Signatures


@dataclass(frozen=True)
class Package:
    """Object code, what its functions take and give, and `extra`, which has to be what JSON can say."""

    code: bytes
    signatures: Signatures
    extra: dict[str, Any] = field(default_factory=dict)

    def to_bytes(self) -> bytes:
        import json  # here and below: what is played at once was not kept

        header = json.dumps({"signatures": self.signatures, "extra": self.extra}, separators=(",", ":"))
        return header.encode() + b"\n" + self.code

    @classmethod
    def from_bytes(cls, data: bytes) -> Package:
        """The package that `to_bytes` wrote. Raises ValueError for other bytes."""
        import json

        header, _, code = data.partition(b"\n")
        try:
            read = json.loads(header)
            signatures = {
                name: Signature(tuple(parameters), result) for name, (parameters, result) in read["signatures"].items()
            }
            return cls(code, signatures, read["extra"])
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"these bytes are no compiled module: {error}") from error
