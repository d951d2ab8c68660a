"""Reading tasks: every layout, and a clear refusal of everything else."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from acidtest.core.errors import InputError
from acidtest.core.protocols import Dataset
from acidtest.suites.c_decompile import dataset
from acidtest.suites.c_decompile.suite import SUITE
from acidtest.suites.c_decompile.task import Task

PUBLISHED: dict[str, Any] = {
    "task_id": 17,
    "type": "O2",
    "c_func": "int func0(int a) { return a; }\n",
    "c_test": "int main(void) { return func0(0); }\n",
    "input_asm_prompt": "<func0>:\nret",
}
LATER: dict[str, Any] = {
    "index": 3,
    "func_name": "scale",
    "func_dep": "#include <stdio.h>",
    "func": "int scale(int a) { return a; }",
    "test": "int main(void) { return scale(0); }",
    "opt": "O1",
    "language": "c",
    "asm": "<scale>:\nret",
    "ida_asm": "x",
    "ida_pseudo": "ida text",
    "ghidra_asm": "y",
    "ghidra_pseudo": "ghidra text",
}
CORPUS_FILE = """// task: tiny
// topic: sums
// ---- types ----
typedef int number;
// ---- function ----
number func0(number a) { return a; }
// ---- test ----
int main(void) { return func0(0); }
"""
Write = Callable[[Any], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """A file with this JSON."""

    def made(content: Any) -> Path:
        path = tmp_path / "data.json"
        path.write_text(json.dumps(content))
        return path

    return made


def refusal(path: Path) -> str:
    """What the user is told."""
    with pytest.raises(InputError) as caught:
        dataset.read([path])
    return str(caught.value)


# -- layouts ---------------------------------------------------------------------------------------


def test_a_published_record(write: Write) -> None:
    (sample,) = dataset.read([write([PUBLISHED])]).samples
    assert (sample.id, sample.cluster, sample.groups) == ("17-O2", "17", {"opt": "O2"})
    assert sample.truth == Task(
        name="17",
        opt="O2",
        language="c",
        entry="func0",
        dependencies="",
        function=PUBLISHED["c_func"],
        test=PUBLISHED["c_test"],
        asm="<func0>:\nret",
        pseudo=None,
    )
    assert sample.record == PUBLISHED


def test_a_published_record_with_pseudo_code(write: Write) -> None:
    record = {**PUBLISHED, "input_asm_prompt": "int func0(int a) { return a; }"}
    data = dataset.read([write([record])])
    (sample,) = data.samples
    assert (sample.truth.asm, sample.truth.pseudo) == (None, "int func0(int a) { return a; }")
    assert SUITE.default_form(data) == "pseudo"
    assert SUITE.default_form(dataset.read([write([PUBLISHED])])) == "asm"


def test_a_later_record(write: Write) -> None:
    (sample,) = dataset.read([write([LATER])]).samples
    assert (sample.id, sample.cluster) == ("3-O1", "3")
    assert sample.groups == {"opt": "O1", "language": "c"}
    task: Task = sample.truth
    assert (task.entry, task.dependencies, task.asm) == ("scale", LATER["func_dep"], LATER["asm"])
    assert task.pseudo == "ghidra text"
    assert task.reference == f"{LATER['func_dep']}\n{LATER['func']}"


@pytest.mark.parametrize("language", ["cpp", "c++", "CPP"])
def test_cpp_records_have_ids_of_their_own(write: Write, language: str) -> None:
    both = list(dataset.read([write([LATER, {**LATER, "language": language}])]).samples)
    assert [s.id for s in both] == ["3-O1", "3-cpp-O1"]
    assert both[1].groups["language"] == both[1].truth.language == "cpp"


def test_stored_text_may_be_absent(write: Write) -> None:
    record = {k: v for k, v in LATER.items() if k not in ("asm", "ghidra_pseudo", "ida_asm")}
    (sample,) = dataset.read([write([{**record, "ghidra_asm": None}])]).samples
    task: Task = sample.truth
    assert (task.asm, task.pseudo) == (None, "ida text")


def test_jsonl_is_read_like_a_list(tmp_path: Path) -> None:
    odd = {**PUBLISHED, "c_test": "// a\u2028b\u0085c\x0bd\nint main(void) { return 0; }"}
    records = [odd, {**PUBLISHED, "type": "O3"}]
    path = tmp_path / "data.jsonl"
    lines = [json.dumps(record, ensure_ascii=False) for record in records]
    path.write_text("\n".join([*lines, "", ""]), encoding="utf-8")
    assert [s.record for s in dataset.read([path]).samples] == records


def test_jsonl_of_one_record_is_read(tmp_path: Path) -> None:
    path = tmp_path / "data.jsonl"
    path.write_text(json.dumps(PUBLISHED) + "\n")
    assert [s.id for s in dataset.read([path]).samples] == ["17-O2"]


def test_a_corpus_file_is_four_samples(tmp_path: Path) -> None:
    path = tmp_path / "tiny.c"
    path.write_text(CORPUS_FILE)
    samples = list(dataset.read([path]).samples)
    assert [s.id for s in samples] == ["tiny-O0", "tiny-O1", "tiny-O2", "tiny-O3"]
    assert {s.cluster for s in samples} == {"tiny"}
    assert samples[2].groups == {"opt": "O2", "topic": "sums", "origin": "written"}
    task: Task = samples[0].truth
    assert task.dependencies == "typedef int number;"
    assert task.function == "number func0(number a) { return a; }\n"
    assert task.test == "int main(void) { return func0(0); }\n"


@pytest.mark.parametrize("section", ["function", "test"])
def test_a_corpus_file_without_a_section_is_named(tmp_path: Path, section: str) -> None:
    path = tmp_path / "tiny.c"
    path.write_text(CORPUS_FILE.replace(f"// ---- {section} ----", "//"))
    assert refusal(path) == f"{path}: has no section '// ---- {section} ----'"


def test_a_folder_is_read_file_by_file(tmp_path: Path) -> None:
    (tmp_path / "b.json").write_text(json.dumps([PUBLISHED]))
    (tmp_path / "a.json").write_text(json.dumps([LATER]))
    assert [s.id for s in dataset.read([tmp_path]).samples] == ["3-O1", "17-O2"]


def test_several_files_are_one_set(tmp_path: Path) -> None:
    for name, record in (("a.json", PUBLISHED), ("b.json", LATER)):
        (tmp_path / name).write_text(json.dumps([record]))
    data = dataset.read([tmp_path / "a.json", tmp_path / "b.json"])
    assert ([s.id for s in data.samples], data.name) == (["17-O2", "3-O1"], "a.json, b.json")


def test_the_hash_covers_what_is_scored_and_not_what_is_asked(write: Write) -> None:
    base = dataset.read([write([LATER])]).sha256
    for field in ("index", "func_name", "func_dep", "func", "test"):
        changed = {**LATER, field: f"{LATER[field]}1"}
        assert dataset.read([write([changed])]).sha256 != base, field
    for field in ("asm", "ghidra_pseudo", "ida_asm"):
        assert dataset.read([write([{**LATER, field: "other"}])]).sha256 == base, field


# -- refusals --------------------------------------------------------------------------------------


@pytest.mark.parametrize("field", sorted(set(PUBLISHED) - {"c_func"}))
def test_a_missing_published_field_is_named(write: Write, field: str) -> None:
    broken = {k: v for k, v in PUBLISHED.items() if k != field}
    path = write([PUBLISHED, broken])
    assert refusal(path) == f"{path}: record 1: field '{field}' is missing"


@pytest.mark.parametrize(
    "field", ["index", "func_name", "func_dep", "func", "test", "opt", "language"]
)
def test_a_missing_later_field_is_named(write: Write, field: str) -> None:
    broken = {k: v for k, v in LATER.items() if k != field}
    path = write([broken])
    assert refusal(path) == f"{path}: record 0: field '{field}' is missing"


@pytest.mark.parametrize("value", [None, 1.5, [], {}, True])
@pytest.mark.parametrize("field", sorted(PUBLISHED))
def test_a_published_field_of_the_wrong_type_is_named(write: Write, field: str, value: Any) -> None:
    assert f"record 0: field '{field}' is a " in refusal(write([{**PUBLISHED, field: value}]))


@pytest.mark.parametrize("field", ["asm", "ghidra_pseudo", "ida_pseudo", "func", "index"])
def test_a_later_field_of_the_wrong_type_is_named(write: Write, field: str) -> None:
    assert f"record 0: field '{field}' is a list" in refusal(write([{**LATER, field: []}]))


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"opt": "O5"}, "field 'opt' is 'O5', not one of O0, O1, O2, O3"),
        ({"opt": "Os"}, "field 'opt' is 'Os'"),
        ({"language": "rust"}, "field 'language' is 'rust', not 'c' or 'cpp'"),
    ],
)
def test_a_value_outside_its_range_is_named(
    write: Write, change: dict[str, str], part: str
) -> None:
    assert part in refusal(write([{**LATER, **change}]))


def test_an_id_that_occurs_twice_is_refused(write: Write, tmp_path: Path) -> None:
    assert "record 2: has the same id 17-O2 as record 0" in refusal(
        write([PUBLISHED, LATER, PUBLISHED])
    )
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    for path in (one, two):
        path.write_text(json.dumps([PUBLISHED]))
    with pytest.raises(InputError, match=r"two\.json: duplicate id 17-O2"):
        dataset.read([one, two])


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"", "this file is empty"),
        (b"not json", "is not JSON"),
        (b"[{]", "is not JSON"),
        (b"[]", "contains no tasks"),
        (b"{}", "record"),
        (b'"text"', "expected a list of records, got str"),
        (b"[1]", "record 0: expected an object, got int"),
        (b"[[]]", "record 0: expected an object, got list"),
        (b"[null]", "record 0: expected an object, got NoneType"),
        (b"\xff\xfe[]", "is not UTF-8 text (byte 0)"),
        (b"[" * 100_000, "is not JSON"),
        (b"[" + b"9" * 5000 + b"]", "is not JSON"),
    ],
    ids=[*"empty text broken empty-list object string number list null utf16 deep digits".split()],
)
def test_what_is_no_list_of_records_is_refused(tmp_path: Path, content: bytes, part: str) -> None:
    path = tmp_path / "data.json"
    path.write_bytes(content)
    said = refusal(path)
    assert said.startswith(str(path))
    assert part in said


def test_what_is_not_there_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "absent.json"
    assert refusal(path) == f"{path}: no such file or folder"
    assert "no task" in refusal(tmp_path)


@pytest.mark.parametrize("name", ["a\\q", "", "a b", "f(", "\ud800"])
def test_a_function_name_that_is_none_is_refused(write: Write, name: str) -> None:
    assert "record 0: field 'func_name'" in refusal(write([{**LATER, "func_name": name}]))


def read_or_refusal(path: Path) -> Dataset | str:
    """What was read, or what the user is told; any other exception comes out."""
    try:
        return dataset.read([path])
    except InputError as error:
        return str(error)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from([*PUBLISHED, *LATER, "other"]), inner, max_size=8)
    ),
    max_leaves=20,
)
NEAR = st.one_of(
    st.fixed_dictionaries({k: st.just(v) | JSON for k, v in PUBLISHED.items()}),
    st.fixed_dictionaries({k: st.just(v) | JSON for k, v in LATER.items()}),
    JSON,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
@given(content=st.lists(NEAR, max_size=3) | JSON)
def test_any_json_gives_samples_or_an_input_error(write: Write, content: Any) -> None:
    path = write(content)
    data = read_or_refusal(path)
    if isinstance(data, str):
        assert str(path) in data
    else:
        samples = list(data.samples)
        assert len({s.id for s in samples}) == len(samples) > 0
        assert all(s.groups["opt"] in dataset.OPTS for s in data.samples)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=60), suffix=st.sampled_from([".json", ".jsonl", ".c"]))
def test_any_bytes_give_samples_or_an_input_error(
    tmp_path: Path, content: bytes, suffix: str
) -> None:
    path = tmp_path / f"data{suffix}"
    path.write_bytes(content)
    data = read_or_refusal(path)
    assert not isinstance(data, str) or str(path) in data
