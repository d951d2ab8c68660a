"""Tasks from any C project: `acidtest corpus import c-decompile`."""
