"""What the environments say where their packages are missing."""

from __future__ import annotations

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
