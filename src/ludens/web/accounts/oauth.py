"""Signing in by somebody who says who one is: OAuth 2 with PKCE, and OpenID Connect, by Authlib."""

from __future__ import annotations

import time
from typing import Any, Final

import httpx
from authlib.common.errors import AuthlibBaseError
from authlib.integrations.httpx_client import AsyncOAuth2Client
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from ludens.web.errors import ApiError
from ludens.web.hosting import Provider
from ludens.words import say

_SECONDS: Final = 15.0
#: how long what a provider says of itself is believed
_LASTS: Final = 3600.0
#: the longest id of a person at a provider
_LONGEST: Final = 255
_ALGORITHMS: Final = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA")
_LEEWAY: Final = 60
_BASIC: Final = "client_secret_basic"


class Unanswered(Exception):
    """A provider does not say who somebody is; the message is for the log, and holds no secrets."""


class Client:
    """One provider, as the host has named it: no visitor chooses where the server goes."""

    def __init__(self, provider: Provider, back: str) -> None:
        """`back` is where the provider sends people back to."""
        self.provider, self._back = provider, back
        self._about: dict[str, Any] = {}
        self._until = 0.0

    async def address(self, state: str, verifier: str, nonce: str) -> str:
        """Where somebody goes who signs in there. Raises ApiError."""
        try:
            about = await self._meta()
            async with self._session(about) as session:
                more = {"nonce": nonce} if self.provider.issuer else {}
                url, _ = session.create_authorization_url(
                    about["authorization_endpoint"], state=state, code_verifier=verifier, **more
                )
        except (Unanswered, httpx.HTTPError, KeyError, ValueError) as error:
            raise self._failed() from error
        return str(url)

    async def person(self, code: str, verifier: str, nonce: str) -> str:
        """The provider's id of who comes back with a code. Raises Unanswered, which says why there is none."""
        try:
            about = await self._meta()
            async with self._session(about) as session:
                token = await session.fetch_token(
                    about["token_endpoint"],
                    grant_type="authorization_code",
                    code=code,
                    code_verifier=verifier,
                    headers={"Accept": "application/json"},
                )
                if self.provider.issuer:
                    subject = await self._from_token(token, about, nonce)
                else:
                    answer = await session.get(about["userinfo_endpoint"])
                    answer.raise_for_status()
                    subject = answer.json()[self.provider.subject]
        except (AuthlibBaseError, httpx.HTTPError, JoseError) as error:
            raise Unanswered(type(error).__name__) from None
        except (KeyError, TypeError, ValueError) as error:
            raise Unanswered(f"its answer lacks something ({type(error).__name__})") from None
        if isinstance(subject, bool) or not isinstance(subject, str | int) or not 0 < len(str(subject)) <= _LONGEST:
            raise Unanswered("it gives no id")
        return str(subject)

    async def _from_token(self, token: dict[str, Any], about: dict[str, Any], nonce: str) -> Any:
        """Whose a token of identity is that was signed for us. Raises Unanswered, JoseError, httpx.HTTPError."""
        keys = KeySet.import_key_set(await self._json(about["jwks_uri"]))
        claims = jwt.decode(token["id_token"], keys, algorithms=_ALGORITHMS).claims
        rules = jwt.JWTClaimsRegistry(
            leeway=_LEEWAY,
            iss={"essential": True, "value": about["issuer"]},
            aud={"essential": True, "value": self.provider.client_id},
            exp={"essential": True},
            nonce={"essential": True, "value": nonce},
        )
        rules.validate(claims)
        if claims.get("azp", self.provider.client_id) != self.provider.client_id:
            raise Unanswered("its token is for somebody else")
        return claims["sub"]

    async def _meta(self) -> dict[str, Any]:
        """The addresses of the provider. Raises Unanswered, httpx.HTTPError."""
        one = self.provider
        if not one.issuer:
            return {
                "authorization_endpoint": one.authorize_url,
                "token_endpoint": one.token_url,
                "userinfo_endpoint": one.userinfo_url,
            }
        if time.monotonic() > self._until:
            about = await self._json(f"{one.issuer.rstrip('/')}/.well-known/openid-configuration")
            if about.get("issuer") != one.issuer:
                raise Unanswered("it is another issuer than it was named")
            self._about, self._until = about, time.monotonic() + _LASTS
        return self._about

    async def _json(self, url: str) -> Any:
        async with httpx.AsyncClient(timeout=_SECONDS, trust_env=False) as client:
            answer = await client.get(url, headers={"Accept": "application/json"})
            answer.raise_for_status()
            return answer.json()

    def _session(self, about: dict[str, Any]) -> AsyncOAuth2Client:
        one = self.provider
        ways = about.get("token_endpoint_auth_methods_supported") or [_BASIC]
        secretly = _BASIC if _BASIC in ways else "client_secret_post"
        return AsyncOAuth2Client(
            one.client_id,
            one.client_secret or None,
            scope=one.scope,
            redirect_uri=self._back,
            code_challenge_method="S256",
            token_endpoint_auth_method=secretly if one.client_secret else "none",
            leeway=0,  # what has just been given is used at once, however short it lasts
            timeout=_SECONDS,
            trust_env=False,
        )

    def _failed(self) -> ApiError:
        return ApiError("unknown", say("{0} does not answer: try again later", self.provider.label), 503)
