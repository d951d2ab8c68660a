"""Notices early that a provider cannot answer at all, so that a run does not wait for retries."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from acidtest.core.errors import AcidtestError, InfrastructureError

_PASSING = frozenset({408, 409, 425, 429, 502, 503, 504, 529})
_QUESTIONS = 3


class NoContactError(AcidtestError):
    """No question can be answered; the run ends, and the same command continues it later."""

    exit_status = 3


class ProviderError(InfrastructureError):
    """The network or the provider failed on one question.

    `unreachable`: there was no connection. `passing`: it may pass, such as an overload. `garbled`:
    what came back was no answer of a model, such as a page of a proxy.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        unreachable: bool = False,
        late: bool = False,
        garbled: bool = False,
    ) -> None:
        super().__init__(message)
        self.unreachable = unreachable
        self.garbled = garbled
        self.passing = late or status in _PASSING


@dataclass
class Contact:
    """Whether the provider has answered, and how often it failed before.

    Without an answer, a server that cannot be reached ends the run, and so does one that fails on
    three questions, such as a model without a chat template. After an answer, a server that is
    gone for all retries of a question is taken for dead again.
    """

    where: str
    made: bool = False
    _failures: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def answered(self) -> None:
        """The provider has answered a question."""
        with self._lock:
            self.made, self._failures = True, 0

    def failed(self, error: ProviderError) -> None:
        """A question failed; raises `NoContactError` if the others would fail too."""
        with self._lock:
            if self.made:
                self.made = not error.unreachable
                return
            self._failures += 1
            if error.unreachable or self._failures >= _QUESTIONS:
                raise NoContactError(f"{self.where} cannot answer: {error}") from None
