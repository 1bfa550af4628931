"""Somebody who says who one is: OpenID Connect, and plain OAuth 2, on a port of this machine."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT, SECRET = "ludens-here", "a secret of the host"


class Sayer(ThreadingHTTPServer):
    """The provider: `bend` changes the claims of its next token."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answers)
        self.key = RSAKey.generate_key(2048, {"kid": "one"})
        self.codes: dict[str, dict[str, str]] = {}
        self.tokens: dict[str, str] = {}
        self.bend: dict[str, Any] = {}
        self.signer = self.key
        self.asked: list[str] = []

    @property
    def issuer(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def agree(self, url: str, person: str) -> tuple[str, str]:
        """Somebody signs in where a site has sent them: the code and the state that they come back with."""
        query = {name: value[0] for name, value in parse_qs(urlsplit(url).query).items()}
        assert query["client_id"] == CLIENT
        assert query["code_challenge_method"] == "S256"
        code = secrets.token_urlsafe(16)
        self.codes[code] = {**query, "person": person}
        return code, query["state"]


class _Answers(BaseHTTPRequestHandler):
    server: Sayer

    def log_message(self, *_: object) -> None:
        pass

    def _send(self, value: Any, status: int = 200) -> None:
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        one = self.server
        one.asked.append(self.path)
        match urlsplit(self.path).path:
            case "/.well-known/openid-configuration":
                places = {name: f"{one.issuer}/{name.split('_')[0]}" for name in ("authorization_endpoint",)}
                places |= {"token_endpoint": f"{one.issuer}/token", "jwks_uri": f"{one.issuer}/keys"}
                self._send({"issuer": one.issuer, **places})
            case "/keys":
                self._send({"keys": [one.key.as_dict(private=False)]})
            case "/user":
                token = self.headers.get("Authorization", "").removeprefix("Bearer ")
                person = one.tokens.get(token)
                self._send({"id": person, "email": "a@b.cd"} if person else {}, 200 if person else 401)
            case _:
                self._send({}, 404)

    def do_POST(self) -> None:
        one = self.server
        form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        asked = {name: value[0] for name, value in form.items()}
        about = one.codes.pop(asked.get("code", ""), None)
        basic = base64.b64encode(f"{CLIENT}:{SECRET}".replace(" ", "%20").encode()).decode()
        plain = base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        proof = base64.urlsafe_b64encode(hashlib.sha256(asked.get("code_verifier", "").encode()).digest())
        if (
            about is None
            or self.headers.get("Authorization") not in (f"Basic {basic}", f"Basic {plain}")
            or proof.rstrip(b"=").decode() != about["code_challenge"]
            or asked.get("redirect_uri") != about["redirect_uri"]
        ):
            self._send({"error": "invalid_grant"}, 400)
            return
        now = int(time.time())
        claims = {"iss": one.issuer, "sub": about["person"], "aud": CLIENT, "iat": now, "exp": now + 60}
        claims |= {"nonce": about.get("nonce", "")} | one.bend
        token = secrets.token_urlsafe(16)
        one.tokens[token] = about["person"]
        signed = jwt.encode({"alg": "RS256", "kid": "one"}, claims, one.signer)
        self._send({"access_token": token, "token_type": "Bearer", "expires_in": 60, "id_token": signed})


@contextmanager
def saying() -> Iterator[Sayer]:
    """A provider until the end."""
    server = Sayer()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
