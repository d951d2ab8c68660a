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

from acidtest.engine.live import LIVE
from acidtest.errors import InputError
from acidtest.model import Json
from acidtest.report import samples
from acidtest.report.compare import check_comparable
from acidtest.report.compared import compare_pair, pairs
from acidtest.report.enclosed import described
from acidtest.report.html import fill, page
from acidtest.report.paged import page_of
from acidtest.report.runs_folder import RunsFolder
from acidtest.report.sections import Section

_COOKIE = "acidtest"
_PAIRS = 400
_KEPT = 16
_URL = 60_000
_PARTIAL = (
    " Partial: a run here is not finished. Its figures are of the samples answered so far, which "
    "are no random choice; load this page again for later ones."
)

Values = Mapping[str, list[str]]
T = TypeVar("T")


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


@dataclass
class Site:
    """What the pages say. Raises `InputError` for what is not there."""

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
        """Content type and text of a page that there is."""
        found = getattr(self, self.calls[path])(values)
        if isinstance(found, str):
            return "text/html; charset=utf-8", found
        return "application/json", json.dumps(found)

    def index(self, values: Values) -> str:
        """The list of runs."""
        lead = "Choose runs and open their report; the list follows runs that are going."
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
        """The same for programs."""
        return self.folder.listed()

    def report(self, values: Values) -> str:
        """The report about some runs; samples are asked for page by page."""
        return self._kept("report", values, self._page)

    def _kept(self, what: str, values: Values, make: Callable[[Values], T]) -> T:
        """What was made of these runs before, as long as they are as they were."""
        key = what, *_runs(values)
        sections = self.folder.sections(_runs(values))
        before = self._made.get(key)
        if before is None or before[0] is not sections:
            while len(self._made) >= _KEPT:
                self._made.pop(next(iter(self._made)), None)
            before = self._made[key] = sections, make(values)
        found: T = before[1]
        return found

    def _page(self, values: Values) -> str:
        sections = self.folder.sections(_runs(values))
        data = {"served": True, "sections": [self._described(section) for section in sections]}
        partial = any(run.loaded.folder.name == LIVE for s in sections for run in s.runs)
        return page(sections, data, connect=True, note=_PARTIAL if partial else "")

    def _described(self, section: Section) -> dict[str, Json]:
        data = described(section)
        for run, told in zip(section.runs, data["runs"], strict=True):
            told["folder"] = self.folder.name_of(run.loaded.folder)
        return {**data, "pairs": [f"{a},{b}" for a, b in pairs(section, _PAIRS)]}

    def _section(self, values: Values) -> Section:
        sections = self.folder.sections(_runs(values))
        if len(sections) != 1:
            raise InputError("these runs do not compare")
        return sections[0]

    def rows(self, values: Values) -> Json:
        """A page of samples."""
        try:
            query = json.loads(_one(values, "query"))
        except (ValueError, RecursionError) as error:
            raise InputError(f"not a query: {error}") from error
        if not isinstance(query, dict):
            raise InputError("not a query: no object")
        return page_of(self._section(values), query)

    def sample(self, values: Values) -> Json:
        """One sample with its texts."""
        section, identity = self._section(values), _one(values, "id")
        if identity not in section.ids:
            raise InputError("there is no such sample here")
        return samples.texts(section, [identity])[identity]

    def compared(self, values: Values) -> Json:
        """Two runs."""
        return self._kept("compared", values, self._compared)

    def _compared(self, values: Values) -> Json:
        section = self._section(values)
        if len(section.runs) != 2:
            raise InputError("wanted are two runs")
        check_comparable([run.loaded for run in section.runs])
        by_name = {self.folder.name_of(run.loaded.folder): run for run in section.runs}
        a, b = (by_name[name] for name in _runs(values))
        return compare_pair(a, b, section.headline)


def _runs(values: Values) -> list[str]:
    return list(dict.fromkeys(values.get("run", [])))


def _one(values: Values, name: str) -> str:
    if len(values.get(name, [])) != 1:
        raise InputError(f"wanted is one '{name}'")
    return values[name][0]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "acidtest"
    sys_version = ""
    timeout = 60
    server: Server

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: a page that polls would fill the terminal."""

    def do_HEAD(self) -> None:
        """As GET without its text."""
        self.do_GET()

    def do_GET(self) -> None:
        """Answer one request; whatever goes wrong is said in a line."""
        if len(self.path) > _URL:
            self._send(HTTPStatus.REQUEST_URI_TOO_LONG, "text/plain", "the address is too long")
            return
        try:
            parts = urlsplit(self.path)
            values = parse_qs(parts.query, max_num_fields=1000)
        except ValueError as error:
            self._send(HTTPStatus.BAD_REQUEST, "text/plain", f"not an address: {error}")
            return
        if not self._host_fits():
            self._send(HTTPStatus.MISDIRECTED_REQUEST, "text/plain", "this host is not served here")
        elif self._token_given(values):
            self._welcome(parts.path, values)
        elif not self._allowed():
            told = "a token is needed: open the address that acidtest serve printed"
            self._send(HTTPStatus.UNAUTHORIZED, "text/plain", told)
        else:
            self._send(*self._answer(parts.path, values))

    def _answer(self, path: str, values: Values) -> tuple[HTTPStatus, str, str]:
        if path not in Site.calls:
            return HTTPStatus.NOT_FOUND, "text/plain", "there is no such page"
        try:
            return HTTPStatus.OK, *self.server.site.answer(path, values)
        except InputError as error:
            root = str(self.server.site.folder.root.resolve())
            return HTTPStatus.BAD_REQUEST, "text/plain", str(error).replace(root, "")
        except Exception as error:  # a thread that ends without an answer tells nobody
            traceback.print_exc()
            told = f"our side failed: {type(error).__name__}; the terminal of acidtest serve has it"
            return HTTPStatus.INTERNAL_SERVER_ERROR, "text/plain", told

    def _host_fits(self) -> bool:
        """A page elsewhere must not reach this one under a name of its own (DNS rebinding)."""
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
        wanted = self.server.site.token or ""
        return hmac.compare_digest(given.encode("utf-8", "replace"), wanted.encode())

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
        """The token leaves the address bar and becomes a cookie; the rest stays."""
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
        # The page's own policy names its script and style; what stands here holds for all.
        self.send_header(
            "Content-Security-Policy", "frame-ancestors 'none'; object-src 'none'; base-uri 'none'"
        )
        self.end_headers()


class Server(ThreadingHTTPServer):
    """Serves until it is closed."""

    daemon_threads = True

    def __init__(self, site: Site, host: str, port: int) -> None:
        self.site = site
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, port), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A visitor who leaves before the answer is there is no error."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)

    @property
    def address(self) -> str:
        """What to open, token included; by the machine's name where it listens on all of them."""
        host, port = str(self.server_address[0]), self.server_address[1]
        if ip_address(host.partition("%")[0]).is_unspecified:
            host = _own_name()
        shown = f"[{host}]" if ":" in host else host
        return f"http://{shown}:{port}/" + (f"?token={self.site.token}" if self.site.token else "")


def _own_name() -> str:
    """What this machine is called, if that leads to it."""
    name = socket.gethostname()
    try:
        socket.getaddrinfo(name, None)
    except OSError:
        return "127.0.0.1"
    return name


_ADVICE = {
    errno.EADDRINUSE: "something else listens there; try --port 0",
    errno.EADDRNOTAVAIL: "this machine has no such address; 0.0.0.0 stands for all that it has",
    errno.EACCES: "ports below 1024 are for the system; try --port 0",
    errno.EAFNOSUPPORT: "this machine has no IPv6; try --host 127.0.0.1",
}


def make_server(folder: RunsFolder, host: str, port: int) -> Server:
    """Bound but not yet serving. Where others can reach it, a token is needed."""
    host = host.removeprefix("[").removesuffix("]")
    token = None if is_loopback(host) else secrets.token_urlsafe(24)
    try:
        return Server(Site(folder, token), host, port)
    except (OSError, UnicodeError) as error:
        number, told = getattr(error, "errno", None), getattr(error, "strerror", None)
        advice = _ADVICE.get(number or 0, "wanted is a name or address of this machine")
        raise InputError(
            f"cannot serve on {host} port {port}: {told or error}; {advice}"
        ) from error
