"""`acidtest serve`: the report over a folder of runs, on this machine."""

from __future__ import annotations

import errno
import hmac
import json
import secrets
import socket
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from typing import Any, ClassVar, TypeVar
from urllib.parse import parse_qs, urlencode, urlsplit

from acidtest.analysis import samples
from acidtest.analysis.compare import check_comparable
from acidtest.analysis.pairs import compare_pair, pairs
from acidtest.analysis.sections import Section
from acidtest.core.errors import InputError
from acidtest.core.records import Json
from acidtest.engine.live import LIVE
from acidtest.report.enclosed import described
from acidtest.report.html import fill, page
from acidtest.report.paged import page_of
from acidtest.report.runs_folder import RunsFolder

_COOKIE = "acidtest"
_PAIRS = 400
_KEPT = 16
_URL = 60_000
_PARTIAL = (
    " Partial: a run here is not finished. Its figures cover the samples answered so far, which "
    "are not a random selection. Reload the page to update them."
)

Values = Mapping[str, list[str]]
T = TypeVar("T")


def is_loopback(host: str) -> bool:
    """Whether an address can only be reached from this machine."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


@dataclass
class Site:
    """The content of the pages. Raises `InputError` for missing ones."""

    folder: RunsFolder
    token: str | None = None
    _made: dict[tuple[str, ...], tuple[object, Any]] = field(default_factory=dict)
    calls: ClassVar[Mapping[str, str]] = {
        "/": "index",
        "/report": "report",
        "/api/runs": "runs",
        "/api/samples": "rows",
        "/api/sample": "sample",
        "/api/compare": "compared",
    }

    def answer(self, path: str, values: Values) -> tuple[str, str]:
        """Content type and text of an existing page."""
        content = getattr(self, self.calls[path])(values)
        if isinstance(content, str):
            return "text/html; charset=utf-8", content
        return "application/json", json.dumps(content)

    def index(self, values: Values) -> str:
        """The list of runs."""
        lead = "Select runs and open their report. The list updates while runs are in progress."
        return fill(
            title="acidtest runs",
            lead=lead,
            nav="",
            body='<div id="runs" aria-live="off"></div>',
            foot="",
            data="{}",
            scripts=("common.js", "index.js"),
            connect=True,
        )

    def runs(self, values: Values) -> Json:
        """The list of runs as JSON."""
        return self.folder.listed()

    def report(self, values: Values) -> str:
        """The report about some runs; samples are loaded page by page."""
        return self._kept("report", values, self._page)

    def _kept(self, what: str, values: Values, make: Callable[[Values], T]) -> T:
        """The cached result for these runs, unless they have changed."""
        key = what, *_runs(values)
        sections = self.folder.sections(_runs(values))
        before = self._made.get(key)
        if before is None or before[0] is not sections:
            while len(self._made) >= _KEPT:
                self._made.pop(next(iter(self._made)), None)
            before = self._made[key] = sections, make(values)
        made: T = before[1]
        return made

    def _page(self, values: Values) -> str:
        sections = self.folder.sections(_runs(values))
        data = {"served": True, "sections": [self._described(section) for section in sections]}
        partial = any(run.folder.name == LIVE for s in sections for run in s.runs)
        return page(sections, data, connect=True, note=_PARTIAL if partial else "")

    def _described(self, section: Section) -> dict[str, Json]:
        data = described(section)
        for run, row in zip(section.runs, data["runs"], strict=True):
            row["folder"] = self.folder.name_of(run.folder)
        return {**data, "pairs": [f"{a},{b}" for a, b in pairs(section, _PAIRS)]}

    def _section(self, values: Values) -> Section:
        sections = self.folder.sections(_runs(values))
        if len(sections) != 1:
            raise InputError("these runs are not comparable")
        return sections[0]

    def rows(self, values: Values) -> Json:
        """A page of samples."""
        try:
            query = json.loads(_one(values, "query"))
        except (ValueError, RecursionError) as error:
            raise InputError(f"invalid query: {error}") from error
        if not isinstance(query, dict):
            raise InputError("invalid query: not an object")
        return page_of(self._section(values), query)

    def sample(self, values: Values) -> Json:
        """One sample with its texts."""
        section, identity = self._section(values), _one(values, "id")
        if identity not in section.ids:
            raise InputError("no such sample")
        return samples.texts(section, [identity])[identity]

    def compared(self, values: Values) -> Json:
        """The comparison of two runs."""
        return self._kept("compared", values, self._compared)

    def _compared(self, values: Values) -> Json:
        section = self._section(values)
        if len(section.runs) != 2:
            raise InputError("expected two runs")
        check_comparable(section.runs)
        by_name = {self.folder.name_of(run.folder): run for run in section.runs}
        a, b = (by_name[name] for name in _runs(values))
        return compare_pair(a, b, section.headline)


def _runs(values: Values) -> list[str]:
    return list(dict.fromkeys(values.get("run", [])))


def _one(values: Values, name: str) -> str:
    if len(values.get(name, [])) != 1:
        raise InputError(f"expected exactly one '{name}'")
    return values[name][0]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "acidtest"
    sys_version = ""
    timeout = 60
    server: ReportServer

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing: a polling page would fill the terminal."""

    def do_HEAD(self) -> None:
        """Like GET, without the body."""
        self.do_GET()

    def do_GET(self) -> None:
        """Answer one request; errors are reported in one line."""
        if len(self.path) > _URL:
            self._send(HTTPStatus.REQUEST_URI_TOO_LONG, "text/plain", "the address is too long")
            return
        try:
            parts = urlsplit(self.path)
            values = parse_qs(parts.query, max_num_fields=1000)
        except ValueError as error:
            self._send(HTTPStatus.BAD_REQUEST, "text/plain", f"invalid address: {error}")
            return
        if not self._host_fits():
            self._send(HTTPStatus.MISDIRECTED_REQUEST, "text/plain", "this host is not served here")
        elif self._token_given(values):
            self._welcome(parts.path, values)
        elif not self._allowed():
            message = "token required: open the address that `acidtest serve` printed"
            self._send(HTTPStatus.UNAUTHORIZED, "text/plain", message)
        else:
            self._send(*self._answer(parts.path, values))

    def _answer(self, path: str, values: Values) -> tuple[HTTPStatus, str, str]:
        if path not in Site.calls:
            return HTTPStatus.NOT_FOUND, "text/plain", "no such page"
        try:
            return HTTPStatus.OK, *self.server.site.answer(path, values)
        except InputError as error:
            root = str(self.server.site.folder.root.resolve())
            return HTTPStatus.BAD_REQUEST, "text/plain", str(error).replace(root, "")
        except Exception as error:  # otherwise the request would get no response
            traceback.print_exc()
            message = (
                f"internal error: {type(error).__name__}; see the terminal of `acidtest serve`"
            )
            return HTTPStatus.INTERNAL_SERVER_ERROR, "text/plain", message

    def _host_fits(self) -> bool:
        """Reject foreign host names, to prevent DNS rebinding."""
        if self.server.site.token is not None:
            return True
        try:
            name = urlsplit(f"//{self.headers.get('Host', '')}").hostname or ""
        except ValueError:
            return False
        return is_loopback(name)

    def _token_given(self, values: Values) -> bool:
        return self.server.site.token is not None and self._same(values.get("token", [""])[0])

    def _same(self, given: str) -> bool:
        token = self.server.site.token or ""
        return hmac.compare_digest(given.encode("utf-8", "replace"), token.encode())

    def _allowed(self) -> bool:
        if self.server.site.token is None:
            return True
        bearer = self.headers.get("Authorization", "")
        if bearer.startswith("Bearer ") and self._same(bearer.removeprefix("Bearer ")):
            return True
        try:
            cookie = SimpleCookie(self.headers.get("Cookie", "")).get(_COOKIE)
        except CookieError:
            return False
        return cookie is not None and self._same(cookie.value)

    def _welcome(self, path: str, values: Values) -> None:
        """Move the token from the address bar to a cookie; keep the rest of the address."""
        self.send_response(HTTPStatus.SEE_OTHER)
        place = path if path in Site.calls else "/"
        rest = urlencode({k: v for k, v in values.items() if k != "token"}, doseq=True)
        self.send_header("Location", f"{place}?{rest}" if rest else place)
        token = self.server.site.token
        self.send_header("Set-Cookie", f"{_COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/")
        self._end(0)

    def _send(self, status: HTTPStatus, kind: str, text: str) -> None:
        data = text.encode("utf-8", "backslashreplace")
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self._end(len(data))
        if self.command != "HEAD":
            self.wfile.write(data)

    def _end(self, length: int) -> None:
        self.send_header("Content-Length", str(length))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        # The page's own policy allows its script and style; these rules apply to all responses.
        self.send_header(
            "Content-Security-Policy", "frame-ancestors 'none'; object-src 'none'; base-uri 'none'"
        )
        self.end_headers()


class ReportServer(ThreadingHTTPServer):
    """Serves until closed."""

    daemon_threads = True

    def __init__(self, site: Site, host: str, port: int) -> None:
        self.site = site
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, port), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that disconnect before the response."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)

    @property
    def address(self) -> str:
        """The address to open, with token; uses the host name if it listens on all addresses."""
        host, port = str(self.server_address[0]), self.server_address[1]
        if ip_address(host.partition("%")[0]).is_unspecified:
            host = _own_name()
        shown = f"[{host}]" if ":" in host else host
        return f"http://{shown}:{port}/" + (f"?token={self.site.token}" if self.site.token else "")


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
