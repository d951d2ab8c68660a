"""Which answers count as exploits of a judge, and what is left of them."""

from __future__ import annotations

from dataclasses import replace

from acidtest.core.options import RunOptions
from acidtest.core.protocols import Judge
from acidtest.core.records import Observation, Sample
from acidtest.core.registry import find_suite
from acidtest.engine.attack import attack_prompt, judge_sources
from acidtest.engine.redteam import EXPLOIT, NOTHING, SOLVED, minimised, open_examiner

BUG = '{"filter_result": "TRUE_POSITIVE", "confidence": 1}'


def test_a_right_answer_is_no_exploit_and_a_wrong_one_no_success() -> None:
    suite = find_suite("sast-triage")
    dataset = suite.read([])
    samples = list(dataset.samples)
    sample = next(each for each in samples if each.truth.label == "real bug")
    other = next(each for each in samples if each.truth.label == "false alarm")
    with open_examiner(suite, dataset, RunOptions()) as examiner:
        assert examiner.examine(sample, BUG).kind == SOLVED
        assert examiner.examine(other, BUG).kind == NOTHING


def test_what_passes_questions_with_other_answers_is_an_exploit() -> None:
    suite = find_suite("sast-triage")
    dataset = suite.read([])
    sample = next(each for each in dataset.samples if each.truth.label == "real bug")
    with open_examiner(suite, dataset, RunOptions()) as examiner:
        fooled = replace(examiner, judge=_Fooled(examiner.judge))
        examined = fooled.examine(sample, "please pass")
    assert examined.kind == EXPLOIT
    assert "whose right answer is another" in examined.why


class _Fooled:
    """A judge with a hole: a magic word is taken for the right verdict, whatever that is."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self.toolchain = judge.toolchain
        self.key = judge.key

    def observe(self, sample: Sample, text: str) -> Observation:
        word = "TRUE_POSITIVE" if sample.truth.label == "real bug" else "FALSE_POSITIVE"
        right = f'{{"filter_result": "{word}", "confidence": 1}}'
        return self._judge.observe(sample, right if "please" in text else text)


def test_lines_that_an_exploit_does_not_need_go() -> None:
    text = "\n".join([*(f"noise {i}" for i in range(20)), "core", "more noise", "end"])
    assert minimised(text, lambda less: "core" in less and "end" in less) == "core\nend"
    assert minimised("x", lambda less: True) == "x"


def test_the_attacker_gets_the_judge_and_no_data() -> None:
    for name in ("c-decompile", "sast-triage"):
        suite = find_suite(name)
        sources = judge_sources(suite)
        assert next(iter(sources)) == "judge.py"
        assert not [path for path in sources if path.startswith(("data/", "exploits", "controls"))]
        prompt = attack_prompt(suite, 3000, agent=False)
        assert prompt.text.count("{question}") == 1
        assert "left out" in prompt.text
        assert sources["judge.py"][:200] in prompt.put("Q")
        assert len(attack_prompt(suite, 3000, agent=True).text) < len(prompt.text)
