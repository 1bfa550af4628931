"""A device that makes passkeys, as WebAuthn has it, with keys that a test may copy, replay and bend."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class Device:
    """A passkey of a device, which answers for the page at `origin`."""

    origin: str
    host: str = "localhost"
    id: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    count: int = 0
    user: str = ""

    def __post_init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()

    def _about(self, flags: int) -> bytes:
        self.count += 1
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """What the browser gives where a passkey is made."""
        self.user = options["user"]["id"]
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        credential = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        attestation = {"fmt": "none", "attStmt": {}, "authData": self._about(0x45) + credential}
        response = {
            "clientDataJSON": encoded(self._client("webauthn.create", options["challenge"])),
            "attestationObject": encoded(cbor2.dumps(attestation)),
        }
        return self._credential(response)

    def answer(self, options: dict[str, Any]) -> dict[str, Any]:
        """What it gives where a passkey is shown."""
        client, about = self._client("webauthn.get", options["challenge"]), self._about(0x05)
        signature = self.key.sign(about + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        response = {
            "clientDataJSON": encoded(client),
            "authenticatorData": encoded(about),
            "signature": encoded(signature),
            "userHandle": self.user,
        }
        return self._credential(response)

    def _credential(self, response: dict[str, Any]) -> dict[str, Any]:
        id_ = encoded(self.id)
        return {"id": id_, "rawId": id_, "type": "public-key", "response": response, "clientExtensionResults": {}}
