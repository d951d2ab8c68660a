"""What the tests of verdicts share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import Verdicts

MakeTask = Callable[..., Task]
INCLUDES = "#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\n#include <stdarg.h>\n"
PASS = {
    "compiles": True,
    "passes": True,
    "why": "the test's main returned 0",
    "verdict": "strict",
}


def sound(verdicts: Verdicts, task: Task, answer: str) -> dict[str, Any]:
    """The plain reading."""
    return dict(verdicts.sound_verdict(task, answer)["plain"])
