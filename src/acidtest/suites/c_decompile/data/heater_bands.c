// task: heater_bands
// topic: floating-point
// exercises: float comparisons with constants and hysteresis, previous level kept by pointer, float against double constant
// why: rising and falling sweeps over each band edge, values exactly on an edge, a bad level and a constant that is not exact in float are asserted
// ---- function ----
int func0(float temp, int *level)
{
    static const float rise[] = {18.5f, 21.0f, 24.25f};
    int changed = 0;

    if (*level < 0 || *level > 3)
        *level = 0;
    while (*level < 3 && temp > rise[*level]) {
        ++*level;
        changed++;
    }
    while (*level > 0 && temp < rise[*level - 1] - 1.5f) {
        --*level;
        changed--;
    }
    if (temp == 30.1f)
        changed += 10;
    if (temp < 30.1)
        changed += 100;
    return changed;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    int l = 0;
    assert(func0(18.5f, &l) == 100 && l == 0);
    assert(func0(18.75f, &l) == 101 && l == 1);
    assert(func0(17.0f, &l) == 100 && l == 1);
    assert(func0(16.875f, &l) == 99 && l == 0);
    assert(func0(24.25f, &l) == 102 && l == 2);
    assert(func0(24.5f, &l) == 101 && l == 3);
    assert(func0(22.75f, &l) == 100 && l == 3);
    assert(func0(22.5f, &l) == 99 && l == 2);
    assert(func0(-40.0f, &l) == 98 && l == 0);
    assert(func0(30.1f, &l) == 13 && l == 3);
    assert(func0(30.0f, &l) == 100 && func0(30.25f, &l) == 0 && l == 3);
    assert(func0(19.5f, &l) == 99 && l == 2);
    assert(func0(19.25f, &l) == 99 && l == 1);
    l = 4;
    assert(func0(20.0f, &l) == 101 && l == 1);
    l = -1;
    assert(func0(10.0f, &l) == 100 && l == 0);
    l = 3;
    assert(func0(23.0f, &l) == 100 && l == 3);
    return 0;
}
