"""Reads the output of `nat eval`: workflow_output.json, and times and tokens from its profiler."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from acidtest.core.errors import InputError
from acidtest.core.protocols import AnswersBySystem, Dataset
from acidtest.core.records import Answer, Json, Sample
from acidtest.core.untrusted import load_json, whole_number

NO_ANSWER = (
    "the workflow gave no answer; NAT leaves it empty, with exit status 0, if the workflow "
    "raised an exception; see its log"
)
OUTPUT = "workflow_output.json"
_ID_DIGITS = 100
PROFILE = "standardized_data_all.csv"
_REPETITION = re.compile(r"(.+)_rep([0-9]{1,6})", re.DOTALL)
_LARGEST = 1e15


@dataclass(frozen=True, slots=True)
class Usage:
    """Time and tokens of one item."""

    time_s: float
    tokens_in: int
    tokens_out: int


def read_workflow_output(path: Path, dataset: Dataset) -> AnswersBySystem:
    """Answers of a NAT evaluation, from its output folder or workflow_output.json."""
    file = path / OUTPUT if path.is_dir() else path
    try:
        items = load_json(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(
            f"{file}: not found; NAT writes it only if the configuration has an evaluator"
        ) from None
    except (OSError, ValueError) as error:
        raise InputError(f"{file}: cannot be read: {error}") from error
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise InputError(f"{file}: expected a list of objects, as NAT writes it")
    usage = read_profile(file.with_name(PROFILE))
    ids, numbers = id_tables(dataset.samples)
    answers = []
    answered = any("generated_answer" in item for item in items)
    for place, item in enumerate(items):
        if "id" not in item or not answered:
            raise InputError(f"{file}: item {place} has no 'id' or no 'generated_answer'")
        name, attempt = known_id(item["id"], ids, numbers)
        # one item without the field is an empty object to the published validation
        text, took = answer_text(item.get("generated_answer", "{}")), usage.get(place)
        answers.append(
            Answer(
                name,
                text,
                attempt,
                error=NO_ANSWER if text is None else None,
                time_s=took.time_s if took else None,
                tokens_in=took.tokens_in if took else None,
                tokens_out=took.tokens_out if took else None,
            )
        )
    return {"nat": answers}


def read_profile(path: Path) -> Mapping[int, Usage]:
    """By item: seconds from its first to its last event, and tokens; empty without the file."""
    if not path.exists():
        return {}
    spans: dict[int, list[float]] = {}
    tokens: dict[int, list[int]] = {}
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            for row in csv.DictReader(stream):
                number = int(_finite(row["example_number"]))
                spans.setdefault(number, []).append(_finite(row["event_timestamp"]))
                counts = tokens.setdefault(number, [0, 0])
                if row["event_type"] == "LLM_END":
                    counts[0] += int(_finite(row["prompt_tokens"] or 0))
                    counts[1] += int(_finite(row["completion_tokens"] or 0))
    except (OSError, KeyError, TypeError, ValueError, csv.Error) as error:
        raise InputError(f"{path}: cannot be read as NAT's profile: {error!r}") from error
    return {
        number: Usage(max(times) - min(times), *tokens[number]) for number, times in spans.items()
    }


def _finite(text: str | int) -> float:
    number = float(text)
    if not -_LARGEST < number < _LARGEST:
        raise ValueError(f"{str(text)[:40]!r} is not a number that can be counted with")
    return number


def answer_text(output: Json) -> str | None:
    """The text of an answer; None if there is none."""
    if output is None or output == "" or output != output:  # pandas writes nan for missing values
        return None
    return output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)


def known_id(given: Json, ids: Mapping[str, int], numbers: Mapping[int, str]) -> tuple[str, int]:
    """The sample id and the repetition of an item.

    `--reps` appends `_repN`; an id of only digits has become a number and lost its leading zeros.
    """
    text = str(given)
    if text in ids:
        return text, 0
    base, attempt = text, 0
    if repeated := _REPETITION.fullmatch(text):
        base, attempt = repeated[1], int(repeated[2])
    if base in ids:
        return base, attempt
    number = whole_number(base, _ID_DIGITS)
    if number is not None and number in numbers:
        return numbers[number], attempt
    return text, 0


def id_tables(samples: Iterable[Sample]) -> tuple[dict[str, int], dict[int, str]]:
    """Ids unchanged, and ids of only digits also as numbers if that is unambiguous."""
    ids = {sample.id: place for place, sample in enumerate(samples)}
    numbers: dict[int, str] = {}
    for name in ids:
        number = whole_number(name, _ID_DIGITS)
        if number is not None:
            # two ids that become the same number cannot be distinguished
            numbers[number] = "" if number in numbers else name
    return ids, {number: name for number, name in numbers.items() if name}
