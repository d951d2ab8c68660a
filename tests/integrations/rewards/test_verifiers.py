"""A rollout of verifiers: a real model is asked, and its answer is rewarded by the verdict."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from acidtest.core.errors import InfrastructureError
from acidtest.core.registry import find_suite
from acidtest.suites.sast_triage.judge import TriageJudge
from acidtest.systems.models.local import MODELS, LocalServer
from tests.integrations.judging.asking import control

pytestmark = pytest.mark.filterwarnings("ignore")

vf = pytest.importorskip("verifiers.v1", reason="make reward-test sets it up")

from acidtest.integrations.rewards.verifiers import (  # noqa: E402 - needs the library
    AcidtestConfig,
    AcidtestTaskConfig,
    AcidtestTaskset,
)

SUITE = "sast-triage"


def tasks(**config: Any) -> list[Any]:
    return list(AcidtestTaskset(AcidtestConfig(suite=SUITE, limit=4, **config)))


def scored(task: Any, answer: str) -> Any:
    """What the hooks of a task say about an answer, without a model."""
    trace = SimpleNamespace(last_reply=answer)
    one = SimpleNamespace(reward=task.verdict, error=task.acidtest_error)

    async def both() -> tuple[float, float]:
        return await one.reward(trace), await one.error(trace)

    return asyncio.run(both())


def oracle(task: Any) -> str:
    suite = find_suite(SUITE)
    samples = {sample.id: sample for sample in suite.read([]).samples}
    return control(suite, "oracle", samples[task.data.id])


def test_tasks_are_questions_without_their_truth() -> None:
    train, kept = tasks(), tasks(split="eval")
    assert 2 <= len(train) <= 4  # whole tasks
    assert not {t.data.id for t in train} & {t.data.id for t in kept}
    assert len({t.key for t in train + kept}) == len(train) + len(kept)
    for task in train:
        assert task.data.prompt
        assert set(task.data.model_dump(exclude_defaults=True)) == {
            *("idx", "id", "name", "prompt", "suite")
        }


def test_the_verdict_is_the_reward() -> None:
    first, second = tasks()[:2]
    assert scored(first, oracle(first)) == (1.0, 0.0)
    value, error = scored(second, "no idea")
    assert (value < 0, error) == (True, 0.0)  # a verdict can be guessed, so this loses


def test_a_broken_tool_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise InfrastructureError("no space left")

    monkeypatch.setattr(TriageJudge, "observe", broken)
    task = tasks(task=AcidtestTaskConfig(seed=3))[0]
    assert scored(task, oracle(task)) == (0.0, 1.0)


def test_a_rollout_against_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))  # where verifiers finds the harness
    server = LocalServer("smollm2", MODELS["smollm2"])
    monkeypatch.setenv("KEY_OF_THE_MODEL", server.key)
    config = vf.AgentConfig(
        model="smollm2",
        client=vf.EvalClientConfig(base_url=server.base_url, api_key_var="KEY_OF_THE_MODEL"),
        harness={"id": "one_turn"},
        runtime=vf.SubprocessConfig(),
        sampling={"max_tokens": 24, "temperature": 0.0},
    )
    (task,) = [t for t in tasks() if len(t.data.prompt) < 6000][:1]
    try:
        trace = asyncio.run(vf.make_agent(config).run(task))
    finally:
        server.close()
    assert trace.errors == []
    assert trace.last_reply
    assert trace.metrics["acidtest_error"] == 0.0
    assert {name: each.value for name, each in trace.rewards.items()} == {
        "verdict": scored(task, trace.last_reply)[0]
    }
