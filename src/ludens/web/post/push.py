"""Web Push: what browsers are sent by way of their makers' services, encrypted for the browser alone."""

from __future__ import annotations

import base64
import json
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from ludens.web.errors import ApiError
from ludens.web.post.mail import MailError

if TYPE_CHECKING:
    from ludens.web.post.contacts import Contact

#: the services of browsers: the server sends to none but these, as whoever subscribes names the address
SERVICES: Final = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)
_SECONDS: Final = 15.0
#: how long a service keeps what a browser does not fetch
_LASTS: Final = 86_400


def checked_endpoint(endpoint: str, services: Collection[str] = SERVICES) -> str:
    """Where a browser is reached. Raises ApiError where that is no service of browsers.

    >>> checked_endpoint("https://fcm.googleapis.com/fcm/send/abc")
    'https://fcm.googleapis.com/fcm/send/abc'
    """
    try:
        parts = urlsplit(endpoint)
        place, host = parts.netloc, parts.hostname or ""
    except ValueError:
        place = host = ""
    named = any(host == one or host.endswith(f".{one}") for one in services) and "@" not in place
    is_own = ":" in place and place in services  # with its port, as the host has named it
    if len(endpoint) > 1000 or not (is_own or (named and parts.scheme == "https")):
        raise ApiError("malformed", "endpoint: this is no push service that the server sends to")
    return endpoint


def new_key() -> str:
    """A key by which services know this server: that of VAPID, as PEM."""
    from py_vapid import Vapid02

    made = Vapid02()
    made.generate_keys()
    return str(made.private_pem().decode())


def public_key(private: str) -> str:
    """What browsers are told of the key."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid02

    point = Vapid02.from_pem(private.encode()).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


class Pusher:
    """Sends to browsers; `subject` is where services may complain."""

    def __init__(self, private: str, subject: str) -> None:
        self._private, self._subject = private, subject

    def send(self, contact: Contact, message: Mapping[str, Any]) -> None:
        """Send a message to a browser; takes as long as the service takes. Raises MailError."""
        import requests
        from py_vapid import Vapid02
        from pywebpush import WebPushException, webpush

        details = json.loads(contact.details)
        info = {"endpoint": contact.address, "keys": {name: details[name] for name in ("p256dh", "auth")}}
        session = requests.Session()
        session.max_redirects, session.trust_env = 0, False
        try:
            webpush(
                info,
                json.dumps(message),
                vapid_private_key=Vapid02.from_pem(self._private.encode()),
                vapid_claims={"sub": self._subject},
                ttl=_LASTS,
                timeout=_SECONDS,
                requests_session=session,
            )
        except WebPushException as error:
            status = error.response.status_code if error.response is not None else 0
            raise MailError(f"the push service: {status}", is_final=status in (400, 403, 404, 410)) from None
        except (requests.RequestException, ValueError) as error:
            raise MailError(
                f"the push service: {type(error).__name__}", is_final=isinstance(error, ValueError)
            ) from None
