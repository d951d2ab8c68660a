// task: quantize_q88
// topic: floating-point
// exercises: float to fixed point with round half away from zero, saturation, NaN test, float constants
// why: halves of both signs, both saturation borders, infinities, NaN and tiny values are asserted as exact integers
// ---- types ----
#include <stdint.h>
// ---- function ----
int16_t func0(float x, int *status)
{
    float scaled;

    *status = 0;
    if (x != x) {
        *status = 3;
        return 0;
    }
    scaled = x * 256.0f;
    scaled += scaled < 0.0f ? -0.5f : 0.5f;
    if (scaled >= 32768.0f) {
        *status = 1;
        return INT16_MAX;
    }
    if (scaled <= -32769.0f) {
        *status = 2;
        return INT16_MIN;
    }
    return (int16_t)scaled;
}
// ---- test ----
#include <assert.h>
#include <math.h>
int main(void)
{
    int st = 9;
    assert(func0(0.0f, &st) == 0 && st == 0);
    assert(func0(1.0f, &st) == 256 && st == 0);
    assert(func0(-1.0f, &st) == -256 && st == 0);
    assert(func0(0.001953125f, &st) == 1 && st == 0);
    assert(func0(-0.001953125f, &st) == -1 && st == 0);
    assert(func0(0.0015f, &st) == 0 && st == 0);
    assert(func0(3.14159f, &st) == 804 && st == 0);
    assert(func0(127.99609375f, &st) == 32767 && st == 0);
    assert(func0(127.998046875f, &st) == 32767 && st == 1);
    assert(func0(128.0f, &st) == 32767 && st == 1);
    assert(func0(-128.0f, &st) == -32768 && st == 0);
    assert(func0(-128.001953125f, &st) == -32768 && st == 2);
    assert(func0(-1e30f, &st) == -32768 && st == 2);
    assert(func0(INFINITY, &st) == 32767 && st == 1);
    assert(func0(NAN, &st) == 0 && st == 3);
    return 0;
}
