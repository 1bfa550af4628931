"""The methods of states, moves and lists of moves that LLVM makes, for one state at a time played from Python.

They do the usual: moves are counted and listed by the fast module, the one that is asked for becomes an object, a move
of the position at hand is made. Whatever else comes (another kind of argument, a move of another position, a limit, an
error) is left to the methods as Python has them, on a state that is as it was.

A game tells of itself by an *entry*, words as bytes (`Entry`). Native code works at a *desk* (`Desk`): an environment
and a list of records, those of the position that was last asked for its moves. A call takes one and gives it back;
where a call may be long it lets other threads run meanwhile, and they find another desk.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Final, TypeVar

from ludens.native import interpreter
from ludens.native.words import MOVE, MOVES, STATE, Desk, Entry, Hall, Method, Struct
from ludens.native.workspace import POSITION_WORK
from ludens.rules.state import memory
from ludens.stage import Address, BoolLike, Handle, Int, IntLike, Long, LongLike, Stage, fuel
from ludens.stage.stage import Scope

H = TypeVar("H", bound=Handle)
_WORD: Final = 8
#: the bytes of a record
_RECORD: Final = 4 * memory.RECORD_WORDS


class Emitter:
    """Emits the methods. What is called `body` of one leaves its scope where Python is to go on."""

    def __init__(self) -> None:
        self.s = Stage(checked=False)
        self._null = Address(self.s, "null")
        self.hall = self.s.own_words("words", len(Hall) + len(Method))
        self.s.function("hall", [], Address, lambda: self.hall, exported=True)
        self._method("legal_moves", Method.LEGAL_MOVES, self._legal_moves)
        self._method("play", Method.PLAY, self._play)
        self._method("copy", Method.COPY, self._copy)
        self._method("item", Method.ITEM, self._item)
        self._method("is_over", Method.IS_OVER, self._is_over)
        self.s.function("let_others_run", [Address], None, self._let_others_run, exported=True)
        for method in (Method.MOVER, Method.NEXT, Method.WINNER):
            self._method(method.name.lower(), method, self._reader(Entry[method.name]))

    def _method(self, name: str, number: Method, body: Callable[[Address, Address, Scope], Address]) -> None:
        s = self.s

        def whole(this: Address, argument: Address) -> Address:
            result = s.var_like(self._null)
            s.scope(lambda out: result.set(body(this, argument, out)))
            s.if_(self._is_null(result.get()), lambda: result.set(self._by_python(number, this, argument)))
            return result.get()

        s.function(name, [Address, Address], Address, whole, exported=True)

    def _by_python(self, number: Method, this: Address, argument: Address) -> Address:
        """What the method as Python has it gives."""
        s = self.s
        self._call("PyErr_Clear", None)
        arguments = s.alloca(2 * _WORD)
        self._set(arguments, 0, this)
        self._set(arguments, _WORD, argument)
        count = 2 if number in (Method.PLAY, Method.ITEM) else 1
        function = self._get(self.hall, _WORD * (Hall.METHODS + number))
        return self._call("PyObject_Vectorcall", Address, function, arguments, count, self._null)

    # --- methods

    def _is_over(self, this: Address, _: Address, out: Scope) -> Address:
        over = self._field(this, Entry.IS_OVER, out)
        answer = self.s.var_like(self._get(self.hall, _WORD * Hall.FALSE))
        self.s.if_(over != 0, lambda: answer.set(self._get(self.hall, _WORD * Hall.TRUE)))
        return self._shared(answer.get())

    def _reader(self, word: Entry) -> Callable[[Address, Address, Scope], Address]:
        def read(this: Address, _: Address, out: Scope) -> Address:
            return self._number(self.s.long(self._field(this, word, out)))

        return read

    def _field(self, this: Address, word: Entry, out: Scope) -> IntLike:
        entry, block = self._entry(this, out), self._block(this)
        return self.s.load(self.s.offset(block, self._word(entry, word)), 0, "i32")

    def _legal_moves(self, this: Address, _: Address, out: Scope) -> Address:
        s = self.s
        entry, block = self._entry(this, out), self._block(this)
        result, cached_moves = s.var_like(self._null), self._get(this, STATE.at["_moves"])

        def find(same: Scope) -> None:
            def look() -> None:
                def give() -> None:
                    result.set(self._shared(cached_moves))
                    s.leave(same)

                position = self._get(cached_moves, MOVES.at["_position"])
                s.if_(self._stands(entry, block, position), give)

            s.if_(s.not_(self._is_none(cached_moves)), look)
            made = self._listed(this, entry, block, out)
            result.set(made)

        s.scope(find)
        return result.get()

    def _listed(self, this: Address, entry: Address, block: Address, out: Scope) -> Address:
        """A new list of the moves of a state, which keeps it."""
        s = self.s
        desk = self._take_desk(out)
        size = self._used(entry, block)
        position = self._call("PyBytes_FromStringAndSize", Address, block, size)
        self._unless(s.not_(self._is_null(position)), out, lambda: self._give_back(desk))
        copied = self._call("PyBytes_AsString", Address, position)
        self._list(desk, entry, block, position, copied, size, out)
        count = self._word(desk, Desk.COUNT)
        self._give_back(desk)
        made = self._new(Hall.MOVES)
        self._unless(s.not_(self._is_null(made)), out)
        self._set(made, MOVES.at["_source"], self._shared(self._get(this, STATE.at["_source"])))
        self._set(made, MOVES.at["_position"], position)
        self._set_number(made, MOVES, count)
        self._set(made, MOVES.at["_made"], self._none())
        self._replace(this, STATE.at["_moves"], self._shared(made))
        return made

    def _list(
        self,
        desk: Address,
        entry: Address,
        block: Address,
        position: Address,
        copied: Address,
        size: LongLike,
        out: Scope,
    ) -> None:
        """List the moves of a position at a desk; `copied` are its bytes, which a state goes back to in an error.

        What the look for moves changes of a state is changed in the copy, too.
        """
        s = self.s
        self._replace(desk, _WORD * Desk.POSITION, self._null)
        counted = s.var(0)

        def look() -> None:
            function = self._get(entry, _WORD * Entry.LEGAL)
            places = [block, self._get(desk, _WORD * Desk.ENV), self._get(desk, _WORD * Desk.RECORDS)]
            counted.set(s.call_address(function, [Address] * 3, Int, *places))

        self._run(desk, entry, look)

        def go_back() -> None:
            self._restore(entry, block, copied, size)
            self._drop(position)
            self._give_back(desk)
            s.leave(out)

        s.if_(s.not_(self._is_sound(desk)), go_back)
        s.if_(s.not_(self._equal(copied, block, size)), lambda: self._copy_bytes(copied, block, size))
        self._set(desk, _WORD * Desk.POSITION, self._shared(position))
        s.store(desk, Desk.COUNT, "i64", s.long(counted.get()))

    def _item(self, this: Address, index_object: Address, out: Scope) -> Address:
        s = self.s
        self._unless(self._is_a(index_object, Hall.INT), out)
        index = s.var(self._call("PyLong_AsSsize_t", Long, index_object), Long)
        is_valid = s.any_of(lambda: index.get() != -1, lambda: self._is_null(self._call("PyErr_Occurred", Address)))
        self._unless(is_valid, out)
        count = self._get_number(this, MOVES)
        s.if_(index.get() < 0, lambda: index.set(index.get() + count))
        self._unless(s.all_of(lambda: index.get() >= 0, lambda: index.get() < count), out)
        made_before, result = self._get(this, MOVES.at["_made"]), s.var_like(self._null)

        def make() -> None:
            made = self._new(Hall.MOVE)
            self._unless(s.not_(self._is_null(made)), out)
            for slot in ("_source", "_position"):
                self._set(made, MOVE.at[slot], self._shared(self._get(this, MOVES.at[slot])))
            self._set_number(made, MOVE, index.get())
            result.set(made)

        def first() -> None:
            make()
            self._replace(this, MOVES.at["_made"], self._shared(result.get()))

        def one() -> None:
            self._unless(self._is_a(made_before, Hall.MOVE), out)
            self._unless(self._get_number(made_before, MOVE) == index.get(), out)
            result.set(self._shared(made_before))

        def listed() -> None:
            there = self._call("PyList_GetItem", Address, made_before, index.get())

            def put() -> None:
                make()
                self._call("PyList_SetItem", Int, made_before, index.get(), self._shared(result.get()))

            s.if_(self._is_none(there), put, lambda: result.set(self._shared(there)))

        s.if_(self._is_none(made_before), first, lambda: s.if_(self._is_a(made_before, Hall.LIST), listed, one))
        return result.get()

    def _play(self, this: Address, move: Address, out: Scope) -> Address:
        s = self.s
        entry, block = self._entry(this, out), self._block(this)
        self._unless(self._is_a(move, Hall.MOVE), out)
        position = self._get(move, MOVE.at["_position"])
        self._unless(s.not_(self._is_null(position)), out)
        self._unless(self._is_null(self._get(move, MOVE.at["_legal"])), out)
        self._unless(self._same(self._get(move, MOVE.at["_source"]), self._get(this, STATE.at["_source"])), out)
        self._unless(self._stands(entry, block, position), out)
        copied, size = self._call("PyBytes_AsString", Address, position), self._used(entry, block)
        desk = self._take_desk(out)
        listed = self._same(self._get(desk, _WORD * Desk.POSITION), position)

        def list_again() -> None:
            self._shared(position)
            self._list(desk, entry, block, position, copied, size, out)
            self._drop(position)

        s.if_(s.not_(listed), list_again)
        index = self._get_number(move, MOVE)
        inside = s.all_of(lambda: index >= 0, lambda: index < self._word(desk, Desk.COUNT))
        self._unless(inside, out, lambda: self._give_back(desk))
        made = self._new(Hall.MOVE)
        self._unless(s.not_(self._is_null(made)), out, lambda: self._give_back(desk))

        def play() -> None:
            record = s.offset(self._get(desk, _WORD * Desk.RECORDS), index * _RECORD)
            places = [block, self._get(desk, _WORD * Desk.ENV), record]
            s.call_address(self._get(entry, _WORD * Entry.PLAY), [Address] * 3, type(None), *places)

        self._run(desk, entry, play)
        sound = self._is_sound(desk)
        self._give_back(desk)

        def go_back() -> None:
            self._restore(entry, block, copied, size)
            self._drop(made)
            s.leave(out)

        s.if_(s.not_(sound), go_back)
        failed = self._call("PyList_Append", Int, self._get(this, STATE.at["_undo"]), position)
        s.if_(failed != 0, go_back)
        self._set(made, MOVE.at["_legal"], self._shared(move))
        self._replace(this, STATE.at["_moves"], self._none())
        return made

    def _copy(self, this: Address, _: Address, out: Scope) -> Address:
        s = self.s
        self._unless(self._is_a(this, Hall.STATE), out)
        block = self._get(this, STATE.at["_block"])
        self._unless(s.not_(self._is_null(block)), out)
        size = self._call("PyByteArray_Size", Long, block)
        copied = self._call("PyByteArray_FromStringAndSize", Address, self._block(this), size)
        self._unless(s.not_(self._is_null(copied)), out)
        undo = self._call("PyList_New", Address, 0)
        self._unless(s.not_(self._is_null(undo)), out, lambda: self._drop(copied))
        made = self._new(Hall.STATE)

        def drop() -> None:
            self._drop(copied)
            self._drop(undo)

        self._unless(s.not_(self._is_null(made)), out, drop)
        self._set(made, STATE.at["_block"], copied)
        self._set(made, STATE.at["_undo"], undo)
        for slot in ("game", "_source", "_entry", "_moves"):
            self._set(made, STATE.at[slot], self._shared(self._get(this, STATE.at[slot])))
        for slot in ("_notations", "_array", "_fields_read"):
            self._set(made, STATE.at[slot], self._none())
        return made

    # --- native code at a desk

    def _take_desk(self, out: Scope) -> Address:
        """A free desk; leaves where there is none, or where limits are set or a stop is wanted."""
        s = self.s
        limited = s.load(self._get(self.hall, _WORD * Hall.BLOCKS), 0, "i64")
        self._unless(limited == 0, out)
        self._unless(s.load(self._get(self.hall, _WORD * Hall.STOP), 0, "i32") == 0, out)
        desk = self._get(self.hall, _WORD * Hall.FREE)
        self._unless(s.not_(self._is_null(desk)), out)
        self._set(self.hall, _WORD * Hall.FREE, self._get(desk, _WORD * Desk.BEHIND))
        s.store(self.hall, Hall.BUSY, "i64", self._word(self.hall, Hall.BUSY) + 1)
        return desk

    def _give_back(self, desk: Address) -> None:
        self._set(desk, _WORD * Desk.BEHIND, self._get(self.hall, _WORD * Hall.FREE))
        self._set(self.hall, _WORD * Hall.FREE, desk)
        self.s.store(self.hall, Hall.BUSY, "i64", self._word(self.hall, Hall.BUSY) - 1)

    def _run(self, desk: Address, entry: Address, body: Callable[[], object]) -> None:
        """Run native code in a fresh environment; other threads go on meanwhile where it may be, or is, long."""
        s, env = self.s, self._get(desk, _WORD * Desk.ENV)
        for word in (fuel.ERROR, fuel.PLACE, fuel.HELD):  # the depth lies beside the error
            s.store(env, word // _WORD, "i64", 0)
        draws = self._word(entry, Entry.BUDGET)
        s.store(env, fuel.FUEL // _WORD, "i64", (draws & (fuel.CHUNK - 1)) * fuel.PARTS)
        s.store(env, fuel.BUDGET // _WORD, "i64", draws & -fuel.CHUNK)
        s.store(env, fuel.HOOK // _WORD, "i64", self._word(entry, Entry.HOOK))
        self._set(env, fuel.STOP, self._get(self.hall, _WORD * Hall.STOP))
        self._set(env, memory.ARENA, self._get(desk, _WORD * Desk.ARENA))
        self._set(env, memory.PINNED, self._get(env, memory.ARENA_END))

        s.if_(self._word(entry, Entry.HOOK) == 0, lambda: self._let_others_run(env))
        body()
        thread = self._get(env, fuel.HELD)
        s.if_(s.not_(self._is_null(thread)), lambda: self._call("PyEval_RestoreThread", None, thread))

    def _let_others_run(self, env: Address) -> None:
        """Let other threads run until the native code of an environment has ended, which may be long now."""
        self._set(env, fuel.HELD, self._call("PyEval_SaveThread", Address))
        self.s.store(env, fuel.BUDGET // _WORD, "i64", POSITION_WORK)

    def _is_sound(self, desk: Address) -> BoolLike:
        return self.s.load(self._get(desk, _WORD * Desk.ENV), fuel.ERROR // 4, "i32") == 0

    # --- states

    def _entry(self, this: Address, out: Scope) -> Address:
        """The words of a state's game; leaves where there are none."""
        entry = self._get(this, STATE.at["_entry"])
        self._unless(self.s.not_(self._is_null(entry)), out)
        self._unless(self.s.not_(self._is_none(entry)), out)
        return self._call("PyBytes_AsString", Address, entry)

    def _block(self, this: Address) -> Address:
        return self._call("PyByteArray_AsString", Address, self._get(this, STATE.at["_block"]))

    def _used(self, entry: Address, block: Address) -> LongLike:
        """How many bytes of a state tell of it: a history behind all else as far as it is written."""
        s, size = self.s, self.s.var(self._word(entry, Entry.SIZE), Long)
        length = self._word(entry, Entry.LENGTH)

        def cut() -> None:
            written = s.long(s.load(s.offset(block, length), 0, "i32")) * _WORD
            cut = self._word(entry, Entry.HISTORY) + written
            s.if_(s.all_of(lambda: written >= 0, lambda: cut < size.get()), lambda: size.set(cut))

        s.if_(length != 0, cut)
        return size.get()

    def _stands(self, entry: Address, block: Address, position: Address) -> BoolLike:
        """Whether a state is at a position."""
        s, size = self.s, self._used(entry, block)
        return s.all_of(
            lambda: self._call("PyBytes_Size", Long, position) == size,
            lambda: self._equal(self._call("PyBytes_AsString", Address, position), block, size),
        )

    def _restore(self, entry: Address, block: Address, copied: Address, size: LongLike) -> None:
        """Bring a state back to a position."""
        s = self.s
        beyond, rest = s.offset(block, size), self._word(entry, Entry.SIZE) - size
        s.append("clear", "void", (beyond.ref, s.operand(Long, rest)))
        self._copy_bytes(block, copied, size)

    # --- objects

    def _new(self, kind: Hall) -> Address:
        """A new object of a class, its slots empty."""
        return self._call("PyType_GenericAlloc", Address, self._get(self.hall, _WORD * kind), 0)

    def _is_a(self, thing: Address, kind: Hall) -> BoolLike:
        """Whether an object is of that very class."""
        return self._same(self._get(thing, interpreter.TYPE), self._get(self.hall, _WORD * kind))

    def _number(self, value: LongLike) -> Address:
        return self._call("PyLong_FromSsize_t", Address, value)

    def _none(self) -> Address:
        return self._shared(self._get(self.hall, _WORD * Hall.NONE))

    def _is_none(self, thing: Address) -> BoolLike:
        return self._same(thing, self._get(self.hall, _WORD * Hall.NONE))

    def _is_null(self, thing: Address) -> BoolLike:
        return self._same(thing, self._null)

    def _same(self, a: Address, b: Address) -> BoolLike:
        return self.s.compare(Address, "icmp eq", a, b)

    def _shared(self, thing: Address) -> Address:
        """The object, with one more reference."""
        self._call("Py_IncRef", None, thing)
        return thing

    def _drop(self, thing: Address) -> None:
        self._call("Py_DecRef", None, thing)

    def _replace(self, holder: Address, at: int, thing: Address) -> None:
        """Put an object in the place of another one, which is given up last: that may run anything."""
        before = self._get(holder, at)
        self._set(holder, at, thing)
        self._drop(before)

    # --- memory

    def _get(self, holder: Address, at: int) -> Address:
        return self.s.load_address(holder, at)

    def _set(self, holder: Address, at: int, thing: Address) -> None:
        self.s.put_address(holder, at, thing)

    def _get_number(self, holder: Address, struct: Struct) -> LongLike:
        return self.s.load(self.s.offset(holder, struct.at[struct.number or ""]), 0, "i64")

    def _set_number(self, holder: Address, struct: Struct, value: LongLike) -> None:
        self.s.store(self.s.offset(holder, struct.at[struct.number or ""]), 0, "i64", value)

    def _word(self, holder: Address, word: IntEnum) -> LongLike:
        return self.s.load(holder, int(word), "i64")

    def _equal(self, a: Address, b: Address, size: LongLike) -> BoolLike:
        return self._call("memcmp", Int, a, b, size) == 0

    def _copy_bytes(self, target: Address, source: Address, size: LongLike) -> None:
        self._call("memcpy", Address, target, source, size)

    def _call(self, name: str, result: type[H] | None, *arguments: Address | LongLike) -> H:
        """Call a function of C by its name; where it gives nothing, so does this."""
        s = self.s
        kinds = ["i64" if isinstance(x, Long | int) else "ptr" for x in arguments]
        gives = result.type if result else "void"
        texts = [s.operand(Long if kind == "i64" else Address, x) for kind, x in zip(kinds, arguments, strict=True)]
        called = s.value("call_c", gives, *texts, data=(name, " ".join(kinds)))
        return None if result is None else result(s, called)  # type: ignore[return-value]

    def _unless(self, condition: BoolLike, out: Scope, first: Callable[[], object] = lambda: None) -> None:
        """Leave where a condition does not hold, and do something first."""

        def leave() -> None:
            first()
            self.s.leave(out)

        self.s.if_(self.s.not_(condition), leave)
