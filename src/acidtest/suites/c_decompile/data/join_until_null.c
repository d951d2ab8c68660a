// task: join_until_null
// topic: variadic
// exercises: pointer varargs ending in a null pointer, bounded copy, separator logic, int counter out of size_t math
// why: no parts, one part, empty parts, exact fit, cut in a part, cut at the separator and capacity one are asserted with the text
// ---- types ----
#include <stddef.h>
// ---- function ----
#include <stdarg.h>
int func0(char *dst, size_t cap, char sep, ...)
{
    va_list ap;
    const char *part;
    size_t n = 0;
    int parts = 0;

    va_start(ap, sep);
    while ((part = va_arg(ap, const char *)) != NULL) {
        if (*part == '\0')
            continue;
        if (parts++ > 0 && n + 1 < cap)
            dst[n++] = sep;
        while (*part && n + 1 < cap)
            dst[n++] = *part++;
        if (*part) {
            parts = -parts;
            break;
        }
    }
    va_end(ap);
    dst[n] = '\0';
    return parts;
}
// ---- test ----
#include <assert.h>
#include <string.h>
#define NIL ((char *)0)
int main(void)
{
    char b[12];
    memset(b, '#', sizeof b);
    assert(func0(b, 12, '/', NIL) == 0 && b[0] == 0 && b[1] == '#');
    assert(func0(b, 12, '/', "usr", NIL) == 1 && strcmp(b, "usr") == 0);
    assert(func0(b, 12, '/', "a", "b", "c", NIL) == 3 && strcmp(b, "a/b/c") == 0);
    assert(func0(b, 12, '-', "", "x", "", "y", NIL) == 2 && strcmp(b, "x-y") == 0);
    assert(func0(b, 12, ',', "12345", "67890", NIL) == 2 && strcmp(b, "12345,67890") == 0);
    assert(func0(b, 11, ',', "12345", "67890", "z", NIL) == -2 && strcmp(b, "12345,6789") == 0);
    assert(b[11] == 0 && b[10] == 0);
    assert(func0(b, 4, ',', "abc", "d", NIL) == -2 && strcmp(b, "abc") == 0);
    assert(func0(b, 4, ',', "abc", NIL) == 1 && strcmp(b, "abc") == 0);
    assert(func0(b, 4, ',', "ab", "d", NIL) == -2 && strcmp(b, "ab,") == 0);
    assert(func0(b, 4, ',', "abcd", NIL) == -1 && strcmp(b, "abc") == 0);
    assert(func0(b, 1, ',', "q", NIL) == -1 && b[0] == 0);
    assert(func0(b, 1, ',', "", NIL) == 0 && b[0] == 0);
    assert(func0(b, 12, '.', "a", "b", "c", "d", "e", "", NIL) == 5 && strcmp(b, "a.b.c.d.e") == 0);
    return 0;
}
