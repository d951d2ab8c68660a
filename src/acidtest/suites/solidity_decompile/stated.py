"""The interface of an answer that solc does not accept: a JSON ABI, or the functions in its text.

A tool that recovers only an ABI, or an answer of one function, is scored on the functions that it
states; nothing of it is compiled or replayed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from eth_hash.auto import keccak

from acidtest.core.records import Json
from acidtest.lang.extract import document
from acidtest.lang.solidity_functions import FunctionSource, reachable, read_functions
from acidtest.suites.solidity_decompile.replay.abi import (
    FALLBACK,
    RECEIVE,
    AbiFunction,
    Interface,
)
from acidtest.suites.solidity_decompile.source import ANSWER_MAX
from acidtest.suites.solidity_decompile.texts import readable

FUNCTIONS_MAX = 2000
_SELECTOR = re.compile(r"(?:0x)?([0-9a-fA-F]{8})")
_NAMED_AFTER = re.compile(r"(?:^|[^0-9a-f])([0-9a-f]{8})$")


@dataclass(frozen=True, slots=True)
class StatedInterface:
    """Functions by signature, under the original's name where a selector is given; and whence."""

    functions: Mapping[str, AbiFunction]
    read_from: str


def stated_interface(original: Interface, text: str) -> StatedInterface | None:
    """What the answer states; None if it states nothing."""
    if len(text) > ANSWER_MAX:
        return None
    abi = _json_abi(text)
    if abi is not None:
        return StatedInterface(_credited(original, _from_json(abi)), "a JSON ABI in the answer")
    source = reachable(read_functions(readable(text)), None)
    functions = [f for f in (*source.functions, *source.getters) if f.public]
    if not functions:
        return None
    return StatedInterface(_credited(original, map(_from_text, functions)), "the answer's text")


def _json_abi(text: str) -> list[Mapping[str, Json]] | None:
    def entries(value: Any) -> Any:
        return value.get("abi") if isinstance(value, dict) else value

    def is_abi(value: Any) -> bool:
        listed = entries(value)
        if not isinstance(listed, list) or not listed:
            return False
        return all(isinstance(e, dict) and isinstance(e.get("type"), str) for e in listed)

    value = document(text, is_abi).value
    return None if value is None else list(entries(value))[:FUNCTIONS_MAX]


def _from_json(abi: list[Mapping[str, Json]]) -> list[tuple[AbiFunction, bytes]]:
    stated = []
    for entry in abi:
        try:
            functions = list(Interface([entry]).functions.values())
        except (KeyError, TypeError, AttributeError, ValueError):
            continue  # one entry that cannot be read states nothing; the others still do
        given = _SELECTOR.fullmatch(str(entry.get("selector", "")))
        named = _NAMED_AFTER.search(str(entry.get("name", "")))
        claim = given or named
        stated += [(f, bytes.fromhex(claim[1]) if claim else b"") for f in functions]
    return stated


def _from_text(source: FunctionSource) -> tuple[AbiFunction, bytes]:
    selector = b""
    if source.name not in (FALLBACK, RECEIVE):
        selector = keccak(source.signature.encode("utf-8", "replace"))[:4]
    function = AbiFunction(source.name, source.types, source.outputs, source.mutability, selector)
    return function, bytes.fromhex(source.claim or "")


def _credited(original: Interface, stated: Any) -> dict[str, AbiFunction]:
    """By signature; a claimed selector of the original stands for its name, once."""
    functions: dict[str, AbiFunction] = {}
    for function, claim in list(stated)[:FUNCTIONS_MAX]:
        meant = original.by_selector.get(claim)
        if meant is not None and meant.signature not in functions:
            function = replace(function, name=meant.name, selector=meant.selector)
            functions[meant.signature] = function
        else:
            functions[function.signature] = function
    return functions
