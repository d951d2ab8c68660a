"""Limit BLAS to one thread: the matrices are small, and idle BLAS threads spin."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
