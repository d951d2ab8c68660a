"""Another function is another system, and the same one stays the same."""

from __future__ import annotations

import functools
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from acidtest.core.callables import identity_of

SETTING = "a"


def constant(text: str) -> Callable[[str], str]:
    return lambda question: text


def with_default(question: str, text: str = "a") -> str:
    return text


def uses_setting(question: str) -> str:
    return helper()


def helper() -> str:
    return SETTING


@dataclass
class Model:
    """A callable with a name, which counts."""

    name: str
    calls: list[str] = field(default_factory=list)

    def __call__(self, question: str) -> str:
        """Its name."""
        self.calls.append(question)
        return self.name

    def upper(self, question: str) -> str:
        """Another answer."""
        return self.name.upper()


MODEL = Model("a")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (lambda q: "a", lambda q: "b"),
        (lambda q: q.upper(), lambda q: q.lower()),
        (constant("a"), constant("b")),
        (functools.partial(with_default, text="a"), functools.partial(with_default, text="b")),
        (Model("a"), Model("b")),
        (Model("a"), Model("a").upper),
        (MODEL, MODEL.upper),
        (Model("a").upper, Model("b").upper),
        (constant(""), with_default),
        (lambda q: [c for c in q if c > "a"], lambda q: [c for c in q if c > "b"]),
    ],
)
def test_another_callable_has_another_identity(
    one: Callable[[str], str], other: Callable[[str], str]
) -> None:
    assert identity_of(one) != identity_of(other)
    assert identity_of(one) == identity_of(one)


@pytest.mark.parametrize(
    "make", [lambda: constant("a"), lambda: Model("a"), lambda: Model("a").upper, lambda: len]
)
def test_the_same_made_again_is_the_same(make: Callable[[], Callable[[str], str]]) -> None:
    assert identity_of(make()) == identity_of(make())


def test_a_setting_behind_a_helper_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    before = identity_of(lambda q: uses_setting(q))
    monkeypatch.setattr(sys.modules[__name__], "SETTING", "b")
    assert identity_of(lambda q: uses_setting(q))["code_sha256"] != before["code_sha256"]


def test_calls_do_not_change_what_it_is() -> None:
    model = Model("a")
    before = identity_of(model)
    model("question")
    assert identity_of(model) == before


SCRIPT = """
import helper
from acidtest.core.callables import identity_of
class Plain:
    pass
kept = Plain()
def answer(text):
    return helper.answer(text, kept)
print(identity_of(answer))
"""


def test_it_is_the_same_in_another_process_until_a_file_changes(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)

    def identity(helper: str) -> str:
        (tmp_path / "helper.py").write_text(helper)
        command = [sys.executable, str(tmp_path / "script.py")]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    one = identity("def answer(text, kept): return 'a'")
    assert one == identity("def answer(text, kept): return 'a'")
    assert one != identity("def answer(text, kept): return 'b'")
