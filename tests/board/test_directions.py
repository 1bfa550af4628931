"""Facings and relative directions."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.board.directions import COMPASS, left, opposite, relative, right
from ludens.board.numeric import atan2

HEX = ("NNE", "E", "SSE", "SSW", "W", "NNW")
ALL = ("N", "NNE", "ENE", "E", "ESE", "SSE", "S", "SSW", "WSW", "W", "WNW", "NNW")


@pytest.mark.parametrize(
    ("name", "supported", "found"),
    [
        ("Forward", HEX, ()),
        ("Forwards", HEX, ("NNW", "NNE")),
        ("Forwards", ALL, ("WNW", "NNW", "N", "NNE", "ENE")),
        ("Backwards", HEX, ("SSE", "SSW")),
        ("Rightwards", HEX, ("NNE", "E", "SSE")),
        ("Leftward", HEX, ("W",)),
        ("FR", HEX, ("NNE",)),
        ("FRRR", HEX, ("NNE",)),
        ("BL", HEX, ("SSE",)),
        ("FR", (), ()),
    ],
)
def test_relative_to_north(name: str, supported: tuple[str, ...], found: tuple[str, ...]) -> None:
    assert relative(name, "N", supported) == found


def test_turns_of_rotational_facings_are_no_inverses() -> None:
    assert relative("Forwards", "CW", ("Out", "CW", "In", "CCW")) == ("CCW", "Out", "CW")
    assert relative("Forwards", "Out", ("Out", "CW", "In", "CCW")) == ("Out",)
    assert right("CW") == left("CW") == "In"


def test_spatial_facings() -> None:
    assert right("UNW") == "UN"
    assert left("DN") == "DNW"
    assert opposite("DNE") == "USW"
    assert opposite("U") == "D"


@given(st.sampled_from(COMPASS))
def test_compass_turns_are_inverse(facing: str) -> None:
    assert left(right(facing)) == facing
    assert opposite(opposite(facing)) == facing


@given(st.floats(-1e3, 1e3, width=32, allow_subnormal=False), st.floats(-1e3, 1e3, width=32, allow_subnormal=False))
def test_angles_agree_with_the_platform_to_the_last_bits(y: float, x: float) -> None:
    assert atan2(y, x) == pytest.approx(math.atan2(y, x), abs=1e-15, rel=4e-16)
