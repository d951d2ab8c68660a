"""Language models as agents: Inspect AI's loop and tools, in acidtest's sandbox."""
