// task: wednesday_week
// topic: dates
// exercises: week number with an invented start rule, weekday by a month offset table, year before and after reached by recursion-free steps
// why: years starting on each side of the rule, days before week one, leap and century Februaries and year ends are asserted with the year they belong to
// ---- function ----
static int first_wednesday(int y)
{
    int p = y - 1;
    int jan1 = (p * 365 + p / 4 - p / 100 + p / 400) % 7;

    return (9 - jan1) % 7;
}
int func0(int y, int m, int d)
{
    static const short before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    int leap = (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
    int day = before[m - 1] + d - 1 + (leap && m > 2);
    int start = first_wednesday(y);

    if (day < start) {
        y--;
        day += 365 + ((y % 4 == 0 && y % 100 != 0) || y % 400 == 0);
        start = first_wednesday(y);
    }
    day -= start;
    return y * 1000 + (day / 7 + 1) * 10 + day % 7;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(2024, 1, 2) == 2023526 && func0(2024, 1, 3) == 2024010);
    assert(func0(2024, 1, 9) == 2024016 && func0(2024, 1, 10) == 2024020);
    assert(func0(2024, 2, 29) == 2024091 && func0(2024, 3, 1) == 2024092 && func0(2024, 3, 6) == 2024100);
    assert(func0(2017, 1, 1) == 2016524 && func0(2017, 1, 4) == 2017010);
    assert(func0(2025, 1, 1) == 2025010 && func0(2024, 12, 31) == 2024526);
    assert(func0(2020, 1, 1) == 2020010 && func0(2020, 12, 30) == 2020530);
    assert(func0(2021, 1, 5) == 2020536 && func0(2021, 1, 6) == 2021010);
    assert(func0(1900, 2, 28) == 1900090 && func0(1900, 3, 1) == 1900091 && func0(1900, 12, 31) == 1900525);
    assert(func0(2000, 2, 29) == 2000086 && func0(2000, 3, 1) == 2000090 && func0(2001, 1, 2) == 2000526);
    assert(func0(2001, 1, 3) == 2001010 && func0(1901, 1, 1) == 1900526);
    assert(func0(2023, 4, 30) == 2023174 && func0(2023, 5, 31) == 2023220 && func0(2023, 6, 7) == 2023230);
    assert(func0(2023, 7, 12) == 2023280 && func0(2023, 8, 16) == 2023330 && func0(2023, 9, 20) == 2023380);
    assert(func0(2023, 10, 11) == 2023410 && func0(2023, 11, 15) == 2023460 && func0(2026, 12, 30) == 2026520);
    assert(func0(1, 1, 3) == 1010 && func0(400, 12, 31) == 400524);
    return 0;
}
