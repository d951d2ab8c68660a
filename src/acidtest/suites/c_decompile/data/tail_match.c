// task: tail_match
// topic: strings
// exercises: two pointers walked backwards from the ends, skipped characters, case folding by range, size_t result
// why: ignored underscores on either side, both case borders, full matches and text lying before the start of the argument are asserted
// ---- types ----
#include <string.h>
// ---- function ----
size_t func0(const char *a, const char *b)
{
    const char *p = a + strlen(a), *q = b + strlen(b);
    size_t n = 0;

    for (;;) {
        while (p > a && p[-1] == '_')
            p--;
        while (q > b && q[-1] == '_')
            q--;
        if (p == a || q == b)
            return n;
        int x = *--p, y = *--q;
        if (x >= 'A' && x <= 'Z')
            x += 32;
        if (y >= 'A' && y <= 'Z')
            y += 32;
        if (x != y)
            return n;
        n++;
    }
}
// ---- test ----
#include <assert.h>
int main(void)
{
    static const char pre[] = "z_abc", post[] = "zabc";
    assert(func0("", "") == 0 && func0("", "a") == 0);
    assert(func0("abc", "xbc") == 2);
    assert(func0("ABC", "xaBc") == 3);
    assert(func0("a_b", "ab") == 2);
    assert(func0("ab", "a__b_") == 2);
    assert(func0("___", "_") == 0);
    assert(func0("foo_bar", "oxbar") == 3);
    assert(func0("[", "{") == 0 && func0("{", "[") == 0);
    assert(func0("@", "`") == 0 && func0("`", "@") == 0);
    assert(func0("Z", "z") == 1 && func0("z", "Z") == 1);
    assert(func0("A", "a") == 1 && func0("a", "A") == 1);
    assert(func0("same", "same") == 4);
    assert(func0(pre + 2, "zabc") == 3);
    assert(func0("zabc", pre + 2) == 3);
    assert(func0("_x_Y_", "xy") == 2);
    assert(func0(post + 1, "zabc") == 3 && func0("zabc", post + 1) == 3);
    return 0;
}
