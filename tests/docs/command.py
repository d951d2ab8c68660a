"""Stands for `acidtest` in the commands of the documentation, so that all of them take a minute.

Numbers of samples are cut to a few, controls are left out unless a command asks for them, and a
server is stopped once it listens. Status 1 is a finding (a missed bound, a missing tool), not a
wrong command. The command in AS_PRINTED runs as it is, because the page has its output.

Loading acidtest takes longer than most of these commands. So one process, `command.py SOCKET`, has
it loaded, and each command is a fork of it; `call.py` is what the shell starts.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
from importlib import import_module
from runpy import run_module
from typing import NoReturn

MOST = {"--limit": 4, "--count": 2, "--limit-per-task": 2}
_FORKED = ("acidtest.cli.app", "acidtest.engine.run", "acidtest.report.terminal")


def few(words: list[str]) -> list[str]:
    """The command on a few samples."""
    words = list(words)
    if " ".join(words) == os.environ.get("AS_PRINTED"):
        return words
    for option, most in MOST.items():
        if option in words:
            place = words.index(option) + 1
            words[place] = str(min(most, int(words[place])))
    if words[0] == "run" or (words[0] == "score" and "--answers" in words):
        words += [] if "--limit" in words else ["--limit", str(MOST["--limit"])]
        words += [] if "--controls" in words else ["--controls", "none"]
    return words


def may_find(words: list[str]) -> bool:
    """Whether status 1 is a result of the command."""
    bounds = any(word.startswith("--fail-") for word in words)
    return bounds or words[0] == "doctor" or words[:2] == ["corpus", "check"]


def run(words: list[str]) -> NoReturn:
    """Become the command."""
    sys.argv[1:] = words
    run_module("acidtest", run_name="__main__", alter_sys=True)
    raise AssertionError("acidtest ends its process")


def serve(words: list[str]) -> int:
    """Serve until the address is printed."""
    reading, writing = os.pipe()
    if not (child := os.fork()):
        os.dup2(writing, 1)
        run([*words, "--port", "0"])
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as printed:
        listens = printed.readline().startswith(("serving", "judging"))
        os.kill(child, signal.SIGINT)
        os.waitpid(child, 0)
    return 0 if listens else 3


def main(words: list[str]) -> int:
    """Run the command; its status."""
    if words[0] in ("serve", "judge"):
        return serve(words)
    if not (child := os.fork()):
        run(few(words))
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return 0 if status == 1 and may_find(words) else status


def answer(caller: socket.socket) -> None:
    """Run a caller's command in its folder, with its environment and its streams."""
    text, streams, _, _ = socket.recv_fds(caller, 1 << 20, 3)
    words, folder, environment = json.loads(text)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    status = main(words)
    caller.send(bytes([status % 256]))


def listen(path: str) -> NoReturn:
    """A fork for every caller, until this process is killed."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in the background
    from acidtest.core.registry import find_suite, suite_names

    for name in _FORKED:
        import_module(name)
    for name in suite_names():
        find_suite(name)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path)
        server.listen()
        print("ready", flush=True)
        while True:
            caller, _ = server.accept()
            if not os.fork():
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                server.close()
                answer(caller)
                os._exit(0)
            caller.close()


if __name__ == "__main__":
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # forks that have ended are not kept
    listen(sys.argv[1])
