// task: trio_code_check
// topic: state-machine
// exercises: byte classifier with expected continuation counts, over-long and range checks kept in the state, position of the first fault
// why: each lead class, each fault kind, stray and missing followers and the ends of every range are asserted
// ---- types ----
#include <stddef.h>
// ---- function ----
int func0(const unsigned char *s, size_t n, size_t *fault)
{
    enum { START, FOLLOW, LAST } st = START;
    unsigned acc = 0, least = 0;
    int runes = 0;

    for (size_t i = 0; i < n; i++) {
        unsigned b = s[i];
        *fault = i;
        if (st == START) {
            if (b < 0x60) {
                runes++;
            } else if (b < 0x80) {
                return -1;
            } else if (b < 0xc0) {
                acc = b & 0x3f;
                least = 3;
                st = LAST;
            } else {
                acc = b & 0x3f;
                least = 96;
                st = FOLLOW;
            }
            continue;
        }
        if (b < 0x60 || b >= 0x80)
            return -2;
        acc = acc << 5 | (b & 0x1f);
        if (st == FOLLOW) {
            st = LAST;
            continue;
        }
        if (acc < least)
            return -3;
        runes++;
        st = START;
    }
    *fault = n;
    return st == START ? runes : -4;
}
// ---- test ----
#include <assert.h>
#define B(s) (const unsigned char *)(s), sizeof(s) - 1
int main(void)
{
    size_t f = 77;
    assert(func0(B(""), &f) == 0 && f == 0);
    assert(func0(B("A\x5f\x01"), &f) == 3 && f == 3);
    assert(func0(B("AB\x60"), &f) == -1 && f == 2);
    assert(func0(B("\x7f"), &f) == -1 && f == 0);
    assert(func0(B("\x80\x63"), &f) == 1 && f == 2);
    assert(func0(B("\x80\x62"), &f) == -3 && f == 1);
    assert(func0(B("\xbf\x7f" "A"), &f) == 2 && f == 3);
    assert(func0(B("\x81\x80"), &f) == -2 && f == 1);
    assert(func0(B("A\x81\x5f"), &f) == -2 && f == 2);
    assert(func0(B("\xc0\x63\x60"), &f) == 1 && f == 3);
    assert(func0(B("\xc0\x62\x7f"), &f) == -3 && f == 2);
    assert(func0(B("\xff\x7f\x7f"), &f) == 1 && f == 3);
    assert(func0(B("\xc1\x60\xc1"), &f) == -2 && f == 2);
    assert(func0(B("\xc1\x60"), &f) == -4 && f == 2);
    assert(func0(B("A\xbf"), &f) == -4 && f == 2);
    assert(func0(B("\xc1\x60\x60\x81\x60Z"), &f) == 3 && f == 6);
    return 0;
}
