// task: nth_weekday
// topic: dates
// exercises: weekday of the first by summed month lengths, leap rule, counting from the end for negative n, month table
// why: first and fifth weekdays, last weekday of leap and common Februaries, century years and bad arguments are asserted against real calendars
// ---- function ----
int func0(int year, int month, int weekday, int n)
{
    static const signed char len[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    if (month < 1 || month > 12 || weekday < 0 || weekday > 6 || n == 0 || year < 1)
        return -1;
    int leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    int days = len[month - 1] + (month == 2 && leap);
    int past = year - 1;
    int first = 1 + past % 7 + past / 4 - past / 100 + past / 400 + (month > 2 && leap);
    for (int m = 1; m < month; m++)
        first += len[m - 1];
    first %= 7;
    int day = 1 + (weekday - first + 7) % 7;
    if (n > 0) {
        day += 7 * (n - 1);
        return n > 5 || day > days ? 0 : day;
    }
    while (day + 7 <= days)
        day += 7;
    day += 7 * (n + 1);
    return n < -5 || day < 1 ? 0 : day;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(2024, 0, 1, 1) == -1 && func0(2024, 13, 1, 1) == -1 && func0(0, 5, 1, 1) == -1);
    assert(func0(2024, 5, -1, 1) == -1 && func0(2024, 5, 7, 1) == -1 && func0(2024, 5, 1, 0) == -1);
    assert(func0(2024, 2, 4, 5) == 29);
    assert(func0(2023, 2, 4, 5) == 0);
    assert(func0(2024, 2, 4, -1) == 29);
    assert(func0(2023, 2, 2, -1) == 28);
    assert(func0(2024, 1, 1, 1) == 1);
    assert(func0(2024, 1, 0, 1) == 7);
    assert(func0(2024, 11, 4, 4) == 28);
    assert(func0(2024, 12, 6, -5) == 0);
    assert(func0(2024, 12, 0, -5) == 1);
    assert(func0(1900, 2, 3, -1) == 28);
    assert(func0(2000, 2, 2, 5) == 29);
    assert(func0(2100, 3, 1, 1) == 1);
    assert(func0(2024, 8, 6, 5) == 31);
    assert(func0(2024, 4, 2, 6) == 0 && func0(2024, 4, 2, -6) == 0);
    assert(func0(2024, 5, 5, -2) == 24 && func0(2024, 6, 0, -1) == 30 && func0(2024, 7, 3, 5) == 31);
    assert(func0(2024, 9, 1, 1) == 2 && func0(2024, 10, 4, 5) == 31 && func0(1, 1, 1, 1) == 1);
    assert(func0(2024, 1, 4, 5) == 0 && func0(2024, 3, 1, 5) == 0 && func0(2024, 4, 3, 5) == 0);
    assert(func0(2024, 5, 6, 5) == 0 && func0(2024, 6, 1, 5) == 0 && func0(2024, 7, 4, 5) == 0);
    assert(func0(2024, 8, 0, 5) == 0 && func0(2024, 9, 2, 5) == 0 && func0(2024, 10, 5, 5) == 0);
    assert(func0(2024, 11, 0, 5) == 0 && func0(2024, 12, 3, 5) == 0);
    assert(func0(1901, 1, 2, 1) == 1 && func0(2101, 1, 6, 1) == 1);
    assert(func0(2001, 1, 1, 1) == 1 && func0(2024, 3, 5, 1) == 1);
    return 0;
}
