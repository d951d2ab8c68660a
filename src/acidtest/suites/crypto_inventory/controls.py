"""Systems whose result is known beforehand."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache

from acidtest.core.digest import sha256_of
from acidtest.core.protocols import Control, Grades
from acidtest.core.records import Json, Question, Sample
from acidtest.crypto import taxonomy
from acidtest.suites.crypto_inventory.published.keywords import CATEGORIES, KEYWORDS
from acidtest.suites.crypto_inventory.truth import HARMLESS, UNKNOWN, Label, Truth

TEMPLATE = (
    "quantum_vulnerable_rsa_implementations_and_usage_patterns",
    "elliptic_curve_cryptography_ecc_ecdsa_ecdh_implementations",
    "discrete_logarithm_based_algorithms_dsa_dh_elgamal",
    "korean_domestic_algorithms_seed_aria_hight_lea_kcdsa_ec_kcdsa_has_160_lsh",
    "symmetric_ciphers_vulnerable_to_grover's_algorithm_aes_128_3des_des_rc4",
    "weak_hash_functions_md5_sha_1_sha_256_with_reduced_security",
    "vulnerable_padding_schemes_pkcs_1_v1_5_weak_oaep",
    "insecure_random_number_generators_and_key_derivation_functions",
    "obfuscated_or_indirect_implementations_of_vulnerable_algorithms",
    "hybrid_systems_mixing_quantum_vulnerable_and_quantum_resistant_algorithms",
    "legacy_cryptographic_libraries_and_deprecated_cipher_suites",
    "implementation_specific_vulnerabilities_in_quantum_vulnerable_algorithms",
)
"""The keys that the published benchmark prescribes for an answer about source code."""

TEMPLATES = {
    "assembly_binary": (
        "rsa_modular_exponentiation_and_large_integer_arithmetic_patterns",
        "elliptic_curve_point_operations_and_scalar_multiplication_patterns",
        "discrete_logarithm_computation_signatures_dsa_dh_elgamal",
        "korean_algorithm_signatures_seed_s_boxes_aria_transformations_hight_operations"
        "_lea_rotations",
        "symmetric_cipher_patterns_vulnerable_to_quantum_attacks_des_3des_rc4_aes_128",
        "cryptographic_hash_function_implementations_md5_sha_1_vulnerable_sha_variants",
        "big_integer_libraries_and_modular_arithmetic_operations",
        "cryptographic_library_calls_and_api_signatures",
        "optimization_patterns_specific_to_vulnerable_crypto_algorithms",
        "korean_cryptographic_library_signatures_and_domestic_algorithm_implementations",
        "memory_allocation_patterns_for_cryptographic_key_storage",
        "side_channel_vulnerable_implementation_patterns",
        "assembly_level_obfuscation_of_vulnerable_crypto_operations",
    ),
    "logs_config": (
        "rsa_certificate_configurations_and_key_specifications_in_config_files",
        "elliptic_curve_cipher_suite_configurations_and_ecc_parameter_settings",
        "discrete_logarithm_based_algorithm_configurations_dsa_dh_elgamal",
        "korean_algorithm_configuration_parameters_seed_aria_hight_lea_kcdsa_has_160_lsh",
        "symmetric_cipher_configurations_vulnerable_to_quantum_attacks",
        "ssl_tls_configuration_with_quantum_vulnerable_cipher_suites_and_protocols",
        "cryptographic_library_configuration_and_algorithm_selection_settings",
        "certificate_authority_and_pki_configurations_using_vulnerable_algorithms",
        "log_entries_indicating_quantum_vulnerable_cryptographic_operations",
        "authentication_and_key_management_system_configurations",
        "legacy_cryptographic_protocol_configurations_and_deprecated_settings",
        "korean_domestic_cryptographic_standard_compliance_configurations",
        "error_patterns_and_warnings_related_to_vulnerable_crypto_implementations",
        "migration_logs_showing_use_of_quantum_vulnerable_to_quantum_resistant_transitions",
    ),
}
"""The same for the benchmark's other kinds of file."""

_SURE = 0.9
_NOT = "NOT DETECTED"


def _published(analysis: Json, summary: str) -> str:
    document = {"analysis_results": analysis, "confidence_score": _SURE, "summary": summary}
    return json.dumps(document)


def _oracle(question: Question) -> str:
    """In this suite's form and in the published one, so that both can be read."""
    truth: Truth = question.sample.truth
    return _document(truth, truth.labels, [], truth.expected.algorithms)


def _document(
    truth: Truth, labels: Sequence[Label], wrong: Sequence[str], named: Sequence[str]
) -> str:
    """An answer with these labels and wrong names as findings."""
    findings: list[Json] = [{"algorithm": name, "confidence": 1.0} for name in wrong]
    for label in labels:
        said: dict[str, Json] = {
            "algorithm": label.name,
            "parameters": dict(label.parameters),
            "state": label.state,
            "confidence": 1.0,
        }
        if label.threat != UNKNOWN:
            said["threat"] = label.threat
        for first, last in label.lines or ((0, 0),):
            findings.append(said | ({"lines": [first, last]} if first else {}))
    low, high = truth.expected.confidence or (0.0, 1.0)
    document = {
        "findings": findings,
        "analysis_results": {
            "detected_algorithms": list(named),
            "categories": [*(truth.expected.categories or ()), *(truth.expected.korean or ())],
        },
        "confidence_score": (low + high) / 2,
        "summary": "what is there",
    }
    return json.dumps(document)


def _to_find(question: Question) -> list[str]:
    """The algorithms that are to be found, in an order that is the same each time."""
    truth: Truth = question.sample.truth
    ids = {label.id for label in truth.labels if label.state == "active" and not label.optional}
    return sorted(ids, key=lambda identity: sha256_of(question.sample.id, identity))


def _graded(question: Question, right: int) -> str:
    """So many of the algorithms, and a wrong name for each other one or in a clean file."""
    truth: Truth = question.sample.truth
    there = _to_find(question)
    lost = set(there[right:])
    labels = [label for label in truth.labels if label.id not in lost]
    near = {label.id for label in truth.labels}
    for label in truth.labels:
        near.update(label.accept, label.parts, label.general)
    others = [algorithm for algorithm in taxonomy.load() if algorithm.id not in near]
    start = int(sha256_of(question.sample.id)[:8], 16)
    count = len(lost) if there else 1 - right
    wrong = [others[(start + step) % len(others)].name for step in range(count)]
    named = truth.expected.algorithms[
        : round(len(truth.expected.algorithms) * right / _items(there))
    ]
    return _document(truth, labels, wrong, named)


def _items(there: Sequence[str]) -> int:
    return max(1, len(there))


def _silent(question: Question) -> str:
    keys = TEMPLATES.get(question.sample.groups.get("artefact", ""), TEMPLATE)
    return _published(dict.fromkeys(keys, _NOT), "No cryptography was found.")


@cache
def _names() -> tuple[str, ...]:
    return tuple(algorithm.name for algorithm in taxonomy.load())


@cache
def _everything() -> str:
    findings = [{"algorithm": name, "confidence": _SURE} for name in _names()]
    return json.dumps({"findings": findings, "confidence_score": _SURE, "summary": "all of it"})


@cache
def _nothing() -> str:
    denied = {name: f"{_NOT}: there is no {name} in the file" for name in _names()}
    return _published(denied, "None of these is used.")


def _generic_prose(question: Question) -> str:
    return (
        "The file should be reviewed for quantum readiness. Public-key algorithms such as RSA, "
        "DSA, DH, ECDSA and ECDH fall to Shor's algorithm; symmetric ciphers such as AES-128 and "
        "3DES and hashes such as MD5, SHA-1 and SHA-256 lose strength to Grover's. Korean "
        "algorithms (SEED, ARIA, HIGHT, LEA, KCDSA, HAS-160, LSH) need the same attention. We "
        "recommend a migration to ML-KEM (Kyber) and ML-DSA (Dilithium), and describe it as "
        "universal best practice to adhere to."
    )


_WORDS = {
    keyword: re.compile(rf"(?<![a-z0-9]){re.escape(keyword)}(?![a-z])")
    for keyword in dict.fromkeys([*KEYWORDS, *(w for v in CATEGORIES.values() for w in v)])
}


def _keyword(question: Question) -> str:
    """Keywords of the published tables that occur in the file as whole words."""
    truth: Truth = question.sample.truth
    findings = []
    text = truth.text.lower()
    for keyword, word in _WORDS.items():
        if keyword in text and (match := word.search(text)):
            number = text.count("\n", 0, match.start()) + 1
            findings.append({"algorithm": keyword, "lines": [number, number], "confidence": 0.5})
    document = {"findings": findings, "confidence_score": _SURE, "summary": "keywords found"}
    return json.dumps(document)


def worst_answers(sample: Sample) -> Sequence[str]:
    """Misses everything and reports as many others, surely: at least one."""
    truth: Truth = sample.truth
    related = {
        name
        for label in truth.labels
        for name in (label.id, *label.accept, *label.parts, *label.general)
    }
    count = max(1, len({each.id for each in truth.labels if each.state == "active"}))
    wrong = [
        each.name
        for each in taxonomy.load()
        if each.id not in related and not each.parts and each.threat not in HARMLESS
    ]
    findings = [{"algorithm": name, "confidence": 1.0} for name in wrong[:count]]
    return [json.dumps({"findings": findings})]


CONTROLS = (
    Control("oracle", "the labels of the file", _oracle, core=True),
    Control("silent", "NOT DETECTED under every key of the published form", _silent, core=True),
    Control("empty", "an empty answer", lambda question: ""),
    Control("list-all", "every known algorithm", lambda question: _everything(), core=True),
    Control("deny-all", "every known algorithm, negated", lambda question: _nothing(), core=True),
    Control("echo", "the question", lambda question: question.text, core=True),
    Control("generic-prose", "generic text that fits any file", _generic_prose, core=True),
    Control("keyword", "the published keywords that occur in the file", _keyword, core=True),
)

GRADES = Grades(lambda question: _items(_to_find(question)), _graded)
