// task: parse_duration
// topic: parsing
// exercises: digit accumulation with overflow check, unit order enforced, long return value, table-free switch
// why: each unit, order and repetition errors, missing number or unit, and the last value before and first after overflow are asserted
// ---- function ----
long func0(const char *s)
{
    long total = 0;
    int rank = 4;

    if (!*s)
        return -1;
    while (*s) {
        long n = 0, unit;
        int r;
        if (*s < '0' || *s > '9')
            return -1;
        while (*s >= '0' && *s <= '9') {
            n = n * 10 + (*s++ - '0');
            if (n > 99999)
                return -2;
        }
        switch (*s++) {
        case 'd': unit = 86400; r = 3; break;
        case 'h': unit = 3600; r = 2; break;
        case 'm': unit = 60; r = 1; break;
        case 's': unit = 1; r = 0; break;
        default: return -1;
        }
        if (r >= rank)
            return -3;
        rank = r;
        total += n * unit;
        if (total > 2147483647L)
            return -2;
    }
    return total;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0("") == -1);
    assert(func0("1h30m15s") == 5415);
    assert(func0("2d") == 172800);
    assert(func0("1d1h1m1s") == 90061);
    assert(func0("0s") == 0);
    assert(func0("007m") == 420);
    assert(func0("15") == -1);
    assert(func0("h") == -1);
    assert(func0("5x") == -1);
    assert(func0("1h ") == -1);
    assert(func0("/s") == -1 && func0(":s") == -1);
    assert(func0("1s1m") == -3);
    assert(func0("1m1m") == -3);
    assert(func0("99999s") == 99999);
    assert(func0("100000s") == -2);
    assert(func0("24855d11647s") == 2147483647L);
    assert(func0("24855d11648s") == -2);
    assert(func0("9d9s") == 777609);
    return 0;
}
