"""Run bandit, cppcheck, gcc -fanalyzer and semgrep, and read what they say into one form."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

SEVERITY = {"ERROR": "HIGH", "WARNING": "MEDIUM", "error": "HIGH", "warning": "MEDIUM"}
STEPS = {
    "following": "path",
    "allocated": "alloc_fn",
    "opened": "open_fn",
    "first ‘free’": "freed_arg",
    "freed": "freed_arg",
    "entry to": "call",
    "calling": "call",
    "returning": "return",
    "if ": "path",
    "...to here": "path",
}


@dataclass(frozen=True, slots=True, order=True)
class Event:
    """One step of the way to an alarm."""

    file: str
    line: int
    name: str
    message: str


@dataclass(frozen=True, slots=True, order=True)
class Alarm:
    """What an analyser said, with paths relative to the folder of the version."""

    package: str
    version: str
    file: str
    line: int
    tool: str
    rule: str
    severity: str
    events: tuple[Event, ...]


Rules = Mapping[str, Mapping[str, Any]]


def program(name: str) -> str:
    """The analyser beside this Python, else the one on PATH."""
    beside = Path(sys.executable).parent / name
    found = str(beside) if beside.exists() else shutil.which(name)
    if not found:
        raise FileNotFoundError(f"{name} is not installed: pip install 'acidtest[analysers]'")
    return found


def said(*command: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    arguments = [str(part) for part in command]
    # semgrep asks for news of itself even for --version, and waits for minutes without a network
    quiet = {**os.environ, "SEMGREP_ENABLE_VERSION_CHECK": "0", "SEMGREP_SEND_METRICS": "off"}
    return subprocess.run(
        arguments, capture_output=True, text=True, check=False, cwd=cwd, env=quiet
    )


@cache
def versions() -> dict[str, str]:
    """The version of each analyser: the corpus is theirs only."""
    patterns = {
        "bandit": r"bandit (\S+)",
        "cppcheck": r"Cppcheck (\S+)",
        "gcc": r"\) (\S+)",
        "semgrep": r"(\S+)",
    }
    found = {}
    for name, pattern in patterns.items():
        match = re.search(pattern, said(program(name), "--version").stdout)
        found[name] = match[1] if match else "unknown"
    return found


def split(path: str) -> tuple[str, str, str]:
    """PACKAGE/VERSION/FILE."""
    package, version, file = path.removeprefix("./").split("/", 2)
    return package, version, file


def one_line(text: str) -> str:
    return " ".join(text.split())


def bandit(packages: Path) -> Iterator[Alarm]:
    done = said(program("bandit"), "-q", "-r", ".", "-f", "json", cwd=packages)
    for row in json.loads(done.stdout)["results"]:
        package, version, file = split(row["filename"])
        message = one_line(row["issue_text"])
        event = Event(file, row["line_number"], row["test_name"], message)
        severity = row["issue_severity"]
        yield Alarm(
            package, version, file, event.line, "bandit", row["test_id"], severity, (event,)
        )


def semgrep(packages: Path, rules: Path) -> Iterator[Alarm]:
    done = said(
        *(program("semgrep"), "scan", "--config", rules, "--metrics", "off", "--json"),
        *("--disable-version-check", "--no-git-ignore", "--jobs", "1", "."),
        cwd=packages,
    )
    report = json.loads(done.stdout)
    if report["errors"]:
        raise RuntimeError(f"semgrep: {report['errors']}")
    for row in report["results"]:
        package, version, file = split(row["path"])
        rule = row["check_id"].rpartition(".")[2]
        events = [*flow(row["extra"].get("dataflow_trace"))]
        name = rule.partition("-")[2].replace("-", "_")
        events.append(Event(file, row["start"]["line"], name, one_line(row["extra"]["message"])))
        severity = SEVERITY[row["extra"]["severity"]]
        line = row["start"]["line"]
        yield Alarm(package, version, file, line, "semgrep", rule, severity, tuple(events))


def flow(found: dict[str, Any] | None) -> Iterator[Event]:
    """The source of a tainted value and the variables it went through."""
    if not found:
        return
    where, content = found["taint_source"][1]
    place = split(where["path"])[2], where["start"]["line"]
    yield Event(*place, "tainted_data", f'"{one_line(content)}" comes from outside.')
    for step in found.get("intermediate_vars", ()):
        where = step["location"]
        place = split(where["path"])[2], where["start"]["line"]
        yield Event(*place, "assign", f'It is held by "{one_line(step["content"])}".')


def gcc(packages: Path) -> Iterator[Alarm]:
    for path in sorted(packages.glob("*/*/src/*.c")):
        with tempfile.TemporaryDirectory() as scratch:
            done = said(
                *(program("gcc"), "-O1", "-fanalyzer", "-fdiagnostics-format=json", "-c"),
                *(path.relative_to(packages), "-o", Path(scratch, "object.o")),
                cwd=packages,
            )
        for row in json.loads(done.stderr.strip().splitlines()[0]):
            rule = row.get("option", "")
            if not rule.startswith("-Wanalyzer"):
                continue
            last = row["locations"][0]["caret"]
            package, version, file = split(last["file"])
            events = []
            for step in row.get("path", ()):
                if "location" not in step:
                    continue
                place = split(step["location"]["file"])[2], step["location"]["line"]
                events.append(Event(*place, step_name(step["description"]), step["description"]))
            final = rule.removeprefix("-Wanalyzer-").replace("-", "_")
            if events and events[-1].line == last["line"]:
                events[-1] = Event(events[-1].file, events[-1].line, final, row["message"])
            else:
                events.append(Event(file, last["line"], final, row["message"]))
            line = last["line"]
            yield Alarm(package, version, file, line, "gcc", rule, "MEDIUM", tuple(events))


def step_name(description: str) -> str:
    return next((name for start, name in STEPS.items() if description.startswith(start)), "step")


def cppcheck(packages: Path) -> Iterator[Alarm]:
    for folder in sorted(packages.glob("*/*/src")):
        done = said(
            *(program("cppcheck"), "--enable=warning", "--inconclusive", "--quiet", "--xml"),
            *("--check-level=exhaustive", folder.relative_to(packages)),
            cwd=packages,
        )
        for row in ET.fromstring(done.stderr).iter("error"):
            rule = row.get("id", "")
            places = [
                (split(at.get("file", ""))[2], int(at.get("line", 0)), at.get("info"))
                for at in row.iter("location")
            ]
            if not places:
                continue
            package, version, _ = split(next(row.iter("location")).get("file", ""))
            file, line, _ = places[0]
            message = one_line(row.get("msg", ""))
            steps = [Event(f, n, "path", one_line(info)) for f, n, info in places[:0:-1] if info]
            events = (*steps, Event(file, line, rule, message))
            severity = SEVERITY.get(row.get("severity", ""), "LOW")
            yield Alarm(package, version, file, line, "cppcheck", rule, severity, events)


def once(alarms: Iterable[Alarm]) -> Iterator[Alarm]:
    """Without what a tool says twice: of one line, or (cppcheck) of one variable at each use."""
    seen = set()
    for alarm in sorted(alarms):
        place: object = alarm.line
        if alarm.tool == "cppcheck" and alarm.rule.startswith("nullPointerOutOf"):
            place = alarm.events[-1].message
        elif alarm.tool == "gcc":
            place = (alarm.line, alarm.events[-1].message)
        key = (alarm.package, alarm.version, alarm.file, alarm.tool, alarm.rule, place)
        if key not in seen:
            seen.add(key)
            yield alarm


def run_all(data: Path, rules: Mapping[str, Rules]) -> list[Alarm]:
    """Every alarm of the rules that rules.json names; other rules are not part of the corpus."""
    packages = data / "packages"
    alarms = [
        *bandit(packages),
        *cppcheck(packages),
        *gcc(packages),
        *semgrep(packages, data / "semgrep_rules.yml"),
    ]
    return list(once(alarm for alarm in alarms if alarm.rule in rules[alarm.tool]))
