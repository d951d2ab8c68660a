"""The question: the file under a neutral name, and the expected form of the answer."""

from __future__ import annotations

import hashlib
import json
from importlib.resources import files
from pathlib import PurePosixPath

from acidtest.core.records import Program, Sample
from acidtest.suites.crypto_inventory.truth import Truth

PUBLISHED = "published"
FORMS = ("numbered", "plain", PUBLISHED)
_SHOWN_MAX = 400_000

_TASK = """\
List the cryptography that the file below uses: every algorithm, safe or not, with where it is.
List only what is there. Use of an algorithm counts when this file makes it happen: by calling,
configuring, implementing or carrying it (a key, a certificate, a negotiated suite in a log). What
is only mentioned, switched off, turned down or tested for is either left out or listed with its
state. A file without cryptography has an empty list of findings.

Answer with one JSON document that follows this schema, and with nothing else:

{schema}

File {name}{how}:

{body}
"""


def shown_name(identity: str) -> str:
    """A file's neutral name: the same for the same id, with the true extension."""
    digest = hashlib.sha256(identity.encode("utf-8", "surrogatepass")).hexdigest()
    return f"f-{digest[:10]}{PurePosixPath(identity).suffix}"


def schema_text() -> str:
    """The JSON Schema of an answer."""
    schema = files("acidtest") / "schemas" / "crypto-findings.schema.json"
    return schema.read_text(encoding="utf-8")


def _compact_schema() -> str:
    return json.dumps(json.loads(schema_text()), ensure_ascii=False, separators=(",", ":"))


class CryptoQuestions:
    """Questions come with the data."""

    def text(self, sample: Sample, form: str) -> str:
        """The question in one of the forms."""
        return question(sample.truth, form)

    def program(self, sample: Sample) -> Program | None:
        """The file itself."""
        truth: Truth = sample.truth
        return None if truth.data is None else Program(truth.data)


def question(truth: Truth, form: str) -> str:
    """The question in one of the forms: lines numbered, as they are, or as published."""
    if form == PUBLISHED and truth.agent is not None:
        return truth.agent.question(truth.text)
    lines = truth.lines
    how = ""
    if form == "numbered":
        width = len(str(len(lines)))
        lines = [f"{i:>{width}}  {line}" for i, line in enumerate(lines, 1)]
        how = ", each line after its number"
    body = "\n".join(lines)
    if len(body) > _SHOWN_MAX:
        body = body[:_SHOWN_MAX]
        how += f" (cut after {_SHOWN_MAX} characters)"
    return _TASK.format(schema=_compact_schema(), name=truth.shown, how=how, body=body)
