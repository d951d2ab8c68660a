// task: tank_levels
// topic: variadic
// exercises: sentinel terminated variadic list consumed in pairs, clamping, counters combined in the result
// why: immediate sentinel, fills, drains, clamping at cap and floor, more pairs than registers hold and a changing cap are asserted
// ---- function ----
#include <stdarg.h>
int func0(int level, ...)
{
    va_list ap;
    int spills = 0, dry = 0;

    va_start(ap, level);
    for (;;) {
        int delta = va_arg(ap, int);
        if (delta == 0)
            break;
        int cap = va_arg(ap, int);
        level += delta;
        if (level > cap) {
            spills++;
            level = cap;
        }
        if (level < 0) {
            dry++;
            level = 0;
        }
    }
    va_end(ap);
    return level * 100 + spills * 10 + dry;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(5, 0) == 500);
    assert(func0(5, 3, 20, 0) == 800);
    assert(func0(5, 15, 20, 0) == 2000);
    assert(func0(5, 16, 20, 0) == 2010);
    assert(func0(5, -5, 20, 0) == 0);
    assert(func0(5, -6, 20, 0) == 1);
    assert(func0(5, -4, 20, 0) == 100);
    assert(func0(0, 9, 4, 9, 6, 0) == 620);
    assert(func0(3, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 0) == 910);
    assert(func0(3, 1, 9, -8, 9, 1, 9, -8, 9, 7, 5, 0) == 512);
    assert(func0(1, 1, -3, 0) == 11);
    assert(func0(-7, 2, 10, 5, 10, 0) == 501);
    assert(func0(7, 1, 8, 1, 8, -20, 8, 2, 1, 0) == 121);
    return 0;
}
