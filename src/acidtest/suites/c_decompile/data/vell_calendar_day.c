// task: vell_calendar_day
// topic: dates
// exercises: invented calendar, long division of a day number by a cycle, packed result, negative input rejected
// why: first and last day of a year, the festival day, the leap festival, cycle borders and rejected input are asserted
// ---- function ----
long func0(long day)
{
    if (day < 0)
        return -1;
    long cycle = day / 1826;
    long rest = day % 1826;
    long year = rest / 365;

    if (year > 4)
        year = 4;
    rest -= year * 365;
    year += cycle * 5;
    long month, dom;
    if (rest >= 364) {
        month = 0;
        dom = rest - 363;
    } else {
        month = rest / 28 + 1;
        dom = rest % 28 + 1;
    }
    return (year + 1) * 10000 + month * 100 + dom;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(-1) == -1);
    assert(func0(0) == 10101);
    assert(func0(27) == 10128);
    assert(func0(28) == 10201);
    assert(func0(363) == 11328);
    assert(func0(364) == 10001);
    assert(func0(365) == 20101);
    assert(func0(1460) == 50101);
    assert(func0(1824) == 50001);
    assert(func0(1825) == 50002);
    assert(func0(1826) == 60101);
    assert(func0(3651) == 100002);
    assert(func0(3652) == 110101);
    assert(func0(182600 + 100) == 5010417);
    assert(func0(-365) == -1);
    return 0;
}
