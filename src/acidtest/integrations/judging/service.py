"""The judge service: a batch of answers in, their rewards out; many clients at once.

It accepts no more than it can hold, says so in words, and judges what it accepted even if the
client is gone: sent again, it is known.
"""

from __future__ import annotations

import asyncio
import time
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from acidtest.core.errors import InputError
from acidtest.core.records import Json
from acidtest.core.redact import redact
from acidtest.core.untrusted import load_json, without_surrogates
from acidtest.engine.answer_judge import AnswerJudge
from acidtest.engine.reward import BatchReport, Terms, batch, steps_of
from acidtest.integrations.judging import openapi
from acidtest.integrations.judging.counters import Counters
from acidtest.report.server import (
    HEADERS,
    WebServer,
    bears,
    bound,
    host_fits,
    in_thread,
    text_response,
)

_RETRY_MOST_S = 30

Handler = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True)
class ServiceLimits:
    """What a service accepts; more is refused in words."""

    waiting: int = 2048
    """Answers that may wait at a time, over all requests."""
    request_bytes: int = 64 << 20
    reading_bytes: int = 256 << 20
    """Of all requests that are being read."""
    reading_s: float = 60.0
    """For one request to arrive."""
    judging_s: float = 300.0
    """Until a request is answered; judging goes on."""


class _Refused(Exception):
    """A response other than 200."""

    def __init__(self, status: int, why: str, retry_after_s: int | None = None) -> None:
        super().__init__(why)
        self.status, self.why, self.retry_after_s = status, why, retry_after_s

    def response(self) -> Response:
        headers = {} if self.retry_after_s is None else {"Retry-After": str(self.retry_after_s)}
        return JSONResponse({"error": redact(self.why)}, self.status, headers)


class Service:
    """What the service does, request by request."""

    def __init__(
        self,
        judge: AnswerJudge,
        token: str | None = None,
        limits: ServiceLimits | None = None,
        fresh: int | None = None,
    ) -> None:
        self.judge, self.token, self.fresh = judge, token, fresh
        self.limits = limits or ServiceLimits()
        self.counters = Counters()
        self.steps = steps_of(judge.suite)
        self._taken = 0  # answers of requests that are not answered yet
        self._reading = 0
        self._each_s = 0.1  # how long an answer takes, roughly

    async def rewards(self, request: Request) -> Response:
        """`POST /v1/rewards`."""
        terms, rows = await self._asked(request)
        self._admit(len(rows))
        self._taken += len(rows)
        began = time.monotonic()
        try:
            values, report = await in_thread(
                lambda: batch(self.judge, terms, rows, self.limits.judging_s)
            )
        except TimeoutError:
            raise _Refused(
                503,
                f"not judged within {self.limits.judging_s:g} s; judging goes on: send the same "
                "request again",
                1,
            ) from None
        finally:
            self._taken -= len(rows)
        self._learn(report, time.monotonic() - began)
        return JSONResponse({"rewards": values, "report": vars(report)})

    async def _asked(self, request: Request) -> tuple[Terms, list[tuple[str, str]]]:
        body = await self._body(request)
        return await in_thread(lambda: self._read(body))

    def _learn(self, report: BatchReport, seconds: float) -> None:
        self.counters.batch(report, seconds)
        if report.judged:
            busy = min(report.judged, self.judge.workers)
            self._each_s += 0.1 * (seconds * busy / report.judged - self._each_s)

    def _admit(self, answers: int) -> None:
        most = self.limits.waiting
        if answers > most:
            raise _Refused(413, f"{answers} answers in one request; at most {most} are judged")
        waiting = max(self._taken, self.judge.waiting)  # also what nobody waits for any more
        if waiting and waiting + answers > most:
            # by then, half of them should be judged
            later_s = round(waiting * self._each_s / self.judge.workers / 2)
            raise _Refused(
                429,
                f"{waiting} answers are waiting, at most {most} may",
                max(1, min(_RETRY_MOST_S, later_s)),
            )

    async def _body(self, request: Request) -> bytes:
        most = self.limits.request_bytes
        parts: list[bytes] = []
        size = 0
        length = request.headers.get("content-length", "0")
        if not length.isdigit() or int(length) > most:
            raise _too_large(most)
        try:
            async with asyncio.timeout(self.limits.reading_s):
                async for part in request.stream():
                    size += len(part)
                    self._reading += len(part)
                    if size > most:
                        raise _too_large(most)
                    if self._reading > self.limits.reading_bytes and size < self._reading:
                        raise _Refused(429, "too many bytes of other requests are being read", 1)
                    parts.append(part)
        except TimeoutError:
            raise _Refused(
                408, f"the request did not arrive within {self.limits.reading_s:g} s"
            ) from None
        finally:
            self._reading -= size
        return b"".join(parts)

    def _read(self, body: bytes) -> tuple[Terms, list[tuple[str, str]]]:
        try:
            asked = load_json(body)
        except ValueError as error:
            raise _Refused(400, f"the body is not JSON: {error}"[:300]) from None
        if not isinstance(asked, dict):
            raise _Refused(400, f"expected an object with 'answers', got {_kind(asked)}")
        if unknown := sorted(asked.keys() - {"answers", "suite", "metric", "fresh", "shaping"}):
            raise _Refused(400, f"unknown field '{unknown[0][:80]}'")
        judge = self.judge
        about = {"suite": judge.suite.name, "metric": judge.metric, "fresh": self.fresh}
        for name, mine in about.items():
            if asked.get(name, mine) != mine:
                raise _Refused(409, f"this service judges {name} {mine}, not {asked[name]!r:.80}")
        return self._terms(asked.get("shaping")), _rows(asked.get("answers"))

    def _terms(self, shaping: Json) -> Terms:
        if shaping is None:
            shaping = {}
        if not isinstance(shaping, dict) or not all(
            isinstance(weight, int | float) for weight in shaping.values()
        ):
            raise _Refused(400, "expected 'shaping': an object of numbers")
        try:
            return Terms.of(self.judge.suite, self.judge.metric, shaping)
        except InputError as error:
            raise _Refused(400, str(error)) from None

    async def about(self, request: Request) -> Response:
        """`GET /v1/suite`."""
        suite = self.judge.suite
        return JSONResponse(
            {
                "suite": suite.name,
                "version": suite.version,
                "metric": self.judge.metric,
                "steps": self.steps,
                "seed": self.judge.seed,
                "fresh": self.fresh,
                "samples": len(self.judge.samples),
                "most_answers": self.limits.waiting,
                "most_bytes": self.limits.request_bytes,
            }
        )

    async def health(self, request: Request) -> Response:
        """`GET /health`."""
        if await in_thread(self.judge.open) is None:
            return text_response(503, "the tools of the judge cannot be opened; see its terminal")
        return text_response(200, "ok")

    async def metrics(self, request: Request) -> Response:
        """`GET /metrics`."""
        text = self.counters.text(self.judge.waiting)
        return Response(text, media_type="text/plain; version=0.0.4")


def _rows(answers: Json) -> list[tuple[str, str]]:
    if not isinstance(answers, list):
        raise _Refused(400, f"expected 'answers': a list, got {_kind(answers)}")
    rows = []
    for at, each in enumerate(answers):
        if not isinstance(each, dict):
            raise _Refused(400, f"answers[{at}]: expected an object, got {_kind(each)}")
        for name in ("id", "answer"):
            if not isinstance(each.get(name), str):
                got = _kind(each.get(name))
                raise _Refused(400, f"answers[{at}].{name}: expected a text, got {got}")
        rows.append((without_surrogates(each["id"]), without_surrogates(each["answer"])))
    return rows


def _kind(value: Json) -> str:
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false"}
    return "nothing" if value is None else names.get(type(value), "a number")


def _too_large(most: int) -> _Refused:
    return _Refused(413, f"the request is longer than {most} bytes; send fewer answers at a time")


class _Gate:
    """Checks host and token of each request, counts responses, and adds the headers to each."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self._app, self._service = app, service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return

        async def send_counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
                self._service.counters.response(message["status"])
            await send(message)

        headers, token = Headers(scope=scope), self._service.token
        app = self._app
        if not host_fits(headers, token):
            app = _Refused(421, "this host is not served here").response()
        elif token is not None and scope["path"] != "/health" and not bears(headers, token):
            app = _Refused(401, "token required: Authorization: Bearer TOKEN").response()
        await app(scope, receive, send_counted)


def _answered(handler: Handler) -> Handler:
    """The handler, every failure of which is a response."""

    async def answered(request: Request) -> Response:
        try:
            return await handler(request)
        except _Refused as error:
            return error.response()
        except ClientDisconnect:
            return Response(status_code=400)  # nobody reads it
        except Exception as error:
            traceback.print_exc()
            name = type(error).__name__
            return JSONResponse({"error": f"internal error: {name}; see its terminal"}, 500)

    return answered


async def _no_such(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    text = {404: "no such address; see /openapi.json", 405: "wrong method; see /openapi.json"}
    why = text.get(error.status_code, error.detail)
    return JSONResponse({"error": why}, error.status_code, error.headers)


def application(service: Service) -> Starlette:
    """The service as an ASGI application."""
    described = openapi.document(
        service.judge.suite.name,
        service.judge.metric,
        service.steps,
        secured=service.token is not None,
    )
    shown_page = openapi.page(described)

    async def openapi_json(request: Request) -> Response:
        return JSONResponse(described)

    async def index(request: Request) -> Response:
        return HTMLResponse(shown_page)

    made = Starlette(
        routes=[
            Route("/", index),
            Route("/v1/rewards", _answered(service.rewards), methods=["POST"]),
            Route("/v1/suite", _answered(service.about)),
            Route("/health", _answered(service.health)),
            Route("/metrics", _answered(service.metrics)),
            Route("/openapi.json", openapi_json),
        ],
        middleware=[Middleware(_Gate, service=service)],
        exception_handlers={HTTPException: _no_such},
    )
    made.router.redirect_slashes = False
    return made


class JudgeServer(WebServer):
    """Judges answers, until it is closed."""

    def __init__(self, service: Service, host: str, port: int) -> None:
        self.service = service
        super().__init__(application(service), host, port)

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        self.service.judge.close()


def make_judge_server(service: Service, host: str, port: int) -> JudgeServer:
    """A bound server that is not serving yet."""
    return bound(lambda host, port: JudgeServer(service, host, port), host, port)
