"""SARIF logs for tests, and what is read from them with a truth beside them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from acidtest.suites.sast_triage.suite import SUITE


def result(path: str, line: int, rule: str = "R", text: str = "problem", **more: Any) -> Any:
    """One result."""
    place = {"artifactLocation": {"uri": path}, "region": {"startLine": line}}
    return {"ruleId": rule, "message": {"text": text},
            "locations": [{"physicalLocation": place}], **more}  # fmt: skip


def log(*results: Any, tool: str = "T", **run: Any) -> dict[str, Any]:
    """A log of one run."""
    driver = {"driver": {"name": tool}}
    return {"version": "2.1.0", "runs": [{"tool": driver, "results": list(results), **run}]}


def read(folder: Path, logs: Sequence[Mapping[str, Any]], **files: str) -> Any:
    """The data set of some logs and of other files, `labels_csv` being `labels.csv`."""
    paths = []
    for number, each in enumerate(logs):
        paths.append(folder / f"r{number}.sarif")
        paths[-1].write_text(json.dumps(each))
    for name, text in files.items():
        paths.append(folder / ".".join(name.rsplit("_", 1)))
        paths[-1].write_bytes(text.encode("utf-8"))
    return SUITE.read(paths)


def labels(data: Any) -> dict[str, str | None]:
    """Labels by path and line."""
    return {f"{s.truth.finding.path}:{s.truth.finding.line}": s.truth.label for s in data.samples}
