"""What those need who keep a server running: probes, counts, lines of log, backups that were restored."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from postgres_server import Postgres
from web_client import Running, running

from ludens.web import logs, meters
from ludens.web.hosting import Hosting
from ludens.web.routes.health import _is_near
from ludens.web.storage import Storage, StorageError

PACKAGING = Path(__file__).parents[2] / "packaging"


def test_a_server_is_healthy_and_ready_until_its_database_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    with running() as server, server.client() as client:
        assert [client.get(path).status_code for path in ("/health", "/ready", "/metrics")] == [200, 200, 404]

        def fail(_: Storage) -> None:
            raise StorageError("away")

        monkeypatch.setattr(Storage, "touch", fail)
        assert client.get("/ready").status_code == 503
        assert client.get("/health").status_code == 200


def test_probes_come_by_address_and_others_do_not() -> None:
    with running(names=["games.example.org"]) as server, server.client() as client:
        by_address, by_name = {"Host": "10.1.2.3:8080"}, {"Host": "elsewhere.example.org"}
        assert client.get("/health", headers=by_address).status_code == 200
        assert client.get("/api/agents", headers=by_address).status_code == 421
        assert client.get("/health", headers=by_name).status_code == 421


@pytest.mark.integration
def test_prometheus_reads_what_is_counted() -> None:
    parser = pytest.importorskip("prometheus_client.parser")
    with running(hosting=Hosting(metrics=True)) as server, server.client() as client:
        table = server.create(game="Tic-Tac-Toe", players=["human", "human"])
        with server.page(table) as page:
            page.play()
            page.send("play", ply=7, move=0)
            text = client.get("/metrics").text
    families = parser.text_string_to_metric_families(text)
    samples = {(one.name, *one.labels.values()): one.value for family in families for one in family.samples}
    assert samples["ludens_answer_seconds_count", "play"] == 1
    assert samples["ludens_tables_open",] == 1
    assert samples["ludens_pages",] == 1
    assert samples["ludens_database_seconds_count",] > 1
    assert table not in text


@pytest.mark.parametrize(("host", "near"), [("127.0.0.1", True), ("10.2.3.4", True), ("8.8.8.8", False), ("", False)])
def test_strangers_read_no_counts(host: str, near: bool) -> None:
    assert _is_near(host) is near


@pytest.mark.integration
def test_what_is_done_is_a_span(server: Running) -> None:
    trace = pytest.importorskip("opentelemetry.sdk.trace")
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    exporter, provider = InMemorySpanExporter(), trace.TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    meters.trace_with(provider.get_tracer("test"))
    try:
        table = server.create(game="Tic-Tac-Toe", players=["human", "human"])
        with server.page(table) as page:
            page.play()
    finally:
        meters.trace_with(None)
    names = {one.name for one in exporter.get_finished_spans()}
    assert {"POST /api/tables", "play"} <= names
    assert not any(table in name for name in names)


def test_lines_of_log_are_json(capsys: pytest.CaptureFixture[str]) -> None:
    with logs.log_to(None, 1 << 20, as_json=True):
        log = logging.getLogger("ludens.web")
        log.warning("a name: %s", "\x1b[31mred\n{}")
        try:
            raise ValueError("why")
        except ValueError:
            log.exception("broken")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [(line["level"], line["message"]) for line in lines] == [
        ("WARNING", "a name: \x1b[31mred\n{}"),
        ("ERROR", "broken"),
    ]
    assert "ValueError: why" in lines[1]["traceback"]


# --- backups


@contextmanager
def game_in_play(server: Running) -> Iterator[str]:
    table = server.create(game="Tic-Tac-Toe", players=["human", "human"])
    with server.page(table) as page:
        page.play(4)
        page.play(0)
        yield table
        page.play(0)  # after the backup


def goes_on(server: Running, table: str) -> None:
    with server.page(table) as page:
        assert [entry["name"] for entry in page.history] == ["B2", "A1"]
        page.play(0)
        assert page.position["ply"] == 3


def test_a_backup_of_the_file_is_restored(tmp_path: Path) -> None:
    (tmp_path / "restored").mkdir()
    with running(data=tmp_path / "first") as server, game_in_play(server) as table:
        source, target = (sqlite3.connect(tmp_path / place / "tables.sqlite") for place in ("first", "restored"))
        source.backup(target)
        source.close()
        target.close()
    with running(data=tmp_path / "restored") as server:
        goes_on(server, table)


@pytest.mark.integration
def test_a_backup_of_postgresql_is_restored(postgres: Postgres) -> None:
    first, second = postgres.database(), postgres.database()
    with running(hosting=Hosting(database=first)) as server, game_in_play(server) as table:
        postgres.call("pg_dump", "--format=custom", "--exclude-table-data=nodes", "--file=dump", first)
    postgres.call("pg_restore", "--no-owner", f"--dbname={second}", "dump")
    with running(hosting=Hosting(database=second)) as server:
        goes_on(server, table)


# --- what is handed out


@pytest.mark.integration
def test_manifests_name_options_and_ports_that_there_are() -> None:
    yaml = pytest.importorskip("yaml")
    from ludens.cli import web as command

    text = Path(command.__file__).read_text(encoding="utf-8")
    parts = list(yaml.safe_load_all((PACKAGING / "kubernetes.yaml").read_text(encoding="utf-8")))
    assert [part["kind"] for part in parts].count("Deployment") == 1
    (container,) = parts[0]["spec"]["template"]["spec"]["containers"]
    compose = yaml.safe_load((PACKAGING / "compose.cluster.yaml").read_text(encoding="utf-8"))
    words = [*container["args"], *compose["services"]["first"]["command"]]
    for option in (word.partition("=")[0] for word in words if word.startswith("--")):
        assert f'"{option}"' in text, option
    assert container["ports"][0]["containerPort"] == 8080
    assert container["readinessProbe"]["httpGet"]["path"] == "/ready"
