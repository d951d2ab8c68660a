"""Which spellings justify a label."""

from __future__ import annotations

from acidtest.suites.crypto_inventory.corpus_check import DATA, read_labels
from acidtest.suites.crypto_inventory.corpus_tokens import TOKENS, justified, spelt


def test_numbers_justify_whole_only() -> None:
    assert justified("KCDSA", "{1, 2, 410, 200004, 1, 1}")
    assert not justified("KCDSA", "1.2.410.200004.1.10")
    assert not justified("SEED", "1.2.410.200004.1.1")


def test_names_put_together_keep_their_order() -> None:
    assert spelt("Camellia", '"camel" "lia"')
    assert not spelt("Camellia", '"lia" "camel"')


def test_every_algorithm_of_a_file_has_spellings() -> None:
    (label,) = (x for x in read_labels(DATA) if x["file"] == "java/InvoiceSealer.java")
    assert set(TOKENS) >= {finding["algorithm"] for finding in label["findings"]}
