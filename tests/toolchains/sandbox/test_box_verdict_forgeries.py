"""Answers that forge a verdict or stall the judge: each of these once worked."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from acidtest.lang import c_source as source
from acidtest.lang import extract
from acidtest.suites.c_decompile.runner_report import explain
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import Verdicts, runner
from acidtest.toolchains.gcc import find_gcc
from acidtest.toolchains.sandbox import Ending, Job, Limits, Sandbox, Step, StepResult
from acidtest.toolchains.sandbox import box as _box

from .watching import descendants, sh

C = Task(
    "t",
    "O0",
    "c",
    "func0",
    "",
    "int func0(int a) { return a * 3 + 1; }",
    "#include <assert.h>\n#include <stdio.h>\n#include <string.h>\n"
    "int main() { assert(func0(2) == 7); return 0; }",
)
CPP = replace(C, language="cpp", test="#include <cassert>\nint main() { assert(func0(2) == 7); }")
FORGE = """
  static const unsigned char mark[] = {0x48,0x89,0xf8,0x48,0x89,0xf7,0x48,0x89,0xd6,0x48,0x89,0xca};
  for (; memcmp(p, mark, 12); p += STEP) ;
  long (*gate)(long, long, long, long) = (void *)p;
  struct { unsigned char secret[16]; int kind, value; char text[200]; } m;
  memset(&m, 0, sizeof m); m.kind = 1;
  gate(0, 0, (long)m.secret, 16); gate(1, 3, (long)&m, sizeof m); gate(231, 0, 0, 0); return 0; }
"""
CHEATS = {
    "versioned-name": 'void f(void) __asm__("\\"__assert_fail@\\"");\nvoid f(void) {}\n'
    "int func0(int a) { return 0; }",
    "section-text": '__attribute__((section(".text\\n\\t.globl \\"__assert_fail@\\"\\n'
    '\\"__assert_fail@\\":\\n\\tret\\n#"))) int q(void) { return 1; }\n'
    "int func0(int a) { return 0; }",
    "gate-by-assert-fail": "#include <string.h>\nvoid __assert_fail();\nint func0(int a) {"
    " unsigned char *p = (void *)((unsigned long)&__assert_fail & ~0xfffUL);"
    + FORGE.replace("STEP", "1"),
    "gate-by-stdout": "#include <stdio.h>\n#include <string.h>\nint func0(int a) {"
    " unsigned char *p = (void *)(((unsigned long)stdout->_IO_buf_base & ~0xfffUL) - 0x1000);"
    + FORGE.replace("STEP", "-1"),
}
CPP_PATCH = r"""
#include <fstream>
#include <string>
struct F { F() {
  std::fstream f("test.so", std::ios::in | std::ios::out | std::ios::binary);
  std::string s((std::istreambuf_iterator<char>(f)), std::istreambuf_iterator<char>());
  f.clear(); f.seekp(s.find("\x55\x48\x89\xe5", 0x1000)); f.write("\x31\xc0\xc3", 3); f.close();
} } f;
int func0(int a) { return 0; }
"""


@pytest.fixture(scope="module")
def judge() -> Iterator[Verdicts]:
    with Sandbox(tools={"runner": runner()}) as sandbox:
        yield Verdicts(find_gcc(), sandbox)


@pytest.mark.parametrize("name", CHEATS)
def test_cheat(judge: Verdicts, name: str) -> None:
    verdict = judge.sound_verdict(C, CHEATS[name])["plain"]
    assert (verdict["compiles"], verdict["passes"]) == (True, False)


def test_cpp_constructor(judge: Verdicts) -> None:
    assert judge.sound_verdict(CPP, CPP_PATCH)["plain"]["passes"] is False


def test_cpp_iostream_oracle(judge: Verdicts) -> None:
    task = replace(CPP, dependencies="#include <iostream>\n")
    assert judge.sound_verdict(task, task.function)["plain"]["passes"] is True


def test_writable_code(judge: Verdicts) -> None:
    text = '__attribute__((section(".text.x,\\"awx\\",@progbits#"))) int q(void) { return 1; }\n'
    verdict = judge.sound_verdict(C, text + "int func0(int a) { return 0; }")["plain"]
    assert verdict.get("rule") == "inline-assembly"


def test_long_disassembly_is_the_answers_fault(judge: Verdicts) -> None:
    text = "int func0(int a) { volatile int x;\n" + "x = 0x050f;\n" * 40000 + "return 0; }"
    assert judge.sound_verdict(C, text)["plain"]["passes"] is False


def test_every_signal_has_words() -> None:
    for number in range(1, 65):
        assert explain(StepResult(Ending.SIGNALLED, number, 0, 0, 0, b"", b"", b""), "it")


def test_limits_of_the_supervisor(judge: Verdicts) -> None:
    text = (
        "#include <sys/resource.h>\n#include <unistd.h>\nint prlimit();\nint func0(int a) {"
        " struct rlimit z = {0, 0}; static char b[1 << 20];"
        " prlimit(1, RLIMIT_AS, &z, 0); write(1, b, sizeof b); return 0; }"
    )
    assert judge.published_verdict(C, text)["reexecutable"] is False


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "text",
    [
        "static " * 140_000,
        "```x\n" * 200_000,
        "#if 1\n" * 5000 + "int f(void){}\n" + "#endif\n" * 5000,
    ],
)
def test_hostile_text_is_read_in_linear_time(text: str) -> None:
    extract.unfence(text), source.expose_entry(text, "func0"), source.name_entry(text, "func0")


@pytest.mark.timeout(20)
@pytest.mark.parametrize("script", ["kill -9 -1; echo alive", "kill -STOP $PPID; echo alive"])
def test_single_mode_survives_signals(monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    command = _box._bwrap_command
    monkeypatch.setattr(_box, "_bwrap_command", lambda *a: [*command(*a), "single"])
    opened = Sandbox()
    pool = ThreadPoolExecutor(1)
    pids = [
        pid for box in opened._idle for pid in [box._process.pid, *descendants(box._process.pid)]
    ]
    try:
        job = Job([sh(script, limits=Limits(wall_s=2, processes=8))])
        outcome = pool.submit(opened.run, job).result(timeout=8)
        assert outcome.steps[0].stdout == b"alive\n"
    finally:
        for pid in pids:  # a stopped launcher does not see that we are gone
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        pool.shutdown(wait=False, cancel_futures=True)
        opened.close()


def test_bare_mode_may_fork() -> None:
    with Sandbox() as many, Sandbox(bare=True) as opened, ThreadPoolExecutor(5) as pool:
        list(pool.map(lambda _: many.run(Job([sh("sleep 0.3")])), range(5)))
        assert opened.run(Job([sh("ls / | cat")])).steps[0].ok


def test_all_boxes_dead() -> None:
    with Sandbox() as opened:
        with ThreadPoolExecutor(3) as pool:
            list(pool.map(lambda _: opened.run(Job([sh("sleep 0.2")])), range(3)))
        for box in opened._idle:
            for pid in descendants(box._process.pid):
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    continue
            box._process.wait(timeout=20)
        assert opened.run(Job([Step(["/bin/echo", "ok"])])).steps[0].stdout == b"ok\n"


@pytest.mark.parametrize(
    ("version", "sized"), [("0.6.2", False), ("0.8.0", True), ("0.11.0", True)]
)
def test_scratch_of_single_mode_is_bounded(
    monkeypatch: pytest.MonkeyPatch, version: str, sized: bool
) -> None:
    monkeypatch.setattr(_box, "bwrap_version", lambda: version)
    assert ("--size" in _box._bwrap_command({}, [])) is sized
