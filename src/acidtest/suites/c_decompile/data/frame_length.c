// task: frame_length
// topic: switch
// exercises: dense switch over the high nibble turned into a jump table, prefix bytes that loop, lengths read from following bytes, bounds checks
// why: each of the sixteen nibbles, stacked prefixes, too many prefixes and truncated frames are asserted
// ---- types ----
#include <stddef.h>
// ---- function ----
int func0(const unsigned char *p, size_t n)
{
    size_t i = 0, need;

again:
    if (i >= n)
        return 0;
    switch (p[i] >> 4) {
    case 0: need = 1; break;
    case 1: case 2: need = 2; break;
    case 3: need = 1 + (p[i] & 15); break;
    case 4: need = 3; break;
    case 5:
        if (++i > 3)
            return -5;
        goto again;
    case 6: need = p[i] & 1 ? 5 : 2; break;
    case 7: need = i + 1 < n ? 2 + (size_t)p[i + 1] : 2; break;
    case 8: case 9: case 10: need = (p[i] >> 4) - 4u; break;
    case 11: need = 2u << (p[i] & 3); break;
    case 12: need = i ? 4 : 1; break;
    case 13: need = p[i] & 8 ? 9 : 3; break;
    case 14: return -14;
    default: need = 1; break;
    }
    return need > n - i ? 0 : (int)(need + i);
}
// ---- test ----
#include <assert.h>
#include <string.h>
static int on(const char *head, size_t len, size_t n)
{
    unsigned char b[64];
    memset(b, 1, sizeof b);
    memcpy(b, head, len);
    return func0(b, n);
}
#define F(s, n) on(s, sizeof(s) - 1, n)
int main(void)
{
    assert(F("", 0) == 0 && F("\x0f", 1) == 1 && F("\x0f", 40) == 1);
    assert(F("\x10", 1) == 0 && F("\x1f", 2) == 2 && F("\x2f", 9) == 2);
    assert(F("\x30", 1) == 1 && F("\x3f", 16) == 16 && F("\x3f", 15) == 0);
    assert(F("\x44", 3) == 3 && F("\x44", 2) == 0 && F("\xf3", 5) == 1);
    assert(F("\x50", 1) == 0 && F("\x50\x00", 2) == 2 && F("\x50\x41", 4) == 4 && F("\x50\x41", 3) == 0);
    assert(F("\x50\x51\x52\x10", 5) == 5 && F("\x50\x51\x52\x53\x10", 6) == -5);
    assert(F("\x60", 9) == 2 && F("\x61", 9) == 5 && F("\x61", 4) == 0);
    assert(F("\x70\x05", 7) == 7 && F("\x70\x05", 6) == 0 && F("\x70", 1) == 0 && F("\x70\x00", 2) == 2);
    assert(F("\x80", 9) == 4 && F("\x90", 9) == 5 && F("\xa0", 9) == 6 && F("\xa0", 5) == 0);
    assert(F("\xb0", 20) == 2 && F("\xb1", 20) == 4 && F("\xb3", 20) == 16 && F("\xbe", 20) == 8);
    assert(F("\xc0", 9) == 1 && F("\x5f\xc0", 9) == 5 && F("\x5f\xc0", 4) == 0);
    assert(F("\xd7", 9) == 3 && F("\xd8", 9) == 9 && F("\xd8", 8) == 0);
    assert(F("\xe0", 9) == -14 && F("\x50\xe0", 2) == -14 && F("\xff", 1) == 1);
    assert(F("\x50\x70\x02", 9) == 5 && F("\x50\x70", 2) == 0);
    return 0;
}
