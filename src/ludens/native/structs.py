"""Extension types of C structs, from which Python classes of states, moves and lists of moves inherit their fields.

Native code reads and writes the fields of a struct where `PyMemberDef`s put them. The types are made by
`PyType_FromSpec`, of CPython's limited API, and LLVM makes what a type of C has to have: functions that visit the
objects of a struct, give them up, and free it. Where a Python is of another kind, a type is a class with slots.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any, Final

from ludens.native import interpreter
from ludens.native.words import MOVE, MOVES, STATE, Struct
from ludens.stage.cache import read_cache, write_cache
from ludens.stage.engine import Code, compile_ir, machine_key

# Numbers of the limited API: kinds of members, flags of types, slots.
_OBJECT, _NUMBER = 16, 19  # Py_T_OBJECT_EX, Py_T_PYSSIZET
_BASETYPE, _HAVE_GC = 1 << 10, 1 << 14
_LENGTHS, _ITEM, _CLEAR, _DEALLOC, _TRAVERSE, _MEMBERS = (4, 45), 5, 51, 52, 71, 72


class _MemberDef(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("kind", ctypes.c_int),
        ("offset", ctypes.c_ssize_t),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class _Slot(ctypes.Structure):
    _fields_ = (("slot", ctypes.c_int), ("pointer", ctypes.c_void_p))


class _Spec(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("size", ctypes.c_int),
        ("item_size", ctypes.c_int),
        ("flags", ctypes.c_uint),
        ("slots", ctypes.c_void_p),
    )


class _Types:
    """The three types, and the code of their functions."""

    def __init__(self) -> None:
        ir = "\n".join([_HEADER, _SEQUENCE, *(_functions(struct) for struct in (STATE, MOVES, MOVE))])
        key = sha256(f"{ir}\n{machine_key()}\n{_LEVEL}".encode()).hexdigest()
        content = read_cache(key)
        if content is None:
            write_cache(key, content := compile_ir(ir, _LEVEL))
        self._code = Code(content)
        interpreter.keep(self._code)
        self.state, self.move = self._type(STATE), self._type(MOVE)
        lengths = [(slot, "length") for slot in _LENGTHS]
        self.moves = self._type(MOVES, [(_ITEM, "item"), *lengths])

    def use(self, kind: str, place: int) -> None:
        """Let `x[i]` of a list of moves call the native function, or the function of Python, at that place."""
        ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(self._code.address(f"use_{kind}"))(place)

    def _type(self, struct: Struct, slots: Sequence[tuple[int, str]] = ()) -> type:
        members = (_MemberDef * (len(struct.names) + 1))()  # one of zeros is the last
        for member, name in zip(members, struct.names, strict=False):
            member.name, member.offset = name.encode(), struct.at[name]
            member.kind = _NUMBER if name == struct.number else _OBJECT
        named = [(_TRAVERSE, f"traverse_{struct.name}"), (_CLEAR, f"clear_{struct.name}")]
        named += [(_DEALLOC, f"dealloc_{struct.name}"), *slots]
        places = [(slot, self._code.address(name)) for slot, name in named]
        places += [(_MEMBERS, ctypes.addressof(members)), (0, 0)]
        listed = (_Slot * len(places))(*(_Slot(slot, place) for slot, place in places))
        full_name = f"{__name__}.{struct.name}".encode()
        spec = _Spec(full_name, struct.size, 0, _BASETYPE | _HAVE_GC, ctypes.addressof(listed))
        interpreter.keep((members, listed, full_name, spec))  # a type points to its name
        make = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p)(("PyType_FromSpec", ctypes.pythonapi))
        made: type = make(ctypes.addressof(spec))
        return made


#: optimising these few lines would take 50 ms
_LEVEL: Final = 0

_HEADER: Final = """
declare void @PyObject_GC_UnTrack(ptr)
declare void @PyObject_GC_Del(ptr)
declare void @Py_DecRef(ptr)
declare i32 @PyErr_BadArgument()
declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)
"""

#: `len(x)` and `x[i]` of a list of moves: native code, once there is some, else a function of Python
_SEQUENCE: Final = f"""
@native = internal global ptr null
@python = internal global ptr null

define void @use_native(ptr %function) {{
  store ptr %function, ptr @native
  ret void
}}

define void @use_python(ptr %function) {{
  store ptr %function, ptr @python
  ret void
}}

define i64 @length(ptr %self) {{
  %place = getelementptr i8, ptr %self, i64 {MOVES.at["_count"]}
  %count = load i64, ptr %place
  ret i64 %count
}}

define ptr @item(ptr %self, ptr %key) {{
  %function = load ptr, ptr @native
  %slow = icmp eq ptr %function, null
  br i1 %slow, label %ask, label %quick
quick:
  %item = tail call ptr %function(ptr %self, ptr %key)
  ret ptr %item
ask:
  %callable = load ptr, ptr @python
  %missing = icmp eq ptr %callable, null
  br i1 %missing, label %refuse, label %call
refuse:
  %error = call i32 @PyErr_BadArgument()
  ret ptr null
call:
  %arguments = alloca [2 x ptr]
  %second = getelementptr ptr, ptr %arguments, i64 1
  store ptr %self, ptr %arguments
  store ptr %key, ptr %second
  %result = call ptr @PyObject_Vectorcall(ptr %callable, ptr %arguments, i64 2, ptr null)
  ret ptr %result
}}
"""


def _functions(struct: Struct) -> str:
    """What visits the objects of a struct and its type, what gives them up, and what frees the struct."""
    visits, clears = [], []
    for number, name in enumerate(struct.objects):
        at = struct.at[name]
        visits.append(f"""
visit{number}:
  %p{number} = getelementptr i8, ptr %self, i64 {at}
  %v{number} = load ptr, ptr %p{number}
  %z{number} = icmp eq ptr %v{number}, null
  br i1 %z{number}, label %visit{number + 1}, label %call{number}
call{number}:
  %r{number} = call i32 %visit(ptr %v{number}, ptr %argument)
  %c{number} = icmp eq i32 %r{number}, 0
  br i1 %c{number}, label %visit{number + 1}, label %leave{number}
leave{number}:
  ret i32 %r{number}""")
        clears.append(f"""
clear{number}:
  %p{number} = getelementptr i8, ptr %self, i64 {at}
  %v{number} = load ptr, ptr %p{number}
  %z{number} = icmp eq ptr %v{number}, null
  br i1 %z{number}, label %clear{number + 1}, label %drop{number}
drop{number}:
  store ptr null, ptr %p{number}
  call void @Py_DecRef(ptr %v{number})
  br label %clear{number + 1}""")
    return f"""
define i32 @traverse_{struct.name}(ptr %self, ptr %visit, ptr %argument) {{
  br label %visit0
{"".join(visits)}
visit{len(struct.objects)}:
  %place = getelementptr i8, ptr %self, i64 {interpreter.TYPE}
  %type = load ptr, ptr %place
  %result = call i32 %visit(ptr %type, ptr %argument)
  ret i32 %result
}}

define i32 @clear_{struct.name}(ptr %self) {{
  br label %clear0
{"".join(clears)}
clear{len(struct.objects)}:
  ret i32 0
}}

define void @dealloc_{struct.name}(ptr %self) {{
  %place = getelementptr i8, ptr %self, i64 {interpreter.TYPE}
  %type = load ptr, ptr %place
  call void @PyObject_GC_UnTrack(ptr %self)
  %cleared = call i32 @clear_{struct.name}(ptr %self)
  call void @PyObject_GC_Del(ptr %self)
  call void @Py_DecRef(ptr %type)
  ret void
}}
"""


class _Slots:
    """The three types where there are no structs: classes with slots."""

    def __init__(self) -> None:
        self.state, self.move = (type(struct.name, (), {"__slots__": struct.names}) for struct in (STATE, MOVE))
        methods = {"__len__": lambda moves: moves._count, "__getitem__": lambda moves, index: moves.item(index)}
        self.moves = type(MOVES.name, (), {"__slots__": MOVES.names, **methods})

    def use(self, kind: str, place: int) -> None:
        """A class of Python calls `item` itself."""


def _types() -> _Types | _Slots:
    if interpreter.supported():
        with suppress(LookupError):  # a function of CPython is missing
            return _Types()
    return _Slots()


TYPES: Final = _types()


def are_native() -> bool:
    """Whether native code can read and write what inherits from these types."""
    return isinstance(TYPES, _Types)


def item_by_python(function: Callable[..., Any]) -> None:
    """Let `x[i]` of a list of moves call a function of Python, as long as there is no native one."""
    TYPES.use("python", interpreter.keep(function))


def item_by_native(function: int) -> None:
    """Let `x[i]` of a list of moves call native code."""
    TYPES.use("native", function)
