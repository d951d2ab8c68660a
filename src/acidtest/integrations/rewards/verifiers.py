"""A suite as a taskset of verifiers (`verifiers.v1`): its questions, and the verdict as a reward.

verifiers finds a taskset by the name of a module that exports it:

    # my_taskset.py
    from acidtest.integrations.rewards.verifiers import AcidtestTaskset

    __all__ = ["AcidtestTaskset"]
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf
from pydantic import Field

from acidtest.core.options import RunOptions
from acidtest.core.prompts import read_prompt
from acidtest.core.registry import find_suite, make_system
from acidtest.engine import make_plan, select
from acidtest.engine.fresh import with_fresh
from acidtest.engine.prompts import Asking, part, prompt_rows
from acidtest.integrations.rewards.gathered import gathered

__all__ = ["AcidtestTaskset"]


class AcidtestTaskConfig(vf.TaskConfig):
    """How answers are rewarded."""

    shaping: dict[str, float] = Field(default_factory=dict)
    """Weights of steps on the way to a pass."""
    url: str | None = None
    """A judge service; without one, this machine judges."""
    seed: int = 0
    """Another one draws other inputs to compare on."""


class AcidtestConfig(vf.TasksetConfig):
    """Which questions are asked."""

    suite: str = "c-decompile"
    split: str = "train"
    """One task in five is kept for evaluation: train, eval or all."""
    data: list[str] = Field(default_factory=list)
    groups: list[str] = Field(default_factory=list)
    limit: int | None = None
    fresh: int | None = None
    """The seed of tasks that nobody has seen, instead of `data`."""
    form: str | None = None
    task: AcidtestTaskConfig = AcidtestTaskConfig()


class AcidtestData(vf.TaskData):
    """A question; `id` is the sample's."""

    suite: str
    data: list[str] = Field(default_factory=list)
    fresh: int | None = None


class AcidtestTask(vf.Task[AcidtestData, vf.State, AcidtestTaskConfig]):
    """Rewards the last message of the model."""

    @property
    def key(self) -> str:
        """The sample."""
        return f"{self.data.suite}/{self.data.id}"

    async def _value(self, trace: vf.Trace) -> float | None:
        config = self.config
        how: dict[str, Any] = {"shaping": dict(config.shaping)}
        how |= {"url": config.url} if config.url else {"data": self.data.data, "seed": config.seed}
        how |= {} if self.data.fresh is None else {"fresh": self.data.fresh}
        reward = await asyncio.to_thread(gathered, self.data.suite, how)
        return await asyncio.wrap_future(reward.ask(str(self.data.id), trace.last_reply))

    @vf.reward
    async def verdict(self, trace: vf.Trace) -> float:
        """At most 1, a pass; 0 where the answer could not be judged, see `acidtest_error`."""
        return await self._value(trace) or 0.0

    @vf.metric
    async def acidtest_error(self, trace: vf.Trace) -> float:
        """1 where the answer could not be judged."""
        return float(await self._value(trace) is None)


class AcidtestTaskset(vf.Taskset[AcidtestTask, AcidtestConfig]):
    """The questions of a suite."""

    def load(self) -> Iterator[AcidtestTask]:
        """One task for each sample of the split."""
        config = self.config
        suite = find_suite(config.suite)
        given = {"data": config.data, "groups": config.groups, "form": config.form}
        options = with_fresh(suite, RunOptions.of(given), config.fresh)
        plan = make_plan(suite, make_system("oracle", suite), options)
        samples = select(part(plan.samples, config.split), {}, config.limit)
        asking, prompt = Asking(suite.name), read_prompt(suite, None)
        with suite.questions(options) as builder:
            for row in prompt_rows(asking, plan.form, samples, builder, prompt, "jsonl"):
                about = {"name": row["id"], "data": config.data, "fresh": config.fresh}
                data = AcidtestData(id=row["id"], prompt=row["prompt"], suite=suite.name, **about)
                yield AcidtestTask(data, config.task)
