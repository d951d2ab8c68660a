"""Reads the pre-2009 tape archive so that it can be moved to object storage."""

import struct
import sys
from pathlib import Path

from Crypto.Cipher import DES3 as Block
from Crypto.Hash import MD5 as Mix
from Crypto.Util.Padding import unpad

HEADER = struct.Struct(">4sHHI8s")


def operator_key(phrase: str) -> bytes:
    half = Mix.new(phrase.encode("latin-1")).digest()
    return Block.adjust_key_parity(half + half[:8])


def blocks(path: Path, phrase: str):
    key = operator_key(phrase)
    with path.open("rb") as tape:
        while head := tape.read(HEADER.size):
            magic, version, flags, length, iv = HEADER.unpack(head)
            if magic != b"TAR7":
                raise ValueError(f"bad block magic {magic!r} at {tape.tell()}")
            body = tape.read(length)
            if flags & 1:
                body = unpad(Block.new(key, Block.MODE_CBC, iv).decrypt(body), Block.block_size)
            yield version, body


if __name__ == "__main__":
    out = Path(sys.argv[2])
    with out.open("wb") as sink:
        for _, body in blocks(Path(sys.argv[1]), input("operator phrase: ")):
            sink.write(body)
