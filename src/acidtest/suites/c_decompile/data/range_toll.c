// task: range_toll
// topic: switch
// exercises: GNU case ranges with negative bounds, default in the middle, nested switch on a flag, signed results
// why: both ends of each range and their neighbours, each flag, int limits and the middle default are asserted
// ---- function ----
int func0(int zone, unsigned flags)
{
    int toll = 100;

    switch (zone) {
    case -20 ... -11:
        toll = 40;
        break;
    case -10 ... -1:
        toll += zone;
        __attribute__((fallthrough));
    case 0:
        toll -= 5;
        break;
    default:
        return zone < 0 ? -1 : -2;
    case 1 ... 9:
        switch (flags & 3) {
        case 1: return zone * 10;
        case 2: toll = zone; break;
        case 3: toll = -zone; __attribute__((fallthrough));
        default: toll += 7;
        }
        break;
    case 1000 ... 1999:
        toll = zone - 900;
    }
    return flags & 4 ? toll / 2 : toll;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(-21, 0) == -1 && func0(-20, 0) == 40 && func0(-11, 0) == 40);
    assert(func0(-10, 0) == 85 && func0(-1, 0) == 94 && func0(0, 0) == 95);
    assert(func0(0, 4) == 47 && func0(-20, 4) == 20 && func0(-1, 7) == 47);
    assert(func0(1, 0) == 107 && func0(9, 0) == 107);
    assert(func0(1, 1) == 10 && func0(9, 5) == 90);
    assert(func0(9, 2) == 9 && func0(9, 6) == 4);
    assert(func0(2, 3) == 5 && func0(9, 3) == -2 && func0(9, 7) == -1);
    assert(func0(10, 0) == -2 && func0(999, 3) == -2 && func0(2000, 0) == -2);
    assert(func0(1000, 0) == 100 && func0(1999, 3) == 1099 && func0(1001, 4) == 50);
    assert(func0(2147483647, 0) == -2 && func0(-2147483647 - 1, 4) == -1);
    assert(func0(5, 8) == 107 && func0(5, 12) == 53 && func0(0, 16) == 95);
    return 0;
}
