"""Small tasks, and answers to them, for the tests of odd answers."""

from __future__ import annotations

from acidtest.suites.c_decompile.task import Task

INCLUDES = "#include <assert.h>\n#include <string.h>\n"
TASKS = {
    "clamp": Task(
        *("clamp", "O2", "c", "func0", ""),
        "int func0(int v, int lo, int hi) {\n"
        "  if (v < lo) return lo;\n  return v > hi ? hi : v;\n}\n",
        INCLUDES
        + "int main(void) {\n  assert(func0(5, 1, 3) == 3);\n  assert(func0(-9, -4, 3) == -4);"
        "\n  assert(func0(2, 1, 3) == 2);\n  return 0;\n}\n",
    ),
    "mean": Task(
        *("mean", "O2", "c", "func0", ""),
        "float func0(const float *v, int n) {\n  float sum = 0;\n"
        "  for (int i = 0; i < n; i++) sum += v[i];\n  return n ? sum / n : 0;\n}\n",
        "#include <assert.h>\nint main(void) {\n  float v[] = {1.5f, 2.5f, -1.0f, 5.0f};\n"
        "  assert(func0(v, 4) == 2.0f);\n  assert(func0(v, 1) == 1.5f);\n"
        "  assert(func0(v, 0) == 0);\n  return 0;\n}\n",
    ),
    "scale": Task(
        *("scale", "O2", "c", "func0", ""),
        "float func0(float x, int k) {\n  return x * k + 0.5f;\n}\n",
        INCLUDES + "int main(void) {\n  assert(func0(1.5f, 2) == 3.5f);\n"
        "  assert(func0(-2.0f, 3) == -5.5f);\n  return 0;\n}\n",
    ),
    "upper": Task(
        *("upper", "O2", "c", "func0", ""),
        "char *func0(char *s) {\n  for (char *p = s; *p; p++)\n"
        "    if (*p >= 'a' && *p <= 'z') *p -= 32;\n  return s;\n}\n",
        INCLUDES + 'int main(void) {\n  char a[] = "aZ9-q", b[] = "";\n'
        '  assert(!strcmp(func0(a), "AZ9-Q"));\n  assert(!strcmp(func0(b), ""));\n  return 0;\n}\n',
    ),
    "mix": Task(
        *("mix", "O2", "c", "func0", "#include <stdint.h>\n"),
        "uint64_t func0(uint32_t a, uint32_t b) {\n"
        "  return (uint64_t)(a ^ b) << 32 | (uint32_t)(a + b);\n}\n",
        "#include <assert.h>\nint main(void) {\n"
        "  assert(func0(1, 2) == 0x300000003);\n"
        "  assert(func0(0xfffffffe, 3) == 0xfffffffd00000001);\n  return 0;\n}\n",
    ),
    "evens": Task(
        *("evens", "O2", "c", "func0", ""),
        "#include <stdlib.h>\nint *func0(const int *a, int n, int *count) {\n"
        "  int *r = malloc(sizeof(int) * (n ? n : 1)), k = 0;\n"
        "  for (int i = 0; i < n; i++) if (a[i] % 2 == 0) r[k++] = a[i];\n"
        "  *count = k;\n  return r;\n}\n",
        "#include <assert.h>\n#include <stdlib.h>\nint main(void) {\n"
        "  int a[] = {1, 2, 3, 4, 6}, c = -1, *r = func0(a, 5, &c);\n"
        "  assert(c == 3 && r[0] == 2 && r[1] == 4 && r[2] == 6);\n  free(r);\n"
        "  r = func0(a, 0, &c);\n  assert(c == 0);\n  free(r);\n  return 0;\n}\n",
    ),
    "close": Task(
        *("close", "O2", "c", "func0", ""),
        "#include <math.h>\n#include <stdbool.h>\nbool func0(float *v, int n, float t) {\n"
        "  for (int i = 0; i < n; i++)\n    for (int j = i + 1; j < n; j++)\n"
        "      if (fabs(v[i] - v[j]) < t) return true;\n  return false;\n}\n",
        "#include <assert.h>\n#include <math.h>\n#include <stdbool.h>\nint main(void) {\n"
        "  float a[] = {1.0f, 2.0f, 3.9f, 4.0f, 5.0f, 2.2f};\n"
        "  assert(func0(a, 6, 0.3f));\n  assert(!func0(a, 6, 0.05f));\n  return 0;\n}\n",
    ),
    "node": Task(
        *("node", "O2", "c", "func0", "struct node { int v; struct node *next; };\n"),
        "int func0(struct node *n) {\n  int s = 0;\n"
        "  while (n) { s += n->v; n = n->next; }\n  return s;\n}\n",
        "#include <assert.h>\n#include <stddef.h>\nint main(void) {\n"
        "  struct node b = {5, NULL}, a = {7, &b};\n"
        "  assert(func0(&a) == 12);\n  assert(func0(NULL) == 0);\n  return 0;\n}\n",
    ),
    "fib": Task(
        *("fib", "O2", "c", "func0", ""),
        "long func0(int n) { return n < 2 ? n : func0(n - 1) + func0(n - 2); }\n",
        "#include <assert.h>\nint main(void) {\n"
        "  assert(func0(10) == 55 && func0(1) == 1 && func0(0) == 0);\n  return 0;\n}\n",
    ),
}
CLAMP = "int func0(int v, int lo, int hi)\n{\n  return v < lo ? lo : v > hi ? hi : v;\n}\n"
WRONG = "int func0(int v, int lo, int hi)\n{\n  return lo;\n}\n"
UPPER = (
    "char *func0(char *s)\n{\n  int i;\n  for (i = 0; s[i] != '\\0'; i++) {\n"
    "    if (s[i] >= 'a' && s[i] <= 'z') {\n      s[i] = s[i] - 'a' + 'A';\n    }\n  }\n"
    "  return s;\n}\n"
)
