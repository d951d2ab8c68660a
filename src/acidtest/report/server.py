"""A web server on this machine, for `acidtest serve` and `acidtest judge`.

Starlette routes the requests, uvicorn speaks HTTP; needs the extra `report`.
"""

from __future__ import annotations

import asyncio
import errno
import hmac
import resource
import socket
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from ipaddress import ip_address
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.responses import Response

from acidtest.core.errors import InputError
from acidtest.report.connection import Connection

_FILES = 1 << 14
HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    # The page's own policy allows its script and style; these rules apply to all responses.
    "Content-Security-Policy": "frame-ancestors 'none'; object-src 'none'; base-uri 'none'",
}

T = TypeVar("T")


def is_loopback(host: str) -> bool:
    """Whether an address can only be reached from this machine."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def host_fits(headers: Headers, token: str | None) -> bool:
    """Without a token, reject foreign host names, to prevent DNS rebinding."""
    if token is not None:
        return True
    try:
        name = urlsplit(f"//{headers.get('host', '')}").hostname or ""
    except ValueError:
        return False
    return is_loopback(name)


def same_token(given: str, token: str | None) -> bool:
    """Whether the right token was given, in a time that says nothing about it."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), (token or "").encode())


def bears(headers: Headers, token: str) -> bool:
    """Whether a request has the token in its header."""
    bearer = headers.get("authorization", "")
    return bearer.startswith("Bearer ") and same_token(bearer.removeprefix("Bearer "), token)


def text_response(status: int, text: str) -> Response:
    """A few words."""
    return Response(text.encode("utf-8", "backslashreplace"), status, media_type="text/plain")


async def in_thread(work: Callable[[], T]) -> T:
    """The result of `work`, done in a thread that does not keep the process from ending."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def finish(result: T | None, error: Exception | None) -> None:
        if future.cancelled():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        result, problem = None, None
        try:
            result = work()
        except Exception as error:
            problem = error
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(finish, result, problem)

    threading.Thread(target=run, name="request", daemon=True).start()
    return await future


class WebServer:
    """Serves until it is shut down. Bound when made: connections wait until it serves."""

    def __init__(self, app: Starlette, host: str, port: int) -> None:
        self._socket = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        try:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self._socket.bind((host, port))
            self.server_address: tuple[Any, ...] = self._socket.getsockname()
            self._server = uvicorn.Server(
                uvicorn.Config(
                    app,
                    http=Connection,
                    ws="none",
                    loop="asyncio",
                    lifespan="off",
                    log_config=None,
                    log_level="critical",  # a polling page would fill the terminal
                    access_log=False,
                    server_header=False,
                    proxy_headers=False,
                    backlog=2048,
                    timeout_graceful_shutdown=0,
                )
            )
            self._socket.listen(2048)
        except BaseException:
            self._socket.close()
            raise

    def serve_forever(self) -> None:
        """Serve until `shutdown`, or until Ctrl-C if this is the main thread."""
        _allow_many_files()
        # Inspect may have replaced `asyncio.run` by one that leaves its loop open
        with asyncio.Runner() as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        asyncio.get_running_loop().set_exception_handler(_complain)
        await self._server.serve(sockets=[self._socket])

    def shutdown(self) -> None:
        """Stop serving; from another thread."""
        self._server.should_exit = True

    @property
    def connections(self) -> int:
        """How many connections are open."""
        return len(self._server.server_state.connections)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    @property
    def address(self) -> str:
        """Where it is; uses the host name if it listens on all addresses."""
        host, port = str(self.server_address[0]), self.server_address[1]
        if ip_address(host.partition("%")[0]).is_unspecified:
            host = _own_name()
        shown = f"[{host}]" if ":" in host else host
        return f"http://{shown}:{port}/"


def _complain(loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
    """Report what fails outside of a request; a client that disconnects is no failure."""
    error = context.get("exception")
    if isinstance(error, ConnectionError | TimeoutError):
        return
    if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
        print("too many open connections; new ones wait (see `ulimit -n`)", file=sys.stderr)
        return
    print(f"acidtest: {context['message']}", file=sys.stderr)
    if error is not None:
        traceback.print_exception(error)


def _allow_many_files() -> None:
    """As many open connections as the system permits us: the usual limit is 1,024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _FILES if hard == resource.RLIM_INFINITY else min(hard, _FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _own_name() -> str:
    """The name of this machine, if it resolves."""
    name = socket.gethostname()
    try:
        socket.getaddrinfo(name, None)
    except OSError:
        return "127.0.0.1"
    return name


_ADVICE = {
    errno.EADDRINUSE: "the port is in use; try --port 0",
    errno.EADDRNOTAVAIL: "this machine has no such address; use 0.0.0.0 for all of its addresses",
    errno.EACCES: "ports below 1024 are reserved; try --port 0",
    errno.EAFNOSUPPORT: "this machine has no IPv6; try --host 127.0.0.1",
}


S = TypeVar("S", bound=WebServer)


def bound(make: Callable[[str, int], S], host: str, port: int) -> S:
    """A server that `make` binds; raises `InputError` with advice if the address is no good."""
    host = host.removeprefix("[").removesuffix("]")
    try:
        return make(host, port)
    except (OSError, UnicodeError) as error:
        number, reason = getattr(error, "errno", None), getattr(error, "strerror", None)
        advice = _ADVICE.get(number or 0, "use a name or address of this machine")
        raise InputError(
            f"cannot serve on {host} port {port}: {reason or error}; {advice}"
        ) from error
