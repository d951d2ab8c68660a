"""Parses texts under limits until one kills it; see affordable.py. Imports nothing of acidtest.

A request is `GRAMMAR SIZE`, a line end, and the text. The response is `.` when the parser is
loaded, and `+` when the text is parsed.
"""

import importlib
import resource
import signal
import sys
import warnings

from tree_sitter import Language, Parser

CPU_S = 2.0
MEMORY = 768 << 20


def parser(grammar: str) -> Parser:
    """The parser of one grammar; some packages hold several."""
    name = "typescript" if grammar == "tsx" else grammar
    module = importlib.import_module(f"tree_sitter_{name}")
    several = f"language_{grammar}"
    made = getattr(module, several if hasattr(module, several) else "language")
    with warnings.catch_warnings():
        # The Solidity package still returns its grammar as a plain number.
        warnings.simplefilter("ignore", DeprecationWarning)
        return Parser(Language(made()))


def main() -> None:
    """Serve requests until there are no more."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    memory = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
    resource.setrlimit(resource.RLIMIT_AS, (memory, most))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parsers: dict[str, Parser] = {}
    while request := sys.stdin.buffer.readline():
        grammar, size = request.decode().split()
        data = sys.stdin.buffer.read(int(size))
        if grammar not in parsers:
            parsers[grammar] = parser(grammar)
        sys.stdout.buffer.write(b".")
        sys.stdout.buffer.flush()
        signal.setitimer(signal.ITIMER_PROF, CPU_S)
        parsers[grammar].parse(data)
        signal.setitimer(signal.ITIMER_PROF, 0)
        sys.stdout.buffer.write(b"+")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
