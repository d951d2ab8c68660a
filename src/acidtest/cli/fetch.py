"""`acidtest fetch`: weights that no package may bring along, downloaded once and checked."""

import click


@click.command()
@click.argument("names", nargs=-1, required=True, type=click.Choice(["minilm"]))
def fetch(names: tuple[str, ...]) -> None:
    """Download model weights into the cache, checking their SHA-256.

    minilm: all-MiniLM-L6-v2, for semantic similarity.
    """
    from acidtest.metrics.semantic import weights

    for name in dict.fromkeys(names):
        click.echo(f"{name}: {weights.fetch_minilm()}")
