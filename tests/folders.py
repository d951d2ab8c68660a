"""Run folders that a test may edit."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pyarrow.parquet as pq


def editable(run: Path, folder: Path) -> Path:
    """A copy without checksums, as an older acidtest wrote it: edits to it are not damage."""
    shutil.copytree(run, folder)
    for path in folder.glob("*.json"):
        data = json.loads(path.read_text())
        bare = {k: v for k, v in data.items() if k not in ("sha256", "files")}
        path.write_text("{\n" + ",\n".join(_fields(bare)) + "\n}\n")
    for path in folder.glob("*.jsonl"):
        records = [json.loads(line) for line in path.read_text().splitlines()]
        for record in records:
            record.pop("sha256", None)
        path.write_text("".join(json.dumps(record) + "\n" for record in records))
    for path in folder.glob("*.parquet"):
        pq.write_table(pq.read_table(path).replace_schema_metadata(None), path)
    return folder


def _fields(data: dict[str, object]) -> list[str]:
    return [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in data.items()]
