"""Asks, judges, summarises; continues interrupted runs."""

from acidtest.engine.again import plan_again
from acidtest.engine.ask import questions
from acidtest.engine.judge import Grader
from acidtest.engine.plan import Plan, make_plan, select
from acidtest.engine.rejudge import misstated, rejudge
from acidtest.engine.reward import Reward, RewardFunction, Terms, rows_of
from acidtest.engine.run import rescore, run

__all__ = [
    "Grader",
    "Plan",
    "Reward",
    "RewardFunction",
    "Terms",
    "make_plan",
    "misstated",
    "plan_again",
    "questions",
    "rejudge",
    "rescore",
    "rows_of",
    "run",
    "select",
]
