"""`acidtest.reward(…, url=…)`: like the reward itself, and never an exception while training."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import acidtest
from acidtest.core.errors import InputError
from acidtest.integrations.judging.client import RemoteReward
from acidtest.integrations.judging.service import JudgeServer, ServiceLimits
from acidtest.suites.crypto_inventory.judge import CryptoJudge

from .asking import batch, names, oracle, post, wrong
from .conftest import Start

SUITE = "crypto-inventory"


def connected(server: JudgeServer, **more: Any) -> RemoteReward:
    return acidtest.reward(SUITE, url=server.address, **more)


@contextmanager
def saying(*replies: bytes) -> Iterator[str]:
    """A server that sends these bytes, one after the other, whatever it is asked."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            for reply in replies:
                try:
                    one, _ = listening.accept()
                except OSError:
                    return
                with one:
                    one.settimeout(5)
                    head = one.recv(65536)
                    if b"POST" in head and b"\r\n\r\n" in head and not head.endswith(b"}"):
                        one.recv(65536)
                    one.sendall(reply)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"


def http(status: int, body: Any, *headers: str) -> bytes:
    text = body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(text)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + text


ABOUT = http(200, {"suite": SUITE, "metric": "exact"})


def test_the_client_gives_what_the_service_judges(server: JudgeServer) -> None:
    one, two = names(server)[:2]
    with connected(server, shaping={"readable": 0.1}) as reward:
        said = [{"role": "assistant", "content": oracle(server, two)}]
        given = [oracle(server, one), "", said, "{}", None]
        assert reward(completions=given, id=[one, one, two, "nowhere", two]) == [
            1.0,
            0.9 * wrong(server, one),
            1.0,
            None,
            0.9 * wrong(server, two),
        ]
        assert (reward.last.answers, reward.last.full, reward.last.errors) == (5, 2, 1)
        assert reward(completions=[], id=[]) == []
        assert reward.__name__ == "crypto-inventory:exact"
        with pytest.raises(InputError, match="1 completions, 0 ids"):
            reward(completions=["x"])


def test_large_batches_are_sent_in_parts(start: Start) -> None:
    server = start(limits=ServiceLimits(waiting=100))
    one = names(server)[0]
    right = oracle(server, one)
    reward = connected(server)
    asked = [right if at % 7 == 0 else f"{at % 5}" for at in range(700)]
    assert reward(completions=asked, id=[one] * 700) == [
        1.0 if at % 7 == 0 else wrong(server, one) for at in range(700)
    ]
    assert reward.last.answers == 700


def test_the_client_comes_again_when_the_service_is_full(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start(limits=ServiceLimits(waiting=1), workers=1)
    one, two = names(server)[:2]
    go_on, begun = threading.Event(), threading.Event()
    observe = CryptoJudge.observe

    def slowly(judge: CryptoJudge, *given: Any) -> Any:
        begun.set()
        assert go_on.wait(30)
        return observe(judge, *given)

    monkeypatch.setattr(CryptoJudge, "observe", slowly)
    reward = connected(server)
    first = threading.Thread(target=lambda: reward(completions=[""], id=[one]))
    first.start()
    assert begun.wait(30)
    rewards: list[Any] = []
    second = threading.Thread(target=lambda: rewards.extend(reward(completions=[""], id=[two])))
    second.start()
    while 'status="429"' not in server.service.counters.text(0):
        pass
    go_on.set()
    first.join()
    second.join()
    assert rewards == [wrong(server, two)]


@pytest.mark.parametrize(
    "reply",
    [
        b"",
        b"nonsense",
        http(200, b"{"),
        http(200, []),
        http(200, {"rewards": [1.0], "report": {}}),
        http(200, {"rewards": [1.0, 7], "report": {}}),
        http(200, {"rewards": [True, "x"], "report": {}}),
        http(200, {"rewards": [1.0, 1.0]}),
        http(200, b'{"rewards": [NaN, 1], "report": {}}'),
        http(500, {"error": "broken"}),
        http(401, {"error": "token required"}),
        http(302, b"", "Location: http://127.0.0.1:1/"),
    ],
)
def test_whatever_a_server_says_is_no_exception(
    reply: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with saying(ABOUT, reply) as url:
        reward = acidtest.reward(SUITE, url=url, timeout=0.3)
        assert reward(completions=["a", "b"], id=["x", "y"]) == [None, None]
    assert reward.last.errors == 2
    assert "2 answers without a reward" in caplog.text


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.binary(max_size=300))
def test_no_bytes_of_a_server_are_an_exception(reply: bytes) -> None:
    with saying(ABOUT, reply) as url:
        reward = acidtest.reward(SUITE, url=url, timeout=0.2)
        assert reward(completions=["a"], id=["x"]) == [None]


def test_a_report_of_nonsense_does_not_end_a_training() -> None:
    odd = http(200, {"rewards": [1.0], "report": {"rules": 7, "answers": "x", "new": 1}})
    with saying(ABOUT, odd) as url:
        assert acidtest.reward(SUITE, url=url, timeout=0.3)(completions=["a"], id=["x"]) == [1.0]


def test_a_service_that_is_not_there_has_no_rewards(caplog: pytest.LogCaptureFixture) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    reward = acidtest.reward(SUITE, url=url, timeout=0.3)
    assert "cannot be reached yet" in caplog.text
    assert reward(completions=["x"], id=["y"]) == [None]


def test_a_wrong_service_is_refused_before_the_training(start: Start) -> None:
    server = start(token="a-token")
    with pytest.raises(InputError, match="token required"):
        connected(server)
    with pytest.raises(InputError, match="judges suite crypto-inventory"):
        acidtest.reward("c-decompile", url=server.address, token="a-token")
    assert connected(server, token="a-token")(completions=[], id=[]) == []


def test_the_token_comes_from_the_environment(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start(token="from-outside")
    monkeypatch.setenv("ACIDTEST_JUDGE_TOKEN", "from-outside\n")
    one = names(server)[0]
    assert connected(server)(completions=[""], id=[one]) == [wrong(server, one)]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"url": "judge:8766"}, "expected an address"),
        ({"url": "http://"}, "expected an address"),
        ({"url": "http://host:port"}, "expected an address"),
        ({"url": "http://me:secret@host"}, "ACIDTEST_JUDGE_TOKEN"),
        ({"url": "http://host", "token": "a b"}, "one word"),
        ({"url": "http://host", "limit": 3}, "limit: with url, give this to"),
        ({"url": "http://host", "shaping": {"x": 0.1}}, "no step"),
    ],
)
def test_what_cannot_work_is_refused(given: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        acidtest.reward(SUITE, **given)


def test_nothing_of_a_token_is_in_a_message(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    acidtest.reward(SUITE, url=url, token="very-secret", timeout=0.2)(completions=[""], id=["x"])
    assert "very-secret" not in caplog.text


def test_a_service_of_other_tasks_is_refused(start: Start) -> None:
    made, shipped = start(fresh=5), start()
    (name,) = names(made)[:1]
    with connected(made, fresh=5) as same, connected(made) as whichever:
        assert same(completions=[oracle(made, name)], id=[name]) == [1.0]
        assert whichever(completions=[oracle(made, name)], id=[name]) == [1.0]
    for server, judged in ((made, 5), (shipped, None)):
        with pytest.raises(InputError, match=f"the service judges fresh {judged}, not 6"):
            connected(server, fresh=6)
        reply = post(server, batch((name, ""), fresh=6))
        assert (reply.status, reply.json["error"]) == (
            409,
            f"this service judges fresh {judged}, not 6",
        )
