// task: parse_slot_ranges
// topic: parsing
// exercises: small grammar with ranges, 64-bit mask built by variable shifts, result through pointer only on success
// why: single numbers, ranges, wrap-free borders 0 and 63, each syntax error and the untouched output on error are asserted
// ---- types ----
#include <stdint.h>
// ---- function ----
int func0(const char *s, uint64_t *out)
{
    uint64_t mask = 0;
    int groups = 0;

    for (;;) {
        int v[2], k;
        for (k = 0; k < 2; k++) {
            if (*s < '0' || *s > '9')
                return -1;
            v[k] = *s++ - '0';
            if (*s >= '0' && *s <= '9')
                v[k] = v[k] * 10 + (*s++ - '0');
            if (v[k] > 63)
                return -2;
            if (*s != '-' || k == 1)
                break;
            s++;
        }
        int hi = k == 0 ? v[0] : v[1];
        if (hi < v[0])
            return -3;
        for (int b = v[0]; b <= hi; b++)
            mask ^= (uint64_t)1 << b;
        groups++;
        if (*s == '\0')
            break;
        if (*s++ != ',')
            return -4;
    }
    *out = mask;
    return groups;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    uint64_t m = 77;
    assert(func0("", &m) == -1 && m == 77);
    assert(func0("5-2", &m) == -3 && m == 77);
    assert(func0("64", &m) == -2 && m == 77);
    assert(func0("0-99", &m) == -2 && m == 77);
    assert(func0("1,,2", &m) == -1 && func0("1,", &m) == -1 && func0("3-", &m) == -1);
    assert(func0("1-2-3", &m) == -4 && func0("123", &m) == -4 && func0("4 ", &m) == -4);
    assert(func0("1-2-", &m) == -4 && func0("1-2-,3", &m) == -4);
    assert(func0("/", &m) == -1 && func0(":", &m) == -1 && m == 77);
    assert(func0("0", &m) == 1 && m == 1);
    assert(func0("63", &m) == 1 && m == 0x8000000000000000ull);
    assert(func0("0-63", &m) == 1 && m == 0xffffffffffffffffull);
    assert(func0("1-4,7,9-12", &m) == 3 && m == 0x1e9eull);
    assert(func0("7-7", &m) == 1 && m == 0x80);
    assert(func0("0-9,5", &m) == 2 && m == 0x3df);
    assert(func0("4,4", &m) == 2 && m == 0);
    assert(func0("08,19-30", &m) == 2 && m == 0x7ff80100ull);
    assert(func0("5/", &m) == -4 && func0("5:", &m) == -4);
    return 0;
}
