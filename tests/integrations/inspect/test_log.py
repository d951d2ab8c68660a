"""A log of Inspect AI is read, or refused in a sentence, whatever is in it."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from acidtest.core.errors import InputError
from acidtest.integrations.inspect.log import Imported, read_log
from acidtest.systems.models.prices import read_prices
from tests.late import need

need("inspect_ai", "Inspect AI is not installed: acidtest[models]")


def _sample(**more: Any) -> dict[str, Any]:
    message = {"role": "assistant", "content": "an answer"}
    usage = {"input_tokens": 5, "output_tokens": 6, "total_tokens": 11}
    choices = [{"message": message, "stop_reason": "stop"}]
    output = {"model": "openai/gpt-4o", "choices": choices, "usage": usage, "time": 1.5}
    return {"id": "a", "epoch": 1, "input": "q", "target": "", "output": output, **more}


def _header(**more: Any) -> dict[str, Any]:
    metadata = {"acidtest_suite": "sast-triage", "acidtest_data": ["a.sarif"], **more}
    spec = {
        "created": "2026-01-01T00:00:00+00:00",
        "task": "acidtest/sast_triage",
        "dataset": {},
        "model": "openai/gpt-4o",
        "config": {},
        "metadata": metadata,
    }
    return {"version": 2, "status": "success", "eval": spec}


def _read(path: Path) -> Imported:
    return read_log(path, read_prices())


def _log(folder: Path, header: dict[str, Any], *samples: dict[str, Any]) -> Path:
    path = folder / "log.json"
    path.write_text(json.dumps({**header, "samples": samples}))
    return path


def _archive(folder: Path, sample: str) -> Path:
    path = folder / "log.eval"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", json.dumps(_header()))
        archive.writestr("samples/a_epoch_1.json", sample)
    return path


def test_both_forms_of_a_log_have_the_same_answers(tmp_path: Path) -> None:
    one = _read(_log(tmp_path, _header(), _sample()))
    assert one == _read(_archive(tmp_path, json.dumps(_sample())))
    assert (one.suite, one.data) == ("sast-triage", (Path("a.sarif"),))
    (answer,) = one.system.answers["a"]
    assert (answer.text, answer.tokens_in, answer.time_s) == ("an answer", 5, 1.5)


@pytest.mark.parametrize("data", [5, {"a": 1}, [1], [None], "a.sarif"])
def test_data_that_is_no_list_of_paths_is_refused(tmp_path: Path, data: Any) -> None:
    with pytest.raises(InputError, match=r"log\.json: expected paths in 'acidtest_data', got"):
        _read(_log(tmp_path, _header(acidtest_data=data), _sample()))


@pytest.mark.parametrize("epoch", [0, -1, 10**9])
def test_an_epoch_out_of_range_is_refused(tmp_path: Path, epoch: int) -> None:
    with pytest.raises(InputError, match=f"epoch {epoch}: expected an epoch from 1 to 1000000"):
        _read(_log(tmp_path, _header(), _sample(epoch=epoch)))


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        ("time", float("nan"), "a time from 0 to 10^15, got nan"),
        ("time", -1, "a time from 0 to 10^15, got -1"),
        ("input_tokens", 10**400, "a number of input tokens from 0 to 10^15, got 1000"),
        ("output_tokens", -1, "a number of output tokens from 0 to 10^15, got -1"),
        ("input_tokens_cache_read", -5, "a number of cached tokens from 0 to 10^15, got -5"),
    ],
)
def test_numbers_that_no_answer_has_are_refused(
    tmp_path: Path, place: str, value: float, words: str
) -> None:
    sample = _sample()
    (sample["output"] if place == "time" else sample["output"]["usage"])[place] = value
    with pytest.raises(InputError) as refused:
        _read(_log(tmp_path, _header(), sample))
    assert f"sample 'a', epoch 1: expected {words}" in str(refused.value)


def test_a_small_archive_of_too_much_is_refused(tmp_path: Path) -> None:
    path = _archive(tmp_path, "[" + "[]," * 12_000_000 + "[]]")
    assert path.stat().st_size < 100_000
    with pytest.raises(InputError, match="unpacks to more than 32 MiB, which is too much"):
        _read(path)


def test_what_inspect_says_becomes_one_short_line(tmp_path: Path) -> None:
    with pytest.raises(InputError) as refused:
        _read(_log(tmp_path, {**_header(), "status": "x\n" * 5000}, _sample()))
    assert "cannot be read as an Inspect AI log: status: Input should be" in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < len(str(tmp_path)) + 400
