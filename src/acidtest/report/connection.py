"""A connection of `acidtest serve`, which does not wait forever."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


class Connection(H11Protocol):
    """A connection that is closed if the other side makes us wait.

    uvicorn itself only times idle connections: whoever drips a byte now and then, or does not read
    the response, would be held forever.
    """

    patience_s = 20.0
    """For a whole header, and for reading what was sent."""
    _timer: asyncio.TimerHandle | None = None
    _idle = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a header."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing to wait for."""
        self._rest()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """The first byte of a header starts the clock; a whole header stops it."""
        if self._idle:
            self._idle = False
            self._wait()
        try:
            super().data_received(data)
        except h11.LocalProtocolError:  # nonsense while a response is under way
            self.transport.abort()
        if self._answering:
            self._rest()

    def on_response_complete(self) -> None:
        """Wait for the next header, or for the end of a body that nobody reads."""
        super().on_response_complete()
        if not self._answering:
            self._idle = True
            self._wait()

    def pause_writing(self) -> None:
        """The client has to read now."""
        super().pause_writing()
        self._wait()

    def resume_writing(self) -> None:
        """It has read."""
        super().resume_writing()
        if self._answering:
            self._rest()

    @property
    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _wait(self) -> None:
        self._rest()
        self._timer = self.loop.call_later(self.patience_s, self.transport.abort)

    def _rest(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
