"""Until when a policy allows an algorithm, and which document says so."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from acidtest.core.errors import InputError
from acidtest.core.text import choices
from acidtest.crypto.taxonomy import Match, load

_LAST = 2060
_ALLOWED = frozenset(("approved", "deprecated", "planned", "selected"))
_KEYS = frozenset(("key-exchange", "encryption", "kem"))


@dataclass(frozen=True, slots=True)
class Deadline:
    """The last year in which a policy allows something; 0 if it does not. `why` is the document."""

    until: int
    why: str
    later: int = 0
    """The last year where a policy has a second date for what is at less risk."""

    @property
    def said(self) -> str:
        """For a table."""
        if not self.until:
            return "not allowed"
        return f"{self.until}, {self.later}" if self.later else str(self.until)


@cache
def _dated() -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_name("deadlines.toml").read_text("utf-8"))


def policies() -> tuple[str, ...]:
    """The names of all policies."""
    return (*load().policies, *_dated())


def base(policy: str) -> str:
    """The policy of the taxonomy whose key lengths decide a threat."""
    if policy not in policies():
        raise InputError(f"unknown policy '{policy}'; {choices(policy, policies())}")
    return str(_dated()[policy]["base"]) if policy in _dated() else policy


def deadline(match: Match, policy: str, year: int) -> Deadline | None:
    """Until when an algorithm is allowed; None without an end."""
    rules = _dated().get(policy)
    if rules is None:
        return _scheduled(match, policy, year)
    threat = match.threat(base(policy))
    weak = match.status(rules["base"], year) == "disallowed" or _short(match, rules)
    if weak or threat in ("broken", "pq-broken"):
        return Deadline(0, rules["title"])
    if threat != "shor":
        return None
    until = rules["key"] if match.function in _KEYS else rules["signature"]
    return Deadline(until, rules["title"], rules.get("later", 0))


def _short(match: Match, rules: Mapping[str, Any]) -> bool:
    """Whether a modulus is shorter than the policy allows today."""
    bits = match.parameters.get("bits")
    return (
        isinstance(bits, int)
        and match.algorithm.strength == "modulus"
        and bits < int(rules.get("modulus", 0))
    )


def _scheduled(match: Match, policy: str, year: int) -> Deadline | None:
    title = load().policy(policy).title
    for ahead in range(year, _LAST):
        status = match.status(policy, ahead)
        if status == "not-crypto":
            return None
        if status not in _ALLOWED:
            return Deadline(ahead - 1 if ahead > year else 0, title)
    return None
