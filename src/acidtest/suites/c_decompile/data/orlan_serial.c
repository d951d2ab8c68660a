// task: orlan_serial
// topic: dates
// exercises: invented calendar with eight unequal months, leap month in a nested cycle, validation before arithmetic, 64-bit day number
// why: month borders, the leap month in and out of leap years, the skipped leap of each 45th year, negative years and each invalid field are asserted
// ---- function ----
long long func0(int year, int month, int day)
{
    static const unsigned char length[8] = {46, 45, 46, 44, 9, 46, 45, 46};
    long long y = year, days;
    int leap = year % 5 == 0 && year % 45 != 0;

    if (year < 0 || month < 1 || month > 8)
        return -1;
    if (month == 5 && !leap)
        return -2;
    if (day < 1 || day > length[month - 1])
        return -3;
    days = y * 318 + ((y + 4) / 5 - (y + 44) / 45) * 9;
    for (int m = 1; m < month; m++)
        if (m != 5 || leap)
            days += length[m - 1];
    return days + day - 1;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(0, 1, 1) == 0);
    assert(func0(0, 1, 46) == 45 && func0(0, 2, 1) == 46);
    assert(func0(0, 4, 44) == 180 && func0(0, 6, 1) == 181);
    assert(func0(0, 8, 46) == 317 && func0(1, 1, 1) == 318);
    assert(func0(0, 5, 1) == -2 && func0(45, 5, 1) == -2 && func0(4, 5, 9) == -2);
    assert(func0(5, 1, 1) == 1590 && func0(5, 5, 1) == 1771);
    assert(func0(5, 5, 9) == 1779 && func0(5, 6, 1) == 1780);
    assert(func0(6, 1, 1) == 1917 && func0(10, 1, 1) == 3189 && func0(11, 1, 1) == 3516);
    assert(func0(45, 1, 1) == 14382 && func0(46, 1, 1) == 14700 && func0(45, 8, 46) == 14699);
    assert(func0(50, 5, 9) == 14700 + 4 * 318 + 189 && func0(51, 1, 1) == 16299);
    assert(func0(-1, 1, 1) == -1 && func0(3, 0, 1) == -1 && func0(3, 9, 1) == -1);
    assert(func0(3, 2, 46) == -3 && func0(3, 2, 0) == -3 && func0(5, 5, 10) == -3);
    assert(func0(3, 7, 45) == 1225 && func0(3, 3, 46) == 1090 && func0(3, 8, 47) == -3);
    assert(func0(2000000000, 1, 1) == 639199999995ll);
    return 0;
}
