// task: half_life_steps
// topic: floating-point
// exercises: loop ended by a float comparison, mixed double and float arithmetic, truncating conversion, early returns
// why: start below the floor, exact powers of two, the step cap, growth refused and the truncated remainder are asserted
// ---- function ----
int func0(double amount, float keep, double floor_, int *rest)
{
    int steps = 0;

    *rest = 0;
    if (!(keep > 0.0f) || keep >= 1.0f)
        return -1;
    if (amount < 0.0)
        amount = -amount;
    while (amount > floor_) {
        if (steps == 50)
            return -2;
        amount *= keep;
        if (steps % 4 == 3)
            amount += 0.25;
        steps++;
    }
    *rest = (int)(amount * 100.0);
    return steps;
}
// ---- test ----
#include <assert.h>
#include <math.h>
int main(void)
{
    int r = 7;
    assert(func0(1.0, 0.5f, 1.0, &r) == 0 && r == 100);
    assert(func0(1.0, 0.5f, 0.75, &r) == 1 && r == 50);
    assert(func0(8.0, 0.5f, 1.0, &r) == 3 && r == 100);
    assert(func0(-8.0, 0.5f, 1.0, &r) == 3 && r == 100);
    assert(func0(8.0, 0.5f, 0.75, &r) == 4 && r == 75);
    assert(func0(16.0, 0.5f, 1.0, &r) == 5 && r == 62);
    assert(func0(4096.0, 0.25f, 1.0, &r) == 7 && r == 25);
    assert(func0(5.0, 0.5f, 0.0, &r) == -2 && r == 0);
    assert(func0(0.0, 0.5f, 0.0, &r) == 0 && r == 0);
    assert(func0(0x1p50, 0.5f, 0.5, &r) == -2 && r == 0);
    assert(func0(0x1p48, 0.5f, 0.5, &r) == 50 && r == 31);
    assert(func0(0x1p49, 0.5f, 0.5, &r) == -2 && r == 0);
    assert(func0(5.0, 0.0f, 1.0, &r) == -1 && func0(5.0, 1.0f, 1.0, &r) == -1);
    assert(func0(5.0, -0.5f, 1.0, &r) == -1 && func0(5.0, NAN, 1.0, &r) == -1 && r == 0);
    assert(func0(100.0, 0.96875f, 99.0, &r) == 1 && r == 9687);
    assert(func0(0x1p40, 0.5f, 0.53125, &r) == 42 && r == 31);
    return 0;
}
