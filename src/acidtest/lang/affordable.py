"""Whether tree-sitter can parse a text in reasonable time.

Its error recovery takes quadratic time, or worse, on some hostile texts (`-->` repeated: 3 s for
8 KB of C), and once begun it cannot be stopped. Such texts are slow everywhere, so a window of
them is slow already: each window is timed before the whole is parsed.
"""

from __future__ import annotations

import time

from tree_sitter import Parser

_WINDOW = 4096
_BUDGET_S = 1.5
_HONEST_S = 0.01
"""Processor time of an honest window; real code takes a fifth of it."""


def affordable(parser: Parser, data: bytes) -> bool:
    """Whether parsing takes a few seconds at most, by the slowest window of the text.

    Small texts are parsed in any case, and cost nothing here.
    """
    windows = range(0, len(data), _WINDOW)
    if len(windows) <= 1:
        return True
    allowed = max(_HONEST_S, _BUDGET_S / len(windows) ** 2)
    for start in windows:
        part = data[start : start + _WINDOW]
        if _seconds(parser, part) > allowed and _seconds(parser, part) > allowed:
            return False  # measured twice: the first time may have been a pause of the machine
    return True


def _seconds(parser: Parser, data: bytes) -> float:
    begin = time.thread_time()
    parser.parse(data)
    return time.thread_time() - begin
