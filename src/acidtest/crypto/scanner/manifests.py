"""Manifests and lock files: which dependency brings which cryptography."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from acidtest.core.untrusted import NESTING_MAX, NestingError
from acidtest.crypto.scanner.finding import CryptoFinding, line_counter, spec
from acidtest.crypto.scanner.limits import GaveUp, check


class Dependency(NamedTuple):
    """A package that a manifest names, the line, and whether only development needs it."""

    package: str
    line: int
    dev: bool = False


_QUOTED = re.compile(r"[\"']([^\"']{1,200})[\"']")
_SECTION = re.compile(r"\[{1,2}([^\[\]]+)\]{1,2}")
_PYTHON_NAME = re.compile(
    r"([A-Za-z0-9][\w.\-]{0,199}) {0,9}(?:\[[^\[\]]*\])? {0,9}(?:[=<>!~;@]|\( {0,9}[=<>!~]|$)"
)
_LONGEST = 2000
"""Signs of a row that is read; no row that people or tools write about one package is longer."""
_TABLE = re.compile(
    r"packages|dev-packages|(?:[^.]+\.)*(?:dependencies|dev-dependencies|build-dependencies)"
)
_DEV = re.compile(r"dev|test|lint|docs?\b|bench", re.I)
_JSON_SIGN = re.compile(r"\"(?:[^\"\\]++|\\.)*+\"|[{}\[\]:,]|true", re.DOTALL)
_JSON_SAID = re.compile(r"\s*+[\"t]")
_GRADLE = re.compile(
    r"[ \t]*(\w{0,60}(?:implementation|api|compile|compileOnly|runtimeOnly|runtime|classpath|kapt)"
    r"\w{0,60})\b[ \t(]+(?:\w+\()?[\"']([\w.\-]+):([\w.\-]+)", re.I,
)  # fmt: skip
_GEM = re.compile(r"^\s*(?:gem|\w+\.add_(?:runtime_|development_)?dependency)[\s(]+[\"']([\w.\-]+)")
_TAG = re.compile(r"<(groupId|artifactId|scope)>\s*([^<\s]+)\s*<")
_NUGET = re.compile(
    r"<(?:PackageReference|PackageVersion|package)\b[^<>]*?\b(?:Include|id)=\"([^\"]+)\""
)
_MODULE = re.compile(r"\s*(?:require\s+)?([\w\-]+(?:\.[\w\-]+)+/\S+)\s+v\d")


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    for number, row in enumerate(text.split("\n"), 1):
        check()
        yield number, row if len(row) <= _LONGEST else ""


class _Entry(NamedTuple):
    """A key of a JSON document, the keys around it, and what it says."""

    around: tuple[str, ...]
    key: str
    line: int
    value: str


def _entries(text: str) -> Iterator[_Entry]:
    """The keys of a JSON document in order; of a broken one, those that can be read.

    Values are texts or "true"; others are "".
    """
    line_of = line_counter(text)
    around: list[str] = []
    key, place, waits, last = "", 0, False, ""
    for match in _JSON_SIGN.finditer(text):
        check()
        sign = match[0]
        if sign in "{[":
            around.append(key if waits else "")
            if len(around) > NESTING_MAX:
                raise GaveUp(f"it has {NestingError()}")
            waits = False
        elif sign in "}]":
            del around[-1:]
            waits = False
        elif sign == ":":
            key, waits = last, True
            place = match.start()
            if not _JSON_SAID.match(text, match.end()):
                yield _Entry(tuple(around), key, line_of(place), "")
        elif sign == ",":
            waits = False
        else:
            last = sign.strip('"')
            if waits:
                yield _Entry(tuple(around), key, line_of(place), last)


def _json(groups: Mapping[str, bool]) -> Callable[[str], Iterator[Dependency]]:
    """A JSON file: the keys inside objects of these names, however deep an object lies."""

    def read(text: str) -> Iterator[Dependency]:
        last: Dependency | None = None
        inside: tuple[str, ...] = ()
        for entry in _entries(text):
            around = entry.around
            if len(around) > 1 and around[-1] in groups and _holds(around):
                if last is not None:
                    yield last
                last = Dependency(_in_lock(entry.key), entry.line, groups[around[-1]])
                inside = (*around, entry.key)
            elif last is not None and around == inside and entry.key == "dev":
                last = last._replace(dev=entry.value == "true")
        if last is not None:
            yield last

    return read


def _holds(around: Sequence[str]) -> bool:
    """Whether an object at a place lists packages: at the top, or those inside a package's own."""
    return len(around) == 2 or "dependencies" in around[1:-1]


def _in_lock(name: str) -> str:
    """Npm's lock file names folders: node_modules/a/node_modules/b."""
    return name.rpartition("node_modules/")[2] if "node_modules/" in name else name


def _nuget_lock(text: str) -> Iterator[Dependency]:
    for entry in _entries(text):
        if len(entry.around) == 3 and entry.around[1] == "dependencies":
            yield Dependency(entry.key, entry.line)


def _named_in(groups: Mapping[str, bool], key: str) -> Callable[[str], Iterator[Dependency]]:
    """A JSON file with lists of packages, each of which says its name under a key."""

    def read(text: str) -> Iterator[Dependency]:
        for entry in _entries(text):
            group = next((g for g in reversed(entry.around) if g), "")
            if entry.key == key and group in groups and entry.around[-2:-1] == (group,):
                yield Dependency(entry.value, entry.line, groups[group])

    return read


def _requirements(text: str) -> Iterator[Dependency]:
    for number, row in _numbered(text):
        bare = row.partition("#")[0]
        if bare.lstrip().startswith("-"):
            continue
        if match := _PYTHON_NAME.match(bare.strip()):
            yield Dependency(match[1], number)


def _toml(text: str) -> Iterator[Dependency]:
    """pyproject.toml, Pipfile, Cargo.toml, poetry.lock and Cargo.lock, line by line."""
    section, listing, many = "", False, False
    for number, row in _numbered(text):
        bare = row.partition("#")[0]
        if head := _SECTION.fullmatch(bare.strip()):
            section, listing, many = head[1].strip(), False, bare.lstrip().startswith("[[")
            table = re.search(r"dependencies\.[\"']?([\w.\-]+)[\"']?$", section)
            if table and "metadata" not in section:
                yield Dependency(table[1], number, _DEV.search(section) is not None)
            continue
        dev = _DEV.search(section) is not None
        if re.match(r"\s*(?:dependencies|requires|[\w.\-]+)\s*=\s*\[", bare) and re.search(
            r"^(?:project|build-system|dependency-groups|project\.optional-dependencies)$", section
        ):
            key = bare.partition("=")[0].strip()
            listing = key in ("dependencies", "requires") or section != "project"
            dev = dev or _DEV.search(key) is not None
        if listing:
            for said in _QUOTED.finditer(bare):
                if match := _PYTHON_NAME.match(said[1].strip()):
                    yield Dependency(match[1], number, dev)
            listing = listing and not bare.rstrip().endswith("]")
        elif _TABLE.fullmatch(section) and "metadata" not in section:
            if match := re.match(r"\s*[\"']?([\w.\-]+)[\"']?(?:\.\w+)?\s*=", bare):
                yield Dependency(match[1], number, dev)
        elif (
            many
            and section == "package"
            and (match := re.match(r"\s*name\s*=\s*\"([^\"]+)\"", bare))
        ):
            yield Dependency(match[1], number)


def _go(text: str) -> Iterator[Dependency]:
    block = ""
    for number, row in _numbered(text):
        bare = row.partition("//")[0]
        word = re.match(r"\s*(require|exclude|replace|retract|tool|ignore)\b\s*(\(?)", bare)
        if word and word[2]:
            block = word[1]
        elif bare.strip() == ")":
            block = ""
        elif (word[1] if word else block) in ("", "require") and (match := _MODULE.match(row)):
            yield Dependency(match[1], number)


def _without(text: str, start: str, end: str) -> str:
    """The text with blanks in place of such parts, so that lines keep their numbers."""
    parts, at = [], 0
    while (begin := text.find(start, at)) >= 0:
        close = text.find(end, begin + len(start))
        close = len(text) if close < 0 else close + len(end)
        parts += [text[at:begin], re.sub(r"[^\n]", " ", text[begin:close])]
        at = close
    return "".join([*parts, text[at:]])


def _maven(text: str) -> Iterator[Dependency]:
    text = _without(_without(text, "<!--", "-->"), "<exclusions>", "</exclusions>")
    text = text.replace("</dependency>", "\0")
    line_of = line_counter(text)
    for part in re.finditer(r"<dependency>([^\0]{0,2000})", text):
        check()
        tags = dict(reversed(_TAG.findall(part[1])))  # the first of a name
        if "groupId" in tags:
            inner = part[1].find("<artifactId>")
            line = line_of(part.start(1) + max(inner, 0))
            name = f"{tags['groupId']}:{tags.get('artifactId', '')}"
            yield Dependency(name, line, tags.get("scope") == "test")


def _gradle(text: str) -> Iterator[Dependency]:
    for number, row in _numbered(text):
        if match := _GRADLE.match(row):
            dev = match[1].lower().startswith(("test", "androidtest"))
            yield Dependency(f"{match[2]}:{match[3]}", number, dev)
        elif match := re.match(r"([\w.\-]+):([\w.\-]+):[\w.\-+]+=(\w*)", row):  # a lock file
            yield Dependency(f"{match[1]}:{match[2]}", number, match[3].startswith("test"))
        # a version catalogue
        if module := re.search(r"(?:module|library)\s*[=(]\s*\"([\w.\-]+:[\w.\-]+)", row):
            yield Dependency(module[1], number)


def _nuget(text: str) -> Iterator[Dependency]:
    text = _without(text, "<!--", "-->")
    line_of = line_counter(text)
    for match in _NUGET.finditer(text):
        check()
        yield Dependency(match[1], line_of(match.start()))


def _gems(text: str) -> Iterator[Dependency]:
    dev = 0
    locked = re.match(r"\s*(?:GEM|PATH|GIT)\s*\n", text) is not None
    for number, row in _numbered(text):
        if re.match(r"\s*group\b.*\bdo\b", row):
            dev = 1 if _DEV.search(row) and "production" not in row else 2
        elif dev and re.match(r"end\b", row):
            dev = 0
        if match := _GEM.match(row.partition("#")[0]):
            yield Dependency(match[1], number, dev == 1 or "development_dep" in row)
        elif locked and (match := re.match(r"    ([\w.\-]+) \(\d", row)):
            yield Dependency(match[1], number)


def _yarn(text: str) -> Iterator[Dependency]:
    for number, row in _numbered(text):
        if match := re.match(
            r"\s{0,4}[\"'/]{0,2}(@?[\w.\-]+(?:/[a-z_\-][\w.\-]*)?)(?:@[\w^~*:<>=.]|/\d+\.)", row
        ):
            yield Dependency(match[1], number)


_NPM = {"dependencies": False, "optionalDependencies": False, "peerDependencies": False,
        "devDependencies": True, "bundledDependencies": False}  # fmt: skip
_LOCKED = {"packages": False, "dependencies": False}
_NAMED: tuple[tuple[str, str, Callable[[str], Iterator[Dependency]]], ...] = (
    (r"package\.json|bower\.json", "npm", _json(_NPM)),
    (r"package-lock\.json|npm-shrinkwrap\.json", "npm", _json(_LOCKED)),
    (r"yarn\.lock|pnpm-lock\.ya?ml", "npm", _yarn),
    (r"(?:[\w.\-]*requirements[\w.\-]*|constraints[\w.\-]*)\.(?:txt|in)", "pypi", _requirements),
    (r"pyproject\.toml|pipfile|poetry\.lock|uv\.lock|pdm\.lock", "pypi", _toml),
    (r"pipfile\.lock", "pypi", _json({"default": False, "develop": True})),
    (r"go\.mod", "go", _go),
    (r"pom\.xml", "maven", _maven),
    (r"(?:build|dependencies)\.gradle(?:\.kts)?", "maven", _gradle),
    (r"libs\.versions\.toml|gradle\.lockfile", "maven", _gradle),
    (r"cargo\.(?:toml|lock)", "cargo", _toml),
    (r".*\.(?:cs|fs|vb)proj|packages\.config|directory\.packages\.props", "nuget", _nuget),
    (r"packages\.lock\.json", "nuget", _nuget_lock),
    (r"gemfile(?:\.lock)?|.*\.gemspec|gems\.rb", "rubygems", _gems),
    (r"composer\.json", "composer", _json({"require": False, "require-dev": True})),
    (r"composer\.lock", "composer", _named_in({"packages": False, "packages-dev": True}, "name")),
    (r"package\.resolved", "swiftpm", _named_in({"pins": False}, "identity")),
)  # fmt: skip


@cache
def packages() -> Mapping[str, Any]:
    """The table of packages by registry."""
    return tomllib.loads(Path(__file__).with_name("packages.toml").read_text("utf-8"))


def is_manifest(name: str) -> bool:
    """Whether a file of this name lists dependencies."""
    return any(re.fullmatch(pattern, name.lower()) for pattern, _, _ in _NAMED)


def scan_manifest(name: str, text: str) -> Iterator[CryptoFinding]:
    """What the packages of a manifest bring; of a lock file, those of others included."""
    for pattern, registry, read in _NAMED:
        if not re.fullmatch(pattern, name.lower()):
            continue
        dev = registry == "pypi" and _DEV.search(name) is not None
        for dependency in read(text):
            said, sure = _brings(registry, dependency.package)
            for match in spec(said):
                line = (dependency.line, dependency.line)
                state = "test" if dependency.dev or dev else "active"
                yield CryptoFinding(match, line, "dependency", state, sure)
        return


def _brings(registry: str, package: str) -> tuple[str, float]:
    """The spec of a package and how sure it is that it is used, or nothing."""
    table = packages()[registry]
    for name in _spellings(registry, package):
        if isinstance(said := table.get(name), str):
            return said, 0.7
        if name in table["toolkits"]:
            return table["toolkits"][name], 0.4
    return "", 0.0


def _spellings(registry: str, package: str) -> Iterator[str]:
    yield package
    if registry == "pypi":
        yield re.sub(r"[-_.]+", "-", package.lower())
    elif registry == "maven":
        yield package.partition(":")[0]
    elif registry == "go":
        yield re.sub(r"/v\d+$", "", package)
        while "/" in package:
            package = package.rpartition("/")[0]
            yield package
    elif registry in ("nuget", "cargo"):
        yield from (name for name in packages()[registry] if name.lower() == package.lower())
        kits = packages()[registry]["toolkits"]
        yield from (name for name in kits if name.lower() == package.lower())
    else:
        yield package.lower()
