"""Run folders that a test may edit."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
from pathlib import Path


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
    for path in folder.glob("*.sqlite"):
        edit_scores(path)
    return folder


def edit_scores(path: Path, *statements: str) -> None:
    """Change a file of scores by SQL; its checksum goes."""
    with contextlib.closing(sqlite3.connect(path)) as base, base:
        base.execute("PRAGMA secure_delete = ON")
        base.execute("DROP TABLE IF EXISTS seal")
        for statement in statements:
            base.execute(statement)


def keep_rows(path: Path, count: int) -> None:
    """Leave only the first rows in a file of scores."""
    tables = ("scores", "evidence")
    edit_scores(path, *(f"DELETE FROM {table} WHERE nth >= {count}" for table in tables))


def _fields(data: dict[str, object]) -> list[str]:
    return [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in data.items()]
