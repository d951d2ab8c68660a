"""Access tokens for partner integrations."""

import time
import uuid
from functools import cached_property
from pathlib import Path

import jwt
from jwt import PyJWKClient

ISSUER = "https://login.example-logistics.com"


class PartnerTokens:
    def __init__(self, key_file: Path, kid: str, jwks_url: str) -> None:
        self._key_file = key_file
        self._kid = kid
        self._jwks = PyJWKClient(jwks_url, cache_keys=True)

    @cached_property
    def _pem(self) -> bytes:
        return self._key_file.read_bytes()

    def issue(self, partner: str, scopes: list[str]) -> str:
        now = int(time.time())
        claims = {"iss": ISSUER, "sub": partner, "scope": " ".join(scopes), "iat": now, "exp": now + 900}
        claims["jti"] = str(uuid.uuid4())
        return jwt.encode(claims, self._pem, algorithm="RS256", headers={"kid": self._kid})

    def check(self, token: str) -> dict:
        key = self._jwks.get_signing_key_from_jwt(token).key
        return jwt.decode(token, key, algorithms=["RS256"], issuer=ISSUER, options={"require": ["exp", "jti"]})
