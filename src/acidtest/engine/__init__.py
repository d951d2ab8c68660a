"""Asks, observes, scores and resumes."""

from acidtest.engine.grade import Grader
from acidtest.engine.plan import Plan, make_plan, select
from acidtest.engine.progress import Progress, Silent
from acidtest.engine.run import questions, rescore, run
from acidtest.engine.summarize import summarize

__all__ = [
    "Grader",
    "Plan",
    "Progress",
    "Silent",
    "make_plan",
    "questions",
    "rescore",
    "run",
    "select",
    "summarize",
]
