"""What a server counts of itself, for Prometheus, and what it does, as spans of OpenTelemetry: both off as a rule."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Final

#: seconds up to which answers and writes are counted
_BOUNDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Meters:
    """Counts nothing. Labels come from the code, and never from visitors: there are few of each."""

    is_on = False

    def answered(self, kind: str, seconds: float) -> None:
        """A message of a page was answered."""

    def refused(self, code: str) -> None:
        """Something was not done."""

    def stored(self, seconds: float, *, failed: bool) -> None:
        """The database did something."""

    def letter(self, kind: str, outcome: str) -> None:
        """Somebody who is away was told, or not."""

    def gauge(self, name: str, about: str, read: Callable[[], float]) -> None:
        """Something that is read when it is asked for."""

    def text(self) -> bytes:
        """All of it in Prometheus's format."""
        return b""


class PrometheusMeters(Meters):
    """Counts for Prometheus, beside what its client says of the process. Raises ModuleNotFoundError without it."""

    is_on = True

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest

        self._registry, self._latest = CollectorRegistry(), generate_latest
        ProcessCollector(registry=self._registry)
        to: Any = {"registry": self._registry}
        answers, writes = "how long messages of pages took", "how long the database took"
        self._answers = Histogram("ludens_answer_seconds", answers, ["kind"], buckets=_BOUNDS, **to)
        self._stored = Histogram("ludens_database_seconds", writes, buckets=_BOUNDS, **to)
        self._refused = Counter("ludens_refused", "what was not done, by the code of the error", ["code"], **to)
        self._failed = Counter("ludens_database_failures", "what the database did not do", **to)
        self._letters = Counter("ludens_letters", "what was sent to who is away", ["kind", "outcome"], **to)

    def answered(self, kind: str, seconds: float) -> None:
        self._answers.labels(kind).observe(seconds)

    def refused(self, code: str) -> None:
        self._refused.labels(code).inc()

    def stored(self, seconds: float, *, failed: bool) -> None:
        self._stored.observe(seconds)
        if failed:
            self._failed.inc()

    def letter(self, kind: str, outcome: str) -> None:
        self._letters.labels(kind, outcome).inc()

    def gauge(self, name: str, about: str, read: Callable[[], float]) -> None:
        from prometheus_client import Gauge

        Gauge(f"ludens_{name}", about, registry=self._registry).set_function(read)

    def text(self) -> bytes:
        return self._latest(self._registry)


# --- traces

_tracer: Any = None


def begin_tracing() -> bool:
    """Let OpenTelemetry have spans, where it is installed and told where to send them; whether it is."""
    if not any(name.startswith("OTEL_EXPORTER_OTLP") for name in os.environ):
        return False
    try:
        from opentelemetry import trace
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ModuleNotFoundError:
        return False
    provider = TracerProvider()
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    trace_with(trace.get_tracer("ludens"))
    return True


def trace_with(tracer: Any) -> None:
    """Make spans with a tracer of OpenTelemetry's; None makes none."""
    global _tracer
    _tracer = tracer


def span(name: str) -> AbstractContextManager[object]:
    """While something is done. The name is one of few: it holds nothing of visitors, and no table's id."""
    if _tracer is None:
        return contextlib.nullcontext()
    made: AbstractContextManager[object] = _tracer.start_as_current_span(name)
    return made


def place_of(path: str) -> str:
    """The part of an address that is the same for all tables.

    >>> place_of("/api/tables/x/why"), place_of("/ws/x"), place_of("/")
    ('/api/tables', '/ws', '/')
    """
    return "/".join(path.split("/")[: 3 if path.startswith("/api/") else 2])
