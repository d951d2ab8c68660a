"""`acidtest scan`: the cryptography in a file or folder."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from acidtest.cli.tables import visible


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "cbom", "cbom-1.7", "sarif"]),
    default="table",
    help="table for people; cbom is CycloneDX 1.6.",
)
@click.option(
    "--policy", default="nist", help="nist, cnsa, kcmvp or kpqc: decides the threat shown."
)
@click.option("--all", "everything", is_flag=True, help="Also what is not in use, in the table.")
def scan(path: Path, form: str, policy: str, everything: bool) -> None:
    """Find the cryptography in PATH: code, assembly, configuration, keys and logs."""
    from acidtest.scan import scan_path
    from acidtest.scan.finding import TAXONOMY
    from acidtest.scan.output import FORMATS, to_cbom

    TAXONOMY.policy(policy)
    found = scan_path(path)
    if form != "table":
        click.echo(to_cbom(found, "1.7") if form == "cbom-1.7" else FORMATS[form](found))
        return
    table = Table("file", "lines", "algorithm", "function", "evidence", "state", "threat")
    for finding in found:
        if everything or finding.state == "active":
            match = finding.match
            lines = "-".join(str(line) for line in dict.fromkeys(finding.lines))
            row = (finding.file, lines, match.label, match.function, finding.evidence)
            table.add_row(*map(visible, row), finding.state, match.threat(policy))
    Console().print(table)
