"""Changes to a sequence that may decide a comparison in it the other way.

What is compared is usually copied from somewhere: an argument, the sender, the value, the time, a
reply, or what an earlier call was given. So each place that holds one operand is set to the other,
and to its neighbours; and each number is moved by the difference of the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from eth_abi.abi import decode, encode
from eth_abi.exceptions import DecodingError, EncodingError

from acidtest.suites.solidity_decompile.replay.abi import AbiFunction, Interface
from acidtest.suites.solidity_decompile.replay.sweep import inner_data, with_data
from acidtest.toolchains.evm import (
    ACCOMPLICES,
    PEERS,
    PEOPLE,
    START_TIME,
    TARGET,
    CallStep,
    block_number,
)
from acidtest.toolchains.evm_frame import BranchOperands, Called, Watched
from acidtest.toolchains.evm_keys import sign

_FAR = START_TIME + 40 * 365 * 86400
_RICH = 1 << 128
_MANY = 70
_EARLIER = 5
_WORD = 1 << 256
_HALF = 1 << 255
_REPLY = (1).to_bytes(32, "big") + bytes(32)
TRANSFER = bytes.fromhex("a9059cbb")
_MARK = 1 << 16
"""Smaller numbers are in too many places by chance."""


class Scene(NamedTuple):
    """A sequence, what was compared at the branch in question, and what the last call did."""

    steps: tuple[CallStep, ...]
    compared: BranchOperands
    watched: Watched


def _gap(compared: BranchOperands) -> int:
    left, right = compared.left, compared.right
    if compared.operation in (0x12, 0x13):
        left, right = (x - _WORD if x >= _HALF else x for x in (left, right))
    return right - left


def last_steps(
    scene: Scene, function: AbiFunction | None, accounts: Sequence[str]
) -> Iterator[CallStep]:
    """Other last steps, likeliest first."""
    step, compared = scene.steps[-1], scene.compared
    left, right = compared.left, compared.right
    for value, other in ((left, right), (right, left)):
        for near in (other, other + 1, other - 1):
            yield from _set(step, value, near % _WORD, accounts, function)
    yield from signed(scene)
    gap = _gap(compared)
    for by in (gap, -gap):
        for near in (by, by + 1, by - 1):
            yield from _moved(step, near, function)


def _set(
    step: CallStep, value: int, new: int, accounts: Sequence[str], function: AbiFunction | None
) -> Iterator[CallStep]:
    """The step with the places that hold `value` set to `new`, one at a time."""
    data = inner_data(step)
    for at in range(4, len(data) - 31, 32):
        if int.from_bytes(data[at : at + 32], "big") == value != new:
            yield with_data(step, data[:at] + new.to_bytes(32, "big") + data[at + 32 :])
    if value <= _MANY and new <= _MANY and function is not None:
        yield from _resized(step, function, value, new)
    if value == step.value and new <= _RICH and (function is None or function.payable):
        yield step._replace(value=new)
    if value == step.time and step.time <= new < _FAR:
        yield step._replace(time=new)
    if value == block_number(step.time) and value < new < value + 10**8:
        yield step._replace(time=step.time + 12 * (new - value))
    who = step.sender if step.to == TARGET else step.to
    if value == int(who, 16):
        yield from by_sender(step, "0x" + (new % (1 << 160)).to_bytes(20, "big").hex(), accounts)


def by_sender(step: CallStep, sender: str, accounts: Sequence[str]) -> Iterator[CallStep]:
    """The step from another sender, if that can send."""
    data = inner_data(step)
    if sender in accounts:
        yield step._replace(sender=sender, to=TARGET, data=data)
    elif sender in ACCOMPLICES or sender in PEERS:
        person = step.sender if step.sender in accounts else PEOPLE[0]
        yield step._replace(sender=person, to=sender, data=bytes(32) + data)


def _resized(step: CallStep, function: AbiFunction, value: int, new: int) -> Iterator[CallStep]:
    data = inner_data(step)
    values = _decoded(function, data)
    for index, kind in enumerate(function.types):
        if values is None or not (kind.endswith("[]") or kind in ("bytes", "string")):
            continue
        old = list(values[index]) if kind.endswith("]") else values[index]
        if len(old) == value:
            fill: Any = old[-1:] if len(old) else _empty(kind)
            made = (old + fill * new)[:new]
            changed = _encoded(function, [*values[:index], made, *values[index + 1 :]])
            if changed is not None:
                yield with_data(step, data[:4] + changed)


def _empty(kind: str) -> Any:
    if kind == "bytes":
        return b"\1"
    if kind == "string":
        return "a"
    inner = kind[:-2]
    if inner == "address":
        return [PEOPLE[1]]
    return [1] if inner.startswith(("uint", "int")) else []


def _decoded(function: AbiFunction, data: bytes) -> list[Any] | None:
    try:
        return list(decode(function.types, data[4:]))
    except (DecodingError, OverflowError, ValueError):
        return None


def _encoded(function: AbiFunction, values: Sequence[Any]) -> bytes | None:
    try:
        return bytes(encode(function.types, values))
    except (EncodingError, ValueError, TypeError):
        return None


def is_clean(function: AbiFunction, data: bytes) -> bool:
    """Whether calldata is what an encoder makes: other compilers treat other calldata otherwise."""
    values = _decoded(function, data)
    return values is not None and _encoded(function, values) == data[4:]


def _moved(step: CallStep, by: int, function: AbiFunction | None) -> Iterator[CallStep]:
    """The step with one number moved: an argument, the value, the time."""
    if abs(by) < _FAR and by > 0 and step.time + by < _FAR:
        yield step._replace(time=step.time + by)
    if by and 0 <= step.value + by <= _RICH and (function is None or function.payable):
        yield step._replace(value=step.value + by)
    data = inner_data(step)
    if function is None or not by:
        return
    for index, kind in enumerate(function.types):
        at = 4 + 32 * index
        if kind.startswith(("uint", "int")) and not kind.endswith("]") and not _compound(function):
            word = int.from_bytes(data[at : at + 32], "big")
            yield with_data(
                step, data[:at] + ((word + by) % _WORD).to_bytes(32, "big") + data[at + 32 :]
            )


def _compound(function: AbiFunction) -> bool:
    """Whether arguments are not one word each."""
    return any(
        kind.startswith("(") or (kind.endswith("]") and not kind.endswith("[]"))
        for kind in function.types
    )


def signed(scene: Scene) -> Iterator[CallStep]:
    """The step with the signature that the code checked made by each person."""
    for person in PEOPLE:
        yield from signed_by(person, scene.steps[-1], scene.watched)


def signed_by(person: str, step: CallStep, watched: Watched) -> Iterator[CallStep]:
    """The step with the signatures that its call checked made by one person."""
    data = inner_data(step)
    for digest, *old in watched.signatures[:3]:
        v, r, s = (part.to_bytes(32, "big") for part in old)
        new_v, new_r, new_s = (part.to_bytes(32, "big") for part in sign(person, digest))
        for before, after in (
            (v + r + s, new_v + new_r + new_s),
            (r + s + v, new_r + new_s + new_v),
            (r + s + v[-1:], new_r + new_s + new_v[-1:]),
        ):
            if before in data[4:]:
                data = data[:4] + data[4:].replace(before, after, 1)
                break
    if data != inner_data(step):
        yield with_data(step, data)


def for_signers(step: CallStep, known: Sequence[str]) -> Iterator[tuple[str, CallStep]]:
    """The step about a person who can sign: each account in its data replaced by that person."""
    data = inner_data(step)
    accounts = {bytes(12) + bytes.fromhex(account[2:]) for account in known} | {bytes(32)}
    for at in range(4, len(data) - 31, 32):
        if data[at : at + 32] in accounts:
            for person in PEOPLE[1:3]:
                word = bytes(12) + bytes.fromhex(person[2:])
                yield person, with_data(step, data[:at] + word + data[at + 32 :])


def sequences(
    scene: Scene,
    interface: Interface,
    accounts: Sequence[str],
    writers: Sequence[CallStep],
    worked: Sequence[CallStep],
    asked: Sequence[int],
) -> Iterator[list[CallStep]]:
    """Other sequences: something before the last step changed or put in."""
    *before, last = scene.steps
    left, right = scene.compared.left, scene.compared.right
    for writer in writers:
        yield [
            *before,
            writer._replace(time=max(writer.time, before[-1].time if before else 0)),
            last,
        ]
    for called in scene.watched.calls:
        yield from _other_reply(scene, called)
    gap = abs(_gap(scene.compared))
    for account in asked:
        peer = "0x" + account.to_bytes(20, "big").hex()
        for amount in dict.fromkeys((gap, gap + 1, gap - 1, 10**18)):
            if 0 < amount <= _RICH and account:
                yield [*before, donation(peer, amount, last), last]
    for at in range(len(before) - 1, max(-1, len(before) - 1 - _EARLIER), -1):
        step = before[at]
        function = interface.by_selector.get(inner_data(step)[:4])
        for value, other in ((left, right), (right, left)):
            for near in (other, other + 1, other - 1) if value >= _MARK else (other,):
                if value >= 4:
                    for changed in _set(step, value, near % _WORD, accounts, function):
                        yield [*before[:at], changed, *before[at + 1 :], last]
        for by in (_gap(scene.compared), -_gap(scene.compared)):
            for changed in _moved(step, by, function):
                if changed.time == step.time:
                    yield [*before[:at], changed, *before[at + 1 :], last]
    for step in worked:
        time = max(step.time, before[-1].time if before else 0)
        yield [*before, step._replace(time=time), last._replace(time=max(time, last.time))]


def donation(peer: str, amount: int, like: CallStep) -> CallStep:
    """A person gives the target tokens."""
    sender = like.sender if like.sender in PEOPLE else PEOPLE[0]
    data = TRANSFER + bytes(12) + bytes.fromhex(TARGET[2:]) + amount.to_bytes(32, "big")
    return CallStep(sender, peer, data, 0, like.time)


def gifts(tokens: Iterable[int], amount: int, like: CallStep) -> list[CallStep]:
    """A donation of each of these tokens, as far as they are others than the target."""
    named = ["0x" + token.to_bytes(20, "big").hex() for token in tokens if token]
    return [donation(token, amount, like) for token in named if token != TARGET]


def _other_reply(scene: Scene, called: Called) -> Iterator[list[CallStep]]:
    """The peer that replied an operand replies the other one."""
    *before, last = scene.steps
    words = [called.reply[i : i + 32] for i in range(0, min(len(called.reply), 256), 32)]
    values = (scene.compared.left, scene.compared.right)
    for value, other in (values, values[::-1]):
        for index, word in enumerate(words):
            if int.from_bytes(word, "big") != value:
                continue
            for near in (other, other + 1, other - 1):
                reply = list(words)
                reply[index] = (near % _WORD).to_bytes(32, "big")
                peer = "0x" + called.to.to_bytes(20, "big").hex()
                if peer == TARGET:
                    continue
                data = _REPLY + b"".join(reply)
                yield [*before, CallStep(PEOPLE[1], peer, data, 0, last.time), last]
