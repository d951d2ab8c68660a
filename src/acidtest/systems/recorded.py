"""Recorded answers: one JSON object per line, `{"id": …, "answer": …}`, a list of them, or a row
of Parquet.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from acidtest.core.digest import sha256_of
from acidtest.core.errors import InputError
from acidtest.core.paths import check_there
from acidtest.core.places import brought
from acidtest.core.protocols import Dataset, ForeignAnswers, Suite
from acidtest.core.records import Answer, Json, Question, Sample
from acidtest.core.text import choices
from acidtest.core.untrusted import load_json, reading
from acidtest.store import answer_to_json, is_damaged_copy
from acidtest.systems.answer_files import KeptAnswers, opened_lines
from acidtest.systems.foreign_lines import own_lines
from acidtest.systems.long_lines import LINE_MAX, Lines, LongLine
from acidtest.systems.nat_output import read_workflow_output

_MOST = 1_000_000
_LARGEST = 1e15
_START = 1 << 16
_LIST_MAX = 256 << 20
_COMPRESSED = (".gz", ".zst")
_MARKS = {
    "cbom": re.compile(rb'"bomFormat"\s*:\s*"CycloneDX"'),
    "sarif": re.compile(rb'"\$schema"\s*:\s*"[^"]*sarif|"version"\s*:\s*"2\.1\.0"'),
}
"""What a document of another tool says about itself."""
_NUMBERS = {
    "time_s": (int, float),
    "cost_usd": (int, float),
    "tokens_in": (int,),
    "tokens_out": (int,),
    "logprob": (int, float),
}


@dataclass(frozen=True)
class RecordedSystem:
    """Answers read from a file. A sample without an answer gets an empty one."""

    name: str
    answers: Mapping[str, tuple[Answer, ...]]
    sha256: str

    @cached_property
    def identity(self) -> Mapping[str, Json]:
        """The hash of the file's content."""
        models = sorted({a.model for given in self.answers.values() for a in given if a.model})
        return {"answers_sha256": self.sha256, **({"models": models} if models else {})}

    @cached_property
    def attempts(self) -> int:
        """The largest number of answers to one sample."""
        return max((len(given) for given in self.answers.values()), default=1)

    def answer(self, question: Question) -> Answer:
        """The recorded answer, or an empty one."""
        given = self.answers.get(question.sample.id, ())
        if question.attempt < len(given):
            return given[question.attempt]
        return Answer(question.sample.id, "", question.attempt)


def recorded_systems(
    path: Path, kind: str | None, suite: Suite, dataset: Dataset
) -> list[RecordedSystem]:
    """The systems whose answers are in a file or folder, in acidtest's format or in `kind`.

    A CycloneDX or SARIF document is recognised by its content, if the suite can read it.
    """
    path = brought(path)
    own = suite.answer_formats if isinstance(suite, ForeignAnswers) else {}
    kind = kind or _recognised(path, own)
    if kind is None:
        return [read_answers(path)]
    formats = {"nat": read_workflow_output, **own}
    if kind not in formats:
        known = choices(kind, sorted(formats))
        raise InputError(f"unknown answer format '{kind}' for {suite.name}; {known}")
    check_there(path)
    with reading(path):
        answers_by_system = formats[kind](path, dataset)
    if not any(answers_by_system.values()):
        raise InputError(f"{path}: contains no answer in format '{kind}'")
    return [_recorded(name, given) for name, given in answers_by_system.items() if given]


def misfits(
    system: RecordedSystem, answers: object, dataset: Dataset, samples: Sequence[Sample]
) -> Iterator[str]:
    """What answers and data do not have in common; `InputError` if that is everything."""
    known = {sample.id for sample in dataset.samples}
    strange = [identity for identity in system.answers if identity not in known]
    if len(strange) == len(system.answers):
        raise InputError(
            f"{answers}: none of its ids is in the data; the file has ids such as "
            f"'{strange[0]}', the data such as '{samples[0].id}'"
        )
    if strange:
        yield f"{answers}: {len(strange)} ids are not in the data, such as '{strange[0]}'"
    missing = [sample.id for sample in samples if sample.id not in system.answers]
    if len(missing) == len(samples) < len(known):
        given = next(identity for identity in system.answers if identity in known)
        raise InputError(
            f"{answers}: answers none of the {len(samples)} samples that --limit and --groups "
            f"choose, such as '{missing[0]}', but others, such as '{given}'; choose those, or ask "
            "the chosen ones: `acidtest questions` takes the same options"
        )
    if missing:
        yield (
            f"{answers}: {len(missing)} of {len(samples)} samples have no answer, such as "
            f"'{missing[0]}'; they count as empty answers"
        )
    few = [s.id for s in samples if 0 < len(system.answers.get(s.id, ())) < system.attempts]
    if few:
        yield (
            f"{answers}: {len(few)} samples have fewer than {system.attempts} attempts, such as "
            f"'{few[0]}'; missing attempts count as empty answers"
        )


def _recognised(path: Path, formats: Collection[str]) -> str | None:
    """Which format of another tool a document declares at its start; None for lines of ours."""
    try:
        with path.open("rb") as stream:
            start = stream.read(_START)
    except OSError:
        return None
    if re.match(rb'\s*\{\s*"id"\s*:', start):
        return None
    return next((k for k, mark in _MARKS.items() if k in formats and mark.search(start)), None)


def _recorded(name: str, given: Sequence[Answer]) -> RecordedSystem:
    answers: dict[str, dict[int, Answer]] = {}
    for answer in given:
        answers.setdefault(answer.id, {})[answer.attempt] = answer
    return RecordedSystem(
        name,
        {key: tuple(some[i] for i in sorted(some)) for key, some in answers.items()},
        sha256_of(*(json.dumps(answer_to_json(answer), sort_keys=True) for answer in given)),
    )


def read_answers(path: Path) -> RecordedSystem:
    """Read a file of answers; raises `InputError` with the line and what is wrong with it."""
    path = brought(path)
    check_there(path)
    if path.is_dir():
        raise InputError(f"{path}: this is a folder; name the file of answers in it")
    answers = KeptAnswers()
    try:
        sha256 = _read_list(path, answers) or _read_lines(path, answers)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from error
    if next(iter(answers), None) is None:
        raise InputError(
            f"{path}: contains no answer; expected one JSON object with id and answer per line"
        )
    return RecordedSystem(_stem(path), answers, sha256)


def _read_lines(path: Path, answers: KeptAnswers) -> str:
    lines = Lines(path)
    for number, line in enumerate(lines, 1):
        where = f"{path}, line {number}"
        if isinstance(line, LongLine):
            answers.add(_failed(line, where, answers))
        elif line.strip():
            _add(_loaded(line, where), where, answers)
    return lines.sha256


def _read_list(path: Path, answers: KeptAnswers) -> str | None:
    """Read a JSON list, which needs all of it in memory; None if the file is no list."""
    with opened_lines(path) as stream:
        start = stream.read(_START)
        if not start.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"["):
            return None
        data = start + stream.read(_LIST_MAX + 1 - len(start))
    if len(data) > _LIST_MAX:
        most = f"{_LIST_MAX >> 20} MiB"
        raise InputError(f"{path}: a list of over {most}; write one JSON object per line instead")
    records = _loaded(data, str(path))
    if not isinstance(records, list):
        raise InputError(f"{path}: expected a list, got {type(records).__name__}")
    for number, record in enumerate(records, 1):
        _add(record, f"{path}, item {number}", answers)
    return hashlib.sha256(data).hexdigest()


def _stem(path: Path) -> str:
    """The name of a file without its endings for lines and for compression."""
    return Path(path.stem).stem if path.suffix in _COMPRESSED else path.stem


def _failed(line: LongLine, where: str, before: KeptAnswers) -> Answer:
    """The empty answer that stands for one that is too long to read."""
    most = f"{LINE_MAX >> 20} MiB"
    if line.id is None:
        raise InputError(f"{where}: is over {most}, and no field 'id' is near its start or end")
    attempt = line.attempt
    if attempt is None:
        attempt = before.count(line.id)
    note = f"the line has {line.size / 1e6:.1f} MB, over {most}: not read, counted as failed"
    return Answer(line.id, "", attempt, note=note)


def _loaded(data: bytes, where: str) -> Any:
    try:
        return load_json(data)
    except ValueError as error:
        raise InputError(
            f"{where}: invalid JSON: {error}; expected one JSON object with id and answer per line"
        ) from error


def _add(record: Any, where: str, answers: KeptAnswers) -> None:
    """Add the answers of a line, in acidtest's own fields or in another program's."""
    if not isinstance(record, dict):
        raise InputError(f"{where}: expected an object, got {type(record).__name__}")
    if is_damaged_copy(record):
        raise InputError(
            f"{where}: damaged (its checksum differs); delete the line, or, if you changed it "
            "yourself, its field 'sha256'"
        )
    for own in own_lines(record):
        answers.add(_parse(own, where, answers))


def _parse(record: Mapping[str, Any], where: str, before: KeptAnswers) -> Answer:
    identity = record.get("id")
    if isinstance(identity, int) and not isinstance(identity, bool):
        identity = str(identity)
    if not isinstance(identity, str):
        raise InputError(f"{where}: field 'id' is missing or not a string")
    fields: dict[str, Any] = {}
    for name in ("answer", "error", "model", "note", "stop"):
        value = record.get(name)
        if value is not None and not isinstance(value, str):
            raise InputError(f"{where}: field '{name}' is a {type(value).__name__}, not a string")
        fields[name] = value
    text = fields.pop("answer")
    if text is None and fields["error"] is None:
        names = ", ".join(map(str, record))
        raise InputError(f"{where}: has neither 'answer' nor 'error' (its fields: {names:.200})")
    for name, kinds in _NUMBERS.items():
        value = record.get(name)
        if value is not None and (not isinstance(value, kinds) or isinstance(value, bool)):
            raise InputError(f"{where}: field '{name}' is a {type(value).__name__}, not a number")
        low, least = (-_LARGEST, "-10^15") if name == "logprob" else (0, "0")
        if value is not None and not low <= value < _LARGEST:
            raise InputError(
                f"{where}: field '{name}' is {value}, not a number from {least} to 10^15"
            )
        fields[name] = value
    # a run's own answers.jsonl numbers its attempts, and a later line replaces an earlier one
    attempt = record["attempt"] if "attempt" in record else before.count(identity)
    if not isinstance(attempt, int) or isinstance(attempt, bool) or not 0 <= attempt < _MOST:
        raise InputError(f"{where}: field 'attempt' is not a whole number from 0 to {_MOST - 1}")
    return Answer(identity, text, attempt, **fields)
