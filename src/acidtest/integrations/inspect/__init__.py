"""acidtest inside Inspect AI: suites as tasks, logs as answers."""
