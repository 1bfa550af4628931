"""What the environments say where their packages are missing."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest

from ludens.envs import extra


def test_a_missing_package_names_its_extra() -> None:
    with pytest.raises(ImportError, match=r'nowhere_at_all is not installed: pip install "ludens\[gym\]"') as caught:  # noqa: SIM117
        with extra("gym"):
            import nowhere_at_all.inner  # noqa: F401
    assert not isinstance(caught.value, ModuleNotFoundError)


def test_what_ludens_lacks_is_no_missing_package() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"No module named .ludens\.nowhere"), extra("gym"):
        import ludens.nowhere  # noqa: F401


@pytest.mark.parametrize(
    ("module", "package", "name"),
    [("openspiel", "pyspiel", "openspiel"), ("jax", "jax", "jax")],
)
def test_a_module_says_what_it_wants(module: str, package: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"ludens.envs.{module}", raising=False)
    with pytest.raises(ImportError, match=rf'{package} is not installed: pip install "ludens\[{name}\]"'):
        import_module(f"ludens.envs.{module}")
