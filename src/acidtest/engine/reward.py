"""The verdict as a reward for training: answers in, numbers out, tools kept open in between."""

from __future__ import annotations

import logging
import threading
from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.metric import Metric
from acidtest.core.options import RunOptions
from acidtest.core.progress import Silent
from acidtest.core.protocols import Judge, RewardingSuite, SteppedSuite, Suite
from acidtest.core.records import Answer, Sample, Score
from acidtest.core.registry import read_dataset
from acidtest.core.text import as_cause, choices
from acidtest.engine.executor import Executor, Outcome
from acidtest.engine.executors import open_executor
from acidtest.engine.plan import select

_KEPT = 1 << 16
_log = logging.getLogger("acidtest")

Shaping = Mapping[str, float]


@dataclass(frozen=True)
class BatchReport:
    """What happened in a batch of answers.

    `judged` are the answers that were new; `errors` those without a reward because a tool failed;
    `rules` counts the answers that broke a rule, by its name, and `causes` why answers failed:
    reward hacking shows as a curve.
    """

    answers: int = 0
    judged: int = 0
    full: int = 0
    errors: int = 0
    rules: Mapping[str, int] = field(default_factory=dict)
    causes: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class _Earned:
    value: float | None
    rule: str | None = None
    cause: str | None = None


class Reward:
    """A reward function over batches. Thread-safe; tools open at the first batch."""

    def __init__(
        self, suite: Suite, metric: str | None, shaping: Shaping | None, options: RunOptions
    ) -> None:
        self._suite, self._options = suite, options
        self.metric = _metric(suite, metric)
        self.shaping = _shaping(suite, shaping)
        self._samples = {
            sample.id: sample
            for sample in select(
                read_dataset(suite, options).samples, options.groups, options.limit
            )
        }
        self._lock = threading.Lock()
        self._open = ExitStack()
        self._judge: Judge | None = None
        self._executor: Executor | None = None
        self._known: OrderedDict[str, _Earned] = OrderedDict()
        self.last = BatchReport()
        self.__name__ = f"{suite.name}:{self.metric}"  # trainers show it

    @property
    def ids(self) -> Sequence[str]:
        """The samples that can be answered."""
        return list(self._samples)

    def __call__(
        self,
        prompts: Sequence[Any] | None = None,
        completions: Sequence[Any] = (),
        id: Sequence[str] = (),
        **columns: Any,
    ) -> list[float | None]:
        """A reward from 0 to 1 for each completion, in their order.

        `id` names the sample of each; a completion is a text, or a list of messages whose last one
        is the answer. None: not scorable, because a tool failed or the sample is unknown. Other
        columns that a trainer passes are ignored.
        """
        if len(id) != len(completions):
            raise InputError(
                f"a reward needs one id for each completion: {len(completions)} completions, "
                f"{len(id)} ids; keep the column 'id' of the prompts in the data set"
            )
        texts = [_text(completion) for completion in completions]
        with self._lock:
            earned, judged = self._earn(list(zip(map(str, id), texts, strict=True)))
        self.last = BatchReport(
            answers=len(earned),
            judged=judged,
            full=sum(each.value == 1 for each in earned),
            errors=sum(each.value is None for each in earned),
            rules=Counter(each.rule for each in earned if each.rule),
            causes=Counter(each.cause for each in earned if each.cause),
        )
        return [each.value for each in earned]

    def _earn(self, rows: Sequence[tuple[str, str]]) -> tuple[list[_Earned], int]:
        judge = self._opened()
        if judge is None:
            return [_Earned(None)] * len(rows), 0
        keys: list[str | None] = []
        todo: dict[str, tuple[Sample, str]] = {}
        for name, text in rows:
            sample = self._samples.get(name)
            if sample is None:
                _log.warning("no sample %r in this data: its answer gets no reward", name[:80])
                keys.append(None)
                continue
            try:
                key = f"{name}\0{judge.key(sample, text)}"
            except Exception as error:  # a fault of ours must not end somebody's training
                _log.warning("%s: no reward: %r", name, error)
                key = None
            keys.append(key)
            if key is not None and key not in self._known:
                todo.setdefault(key, (sample, text))
        known = {key: self._known[key] for key in keys if key and key in self._known}
        for key in known:
            self._known.move_to_end(key)
        fresh = self._observe(judge, todo)
        self._known |= {key: each for key, each in fresh.items() if each.value is not None}
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
        every = known | fresh
        return [_Earned(None) if key is None else every[key] for key in keys], len(todo)

    def _observe(self, judge: Judge, todo: Mapping[str, tuple[Sample, str]]) -> dict[str, _Earned]:
        earned: dict[str, _Earned] = {}
        if not todo:
            return earned
        assert self._executor is not None
        with self._executor.observe(judge, todo) as outcomes:
            for key, outcome in outcomes:
                earned[key] = self._earned(*todo[key], outcome)
        return earned

    def _earned(self, sample: Sample, text: str, outcome: Outcome) -> _Earned:
        try:
            if isinstance(outcome, Exception):
                raise outcome
            score = self._suite.score(sample, Answer(sample.id, text), outcome)
        except Exception as error:  # a fault of ours must not end somebody's training
            _log.warning("%s: no reward: %s", sample.id, error)
            return _Earned(None)
        rule, cause = score.evidence.get("rule"), score.cause
        return _Earned(self._value(score), rule and str(rule), cause and as_cause(cause))

    def _value(self, score: Score) -> float | None:
        suite = self._suite
        if isinstance(suite, RewardingSuite):
            return shaped(suite.earned(score, self.metric), score.metrics, self.shaping)
        return shaped(score.metrics[self.metric], score.metrics, self.shaping)

    def _opened(self) -> Judge | None:
        if self._judge is None:
            try:
                with ExitStack() as opened:
                    judge = opened.enter_context(self._suite.judge(self._options))
                    self._executor = opened.enter_context(
                        open_executor(self._suite, self._options, judge, Silent())
                    )
                    self._judge, self._open = judge, opened.pop_all()
            except InfrastructureError as error:
                _log.warning("no rewards: %s", error)
        return self._judge

    def close(self) -> None:
        """End the tools; a later call opens them again."""
        with self._lock:
            self._judge = None
            self._open.close()

    def __enter__(self) -> Reward:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()


def shaped(
    final: float | None, metrics: Mapping[str, float | None], shaping: Shaping
) -> float | None:
    """The metric itself; for what does not reach 1, steps on the way add their weights.

    >>> shaped(1.0, {"compiles": 1.0}, {"compiles": 0.1})
    1.0
    >>> shaped(0.0, {"compiles": 1.0}, {"compiles": 0.1})
    0.1
    """
    if final is None or final >= 1:
        return final
    steps = sum(weight * (metrics[name] or 0.0) for name, weight in shaping.items())
    return steps + (1 - sum(shaping.values())) * final


def _text(completion: Any) -> str:
    """The answer of a completion: a text, or the last message of a conversation."""
    if isinstance(completion, str):
        return completion
    if isinstance(completion, Sequence) and completion:
        completion = completion[-1]
    if isinstance(completion, Mapping):
        completion = completion.get("content")
    return completion if isinstance(completion, str) else ""


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
    steps = suite.reward_steps if isinstance(suite, SteppedSuite) else ()
    for name, weight in shaping.items():
        if name not in steps:
            raise InputError(
                f"'{name}' is no step of {suite.name}: {choices(name, steps) if steps else 'none'}"
            )
        if not 0 < weight < 1:
            raise InputError(f"the weight of '{name}' is {weight}; it must lie between 0 and 1")
    if sum(shaping.values()) >= 1:
        raise InputError("the weights of all steps together must stay below 1: the rest is a pass")
    return dict(shaping)
