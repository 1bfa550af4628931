import threading

from ludens.agents.timekeeper import Timekeeper

SOON, LONG = 0.001, 30.0


def test_looks_are_called_until_they_want_no_more() -> None:
    keeper, left, ended = Timekeeper(), [3], threading.Event()

    def look() -> float | None:
        left[0] -= 1
        if left[0]:
            return SOON
        ended.set()
        return None

    with keeper.watched(look, SOON):
        assert ended.wait(LONG)
    assert left == [0]


def test_no_look_is_called_behind_its_block() -> None:
    keeper, late = Timekeeper(), list[str]()

    def late_look() -> float | None:
        late.append("called")
        return None

    with keeper.watched(late_look, 10 * SOON):
        pass
    ended = threading.Event()
    with keeper.watched(lambda: ended.set(), 20 * SOON):
        assert ended.wait(LONG)
    assert not late


def test_what_is_due_sooner_is_not_kept_waiting_by_what_came_first() -> None:
    keeper, ended = Timekeeper(), threading.Event()
    with keeper.watched(lambda: None, 10 * LONG), keeper.watched(lambda: ended.set(), SOON):
        assert ended.wait(LONG)


def test_two_clocks_are_watched_by_one_thread() -> None:
    keeper, seen, ended = Timekeeper(), set[int](), [threading.Event(), threading.Event()]

    def look(number: int) -> None:
        seen.add(threading.get_ident())
        ended[number].set()

    with keeper.watched(lambda: look(0), SOON), keeper.watched(lambda: look(1), SOON):
        assert all(event.wait(LONG) for event in ended)
    assert len(seen) == 1
    assert seen != {threading.get_ident()}


def test_it_begins_anew_where_its_thread_is_gone() -> None:
    keeper, ended = Timekeeper(), threading.Event()
    with keeper.watched(lambda: ended.set(), SOON):
        assert ended.wait(LONG)
    keeper.forget()
    ended.clear()
    with keeper.watched(lambda: ended.set(), SOON):
        assert ended.wait(LONG)
