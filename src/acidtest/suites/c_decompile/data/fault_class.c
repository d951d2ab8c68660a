// task: fault_class
// topic: switch
// exercises: sparse switch compiled to a comparison tree, unsigned constants above INT_MAX, arms that return or break
// why: every listed code, its neighbours, both defaults, and negative and large retry counts are asserted
// ---- types ----
#include <stdint.h>
// ---- function ----
int func0(uint32_t code, int retry)
{
    int sev;

    switch (code) {
    case 0: return 0;
    case 0x11:
    case 0x12:
    case 0x1f: sev = 1; break;
    case 0x200: sev = retry > 2 ? 4 : 2; break;
    case 0x7fff:
    case 0x8000: sev = 3; break;
    case 0xdead: sev = 5; break;
    case 0x10001: return -retry;
    case 0x80000000u:
    case 0xfffffffeu: sev = 6; break;
    case 0xffffffffu: sev = retry < 0 ? 9 : 10; break;
    default: sev = code > 0xffff ? 7 : 8; break;
    }
    return sev * 16 + (retry & 15);
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(0, 5) == 0);
    assert(func0(0x11, 5) == 21 && func0(0x12, 0) == 16 && func0(0x1f, 15) == 31);
    assert(func0(0x10, 5) == 133 && func0(0x13, 5) == 133 && func0(0x20, 5) == 133 && func0(1, 5) == 133);
    assert(func0(0x200, 2) == 34 && func0(0x200, 3) == 67 && func0(0x201, 3) == 131);
    assert(func0(0x7fff, 1) == 49 && func0(0x8000, 16) == 48 && func0(0x8001, 16) == 128 && func0(0x7ffe, 0) == 128);
    assert(func0(0xdead, 33) == 81 && func0(0xdeae, 33) == 129);
    assert(func0(0x10001, 40) == -40 && func0(0x10001, -40) == 40);
    assert(func0(0x10000, 2) == 114 && func0(0x10002, 2) == 114 && func0(0xffff, 2) == 130);
    assert(func0(0x80000000u, 4) == 100 && func0(0xfffffffeu, -1) == 111);
    assert(func0(0x80000001u, 4) == 116 && func0(0xfffffffdu, 4) == 116);
    assert(func0(0xffffffffu, -1) == 159 && func0(0xffffffffu, 0) == 160);
    return 0;
}
