"""Lines that other programs write, as answers: batch output, and rows with a data set's own fields.

OpenAI's Batch API and `vllm run-batch` write one response a line. Its choices are attempts, and so
are the outputs that vLLM's own `generate` returns, each with its text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_TEXTS = ("completion", "completions", "output", "outputs")
_TASK = ("task_id", "type")
_STOPS = {"length": "max_tokens"}
_MOST_TOKENS = 10**12
_NO_CHOICES = "the response has no choices"

Line = Mapping[str, Any]


def own_lines(line: Line) -> Iterator[Line]:
    """A line for each answer, with the fields that acidtest uses.

    >>> list(own_lines({"task_id": 3, "type": "O2", "completion": ["a", "b"]}))
    [{'id': '3-O2', 'answer': 'a'}, {'id': '3-O2', 'answer': 'b'}]
    """
    if "custom_id" in line:
        yield from _responses(line)
        return
    if "id" not in line and "task_id" in line:
        line = {"id": _task(line), **{k: v for k, v in line.items() if k not in _TASK}}
    name = next((name for name in _TEXTS if line.get(name) is not None), None)
    if name is None or "answer" in line:
        yield line
        return
    rest = {key: value for key, value in line.items() if key != name}
    for text in _several(line[name]) or [line[name]]:
        yield {**rest, **(_answer(text) if isinstance(text, Mapping) else {"answer": text})}


def _task(line: Line) -> Any:
    """The id of a record as Decompile-Eval has them: the task, and its level if there is one."""
    task, level = line["task_id"], line.get("type")
    if level is None or isinstance(task, bool) or not isinstance(task, int | str):
        return task
    return f"{task}-{level}"


def _several(given: Any) -> Sequence[Any]:
    """The items of a list; nothing if it is none."""
    return given if isinstance(given, Sequence) and not isinstance(given, str) else ()


def _responses(line: Line) -> Iterator[Line]:
    identity, response = line["custom_id"], line.get("response")
    if not isinstance(response, Mapping):
        yield {"id": identity, "error": _message(line.get("error")) or "no response"}
        return
    body, status = response.get("body", response), response.get("status_code", 200)
    if status != 200:
        said = _message(body) or _message(line.get("error"))
        yield {"id": identity, "error": f"HTTP {status}" + (f": {said}" if said else "")}
        return
    choices = _several(body.get("choices")) if isinstance(body, Mapping) else ()
    if not choices:
        yield {"id": identity, "error": _message(line.get("error")) or _NO_CHOICES}
        return
    usage, model = body.get("usage"), body.get("model")
    about: dict[str, Any] = {"model": model if isinstance(model, str) else None}
    if isinstance(usage, Mapping):
        about["tokens_in"] = _count(usage.get("prompt_tokens"))
        about["tokens_out"] = _count(usage.get("completion_tokens"))
    for choice in choices:
        yield {"id": identity, **_answer(choice), **about}
        about = {"model": about["model"]}  # usage is that of all choices together


def _count(number: Any) -> int | None:
    """A number of tokens; a server's slip there must not cost the answer."""
    plausible = isinstance(number, int) and not isinstance(number, bool)
    return number if plausible and 0 <= number < _MOST_TOKENS else None


def _answer(choice: Any) -> Line:
    """The text of a choice, of a chat or of a plain completion; a refusal is an empty answer."""
    if not isinstance(choice, Mapping):
        return {"error": _NO_CHOICES}
    message = choice.get("message")
    said = message if isinstance(message, Mapping) else choice
    text = said.get("content", choice.get("text"))
    if parts := _several(text):
        text = "".join(str(part.get("text", "")) for part in parts if isinstance(part, Mapping))
    reason = choice.get("finish_reason")
    return {
        "answer": text if isinstance(text, str) else "",
        "note": _message(said.get("refusal")),
        "stop": _STOPS.get(reason, reason) if isinstance(reason, str) else None,
    }


def _message(error: Any) -> str | None:
    """What an error says, however it is wrapped."""
    for _ in range(3):
        if not isinstance(error, Mapping):
            break
        error = error.get("error", error.get("message", error.get("code")))
    return error if isinstance(error, str) and error else None
