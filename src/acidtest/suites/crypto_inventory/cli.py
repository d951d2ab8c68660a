"""`acidtest scan`, and `acidtest corpus check` and `files` for crypto-inventory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from acidtest.core.commands import Command, CommandResult, Option
from acidtest.core.errors import InputError
from acidtest.core.paths import check_folder
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
    from acidtest.suites.crypto_inventory import trees
    from acidtest.suites.crypto_inventory.check import problems
    from acidtest.suites.crypto_inventory.trees import check as tree_check

    entries = problems(data)
    kinds = Counter(what.partition(":")[0] for _, what in entries)
    counted = ", ".join(f"{kind} {n}" for kind, n in sorted(kinds.items()))
    last = f"{len(entries)} problems ({counted})" if entries else "no problems"
    about = [tree_check.summary()] if any(trees.is_meant(path) for path in data) else []
    return CommandResult(
        lines=[*(f"{where}: {what}" for where, what in entries), *about, last],
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
    check_folder(out)
    if any(out.iterdir()):
        raise InputError(f"{out}: not empty; choose a new folder")
    for name, content in shown.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_bytes(content)
    return CommandResult(
        lines=[f"{out}: {counted(len(shown), 'file')}, named as in the questions"],
        data={"folder": str(out), "files": len(shown)},
    )


_AGREE = """Compare two readers' labels of the same files: Cohen's kappa.

\b
acidtest corpus agreement crypto-inventory
acidtest corpus agreement crypto-inventory --second third.jsonl

`acidtest corpus files` writes the files for another reader, without labels.
"""


def _agreement(*, first: Path | None, second: Path | None, progress: Progress) -> CommandResult:
    from acidtest.suites.crypto_inventory import trees
    from acidtest.suites.crypto_inventory.agreement import agreement, differences, read_labels

    first, second = first or trees.LABELS, second or trees.SECOND
    one, two = read_labels(first), read_labels(second)
    result = agreement(one, two)
    if not result.files:
        raise InputError(f"{second}: has no file that {first} has too")
    figures = {"state": result.kappa, "in use or not": result.kappa_in_use}
    said = ", ".join(
        f"kappa of {what} {'-' if value is None else format(value, '.3f')}"
        for what, value in figures.items()
    )
    rows = [list(row) for row in differences(one, two)]
    alone = len(one.keys() ^ two.keys())
    lines = [
        f"{counted(result.files, 'file')} read twice, {alone} by one reader only",
        f"{result.same} of {result.named} named algorithms have the same state; {said}",
    ]
    table = Table(
        "differences", "where they differ", ("file", "algorithm", "first", "second"), rows
    )
    data = {
        "files": result.files,
        "named": result.named,
        "same": result.same,
        "kappa": result.kappa,
        "kappa_in_use": result.kappa_in_use,
        "differences": rows,
    }
    return CommandResult([table] if rows else [], lines=lines, data=data)


def _scan(
    *,
    path: Path,
    format: str,
    policy: str,
    all: bool,
    exclude: Sequence[str],
    baseline: Path | None,
    fail_on: str | None,
    progress: Progress,
) -> CommandResult:
    from acidtest.crypto.deadlines import base, deadline
    from acidtest.crypto.scanner import scan_tree
    from acidtest.crypto.scanner.output import FORMATS, keys_of

    strength, year = base(policy), date.today().year
    scanned = list(scan_tree(path, exclude=exclude))
    known = keys_of(baseline) if baseline is not None else frozenset()
    findings = [f for each in scanned for f in each.findings if f.place not in known]
    incomplete = [(each.file, each.incomplete) for each in scanned if each.incomplete]
    skipped = [(each.file, each.skipped) for each in scanned if each.skipped]
    data: dict[str, Json] = {
        "findings": [finding.to_json() for finding in findings],
        "incomplete": [{"file": file, "reason": reason} for file, reason in incomplete],
        "skipped": [{"file": file, "reason": reason} for file, reason in skipped],
    }
    warnings = [f"{file}: not completely read: {reason}" for file, reason in incomplete]
    failing = [f for f in findings if f.state == "active" and _fails(f.match.threat(strength))]
    status = 1 if fail_on is not None and failing else 0
    if status:
        warnings.append(f"{counted(len(failing), 'finding')} to migrate (--fail-on {fail_on})")
    if format != "table":
        text = FORMATS[format](findings, incomplete, lambda match: deadline(match, policy, year))
        warnings += _not_read(skipped, listed=all)
        return CommandResult(text=text, data=data, warnings=warnings, status=status)
    rows: list[list[Json]] = []
    for finding in findings:
        if all or finding.state == "active":
            match = finding.match
            lines = "-".join(str(line) for line in dict.fromkeys(finding.lines))
            row = [finding.file, lines, match.label, match.function, finding.evidence]
            until = deadline(match, policy, year)
            said = until.said if until is not None else ""
            rows.append([*row, finding.state, match.threat(strength), said])
    columns = (
        *("file", "lines", "algorithm", "function", "evidence", "state", "threat"),
        f"until ({policy})",
    )
    notes = _not_read(skipped, listed=all)
    read = len(scanned) - len(skipped)
    if not rows:
        hidden = f"; {counted(len(findings), 'finding')} not in use, shown by --all"
        notes.insert(
            0, f"no cryptography in use in {counted(read, 'file')}{hidden if findings else ''}"
        )
        return CommandResult(lines=notes, data=data, warnings=warnings, status=status)
    table = Table("findings", f"cryptography in {path}", columns, rows)
    return CommandResult([table], lines=notes, data=data, warnings=warnings, status=status)


def _not_read(skipped: Sequence[tuple[str, str]], *, listed: bool) -> list[str]:
    """Which files were not read at all, or only how many and why."""
    if listed or not skipped:
        return [f"{file}: not read: {reason}" for file, reason in skipped]
    kinds = Counter(reason for _, reason in skipped)
    said = ", ".join(f"{kind}: {number}" for kind, number in sorted(kinds.items()))
    return [f"{counted(len(skipped), 'file')} not read ({said}); --all lists them"]


def _fails(threat: str) -> bool:
    from acidtest.suites.crypto_inventory.truth import HARMLESS

    return threat not in HARMLESS


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
            "--policy",
            "nist, cnsa, bsi, eu, kr, us-order, kcmvp or kpqc: threats and last years shown.",
            default="nist",
        ),
        Option("--all", "Also list algorithms not in use and files not read.", bool),
        Option(
            "--exclude",
            "Leave out what this pattern matches, such as vendor or *.min.js; may repeat.",
            many=True,
        ),
        Option("--baseline", "An earlier --format json: show only what is new.", Path),
        Option("--fail-on", "Exit status 1 if such a finding is in use.", choices=("vulnerable",)),
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
        "agreement",
        _AGREE,
        _agreement,
        (
            Option("--first", "Labels, one line a file. Default: those of crypto-trees.", Path),
            Option("--second", "The other reader's. Default: the second of crypto-trees.", Path),
        ),
    ),
    Command(
        "check",
        _CHECK,
        _check,
        (_DATA,),
    ),
)
