"""Requests to a judge service."""

from __future__ import annotations

import http.client
import json
from typing import Any

from acidtest.core.protocols import Suite
from acidtest.core.records import Question, Sample
from acidtest.integrations.judging.service import JudgeServer
from acidtest.suites.crypto_inventory.matching import match


class Reply:
    """A response of the service."""

    def __init__(
        self, server: JudgeServer, method: str, path: str, body: Any = None, **headers: str
    ) -> None:
        host, port = server.server_address[0], server.server_address[1]
        connection = http.client.HTTPConnection(str(host), int(port), timeout=60)
        sent = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        connection.request(method, path, sent, headers)
        response = connection.getresponse()
        self.status, self.headers = response.status, response.headers
        self.text = response.read().decode()
        connection.close()

    @property
    def json(self) -> Any:
        return json.loads(self.text)


def post(server: JudgeServer, body: Any, **headers: str) -> Reply:
    return Reply(server, "POST", "/v1/rewards", body, **headers)


def batch(*pairs: tuple[str, str], **more: Any) -> dict[str, Any]:
    return {"answers": [{"id": name, "answer": text} for name, text in pairs], **more}


def control(suite: Suite, name: str, sample: Sample) -> str:
    """What a control answers."""
    answer = next(c for c in suite.controls if c.name == name).answer
    return answer(Question(sample, "source", 0, lambda form: "", lambda: None)) or ""


def names(server: JudgeServer) -> list[str]:
    """The samples that have a reward: a file without cryptography has none."""
    judge = server.service.judge
    if judge.suite.name != "crypto-inventory":
        return list(judge.samples)
    return [
        sample.id for sample in judge.samples.values() if not match(sample.truth.labels, []).clean
    ]


def wrong(server: JudgeServer, name: str) -> float:
    """What an answer earns that does not pass, without steps."""
    return -server.service.judge.losses[name]


def oracle(server: JudgeServer, name: str) -> str:
    judge = server.service.judge
    return control(judge.suite, "oracle", judge.samples[name])
