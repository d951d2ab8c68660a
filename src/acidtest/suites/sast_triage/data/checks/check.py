"""What the Python drivers share: run every case, each in an empty folder, and say what happened.

A case returns True when the harm was done ("fires") and False when the guard held ("holds").
"""

import json
import os
import pickle
import resource
import signal
import sys
import tempfile
from pathlib import Path


class Touch:
    """Pickled, it creates the file `owned` wherever it is loaded."""

    def __reduce__(self):
        return (Path.touch, (Path("owned"),))


HOSTILE_PICKLE = pickle.dumps(Touch())


def owned():
    return Path("owned").exists()


def attempt(function, *arguments):
    """The result, or None when the package refused."""
    try:
        return function(*arguments)
    except Exception:
        return None


def never_ends(function, *arguments):
    """Whether a child uses up a second of processor time on it."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
        attempt(function, *arguments)
        os._exit(0)
    return os.WTERMSIG(os.waitpid(child, 0)[1]) in (signal.SIGXCPU, signal.SIGKILL)


def run(cases):
    results = {}
    for case in cases:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            results[case.__name__] = "fires" if case() else "holds"
            os.chdir("/")
    json.dump(results, sys.stdout)
