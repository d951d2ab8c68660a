// task: order_free_words
// topic: hashing
// exercises: word hash by rotate and multiply, order-independent sum and exclusive or, two separators, 32-bit wraparound
// why: permuted words, repeated words, separators in rows and at both ends, and one-letter words are asserted equal or by exact value
// ---- types ----
#include <stdint.h>
// ---- function ----
uint32_t func0(const char *text)
{
    uint32_t sum = 0, mix = 0, words = 0;

    for (;;) {
        while (*text == ' ' || *text == ',')
            text++;
        if (*text == 0)
            break;
        uint32_t w = 0x1f;
        while (*text != 0 && *text != ' ' && *text != ',') {
            w = (w << 5 | w >> 27) ^ (unsigned char)*text;
            w *= 0x8da6b343u;
            text++;
        }
        sum += w;
        mix ^= w >> 3;
        words++;
    }
    return sum + (mix << 7 | mix >> 25) + words * 0x10001;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0("") == 0);
    assert(func0("  ,, ") == 0);
    assert(func0("a") == 0xa6bcf9c9u);
    assert(func0("b") == 0xecee115u);
    assert(func0("ab") == 0xeb03e3a6u && func0("ba") == 0x1bd53f82u);
    assert(func0("a b") == 0xb589bad6u && func0("b,a") == func0("a b"));
    assert(func0(",a , b,") == func0("a b"));
    assert(func0("reed moss fern") == 0xe973b555u);
    assert(func0("fern reed  moss") == func0("reed moss fern"));
    assert(func0("moss,moss") == 0x3a197796u);
    assert(func0("moss moss moss") == 0x27e1efe2u);
    assert(func0("\xc3\xa9 - \xff") == 0x5861d19u);
    assert(func0("mossmoss") == 0xf9a982f1u);
    return 0;
}
