"""The scanner's findings."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from acidtest.core.records import Json
from acidtest.crypto.deadlines import Deadline
from acidtest.crypto.taxonomy import Match, load

TOOL = "acidtest-scan"
TAXONOMY = load()
_NO_CRYPTO = ("checksum", "encoding", "secret-sharing", "rng")
Dated = Callable[[Match], Deadline | None]
"""Until when a policy allows an algorithm."""
Incomplete = Sequence[tuple[str, str]]
"""Files that were not completely read, each with the reason."""
_TWISTED = frozenset(("ed25519", "x25519", "ed448", "x448", "eddsa", "sm2"))
_CURVED = frozenset(("ecdsa", "ecdh", "ecies", "ec-kcdsa", "ecmqv"))


@dataclass(frozen=True, slots=True)
class CryptoFinding:
    """One algorithm at one place. `state` is active, disabled, comment, rejected or test."""

    match: Match
    lines: tuple[int, int]
    evidence: str
    state: str = "active"
    confidence: float = 0.9
    file: str = field(default="", compare=False)

    @property
    def key(self) -> tuple[str, str]:
        """Equal for two findings that differ only in their place."""
        return self.match.algorithm.id, self.state

    @property
    def place(self) -> tuple[str, str, str]:
        """Equal for findings that a baseline does not tell apart: lines move."""
        return self.file, self.match.algorithm.name, self.state

    def to_json(self) -> dict[str, Json]:
        """The JSON form that the suite reads."""
        data: dict[str, Json] = {"algorithm": self.match.algorithm.name}
        if self.file:
            data["file"] = self.file
        return data | {
            "parameters": dict(self.match.parameters),
            "function": self.match.function,
            "lines": list(self.lines),
            "evidence": self.evidence,
            "state": self.state,
            "threat": self.match.threat(),
            "confidence": round(self.confidence, 2),
        }


def line_counter(text: str) -> Callable[[int], int]:
    """The number of the line at a place, for many places of one text."""
    breaks = [match.start() for match in re.finditer("\n", text)]
    return lambda place: bisect_left(breaks, place) + 1


def spec(text: str) -> tuple[Match, ...]:
    """Matches from a spec in the rules' notation."""
    return TAXONOMY.from_spec(text)


def tidy(findings: Iterable[CryptoFinding]) -> list[CryptoFinding]:
    """Sort findings and drop duplicates and those that a more specific one covers: a curve next to
    ECDSA, a generic SHA-2 next to SHA-256, a MAC inside an AEAD.
    """
    kept: dict[tuple[str, str, tuple[int, int]], list[CryptoFinding]] = {}
    for finding in findings:
        if finding.match.function in _NO_CRYPTO or finding.match.threat() == "not-crypto":
            continue
        there = kept.setdefault((*finding.key, finding.lines), [])
        for place, old in enumerate(there):
            if _within(finding, old):
                break
            if _within(old, finding):
                there[place] = finding
                break
        else:
            there.append(finding)
    once = [finding for there in kept.values() for finding in there]
    active = {f.match.algorithm.id for f in once if f.state == "active"}
    curves = {
        f.match.parameters["curve"]
        for f in once
        if "curve" in f.match.parameters and f.match.algorithm.id not in _TWISTED
    }
    curve = curves.pop() if len(curves) == 1 else None
    twisted = {
        f.lines for f in once if f.match.algorithm.id in _TWISTED and f.state == "active"
    }  # fmt: skip
    result = []
    for finding in once:
        key = finding.match.algorithm.id
        if finding.state == "active":
            if key == "ecc" and active & _CURVED:
                continue
            if key == "ecc" and not finding.match.parameters and finding.lines in twisted:
                continue
            if key == "poly1305" and active & {"chacha20", "xchacha20", "xsalsa20"}:
                continue
            if key == "sha-2" and active & {"sha-256", "sha-384", "sha-512", "sha-224"}:
                continue
            if key == "eddsa" and active & {"ed25519", "ed448"}:
                continue
        if curve and key in ("ecdsa", "ecdh") and "curve" not in finding.match.parameters:
            finding = with_parameters(finding, {"curve": curve})
        result.append(finding)
    return sorted(result, key=lambda f: (f.lines, f.match.algorithm.id, f.state))


def with_parameters(finding: CryptoFinding, more: Mapping[str, str | int]) -> CryptoFinding:
    """The finding with parameters added; existing ones stay."""
    parameters = {**more, **finding.match.parameters}
    return replace(finding, match=replace(finding.match, parameters=parameters))


def _within(one: CryptoFinding, other: CryptoFinding) -> bool:
    """Whether `other` says all that `one` says."""
    return one.match.parameters.items() <= other.match.parameters.items()
