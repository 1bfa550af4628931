"""Games as the environments of other people's libraries: one module for each, behind the extra that it needs.

Nothing is imported here. A module imports the packages of its extra within `extra`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["extra"]


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Wrap the imports of an extra's packages: if one is missing, ImportError says how to install the extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "a package").partition(".")[0]
        if package == "ludens":
            raise
        raise ImportError(f'{package} is not installed: pip install "ludens[{name}]"', name=error.name) from None
