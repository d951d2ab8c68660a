"""Makes hostile archives from honest ones: what is inside is changed, and its checksum with it.

A change to the bytes of an archive is refused for its checksum, so nothing would be learnt about
the reader of what is inside.
"""

from __future__ import annotations

import functools
import io
import random
import struct
import zipfile
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

SIGNATURE = b"PK\x03\x04"
_LOCAL = struct.Struct("<4s5H3I2H")
_CENTRAL = struct.Struct("<4s6H3I5H2I")
_END = struct.Struct("<4s4H2IH")
_NAMES = ("", "samples/", "../x", "/etc/x", "a" * 300, "é.json", "header.json", "\x00", "a\\b")
_BOMB = 90_000_000


@dataclass(frozen=True, slots=True)
class Member:
    """A file in an archive as it is stored; `size` is what the archive says about it."""

    name: str
    stored: bytes
    size: int
    crc: int
    method: int = zipfile.ZIP_DEFLATED
    flags: int = 0


def packed(name: str, content: bytes) -> Member:
    """A file for an archive."""
    deflate = zlib.compressobj(6, zlib.DEFLATED, -15)
    stored = deflate.compress(content) + deflate.flush()
    return Member(name, stored, len(content), zlib.crc32(content))


def archive(members: Sequence[Member]) -> bytes:
    """An archive of these files. It has no dates, so the same files give the same bytes."""
    body, table = b"", b""
    for each in members:
        name = each.name.encode()
        about = (20, each.flags | 0x800, each.method, 0, 0x21)
        sizes = (each.crc, len(each.stored), each.size, len(name), 0)
        table += _CENTRAL.pack(b"PK\x01\x02", 20, *about, *sizes, 0, 0, 0, 0, len(body)) + name
        body += _LOCAL.pack(SIGNATURE, *about, *sizes) + name + each.stored
    count = len(members)
    return body + table + _END.pack(b"PK\x05\x06", 0, 0, count, count, len(table), len(body), 0)


@functools.cache
def _bomb() -> Member:
    """Ninety megabytes of small lists, in ninety kilobytes."""
    return packed("", b"[" + b"[]," * (_BOMB // 3) + b"[]]")


def mutated(
    seed: bytes, rng: random.Random, inner: Callable[[bytes, random.Random], bytes]
) -> bytes:
    """An archive with a hostile file, or with hostile words about its files."""
    with zipfile.ZipFile(io.BytesIO(seed)) as opened:
        members = [packed(each.filename, opened.read(each)) for each in opened.infolist()]
        at = rng.randrange(len(members))
        content = opened.read(opened.infolist()[at])
    how, old = rng.random(), members[at]
    if how < 0.8:
        members[at] = packed(old.name, inner(content, rng))
    elif how < 0.83:
        del members[at]
    elif how < 0.88:
        members[at] = replace(old, name=rng.choice(_NAMES))
    elif how < 0.9:
        members += [old] * rng.choice((1, 50))
    elif how < 0.93:
        members[at] = replace(old, size=rng.choice((0, 1, old.size + 1, 2**31, 2**32 - 1)))
    elif how < 0.95:
        members[at] = replace(old, method=rng.choice((0, 1, 12, 14, 93, 99)))
    elif how < 0.97:
        members[at] = replace(old, crc=rng.getrandbits(32), flags=rng.choice((0, 1, 8, 0x41)))
    else:
        size = rng.choice((_bomb().size, len(content)))
        members[at] = replace(_bomb(), name=old.name, size=size)
    return archive(members)
