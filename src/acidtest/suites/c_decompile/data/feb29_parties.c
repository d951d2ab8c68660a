// task: feb29_parties
// topic: dates
// exercises: year loop replaced by counting functions of leap years, policy flag, clamped range
// why: policies in leap and common years, century years, reversed and single-year ranges and negative years are asserted
// ---- function ----
static int leaps_to(int y) { return y / 4 - y / 100 + y / 400; }
int func0(int born, int last, int policy)
{
    int leap = (born % 4 == 0 && born % 100 != 0) || born % 400 == 0;
    int real, years;

    if (born <= 0 || !leap)
        return -1;
    if (last <= born)
        return 0;
    real = leaps_to(last) - leaps_to(born);
    years = last - born;
    switch (policy) {
    case 0:
        return real;
    case 1:
        return years;
    case 2:
        return real * 4 - years;
    default:
        return real + (years - real) / policy;
    }
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(2000, 2024, 0) == 6 && func0(2000, 2024, 1) == 24);
    assert(func0(2000, 2023, 0) == 5 && func0(2000, 2004, 0) == 1 && func0(2000, 2003, 0) == 0);
    assert(func0(1896, 1904, 0) == 1 && func0(1896, 1903, 0) == 0);
    assert(func0(1896, 1904, 2) == -4 && func0(1896, 1904, 1) == 8);
    assert(func0(1996, 2004, 0) == 2 && func0(1996, 2004, 2) == 0);
    assert(func0(1900, 2000, 0) == -1 && func0(2001, 2004, 1) == -1 && func0(2100, 2200, 0) == -1);
    assert(func0(2000, 2000, 1) == 0 && func0(2000, 1990, 1) == 0 && func0(2000, 2001, 1) == 1);
    assert(func0(0, 100, 1) == -1 && func0(-4, 100, 1) == -1);
    assert(func0(4, 400, 0) == 96 && func0(4, 2000, 0) == 484);
    assert(func0(2000, 2013, 3) == 6 && func0(2000, 2013, 4) == 5 && func0(2000, 2013, -1) == -7);
    assert(func0(1600, 2000, 0) == 97 && func0(1600, 2000, 2) == -12);
    assert(func0(2096, 2104, 0) == 1 && func0(2400, 2401, 1) == 1);
    return 0;
}
