"""The corpus of crypto-inventory is what its labels say, and the checker sees when it is not."""

from __future__ import annotations

import ast
import copy
import importlib
import json
import shutil
import sys
import tomllib
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.suites.crypto_inventory import corpus_check as check

TOOLS = Path(__file__).parents[3] / "tools/crypto_corpus"
FILES = check.DATA / "files"
LABELS = check.read_labels(check.DATA)
BY_FILE = {label["file"]: label for label in LABELS}
GRAMMARS = {
    "c": "tree_sitter_c",
    "cpp": "tree_sitter_cpp",
    "csharp": "tree_sitter_c_sharp",
    "go": "tree_sitter_go",
    "java": "tree_sitter_java",
    "javascript": "tree_sitter_javascript",
    "kotlin": "tree_sitter_kotlin",
    "rust": "tree_sitter_rust",
    "typescript": "tree_sitter_typescript",
}


def test_every_label_points_at_what_it_says() -> None:
    assert check.problems() == []


def test_the_corpus_has_what_was_asked_for() -> None:
    assert len(LABELS) >= 210
    clean = [label for label in LABELS if check.is_clean(label)]
    assert 0.40 <= len(clean) / len(LABELS) <= 0.60
    paired = [label for label in clean if label["twin"] is not None]
    assert len(paired) >= 0.8 * len(clean)
    assert {"dev", "test"} == {label["split"] for label in LABELS}
    states = {f["state"] for label in LABELS for f in label["findings"]}
    assert states == set(check.STATES)
    arches = {Path(f).stem.partition("_x86")[1] for f in BY_FILE if f.startswith("assembly/")}
    assert arches == {"", "_x86"}


def test_a_clean_twin_stands_beside_a_file_with_something_to_find() -> None:
    pairs = [(a, BY_FILE[a["twin"]]) for a in LABELS if a["twin"]]
    kinds = {(check.is_clean(a), check.is_clean(b)) for a, b in pairs}
    assert (True, True) not in kinds


@pytest.mark.parametrize("language", sorted(GRAMMARS))
def test_code_parses(language: str) -> None:
    module = pytest.importorskip(GRAMMARS[language])
    from tree_sitter import Language, Parser

    broken = []
    for label in LABELS:
        if label["language"] == language:
            name = "language"
            if language == "typescript":
                name += "_tsx" if label["file"].endswith("x") else "_typescript"
            tree = Parser(Language(getattr(module, name)())).parse(_content(label))
            if tree.root_node.has_error:
                broken.append(label["file"])
    assert broken == []


def test_python_and_data_formats_parse() -> None:
    readers: dict[str, Callable[[str], object]] = {
        ".py": ast.parse,
        ".json": json.loads,
        ".toml": tomllib.loads,
        ".xml": ElementTree.fromstring,
    }
    for label in LABELS:
        reader = readers.get(Path(label["file"]).suffix)
        if reader is not None:
            reader(_content(label).decode())


# --- the checker sees what is wrong ----------------------------------------------------------


def _content(label: check.Label) -> bytes:
    return (FILES / str(label["file"])).read_bytes()


def _changed(file: str, **changes: Any) -> dict[str, Any]:
    label = copy.deepcopy(BY_FILE[file])
    label.update(changes)
    return label


def _finding(file: str, **changes: Any) -> dict[str, Any]:
    label = copy.deepcopy(BY_FILE[file])
    label["findings"][0].update(changes)
    return label


SIGNER = "java/InvoiceSealer.java"
GATEWAY = "certificates/web_gateway.pem"


@pytest.mark.parametrize(
    ("label", "words"),
    [
        (_finding(SIGNER, lines=[1, 4000]), "not in the file"),
        (_finding(SIGNER, lines=[9, 3]), "not in the file"),
        (_finding(SIGNER, lines=[0, 1]), "not in the file"),
        (_finding(SIGNER, lines=[1, 3], also=[]), "nothing on its lines"),
        (_finding(SIGNER, algorithm="ElGamal"), "nothing on its lines"),
        (_finding(SIGNER, algorithm="No such thing"), "nothing on its lines"),
        (_finding(SIGNER, state="maybe"), "state 'maybe'"),
        (_finding(SIGNER, evidence="feeling"), "evidence 'feeling'"),
        (_finding(SIGNER, function="magic"), "function 'magic'"),
        (_finding(SIGNER, reason=""), "not a sentence"),
        (_changed(SIGNER, clean_reason="Nothing."), "clean_reason"),
        (_changed(SIGNER, findings=[]), "clean_reason"),
        (_changed(SIGNER, difficulty="brutal"), "difficulty 'brutal'"),
        (_changed(SIGNER, split="train"), "split 'train'"),
        (_changed(SIGNER, findings=2 * BY_FILE[SIGNER]["findings"]), "2 times"),
        (_finding(GATEWAY, algorithm="DSA"), "the blocks name"),
        (_finding(GATEWAY, parameters={"bits": 4096}), "the key has 2048"),
        (_finding("certificates/door_reader.pem", parameters={"curve": "P-384"}), "curve P-384"),
        (_finding("python/pinned_root.py", algorithm="DSA"), "do not name it"),
        (_finding("java/LegacyMailbox.java", algorithm="Twofish"), "parts of its name"),
    ],
)
def test_a_wrong_label_is_seen(label: dict[str, Any], words: str) -> None:
    found = list(check.label_problems(label, _content(label)))
    assert any(words in problem for problem in found), found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            b"-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAx1\n-----END RSA PRIVATE KEY-----\n",
            "private",
        ),
        (b"[Interface]\nPrivateKey = " + b"A" * 43 + b"=\n", "private"),
        (b'{"kty": "RSA", "d": "' + b"b" * 40 + b'"}\n', "private"),
        (b"# this RSA call is vulnerable\n", "gives away its label"),
        (b"\xff\xfe\x00", "not UTF-8"),
    ],
)
def test_a_wrong_file_is_seen(text: bytes, words: str) -> None:
    label = _changed(SIGNER, findings=[], clean_reason="Nothing.")
    assert any(words in problem for problem in check.label_problems(label, text))


def test_a_certificate_that_does_not_parse_is_seen() -> None:
    text = _content(BY_FILE[GATEWAY]).decode().splitlines(keepends=True)
    cut = "".join([text[0], *text[3:]]).encode()
    found = list(check.label_problems(BY_FILE[GATEWAY], cut))
    assert any("does not parse" in problem for problem in found)


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    shutil.copytree(check.DATA, tmp_path / "data")
    return tmp_path / "data"


def _rewrite(data: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    labels = check.read_labels(data)
    for label in labels:
        change(label)
    lines = "".join(json.dumps(label) + "\n" for label in labels)
    (data / "labels.jsonl").write_text(lines, "utf-8")


def test_faults_of_the_whole_are_seen(copied: Path) -> None:
    def change(label: dict[str, Any]) -> None:
        if label["file"] == SIGNER:
            label["split"] = "dev" if label["split"] == "test" else "test"
        if label["file"] == GATEWAY:
            label["twin"] = "certificates/nowhere.pem"
        if label["file"] == "go/relay_keys.go":
            label["twin"] = SIGNER

    _rewrite(copied, change)
    (copied / "files/stray.py").write_text("x = 1\n")
    shutil.copy(copied / "files" / SIGNER, copied / "files/java/DoorController.java")
    (copied / "files/python/pinned_root.py").unlink()
    found = "\n".join(check.problems(copied))
    for words in (
        "is in both splits",
        "is not in the corpus",
        "does not name it as its twin",
        "stray.py: has no label",
        "the same bytes as",
        "pinned_root.py: there is no such file",
    ):
        assert words in found


def test_a_corpus_without_clean_files_is_refused(copied: Path) -> None:
    labels = [label for label in check.read_labels(copied) if not check.is_clean(label)][:60]
    lines = "".join(json.dumps(label) + "\n" for label in labels)
    (copied / "labels.jsonl").write_text(lines, "utf-8")
    found = "\n".join(check.problems(copied))
    assert "files are clean; at least 40% are required" in found
    assert "60 files; at least 200 are required" in found


def test_the_command_tells_and_returns(copied: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check.main([str(copied)]) == 0
    (copied / "files" / SIGNER).unlink()
    assert check.main([str(copied)]) == 1
    assert "there is no such file" in capsys.readouterr().out


# --- the parts -------------------------------------------------------------------------------


@given(st.binary(max_size=300), st.sampled_from(LABELS))
def test_any_content_gives_problems_not_exceptions(content: bytes, label: check.Label) -> None:
    assert all(isinstance(problem, str) for problem in check.label_problems(label, content))


# --- assembly --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def assembly() -> Iterator[ModuleType]:
    sys.path.insert(0, str(TOOLS))
    yield importlib.import_module("assembly")
    sys.path.remove(str(TOOLS))


def _compiled(assembly: ModuleType) -> Iterator[tuple[Any, str]]:
    for path in sorted(assembly.SOURCES.glob("*.c")):
        source = assembly.read(path)
        for arch in source.targets:
            yield source, arch


def test_assembly_labels_equal_the_header_of_the_source(assembly: ModuleType) -> None:
    seen = set()
    for source, arch in _compiled(assembly):
        file = source.targets[arch][0]
        assert assembly.label_for(source, arch, (FILES / file).read_text()) == BY_FILE[file]
        seen.add(file)
    assert seen == {label["file"] for label in LABELS if label["language"] == "assembly"}


@pytest.mark.parametrize("arch", ["x86_64", "aarch64"])
def test_assembly_is_what_the_source_compiles_to(assembly: ModuleType, arch: str) -> None:
    if assembly.version(arch) != assembly.COMPILER:
        pytest.skip(f"{assembly.GCC[arch]} {assembly.COMPILER} is not installed")
    for source, target in _compiled(assembly):
        if target == arch:
            file = source.targets[arch][0]
            assert assembly.compile_for(source, arch) == (FILES / file).read_text(), file
