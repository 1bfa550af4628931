"""Letters: made so that nothing a visitor wrote reaches a header, and sent by SMTP to whatever host there is."""

from __future__ import annotations

import re
import smtplib
import ssl
from collections.abc import Sequence
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from typing import Final
from urllib.parse import unquote, urlsplit

from ludens.web.errors import ApiError
from ludens.web.middleware import is_loopback
from ludens.words import say

_SECONDS: Final = 20.0
#: links stay whole: long lines are not folded
_WHOLE_LINES: Final = SMTP.clone(max_line_length=900)
#: one address, in the letters and signs that people's addresses have: no quotes, no comments, no lists
_ADDRESS: Final = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})(?:\.[A-Za-z0-9][A-Za-z0-9-]{0,62})+\Z"
)


class MailError(Exception):
    """A letter was not taken; `is_final` where it never will be."""

    def __init__(self, message: str, *, is_final: bool = False) -> None:
        super().__init__(message)
        self.is_final = is_final


def checked_address(text: str) -> str:
    """An address of mail. Raises ApiError.

    >>> checked_address(" ann@example.org ")
    'ann@example.org'
    """
    address = text.strip()
    if len(address) > 254 or not _ADDRESS.match(address):
        raise ApiError("malformed", say("mail: this is no address of mail, as in ann@example.org"))
    return address


def letter(sender: str, to: str, subject: str, lines: Sequence[str], cancel: str = "") -> EmailMessage:
    """A letter in plain text; `cancel` is the address at which its reader may end such letters."""
    made = EmailMessage(_WHOLE_LINES)
    made["From"], made["To"], made["Subject"] = sender, to, subject
    made["Date"], made["Message-ID"] = formatdate(), make_msgid(domain=sender.rpartition("@")[2].strip("> ") or None)
    made["Auto-Submitted"] = "auto-generated"
    if cancel:
        made["List-Unsubscribe"] = f"<{cancel}>"
    made.set_content("\n".join(lines) + "\n")
    return made


class Mailer:
    """Sends letters through a host: `smtp://user:password@host:587`, or `smtps://`."""

    def __init__(self, address: str, sender: str) -> None:
        """Raises ValueError where the address is none."""
        parts = urlsplit(address)
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise ValueError("mail goes through smtp://host:port, or smtps://host:port")
        self.sender, self._host, self._secure = sender, parts.hostname, parts.scheme == "smtps"
        self._port = parts.port or (465 if self._secure else 587)
        self._user, self._password = unquote(parts.username or ""), unquote(parts.password or "")

    def send(self, made: EmailMessage) -> None:
        """Send a letter; takes as long as the host takes. Raises MailError."""
        try:
            with self._connected() as host:
                if self._user:
                    host.login(self._user, self._password)
                host.send_message(made)
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            raise MailError("the address was refused", is_final=all(code >= 500 for code in codes)) from None
        except (smtplib.SMTPException, OSError) as error:  # which may name addresses, or the password
            raise MailError(f"the host of mail: {type(error).__name__}") from None

    def _connected(self) -> smtplib.SMTP:
        context = ssl.create_default_context()
        if self._secure:
            return smtplib.SMTP_SSL(self._host, self._port, timeout=_SECONDS, context=context)
        host = smtplib.SMTP(self._host, self._port, timeout=_SECONDS)
        host.ehlo()
        if host.has_extn("starttls"):
            host.starttls(context=context)
        elif self._user and not is_loopback(self._host):
            host.close()
            raise smtplib.SMTPNotSupportedError("no password without TLS")
        return host
