// task: hit_ring_memo
// topic: globals
// exercises: four-entry memo of an expensive walk, round-robin replacement, hit counter encoded in the sign of the result
// why: misses, hits, eviction order, the argument zero, and equal results of different arguments are asserted in sequence
// ---- function ----
static unsigned memo_key[4];
static int memo_val[4], used, turn;
int func0(unsigned n)
{
    int steps = 0;
    unsigned x = n;

    for (int i = 0; i < used; i++)
        if (memo_key[i] == n)
            return -memo_val[i];
    while (x > 1) {
        x = x % 3 == 0 ? x / 3 : x + (x % 3 == 1 ? 2 : 7);
        steps++;
    }
    if (used < 4) {
        turn = used++;
    } else {
        turn = (turn + 1) % 4;
    }
    memo_key[turn] = n;
    memo_val[turn] = steps + 1;
    return steps + 1;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(0) == 1 && func0(0) == -1);
    assert(func0(1) == 1 && func0(3) == 2);
    assert(func0(9) == 3);
    assert(func0(1) == -1 && func0(3) == -2 && func0(9) == -3 && func0(0) == -1);
    assert(func0(7) == 4);
    assert(func0(1) == -1 && func0(0) == 1);
    assert(func0(1) == 1 && func0(9) == -3 && func0(7) == -4);
    assert(func0(3) == 2 && func0(9) == 3 && func0(7) == 4);
    assert(func0(0) == 1 && func0(1) == 1 && func0(3) == 2);
    assert(func0(7) == -4 && func0(9) == 3 && func0(7) == 4);
    assert(func0(25) == 5 && func0(100) == 11);
    assert(func0(2) == 4 && func0(8) == 10);
    assert(func0(4000000000u) == 35 && func0(4000000000u) == -35);
    return 0;
}
