"""Asks, judges, summarises; continues interrupted runs."""

from acidtest.engine.ask import questions
from acidtest.engine.judge import Grader
from acidtest.engine.plan import Plan, make_plan, select
from acidtest.engine.run import rescore, run

__all__ = ["Grader", "Plan", "make_plan", "questions", "rescore", "run", "select"]
