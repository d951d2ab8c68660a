"""Extracts Solidity from an answer with fences or prose, and the compiler mode it asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass

from acidtest.lang.extract import tagged, without_reasoning
from acidtest.lang.pragma import without_comments
from acidtest.toolchains.solc import MODES

ANSWER_MAX = 1 << 20
_DEFINES = re.compile(r"\b(?:contract|library)\s+[A-Za-z_$][\w$]*+[^;{}]{0,4000}+\{")
_OPENS = re.compile(
    r"^[ \t]*(?://|/\*|pragma\s|import\b|(?:abstract\s+)?contract\s+[\w$]+[^;.\n]*\{?|interface\s+[\w$]+\s*\{?"
    r"|library\s+[\w$]+\s*\{?|struct\s+[\w$]+\s*\{|enum\s+[\w$]+\s*\{|error\s+[\w$]+\s*\(|event\s+[\w$]+\s*\("
    r"|using\s|type\s+[\w$]+\s+is\b|function\s+[\w$]+\s*\()",
    re.M,
)
_CONTRACT = re.compile(r"\bcontract\s+([A-Za-z_$][\w$]*+)[^;{}]{0,4000}+\{")
_MODE = re.compile(r"^[ \t]*// *solc: *([\w-]+)[ \t]*$", re.M)


@dataclass(frozen=True, slots=True)
class Extracted:
    """The Solidity of an answer; `wrapped` says what was around it."""

    text: str
    wrapped: str | None
    problem: str | None = None

    @property
    def mode(self) -> str | None:
        """The mode the answer asks for, in a line `// solc: optimised`."""
        match = _MODE.search(self.text)
        return match[1] if match and match[1] in MODES else None


def extract(answer: str) -> Extracted:
    """The Solidity in an answer, without the thoughts, fences and prose around it."""
    if len(answer) > ANSWER_MAX:
        return Extracted("", None, f"the answer is longer than {ANSWER_MAX} characters")
    if not answer.strip():
        return Extracted("", None, "the answer is empty")
    answer, thought = without_reasoning(answer)
    before = "thoughts and " if thought else ""
    blocks = tagged(answer)
    chosen = [body for tag, body in blocks if tag in ("solidity", "sol") and _defines(body)]
    chosen = chosen or [body for _, body in blocks if _defines(body)]
    if chosen:
        # Several blocks are often a first try and then the complete source, which is the longest.
        return Extracted(max(chosen, key=len), f"{before}fences")
    if not _defines(answer):
        return Extracted("", None, "there is no contract in the answer")
    start = _OPENS.search(answer)
    end = answer.rfind("}") + 1
    text = answer[start.start() if start else 0 : end]
    prose = answer.replace(text, "", 1).strip()
    if not prose or prose.startswith(("//", "/*")):
        return Extracted(answer, "thoughts" if thought else None)
    return Extracted(text, f"{before}prose")


def contract_names(text: str) -> list[str]:
    """The contracts of a source in order, without libraries and interfaces."""
    return _CONTRACT.findall(without_comments(text))


def _defines(text: str) -> bool:
    return _DEFINES.search(without_comments(text)) is not None
