// task: bcd_clock_add
// topic: dates
// exercises: packed decimal hours and minutes taken apart and rebuilt, floor division for negative minutes, day carry through a pointer
// why: midnight crossed both ways, several days, exact borders, invalid digits and the untouched carry on error are asserted
// ---- function ----
int func0(unsigned bcd, long minutes, long *days)
{
    unsigned h = (bcd >> 12 & 15) * 10 + (bcd >> 8 & 15);
    unsigned m = (bcd >> 4 & 15) * 10 + (bcd & 15);
    long t, carry;

    if (bcd > 0x2359 || m > 59 || (bcd & 15) > 9 || (bcd >> 8 & 15) > 9)
        return -1;
    t = h * 60L + m + minutes;
    carry = t / 1440;
    t -= carry * 1440;
    if (t < 0) {
        t += 1440;
        carry--;
    }
    *days += carry;
    h = (unsigned)t / 60;
    m = (unsigned)t % 60;
    return (int)(h / 10 << 12 | h % 10 << 8 | m / 10 << 4 | m % 10);
}
// ---- test ----
#include <assert.h>
int main(void)
{
    long d = 0;
    assert(func0(0, 0, &d) == 0 && d == 0);
    assert(func0(0x2359, 0, &d) == 0x2359 && d == 0);
    assert(func0(0x2359, 1, &d) == 0 && d == 1);
    assert(func0(0, -1, &d) == 0x2359 && d == 0);
    assert(func0(0x0930, 45, &d) == 0x1015 && d == 0);
    assert(func0(0x1259, 661, &d) == 0 && d == 1);
    assert(func0(0x1259, 660, &d) == 0x2359 && d == 1);
    assert(func0(0x0100, -1500, &d) == 0 && d == 0);
    assert(func0(0x0100, -1501, &d) == 0x2359 && d == -2);
    assert(func0(0x1848, 1440 * 10, &d) == 0x1848 && d == 8);
    assert(func0(0x2400, 0, &d) == -1 && func0(0x2360, 0, &d) == -1 && func0(0x10000, 0, &d) == -1);
    assert(func0(0x125a, 5, &d) == -1 && func0(0x1a00, 5, &d) == -1 && func0(0x0a00, 5, &d) == -1);
    assert(func0(0x1260, 5, &d) == -1 && func0(0x0f59, 5, &d) == -1 && d == 8);
    assert(func0(0x1959, 121, &d) == 0x2200 && func0(0x0909, 11, &d) == 0x0920 && d == 8);
    return 0;
}
