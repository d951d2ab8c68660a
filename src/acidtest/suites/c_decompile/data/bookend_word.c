// task: bookend_word
// topic: strings
// exercises: pointer into the argument returned or a null pointer, word boundaries, length through an out parameter
// why: first, last, single-letter and repeated candidates, runs of blanks, tabs, no candidate and the empty text are asserted by address and length
// ---- types ----
#include <stddef.h>
// ---- function ----
const char *func0(const char *s, size_t *len)
{
    const char *best = NULL;

    *len = 0;
    while (*s) {
        while (*s == ' ' || *s == '\t')
            s++;
        const char *from = s;
        while (*s && *s != ' ' && *s != '\t')
            s++;
        if (s == from)
            break;
        size_t n = (size_t)(s - from);
        if (n > 1 && from[0] == s[-1] && n >= *len) {
            best = from;
            *len = n;
        }
    }
    return best;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    size_t n = 9;
    const char *a = "level up, anna\tnoon", *b = "  x  yy\t\tz  ", *c = "abc bcd", *d = "eve", *e = "\tdad ";
    const char *f = "aba xyzzx pop", *g = "abca ab bb";
    assert(func0("", &n) == NULL && n == 0);
    assert(func0("   ", &n) == NULL && n == 0);
    assert(func0(a, &n) == a && n == 5);
    assert(func0(a + 1, &n) == a + 15 && n == 4);
    assert(func0(b, &n) == b + 5 && n == 2);
    assert(func0(c, &n) == NULL && n == 0);
    assert(func0(d, &n) == d && n == 3);
    assert(func0(d + 1, &n) == NULL && n == 0);
    assert(func0(e, &n) == e + 1 && n == 3);
    assert(func0(f, &n) == f + 4 && n == 5);
    assert(func0(f + 5, &n) == f + 10 && n == 3);
    assert(func0(g, &n) == g && n == 4);
    assert(func0("q", &n) == NULL && n == 0);
    return 0;
}
