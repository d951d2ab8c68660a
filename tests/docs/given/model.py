# stands for the script on the page, whose decompiler or server is not there
print("int func0(void) { return 0; }")
