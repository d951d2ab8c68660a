"""A loopback server that speaks the protocols of language models, chat and plain completions, and
can fail in many ways.

The last word of a question names the fault; `FAULT*2` shows it twice before a proper answer. It
refuses options of a wrong type and several choices, as llama.cpp's server does, apart from those
that it `ignores`.
"""

from __future__ import annotations

import functools
import json
import re
import socket
import string
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

ANSWER = "```c\nint func0(void) { return 7; }\n```"
_FAULT = re.compile(r"([a-z0-9-]+)(?:\*(\d+))?\s*$")


class ModelServer(ThreadingHTTPServer):
    """Serves until it is closed; `seen` counts the requests of each question.

    `play` makes the message of a reply from the request: a scripted agent, with calls of tools.
    """

    daemon_threads = True
    request_queue_size = 256

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.seen: Counter[str] = Counter()
        self.under_way = 0
        self.most_under_way = 0
        self.keys: set[str] = set()
        self.bodies: list[dict[str, Any]] = []
        self.lock = threading.Lock()
        self.release = threading.Event()
        self.answer = ANSWER
        self.ignores: set[str] = set()
        self.play: Callable[[dict[str, Any]], dict[str, Any]] | None = None
        self._thread = threading.Thread(target=self.serve_forever, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """As `--base-url` takes it."""
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def close(self) -> None:
        """End it and everything that still waits in it."""
        self.release.set()
        self.shutdown()
        self.server_close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Connections that a client gave up are part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: ModelServer

    def log_message(self, format: str, *args: Any) -> None:
        """Silent."""

    def do_POST(self) -> None:
        """One chat completion, or embeddings, or a fault."""
        server = self.server
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        good = self._good
        if self.path.endswith("/embeddings"):
            question = body["input"][-1]
            good = functools.partial(self._embeddings, body["input"])
        else:
            self._body = {k: v for k, v in body.items() if k not in server.ignores}
            chat = self.path.endswith("/chat/completions")
            question = (body["messages"][-1]["content"] or "") if chat else body["prompt"]
            if refusal := self._refusal():
                self._error(400, refusal)
                return
        with server.lock:
            server.seen[question] += 1
            count = server.seen[question]
            server.keys.add(self.headers.get("Authorization", ""))
            server.bodies.append(body)
            server.under_way += 1
            server.most_under_way = max(server.most_under_way, server.under_way)
        try:
            if server.play is not None:
                message = {"text": None, **server.play(body)}
                if fault := message.get("fault"):
                    getattr(self, f"_{fault}")()
                else:
                    self._send(200, self._completion(**message))
                return
            found = _FAULT.search(question)
            fault = found[1] if found else ""
            if found and found[2] and count > int(found[2]):
                fault = ""
            getattr(self, "_" + fault.replace("-", "_"), good)()
        finally:
            with server.lock:
                server.under_way -= 1

    def _send(self, status: int, data: Any, kind: str = "application/json", **headers: str) -> None:
        raw = data if isinstance(data, bytes) else json.dumps(data).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(raw)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(raw)

    def _refusal(self) -> str:
        for name in ("temperature", "top_p", "top_k", "seed", "n"):
            if not isinstance(self._body.get(name, 1), int | float):
                return f"Field '{name}': type must be number"
        if self._body.get("n", 1) > 1:
            return "Field 'n': Value must be between 1 <= value <= 1"
        return ""

    def _completion(self, text: str | None, stop: str = "stop", **message: Any) -> dict[str, Any]:
        for end in self._body.get("stop", ()):
            text = text and text.split(end)[0]
        choice: dict[str, Any] = {"index": 0, "finish_reason": stop}
        chat = self.path.endswith("/chat/completions")
        if chat:
            choice["message"] = {"role": "assistant", "content": text, **message}
        else:
            choice["text"] = text or ""
        if self._body.get("logprobs"):
            numbers = {"tokens": ["a", "b"], "token_logprobs": [-0.5, -1.5], "text_offset": [0, 1]}
            tokens = [{"token": t, "logprob": p} for t, p in zip("ab", (-0.5, -1.5), strict=True)]
            choice["logprobs"] = {"content": tokens} if chat else numbers
        return {
            "id": "x",
            "object": "chat.completion" if chat else "text_completion",
            "created": 1,
            "model": "served-model-7b",
            "choices": [choice],
            "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
        }

    def _error(self, status: int, message: str, code: str | None = None, **headers: str) -> None:
        said = {"message": message, "type": "invalid_request_error", "code": code}
        self._send(status, {"error": said}, **headers)

    def _good(self) -> None:
        self._send(200, self._completion(self.server.answer))

    def _embeddings(self, texts: list[str]) -> None:
        """How often each letter stands in a text: a real if simple embedding."""
        rows = [[text.lower().count(c) + 0.01 for c in string.ascii_lowercase] for text in texts]
        data = [
            {"object": "embedding", "index": place, "embedding": row}
            for place, row in enumerate(rows)
        ]
        data.reverse()  # the order is in `index`
        self._send(200, {"object": "list", "model": "letters", "data": data, "usage": None})

    def _busy(self) -> None:
        self._error(429, "slow down", Retry_After="0")

    def _broken(self) -> None:
        self._error(500, "it broke")

    def _silent(self) -> None:
        self.server.release.wait(30)

    def _held(self) -> None:
        self.server.release.wait(30)
        self._good()

    def _dropped(self) -> None:
        gone = struct.pack("ii", 1, 0)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, gone)
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def _half(self) -> None:
        self._send(200, json.dumps(self._completion("x" * 50)).encode()[:60])

    def _short(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "5000")
        self.end_headers()
        self.wfile.write(b'{"id": "x", "choices"')
        self.close_connection = True

    def _no_choice(self) -> None:
        self._send(200, {**self._completion(""), "choices": []})

    def _html(self) -> None:
        self._send(200, b"<html><body>Sign in to the network</body></html>", "text/html")

    def _huge(self) -> None:
        self._send(200, self._completion("int x;\n" * 150_000))

    def _meeting(self) -> None:
        """Replies once two questions have been under way, or after long enough."""
        server = self.server
        assert isinstance(server, ModelServer)
        until = time.monotonic() + 10
        while server.most_under_way < 2 and time.monotonic() < until:
            time.sleep(0.01)
        self._slow()

    def _slow(self) -> None:
        raw = json.dumps(self._completion("int slow;")).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        for start in range(0, len(raw), 64):
            self.wfile.write(raw[start : start + 64])
            self.wfile.flush()
            time.sleep(0.01)

    def _key(self) -> None:
        said = self.headers.get("Authorization", "")
        self._error(401, f"Incorrect API key provided: {said}")

    def _unknown(self) -> None:
        self._error(404, "no such model")

    def _echo(self) -> None:
        self._error(400, f"you sent {self.headers.get('Authorization')}")

    def _empty(self) -> None:
        self._send(200, self._completion(""))

    def _cut(self) -> None:
        self._send(200, self._completion("int func0(", "length"))

    def _filtered(self) -> None:
        self._send(200, self._completion(None, "content_filter"))

    def _policy(self) -> None:
        self._error(400, "blocked by policy", "content_filter")

    def _long(self) -> None:
        self._error(400, "the request exceeds the available context size (8192)")

    def _refused(self) -> None:
        self._send(200, self._completion(None, refusal="I will not do that."))

    def _sorry(self) -> None:
        self._send(200, self._completion("I'm sorry, but I can't help with that."))

    def _thinks(self) -> None:
        self._send(200, self._completion("<think>hm</think>\n" + ANSWER))
