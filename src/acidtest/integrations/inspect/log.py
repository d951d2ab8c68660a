"""Reads the answers in Inspect AI logs, for `acidtest import`."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from acidtest.core.digest import sha256_of
from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.extras import needed_by
from acidtest.core.records import Answer
from acidtest.core.redact import redact_message
from acidtest.store import answer_to_json
from acidtest.systems.models.caller import read_output
from acidtest.systems.models.prices import Price, Prices
from acidtest.systems.recorded import RecordedSystem

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog, EvalSample

_UNPACKED = 32 << 20
"""Bytes to which any archive may unpack; a larger one to 200 times its size."""
_RATIO = 200
_PART = 1 << 12  # of an archive: even this little can unpack to megabytes
_EPOCHS = 1_000_000
_LARGEST = 1e15
_SHOWN = 300


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
    log = _read(path)
    metadata = log.eval.metadata or {}
    if not isinstance(metadata.get("acidtest_suite"), str):
        raise InputError(f"{path}: is a log of '{log.eval.task}', which is not an acidtest task")
    data = metadata.get("acidtest_data", [])
    if not isinstance(data, list) or not all(isinstance(name, str) for name in data):
        raise InputError(f"{path}: expected paths in 'acidtest_data', got {data!r:.100}")
    price = prices.find(log.eval.model)
    answers: dict[str, dict[int, Answer]] = {}
    for sample in log.samples or []:
        where = f"{path}, sample '{sample.id}', epoch {sample.epoch}"
        answer = _answer(sample, price, where)
        answers.setdefault(answer.id, {})[answer.attempt] = answer
    if not answers:
        raise InputError(f"{path}: contains no samples; the run may have been stopped")
    return Imported(
        metadata["acidtest_suite"],
        tuple(Path(name) for name in data),
        str(metadata.get("acidtest_data_sha256")),
        str(metadata.get("acidtest_form")),
        _system(f"model:{log.eval.model}", answers),
    )


def _read(path: Path) -> EvalLog:
    with needed_by("reading a log"):
        from inspect_ai.log import read_eval_log
    if not path.is_file():
        raise InputError(f"{path}: no such file")
    try:
        if path.suffix == ".eval":
            _check_size(path)
        return read_eval_log(str(path))
    except InputError:
        raise
    except Exception as error:
        said = redact_message(" ".join(_words(error).split()))[:_SHOWN]
        raise InputError(f"{path}: cannot be read as an Inspect AI log: {said}") from error


def _words(error: Exception) -> str:
    """What is wrong; of pydantic's list of faults the first, without its address."""
    faults = error.errors() if hasattr(error, "errors") else []
    if not faults:
        return str(error)
    more = f", and {len(faults) - 1} more" if len(faults) > 1 else ""
    return f"{'.'.join(map(str, faults[0]['loc']))}: {faults[0]['msg']}{more}"


def _check_size(path: Path) -> None:
    """Refuse an archive that unpacks to far more than a log does, before it fills the memory.

    The sizes that it states are not used: they can be wrong.
    """
    most = max(_UNPACKED, _RATIO * path.stat().st_size)
    size = 0
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            with archive.open(member) as stream:
                while part := stream.read(_PART):
                    size += len(part)
                    if size > most:
                        raise InputError(
                            f"{path}: unpacks to more than {most >> 20} MiB, which is too much "
                            "for a log of its size"
                        )


def _system(name: str, answers: Mapping[str, Mapping[int, Answer]]) -> RecordedSystem:
    ordered = {key: tuple(some[i] for i in sorted(some)) for key, some in sorted(answers.items())}
    rows = [json.dumps(answer_to_json(a)) for given in ordered.values() for a in given]
    return RecordedSystem(name, ordered, sha256_of(*rows))


def _answer(sample: EvalSample, price: Price | None, where: str) -> Answer:
    if not 0 < sample.epoch <= _EPOCHS:
        raise InputError(f"{where}: expected an epoch from 1 to {_EPOCHS}")
    identity, attempt = str(sample.id), sample.epoch - 1
    if sample.error is not None:
        said = redact_message(sample.error.message)[:500]
        return Answer(identity, None, attempt, error=f"Inspect reported: {said}")
    try:
        reply = read_output(sample.output, sample.total_time or 0.0)
    except InfrastructureError as error:
        return Answer(identity, None, attempt, error=str(error))
    for what, number in {
        "time": reply.time_s,
        "number of input tokens": reply.tokens_in,
        "number of cached tokens": reply.tokens_cached,
        "number of output tokens": reply.tokens_out,
    }.items():
        if number is not None and not 0 <= number < _LARGEST:
            raise InputError(f"{where}: expected a {what} from 0 to 10^15, got {number}")
    return reply.answer(identity, attempt, price)
