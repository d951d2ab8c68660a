"""Logs: what was agreed, and what was only offered or refused."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from acidtest.crypto.scanner.finding import TAXONOMY, CryptoFinding
from acidtest.crypto.scanner.limits import check

_NO = re.compile(
    r"reject\w*|refus\w*|unsupported|not supported|no matching|not (?:allowed|permitted|acceptable|"
    r"enabled|offered|available)|disabl\w+|offer(?:ed|s|ing)?|their offer|"
    r"(?<!selected )(?<!chosen )(?<!accepted )propos(?:ed|als?)|"
    r"candidates?|advertis\w+|client ?hello|supported|removed|deprecat\w+|skipp\w+|ignor\w+|"
    r"denied|forbidden|blocked|instead of|replac(?:ed|ing)|migrated from|moved from|dropped|"
    r"\bfrom\s+(?=(?-i:[A-Z]{2}))|failed|fail|mismatch|retired|without|never|peer sent|"
    r"configured|no longer|phas(?:ed|ing) out|declin\w+|banned|blacklist\w*|unavailable|"
    r"won't|cannot",
    re.I,
)
_YES = re.compile(
    r"negotiat\w+|select\w*|chosen|chose|agreed|established|accept(?:ed)?|using|\buses?\b|\bused\b|"
    r"cipher is|cipher:|new,|kex: algorithm|host key algorithm|server host key|->|=>|signed|"
    r"encrypted|loaded|generat\w+|verif(?:ied|ying)|\bwith\b|\bto\b|switched to|authenticat\w+|"
    r"completed|succe\w+|created|session|protocol:|handshake|certificate|issued|wrapp\w+|"
    r"decrypt\w+|computed|digest|\bhash\b|active|current|installed|rekey\w*|cipher=|kex=|mac=",
    re.I,
)
_ABOUT = re.compile(
    r"cipher|key|kex|tls|ssl|certificate|handshake|algorithm|signature|encrypt|decrypt|sign|\bmac\b|"
    r"hash|digest|crypto|ike|esp|ipsec|ssh|jwt|token|proposal|curve|group|password",
    re.I,
)
_FINGERPRINT = re.compile(r":[A-Za-z0-9+/]{20,}|:(?:[0-9a-f]{2}:){4}")


def scan_log(text: str) -> Iterator[CryptoFinding]:
    """Findings in a log, line by line: the last verdict before a name decides."""
    for number, row in enumerate(text.split("\n"), 1):
        check()
        names = TAXONOMY.names_in(row)
        if not names:
            continue
        verdicts = sorted(
            [(m.start(), "rejected") for m in _NO.finditer(row)]
            + [(m.start(), "active") for m in _YES.finditer(row)]
        )
        rejected, about = _rejects(row), _ABOUT.search(row) is not None
        for match, start, end in names:
            if _FINGERPRINT.match(row, end):
                continue
            state = "rejected" if rejected else _verdict(verdicts, start)
            if verdicts or rejected or about:
                yield CryptoFinding(match, (number, number), "log", state, 0.75)


def _rejects(row: str) -> bool:
    """Whether nothing in a line was agreed on."""
    refused = re.search(r"reject|refus|unsupported|not supported|no matching|mismatch|disabled|"
                        r"not allowed|denied|fail|forbidden|deprecated", row, re.I)  # fmt: skip
    agreed = re.search(r"negotiated|selected|chosen|agreed|established|accepted|using", row, re.I)
    return bool(refused and not agreed) or re.search(r"client ?hello", row, re.I) is not None


def _verdict(verdicts: list[tuple[int, str]], start: int) -> str:
    before = bisect_left(verdicts, (start, ""))
    return verdicts[max(before - 1, 0)][1] if verdicts else "active"
