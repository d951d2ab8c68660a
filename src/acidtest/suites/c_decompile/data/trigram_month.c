// task: trigram_month
// topic: switch
// exercises: sparse switch on three characters packed into an integer, case folding, fall-through for lengths, result packed with the season
// why: every month name in mixed case, near misses, short texts, trailing letters and both February lengths are asserted
// ---- function ----
#define PACK(a, b, c) ((a) << 16 | (b) << 8 | (c))
int func0(const char *name, int leap)
{
    int code = 0, month = 0, days = 0;

    for (int i = 0; i < 3; i++) {
        if (name[i] == 0)
            return -1;
        code = code << 8 | (name[i] | 32);
    }
    switch (code) {
    case PACK('j', 'a', 'n'): month = 1; break;
    case PACK('f', 'e', 'b'): return 228 + (leap != 0);
    case PACK('m', 'a', 'r'): month = 3; break;
    case PACK('a', 'p', 'r'): month = 4; days = -1; break;
    case PACK('m', 'a', 'y'): month = 5; break;
    case PACK('j', 'u', 'n'): days--; __attribute__((fallthrough));
    case PACK('j', 'u', 'l'): month = 7 + days; break;
    case PACK('a', 'u', 'g'): month = 8; break;
    case PACK('s', 'e', 'p'): month++; __attribute__((fallthrough));
    case PACK('n', 'o', 'v'): days--; month = month ? 9 : 11; break;
    case PACK('o', 'c', 't'): month = 10; break;
    case PACK('d', 'e', 'c'): month = 12; break;
    default: return 0;
    }
    return month * 100 + 31 + days;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0("jan", 0) == 131 && func0("JANUARY", 1) == 131);
    assert(func0("Feb", 0) == 228 && func0("feb", 1) == 229 && func0("fEb", -5) == 229);
    assert(func0("March", 0) == 331 && func0("apr", 0) == 430);
    assert(func0("may", 0) == 531 && func0("Jun", 0) == 630);
    assert(func0("July", 0) == 731 && func0("AUG", 0) == 831);
    assert(func0("sept", 0) == 930 && func0("october", 1) == 1031);
    assert(func0("Nov", 0) == 1130 && func0("dec.", 0) == 1231);
    assert(func0("", 0) == -1 && func0("j", 0) == -1 && func0("ma", 0) == -1);
    assert(func0("maz", 0) == 0 && func0("jum", 0) == 0 && func0("dem", 0) == 0);
    assert(func0("naj", 0) == 0 && func0("mai", 1) == 0 && func0("oct", 0) == 1031);
    return 0;
}
