// task: mac_q15
// topic: integers
// exercises: 16-bit products with rounding shift, saturation after each step, clip counter through a pointer
// why: rounding of both signs, both clip borders, recovery after clipping and the minimum times itself are asserted
// ---- types ----
#include <stdint.h>
// ---- function ----
int16_t func0(const int16_t *x, const int16_t *y, int n, int *clips)
{
    int32_t acc = 0;

    *clips = 0;
    for (int i = 0; i < n; i++) {
        acc += (x[i] * y[i] + 0x4000) >> 15;
        if (acc > 32767) {
            acc = 32767;
            ++*clips;
        } else if (acc < -32768) {
            acc = -32768;
            --*clips;
        }
    }
    return (int16_t)acc;
}
// ---- test ----
#include <assert.h>
#define A(...) (const int16_t[]){__VA_ARGS__}
int main(void)
{
    int c = 9;
    assert(func0(A(1), A(1), 0, &c) == 0 && c == 0);
    assert(func0(A(16384), A(16384), 1, &c) == 8192 && c == 0);
    assert(func0(A(16384, 16384), A(1, -1), 2, &c) == 1 && c == 0);
    assert(func0(A(16384), A(-1), 1, &c) == 0 && c == 0);
    assert(func0(A(16383), A(1), 1, &c) == 0);
    assert(func0(A(-16385), A(1), 1, &c) == -1);
    assert(func0(A(-32768), A(-32768), 1, &c) == 32767 && c == 1);
    assert(func0(A(-32768, -32768), A(32767, 1), 2, &c) == -32768 && c == 0);
    assert(func0(A(-32768, -32768), A(32767, 2), 2, &c) == -32768 && c == -1);
    assert(func0(A(-32768, -32768), A(-32767, 0), 2, &c) == 32767 && c == 0);
    assert(func0(A(-32768, -32768, -32768), A(-32768, -32768, 32767), 3, &c) == 0 && c == 2);
    assert(func0(A(-32768, 32767, -32768), A(32767, -32768, -100), 3, &c) == -32668 && c == -1);
    assert(func0(A(-32768, -32768, -32768, -32768), A(32767, 2, -32768, -32768), 4, &c) == 32767 && c == 0);
    return 0;
}
