"""A suite's questions as a file, for a trainer or a batch: ids and texts, nothing of the truth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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


@dataclass(frozen=True, slots=True)
class Asking:
    """Who is to be asked, how often and how, where a format says so.

    `options` are fields of a request; a `plain` one has the bare text instead of a message.
    """

    suite: str
    model: str = ""
    attempts: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)
    plain: bool = False


def _plain(asking: Asking, identity: str, text: str) -> dict[str, Any]:
    return {"id": identity, "prompt": text}


def _trl(asking: Asking, identity: str, text: str) -> dict[str, Any]:
    return {"id": identity, "prompt": _messages(text)}


def _verl(asking: Asking, identity: str, text: str) -> dict[str, Any]:
    return {
        "data_source": f"acidtest/{asking.suite}",
        "prompt": _messages(text),
        "ability": "code",
        "reward_model": {"style": "rule", "ground_truth": identity},
        "extra_info": {"id": identity},
    }


def _batch(asking: Asking, identity: str, text: str) -> dict[str, Any]:
    asked = {"prompt": text} if asking.plain else {"messages": _messages(text)}
    body: dict[str, Any] = {"model": asking.model, **asked, **asking.options}
    if asking.attempts > 1:
        body["n"] = asking.attempts
    return {
        "custom_id": identity,
        "method": "POST",
        "url": "/v1/completions" if asking.plain else "/v1/chat/completions",
        "body": body,
    }


def _messages(text: str) -> list[dict[str, str]]:
    return [{"role": "user", "content": text}]


BATCH_FORMATS = ("openai-batch", "vllm")
"""The same lines: `vllm run-batch` reads OpenAI's."""
FORMATS: Mapping[str, Callable[[Asking, str, str], dict[str, Any]]] = {
    "jsonl": _plain,
    **dict.fromkeys(BATCH_FORMATS, _batch),
    "trl": _trl,
    "verl": _verl,
}


def prompt_rows(
    asking: Asking,
    form: str,
    samples: Sequence[Sample],
    builder: Questions,
    prompt: Prompt,
    row_format: str,
) -> Iterator[dict[str, Any]]:
    """A row for each sample, in a format of `FORMATS`."""
    for sample in samples:
        question = make_question(form, sample, 0, builder)
        yield FORMATS[row_format](asking, sample.id, prompt.put(question.text))
