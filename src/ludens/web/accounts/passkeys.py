"""Passkeys: what browsers are asked for, and whether what they answer is right (WebAuthn, by `webauthn`)."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, options_to_json_dict
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from ludens.web.accounts.site import Site
from ludens.web.errors import ApiError
from ludens.words import say

#: milliseconds in which somebody is to answer
TIMEOUT: Final = 300_000


class Key(NamedTuple):
    """What is kept of a passkey: nothing of it is secret."""

    id: str
    public_key: str
    uses: int

    @property
    def details(self) -> str:
        """It as it is stored beside its id."""
        return json.dumps({"public_key": self.public_key, "uses": self.uses})


def creation(site: Site, name: str, user: str, challenge: bytes, present: Sequence[str]) -> dict[str, Any]:
    """What a browser is asked that is to make a passkey; not on devices that have one of those that are `present`."""
    options = generate_registration_options(
        rp_id=site.host,
        rp_name="ludens",
        user_name=name,
        user_id=user.encode(),
        user_display_name=name,
        challenge=challenge,
        timeout=TIMEOUT,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(one)) for one in present],
    )
    made: dict[str, Any] = options_to_json_dict(options)
    return made


def request(site: Site, challenge: bytes) -> dict[str, Any]:
    """What a browser is asked that has a passkey: any of this site, so that nobody learns who has an account."""
    options = generate_authentication_options(rp_id=site.host, challenge=challenge, timeout=TIMEOUT)
    made: dict[str, Any] = options_to_json_dict(options)
    return made


def challenge_of(credential: Mapping[str, Any]) -> str:
    """The challenge that a browser says it answers. Raises ApiError."""
    try:
        client = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        challenge = client["challenge"]
    except (KeyError, TypeError, ValueError, RecursionError):
        raise refused() from None
    if not isinstance(challenge, str):
        raise refused()
    return challenge


def made(site: Site, credential: Mapping[str, Any], challenge: str) -> Key:
    """The passkey that a browser has made. Raises ApiError."""
    try:
        verified = verify_registration_response(
            credential=dict(credential),
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=site.host,
            expected_origin=site.origin,
        )
    except (WebAuthnException, KeyError, TypeError, ValueError, AttributeError):
        raise refused() from None
    public_key = base64.urlsafe_b64encode(verified.credential_public_key).decode()
    return Key(bytes_to_base64url(verified.credential_id), public_key, verified.sign_count)


def answered(site: Site, credential: Mapping[str, Any], challenge: str, id_: str, details: str) -> Key:
    """The passkey by which a browser has answered, with its new count. Raises ApiError."""
    stored = json.loads(details)
    try:
        verified = verify_authentication_response(
            credential=dict(credential),
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=base64.urlsafe_b64decode(stored["public_key"]),
            credential_current_sign_count=int(stored["uses"]),
        )
    except (WebAuthnException, KeyError, TypeError, ValueError, AttributeError):
        raise refused() from None
    if bytes_to_base64url(verified.credential_id) != id_:
        raise refused()
    return Key(id_, stored["public_key"], verified.new_sign_count)


def refused() -> ApiError:
    """All that is wrong is answered alike: it tells nobody what there is."""
    return ApiError("forbidden", say("this passkey is not taken here: try again"), 403)
