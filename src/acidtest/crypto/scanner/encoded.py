"""Names that a program holds encoded: in base64, or as character codes."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence

from acidtest.core.untrusted import whole_number
from acidtest.crypto.scanner.places import at as _at
from acidtest.crypto.scanner.places import closed as _closed
from acidtest.crypto.scanner.places import word as _word
from acidtest.crypto.scanner.tokens import CodeToken


def decoded_text(t: Sequence[CodeToken], place: int) -> tuple[str, int] | None:
    """Base64 and character codes, where a call of that name is at `place`."""
    for ahead in range(place, min(place + 6, len(t))):
        word = t[ahead].text
        if t[ahead].kind == "op" and word not in (".", "(", ")", "::"):
            return None
        if word in ("b64decode", "atob", "FromBase64String", "decode", "DecodeString",
                    "base64_decode", "decode64", "strict_decode64"):  # fmt: skip
            inside = _at(t, ahead + 2)
            if inside is not None and inside.kind == "str" and _word(t, ahead + 1) == "(":
                try:
                    said = base64.b64decode(inside.text, validate=True).decode("ascii")
                except (binascii.Error, ValueError):
                    return None
                end = _closed(t, ahead + 1)
                if _word(t, end) == "." and _word(t, end + 1) == "decode":
                    end = _closed(t, end + 2)
                return said, end
        if word == "fromCharCode":
            codes, at = "", ahead + 2
            while (code := _at(t, at)) is not None and code.text != ")":
                value = whole_number(code.text) if code.kind == "num" else None
                codes += chr(value) if value is not None and value < 128 else ""
                at += 1
            return codes, at + 1
    return None
