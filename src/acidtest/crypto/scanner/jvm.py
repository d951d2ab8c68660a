"""Java archives and classes: algorithm names that a class holds beside the calls they are for.

Input is untrusted: an archive is read within limits, and what makes no sense ends the reading.
"""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator

from acidtest.crypto.scanner.finding import TAXONOMY, CryptoFinding
from acidtest.crypto.scanner.limits import GaveUp, check
from acidtest.crypto.taxonomy import Match

_CLASS, _ZIP = b"\xca\xfe\xba\xbe", b"PK\x03\x04"
_ARCHIVES = (".jar", ".war", ".ear", ".aar")
_UTF8, _CLASS_TAG, _STRING = 1, 7, 8
_SIZES = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4,
          18: 4, 19: 2, 20: 2}  # fmt: skip
_API = re.compile(r"(?:java/security|javax/crypto|javax/net/ssl|javax/xml/crypto)/")
_ENGINE = re.compile(
    r"org/(?:bouncycastle|spongycastle)/(?:pqc/)?(?:crypto|jcajce|math)/[\w/]*?/?"
    r"(\w+?)(?:Engine|Digest|Signer|KeyPairGenerator|KeyGenerator|Cipher|Mac|Agreement)\Z"
)
_LARGEST_CLASS, _MOST, _ALL = 2_000_000, 20_000, 200_000_000


def is_java(suffix: str, data: bytes) -> bool:
    """Whether a file is a class or an archive of them."""
    archive = data[:4] == _ZIP and suffix in _ARCHIVES
    return archive or (data[:4] == _CLASS and suffix == ".class")


def scan_java(data: bytes) -> Iterator[CryptoFinding]:
    """Findings in a class, or in all classes of an archive."""
    known: set[tuple[Match, str]] = set()
    for body in _classes(data) if data[:4] == _ZIP else (data,):
        for match, evidence in _of_class(body):
            if (match, evidence) not in known:
                known.add((match, evidence))
                yield CryptoFinding(match, (1, 1), evidence, "active", 0.75)


def _classes(data: bytes) -> Iterator[bytes]:
    """The classes of an archive that are not too large, until there are too many."""
    left = _ALL
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for entry in archive.infolist()[:_MOST]:
                check()
                if not entry.filename.endswith(".class") or entry.file_size > _LARGEST_CLASS:
                    continue
                left -= entry.file_size
                if left < 0:
                    raise GaveUp(f"its classes are larger than {_ALL:,} bytes together")
                with archive.open(entry) as file:
                    yield file.read(_LARGEST_CLASS)
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, NotImplementedError,
            EOFError, RuntimeError) as error:  # fmt: skip
        raise GaveUp("it is no archive that can be read") from error


def _of_class(body: bytes) -> Iterator[tuple[Match, str]]:
    try:
        texts, classes, strings = _constants(body)
    except (struct.error, IndexError, KeyError):
        return
    for at in classes:
        if engine := _ENGINE.fullmatch(texts.get(at, "")):
            yield from ((match, "import") for match in TAXONOMY.find_whole(engine[1]))
    if not any(_API.match(texts.get(at, "")) for at in classes):
        return
    for at in strings:
        text = texts.get(at, "")
        if 2 < len(text) < 80 and not text.islower():
            yield from ((match, "name") for match in TAXONOMY.find_whole(text))


def _constants(body: bytes) -> tuple[dict[int, str], list[int], list[int]]:
    """The texts of a class by number, and which of them name classes and are strings."""
    texts: dict[int, str] = {}
    classes: list[int] = []
    strings: list[int] = []
    count = struct.unpack_from(">H", body, 8)[0]
    place, number = 10, 1
    while number < count:
        tag = body[place]
        if tag == _UTF8:
            size = struct.unpack_from(">H", body, place + 1)[0]
            texts[number] = body[place + 3 : place + 3 + size].decode("utf-8", "replace")
            place += 3 + size
        else:
            if tag in (_CLASS_TAG, _STRING):
                of = classes if tag == _CLASS_TAG else strings
                of.append(struct.unpack_from(">H", body, place + 1)[0])
            place += 1 + _SIZES[tag]
        number += 2 if tag in (5, 6) else 1
    return texts, classes, strings
