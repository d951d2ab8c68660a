"""Reads samples: the shipped corpus, folders in its form, and the published benchmark's files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from acidtest.core.digest import sha256_of
from acidtest.core.errors import InputError
from acidtest.core.paths import check_there
from acidtest.core.protocols import Dataset
from acidtest.core.records import Json, Sample
from acidtest.core.untrusted import reading
from acidtest.suites.crypto_inventory import benchmark, trees
from acidtest.suites.crypto_inventory.answers import STATES
from acidtest.suites.crypto_inventory.naming import general_names, named
from acidtest.suites.crypto_inventory.published.agents import FOLDER as AGENTS
from acidtest.suites.crypto_inventory.published.agents import read_agents
from acidtest.suites.crypto_inventory.published.expected import Expected
from acidtest.suites.crypto_inventory.question import shown_name
from acidtest.suites.crypto_inventory.truth import Label, Truth

CORPUS = Path(__file__).parent / "data"
LABELS = "labels.jsonl"
FILES = "files"
_GROUPS = ("language", "artefact", "difficulty", "evidence_kind", "split", "stratum", "package")
_UNSTATED = "unstated"
CONFIDENCE_RANGE = (0.7, 0.95)
"""What the published reading expects of a confidence where labels say nothing: the range that
the document calls realistic."""


def read(paths: Sequence[Path]) -> Dataset:
    """Samples of the given files or folders, or of the shipped corpus."""
    check_there(*(path for path in paths if not trees.is_meant(path)))
    samples: dict[str, Sample] = {}
    loose = [path for path in paths if path.name in benchmark.NAMES]
    sources: list[Iterator[Sample]] = []
    if loose:
        sources.append(benchmark.read(loose))
    for path in [CORPUS] if not paths else [p for p in paths if p not in loose]:
        sources.append(_read_one(path))
    for source in sources:
        with reading(", ".join(map(str, paths)) or CORPUS):
            given = list(source)
        for sample in given:
            if sample.id in samples:
                raise InputError(f"duplicate id {sample.id}; ids must be unique")
            samples[sample.id] = sample
    if not samples:
        raise InputError(f"{', '.join(map(str, paths or [CORPUS]))}: contains no samples")
    digest = sha256_of(*(part for s in samples.values() for part in _scored_material(s)))
    name = "shipped corpus" if not paths else ", ".join(path.name for path in paths)
    return Dataset(name, tuple(samples.values()), digest)


def _scored_material(sample: Sample) -> tuple[str | bytes, ...]:
    truth: Truth = sample.truth
    expected = truth.expected
    return sample.id, truth.data or b"", repr(truth.labels), repr(expected), *expected.points


def _read_one(path: Path) -> Iterator[Sample]:
    if trees.is_meant(path):
        return _trees()
    if path.is_dir():
        if (path / benchmark.GROUND_TRUTH).is_file():
            return benchmark.read([path / name for name in benchmark.NAMES])
        if (path / LABELS).is_file():
            return _corpus(path / LABELS)
        if (root := benchmark.checkout(path)) is not None:
            return benchmark.read_checkout(root, read_agents(path / AGENTS))
        raise InputError(
            f"{path}: has neither {LABELS} (this suite's form) nor {benchmark.GROUND_TRUTH} (the "
            "published benchmark's)"
        )
    if path.suffix == ".jsonl":
        return _corpus(path)
    raise InputError(f"{path}: is neither a folder nor a .jsonl file of labels")


def _corpus(labels: Path) -> Iterator[Sample]:
    """A file of labels, with the files they describe in the folder `files` beside it."""
    for where, record in benchmark.records(labels):
        yield _sample(record, labels.parent / FILES, where)


def _trees() -> Iterator[Sample]:
    """Files of public packages, under their own names: a real path is there for every scanner."""
    for where, record in benchmark.records(trees.LABELS):
        yield _labelled(record, where, trees.content(record), str(record["file"]))


def _sample(record: Mapping[str, Json], folder: Path, where: str) -> Sample:
    name = _text(record, "file", where)
    pure = PurePosixPath(name)
    if pure.is_absolute() or ".." in pure.parts:
        raise InputError(f"{where}: field 'file' is '{name}', not a path under {folder.name}/")
    try:
        data = (folder / name).read_bytes()
    except OSError as error:
        raise InputError(f"{where}: {folder / name} cannot be read: {error.strerror}") from error
    return _labelled(record, where, data, shown_name(name))


def _labelled(record: Mapping[str, Json], where: str, data: bytes, shown: str) -> Sample:
    name = _text(record, "file", where)
    labels = labels_of(record, where)
    active = any(label.state == "active" and not label.optional for label in labels)
    groups = {g: str(record[g]) for g in _GROUPS if record.get(g) is not None}
    groups["contains"] = "cryptography" if active else "nothing"
    groups["korean"] = "named" if any(label.korean for label in labels) else "not named"
    cluster = record.get("origin") or record.get("package") or name
    truth = Truth(shown, data, labels, expected_of(labels))
    return Sample(name, str(cluster), groups, truth, {**record, "shown": shown})


def labels_of(record: Mapping[str, Json], where: str) -> tuple[Label, ...]:
    """The labels of one line of labels."""
    findings = record.get("findings")
    if not isinstance(findings, list):
        raise InputError(f"{where}: field 'findings' is missing or not a list")
    labelled = [_labels(f, f"{where}, finding {i}") for i, f in enumerate(findings, 1)]
    return tuple(label for each in labelled for label in each)


def _text(record: Mapping[str, Any], name: str, where: str) -> str:
    value = record.get(name)
    if not isinstance(value, str) or not value:
        raise InputError(f"{where}: field '{name}' is missing or not a string")
    return value


def _labels(finding: Any, where: str) -> Iterator[Label]:
    """The algorithm of a finding, and the parts of its name as optional ones (Poly1305)."""
    if not isinstance(finding, dict):
        raise InputError(f"{where}: expected an object, got {type(finding).__name__}")
    name = _text(finding, "algorithm", where)
    state = finding.get("state", "active")
    if state not in STATES:
        raise InputError(f"{where}: field 'state' is {state!r}, not one of {', '.join(STATES)}")
    parameters = finding.get("parameters") or {}
    if not isinstance(parameters, dict):
        raise InputError(f"{where}: field 'parameters' is not an object")
    accepted = finding.get("accept") or []
    if not isinstance(accepted, list) or not all(isinstance(a, str) for a in accepted):
        raise InputError(f"{where}: field 'accept' is not a list of names")
    flat = tuple(sorted((k, v) for k, v in parameters.items() if isinstance(v, str | int | float)))
    known = named(name, flat)
    if not known[0].known or sum(not one.component for one in known) != 1:
        raise InputError(f"{where}: field 'algorithm' is '{name}', not the name of one algorithm")
    for one in known:
        yield Label(
            one.id,
            one.name,
            str(one.threat if one.component else finding.get("threat") or one.threat),
            state,
            tuple(_spans(finding, where)),
            str(finding.get("evidence") or _UNSTATED),
            parameters,
            str(finding.get("function") or ""),
            one.korean,
            one.component or bool(finding.get("optional", False)),
            tuple(n.id for other in accepted for n in named(other) if not n.component),
            one.parts,
            general_names(one.id),
            str(finding.get("reason") or ""),
        )


def _spans(finding: Mapping[str, Any], where: str) -> Iterator[tuple[int, int]]:
    first, also = finding.get("lines"), finding.get("also") or []
    if not isinstance(also, list):
        raise InputError(f"{where}: field 'also' is not a list of spans")
    for span in [*([] if first is None else [first]), *also]:
        if (
            not isinstance(span, list)
            or len(span) != 2
            or not all(isinstance(v, int) and not isinstance(v, bool) for v in span)
            or not 0 < span[0] <= span[1]
        ):
            raise InputError(f"{where}: {json.dumps(span)} is not a span [first line, last line]")
        yield span[0], span[1]


def expected_of(labels: Sequence[Label]) -> Expected:
    """What a published ground truth with these labels would expect."""
    active = {label.id: label for label in labels if label.state == "active" and not label.optional}
    relevant = [label for label in active.values() if label.threat != "not-crypto"]
    categories: dict[str, None] = {}
    for label in active.values():
        categories.update(dict.fromkeys(_categories(label)))
    return Expected(
        tuple(label.name for label in relevant),
        tuple(categories),
        tuple(label.name for label in relevant if label.korean),
        CONFIDENCE_RANGE,
    )


_BY_FUNCTION = {
    "signature": "public_key",
    "key-exchange": "public_key",
    "kem": "public_key",
    "public-key-encryption": "public_key",
    "cipher": "symmetric_key",
    "aead": "symmetric_key",
    "hash": "hash_function",
    "mac": "mac",
}


def _categories(label: Label) -> list[str]:
    if label.threat in ("pq-safe", "pq-broken"):
        return ["post_quantum"]
    categories = []
    public = _BY_FUNCTION.get(label.function) == "public_key"
    if label.threat in ("shor", "hybrid"):
        categories.append("shor_vulnerable")
    elif not public:
        categories.append("grover_vulnerable")
    if label.threat == "broken":
        categories.append("classical_vulnerable")
    if label.function in _BY_FUNCTION:
        categories.append(_BY_FUNCTION[label.function])
    if label.korean:
        categories.append("korean_algorithms")
    return categories
