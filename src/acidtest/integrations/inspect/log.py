"""Reads the answers in Inspect AI logs, for `acidtest import`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from acidtest.core.digest import sha256_of
from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.records import Answer
from acidtest.core.redact import redact_message
from acidtest.store import answer_to_json
from acidtest.systems.models.caller import read_output
from acidtest.systems.models.prices import Price, Prices
from acidtest.systems.recorded import RecordedSystem

if TYPE_CHECKING:
    from inspect_ai.log import EvalSample


@dataclass(frozen=True, slots=True)
class Imported:
    """The answers in a log, and the questions they belong to."""

    suite: str
    data: tuple[Path, ...]
    data_sha256: str
    form: str
    system: RecordedSystem


def read_log(path: Path, prices: Prices) -> Imported:
    """Read the log of an acidtest task; raises `InputError`."""
    try:
        from inspect_ai.log import read_eval_log
    except ModuleNotFoundError as error:
        raise InputError("logs need Inspect AI: pip install 'acidtest[models]'") from error
    if not path.is_file():
        raise InputError(f"{path}: no such file")
    try:
        log = read_eval_log(str(path))
    except Exception as error:
        raise InputError(f"{path}: cannot be read as an Inspect AI log: {error}") from error
    metadata = log.eval.metadata or {}
    if not isinstance(metadata.get("acidtest_suite"), str):
        raise InputError(f"{path}: is a log of '{log.eval.task}', which is not an acidtest task")
    price = prices.find(log.eval.model)
    answers: dict[str, dict[int, Answer]] = {}
    for sample in log.samples or []:
        answer = _answer(sample, price)
        answers.setdefault(answer.id, {})[answer.attempt] = answer
    if not answers:
        raise InputError(f"{path}: contains no samples; the run may have been stopped")
    return Imported(
        metadata["acidtest_suite"],
        tuple(Path(p) for p in metadata.get("acidtest_data", [])),
        str(metadata.get("acidtest_data_sha256")),
        str(metadata.get("acidtest_form")),
        _system(f"model:{log.eval.model}", answers),
    )


def _system(name: str, answers: Mapping[str, Mapping[int, Answer]]) -> RecordedSystem:
    ordered = {key: tuple(some[i] for i in sorted(some)) for key, some in sorted(answers.items())}
    rows = [json.dumps(answer_to_json(a)) for given in ordered.values() for a in given]
    return RecordedSystem(name, ordered, sha256_of(*rows))


def _answer(sample: EvalSample, price: Price | None) -> Answer:
    identity, attempt = str(sample.id), sample.epoch - 1
    if sample.error is not None:
        said = redact_message(sample.error.message)[:500]
        return Answer(identity, None, attempt, error=f"Inspect reported: {said}")
    try:
        reply = read_output(sample.output, sample.total_time or 0.0)
    except InfrastructureError as error:
        return Answer(identity, None, attempt, error=str(error))
    return reply.answer(identity, attempt, price)
