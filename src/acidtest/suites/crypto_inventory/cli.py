"""`acidtest scan`, and `acidtest corpus check` and `files` for crypto-inventory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from acidtest.core.commands import Command, CommandResult, Option
from acidtest.core.errors import InputError
from acidtest.core.progress import Progress
from acidtest.core.records import Json, Table
from acidtest.core.text import counted

_CHECK = """Check ground truths against the rules for their authors.

\b
acidtest corpus check crypto-inventory
acidtest corpus check crypto-inventory --data "$ACIDTEST_DATA/crypto-benchmark"

Exit status 1 if a rule is broken.
"""


def _check(*, data: Sequence[Path], progress: Progress) -> CommandResult:
    from acidtest.suites.crypto_inventory.check import problems

    entries = problems(data)
    kinds = Counter(what.partition(":")[0] for _, what in entries)
    counted = ", ".join(f"{kind} {n}" for kind, n in sorted(kinds.items()))
    last = f"{len(entries)} problems ({counted})" if entries else "no problems"
    return CommandResult(
        lines=[*(f"{where}: {what}" for where, what in entries), last],
        data=[{"sample": where, "problem": what} for where, what in entries],
        status=1 if entries else 0,
    )


_FILES = """Write the files that the questions are about, for a scanner that reads a folder.

\b
acidtest corpus files crypto-inventory --out files
myscanner files > scan.cbom.json
acidtest score crypto-inventory --answers scan.cbom.json
"""


def _files(*, out: Path, data: Sequence[Path], progress: Progress) -> CommandResult:
    from acidtest.suites.crypto_inventory.dataset import read

    shown = {s.truth.shown: s.truth.data for s in read(data).samples if s.truth.data is not None}
    out.mkdir(parents=True, exist_ok=True)
    if any(out.iterdir()):
        raise InputError(f"{out}: not empty; choose a new folder")
    for name, content in shown.items():
        (out / PurePosixPath(name).name).write_bytes(content)
    return CommandResult(
        lines=[f"{out}: {counted(len(shown), 'file')}; names say nothing about the content"],
        data={"folder": str(out), "files": len(shown)},
    )


def _scan(*, path: Path, format: str, policy: str, all: bool, progress: Progress) -> CommandResult:
    from acidtest.crypto.scanner import scan_tree
    from acidtest.crypto.scanner.finding import TAXONOMY
    from acidtest.crypto.scanner.output import FORMATS

    TAXONOMY.policy(policy)
    scanned = list(scan_tree(path))
    findings = [finding for each in scanned for finding in each.findings]
    incomplete = [(each.file, each.incomplete) for each in scanned if each.incomplete]
    warnings = [f"{file}: not completely read: {reason}" for file, reason in incomplete]
    if format != "table":
        return CommandResult(text=FORMATS[format](findings, incomplete), warnings=warnings)
    rows: list[list[Json]] = []
    for finding in findings:
        if all or finding.state == "active":
            match = finding.match
            lines = "-".join(str(line) for line in dict.fromkeys(finding.lines))
            row = [finding.file, lines, match.label, match.function, finding.evidence]
            rows.append([*row, finding.state, match.threat(policy)])
    columns = ("file", "lines", "algorithm", "function", "evidence", "state", "threat")
    table = Table("findings", f"cryptography in {path}", columns, rows)
    return CommandResult([table], warnings=warnings)


SCAN = Command(
    "scan",
    "Find the cryptography in PATH: code, assembly, configuration, keys and logs.",
    _scan,
    (
        Option("PATH", kind=Path, required=True),
        Option(
            "--format",
            "table is for reading; cbom is CycloneDX 1.6.",
            default="table",
            choices=("table", "json", "cbom", "cbom-1.7", "sarif"),
        ),
        Option(
            "--policy", "nist, cnsa, kcmvp or kpqc: sets the threat class shown.", default="nist"
        ),
        Option("--all", "Also list algorithms that are not in use.", bool),
    ),
)

_DATA = Option(
    "--data",
    "File or folder with the ground truths; may repeat. Default: the shipped corpus.",
    Path,
    many=True,
)
COMMANDS = (
    Command(
        "files",
        _FILES,
        _files,
        (Option("--out", "A new folder.", Path, required=True), _DATA),
    ),
    Command(
        "check",
        _CHECK,
        _check,
        (_DATA,),
    ),
)
