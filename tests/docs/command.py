"""Stands for `acidtest` in the commands of the documentation, so that all of them take a minute.

Numbers of samples are cut to a few, controls are left out unless a command asks for them, and a
server is stopped once it listens. Status 1 is a finding (a missed bound, a missing tool), not a
wrong command. The command in AS_PRINTED runs as it is, because the page has its output.
"""

from __future__ import annotations

import os
import signal
import sys
from runpy import run_module

MOST = {"--limit": 4, "--count": 2, "--limit-per-task": 2}


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


def run(words: list[str]) -> None:
    """Become the command."""
    sys.argv[1:] = words
    run_module("acidtest", run_name="__main__", alter_sys=True)


def serve(words: list[str]) -> int:
    """Serve until the address is printed."""
    reading, writing = os.pipe()
    if not (child := os.fork()):
        os.dup2(writing, 1)
        signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in the background
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
    if not may_find(words):
        run(few(words))
    if not (child := os.fork()):
        run(few(words))
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return 0 if status == 1 else status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
