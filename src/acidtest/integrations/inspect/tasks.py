"""Each suite as an Inspect AI task: `inspect eval acidtest/c_decompile --model …`.

Inspect finds this module by its entry point. Questions, prompts and scores are acidtest's own;
`inspect view`, `inspect score`, epochs and `eval-set` work as with any task.
"""

from __future__ import annotations

import atexit
import functools
import json
import math
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import anyio.to_thread
import numpy as np
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset
from inspect_ai.dataset import Sample as InspectSample
from inspect_ai.scorer import Metric, SampleScore, Scorer, Target, mean, metric, scorer, stderr
from inspect_ai.scorer import Score as InspectScore
from inspect_ai.solver import Generate, Solver, TaskState, generate, solver

from acidtest.core.errors import InputError
from acidtest.core.options import RunOptions
from acidtest.core.prompts import read_prompt
from acidtest.core.protocols import Dataset, Judge, Questions, Suite
from acidtest.core.records import Answer, Sample, Score
from acidtest.core.registry import find_suite, suite_names
from acidtest.engine import select
from acidtest.engine.summarise import pooled_value
from acidtest.integrations.inspect.model import acidtest
from acidtest.systems.models.agents.provider import BubblewrapEnvironment
from acidtest.systems.models.caller import read_output

# the model, and the sandbox for tools; the tasks, one per suite, are added at the end
__all__ = ["BubblewrapEnvironment", "acidtest"]

_OPEN = ExitStack()
atexit.register(_OPEN.close)


@functools.cache
def _dataset(suite: str, paths: tuple[str, ...]) -> tuple[Dataset, dict[str, Sample]]:
    data = find_suite(suite).read([Path(path) for path in paths])
    return data, {sample.id: sample for sample in data.samples}


@functools.cache
def _judge(suite: str, bare: bool) -> Judge:
    return _OPEN.enter_context(find_suite(suite).judge(RunOptions(bare=bare)))


@functools.cache
def _questions(suite: str, bare: bool) -> Questions:
    return _OPEN.enter_context(find_suite(suite).questions(RunOptions(bare=bare)))


def _paths(data: str | Sequence[str] | None) -> tuple[str, ...]:
    if data is None:
        return ()
    return (data,) if isinstance(data, str) else tuple(data)


def _form(suite: Suite, data: Dataset, form: str | None) -> str:
    preferred = "prompt" if "prompt" in suite.question_forms else None
    chosen = form or preferred or suite.default_form(data)
    if chosen not in suite.question_forms:
        raise InputError(
            f"unknown question form '{chosen}'; {suite.name} has: {', '.join(suite.question_forms)}"
        )
    return chosen


@solver
def acidtest_question(
    suite: str, data: str | list[str] | None, form: str, prompt: str | None, bare: bool
) -> Solver:
    """Builds a sample's question when it is needed: building all of them takes a while."""
    samples = _dataset(suite, _paths(data))[1]
    around = read_prompt(find_suite(suite), prompt)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        sample = samples[str(state.sample_id)]
        text = await anyio.to_thread.run_sync(_questions(suite, bare).text, sample, form)
        state.user_prompt.text = around.put(text)
        return state

    return solve


@metric
def pooled(suite: str) -> Metric:
    """The figures of a suite that are computed from all samples together."""
    metrics = {m.name: m.pooled for m in find_suite(suite).metrics if m.pooled is not None}

    def figures(scores: list[SampleScore]) -> dict[str, float]:
        values = {}
        for name, how in metrics.items():
            parts = [s.score.metadata["counts"].get(name) for s in scores if s.score.metadata]
            rows = np.asarray([part for part in parts if part is not None], dtype=np.float64)
            value = pooled_value(rows, how) if len(rows) else None
            values[name] = math.nan if value is None else value
        return values

    return figures


def _scorer(suite: str) -> Callable[..., Scorer]:
    """The scorer of one suite, under a name that `inspect score` can look up."""
    metrics: list[Any] = [{"*": [mean(), stderr(cluster="cluster")]}]
    if any(m.pooled is not None for m in find_suite(suite).metrics):
        metrics.append(pooled(suite))

    @scorer(metrics=metrics, name=suite.replace("-", "_"))
    def suite_scorer(data: str | list[str] | None = None, bare: bool = False) -> Scorer:
        samples = _dataset(suite, _paths(data))[1]

        async def score(state: TaskState, target: Target) -> InspectScore:
            sample = samples[str(state.sample_id)]
            return await anyio.to_thread.run_sync(_score, suite, bare, sample, state)

        return score

    return suite_scorer


def _score(suite: str, bare: bool, sample: Sample, state: TaskState) -> InspectScore:
    reply = read_output(state.output, 0.0)
    answer = Answer(sample.id, reply.text, state.epoch - 1, stop=reply.stop, note=reply.note)
    observed = _judge(suite, bare).observe(sample, reply.text)
    return inspect_score(
        find_suite(suite), find_suite(suite).score(sample, answer, observed), answer
    )


def inspect_score(suite: Suite, score: Score, answer: Answer) -> InspectScore:
    """A score in Inspect's form: a metric that does not apply is nan."""
    values = {
        m.name: math.nan if (value := score.metrics.get(m.name)) is None else value
        for m in suite.metrics
        if m.pooled is None
    }
    counts = {
        m.name: None if (part := m.pooled.counts(score)) is None else [float(x) for x in part]
        for m in suite.metrics
        if m.pooled is not None
    }
    return InspectScore(
        value=dict(values),
        answer=answer.text,
        explanation=json.dumps(dict(score.evidence), indent=2, default=str),
        metadata={"reasons": dict(score.reasons), "counts": counts, "stop": answer.stop},
    )


def _make(name: str) -> Callable[..., Task]:
    scored = _scorer(name)

    def build(
        data: str | list[str] | None = None,
        form: str | None = None,
        prompt: str | None = None,
        no_sandbox: bool = False,
        limit: int | None = None,
    ) -> Task:
        suite = find_suite(name)
        dataset, _ = _dataset(name, _paths(data))
        form = _form(suite, dataset, form or (prompt if prompt in suite.question_forms else None))
        return Task(
            dataset=MemoryDataset(
                [
                    InspectSample(
                        input="(built when asked)",
                        id=sample.id,
                        metadata={**sample.groups, "cluster": sample.cluster},
                    )
                    for sample in select(dataset.samples, {}, limit)
                ],
                name=dataset.name,
            ),
            solver=[acidtest_question(name, data, form, prompt, no_sandbox), generate()],
            scorer=scored(data, no_sandbox),
            version=suite.version,
            metadata={
                "acidtest_suite": name,
                "acidtest_data": list(_paths(data)),
                "acidtest_data_sha256": dataset.sha256,
                "acidtest_form": form,
                "acidtest_prompt_sha256": read_prompt(suite, prompt).sha256,
            },
        )

    build.__name__ = build.__qualname__ = name.replace("-", "_")
    build.__doc__ = f"{find_suite(name).description}."
    return build


for _name in suite_names():
    globals()[_name.replace("-", "_")] = task(_make(_name))
