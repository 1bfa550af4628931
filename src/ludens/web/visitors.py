"""What each address may ask, so that one visitor leaves room for the others."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from ludens.web.errors import ApiError
from ludens.web.limits import Limits
from ludens.words import say

#: the addresses whose requests are remembered; those heard of longest ago are forgotten first
_REMEMBERED = 10_000
_HOUR = 3600.0
#: what there may be of one address at once
_AT_ONCE: Final = {
    "pages": "at most {0} pages at once",
    "descriptions": "at most {0} descriptions at once",
    "drafts": "at most {0} drafts that are being measured",
}
#: the addresses under which translators (NAT64) pass on those of IPv4
_TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")
#: the address that what is done now is done for, also by tasks that a request or a page has begun
asking: Final[ContextVar[str]] = ContextVar("asking", default="")


def address_key(host: str) -> str:
    """What counts as one address: of IPv6 a network of 64 bits, as a visitor has them all; what is none counts as one.

    An IPv6 address that stands for an IPv4 address is that: else who has one of those would have 65,536 networks.

    >>> address_key("::ffff:10.1.2.3"), address_key("2001:db8:1:2:3:4:5:6"), address_key("?")
    ('10.1.2.3', '2001:db8:1:2::/64', '')
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is None and address in _TRANSLATED:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        return str(inner or ipaddress.ip_network((int(address) >> 64 << 64, 64)))
    return str(address)


def address_of(scope: Mapping[str, Any]) -> str:
    """The address of a request or a WebSocket; where a trusted proxy stands before the server, what that says."""
    client = scope.get("client")
    return address_key(client[0]) if client else ""


class Allowance:
    """So many a second for each address, and so many at once."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self._clock = rate, burst, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str) -> bool:
        """Whether this address may have one more, which is then counted."""
        now = self._clock()
        left, seen = self._left.pop(address, (self.burst, now))
        left = min(self.burst, left + (now - seen) * self.rate)
        self._left[address] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > _REMEMBERED:
            self._left.popitem(last=False)
        return left >= 1


class Visitors:
    """The addresses that ask something of a server."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._requests = Allowance(limits.address_requests, limits.address_requests_at_once)
        self._tables = Allowance(limits.address_tables / _HOUR, limits.address_tables)
        self._reports = Allowance(limits.address_reports / _HOUR, limits.address_reports)
        self._sign_ins = Allowance(limits.address_sign_ins / _HOUR, limits.address_sign_ins)
        self._archives = Allowance(limits.address_archives / _HOUR, limits.address_archives)
        self._pages: Counter[str] = Counter()
        self._descriptions: Counter[str] = Counter()
        self._measured: Counter[str] = Counter()
        self._bodies: Counter[str] = Counter()

    def check_request(self, address: str) -> None:
        """Count a request. Raises ApiError where there are too many."""
        if not self._requests.take(address):
            raise _too_many(say("at most {0} requests a second", f"{self.limits.address_requests:g}"), address)

    def check_table(self, address: str) -> None:
        """Count a new session. Raises ApiError where there are too many."""
        if not self._tables.take(address):
            raise _too_many(say("at most {0} new games an hour", self.limits.address_tables), address)

    def check_report(self, address: str) -> None:
        """Count a report, or a block. Raises ApiError where there are too many."""
        if not self._reports.take(address):
            raise _too_many(say("at most {0} reports an hour", self.limits.address_reports), address)

    def check_sign_in(self, address: str) -> None:
        """Count a try to sign in. Raises ApiError where there are too many."""
        if not self._sign_ins.take(address):
            raise ApiError("limit", say("you have tried often: wait a while"), 429)

    def check_archive(self, address: str) -> None:
        """Count an archive of somebody's data, or a deletion. Raises ApiError where there are too many."""
        if not self._archives.take(address):
            raise ApiError("limit", say("you have asked for this often: wait a while"), 429)

    @contextmanager
    def page(self, address: str) -> Iterator[None]:
        """While a page looks at a session. Raises ApiError."""
        with _counted(self._pages, address, self.limits.address_pages, "pages"):
            yield

    @contextmanager
    def description(self, address: str) -> Iterator[None]:
        """While a description is read or compiled. Raises ApiError."""
        with _counted(self._descriptions, address, self.limits.address_descriptions, "descriptions"):
            yield

    @contextmanager
    def measured(self, address: str) -> Iterator[None]:
        """While a draft is measured. Raises ApiError."""
        if self._measured.total() >= self.limits.measured_drafts:
            raise ApiError(
                "limit", say("{0} drafts are being measured: try again later", self.limits.measured_drafts), 503
            )
        with _counted(self._measured, address, self.limits.address_measured_drafts, "drafts"):
            yield

    @contextmanager
    def body(self) -> Iterator[Callable[[int], None]]:
        """While a body is read for the address that asks; to be told of each part's size.

        That raises ApiError where too much is being read.
        """
        address, read = asking.get(), 0

        def count(size: int) -> None:
            nonlocal read
            if self._bodies[address] + size > self.limits.address_bodies:
                raise _too_many(say("at most {0} MiB of requests at once", self.limits.address_bodies >> 20), address)
            if self._bodies.total() + size > self.limits.bodies:
                raise ApiError("limit", say("too much is being sent to this server: try again later"), 503)
            self._bodies[address] += size
            read += size

        try:
            yield count
        finally:
            self._bodies[address] -= read
            if not self._bodies[address]:
                del self._bodies[address]


@contextmanager
def _counted(counter: Counter[str], address: str, most: int, what: str) -> Iterator[None]:
    if counter[address] >= most:
        raise _too_many(say(_AT_ONCE[what], most), address)
    counter[address] += 1
    try:
        yield
    finally:
        counter[address] -= 1
        if not counter[address]:
            del counter[address]


def _too_many(what: str, address: str) -> ApiError:
    return ApiError("limit", say("{0} for one address ({1}): try again later", what, address or "unknown"), 429)
