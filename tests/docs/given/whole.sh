#!/bin/sh
# stands for the script on the page, whose decompiler is not installed
test -r "$1" && echo "int func0(void) { return 0; }"
