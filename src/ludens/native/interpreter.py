"""Methods of Python classes that LLVM made: functions that CPython calls as it calls those of a C extension.

They take and give objects, by their addresses, and call CPython's own functions, by their names. All that is used
here of CPython is its limited API, as an extension of C for the stable ABI uses it. Where a Python is of another kind,
`supported` says so, and what is called stays what Python made of it.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Any, Final

from ludens.native.words import HEADER

#: how a method takes its arguments: one, or none
ONE, NONE = 0x0008, 0x0004
#: where an object has its type
TYPE: Final = HEADER // 2


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
_alive: Final[list[object]] = []


def supported() -> bool:
    """Whether this is a CPython of 64 bits with its lock, whose functions can be called."""
    if sys.implementation.name != "cpython" or object.__basicsize__ != HEADER:
        return False
    import sysconfig

    if sysconfig.get_config_var("Py_GIL_DISABLED") or getattr(sys, "abiflags", "").startswith("d"):
        return False
    return hasattr(ctypes.pythonapi, "PyObject_Vectorcall")


def keep(thing: Any) -> int:
    """The address of an object that lives as long as the process from now on."""
    _alive.append(thing)
    return id(thing)


def put_method(kind: type, name: str, address: int, flags: int) -> None:
    """Make a function the method of a class; its documentation is that of what it replaces."""
    definition = _MethodDef(name.encode(), address, flags, _doc(kind, name))
    _put(kind, name, ctypes.pythonapi.PyDescr_NewMethod, definition)


def put_getter(kind: type, name: str, address: int, closure: int) -> None:
    """Make a function, called with an object and the closure, what reads an attribute of a class."""
    definition = _GetSetDef(name.encode(), address, None, _doc(kind, name), closure)
    _put(kind, name, ctypes.pythonapi.PyDescr_NewGetSet, definition)


def _put(kind: type, name: str, make: Any, definition: ctypes.Structure) -> None:
    _alive.append(definition)
    describe = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object, ctypes.c_void_p)
    made = describe(ctypes.cast(make, ctypes.c_void_p).value or 0)(kind, ctypes.addressof(definition))
    setattr(kind, name, made)


def _doc(kind: type, name: str) -> bytes | None:
    """What is said of an attribute, where the class or one that it is made from says something."""
    texts = (one.__dict__[name].__doc__ for one in kind.__mro__ if name in one.__dict__)
    text = next(filter(None, texts), None)
    return text.encode() if text else None
