"""Questions of the shipped corpus: assembly, data and the program itself."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace

import pytest

from acidtest.core.errors import InputError
from acidtest.core.options import RunOptions
from acidtest.core.protocols import Questions
from acidtest.core.records import Answer
from acidtest.core.systems import CallableSystem
from acidtest.engine import make_plan
from acidtest.suites.c_decompile.suite import SUITE

SAMPLES = {s.id: s for s in SUITE.read([]).samples}


@pytest.mark.parametrize("name", ["ink_cost-O0", "ink_cost-O3", "digit_seesaw-O2"])
def test_the_assembly_is_the_function_s(name: str, questions: Questions) -> None:
    sample = SAMPLES[name]
    text = questions.text(sample, "asm")
    assert text.startswith("<func0>:\n")
    assert re.search(r"^ret", text, re.MULTILINE)
    assert "#" not in text
    assert "<main>:" not in text
    assert not re.search(r"^[0-9a-f ]+$", text, re.MULTILINE)


def test_levels_differ_in_what_they_ask(questions: Questions) -> None:
    texts = {questions.text(s, "asm") for s in SAMPLES.values() if s.cluster == "ink_cost"}
    assert len(texts) >= 3


def test_the_data_form_shows_what_the_assembly_refers_to(questions: Questions) -> None:
    with_data = 0
    for name in ("ink_cost-O0", "quantize_q88-O2", "digit_seesaw-O0"):
        sample = SAMPLES[name]
        plain, rich = questions.text(sample, "asm"), questions.text(sample, "asm-data")
        assert rich.startswith("<func0>:\n")
        referenced = {int(a, 16) for a in re.findall(r"# ([0-9a-f]+) <", rich)}
        shown = {int(a, 16) for a in re.findall(r"^\.\S+ ([0-9a-f]+): ", rich, re.MULTILINE)}
        assert shown <= referenced
        assert plain.splitlines()[1] in rich
        with_data += bool(shown)
    assert with_data


def test_the_program_itself_can_be_had(questions: Questions) -> None:
    program = questions.program(SAMPLES["ink_cost-O2"])
    assert program is not None
    assert program.data.startswith(b"\x7fELF")
    assert shutil.which("objdump")


def test_a_form_that_is_not_there_is_refused(questions: Questions) -> None:
    with pytest.raises(InputError, match="ink_cost-O2 carries no pseudo-code"):
        questions.text(SAMPLES["ink_cost-O2"], "pseudo")
    with pytest.raises(
        InputError,
        match="unknown question form 'tea'; c-decompile has: asm, asm-data, program, pseudo",
    ):
        questions.text(SAMPLES["ink_cost-O2"], "tea")


def test_pseudo_code_is_refused_before_anything_runs_where_a_sample_has_none() -> None:
    samples = list(SAMPLES.values())[:2]
    with pytest.raises(
        InputError, match=r"--question pseudo: 724 of 724 samples carry no pseudo-code"
    ):
        make_plan(SUITE, CallableSystem(lambda text: ""), RunOptions.of({"form": "pseudo"}))
    SUITE.check_form(samples, "asm")
    stored = [replace(s, truth=replace(s.truth, pseudo="int f();")) for s in samples]
    SUITE.check_form(stored, "pseudo")
    with pytest.raises(InputError, match=f"1 of 3 samples carry .* {samples[0].id};"):
        SUITE.check_form([*stored, samples[0]], "pseudo")


def test_what_does_not_compile_gets_the_compiler_s_message_and_nothing_of_the_test() -> None:
    sample = SAMPLES["ink_cost-O0"]
    with SUITE.judge(RunOptions()) as judge:

        def follow_up(text: str) -> str | None:
            answer = Answer(sample.id, text)
            return SUITE.repair(sample, answer, judge.observe(sample, text))

        asked = follow_up("int func0(void) { return nothing; }")
        assert asked is not None
        assert "'nothing' undeclared" in asked
        assert not [
            line for line in sample.truth.test.splitlines() if len(line) > 9 and line in asked
        ]
        assert follow_up(sample.truth.function) is None
        assert follow_up("") is None
