"""Reads the published benchmark's files as they are: ground truths, test files, results."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any

from acidtest.core.errors import InputError
from acidtest.core.protocols import AnswersBySystem, Dataset
from acidtest.core.records import Answer, Json, Sample
from acidtest.core.untrusted import load_json, whole_number
from acidtest.suites.crypto_inventory.naming import Named, general_names, named
from acidtest.suites.crypto_inventory.published.agents import Agent
from acidtest.suites.crypto_inventory.published.expected import Expected
from acidtest.suites.crypto_inventory.question import shown_name
from acidtest.suites.crypto_inventory.truth import UNKNOWN, Label, Truth

GROUND_TRUTH, TEST_FILES = "ground_truth.jsonl", "test_files.jsonl"
NAMES = (GROUND_TRUTH, TEST_FILES)
RESULTS = "recorded_responses"
_LANGUAGES = {
    ".py": "python",
    ".java": "java",
    ".c": "c",
    ".h": "c",
    ".cpp": "c++",
    ".cc": "c++",
    ".go": "go",
    ".js": "javascript",
    ".ts": "typescript",
    ".rs": "rust",
    ".rb": "ruby",
    ".cs": "c#",
    ".kt": "kotlin",
    ".php": "php",
    ".scala": "scala",
    ".swift": "swift",
    ".s": "assembly",
    ".asm": "assembly",
}
_ELLIPTIC = "ECDSA ECDH EdDSA Ed25519 X25519 EC-KCDSA ECIES".split()


def records(path: Path) -> Iterator[tuple[str, dict[str, Json]]]:
    """The objects of a JSONL file, each with its location."""
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not UTF-8 text (byte {error.start})") from error
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        where = f"{path}, line {number}"
        try:
            record = load_json(line)
        except ValueError as error:
            raise InputError(f"{where}: is not JSON: {error}") from error
        if not isinstance(record, dict):
            raise InputError(f"{where}: expected an object, got {type(record).__name__}")
        yield where, record


def read(paths: Sequence[Path]) -> Iterator[Sample]:
    """One sample for each file with a ground truth, and for each ground truth without a file.

    A sample's id is `agent_type/file_name`; without a file it is that of the ground truth.
    """
    named_paths = {path.name: path for path in paths}
    if GROUND_TRUTH not in named_paths:
        raise InputError(f"{paths[0]}: also needs {GROUND_TRUTH}; add it as another --data")
    files: list[tuple[str, str]] = []
    if TEST_FILES in named_paths and named_paths[TEST_FILES].exists():
        for where, record in records(named_paths[TEST_FILES]):
            path, content = record.get("path"), record.get("content")
            if not isinstance(path, str) or not isinstance(content, str):
                raise InputError(f"{where}: expected the fields 'path' and 'content', both strings")
            files.append((path, content))
    truths = []
    for where, record in records(named_paths[GROUND_TRUTH]):
        path, given = record.get("path"), record.get("ground_truth")
        if not isinstance(path, str) or not isinstance(given, dict):
            raise InputError(f"{where}: expected the fields 'path' and 'ground_truth'")
        truths.append((where, path, given))
    return _samples(truths, files, _asked(named_paths[GROUND_TRUTH].parent / RESULTS))


def checkout(folder: Path) -> Path | None:
    """Where a checkout of the benchmark's repository, or its data folder, keeps its files."""
    for root in (folder, folder / "data"):
        if (root / "ground_truth").is_dir():
            return root
    return None


def read_checkout(root: Path, agents: Mapping[str, Agent]) -> Iterator[Sample]:
    """The same from the repository's own layout, ground_truth/AGENT/ and test_files/AGENT/."""
    truths = []
    for file in _inside(root / "ground_truth", "*.json"):
        try:
            given = load_json(file.read_bytes())
        except ValueError as error:
            raise InputError(f"{file}: is not JSON: {error}") from error
        if not isinstance(given, dict):
            raise InputError(f"{file}: expected an object, got {type(given).__name__}")
        truths.append((str(file), file.relative_to(root / "ground_truth").as_posix(), given))
    if not truths:
        raise InputError(f"{root / 'ground_truth'}: contains no .json ground truth")
    files = [
        (
            file.relative_to(root / "test_files").as_posix(),
            file.read_bytes().decode("utf-8", "surrogateescape"),
        )
        for file in _inside(root / "test_files", "*")
    ]
    for sample in _samples(truths, files, {}):
        yield _asked_by(agents.get(sample.groups["artefact"]), sample)


def _asked_by(agent: Agent | None, sample: Sample) -> Sample:
    if agent is None:
        return sample
    truth: Truth = sample.truth
    expected = replace(truth.expected, points=agent.points)
    return replace(sample, truth=replace(truth, expected=expected, agent=agent))


def _inside(folder: Path, pattern: str) -> list[Path]:
    """The plain files in a folder's subfolders; not hidden ones, nor links that lead elsewhere."""
    top = folder.resolve()
    return [
        file
        for file in sorted(folder.rglob(pattern))
        if file.is_file() and file.name[0] != "." and file.resolve().is_relative_to(top)
    ]


def _samples(
    truths: Sequence[tuple[str, str, Mapping[str, Any]]],
    files: Sequence[tuple[str, str]],
    asked: Mapping[str, str],
) -> Iterator[Sample]:
    by_stem: dict[str, list[tuple[str, str | None]]] = defaultdict(list)
    for name, text in files:
        by_stem[_stem(name)].append((name, text))
    for where, path, given in truths:
        stem = path.removesuffix(".json")
        beside: Sequence[tuple[str, str | None]] = by_stem.get(_stem(stem), [(stem, None)])
        for identity, content in beside:
            yield _sample(identity, content, given, asked.get(_stem(identity), "never"), where)


def files_without_truth(truths: Path, files: Path) -> list[str]:
    """The test files without a ground truth."""
    known = {_stem(str(record.get("path")).removesuffix(".json")) for _, record in records(truths)}
    paths = [str(record.get("path")) for _, record in records(files)]
    return [path for path in paths if _stem(path) not in known]


def _asked(folder: Path) -> dict[str, str]:
    """By stem: the rounds of recorded results, stored with the ground truths, that asked about it.

    The published program left out files by extension, so no round asked about all of them.
    """
    rounds: dict[str, set[str]] = defaultdict(set)
    for file in sorted(folder.glob("*.json")) if folder.is_dir() else ():
        status = file.stat()
        for stem in _asked_in(file, status.st_mtime_ns, status.st_size):
            rounds[stem].add(file.stem.partition("_")[2] or file.stem)
    return {stem: "+".join(sorted(names)) for stem, names in rounds.items()}


@lru_cache(maxsize=64)
def _asked_in(file: Path, changed: int, size: int) -> frozenset[str]:
    """The stems a result file covers; read again only if the file changes."""
    return frozenset(
        _stem(f"{_text(result, 'agent_type', where)}/{_text(result, 'file_name', where)}")
        for where, result in _results(file)
    )


def _stem(path: str) -> str:
    folder, _, name = path.rpartition("/")
    return f"{folder}/{name.split('.')[0]}"


def _sample(
    identity: str, content: str | None, given: Mapping[str, Any], asked: str, where: str
) -> Sample:
    schema, labels, expected = _truth(given, where)
    shown = shown_name(identity)
    data = None if content is None else _as_bytes(content)
    suffix = PurePosixPath(identity).suffix
    groups = {
        "artefact": identity.partition("/")[0],
        "language": _LANGUAGES.get(suffix.lower(), suffix.removeprefix(".") or "unstated"),
        "contains": "nothing" if all(label.optional for label in labels) else "cryptography",
        "ground_truth": schema,
        "file": "missing" if content is None else "present",
        "asked": asked,
    }
    truth = Truth(shown, data, labels, expected, schema)
    return Sample(identity, identity, groups, truth, {"shown": shown, "ground_truth": dict(given)})


def _as_bytes(content: str) -> bytes:
    """The bytes of a file; lone surrogates are either its own or stand for bytes."""
    try:
        return content.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return content.encode("utf-8", "surrogatepass")


def _truth(given: Mapping[str, Any], where: str) -> tuple[str, tuple[Label, ...], Expected]:
    """The labels of a ground truth, and what the published reading takes from it.

    Ground truths in another schema name algorithms too, and count in the sound reading. The
    published program finds no `expected_findings` in them and so expects nothing. This is
    reproduced, and reported as group `ground_truth`.
    """
    algorithms: list[tuple[str, tuple[tuple[int, int], ...]]] = []
    expected = expected_findings(given, where)
    if expected is not None:
        # some list algorithms only as Korean ones and expect nothing else
        algorithms = [
            (name, ()) for name in dict.fromkeys((*expected.algorithms, *(expected.korean or ())))
        ]
        return "published", _labels(algorithms), expected
    analysis = given.get("vulnerability_analysis")
    listed = analysis.get("quantum_vulnerable_algorithms") if isinstance(analysis, dict) else None
    for entry in listed if isinstance(listed, list) else given.get("algorithms") or ():
        if isinstance(entry, dict):
            name = entry.get("algorithm") or entry.get("name")
            if isinstance(name, str):
                algorithms.append((name, tuple(_places(entry.get("locations")))))
    return "other schema", _labels(algorithms), Expected(given=False)


def expected_findings(given: Mapping[str, Any], where: str) -> Expected | None:
    """What a ground truth in the published form expects; None if it is in another form."""
    findings = given.get("expected_findings")
    if not isinstance(findings, dict):
        return None
    return Expected(
        _names(findings, "vulnerable_algorithms_detected", where) or (),
        _names(findings, "algorithm_categories", where),
        _names(findings, "korean_algorithms_detected", where),
        _range(given.get("expected_confidence_range"), where),
    )


def _names(findings: Mapping[str, Any], key: str, where: str) -> tuple[str, ...] | None:
    value = findings.get(key)
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise InputError(f"{where}: '{key}' is not a list of names")
    return tuple(value)


def _range(value: Any, where: str) -> tuple[float, float] | None:
    if value is None:
        return None
    if (
        not isinstance(value, list)
        or len(value) != 2
        or not all(isinstance(v, int | float) and not isinstance(v, bool) for v in value)
        or not all(math.isfinite(v) for v in value)
    ):
        raise InputError(f"{where}: 'expected_confidence_range' is not two numbers")
    return float(value[0]), float(value[1])


def _places(locations: Any) -> Iterator[tuple[int, int]]:
    for location in locations if isinstance(locations, list) else ():
        text = location.get("line_range") if isinstance(location, dict) else None
        first, _, last = str(text).partition("-")
        low, high = whole_number(first, 9), whole_number(last, 9)
        if low is not None and high is not None and 0 < low <= high:
            yield low, high


def _labels(algorithms: Sequence[tuple[str, tuple[tuple[int, int], ...]]]) -> tuple[Label, ...]:
    labels = []
    for name, lines in algorithms:
        for one in named(name):
            labels.append(
                Label(
                    one.id,
                    one.name,
                    one.threat or UNKNOWN,
                    lines=lines,
                    korean=one.korean,
                    # a checksum is expected there as broken cryptography: neither right nor wrong
                    optional=one.threat == "not-crypto",
                    accept=_members(one, name),
                    general=general_names(one.id),
                )
            )
    return tuple(labels)


def _members(one: Named, name: str) -> tuple[str, ...]:
    """Other right answers where a ground truth only says "elliptic curves"."""
    if name.upper() not in ("ECC", "EC"):
        return ()
    return tuple(n.id for member in _ELLIPTIC for n in named(member) if n.id != one.id)


def read_results(path: Path, dataset: Dataset) -> AnswersBySystem:
    """The benchmark's result files: one system per model, with and without retrieval."""
    files = sorted(path.glob("*.json")) if path.is_dir() else [path]
    if not files:
        raise InputError(f"{path}: contains no .json result files")
    known = {sample.id for sample in dataset.samples}
    stems = {_stem(identity): identity for identity in known if "." not in identity}
    answers: dict[str, list[Answer]] = {}
    for file in files:
        for where, result in _results(file):
            name = _system(result, file, where)
            given = answers.setdefault(name, [])
            identity = f"{_text(result, 'agent_type', where)}/{_text(result, 'file_name', where)}"
            if identity not in known:
                identity = stems.get(_stem(identity), identity)
            given.append(_answer(result, identity, given, where))
    return answers


def _results(file: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    try:
        document = load_json(file.read_bytes())
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise InputError(f"{file}: is not JSON: {error}") from error
    results = document.get("results") if isinstance(document, dict) else None
    if not isinstance(results, list):
        raise InputError(f"{file}: has no list 'results'; expected a result file as published")
    for number, result in enumerate(results):
        where = f"{file}, result {number}"
        if not isinstance(result, dict):
            raise InputError(f"{where}: expected an object, got {type(result).__name__}")
        yield where, result


def _system(result: Mapping[str, Any], file: Path, where: str) -> str:
    model = _text(result, "base_model", where)
    return f"{model}{'+retrieval' if result.get('with_rag') else ''}@{file.stem}"


def _answer(
    result: Mapping[str, Any], identity: str, before: Sequence[Answer], where: str
) -> Answer:
    raw = result.get("raw_response")
    text = raw if isinstance(raw, str) else json.dumps(raw) if raw else ""
    seconds = result.get("response_time")
    if seconds is not None and (
        not isinstance(seconds, int | float) or isinstance(seconds, bool) or not 0 <= seconds < 1e9
    ):
        raise InputError(f"{where}: field 'response_time' is not a number of seconds")
    note = result.get("error")
    return Answer(
        identity,
        text,
        attempt=sum(answer.id == identity for answer in before),
        time_s=None if seconds is None else float(seconds),
        model=str(result["base_model"]),
        note=None if note is None else str(note)[:300],
    )


def _text(record: Mapping[str, Any], name: str, where: str) -> str:
    value = record.get(name)
    if not isinstance(value, str) or not value:
        raise InputError(f"{where}: field '{name}' is missing or not a string")
    return value
