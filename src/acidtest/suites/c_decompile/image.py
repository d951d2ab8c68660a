"""What a function's program holds beside it, for answers that name it and do not define it.

A decompiler shows one function of a program: `DAT_00102004`, `len.1` and `FUN_00101139` are names
for what its user can look up. They are given from an object of the reference alone, so nothing of
the test is in reach, and the code of the function itself is taken out of it.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from acidtest.core.records import Program
from acidtest.lang import c_source as source
from acidtest.lang import objdump
from acidtest.lang.elf import STT_OBJECT, read_object
from acidtest.lang.elf_object import Place, Relocation, read_parts, without_function
from acidtest.lang.references import x86_64_size
from acidtest.suites.c_decompile.compile import Compiled, first_error
from acidtest.suites.c_decompile.declare import WITH_ADDRESS, ProgramPart, declarator, prototype
from acidtest.suites.c_decompile.lacking import complete
from acidtest.suites.c_decompile.once import Once
from acidtest.suites.c_decompile.program import BUILD, DUMP, NotBuilt, build_program, failed
from acidtest.suites.c_decompile.task import Task
from acidtest.toolchains.cross import find_toolchain
from acidtest.toolchains.gcc import Gcc
from acidtest.toolchains.sandbox import Job, Sandbox, Step

Link = Callable[[Compiled], tuple[Compiled, list[str]]]
"""Adds to an answer's object what it lacks, and says the names of that."""

# where decompilers load a program that has no fixed place: IDA and RetDec, Ghidra, angr and
# Binary Ninja
_BASES = (0, 0x100000, 0x400000)
_CONSTANT = re.compile(r"(\(\w[\w ]{0,40}\*\) ?)0x([0-9a-f]{4,12})\b")
_NUMBERED = re.compile(r"\b([A-Za-z_]\w{0,80})\.(\d{1,4})\b(?!\.)")
_STATIC = re.compile(r"\bstatic\b[^;{}()=]{0,200}?(\w{1,80})\s{0,9}(?=[;=\[(])")
_WORD = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_MOST = 256  # names
_OPEN = "\nextern __typeof__({0}) {0} __attribute__((noinline));"
_END = 1 << 61


def may_name(task: Task, text: str) -> bool:
    """Whether an answer may name something of the program; cheap, and rather yes than no."""
    words = set(_WORD.findall(text)) - {task.entry}
    return not words.isdisjoint(_own_names(task.reference, task.language)) or any(
        map(WITH_ADDRESS.fullmatch, words)
    )


@functools.lru_cache(maxsize=512)
def _own_names(reference: str, language: str) -> frozenset[str]:
    """The names that the reference gives to functions and variables of a program."""
    return frozenset(_STATIC.findall(reference)) | source.declared(reference, language)


class Image:
    """The program of one task at one level, and its parts without the function in question."""

    def __init__(
        self,
        task: Task,
        program: Program,
        linked: str,
        alone: bytes,
        code: str,
        *,
        not_inlined: bytes = b"",
    ) -> None:
        """`not_inlined` is the reference alone, compiled so that no other function holds a copy of
        this one.
        """
        self._entry = task.entry
        self._object = read_parts(alone)
        self._open = read_parts(not_inlined or alone)
        self.parts = without_function(alone, task.entry)
        self._heads = source.prototypes(task.reference, task.language)
        self._by_address: dict[int, ProgramPart] = {}
        self._by_name: dict[str, ProgramPart] = {}
        self.listings: dict[str, str] = {}
        for name in self._reached():
            listing = objdump.function_listing(linked, name)
            own = objdump.function_listing(code, name)
            if listing and own:
                self.listings[name] = listing
                self._by_address |= dict(self._referred(name, listing, own))
        self._read_symbols(program)

    def _reached(self) -> list[str]:
        """The functions that the one in question can come to, itself first."""
        homes: dict[str, list[str]] = {}
        for name, (place, _) in self._object.symbols.items():
            homes.setdefault(place.section, []).append(name)
        waiting = [self._object.symbols[self._entry][0].section]
        sections = dict.fromkeys(waiting)
        while waiting:
            for relocation in self._object.parts[waiting.pop()].relocations:
                to = relocation.to
                if isinstance(to, Place) and to.section not in sections:
                    sections[to.section] = None
                    waiting.append(to.section)
        code = [one for one in sections if self._object.parts[one].code]
        return [name for section in code for name in homes.get(section, [])]

    def _referred(self, name: str, listing: str, code: str) -> Iterator[tuple[int, ProgramPart]]:
        """What a function refers to: address in the program, and place in the object.

        Both texts have the same instructions, or there are none of these.
        """
        linked, alone = objdump.instructions(listing), objdump.instructions(code)
        relocations = self._object.parts[self._object.symbols[name][0].section].relocations
        if [one.mnemonic for one in linked] != [one.mnemonic for one in alone]:
            return
        for there, here in zip(linked, alone, strict=True):
            for relocation in relocations:
                to = relocation.to
                if here.start < relocation.at < here.end < _END and isinstance(to, Place):
                    offset = to.offset + relocation.addend + here.end - relocation.at
                    place = Place(to.section, offset)
                    if there.target is not None and not self._object.parts[place.section].code:
                        yield there.target, ProgramPart(place, access=there.mnemonic)

    def _read_symbols(self, program: Program) -> None:
        """Symbols of the program that the reference alone has too, but for the function itself."""
        bases: dict[str, list[str]] = {}
        for name in self._object.symbols:
            bases.setdefault(name.partition(".")[0], []).append(name)
        for symbol in read_object(program.data).symbols:
            base = symbol.name.partition(".")[0]
            if not symbol.defined or base not in bases or base == self._entry:
                continue
            if any(self._holds_the_function(name) for name in bases[base]):
                continue
            inside = [
                (at, given)
                for at, given in self._by_address.items()
                if symbol.value <= at < symbol.value + symbol.size
            ]
            if symbol.kind == STT_OBJECT and inside:
                at, given = inside[0]
                place = Place(given.place.section, given.place.offset - (at - symbol.value))
                one = ProgramPart(place, symbol.size, "", _scalar_access(inside, symbol.value))
            elif len(bases[base]) == 1:
                place, size = self._object.symbols[bases[base][0]]
                is_code = self._object.parts[place.section].code
                one = ProgramPart(place, size, base if is_code else "")
            else:
                continue
            self._by_name[symbol.name] = self._by_address[symbol.value] = one

    def _holds_the_function(self, name: str) -> bool:
        """Whether a function's code has a copy of the one in question in it."""
        section = self._object.symbols[name][0].section
        part, apart = self._object.parts[section], self._open.parts.get(section)
        return part.code and (apart is None or apart.data != part.data)

    def described(self) -> str:
        """What the function's program holds for it: the functions it comes to, and data."""
        functions = [
            "\n".join(line.partition("\t")[2] or line for line in listing.strip().split("\n"))
            for name, listing in self.listings.items()
            if name != self._entry
        ]
        names = {self._by_name[name].place: name for name in self._by_name}
        data = [
            self._shown(address, one, names.get(one.place, ""))
            for address, one in sorted(self._by_address.items())
            if not one.function
        ]
        return "\n\n".join(filter(None, [*functions, "\n".join(data)]))

    def _shown(self, address: int, one: ProgramPart, name: str) -> str:
        """One line: where it is, its bytes, and the functions and data that it points to."""
        part = self._object.parts[one.place.section]
        start = one.place.offset
        held = (part.data or bytes(part.size))[start:]
        shown = held[: one.size or objdump.shown_width(x86_64_size(one.access), held)]
        points = [
            f"+{relocation.at - start:x} {self._name_of(relocation)}"
            for relocation in part.relocations
            if start <= relocation.at < start + len(shown)
        ]
        kind = ".rodata" if part.name.startswith(".rodata") else ".data" if part.data else ".bss"
        text = "".join(chr(b) if 32 <= b < 127 else "." for b in shown)
        label = f" <{name}>" if name else ""
        to = f" pointers: {', '.join(points)}" if points else ""
        return f"{kind} {address:x}{label}: {shown.hex(' ')} |{text}|{to}"

    def _name_of(self, relocation: Relocation) -> str:
        to = relocation.to
        if isinstance(to, str):
            return to
        target = Place(to.section, to.offset + relocation.addend)
        for name, (place, _) in self._object.symbols.items():
            if place == target:
                return name
        text = self._object.parts[to.section].data[target.offset :].split(b"\0")[0]
        return '"' + text.decode("latin-1") + '"'

    def named(self, text: str) -> dict[str, ProgramPart]:
        """What an answer names of the program, up to a number that no honest one needs."""
        words = dict.fromkeys(_WORD.findall(text))
        parts = ((word, self._by_name.get(word) or self._at(word)) for word in words)
        return dict(islice(((word, one) for word, one in parts if one is not None), _MOST))

    def spelled(self, text: str) -> str:
        """The answer with the program's names as C can have them.

        `len.1` becomes `len_1`, and `(byte *)0x102300` gets a name if the program has data there.
        """
        text = _NUMBERED.sub(
            lambda match: f"{match[1]}_{match[2]}" if match[0] in self._by_name else match[0], text
        )
        return _CONSTANT.sub(
            lambda match: (
                match[0] if self._inside(match[2]) is None else f"{match[1]}&DAT_{match[2]}"
            ),
            text,
        )

    def _at(self, word: str) -> ProgramPart | None:
        numbered = re.fullmatch(r"(\w+)_(\d{1,4})", word)
        if numbered and (one := self._by_name.get(f"{numbered[1]}.{numbered[2]}")):
            return one
        match = WITH_ADDRESS.fullmatch(word)
        return None if match is None else self._inside(match[1])

    def _inside(self, digits: str) -> ProgramPart | None:
        """What is at an address, or around it, or ends there."""
        for address in (int(digits, 16) - base for base in _BASES):
            if address in self._by_address:
                return self._by_address[address]
            for start, one in self._by_address.items():
                if start < address <= start + one.size and not one.function:
                    place = Place(one.place.section, one.place.offset + address - start)
                    return ProgramPart(place, access="lea")
        return None

    def declarations(self, text: str, given: Mapping[str, ProgramPart], declared: set[str]) -> str:
        """C declarations of what is given and the answer does not declare."""
        return "\n".join(
            prototype(name, self._heads.get(one.function, ""), one.function)
            if one.function
            else f"extern {declarator(name, one, text)};"
            for name, one in given.items()
            if name not in declared
        )


def _scalar_access(inside: list[tuple[int, ProgramPart]], start: int) -> str:
    """The instruction that uses a variable from its beginning, if one does."""
    return next((given.access for at, given in inside if at == start), "")


def make_image(sandbox: Sandbox, task: Task) -> Image:
    """Build the program, and the reference without the test; raises `InfrastructureError`."""
    program, tools = build_program(sandbox, task), find_toolchain(task.built_for)
    compile_apart = [*tools.cc, f"-{task.opt}", "-ffunction-sections", "-fdata-sections", "-c"]
    dump = [tools.objdump, "-d", "--no-show-raw-insn"]
    reference = task.reference.encode("utf-8", "replace")
    files = {"alone.c": reference, "program": program.data}
    steps = [
        Step([*compile_apart, "alone.c"], limits=BUILD),
        Step([*dump, "alone.o"], limits=DUMP),
        Step([*dump, "program"], limits=DUMP),
    ]
    if len(re.findall(rf"\b{re.escape(task.entry)}\b", task.reference)) > 1:
        # a function that calls it may hold a copy of it
        files["open.c"] = reference + _OPEN.format(task.entry).encode()
        steps.append(Step([*compile_apart, "open.c"], limits=BUILD))
    outcome = sandbox.run(Job(steps, files=files, collect=["alone.o", "open.o"]))
    if len(outcome.steps) < len(steps) or not outcome.steps[-1].ok:
        raise failed(task, outcome.steps[-1], "its reference without the test")
    code, listing = (step.stdout.decode("utf-8", "replace") for step in outcome.steps[1:3])
    made = outcome.files
    return Image(task, program, listing, made["alone.o"], code, not_inlined=made.get("open.o", b""))


@dataclass(frozen=True, slots=True)
class Offer:
    """An answer with declarations of what it names of its program, and how to add that."""

    text: str
    includes: list[str]
    prelude: str
    link: Link


class Programs:
    """What programs hold for answers that name it. Each is built once. Thread-safe."""

    def __init__(self, gcc: Gcc, sandbox: Sandbox) -> None:
        self._gcc, self._sandbox = gcc, sandbox
        self._image = Once(self._made)

    def _made(self, task: Task) -> Image | None:
        """None where the task's own code does not build; an answer cannot change that."""
        try:
            return make_image(self._sandbox, task)
        except NotBuilt:
            return None

    def offer(self, task: Task, text: str, includes: Sequence[str]) -> Offer | None:
        """What one reading of an answer is offered; None if it names nothing of its program."""
        if not may_name(task, text):
            return None
        image = self._image(replace(task, asm=None, pseudo=None))
        if image is None:
            return None
        text, prelude, headers = image.spelled(text), "", list(includes)
        lacks = complete(text, includes, task.language)
        if lacks is not None:
            text, prelude, headers = lacks.text, lacks.prelude, lacks.includes
        given = image.named(text)
        if not given:
            return None
        declared = image.declarations(text, given, source.declared(text, task.language))
        return Offer(
            text, headers, f"{prelude}\n{declared}", functools.partial(self._link, image, given)
        )

    def _link(
        self, image: Image, given: Mapping[str, ProgramPart], answer: Compiled
    ) -> tuple[Compiled, list[str]]:
        """The answer's object with what it lacks of the program, and the names of that."""
        lacking = read_object(answer.data).undefined()
        names = sorted(name for name in given if name in lacking)
        named = {name: given[name].place for name in names}
        added = [
            part
            for name, place in named.items()
            for part in ("--add-symbol", f"{name}={place.section}:{place.offset},global")
        ]
        steps = [
            Step([self._gcc.objcopy, "--keep-global-symbol=", "parts.o"], limits=DUMP),
            Step([self._gcc.objcopy, *added, "parts.o"], limits=DUMP),
            Step([self._gcc.linker, "-r", "answer.o", "parts.o", "-o", "both.o"], limits=DUMP),
        ]
        files = {"answer.o": answer.data, "parts.o": image.parts}
        outcome = self._sandbox.run(Job(steps, files=files, collect=["both.o"]))
        if "both.o" not in outcome.files:
            return Compiled(problem=first_error(outcome.steps[-1], "the linker")), names
        return replace(answer, data=outcome.files["both.o"]), names
