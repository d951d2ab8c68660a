"""Check the corpus: every label points at what it says.

    python -m acidtest.suites.crypto_inventory.corpus_check [FOLDER]

The folder holds `files/` and `labels.jsonl`; the one that ships with the suite by default.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from acidtest.suites.crypto_inventory import corpus_material as material
from acidtest.suites.crypto_inventory.corpus_tokens import justified, spelt

DATA = Path(__file__).parent / "data"
Label = Mapping[str, Any]

STATES = ("active", "disabled", "comment", "rejected", "test")
DIFFICULTIES = ("easy", "medium", "hard")
SPLITS = ("dev", "test")
FUNCTIONS = ("signature", "key-exchange", "kem", "cipher", "hash", "mac", "kdf", "rng")
TEXTUAL = (
    "api-call", "import", "name-string", "config-option", "oid", "comment", "log-event",
    "constant", "instruction",
)  # fmt: skip
EVIDENCE = (
    *TEXTUAL, "runtime-name", "algorithm-structure", "certificate-field", "key-header",
)  # fmt: skip
KEYS = {
    "file", "language", "artefact", "difficulty", "evidence_kind", "split", "origin", "twin",
    "findings",
}  # fmt: skip
FINDING_KEYS = {"algorithm", "parameters", "function", "lines", "evidence", "state", "reason"}
KOREAN = {
    "SEED", "ARIA", "HIGHT", "LEA", "LSH", "HAS-160", "KCDSA", "EC-KCDSA", "HAETAE", "AIMer",
    "SMAUG-T", "NTRU+",
}  # fmt: skip
LANGUAGES = {
    "python", "java", "c", "cpp", "go", "javascript", "typescript", "rust", "csharp", "kotlin",
    "assembly", "config", "pem", "log",
}  # fmt: skip
LEAST_FILES, LEAST_CLEAN, LEAST_KOREAN = 200, 0.4, 25

PRIVATE = re.compile(
    r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----\s+[A-Za-z0-9+/]{16}"
    r"|^\s*(?:PrivateKey|PresharedKey)\s*=\s*[A-Za-z0-9+/]{42,}"
    r'|"d"\s*:\s*"[A-Za-z0-9_-]{20,}"'
    r"|AGE-SECRET-KEY-1",
    re.MULTILINE,
)
# A file must not give away its own label.
TELLTALE = re.compile(r"vulnerab|false.?positive|ground.?truth|quantum-safe|acidtest", re.I)


def is_clean(label: Label) -> bool:
    """Nothing in the file is in use: no finding is active."""
    return all(finding["state"] != "active" for finding in label["findings"])


def label_problems(label: Label, content: bytes) -> Iterator[str]:
    """The problems of one label line, given its file."""
    missing = KEYS - label.keys()
    if missing:
        yield f"no {', '.join(sorted(missing))}"
        return
    for key, allowed in (("difficulty", DIFFICULTIES), ("split", SPLITS)):
        if label[key] not in allowed:
            yield f"{key} {label[key]!r} is not one of {', '.join(allowed)}"
    if is_clean(label) != bool(label.get("clean_reason")):
        yield "a clean_reason belongs to files without an active finding, and only to them"
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        yield f"not UTF-8: {error.reason} at byte {error.start}"
        return
    lines = text.removesuffix("\n").split("\n")  # as editors count, not as Python does
    if PRIVATE.search(text):
        yield "holds private key material"
    if match := TELLTALE.search(text):
        yield f"the text gives away its label: {match[0]!r}"
    counts: Counter[tuple[str, str, str]] = Counter()
    for finding in label["findings"]:
        if gone := FINDING_KEYS - finding.keys():
            yield f"a finding has no {', '.join(sorted(gone))}"
            continue
        counts[finding["algorithm"], finding["function"], finding["state"]] += 1
        for problem in _finding_problems(finding, lines, label["language"]):
            yield f"{finding['algorithm']}: {problem}"
    yield from (f"{' '.join(key)} is labelled {n} times" for key, n in counts.items() if n > 1)
    if label["language"] == "pem":
        yield from _block_problems(label, text)


def _finding_problems(
    finding: Mapping[str, Any], lines: Sequence[str], language: str
) -> Iterator[str]:
    for key, allowed in (("state", STATES), ("evidence", EVIDENCE), ("function", FUNCTIONS)):
        if finding[key] not in allowed:
            yield f"{key} {finding[key]!r} is not one of {', '.join(allowed)}"
    if not str(finding["reason"]).strip().endswith("."):
        yield "the reason is not a sentence"
    evidence: list[str] = []
    for first, last in [finding["lines"], *finding.get("also", [])]:
        if not 1 <= first <= last <= len(lines):
            yield f"lines {first} to {last} are not in the file ({len(lines)} lines)"
            return
        evidence += lines[first - 1 : last]
    if not any(line.strip() for line in evidence):
        yield "the evidence lines are empty"
    text, algorithm = "\n".join(evidence), finding["algorithm"]
    kind = finding["evidence"]
    # Compilers write constants in their own ways; these labels come from the C source.
    compiled = language == "assembly" and kind == "constant"
    named = kind in TEXTUAL or (kind == "key-header" and language != "pem")
    if named and not compiled and not justified(algorithm, text):
        yield f"nothing on its lines refers to it: {evidence[0].strip()[:60]!r}"
    if kind == "runtime-name" and not spelt(algorithm, text):
        yield "the parts of its name are not on its lines"
    if kind == "certificate-field" and "BEGIN" not in text:
        yield from _embedded_problems(algorithm, text)


def _embedded_problems(algorithm: str, text: str) -> Iterator[str]:
    """A certificate as base64 in string literals."""
    try:
        contents = base64.b64decode("".join(re.findall(r"[\"']([A-Za-z0-9+/=]+)[\"']", text)))
    except ValueError:
        contents = b""
    if algorithm not in material.algorithms("CERTIFICATE", contents):
        yield "the embedded bytes do not name it"
    yield from _unreadable("CERTIFICATE", contents)


def _block_problems(label: Label, text: str) -> Iterator[str]:
    """PEM files: the blocks and the label must name exactly the same algorithms."""
    named: set[str] = set()
    for kind, contents in material.blocks(text):
        named |= material.algorithms(kind, contents)
        yield from _unreadable(kind, contents)
        yield from _parameter_problems(label, kind, contents)
    labelled = {f["algorithm"] for f in label["findings"]}
    if named != labelled:
        yield f"the blocks name {sorted(named)}, the label says {sorted(labelled)}"


def _readers() -> dict[str, Callable[[bytes], Any]]:
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import load_der_public_key

    return {
        "CERTIFICATE": x509.load_der_x509_certificate,
        "CERTIFICATE REQUEST": x509.load_der_x509_csr,
        "X509 CRL": x509.load_der_x509_crl,
        "PUBLIC KEY": load_der_public_key,
    }


def _unreadable(kind: str, contents: bytes) -> Iterator[str]:
    """A library must read what claims to be a certificate, a request or a list."""
    if kind not in ("CERTIFICATE", "CERTIFICATE REQUEST", "X509 CRL"):
        return
    try:
        _readers()[kind](contents)
    except ValueError as error:
        yield f"the {kind.lower()} does not parse: {error}"


def _parameter_problems(label: Label, kind: str, contents: bytes) -> Iterator[str]:
    """Key size and curve, where the block holds a public key."""
    curves = {material.CURVES[oid] for oid in material.oids(contents) if oid in material.CURVES}
    size = _key_size(kind, contents)
    for finding in label["findings"]:
        parameters = finding["parameters"]
        if "curve" in parameters and curves != {parameters["curve"]}:
            yield f"curve {parameters['curve']} is labelled, the block has {sorted(curves)}"
        if "bits" in parameters and size is not None and parameters["bits"] != size:
            yield f"{parameters['bits']} bits are labelled, the key has {size}"


def _key_size(kind: str, contents: bytes) -> int | None:
    from cryptography.exceptions import UnsupportedAlgorithm

    if kind not in ("CERTIFICATE", "CERTIFICATE REQUEST", "PUBLIC KEY"):
        return None
    try:
        read = _readers()[kind](contents)
        key = read if kind == "PUBLIC KEY" else read.public_key()
    except (ValueError, UnsupportedAlgorithm):
        return None
    size = getattr(key, "key_size", None)
    return size if isinstance(size, int) else None


def read_labels(data: Path) -> list[dict[str, Any]]:
    """The lines of labels.jsonl."""
    text = (data / "labels.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def problems(data: Path = DATA) -> list[str]:
    """All problems of a corpus; empty if there are none."""
    labels = read_labels(data)
    messages: list[str] = []
    contents: dict[str, bytes] = {}
    for label in labels:
        path = data / "files" / label["file"]
        if not path.is_file():
            messages.append(f"{label['file']}: there is no such file")
            continue
        contents[label["file"]] = path.read_bytes()
        messages += [
            f"{label['file']}: {p}" for p in label_problems(label, contents[label["file"]])
        ]
    messages += _pairing_problems(labels)
    messages += _set_problems(data, labels, contents)
    return messages


def _pairing_problems(labels: Sequence[Label]) -> Iterator[str]:
    by_file = {label["file"]: label for label in labels}
    splits: dict[str, str] = {}
    for label in labels:
        file, origin, twin = label["file"], label["origin"], label["twin"]
        if splits.setdefault(origin, label["split"]) != label["split"]:
            yield f"{file}: origin {origin} is in both splits"
        if twin is None:
            continue
        if twin not in by_file:
            yield f"{file}: its twin {twin} is not in the corpus"
        elif by_file[twin]["twin"] != file:
            yield f"{file}: {twin} does not name it as its twin"
        elif by_file[twin]["origin"] != origin:
            yield f"{file}: {twin} has another origin"


def _set_problems(
    data: Path, labels: Sequence[Label], contents: Mapping[str, bytes]
) -> Iterator[str]:
    files = Counter(label["file"] for label in labels)
    yield from (f"{file}: labelled {n} times" for file, n in files.items() if n > 1)
    there = {p.relative_to(data / "files").as_posix() for p in (data / "files").rglob("*.*")}
    yield from (f"{file}: has no label" for file in sorted(there - files.keys()))
    digests: dict[str, str] = {}
    for file, content in contents.items():
        other = digests.setdefault(hashlib.sha256(content).hexdigest(), file)
        if other != file:
            yield f"{file}: the same bytes as {other}"
    if len(labels) < LEAST_FILES:
        yield f"{len(labels)} files; at least {LEAST_FILES} are required"
    clean = sum(map(is_clean, labels))
    if clean < LEAST_CLEAN * len(labels):
        yield f"{clean} of {len(labels)} files are clean; at least {LEAST_CLEAN:.0%} are required"
    korean = sum(any(f["algorithm"] in KOREAN for f in label["findings"]) for label in labels)
    if korean < LEAST_KOREAN:
        yield f"{korean} files name Korean algorithms; at least {LEAST_KOREAN} are required"
    if absent := LANGUAGES - {label["language"] for label in labels}:
        yield f"no file in {', '.join(sorted(absent))}"


def main(arguments: Sequence[str]) -> int:
    """Print the problems; 1 when there are any."""
    data = Path(arguments[0]) if arguments else DATA
    messages = problems(data)
    for problem in messages:
        print(problem)
    print(f"{len(read_labels(data))} labels, {len(messages)} problems")
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
