// task: soft_wrap
// topic: strings
// exercises: bounded output with three exits, column counter, look-behind into the output buffer, isalpha from the library
// why: hyphenated and plain breaks, a swallowed blank, own line feeds, width zero and one, and each capacity around the needed one are asserted
// ---- types ----
#include <ctype.h>
// ---- function ----
int func0(const char *src, int width, char *out, int cap)
{
    int n = 0, col = 0;

    if (cap < 1)
        return -1;
    for (; *src; src++) {
        int c = (unsigned char)*src;
        if (col == width) {
            col = 0;
            if (n > 0 && isalpha((unsigned char)out[n - 1]) && isalpha(c)) {
                if (n + 1 >= cap)
                    return -1;
                out[n++] = '-';
            }
            if (n + 1 >= cap)
                return -1;
            out[n++] = '\n';
            if (c == ' ')
                continue;
        }
        if (n + 1 >= cap)
            return -1;
        out[n++] = (char)c;
        col = c == '\n' ? 0 : col + 1;
    }
    out[n] = 0;
    return n;
}
// ---- test ----
#include <assert.h>
#include <string.h>
static char b[40];
static int trial(const char *s, int width, int cap)
{
    memset(b, '#', sizeof b);
    int r = func0(s, width, b, cap);
    for (int i = cap; i < (int)sizeof b; i++)
        if (b[i] != '#')
            return -99;
    return r;
}
int main(void)
{
    assert(trial("hello world", 5, 40) == 11 && !strcmp(b, "hello\nworld"));
    assert(trial("abcdefgh", 3, 40) == 12 && !strcmp(b, "abc-\ndef-\ngh"));
    assert(trial("ab12", 2, 40) == 5 && !strcmp(b, "ab\n12"));
    assert(trial("12ab", 2, 40) == 5 && !strcmp(b, "12\nab"));
    assert(trial("abc", 3, 4) == 3 && !strcmp(b, "abc"));
    assert(trial("abc", 3, 3) == -1);
    assert(trial("a\nbcd", 2, 8) == 7 && !strcmp(b, "a\nbc-\nd"));
    assert(trial("a\nbcd", 2, 7) == -1);
    assert(trial("", 4, 1) == 0 && b[0] == 0);
    assert(trial("", 4, 0) == -1);
    assert(trial("ab cd", 2, 6) == 5 && !strcmp(b, "ab\ncd"));
    assert(trial("ab cd", 2, 5) == -1);
    assert(trial("ab ", 2, 4) == 3 && trial("ab ", 2, 3) == -1 && trial("ab1", 2, 3) == -1);
    assert(trial("abc", 2, 6) == 5 && !strcmp(b, "ab-\nc"));
    assert(trial("abc", 2, 5) == -1 && trial("abc", 2, 4) == -1 && trial("abc", 2, 3) == -1);
    assert(trial("abc", 1, 40) == 7 && !strcmp(b, "a-\nb-\nc"));
    assert(trial(" a", 1, 40) == 3 && !strcmp(b, " \na"));
    assert(trial("ab", 0, 40) == 3 && !strcmp(b, "\nab"));
    return 0;
}
