"""The command line: thin commands over the engine."""

from __future__ import annotations

import sys
import traceback

import click

from acidtest.cli import _threads  # noqa: F401 - before numpy is loaded

from acidtest._version import __version__  # isort: skip
from acidtest.cli.compare import compare_runs
from acidtest.cli.corpus import corpus
from acidtest.cli.demo import demo
from acidtest.cli.doctor import doctor
from acidtest.cli.fetch import fetch
from acidtest.cli.import_log import import_log
from acidtest.cli.look import export, show, suites, systems
from acidtest.cli.metrics import metrics
from acidtest.cli.nat import history, sast_eval
from acidtest.cli.report import report
from acidtest.cli.run import run, score
from acidtest.cli.sast import sast_calibrate, sast_known
from acidtest.cli.scan import scan
from acidtest.cli.serve import serve
from acidtest.cli.tables import visible
from acidtest.errors import AcidtestError


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="acidtest")
def cli() -> None:
    """Measure how well a system understands code, by running what it answers.

    \b
    acidtest doctor                                   what this machine has and lacks
    acidtest run c-decompile --system oracle          a control, on the shipped corpus
    acidtest score c-decompile --answers mine.jsonl   answers you recorded
    acidtest show runs/c-decompile/…                  the summary, or one sample
    acidtest compare RUN_A RUN_B                      is B better than A?
    acidtest report RUN… --out report.html            a page to look at; acidtest serve: all of it

    Exit status: 0 done; 1 a --fail-under or --fail-over was not met; 2 bad usage or input;
    3 errors of our side, or acidtest itself failed; 130 interrupted. An interrupted or killed run
    goes on when the same command is given again.
    """  # noqa: D301


_COMMANDS = (
    run,
    score,
    show,
    compare_runs,
    report,
    serve,
    export,
    suites,
    systems,
    metrics,
    doctor,
    fetch,
    demo,
)
for _command in (*_COMMANDS, corpus, scan, import_log):
    cli.add_command(_command)
for _command in (sast_known, sast_calibrate, sast_eval, history):
    cli.add_command(_command)


def main() -> None:
    """Entry point of the `acidtest` command."""
    try:
        status = cli(standalone_mode=False)
    except (click.exceptions.Abort, KeyboardInterrupt):
        click.echo("interrupted; the same command goes on where this one stopped", err=True)
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except AcidtestError as error:
        click.echo(visible(f"acidtest: {error}"), err=True)
        sys.exit(error.exit_status)
    except BrokenPipeError:
        sys.exit(0)
    except OSError as error:
        click.echo(visible(f"acidtest: {error}"), err=True)
        sys.exit(3)
    except Exception as error:  # a status of 1 would say that a bound is not met
        traceback.print_exc()
        told = f"{type(error).__name__}: {error}"
        click.echo(visible(f"acidtest: failed by a fault of its own: {told}"), err=True)
        sys.exit(3)
    sys.exit(status if isinstance(status, int) else 0)
