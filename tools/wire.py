"""Writes the Python side of the wire from the C headers that define it.

    python tools/wire.py            write the modules again
    python tools/wire.py --check    exit status 1 if they are not what the headers say

The headers are plain C: `#define NAME number`, enums, and structs of fixed-width fields.
"""

from __future__ import annotations

import re
import struct
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "acidtest"
MODULES = {
    PACKAGE / "toolchains/sandbox/wire.py": ["sandbox/layout.h"],
    PACKAGE / "suites/c_decompile/wire.py": ["judge/layout.h", "judge/agrees.h"],
}
_FORMATS = {
    f"{sign}int{size}_t": code.upper() if sign else code
    for size, code in ((8, "b"), (16, "h"), (32, "i"), (64, "q"))
    for sign in ("u", "")
}
_PART = re.compile(
    r"#define (?P<constant>\w+) (?P<value>0x\w+|\d+)\n"
    r"|(?:/\*(?P<doc>[^*]*)\*/\s*)?(?P<kind>enum|struct)(?: __attribute__\(\(packed\)\))?"
    r"(?: (?P<name>\w+))? \{(?P<body>[^}]*)\};"
)
_FIELD = re.compile(r"(?P<type>\w+) (?P<name>\w+)(?:\[(?P<count>\w+)\])?")


def _camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def _members(body: str) -> Iterator[tuple[str, int]]:
    value = -1
    for part in filter(None, (part.strip() for part in body.split(","))):
        name, _, given = (word.strip() for word in part.partition("="))
        value = int(given, 0) if given else value + 1
        yield name, value


def _record(name: str, doc: str, body: str, known: Mapping[str, int]) -> list[str]:
    fields, formats = [], "<"
    for part in filter(None, (part.strip() for part in body.split(";"))):
        field = _FIELD.fullmatch(part)
        if field is None or field["type"] not in _FORMATS:
            raise SystemExit(f"struct {name}: not a field of fixed width: {part}")
        code, count = _FORMATS[field["type"]], field["count"]
        size = 1 if count is None else known[count] if count in known else int(count)
        if count is None:
            fields.append(f"    {field['name']}: int")
        elif code == "B":
            fields.append(f"    {field['name']}: bytes")
            code = "s"
        else:
            fields += [f"    {field['name']}_{at}: int" for at in range(size)]
        formats += code if count is None else f"{size}{code}"
    name = f"{name.removesuffix('_record')}_record"  # a plain `Limits` is a class elsewhere
    packed = f'{name.upper()} = struct.Struct("{formats}")  # {struct.calcsize(formats)} bytes'
    return [f"class {_camel(name)}(NamedTuple):", f'    """{doc}"""', "", *fields, "", "", packed]


def python_side(headers: Mapping[str, str]) -> str:
    """The module that says in Python what the headers, text by name, say in C."""
    lines: list[str] = []
    known: dict[str, int] = {}
    for part in (match for text in headers.values() for match in _PART.finditer(text)):
        body = re.sub(r"/\*.*?\*/", "", part["body"] or "", flags=re.DOTALL)
        doc = " ".join((part["doc"] or "").split())
        lines += ["", ""] if part["name"] else []
        if part["constant"]:
            lines.append(f"{part['constant']} = {part['value']}")
        elif part["kind"] == "struct":
            lines += _record(part["name"], doc, body, known)
        else:
            members = dict(_members(body))
            known |= members
            if part["name"]:
                lines += [f"class {_camel(part['name'])}(IntEnum):", f'    """{doc}"""', ""]
            indent = "    " if part["name"] else ""
            lines += [f"{indent}{name} = {value}" for name, value in members.items()]
    head = [
        '"""Numbers and records of the wire.',
        *["", f"Made by tools/wire.py from {' and '.join(headers)}.", '"""'],
        *["", "from __future__ import annotations", "", "import struct"],
        *["from enum import IntEnum", "from typing import NamedTuple"],
        *([""] if lines[0] else []),
    ]
    return "\n".join([*head, *lines, ""])


def modules() -> dict[Path, str]:
    """The text of each generated module, by path."""
    native = PACKAGE / "native"
    return {
        path: python_side({f"native/{name}": (native / name).read_text() for name in headers})
        for path, headers in MODULES.items()
    }


def _is(path: Path, text: str) -> bool:
    return path.exists() and path.read_text() == text


def main() -> int:
    """Write or check."""
    check = "--check" in sys.argv[1:]
    old = {path: text for path, text in modules().items() if not _is(path, text)}
    for path, text in old.items():
        name = path.relative_to(ROOT)
        if check:
            print(f"{name} is not what its header says; run: python tools/wire.py")
        else:
            path.write_text(text)
            print(f"{name} written")
    return int(check and bool(old))


if __name__ == "__main__":
    sys.exit(main())
