"""The judge service: batches in, rewards out, and what it refuses in words."""

from __future__ import annotations

import os
import socket
import threading
import time
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from acidtest.integrations.judging.service import JudgeServer, ServiceLimits
from acidtest.suites.crypto_inventory.judge import CryptoJudge

from .asking import Reply, batch, control, names, oracle, post, wrong
from .conftest import Start


def test_rewards_come_in_the_order_of_the_answers(of_c: JudgeServer) -> None:
    one, two = names(of_c)[:2]
    broken = "int func0(int a) { return a + ; }"
    reply = post(
        of_c,
        batch(
            (one, oracle(of_c, one)),
            (two, broken),
            ("nowhere", "x"),
            (two, oracle(of_c, two)),
            (two, ""),
            shaping={"compiles": 0.25},
        ),
    )
    assert reply.status == 200
    assert reply.json["rewards"] == [1.0, 0.0, None, 1.0, 0.0]
    report = reply.json["report"]
    assert (report["answers"], report["full"], report["errors"]) == (5, 2, 1)
    assert "does not compile: the answer is empty" in report["causes"]


def test_steps_are_weighed_by_the_request(of_c: JudgeServer) -> None:
    one = names(of_c)[0]
    judge = of_c.service.judge
    stub = control(judge.suite, "stub", judge.samples[one])
    for weight in (0.1, 0.3):
        reply = post(of_c, batch((one, stub), shaping={"compiles": weight}))
        assert reply.json["rewards"] == [weight]
    assert reply.json["report"]["judged"] == 0


def test_an_answer_of_ten_megabytes_is_wrong_and_says_why(of_c: JudgeServer) -> None:
    one = names(of_c)[0]
    reply = post(of_c, batch((one, "x" * 10_000_000), (one, oracle(of_c, one))))
    assert reply.json["rewards"] == [0.0, 1.0]
    assert "longer than" in str(reply.json["report"]["causes"])


def test_what_breaks_a_rule_is_counted(of_c: JudgeServer) -> None:
    one = names(of_c)[0]
    judge = of_c.service.judge
    cheats = [c.name for c in judge.suite.controls if c.name.startswith("exploit:")][::8]
    texts = [control(judge.suite, name, judge.samples[one]) for name in cheats]
    rules = post(of_c, batch(*((one, text) for text in texts))).json["report"]["rules"]
    assert rules
    counted = Reply(of_c, "GET", "/metrics").text
    for rule, times in rules.items():
        assert f'acidtest_broke_rule_total{{rule="{rule}"}} {times}\n' in counted


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        (b"{", 400, "not JSON"),
        (b"", 400, "not JSON"),
        (b"\xff\xfe\x00", 400, "not JSON"),
        (b"[" * 100_000, 400, "brackets inside each other"),
        ([], 400, "expected an object with 'answers', got a list"),
        ({}, 400, "expected 'answers': a list, got nothing"),
        ({"answers": "x"}, 400, "got a text"),
        ({"answers": [1]}, 400, "answers[0]: expected an object, got a number"),
        ({"answers": [{"id": "a"}]}, 400, "answers[0].answer: expected a text, got nothing"),
        ({"answers": [{"id": 7, "answer": ""}]}, 400, "answers[0].id: expected a text"),
        ({"answers": [], "shapping": {}}, 400, "unknown field 'shapping'"),
        ({"answers": [], "shaping": {"x": 0.1}}, 400, "no step"),
        ({"answers": [], "shaping": {"readable": 2}}, 400, "between 0 and 1"),
        ({"answers": [], "shaping": {"readable": None}}, 400, "object of numbers"),
        (b'{"answers": [], "shaping": {"readable": NaN}}', 400, "between 0 and 1"),
        ({"answers": [], "suite": "c-decompile"}, 409, "judges suite crypto-inventory"),
        ({"answers": [], "metric": "f1"}, 409, "judges metric exact"),
        ({"answers": [{"id": "a", "answer": ""}] * 3000}, 413, "3000 answers"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(
    server: JudgeServer, body: Any, status: int, words: str
) -> None:
    reply = post(server, body)
    assert reply.status == status
    assert words in reply.json["error"]


def test_halves_of_characters_are_judged_like_any_answer(server: JudgeServer) -> None:
    one = names(server)[0]
    reply = post(server, batch((one, "\ud800"), (one, "\0"), ("\udfff", "")))
    assert reply.json["rewards"] == [wrong(server, one), wrong(server, one), None]


def test_other_addresses_and_methods_are_refused_in_words(server: JudgeServer) -> None:
    assert "no such address" in Reply(server, "GET", "/v2/rewards").json["error"]
    assert Reply(server, "GET", "/v1/rewards").status == 405
    assert Reply(server, "GET", "/health", Host="evil.example").status == 421
    assert Reply(server, "GET", "/health").text == "ok"


def test_too_long_a_request_is_refused_before_it_is_read(start: Start) -> None:
    server = start(limits=ServiceLimits(request_bytes=1000))
    assert post(server, b"x" * 1001).status == 413
    one = names(server)[0]
    assert post(server, batch((one, ""))).json["rewards"] == [wrong(server, one)]
    chunked = b"POST /v1/rewards HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    with socket.create_connection(server.server_address[:2], timeout=30) as raw:
        raw.sendall(chunked + b"3e9\r\n" + b"x" * 1001 + b"\r\n0\r\n\r\n")
        assert b" 413 " in raw.recv(1000)


def test_a_request_that_never_comes_whole_ends(start: Start) -> None:
    server = start(limits=ServiceLimits(reading_s=0.2))
    head = b"POST /v1/rewards HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"
    with socket.create_connection(server.server_address[:2], timeout=30) as raw:
        raw.sendall(head)
        assert b" 408 " in raw.recv(1000)


def test_one_token_opens_everything_but_health(start: Start) -> None:
    server = start(token="a-token")
    for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "a-token"}):
        assert post(server, batch(), **headers).status == 401
        assert Reply(server, "GET", "/metrics", **headers).status == 401
    assert Reply(server, "GET", "/health").status == 200
    assert post(server, batch(), Authorization="Bearer a-token").json["rewards"] == []


def test_overload_is_told_when_to_come_again(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    server = start(limits=ServiceLimits(waiting=2), workers=1)
    one, two, three = names(server)[:3]
    go_on, begun = threading.Event(), threading.Event()
    observe = CryptoJudge.observe

    def slowly(judge: CryptoJudge, *given: Any) -> Any:
        begun.set()
        assert go_on.wait(30)
        return observe(judge, *given)

    first: list[Reply] = []
    with monkeypatch.context() as patched:
        patched.setattr(CryptoJudge, "observe", slowly)
        ask = threading.Thread(
            target=lambda: first.append(post(server, batch((one, ""), (two, ""))))
        )
        ask.start()
        assert begun.wait(30)
        while server.service.judge.waiting < 2:  # the second may still be on its way
            time.sleep(0.001)
        refused = post(server, batch((three, "")))
        waiting = Reply(server, "GET", "/metrics").text
        go_on.set()
        ask.join()
    assert refused.status == 429
    assert int(refused.headers["Retry-After"]) >= 1
    assert "2 answers are waiting" in refused.json["error"]
    assert "acidtest_waiting_answers 2" in waiting
    assert first[0].json["rewards"] == [wrong(server, one), wrong(server, two)]
    assert post(server, batch((three, ""))).json["rewards"] == [wrong(server, three)]


def test_what_takes_too_long_is_judged_on_and_known_later(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start(limits=ServiceLimits(judging_s=0.1))
    one = names(server)[0]
    go_on = threading.Event()
    observe = CryptoJudge.observe

    def slowly(judge: CryptoJudge, *given: Any) -> Any:
        assert go_on.wait(30)
        return observe(judge, *given)

    with monkeypatch.context() as patched:
        patched.setattr(CryptoJudge, "observe", slowly)
        late = post(server, batch((one, "")))
        go_on.set()
        server.service.judge.close()  # waits for what is judged
    assert late.status == 503
    assert "send the same request again" in late.json["error"]
    again = post(server, batch((one, "")))
    assert (again.json["rewards"], again.json["report"]["judged"]) == ([wrong(server, one)], 0)


def test_a_fault_of_ours_is_no_reward_and_a_fault_of_the_service_is_told(
    start: Start, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server = start()
    one = names(server)[0]

    def broken(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError("ours")

    with monkeypatch.context() as patched:
        patched.setattr(CryptoJudge, "observe", broken)
        assert post(server, batch((one, ""))).json["rewards"] == [None]
        patched.setattr(server.service.judge, "judge", broken)
        assert "ZeroDivisionError" in post(server, batch((one, ""))).json["error"]
    assert "ours" in capsys.readouterr().err
    assert post(server, batch((one, ""))).json["rewards"] == [wrong(server, one)]


def test_killed_helpers_cost_no_request(of_c: JudgeServer) -> None:
    one = names(of_c)[0]
    right = oracle(of_c, one)
    killed = 0
    for number in range(12):
        killed += kill_one_of(children(os.getpid()), number)
        reply = post(of_c, batch((one, f"{right}\n// {number}\n"), (one, f"int x = {number};")))
        assert reply.json["rewards"] == [1.0, 0.0]
    assert killed > 6


def children(of: int) -> list[int]:
    """All programs below a process, but for test workers and the keeper's own parents."""
    below = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == of:
            pid = int(stat.parent.name)
            below += [pid, *children(pid)]
    return below


def kill_one_of(pids: list[int], number: int) -> int:
    for pid in pids[number % len(pids) :] if pids else []:
        try:
            os.kill(pid, 9)
        except OSError:
            continue
        return 1
    return 0


def test_the_document_describes_what_is_sent_and_what_comes_back(server: JudgeServer) -> None:
    described = Reply(server, "GET", "/openapi.json").json
    shapes = described["components"]["schemas"]
    assert set(described["paths"]) == {"/v1/rewards", "/v1/suite", "/health", "/metrics"}
    one = names(server)[0]
    asked = batch((one, ""), ("nowhere", ""), suite="crypto-inventory", metric="exact")
    asked["shaping"] = {"readable": 0.1}
    for name, value in (
        ("Batch", asked),
        ("Rewards", post(server, asked).json),
        ("Problem", post(server, b"{").json),
        ("About", Reply(server, "GET", "/v1/suite").json),
    ):
        jsonschema.Draft202012Validator.check_schema(shapes[name])
        jsonschema.validate(value, shapes[name])
    for bad in ({"answers": [{"id": 1}]}, {**asked, "metric": "f1"}, {"shaping": {"x": 1}}):
        assert not jsonschema.Draft202012Validator(shapes["Batch"]).is_valid(bad)
        assert post(server, bad).status in (400, 409)
    statuses = described["paths"]["/v1/rewards"]["post"]["responses"]
    assert {"200", "400", "401", "408", "409", "413", "429", "500", "503"} <= set(statuses)


def test_the_page_names_every_address_and_loads_nothing(server: JudgeServer) -> None:
    page = Reply(server, "GET", "/").text
    for path in ("/v1/rewards", "/v1/suite", "/health", "/metrics"):
        assert path in page
    assert "src=" not in page
    assert "http" not in page.replace("https://json-schema", "")


def test_counters_count(start: Start) -> None:
    server = start()
    one = names(server)[0]
    for _ in range(3):
        post(server, batch((one, ""), ("nowhere", "")))
    post(server, b"{")
    lines = Reply(server, "GET", "/metrics").text.splitlines()
    samples = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    assert samples['acidtest_requests_total{status="200"}'] == "3"
    assert samples['acidtest_requests_total{status="400"}'] == "1"
    assert samples["acidtest_answers_total"] == "6"
    assert samples["acidtest_judged_total"] == "1"
    assert samples["acidtest_errors_total"] == "3"
    assert samples["acidtest_batch_seconds_count"] == "3"
    assert int(samples["acidtest_resident_bytes"]) > 1 << 20
    typed = {line.split()[2] for line in lines if line.startswith("# TYPE")}
    for name in samples:
        base = name.partition("{")[0]
        assert base in typed or base.rsplit("_", 1)[0] in typed
