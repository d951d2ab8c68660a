"""A dataset function for NAT (`_type: custom`): any data that acidtest reads, ids unchanged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from nat.data_models.evaluator import EvalInput, EvalInputItem

from acidtest.engine import select
from acidtest.integrations.nat.items import to_record
from acidtest.suites.sast_triage.suite import SUITE

SHIPPED = "shipped"


def load(
    file_path: str | Path,
    groups: Mapping[str, Sequence[str]] | None = None,
    limit: int | None = None,
) -> EvalInput:
    """The findings of a file or folder; `shipped` names the shipped corpus."""
    paths = [] if str(file_path) == SHIPPED else [Path(file_path)]
    samples = select(SUITE.read(paths).samples, groups or {}, limit)
    items = []
    for sample in samples:
        if sample.truth.label:
            record = to_record(sample)
            items.append(
                EvalInputItem(
                    id=record["id"],
                    input_obj=record["question"],
                    expected_output_obj=record["expected_output_obj"],
                    full_dataset_entry=record,
                )
            )
    return EvalInput(eval_input_items=items)
