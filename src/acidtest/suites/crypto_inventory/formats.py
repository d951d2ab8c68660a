"""A CBOM or SARIF over a whole tree, split by location into an answer for each file."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from acidtest.errors import InputError
from acidtest.model import Answer, Json
from acidtest.suites._base import Dataset, ReadAnswers
from acidtest.suites.crypto_inventory import benchmark
from acidtest.suites.crypto_inventory.answers import Claim, Reading, claims_of
from acidtest.suites.crypto_inventory.observe import resolve


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
            found = self._ends.get(parts[start:], set())
            if len(found) == 1:
                return next(iter(found))
            if found:
                return None
        return None


def read_tree(form: str, path: Path, dataset: Dataset) -> ReadAnswers:
    """One answer for each sample: what the documents say about its file, or that they say nothing.

    A folder's documents are read together, as one tool's. What is told about a file that is not
    in the data is kept under its location, so that it can be named as such.
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
        example = f"such as '{next(iter(strange))}'" if strange else "for there are none"
        raise InputError(
            f"{path}: none of its locations is a file of the data, {example}; the data has files "
            f"such as '{dataset.samples[0].id}', shown as '{dataset.samples[0].truth.shown}'"
        )
    answers = [Answer(identity, _text(told)) for identity, told in (claims | strange).items()]
    return {path.name.split(".")[0]: answers}


def _claims(file: Path, form: str) -> Sequence[Claim]:
    try:
        document = json.loads(file.read_bytes())
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file}: is not JSON: {error}") from error
    reading = claims_of(document, Reading())
    if reading.form != form:
        wanted = {"cbom": "CycloneDX with bomFormat", "sarif": "SARIF with version and runs"}
        raise InputError(f"{file}: is not {wanted[form]}")
    return reading.claims


def _text(claims: Sequence[Claim]) -> str:
    """Claims as an answer in this suite's own form.

    A result whose words name no algorithm is about something else, and is left out.
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
        told: dict[str, Json] = {"state": claim.state, **{k: v for k, v in more.items() if v}}
        for name in names:
            for span in claim.lines or (None,):
                lines = {"lines": list(span)} if span else {}
                findings.append({"algorithm": name, **told, **lines})
    return json.dumps({"findings": findings}, ensure_ascii=False)


FORMATS: Mapping[str, Callable[[Path, Dataset], ReadAnswers]] = {
    "cbom": partial(read_tree, "cbom"),
    "sarif": partial(read_tree, "sarif"),
    "published-results": benchmark.read_results,
}
