"""The cache of compiled objects: whole or absent, of bounded size, and never in the way."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from ludens.stage import cache

KEYS = [f"{number:02x}{'f' * 62}" for number in range(64)]
KILOBYTE = b"x" * (1024 - 32)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))
    return tmp_path


def held() -> list[str]:
    return [key for key in KEYS if cache.read_cache(key) is not None]


def age(folder: Path, key: str, days: float) -> None:
    used = time.time() - days * cache.DAY
    os.utime(folder / key[:2] / key[2:], (used, used))


def test_what_is_written_is_read(folder: Path) -> None:
    assert cache.read_cache(KEYS[0]) is None
    cache.write_cache(KEYS[0], b"code")
    assert cache.read_cache(KEYS[0]) == b"code"
    assert [path.name for path in folder.rglob("*") if path.is_file()] == [KEYS[0][2:]]


@pytest.mark.parametrize("damage", [b"", b"short", b"y" * 40])
def test_a_damaged_entry_is_none(folder: Path, damage: bytes) -> None:
    cache.write_cache(KEYS[0], b"code")
    (folder / KEYS[0][:2] / KEYS[0][2:]).write_bytes(damage)
    assert cache.read_cache(KEYS[0]) is None


def test_the_longest_unused_are_forgotten_beyond_the_limit(folder: Path) -> None:
    for number, key in enumerate(KEYS[:20]):
        cache.write_cache(key, KILOBYTE)
        age(folder, key, 0.5 - number / 100)
    cache.clear_up(folder, 10 * 1024)
    assert held() == KEYS[11:20]


def test_a_process_that_writes_keeps_within_the_limit(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_CACHE_MB", str(20 / 1024))
    for key in KEYS:
        cache.write_cache(key, KILOBYTE)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    assert 15 * 1024 <= size <= 23 * 1024


def test_what_was_not_used_for_long_is_forgotten(folder: Path) -> None:
    for key in KEYS[:3]:
        cache.write_cache(key, KILOBYTE)
    age(folder, KEYS[0], cache.KEPT_DAYS + 1)
    age(folder, KEYS[1], cache.KEPT_DAYS - 1)
    cache.clear_up(folder, 1 << 20)
    assert held() == KEYS[1:3]


def test_reading_marks_as_used(folder: Path) -> None:
    cache.write_cache(KEYS[0], KILOBYTE)
    age(folder, KEYS[0], 80)
    cache.read_cache(KEYS[0])
    assert time.time() - (folder / KEYS[0][:2] / KEYS[0][2:]).stat().st_mtime < cache.DAY


def test_a_limit_that_is_no_number_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_CACHE_MB", "much")
    with pytest.raises(ValueError, match="LUDENS_CACHE_MB is a number of megabytes, not 'much'"):
        cache.cache_limit()


def test_a_place_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path / "file"))
    cache.write_cache(KEYS[0], b"code")
    assert cache.read_cache(KEYS[0]) is None
