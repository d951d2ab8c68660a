// task: step_matrix_power
// topic: matrices
// exercises: 3x3 array copies on the stack, triple loop, square and multiply, 64-bit modulo
// why: exponent 0, 1, even and odd, identity and nilpotent matrices, modulus 1 and values near the modulus are asserted by entry or trace
// ---- types ----
#include <stdint.h>
// ---- function ----
#include <string.h>
uint32_t func0(uint32_t m[3][3], unsigned e, uint32_t mod)
{
    uint32_t acc[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

    for (; e; e >>= 1) {
        uint32_t t[3][3];
        for (int pass = e & 1 ? 0 : 1; pass < 2; pass++) {
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++) {
                    uint64_t s = 0;
                    for (int k = 0; k < 3; k++)
                        s = (s + (uint64_t)(pass ? m[i][k] : acc[i][k]) * m[k][j]) % mod;
                    t[i][j] = (uint32_t)s;
                }
            memcpy(pass ? m : acc, t, sizeof t);
        }
    }
    memcpy(m, acc, sizeof acc);
    return (uint32_t)(((uint64_t)acc[0][0] + acc[1][1] + acc[2][2]) % mod);
}
// ---- test ----
#include <assert.h>
int main(void)
{
    uint32_t a[4][3] = {{1, 1, 1}, {1, 0, 0}, {0, 1, 0}, {7, 8, 9}};
    uint32_t b[4][3] = {{1, 1, 1}, {1, 0, 0}, {0, 1, 0}, {7, 8, 9}};
    uint32_t n[4][3] = {{0, 5, 7}, {0, 0, 9}, {0, 0, 0}};
    uint32_t d[4][3] = {{2, 0, 0}, {0, 3, 0}, {0, 0, 5}};
    uint32_t q[4][3] = {{4294967290u, 0, 0}, {0, 4294967290u, 4294967290u}, {0, 0, 1}};
    uint32_t p[4][3] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
    assert(func0(a, 1, 1000) == 1 && a[0][2] == 1 && a[1][0] == 1 && a[2][2] == 0);
    assert(func0(a, 5, 1000) == 21 && a[0][0] == 13 && a[0][1] == 11 && a[0][2] == 7);
    assert(a[1][0] == 7 && a[2][0] == 4 && a[2][2] == 2);
    assert(func0(b, 10, 100) == 43 && b[0][0] == 74 && b[3][0] == 7 && b[3][2] == 9);
    assert(func0(n, 2, 1000) == 0 && n[0][2] == 45 && n[0][1] == 0);
    assert(func0(n, 2, 1000) == 0 && n[0][2] == 0);
    assert(func0(d, 7, 1000000) == 80440 && d[2][2] == 78125 && d[1][1] == 2187 && d[0][0] == 128);
    assert(func0(q, 2, 4294967291u) == 3 && q[0][0] == 1 && q[1][2] == 0 && q[2][2] == 1);
    assert(func0(p, 4, 7) == 0 && p[0][1] == 1 && p[2][0] == 1);
    assert(func0(p, 3, 7) == 3 && p[0][0] == 1 && p[0][1] == 0);
    assert(func0(n, 0, 9) == 3 && n[0][0] == 1 && n[0][2] == 0);
    assert(func0(d, 1, 1) == 0 && d[0][0] == 0);
    return 0;
}
