"""The corpus' key material names what its labels say."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from acidtest.suites.crypto_inventory import corpus_material as material

KEY = bytes.fromhex("300f06092a864886f70d01010104022a03")


@given(st.text(max_size=400))
def test_blocks_of_any_text_are_bytes(text: str) -> None:
    armoured = f"-----BEGIN CERTIFICATE-----\n{text}-----END CERTIFICATE-----"
    assert all(isinstance(contents, bytes) for _, contents in material.blocks(text + armoured))


def test_a_block_names_its_algorithms() -> None:
    assert material.algorithms("PUBLIC KEY", KEY) == {"RSA"}
    assert material.algorithms("DH PARAMETERS", b"") == {"DH"}


def test_what_is_not_der_names_nothing() -> None:
    assert material.oids(KEY[:-1]) == []
