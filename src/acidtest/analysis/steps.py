"""An agent's transcript in words: what each step took, what was said, called and answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from acidtest.core.records import Json

_INDENT = "    "
_NUMBERS = {
    "tokens_in": "{:,.0f} tokens in",
    "tokens_out": "{:,.0f} out",
    "cost_usd": "${:.4f}",
    "time_s": "{:.1f} s",
    "tools_s": "{:.1f} s for tools",
}


def step_texts(steps: Sequence[Mapping[str, Json]]) -> Iterator[tuple[str, str]]:
    """A title and a text for each step. What is no step of ours is shown as it can be."""
    for number, step in enumerate(steps, 1):
        calls = _calls(step)
        names = ", ".join(str(call.get("tool", "?")) for call in calls) or "no call"
        took = ", ".join(_took(step))
        yield f"step {number}: {names}" + (f" ({took})" if took else ""), _text(step, calls)


def _calls(step: Mapping[str, Json]) -> list[Mapping[str, Json]]:
    calls = step.get("calls")
    return [call for call in calls if isinstance(call, Mapping)] if isinstance(calls, list) else []


def _took(step: Mapping[str, Json]) -> Iterator[str]:
    for name, form in _NUMBERS.items():
        value = step.get(name)
        if isinstance(value, int | float):
            yield form.format(value)


def _text(step: Mapping[str, Json], calls: Sequence[Mapping[str, Json]]) -> str:
    parts = [str(step["text"])] if step.get("text") else []
    for call in calls:
        arguments = call.get("arguments")
        given = arguments if isinstance(arguments, Mapping) else {}
        lines = [f"> {call.get('tool', '?')}"]
        lines += [f"{_INDENT}{name}: {_indented(value)}" for name, value in given.items()]
        if "error" in call:
            lines.append(f"error: {call['error']}")
        elif "result" in call:
            lines.append(str(call["result"]))
        parts.append("\n".join(lines))
    return "\n".join(parts)


def _indented(value: Json) -> str:
    text = str(value)
    return text.replace("\n", f"\n{_INDENT}{_INDENT}") if "\n" in text else text
