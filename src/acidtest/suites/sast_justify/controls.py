"""Systems whose result is known beforehand."""

from __future__ import annotations

from acidtest.core.protocols import Control, Grades
from acidtest.core.records import Question


def _oracle(question: Question) -> str:
    short: str = question.sample.truth.short
    return short


CONTROLS = (
    Control("oracle", "what the person wrote: must score the maximum", _oracle, core=True),
    Control("silent", "an empty answer: must score zero", lambda question: "", core=True),
    Control("echo", "repeats the question", lambda question: question.text, core=True),
)

_WRONG = "This finding is a false positive."
GRADES = Grades(lambda question: 1, lambda question, right: _oracle(question) if right else _WRONG)
