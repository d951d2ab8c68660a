"""exported:COMMAND, for decompilers that write a whole program: the asked function is cut out.

IDA, RetDec and Binary Ninja say in their text where each function lies; Ghidra's export does not,
and names functions without symbols after their addresses. One table says how each of them writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from acidtest.core.errors import InputError
from acidtest.core.protocols import Suite
from acidtest.core.records import Answer, Json, Program, Question
from acidtest.core.registry import system
from acidtest.lang import c_source
from acidtest.systems import command
from acidtest.systems.command import CommandSystem


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """How one decompiler writes a program."""

    tool: str
    head: re.Pattern[str]  # before a function, with its address; empty for one without
    end: re.Pattern[str]  # what may follow a function besides the next head
    bases: tuple[int, ...]  # where it loads a program that may be loaded anywhere
    unnamed: tuple[str, ...]  # what it calls a function without a symbol
    column: str = ""  # what stands before every line, to be removed


_NEVER = re.compile(r"(?!)")
_FLAGS = re.MULTILINE
FORMATS = (
    ExportFormat(
        "IDA",
        re.compile(r"^//----- \(([0-9A-Fa-f]{4,16})\)(?: -+)?[ \t]*$", _FLAGS),
        re.compile(r"^// nfuncs=\d+", _FLAGS),
        (0,),
        ("sub_{:X}",),
    ),
    ExportFormat(
        "RetDec",
        re.compile(
            r"^// Address range: 0x([0-9a-fA-F]{1,16}) - 0x[0-9a-fA-F]{1,16}[ \t]*$", _FLAGS
        ),
        re.compile(r"^// -{3,}.*$", _FLAGS),
        (0,),
        ("function_{:x}",),
    ),
    ExportFormat(
        "Binary Ninja",
        # the next thing after the address begins in its own column: a type, not an indented line
        re.compile(r"^([0-9a-f]{8,16})  {1,4}(?=[A-Za-z_][^;\n]*\)[^;\n]*$)", _FLAGS),
        _NEVER,
        (0, 0x400000),
        ("sub_{:x}",),
        column=r"^[0-9a-f]{8,16}(?:  {1,4}|$)",
    ),
    ExportFormat("Ghidra", _NEVER, _NEVER, (0, 0x100000, 0x10000), ("FUN_{:08x}",)),
)


def cut(text: str, program: Program) -> str | None:
    """The asked function of a program's text, by its address, else by its name; None if absent."""
    address = program.address
    if address is None:
        raise InputError("exported: these programs have no functions")
    for form in FORMATS:
        parts = dict(_parts(text, form))
        for base in form.bases if parts else ():
            part = parts.get(address + base, parts.get((address & ~1) + base))  # ARM's Thumb bit
            if part is not None:
                return part
    names = [program.symbol] if program.symbol else []
    names += [
        name.format(address + base)
        for form in FORMATS
        for base in form.bases
        for name in form.unnamed
    ]
    data = text.encode("utf-8", "replace")
    defined = {function.name: function for function in reversed(c_source.functions(text))}
    for name in names:
        if name in defined:
            return data[defined[name].start : defined[name].end].decode("utf-8", "replace") + "\n"
    return None


def _parts(text: str, form: ExportFormat) -> Iterator[tuple[int, str]]:
    """Each function's address and text; of two at one address, the last."""
    heads = list(form.head.finditer(text))
    starts = [*(head.start() for head in heads), len(text)][1:]
    for head, stop in zip(heads, starts, strict=True):
        end = form.end.search(text, head.end(), stop)
        body = text[head.start() if form.column else head.end() : end.start() if end else stop]
        if form.column:
            body = re.sub(form.column, "", body, flags=_FLAGS)
        yield int(head[1], 16), body.strip() + "\n"


@dataclass(frozen=True)
class ExportedSystem:
    """Runs a command for each program, and answers with the asked function of what it prints."""

    command: CommandSystem

    @property
    def name(self) -> str:
        """The name as typed, without its secrets."""
        return f"exported:{self.command.command}"

    @property
    def identity(self) -> Mapping[str, Json]:
        """The command's, and the version of how functions are cut out."""
        return {**self.command.identity, "cut": 1}

    def answer(self, question: Question) -> Answer:
        """The function; an empty answer with a note if the text does not have it."""
        program = question.program
        if program is None or program.address is None:
            raise InputError("exported: these questions have no programs with functions")
        answer = self.command.answer(question)
        part = cut(answer.text or "", program)
        if part is not None:
            return replace(answer, text=part)
        asked = f"0x{program.address:x}" + (f" or named {program.symbol}" if program.symbol else "")
        note = f"exported: no function at {asked} in the {len(answer.text or '')} characters"
        return replace(answer, text="", note=f"{answer.note}; {note}" if answer.note else note)


@system(programs="ELF")
def make(argument: str, suite: Suite) -> ExportedSystem:
    """exported:PROGRAM ARGUMENTS… prints a program's C; the asked function is cut out of it."""
    made = command.make(argument, suite)
    return ExportedSystem(replace(made, limits=replace(made.limits, output=16 << 20)))
