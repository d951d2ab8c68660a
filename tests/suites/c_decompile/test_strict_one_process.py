"""Where test and answer are not put into two processes, and what is said of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.core.errors import InfrastructureError
from acidtest.core.records import Answer, Sample
from acidtest.suites.c_decompile.strict import NotStrict, Passing, ResultKind, passing
from acidtest.suites.c_decompile.suite import SUITE
from acidtest.suites.c_decompile.verdict import Verdicts, runner
from acidtest.toolchains.gcc import find_gcc
from acidtest.toolchains.sandbox import Limits, Sandbox

from .judging import INCLUDES, MakeTask, sound


@pytest.mark.parametrize(
    ("prototype", "why"),
    [
        ("void func0(FILE **to);", "it is given a stream through something else"),
        ("void func0(int (*f)(FILE *));", "it is given a stream through something else"),
        ("void func0(pair p, FILE *to);", "it is given a stream in a place that"),
        ("void func0(int a, int b, int c, int d, int e, int f, FILE *to);", "a stream in a place"),
        ("long double _Complex func0(int n);", "it returns a complex long double"),
        ("nonsense", "its prototype could not be read"),
    ],
)
def test_what_needs_one_process_is_told(prototype: str, why: str) -> None:
    with pytest.raises(NotStrict, match=why):
        passing(prototype)


@pytest.mark.parametrize(
    ("prototype", "expected"),
    [
        ("int func0(int a, const char *b, double c);", Passing(0, ResultKind.NUMBER)),
        ("char **func0(const char *a, int *count)\n;", Passing(0, ResultKind.ADDRESS)),
        ("bool func0(float a[], int n, float t);", Passing(0, ResultKind.TRUTH)),
        ("int func0(int (*g)[5], int rows);", Passing(0, ResultKind.NUMBER)),
        ("int func0(void);", Passing(0, ResultKind.NUMBER)),
        ("int func0(int (*f)(int), int g(int));", Passing(0, ResultKind.NUMBER)),
        ("long double func0(int n);", Passing(0, ResultKind.LONG_DOUBLE)),
        ("int func0();", Passing(512, ResultKind.NUMBER)),
        ("int func0(int n, ...);", Passing(512, ResultKind.NUMBER)),
        ("int func0(int a, int b, int c, int d, int *e, int f);", Passing(0, ResultKind.NUMBER)),
        (
            "int func0(int a, int b, int c, int d, int e, int f, int g);",
            Passing(512, ResultKind.NUMBER),
        ),
        ("struct pair func0(struct pair p);", Passing(512, ResultKind.STRUCT)),
        ("pair func0(int a);", Passing(0, ResultKind.STRUCT)),
        ("FILE *func0(double a, int b, FILE *c);", Passing(0, ResultKind.STREAM, 0b10)),
    ],
)
def test_how_arguments_travel(prototype: str, expected: Passing) -> None:
    assert passing(prototype) == expected


@given(st.text(max_size=60))
def test_any_prototype_is_read_or_refused(text: str) -> None:
    try:
        found = passing(text)
    except NotStrict:
        return
    assert found.stack in (0, 512)


@pytest.mark.parametrize(
    ("function", "call", "why"),
    [
        (
            "#include <stdlib.h>\nint func0(int n) { return rand() % n; }",
            "(srand(1), rand(), func0(1) + 2)",
            "share what the C library keeps for rand",
        ),
    ],
)
def test_a_task_that_needs_one_process_keeps_it_and_says_so(
    verdicts: Verdicts, make_task: MakeTask, function: str, call: str, why: str
) -> None:
    test = f"{INCLUDES}int main(void) {{ assert({call} == 2); return 0; }}\n"
    task = make_task(function=function + "\n", test=test)
    found = sound(verdicts, task, function)
    assert (found["passes"], found["verdict"]) == (True, "in-process")
    assert why in found["in_process"]


def test_a_reference_that_is_stopped_makes_no_weaker_verdict(make_task: MakeTask) -> None:
    waits = "int func0(int a) { for (volatile long i = 0; i < 1l << 40; i++) ; return a; }\n"
    with Sandbox({"runner": runner()}) as sandbox:
        slow = Verdicts(find_gcc(), sandbox, run=Limits(cpu_s=10, wall_s=1))
        with pytest.raises(InfrastructureError, match="took too long"):
            sound(slow, make_task(function=waits), "int func0(int a) { return a + 1; }")


def test_evidence_names_the_verdict_and_its_reason(make_task: MakeTask) -> None:
    judged = {"compiles": True, "passes": False, "why": "w"}
    apart = {**judged, "verdict": "strict"}
    one = {**judged, "verdict": "in-process", "in_process": "it is C++"}
    sample = Sample("1", "1", {}, make_task(), {})
    rest = {
        "adapted": {},
        "published": {"recompilable": True, "reexecutable": False, "why": "w"},
        "stub_passes": False,
        "one_process": None,
    }
    for verdict, evidence in ((apart, {"verdict": "strict"}), (one, {"verdict": "in-process"})):
        seen = {"plain": verdict, "with_types": verdict, "with_program": verdict, **rest}
        score = SUITE.score(sample, Answer("1", "x"), seen)
        assert evidence.items() <= score.evidence.items()
    assert score.evidence["in_process"] == "it is C++"


def test_one_process_can_be_asked_for(together: Verdicts, make_task: MakeTask) -> None:
    found = sound(together, make_task(), make_task().function)
    assert (found["passes"], found["verdict"]) == (True, "in-process")
    assert found["in_process"] == "it was asked for so"


def test_the_task_says_so_whatever_the_answer(verdicts: Verdicts, make_task: MakeTask) -> None:
    task = make_task(
        function="#include <stdlib.h>\nint func0(int n) { return rand() % n; }\n",
        test=f"{INCLUDES}int main(void) {{ assert(func0(1) == 0); return rand() < 0; }}\n",
    )
    assert "share what the C library keeps" in str(verdicts.one_process(task))
    assert verdicts.one_process(make_task()) is None


def test_a_machine_without_two_processes_says_it_once(
    together: Verdicts, make_task: MakeTask
) -> None:
    """In the signature, which keeps its figures apart from those of other machines."""
    assert together.one_process(make_task()) is None
