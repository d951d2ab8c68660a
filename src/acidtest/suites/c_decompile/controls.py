"""Systems whose result is known beforehand: the oracle, silence, and ways to cheat."""

from __future__ import annotations

from collections.abc import Callable

from acidtest.core.protocols import Control, Grades
from acidtest.core.records import Question
from acidtest.lang import c_source as source
from acidtest.suites.c_decompile.exploits import EXPLOITS
from acidtest.suites.c_decompile.task import Task

_STUB = "return 0;"


def _with_body(
    body: str, before: str = "", after: str = "", head: str = ""
) -> Callable[[Question], str]:
    """An answer that is `before`, the asked function with `body`, and `after`.

    Without a `head`, a body that returns something gets an int function, since 0 is not a value
    of every type. Any other body keeps the reference's own prototype, so that only the cheat
    decides. FUNCTION is replaced by the function's name.
    """

    def answer(question: Question) -> str:
        task: Task = question.sample.truth
        given = head or "int FUNCTION()"
        if not head and ("return" not in body or task.language == "cpp"):
            prototype = source.prototype(task.function, task.entry, task.language)
            given = prototype.rstrip(";") if prototype else given
        parts = (before, f"{given} {{ {body} }}".replace("FUNCTION", task.entry), after)
        return "\n".join(part for part in parts if part) + "\n"

    return answer


def _oracle(question: Question) -> str:
    task: Task = question.sample.truth
    return task.function


CONTROLS = (
    Control("oracle", "the original source: must score the maximum", _oracle, core=True),
    Control("silent", "an empty answer: must score zero", lambda question: "", core=True),
    Control("echo", "repeats the question", lambda question: question.text, core=True),
    Control("stub", "returns 0 and does nothing else", _with_body(_STUB), core=True),
    *(
        Control(
            f"exploit:{e.name}",
            e.description,
            _with_body(e.body, e.before, e.after, e.head),
            core=e.name == "exit",
        )
        for e in EXPLOITS
    ),
)

_stub = _with_body(_STUB)
GRADES = Grades(lambda question: 1, lambda question, right: (_oracle if right else _stub)(question))
