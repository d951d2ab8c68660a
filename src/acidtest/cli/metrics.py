"""`acidtest metrics`: every metric for a pair of files, published and sound side by side."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

import click

from acidtest import embed as semantic
from acidtest.cli.out import PATH
from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.paths import read_text
from acidtest.metrics import Value, code_metrics, overall_of, published, semantic_similarity
from acidtest.report.terminal import console, new_table

_SUFFIXES: dict[str, Literal["c", "solidity"]] = {".c": "c", ".h": "c", ".sol": "solidity"}


@click.command()
@click.argument("reference", type=PATH)
@click.argument("candidate", type=PATH)
@click.option(
    "--language",
    type=click.Choice(["c", "solidity"]),
    help="Default: by the reference's suffix, .sol or .c.",
)
@click.option(
    "--semantic-model",
    type=PATH,
    help="Another ONNX sentence model, with tokenizer.json in the same folder.",
)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def metrics(
    reference: Path,
    candidate: Path,
    language: Literal["c", "solidity"] | None,
    semantic_model: Path | None,
    as_json: bool,
) -> None:
    """Compare two source files by every metric, in its published and its sound version.

    A metric that cannot be computed is left empty, with the reason below the table.
    """
    language = language or _SUFFIXES.get(reference.suffix)
    if language is None:
        raise InputError(f"{reference}: unknown language; add --language c or --language solidity")
    original, recovered = read_text(reference), read_text(candidate)
    try:
        model = semantic.load(semantic_model)
        similar = {
            "published": published.semantic_similarity(original, recovered, model),
            "sound": semantic_similarity(original, recovered, language, model),
        }
    except InfrastructureError as error:
        if semantic_model is not None:
            raise InputError(f"--semantic-model {semantic_model}: {error}") from error
        similar = dict.fromkeys(("published", "sound"), Value(None, str(error)))
    readings: dict[str, dict[str, float | None]] = {
        "published": dict(published.text_metrics(original, recovered)),
        "sound": dict(code_metrics(original, recovered, language)),
    }
    for reading, whole in (("published", published.overall_of), ("sound", overall_of)):
        scores, value = readings[reading], similar[reading].value
        known = {name: score for name, score in scores.items() if score is not None}
        scores["semantic_similarity"] = value
        scores["overall"] = (
            None if value is None else whole({**known, "semantic_similarity": value})
        )
    reason = similar["sound"].reason
    if as_json:
        click.echo(json.dumps({**readings, "language": language, "reason": reason}, indent=2))
        return
    table = new_table(f"{reference.name} and {candidate.name}, as {language}")
    table.add_column("metric")
    for reading in readings:
        table.add_column(reading, justify="right")
    for name in dict.fromkeys([*readings["published"], *readings["sound"]]):
        cells = (readings[reading].get(name) for reading in readings)
        table.add_row(name, *("-" if v is None else f"{v:.4f}" for v in cells))
    console().print(table)
    if reason:
        click.echo(f"semantic_similarity and overall: {reason}")
