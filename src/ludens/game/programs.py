"""A game's native code: emitted when the game is loaded, compiled when first wanted, kept in the cache."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from ludens.language import Defect, Description
from ludens.native import Package, cached_package, checks_to, forms_to, keep_package, sources_key
from ludens.stage import checks
from ludens.stage.cache import read_cache, write_cache
from ludens.stage.engine import compile_ir, level_of, levels_are_told, machine_key
from ludens.stage.ir.rules import rules_in_force

if TYPE_CHECKING:
    from ludens.game.builder import Rulebook
    from ludens.game.compiler import Compiler, Emitted

#: the rooms that decide what is emitted for a description
EMITTING: Final = ("language", "board", "stage", "rules", "ludemes", "native", "game")


@dataclass(frozen=True)
class Extension:
    """What a room above adds to a game's code: functions in a module of their own, which starts and plays, too.

    The sources of that room and the description decide the code, and the `variant`, where there are several. With
    `logs_draws` random numbers are logged; where it `picks`, its random games are those of the fast module. One that
    `plays` has the functions of the game as well. Its lists of moves have room for `most_moves`, or for as many as
    others have.
    """

    room: str
    emit: Callable[[Compiler], object]
    logs_draws: bool = False
    picks: bool = False
    variant: str = ""
    plays: bool = True
    most_moves: int | None = None

    @property
    def kind(self) -> str:
        """What tells it from other modules of the game."""
        return f"{self.room} {self.logs_draws} {self.picks} {self.plays} {self.variant} {self.most_moves}"


def digest_of(description: Description) -> str:
    """What decides the code of a game, of all that its description says."""
    return sha256(description.placed.encode()).hexdigest()


def known_digest(text: str, options: Sequence[str]) -> str | None:
    """That of a description which is right, as its code is in the cache; None for one that is to be read."""
    data = read_cache(_text_key(text, options))
    return None if data is None else data.decode()


def remember_digest(text: str, options: Sequence[str], digest: str) -> None:
    """Let `known_digest` give it."""
    write_cache(_text_key(text, options), digest.encode())


def _text_key(text: str, options: Sequence[str]) -> str:
    return _hashed("text", text, *options, sources_key(*EMITTING))


def module_key(digest: str, *, traced: bool = False, extension: Extension | None = None) -> str:
    """What a module of a game is called in the cache; `digest` is what `digest_of` gives."""
    kind = str(traced) if extension is None else extension.kind
    mode = "checked" if checks.is_on() else ""
    rooms = (*EMITTING, extension.room) if extension else EMITTING
    rules = ",".join(sorted(rules_in_force()))
    return _hashed(digest, sources_key(*rooms), machine_key(), kind, str(_level(traced)), mode, rules)


def _hashed(*parts: str) -> str:
    return sha256("\0".join(parts).encode(errors="surrogatepass")).hexdigest()


def _level(traced: bool) -> int:
    """The traced module makes single moves: that it is compiled soon counts for more."""
    return level_of(1 if traced else 2)


class Module:
    """One module of a game: the traced one, the fast one, or one of a room above.

    Emitting it finds what the description asks in vain.
    """

    def __init__(
        self, book: Callable[[], Rulebook], digest: str, *, traced: bool = False, extension: Extension | None = None
    ) -> None:
        self._book, self._traced, self._extension = book, traced, extension
        self._key = module_key(digest, traced=traced, extension=extension)
        self._package = cached_package(self._key)
        self._emitted: Emitted | None = None

    @property
    def state_size(self) -> int:
        """The bytes of a position of the game."""
        size: int = self._book().layout.size if self._package is None else self._package.extra["size"]
        return size

    @property
    def is_kept(self) -> bool:
        """Whether the module is in the cache, or has been compiled."""
        return self._package is not None

    def check(self) -> None:
        """Emit the module unless it is in the cache. Raises LudError."""
        if self._package is None and self._emitted is None:
            self._emitted = emit_located(self._book(), traced=self._traced, extension=self._extension)

    def first_package(self, only: Collection[str] = ()) -> Package | None:
        """The module compiled as it is, which takes no time; None where the optimised one is there, or none is wanted.

        It is not kept: whoever takes it wants the other one, too. It may have `only` the functions of these names.
        """
        self.check()
        emitted = self._emitted
        if emitted is None or levels_are_told():
            return None
        return self._compiled(emitted, 0, only)

    def package(self) -> Package:
        """The compiled module."""
        self.check()
        if self._emitted is not None:
            self._package = keep_package(self._key, self._compiled(self._emitted, _level(self._traced)))
            self._emitted = None
        assert self._package is not None
        return self._package

    def _compiled(self, emitted: Emitted, level: int, only: Collection[str] = ()) -> Package:
        try:
            code = compile_ir(emitted.part(only) if only else emitted.ir, level)
        except RuntimeError as error:  # wrong assembly
            raise Defect(error, self._book().game.node.span) from error
        facts = {"size": self._book().layout.size, "longest": emitted.longest, "forms": forms_to(emitted.forms)}
        there = {name: signature for name, signature in emitted.signatures.items() if not only or name in only}
        return Package(code, there, facts | checks_to(emitted.checks))


def emit_located(
    book: Rulebook, *, traced: bool = False, extension: Extension | None = None, rules: Collection[str] | None = None
) -> Emitted:
    """Emit a module. Raises LudError with a place for what ludemes refuse, Defect for mistakes of their own."""
    # imported here, as code that is in the cache needs no ludemes
    from ludens.game.compiler import emit, emit_extended
    from ludens.game.places import located

    with located(book.game.node.span):
        if extension is not None:
            return emit_extended(
                book,
                extension.emit,
                logs_draws=extension.logs_draws,
                picks=extension.picks,
                plays=extension.plays,
                most_moves=extension.most_moves,
            )
        return emit(book, traced=traced, rules=rules)
