"""The judge: both readings in one observation, and the key that it is kept under."""

from __future__ import annotations

import pytest

from acidtest.core.metric import check_score
from acidtest.core.protocols import Judge
from acidtest.core.records import Answer, Sample
from acidtest.suites.c_decompile.judge import open_judge
from acidtest.suites.c_decompile.quality import NAMES as QUALITY
from acidtest.suites.c_decompile.score import OF_THE_VERDICT
from acidtest.suites.c_decompile.suite import SUITE
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import ANSWER_MAX
from acidtest.toolchains.cross import MissingTools, find_emulator
from acidtest.toolchains.target import parse_target
from tests.toolchains.test_target import toolchain

from .judging import MakeTask

PUBLISHED = tuple(m.name for m in SUITE.metrics if m.name.startswith("published."))


def sample_of(task: Task) -> Sample:
    """A sample around a task."""
    return Sample("increment-O0", "increment", {"opt": task.opt}, task, {})


def test_an_answer_beyond_all_measure_is_not_even_compiled(
    judge: Judge, make_task: MakeTask
) -> None:
    answer = "int func0(int a) { return a + 1; }" + " " * ANSWER_MAX
    found = judge.observe(sample_of(make_task()), answer)
    assert found["plain"]["passes"] is found["published"]["reexecutable"] is False
    assert str(ANSWER_MAX) in found["plain"]["why"]


def test_the_key_follows_all_that_decides_and_nothing_else(
    judge: Judge, make_task: MakeTask
) -> None:
    base = judge.key(sample_of(make_task()), "x")
    for change in ("language", "entry", "dependencies", "function", "test"):
        assert judge.key(sample_of(make_task(**{change: "other"})), "x") != base
    assert judge.key(sample_of(make_task()), "y") != base
    for change in ("name", "opt", "asm", "pseudo"):
        assert judge.key(sample_of(make_task(**{change: "other"})), "x") == base


ANSWERS = (
    "int func0(int a) { return a + 1; }",
    "undefined4 func0(int a) { return a + 1; }",
    "int func0(int a) { return 2; }",
    "int func0(int a) { return a < 9 ? a + 1 : 0; }",
    "void exit(int); int func0(int a) { exit(0); }",
    'int func0(int a) { __asm__("nop"); return a + 1; }',
    "int func0(int a) { return DAT_00102004; }",
    "no code",
    "",
)


def test_a_brief_observation_says_the_same_of_the_verdict_and_nothing_else(
    judge: Judge, make_task: MakeTask
) -> None:
    sample, names = sample_of(make_task()), [metric.name for metric in SUITE.metrics]
    with open_judge(bare=False, brief=True) as brief:
        for text in ANSWERS:
            answer = Answer(sample.id, text)
            whole = SUITE.score(sample, answer, judge.observe(sample, text))
            short = SUITE.score(sample, answer, brief.observe(sample, text))
            check_score(short, SUITE.name, set(names), names)
            for name in (*OF_THE_VERDICT, "agrees", "broke_rule", "adapted", "weak_test"):
                assert short.metrics[name] == whole.metrics[name], (text, name)
            assert short.cause == whole.cause
            assert short.evidence.get("rule") == whole.evidence.get("rule")
            left = {n for n, value in whole.metrics.items() if value != short.metrics[n]}
            assert left <= {"passes_with_program", *QUALITY, *PUBLISHED}
            assert not any(short.metrics[name] for name in (*QUALITY, *PUBLISHED))


def test_observing_twice_gives_the_same(judge: Judge, make_task: MakeTask) -> None:
    for answer in ("int func0(int a) { return a + 1; }", "int func0(int a) { return 2; }", "x"):
        first = judge.observe(sample_of(make_task()), answer)
        assert judge.observe(sample_of(make_task()), answer) == first


def test_the_key_has_the_level_only_where_the_program_can_be_given(
    judge: Judge, make_task: MakeTask
) -> None:
    def keys(compiler: str) -> set[str]:
        targets = [parse_target(f"x86-64-{compiler}-{level}") for level in ("O0", "O1")]
        tasks = [make_task(target=target, opt=target.level) for target in targets]
        return {judge.key(sample_of(task), "x = DAT_00102004;") for task in tasks}

    assert len(keys("gcc")) == 2
    assert len(keys("clang")) == 1
    assert keys("gcc").isdisjoint(keys("clang"))


def test_the_key_follows_the_abi_of_the_target_and_nothing_else_of_it(
    judge: Judge, make_task: MakeTask
) -> None:
    def key(name: str, **changes: str) -> str:
        return judge.key(sample_of(make_task(target=parse_target(name), **changes)), "x")

    base = judge.key(sample_of(make_task()), "x")
    assert key("x86-64-gcc-O3") == key("x86-64-clang-Os-stripped") == base
    assert key("x86-64-mingw-O2") == base, "it uses no type that differs on Windows"
    assert key("aarch64-gcc-O2") == key("riscv64-clang-O0") != base
    wide = {"function": "long double func0(int a) { return a; }"}
    assert key("aarch64-gcc-O2", **wide) != key("riscv64-gcc-O2", **wide)
    assert len({key(f"{name}-gcc-O0") for name in ("i386", "armhf", "mips", "mipsel")}) == 4


SIGN = """#include <limits.h>
int func0(char c) { return c < 0 || CHAR_MIN < 0; }
"""
SIGNED, UNSIGNED = (
    f"#include <assert.h>\nint main(void) {{ assert(func0((char)200) == {n}); return 0; }}\n"
    for n in (1, 0)
)


@pytest.mark.parametrize(
    ("target", "test", "flags"),
    [
        ("x86-64-clang-O2", SIGNED, None),
        ("aarch64-gcc-O2", UNSIGNED, ["-funsigned-char"]),
        ("riscv64-gcc-O2", UNSIGNED, ["-funsigned-char"]),
    ],
)
def test_char_has_the_sign_that_it_has_on_the_target(
    judge: Judge, make_task: MakeTask, target: str, test: str, flags: list[str] | None
) -> None:
    task = make_task(function=SIGN, test=test, target=parse_target(target))
    made = judge.observe(sample_of(task), SIGN)
    assert made["plain"]["passes"], made["plain"]["why"]
    assert made["plain"]["verdict"] == "strict"
    assert made["one_process"] is None
    assert made.get("flags") == flags
    # a compiler that is started anew takes its own parts of the headers
    again = judge.observe(sample_of(task), f"{SIGN}\n#if CHAR_MIN < 0\nint other;\n#endif\n")
    assert again["plain"]["passes"], again["plain"]["why"]


def test_a_target_with_another_abi_is_judged_under_it(make_task: MakeTask) -> None:
    """`long` has 32 bits there and the first byte of a number is its highest."""
    target = parse_target("mips-gcc-O2")
    toolchain(target)
    try:
        find_emulator(target.platform)
    except MissingTools as error:
        pytest.skip(str(error))
    own = "int func0(int *a) { return sizeof(long) + *(char *)a; }\n"
    test = "#include <assert.h>\nint main(void) { int n = 0x05000001; assert(func0(&n) == 9); }\n"
    task = make_task(function=own, test=test, target=target)
    varied = make_task(
        function="#include <stdarg.h>\nint func0(int a, ...) { return a; }\n",
        test="#include <assert.h>\nint main(void) { assert(func0(1, 2) == 1); }\n",
        target=target,
    )
    with open_judge(bare=False, platforms=[target.platform]) as judge:
        assert "emulator" in judge.toolchain["emulated-mips"]
        good, bad, empty = (
            judge.observe(sample_of(task), text)
            for text in (own, "int func0(int *a) { return 8; }", "")
        )
        unknown = judge.observe(sample_of(varied), varied.function)
    assert good["plain"]["passes"], good["plain"]["why"]
    assert good["emulated"]["platform"] == "mips"
    assert good["emulated"]["why"] == "pointers have 32 bits on mips"
    assert not bad["plain"]["passes"]
    assert not empty["with_types"]["passes"]
    judged = SUITE.score(sample_of(task), Answer("increment-O0", own), good)
    names = [metric.name for metric in SUITE.metrics]
    check_score(judged, SUITE.name, set(names), names)
    assert (judged.metrics["passes"], judged.metrics["emulated.passes"]) == (None, 1)
    if "left_out" in unknown["emulated"]:
        nothing = SUITE.score(sample_of(varied), Answer("increment-O0", ""), unknown)
        check_score(nothing, SUITE.name, set(names), names)
        assert set(nothing.metrics.values()) == {None}
