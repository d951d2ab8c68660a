"""What acidtest adds to a call through Inspect AI: python benchmarks/models.py [--write].

A loopback server in a process of its own answers at once. The same questions are put 32 at a
time by Inspect alone, in its own event loop, and by acidtest's system, with its threads, prompt,
budget and answers on disk. CPU is that of the asking process, so that a busy machine tells little.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from acidtest.core.prompts import Prompt
from acidtest.core.records import Question, Sample
from acidtest.engine.pool import map_unordered
from acidtest.store import AnswerLog
from acidtest.systems.models.model import ModelSystem
from acidtest.systems.models.options import ModelOptions
from benchmarks.report import write_section

AT_ONCE = 32
MODEL = "openai-api/bench/model"
_BODY = json.dumps(
    {
        "id": "x",
        "object": "chat.completion",
        "created": 1,
        "model": "bench",
        "choices": [
            {
                "index": 0,
                "finish_reason": "stop",
                "message": {"role": "assistant", "content": "int func0(void) { return 0; }"},
            }
        ],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
    }
).encode()


async def _connection(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    head = (
        f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(_BODY)}\r\n\r\n"
    )
    try:
        while True:
            request = await reader.readuntil(b"\r\n\r\n")
            length = next(
                int(line.split(b":")[1])
                for line in request.split(b"\r\n")
                if line.lower().startswith(b"content-length")
            )
            await reader.readexactly(length)
            writer.write(head.encode() + _BODY)
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


async def _serve() -> None:
    server = await asyncio.start_server(_connection, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


def inspect_alone(texts: list[str], url: str) -> None:
    """The questions through Inspect, without acidtest."""
    from inspect_ai.model import ChatMessageUser, GenerateConfig, get_model

    async def everything() -> None:
        config = GenerateConfig(max_connections=AT_ONCE)
        model = get_model(MODEL, config=config, base_url=url, memoize=False)
        waiting = iter(texts)

        async def worker() -> None:
            for text in waiting:
                await model.generate([ChatMessageUser(content=text)])

        await asyncio.gather(*(worker() for _ in range(AT_ONCE)))
        await model.api.aclose()

    asyncio.run(everything())


def acidtest_system(texts: list[str], url: str) -> None:
    """The same as a run asks them: threads, prompt, budget, answers on disk."""
    options = ModelOptions(base_url=url, max_connections=AT_ONCE)
    system = ModelSystem(MODEL, Prompt("bench", "{question}"), options)

    def question(number: int) -> Question:
        sample = Sample(str(number), str(number), {}, None, {})
        return Question(sample, "asm", 0, lambda form: texts[number], lambda: None)

    with tempfile.TemporaryDirectory() as folder:
        log = AnswerLog(Path(folder) / "answers.jsonl")

        def ask(number: int) -> None:
            answer = system.answer(question(number))
            assert answer.error is None, answer.error
            log.append(answer)

        with map_unordered(ask, range(len(texts)), AT_ONCE) as answered:
            for _ in answered:
                pass
        log.close()
    system.close()


def measured(what: str, count: int, url: str) -> tuple[float, float, float]:
    """CPU and wall milliseconds per sample and peak MB, of a new process."""
    argv = [sys.executable, __file__, "--only", what, "--count", str(count), "--url", url]
    done = subprocess.run(argv, check=True, capture_output=True, text=True)
    cpu, wall, memory = json.loads(done.stdout)
    return cpu, wall, memory


def only(what: str, count: int, url: str) -> None:
    """One measurement, in this process, after a few questions to warm up."""
    ask = {"inspect": inspect_alone, "acidtest": acidtest_system}[what]
    texts = [f"number {i}: " + "mov %rax,%rbx\n" * 80 for i in range(count)]
    ask(texts[:AT_ONCE], url)
    cpu, wall = time.process_time(), time.perf_counter()
    ask(texts, url)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps([1000 * cpu / count, 1000 * wall / count, memory]))


def main() -> None:
    """Measure and print; with --write, also update the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--many", type=int, default=0, help="also this many, for the memory")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--serve", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("--url", default="")
    arguments = parser.parse_args()
    os.environ.setdefault("BENCH_API_KEY", "none")
    if arguments.serve:
        asyncio.run(_serve())
        return
    if arguments.only:
        only(arguments.only, arguments.count, arguments.url)
        return
    pipe = subprocess.PIPE
    argv = [sys.executable, __file__, "--serve"]
    with subprocess.Popen(argv, stdin=pipe, stdout=pipe, text=True) as server:
        assert server.stdout is not None
        url = f"http://127.0.0.1:{int(server.stdout.readline())}/v1"
        alone = measured("inspect", arguments.count, url)
        ours = measured("acidtest", arguments.count, url)
        many = measured("acidtest", arguments.many, url) if arguments.many else None
        server.kill()
    lines = [
        "## Language models",
        "",
        f"`python benchmarks/models.py`: {arguments.count} questions, {AT_ONCE} at once, to a",
        "loopback server that answers immediately. CPU of the asking process.",
        "",
        "| asked by | CPU ms per sample | wall ms per sample | peak MB |",
        "|---|---:|---:|---:|",
        "| Inspect AI alone | {:.2f} | {:.2f} | {:.0f} |".format(*alone),
        "| acidtest through Inspect AI | {:.2f} | {:.2f} | {:.0f} |".format(*ours),
        "",
        f"- beyond Inspect's own time: **{ours[0] - alone[0]:.2f} ms** of CPU per sample",
    ]
    if many:
        lines.append(f"- {arguments.many} samples: {many[2]:.0f} MB peak")
    text = "\n".join(lines)
    print(text)
    if arguments.write:
        write_section("models", text)


if __name__ == "__main__":
    main()
