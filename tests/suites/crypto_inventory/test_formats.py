"""CBOM and SARIF: of one file as an answer, of a whole tree split by location."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from acidtest.core.errors import InputError
from acidtest.core.protocols import Dataset
from acidtest.core.records import Sample
from acidtest.suites.crypto_inventory.answers import read_answer
from acidtest.suites.crypto_inventory.suite import SUITE

from .conftest import score


def asset(name: str, *places: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A cryptographic asset."""
    return {
        "type": "cryptographic-asset",
        "name": name,
        "cryptoProperties": {"assetType": "algorithm", "algorithmProperties": {}},
        "evidence": {"occurrences": list(places)},
        **more,
    }


def cbom(*assets: Any, version: str = "1.6") -> dict[str, Any]:
    """A CBOM."""
    return {"bomFormat": "CycloneDX", "specVersion": version, "components": list(assets)}


def sarif(*results: Any, rules: Sequence[Any] = ()) -> dict[str, Any]:
    """A SARIF log."""
    driver = {"name": "scan", "rules": list(rules)}
    return {"version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": list(results)}]}


def result(rule: str, uri: str, line: int, message: str = "", **more: Any) -> dict[str, Any]:
    """A SARIF result."""
    where = {"artifactLocation": {"uri": uri}, "region": {"startLine": line}}
    return {
        "ruleId": rule,
        "message": {"text": message},
        "locations": [{"physicalLocation": where}],
        **more,
    }


def write(path: Path, document: Any) -> Path:
    """A file with a document."""
    path.write_text(document if isinstance(document, str) else json.dumps(document), "utf-8")
    return path


def found(samples: dict[str, Sample], name: str, text: str) -> tuple[list[str], list[str]]:
    """What an answer finds in a file, and its false alarms."""
    evidence = score(samples[name], text).evidence
    return sorted(evidence["found"]), sorted(evidence["false_alarms"])


@pytest.mark.parametrize("version", ["1.6", "1.7"])
def test_a_cbom_of_one_file_is_an_answer(samples: dict[str, Sample], version: str) -> None:
    document = cbom(
        asset("RSA-2048", {"location": "whatever.py", "line": 2}),
        asset("SHA256", {"location": "whatever.py:4"}),
        version=version,
    )
    graded = score(samples["sign.py"], document)
    assert graded.evidence["counts"]["names"] == [2, 0, 0]
    assert graded.evidence["counts"]["lines"] == [2.0, 2]
    assert graded.metrics["format_repairs"] == 0.0


def test_a_newer_cbom_is_read_and_told() -> None:
    reading = read_answer(json.dumps(cbom(asset("RSA"), version="2.3")))
    assert [claim.name for claim in reading.claims] == ["RSA"]
    assert reading.repairs == {"cbom-version": 1}


def test_cbom_parameters_and_nested_components_are_read() -> None:
    inner = asset("AES")
    inner["cryptoProperties"]["algorithmProperties"] = {
        "primitive": "block-cipher",
        "parameterSetIdentifier": "128",
        "mode": "gcm",
    }
    outer = {"type": "application", "name": "app", "components": [inner]}
    (claim,) = read_answer(json.dumps(cbom(outer, {"type": "library", "name": "openssl"}))).claims
    assert (claim.name, claim.function) == ("AES", "block-cipher")
    assert claim.parameters == {"bits": 128, "mode": "gcm"}


def test_keys_and_certificates_are_no_algorithms_but_suites_are() -> None:
    key = {
        "type": "cryptographic-asset",
        "name": "server key",
        "cryptoProperties": {"assetType": "related-crypto-material"},
    }
    protocol = {
        "type": "cryptographic-asset",
        "name": "TLS",
        "cryptoProperties": {
            "assetType": "protocol",
            "protocolProperties": {"cipherSuites": [{"name": "TLS_RSA_WITH_RC4_128_MD5"}]},
        },
    }
    claims = read_answer(json.dumps(cbom(key, protocol))).claims
    assert [claim.name for claim in claims] == ["TLS_RSA_WITH_RC4_128_MD5"]


def test_a_tree_is_split_by_location(
    tmp_path: Path, dataset: Dataset, samples: dict[str, Sample]
) -> None:
    shown = samples["kem.go"].record["shown"]
    document = cbom(
        asset("RSA", {"location": "/src/x/sign.py:2"}, {"location": "./tls.conf", "line": 2}),
        asset("ML-KEM", {"location": f"/tmp/tree/{shown}", "line": 3}),
        asset("SEED", properties=[{"name": "SrcFile", "value": "garden.py:2"}]),
        asset("MD5", {"location": "elsewhere/vendor.c:1"}),
        asset("DES"),
    )
    read = SUITE.answer_formats["cbom"](write(tmp_path / "scan.cbom.json", document), dataset)
    answers = {answer.id: answer.text or "" for answer in read["scan"]}
    assert found(samples, "sign.py", answers["sign.py"]) == (["RSA"], [])
    assert found(samples, "tls.conf", answers["tls.conf"]) == (["RSA"], [])
    assert found(samples, "kem.go", answers["kem.go"]) == (["ML-KEM"], [])
    assert found(samples, "garden.py", answers["garden.py"]) == ([], ["SEED"])
    assert set(answers) - set(samples) == {"elsewhere/vendor.c"}


def test_files_a_tool_says_nothing_about_have_an_answer(tmp_path: Path, dataset: Dataset) -> None:
    path = write(tmp_path / "scan.json", cbom(asset("RSA", {"location": "sign.py:2"})))
    (answers,) = SUITE.answer_formats["cbom"](path, dataset).values()
    assert {answer.id for answer in answers} == {sample.id for sample in dataset.samples}
    assert json.loads(answers[-1].text or "") == {"findings": []}


def test_sarif_over_a_tree(tmp_path: Path, dataset: Dataset, samples: dict[str, Sample]) -> None:
    document = sarif(
        result("weak-key", "file:///src/sign.py", 2, properties={"algorithm": "RSA"}),
        result("crypto.sha-256", "sign.py", 4, "use SHA-512 instead"),
        result("hash", "tls.conf", 2, "3DES is weak: use AES", suppressions=[{"kind": "inSource"}]),
        result("r7", "garden.py", 2, "found", kind="pass", properties={"algorithm": "SEED"}),
        result("r8", "gone.py", 1, "MD5", baselineState="absent"),
        result("B101", "garden.py", 1, "Use of assert detected."),
        result("B303", "garden.py", 3, "Use of insecure MD5 hash function."),
    )
    read = SUITE.answer_formats["sarif"](write(tmp_path / "log.sarif", document), dataset)
    answers = {answer.id: answer.text or "" for answer in read["log"]}
    assert found(samples, "sign.py", answers["sign.py"]) == (["RSA", "SHA-256"], [])
    assert found(samples, "tls.conf", answers["tls.conf"]) == ([], [])
    assert found(samples, "garden.py", answers["garden.py"]) == ([], ["MD5"])
    assert "gone.py" not in answers


def test_sarif_names_come_from_the_rule_before_the_message(samples: dict[str, Sample]) -> None:
    rules = [{"id": "R1", "name": "UseOfRSA"}]
    one = sarif(result("R1", "x.py", 2, "DSA is not better"), rules=rules)
    assert found(samples, "sign.py", json.dumps(one)) == (["RSA"], [])


@pytest.mark.parametrize("form", ["cbom", "sarif"])
@pytest.mark.parametrize(
    "content",
    [
        *("", "{", "[]", "{}", "null", '{"runs": 7}', '{"bomFormat": "SPDX"}', "\x00\xff"),
        '{"bomFormat": "CycloneDX", "specVersion": "1.6", "components": 5}',
        '{"version": "2.1.0", "runs": {"results": []}}',
    ],
)
def test_a_file_that_is_something_else_is_refused(
    tmp_path: Path, dataset: Dataset, form: str, content: str
) -> None:
    path = write(tmp_path / "scan.json", content)
    with pytest.raises(InputError, match=r"scan\.json"):
        SUITE.answer_formats[form](path, dataset)


def test_a_tree_of_other_files_is_refused_with_an_example(tmp_path: Path, dataset: Dataset) -> None:
    path = write(tmp_path / "scan.json", cbom(asset("RSA", {"location": "other/place.py:2"})))
    with pytest.raises(InputError, match=r"other/place.py.*sign.py"):
        SUITE.answer_formats["cbom"](path, dataset)


def test_an_ambiguous_ending_means_no_file(tmp_path: Path) -> None:
    from acidtest.suites.crypto_inventory.formats import Places

    from .conftest import LABELS, write_corpus

    twins = [{**LABELS[3], "file": f"{folder}/a.py"} for folder in ("one", "two")]
    for folder in ("one", "two"):
        (tmp_path / "files" / folder).mkdir(parents=True)
    corpus = write_corpus(tmp_path, twins, {"one/a.py": "x\n", "two/a.py": "x\n"})
    places = Places(SUITE.read([corpus]))
    assert places.sample("/x/one/a.py") == "one/a.py"
    assert places.sample("C:\\x\\two\\a.py") == "two/a.py"
    assert places.sample("a.py") is None
    assert places.sample("/x/three/a.py") is None
