"""Two browsers at one table: from the first visit to the end of a game, and what the server sends to each."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from watching import TablePage, watch

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.xdist_group("browser-friends")
CARD = re.compile(r"(clubs|diamonds|hearts|spades) \d+ on hand of player (\d)")
NOUGHTS = """(game "Noughts" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""


class Visitor(TablePage):
    """A browser of somebody's own, and all that the server sent to it over the WebSocket."""

    def __init__(self, page: Page) -> None:
        self.frames: list[dict[str, Any]] = []
        self.people: dict[str, Any] = {}
        super().__init__(page)

    def _heard(self, frame: dict[str, Any]) -> None:
        self.frames.append(frame)
        if frame["type"] == "people":
            self.people = frame
        super()._heard(frame)


@pytest.fixture
def visitors(chromium: Browser, address: str, viewport: tuple[int, int]) -> Iterator[list[Visitor]]:
    """Two browsers that know nothing of each other."""
    width, height = viewport
    contexts = [
        chromium.new_context(
            base_url=address, viewport={"width": width, "height": height}, reduced_motion="reduce", locale="en-GB"
        )
        for _ in range(2)
    ]
    pages, complaints = [], []
    for context in contexts:
        context.set_default_timeout(60_000)
        page = context.new_page()
        complaints.append(watch(page))
        pages.append(page)
    yield [Visitor(page) for page in pages]
    for context in contexts:
        context.close()
    refused = "status of 403"  # who is turned away is told by the server, and by the console
    assert not [one for page in complaints for one in page if refused not in one]


def host(visitor: Visitor, game: str, name: str, clock: str) -> str:
    """Open a table for a friend by the page's forms; gives the link."""
    page = visitor.page
    page.goto("/library")
    page.get_by_role("button", name=game, exact=True).click()
    page.get_by_role("button", name="Play with a friend").click()
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Clock").select_option(label=clock)
    page.get_by_role("button", name="Get the link").click()
    visitor.arrived()
    return page.locator(".people-link").first.input_value()


def join(visitor: Visitor, link: str, name: str) -> None:
    visitor.page.goto(link)
    visitor.page.get_by_label("Your name").fill(name)
    visitor.page.get_by_role("button", name="Sit down").click()
    visitor.arrived()


def cards_of(frames: list[dict[str, Any]], player: int) -> set[str]:
    """The cards that were seen in a player's hand."""
    found = CARD.findall(json.dumps(frames))
    return {card for card, whose in ((match[0], match[1]) for match in found) if whose == str(player)}


@pytest.mark.parametrize("viewport", [(1280, 800)])
def test_two_browsers_play_cards_and_neither_is_sent_the_others(visitors: list[Visitor]) -> None:
    ann, ben = visitors
    link = host(ann, "Agram", "Ann", "3 minutes, 2 seconds more a move")
    assert "#seat=" in link
    join(ben, link, "Ben")
    assert "#" not in ben.page.url, "the secret does not stay in the address"
    for visitor in visitors:
        visitor.until(lambda visitor=visitor: visitor.people.get("begun", False))  # type: ignore[misc]
    hands = [hand(visitor, seat) for seat, visitor in enumerate(visitors, 1)]
    assert all(len(own) == 6 for own in hands) and not hands[0] & hands[1]
    while not ann.position["over"]:
        visitor = next((one for one in visitors if one.position["moves"]), None)
        if visitor is None:
            ann.page.wait_for_timeout(20), ben.page.wait_for_timeout(20)
            continue
        visitor.shown()
        visitor.play(visitor.position["moves"][0])
        assert len([1 for chair in visitor.people["chairs"] if chair["clock"]["left"] > 0]) == 2
    ben.until(lambda: ben.position["over"])
    for visitor, other, own in ((ann, 2, hands[1]), (ben, 1, hands[0])):
        before = [frame for frame in visitor.frames if not frame.get("position", {}).get("over")]
        assert len(before) > 10
        check_unseen(before, own, other)
    assert ann.page.locator(".status").inner_text() != ben.page.locator(".status").inner_text(), "one won, one lost"


def hand(visitor: Visitor, player: int) -> set[str]:
    """The cards that a player sees in the own hand."""
    labels = [piece["label"] for piece in visitor.position["pieces"]["pieces"]]
    return {
        label.partition(" on hand of")[0] for label in labels if label.partition(", ")[0].endswith(f"player {player}")
    }


def check_unseen(frames: list[dict[str, Any]], cards: set[str], other: int) -> None:
    """Nothing that was sent names a card of the other hand before it lay open."""
    hidden = set(cards)
    for frame in frames:
        text = json.dumps(frame)
        assert f"on hand of player {other}" not in text and "rng" not in text.lower()
        labels = [piece["label"] for piece in frame.get("position", {}).get("pieces", {}).get("pieces", [])]
        shown = [label for label in labels if "hand" not in label]
        hidden -= {card for card in hidden for label in shown if f"{card} on " in label}
        for card in hidden:
            assert not re.search(rf"\b{card.replace(' ', ' ?')}\b", text, re.IGNORECASE), (card, frame["type"])
    assert len(hidden) < len(cards), "some were played"


@pytest.mark.parametrize("viewport", [(1280, 800), (390, 844)], ids=["desktop", "phone"])
def test_friends_talk_agree_and_play_again(visitors: list[Visitor]) -> None:
    ann, ben = visitors
    link = host(ann, "Tic-Tac-Toe", "Ann <b>", "No clock")
    join(ben, link, "בן")
    ann.page.get_by_text("Your move").wait_for()
    assert ann.page.locator(".people-link").count() == 0, "nobody is waited for any more"
    ann.play(next(m for m in ann.position["moves"] if m["name"] == "B2"))
    ben.until(lambda: ben.position["ply"] == 1)
    assert ben.position["moves"] and not ann.position["moves"]

    ann.page.get_by_role("tab", name="Chat").click()
    ann.page.get_by_label("Say something").fill("<img src=x onerror=alert(1)> שלום")
    ann.page.keyboard.press("Enter")
    ben.page.get_by_role("tab", name="Chat 1").click()
    line = ben.page.locator(".chat-line")
    assert line.locator(".chat-text").inner_text() == "<img src=x onerror=alert(1)> שלום"
    assert ben.page.locator(".chat img").count() == 0
    line.hover()
    ben.page.get_by_role("button", name="Mute Ann <b>").click()
    assert line.count() == 0

    ann.page.get_by_role("button", name="Take back").click()
    ben.page.get_by_role("button", name="Accept").click()
    ann.until(lambda: ann.position["ply"] == 0)
    ben.page.get_by_role("button", name="Resign").click()
    ben.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    ann.page.get_by_text("You won!").wait_for()
    ben.page.get_by_text("You lost").wait_for()
    ann.page.get_by_role("button", name="Rematch").click()
    ben.page.get_by_role("button", name="Accept").click()
    ben.page.get_by_text("Your move").wait_for()
    assert [chair["name"] for chair in ann.people["chairs"]] == ["בן", "Ann <b>"]


def test_a_move_is_chosen_before_its_turn_and_links_die(visitors: list[Visitor]) -> None:
    ann, ben = visitors
    link = host(ann, "Tic-Tac-Toe", "Ann", "5 minutes")
    join(ben, link, "Ben")
    ben.shown()
    ben.spot("c:4").click()
    ben.until(lambda: ben.people["premove"] == [None, "c:4"])
    ann.play(ann.position["moves"][0])
    ann.until(lambda: ann.position["ply"] == 2)
    ann.page.get_by_role("button", name="Table", exact=True).click()
    ann.page.get_by_role("button", name="Remove Ben").click()
    ben.page.get_by_text("This table is for those who were invited").wait_for()
    ben.page.goto(link)
    ben.page.get_by_role("heading", name="This link leads nowhere").wait_for()


def test_a_code_for_cameras_is_what_another_program_makes(page: Page) -> None:
    """Texts that fill their codes: what stands behind a shorter one is padding, which readers pass over."""
    segno = pytest.importorskip("segno")
    page.goto("/library")
    for version, length in enumerate((17, 32, 53, 78, 106, 134, 154, 192, 230), 1):
        text = "http://10.0.0.1/".ljust(length, "k")
        made = page.evaluate("async (text) => (await import('/static/qr.js')).qr(text)", text)
        code = segno.make(text, mode="byte", error="l", boost_error=False, version=version, mask=0)
        assert made == [[bool(module) for module in row] for row in code.matrix], version


def test_a_code_leads_to_the_table(visitors: list[Visitor]) -> None:
    ann, _ = visitors
    link = host(ann, "Tic-Tac-Toe", "Ann", "No clock")
    ann.page.get_by_role("button", name="QR code").click()
    ann.page.get_by_role("img", name="QR code of the link").wait_for()
    assert len(link) < 230
