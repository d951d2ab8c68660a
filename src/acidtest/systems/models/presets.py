"""How published models are asked: prompt, question form and options, each with its source."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from acidtest.core.errors import InputError
from acidtest.core.prompts import Prompt
from acidtest.core.records import Json
from acidtest.core.text import choices


@dataclass(frozen=True)
class Preset:
    """One way of asking. `then` is the prompt of a second model, if there are two."""

    name: str
    about: str
    suite: str
    prompt: str
    form: str
    source: str
    options: Mapping[str, Json] = field(default_factory=dict)
    then: str | None = None

    @property
    def second(self) -> Prompt | None:
        """The prompt around the first model's answer."""
        return None if self.then is None else Prompt(f"{self.name}, second", self.then)


@cache
def presets() -> Mapping[str, Preset]:
    """All presets by name."""
    text = (files("acidtest.systems.models") / "presets.toml").read_text(encoding="utf-8")
    return {name: Preset(name, **about) for name, about in tomllib.loads(text).items()}


def find_preset(name: str, suite: str) -> Preset:
    """A preset by its name; raises `InputError` if there is none, or none for this suite."""
    known = presets()
    if name not in known:
        raise InputError(f"unknown preset '{name}'; {choices(name, sorted(known))}")
    preset = known[name]
    if preset.suite != suite:
        raise InputError(
            f"--preset {name}: {preset.about}, is for {preset.suite}, and this is {suite}"
        )
    return preset
