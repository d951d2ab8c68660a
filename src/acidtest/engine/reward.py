"""The verdict as a reward for training: answers in, numbers out, tools kept open in between."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from acidtest.core.errors import InputError
from acidtest.core.metric import Metric
from acidtest.core.options import RunOptions
from acidtest.core.protocols import Suite
from acidtest.core.reward_protocols import ExtractingSuite, SteppedSuite
from acidtest.core.text import choices
from acidtest.core.untrusted import without_surrogates
from acidtest.engine.answer_judge import AnswerJudge
from acidtest.engine.judged import AGREES, EXTRACTS, Judged

Shaping = Mapping[str, float]

_BELOW_ONE = math.nextafter(1.0, 0.0)
"""Nothing that fails may be rounded up to a pass."""


@dataclass(frozen=True)
class BatchReport:
    """What happened in a batch of answers.

    `judged` are the answers that were new; `errors` those without a reward because a tool failed
    or the sample is unknown; `rules` counts the answers that broke a rule, by its name, and
    `causes` why answers failed: reward hacking shows as a curve.
    """

    answers: int = 0
    judged: int = 0
    full: int = 0
    errors: int = 0
    rules: Mapping[str, int] = field(default_factory=dict)
    causes: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Terms:
    """What is rewarded: a metric, and steps on the way to it with their weights."""

    metric: str
    shaping: Shaping

    @classmethod
    def of(cls, suite: Suite, metric: str | None, shaping: Shaping | None) -> Terms:
        """Checked; raises `InputError`."""
        return cls(_metric(suite, metric), _shaping(suite, shaping))

    def value(self, judged: Judged, loss: float = 0.0) -> float | None:
        """The reward for an answer; `loss` is what one that does not pass loses at its sample."""
        return shaped(judged.value, judged.steps, self.shaping, loss)


def rows_of(completions: Sequence[Any], ids: Sequence[Any]) -> list[tuple[str, str]]:
    """Sample and text of each completion; raises `InputError` where they do not belong together."""
    for name, given in (("completions", completions), ("id", ids)):
        if isinstance(given, str | bytes) or not isinstance(given, Iterable):
            raise InputError(f"{name}: expected a list, got {type(given).__name__}")
    completions, ids = list(completions), list(ids)
    if len(ids) != len(completions):
        raise InputError(
            f"a reward needs one id for each completion: {len(completions)} completions, "
            f"{len(ids)} ids; keep the column 'id' of the prompts in the data set"
        )
    return [(str(name), _text(each)) for name, each in zip(ids, completions, strict=True)]


class RewardFunction:
    """A reward function over batches, in the form that trainers call; see `Reward`."""

    def __init__(self, suite: Suite, terms: Terms) -> None:
        self.terms = terms
        self.last = BatchReport()
        self.__name__ = f"{suite.name}:{terms.metric}"  # trainers show it

    @property
    def metric(self) -> str:
        """What a reward of 1 stands for."""
        return self.terms.metric

    @property
    def shaping(self) -> Shaping:
        """The weights of the steps on the way."""
        return self.terms.shaping

    def __call__(
        self,
        prompts: Sequence[Any] | None = None,
        completions: Sequence[Any] = (),
        id: Sequence[str] = (),
        **columns: Any,
    ) -> list[float | None]:
        """A reward of at most 1, which is a pass, for each completion, in their order.

        `id` names the sample of each; a completion is a text, or a list of messages whose last one
        is the answer. None: not scorable, because a tool failed or the sample is unknown. Other
        columns that a trainer passes are ignored.
        """
        rewards, self.last = self.rewards(rows_of(completions, id))
        return rewards

    def rewards(self, rows: Sequence[tuple[str, str]]) -> tuple[list[float | None], BatchReport]:
        """The same for pairs of sample and text, with what happened; leaves `last` as it is."""
        raise NotImplementedError

    def close(self) -> None:
        """End what is open; a later call opens it again."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()


class Reward(RewardFunction):
    """A reward function over batches. Thread-safe; tools open at the first batch."""

    def __init__(
        self, suite: Suite, metric: str | None, shaping: Shaping | None, options: RunOptions
    ) -> None:
        super().__init__(suite, Terms.of(suite, metric, shaping))
        self._judge = AnswerJudge(suite, options, self.metric)

    @property
    def ids(self) -> Sequence[str]:
        """The samples that can be answered."""
        return list(self._judge.samples)

    def rewards(self, rows: Sequence[tuple[str, str]]) -> tuple[list[float | None], BatchReport]:
        """See `RewardFunction`."""
        return batch(self._judge, self.terms, rows)

    def close(self) -> None:
        """End the tools; a later call opens them again."""
        self._judge.close()


def batch(
    judge: AnswerJudge,
    terms: Terms,
    rows: Sequence[tuple[str, str]],
    timeout_s: float | None = None,
) -> tuple[list[float | None], BatchReport]:
    """The rewards of some answers; `TimeoutError` if they are not judged in time, which goes on."""
    results, fresh = judge.judge(rows, share=AGREES in terms.shaping)
    until = None if timeout_s is None else time.monotonic() + timeout_s
    judged = [_result(each, until) for each in results]
    losses = [judge.losses.get(name, 0.0) for name, _ in rows]
    values = [terms.value(*each) for each in zip(judged, losses, strict=True)]
    return values, BatchReport(
        answers=len(values),
        judged=fresh,
        full=values.count(1.0),
        errors=values.count(None),
        rules=Counter(each.rule for each in judged if each.rule),
        causes=Counter(each.cause for each in judged if each.cause),
    )


def _result(each: Future[Judged], until: float | None) -> Judged:
    return each.result(None if until is None else max(0.0, until - time.monotonic()))


def shaped(
    final: float | None, steps: Mapping[str, float], shaping: Shaping, loss: float = 0.0
) -> float | None:
    """The metric itself; what does not reach 1 loses `loss`, and its steps add their weights.

    >>> shaped(1.0, {"compiles": 1.0}, {"compiles": 0.1})
    1.0
    >>> shaped(0.0, {"compiles": 1.0}, {"compiles": 0.1})
    0.1
    >>> shaped(0.0, {"extracts": 1.0}, {"extracts": 0.5}, loss=1.0)
    0.0
    """
    if final is None or final >= 1:
        return final
    earned = sum(weight * steps.get(name, 0.0) for name, weight in shaping.items())
    rest = (1 - sum(shaping.values())) * (final - loss * (1 - final))
    return min(earned + rest, _BELOW_ONE)


def _text(completion: Any) -> str:
    """The answer of a completion: a text, or the last message of a conversation."""
    if not isinstance(completion, str) and isinstance(completion, Sequence) and completion:
        completion = completion[-1]
    if isinstance(completion, Mapping):
        completion = completion.get("content")
    if isinstance(completion, list):  # content in parts, as for models that see pictures
        parts = [part.get("text") for part in completion if isinstance(part, Mapping)]
        completion = "".join(part for part in parts if isinstance(part, str))
    return without_surrogates(completion) if isinstance(completion, str) else ""


def _metric(suite: Suite, name: str | None) -> str:
    known = {metric.name: metric for metric in suite.metrics if _can_reward(metric)}
    if name is None:
        name = suite.pass_metric
    if name is None or name not in known:
        which = f"metric '{name}'" if name else "the suite's metric, which has no pass metric"
        raise InputError(f"{suite.name} cannot reward by {which}; {choices(name or '', known)}")
    return name


def _can_reward(metric: Metric) -> bool:
    """Whether every answer has it, from 0 to 1, and more is better."""
    return metric.pooled is None and metric.unit == "%" and metric.better == "higher"


def _shaping(suite: Suite, shaping: Shaping | None) -> Shaping:
    if not shaping:
        return {}
    if not isinstance(shaping, Mapping):
        raise InputError(f"shaping: expected steps and weights, got {type(shaping).__name__}")
    steps = steps_of(suite)
    for name, weight in shaping.items():
        if name not in steps:
            raise InputError(
                f"'{name}' is no step of {suite.name}: {choices(name, steps) if steps else 'none'}"
            )
        if not isinstance(weight, int | float) or not 0 < weight < 1:
            raise InputError(f"the weight of '{name}' is {weight}; it must lie between 0 and 1")
    if sum(shaping.values()) >= 1:
        raise InputError("the weights of all steps together must stay below 1: the rest is a pass")
    return dict(shaping)


def steps_of(suite: Suite) -> list[str]:
    """The steps on the way to a pass that may earn a part of it, easiest first."""
    steps = [EXTRACTS] if isinstance(suite, ExtractingSuite) else []
    return [*steps, *(suite.reward_steps if isinstance(suite, SteppedSuite) else ())]
