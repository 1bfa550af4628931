"""Methods of Python classes that LLVM made: functions that CPython calls as it calls those of a C extension.

They take and give objects, by their addresses, and call CPython's own functions, by their names. All that is used
here of CPython is its stable interface, but for where an object has its type and its slots, which is found by looking.
Where a Python is of another kind, `supported` says so, and what is called stays what Python made of it.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterable
from typing import Any, Final

#: how a method takes its arguments: one, or none
ONE, NONE = 0x0008, 0x0004
_WORD: Final = 8


class _MethodDef(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class _GetSetDef(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("get", ctypes.c_void_p),
        ("set", ctypes.c_void_p),
        ("doc", ctypes.c_char_p),
        ("closure", ctypes.c_void_p),
    )


#: what CPython finds by its address as long as the process lives
_kept: Final[list[object]] = []


def supported() -> bool:
    """Whether this is a CPython of 64 bits with its lock, whose functions can be called."""
    if sys.implementation.name != "cpython" or ctypes.sizeof(ctypes.c_void_p) != _WORD:
        return False
    import sysconfig

    if sysconfig.get_config_var("Py_GIL_DISABLED") or getattr(sys, "abiflags", "").startswith("d"):
        return False
    return hasattr(ctypes.pythonapi, "PyObject_Vectorcall")


def word_of(holder: object, wanted: object) -> int:
    """How many bytes behind the start of an object the address of another one lies.

    Raises LookupError where it lies nowhere, or in several places.
    """
    data = ctypes.string_at(id(holder), type(holder).__basicsize__)
    address = id(wanted).to_bytes(_WORD, sys.byteorder)
    found = [at for at in range(0, len(data) - _WORD + 1, _WORD) if data[at : at + _WORD] == address]
    if len(found) != 1:
        raise LookupError(f"{type(wanted).__name__} lies in {type(holder).__name__} at {found}")
    return found[0]


def slots_of(kind: type, names: Iterable[str]) -> dict[str, int]:
    """How many bytes behind the start of an object of that class each of these slots lies. Raises LookupError."""
    found = {}
    for name in names:
        holder: object = object.__new__(kind)
        wanted = object()
        setattr(holder, name, wanted)
        found[name] = word_of(holder, wanted)
    return found


def type_word() -> int:
    """Where an object has its type."""

    class Probe:
        __slots__ = ()

    return word_of(Probe(), Probe)


def keep(thing: Any) -> int:
    """The address of an object that lives as long as the process from now on."""
    _kept.append(thing)
    return id(thing)


def put_method(kind: type, name: str, address: int, flags: int) -> None:
    """Make a function the method of a class; its documentation is that of what it replaces."""
    definition = _MethodDef(name.encode(), address, flags, _doc(kind, name))
    _put(kind, name, ctypes.pythonapi.PyDescr_NewMethod, definition)


def put_getter(kind: type, name: str, address: int, closure: int) -> None:
    """Make a function, called with an object and the closure, what reads an attribute of a class."""
    definition = _GetSetDef(name.encode(), address, None, _doc(kind, name), closure)
    _put(kind, name, ctypes.pythonapi.PyDescr_NewGetSet, definition)


#: the numbers of slots of classes in CPython's stable interface: `len`, of two kinds, and `[]`
LENGTHS, ITEM = (4, 45), 5


def put_slots(kind: type, slots: Iterable[int], address: int) -> None:
    """Make a function what CPython itself calls in these slots of a class, whose methods are looked up there for now.

    Without it `len(x)` and `x[i]` look up the method first, which takes longer than the methods do. Where what stands
    in the slots is not found in the class as often as there are slots of it, all stays as it is.
    """
    now = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_int)(("PyType_GetSlot", ctypes.pythonapi))
    numbers = tuple(slots)
    looks = {now(kind, number) for number in numbers}
    meta: Any = type(kind)
    words = (ctypes.c_size_t * (meta.__basicsize__ // _WORD)).from_address(id(kind))
    found = [place for place, word in enumerate(words) if word in looks - {None}]
    if len(looks) == 1 and len(found) == len(numbers):
        for place in found:
            words[place] = address


def _put(kind: type, name: str, make: Any, definition: ctypes.Structure) -> None:
    _kept.append(definition)
    describe = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object, ctypes.c_void_p)
    made = describe(ctypes.cast(make, ctypes.c_void_p).value or 0)(kind, ctypes.addressof(definition))
    setattr(kind, name, made)


def _doc(kind: type, name: str) -> bytes | None:
    """What is said of an attribute, where the class or one that it is made from says something."""
    told = (one.__dict__[name].__doc__ for one in kind.__mro__ if name in one.__dict__)
    found = next(filter(None, told), None)
    return found.encode() if found else None
