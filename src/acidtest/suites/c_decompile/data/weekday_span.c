// task: weekday_span
// topic: dates
// exercises: day number from a year-month-day struct, division by seven with remainder loop, counting of weekdays
// why: same day, inside one week, over a weekend, leap days of 2000 and 1900, reversed and long spans are asserted against real calendars
// ---- types ----
struct ymd { int y, m, d; };
// ---- function ----
static long serial(struct ymd t)
{
    long y = t.m > 2 ? t.y : t.y - 1;
    long m = t.m > 2 ? t.m - 3 : t.m + 9;

    return y * 365 + y / 4 - y / 100 + y / 400 + (m * 153 + 2) / 5 + t.d;
}
long func0(struct ymd from, struct ymd to)
{
    long a = serial(from), b = serial(to), n;
    int sign = 1;

    if (a > b) {
        long t = a;
        a = b;
        b = t;
        sign = -1;
    }
    n = (b - a) / 7 * 5;
    for (long d = b - (b - a) % 7; d < b; d++)
        if ((d + 1) % 7 < 5)
            n++;
    return sign * n;
}
// ---- test ----
#include <assert.h>
#define D(y, m, d) ((struct ymd){y, m, d})
int main(void)
{
    assert(func0(D(2024, 1, 1), D(2024, 1, 1)) == 0);
    assert(func0(D(2024, 1, 1), D(2024, 1, 2)) == 1);
    assert(func0(D(2024, 1, 5), D(2024, 1, 6)) == 1);
    assert(func0(D(2024, 1, 6), D(2024, 1, 7)) == 0 && func0(D(2024, 1, 7), D(2024, 1, 8)) == 0);
    assert(func0(D(2024, 1, 1), D(2024, 1, 8)) == 5);
    assert(func0(D(2024, 1, 3), D(2024, 1, 9)) == 4);
    assert(func0(D(2024, 2, 28), D(2024, 3, 1)) == 2 && func0(D(2023, 2, 28), D(2023, 3, 1)) == 1);
    assert(func0(D(2000, 2, 28), D(2000, 3, 2)) == 3 && func0(D(1900, 2, 27), D(1900, 3, 2)) == 3);
    assert(func0(D(2024, 1, 8), D(2024, 1, 1)) == -5);
    assert(func0(D(2024, 1, 7), D(2024, 1, 4)) == -2);
    assert(func0(D(1999, 12, 31), D(2000, 12, 31)) == 261);
    assert(func0(D(1600, 1, 1), D(2000, 1, 1)) == 104355);
    assert(func0(D(1970, 1, 1), D(2038, 1, 19)) == 17753);
    assert(func0(D(2023, 12, 30), D(2024, 2, 3)) == 25);
    return 0;
}
