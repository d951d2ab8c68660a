"""Ghidra's engine answers with C, and what it cannot do costs one sample."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from acidtest import evaluate
from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.keeper import descendants
from acidtest.core.records import Program, Question
from acidtest.core.registry import find_suite, make_system
from acidtest.systems.decompilers.ghidra import LIMITS, checks, ghidra, make
from acidtest.systems.decompilers.served import ServedSystem

from ..conftest import question

SUITE = find_suite("c-decompile")
Ask = Callable[..., Question]

TEXTS = r"""
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int counter;
static const char *names[] = {"zero", "one", "two"};
const char *name_of(int n) { counter++; return n == 1 ? names[1] : "many"; }
double scaled(char *s) { return strlen(s) * 2.75; }
void freed(int *p) { p[0] = 1; free(p); }
int pick(int n) {
    switch (n) {
        case 0: return 17; case 1: return 4; case 2: return 99;
        case 3: return 5; case 4: return 61; case 5: return 8;
    }
    return -1;
}
int main(void) { return pick(counter) + (int)scaled("x") + *name_of(1); }
"""


@pytest.fixture(scope="module")
def system() -> Iterator[ServedSystem]:
    """One system for all: its drivers are kept."""
    opened = ghidra()
    yield opened
    opened.close()


def said(system: ServedSystem, asked: Question) -> str:
    """The text of an answer that came without trouble."""
    answer = system.answer(asked)
    assert answer.error is None
    assert answer.note is None
    assert answer.time_s is not None
    return answer.text or ""


def test_texts_and_globals_have_their_names(system: ServedSystem, ask: Ask) -> None:
    """Read-only data is shown as what it is; a symbol's name is used."""
    text = said(system, ask(TEXTS, "name_of", "-O1"))
    assert '"many"' in text
    assert '"one"' in text
    assert "counter = counter + 1" in text


def test_constants_come_from_read_only_data(system: ServedSystem, ask: Ask) -> None:
    """A floating-point constant stands in .rodata, and the library's prototype is known."""
    text = said(system, ask(TEXTS, "scaled", "-O1"))
    assert "2.75" in text
    assert "strlen(" in text
    assert re.match(r"double scaled\(char \*\w+\)", text.strip())


def test_tail_call_is_a_call(system: ServedSystem, ask: Ask) -> None:
    """A jump to a library function is a call of it, not a jump through an unnamed pointer."""
    text = said(system, ask(TEXTS, "freed", "-O2"))
    assert "free(" in text
    assert "Ram0" not in text


def test_switch_table_is_found(system: ServedSystem, ask: Ask) -> None:
    """The table of a switch lies in read-only data."""
    text = said(system, ask(TEXTS, "pick", "-O0"))
    assert "switch(" in text
    assert "case 5:" in text


def test_stack_variables_have_the_type_that_was_inferred(system: ServedSystem, ask: Ask) -> None:
    """A counter that is compared with a signed number is signed, or loops run wild."""
    source = (
        "int sum(int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }"
    )
    text = said(system, ask(source + "int main(void) { return 0; }", "sum", "-O0"))
    assert len(re.findall(r"^  int local_\w+;$", text, re.MULTILINE)) == 2


def test_fixed_address_program(system: ServedSystem, ask: Ask) -> None:
    """Programs that are not position independent work as well."""
    assert '"many"' in said(system, ask(TEXTS, "name_of", "-O1", "-no-pie"))


def test_stripped_program_is_asked_by_address(system: ServedSystem, ask: Ask) -> None:
    """Without symbols the function is named by its address; imports keep their names."""
    asked = ask(TEXTS, "freed", "-O2", stripped=True)
    assert asked.program is not None
    assert asked.program.address is not None
    text = said(system, asked)
    assert f"FUN_{0x100000 + asked.program.address:08x}(" in text
    assert "free(" in text


def test_answers_do_not_depend_on_what_was_asked_before(system: ServedSystem, ask: Ask) -> None:
    """Each function has its own process; asked again from several threads, the text is the same."""
    asked = [ask(TEXTS, name, "-O2") for name in ("name_of", "scaled", "pick")]
    first = [said(system, each) for each in asked]
    with ThreadPoolExecutor(4) as pool:
        again = list(pool.map(lambda each: said(system, each), asked * 4))
    assert again == first * 4


def test_place_without_code_is_an_empty_answer_with_its_reason(
    system: ServedSystem, ask: Ask
) -> None:
    """Nothing is mapped there: the system's failure, not ours."""
    asked = ask(TEXTS, "pick")
    assert asked.program is not None
    program = replace(asked.program, address=0x7000000)
    answer = system.answer(replace(asked, read_program=lambda: program))
    assert answer.text == ""
    assert answer.error is None
    assert answer.note is not None
    assert "ghidra: " in answer.note


@pytest.mark.parametrize("cut", [70, 500, 3000, 12000])
def test_damaged_program_fails_alone(system: ServedSystem, ask: Ask, cut: int) -> None:
    """A file that ends early is refused by the reader, which lives on."""
    asked = ask(TEXTS, "pick")
    assert asked.program is not None
    broken = replace(asked.program, data=asked.program.data[:cut])
    answer = system.answer(replace(asked, read_program=lambda: broken))
    assert answer.text == ""
    assert "damaged ELF file" in (answer.note or "")
    assert "switch(" in said(system, ask(TEXTS, "pick", "-O0"))


def large(count: int) -> str:
    """A function that takes the engine seconds."""
    lines = "\n".join(
        f"  if (a[{i}] > b) {{ b += a[{i} % 7] * {i}; a[{i} % 5] ^= b; }}" for i in range(count)
    )
    return f"long big(long *a, long b) {{\n{lines}\n  return b;\n}}\nint main(void) {{ return 0; }}"


def test_time_limit_costs_one_sample(ask: Ask) -> None:
    """A function that takes too long is an empty answer; the next one is answered."""
    system = ghidra(replace(LIMITS, cpu_s=1, wall_s=30))
    try:
        answer = system.answer(ask(large(3000), "big", "-O0"))
        assert answer.text == ""
        assert answer.error is None
        assert "limit was reached" in (answer.note or "")
        assert "switch(" in said(system, ask(TEXTS, "pick", "-O0"))
    finally:
        system.close()


def test_memory_limit_costs_one_sample(ask: Ask) -> None:
    """The same with memory."""
    before = set(drivers())
    system = ghidra()
    (mine,) = set(drivers()) - before
    said(system, ask(TEXTS, "pick", "-O0"))  # loads the processor's definitions
    status = Path(f"/proc/{mine}/status").read_text()
    system.close()
    loaded = int(re.findall(r"VmSize:\s+(\d+) kB", status)[0]) << 10
    system = ghidra(replace(LIMITS, memory=loaded + (32 << 20)))
    try:
        answer = system.answer(ask(large(3000), "big", "-O0"))
        assert answer.text == ""
        assert answer.error is None
        assert answer.note == "ghidra: the memory limit was reached"
        assert "switch(" in said(system, ask(TEXTS, "pick", "-O0"))
    finally:
        system.close()


def drivers() -> list[int]:
    """Drivers that this process started."""
    numbers = []
    for number in descendants(os.getpid()):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            if b"ghidra_driver" in Path(f"/proc/{number}/cmdline").read_bytes():
                numbers.append(number)
    return numbers


def test_killed_driver_is_started_again(ask: Ask) -> None:
    """An idle driver that somebody killed is replaced, and the question is answered."""
    before = set(drivers())
    system = ghidra()
    try:
        (mine,) = set(drivers()) - before
        os.kill(mine, signal.SIGKILL)
        assert "switch(" in said(system, ask(TEXTS, "pick", "-O0"))
    finally:
        system.close()
    assert set(drivers()) == before


def test_killed_reader_is_started_again(ask: Ask) -> None:
    """What a program does to the process that reads it costs a new process, not the run."""
    system = ghidra()
    try:
        for number in descendants(os.getpid()):
            with contextlib.suppress(OSError):
                if b"image_server" in Path(f"/proc/{number}/cmdline").read_bytes():
                    os.kill(number, signal.SIGKILL)
        assert "switch(" in said(system, ask(TEXTS, "pick", "-O0"))
    finally:
        system.close()


def test_stuck_driver_is_started_again(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    """A driver that does not move is ended and replaced, even with a request it never took."""
    before = set(drivers())
    monkeypatch.setattr("acidtest.systems.decompilers.served._GRACE_S", 1)
    system = ghidra(replace(LIMITS, wall_s=2))
    try:
        (mine,) = set(drivers()) - before
        os.kill(mine, signal.SIGSTOP)
        asked = ask(TEXTS, "pick", "-O0")
        assert asked.program is not None
        padded = replace(asked.program, data=asked.program.data + bytes(1 << 20))
        assert "switch(" in said(system, replace(asked, read_program=lambda: padded))
    finally:
        system.close()


def test_other_architecture_is_named(system: ServedSystem, ask: Ask) -> None:
    """A program for another processor is the user's mistake, not a wrong answer."""
    asked = ask(TEXTS, "pick")
    assert asked.program is not None
    data = bytearray(asked.program.data)
    data[18:20] = (22).to_bytes(2, "little")
    program = replace(asked.program, data=bytes(data))
    match = (
        r"ghidra: the program is for ELF machine 22, 64 bits.*supported are x86-64 \(ELF\), i386"
    )
    with pytest.raises(InputError, match=match):
        system.answer(replace(asked, read_program=lambda: program))


def test_question_without_a_program_is_refused(system: ServedSystem) -> None:
    """Suites that have no programs cannot be asked of a decompiler."""
    for program in (None, Program(b"bytecode")):
        with pytest.raises(InputError, match="these questions have none"):
            system.answer(question(program))


def test_missing_compiler_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The driver is built on first use, and needs g++."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path))
    with pytest.raises(InfrastructureError, match=r"g\+\+ was not found.*apt-get install g\+\+"):
        make_system("ghidra", SUITE)


def test_the_doctor_sees_a_driver_that_cannot_be_built(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The packages alone decompile nothing."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path))
    (check,) = checks()
    assert (check.installed, check.advice) == (False, "apt-get install g++ zlib1g-dev")


def test_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without reoxide the message says how to get it."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(
        InfrastructureError, match=r"needs reoxide: pip install 'acidtest\[ghidra\]'"
    ):
        make("", SUITE)


def test_run_on_the_shipped_corpus(tmp_path: Path) -> None:
    """Some of the shipped corpus through the engine: answers compile and pass, no errors."""
    result = evaluate(
        "c-decompile", "ghidra", limit=12, controls="none", out=tmp_path / "named", workers=2
    )
    assert result.summary.errors == 0
    value = result.summary.metrics["passes_with_types"].value
    assert value is not None
    assert value > 0.1


def test_stripped_run_is_another_run(tmp_path: Path) -> None:
    """--stripped goes into the manifest, and the answers know no names."""
    result = evaluate(
        "c-decompile", "ghidra", limit=2, controls="none", out=tmp_path / "run", stripped=True
    )
    manifest = (tmp_path / "run" / "manifest.json").read_text()
    assert manifest.count('"stripped": true') == 2
    answers = (tmp_path / "run" / "answers.jsonl").read_text()
    assert answers.count("FUN_0010") >= 2
    assert result.summary.errors == 0
