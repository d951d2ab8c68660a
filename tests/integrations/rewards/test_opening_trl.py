"""GRPO steps of TRL with the verdict as a reward, on a tiny model with random weights."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import acidtest
from acidtest.cli import cli
from acidtest.core.errors import InfrastructureError
from acidtest.suites.sast_triage.judge import TriageJudge

# libraries of a training loop deprecate each other's options all the time
pytestmark = pytest.mark.filterwarnings("ignore")

trl = pytest.importorskip("trl", reason="make reward-test sets it up")

SUITE = "sast-triage"


def tokenizer_of(texts: list[str]) -> Any:
    """A tokenizer that splits into words, made of these texts; nothing is downloaded."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    made = Tokenizer(models.BPE(unk_token="<unk>"))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    special = ["<unk>", "<pad>", "<eos>"]
    made.train_from_iterator(texts, trainers.BpeTrainer(vocab_size=300, special_tokens=special))
    return PreTrainedTokenizerFast(
        tokenizer_object=made,
        unk_token="<unk>",
        pad_token="<pad>",
        eos_token="<eos>",
        chat_template="{% for m in messages %}{{ m['content'] }}{{ eos_token }}{% endfor %}",
    )


def tiny_model(tokenizer: Any) -> Any:
    from transformers import LlamaConfig, LlamaForCausalLM

    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=16,
        intermediate_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        num_key_value_heads=2,
        pad_token_id=tokenizer.pad_token_id,
        eos_token_id=tokenizer.eos_token_id,
    )
    return LlamaForCausalLM(config)


def train(reward: Any, folder: Path, rows: list[dict[str, Any]]) -> Any:
    from datasets import Dataset

    tokenizer = tokenizer_of([row["prompt"][0]["content"] for row in rows])
    settings = trl.GRPOConfig(
        output_dir=str(folder),
        max_steps=2,
        per_device_train_batch_size=4,
        num_generations=4,
        max_completion_length=8,
        use_cpu=True,
        report_to=[],
        logging_steps=1,
        save_strategy="no",
        bf16=False,
    )
    trainer = trl.GRPOTrainer(
        model=tiny_model(tokenizer),
        args=settings,
        reward_funcs=[reward],
        train_dataset=Dataset.from_list(rows),
        processing_class=tokenizer,
    )
    trainer.train()
    return trainer


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What `export-prompts` writes for TRL."""
    out = tmp_path_factory.mktemp("prompts") / "prompts.jsonl"
    words = ["export-prompts", SUITE, "--format", "trl", "--limit", "4", "--out", str(out)]
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in out.read_text().splitlines()]


def test_two_steps_of_grpo(rows: list[dict[str, Any]], tmp_path: Path) -> None:
    asked: list[tuple[int, list[float | None]]] = []
    with acidtest.reward(SUITE) as verdict:

        def reward(completions: list[Any], id: list[str], **more: Any) -> list[float | None]:
            given = verdict(completions=completions, id=id, **more)
            asked.append((len(completions), given))
            return given

        trainer = train(reward, tmp_path, rows)
    assert [count for count, _ in asked] == [4, 4]
    earned = [value for _, given in asked for value in given]
    assert all(value is not None and (value == 1 or value < 0) for value in earned)
    assert trainer.state.global_step == 2
    assert any("rewards/reward/mean" in entry for entry in trainer.state.log_history)


def test_the_reward_itself_is_a_reward_function(rows: list[dict[str, Any]], tmp_path: Path) -> None:
    with acidtest.reward(SUITE) as verdict:
        trainer = train(verdict, tmp_path, rows)
        assert verdict.last.answers == 4
    names = {name for entry in trainer.state.log_history for name in entry}
    assert "rewards/sast-triage:right/mean" in names


def test_a_broken_tool_is_not_scorable_and_the_training_goes_on(
    rows: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise InfrastructureError("no space left")

    monkeypatch.setattr(TriageJudge, "observe", broken)
    with acidtest.reward(SUITE) as verdict:
        trainer = train(verdict, tmp_path, rows)
        assert verdict.last.errors == 4
    assert trainer.state.global_step == 2


def test_the_twenty_lines_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(__file__).parents[3] / "docs" / "rewards.md").read_text(encoding="utf-8")
    (code,) = [c for c in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "trainer" in c]
    (command,) = [c for c in re.findall(r"(?m)^    acidtest (export.*)$", page) if "--out" in c][:1]
    assert len(code.splitlines()) <= 20
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(cli, command.split()).exit_code == 0
    tokenizer = tokenizer_of([Path("prompts.jsonl").read_text()])
    tiny_model(tokenizer).save_pretrained("tiny")
    tokenizer.save_pretrained("tiny")
    names: dict[str, Any] = {}
    on_a_cpu = code.replace("max_steps=1,", "max_steps=1, use_cpu=True, bf16=False,")
    exec(re.sub(r'model="[^"]*"', 'model="tiny"', on_a_cpu), names)
    assert names["trainer"].state.global_step == 1
    assert names["reward"].last.answers == 4
