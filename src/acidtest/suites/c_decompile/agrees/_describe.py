"""What a call gave, in words."""

from __future__ import annotations

import struct
from collections.abc import Mapping

from acidtest.core.records import Json
from acidtest.suites.c_decompile.agrees._prototype import Buffer, CallSignature


def describe(signature: CallSignature, data: bytes) -> Mapping[str, Json]:
    """What a call returned and left in its buffers, from the bytes it was hashed from."""
    description: dict[str, Json] = {}
    try:
        if signature.result in ("s", "*"):
            where, extent = struct.unpack_from("<ii", data)
            data = data[8:]
            slots = [p.name for p in signature.parameters if isinstance(p, Buffer)]
            description["returned"] = None
            if where >= 0:
                description["returned"] = f"{slots[where]} + {extent} bytes"
            elif where != -1:
                kept = Buffer("", signature.element, where == -2, False)
                description["returned"], data = _content(kept, data[:extent]), data[extent:]
        elif signature.result:
            (value,) = struct.unpack_from(f"<{signature.result}", data)
            description["returned"] = repr(value) if isinstance(value, float) else value
            data = data[struct.calcsize(signature.result) :]
        for parameter in signature.parameters:
            if isinstance(parameter, Buffer):
                (size,) = struct.unpack_from("<I", data)
                part, data = data[4 : 4 + size], data[4 + size :]
                description[parameter.name] = _content(parameter, part)
    except (struct.error, IndexError):
        description["rest"] = "too long to show"
    return description


def _content(buffer: Buffer, data: bytes) -> Json:
    if buffer.text:
        return data.split(b"\0")[0].decode("latin-1") if b"\0" in data else data.decode("latin-1")
    count = len(data) // struct.calcsize(buffer.code)
    values = struct.unpack(f"<{count}{buffer.code}", data)
    return [repr(value) if isinstance(value, float) else value for value in values]
