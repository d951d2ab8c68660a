// task: sticky_month_add
// topic: dates
// exercises: month arithmetic with floor modulo, end-of-month kept as end-of-month, struct changed through a pointer, clamping
// why: last days of each length, leap Februaries both ways, negative months over year borders and refused dates are asserted
// ---- types ----
struct date { int year; signed char month, day; };
// ---- function ----
static int month_days(int y, int m)
{
    if (m == 2)
        return 28 + ((y % 4 == 0 && y % 100 != 0) || y % 400 == 0);
    return 30 + ((m + m / 8) & 1);
}
int func0(struct date *t, int months)
{
    int last, z;

    if (t->month < 1 || t->month > 12 || t->day < 1)
        return 0;
    last = month_days(t->year, t->month);
    if (t->day > last)
        return 0;
    z = t->month - 1 + months;
    t->year += z / 12 - (z % 12 < 0);
    t->month = (signed char)((z % 12 + 12) % 12 + 1);
    z = month_days(t->year, t->month);
    if (t->day == last || t->day > z) {
        t->day = (signed char)z;
        return 2;
    }
    return 1;
}
// ---- test ----
#include <assert.h>
static int go(int y, int m, int d, int add, int *out)
{
    struct date t = {y, (signed char)m, (signed char)d};
    int r = func0(&t, add);
    *out = t.year * 10000 + t.month * 100 + t.day;
    return r;
}
int main(void)
{
    int v;
    assert(go(2024, 1, 31, 1, &v) == 2 && v == 20240229 && go(2023, 1, 31, 1, &v) == 2 && v == 20230228);
    assert(go(2024, 2, 29, 1, &v) == 2 && v == 20240331 && go(2024, 2, 28, 1, &v) == 1 && v == 20240328);
    assert(go(2023, 2, 28, 12, &v) == 2 && v == 20240229 && go(2024, 2, 29, 12, &v) == 2 && v == 20250228);
    assert(go(2024, 1, 30, 1, &v) == 2 && v == 20240229 && go(2024, 1, 29, 1, &v) == 1 && v == 20240229);
    assert(go(2024, 4, 30, 1, &v) == 2 && v == 20240531 && go(2024, 6, 30, 1, &v) == 2 && v == 20240731);
    assert(go(2024, 7, 31, 1, &v) == 2 && v == 20240831 && go(2024, 8, 31, 1, &v) == 2 && v == 20240930);
    assert(go(2024, 9, 30, 1, &v) == 2 && v == 20241031 && go(2024, 10, 31, 1, &v) == 2 && v == 20241130);
    assert(go(2024, 12, 5, 1, &v) == 1 && v == 20250105 && go(2024, 11, 30, 1, &v) == 2 && v == 20241231);
    assert(go(2024, 1, 5, -1, &v) == 1 && v == 20231205 && go(2024, 1, 5, -13, &v) == 1 && v == 20221205);
    assert(go(2024, 1, 5, -12, &v) == 1 && v == 20230105 && go(2024, 12, 5, -12, &v) == 1 && v == 20231205);
    assert(go(1900, 2, 28, 1200, &v) == 2 && v == 20000229 && go(1900, 2, 29, 1, &v) == 0 && v == 19000229);
    assert(go(2024, 0, 5, 1, &v) == 0 && go(2024, 13, 5, 1, &v) == 0 && go(2024, 3, 0, 1, &v) == 0);
    assert(go(2024, 4, 31, 1, &v) == 0 && v == 20240431 && go(2024, 5, 31, 0, &v) == 2 && v == 20240531);
    assert(go(2024, 3, 1, 0, &v) == 1 && go(2024, 12, 31, -10, &v) == 2 && v == 20240229);
    return 0;
}
