"""`python tools/trust`: see frame.py, which other processes import."""

import sys

from frame import main

if __name__ == "__main__":
    sys.exit(main())
