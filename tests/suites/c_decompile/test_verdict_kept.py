"""A runner and references that are kept change no verdict."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from acidtest.suites.c_decompile.verdict import Verdicts, runner
from acidtest.toolchains.gcc import find_gcc
from acidtest.toolchains.sandbox import Chain, Outcome, Sandbox

from .judging import INCLUDES, MakeTask, sound


@pytest.fixture(scope="module")
def started() -> Iterator[Verdicts]:
    """Verdicts of a judge that keeps neither compiler nor runner."""
    with Sandbox({"runner": runner()}) as sandbox:
        yield Verdicts(find_gcc(), sandbox, keep=False)


ENDS = {
    "passes": ("int func0(int a) { return a + 1; }", "the test's main returned 0"),
    "wrong": ("int func0(int a) { return a + 2; }", "the test was ended by SIGABRT"),
    "dies": ("int func0(int a) { return *(int *)(long)a; }", "the answer was ended by SIGSEGV"),
    "divides": ("int func0(int a) { return a / (a - 1); }", "the answer was ended by SIGFPE"),
    "bad pointer": ("int func0(int a) { free((char *)8 + a); return 2; }", "SIGABRT"),
    "remembers": ("int func0(int a) { static int n; return ++n > 2 ? 0 : a + 1; }", "returned 0"),
}


@pytest.mark.parametrize("how", ENDS)
def test_a_fork_of_the_runner_says_what_a_started_one_says(
    verdicts: Verdicts, started: Verdicts, make_task: MakeTask, how: str
) -> None:
    answer, why = ENDS[how]
    calls = "if (func0(1) != 2 || func0(-5) != -4) abort();"
    task = make_task(test=f"{INCLUDES}int main(void) {{ {calls} return 0; }}\n")
    found = sound(verdicts, task, answer)
    assert found["verdict"] == "strict"
    assert why in found["why"]
    # nothing of it is left for the next one
    assert sound(verdicts, task, answer) == sound(started, task, answer) == found


def test_a_reference_that_was_an_answer_is_not_compiled_again(make_task: MakeTask) -> None:
    class Counting(Sandbox):
        ran = 0

        def run_chain(self, chain: Chain) -> Outcome | None:
            self.ran += 1
            return super().run_chain(chain)

    ran = {}
    for answer in (make_task().function, "int func0(int a) { return 1 + a; }\n"):
        with Counting({"runner": runner()}) as sandbox:
            assert sound(Verdicts(find_gcc(), sandbox), make_task(), answer)["passes"]
            ran[answer] = sandbox.ran
    same, other = ran.values()
    assert same == other - 1
