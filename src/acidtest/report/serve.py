"""`acidtest serve`: the report over a folder of runs, on this machine.

Starlette routes the requests, uvicorn speaks HTTP; needs the extra `report`.
"""

from __future__ import annotations

import asyncio
import errno
import hmac
import resource
import secrets
import socket
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from typing import Any, Self, TypeVar
from urllib.parse import parse_qs, urlencode, urlsplit

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from acidtest.core.errors import InputError
from acidtest.core.redact import redact
from acidtest.report.connection import Connection
from acidtest.report.runs_folder import RunsFolder
from acidtest.report.site import Site, Values

_COOKIE = "acidtest"
_URL = 60_000
_CHUNK = 1 << 16
_FILES = 1 << 14
_HEAVY, _LIGHT = 2, 16
_HEADERS = {
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


class _Guard:
    """Checks address, host and token of each request, and adds the headers to each response."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self._app, self._site = app, site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await self._checked(scope)(scope, receive, send_guarded)

    def _checked(self, scope: Scope) -> ASGIApp:
        target = scope["raw_path"] + (
            b"?" + scope["query_string"] if scope["query_string"] else b""
        )
        if len(target) > _URL:
            return _text(414, "the address is too long")
        try:
            parts = urlsplit(target.decode("latin-1"))
            values = parse_qs(parts.query, max_num_fields=1000)
        except ValueError as error:
            return _text(400, f"invalid address: {error}")
        headers = Headers(scope=scope)
        if not self._host_fits(headers):
            return _text(421, "this host is not served here")
        if self._site.token is not None and self._same(values.get("token", [""])[0]):
            return self._welcome(parts.path, values)
        if not self._allowed(headers):
            return _text(401, "token required: open the address that `acidtest serve` printed")
        # as it was sent: what is decoded twice could become another path
        scope["path"], scope["values"] = parts.path, values
        return self._app

    def _host_fits(self, headers: Headers) -> bool:
        """Reject foreign host names, to prevent DNS rebinding."""
        if self._site.token is not None:
            return True
        try:
            name = urlsplit(f"//{headers.get('host', '')}").hostname or ""
        except ValueError:
            return False
        return is_loopback(name)

    def _same(self, given: str) -> bool:
        token = self._site.token or ""
        return hmac.compare_digest(given.encode("utf-8", "replace"), token.encode())

    def _allowed(self, headers: Headers) -> bool:
        if self._site.token is None:
            return True
        bearer = headers.get("authorization", "")
        if bearer.startswith("Bearer ") and self._same(bearer.removeprefix("Bearer ")):
            return True
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(_COOKIE)
        except CookieError:
            return False
        return cookie is not None and self._same(cookie.value)

    def _welcome(self, path: str, values: Values) -> Response:
        """Move the token from the address bar to a cookie; keep the rest of the address."""
        place = path if path in Site.calls else "/"
        rest = urlencode({k: v for k, v in values.items() if k != "token"}, doseq=True)
        cookie = f"{_COOKIE}={self._site.token}; HttpOnly; SameSite=Strict; Path=/"
        location = f"{place}?{rest}" if rest else place
        return Response(status_code=303, headers={"Location": location, "Set-Cookie": cookie})


def _text(status: int, text: str) -> Response:
    return Response(text.encode("utf-8", "backslashreplace"), status, media_type="text/plain")


class _Chunked(Response):
    """A body that is sent piece by piece, as fast as the client reads it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        start: Message = {"type": "http.response.start", "status": self.status_code}
        await send({**start, "headers": self.raw_headers})
        body = bytes(self.body)
        for at in range(0, max(len(body), 1), _CHUNK):
            more = at + _CHUNK < len(body)
            part = body[at : at + _CHUNK]
            await send({"type": "http.response.body", "body": part, "more_body": more})


def application(site: Site) -> Starlette:
    """The site as an ASGI application."""
    heavy, light = asyncio.Semaphore(_HEAVY), asyncio.Semaphore(_LIGHT)

    async def answer(request: Request) -> Response:
        path, values = request.scope["path"], request.scope["values"]
        try:
            async with heavy if path in Site.heavy else light:
                kind, body = await _in_thread(lambda: site.answer(path, values))
            return _Chunked(body, media_type=kind)
        except InputError as error:
            root = str(site.folder.root.resolve())
            return _text(400, redact(str(error)).replace(root, ""))
        except Exception as error:  # otherwise the request would get no response
            traceback.print_exc()
            name = type(error).__name__
            return _text(500, f"internal error: {name}; see the terminal of `acidtest serve`")

    async def refuse(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        text = {404: "no such page", 405: "only GET and HEAD are served"}
        response = _text(error.status_code, text.get(error.status_code, error.detail))
        response.headers.update(error.headers or {})
        return response

    made = Starlette(
        routes=[Route(path, answer, methods=["GET", "HEAD"]) for path in Site.calls],
        middleware=[Middleware(_Guard, site=site)],
        exception_handlers={HTTPException: refuse},
    )
    made.router.redirect_slashes = False
    return made


async def _in_thread(work: Callable[[], T]) -> T:
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

    threading.Thread(target=run, name="page", daemon=True).start()
    return await future


class ReportServer:
    """Serves until it is shut down. Bound when made: connections wait until it serves."""

    def __init__(self, site: Site, host: str, port: int) -> None:
        self.site = site
        self._socket = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        try:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self._socket.bind((host, port))
            self.server_address: tuple[Any, ...] = self._socket.getsockname()
            self._server = uvicorn.Server(
                uvicorn.Config(
                    application(site),
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
        self.site.close()

    @property
    def address(self) -> str:
        """The address to open, with token; uses the host name if it listens on all addresses."""
        host, port = str(self.server_address[0]), self.server_address[1]
        if ip_address(host.partition("%")[0]).is_unspecified:
            host = _own_name()
        shown = f"[{host}]" if ":" in host else host
        return f"http://{shown}:{port}/" + (f"?token={self.site.token}" if self.site.token else "")


def _complain(loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
    """Report what fails outside of a request; a client that disconnects is no failure."""
    error = context.get("exception")
    if isinstance(error, ConnectionError | TimeoutError):
        return
    if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
        print("too many open connections; new ones wait (see `ulimit -n`)", file=sys.stderr)
        return
    print(f"acidtest serve: {context['message']}", file=sys.stderr)
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


def make_server(folder: RunsFolder, host: str, port: int) -> ReportServer:
    """A bound server that is not serving yet. If other machines can reach it, it needs a token."""
    host = host.removeprefix("[").removesuffix("]")
    token = None if is_loopback(host) else secrets.token_urlsafe(24)
    try:
        return ReportServer(Site(folder, token), host, port)
    except (OSError, UnicodeError) as error:
        number, reason = getattr(error, "errno", None), getattr(error, "strerror", None)
        advice = _ADVICE.get(number or 0, "use a name or address of this machine")
        raise InputError(
            f"cannot serve on {host} port {port}: {reason or error}; {advice}"
        ) from error
