"""How the readers of a run folder are called, and of what a browser asks about it."""

from __future__ import annotations

import contextlib
import functools
import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import reader_calls as call

_KEY = b"a key of sixteen bytes or more"


@functools.cache
def folder() -> Path:
    """A real run, made once for this process."""
    from acidtest.api import evaluate

    out = call.folder() / "runs" / "run"
    evaluate("sast-triage", "by-type", out=out, limit=4)
    return out


@functools.cache
def bare_folder() -> Path:
    """The same run without checksums: in the other, a change is refused for its checksum."""
    bare = call.folder() / "bare"
    shutil.copytree(folder(), bare)
    for path in bare.glob("*.json"):
        fields = json.loads(path.read_bytes())
        left = {name: value for name, value in fields.items() if name not in ("sha256", "files")}
        path.write_text(json.dumps(left))
    lines = [json.loads(line) for line in (bare / "answers.jsonl").read_bytes().splitlines()]
    for line in lines:
        line.pop("sha256")
    (bare / "answers.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    for path in bare.glob("*.sqlite"):
        with contextlib.closing(sqlite3.connect(path)) as base, base:
            base.execute("PRAGMA secure_delete = ON")
            base.execute("DROP TABLE seal")
    return bare


call.MADE.extend((folder, bare_folder))


def file(name: str, run: Callable[[], Path] = folder) -> Callable[[bytes], object]:
    """A file of a run folder whose other files are honest."""
    return _with(name, run, _read)


def _with(
    name: str, run: Callable[[], Path], read: Callable[[Path], object]
) -> Callable[[bytes], object]:
    def through(data: bytes) -> object:
        path = run() / name
        honest = path.read_bytes()
        try:
            path.write_bytes(data)
            return read(run())
        finally:
            path.write_bytes(honest)

    return through


def _read(folder: Path) -> object:
    from acidtest.core.options import RunOptions
    from acidtest.report.terminal import summary_tables
    from acidtest.store import Run, read_summary
    from acidtest.store.verify import problems

    problems(folder)
    run = Run.open(folder)
    RunOptions.from_manifest(run.manifest)
    metrics = [run.column(metric) for metric in run.suite.metrics]
    shown = list(summary_tables(run.suite, read_summary(folder)))
    return metrics, shown, run.tables, dict(run.answers()), run.groups, run.errors, run.scores()


def seed(name: str, run: Callable[[], Path] = folder) -> Callable[[], list[bytes]]:
    """The honest file."""
    return lambda: [(run() / name).read_bytes()]


def signature() -> Callable[[bytes], object]:
    """The signature of a run folder."""
    from acidtest.store.signed import changed

    return _with("signature.json", signed_folder, lambda folder: changed(folder, _KEY))


@functools.cache
def signed_folder() -> Path:
    """The run without checksums, signed."""
    from acidtest.store.signed import SIGNATURE, sign

    sign(bare_folder(), _KEY)
    path = bare_folder() / SIGNATURE
    fields = json.loads(path.read_bytes())
    left = {name: fields[name] for name in ("hmac_sha256", "files")}
    path.write_text(json.dumps(left))
    return bare_folder()


call.MADE.append(signed_folder)


@functools.cache
def _site() -> Any:
    from acidtest.report.runs_folder import RunsFolder
    from acidtest.report.site import Site

    return Site(RunsFolder(folder().parent))


call.MADE.append(_site)


def query(text: str) -> object:
    """What a page asks the server of reports for: the address with its values."""
    return _site().answer("/api/samples", {"run": ["run"], "query": [text]})
