"""`acidtest fetch`: what no package may bring along, downloaded once and checked."""

import click


@click.command()
@click.argument(
    "names", nargs=-1, required=True, type=click.Choice(["minilm", "sevm", "smollm2", "solc"])
)
def fetch(names: tuple[str, ...]) -> None:
    """Download weights and tools into the cache, checking their hashes.

    \b
    minilm: all-MiniLM-L6-v2, for semantic similarity.
    sevm: the decompiler from npm.
    smollm2: SmolLM2-135M-Instruct, the language model of --system model:local/smollm2.
    solc: the Solidity compilers 0.4 to 0.8, for solidity-decompile.
    """  # noqa: D301
    from acidtest.metrics.semantic import weights
    from acidtest.systems import sevm
    from acidtest.toolchain import solc_fetch
    from acidtest.weights import SMOLLM2

    fetchers = {
        "minilm": weights.fetch_minilm,
        "sevm": sevm.PACKAGE.fetch,
        "smollm2": SMOLLM2.fetch,
        "solc": solc_fetch.fetch,
    }
    for name in dict.fromkeys(names):
        click.echo(f"{name}: {fetchers[name]()}")
