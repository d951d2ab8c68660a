"""DER is read as far as it goes, whatever the bytes are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from acidtest.crypto.der import read_der

# SEQUENCE of rsaEncryption and an OCTET STRING that only looks like an identifier
KEY = bytes.fromhex("300f06092a864886f70d01010104022a03")


@given(st.binary(max_size=400))
def test_any_bytes_can_be_walked(contents: bytes) -> None:
    assert all(isinstance(oid, str) for oid in read_der(contents).oids)


def test_oids_are_read_from_der() -> None:
    read = read_der(KEY)
    assert (read.oids, read.whole) == (["1.2.840.113549.1.1.1"], True)


def test_what_is_cut_off_is_not_whole() -> None:
    assert not read_der(KEY[:-1]).whole


def test_sizes_are_those_of_the_numbers() -> None:
    assert read_der(bytes.fromhex("3007020200ff020101")).sizes == [8, 1]


def test_a_structure_in_a_string_is_read_and_mere_bytes_are_no_fault() -> None:
    inside = bytes([0x04, len(KEY)]) + KEY
    read = read_der(b"\x30" + bytes([len(inside) + 4]) + inside + b"\x04\x02\x30\x55")
    assert (read.oids, read.whole) == (["1.2.840.113549.1.1.1"], True)


def test_der_nested_without_end_is_refused() -> None:
    contents = b""
    for _ in range(3000):
        size = len(contents)
        contents = b"\x30\x84" + size.to_bytes(4, "big") + contents
    assert not read_der(contents).whole
