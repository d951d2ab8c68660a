"""The known-issues format, and the identity of a finding."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest.core.errors import InputError
from acidtest.suites.sast_triage.identity import (
    events,
    identity,
    parse_id,
    parse_id_published,
)
from acidtest.suites.sast_triage.known import (
    KnownIssue,
    Store,
    format_known,
    format_lines,
    parse_known,
    read_known,
)
from acidtest.suites.sast_triage.words import (
    REAL_BUG,
)

from .make import TRACE, entry

_WORD = st.text("abXY_09", min_size=1, max_size=6).map("w{}".format)
_TEXT = st.text('ab"(:#|-> é\t\u2028', max_size=12)
_STEP = st.builds(
    "{}-{}/{}.c:{}: {}: {}".format,
    _WORD, st.integers(0, 9), _WORD, st.integers(1, 9999), _WORD, _TEXT,
)  # fmt: skip
_CODE = st.builds("# {:4}|{} {}".format, st.integers(1, 9999), st.sampled_from(["->", "  "]), _TEXT)
_REASON = st.lists(_WORD, min_size=1, max_size=5).map(" ".join)
_ENTRY = st.builds(
    lambda name, cwe, steps, code, reason: KnownIssue(
        name.upper(), f"CWE-{cwe}", "\n".join([*steps, *code]), reason
    ),
    _WORD, st.integers(1, 1400), st.lists(_STEP, min_size=1, max_size=4),
    st.lists(_CODE, max_size=4), _REASON,
)  # fmt: skip


@settings(deadline=None)
@given(st.lists(_ENTRY, max_size=4))
def test_what_is_written_is_read_back(entries: list[KnownIssue]) -> None:
    assert parse_known(format_known(entries)) == entries


def test_the_real_store_has_38_entries_and_survives_a_round_trip(public_data: Path) -> None:
    path = public_data / "sast-triage" / "known_non_issues_reconstructed.err"
    entries = read_known(path)
    assert len(entries) == len({each.reference for each in entries}) == 38
    assert parse_known(format_known(entries)) == entries
    assert format_known(entries).split() == path.read_text().split()
    assert all(each.path != "unknown" and each.cwe.startswith("CWE-") for each in entries)


def test_a_code_line_broken_in_two_stays_in_the_trace() -> None:
    text = 'Error: X (CWE-1):\na/b.c:1: e: m\n#  1|-> f ("\n"));\n#  2|   g ();\nno harm\n'
    (found,) = parse_known(text)
    assert found.trace.endswith("#  2|   g ();")
    assert found.reason == "no harm"


def test_a_reason_may_quote_an_error_line() -> None:
    text = "Error: X (CWE-1):\na/b.c:1: e: m\nthe tool says\nError: Y (CWE-2):\nand is wrong\n"
    (found,) = parse_known(text)
    assert found.reason.endswith("and is wrong")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("something else\n", "line 1: expected 'Error:"),
        (
            "Error: X (CWE-1):\nreason only\n",
            "line 1: the entry has no line of the form 'path:line",
        ),
        ("Error: X (CWE-1):\na.c:1: e: m\n", "line 1: the entry does not say why"),
        ("\n\nError: X:\na.c:1: e: m\nfine\n\nError: Y:\n", "line 7: the entry has no line"),
    ],
)
def test_a_broken_entry_is_named_by_its_line(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        parse_known(text)


def test_json_lines_may_hold_real_bugs_too(tmp_path: Path) -> None:
    path = tmp_path / "known.jsonl"
    row = {"issue_type": "OVERRUN", "trace": TRACE, "reason": "seen", "label": REAL_BUG}
    path.write_text(json.dumps(row) + "\n")
    (found,) = read_known(path)
    assert found.label == REAL_BUG
    assert format_known([found]) == ""
    path.write_text(format_lines([found, entry()]))
    assert read_known(path) == [found, entry()]
    path.write_text('{"issue_type": "X", "trace": "t"}\n')
    with pytest.raises(InputError, match=r"line 1: field 'reason'"):
        read_known(path)


def test_a_field_that_a_line_lacks_is_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text('{"a":1}\n')
    with pytest.raises(InputError, match=r"mine.jsonl, line 1: field 'issue_type' is missing; "):
        read_known(path)


def test_moved_lines_new_versions_and_white_space_do_not_change_the_identity() -> None:
    moved = (
        TRACE.replace("348", "1348").replace("369", "402").replace("zip-1.3/", "zip-2.0rc1/")
        .replace("c[i] += y;", "c[i]  +=  y; ").replace("return 2;", "return 3;")
    )  # fmt: skip
    assert identity("OVERRUN", moved) == identity("OVERRUN", TRACE)


@pytest.mark.parametrize(
    ("old", "new"),
    [("c[i] += y", "d[i] += y"), ("inflate.c", "deflate.c"), ("overrun-local", "underrun-local")],
)
def test_other_code_file_or_event_is_another_finding(old: str, new: str) -> None:
    assert identity("OVERRUN", TRACE.replace(old, new)) != identity("OVERRUN", TRACE)
    assert identity("UNDERRUN", TRACE) != identity("OVERRUN", TRACE)


@pytest.mark.parametrize(
    ("text", "package", "version", "issue"),
    [
        ("audit-4_0-buffer_overflow_known_fp", "audit", "4.0", "buffer_overflow_known_fp"),
        ("openssl-1_1_1-null_pointer_dereference", "openssl", "1.1.1", "null_pointer_dereference"),
        ("python-requests-2_8-x", "python-requests", "2.8", "x"),
        ("foo-3-bar-baz", "foo", "3", "bar-baz"),
        ("lib-2-3_1-x", "lib-2", "3.1", "x"),
        ("lib-2-3-x", "unknown", "unknown", "lib-2-3-x"),
        ("a-1_0-b-2_0-c", "unknown", "unknown", "a-1_0-b-2_0-c"),
        ("glibc_def3", "unknown", "unknown", "glibc_def3"),
        ("-1_0-x", "unknown", "unknown", "-1_0-x"),
        ("x-1_0-", "unknown", "unknown", "x-1_0-"),
        ("audit-4_18-58-09.0-8_def2", "audit", "4.0", "def2"),
        ("libpcap-1.10_18-53-56.4-4_def2", "libpcap", "1.10.4", "def2"),
    ],
)
def test_an_id_names_its_package_or_says_that_it_does_not(
    text: str, package: str, version: str, issue: str
) -> None:
    found = parse_id(text)
    assert (found.package, found.version, found.issue) == (package, version, issue)


def test_the_published_reading_splits_at_the_first_hyphens() -> None:
    found = parse_id_published("python-requests-2_8-x")
    assert (found.package, found.version, found.issue) == ("python", "requests", "2_8-x")


@settings(deadline=None)
@given(st.text(max_size=40))
def test_no_id_and_no_trace_breaks_the_readers(text: str) -> None:
    parse_id(text)
    parse_id_published(text)
    events(text)
    identity("T", text)


def test_a_store_keeps_one_of_two_entries_with_one_reference() -> None:
    moved = entry(TRACE.replace("369", "402"), reason="again")
    other = entry(TRACE.replace("c[i] += y", "c[j] += y"))
    store = Store([entry(), moved, other])
    assert len(store.entries) == 2
    assert store.entries[0].reason == "c has 17"
    assert store.has(other.reference)
    assert store.has("zip-1.3/inflate.c")
    assert not store.has("zip-1.3/inflate.c#000000000000")
