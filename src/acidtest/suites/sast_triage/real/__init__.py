"""`sast-real`: findings on real packages in the version before a fix, with labels of ours.

Nothing of theirs is in the tree: `recipe.toml` names archives with their hashes, analysers with
their versions and rules with their types; `labels.jsonl` has what we say of each finding, which is
named by file, line, tool, rule and a hash of the line. `acidtest fetch sast-real` downloads the
archives and runs the analysers; their words come from there.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
import tomllib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from acidtest.core.digest import sha256_of
from acidtest.core.errors import InfrastructureError
from acidtest.core.paths import cache_dir
from acidtest.core.records import Json
from acidtest.core.untrusted import load_json
from acidtest.suites.sast_triage.real.alarms import Alarm, Reports, run_analysers
from acidtest.toolchains.pinned import Archive

NAME = "sast-real"
SUFFIXES = (".py", ".js", ".ts")
RULES = Path(__file__).parent / "rules.yml"
_CONTEXT = 2
_WIDTH = 400
_NOT_ASKED = "labelled, but not asked, for balance; --data sast-real-all has them"


@dataclass(frozen=True, slots=True)
class RealLabel:
    """What we say of one finding.

    `code` is the start of the SHA-256 of the flagged line, white space aside. `advisory` and
    `fixed_in` stand at real bugs: the fix of that advisory changed the line, or guards what it
    uses. `approximate` marks a false alarm that rests on how the package is used. `asked` is the
    part of all labels that is balanced.
    """

    package: str
    version: str
    file: str
    line: int
    tool: str
    rule: str
    code: str
    label: str
    reason: str
    advisory: str = ""
    fixed_in: str = ""
    approximate: bool = False
    asked: bool = True

    @property
    def path(self) -> str:
        """Its file below the folder of all packages."""
        return f"{self.package.replace('/', '+')}-{self.version}/{self.file}"

    @property
    def key(self) -> str:
        """What names it among all findings."""
        return f"{self.path}:{self.line}:{self.rule}"


@cache
def recipe() -> Mapping[str, Any]:
    """Archives, analysers and types as they are written."""
    return tomllib.loads(RULES.with_name("recipe.toml").read_text(encoding="utf-8"))


@cache
def labels() -> tuple[RealLabel, ...]:
    """All labels, in the order of the file."""
    text = RULES.with_name("labels.jsonl").read_text(encoding="utf-8")
    return tuple(RealLabel(**json.loads(line)) for line in text.splitlines())


def archives(when: str = "before") -> dict[tuple[str, str], Archive]:
    """By package and version before the fix, its archive; or that of the version `after` it."""
    made = {}
    for pair in recipe()["pair"]:
        side = pair[when]
        made[pair["package"], pair["before"]["version"]] = Archive(
            pair["registry"],
            pair["package"],
            side["version"],
            side["digest"],
            side.get("file", ""),
        )
    return made


def fingerprint(line: str) -> str:
    """What names a line of code without repeating it."""
    return hashlib.sha256(" ".join(line.split()).encode()).hexdigest()[:16]


def _place() -> Path:
    """The folder of what the analysers said; other files, rules or analysers have another one."""
    asked = [f"{n.path}:{n.line}:{n.tool}:{n.rule}:{n.code}" for n in labels()]
    return (
        cache_dir() / f"{NAME}-{sha256_of(RULES.read_text('utf-8'), repr(recipe()), *asked)[:12]}"
    )


def sources(package: str, version: str) -> Path:
    """The folder with the files of a package of the recipe."""
    return archives()[package, version].folder


def fetch() -> Path:
    """Fetch the archives and run the analysers on the files with labels; returns the folder."""
    place = _place()
    pinned, files = archives(), defaultdict[str, set[str]](set)
    for archive in pinned.values():
        archive.fetch(SUFFIXES)
    with tempfile.TemporaryDirectory(prefix="acidtest-") as scratch:
        root = Path(scratch)
        for label in labels():
            files[label.tool].add(label.path)
            copy = root / label.path
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(pinned[label.package, label.version].folder / label.file, copy)
        reports = run_analysers(
            root, {tool: sorted(of) for tool, of in files.items()}, recipe()["analysers"], RULES
        )
        if not reports.alarms:
            raise InfrastructureError(f"{NAME}: {'; '.join(reports.missing.values())}")
        rows, missing = findings(root, labels(), reports)
    place.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"findings": rows, "missing": missing}, ensure_ascii=False)
    (place / "new.json").write_text(text, encoding="utf-8")
    (place / "new.json").replace(place / "findings.json")
    return place


def findings(
    root: Path, given: Sequence[RealLabel], reports: Reports
) -> tuple[dict[str, dict[str, Json]], dict[str, str]]:
    """By its label's key, what an analyser says of each finding; or why it is missing."""
    rows: dict[str, dict[str, Json]] = {}
    missing: dict[str, str] = {}
    for label in given:
        if label.tool in reports.missing:
            missing[label.key] = reports.missing[label.tool]
            continue
        alarm = reports.alarms.get((label.tool, label.path, label.line, label.rule))
        lines = (root / label.path).read_text("utf-8", "replace").split("\n")
        same = label.line <= len(lines) and fingerprint(lines[label.line - 1]) == label.code
        if alarm is None or not same:
            missing[label.key] = f"{label.tool} does not report it as when it was labelled"
        else:
            rows[label.key] = {"severity": alarm.severity, "trace": _trace(label, alarm, lines)}
    return rows, missing


def _trace(label: RealLabel, alarm: Alarm, lines: Sequence[str]) -> str:
    """The alarm and the code around it, as known-issue files have them."""
    first, last = max(1, label.line - _CONTEXT), min(len(lines), label.line + _CONTEXT)
    code = [
        f"#{n:>5}|{'->' if n == label.line else '  '} {lines[n - 1]}".rstrip()[:_WIDTH]
        for n in range(first, last + 1)
    ]
    return "\n".join([f"{label.path}:{label.line}: {alarm.event}: {alarm.message}", *code])


def _record(number: int, label: RealLabel, said: Mapping[str, Json]) -> dict[str, Json]:
    """A labelled finding as a record of the suite."""
    kind = recipe()["rules"][label.tool][label.rule]
    issue = f"real{number}"
    return {
        "id": f"{label.package}-{label.version.replace('.', '_')}-{issue}",
        "package": label.package,
        "version": label.version,
        "issue_id": issue,
        "tool": label.tool,
        "rule": label.rule,
        "issue_type": kind["issue_type"],
        "cwe": f"CWE-{kind['cwe']}",
        **said,
        "file_path": label.path,
        "line_number": label.line,
        "label": label.label,
        "reason": f"{label.advisory}: {label.reason}" if label.advisory else label.reason,
        "approximate": label.approximate,
        "origin": label.package,
        "recipe": NAME,
        "split": "test" if label.asked else "calibration",
    }


def read(*, whole: bool = False) -> tuple[list[dict[str, Any]], Counter[str]]:
    """The findings that are asked, or all; and by reason how many are left out.

    Raises if they were not fetched.
    """
    try:
        data = load_json((_place() / "findings.json").read_text(encoding="utf-8"))
        said, missing = dict(data["findings"]), dict(data["missing"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InfrastructureError(
            f"{NAME} is not here. Get it with: acidtest fetch {NAME}"
        ) from error
    left_out: Counter[str] = Counter()
    rows = []
    for number, label in enumerate(labels(), 1):
        if not (whole or label.asked):
            left_out[_NOT_ASKED] += 1
        elif label.key in said:
            rows.append(_record(number, label, said[label.key]))
        else:
            left_out[missing.get(label.key, f"not in the folder of {NAME}; fetch it again")] += 1
    return rows, left_out
