"""Logs of Inspect AI as answers: what `acidtest import` reads."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from acidtest.errors import InfrastructureError, InputError
from acidtest.model import Answer
from acidtest.redact import redact
from acidtest.store import answer_to_json
from acidtest.suites import sha256_of
from acidtest.systems import RecordedSystem
from acidtest.systems._inspect import read_output
from acidtest.systems._model_prices import Price, Prices

if TYPE_CHECKING:
    from inspect_ai.log import EvalSample


@dataclass(frozen=True, slots=True)
class Imported:
    """The answers of a log and what they answer."""

    suite: str
    data: tuple[Path, ...]
    data_sha256: str
    form: str
    system: RecordedSystem


def read_log(path: Path, prices: Prices) -> Imported:
    """Read a log of one of acidtest's tasks; raises `InputError`."""
    try:
        from inspect_ai.log import read_eval_log
    except ModuleNotFoundError as error:
        raise InputError("logs need Inspect AI: pip install 'acidtest[models]'") from error
    if not path.is_file():
        raise InputError(f"{path}: there is no such file")
    try:
        log = read_eval_log(str(path))
    except Exception as error:
        raise InputError(f"{path}: is no log of Inspect AI that can be read: {error}") from error
    told = log.eval.metadata or {}
    if not isinstance(told.get("acidtest_suite"), str):
        raise InputError(
            f"{path}: is a log of the task '{log.eval.task}', which is not one of acidtest's"
        )
    price = prices.find(log.eval.model)
    answers: dict[str, dict[int, Answer]] = {}
    for sample in log.samples or []:
        answer = _answer(sample, price)
        answers.setdefault(answer.id, {})[answer.attempt] = answer
    if not answers:
        raise InputError(f"{path}: holds no samples; it may be a log of a run that was stopped")
    return Imported(
        told["acidtest_suite"],
        tuple(Path(p) for p in told.get("acidtest_data", [])),
        str(told.get("acidtest_data_sha256")),
        str(told.get("acidtest_form")),
        _system(f"model:{log.eval.model}", answers),
    )


def _system(name: str, answers: Mapping[str, Mapping[int, Answer]]) -> RecordedSystem:
    ordered = {key: tuple(some[i] for i in sorted(some)) for key, some in sorted(answers.items())}
    rows = [json.dumps(answer_to_json(a)) for given in ordered.values() for a in given]
    return RecordedSystem(name, ordered, sha256_of(*rows))


def _answer(sample: EvalSample, price: Price | None) -> Answer:
    identity, attempt = str(sample.id), sample.epoch - 1
    if sample.error is not None:
        said = redact(sample.error.message[:500])
        return Answer(identity, None, attempt, error=f"Inspect reported: {said}")
    try:
        reply = read_output(sample.output, sample.total_time or 0.0)
    except InfrastructureError as error:
        return Answer(identity, None, attempt, error=str(error))
    return reply.answer(identity, attempt, price)
