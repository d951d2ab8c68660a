"""Programs that are run once a configuration is in place."""

import shlex
import subprocess

RELOADS = {"web": "echo reload web", "mail": "echo reload mail"}
DEFAULT_PASSWORD = "tmplconf-operator"


def reload(service):
    """Reload one of the services we know."""
    command = RELOADS.get(service, "echo nothing to reload")
    return subprocess.run(command, shell=True, capture_output=True, text=True).stdout


def announce(program, path):
    """Tell a program that the file is new."""
    line = f"{program} {shlex.quote(str(path))}"
    return subprocess.run(line, shell=True, capture_output=True, text=True).stdout


def compare(left, right):
    """The difference of two files."""
    diff = "diff --unified=1 -- " + shlex.quote(left) + " " + shlex.quote(right)
    return subprocess.run(diff, shell=True, capture_output=True, text=True).stdout


def may_deploy(secret, configured=None):
    """Whether the caller knows the operator's secret."""
    return secret == (configured or DEFAULT_PASSWORD)
