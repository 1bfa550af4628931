"""Settings of agents: what stands behind the limit in an agent's name, as in `alphabeta:1s:quiescence=4`.

>>> WIDTH = Setting("width", 8, "how many moves are looked at", least=1)
>>> WIDTH.read("12"), Setting("deep", False, "whether to look deep").read("yes")
(12, True)
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Value = bool | int | float | str
#: settings as they are written: names and values
Written = Sequence[tuple[str, str]]

_YES, _NO = ("yes", "on", "true", "1"), ("no", "off", "false", "0")


class SettingError(ValueError):
    """A setting that there is not, or a value that it cannot have."""


@dataclass(frozen=True)
class Setting:
    """A name, the value where nobody says another, which has its type, and what it does, with its source.

    A word is one of the `choices`; a number lies between `least` and `most`.
    """

    name: str
    default: Value
    about: str
    choices: tuple[str, ...] = ()
    least: float = 0
    most: float = math.inf

    def read(self, text: str) -> Value:
        """The value that a text means. Raises SettingError."""
        text = text.strip().lower()
        if self.choices:
            return self._checked(text in self.choices, text, text)
        if isinstance(self.default, bool):
            return self._checked(text in _YES + _NO, text in _YES, text)
        try:
            value = type(self.default)(text)
        except ValueError:
            return self._checked(False, text, text)
        return self._checked(isinstance(value, str) or self.least <= value <= self.most, value, text)

    def _checked(self, fits: bool, value: Value, text: str) -> Value:
        if not fits:
            raise SettingError(f"{self.name} cannot be {text!r}: it is {self.requirement}")
        return value

    @property
    def requirement(self) -> str:
        """What it can be.

        >>> Setting("deep", 2, "how deep").requirement
        'a whole number from 0 on'
        """
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        if isinstance(self.default, bool):
            return "yes or no"
        kind = "a whole number" if isinstance(self.default, int) else "a number"
        return f"{kind} from {self.least:g} {'on' if math.isinf(self.most) else f'to {self.most:g}'}"


def read_settings(settings: Sequence[Setting], texts: Written) -> dict[str, Value]:
    """All settings that there are by their names, with the values that are written. Raises SettingError."""
    by_name: Mapping[str, Setting] = {setting.name: setting for setting in settings}
    values = {setting.name: setting.default for setting in settings}
    for name, text in texts:
        if name not in by_name:
            raise SettingError(f"there is no setting {name!r}; {_those_of(by_name)}")
        values[name] = by_name[name].read(text)
    return values


def _those_of(by_name: Mapping[str, Setting]) -> str:
    return f"there are {', '.join(sorted(by_name))}" if by_name else "the agent has none"
