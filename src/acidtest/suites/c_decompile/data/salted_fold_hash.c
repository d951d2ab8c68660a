// task: salted_fold_hash
// topic: hashing
// exercises: 32-bit rotate-multiply rounds, tail bytes assembled by hand, unsigned wraparound
// why: every tail length 0 to 4, bytes above 127, salt and length dependence are pinned by exact hash values
// ---- types ----
#include <stddef.h>
#include <stdint.h>
// ---- function ----
uint32_t func0(const unsigned char *p, size_t n, uint32_t salt)
{
    uint32_t h = salt ^ (uint32_t)n * 0x9e3779b1u;

    while (n >= 4) {
        uint32_t w = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
        h ^= w;
        h = (h << 13 | h >> 19) * 0x85ebca6bu + 0x2545f491u;
        p += 4;
        n -= 4;
    }
    while (n > 0) {
        h = (h ^ p[--n]) * 0x01000193u;
    }
    h ^= h >> 15;
    return h;
}
// ---- test ----
#include <assert.h>
#define B(s) ((const unsigned char *)(s))
int main(void)
{
    assert(func0(B(""), 0, 0) == 0u);
    assert(func0(B(""), 0, 1) == 1u);
    assert(func0(B(""), 0, 0x80000000u) == 0x80010000u);
    assert(func0(B("a"), 1, 0) == 0xe15500d9u);
    assert(func0(B("ab"), 2, 0) == 0xf051a313u);
    assert(func0(B("ba"), 2, 0) == 0x2357096fu);
    assert(func0(B("abc"), 3, 0) == 0x8c9c224fu);
    assert(func0(B("abcd"), 4, 0) == 0x3b180c9eu);
    assert(func0(B("abcd"), 4, 7) == 0xcf31c4ceu);
    assert(func0(B("abcde"), 5, 0) == 0x030ec8b7u);
    assert(func0(B("\377\376\375\374\373\372\371"), 7, 0xdeadbeefu) == 0xcc83fd6du);
    assert(func0(B("lanternfish!"), 12, 42) == 0xe4845c9au);
    assert(func0(B("\0\0\0\0\0\0\0\0"), 8, 0) == 0x31bda076u);
    return 0;
}
