"""Plants secrets in real runs and looks for them in every byte that acidtest wrote or printed.

As a script, it calls the command line with each of the argument lists in a JSON file.
"""

from __future__ import annotations

import base64
import codecs
import contextlib
import html
import http.server
import json
import os
import random
import re
import shlex
import sqlite3
import subprocess
import sys
import tempfile
import threading
import urllib.parse
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from check import Check, Row, Tally, total

from acidtest.core.paths import cache_dir
from acidtest.core.records import Json

SUITES = (
    *("crypto-inventory", "c-decompile", "sast-triage", "sast-justify"),
    *("solidity-decompile", "solidity-pairs"),
)
NAMES = (
    "PASS AUTH PASSWD MY_PASS DB_PWD PGPASSWORD GITHUB_PAT COOKIE SESSION SENTRY_DSN API_KEY "
    "HF_TOKEN CLIENT_SECRET REDIS_CREDENTIALS JWT HTTP_AUTHORIZATION npm_config_authToken"
).split()
OPTIONS = (
    "--token {}",
    "--api-key={}",
    "--password {}",
    "-H {header}",
    "-u me:{}",
    "https://me:{url}@127.0.0.1/x",
    "'https://127.0.0.1/x?n=1&key={url}'",
    "DB_PASS={}",
    '\'{{"client_secret": "{json}"}}\'',
)
DATA: dict[str, list[dict[str, Json]]] = {
    "sast-justify": [
        {
            "id": f"s{i}",
            "full_justification": "Line 7 checks it.",
            "expected_output_obj": "Checked.",
        }
        for i in range(3)
    ],
    "solidity-pairs": [
        {
            "input": "function f:\n  stop",
            "output": f"function f{i}() {{ x = {i}; }}",
            "metadata": {"function_name": f"f{i}", "contract_address": f"0x{i}"},
        }
        for i in range(3)
    ],
}
RUN = "runs/*/command-*"
ANSWERS = "answers.jsonl"
PLAIN = "this test took 1 token and kept its words"
SYMBOLS = "-_.~+/=!#%&*,:;<>?@^|é "
TOOL = """
import base64, html, json, os, random, sys, urllib.parse
rng = random.Random(os.environ["SEED"])
words = sys.argv[1:] + [v for k, v in os.environ.items() if k in os.environ["NAMES"].split()]
ways = (str, repr, ascii, json.dumps, html.escape, urllib.parse.quote,
    lambda v: urllib.parse.quote_plus(v, safe=""),
    lambda v: json.dumps(json.dumps(v)), lambda v: v.encode().hex(),
    lambda v: base64.b64encode(v.encode()).decode(),
    lambda v: "Authorization: Basic " + base64.b64encode(("someone:" + v).encode()).decode(),
    lambda v: base64.urlsafe_b64encode(b"x" + v.encode()).decode(),
    lambda v: base64.encodebytes(v.encode() * 4).decode())
sys.stdin.read()
print(os.environ["PLAIN"])
for out in (sys.stdout, sys.stderr):
    for word in words:
        print(*(way(word) for way in rng.sample(ways, 4)), sep="\\n", file=out)
if rng.random() < 0.5:
    sys.exit("failed with " + " ".join(words))
"""


def one(number: int) -> Tally:
    """One suite, asked of a talkative tool; every sixth round also of a provider that echoes."""
    rng = random.Random(number)
    suite = SUITES[number % len(SUITES)]
    if suite == "solidity-decompile" and not any(cache_dir().glob("solc-*")):
        suite = SUITES[0]  # no compiler on this machine
    variables = {name: _secret(rng) for name in NAMES}
    variables["DATABASE_URL"] = f"postgres://me:{_quoted(address := _secret(rng))}@db.example.org/x"
    option = _secret(rng)
    form = OPTIONS[number % len(OPTIONS)]
    header = shlex.quote(f"X-Auth-Token: {option}")
    parts = {"header": header, "url": _quoted(option), "json": json.dumps(option)[1:-1]}
    argument = form.format(shlex.quote(option), **parts)
    user, key = _secret(rng), _secret(rng)
    planted = [*variables.values(), address, option, user, key]
    with tempfile.TemporaryDirectory(prefix="trust-tool-") as tools, _folder() as folder:
        tool = Path(tools) / "tool.py"
        tool.write_text(TOOL, encoding="utf-8")
        start = f"{shlex.quote(sys.executable)} -I {shlex.quote(str(tool))}"
        system = f"command:{start} {argument} {{asm}}"
        environment = {
            **{k: v for k, v in os.environ.items() if k != "ACIDTEST_DATA"},
            **variables,
            **{"PLANTED_API_KEY": key, "TOKEN": "test", "PIN_CODE": "1", "PLAIN": PLAIN},
            **{"SEED": str(number), "NAMES": " ".join(NAMES), "XDG_CACHE_HOME": str(folder / "c")},
            "PYTHONPATH": os.pathsep.join(sys.path[1:]),
        }
        _link_caches(folder / "c" / "acidtest")
        data = Path(tools) / "data.jsonl"
        lines = (json.dumps(record) + "\n" for record in DATA.get(suite, ()))
        data.write_text("".join(lines), encoding="utf-8")
        asked = ["--data", str(data)] if suite in DATA else []
        run = ["run", suite, *asked, "--limit", "2", "--controls", "none", "--jobs", "1"]
        calls = [
            [*run, "--system", system],
            ["show", RUN],
            ["report", RUN, "--out", "page.html"],
            ["report", RUN, "--format", "svg", "--out", "pictures"],
            *(["report", RUN, "--format", kind] for kind in ("markdown", "csv", "junit", "github")),
            *(["export", RUN, "--format", kind] for kind in ("csv", "jsonl")),
            [*run, "--system", f"comand:{start} {argument}"],
            [*run, "--system", f"command:/no/such/tool {argument}"],
            [*run, "--system", f"command:{start} {argument} '"],
            [*run, "--system", "oracle", "--data", f"https://me:{_quoted(option)}@h/x.json"],
        ]
        with _echo() as port:
            if number % len(SUITES) == number // len(SUITES) % len(SUITES):
                base = f"http://{_quoted(user)}:{_quoted(option)}@127.0.0.1:{port}/v1"
                model = ["--system", "model:openai-api/planted/m", "--base-url", base]
                calls.append([*run, *model, "--out", "model"])
            printed, statuses = _called(calls, environment, folder)
        texts = {"(terminal)": printed, **_written(folder)}
        readings = {place: _readings(text) for place, text in texts.items()}
        places = sorted(
            f"{place}: {secret}"
            for secret in planted
            for place, texts_there in readings.items()
            if any(secret in text for text in texts_there)
        )
        answers = "".join(text for place, text in texts.items() if place.endswith(ANSWERS))
    return {
        "suite": suite,
        "planted": len(planted),
        "bytes": sum(map(len, texts.values())),
        "leaks": len(places),
        "falsified": answers.count('"answer": "') - answers.count(PLAIN),
        "failed": int(statuses[:9] != [0] * 9),
        "where": places[:5],
    }


def _secret(rng: random.Random) -> str:
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    middle = "".join(rng.choice(letters if rng.random() < 0.9 else SYMBOLS) for _ in range(24))
    return f"z{rng.randrange(10)}{middle[: rng.randrange(8, 24)].strip()}Q7"


def _quoted(text: str) -> str:
    return urllib.parse.quote(text, safe="")


def _link_caches(folder: Path) -> None:
    """Compilers and models are shared; what a run may write is not."""
    folder.mkdir(parents=True)
    for pattern in ("solc-*", "minilm-*", "native", "headers"):
        for path in cache_dir().glob(pattern):
            (folder / path.name).symlink_to(path)


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="trust-secrets-") as folder:
        yield Path(folder)


class _Echo(http.server.BaseHTTPRequestHandler):
    """A provider that refuses, and quotes the request in its refusal."""

    def do_POST(self) -> None:
        quoted = "; ".join(f"{name}: {value}" for name, value in self.headers.items())
        message = f"bad request with {quoted}"
        body = json.dumps({"error": {"message": message, "type": "bad", "headers": quoted}})
        self.send_response(400)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@contextlib.contextmanager
def _echo() -> Iterator[int]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Echo)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield int(server.server_address[1])
    finally:
        server.shutdown()
        server.server_close()


def _called(
    calls: Sequence[Sequence[str]], environment: Mapping[str, str], folder: Path
) -> tuple[str, list[int]]:
    """What the commands printed, and their exit statuses."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(calls, file)
        file.flush()
        command = [sys.executable, str(Path(__file__).resolve()), file.name]
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, check=False
        )
    text = (done.stdout + done.stderr).decode("utf-8", "replace")
    return text, [int(n) for n in re.findall(r"^exit status (\d+)$", text, re.MULTILINE)]


def _written(folder: Path) -> dict[str, str]:
    """Every file's name and content; what is compressed is unpacked."""
    texts = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink() or not path.is_file():
            continue
        data = path.read_bytes()
        texts[name] = name + "\n" + data.decode("utf-8", "replace")
        if path.suffix == ".sqlite":
            with contextlib.closing(sqlite3.connect(path)) as base:
                texts[name] += "\n".join(base.iterdump())
        for packed in re.findall(r'"packed": "([^"]+)"', texts[name]):
            texts[name] += zlib.decompress(base64.b64decode(packed)).decode()
    return texts


def _readings(text: str) -> list[str]:
    """The text, and what it says after undoing any usual encoding."""
    plain = [text, urllib.parse.unquote(text), urllib.parse.unquote_plus(text), html.unescape(text)]
    escaped = text
    for _ in range(3):
        escaped = re.sub(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", lambda m: _escape(m[1]), escaped)
        plain.append(escaped)
    runs = []
    for match in re.finditer(r"[A-Za-z0-9+/_-]{10,}", re.sub(r"(?<=\S{76})\n", "", text)):
        run = match[0].translate(str.maketrans("-_", "+/"))
        for start in range(4):
            part = run[start:]
            part = part[: len(part) // 4 * 4] + (part[len(part) // 4 * 4 :] + "===")[:4]
            with contextlib.suppress(ValueError):
                runs.append(base64.b64decode(part).decode("utf-8", "replace"))
    for match in re.finditer(r"(?:[0-9a-fA-F]{2}){8,}", text):
        runs += [bytes.fromhex(match[0]).decode("utf-8", "replace")]
    return [*plain, "\n".join(runs)]


def _escape(code: str) -> str:
    if len(code) > 1:
        return chr(int(code[1:], 16))
    return codecs.decode(f"\\{code}", "unicode_escape") if code in "nrt" else code


def row(tallies: Sequence[Tally]) -> Row:
    """None may be found, and no answer changed that only contains a common word."""
    leaks, planted = total(tallies, "leaks"), total(tallies, "planted")
    falsified, failed = total(tallies, "falsified"), total(tallies, "failed")
    result = (
        f"{planted:,} secrets planted over {len({t['suite'] for t in tallies})} suites, "
        f"{total(tallies, 'bytes') / 1e6:,.1f} MB written and printed: {leaks} found, "
        f"{falsified} answers changed that hold only a common word"
    )
    if failed:
        result += f"; {failed} rounds did not run"
    if leaks:
        result += f"; first: {next(t['where'][0] for t in tallies if t['where'])}"
    return Row(result, not leaks and not falsified and not failed)


CHECKS = (
    Check(
        "secrets",
        "no secret is written or printed, nor quoted, escaped, in hex or in base64 (SECURITY.md "
        "says what is known as one)",
        one,
        row,
        short=1,
        long=60,
    ),
)


if __name__ == "__main__":
    from acidtest.cli import main

    for call in json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")):
        matches = {word: sorted(map(str, Path().glob(word))) for word in call if word == RUN}
        sys.stdout.flush()
        if (child := os.fork()) == 0:  # a command ends its process
            sys.argv[1:] = [name for word in call for name in matches.get(word, [word])]
            main()
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        print(f"\nexit status {status}", flush=True)
