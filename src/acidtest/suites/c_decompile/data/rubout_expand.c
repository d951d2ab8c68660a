// task: rubout_expand
// topic: goto
// exercises: growing heap buffer in a loop made of gotos, release on the error path only, signed codes, capacity visible in the result
// why: plain text, repeats, rubouts to the empty text and past it, growth at each doubling and dangling counts are asserted with text and capacity
// ---- types ----
#include <stddef.h>
// ---- function ----
#include <stdlib.h>
int func0(const char *s, char **out)
{
    size_t cap = 4, len = 0, count;
    char *buf = malloc(cap), *bigger;
    int rc = -9;

    if (!buf)
        return rc;
next:
    if (*s == 0)
        goto finish;
    count = *s >= '2' && *s <= '9' ? (size_t)(*s++ - '0') : 1;
    rc = -1;
    if (*s == 0)
        goto fail;
    if (*s == '<') {
        rc = -2;
        if (count > len)
            goto fail;
        len -= count;
        count = 0;
    }
put:
    if (count-- == 0) {
        s++;
        goto next;
    }
    if (len + 1 == cap) {
        rc = -9;
        cap *= 2;
        bigger = realloc(buf, cap);
        if (!bigger)
            goto fail;
        buf = bigger;
    }
    buf[len++] = *s;
    goto put;
finish:
    buf[len] = 0;
    *out = buf;
    return (int)(len * 1000 + cap);
fail:
    free(buf);
    return rc;
}
// ---- test ----
#include <assert.h>
#include <stdlib.h>
#include <string.h>
static int go(const char *s, const char *want)
{
    char *p = 0;
    int rc = func0(s, &p);
    if (rc < 0)
        return p ? 777 : rc;
    if (strlen(p) * 1000 != (size_t)(rc / 1000 * 1000) || strcmp(p, want) != 0)
        rc = 888;
    free(p);
    return rc;
}
int main(void)
{
    assert(go("", "") == 4);
    assert(go("abc", "abc") == 3004 && go("abcd", "abcd") == 4008);
    assert(go("3x", "xxx") == 3004 && go("7x", "xxxxxxx") == 7008 && go("8x", "xxxxxxxx") == 8016);
    assert(go("a1b", "a1b") == 3004 && go("2", "") == -1);
    assert(go("22", "22") == 2004 && go("29", "99") == 2004 && go("2:", "::") == 2004);
    assert(go("abc<", "ab") == 2004 && go("abc3<", "") == 4);
    assert(go("abc4<", "") == -2 && go("<", "") == -2 && go("ab<<<", "") == -2);
    assert(go("5a3<b", "aab") == 3008 && go("ab2<c", "c") == 1004);
    assert(go("9a9b", "aaaaaaaaabbbbbbbbb") == 18032 && go("9a9b9<", "aaaaaaaaa") == 9032);
    assert(go("ab9", "") == -1 && go("a<9", "") == -1 && go("5a5", "") == -1);
    assert(go("2a3b2<0", "aab0") == 4008 && go("1<", "") == 4);
    return 0;
}
