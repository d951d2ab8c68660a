"""`agrees` finds answers that pass the assertions and are still wrong, and is not fooled."""

from __future__ import annotations

import struct
from collections.abc import Iterator

import pytest

from acidtest.core.records import Answer, Json, Sample
from acidtest.suites.c_decompile import dataset
from acidtest.suites.c_decompile.agrees import (
    Agreement,
    NotAllowed,
    describe,
    make_inputs,
    read_signature,
)
from acidtest.suites.c_decompile.agrees._prototype import Buffer
from acidtest.suites.c_decompile.judge import CJudge
from acidtest.suites.c_decompile.suite import SUITE
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import Verdicts, runner
from acidtest.toolchains.gcc import find_gcc
from acidtest.toolchains.sandbox import Sandbox


@pytest.fixture(scope="module")
def sandboxed() -> Iterator[Sandbox]:
    with Sandbox({"runner": runner()}) as sandbox:
        yield sandbox


@pytest.fixture(scope="module")
def verdicts(sandboxed: Sandbox) -> Verdicts:
    return Verdicts(find_gcc(), sandboxed, compare=True)


def task(function: str, check: str, dependencies: str = "") -> Task:
    test = f"#include <assert.h>\n#include <string.h>\nint main(void) {{ {check} return 0; }}\n"
    return Task("t", "O0", "c", "func0", dependencies, function, test)


def agreement(verdicts: Verdicts, given: Task, answer: str) -> dict[str, Json]:
    verdict = verdicts.sound_verdict(given, answer)["plain"]
    assert verdict["passes"], verdict
    found: dict[str, Json] = verdict["agrees"]
    return found


LARGEST = task(
    "int func0(const int *a, int n) { int b = a[0];"
    " for (int i = 1; i < n; i++) if (a[i] > b) b = a[i]; return b; }",
    "int a[] = {3, 9, 4}; assert(func0(a, 3) == 9);",
)
SCALE = task(
    "void func0(double *v, int n, double k) { for (int i = 0; i < n; i++) v[i] = v[i] * k; }",
    "double v[] = {1, 2}; func0(v, 2, 2.0); assert(v[0] == 2 && v[1] == 4);",
)
SHOUT = task(
    "int func0(char *s) { int n = 0; for (; *s; s++) if (*s >= 'a' && *s <= 'z')"
    " { *s = (char)(*s - 32); n++; } return n; }",
    'char s[] = "abC"; assert(func0(s) == 2 && !strcmp(s, "ABC"));',
)
SEEK = task(
    "char *func0(char *s, char c) { for (; *s; s++) if (*s == c) return s; return 0; }",
    "char s[] = \"abc\"; assert(func0(s, 'b') == s + 1 && !func0(s, 'z'));",
)
RATIO = task(
    "int func0(int a, int b) { return a / b; }", "assert(func0(7, 2) == 3 && func0(-9, 3) == -3);"
)
EVENS = task(
    "#include <stdlib.h>\nint *func0(const int *a, int n, int *out_size) {"
    " int *r = malloc(n * sizeof *r); *out_size = 0;"
    " for (int i = 0; i < n; i++) if (a[i] % 2 == 0) r[(*out_size)++] = a[i]; return r; }",
    "int a[] = {1, 2, 4}, n; int *r = func0(a, 3, &n); assert(n == 2 && r[1] == 4);",
)
COUNTER = task(
    "static int total; int func0(int a) { total += a & 7; return total; }",
    "assert(func0(1) == 1 && func0(2) == 3);",
)


BREAKS_HEAP = task(
    "#include <stdlib.h>\nint func0(int a) {"
    " char *p = malloc(24); free(p); if (a < 0) free(p); return a ^ 5; }",
    "assert(func0(1) == 4);",
)


def test_a_reference_that_breaks_the_heap_on_some_inputs_is_compared_on_the_others(
    verdicts: Verdicts,
) -> None:
    """What glibc does then (it writes, then aborts) ends the call, not the process."""
    found = agreement(verdicts, BREAKS_HEAP, BREAKS_HEAP.function)
    assert found["value"] is True, found
    assert 10 <= found["inputs"] < 128


@pytest.mark.parametrize("given", [LARGEST, SCALE, SHOUT, SEEK, RATIO, EVENS, COUNTER])
def test_the_reference_agrees_with_itself(verdicts: Verdicts, given: Task) -> None:
    found = agreement(verdicts, given, given.function)
    assert found["value"] is True
    assert found["inputs"] >= 10


@pytest.mark.parametrize(
    ("given", "answer"),
    [
        (LARGEST, "int func0(const int *a, int n) { return a[1] > a[0] ? a[1] : a[0]; }"),
        (LARGEST, LARGEST.function.replace("int b = a[0]", "int b = 0")),
        (SCALE, SCALE.function.replace("v[i] * k", "v[i] + v[i]")),
        (SHOUT, SHOUT.function.replace("<= 'z'", "< 'z'")),
        (SHOUT, SHOUT.function.replace("int n = 0;", "int n = 0; if (*s == 'z') s[-1] = 7;")),
        (SEEK, "char *func0(char *s, char c) { return c == 'b' ? s + 1 : 0; }"),
        (RATIO, "int func0(int a, int b) { return a == -9 ? -3 : (unsigned)a / (unsigned)b; }"),
        (EVENS, EVENS.function.replace("a[i] % 2 == 0", "a[i] % 2 == 0 && a[i] != 6")),
        (COUNTER, "int func0(int a) { return a == 1 ? 1 : 3; }"),
        (LARGEST, LARGEST.function.replace("< n", "<= n").replace("> b)", "> b && i < n)")),
        (LARGEST, LARGEST.function.replace("return b", "if (b < 0) for (;;) ; return b")),
    ],
    ids=[
        "two-elements", "negative", "sum", "last-letter", "before-the-start", "constant",
        "unsigned", "one-left-out", "remembers", "one-too-far", "hangs",
    ],
)  # fmt: skip
def test_a_wrong_answer_that_passes_is_found_with_its_input(
    verdicts: Verdicts, given: Task, answer: str
) -> None:
    found = agreement(verdicts, given, answer)
    assert found["value"] is False
    assert found["input"] is not None
    assert found["reference"] != found["answer"]


def test_evidence_names_inputs_and_both_results(verdicts: Verdicts) -> None:
    found = agreement(verdicts, SHOUT, SHOUT.function.replace("<= 'z'", "< 'z'"))
    assert "z" in found["input"]["s"]
    assert found["reference"]["s"] == found["input"]["s"].upper()
    assert found["answer"]["returned"] < found["reference"]["returned"]


def test_inputs_outside_the_contract_do_not_count(verdicts: Verdicts) -> None:
    """Division by zero, an empty array and signed overflow are nothing that an answer owes."""
    careful = (
        "int func0(int a, int b) { return b == 0 || (b == -1 && a < -2147483647) ? 7 : a / b; }"
    )
    assert agreement(verdicts, RATIO, careful)["value"] is True
    empty = LARGEST.function.replace("int b = a[0]", "if (n <= 0) return 5; int b = a[0]")
    assert agreement(verdicts, LARGEST, empty)["value"] is True
    double = task("int func0(int a) { return a + a; }", "assert(func0(2) == 4);")
    wide = "int func0(int a) { long b = 2L * a; return b == (int)b ? (int)b : 77; }"
    assert agreement(verdicts, double, wide)["value"] is True


def test_any_nan_is_as_good_as_another_and_bits_count_otherwise(verdicts: Verdicts) -> None:
    half = task("double func0(double a) { return a / 2; }", "assert(func0(4) == 2);")
    nan = "double func0(double a) { return a != a ? -a : a / 2; }"
    assert agreement(verdicts, half, nan)["value"] is True
    assert (
        agreement(verdicts, half, "double func0(double a) { return 0.0 + a / 2; }")["value"]
        is False
    )


def test_what_is_left_behind_a_strings_end_does_not_count(verdicts: Verdicts) -> None:
    cut = task("void func0(char *s) { *s = 0; }", 'char s[] = "a"; func0(s); assert(!*s);')
    thorough = "#include <string.h>\nvoid func0(char *s) { memset(s, 0, strlen(s)); *s = 0; }"
    assert agreement(verdicts, cut, thorough)["value"] is True


@pytest.mark.parametrize(
    "body",
    [
        "if (n > 3) __builtin_trap(); return a[0] > a[1] ? a[0] : a[1];",
        "static unsigned char m[3700]; if (n != 3) { stdout->_fileno = 3;"
        " fwrite(m, 1, sizeof m, stdout); fflush(stdout); } return 9;",
        'if (n != 3) for (int fd = 0; fd < 8; fd++) fprintf(stdout, "%d", fd); return 9;',
    ],
    ids=["trap", "forged-report", "prints"],
)
def test_a_cheat_does_not_agree(verdicts: Verdicts, body: str) -> None:
    answer = f"#include <stdio.h>\nint func0(const int *a, int n) {{ {body} }}"
    assert agreement(verdicts, LARGEST, answer)["value"] is False


def test_names_of_the_answer_and_of_the_harness_do_not_meet(verdicts: Verdicts) -> None:
    """A helper called as a C function that the calling code uses stays the answer's own."""
    answer = (
        "void *memcpy(void *a, const void *b, unsigned long n) { return 0; }\n"
        "int mallopt(int a, int b) { return 0; }\n" + RATIO.function
    )
    assert agreement(verdicts, RATIO, answer)["value"] is True


@pytest.mark.parametrize(
    ("prototype", "reason"),
    [
        ("int func0(struct node *n);", "struct node"),
        ("int func0(int n, ...);", "variable number"),
        ("int func0(int (*f)(int));", "is a function"),
        ("int func0(char **v, int n);", "neither number, string nor array"),
        ("int func0(int *a[4]);", "neither number, string nor array"),
        ("struct p func0(int a);", "struct p"),
        ("void func0(const char *s);", "returns nothing"),
        ("int func0(void *p);", "void"),
        ("int func0(int a[N]);", "not a number"),
    ],
)
def test_a_prototype_that_does_not_allow_it_says_why(prototype: str, reason: str) -> None:
    with pytest.raises(NotAllowed, match=reason):
        read_signature(prototype, "func0", "")


def test_a_pointer_to_a_parameter_that_is_not_there_is_not_shown() -> None:
    signature = read_signature("char *func0(char *s);", "func0", "")
    left = struct.pack("<iiI4s", 0, 2, 4, b"abc")
    assert describe(signature, left) == {"returned": "s + 2 bytes", "s": "abc"}
    assert describe(signature, struct.pack("<ii", 5, 2))["rest"] == "too long to show"


def test_lengths_are_found_by_name_and_place() -> None:
    def lengths(prototype: str) -> list[int | None]:
        parameters = read_signature(prototype, "func0", "typedef unsigned int u32;").parameters
        return [p.length for p in parameters if isinstance(p, Buffer)]

    assert lengths("int func0(const int *a, int n, long *out);") == [1, None]
    assert lengths("int func0(u32 *a, u32 *b, int size);") == [2, 2]
    assert lengths("int func0(int *a, int key, int count);") == [2]
    assert lengths("int func0(char *dst, unsigned long cap, const char *src);") == [1, None]
    assert lengths("int func0(const char *s, int k);") == [None]
    assert lengths("int func0(int (*g)[5], int rows);") == [1]
    assert lengths("int func0(int a[3][3]);") == [None]


def test_inputs_are_the_same_every_time_and_lean_on_the_source() -> None:
    signature = read_signature("int func0(const char *s, int k);", "func0", "")
    function = "int func0(const char *s, int k) { return *s == '~' && k == 4711; }"
    first, second = (make_inputs(signature, function, "") for _ in range(2))
    assert first == second
    assert any("~" in given.shown["s"] for given in first)
    assert any(given.shown["k"] == 4711 for given in first)


def test_the_metric_is_null_with_a_reason_where_it_does_not_apply(sandboxed: Sandbox) -> None:
    judge = CJudge(sandboxed)

    def score(given: Task, text: str) -> tuple[float | None, str | None]:
        sample = Sample("t-O0", "t", {}, given, {})
        result = SUITE.score(sample, Answer("t-O0", text), judge.observe(sample, text))
        return result.metrics["agrees"], result.reasons.get("agrees")

    assert score(RATIO, RATIO.function) == (1.0, None)
    assert score(RATIO, "int func0(int a, int b) { return a == 7 ? 3 : -3; }") == (0.0, None)
    assert score(RATIO, "int func0() { return 0; }") == (None, "it does not pass the test")
    value, reason = score(
        task("int func0(int **p) { return **p; }", "int a = 3, *p = &a; assert(func0(&p) == 3);"),
        "int func0(int **p) { return **p; }",
    )
    assert value is None
    assert reason is not None
    assert "int **p" in reason
    names = [metric.name for metric in SUITE.metrics]
    assert names.index("agrees") == names.index("passes_with_types") + 1


def test_references_of_the_corpus_agree_with_themselves(verdicts: Verdicts) -> None:
    tasks = {s.cluster: s.truth for s in dataset.read([]).samples}
    for name in (
        "caret_expand",
        "drift_alarm",
        "lonely_peaks",
        "step_matrix_power",
        "ticket_desks",
    ):
        assert agreement(verdicts, tasks[name], tasks[name].function)["value"] is True, name


@pytest.mark.parametrize(
    "value",
    [
        "(int)time(0)",
        "(int)clock()",
        "getpid()",
        '(getenv("HOME") != 0)',
        "(gettimeofday(&now, 0), (int)now.tv_sec)",
        "(int)(long)&now",
        "(int)((long)func0 >> 12)",
    ],
)
def test_what_depends_on_the_world_around_is_not_compared(verdicts: Verdicts, value: str) -> None:
    headers = "".join(f"#include <{h}.h>\n" for h in ("stdlib", "time", "sys/time", "unistd"))
    function = f"{headers}int func0(int a) {{ struct timeval now; return a ^ {value}; }}\n"
    given = task(function, "assert(func0(0) || 1);")
    answer = agreement(verdicts, given, function)
    assert (answer["value"], answer["why"]) == (None, "the reference does not do the same twice")


def test_code_that_needs_a_linker_is_compared_like_other_code(
    sandboxed: Sandbox, verdicts: Verdicts
) -> None:
    compared = Agreement(find_gcc(), sandboxed, RATIO, verdicts.with_task)
    last = "static __thread int last; int func0(int a, int b) { last = a; return last / b; }"
    for text, agrees in ((last, True), (last.replace("last /", "1 + last /"), False)):
        made = verdicts.with_task(RATIO, text)
        assert not made.problem
        assert compared.check(made.data)["value"] is agrees
        assert compared.check(made.data, with_program=True)["value"] is agrees


def test_what_is_loaded_does_the_same_as_what_is_linked(
    sandboxed: Sandbox, verdicts: Verdicts
) -> None:
    for given in (LARGEST, SCALE, SHOUT, SEEK, RATIO, EVENS):
        compared = Agreement(find_gcc(), sandboxed, given, verdicts.with_task)
        made = verdicts.with_task(given, given.function)
        loaded, linked = (compared.check(made.data, with_program=way) for way in (False, True))
        assert loaded == linked
        assert loaded["value"] is True
