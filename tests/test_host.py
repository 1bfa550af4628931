"""What ludens leaves as it is in the process that imports it: nobody's settings change, and nothing is registered.

One thing is taken, and only while it is Python's own: SIGINT, so that Ctrl-C stops native code
(`ludens.native.interrupts`).
"""

from __future__ import annotations

import subprocess
import sys
from textwrap import dedent

import pytest

# Libraries are imported before the first look: what they change is theirs.
LOOK = """
import atexit, builtins, codecs, copyreg, gc, locale, os, signal, sys, threading, warnings
import llvmlite.binding, numpy

registered = []


def note(module, name):
    function = getattr(module, name)

    def noting(*args, **named):
        caller = sys._getframe(1).f_globals["__name__"]
        if caller.partition(".")[0] in ("ludens", "__main__"):  # what the standard library registers is its own
            registered.append((caller, name, args))
        return function(*args, **named)

    setattr(module, name, noting)


for module, name in ((atexit, "register"), (codecs, "register"), (codecs, "register_error"), (warnings, "simplefilter"),
                     (warnings, "filterwarnings"), (gc, "freeze"), (gc, "set_threshold"), (gc, "disable"),
                     (os, "putenv"), (sys, "setrecursionlimit"), (sys, "setswitchinterval"), (sys, "settrace")):
    note(module, name)


def look():
    return {
        "environ": dict(os.environ),
        "paths": (sys.path[:], sys.path_hooks[:], sys.meta_path[:]),
        "warnings": (warnings.filters[:], warnings.showwarning),
        "builtins": dict(vars(builtins)),
        "collector": (gc.isenabled(), gc.get_threshold(), gc.get_freeze_count(), gc.get_debug(), gc.callbacks[:]),
        "hooks": (sys.excepthook, sys.unraisablehook, sys.displayhook, threading.excepthook, sys.gettrace(),
                  sys.getprofile()),
        "limits": (sys.getswitchinterval(), sys.getrecursionlimit(), sys.get_int_max_str_digits()),
        "signals": {n: signal.getsignal(n) for n in signal.valid_signals() if n != signal.SIGINT},
        "copies": dict(copyreg.dispatch_table),
        "place": (os.getcwd(), locale.setlocale(locale.LC_ALL)),
        "streams": (sys.stdin, sys.stdout, sys.stderr),
        "argv": sys.argv[:],
    }


def compare(after):
    now = look()
    changed = {name: (before[name], now[name]) for name in before if before[name] != now[name]}
    assert not changed and not registered, (after, changed, registered)


before = look()
"""


def alone(program: str) -> None:
    code = LOOK + dedent(program)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr


def test_an_import_changes_nothing() -> None:
    alone("""
        interrupt = signal.getsignal(signal.SIGINT)
        import ludens
        compare("import")
        for name in ludens.__all__:
            getattr(ludens, name)
        import ludens.cli, ludens.library, ludens.notation, ludens.render, ludens.suite
        compare("rooms")
        assert signal.getsignal(signal.SIGINT) is interrupt and threading.active_count() == 1
    """)


@pytest.mark.parametrize("cache", ["off", "on"])
def test_a_game_that_is_loaded_and_played_changes_nothing(
    cache: str, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDENS_CACHE", "off" if cache == "off" else str(tmp_path))
    alone("""
        import ludens
        game = ludens.load("Tic-Tac-Toe")
        compare("load")
        state = game.start(seed=1)
        state.play(state.legal_moves()[0])
        print(state, state.field("what"))
        state.undo()
        game.playouts(2)
        compare("play")
    """)


@pytest.mark.parametrize(("change", "name"), [
    ("os.environ['A_NAME'] = 'x'", "environ"), ("gc.freeze()", "collector"), ("sys.path.append('x')", "paths"),
    ("atexit.register(print)", "register"), ("warnings.simplefilter('ignore')", "warnings"),
])  # fmt: skip
def test_a_change_would_show(change: str, name: str) -> None:
    with pytest.raises(AssertionError, match=name):
        alone(f"{change}\ncompare('a change')")
