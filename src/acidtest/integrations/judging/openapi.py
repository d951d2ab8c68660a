"""The judge service, described for programs (OpenAPI) and for people (a page)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from acidtest.core.text import shown
from acidtest.core.version import __version__


def document(suite: str, metric: str, steps: Sequence[str], *, secured: bool) -> dict[str, Any]:
    """The OpenAPI document of a service for one suite."""
    weight = {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}
    counts = {"type": "object", "additionalProperties": {"type": "integer"}}
    number = {"type": "integer"}
    answer = _object({"id": {"type": "string"}, "answer": {"type": "string"}})
    asked = _object(
        {
            "answers": {"type": "array", "items": answer, "description": "Judged together."},
            "suite": {"const": suite, "description": "Refused if it is another."},
            "metric": {"const": metric, "description": "Refused if it is another."},
            "fresh": {"type": "integer", "description": "The tasks' seed; refused if another."},
            "shaping": {
                "type": "object",
                "properties": dict.fromkeys(steps, weight),
                "additionalProperties": False,
                "description": "Weights of steps on the way; together below 1.",
            },
        },
        required=["answers"],
    )
    report = {"answers": number, "judged": number, "full": number, "errors": number}
    given = _object(
        {
            "rewards": {
                "type": "array",
                "items": {"type": ["number", "null"], "maximum": 1},
                "description": "In the order of the answers; 1: a pass; null: not scorable.",
            },
            "report": _object({**report, "rules": counts, "causes": counts}),
        }
    )
    about = _object(
        {
            "suite": {"type": "string"},
            "version": {"type": "string", "description": "Of the suite."},
            "metric": {"type": "string"},
            "steps": {"type": "array", "items": {"type": "string"}},
            "seed": number,
            "fresh": {"type": ["integer", "null"], "description": "The seed of fresh tasks."},
            "samples": number,
            "most_answers": {**number, "description": "In one request."},
            "most_bytes": {**number, "description": "Of one request."},
        }
    )
    later = {
        "description": "",
        "headers": {"Retry-After": {"schema": number, "description": "Seconds."}},
        **_json({"$ref": "#/components/schemas/Problem"}),
    }
    posted = {
        "200": {"description": "The rewards.", **_json({"$ref": "#/components/schemas/Rewards"})},
        "400": _problem("The body cannot be read; the error says where."),
        "401": _problem("The token is missing or wrong."),
        "408": _problem("The body came too slowly."),
        "409": _problem("This service judges another suite, metric or tasks."),
        "413": _problem("Too many answers or bytes in one request."),
        "429": {**later, "description": "Too much is waiting; send it again later."},
        "500": _problem("A fault of the service."),
        "503": {**later, "description": "Not judged in time. It goes on: send it again."},
    }
    text = {"content": {"text/plain": {"schema": {"type": "string"}}}}
    secured_by: dict[str, Any] = {"security": [{"token": []}]} if secured else {}
    scheme = {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}} if secured else {}
    described = {"description": "The suite, and the limits of a request."}
    return {
        "openapi": "3.1.0",
        "info": {"title": f"acidtest judge: {suite}", "version": __version__},
        "paths": {
            "/v1/rewards": {
                "post": {
                    "summary": "Rewards for a batch of answers",
                    **secured_by,
                    "requestBody": {
                        "required": True,
                        **_json({"$ref": "#/components/schemas/Batch"}),
                    },
                    "responses": posted,
                }
            },
            "/v1/suite": {
                "get": {
                    "summary": "What is judged here",
                    **secured_by,
                    "responses": {
                        "200": {**described, **_json({"$ref": "#/components/schemas/About"})}
                    },
                }
            },
            "/health": {
                "get": {
                    "summary": "Whether answers can be judged; needs no token",
                    "responses": {
                        "200": {"description": "They can.", **text},
                        "503": {"description": "The tools cannot be opened.", **text},
                    },
                }
            },
            "/metrics": {
                "get": {
                    "summary": "Counters in the text format of Prometheus",
                    **secured_by,
                    "responses": {"200": {"description": "The counters.", **text}},
                }
            },
        },
        "components": {
            "schemas": {
                "Batch": asked,
                "Rewards": given,
                "About": about,
                "Problem": _object({"error": {"type": "string"}}),
            },
            **scheme,
        },
    }


def _object(properties: dict[str, Any], required: Sequence[str] | None = None) -> dict[str, Any]:
    needed = list(properties if required is None else required)
    return {"type": "object", "properties": properties, "required": needed}


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": schema}}}


def _problem(description: str) -> dict[str, Any]:
    return {"description": description, **_json({"$ref": "#/components/schemas/Problem"})}


def page(document: dict[str, Any]) -> str:
    """The same for a person: one page that loads nothing."""
    title = shown(document["info"]["title"])
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8>",
        f"<title>{title}</title><style>body{{font:16px/1.5 system-ui,sans-serif;max-width:46rem;"
        "margin:2rem auto;padding:0 1rem}pre{overflow:auto;background:#8881;padding:.6rem}"
        ":root{color-scheme:light dark}</style>",
        f"<h1>{title}</h1><p>For programs: <a href=/openapi.json>openapi.json</a></p>",
    ]
    for path, methods in document["paths"].items():
        for method, call in methods.items():
            parts.append(f"<h2><code>{method.upper()} {shown(path)}</code></h2>")
            parts.append(f"<p>{shown(call['summary'])}</p><ul>")
            for status, response in call["responses"].items():
                parts.append(f"<li>{status}: {shown(response['description'])}</li>")
            parts.append("</ul>")
    parts.append("<h2>Shapes</h2>")
    for name, schema in document["components"]["schemas"].items():
        parts.append(f"<h3>{shown(name)}</h3><pre>{shown(json.dumps(schema, indent=1))}</pre>")
    return "\n".join(parts)
