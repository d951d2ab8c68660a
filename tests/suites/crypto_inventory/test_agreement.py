"""Cohen's kappa of two readers, by file, algorithm and state."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from acidtest.core.errors import InputError
from acidtest.suites.crypto_inventory import trees
from acidtest.suites.crypto_inventory.agreement import agreement, differences, kappa, read_labels

from .conftest import finding


def labels(path: Path, files: dict[str, list[dict[str, object]]]) -> Path:
    lines = [json.dumps({"file": name, "findings": found}) for name, found in files.items()]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def test_readers_are_compared_by_file_algorithm_and_state(tmp_path: Path) -> None:
    first = labels(
        tmp_path / "first.jsonl",
        {
            "a.py": [finding("RSA", (1, 1)), finding("MD5", (2, 2), state="comment")],
            "b.py": [finding("AES", (1, 1))],
            "c.py": [finding("AES", (1, 1))],
        },
    )
    second = labels(
        tmp_path / "second.jsonl",
        {"a.py": [finding("rsa-2048", (9, 9)), finding("MD5", (2, 2), state="test")], "b.py": []},
    )
    one, two = read_labels(first), read_labels(second)
    result = agreement(one, two)
    assert (result.files, result.named, result.same) == (2, 3, 1)
    assert sum(result.pairs.values()) == 2 * 3
    assert differences(one, two) == [
        ("a.py", "md5", "comment", "test"),
        ("b.py", "aes", "active", "not named"),
    ]
    assert agreement(one, one).kappa == 1.0
    assert result.kappa == pytest.approx((4 * 6 - 14) / (36 - 14))
    assert result.kappa_in_use == pytest.approx((5 * 6 - 22) / (36 - 22))


def test_in_use_counts_before_other_states_and_optional_is_left_out(tmp_path: Path) -> None:
    both = labels(
        tmp_path / "one.jsonl",
        {
            "a.c": [
                finding("RSA", (1, 1), state="test"),
                finding("RSA", (2, 2)),
                finding("MD5", (3, 3), optional=True),
            ]
        },
    )
    read = read_labels(both)
    assert read == {"a.c": {"rsa": "active", "md5": "optional"}}
    other = {"a.c": {"rsa": "test", "md5": "active"}}
    assert agreement(read, other).pairs == {("active", "test"): 1, ("optional", "active"): 1}
    assert agreement(read, other).kappa_in_use == 0.0


def test_the_page_has_the_agreement_of_the_two_readers() -> None:
    result = agreement(read_labels(trees.LABELS), read_labels(trees.SECOND))
    page = Path(__file__).parents[3] / "docs/suites/crypto-inventory.md"
    text = " ".join(page.read_text("utf-8").split())
    assert f"All {result.files} files were read twice." in text
    assert f"Of {result.named} algorithms that a reader named in a file, {result.same} have" in text
    assert f"kappa is {result.kappa:.3f} over all pairs" in text
    assert f"and {result.kappa_in_use:.3f} for in use or not" in text


def test_kappa_is_undefined_where_chance_explains_everything() -> None:
    assert kappa({}) is None
    assert kappa({("a", "a"): 5}) is None
    assert kappa({("a", "b"): 3, ("b", "a"): 3}) == -1.0


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[]", "one.jsonl"),
        ("{", "one.jsonl"),
        ('{"findings": []}', "field 'file' is missing"),
        ('{"file": "a", "findings": {}}', "field 'findings' is missing or not a list"),
        ('{"file": "a", "findings": [{"algorithm": "Foo9"}]}', "not the name of one algorithm"),
        ('{"file": "a", "findings": []}\n{"file": "a", "findings": []}', "was labelled before"),
    ],
)
def test_labels_that_cannot_be_read_are_refused_with_their_place(
    tmp_path: Path, line: str, message: str
) -> None:
    path = tmp_path / "one.jsonl"
    path.write_text(line + "\n")
    with pytest.raises(InputError, match=message):
        read_labels(path)
