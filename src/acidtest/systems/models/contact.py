"""Notices early that a provider cannot answer at all, so that a run does not wait for retries."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NoReturn

from acidtest.core.errors import AcidtestError, InfrastructureError

REPLY_S = 10.0
"""Seconds in which a server must reply to something; an answer may take longer."""
FIRST_S = 4.0
"""Seconds in which others wait for the first question, and in which a busy server is not news."""
OWN_SERVER = "check the server and --base-url, then run the same command again"
_BUSY = frozenset({408, 409, 425, 429, 502, 503, 504, 529})
_PAUSES = (0.25, 0.5, 1.0)
_QUESTIONS = 3
_LOGGER = logging.getLogger("acidtest")


class NoContactError(AcidtestError):
    """No question can be answered; the run ends, and the same command continues it later."""

    exit_status = 3


class ProviderError(InfrastructureError):
    """The network or the provider failed on one question.

    `unreachable`: there was no connection. `late`: no answer in the time for one. `busy`: the
    provider has too much to do. `refused`: it will not answer this question, however often asked.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        unreachable: bool = False,
        late: bool = False,
    ) -> None:
        super().__init__(message)
        self.unreachable = unreachable
        self.late = late
        self.busy = status in _BUSY
        self.refused = status is not None and 400 <= status < 500 and not self.busy


@dataclass
class Contact:
    """Whether the provider has answered, and how often it failed before.

    Without an answer, the run is ended by a server that cannot be reached, and by one that fails on
    three questions, such as a model without a chat template. One that is only busy is asked with
    the usual retries, and that is said. After an answer, a server that is gone for all retries of a
    question is taken for dead again.
    """

    where: str
    advice: str = "run the same command again to continue"
    made: bool = False
    busy: bool = False
    _failures: int = 0
    _until: float | None = None
    _dead: str = ""
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)
    _turn: threading.Lock = field(default_factory=threading.Lock, repr=False)

    async def check(self, url: str) -> None:
        """Raise `NoContactError` if nothing at an address replies, whatever it is, in time.

        This is asked before the first question, when also a server that does one thing at a time
        is free. What else is wrong is seen when that question is asked.
        """
        import httpx

        try:
            async with asyncio.timeout(REPLY_S), httpx.AsyncClient(timeout=None) as client:
                await client.get(f"{url.rstrip('/')}/models")
        except (TimeoutError, httpx.TimeoutException):
            self._end(f"nothing was replied to GET /models in {REPLY_S:g} s")
        except (httpx.HTTPError, httpx.InvalidURL):
            pass

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for what becomes of the first question, but not for a slow answer."""
        mine = not self.made and self._turn.acquire(timeout=FIRST_S)
        try:
            if mine and self.made:
                self._turn.release()
                mine = False
            if self._dead:
                raise NoContactError(self._dead)
            yield
        finally:
            if mine:
                self._turn.release()

    def answered(self) -> None:
        """The provider has answered a question."""
        with self._lock:
            self.made, self._failures, self._until = True, 0, None

    def failed(self, error: ProviderError) -> None:
        """A question failed after the usual retries."""
        with self._lock:
            self.made &= not error.unreachable
            if not self.made:
                self._count(error)

    def ask_again(self, error: ProviderError, tries: int) -> bool:
        """Whether a question is worth another try after a pause, while there was no answer yet.

        Raises `NoContactError` if the other questions would fail too.
        """
        with self._lock:
            if self.made:
                return True
            if not error.busy:
                if error.unreachable:
                    self._end(str(error))
                if tries or error.late or error.refused:
                    self._count(error)
            elif self._until is None:
                self._until = time.monotonic() + FIRST_S
            elif time.monotonic() > self._until and not self.busy:
                self.busy = True
                _LOGGER.warning("%s: %s; it is asked again and again", self.where, error)
        if error.late or error.refused or (tries and not error.busy):
            return False
        time.sleep(_PAUSES[min(tries, len(_PAUSES) - 1)])
        return True

    def _count(self, error: ProviderError) -> None:
        self._failures += 1
        if self._failures >= _QUESTIONS:
            self._end(str(error))

    def _end(self, cause: str) -> NoReturn:
        self._dead = f"{self.where} cannot answer: {cause}; {self.advice}"
        raise NoContactError(self._dead) from None
