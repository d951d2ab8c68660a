"""What the corpus scripts share: the data folder, the split, and merging of label lines."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

Made = dict[str, tuple[str, dict[str, Any]]]
DATA = Path(__file__).parents[2] / "src/acidtest/suites/crypto_inventory/data"


def split_of(origin: str) -> str:
    """Three in ten origins are for development; twins share an origin and thus a split."""
    number = int(hashlib.sha256(f"crypto-inventory:{origin}".encode()).hexdigest(), 16)
    return "dev" if number % 10 < 3 else "test"


def label(
    file: str,
    *,
    language: str,
    artefact: str,
    difficulty: str,
    origin: str,
    twin: str | None = None,
    findings: Iterable[Mapping[str, Any]] = (),
    clean_reason: str | None = None,
) -> dict[str, Any]:
    """One line of labels.jsonl, its keys in the order of the file."""
    found = list(findings)
    line: dict[str, Any] = {
        "file": file,
        "language": language,
        "artefact": artefact,
        "difficulty": difficulty,
        "evidence_kind": found[0]["evidence"] if found else "none",
        "split": split_of(origin),
        "origin": origin,
        "twin": twin,
        "findings": found,
    }
    if clean_reason is not None:
        line["clean_reason"] = clean_reason
    return line


def finding(
    algorithm: str,
    function: str,
    evidence: str,
    spans: list[list[int]],
    reason: str,
    parameters: Mapping[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """One active finding; `more` may hold `optional` and `accept`."""
    made = {
        "algorithm": algorithm,
        "parameters": dict(parameters or {}),
        "function": function,
        "lines": spans[0],
        "evidence": evidence,
        "state": "active",
        "reason": reason,
    }
    if spans[1:]:
        made["also"] = spans[1:]
    return {**made, **more}


def marked(text: str) -> tuple[str, dict[str, list[list[int]]]]:
    """Take the marks (a section sign and letters) off line ends: the text, and spans by letter."""
    spans: dict[str, list[list[int]]] = {}
    lines = []
    for number, line in enumerate(text.splitlines(), 1):
        body, _, letters = line.partition("§")
        lines.append(body.rstrip())
        for letter in letters:
            known = spans.setdefault(letter, [])
            if known and known[-1][1] == number - 1:
                known[-1][1] = number
            else:
                known.append([number, number])
    return "\n".join(lines) + "\n", spans


def merge(made: Made) -> None:
    """Write files and put their label lines in the place of the old ones."""
    labels = DATA / "labels.jsonl"
    lines = {}
    if labels.exists():
        for text in labels.read_text("utf-8").splitlines():
            line = json.loads(text)
            lines[line["file"]] = line
    for file, (content, line) in made.items():
        path = DATA / "files" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
        lines[file] = line
    text = "".join(json.dumps(lines[f], ensure_ascii=False) + "\n" for f in sorted(lines))
    labels.write_text(text, "utf-8")
