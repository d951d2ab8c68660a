// task: debounce_edges
// topic: state-machine
// exercises: bit-serial input, hold counter, state in a struct that the caller keeps between calls
// why: glitches shorter than the hold time, exact hold time, both edge kinds, continuation over two calls and hold 1 are asserted
// ---- types ----
#include <stdint.h>
struct debounce { uint8_t level, run, hold; };
// ---- function ----
int func0(struct debounce *d, uint32_t samples, int count)
{
    int rises = 0, falls = 0;

    for (int i = count - 1; i >= 0; i--) {
        uint8_t bit = (uint8_t)(samples >> i & 1u);
        if (bit == d->level) {
            if (d->run > 0)
                d->run--;
            continue;
        }
        if (++d->run < d->hold)
            continue;
        d->run = 0;
        d->level = bit;
        if (bit)
            rises++;
        else
            falls++;
    }
    return rises * 100 + falls;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    struct debounce d = {0, 0, 3}, one = {0, 0, 1}, w = {1, 0, 2};
    assert(func0(&d, 0, 32) == 0 && d.run == 0);
    assert(func0(&d, 0x3, 4) == 0 && d.run == 2 && d.level == 0);
    assert(func0(&d, 0x1, 1) == 100 && d.run == 0 && d.level == 1);
    assert(func0(&d, 0x5b, 7) == 0 && d.run == 0);
    assert(func0(&d, 0x24, 6) == 1 && d.level == 0);
    assert(func0(&d, 0xa, 4) == 0 && d.run == 0);
    assert(func0(&d, 0x1b, 5) == 100 && d.level == 1);
    assert(func0(&d, 0x0, 0) == 0);
    assert(func0(&d, 0xfffffff8u, 3) == 1);
    assert(func0(&one, 0x55, 8) == 403 && one.level == 1);
    assert(func0(&one, 0xffff0000u, 32) == 1 && one.level == 0);
    assert(func0(&w, 0x80000000u, 32) == 1);
    assert(func0(&w, 0xc0000003u, 32) == 201);
    return 0;
}
