"""Secrets in every encoding are replaced by value; everything else stays."""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from acidtest.core.credentials import is_distinctive
from acidtest.core.redact import conceal, learn, redact, redact_message, redacted, touches

ENCODINGS: dict[str, Callable[[str], str]] = {
    "plain": str,
    "repr": repr,
    "ascii": ascii,
    "json": json.dumps,
    "json unicode": lambda v: json.dumps(v, ensure_ascii=False),
    "json twice": lambda v: json.dumps(json.dumps(v)),
    "json of repr": lambda v: json.dumps(repr(v)),
    "bytes": lambda v: repr(v.encode()),
    "html": html.escape,
    "html of json": lambda v: html.escape(json.dumps(v)),
    "url": lambda v: quote(v, safe=""),
    "url lower": lambda v: quote(v, safe="").replace("%2F", "%2f"),
    "url path": quote,
    "url form": quote_plus,
    "hex": lambda v: v.encode().hex(),
    "HEX": lambda v: v.encode().hex().upper(),
    "base64": lambda v: base64.b64encode(v.encode()).decode(),
    "base64 of user": lambda v: base64.b64encode(b"user:" + v.encode()).decode(),
    "base64 of u": lambda v: base64.b64encode(b"u:" + v.encode()).decode(),
    "base64 of us": lambda v: base64.b64encode(b"us:" + v.encode()).decode(),
    "base64 inside": lambda v: base64.b64encode(b'{"k":"' + v.encode() + b'"}').decode(),
    "base64 for urls": lambda v: base64.urlsafe_b64encode(v.encode()).decode().rstrip("="),
    "base64 in lines": lambda v: base64.encodebytes(v.encode()).decode(),
}
SECRETS = [
    "s3cr3t-plain",
    "p&ss <w>'\"\\ord/9+=%",
    "naïve-пароль-7",
    "line1-abc\nline2-def",
    "x" + "Ab3-" * 40,
    "????>>>>~~~~7aB",
]


def variants(value: str) -> set[str]:
    """What a reader of a leak would look for."""
    return {
        value,
        quote(value, safe=""),
        value.encode().hex(),
        base64.b64encode(value.encode()).decode(),
    }


@pytest.mark.parametrize("encode", ENCODINGS.values(), ids=ENCODINGS)
@pytest.mark.parametrize("secret", SECRETS)
def test_every_encoding_of_a_variable_is_replaced(
    monkeypatch: pytest.MonkeyPatch, secret: str, encode: Callable[[str], str]
) -> None:
    monkeypatch.setenv("MY_PASS", secret)
    text = encode(secret)
    cleaned = redact(f"before {text} after")
    assert touches(text)
    assert text.strip() not in cleaned
    assert "***" in cleaned
    assert cleaned.startswith("before ")
    assert cleaned.endswith(" after")
    assert not any(variant in cleaned for variant in variants(secret))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=8, max_size=60),
    st.sampled_from(sorted(ENCODINGS)),
    st.text(max_size=9),
)
def test_so_is_any_secret_in_any_text(secret: str, name: str, around: str) -> None:
    secret = secret.strip()
    assume(is_distinctive(secret) and not secret.startswith(("-", "/", "~", ".")))  # no files
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("API_TOKEN", secret)
        text = ENCODINGS[name](secret)
        assume(is_distinctive(text))
        assert text.strip() not in redact(f"{around} {text} {around}")


@given(st.text())
def test_text_without_secrets_stays(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("API_TOKEN", "q9-Zx7-unseen-value")
        assert redact(text) == text


@pytest.mark.parametrize("value", ["test", "1", "function", "password", "42", "uint256", "none"])
def test_common_values_falsify_no_text(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("TOKEN", value)
    text = f"int {value}(void) {{ return 1; }} // {value} 42"
    assert redact(text) == text


def test_names_that_are_secret_by_their_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    names = "PASS AUTH PASSWD DB_PWD GITHUB_PAT COOKIE SESSION SENTRY_DSN X_CREDENTIALS".split()
    for number, name in enumerate(names):
        monkeypatch.setenv(name, f"pl4nted-{number}-value")
    monkeypatch.setenv("OTHER", "visible-value-7")
    text = " ".join(f"pl4nted-{number}-value" for number in range(len(names)))
    assert redact(text) == " ".join(["***"] * len(names))
    assert redact("visible-value-7") == "visible-value-7"


def test_the_password_of_an_address_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://bob:w0rd-of-bob@db.example.org/x")
    basic = base64.b64encode(b"bob:w0rd-of-bob").decode()
    assert redact("failed: w0rd-of-bob at db.example.org") == "failed: *** at db.example.org"
    assert basic not in redact(f"Authorization: Basic {basic}")


def test_a_command_is_remembered() -> None:
    learn(["run", "--system", "command:tool --token l3arned-from-argv {asm}"])
    assert conceal("tool -H 'x-api-key: l3arned-from-header'") == "tool -H 'x-api-key: ***'"
    assert redact("l3arned-from-argv l3arned-from-header") == "*** ***"


def test_json_keeps_its_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERVICE_KEY", '{"a": "in-json-9"}')
    data = {"a": "in-json-9", "n": [1, None, {"x in-json-9": True}]}
    assert redacted(data) == data
    monkeypatch.setenv("SERVICE_KEY", "in-json-9")
    assert redacted(data) == {"a": "***", "n": [1, None, {"x ***": True}]}


def test_a_message_loses_what_looks_like_a_key() -> None:
    message = (
        "401: you sent authorization: Basic dTpw host: h, 'x-api-key': 'q' and api_key=abc to "
        "http://me:pw@h/v1; Incorrect API key provided: sk-abcdefghijklmnop"
    )
    cleaned = redact_message(message)
    for secret in ("dTpw", "'q'", "abc ", "pw@", "sk-"):
        assert secret not in cleaned
    assert "host: h" in cleaned
    plain = "KeyError: 'low'; basic authentication is needed; max_tokens: 24; bearer of news"
    assert redact_message(plain) == plain
