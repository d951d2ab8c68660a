"""Tests for the gateway's login page."""

import hashlib

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from gateway.login import LoginPage, StaleToken


@pytest.fixture(scope="module")
def throwaway_key():
    return rsa.generate_private_key(public_exponent=65537, key_size=1024)


@pytest.fixture
def page(tmp_path):
    return LoginPage(templates=tmp_path)


def test_foreign_token_is_refused(page, throwaway_key):
    token = jwt.encode({"sub": "mallory"}, throwaway_key, algorithm="RS256")
    with pytest.raises(StaleToken):
        page.enter(token)


def test_logo_is_unchanged(page):
    assert hashlib.md5(page.logo(), usedforsecurity=False).hexdigest().startswith("9b")


def test_form_has_no_autocomplete(page):
    assert 'autocomplete="off"' in page.render()
