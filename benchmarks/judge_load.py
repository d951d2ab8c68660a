"""The judge service under load: python benchmarks/judge_load.py [--requests 20000] [--write]

Real sockets, eight clients at once. Most requests are batches whose rewards are known beforehand;
some are no JSON, hold an answer of 10 MB, are read byte by byte or are not read at all. The queue
is short, so that some are sent away with 429 and come again. Meanwhile the programs below the
service are killed, one after the other. Counted: what was lost, what was answered for another, and
the memory of the service. `--write` puts the table into docs/rewards.md.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parents[1]))

from acidtest.core.registry import find_suite
from benchmarks.report import write_section

PAGE = Path(__file__).parents[1] / "docs" / "rewards.md"
CLIENTS, TASKS, VARIANTS = 8, 4, 100
QUEUE = 24  # answers that may wait: fewer than the clients send at once, so that some come again
LARGE, GONE, SLOW, NONSENSE = 500, 250, 200, 50
"""One request in so many is of this kind; the rarer kind goes first."""


@dataclass
class Tally:
    """What became of the requests."""

    sent: Counter[str] = field(default_factory=Counter)
    lost: int = 0
    mistaken: int = 0
    again: int = 0
    memory: dict[int, int] = field(default_factory=dict)
    killed: int = 0
    latency_s: list[float] = field(default_factory=list)


class Client:
    """Sends requests and compares what comes back."""

    def __init__(self, url: str, sources: Mapping[str, str], seed: int, tally: Tally) -> None:
        parts = urlsplit(url)
        self._place = (parts.hostname or "", parts.port or 80)
        self._sources, self._tally = sources, tally
        self._rng = random.Random(seed)
        self._lock = threading.Lock()

    def send(self, number: int) -> None:
        """One request, of the kind that its number says."""
        kinds: list[tuple[int, str, Callable[[], bool]]] = [
            (LARGE, "10 MB answers", lambda: self._batch(large=True)),
            (GONE, "not read", self._gone),
            (SLOW, "read slowly", self._slow),
            (NONSENSE, "no JSON", self._nonsense),
        ]
        name, work = next(
            ((name, work) for every, name, work in kinds if number % every == every - 1),
            ("batches", self._batch),
        )
        began = time.monotonic()
        try:
            right = work()
        except (OSError, ValueError, http.client.HTTPException):
            self._tally.lost += 1
        else:
            self._tally.mistaken += not right
            if name == "batches":
                self._tally.latency_s.append(time.monotonic() - began)
        self._tally.sent[name] += 1

    def _made(self, large: bool = False) -> tuple[bytes, list[float]]:
        """The body of a request, and the rewards that belong to it."""
        answers, rewards = [], []
        for _ in range(self._rng.randint(1, 8)):
            name = self._rng.choice([*self._sources])
            number = self._rng.randrange(VARIANTS)
            right = self._rng.random() < 0.5
            text = f"{self._sources[name]}\n// {number}\n" if right else f"int x = {number};"
            answers.append({"id": name, "answer": text})
            rewards.append(float(right))
        if large:
            answers[-1]["answer"] = f"{self._rng.random()}" * 550_000
            rewards[-1] = 0.0
        return json.dumps({"answers": answers}).encode(), rewards

    def _batch(self, large: bool = False) -> bool:
        body, rewards = self._made(large)
        while True:
            connection = http.client.HTTPConnection(*self._place, timeout=600)
            connection.request("POST", "/v1/rewards", body)
            response = connection.getresponse()
            text = response.read()
            connection.close()
            if response.status not in (429, 503):
                return response.status == 200 and json.loads(text)["rewards"] == rewards
            self._tally.again += 1
            time.sleep(float(response.headers["Retry-After"]))

    def _nonsense(self) -> bool:
        body = self._made()[0]
        connection = http.client.HTTPConnection(*self._place, timeout=600)
        connection.request("POST", "/v1/rewards", body[: self._rng.randrange(len(body))])
        response = connection.getresponse()
        said = json.loads(response.read())
        connection.close()
        return response.status == 400 and "not JSON" in said["error"]

    def _raw(self, body: bytes) -> socket.socket:
        head = f"POST /v1/rewards HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
        connection = socket.create_connection(self._place, timeout=600)
        connection.sendall(f"{head}Connection: close\r\n\r\n".encode() + body)
        return connection

    def _slow(self) -> bool:
        body, rewards = self._made()
        while True:
            said = b""
            with self._raw(body) as connection:
                while part := connection.recv(7):
                    said += part
                    time.sleep(0.002)
            head, _, text = said.partition(b"\r\n\r\n")
            if head.split()[1] not in (b"429", b"503"):
                return bool(json.loads(text)["rewards"] == rewards)
            self._tally.again += 1
            time.sleep(1)

    def _gone(self) -> bool:
        self._raw(self._made()[0]).close()
        return True


def load(url: str, pid: int, requests: int, tally: Tally, kill_every_s: float = 1.0) -> Tally:
    """Send so many requests from eight clients to a service whose process is `pid`."""
    suite = find_suite("c-decompile")
    known = {sample.id: sample.truth.function for sample in suite.read([]).samples}
    about = {name: known[name] for name in list(sample_names(url))}
    numbers = iter(range(requests))
    taking = threading.Lock()
    over = threading.Event()

    def work(seed: int) -> None:
        client = Client(url, about, seed, tally)
        while True:
            with taking:
                number = next(numbers, None)
            if number is None:
                return
            client.send(number)
            if number + 1 in (requests // 10, requests):
                tally.memory[number + 1] = resident(url)

    def kill() -> None:
        rng = random.Random(0)
        while not over.wait(kill_every_s):
            if below := programs_below(pid):
                tally.killed += kill_program(rng.choice(below))

    killer = threading.Thread(target=kill)
    clients = [threading.Thread(target=work, args=(seed,)) for seed in range(CLIENTS)]
    for thread in (killer, *clients):
        thread.start()
    for thread in clients:
        thread.join()
    over.set()
    killer.join()
    tally.memory[requests] = resident(url)
    return tally


def get(url: str, path: str) -> str:
    """What an address of the service says."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60)
    connection.request("GET", path)
    text = connection.getresponse().read().decode()
    connection.close()
    return text


def sample_names(url: str) -> list[str]:
    """The first tasks of the shipped corpus that the service has, in its own order."""
    suite = find_suite("c-decompile")
    names = [s.id for s in suite.read([]).samples if s.groups["opt"] == "O0"]
    parts = urlsplit(url)
    had = []
    for start in range(0, len(names), QUEUE):
        part = names[start : start + QUEUE]
        asked = json.dumps({"answers": [{"id": name, "answer": ""} for name in part]})
        connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=600)
        connection.request("POST", "/v1/rewards", asked.encode())
        rewards = json.loads(connection.getresponse().read())["rewards"]
        connection.close()
        had += [name for name, each in zip(part, rewards, strict=True) if each is not None]
    return had


def resident(url: str) -> int:
    """The resident memory of the service."""
    for line in get(url, "/metrics").splitlines():
        if line.startswith("acidtest_resident_bytes "):
            return int(line.split()[1])
    raise ValueError("no memory in /metrics")


def programs_below(pid: int) -> list[int]:
    """All programs below a process."""
    below = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = stat.read_text().rpartition(")")[2].split()[1]
        except OSError:
            continue
        if int(parent) == pid:
            child = int(stat.parent.name)
            below += [child, *programs_below(child)]
    return below


def kill_program(pid: int) -> bool:
    """Whether it could be killed."""
    try:
        os.kill(pid, 9)
    except OSError:
        return False
    return True


@contextmanager
def service(*options: str) -> Iterator[tuple[str, int]]:
    """A service of its own: its address and its process."""
    words = ["judge", "c-decompile", "--port", "0", "--groups", "opt=O0", "--limit", str(TASKS)]
    words += ["--queue", str(QUEUE)]
    with subprocess.Popen(
        [sys.executable, "-m", "acidtest", *words, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        try:
            yield line.split(" at ")[1].split()[0], process.pid
        finally:
            process.terminate()


def table(tally: Tally, requests: int) -> str:
    """What happened, as Markdown."""
    first, last = (tally.memory[at] for at in (requests // 10, requests))
    latency = sorted(tally.latency_s)
    lines = ["| | |", "|---|---:|"]
    rows: dict[str, str] = {name: f"{n:,}" for name, n in sorted(tally.sent.items())}
    rows |= {
        "sent again after 429 or 503": f"{tally.again:,}",
        "programs killed below the service": f"{tally.killed:,}",
        "**lost**": f"{tally.lost:,}",
        "**answered wrongly or for another**": f"{tally.mistaken:,}",
        f"memory after {requests // 10:,} requests": f"{first / 1e6:.0f} MB",
        "memory at the end": f"{last / 1e6:.0f} MB ({last / first:.2f} times)",
        "a batch, median and 99th percentile": (
            f"{1e3 * latency[len(latency) // 2]:.0f} and "
            f"{1e3 * latency[len(latency) * 99 // 100]:.0f} ms"
        ),
    }
    return "\n".join([*lines, *(f"| {name} | {value} |" for name, value in rows.items())])


def main() -> int:
    """Print the table; exit status 1 if something was lost or mistaken."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--write", action="store_true", help=f"into docs/{PAGE.name}")
    given = parser.parse_args()
    tally = Tally()
    with service() as (url, pid):
        load(url, pid, given.requests, tally)
    text = table(tally, given.requests)
    print(text)
    if given.write:
        write_section("load", text, PAGE)
    return int(bool(tally.lost or tally.mistaken))


if __name__ == "__main__":
    sys.exit(main())
