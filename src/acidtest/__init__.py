"""acidtest measures how well a system understands code, by running what it answers."""

__version__ = "0.1.0"
