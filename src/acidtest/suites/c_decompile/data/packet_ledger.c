// task: packet_ledger
// topic: structs
// exercises: bit-fields read from an array of structs, large struct returned through a hidden pointer, mixed member widths
// why: each kind, the urgent bit, length limits, the stop mark and an empty list are asserted on every member of the result
// ---- types ----
#include <stdint.h>
struct packet { unsigned kind : 2, urgent : 1, len : 11, seq : 18; int16_t delta; };
struct ledger { int count[4]; int64_t bytes; uint32_t last; int32_t drift; uint8_t stopped; };
// ---- function ----
struct ledger func0(const struct packet *p, int n)
{
    struct ledger l = {{0, 0, 0, 0}, 0, 0, 0, 0};

    for (int i = 0; i < n; i++, p++) {
        if (p->kind == 3 && p->len == 0) {
            l.stopped = 1;
            break;
        }
        l.count[p->kind] += 1 + p->urgent;
        l.bytes += p->urgent ? 2 * p->len : p->len;
        if (p->seq > l.last)
            l.last = p->seq;
        else
            l.drift += p->delta;
    }
    return l;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    struct packet p[] = {
        {0, 0, 100, 7, 5}, {1, 1, 2047, 9, 6}, {2, 0, 1, 9, -30}, {3, 1, 40, 262143, 1},
        {1, 0, 0, 8, -200}, {3, 0, 0, 1, 1}, {0, 0, 9, 1, 1},
    };
    struct ledger l = func0(p, 0);
    assert(l.bytes == 0 && l.last == 0 && l.count[0] == 0 && l.stopped == 0 && l.drift == 0);
    l = func0(p, 1);
    assert(l.count[0] == 1 && l.bytes == 100 && l.last == 7 && l.drift == 0);
    l = func0(p, 2);
    assert(l.count[1] == 2 && l.bytes == 4194 && l.last == 9 && l.drift == 0);
    l = func0(p, 3);
    assert(l.count[2] == 1 && l.bytes == 4195 && l.drift == -30);
    l = func0(p, 5);
    assert(l.count[3] == 2 && l.count[1] == 3 && l.bytes == 4275);
    assert(l.last == 262143 && l.drift == -230 && l.stopped == 0);
    l = func0(p, 7);
    assert(l.stopped == 1 && l.count[0] == 1 && l.count[3] == 2 && l.bytes == 4275);
    l = func0(p + 6, 1);
    assert(l.count[0] == 1 && l.bytes == 9 && l.last == 1 && l.stopped == 0);
    l = func0(p + 4, 1);
    assert(l.count[1] == 1 && l.stopped == 0 && l.last == 8);
    return 0;
}
