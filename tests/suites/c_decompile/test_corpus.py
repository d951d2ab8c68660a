"""The shipped corpus: every task asks something, its reference passes and a stub does not."""

from __future__ import annotations

import re
import shutil

import pytest

from acidtest.errors import InputError
from acidtest.model import Question, Sample
from acidtest.suites import Observer
from acidtest.suites.c_decompile import SUITE, source
from acidtest.suites.c_decompile.score import weak_test
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import Judge

DATA = SUITE.read([])
BY_TASK = {s.cluster: s for s in DATA.samples if s.groups["opt"] == "O2"}
STUB = next(c for c in SUITE.controls if c.name == "stub")


def question(sample: Sample) -> Question:
    """A question nobody reads."""
    return Question(sample, "asm", 0, lambda form: "", lambda: None)


def test_there_are_enough_tasks_at_all_levels() -> None:
    assert len(BY_TASK) >= 24
    assert len(DATA.samples) == 4 * len(BY_TASK)
    assert len({s.id for s in DATA.samples}) == len(DATA.samples)


@pytest.mark.parametrize("name", sorted(BY_TASK))
def test_a_task_judges(name: str, judge: Judge) -> None:
    sample = BY_TASK[name]
    task: Task = sample.truth
    assert sample.groups["topic"] != "unknown"
    assert source.prototype(task.function, "func0") is not None
    assert len(re.findall(r"\bassert\s*\(", task.test)) >= 8
    assert weak_test(task) is None
    assert judge.sound_verdict(task, task.function)["plain"]["passes"] is True
    stub = judge.sound_verdict(task, STUB.answer(question(sample)))["plain"]
    assert (stub["compiles"], stub["passes"]) == (True, False)


# -- questions -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ink_cost-O0", "ink_cost-O3", "digit_seesaw-O2"])
def test_the_assembly_is_the_function_s(name: str, observer: Observer) -> None:
    sample = next(s for s in DATA.samples if s.id == name)
    text = observer.question(sample, "asm")
    assert text.startswith("<func0>:\n")
    assert re.search(r"^ret", text, re.MULTILINE)
    assert "#" not in text
    assert "<main>:" not in text
    assert not re.search(r"^[0-9a-f ]+$", text, re.MULTILINE)


def test_levels_differ_in_what_they_ask(observer: Observer) -> None:
    texts = {observer.question(s, "asm") for s in DATA.samples if s.cluster == "ink_cost"}
    assert len(texts) >= 3


def test_the_data_form_shows_what_the_assembly_refers_to(observer: Observer) -> None:
    with_data = 0
    for name in ("ink_cost-O0", "quantize_q88-O2", "digit_seesaw-O0"):
        sample = next(s for s in DATA.samples if s.id == name)
        plain, rich = observer.question(sample, "asm"), observer.question(sample, "asm-data")
        assert rich.startswith("<func0>:\n")
        referenced = {int(a, 16) for a in re.findall(r"# ([0-9a-f]+) <", rich)}
        shown = {int(a, 16) for a in re.findall(r"^\.\S+ ([0-9a-f]+): ", rich, re.MULTILINE)}
        assert shown <= referenced
        assert plain.splitlines()[1] in rich
        with_data += bool(shown)
    assert with_data


def test_the_program_itself_can_be_had(observer: Observer) -> None:
    binary = observer.binary(BY_TASK["ink_cost"])
    assert binary is not None
    assert binary.startswith(b"\x7fELF")
    assert shutil.which("objdump")


def test_a_form_that_is_not_there_is_refused(observer: Observer) -> None:
    with pytest.raises(InputError, match="ink_cost-O2 carries no pseudo-code"):
        observer.question(BY_TASK["ink_cost"], "pseudo")
    with pytest.raises(
        InputError, match="no question form 'tea'; there are: asm, asm-data, pseudo"
    ):
        observer.question(BY_TASK["ink_cost"], "tea")
