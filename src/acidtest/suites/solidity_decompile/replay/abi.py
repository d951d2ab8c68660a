"""A contract's interface, read from its ABI: what to call, and how to describe the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eth_abi.abi import decode, encode
from eth_abi.exceptions import DecodingError, EncodingError
from eth_hash.auto import keccak

from acidtest.core.errors import InputError
from acidtest.core.records import Json
from acidtest.toolchains.evm import NAMES

FALLBACK, RECEIVE = "fallback", "receive"
_SHOWN = 90


@dataclass(frozen=True, slots=True)
class AbiFunction:
    """Something to call: a function, or fallback or receive, which have no selector."""

    name: str
    types: tuple[str, ...]
    outputs: tuple[str, ...]
    mutability: str
    selector: bytes = b""

    @property
    def signature(self) -> str:
        """`name(types)`, or just the name of fallback and receive."""
        return f"{self.name}({','.join(self.types)})" if self.selector else self.name

    @property
    def prototype(self) -> str:
        """The full prototype from the ABI."""
        return f"{self.signature} {self.mutability} -> ({','.join(self.outputs)})"

    @property
    def payable(self) -> bool:
        """Whether it is payable."""
        return self.mutability == "payable"

    @property
    def constant(self) -> bool:
        """Whether it leaves the state unchanged."""
        return self.mutability in ("view", "pure")


def type_of(parameter: Mapping[str, Json]) -> str:
    """The canonical type, tuples written out."""
    kind = str(parameter["type"])
    if not kind.startswith("tuple"):
        return kind
    inside = ",".join(type_of(part) for part in parameter.get("components", ()))
    return f"({inside}){kind.removeprefix('tuple')}"


def types_of(parameters: Sequence[Mapping[str, Json]]) -> tuple[str, ...]:
    """The canonical types of a list of parameters."""
    return tuple(type_of(parameter) for parameter in parameters)


def _mutability(entry: Mapping[str, Json]) -> str:
    if "stateMutability" in entry:
        return str(entry["stateMutability"])
    if entry.get("constant"):
        return "view"
    return "payable" if entry.get("payable") else "nonpayable"


class Interface:
    """What an ABI says: functions by key, the constructor's types, errors and events."""

    def __init__(self, abi: Sequence[Mapping[str, Json]]) -> None:
        self.functions: dict[str, AbiFunction] = {}
        self.by_selector: dict[bytes, AbiFunction] = {}
        self.constructor: tuple[str, ...] = ()
        self._errors: dict[bytes, tuple[str, tuple[str, ...]]] = {
            keccak(b"Error(string)")[:4]: ("Error", ("string",)),
            keccak(b"Panic(uint256)")[:4]: ("Panic", ("uint256",)),
        }
        self._events: dict[bytes, tuple[str, Sequence[Mapping[str, Json]]]] = {}
        for entry in abi:
            kind = entry.get("type", "function")
            types = types_of(entry.get("inputs", ()))
            name = str(entry.get("name", ""))
            signature = f"{name}({','.join(types)})"
            if kind == "constructor":
                self.constructor = types
            elif kind == "error":
                self._errors[keccak(signature.encode())[:4]] = (name, types)
            elif kind == "event":
                self._events[keccak(signature.encode())] = (name, entry.get("inputs", ()))
            elif kind in (FALLBACK, RECEIVE):
                self.functions[kind] = AbiFunction(kind, (), (), _mutability(entry))
            elif kind == "function":
                outputs = types_of(entry.get("outputs", ()))
                selector = keccak(signature.encode())[:4]
                function = AbiFunction(name, types, outputs, _mutability(entry), selector)
                self.functions[signature] = self.by_selector[selector] = function

    def called(self, data: bytes) -> str:
        """The key of the function that this calldata reaches."""
        function = self.by_selector.get(data[:4]) if len(data) >= 4 else None
        if function is not None:
            return function.signature
        return RECEIVE if not data and RECEIVE in self.functions else FALLBACK

    def tell_call(self, data: bytes) -> str:
        """A call as readable text."""
        function = self.by_selector.get(data[:4]) if len(data) >= 4 else None
        if function is None:
            return f"data {shown(data)}" if data else "no data"
        return f"{function.name}({_decoded(function.types, data[4:])})"

    def tell_return(self, call: bytes, data: bytes) -> str:
        """What a call returned."""
        function = self.by_selector.get(call[:4])
        return f"({_decoded(function.outputs, data)})" if function else shown(data)

    def tell_revert(self, data: bytes) -> str:
        """Why a call reverted."""
        known = self._errors.get(data[:4])
        if known is None:
            return shown(data) if data else "without data"
        return f"{known[0]}({_decoded(known[1], data[4:])})"

    def tell_log(self, topics: Sequence[bytes], data: bytes) -> str:
        """An event, by name and with its values where it is known."""
        known = self._events.get(topics[0]) if topics else None
        if known is None:
            return f"log [{', '.join(shown(topic) for topic in topics)}] {shown(data)}"
        name, inputs = known
        indexed = [type_of(i) for i in inputs if i.get("indexed")]
        plain = [type_of(i) for i in inputs if not i.get("indexed")]
        arguments = [
            _decoded([kind], topic) for kind, topic in zip(indexed, topics[1:], strict=False)
        ]
        return f"{name}({', '.join([*arguments, *([_decoded(plain, data)] if plain else [])])})"


def _decoded(types: Sequence[str], data: bytes) -> str:
    try:
        values = decode(types, data)
    except (DecodingError, OverflowError, ValueError):
        return shown(data)
    return ", ".join(shown(value) for value in values)


def shown(value: Any) -> str:
    """A value, shortened."""
    if isinstance(value, bytes):
        text = "0x" + value.hex()
    elif isinstance(value, str):
        text = NAMES.get(value.lower()) or (value if value.startswith("0x") else repr(value))
    elif isinstance(value, list | tuple):
        text = f"[{', '.join(shown(part) for part in value)}]"
    else:
        text = str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 20] + f"…({len(text)} characters)"


def encode_arguments(types: Sequence[str], values: Sequence[Json], where: str) -> bytes:
    """Constructor arguments from JSON; accounts may be named: "alice", "accomplice1" …"""
    if len(types) != len(values):
        raise InputError(
            f"{where}: the constructor takes {len(types)} arguments, not {len(values)}"
        )
    try:
        return bytes(encode(types, [_from_json(t, v) for t, v in zip(types, values, strict=True)]))
    except (EncodingError, ValueError, TypeError) as error:
        raise InputError(f"{where}: constructor arguments: {error}") from error


def _from_json(kind: str, value: Json) -> Any:
    if kind.endswith("]"):
        inner = kind[: kind.rindex("[")]
        return [_from_json(inner, part) for part in value]
    if kind.startswith("("):
        parts = split_types(kind[1:-1])
        return tuple(_from_json(k, v) for k, v in zip(parts, value, strict=True))
    if kind == "address" and isinstance(value, str):
        by_name = {name: address for address, name in NAMES.items()}
        return by_name.get(value, value)
    if kind.startswith("bytes") and isinstance(value, str):
        return bytes.fromhex(value.removeprefix("0x"))
    if "int" in kind and isinstance(value, str):
        return int(value, 0)
    return value


def split_types(inside: str) -> list[str]:
    """The types in a tuple's parentheses."""
    parts, depth = [""], 0
    for letter in inside:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part for part in parts if part]


def addresses_in(types: Sequence[str], values: Sequence[Any]) -> list[str]:
    """All addresses among decoded values."""
    addresses = []
    for kind, value in zip(types, values, strict=True):
        if kind.endswith("]"):
            inner = kind[: kind.rindex("[")]
            addresses += addresses_in([inner] * len(value), value)
        elif kind.startswith("("):
            addresses += addresses_in(split_types(kind[1:-1]), value)
        elif kind == "address":
            addresses.append(str(value).lower())
    return addresses
