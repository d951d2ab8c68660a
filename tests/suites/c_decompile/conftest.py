"""Open tools that the tests of this suite share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from acidtest.core.options import RunOptions
from acidtest.core.protocols import Judge, Questions
from acidtest.suites.c_decompile.suite import SUITE
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import Verdicts, runner
from acidtest.toolchains.gcc import find_gcc
from acidtest.toolchains.sandbox import Sandbox

INCREMENT = "int func0(int a) { return a + 1; }\n"
TEST = """#include <assert.h>
int main(void) {
  assert(func0(1) == 2);
  assert(func0(-5) == -4);
  return 0;
}
"""


@pytest.fixture(scope="session")
def verdicts() -> Iterator[Verdicts]:
    """Verdicts with the real compiler in the real sandbox."""
    with Sandbox({"runner": runner()}) as sandbox:
        yield Verdicts(find_gcc(), sandbox)


@pytest.fixture(scope="session")
def together() -> Iterator[Verdicts]:
    """Verdicts of a judge that was asked for one process."""
    with Sandbox({"runner": runner()}) as sandbox:
        yield Verdicts(find_gcc(), sandbox, apart=False)


@pytest.fixture(scope="session")
def judge() -> Iterator[Judge]:
    """The suite's own judge."""
    with SUITE.judge(RunOptions()) as opened:
        yield opened


@pytest.fixture(scope="session")
def questions() -> Iterator[Questions]:
    """What builds the suite's questions."""
    with SUITE.questions(RunOptions()) as opened:
        yield opened


@pytest.fixture(scope="session")
def make_task() -> Callable[..., Task]:
    """A task that adds one, with any part of it replaced."""

    def make(**changes: Any) -> Task:
        return replace(Task("increment", "O0", "c", "func0", "", INCREMENT, TEST), **changes)

    return make
