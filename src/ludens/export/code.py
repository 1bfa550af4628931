"""The code of an exported game for a target, and its description."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ludens.board import SiteType
from ludens.export import entries
from ludens.export.errors import ExportError
from ludens.formats import VERSIONS
from ludens.game.single import SingleGame
from ludens.native import Signature
from ludens.rules.generation.records import RECORD, RECORDS
from ludens.rules.state import memory
from ludens.rules.state.model import SITE_TYPES
from ludens.stage.engine import level_of
from ludens.stage.targets.objects import Objects, object_code
from ludens.version import __version__

if TYPE_CHECKING:
    from ludens.export.entries import Entries
    from ludens.game import Game
    from ludens.stage.targets import Target

#: the version of the functions and their description: it changes where callers have to change
FORMAT: Final = VERSIONS["an export"]
#: the size of a tree by default
TREE_BYTES: Final = 32 << 20
_TYPES: Final[dict[str, SiteType]] = {kind[0]: kind for kind in SITE_TYPES}


@dataclass(frozen=True)
class Emitted:
    """A game's module with its functions, and their signatures."""

    game: SingleGame
    ir: str
    functions: dict[str, Signature]
    least_tree: int

    def objects(self, target: Target, prefix: str = "", more: str = "") -> Objects:
        """Object code, in which the names of functions begin with a prefix.

        `more` is assembly that is added, whose functions begin with `entries.PREFIX`, too. Raises ExportError where the
        rules compute with what the target lacks.
        """
        names = [*self.functions, *_functions_in(more)]
        exports = {f"{entries.PREFIX}{name}": f"{prefix}{name}" for name in names}
        code = object_code(self.ir + more, target, exports, level_of(2))
        if code.library and target.own_math:
            missing = ", ".join(code.library)
            raise ExportError(
                f"{self.game.name} computes with {missing}, which only this machine's own library has: it cannot be "
                f"exported with the same results"
            )
        return code

    @property
    def sizes(self) -> dict[str, int]:
        """The bytes of what callers keep in memory."""
        sizes = {
            "state": self.game.layout.size,
            "move": RECORD.size,
            "moves": RECORDS.size,
            "workspace": entries.WORKSPACE_BYTES,
            "least_workspace": entries.ARENA_FROM + entries.LEAST_ARENA,
        }
        return sizes | ({"tree": TREE_BYTES, "least_tree": self.least_tree} if self.least_tree else {})

    def manifest(self) -> dict[str, Any]:
        """All that a caller has to know, ready for JSON."""
        game = self.game
        functions = {
            name: {"parameters": list(signature.parameters), "result": signature.result}
            for name, signature in self.functions.items()
        }
        return {
            **identity_of(game),
            "simultaneous": game.is_simultaneous,
            "stochastic": game.is_stochastic,
            "search": bool(self.least_tree),
            "sizes": self.sizes,
            "functions": functions,
            "fields": fields_of(game),
            "sites": sites_of(game),
            "components": [{"name": c.name, "owner": c.owner} for c in game.components],
            "containers": [
                {"name": c.name, "kind": c.kind, "owner": c.owner, "first": c.first_site, "sites": c.num_sites}
                for c in game.containers
            ],
            "errors": {str(code): text for code, text in sorted(memory.ERRORS.items())},
        }


def identity_of(game: SingleGame) -> dict[str, Any]:
    """The game that was exported, the version of ludens, and the format of the description."""
    return {
        "format": FORMAT,
        "ludens": __version__,
        "game": game.name,
        "fingerprint": game.fingerprint,
        "players": game.num_players,
    }


def fields_of(game: SingleGame) -> dict[str, dict[str, Any]]:
    """Where each field of a state lies, in bytes, and what it holds."""
    return {
        name: {"offset": field.offset, "element": field.element, "length": field.length, "shape": list(field.shape)}
        for name, field in game.layout.fields.items()
    }


def sites_of(game: SingleGame) -> list[dict[str, Any]]:
    """The slots of a state in their order: type, number, and label."""
    from ludens.game.notation import site_name

    return [{"type": kind, "site": site, "label": site_name(game, site, kind)} for kind, site in slots_of(game)]


def slots_of(game: SingleGame) -> list[tuple[SiteType, int]]:
    """The type and the number of each slot's site."""
    return [(_TYPES[kind], site) for kind, site in game.slots]


def emit_game(game: Game) -> Emitted:
    """The module of a game with its functions. Raises ExportError for a match, LudError for what ludemes refuse."""
    if not isinstance(game, SingleGame):
        raise ExportError(f"{game.name} is a match of several games: export these, one by one")
    from ludens.game.programs import Extension, emit_located

    emitted: list[Entries] = []
    extension = Extension("export", lambda compiler: emitted.append(entries.emit(compiler)), picks=True)
    module = emit_located(game.rulebook, extension=extension)
    functions = {name: module.signatures[f"{entries.PREFIX}{name}"] for name in emitted[0].names}
    return Emitted(game, module.ir, functions, emitted[0].least_tree)


def _functions_in(assembly: str) -> list[str]:
    """The functions of added assembly that others may call."""
    begin = re.escape(entries.PREFIX)
    return re.findall(rf'^define [^@]*@"{begin}([^"]+)"', assembly, re.MULTILINE)
