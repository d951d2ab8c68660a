"""The text of a task's test: what makes inputs, those that are kept, and the comparison."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from acidtest.suites.c_decompile.agrees import HEAD, TAIL
from acidtest.suites.c_decompile.project.explore import Kept
from acidtest.suites.c_decompile.project.inputs import Maker
from acidtest.suites.c_decompile.project.slices import Slice, parameters_of
from acidtest.suites.c_decompile.project.types import FunctionType, NotTyped, Types

_RUNTIME = Path(__file__).with_name("replay.h").read_text(encoding="utf-8")
_NUMBER = re.compile(r"(?<![\w.])(0[xX][0-9a-fA-F]{1,16}|\d{1,19})(?:[uUlL]{0,3})(?![\w.])")
_CHARACTER = re.compile(r"'([^'\\\n])'")
_WORDS_MAX = 64


def calls_of(cut: Slice, types: Types) -> str:
    """The part of a test that makes an input, calls the function and hashes; raises `NotTyped`."""
    parameters = types.parameters(parameters_of(cut.item))
    declarator = cut.item.node.child_by_field_name("declarator")
    declared = types.declared(cut.item.node, declarator)
    if not isinstance(declared, FunctionType):
        raise NotTyped("its head could not be read")
    maker = Maker(types)
    body = maker.case(cut.entry, parameters, declared.result)
    words = _words(cut.item.text)
    listed = ", ".join(f"{word}u" for word in words)
    return "\n".join(
        [
            HEAD + f"static const unsigned long long acid_words[] = {{ {listed} }};",
            _RUNTIME,
            *maker.declarations,
            *maker.functions,
            body,
            f"{TAIL}\n",
        ]
    )


def _words(text: str) -> Sequence[int]:
    numbers = {int(n, 0) if n[:2].lower() == "0x" else int(n) for n in _NUMBER.findall(text)}
    letters = {ord(c) for c in _CHARACTER.findall(text) if ord(c) < 128}
    return sorted(n for n in numbers | letters | {0, 1} if n < 1 << 64)[:_WORDS_MAX]


def test_of(calls: str, kept: Sequence[Kept]) -> str:
    """The whole test: what makes inputs, those that are kept, and the comparison."""
    rows = "".join(f"    {{ {each.number:#x}u, {each.hash:#x}u }},\n" for each in kept)
    return (
        f"{calls}static const acid_word acid_kept[][2] = {{\n{rows}}};\n"
        "int main(void)\n{\n"
        "    const int count = sizeof acid_kept / sizeof *acid_kept;\n"
        "    for (int i = 0; i < count; i++)\n"
        "        if (acid_hash(acid_case(acid_kept[i][0])) != acid_kept[i][1])\n"
        "            return i + 1;\n"
        "    return 0;\n}\n"
    )
