"""The package and version a finding belongs to, and which findings are the same."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from acidtest.core.digest import sha256_of
from acidtest.suites.sast_triage.words import (
    UNKNOWN,
)

# audit-4_18-58-09.0-8_def2: a time of day is inside the version 4.0-8
_TIMED = re.compile(r"(.+?)-(\d+(?:\.\d+)*)_\d\d-\d\d-\d\d((?:\.\d+)*)-(\w+?)_(\w+)", re.ASCII)
_VERSION = re.compile(r"\d+(?:_[0-9a-z]+)*", re.ASCII)

_VERSIONED = re.compile(r"([^/]*?)-\d[^/]*")
_EVENT = re.compile(
    r"(?P<path>[^\s:#][^:\n]*):(?P<line>[0-9]{1,9})(?::\d+)?: (?P<event>[\w-]+): (?P<message>.*)"
)
_CODE = re.compile(r"#\s*\d+\|(->)?(.*)")
_PACKAGE = re.compile(r"(?P<package>[A-Za-z][\w.+-]*?)-(?P<version>\d[\w.]*)", re.ASCII)
_FOLDER = re.compile(r"[A-Za-z][\w.+-]*", re.ASCII)
_RELEASE = re.compile(r"v?(\d+(?:\.\d+)+[\w.-]*)", re.ASCII)
_LINE_WORDS = re.compile(r"\blines? \d+|:\d+(?::\d+)?\b")


@dataclass(frozen=True, slots=True)
class Origin:
    """What an id says about where a finding comes from; `unknown` where it does not say."""

    package: str
    version: str
    issue: str


def parse_id(text: str) -> Origin:
    """Read `{package}-{version with _}-{issue_id}`, hyphens in the package allowed.

    The version is the one part that looks like one; where several do and none has a `_`, or
    several have one, the id does not say which it is.

    >>> parse_id("python-requests-2_8-x")
    Origin(package='python-requests', version='2.8', issue='x')
    >>> parse_id("openssl-1_1_1-null_pointer_dereference").version
    '1.1.1'
    >>> parse_id("no_version_here").package
    'unknown'
    """
    if timed := _TIMED.fullmatch(text):
        package, major, minor, _, issue = timed.groups()
        return Origin(package, major + minor, issue)
    parts = text.split("-")
    places = [i for i in range(1, len(parts) - 1) if _VERSION.fullmatch(parts[i])]
    certain = [i for i in places if "_" in parts[i]]
    chosen = certain or places
    issue = "" if len(chosen) != 1 else "-".join(parts[chosen[0] + 1 :])
    package = "" if len(chosen) != 1 else "-".join(parts[: chosen[0]])
    if not issue or not package:
        return Origin(UNKNOWN, UNKNOWN, text)
    return Origin(package, parts[chosen[0]].replace("_", "."), issue)


def parse_id_published(text: str) -> Origin:
    """Read an id the published way: split at hyphens, whatever the parts look like.

    >>> parse_id_published("python-requests-2_8-x")
    Origin(package='python', version='requests', issue='2_8-x')
    """
    package, _, rest = text.partition("-")
    version, _, issue = rest.partition("-")
    return Origin(package or UNKNOWN, version.replace("_", ".") or UNKNOWN, issue or UNKNOWN)


@dataclass(frozen=True, slots=True)
class Event:
    """One step of a trace: `path:line: event: message`."""

    path: str
    line: int
    event: str
    message: str


def events(trace: str) -> list[Event]:
    """The steps of a trace in the known-issues form, in order."""
    matches = (_EVENT.fullmatch(line) for line in trace.split("\n"))
    return [Event(m["path"], int(m["line"]), m["event"], m["message"]) for m in matches if m]


def package_of(path: str) -> tuple[str, str]:
    """Package and version of the first folder that says both, `unknown` if there is none.

    Analysers write paths from where they were started, so other folders may come before.

    >>> package_of("/builddir/build/BUILD/audit-4.0/src/auditd-listen.c")
    ('audit', '4.0')
    >>> package_of("packages/audit/4.0/src/auditd-listen.c"), package_of("src/a-1.c")
    (('audit', '4.0'), ('unknown', 'unknown'))
    """
    folders = path.split("/")[:-1]
    for folder in folders:
        if versioned := _PACKAGE.fullmatch(folder):
            return versioned["package"], versioned["version"]
    for name, folder in pairwise(folders):
        if _FOLDER.fullmatch(name) and (release := _RELEASE.fullmatch(folder)):
            return name, release[1]
    return UNKNOWN, UNKNOWN


def without_version(path: str) -> str:
    """A path without the version in its folders, which changes with every release.

    >>> without_version("audit-4.0/src/auditd-listen.c")
    'audit/src/auditd-listen.c'
    >>> without_version("BUILD/audit-4.0/src/auditd-listen.c")
    'BUILD/audit/src/auditd-listen.c'
    """
    *folders, name = path.split("/")
    for place, folder in enumerate(folders):
        if versioned := (_VERSIONED if place == 0 else _PACKAGE).fullmatch(folder):
            return "/".join([*folders[:place], versioned[1], *folders[place + 1 :], name])
    return path


def normalised(trace: str, *, context: bool = False) -> str:
    """The part of a trace that stays the same when lines move and versions change.

    Line numbers, the version in paths and white space go, and so does the code around the
    flagged line unless `context` asks for it. A trace without steps stays, white space aside.
    """
    kept = []
    for line in trace.split("\n"):
        if step := _EVENT.fullmatch(line):
            message = _LINE_WORDS.sub("", step["message"])
            kept.append(f"{without_version(step['path'])} {step['event']} {message}")
        elif (code := _CODE.match(line)) and (context or code[1]):
            kept.append(code[2])
    return "\n".join(" ".join(line.split()) for line in kept or trace.split("\n")).strip()


def identity(issue_type: str, trace: str) -> str:
    """Twelve digits that are the same for the same finding after lines have moved."""
    return sha256_of(issue_type, normalised(trace))[:12]
