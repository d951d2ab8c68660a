"""The shell commands in a page of documentation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_MARK = re.compile(r"<!-- not run: (.+?) -->")
_SHELL = re.compile(r"(acidtest|cat|echo|head|for|export|python3|cd|mkdir|pip|inspect)\b|[A-Z_]+=")
_HEREDOC = re.compile(r"<<'?(\w+)'?")


@dataclass(frozen=True)
class Block:
    """Lines of shell that stand together; `mark` is why a test does not run them."""

    line: int
    text: str
    mark: str = ""

    @property
    def runs(self) -> bool:
        """Whether it calls acidtest, or makes what a later block needs."""
        return bool(
            re.search(r"(?m)^\s*(\w+=\S* )*acidtest [a-z]|^(cat|echo) .*> |^[A-Z_]+=", self.text)
        )


def blocks(page: str) -> Iterator[Block]:
    """The blocks of a page, in order. A mark holds for the block of code that follows it.

    Code is indented by four spaces or fenced as sh. A blank line ends a block, unless it is part of
    a here-document: what follows a command after it is output, which does not look like a command.
    """
    mark, fenced, start = "", "", 0
    paragraph: list[str] = []
    for number, line in enumerate([*page.splitlines(), ""], 1):
        if line.startswith("```"):
            fenced = "" if fenced else line.removeprefix("```") or "text"
            code = None
        elif fenced:
            code = line if fenced == "sh" else None
        else:
            code = line[4:] if line.startswith("    ") else None
        if match := _MARK.search(line):
            mark = match[1]
        if code is None and not (line == "" and paragraph and _open(paragraph)):
            if paragraph:
                yield from _shell(start, paragraph, mark)
            if line and not line.startswith("<!--"):
                mark = ""
            paragraph = []
            continue
        if not paragraph:
            start = number
        paragraph.append(code or "")


def _open(lines: list[str]) -> bool:
    """Whether a here-document has begun and not ended."""
    ends = [match[1] for line in lines if (match := _HEREDOC.search(line))]
    return sum(line in ends for line in lines) < len(ends)


def _shell(line: int, lines: list[str], mark: str) -> Iterator[Block]:
    if _SHELL.match(lines[0]):
        yield Block(line, "\n".join(lines), mark)
