// task: cuckoo_place
// topic: hashing
// exercises: two hash functions, eviction loop with a kick limit, small table changed in place, sum of table as evidence
// why: fresh places, a repeated key, one and several evictions, a lost key after the last kick and the reserved key are asserted with table contents
// ---- types ----
#include <stdint.h>
// ---- function ----
static unsigned home(uint16_t k) { return (k ^ k >> 3) & 7; }
static unsigned away(uint16_t k) { return (k * 11u >> 4) & 7; }
int func0(uint16_t slot[8], uint16_t key)
{
    unsigned at = home(key);

    if (key == 0)
        return -1;
    if (slot[at] == key || slot[away(key)] == key)
        return 0;
    for (int kick = 1; kick <= 6; kick++) {
        uint16_t out = slot[at];
        slot[at] = key;
        if (out == 0)
            return kick;
        key = out;
        at = at == home(key) ? away(key) : home(key);
    }
    return -(int)key;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    uint16_t s[8] = {0}, f[8] = {0};
    assert(func0(s, 0) == -1 && s[0] == 0);
    assert(func0(s, 9) == 1 && s[0] == 9);
    assert(func0(s, 9) == 0);
    assert(func0(s, 18) == 2 && s[0] == 18 && s[6] == 9);
    assert(func0(s, 9) == 0 && func0(s, 18) == 0);
    assert(func0(s, 7) == 1 && s[7] == 7 && s[4] == 0);
    assert(func0(s, 65535) == 2 && s[7] == 7 && s[4] == 18 && s[0] == 65535);
    assert(func0(s, 2) == 1 && func0(s, 16) == 2 && s[2] == 16);
    assert(func0(s, 27) == 6 && s[0] == 18 && s[2] == 27 && s[4] == 7 && s[6] == 9);
    assert(func0(s, 36) == -7 && s[0] == 36 && s[1] == 2 && s[3] == 16 && s[5] == 0);
    assert(func0(s, 100) == -100 && func0(s, 101) == -101 && func0(s, 300) == -300);
    assert(s[0] == 36 && s[1] == 2 && s[2] == 27 && s[3] == 16 && s[4] == 18 && s[5] == 0 && s[6] == 9 && s[7] == 65535);
    assert(func0(f, 4660) == 1 && func0(f, 22136) == 1 && func0(f, 40000) == 1 && func0(f, 40064) == 2);
    assert(f[0] == 40064 && f[1] == 0 && f[2] == 4660 && f[3] == 0 && f[4] == 40000 && f[5] == 0 && f[6] == 0 && f[7] == 22136);
    return 0;
}
