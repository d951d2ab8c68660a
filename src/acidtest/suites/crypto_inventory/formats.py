"""A CBOM or SARIF log of a whole tree, split by location into one answer per file."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from acidtest.core.errors import InputError
from acidtest.core.protocols import AnswersBySystem, Dataset
from acidtest.core.records import Answer, Json
from acidtest.core.untrusted import load_json
from acidtest.suites.crypto_inventory import benchmark
from acidtest.suites.crypto_inventory.answers import Claim, Reading, claims_of
from acidtest.suites.crypto_inventory.naming import resolve


class Places:
    """Finds the sample a location means: by its id, by the name it is shown under, or by the end
    of its path where only one sample has that.
    """

    def __init__(self, dataset: Dataset) -> None:
        self._whole: dict[str, str] = {}
        self._ends: dict[tuple[str, ...], set[str]] = defaultdict(set)
        for sample in dataset.samples:
            for name in (sample.id, sample.truth.shown):
                self._whole[name] = sample.id
                parts = PurePosixPath(name).parts
                for start in range(len(parts)):
                    self._ends[parts[start:]].add(sample.id)

    def sample(self, location: str) -> str | None:
        """The id of the sample, or None."""
        plain = unquote(location.replace("\\", "/")).removeprefix("file://").strip()
        if plain in self._whole:
            return self._whole[plain]
        parts = tuple(p for p in PurePosixPath(plain).parts if p not in ("/", "."))
        for start in range(len(parts)):
            candidates = self._ends.get(parts[start:], set())
            if len(candidates) == 1:
                return next(iter(candidates))
            if candidates:
                return None
        return None


def read_tree(form: str, path: Path, dataset: Dataset) -> AnswersBySystem:
    """One answer per sample: what the documents say about its file, possibly nothing.

    A folder's documents are read together, as the output of one tool. Findings in files that are
    not in the data are kept under their location, so that they can be reported.
    """
    files = sorted(p for p in path.iterdir() if p.is_file()) if path.is_dir() else [path]
    claims: dict[str, list[Claim]] = {sample.id: [] for sample in dataset.samples}
    strange: dict[str, list[Claim]] = defaultdict(list)
    places = Places(dataset)
    lost = 0
    for file in files:
        for claim in _claims(file, form):
            if claim.file is None:
                lost += 1
                continue
            identity = places.sample(claim.file)
            (strange[claim.file] if identity is None else claims[identity]).append(claim)
    if not any(claims.values()) and (strange or lost):
        example = f"such as '{next(iter(strange))}'" if strange else "because there are none"
        first = next(iter(dataset.samples))
        raise InputError(
            f"{path}: none of its locations is a file in the data, {example}; the data has files "
            f"such as '{first.id}', shown as '{first.truth.shown}'"
        )
    answers = [Answer(identity, _text(entries)) for identity, entries in (claims | strange).items()]
    return {path.name.split(".")[0]: answers}


def _claims(file: Path, form: str) -> Sequence[Claim]:
    try:
        document = load_json(file.read_bytes())
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise InputError(f"{file}: is not JSON: {error}") from error
    reading = claims_of(document, Reading())
    if reading.form != form:
        descriptions = {"cbom": "CycloneDX with bomFormat", "sarif": "SARIF with version and runs"}
        raise InputError(f"{file}: is not {descriptions[form]}")
    part = {"cbom": "components", "sarif": "runs"}[form]
    if not isinstance(document.get(part, []), list):
        raise InputError(f"{file}: its '{part}' is not a list, so it says nothing about any file")
    return reading.claims


def _text(claims: Sequence[Claim]) -> str:
    """Claims as an answer in this suite's own form.

    A result that names no algorithm is about something else and is left out.
    """
    findings = []
    for claim in claims:
        names = [claim.name]
        if claim.free:
            names = [one.name for one, _ in resolve([claim]) if one.known]
        more = {
            "parameters": dict(claim.parameters),
            "function": claim.function,
            "threat": claim.threat,
            "confidence": claim.confidence,
        }
        fields: dict[str, Json] = {"state": claim.state, **{k: v for k, v in more.items() if v}}
        for name in names:
            for span in claim.lines or (None,):
                lines = {"lines": list(span)} if span else {}
                findings.append({"algorithm": name, **fields, **lines})
    return json.dumps({"findings": findings}, ensure_ascii=False)


FORMATS: Mapping[str, Callable[[Path, Dataset], AnswersBySystem]] = {
    "cbom": partial(read_tree, "cbom"),
    "sarif": partial(read_tree, "sarif"),
    "published-results": benchmark.read_results,
}
