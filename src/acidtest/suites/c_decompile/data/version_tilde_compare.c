// task: version_tilde_compare
// topic: parsing
// exercises: two cursors moved in step, numeric fields with leading zeros, a sign that sorts before end of text
// why: numeric against textual order, missing fields, tilde on either side, leading zeros and equality are asserted in both directions
// ---- function ----
int func0(const char *a, const char *b)
{
    for (;;) {
        unsigned x = 0, y = 0;
        while (*a >= '0' && *a <= '9')
            x = x * 10 + (unsigned)(*a++ - '0');
        while (*b >= '0' && *b <= '9')
            y = y * 10 + (unsigned)(*b++ - '0');
        if (x != y)
            return x < y ? -1 : 1;
        if (*a == *b) {
            if (*a == '\0')
                return 0;
            a++;
            b++;
            continue;
        }
        if (*a == '~')
            return -2;
        if (*b == '~')
            return 2;
        if (*a == '\0')
            return -3;
        if (*b == '\0')
            return 3;
        return *a < *b ? -4 : 4;
    }
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0("", "") == 0);
    assert(func0("1.2", "1.10") == -1);
    assert(func0("1.10", "1.9") == 1);
    assert(func0("1.02", "1.2") == 0);
    assert(func0("1.2~3", "1.2") == -2);
    assert(func0("1.2", "1.2~3") == 2);
    assert(func0("1.2~3", "1.2~4") == -1);
    assert(func0("1.2", "1.2.1") == -3);
    assert(func0("1.2.1", "1.2") == 3);
    assert(func0("1.2a", "1.2b") == -4);
    assert(func0("1.2b", "1.2a") == 4);
    assert(func0("1~", "1a") == -2 && func0("1a", "1~") == 2);
    assert(func0("90", "89") == 1 && func0("89", "90") == -1);
    assert(func0("1.10", "1.10") == 0 && func0("10~", "10~~") == 2);
    assert(func0("a0", "a") == 0);
    assert(func0("0~", "~") == 0);
    assert(func0("7.19.8", "7.20.0") == -1);
    assert(func0("1:2", "1:2") == 0 && func0("1:", "1/") == 4 && func0("1/", "1:") == -4);
    return 0;
}
