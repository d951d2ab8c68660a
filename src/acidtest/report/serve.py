"""`acidtest serve`: the report over a folder of runs, on this machine."""

from __future__ import annotations

import asyncio
import secrets
import traceback
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlencode, urlsplit

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
from acidtest.report.runs_folder import RunsFolder
from acidtest.report.server import (
    HEADERS,
    WebServer,
    bears,
    bound,
    host_fits,
    in_thread,
    is_loopback,
    same_token,
    text_response,
)
from acidtest.report.site import Site, Values

_COOKIE = "acidtest"
_URL = 60_000
_CHUNK = 1 << 16
_HEAVY, _LIGHT = 2, 16


class _Guard:
    """Checks address, host and token of each request, and adds the headers to each response."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self._app, self._site = app, site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self._checked(scope)(scope, receive, send_guarded)

    def _checked(self, scope: Scope) -> ASGIApp:
        target = scope["raw_path"] + (
            b"?" + scope["query_string"] if scope["query_string"] else b""
        )
        if len(target) > _URL:
            return text_response(414, "the address is too long")
        try:
            parts = urlsplit(target.decode("latin-1"))
            values = parse_qs(parts.query, max_num_fields=1000)
        except ValueError as error:
            return text_response(400, f"invalid address: {error}")
        headers = Headers(scope=scope)
        if not host_fits(headers, self._site.token):
            return text_response(421, "this host is not served here")
        if self._site.token is not None and same_token(
            values.get("token", [""])[0], self._site.token
        ):
            return self._welcome(parts.path, values)
        if not self._allowed(headers):
            return text_response(
                401, "token required: open the address that `acidtest serve` printed"
            )
        # as it was sent: what is decoded twice could become another path
        scope["path"], scope["values"] = parts.path, values
        return self._app

    def _allowed(self, headers: Headers) -> bool:
        if self._site.token is None:
            return True
        if bears(headers, self._site.token):
            return True
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(_COOKIE)
        except CookieError:
            return False
        return cookie is not None and same_token(cookie.value, self._site.token)

    def _welcome(self, path: str, values: Values) -> Response:
        """Move the token from the address bar to a cookie; keep the rest of the address."""
        place = path if path in Site.calls else "/"
        rest = urlencode({k: v for k, v in values.items() if k != "token"}, doseq=True)
        cookie = f"{_COOKIE}={self._site.token}; HttpOnly; SameSite=Strict; Path=/"
        location = f"{place}?{rest}" if rest else place
        return Response(status_code=303, headers={"Location": location, "Set-Cookie": cookie})


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
                kind, body = await in_thread(lambda: site.answer(path, values))
            return _Chunked(body, media_type=kind)
        except InputError as error:
            root = str(site.folder.root.resolve())
            return text_response(400, redact(str(error)).replace(root, ""))
        except Exception as error:  # otherwise the request would get no response
            traceback.print_exc()
            name = type(error).__name__
            return text_response(
                500, f"internal error: {name}; see the terminal of `acidtest serve`"
            )

    async def refuse(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        text = {404: "no such page", 405: "only GET and HEAD are served"}
        response = text_response(error.status_code, text.get(error.status_code, error.detail))
        response.headers.update(error.headers or {})
        return response

    made = Starlette(
        routes=[Route(path, answer, methods=["GET", "HEAD"]) for path in Site.calls],
        middleware=[Middleware(_Guard, site=site)],
        exception_handlers={HTTPException: refuse},
    )
    made.router.redirect_slashes = False
    return made


class ReportServer(WebServer):
    """Shows a site, which it closes at its end."""

    def __init__(self, site: Site, host: str, port: int) -> None:
        self.site = site
        super().__init__(application(site), host, port)

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        self.site.close()

    @property
    def address(self) -> str:
        """The address to open, with token."""
        return super().address + (f"?token={self.site.token}" if self.site.token else "")


def make_server(folder: RunsFolder, host: str, port: int) -> ReportServer:
    """A bound server that is not serving yet. If other machines can reach it, it needs a token."""
    token = None if is_loopback(host.strip("[]")) else secrets.token_urlsafe(24)
    return bound(lambda host, port: ReportServer(Site(folder, token), host, port), host, port)
