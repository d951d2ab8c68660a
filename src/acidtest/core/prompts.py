"""Prompts: files next to a suite's code with the text around a question."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from pathlib import Path

from acidtest.core.digest import sha256_of
from acidtest.core.errors import InputError
from acidtest.core.protocols import Suite

PLACE = "{question}"
DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Prompt:
    """The text around a question; `{question}` marks where the question goes."""

    name: str
    text: str

    @property
    def sha256(self) -> str:
        """Part of the system's identity: another prompt makes another run."""
        return sha256_of(self.text)

    def put(self, question: str) -> str:
        """The whole message; nothing in a question is read as a placeholder."""
        before, _, after = self.text.partition(PLACE)
        return f"{before}{question.rstrip()}{after}"


def _folder(suite: Suite) -> Path:
    return Path(inspect.getfile(type(suite))).parent / "prompts"


def prompt_names(suite: Suite) -> list[str]:
    """The prompts that a suite ships; there is always at least one."""
    return sorted({path.stem for path in _folder(suite).glob("*.md")} | {DEFAULT})


def read_prompt(suite: Suite, choice: str | None = None) -> Prompt:
    """A suite's prompt by its name, or the user's own by its path; raises `InputError`."""
    name = choice or DEFAULT
    path = Path(name)
    if name in prompt_names(suite):
        path = _folder(suite) / f"{name}.md"
        if not path.exists():  # a suite without prompts asks complete questions
            return Prompt(DEFAULT, f"{PLACE}\n")
    elif not path.is_file():
        raise InputError(
            f"--prompt {name}: neither a file nor a prompt of {suite.name}; "
            f"choose from: {', '.join(prompt_names(suite))}"
        )
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise InputError(f"--prompt {path}: cannot be read: {error}") from error
    if text.count(PLACE) != 1:
        raise InputError(
            f"--prompt {path}: must contain {PLACE} exactly once, where the question goes; "
            f"it contains it {text.count(PLACE)} times"
        )
    return Prompt(path.stem if path.parent == _folder(suite) else path.name, text)
