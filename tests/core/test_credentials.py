"""What is a secret, in variables and in commands, and what is none."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.core.credentials import (
    HIDDEN,
    examine,
    in_environment,
    is_distinctive,
    is_secret_name,
    parts,
)

_ANY = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), min_size=1)
VALUE = _ANY.map(str.strip).filter(lambda v: v and v[0] != "-" and not {*v} & {*"{$"})


@pytest.mark.parametrize(
    "name",
    "PASS PASSWD MYPASS PGPASSWORD DB_PASSWORD SSHPASS AUTH HTTP_AUTH API_AUTH DB_PWD GITHUB_PAT "
    "COOKIE SESSION SESSION_ID SENTRY_DSN OPENAI_API_KEY ANTHROPIC_API_KEY AWS_SECRET_ACCESS_KEY "
    "AWS_ACCESS_KEY_ID HF_TOKEN NPM_TOKEN CREDENTIALS REDIS_CREDS JWT KEY1 apiKey "
    "Proxy-Authorization x-auth-token --password SLACK_WEBHOOK SIGNING_KEY".split(),
)
def test_a_name_that_says_secret(name: str) -> None:
    assert is_secret_name(name)


@pytest.mark.parametrize(
    "name",
    "PWD OLDPWD PATH HOME GIT_AUTHOR_NAME SSH_AUTH_SOCK XAUTHORITY_FILE KEY_FILE --token-file "
    "--max-tokens --no-auth --use-auth --passes PATTERN COMPATIBLE TOKENIZERS_PARALLELISM "
    "XDG_SESSION_TYPE DBUS_SESSION_BUS_ADDRESS SPATIAL --author --seed --tokenizer".split(),
)
def test_a_name_that_does_not(name: str) -> None:
    assert not is_secret_name(name)


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("tool --token X {asm}", "tool --token *** {asm}"),
        ("tool --token=X --n 3", "tool --token=*** --n 3"),
        ("tool --api-key 'X Y' {asm}", "tool --api-key *** {asm}"),
        ("tool --password=a\"X b\"c 'x y'", "tool --password=*** 'x y'"),
        ("PASS=X tool", "PASS=*** tool"),
        ("env DB_PASSWD=X PWD=/x tool", "env DB_PASSWD=*** PWD=/x tool"),
        ("curl -H 'Authorization: Basic X' u", "curl -H 'Authorization: ***' u"),
        ('curl -H "x-api-key: X" -H "Accept: y"', 'curl -H "x-api-key: ***" -H "Accept: y"'),
        ("curl -u me:X http://h/", "curl -u me:*** http://h/"),
        ("curl https://me:X@h/p?key=X&n=1", "curl https://me:***@h/p?key=***&n=1"),
        ("git clone ssh://git@h/r", "git clone ssh://git@h/r"),
        ("git clone https://gh0token99x@h/r", "git clone https://***@h/r"),
        ("sh -c 'tool --token X | sort'", "sh -c 'tool --token *** | sort'"),
        ("""sh -c "curl -H 'Cookie: X=1'" """, """sh -c "curl -H 'Cookie: ***'" """),
        ("""tool '{"api_key": "X", "n": 1}'""", """tool '{"api_key": "***", "n": 1}'"""),
        ("tool 'Server=h;Password=X;n=1'", "tool 'Server=h;Password=***;n=1'"),
        ("tool sk-abcdefghijklmnop", "tool ***"),
        ("tool 'machine h login me password X'", "tool 'machine h login me password ***'"),
        ("tool --token $TOKEN --key {asm}", "tool --token $TOKEN --key {asm}"),
        ("tool --max-tokens 5 --key-file k", "tool --max-tokens 5 --key-file k"),
        ("tool 'unclosed --token X", "tool 'unclosed --token ***"),
    ],
)
def test_a_command_is_shown_without_its_secrets(command: str, shown: str) -> None:
    assert examine(command).text == shown
    assert examine(shown).text == shown


@given(VALUE, st.sampled_from(["--token {}", "--token={}", "PASS={} x", "-H 'Authorization: {}'"]))
def test_whatever_the_value_it_is_hidden_and_known(value: str, form: str) -> None:
    quoted = shlex.quote(f"Authorization: {value}")
    tail = f"-H {quoted}" if "-H" in form else form.format(shlex.quote(value))
    text, secrets = examine(f"tool {tail}")
    assert value in secrets
    assert text == f"tool {form.format(HIDDEN)}"


@given(st.text())
def test_no_text_is_too_odd_for_a_command(text: str) -> None:
    examine(text)
    list(parts(text))
    is_secret_name(text)
    is_distinctive(text)


def test_variables_without_a_secret_are_left(tmp_path: object) -> None:
    quiet = {
        "SSH_AUTH_SOCK": "/tmp/x",
        "KEY_DIR": "anything-at-all-9",
        "GOOGLE_APPLICATION_CREDENTIALS": str(tmp_path),
        "AUTH_URL": "https://auth.example.org/9/x",
        "PWD": "/home/me/work-2024",
    }
    assert list(in_environment(quiet)) == []


def test_secrets_are_known_in_their_pieces() -> None:
    pem = "-----BEGIN KEY-----\nMIIEvQIBADANBg9x\nkqhkiG9w0BAQEFA7\n-----END KEY-----"
    assert {"MIIEvQIBADANBg9x", "kqhkiG9w0BAQEFA7"} <= set(parts(pem))
    assert "pa55-w0rd!" in set(parts("Basic dXNlcjpwYTU1LXcwcmQh"))
    assert "pa55-w0rd!" in set(parts("user:pa55-w0rd!"))
    assert "k9-k9-k9" in set(parts('{"type": "x", "private_key": "k9-k9-k9"}'))
    url = dict.fromkeys(in_environment({"DATABASE_URL": "postgres://me:pa55-w0rd!@h/db"}))
    assert list(url) == ["pa55-w0rd!", "me:pa55-w0rd!"]


@pytest.mark.parametrize(
    "value", ["1", "test", "function", "contract", "true", "bytes32", "00000000"]
)
def test_a_value_that_any_text_may_contain_is_not_distinctive(value: str) -> None:
    assert not is_distinctive(value)
