"""People around a contract can sign."""

from __future__ import annotations

import pytest

from acidtest.toolchains.evm import PEOPLE
from acidtest.toolchains.evm_keys import address_of, sign
from acidtest.toolchains.evm_watch import precompiled


@pytest.mark.parametrize("person", PEOPLE)
def test_a_person_s_address_belongs_to_a_known_key(person: str) -> None:
    assert address_of(person) == person


def test_a_signature_recovers_its_signer_and_is_the_same_every_time() -> None:
    digest = bytes(range(32))
    v, r, s = sign(PEOPLE[2], digest)
    words = b"".join(part.to_bytes(32, "big") for part in (v, r, s))
    assert precompiled(1, digest + words)[1][-20:].hex() == PEOPLE[2][2:]
    sign.cache_clear()
    assert sign(PEOPLE[2], digest) == (v, r, s)
    assert s < 1 << 255  # contracts refuse the other one
