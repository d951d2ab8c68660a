// task: gate_log
// topic: state-machine
// exercises: nested switch on state and event, counters packed into one return value
// why: every transition of the four states, ignored events, the lock-out and its reset are reached by some sequence with a literal result
// ---- function ----
unsigned func0(const char *ev)
{
    enum { SHUT, PAID, OPEN, LOCKED } st = SHUT;
    unsigned passed = 0, alarms = 0, coins = 0;

    for (; *ev; ev++) {
        switch (st) {
        case SHUT:
            if (*ev == 'c')
                st = PAID, coins++;
            else if (*ev == 'p' && ++alarms % 3 == 0)
                st = LOCKED;
            break;
        case PAID:
            if (*ev == 'p')
                st = OPEN;
            else if (*ev == 'c')
                coins++;
            break;
        case OPEN:
            if (*ev == 't') {
                passed++;
                st = coins > passed ? PAID : SHUT;
            }
            break;
        case LOCKED:
            if (*ev == 'k')
                st = SHUT;
            break;
        }
    }
    return passed << 16 | alarms << 8 | coins << 4 | (unsigned)st;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0("") == 0);
    assert(func0("c") == 0x11);
    assert(func0("cp") == 0x12);
    assert(func0("cpt") == 0x10010);
    assert(func0("cpptc") == 0x10021);
    assert(func0("p") == 0x100);
    assert(func0("pp") == 0x200);
    assert(func0("ppp") == 0x303);
    assert(func0("pppcpt") == 0x303);
    assert(func0("pppkcpt") == 0x10310);
    assert(func0("tkx") == 0);
    assert(func0("cct") == 0x21);
    assert(func0("ccptpt") == 0x20020);
    assert(func0("ccpt") == 0x10021);
    assert(func0("cpckc") == 0x12);
    assert(func0("pcppt") == 0x10110);
    assert(func0("ppppkpppk") == 0x600);
    return 0;
}
