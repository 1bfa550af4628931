"""Accounts in a browser that has a device for passkeys: signing in and out, one's data, a report and its moderator."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from guests import seated
from watching import watch
from web_client import Running, running

from ludens.web.hosting import Hosting
from resting import rested

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.xdist_group("browser-accounts")
pytest.importorskip("webauthn")


@pytest.fixture(scope="module")
def home() -> Iterator[Running]:
    with running(hosting=Hosting(accounts=True)) as one:
        yield one


@pytest.fixture(scope="module")
def address(home: Running) -> str:
    """By its name, as passkeys are for names."""
    return home.address.replace("127.0.0.1", "localhost")


@pytest.fixture
def visitor(chromium: Browser, address: str) -> Iterator[Page]:
    """A browser with a device that says yes to whatever it is asked."""
    context = chromium.new_context(base_url=address, reduced_motion="reduce", locale="en-GB")
    context.set_default_timeout(60_000)
    page = context.new_page()
    complaints = watch(page)
    tools = context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    more = {"isUserVerified": True, "automaticPresenceSimulation": True}
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": options | more})
    yield page
    context.close()
    assert not complaints, "\n".join(complaints)


def register(page: Page, name: str) -> None:
    page.goto("/account")
    page.get_by_text("New here? Make a passkey").click()
    page.get_by_label("What your device calls it").fill(name)
    page.get_by_role("button", name="Make a passkey").click()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Change").click()
    page.get_by_text(f"You are signed in as {name}").wait_for()


def check_looks(page: Page) -> None:
    """Whoever reads it by whatever means can use it, on a phone as well, in the light and in the dark."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        rested(page)
        shown = axe.run(page)
        assert shown.violations_count == 0, f"{scheme}: {shown.generate_report()}"
    page.set_viewport_size({"width": 1280, "height": 720})


def test_one_signs_in_out_and_leaves(visitor: Page) -> None:
    page = visitor
    register(page, "Annabel")
    check_looks(page)
    page.get_by_role("button", name="Sign out everywhere").click()
    page.get_by_role("button", name="Sign in with a passkey").wait_for()
    check_looks(page)
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_text("You are signed in as Annabel").wait_for()
    page.goto("/")
    page.get_by_role("link", name="Your account").wait_for()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Your data").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download your data").click()
    assert download.value.suggested_filename == "ludens-data.zip"
    page.get_by_role("button", name="Delete your account").click()
    check_looks(page)
    forever = page.get_by_role("button", name="Delete for ever")
    assert forever.is_disabled()
    page.get_by_label("I know that nobody can bring it back.").check()
    forever.click()
    page.get_by_role("button", name="Sign in with a passkey").wait_for()


def test_a_link_puts_no_words_of_others_into_the_page(visitor: Page) -> None:
    visitor.goto("/account#error=Call%20this%20number")
    visitor.get_by_role("alert").filter(has_text="you did not sign in there").wait_for()
    assert "Call" not in visitor.content()
    assert visitor.url.endswith("/account")


def test_a_message_is_reported_and_a_moderator_mutes(visitor: Page, home: Running, chromium: Browser) -> None:
    register(visitor, "Mona")
    home.lobby.signing._reserved = {"mona"}
    with seated(home, game="Tic-Tac-Toe") as table:
        table.pages[1].ask("say", text="You <i>fool</i>")
        name, _, secret = table.guests[0].cookie.partition("=")
        context = chromium.new_context(
            base_url=str(visitor.url).rpartition("/")[0], reduced_motion="reduce", locale="en-GB"
        )
        context.set_default_timeout(60_000)
        context.add_cookies([{"name": name, "value": secret, "domain": "localhost", "path": "/"}])
        page = context.new_page()
        page.goto(f"/table/{table.id}")
        page.get_by_role("tab", name=re.compile("Chat")).click()
        page.get_by_role("button", name="Report a message of Ben").click()
        page.get_by_label("Insults, or threats").check()
        page.get_by_label("What should a moderator know?").fill("Rude")
        page.get_by_role("button", name="Report", exact=True).click()
        page.get_by_text("A moderator will look at it").wait_for()
        context.close()
        visitor.goto("/moderation")
        card = visitor.get_by_role("article")
        card.get_by_text("You <i>fool</i>").wait_for()
        check_looks(visitor)
        card.get_by_role("button", name="Mute Ben").click()
        visitor.get_by_text("Nothing waits.").wait_for()
        visitor.get_by_text("Mona – muted: Ben").wait_for()
        assert "muted" in table.pages[1].ask("say", text="Me again")["message"]
