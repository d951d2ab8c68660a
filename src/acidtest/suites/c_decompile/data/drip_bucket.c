// task: drip_bucket
// topic: globals
// exercises: static fill level and last time kept over calls, elapsed time with clock going back, refill by multiplication and clamp
// why: first call, drain to refusal, refill over time, clamp at the top, a stale gap, time going backward and huge gaps are asserted in sequence
// ---- function ----
static long level = 60, last_time, refused;
long func0(long now, long want)
{
    if (now > last_time) {
        long gap = now - last_time;
        level = gap > 30 ? 40 : level + gap * 3;
        if (level > 90)
            level = 90;
        last_time = now;
    } else if (now < last_time) {
        refused++;
    }
    if (want < 0)
        return refused;
    if (want > level) {
        refused++;
        return want - level + 1000;
    }
    level -= want;
    return level;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(0, 0) == 60 && func0(0, 10) == 50);
    assert(func0(0, 51) == 1001 && func0(0, 50) == 0);
    assert(func0(0, 1) == 1001 && func0(0, -1) == 2);
    assert(func0(4, 5) == 7 && func0(4, 7) == 0);
    assert(func0(5, 4) == 1001 && func0(5, 3) == 0);
    assert(func0(3, 0) == 0 && func0(5, -1) == 4);
    assert(func0(30, 0) == 75 && func0(34, 0) == 87 && func0(35, 0) == 90);
    assert(func0(36, 0) == 90 && func0(36, 90) == 0);
    assert(func0(66, 0) == 90 && func0(66, 88) == 2 && func0(97, 0) == 40);
    assert(func0(97, 35) == 5 && func0(127, 0) == 90 && func0(127, 2) == 88);
    assert(func0(128, 0) == 90 && func0(128, 91) == 1001 && func0(128, 90) == 0);
    assert(func0(9000000000000000000L, 1) == 39 && func0(0, -5) == 6);
    assert(func0(9000000000000000000L, 90) == 1051 && func0(1, 30) == 9 && func0(9000000000000000000L, -1) == 8);
    return 0;
}
