"""verl's own reward manager asks for the verdict on one answer after the other."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from click.testing import CliRunner

from acidtest.cli import cli
from acidtest.core.errors import InfrastructureError
from acidtest.core.registry import find_suite
from acidtest.suites.sast_triage.judge import TriageJudge
from tests.integrations.judging.asking import control
from tests.integrations.rewards.service import judge_service

pytestmark = pytest.mark.filterwarnings("ignore")

pytest.importorskip("verl", reason="make reward-test sets it up")

SUITE = "sast-triage"


class Letters:
    """A tokenizer of one token for each character: nothing is downloaded."""

    pad_token_id, eos_token_id = 0, 0

    def decode(self, ids: Any, skip_special_tokens: bool = True) -> str:
        return "".join(chr(int(each)) for each in ids)


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What `export-prompts` writes for verl."""
    out = tmp_path_factory.mktemp("prompts") / "prompts.jsonl"
    words = ["export-prompts", SUITE, "--format", "verl", "--limit", "6", "--out", str(out)]
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in out.read_text().splitlines()]


def managed(rows: list[dict[str, Any]], answers: list[str], **how: Any) -> list[dict[str, Any]]:
    """What the reward manager that verl's configuration names says about each answer."""
    import numpy as np
    import torch
    from omegaconf import OmegaConf
    from verl import DataProto
    from verl.trainer.ppo.reward import get_custom_reward_fn, resolve_reward_manager_cls

    config = OmegaConf.create(
        {
            "reward": {
                "custom_reward_function": {
                    "path": "pkg://acidtest.integrations.rewards.verl",
                    "name": "compute_score",
                    "reward_kwargs": how,
                },
                "reward_manager": {"source": "register", "name": "naive"},
            }
        }
    )

    def single(row: dict[str, Any], answer: str) -> DataProto:
        response = torch.tensor([[ord(c) for c in answer]])
        prompt = torch.ones((1, 3), dtype=torch.long)
        tensors = {
            "prompts": prompt,
            "responses": response,
            "attention_mask": torch.ones((1, 3 + response.shape[1]), dtype=torch.long),
        }
        others = {
            name: np.array([value], dtype=object) for name, value in row.items() if name != "prompt"
        }
        return DataProto.from_dict(tensors=tensors, non_tensors=others)

    async def all_of_them() -> Any:
        cls = resolve_reward_manager_cls(config)
        manager = cls(config, Letters(), get_custom_reward_fn(config))
        given = [single(row, answer) for row, answer in zip(rows, answers, strict=True)]
        return await asyncio.gather(*(manager.run_single(one) for one in given))

    results: list[dict[str, Any]] = asyncio.run(all_of_them())
    return results


def oracles(rows: list[dict[str, Any]]) -> list[str]:
    suite = find_suite(SUITE)
    samples = {sample.id: sample for sample in suite.read([]).samples}
    return [control(suite, "oracle", samples[row["extra_info"]["id"]]) for row in rows]


def test_each_answer_gets_its_own_score(rows: list[dict[str, Any]]) -> None:
    answers = oracles(rows)
    answers[1::2] = ["no idea"] * len(answers[1::2])
    results = managed(rows, answers, shaping={"extracts": 0.1})  # as in docs/rewards.md
    scores = [each["reward_score"] for each in results]
    assert set(scores[::2]) == {1.0}
    assert all(score < 0 for score in scores[1::2])  # a verdict can be guessed, so this loses
    assert results[0]["reward_extra_info"] == {"score": 1.0, "acc": 1.0, "acidtest_error": 0.0}


def test_a_broken_tool_has_a_score_that_says_so(
    rows: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise InfrastructureError("no space left")

    monkeypatch.setattr(TriageJudge, "observe", broken)
    (result,) = managed(rows[:1], [oracles(rows)[0] + "\n"], limit=99)
    assert result["reward_score"] == 0.0
    assert result["reward_extra_info"]["acidtest_error"] == 1.0


def test_a_judge_service_may_do_it(rows: list[dict[str, Any]]) -> None:
    with judge_service(SUITE) as url:
        results = managed(rows, oracles(rows), url=url)
    assert [each["reward_score"] for each in results] == [1.0] * len(rows)
