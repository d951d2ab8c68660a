"""A suite's questions as prompts to train with: ids and texts, and nothing of the truth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from acidtest.core.digest import sha256_of
from acidtest.core.prompts import Prompt
from acidtest.core.protocols import Questions
from acidtest.core.records import Sample
from acidtest.engine.ask import make_question

SPLITS = ("train", "eval", "all")
_RESERVED = 0.2


def reserved(cluster: str) -> bool:
    """Whether a cluster is kept for evaluation: one in five, by its name alone.

    So it stays reserved when the data grows, and all samples of a task are on one side.
    """
    return int(sha256_of(cluster)[:16], 16) < _RESERVED * (1 << 64)


def part(samples: Sequence[Sample], split: str) -> list[Sample]:
    """The samples of a split."""
    if split == "all":
        return list(samples)
    return [sample for sample in samples if reserved(sample.cluster) == (split == "eval")]


def _plain(suite: str, identity: str, text: str) -> dict[str, Any]:
    return {"id": identity, "prompt": text}


def _trl(suite: str, identity: str, text: str) -> dict[str, Any]:
    return {"id": identity, "prompt": [{"role": "user", "content": text}]}


def _verl(suite: str, identity: str, text: str) -> dict[str, Any]:
    return {
        "data_source": f"acidtest/{suite}",
        "prompt": [{"role": "user", "content": text}],
        "ability": "code",
        "reward_model": {"style": "rule", "ground_truth": identity},
        "extra_info": {"id": identity},
    }


FORMATS: Mapping[str, Callable[[str, str, str], dict[str, Any]]] = {
    "jsonl": _plain,
    "trl": _trl,
    "verl": _verl,
}


def prompt_rows(
    suite: str,
    form: str,
    samples: Sequence[Sample],
    builder: Questions,
    prompt: Prompt,
    row_format: str,
) -> Iterator[dict[str, Any]]:
    """A row for each sample, in a trainer's format."""
    for sample in samples:
        question = make_question(form, sample, 0, builder)
        yield FORMATS[row_format](suite, sample.id, prompt.put(question.text))
