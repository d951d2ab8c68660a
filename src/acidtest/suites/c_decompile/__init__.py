"""Suite c-decompile: is decompiled C the same program? By compiling it and running its test."""
