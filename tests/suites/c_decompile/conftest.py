"""Open tools that the tests of this suite share."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from acidtest.sandbox import Sandbox
from acidtest.suites import Observer
from acidtest.suites.c_decompile import SUITE
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import Judge, runner
from acidtest.toolchain.gcc import find_gcc

INCREMENT = "int func0(int a) { return a + 1; }\n"
TEST = """#include <assert.h>
int main(void) {
  assert(func0(1) == 2);
  assert(func0(-5) == -4);
  return 0;
}
"""


@pytest.fixture(scope="session")
def judge() -> Iterator[Judge]:
    """Verdicts with the real compiler in the real sandbox."""
    with Sandbox({"runner": runner()}) as sandbox:
        yield Judge(find_gcc(), sandbox)


@pytest.fixture(scope="session")
def observer() -> Iterator[Observer]:
    """The suite's own observer."""
    with SUITE.observer() as opened:
        yield opened


@pytest.fixture(scope="session")
def make_task() -> Callable[..., Task]:
    """A task that adds one, with any part of it replaced."""

    def make(**changes: str) -> Task:
        parts = {
            "name": "increment",
            "opt": "O0",
            "language": "c",
            "entry": "func0",
            "dependencies": "",
            "function": INCREMENT,
            "test": TEST,
        }
        return Task(**{**parts, **changes})

    return make
