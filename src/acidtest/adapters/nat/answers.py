"""Reads what `nat eval` leaves: workflow_output.json, and times and tokens of its profiler."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from acidtest.adapters.nat.items import NO_ANSWER, answer_text, id_tables, known_id
from acidtest.errors import InputError
from acidtest.model import Answer
from acidtest.suites._base import Dataset, ReadAnswers

OUTPUT = "workflow_output.json"
PROFILE = "standardized_data_all.csv"


@dataclass(frozen=True, slots=True)
class Usage:
    """What one item took."""

    time_s: float
    tokens_in: int
    tokens_out: int


def read_workflow_output(path: Path, dataset: Dataset) -> ReadAnswers:
    """Answers of a NAT evaluation, from its output folder or its workflow_output.json."""
    file = path / OUTPUT if path.is_dir() else path
    try:
        items = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(
            f"{file}: is not there; NAT writes it only where the configuration has an evaluator"
        ) from None
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{file}: cannot be read: {error}") from error
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise InputError(f"{file}: is not a list of objects as NAT writes it")
    usage = read_profile(file.with_name(PROFILE))
    ids, numbers = id_tables(dataset.samples)
    answers = []
    for place, item in enumerate(items):
        if "id" not in item or "generated_answer" not in item:
            raise InputError(f"{file}: item {place} has no 'id' or no 'generated_answer'")
        name, attempt = known_id(item["id"], ids, numbers)
        text, took = answer_text(item["generated_answer"]), usage.get(place)
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
                number = int(float(row["example_number"]))
                spans.setdefault(number, []).append(float(row["event_timestamp"]))
                counts = tokens.setdefault(number, [0, 0])
                if row["event_type"] == "LLM_END":
                    counts[0] += int(float(row["prompt_tokens"] or 0))
                    counts[1] += int(float(row["completion_tokens"] or 0))
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise InputError(f"{path}: cannot be read as NAT's profile: {error!r}") from error
    return {
        number: Usage(max(times) - min(times), *tokens[number]) for number, times in spans.items()
    }
