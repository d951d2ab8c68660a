"""A folder of runs as the server sees it: which runs there are, and their progress."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from acidtest.analysis.asked import aspects_apart
from acidtest.analysis.boards import cost_of, published_beside, rank_alike
from acidtest.analysis.compare import differing
from acidtest.analysis.sections import Section, make_sections
from acidtest.core.errors import AcidtestError, InputError
from acidtest.core.metric import headlines, lead_metric
from acidtest.core.records import Figure, Json
from acidtest.core.registry import find_suite
from acidtest.engine.live import LIVE
from acidtest.store import SCORES, Run, read_manifest, read_summary

_FILES = ("manifest.json", "summary.json", "tables.json", SCORES, "answers.jsonl")
_KEPT = 8
_LOOKED_INTO = 4_000_000  # bytes of scores: some 40,000 samples
_LOOKS, _PAUSE_S = 5, 0.2


@dataclass
class RunsFolder:
    """Runs are identified by their path in the folder; no other name is looked up on disk."""

    root: Path
    _counted: dict[Path, tuple[int, int]] = field(default_factory=dict)
    _sections: dict[tuple[object, ...], list[Section]] = field(default_factory=dict)
    _loaded: dict[tuple[object, ...], Run] = field(default_factory=dict)
    _manifests: dict[str, Mapping[str, Json]] = field(default_factory=dict)
    _sound: dict[Path, tuple[tuple[int, ...], dict[str, Json]]] = field(default_factory=dict)

    def find(self) -> dict[str, Path]:
        """Every run folder below, by name. Links that lead outside are ignored."""
        root = self.root.resolve()
        folders_by_name = {}
        for place, folders, names in os.walk(root, followlinks=False):
            folders.sort()
            here = Path(place)
            if "manifest.json" in names and _inside(here, root):
                folders_by_name[here.relative_to(root).as_posix()] = here
        return folders_by_name

    def finished(self) -> dict[str, tuple[Path, object]]:
        """The folder of each finished run, and a value that changes when the run does."""
        paths = self.find()
        return {
            name: (path, _stamp(path))
            for name, path in paths.items()
            if (path / "summary.json").exists() and not _is_live(name, paths)
        }

    def listed(self) -> list[dict[str, Json]]:
        """The current runs, newest first."""
        running = _locked()
        paths = self.find()
        rows = [
            self._row(name, path, running)
            for name, path in paths.items()
            if not _is_live(name, paths)
        ]
        for row in rows:
            if row["state"] in ("going", "stopped"):
                row |= _so_far(str(row["run"]), paths)
        rows.sort(key=lambda row: str(row["created"]), reverse=True)
        _place(rows, self._manifests)
        return rows

    def _row(self, name: str, path: Path, running: set[int]) -> dict[str, Json]:
        row: dict[str, Json] = {
            "run": name,
            "created": "",
            "state": "unreadable",
            "done": 0,
            "of": 0,
        }
        try:
            manifest = self._manifests[name] = read_manifest(path)
            answered = self._answers(path / "answers.jsonl")
            row |= {
                "created": str(manifest.get("created", "")),
                "suite": manifest["suite"],
                "system": manifest["system"]["name"],
                "control": "control" in manifest["system"]["identity"],
                "data": str(manifest["data"].get("name", "")),
                "of": int(manifest["data"].get("selected", 0)) * manifest["options"]["attempts"],
                "done": answered,
                "state": "stopped",
            }
            lock = path / ".lock"
            if lock.exists() and lock.stat().st_ino in running:
                row["state"] = "going"
            elif (path / "summary.json").exists():
                row["state"] = "done"
                row |= self._finished(path)
        except Exception as error:  # one damaged run must not hide the others
            row["state"] = "unreadable"
            message = str(error) if isinstance(error, AcidtestError | OSError) else repr(error)
            row["why"] = message.replace(str(self.root.resolve()), "")
        return row

    def _finished(self, path: Path) -> dict[str, Json]:
        """The figures of a run, after reading all of it once to detect damage.

        A large run is only read when it is opened, so that the list stays fast.
        """
        stamp = _stamp(path)
        if path not in self._sound or self._sound[path][0] != stamp:
            if (path / SCORES).stat().st_size <= _LOOKED_INTO:
                Run.open(path)
            self._sound[path] = stamp, _figures(path)
        return self._sound[path][1]

    def _answers(self, path: Path) -> int:
        """The number of complete lines; reads only what was added since the last call."""
        if not path.exists():
            return 0
        at, lines = self._counted.get(path, (0, 0))
        if path.stat().st_size < at:
            at, lines = 0, 0
        with path.open("rb") as stream:
            stream.seek(at)
            while block := stream.read(1 << 20):
                at, lines = at + len(block), lines + block.count(b"\n")
        self._counted[path] = at, lines
        return lines

    def sections(self, names: list[str]) -> list[Section]:
        """The sections of finished runs, cached until the runs change."""
        known = self.find()
        for name in names:
            if name not in known:
                raise InputError(f"no run '{name}' in this folder")
        stamps = tuple((name, *_stamp(known[name])) for name in names)
        if stamps not in self._sections:
            while len(self._sections) >= _KEPT:
                self._sections.pop(next(iter(self._sections)), None)
            self._sections[stamps] = make_sections([known[name] for name in names], self._load)
        return self._sections[stamps]

    def _load(self, folder: Path) -> Run:
        """Read a run once, even if several reports use it."""
        stamp = folder, *_stamp(folder)
        if stamp not in self._loaded:
            while len(self._loaded) >= _KEPT:
                self._loaded.pop(next(iter(self._loaded)), None)
            self._loaded[stamp] = _load_settled(folder)
        return self._loaded[stamp]

    def name_of(self, folder: Path) -> str:
        """A run's path in the folder."""
        return folder.relative_to(self.root.resolve()).as_posix()


def _load_settled(folder: Path) -> Run:
    """Read live figures; retry if they were read while their files were being written."""
    for _ in range(_LOOKS if folder.name == LIVE else 0):
        with contextlib.suppress(InputError):
            return Run.open(folder)
        time.sleep(_PAUSE_S)
    return Run.open(folder)


def _is_live(name: str, paths: Mapping[str, Path]) -> bool:
    run, _, last = name.rpartition("/")
    return last == LIVE and run in paths


def _so_far(name: str, paths: Mapping[str, Path]) -> dict[str, Json]:
    """The figures of a running or stopped run, over the samples answered so far."""
    live = f"{name}/{LIVE}"
    if live not in paths:
        return {}
    try:
        return {"live": live, **_figures(paths[live])}
    except (AcidtestError, OSError, TypeError, KeyError):
        return {}  # deleted in the meantime


def _figures(path: Path) -> dict[str, Json]:
    """The headline figures of a summary: the lead metric, the published one beside it, the rest.

    A metric without a value is there too, with its reason: what is missing must not look perfect.
    """
    summary = read_summary(path)
    suite = find_suite(str(summary["suite"]))
    own = summary["metrics"]
    metrics = [metric for metric in headlines(suite.metrics) if metric.name in own]
    if metrics:
        lead = lead_metric(metrics, suite.pass_metric)
        first = [lead, published_beside(metrics, lead)]
        metrics = [m for m in first if m is not None] + [m for m in metrics if m not in first]
    n, signature = int(summary["n"]), str(summary["signature"])
    differing(signature, signature)  # what cannot be read must fail here, and not the whole list
    figure = own[metrics[0].name] if metrics else {}
    value = figure.get("worst", figure).get("value")
    return {
        "order": None if value is None else float(value),
        "figures": [
            {**_numbers(own[m.name]), "name": m.name, "unit": m.unit, "better": m.better}
            for m in metrics
        ],
        "n": n,
        "scored": summary.get("scored", n - summary["errors"]),
        "asked": summary.get("asked", n),
        "signature": signature,
        "cost_usd": cost_of(summary),
    }


def _numbers(data: Mapping[str, Json]) -> dict[str, Json]:
    """A figure of a summary; raises `InputError` if it is none."""
    figure = Figure.from_json(data)
    worst = figure.worst or figure
    ends = (figure.value, figure.low, figure.high, worst.value, worst.low, worst.high)
    if not all(end is None or isinstance(end, int | float) for end in ends):
        raise InputError(f"expected a figure, got {data!r:.100}")
    return figure.to_json()


@dataclass(frozen=True)
class _Asked:
    """A run of the list, as far as it says what was asked."""

    manifest: Mapping[str, Json]
    summary: Mapping[str, Json]


def _place(rows: Sequence[dict[str, Json]], manifests: Mapping[str, Mapping[str, Json]]) -> None:
    """Give finished runs the number of their board, and a rank among those asked the same."""
    boards: list[list[dict[str, Json]]] = []
    for row in rows:
        if row["state"] != "done":
            continue
        for board in boards:
            alike = not differing(str(board[0]["signature"]), str(row["signature"]))
            if board[0]["suite"] == row["suite"] and alike:
                board.append(row)
                break
        else:
            boards.append([row])
    for number, board in enumerate(boards):
        _rank(board, number, manifests)


def _rank(
    board: Sequence[dict[str, Json]], number: int, manifests: Mapping[str, Mapping[str, Json]]
) -> None:
    asked = [
        _Asked(manifest, {"question_form": manifest.get("question_form", "")})
        for manifest in (manifests[str(row["run"])] for row in board)
    ]
    apart = aspects_apart(asked)
    systems, keys, values = [], [], []
    for place, row in enumerate(board):
        row["board"] = number
        if row["control"] or not row["figures"]:
            continue
        systems.append(row)
        values.append(row["order"])
        samples = asked[place].manifest.get("asked", {}).get("samples_sha256", row["run"])
        keys.append((row["n"], str(samples), tuple(texts[place] for texts in apart.values())))
    if systems:
        alike, ranks = rank_alike(keys, values, lower=systems[0]["figures"][0]["better"] == "lower")
        for row, same, rank in zip(systems, alike, ranks, strict=True):
            row |= {"rank": rank, "apart": not same}


def _stamp(folder: Path) -> tuple[int, ...]:
    paths = [folder / name for name in _FILES]
    return tuple(path.stat().st_mtime_ns if path.exists() else 0 for path in paths)


def _inside(folder: Path, root: Path) -> bool:
    return all((folder / name).resolve().is_relative_to(root) for name in _FILES)


def _locked() -> set[int]:
    """Inodes of locked files; trying to take the lock could disturb the process that holds it."""
    try:
        lines = Path("/proc/locks").read_text(encoding="ascii").splitlines()
    except OSError:
        return set()
    parts = [line.split() for line in lines]
    return {int(p[5].rpartition(":")[2]) for p in parts if len(p) > 5 and p[1] == "FLOCK"}
