// task: dice_text
// topic: parsing
// exercises: grammar of dice terms in nested loops, digits stored in a small array, struct of limits returned by value, error code in the struct, default numbers
// why: single dice, sums and differences, default counts, keep-highest, each error code and value limits are asserted
// ---- types ----
struct dice { int low, high, error; };
// ---- function ----
struct dice func0(const char *s)
{
    struct dice r = {0, 0, 0};
    int sign = 1;

    for (;;) {
        int num[3] = {0, 0, 0}, part = 0, digits = 0;
        for (;; s++) {
            if (*s >= '0' && *s <= '9') {
                num[part] = num[part] * 10 + (*s - '0');
                digits++;
                if (num[part] > 999)
                    return (struct dice){0, 0, 2};
            } else if (part < 2 && *s == "dk"[part]) {
                if (digits == 0 && part == 0)
                    num[0] = 1;
                else if (digits == 0)
                    return (struct dice){0, 0, 1};
                part++;
                digits = 0;
            } else {
                break;
            }
        }
        if (digits == 0 || (part > 0 && num[1] == 0))
            return (struct dice){0, 0, 1};
        if (part == 2 && num[2] > num[0])
            return (struct dice){0, 0, 3};
        int count = part == 2 ? num[2] : num[0];
        int most = part ? count * num[1] : count;
        r.low += sign > 0 ? count : -most;
        r.high += sign > 0 ? most : -count;
        if (*s == 0)
            return r;
        if (*s != '+' && *s != '-')
            return (struct dice){0, 0, 4};
        sign = *s++ == '+' ? 1 : -1;
    }
}
// ---- test ----
#include <assert.h>
static int is(struct dice d, int low, int high, int error)
{
    return d.low == low && d.high == high && d.error == error;
}
int main(void)
{
    assert(is(func0("7"), 7, 7, 0) && is(func0("0"), 0, 0, 0));
    assert(is(func0("d6"), 1, 6, 0));
    assert(is(func0("3d6"), 3, 18, 0));
    assert(is(func0("3d6+2"), 5, 20, 0));
    assert(is(func0("2d4-1d6"), -4, 7, 0));
    assert(is(func0("10-3-d2"), 5, 6, 0));
    assert(is(func0("4d6k3"), 3, 18, 0) && is(func0("4d6k4"), 4, 24, 0));
    assert(is(func0("0d6"), 0, 0, 0));
    assert(is(func0("999d999"), 999, 998001, 0));
    assert(is(func0("1000"), 0, 0, 2) && is(func0("1d1000"), 0, 0, 2));
    assert(is(func0(""), 0, 0, 1) && is(func0("3d"), 0, 0, 1) && is(func0("3dk1"), 0, 0, 1));
    assert(is(func0("3d0"), 0, 0, 1) && is(func0("5+"), 0, 0, 1) && is(func0("4d6k"), 0, 0, 1));
    assert(is(func0("4d6k5"), 0, 0, 3));
    assert(is(func0("2x"), 0, 0, 4) && is(func0("2d6 "), 0, 0, 4) && is(func0("1k1"), 0, 0, 4));
    assert(is(func0("/"), 0, 0, 1) && is(func0("3:"), 0, 0, 4) && is(func0("3/"), 0, 0, 4));
    assert(is(func0("4d6k3k1"), 0, 0, 4) && is(func0("9d9d9"), 0, 0, 4));
    return 0;
}
