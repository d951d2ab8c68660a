"""One thread of linear algebra: the matrices are small, and idle threads of BLAS spin."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
