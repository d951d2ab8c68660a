"""How each reader of foreign bytes is called with the bytes of one input."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import reader_seeds

from acidtest.core import registry
from acidtest.core.untrusted import load_json
from acidtest.crypto.scanner.files import scan_bytes
from acidtest.lang import c_source, extract, objdump, pragma, solidity, solidity_rename, tree
from acidtest.suites.c_decompile.agrees._prototype import read_signature
from acidtest.suites.crypto_inventory import formats
from acidtest.suites.sast_triage.identity import normalised, parse_id
from acidtest.suites.solidity_decompile.source import extract as extract_solidity
from acidtest.systems import nat_output
from acidtest.systems.models.prices import read_prices

SUITES = Path(__file__).resolve().parents[2] / "src" / "acidtest" / "suites"
find_suite = functools.cache(registry.find_suite)


def text_of(data: bytes) -> str:
    """Bytes as the text that an answer may hold, halves of surrogate pairs included."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")


def said(read: Callable[[str], object]) -> Callable[[bytes], object]:
    """A reader of an answer's text."""
    return lambda data: read(text_of(data))


@functools.cache
def folder() -> Path:
    """A folder of this process for readers of files."""
    memory = Path("/dev/shm")  # the disk would take most of the time
    place = memory if os.access(memory, os.W_OK) else None
    keep = tempfile.TemporaryDirectory(prefix="acidtest-trust-", dir=place)
    KEPT.append(keep)
    return Path(keep.name)


KEPT: list[tempfile.TemporaryDirectory[str]] = []
MADE: list[Any] = [folder]
"""Cached functions whose results are in the folder of this process."""


def file(name: str, read: Callable[[Path], object]) -> Callable[[bytes], object]:
    """A reader of one file."""

    def through(data: bytes) -> object:
        path = folder() / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return read(path)

    return through


def data(suite: str, name: str) -> Callable[[bytes], object]:
    """A reader of a data set in one file."""
    return file(f"{suite}/{name}", lambda path: find_suite(suite).read([path]))


@functools.cache
def dataset(name: str) -> Any:
    """The data that a suite ships."""
    return find_suite(name).read([])


@functools.cache
def options() -> Any:
    """The options of a run, all as they are by default."""
    from acidtest.core.options import RunOptions

    return RunOptions()


def judged(name: str, at: int) -> Callable[[str], object]:
    """A suite's judge of one answer to a shipped sample."""

    def read(text: str) -> object:
        from acidtest.core.records import Answer

        suite, sample = find_suite(name), dataset(name).samples[at]
        with suite.judge(options()) as judge:
            return suite.score(sample, Answer(sample.id, text), judge.observe(sample, text))

    return read


def c_text(text: str) -> object:
    """C as a model writes it."""
    parts = c_source.split_includes(text)
    c_source.identifiers(text)
    c_source.name_entry(text, "func0")
    c_source.expose_entry(text, "func0")
    c_source.published_hoist(text, text)
    return parts


def solidity_text(text: str) -> object:
    """Solidity as a model writes it, before it is parsed."""
    pragma.choose(text, ("0.8.30", "0.4.26"))
    pragma.without_pragmas(text)
    return extract_solidity(text).mode


def walked(text: str) -> object:
    """Solidity that is parsed and changed."""
    from acidtest.suites.solidity_decompile.claims import claims

    solidity.with_bodies(text, "{}", "{}")
    solidity_rename.renamed(text)
    return claims(text)


def measured(language: str) -> Callable[[str], object]:
    """The figures of a source text."""
    from acidtest.metrics import security, signatures, structure

    def read(text: str) -> object:
        tree.tokens(text, language)
        tree.without_comments(text, language)
        structure.shape(text, language)
        signatures.signatures(text, language)
        return security.protections(text) if language == "solidity" else None

    return read


def listing(text: str) -> object:
    """What objdump prints."""
    objdump.function_listing(text, "func0")
    objdump.clean_listing(text)
    return objdump.referenced_data(text, text)


def documents(text: str) -> object:
    """The JSON document or the code in an answer."""
    extract.document(text)
    extract.document(text, lambda value: "result" in value, last=True)
    extract.unfence(text)
    return extract.without_reasoning(text)


def signature(text: str) -> object:
    """The prototype of a C function."""
    from acidtest.suites.c_decompile.agrees._prototype import NotAllowed
    from acidtest.suites.c_decompile.strict import NotStrict, passing

    for read in (lambda: read_signature(text, "func0", text), lambda: passing(text)):
        with contextlib.suppress(NotAllowed, NotStrict):
            read()
    return None


def names(text: str) -> object:
    """Names of algorithms."""
    from acidtest.crypto import taxonomy
    from acidtest.suites.crypto_inventory.naming import named, named_within

    loaded = taxonomy.load()
    loaded.find(text)
    loaded.find_whole(text)
    named(text[:300], (("bits", text[:50]),))
    return named_within(text)


def lifted(data: bytes) -> object:
    """Bytecode of a contract."""
    from acidtest.lang.tac import lift

    return lift(data[:2000])


def filter_question(text: str) -> object:
    """A finding as the filter is asked about it."""
    from acidtest.suites.sast_triage.filter import _parse

    parse_id(text[:500])
    normalised(text)
    return _parse(text)


def tool_reports(data: bytes) -> object:
    """The report of each scanner of others."""
    from acidtest.systems.scanners.others import TOOLS, findings_of

    return [findings_of(tool, data) for tool in TOOLS.values()]


def solc_answer(data: bytes) -> object:
    """What solc prints."""
    from acidtest.toolchains.solc import read_output, response

    try:
        return read_output(response(data))
    except ValueError:  # told as a failure of solc by both callers
        return None


def crypto_file(name: str, beside: Callable[[], Sequence[bytes]]) -> Callable[[bytes], object]:
    """One file of the published benchmark, with an honest one beside it."""

    def read(path: Path) -> object:
        other = "ground_truth.jsonl" if name == "test_files.jsonl" else "test_files.jsonl"
        if not (path.parent / other).exists():
            (path.parent / other).write_bytes(b"\n".join(beside()))
        return find_suite("crypto-inventory").read([path.parent])

    return file(f"crypto-{name}/{name}", read)


def scanner(suffix: str) -> Callable[[bytes], object]:
    """The scanner for cryptography, by the suffix of a file."""
    return lambda data: scan_bytes("f" + suffix, data)


def justify(path: Path) -> object:
    """Justifications and their summaries."""
    return find_suite("sast-justify").read([path])


def labels(path: Path) -> object:
    """The labels of the files that are shipped."""
    files = path.parent / "files"
    if not files.exists():
        files.symlink_to(SUITES / "crypto_inventory" / "data" / "files")
    return find_suite("crypto-inventory").read([path])


def nat(path: Path) -> object:
    """The answers of a NAT workflow."""
    return nat_output.read_workflow_output(path, dataset("sast-triage"))


def tree_answer(form: str) -> Callable[[Path], object]:
    """A reader of a tool's report on the whole corpus."""
    return lambda path: formats.FORMATS[form](path, dataset("crypto-inventory"))


@functools.cache
def prices() -> Any:
    """The prices that are shipped."""
    return read_prices()


def inspect_log(path: Path) -> object:
    """A log of Inspect AI, as `acidtest import` reads it before it scores the answers."""
    from acidtest.core.options import RunOptions
    from acidtest.engine import make_plan
    from acidtest.integrations.inspect.log import read_log

    imported = read_log(path, prices())
    attempts = imported.system.attempts
    options = RunOptions(data=imported.data, form=imported.form, attempts=attempts)
    return make_plan(find_suite(imported.suite), imported.system, options)


def prompt(path: Path) -> object:
    """A prompt of the user's own."""
    from acidtest.core.prompts import read_prompt

    own = read_prompt(find_suite("sast-triage"), str(path))
    return own.sha256, own.put("a question")


def sentence_model(name: str) -> Callable[[bytes], object]:
    """A file of a sentence model of the user's own, beside honest ones; then it is used."""

    def read(path: Path) -> object:
        from acidtest.core.errors import InputError
        from acidtest.embed import model

        for other, data in reader_seeds.sentence_model().items():
            if other != path.name:
                (path.parent / other).write_bytes(data)
        try:
            made = model.load.__wrapped__(path.parent, path.parent / "embeddings")
            return made.embed("a b c"), made.embed_windows("b a " * 50)
        except model.SemanticUnavailable as error:
            raise InputError(str(error)) from error  # as its caller says it

    return file(f"sentences-{name}/{name}", read)


def nat_config(path: Path) -> object:
    """A configuration of NAT; the program only has to print a version."""
    from acidtest.integrations.nat.evaluate import check_environment

    return check_environment("true", path)


def model_reply(data: bytes) -> object:
    """What a model's server sends: `{"status": …, "body": …}`, or the bytes themselves."""
    import asyncio
    import logging
    import warnings

    import httpx
    from inspect_ai.model import GenerateConfig, get_model

    from acidtest.systems.models import caller

    status, body = _response(data)
    transport = httpx.MockTransport(lambda request: httpx.Response(status, content=body))

    async def ask() -> Any:
        async with httpx.AsyncClient(transport=transport) as client:
            model = get_model(
                "openai/gpt-4o",
                base_url="http://localhost/v1",
                api_key="none",
                config=GenerateConfig(max_retries=0),
                memoize=False,
                responses_api=False,
                http_client=client,
            )
            return await model.generate("a question")

    warnings.simplefilter("ignore")  # of pydantic, about the server's fields
    logging.disable(logging.WARNING)  # of Inspect, about the same
    try:
        output = asyncio.run(ask())
    except Exception as error:
        return caller._ended(error, 0.0)  # as the caller does with every exception
    return caller.read_output(output, 0.0).answer("a", 0, prices().find("openai/gpt-4o"))


def _response(data: bytes) -> tuple[int, bytes]:
    with contextlib.suppress(ValueError):
        given = load_json(data)
        if isinstance(given, dict) and given.get("status") in (200, 400, 401, 404, 413, 429, 500):
            return given["status"], json.dumps(given.get("body")).encode()
    return 200, data


def exported(path: Path) -> object:
    """A SARIF log with verdicts written into it, as `acidtest export` does."""
    from acidtest.core.records import Answer
    from acidtest.suites.sast_triage import export

    samples = find_suite("sast-triage").read([path]).samples
    report = load_json(path.read_text(encoding="utf-8-sig"))
    for sample in samples:
        answer = Answer(sample.id, '{"filter_result": "FALSE_POSITIVE", "justification": "j"}')
        export._suppress(export._result(report, sample), [answer], "a system", sample)
    return report


def call_report(data: bytes) -> object:
    """What a call of an answer's function left in memory, in words."""
    from acidtest.suites.c_decompile import agrees
    from acidtest.suites.c_decompile.agrees._prototype import Buffer, CallSignature, Scalar

    text, numbers = Buffer("s", "b", True, False), Buffer("a", "i", False, False)
    parameters = (text, numbers, Scalar("n", "i"))
    kinds = (("s", "b"), ("*", "i"), ("d", ""), ("", ""))
    signatures = [CallSignature("func0", kind, "", of, None, parameters, "") for kind, of in kinds]
    return [agrees.describe(signature, data) for signature in signatures]


def discard() -> None:
    """Remove the folder of this process."""
    while KEPT:
        KEPT.pop().cleanup()
    for made in MADE:
        made.cache_clear()
