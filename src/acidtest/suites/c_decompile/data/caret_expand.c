// task: caret_expand
// topic: strings
// exercises: bounded output buffer, one-character lookahead, early error returns, toupper inlined
// why: each escape form, a dangling caret, the exact-fit and one-too-small capacities, and zero capacity are asserted with the written text
// ---- types ----
#include <stddef.h>
// ---- function ----
int func0(char *dst, size_t cap, const char *src)
{
    size_t n = 0;

    if (cap == 0)
        return -1;
    while (*src) {
        char c = *src++;
        if (c == '^') {
            c = *src;
            if (c == '\0') {
                dst[n] = '\0';
                return -2;
            }
            src++;
            if (c >= 'a' && c <= 'z')
                c = (char)(c - 32);
            else if (c >= '0' && c <= '9')
                c = (char)('a' + (c - '0'));
        }
        if (n + 1 >= cap) {
            dst[n] = '\0';
            return -1;
        }
        dst[n++] = c;
    }
    dst[n] = '\0';
    return (int)n;
}
// ---- test ----
#include <assert.h>
#include <string.h>
int main(void)
{
    char b[16];
    memset(b, '#', sizeof b);
    assert(func0(b, 0, "x") == -1 && b[0] == '#');
    assert(func0(b, 1, "") == 0 && b[0] == 0);
    assert(func0(b, 16, "^hello ^world") == 11 && strcmp(b, "Hello World") == 0);
    assert(func0(b, 16, "2^^3") == 3 && strcmp(b, "2^3") == 0);
    assert(func0(b, 16, "^0^1^9") == 3 && strcmp(b, "abj") == 0);
    assert(func0(b, 16, "^a^z^A^-") == 4 && strcmp(b, "AZA-") == 0);
    assert(func0(b, 16, "ab^") == -2 && strcmp(b, "ab") == 0);
    assert(func0(b, 16, "^^^") == -2 && strcmp(b, "^") == 0);
    assert(func0(b, 4, "abc") == 3 && strcmp(b, "abc") == 0);
    assert(func0(b, 4, "abcd") == -1 && strcmp(b, "abc") == 0);
    assert(func0(b, 3, "^a^b^c") == -1 && strcmp(b, "AB") == 0);
    assert(func0(b, 1, "q") == -1 && b[0] == 0);
    assert(func0(b, 1, "^") == -2 && b[0] == 0);
    assert(func0(b, 16, "^`^{^/^:") == 4 && strcmp(b, "`{/:") == 0);
    return 0;
}
