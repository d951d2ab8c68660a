// task: cup_cascade
// topic: arrays
// exercises: two byte arrays updated in place, forward and backward loops chosen by a sign, loss per step
// why: exact fits, the unit lost between cups, overflow past the end, draining from the back and empty rows are asserted with all levels
// ---- function ----
int func0(unsigned char *cup, const unsigned char *cap, int n, int pour)
{
    if (pour >= 0) {
        for (int i = 0; i < n; i++) {
            int room = cap[i] - cup[i];
            if (pour <= room) {
                cup[i] += pour;
                return 0;
            }
            cup[i] = cap[i];
            pour -= room + 1;
        }
        return pour;
    }
    for (int i = n - 1; i >= 0; i--) {
        if (cup[i] + pour >= 0) {
            cup[i] += pour;
            return 0;
        }
        pour += cup[i] - 1;
        cup[i] = 0;
    }
    return pour;
}
// ---- test ----
#include <assert.h>
static unsigned char c[4] = {0, 0, 0, 200};
static int is(int x, int y, int z) { return c[0] == x && c[1] == y && c[2] == z && c[3] == 200; }
int main(void)
{
    static const unsigned char cap[4] = {5, 3, 4, 255};
    assert(func0(c, cap, 3, 0) == 0 && is(0, 0, 0));
    assert(func0(c, cap, 3, 4) == 0 && is(4, 0, 0));
    assert(func0(c, cap, 3, 1) == 0 && is(5, 0, 0));
    assert(func0(c, cap, 3, 3) == 0 && is(5, 2, 0));
    assert(func0(c, cap, 3, 3) == 0 && is(5, 3, 0));
    assert(func0(c, cap, 3, 10) == 3 && is(5, 3, 4));
    assert(func0(c, cap, 3, 3) == 0 && is(5, 3, 4));
    assert(func0(c, cap, 3, -6) == 0 && is(5, 0, 0));
    assert(func0(c, cap, 3, -1) == 0 && is(2, 0, 0));
    assert(func0(c, cap, 3, -9) == -10 && is(0, 0, 0));
    assert(func0(c, cap, 0, 5) == 5 && func0(c, cap, 0, -5) == -5);
    assert(func0(c, cap, 3, 9) == 0 && is(5, 3, 0));
    assert(func0(c, cap, 3, -8) == -3 && is(0, 0, 0));
    assert(func0(c, cap, 3, 4) == 0 && func0(c, cap, 1, -4) == 0 && is(0, 0, 0));
    assert(func0(c + 3, cap + 3, 1, 55) == 0 && c[3] == 255);
    assert(func0(c + 3, cap + 3, 1, -300) == -46 && c[3] == 0);
    assert(func0(c + 3, cap + 3, 1, 300) == 44 && c[3] == 255);
    return 0;
}
