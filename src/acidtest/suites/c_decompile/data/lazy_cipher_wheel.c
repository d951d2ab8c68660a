// task: lazy_cipher_wheel
// topic: globals
// exercises: global table built on first use and rebuilt when the seed changes, in-place permutation, 8-bit arithmetic
// why: outputs before and after a rebuild, the rebuild counter, letters outside the wheel and the same seed used twice are asserted
// ---- function ----
static unsigned char wheel[26];
static unsigned wheel_seed, builds;
int func0(int ch, unsigned seed)
{
    if (ch < 0)
        return (int)builds;
    if (builds == 0 || seed != wheel_seed) {
        unsigned s = seed;
        for (unsigned i = 0; i < 26; i++)
            wheel[i] = (unsigned char)i;
        for (unsigned i = 25; i > 0; i--) {
            s = s * 75 + 74;
            s %= 65537;
            unsigned j = s % (i + 1);
            unsigned char t = wheel[i];
            wheel[i] = wheel[j];
            wheel[j] = t;
        }
        wheel_seed = seed;
        builds++;
    }
    if (ch >= 'a' && ch <= 'z')
        return 'A' + wheel[ch - 'a'];
    if (ch >= 'A' && ch <= 'Z')
        return 'z' - wheel['Z' - ch];
    return ch;
}
// ---- test ----
#include <assert.h>
static int spell(const char *in, const char *want, unsigned seed)
{
    for (; *in; in++, want++)
        if (func0(*in, seed) != *want)
            return 0;
    return 1;
}
int main(void)
{
    assert(func0(-1, 0) == 0);
    assert(func0('!', 0) == '!' && func0(-1, 0) == 1);
    assert(spell("abcdefghijklmnopqrstuvwxyz", "NCEJOKSXMIQBFZGHDAPLVTRUYW", 0));
    assert(func0(-1, 99) == 1);
    assert(spell("AMZ", "dam", 0));
    assert(func0(-1, 0) == 1);
    assert(spell("abcdefghijklmnopqrstuvwxyz", "IBWHSUVGPYKENOJQMFXATRLDCZ", 77));
    assert(func0(0, 77) == 0);
    assert(func0(-1, 0) == 2 && func0('`', 77) == '`' && func0('{', 77) == '{');
    assert(func0('@', 77) == '@' && func0('[', 77) == '[' && func0(-7, 77) == 2);
    assert(spell("abcdefghijklmnopqrstuvwxyz", "MLFJHSOBCZNAPVTDUKQWRIGXYE", 6) && func0(-1, 0) == 3);
    assert(spell("wheel", "RXOOB", 0) && func0(-1, 0) == 4);
    assert(spell("Zebra", "jPWUQ", 4000000000u) && func0(-1, 0) == 5);
    return 0;
}
