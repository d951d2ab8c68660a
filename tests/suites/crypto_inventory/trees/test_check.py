"""The labels of crypto-trees as they are in the tree, without the packages."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from acidtest.core.errors import InfrastructureError, InputError
from acidtest.suites.crypto_inventory import dataset, trees
from acidtest.suites.crypto_inventory.trees.check import problems, summary, unlabelled

RECORDS: list[dict[str, Any]] = [
    json.loads(line) for line in trees.LABELS.read_text("utf-8").splitlines()
]
TEXT = b"import rsa\nkey = rsa.newkeys(2048)\n\n"
FINDING = {
    "algorithm": "RSA",
    "function": "signature",
    "lines": [1, 2],
    "evidence": "api-call",
    "state": "active",
    "reason": "Keys are made.",
}


def record(**more: Any) -> dict[str, Any]:
    return {"file": "rsa/a.py", "package": "rsa", "findings": [{**FINDING, **more}]}


def test_every_drawn_file_is_labelled_and_no_other() -> None:
    assert list(unlabelled({one["file"] for one in RECORDS})) == []
    assert len(list(unlabelled({"rsa/other.py"}))) == len(RECORDS) + 1


def test_the_list_has_its_mix_and_its_hashes() -> None:
    registries = Counter(release.registry for release in trees.releases().values())
    assert set(registries) == {"pypi", "npm", "debian"}
    assert sum(registries.values()) >= 30
    assert all(len(release.sha256) == 64 for release in trees.releases().values())


def test_the_page_has_the_numbers_of_the_labels() -> None:
    said = summary()
    counted = {word: int(n) for word, n in re.findall(r"(\w+) (\d+)[,)]", said)}
    page = (Path(__file__).parents[4] / "docs/suites/crypto-inventory.md").read_text("utf-8")
    text = " ".join(page.split())
    assert (
        f"{counted['active']} places where one of {said.split()[-4]} algorithms is in use" in text
    )
    assert f"{counted['comment']} that only name one, {counted['test']} in tests" in text
    assert said.startswith(f"{len(RECORDS)} files, 100 with nothing to find; ")


def test_a_sound_label_has_no_problem() -> None:
    assert list(problems(record(), TEXT)) == []


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"lines": [2, 4]}, "are not in the file"),
        ({"lines": [3, 3]}, "are empty"),
        ({"also": [[0, 1]]}, "are not in the file"),
        ({"state": "used"}, "state 'used' is not one of"),
        ({"reason": "no sentence"}, "not a sentence"),
        ({"reason": "It says key = rsa.newkeys(2048)."}, "quotes a line"),
        ({"optional": True}, "clean_reason"),
    ],
)
def test_a_wrong_label_is_named(more: dict[str, Any], said: str) -> None:
    assert any(said in what for what in problems(record(**more), TEXT))


def test_packages_that_were_not_fetched_say_how_to_get_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InfrastructureError, match="acidtest fetch crypto-trees"):
        dataset.read([Path("crypto-trees")])


def test_other_bytes_than_the_labelled_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path))
    one = RECORDS[0]
    path = trees.releases()[one["package"]].folder / one["file"][len(one["package"]) + 1 :]
    path.parent.mkdir(parents=True)
    path.write_text("something else\n")
    with pytest.raises(InfrastructureError, match="is not the file that was labelled"):
        trees.content(one)


def test_a_folder_of_that_name_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert trees.is_meant(Path("crypto-trees"))
    (tmp_path / "crypto-trees").mkdir()
    assert not trees.is_meant(Path("crypto-trees"))
    with pytest.raises(InputError, match="has neither"):
        dataset.read([Path("crypto-trees")])
