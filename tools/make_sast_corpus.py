"""Make the shipped corpus of sast-triage: run the analysers, join the labels, write the findings.

    python tools/make_sast_corpus.py            # writes findings.jsonl, known_issues.*, tools.json
    python tools/make_sast_corpus.py --check    # says what would change, writes nothing: status 1
    python tools/make_sast_corpus.py --list     # every finding with its identity, as JSON lines
    python tools/make_sast_corpus.py --count    # what the corpus holds; needs no analyser
    python tools/make_sast_corpus.py --balance  # chooses anew what is asked; needs scipy alone

bandit, cppcheck, gcc and semgrep are taken from the folder of this Python, else from PATH.
A finding that labels.json does not know, or a label that no finding has, ends it with status 1:
nothing is labelled by accident. With analysers of other versions than tools.json names, --check
ends with status 3, for then it has nothing to compare.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import sast_balance
from sast_analysers import Alarm, run_all, versions

from acidtest.integrations.nat.items import document_case
from acidtest.suites.sast_triage.cases import read_records
from acidtest.suites.sast_triage.known import KnownIssue, format_known

sys.path.insert(0, str(Path(__file__).parent))

DATA = Path(__file__).resolve().parents[1] / "src/acidtest/suites/sast_triage/data"
CASES = "filter_eval_dataset_individual_issues.json"
CALIBRATION = frozenset({"gaugebeat", "thumb-head"})
CONTEXT = 2


@dataclass(frozen=True, slots=True, order=True)
class Identity:
    """What names a finding whatever line it moved to."""

    package: str
    version: str
    rule: str
    code: str
    occurrence: int


@dataclass(frozen=True, slots=True)
class Label:
    """What labels.json says about one finding."""

    origin: str
    label: str
    reason: str
    check: str | None
    known: bool


class CorpusError(Exception):
    """The labels and the findings do not fit."""


def identify(alarms: Iterable[Alarm]) -> Iterator[tuple[Identity, Alarm]]:
    """Each alarm with its identity; equal code lines are told apart by their order."""
    seen: Counter[tuple[str, ...]] = Counter()
    for alarm in sorted(alarms):
        code = " ".join(source(alarm)[alarm.line - 1].split())
        key = (alarm.package, alarm.version, f"{alarm.tool}:{alarm.rule}", code)
        yield Identity(*key, occurrence=seen[key]), alarm
        seen[key] += 1


def source(alarm: Alarm) -> list[str]:
    path = DATA / "packages" / alarm.package / alarm.version / alarm.file
    return path.read_text(encoding="utf-8").splitlines()


def read_labels(path: Path) -> dict[Identity, Label]:
    """The hand-written labels, one for each identity."""
    labels: dict[Identity, Label] = {}
    for group in json.loads(path.read_text(encoding="utf-8")):
        package = group["origin"].partition("/")[0]
        for item in group["findings"]:
            for version in item["versions"]:
                identity = Identity(
                    package, version, item["rule"], item["code"], item.get("occurrence", 0)
                )
                if identity in labels:
                    raise CorpusError(f"labelled twice: {identity}")
                labels[identity] = Label(
                    group["origin"],
                    item["label"],
                    item["reason"],
                    group["check"],
                    version in group["known"],
                )
    return labels


def trace(alarm: Alarm) -> str:
    """Events and the code around the last one, as known-issue files have them."""
    root = f"{alarm.package}-{alarm.version}"
    events = [f"{root}/{e.file}:{e.line}: {e.name}: {e.message}" for e in alarm.events]
    lines = source(alarm)
    first, last = max(1, alarm.line - CONTEXT), min(len(lines), alarm.line + CONTEXT)
    code = [
        f"#{n:>5}|{'->' if n == alarm.line else '  '} {lines[n - 1]}".rstrip()
        for n in range(first, last + 1)
    ]
    return "\n".join(events + code)


def join(
    found: Sequence[tuple[Identity, Alarm]],
    labels: dict[Identity, Label],
    rules: dict[str, dict[str, dict[str, Any]]],
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The findings that are asked about and the known false alarms."""
    unlabelled = [identity for identity, _ in found if identity not in labels]
    unused = set(labels) - {identity for identity, _ in found}
    if unlabelled or unused:
        told = [f"no label: {i}" for i in sorted(unlabelled)]
        told += [f"no finding: {i}" for i in sorted(unused)]
        raise CorpusError("\n".join(told))
    numbers: Counter[tuple[str, str]] = Counter()
    rows = []
    for identity, alarm in found:
        label, rule = labels[identity], rules[alarm.tool][alarm.rule]
        numbers[alarm.package, alarm.version] += 1
        issue = f"def{numbers[alarm.package, alarm.version]}"
        row = {
            "id": f"{alarm.package}-{alarm.version.replace('.', '_')}-{issue}",
            "package": alarm.package,
            "version": alarm.version,
            "issue_id": issue,
            "tool": alarm.tool,
            "rule": alarm.rule,
            "issue_type": rule["issue_type"],
            "cwe": f"CWE-{rule['cwe']}",
            "severity": alarm.severity.lower(),
            "trace": trace(alarm),
            "file_path": f"{alarm.package}-{alarm.version}/{alarm.file}",
            "line_number": alarm.line,
            "label": label.label,
            "reason": label.reason,
            "checked_by": label.check and f"{alarm.package}:{label.check}",
            "similar_known_issues": [],
            "origin": label.origin,
            "split": "calibration" if alarm.package in CALIBRATION else "test",
        }
        rows.append((row, label.known))
    known = [row for row, is_known in rows if is_known]
    if wrong := [row["id"] for row in known if row["label"] != "false alarm"]:
        raise CorpusError(f"known, but no false alarm: {wrong}")
    places = defaultdict(list)
    for row in known:
        places[row["origin"], row["issue_type"]].append(entry(row).reference)
    asked = [row for row, is_known in rows if not is_known]
    for row in asked:
        matches = places.get((row["origin"], row["issue_type"]), [])
        row["similar_known_issues"] = matches if row["label"] == "false alarm" else []
    return asked, known


def entry(row: dict[str, Any]) -> KnownIssue:
    return KnownIssue(row["issue_type"], row["cwe"], row["trace"], row["reason"])


def stored(row: dict[str, Any]) -> dict[str, Any]:
    """A line of the store as JSON: the entry, how it is cited, and which finding it was."""
    kept = ("issue_type", "cwe", "trace", "reason", "label", "origin", "checked_by")
    return {"reference": entry(row).reference, "known_id": row["id"], **{k: row[k] for k in kept}}


def json_lines(rows: Iterable[dict[str, Any]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def make(data: Path = DATA) -> dict[str, str]:
    """The content of every file that is made, by its name."""
    rules = json.loads((data / "rules.json").read_text(encoding="utf-8"))
    found = list(identify(run_all(data, rules)))
    labelled, known = join(found, read_labels(data / "labels.json"), rules)
    unasked = {row["id"] for row in read_lines(data / "unasked.jsonl")}
    asked = [row for row in labelled if row["id"] not in unasked]
    if left := sast_balance.leaks(asked):
        raise CorpusError("\n".join(["what is asked is not balanced; run --balance", *left]))
    return {
        "findings.jsonl": json_lines(asked),
        "unasked.jsonl": json_lines(row for row in labelled if row["id"] in unasked),
        CASES: document_cases(asked),
        "known_issues.jsonl": json_lines(map(stored, known)),
        "known_issues.err": format_known(map(entry, known)),
        "tools.json": json.dumps(versions(), indent=2) + "\n",
    }


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The records of a file of JSON lines; none without the file."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return [json.loads(line) for line in text.split("\n") if line]


def balance() -> None:
    """Choose what is asked among all labelled findings, so that no blind rule tells the label."""
    rows = [row for name in ("findings", "unasked") for row in read_lines(DATA / f"{name}.jsonl")]
    rows.sort(key=lambda row: (row["package"], row["version"], int(row["issue_id"][3:])))
    known = {(r["origin"], r["issue_type"]) for r in read_lines(DATA / "known_issues.jsonl")}
    asked = sast_balance.choose(rows, known)
    kept = [row for row in rows if row["id"] in asked]
    for name, text in {
        "findings.jsonl": json_lines(kept),
        "unasked.jsonl": json_lines(row for row in rows if row["id"] not in asked),
        CASES: document_cases(kept),
    }.items():
        (DATA / name).write_text(text, encoding="utf-8")


def document_cases(rows: Iterable[dict[str, Any]]) -> str:
    """The same findings as cases in the form of docs/documents/003.md."""
    cases = [document_case(sample) for sample in read_records(list(rows), "the corpus")]
    return json.dumps(cases, indent=1, ensure_ascii=False) + "\n"


def count() -> dict[str, Counter[str]]:
    """What the corpus holds, as its README says it."""
    asked, unasked, known = (
        read_lines(DATA / f"{name}.jsonl") for name in ("findings", "unasked", "known_issues")
    )
    guards = {(row["origin"], row["issue_type"]) for row in known}
    types = {row["issue_type"] for row in known}
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    counts["store"]["known false alarms"] = len(known)
    counts["labelled"] = Counter(asked=len(asked), unasked=len(unasked))
    for row in asked:
        for name in ("label", "tool", "package", "split", "severity"):
            counts[name][row[name]] += 1
        if (row["origin"], row["issue_type"]) in guards:
            place = "near-duplicate" if row["label"] == "false alarm" else "hard negative"
        else:
            known_type = "known type" if row["issue_type"] in types else "new type"
            place = f"{row['label']}, {known_type}, other place"
        counts["place"][place] += 1
        counts["checked"][f"{row['label']}, {'driver' if row['checked_by'] else 'reason'}"] += 1
    for name in ("cwe", "issue_type", "origin"):
        counts["different"][name] = len({row[name] for row in asked})
    return counts


def other_analysers() -> str:
    """Why the corpus cannot be made again here; empty when it can."""
    wanted = json.loads((DATA / "tools.json").read_text(encoding="utf-8"))
    try:
        installed = versions()
    except FileNotFoundError as error:
        return str(error)
    return "" if installed == wanted else f"made with {wanted}, installed are {installed}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--count", action="store_true")
    parser.add_argument("--balance", action="store_true")
    options = parser.parse_args()
    if options.count:
        for name, counts in count().items():
            print(name, dict(counts.most_common()), sep=": ")
        return 0
    if options.balance:
        balance()
        return 0
    if options.list:
        rules = json.loads((DATA / "rules.json").read_text(encoding="utf-8"))
        for identity, alarm in identify(run_all(DATA, rules)):
            print(json.dumps({**asdict(identity), "file": alarm.file, "line": alarm.line}))
        return 0
    if options.check and (other := other_analysers()):
        print(other)
        return 3
    try:
        made = make()
    except CorpusError as error:
        print(error, file=sys.stderr)
        return 1
    changed = 0
    for name, text in made.items():
        path = DATA / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            changed += 1
            print(f"{name} differs" if options.check else f"{name} written")
            if not options.check:
                path.write_text(text, encoding="utf-8")
    return int(options.check and changed > 0)


if __name__ == "__main__":
    sys.exit(main())
