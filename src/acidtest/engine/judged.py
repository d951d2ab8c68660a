"""What a reward depends on: one answer, judged and scored, wherever that is done."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass

from acidtest.core.errors import InfrastructureError
from acidtest.core.options import RunOptions
from acidtest.core.protocols import Judge, Suite
from acidtest.core.records import Answer, Sample
from acidtest.core.reward_protocols import (
    DoubtingSuite,
    ExtractingSuite,
    RewardingSuite,
    RewardJudgedSuite,
    SharingJudge,
    SteppedSuite,
)
from acidtest.core.text import as_cause

EXTRACTS, AGREES = "extracts", "agrees"
"""Steps that are no metric: the answer holds code, and it agrees on a share of inputs."""

_TRIES = 3


@dataclass(frozen=True, slots=True)
class Judged:
    """What a reward depends on: what the metric counts for, and the steps on the way to it."""

    value: float | None
    steps: Mapping[str, float]
    rule: str | None = None
    cause: str | None = None


FAILED = Judged(None, {})
"""A tool failed, or the sample is unknown."""


def open_reward_judge(
    suite: Suite, options: RunOptions, metric: str
) -> AbstractContextManager[Judge]:
    """The suite's judge for rewards by this metric."""
    if isinstance(suite, RewardJudgedSuite):
        return suite.reward_judge(options, metric)
    return suite.judge(options)


def judged(
    suite: Suite, judge: Judge, metric: str, sample: Sample, text: str, share: bool
) -> Judged:
    """What an answer earns; with `share`, what fails is asked on how many inputs it agrees.

    Raises `InfrastructureError` and nothing else: a fault of ours must not end anybody's training.
    """
    for left in reversed(range(_TRIES)):
        try:
            return _once(suite, judge, metric, sample, text, share)
        except InfrastructureError:  # a helper was killed, a disk was full for once
            if not left:
                raise
        except Exception as error:
            raise InfrastructureError(repr(error)) from error
    raise AssertionError


def _once(
    suite: Suite, judge: Judge, metric: str, sample: Sample, text: str, share: bool
) -> Judged:
    observation = judge.observe(sample, text)
    if isinstance(suite, DoubtingSuite) and suite.doubtful(observation):
        # a busy machine is no fault of the answer; one that hangs does so again
        observation = judge.observe(sample, text)
    score = suite.score(sample, Answer(sample.id, text), observation)
    value = score.metrics[metric]
    if isinstance(suite, RewardingSuite):
        value = suite.earned(score, metric)
    names = suite.reward_steps if isinstance(suite, SteppedSuite) else ()
    steps = {name: score.metrics[name] or 0.0 for name in names if name != AGREES}
    if isinstance(suite, ExtractingSuite):
        steps[EXTRACTS] = max([*steps.values(), float(suite.extracts(sample, text, score))])
    if share and value is not None and value < 1 and isinstance(judge, SharingJudge):
        steps[AGREES] = judge.share(sample, text)
    rule, cause = score.evidence.get("rule"), score.cause
    return Judged(value, steps, rule and str(rule), cause and as_cause(cause))
