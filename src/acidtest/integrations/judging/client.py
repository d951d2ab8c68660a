"""`acidtest.reward(…, url=…)`: a reward function that asks a judge service."""

from __future__ import annotations

import http.client
import json
import logging
import math
import os
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any
from urllib.parse import SplitResult, urlsplit

from acidtest.core.errors import InputError
from acidtest.core.protocols import Suite
from acidtest.core.records import Json
from acidtest.core.untrusted import load_json
from acidtest.engine.reward import BatchReport, RewardFunction, Terms

TOKEN = "ACIDTEST_JUDGE_TOKEN"
"""The variable that holds the token, for the service and for its clients."""

_TOGETHER, _TOGETHER_BYTES = 256, 16 << 20
_MOST_BYTES = 64 << 20
_LONGEST_S = 10.0
_log = logging.getLogger("acidtest")

_Rewards = tuple[list[float | None], BatchReport]


class _Failed(Exception):
    """The service will not answer this request; `status` is 0 if it answered nonsense."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class RemoteReward(RewardFunction):
    """Asks a service; what fails for `timeout_s` has no reward. Thread-safe."""

    def __init__(
        self,
        suite: Suite,
        terms: Terms,
        url: str,
        token: str | None,
        timeout_s: float,
        fresh: int | None = None,
    ) -> None:
        super().__init__(suite, terms)
        self._url = _address(url)
        self._timeout_s = timeout_s
        token = os.environ.get(TOKEN) if token is None else token
        self._headers = {"Content-Type": "application/json"}
        if token:
            self._headers["Authorization"] = f"Bearer {check_token(token)}"
        self._same: dict[str, Json] = {"suite": suite.name, "metric": terms.metric}
        if fresh is not None:
            self._same["fresh"] = fresh
        self._check()

    def _check(self) -> None:
        """Refuse a wrong service before the training begins; one that is not up yet may come."""
        try:
            status, _, body = self._ask("GET", "/v1/suite", None, 10.0)
            about = _object(body)
        except (OSError, http.client.HTTPException, _Failed) as error:
            _log.warning("the judge service cannot be reached yet: %s", _words(error))
            return
        if status != 200:
            raise InputError(f"the judge service says: {about.get('error', status)}")
        for name, mine in self._same.items():
            if about.get(name) != mine:
                raise InputError(f"the service judges {name} {about.get(name)}, not {mine}")

    def rewards(self, rows: Sequence[tuple[str, str]]) -> _Rewards:
        """See `RewardFunction`."""
        until = time.monotonic() + self._timeout_s
        return _together([self._part(part, until) for part in _parts(rows)])

    def _part(self, rows: Sequence[tuple[str, str]], until: float) -> _Rewards:
        try:
            return self._rewards(rows, until)
        except _Failed as error:
            if error.status == 413 and len(rows) > 1:
                middle = len(rows) // 2
                return _together([self._part(p, until) for p in (rows[:middle], rows[middle:])])
            why = _words(error)
        except Exception as error:  # nothing here may end somebody's training
            why = repr(error)
        _log.warning("%d answers without a reward: the judge service: %s", len(rows), why)
        return [None] * len(rows), BatchReport(answers=len(rows), errors=len(rows))

    def _rewards(self, rows: Sequence[tuple[str, str]], until: float) -> _Rewards:
        """What the service says, once it has time; raises `_Failed`."""
        answers = [{"id": name, "answer": text} for name, text in rows]
        asked = {**self._same, "shaping": dict(self.shaping), "answers": answers}
        body = json.dumps(asked).encode()
        pause_s = 0.2
        while True:
            left_s = until - time.monotonic()
            try:
                status, later_s, answer = self._ask("POST", "/v1/rewards", body, left_s)
            except (OSError, http.client.HTTPException) as error:
                status, later_s, answer = 503, None, b""
                why = _words(error)
            else:
                if status == 200:
                    return _read(answer, len(rows))
                why = str(_object(answer).get("error", status))
            pause_s = min(_LONGEST_S, 2 * pause_s)
            wait_s = pause_s if later_s is None else later_s
            if status not in (429, 502, 503, 504) or time.monotonic() + wait_s >= until:
                raise _Failed(status, why)
            time.sleep(wait_s)

    def _ask(
        self, method: str, path: str, body: bytes | None, timeout_s: float
    ) -> tuple[int, float | None, bytes]:
        """Status, seconds to wait for another try, and body."""
        url = self._url
        kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
        connection = kind(url.hostname or "", url.port, timeout=max(0.1, timeout_s))
        try:
            connection.request(method, url.path.rstrip("/") + path, body, self._headers)
            response = connection.getresponse()
            later = response.headers.get("Retry-After", "")
            return response.status, float(later) if later.isdigit() else None, _all_of(response)
        finally:
            connection.close()


def _all_of(response: http.client.HTTPResponse) -> bytes:
    body = response.read(_MOST_BYTES + 1)
    if len(body) > _MOST_BYTES:
        raise _Failed(0, "its response is too long")
    return body


def _address(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise InputError(f"url={url[:80]!r}: expected an address such as http://judge:8766")
    if parts.username is not None or parts.query or parts.fragment:
        raise InputError(f"url: give the token in the variable {TOKEN}, not in the address")
    return parts


def check_token(token: str) -> str:
    """A token that a header can hold; raises `InputError`."""
    token = token.strip()
    if not token or not token.isascii() or not token.isprintable() or " " in token:
        raise InputError("the token must be one word of printable ASCII characters")
    return token


def _parts(rows: Sequence[tuple[str, str]]) -> Iterator[Sequence[tuple[str, str]]]:
    """Some at a time, so that no request becomes too large; the order stays."""
    part: list[tuple[str, str]] = []
    size = 0
    for row in rows:
        each = len(row[1].encode())
        if part and (len(part) >= _TOGETHER or size + each > _TOGETHER_BYTES):
            yield part
            part, size = [], 0
        part.append(row)
        size += each
    if part:
        yield part


def _read(body: bytes, answers: int) -> _Rewards:
    given = _object(body)
    rewards, report = given.get("rewards"), given.get("report")
    if not isinstance(rewards, list) or len(rewards) != answers or not isinstance(report, dict):
        raise _Failed(0, f"expected {answers} rewards and a report")
    for each in rewards:
        number = isinstance(each, int | float) and not isinstance(each, bool)
        if each is not None and not (number and -math.inf < each <= 1):
            raise _Failed(0, "expected rewards of at most 1, or null")
    names = {each.name for each in fields(BatchReport)}
    known = {name: value for name, value in report.items() if name in names}
    return [None if r is None else float(r) for r in rewards], BatchReport(**known)


def _object(body: bytes) -> dict[str, Json]:
    try:
        given = load_json(body)
    except ValueError as error:
        raise _Failed(0, f"its response is not JSON: {error}"[:200]) from None
    if not isinstance(given, dict):
        raise _Failed(0, "its response is not an object")
    return given


def _together(parts: Sequence[_Rewards]) -> _Rewards:
    def added(name: str) -> Any:
        values = [getattr(report, name) for _, report in parts]
        if all(isinstance(value, Mapping) for value in values):
            return sum(map(Counter, values), Counter())
        return sum(values)

    if len(parts) == 1:
        return parts[0]
    rewards = [each for some, _ in parts for each in some]
    names = [each.name for each in fields(BatchReport)] if parts else []
    return rewards, BatchReport(**{name: added(name) for name in names})


def _words(error: BaseException) -> str:
    return str(error) or type(error).__name__
