"""Programs that know nothing of a task: what they agree on is nothing."""

from __future__ import annotations

from collections.abc import Iterator

from acidtest.suites.c_decompile.agrees._prototype import Buffer, CallSignature, Scalar


def idle_bodies(signature: CallSignature) -> Iterator[str]:
    """Bodies that know nothing of a task: they return a constant or what they are given."""
    if not signature.result:
        yield "{ }"
        return
    pointer = signature.result in "*s"
    for value in (
        ("0", '""') if signature.result == "s" else ("0",) if pointer else ("0", "1", "-1")
    ):
        yield f"{{ return {value}; }}"
    for parameter in signature.parameters:
        if isinstance(parameter, Buffer if pointer else Scalar):
            yield f"{{ return {'(void *)' * pointer}{parameter.name}; }}"
        elif not pointer:
            yield f"{{ return *{parameter.name}; }}"
