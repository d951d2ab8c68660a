"""Asks, observes, scores and resumes."""

from acidtest.engine.grade import Grader
from acidtest.engine.progress import Progress, Silent
from acidtest.engine.run import Plan, default_folder, rescore, run, select
from acidtest.engine.summarize import summarize

__all__ = [
    "Grader",
    "Plan",
    "Progress",
    "Silent",
    "default_folder",
    "rescore",
    "run",
    "select",
    "summarize",
]
