"""`acidtest judge`: rewards for training loops on other machines."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import click

from acidtest.cli import ending
from acidtest.cli.completion import SuiteName
from acidtest.cli.out import PATH
from acidtest.cli.progress import Shown
from acidtest.cli.prompts import FRESH
from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.extras import needed_by
from acidtest.core.options import RunOptions
from acidtest.core.registry import find_suite, suite_for
from acidtest.core.text import counted
from acidtest.engine.answer_judge import AnswerJudge
from acidtest.engine.fresh import with_fresh
from acidtest.engine.reward import Terms
from acidtest.integrations.judging.client import TOKEN, check_token

_M_ARENA_MAX, _M_MMAP_THRESHOLD = -8, -3  # in malloc.h


@click.command()
@click.argument("suite_name", metavar="SUITE", type=SuiteName())
@click.option("--port", type=click.IntRange(0, 65535), default=8766, show_default=True)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Any address but loopback needs a token.",
)
@click.option(
    "--token-file",
    type=click.Path(path_type=Path, dir_okay=False),
    help=f"File with the token that clients must have. Default: the variable {TOKEN}.",
)
@click.option("--metric", help="The metric to reward. Default: the suite's pass metric.")
@click.option("--data", multiple=True, type=PATH, help="As for `run`.")
@click.option("--target", multiple=True, metavar="TARGET", help="Built for these targets.")
@click.option("--groups", multiple=True, metavar="GROUP=V,V", help="Only these samples.")
@click.option("--limit", type=click.IntRange(1), help="At most this many: whole tasks.")
@click.option(
    "--seed", type=click.IntRange(0), default=0, help="Draw other inputs; see docs/rewards.md."
)
@FRESH
@click.option("--jobs", "-j", "workers", type=click.IntRange(1), help="Default: all cores.")
@click.option(
    "--executor",
    type=click.Choice(("local", "ray")),
    default="local",
    help="Where answers are judged: in threads here, or on the nodes of a Ray cluster.",
)
@click.option("--address", metavar="HOST:PORT", help="The Ray cluster, as for `run`.")
@click.option("--no-sandbox", "bare", is_flag=True, help="Only for answers you would run yourself.")
@click.option(
    "--queue",
    type=click.IntRange(1),
    default=2048,
    show_default=True,
    help="Answers that may wait; a client that sends more is told when to try again.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(1),
    default=300.0,
    show_default=True,
    metavar="SECONDS",
    help="For one request; judging goes on after it.",
)
def judge(
    suite_name: str,
    port: int,
    host: str,
    token_file: Path | None,
    metric: str | None,
    data: Sequence[Path],
    target: Sequence[str],
    groups: Sequence[str],
    limit: int | None,
    seed: int,
    fresh: int | None,
    workers: int | None,
    executor: str,
    address: str | None,
    bare: bool,
    queue: int,
    timeout: float,
) -> None:
    """Serve a suite's verdict as a reward, for training loops on other machines.

    \b
    acidtest judge c-decompile --port 8766
    acidtest judge c-decompile --host 0.0.0.0 --token-file token

    `acidtest.reward(SUITE, url="http://HOST:8766")` asks it; see docs/rewards.md. Ctrl-C stops it.
    """  # noqa: D301
    _give_memory_back()
    token = _token(token_file)
    with needed_by("judge"):
        from acidtest.integrations.judging.service import Service, ServiceLimits, make_judge_server
        from acidtest.report.server import is_loopback
    if token is None and not is_loopback(host.strip("[]")):
        raise InputError(
            f"--host {host}: other machines can reach it, so it needs a token, in the variable "
            f"{TOKEN} or by --token-file"
        )
    suite = suite_for(find_suite(suite_name), data)
    given = {"data": data, "target": target, "groups": groups, "limit": limit, "seed": seed}
    place = {"workers": workers, "executor": executor, "address": address}
    options = RunOptions.of({**given, **place, "bare": bare})
    options = with_fresh(suite, options, fresh, Shown())
    answers = AnswerJudge(suite, options, Terms.of(suite, metric, None).metric)
    service = Service(answers, token, ServiceLimits(waiting=queue, judging_s=timeout), fresh)
    with make_judge_server(service, host, port) as server, suppress(KeyboardInterrupt):
        if answers.open() is None:
            raise InfrastructureError("the tools of the judge cannot be opened; see above")
        ending.expect_interrupt()
        samples = counted(len(answers.samples), "sample")
        click.echo(f"judging {suite.name}, {samples}, at {server.address} (Ctrl-C to stop)")
        server.serve_forever()


def _give_memory_back() -> None:
    """By default each of many short threads has memory of its own, and the room that a long answer
    took is kept for the next one.
    """
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        library.mallopt(_M_ARENA_MAX, 1)
        library.mallopt(_M_MMAP_THRESHOLD, 1 << 18)


def _token(file: Path | None) -> str | None:
    if file is None:
        text = os.environ.get(TOKEN)
        return None if text is None else check_token(text)
    try:
        return check_token(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"--token-file {file}: {error}") from error
