"""Scripted agents for the model server: what they do is a function of the conversation alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

Turn = Mapping[str, Any] | Callable[[list[str]], Mapping[str, Any]]
"""A message of the model, or what makes one from what the tools have answered so far."""


def call(tool: str, **arguments: Any) -> dict[str, Any]:
    """A call of a tool."""
    return raw(tool, json.dumps(arguments))


def raw(tool: str, arguments: str) -> dict[str, Any]:
    """A call of a tool with arguments as the model wrote them, JSON or not."""
    function = {"name": tool, "arguments": arguments}
    return {
        "tool_calls": [{"id": f"call-{tool}", "type": "function", "function": function}],
        "stop": "tool_calls",
    }


def say(text: str) -> dict[str, Any]:
    """A reply without a call."""
    return {"text": text}


def script(*turns: Turn) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Plays one turn after the other, and the last one again and again."""

    def play(body: dict[str, Any]) -> dict[str, Any]:
        messages = body["messages"]
        done = sum(message["role"] == "assistant" for message in messages)
        turn = turns[min(done, len(turns) - 1)]
        results = [str(message["content"]) for message in messages if message["role"] == "tool"]
        return dict(turn(results) if callable(turn) else turn)

    return play
