// task: twin_wheel_sum
// topic: hashing
// exercises: two running sums with coprime small moduli, position weight by modulo, case folding, packed 16-bit result
// why: letters of both cases, the weight cycle of seven, bytes above 127, sums that wrap each wheel and the empty text are asserted
// ---- function ----
unsigned func0(const char *text)
{
    unsigned a = 1, b = 0, pos = 0;

    for (; *text; text++) {
        unsigned c = (unsigned char)*text;
        if (c >= 'A' && c <= 'Z')
            c += 32;
        a = (a + c) % 241;
        b = (b + a * (pos % 7 + 1)) % 239;
        pos++;
    }
    return b << 8 | a;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0("") == 1);
    assert(func0("a") == 0x6262);
    assert(func0("A") == 0x6262 && func0("Z") == func0("z"));
    assert(func0("@") == 0x4141 && func0("[") == 0x5c5c);
    assert(func0("`") == 0x6161 && func0("{") == 0x7c7c);
    assert(func0("\xf0") == 0);
    assert(func0("\xef") == 0x01f0);
    assert(func0("ab") == 0xcc4u && func0("BA") == 0xdc4u);
    assert(func0("\x01\x01\x01") == 0x1404u);
    assert(func0("\x01\x01\x01\x01\x01\x01\x01") == 0xa808u);
    assert(func0("\x01\x01\x01\x01\x01\x01\x01\x01") == 0xb109u);
    assert(func0("Wheel Within A Wheel") == 0xb9e8u);
    assert(func0("wheel within a wheel") == 0xb9e8u);
    assert(func0("\xff\xfe\x80 zzzzzzzzzzzz") == 0x31ceu);
    return 0;
}
