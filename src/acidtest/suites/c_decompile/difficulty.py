"""Measured difficulty of the shipped samples: which of the available systems fail on them."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from acidtest.core.errors import InputError
from acidtest.core.records import Json
from acidtest.store import SCORES, read_manifest, read_scores

FILE = Path(__file__).parent / "difficulty.json"
METRIC = "passes_with_types"


@functools.cache
def measured() -> Mapping[str, Json]:
    """The last measurement: `systems`, and by sample id those that `failed`."""
    data: dict[str, Json] = json.loads(FILE.read_text(encoding="utf-8"))
    return data


def level(sample_id: str) -> str | None:
    """`easy` if no system fails, `hard` if all do, else `medium`; None if it was not measured."""
    failed = measured()["failed"].get(sample_id)
    if failed is None:
        return None
    if not failed:
        return "easy"
    return "hard" if len(failed) == len(measured()["systems"]) else "medium"


def measure(folders: Sequence[Path], data_sha256: str) -> dict[str, Json]:
    """The content of the file from finished runs on the shipped corpus, one per system."""
    systems: dict[str, Json] = {}
    failed: dict[str, list[str]] = {}
    counts: dict[str, int] = {}
    for folder in folders:
        manifest = read_manifest(folder)
        name = str(manifest["system"]["name"])
        if manifest["data"]["sha256"] != data_sha256:
            raise InputError(f"{folder}: is not a run on the current shipped corpus; run it again")
        if name in systems:
            raise InputError(f"{folder}: {name} occurs twice; pass one run per system")
        systems[name] = manifest["signature"]
        for row in read_scores(folder / SCORES):
            passed = row[f"metric:{METRIC}"]
            if row["error"] or passed is None:
                raise InputError(f"{folder}: sample {row['id']} has no score; finish the run first")
            failed.setdefault(row["id"], [])
            counts[row["id"]] = counts.get(row["id"], 0) + 1
            if passed < 1:
                failed[row["id"]].append(name)
    if partial := [identity for identity, count in counts.items() if count != len(folders)]:
        raise InputError(f"sample {partial[0]} is not in every run; pass complete runs")
    return {"metric": METRIC, "systems": systems, "failed": dict(sorted(failed.items()))}
