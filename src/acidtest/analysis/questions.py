"""The questions of a run, rebuilt from its data, with their references."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from acidtest.core.digest import code_digest, sha256_of
from acidtest.core.errors import AcidtestError
from acidtest.core.options import RunOptions
from acidtest.core.protocols import Questions, Suite
from acidtest.core.records import Json, Sample
from acidtest.core.registry import find_suite, read_dataset
from acidtest.engine.ask import make_question
from acidtest.store import ObservationCache

_TEXT = 20_000

Texts = dict[str, Json]
"""`question` and `reference`; `missing` says why they are empty."""


def asked(manifest: Mapping[str, Json], ids: Sequence[str]) -> dict[str, Texts]:
    """Question and reference by sample. Building a question may compile code, so it is cached."""
    suite = find_suite(str(manifest["suite"]))
    form = str(manifest["question_form"])
    head = (str(manifest["signature"]), form, code_digest(suite))
    keys = {identity: sha256_of("question", *head, identity) for identity in ids}
    cache = ObservationCache()
    try:
        made: dict[str, Texts] = {}
        known = cache.find(keys.values())
        todo = [identity for identity in ids if keys[identity] not in known]
        if todo:
            made = _make(suite, manifest, todo, form)
            good = {keys[i]: texts for i, texts in made.items() if "missing" not in texts}
            cache.add(good)
        return {i: made[i] if i in made else dict(known[keys[i]]) for i in ids}
    finally:
        cache.close()


def _make(
    suite: Suite, manifest: Mapping[str, Json], ids: Sequence[str], form: str
) -> dict[str, Texts]:
    try:
        options = RunOptions.from_manifest(manifest)
        dataset = read_dataset(suite, options)
        if dataset.sha256 != manifest["data"]["sha256"]:
            return dict.fromkeys(ids, _missing("the data has changed since the run"))
        samples = {sample.id: sample for sample in dataset.samples}
        with suite.questions(options) as builder, ThreadPoolExecutor(os.cpu_count()) as pool:

            def one(identity: str) -> Texts:
                if identity not in samples:
                    return _missing("the sample is not in the data")
                return _texts(suite, builder, samples[identity], form)

            return dict(zip(ids, pool.map(one, ids), strict=True))
    except AcidtestError as error:
        return dict.fromkeys(ids, _missing(str(error)))


def _texts(suite: Suite, builder: Questions, sample: Sample, form: str) -> Texts:
    question = make_question(form, sample, 0, builder)
    # The oracle gives the right answer in every suite.
    oracle = next((control for control in suite.controls if control.name == "oracle"), None)
    try:
        reference = cut(oracle.answer(question)) if oracle else ""
        return {"question": cut(question.text), "reference": reference}
    except AcidtestError as error:
        return _missing(str(error))


def _missing(why: str) -> Texts:
    return {"question": "", "reference": "", "missing": why}


def cut(text: str, most: int = _TEXT) -> str:
    """The text cut to a maximum length, with a note saying how much was cut."""
    if len(text) <= most:
        return text
    return (
        f"{text[:most]}\n… {len(text) - most} more characters; see all of it with `acidtest show`"
    )
