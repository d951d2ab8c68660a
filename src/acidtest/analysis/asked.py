"""Were runs asked the same? Everything that changes a question, except the data itself.

The system is not part of a question, but the prompt around it is. A tool has no prompt, and can
be compared with a model that has one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from acidtest.core.errors import InputError
from acidtest.core.records import Json
from acidtest.store import Run

_OTHER = ("suite", "data_sha256", "samples_sha256", "system", "identity", "seed", "question_form")
_PROMPT = "prompt"


class AskedRun(Protocol):
    """A run, as far as it says what was asked."""

    @property
    def manifest(self) -> Mapping[str, Json]: ...

    @property
    def summary(self) -> Mapping[str, Json]: ...


def question_of(run: AskedRun) -> dict[str, str]:
    """How a run's questions were put, by aspect: form, attempts, further options, prompt.

    An aspect that a manifest lacks is one whose option was not given.
    """
    asked = run.manifest.get("asked", {})
    aspects = {"question form": str(run.summary["question_form"])}
    aspects |= {name: _text(value) for name, value in asked.items() if name not in _OTHER}
    identity: Mapping[str, Json] = run.manifest.get("system", {}).get("identity", {})
    if "prompt_sha256" in identity:
        named = str(identity.get(_PROMPT, "own"))
        aspects[_PROMPT] = f"{named} ({str(identity['prompt_sha256'])[:12]})"
    return aspects


def _text(value: Json) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def aspects_apart(runs: Sequence[AskedRun]) -> dict[str, list[str]]:
    """The aspects in which the questions differ, with the value of each run."""
    own = [question_of(run) for run in runs]
    apart = {}
    for name in dict.fromkeys(name for aspects in own for name in aspects):
        values = [aspects.get(name, "" if name == _PROMPT else "no") for aspects in own]
        if len({value for value in values if value}) > 1:
            apart[name] = values
    return apart


def questions_apart(a: Run, b: Run) -> list[str]:
    """The differences between the questions of two runs, in words; empty if there is none."""
    return [f"{name}: {one} and {other}" for name, (one, other) in aspects_apart([a, b]).items()]


def check_questions(runs: Sequence[Run]) -> None:
    """Raise `InputError` naming what differs, if these runs were asked different questions."""
    first = runs[0]
    for run in runs[1:]:
        if apart := questions_apart(first, run):
            raise InputError(
                f"{first.folder} and {run.folder} were asked different questions "
                f"({'; '.join(apart)}), so a difference may come from that; "
                "if you mean to compare just this, use `compare --anyway`"
            )
