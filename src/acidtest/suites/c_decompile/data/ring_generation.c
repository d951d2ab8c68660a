// task: ring_generation
// topic: structs
// exercises: struct with array member and mixed field widths, modulo wrap, 8-bit generation overflow
// why: filling, wrapping, overwriting, handles of stale generations and bad slots are asserted through the handle and the struct
// ---- types ----
#include <stdint.h>
struct ring {
    uint8_t gen;
    uint16_t head;
    int16_t slot[5];
    uint8_t tag[5];
    int64_t lost;
};
// ---- function ----
int func0(struct ring *r, int op, int arg)
{
    if (op == 0) {
        int at = r->head;
        if (r->tag[at] == r->gen)
            r->lost += r->slot[at];
        r->slot[at] = (int16_t)arg;
        r->tag[at] = r->gen;
        r->head = (uint16_t)((at + 1) % 5);
        return at << 8 | r->gen;
    }
    if (op == 1) {
        int at = arg >> 8;
        if (at < 0 || at >= 5)
            return -1;
        if (r->tag[at] != (arg & 255) || r->gen != (arg & 255))
            return -2;
        return r->slot[at];
    }
    r->gen++;
    if (r->gen == 0)
        r->gen = 1;
    return r->gen;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    struct ring r = {1, 0, {0}, {0}, 0};
    assert(func0(&r, 0, 70) == 0x001);
    assert(func0(&r, 0, -71) == 0x101);
    assert(func0(&r, 1, 0x001) == 70 && func0(&r, 1, 0x101) == -71);
    assert(func0(&r, 1, 0x201) == -2);
    assert(func0(&r, 1, 0x501) == -1);
    assert(func0(&r, 1, 0x401) == -2);
    assert(func0(&r, 1, -1) == -1);
    assert(func0(&r, 0, 72) == 0x201 && func0(&r, 0, 73) == 0x301 && func0(&r, 0, 74) == 0x401);
    assert(r.head == 0 && r.lost == 0);
    assert(func0(&r, 0, 65536 + 5) == 0x001);
    assert(r.lost == 70 && func0(&r, 1, 0x001) == 5);
    assert(func0(&r, 0, 1) == 0x101 && r.lost == -1 && r.head == 2);
    assert(func0(&r, 2, 0) == 2);
    assert(func0(&r, 1, 0x001) == -2 && func0(&r, 1, 0x002) == -2);
    assert(func0(&r, 0, 8) == 0x202 && r.lost == -1 && func0(&r, 1, 0x202) == 8);
    r.gen = 254;
    assert(func0(&r, 2, 0) == 255 && func0(&r, 2, 0) == 1);
    assert(func0(&r, 7, 0) == 2 && func0(&r, 1, 0x202) == 8);
    return 0;
}
