"""The server and many visitors, slow ones, and such as speak no HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import resource
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import mock

import pytest

from acidtest.report.connection import Connection
from acidtest.report.serve import ReportServer
from acidtest.report.site import Site

from .test_serve import Got

MANY = 1000


@pytest.fixture
def many_files() -> None:
    """Enough file handles for both ends of all connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 3 * MANY:
        pytest.skip(f"needs {3 * MANY} file handles, and this system allows {hard}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 3 * MANY), hard))


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch, server: ReportServer) -> ReportServer:
    """A server that waits half a second for slow visitors."""
    monkeypatch.setattr(Connection, "patience_s", 0.5)
    return server


def connect(server: ReportServer) -> socket.socket:
    made = socket.create_connection(server.server_address[:2])
    made.settimeout(30)
    return made


def request(path: str = "/api/runs", method: str = "GET") -> bytes:
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def rest_of(connection: socket.socket) -> bytes:
    """All that is received until the server closes the connection, one way or the other."""
    data = b""
    with contextlib.suppress(ConnectionError):
        while part := connection.recv(1 << 16):
            data += part
    return data


def dripped(connection: socket.socket, byte: bytes) -> None:
    """Send a byte now and then until the server closes the connection."""
    connection.settimeout(0.1)
    with contextlib.suppress(ConnectionError):
        while True:
            connection.sendall(byte)
            with contextlib.suppress(TimeoutError):
                if not connection.recv(1 << 16):
                    return


@pytest.mark.parametrize("path", ["/api/runs", "/report?run=good&run=stub", "/"])
def test_a_thousand_at_once_are_all_answered(
    server: ReportServer, many_files: None, path: str
) -> None:
    host, port = server.server_address[:2]
    everybody = asyncio.Event()
    here = 0

    async def visit() -> bytes:
        nonlocal here
        reader, writer = await asyncio.open_connection(host, port)
        here += 1
        if here == MANY:
            everybody.set()
        await everybody.wait()  # all connections are open before the first request
        writer.write(request(path).replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        data = await reader.read()
        writer.close()
        return data

    async def visits() -> list[bytes]:
        return await asyncio.gather(*(visit() for _ in range(MANY)))

    def everybody_visits() -> list[bytes]:
        with asyncio.Runner() as runner:
            return runner.run(visits())

    with ThreadPoolExecutor(1) as pool:  # a browser's loop may run in this thread
        responses = pool.submit(everybody_visits).result()
    assert [data[:15] for data in responses] == [b"HTTP/1.1 200 OK"] * MANY
    assert len({data.partition(b"\r\n\r\n")[2] for data in responses}) == 1


def test_a_header_that_drips_is_not_waited_for(hasty: ReportServer) -> None:
    with connect(hasty) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        dripped(slow, b"x")


def test_nor_is_one_after_a_first_request(hasty: ReportServer) -> None:
    with connect(hasty) as slow:
        slow.sendall(request())
        assert slow.recv(15) == b"HTTP/1.1 200 OK"
        slow.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        dripped(slow, b"x")


def test_nor_is_a_body_that_drips(hasty: ReportServer) -> None:
    with connect(hasty) as slow:
        head = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n"
        slow.sendall(head)
        assert slow.recv(12) == b"HTTP/1.1 405"
        dripped(slow, b"x")


def test_nor_is_one_who_says_nothing(hasty: ReportServer) -> None:
    with connect(hasty) as silent:
        assert rest_of(silent) == b""


def test_nor_is_one_who_does_not_read(hasty: ReportServer) -> None:
    page = Got(hasty, "/report?run=good").text.encode()
    count = 64_000_000 // len(page)  # more than any socket's buffers
    with connect(hasty) as deaf:
        deaf.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            deaf.send(request("/report?run=good") * count)
        deaf.settimeout(30)
        assert deaf.recv(15) == b"HTTP/1.1 200 OK"  # it has begun, and nobody reads on
        while hasty.connections:
            time.sleep(0.05)
        assert len(rest_of(deaf)) < len(page) * count


def test_slow_visitors_do_not_hold_up_others(server: ReportServer, many_files: None) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(MANY):
            slow = stack.enter_context(connect(server))
            with contextlib.suppress(ConnectionError):  # the first may be disconnected by now
                slow.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        assert Got(server, "/api/runs").status == 200


def test_a_page_that_takes_long_does_not_hold_up_others(server: ReportServer) -> None:
    waiting, go_on = threading.Event(), threading.Event()

    def slow(site: Site, values: object) -> bytes:
        waiting.set()
        go_on.wait(60)
        return b"made"

    pages: list[str] = []
    with mock.patch.object(Site, "report", slow):
        visits = [
            threading.Thread(target=lambda: pages.append(Got(server, "/report?run=good").text))
            for _ in range(5)
        ]
        for visit in visits:
            visit.start()
        waiting.wait(60)
        assert Got(server, "/api/runs").status == 200
        assert Got(server, "/nowhere").status == 404
        assert pages == []
        go_on.set()
        for visit in visits:
            visit.join()
    assert pages == ["made"] * 5


@pytest.mark.parametrize(
    "data",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(40),
        b"hello\r\n\r\n",
        b"GET /\xff\xfe HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET //[ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        b"GET /" + b"x" * 100_000,
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
    ],
)
def test_what_is_no_request_is_answered_with_400(server: ReportServer, data: bytes) -> None:
    with connect(server) as odd:
        odd.sendall(data)
        assert rest_of(odd)[:12] == b"HTTP/1.1 400"
    assert Got(server, "/api/runs").status == 200


def test_only_reading_is_served(server: ReportServer) -> None:
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH"):
        with connect(server) as writer:
            writer.sendall(request("/", method))
            head = writer.recv(1 << 16)
            assert head.startswith(b"HTTP/1.1 405")
            assert b"x-content-type-options: nosniff" in head.lower()
    with connect(server) as reader:
        reader.sendall(
            request("/report?run=good", "HEAD").replace(
                b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"
            )
        )
        head, _, body = rest_of(reader).partition(b"\r\n\r\n")
    assert b"200 OK" in head
    assert body == b""


@pytest.fixture
def process(runs: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """`acidtest serve` as a user starts it, and its port."""
    command = [sys.executable, "-m", "acidtest", "serve", str(runs), "--port", "0"]
    started = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        # a shell that started the tests in the background made them ignore Ctrl-C
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        assert started.stdout is not None
        port = re.search(r":(\d+)/", started.stdout.readline())
        assert port is not None
        yield started, int(port[1])
    finally:
        started.kill()
        started.communicate()


def test_ctrl_c_ends_it_with_connections_open(
    process: tuple[subprocess.Popen[str], int],
) -> None:
    started, port = process
    with contextlib.ExitStack() as stack:
        for text in (b"", b"GET / HTTP", request(), request("/report?run=good"), request("/") * 50):
            visitor = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            visitor.sendall(text)
        started.send_signal(signal.SIGINT)
        assert started.wait(60) == 0
    assert started.stderr is not None
    assert started.stderr.read() == ""


def test_a_visitor_who_leaves_is_no_error(process: tuple[subprocess.Popen[str], int]) -> None:
    started, port = process
    for round_ in range(40):
        visitor = socket.create_connection(("127.0.0.1", port))
        visitor.sendall(request("/report?run=good") * (1 + round_ % 3))
        if round_ % 2:
            visitor.recv(100)
        if round_ % 4 < 2:  # a reset rather than a goodbye
            visitor.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        visitor.close()
    with socket.create_connection(("127.0.0.1", port)) as last:
        last.sendall(request())
        assert last.recv(15) == b"HTTP/1.1 200 OK"
    started.send_signal(signal.SIGINT)
    assert started.wait(60) == 0
    assert started.stderr is not None
    assert started.stderr.read() == ""


def test_the_loop_is_closed_even_after_inspect_has_replaced_asyncio_run(tmp_path: Path) -> None:
    pytest.importorskip("nest_asyncio2")
    code = """
import gc, sys, threading
from pathlib import Path
import nest_asyncio2
nest_asyncio2.apply()
from acidtest.report.runs_folder import RunsFolder
from acidtest.report.serve import make_server
server = make_server(RunsFolder(Path(sys.argv[1])), "127.0.0.1", 0)
thread = threading.Thread(target=server.serve_forever)
thread.start()
server.shutdown()
thread.join()
gc.collect()
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, str(tmp_path)], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
