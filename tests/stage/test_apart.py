"""Ctrl-C while something is done that cannot be stopped."""

from __future__ import annotations

import os
import signal
import threading

import pytest

from ludens.stage import apart as calls
from ludens.stage.apart import Apart, apart, is_something_apart


def test_what_it_gives_and_raises() -> None:
    assert apart(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        apart(lambda: 1 // 0)
    assert not is_something_apart()


def test_ctrl_c_ends_the_wait() -> None:
    main = threading.main_thread().ident
    assert main is not None
    begun, end, over = threading.Event(), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        end.wait()
        over.set()

    def interrupt() -> None:
        begun.wait()
        signal.pthread_kill(main, signal.SIGINT)

    heard = signal.getsignal(signal.SIGINT)
    if heard is signal.SIG_IGN:  # as in jobs in the background
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        threading.Thread(target=interrupt).start()
        with pytest.raises(KeyboardInterrupt):
            apart(work)
    finally:
        signal.signal(signal.SIGINT, heard)
    assert is_something_apart()
    end.set()
    assert over.wait(30)


def test_where_nobody_hears_of_ctrl_c_it_is_called_as_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signal, "getsignal", lambda _: signal.SIG_IGN)
    assert apart(threading.current_thread) is threading.main_thread()


def test_what_goes_on_meanwhile_is_waited_for() -> None:
    end = threading.Event()
    going = Apart(lambda: end.wait(30))
    assert is_something_apart()
    assert not going.is_done
    end.set()
    assert going.get()
    calls.wait()
    assert not is_something_apart()
    with pytest.raises(ZeroDivisionError):
        Apart(lambda: 1 // 0).get()


def test_no_process_is_forked_meanwhile() -> None:
    end = threading.Event()
    going = Apart(lambda: end.wait(30))
    threading.Timer(0.05, end.set).start()
    child = os.fork()
    if child == 0:
        os._exit(0 if going.is_done else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
