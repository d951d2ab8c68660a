// task: beacon_clock
// topic: globals
// exercises: file-level clock array kept over calls, element-wise maximum merge, unsigned wraparound refused, reset by a null pointer
// why: own ticks, merges that raise none, some and all parts, bad nodes, the reset and a full counter are asserted in sequence
// ---- function ----
#define NODES 4
static unsigned short clock_of[NODES];
static int merges;
int func0(int node, const unsigned short *seen)
{
    int raised = 0;

    if (node < 0 || node >= NODES) {
        int m = merges;
        for (int i = 0; i < NODES; i++)
            clock_of[i] = 0;
        merges = 0;
        return -m - 1;
    }
    if (seen) {
        for (int i = 0; i < NODES; i++)
            if (seen[i] > clock_of[i]) {
                clock_of[i] = seen[i];
                raised |= 1 << i;
            }
        merges++;
    }
    if (clock_of[node] == 0xffff)
        return -1000;
    return ++clock_of[node] << 4 | raised;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    static const unsigned short a[] = {0, 3, 0, 9}, b[] = {5, 5, 5, 5}, full[] = {65535, 0, 0, 1}, near[] = {0, 0, 65534, 0};
    assert(func0(0, 0) == 0x10 && func0(0, 0) == 0x20 && func0(3, 0) == 0x10);
    assert(func0(0, a) == 0x3a);
    assert(func0(1, 0) == 0x40 && func0(3, 0) == 0xa0);
    assert(func0(2, a) == 0x10 && func0(2, b) == 0x67);
    assert(func0(1, b) == 0x60 && func0(0, b) == 0x60);
    assert(func0(0, full) == -1000 && func0(0, 0) == -1000);
    assert(func0(1, 0) == 0x70 && func0(3, full) == 0xb0);
    assert(func0(2, near) == 0xffff4 && func0(2, near) == -1000);
    assert(func0(-1, a) == -10);
    assert(func0(-1, 0) == -1 && func0(0, 0) == 0x10 && func0(1, 0) == 0x10 && func0(2, 0) == 0x10 && func0(3, 0) == 0x10);
    assert(func0(3, b) == 0x6f && func0(4, 0) == -2 && func0(3, 0) == 0x10);
    assert(func0(0, full) == -1000 && func0(9, 0) == -2);
    return 0;
}
